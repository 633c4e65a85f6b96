"""What students may read of their records, at a level of feedback.

Records are the instructor's and full.  Below that level an answer is marked again for its message, so that no number is
left in it that gives the solution away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from checker.marking.api import check, check_parts
from checker.problems import Problem

DECIDED: Final = ("correct", "carried", "partial", "incorrect")
WAITING: Final = "A person will look at this answer."
NOT_ANSWERED: Final = "No answer was given."


class StudentMessages:
    """The messages of a course's records."""

    def __init__(self, problems: Mapping[str, Problem], level: str) -> None:
        self._problems = problems
        self._level = level

    def __call__(self, records: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the message of each record of one student."""
        if self._level == "full":
            return [str(record["message"]) for record in records]
        by_problem: dict[str, list[Mapping[str, Any]]] = {}
        for record in records:
            by_problem.setdefault(record["problem"], []).append(record)
        found = {key: text for id_, some in by_problem.items() for key, text in self._messages(id_, some).items()}
        return [found[record["problem"], record["part"]] for record in records]

    def _messages(self, id_: str, records: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str | None], str]:
        """Return the messages of one problem's records, by question."""
        problem = self._problems.get(id_)
        marked: dict[str | None, str] = {}
        known = {part.id for part in problem.parts} if problem else set()  # the file may have other parts by now
        judged = [each for each in records if each["status"] in DECIDED and "review" not in each]
        given = {each["part"]: each["given"] for each in judged if each["part"] in known}
        if problem and given:
            if problem.is_multipart:
                results = check_parts(problem, given, feedback=self._level)
                marked = {part: result.message for part, result in results.items()}
            else:
                marked = {None: check(problem, given[None], feedback=self._level).message}
        return {(id_, each["part"]): self._message(each, marked) for each in records}

    def _message(self, record: Mapping[str, Any], marked: Mapping[str | None, str]) -> str:
        if "review" in record:
            return str(record["message"])  # a person's words
        if record["status"] == "not_answered":
            return NOT_ANSWERED
        if record["status"] not in DECIDED:
            return WAITING
        return marked.get(record["part"], "")
