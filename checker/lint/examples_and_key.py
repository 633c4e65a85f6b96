"""The instructor's key and the examples, compared with the solver."""

from __future__ import annotations

from collections.abc import Iterator

from checker.diagnosis import Diagnosis, Explanation
from checker.diagnosis.wording import follows, sentences
from checker.lint.target import LintTarget, shown_value
from checker.marking.explained import MOST_ALTERNATIVES
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.marking.parts import PartsMarker
from checker.notation.text import brief
from checker.problems import Example, Finding, Part


def key(target: LintTarget) -> Iterator[Finding]:
    """Report keys that differ from the solver's answers, diagnosed together like the answers of a student."""
    parts = {part.id: part for part in target.problem.parts if part.key is not None}
    outcomes = PartsMarker(target.problem).mark({id_: part.key or "" for id_, part in parts.items()})
    for id_, outcome in outcomes.items():
        if outcome.status == "correct":
            continue
        part = parts[id_]
        message = (
            f"The solver gives {_truth(part)}, not {brief(outcome.read_as or outcome.given)}. {_why(part, outcome)}"
        )
        yield target.finding("key", message, (*target.section(part), "key"))


def example(target: LintTarget) -> Iterator[Finding]:
    """Report examples whose outcome is not the expected one."""
    for part in target.problem.parts:
        marker = Marker(target.problem, part)
        for each in part.examples:
            if difference := _difference(part, each, marker.mark(each.answer)):
                message = f"The example expects {brief(each.answer)} to be {difference}."
                yield Finding(target.file, each.line, each.column, "example", message)


def _why(part: Part, outcome: Outcome) -> str:
    """Return the reason, worded for the author of the key."""
    if not outcome.diagnosis or not outcome.diagnosis.explanations:
        return " ".join(outcome.feedback.why or [outcome.feedback.headline])
    reasons = [follows(each) or " ".join(sentences(part.variant, each)) for each in _reported(outcome.diagnosis)]
    return " Or: ".join(reasons).replace("Your answer", "Your key").replace("your answer", "your key")


def _reported(diagnosis: Diagnosis) -> tuple[Explanation, ...]:
    """Return the explanations that a student would read."""
    return diagnosis.explanations[: 1 + MOST_ALTERNATIVES] if diagnosis.is_tie else diagnosis.explanations[:1]


def _difference(part: Part, example: Example, outcome: Outcome) -> str:
    """Return the expected outcome of an example and the actual one; empty where they agree."""
    if outcome.status != example.verdict:
        if example.verdict == "correct" and outcome.status in ("incorrect", "partial"):
            return f"correct; the solver gives {_truth(part)}"
        return f"{example.verdict}, but it is {outcome.status}"
    if not example.mistakes:
        return ""
    reported = _reported(outcome.diagnosis) if outcome.diagnosis else ()
    names = [[mistake.id for mistake in each.mistakes] + ([each.slip] if each.slip else []) for each in reported]
    if any(sorted(found) == sorted(example.mistakes) for found in names):
        return ""
    actual = " or ".join(" and ".join(each) for each in names) or "nothing"
    return f"explained by {' and '.join(example.mistakes)}, but {actual} explains it"


def _truth(part: Part) -> str:
    return shown_value(part, part.variant.run(wanted=(part.step,))[part.step])
