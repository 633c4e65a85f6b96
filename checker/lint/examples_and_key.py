"""The instructor's key and the examples, compared with the solver."""

from __future__ import annotations

from collections.abc import Iterator

from checker.lint.target import LintTarget, shown_value
from checker.marking.authors_key import differing_keys
from checker.marking.explained import likeliest
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.notation.text import brief
from checker.problems import Example, Finding, Part


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
