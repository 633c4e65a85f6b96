"""Where grading is done: any `concurrent.futures.Executor`, on this machine or on others.

    workers      an executor that can be started again
    in_order     results in the order of the tasks, whichever worker is killed
    alone        a process that does one task at a time
    processes    worker processes on this machine, which end when this one does
    cluster      a Dask cluster (extra `cluster`)
    code         the digest of the code, which must be the same on every machine

`checker.grading.executors.jobs` grades on them.
"""
