"""Units: what authors declare and students write, as exact multiples of base units.

`units.txt` defines them.  A parser reads a student's text; it is never evaluated as code.
"""
