"""Folders of documents that are graded."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.grading.output import review
from checker.grading.output.write import FILES
from checker.grading.store import Store
from tests.grading import documents, reviewed
from tests.grading.problems import LAYER


class Graded(reviewed.Graded):
    """A run and what it left, documents too."""

    @property
    def brief(self) -> dict[tuple[str, str], tuple[str, float | None]]:
        return {key: (record["status"], record["points"]) for key, record in self.records.items()}

    @property
    def issues(self) -> list[tuple[str, str | None, str]]:
        return [(Path(each.place).name, each.student, each.message) for each in self.results.issues]

    def files(self) -> dict[str, bytes]:
        """Return the views that are the same bytes for the same input; the store and the summary have times."""
        names = (*(set(FILES) - {"summary.json"}), "annotated/*.md")
        paths = sorted(path for name in names for path in self.out.glob(name))
        return {str(path.relative_to(self.out)): path.read_bytes() for path in paths}

    def view(self, group: str) -> review.ReviewView:
        """Return what is shown of a review group."""
        with Store(self.out / "checker.db") as store:
            return review.view_of(group, self.results, store)


@pytest.fixture
def grade(write, tmp_path, monkeypatch):
    documents.install(monkeypatch)

    def grade(files: dict[str, str], problems: dict[str, str] | None = None, jobs: int = 1) -> Graded:
        problems = {"a/layer.yaml": LAYER} if problems is None else problems
        found = {f"problems/{name}": text for name, text in problems.items()}
        write(found | {name if "reviews/" in name else f"submissions/{name}": text for name, text in files.items()})
        return Graded(tmp_path, jobs)

    return grade
