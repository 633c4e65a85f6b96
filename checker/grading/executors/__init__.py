"""Grading on any `concurrent.futures.Executor`, on this machine or on others.

    in_order     results in the order of the tasks, whichever worker is killed
    processes    worker processes on this machine, which end when this one does
    cluster      a Dask cluster (extra `cluster`), and a grader for other machines with the digest of its code

`jobs` grades on all of these, and records what ended its process twice.
"""
