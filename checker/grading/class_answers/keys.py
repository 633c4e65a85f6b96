"""Keys of problem files that contradict the solver, by whose answers the class is graded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Final, NamedTuple

from checker.grading import AssignmentColumns, GradeColumn
from checker.grading.class_answers.relation import safely
from checker.grading.results.findings import FindingCache
from checker.marking.authors_key import differing_keys
from checker.problems import Problem

DIFFERS: Final = (
    "Your key, {}, is not the solver's answer, by which students are graded. {} Check which of the two is right."
)


class KeyThatDiffers(NamedTuple):
    """A key that is not the solver's answer."""

    column: GradeColumn
    message: str

    def record(self) -> dict[str, Any]:
        """Return the fields for scripts."""
        return {"problem": self.column.id, "part": self.column.part_id, "message": self.message}


def keys_that_differ(assignment: AssignmentColumns, known: FindingCache) -> Iterator[KeyThatDiffers]:
    """Yield the keys of an assignment that differ from the solver's answers."""
    for places in assignment.by_problem:
        columns = assignment.columns[places.start : places.stop]
        if problem := columns[0].problem:
            messages = cache(partial(_messages, problem))
            for column in (each for each in columns if each.part and each.part.key is not None):
                (message,) = known.get("key", column, "", partial(_message, column.part_id, messages))
                if message:
                    yield KeyThatDiffers(column, message)


def _message(part: str | None, messages: Callable[[], dict[str | None, str]]) -> list[str]:
    """Return the warning; an empty text if the key is the solver's answer."""
    return [safely(lambda: messages().get(part, ""))]


def _messages(problem: Problem) -> dict[str | None, str]:
    """Return the warnings by part: the keys of one problem are explained together."""
    return {each.part.id: DIFFERS.format(each.key, each.why) for each in differing_keys(problem)}
