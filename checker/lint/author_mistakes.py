"""Wrong answers that a problem file lists, and that add nothing: right ones, and those that are known without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from checker.answers import Judge
from checker.diagnosis.numeric_equality import identity
from checker.engine.recording import AUTHOR_LISTED
from checker.lint.mistake_table import LintQuestion, MistakeTable, agrees
from checker.lint.target import LintTarget, shown
from checker.marking.formula_target import FormulaTarget
from checker.problems import Finding

WAYS: Final = ("answer", "expression")


def listed(subject: LintTarget) -> Iterator[Finding]:
    """Listed answers within the tolerance (`hidden`), or that another mistake gives as well (`alias`)."""
    for i, part in enumerate(subject.problem.parts):
        if part.variant.listed is None:
            continue
        shown_as = dict(part.variant.listed.answers)
        if part.kind == "formula":
            target = FormulaTarget(subject.problem, part, "full")
            judge, answers = target.judge, dict(part.variant.listed.at_sizes)
            known = _known(MistakeTable([LintQuestion(target.question, part.step, part.tolerance)]), 0)
        else:
            judge, answers = Judge(subject.exam.truth[i], part.tolerance), shown_as
            known = _known(subject.exam, i)
        for place, (option, value) in enumerate(answers.items()):
            given = shown(part, shown_as[option])
            code, message = _wrong(given, judge, value, known.get(identity((value,)), ""))
            if code:
                paths = [(*subject.own(part), "mistakes", place, way) for way in WAYS]
                yield subject.finding(code, f"`{AUTHOR_LISTED}.{option}` {message}", *paths)
            known.setdefault(identity((value,)), f"{AUTHOR_LISTED}.{option}")


def _wrong(given: str, judge: Judge, value: Any, other: str) -> tuple[str, str]:
    """What is wrong with a listed answer: a code and what to say; empty where nothing is."""
    if agrees(judge, value):
        return "hidden", f"({given}) is right within the tolerance, so nobody is told what it says"
    if other.startswith(AUTHOR_LISTED):
        return "alias", f"gives {given}, as `{other}` does; say in one sentence what there is to say"
    if other:
        return "alias", f"gives {given}, as `{other}` does; students are told of both: drop it, unless it means another"
    return "", ""


def _known(exam: MistakeTable, i: int) -> dict[Any, str]:
    """The single mistakes that the solver knows of, by the answer that they give to question i."""
    known: dict[Any, str] = {}
    for mistake, answers in exam.mistaken.items():
        if answers[i] is not None:
            known.setdefault(identity((answers[i],)), mistake.id)
    return known
