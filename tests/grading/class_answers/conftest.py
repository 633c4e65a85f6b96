"""The summary of a class."""

from __future__ import annotations

import json

import pytest

from checker.grading import Course, CourseResults, grade_folder
from checker.grading.output.summary import Summary
from checker.problems import load_problems


@pytest.fixture
def graded(tmp_path):
    """The summary of what students give: one mapping of answers each."""

    def grade(problems: dict[str, str], *students: dict, jobs: int = 1) -> Summary:
        for name, text in problems.items():
            path = tmp_path / "problems" / "a" / f"{name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        folder = tmp_path / "submissions" / "a"
        folder.mkdir(parents=True, exist_ok=True)
        for n, answers in enumerate(students, 1):
            (folder / f"s{n:03}.json").write_text(json.dumps({"answers": answers}))
        book = CourseResults(Course(load_problems(tmp_path / "problems")))
        for chunk in grade_folder(str(tmp_path / "submissions"), book.course, jobs=jobs):
            book.add(chunk)
        return Summary(book)

    return grade
