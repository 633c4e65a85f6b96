"""Mathematics as people write it: from text to plain signs, to numbers with their stated digits, to a tree.

Students' answers are read with it, and the formulas that authors write.  Nothing is ever evaluated as code.
"""
