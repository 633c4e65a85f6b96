"""Grading on any `concurrent.futures.Executor`, on this machine or on others.

    in_order     results in the order of the tasks, whichever worker is killed
    processes    worker processes on this machine, which end when this one does
    cluster      a Dask cluster (extra `cluster`)
    recipe       a grader for another machine, with the digest of its code
    killed       the records of what ended its process twice

`jobs` grades on all of these.
"""
