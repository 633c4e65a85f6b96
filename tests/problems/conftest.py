"""Problem files as texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from checker.problems import Problem, ProblemError, load_problem


class Desk:
    """A folder in which a problem file, and an assignment.yaml, can be tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, text: str | bytes, assignment: str = "") -> Path:
        path = self.folder / "problem.yaml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        if assignment:
            (self.folder / "assignment.yaml").write_text(assignment, encoding="utf-8")
        return path

    def load(self, text: str, assignment: str = "") -> Problem:
        return load_problem(self.write(text, assignment))

    def findings(self, text: str | bytes, assignment: str = "") -> list[str]:
        """As `line:column message`; those of the assignment begin with its name."""
        with pytest.raises(ProblemError) as error:
            load_problem(self.write(text, assignment))
        assert {finding.code for finding in error.value.findings} == {"schema"}
        lines = str(error.value).replace(f"{self.folder}/", "").replace("problem.yaml:", "")
        return lines.replace(" schema ", " ", -1).splitlines()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Problem]:
    """Return a function that writes a problem into an assignment, and loads it."""
    folder = tmp_path / "week-1"
    folder.mkdir()

    def write(text: str, assignment: str = "seed: spring\n") -> Problem:
        (folder / "assignment.yaml").write_text(assignment)
        (folder / "problem.yaml").write_text(text)
        return load_problem(folder / "problem.yaml")

    return write
