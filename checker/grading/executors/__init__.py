"""Grading on any `concurrent.futures.Executor`, on this machine or on others.

    in_order     results in the order of the tasks, whichever worker is killed
    processes    worker processes on this machine, which end when this one does
    cluster      a Dask cluster (extra `cluster`)
    recipe       a grader for another process, with the digest of its code
    warm_up      what all workers would work out first, worked out once
    killed       the records of submissions that ended their process twice

`jobs` grades on all of these.
"""
