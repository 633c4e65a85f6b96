"""Plugin of pytest: with `--checker`, each example in a problem file is a test.  Without it, nothing is imported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--checker", action="store_true", help="Test the examples in problem files of checker, too.")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ProblemTests | None:
    """Return the tests of a problem file."""
    if not parent.config.option.checker or file_path.suffix not in {".yaml", ".yml"}:
        return None
    from checker.problems.load import written_id

    return ProblemTests.from_parent(parent, path=file_path) if written_id(file_path) else None


class ProblemTests(pytest.File):
    """A problem file as pytest sees it; a file without an `id` is none."""

    def collect(self) -> Iterator[ExampleTest]:
        """Yield the examples of all parts."""
        from checker.lint.linted import LintedProblem
        from checker.problems import ProblemError, load_problem
        from checker.solvers.outside import folder_near, use_types
        from checker.text.plain import brief

        above = [each for each in self.path.parents if each.is_relative_to(self.config.rootpath)]
        use_types(next(filter(None, map(folder_near, above)), None))
        try:
            problem = LintedProblem(load_problem(self.path))
        except ProblemError as error:
            raise self.CollectError(str(error)) from None
        for i, part in enumerate(problem.parts):
            for number, example in enumerate(part.examples):
                name = f"{part.id or problem.problem.id}[{brief(example.answer)}]"
                yield ExampleTest.from_parent(self, name=name, place=(problem, i, number))


class ExampleTest(pytest.Item):
    """An example: its problem, and the numbers of its part and of itself there."""

    def __init__(self, *, place: tuple[Any, int, int], **more: Any) -> None:
        super().__init__(**more)
        self._place = place

    def runtest(self) -> None:
        """Mark the answer, and fail unless it comes out as its author expects."""
        from checker.lint.answers import failed

        for finding in failed(*self._place):
            pytest.fail(str(finding), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where it is, and what it is called."""
        return self.path, None, self.name
