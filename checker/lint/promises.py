"""What the file itself says about answers: the instructor's key, and the examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from checker.answers import Judge
from checker.diagnose import Diagnosis, Explanation, Mistake
from checker.diagnose.mistakes import wrong
from checker.diagnose.wording import sentences
from checker.feedback import MOST_ALTERNATIVES
from checker.grade import Marker
from checker.lint.subject import Subject, brief, shown
from checker.outcome import Outcome
from checker.problem import Example, Finding
from checker.survey import MenuError
from checker.variant import FAILURES

SEVERAL: Final = 2
"""Wrong keys, so many, may share a reason."""


def key(subject: Subject) -> Iterator[Finding]:
    """Keys with which the solver does not agree, diagnosed like a student's answer.

    Where one set of mistakes explains all the keys of a problem, that is what is told of each.
    """
    parts = subject.problem.parts
    outcomes = [Marker(subject.problem, part).mark(part.key) for part in parts if part.key is not None]
    beliefs = _beliefs(outcomes)
    for outcome in outcomes:
        if outcome.status == "correct":
            continue
        part = outcome.marker.part
        truth = shown(part, part.variant.run(wanted=(part.step,))[part.step])
        message = f"the solver gives {truth}, not {brief(outcome.read_as or outcome.given)}. {_why(outcome, beliefs)}"
        yield subject.finding("key", message, (*subject.own(part), "key"))


def example(subject: Subject) -> Iterator[Finding]:
    """Examples that do not come out as they say."""
    for part in subject.problem.parts:
        marker = Marker(subject.problem, part)
        for each in part.examples:
            if came_out := _came_out(each, marker.mark(each.answer)):
                message = f"{brief(each.answer)} is {came_out}"
                yield Finding(subject.file, each.line, each.column, "example", message)


def _beliefs(outcomes: Sequence[Outcome]) -> list[frozenset[Mistake]]:
    """The sets of mistakes that give all the keys of a problem, where several are wrong."""
    diagnosed = [outcome.diagnosis for outcome in outcomes if outcome.diagnosis]
    if len(diagnosed) < SEVERAL:
        return []
    sets = [frozenset(each.mistakes) for diagnosis in diagnosed for each in diagnosis.explanations if not each.slip]
    return [believed for believed in dict.fromkeys(sets) if all(_gives(believed, outcome) for outcome in outcomes)]


def _gives(believed: Iterable[Mistake], outcome: Outcome) -> bool:
    """Whether somebody who believes this would give such an answer."""
    part = outcome.marker.part
    try:
        value = part.variant.run(wrong(believed), {part.step})[part.step]
    except (MenuError, *FAILURES):
        return False
    return outcome.reading is not None and Judge(value, part.tolerance).verdict(outcome.reading) == "correct"


def _why(outcome: Outcome, beliefs: Sequence[frozenset[Mistake]]) -> str:
    """The reason, said to the one who wrote the key."""
    if not outcome.diagnosis or not outcome.diagnosis.explanations:
        return " ".join(outcome.feedback.why or [outcome.feedback.headline])
    told = _told(_held(outcome.diagnosis, beliefs))
    reasons = [" ".join(sentences(outcome.marker.part.variant, each)) for each in told]
    return " Or: ".join(reasons).replace("Your answer", "Your key")


def _held(diagnosis: Diagnosis, beliefs: Sequence[frozenset[Mistake]]) -> Diagnosis:
    """The explanations that are part of a belief which gives all the keys; if none is, as they were."""
    held = [
        each
        for each in diagnosis.explanations
        if not each.slip and any(believed.issuperset(each.mistakes) for believed in beliefs)
    ]
    mass = sum(each.share for each in held)
    return Diagnosis(tuple(each._replace(share=each.share / mass) for each in held)) if held else diagnosis


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
