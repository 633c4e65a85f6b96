"""What the file itself says about answers: the instructor's key, and the examples."""

from __future__ import annotations

from collections.abc import Iterator

from checker.diagnosis import Diagnosis, Explanation
from checker.diagnosis.wording import follows, sentences
from checker.lint.target import LintTarget, shown
from checker.marking.feedback import MOST_ALTERNATIVES
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.marking.parts import PartsMarker
from checker.notation.text import brief
from checker.problems import Example, Finding


def key(subject: LintTarget) -> Iterator[Finding]:
    """Keys with which the solver does not agree, diagnosed like a student's answers: all of a problem together."""
    parts = {part.id: part for part in subject.problem.parts if part.key is not None}
    outcomes = PartsMarker(subject.problem).mark({id_: part.key or "" for id_, part in parts.items()})
    for id_, outcome in outcomes.items():
        if outcome.status == "correct":
            continue
        part = parts[id_]
        truth = shown(part, part.variant.run(wanted=(part.step,))[part.step])
        message = f"the solver gives {truth}, not {brief(outcome.read_as or outcome.given)}. {_why(outcome)}"
        yield subject.finding("key", message, (*subject.own(part), "key"))


def example(subject: LintTarget) -> Iterator[Finding]:
    """Examples that do not come out as they say."""
    for part in subject.problem.parts:
        marker = Marker(subject.problem, part)
        for each in part.examples:
            if came_out := _came_out(each, marker.mark(each.answer)):
                message = f"{brief(each.answer)} is {came_out}"
                yield Finding(subject.file, each.line, each.column, "example", message)


def _why(outcome: Outcome) -> str:
    """The reason, said to the one who wrote the key."""
    if not outcome.diagnosis or not outcome.diagnosis.explanations:
        return " ".join(outcome.feedback.why or [outcome.feedback.headline])
    variant = outcome.marker.part.variant
    told = [follows(each) or " ".join(sentences(variant, each)) for each in _told(outcome.diagnosis)]
    return " Or: ".join(told).replace("Your answer", "Your key").replace("your answer", "your key")


def _told(diagnosis: Diagnosis) -> tuple[Explanation, ...]:
    return diagnosis.explanations[: 1 + MOST_ALTERNATIVES] if diagnosis.is_tie else diagnosis.explanations[:1]


def _came_out(example: Example, outcome: Outcome) -> str:
    """How an example comes out, where that is not as stated."""
    if outcome.status != example.verdict:
        return f"{outcome.status}, not {example.verdict}"
    if not example.mistakes:
        return ""
    told = _told(outcome.diagnosis) if outcome.diagnosis else ()
    names = [[mistake.id for mistake in each.mistakes] + ([each.slip] if each.slip else []) for each in told]
    if any(sorted(found) == sorted(example.mistakes) for found in names):
        return ""
    found = " or ".join(" and ".join(each) for each in names) or "unexplained"
    return f"{found}, not {' and '.join(example.mistakes)}"
