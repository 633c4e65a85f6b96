"""Grading on any `concurrent.futures.Executor`, on this machine or on others.

    workers    processes on this machine, and results in the order of the tasks, whichever worker is killed
    cluster    a Dask cluster (extra `cluster`), and a grader for other machines with the digest of its code

`jobs` grades on all of these, and records what ended its process twice.
"""
