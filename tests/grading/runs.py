"""A run on a folder, as `checker grade` does it, and what it left."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from checker.grading.computed_grades import RunOptions, open_results
from checker.grading.course import Course, column_names
from checker.grading.executors.jobs import GradeTasks, Task, task_grader, tasks_of
from checker.grading.grader.graded_source import GradedSource, Response
from checker.grading.grader.submission_grader import Graded
from checker.grading.reviews.read import review_files
from checker.grading.run import GradingRun, RunReport
from checker.grading.submissions import SMALL_FILE, walk_sources
from checker.problems import load_problems


def write(top: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder."""
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return top


def run(  # noqa: PLR0913 - all that a run may be asked
    top: Path,
    submissions: str = "submissions",
    *,
    problems: str = "problems",
    out: str = "results",
    jobs: int = 1,
    is_draft: bool = False,
    small_file: int = SMALL_FILE,
    course: Course | None = None,
    **options: Any,
) -> RunReport:
    """Grade a folder; decisions are in `reviews`, if there are any."""
    course = course or Course(load_problems(top / problems))
    if (top / "reviews").is_dir():
        options.setdefault("review_files", review_files(top / "reviews"))
    settings = RunOptions(top / submissions, top / problems, **options)
    with open_results(top / out, is_draft=is_draft) as opened:
        this = GradingRun(settings, course, opened.store, top / out)
        names = column_names(course)
        sources = walk_sources(os.fspath(top / submissions), course.folder_names, (), names, small_file=small_file)
        with task_grader(course, jobs=jobs) as grade:
            this.grade(sources, grade)
            return this.finish(opened.folder)


def grade_tasks(tasks: Iterable[Task], course: Course, **more: Any) -> Iterator[list[Graded]]:
    """Yield the results of these tasks in order, graded here or by other processes."""
    with task_grader(course, **more) as grade:
        yield from grade(tasks)


def chunks(top: Path, submissions: str = "submissions", **more: Any) -> list[list[Graded]]:
    """Read a folder and keep nothing."""
    course = Course(load_problems(top / "problems"))
    sources = walk_sources(os.fspath(top / submissions), course.folder_names, frozenset(), column_names(course))
    return list(grade_tasks(tasks_of(sources), course, **more))


def lines(found: Iterable[list[Graded]], grade: GradeTasks) -> Iterator[str]:
    """Yield the records of all answers in the sources that were read, each with its student."""
    rows = [row for read in found for source in read if isinstance(source, GradedSource) for row in source.rows]
    given = {(each.problem, each.texts): each for row in rows for each in row.responses if not each.marks}
    some = list(given.values())
    tasks = [some[start : start + 4] for start in range(0, len(some), 4)]
    marked = {(each.problem, each.texts): each for done in grade(tasks) for each in done if isinstance(each, Response)}
    for row in rows:
        for each in row.responses:
            marks = each.marks or marked[each.problem, each.texts].marks
            yield from (f"{row.student} {mark.record}\n" for mark in marks)


def records(top: Path, out: str = "results") -> list[dict[str, Any]]:
    """Return the records of the last run."""
    return [json.loads(line) for line in (top / out / "results.jsonl").read_text().splitlines()]
