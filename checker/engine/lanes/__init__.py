"""One run of a solver for many students, each with other mistakes; what they have in common is computed once.

A student is an int with a bit for each mistake.  A value that depends on mistakes is a `Lanes`: it holds one value for
every combination of these mistakes that occurs.  Operators, methods and numpy's functions work on each of them, so a
solver does not notice.  A thousand students who differ in W_O share everything that is computed before W_O.

Where a solver needs one answer (`if`, `range`, the length of a list) and the students have several, the run forks: the
innermost solver runs again for each group of students, and their results are joined.

An index that is kept with a problem would be no substitute: the first answer, a problem whose sizes are drawn for each
student and a changed problem all need new runs, which take five times as long one by one.
"""
