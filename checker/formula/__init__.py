"""Mathematics as people write it: from text to a tree, to exact values, to a comparison at sample points.

Students' answers are read with it, and the formulas that authors write.  Nothing is ever evaluated as code.
"""
