"""A run on a cluster of two processes on this machine, of which one is killed; its records are printed.

    python -m tests.grading.executors.killed_cluster FOLDER

It is a program because the threads of Dask would stay in the process of other tests.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path

from dask import config
from distributed import LocalCluster

from checker.grading.course import Course
from checker.grading.executors import jobs
from checker.grading.executors.cluster import dask_workers
from checker.grading.executors.jobs import tasks_of
from checker.grading.submissions import walk_sources
from checker.problems import load_problems
from tests.grading.runs import grade_tasks, lines

SMALL_CHUNK = 4


def main(folder: Path) -> None:
    course = Course(load_problems(folder / "problems"))
    sources = walk_sources(str(folder / "submissions"), course.folder_names)
    with (
        config.set({"distributed.admin.log-length": 0}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=60) as cluster,
        dask_workers(cluster.scheduler_address) as workers,
    ):
        sys.stderr.write(f"{workers.jobs} workers\n")
        for number, chunk in enumerate(grade_tasks(tasks_of(sources), course, workers=workers)):
            sys.stdout.write("".join(lines([chunk], partial(grade_tasks, course=course, workers=workers))))
            if number == 4:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)
                sys.stderr.write("killed one\n")


if __name__ == "__main__":
    jobs.CHUNK = SMALL_CHUNK
    main(Path(sys.argv[1]))
