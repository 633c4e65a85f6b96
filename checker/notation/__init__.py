"""How mathematics is written: from text to plain signs, to numbers with the digits that were stated, to a tree.

Students' answers are read with it, and the formulas that authors write.  Nothing is ever evaluated as code.
"""
