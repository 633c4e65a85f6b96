"""Checks of what authors state about answers: examples, a key, and mistakes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from checker.diagnosis.numeric_equality import identity
from checker.engine.recording import AUTHOR_LISTED
from checker.lint.mistake_table import LintQuestion, MistakeTable, agrees
from checker.lint.target import LintTarget, shown_value
from checker.marking.authors_key import differing_keys
from checker.marking.explained import likeliest
from checker.marking.formula_target import FormulaTarget
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.notation.text import brief
from checker.problems import Example, Finding, Part

KEYS: Final = ("answer", "expression")


def redundant_mistakes(target: LintTarget) -> Iterator[Finding]:
    """Report listed answers within the tolerance (`hidden`), and those that another mistake also gives (`alias`)."""
    for i, part in enumerate(target.problem.parts):
        if part.variant.listed is None:
            continue
        shown_as = dict(part.variant.listed.answers)
        if part.answer_kind.is_formula:
            formula = FormulaTarget(target.problem, part, "full")
            judge, answers = formula.judge, dict(part.variant.listed.at_sizes)
            known = _known(MistakeTable([LintQuestion(formula.question, part.step, part.tolerance)]), 0)
        else:
            judge, answers = part.answer_kind.judge(target.table.truth[i], part.tolerance), shown_as
            known = _known(target.table, i)
        for number, (option, value) in enumerate(answers.items()):
            given = shown_value(part, shown_as[option])
            name, other = f"{AUTHOR_LISTED}.{option}", known.get(identity((value,)))
            code, message = _problem(f"`{name}`", given, is_right=agrees(judge, value), other=other)
            if code:
                paths = [(*target.section(part), "mistakes", number, key) for key in KEYS]
                yield target.finding(code, message, *paths)
            known.setdefault(identity((value,)), name)


def _problem(name: str, given: str, *, is_right: bool, other: str | None) -> tuple[str, str]:
    """Return the code and the message of what is wrong with a listed answer; empty where nothing is."""
    if is_right:
        return "hidden", f"The tolerance accepts {name} ({given}), so nobody reads its sentence. Change or remove it."
    if other is None:
        return "", ""
    if other.startswith(AUTHOR_LISTED):
        return "alias", f"{name} gives {given}, and so does `{other}`. Keep one of them."
    return "alias", f"{name} gives {given}, and so does `{other}`. Remove it unless it is a different mistake."


def _known(table: MistakeTable, i: int) -> dict[Any, str]:
    """Return the mistakes that the solver knows, by the answer that they give to question i."""
    known: dict[Any, str] = {}
    for mistake, answers in table.wrong_answers.items():
        if answers[i] is not None:
            known.setdefault(identity((answers[i],)), mistake.id)
    return known


def key(target: LintTarget) -> Iterator[Finding]:
    """Report keys that differ from the solver's answers."""
    for each in differing_keys(target.problem):
        message = f"The solver gives {_truth(each.part)}, not {each.key}. {each.why}"
        yield target.finding("key", message, (*target.section(each.part), "key"))


def example(target: LintTarget) -> Iterator[Finding]:
    """Report examples whose outcome is not the expected one."""
    for part in target.problem.parts:
        marker = Marker(target.problem, part)
        for each in part.examples:
            if difference := _difference(part, each, marker.mark(each.answer)):
                message = f"The example expects {brief(each.answer)} to be {difference}."
                yield Finding(target.file, each.line, each.column, "example", message)


def _difference(part: Part, example: Example, outcome: Outcome) -> str:
    """Return the expected outcome of an example and the actual one; empty where they agree."""
    if outcome.status != example.verdict:
        if example.verdict == "correct" and outcome.status in ("incorrect", "partial"):
            return f"correct; the solver gives {_truth(part)}"
        return f"{example.verdict}, but it is {outcome.status}"
    if not example.mistakes:
        return ""
    reported = likeliest(outcome.diagnosis) if outcome.diagnosis else ()
    names = [[mistake.id for mistake in each.mistakes] + ([each.slip] if each.slip else []) for each in reported]
    if any(sorted(found) == sorted(example.mistakes) for found in names):
        return ""
    actual = " or ".join(" and ".join(each) for each in names) or "nothing"
    return f"explained by {' and '.join(example.mistakes)}, but {actual} explains it"


def _truth(part: Part) -> str:
    return shown_value(part, part.variant.run(wanted=(part.step,))[part.step])
