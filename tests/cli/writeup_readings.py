"""Readings of write-ups, made by hand: the commands show them, whatever the reader finds."""

from checker.writeups.document import Place
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WriteUpReading


def evidence(line, text, file="s1.md", cell=None):
    return Evidence(file, Place(line, cell), text)


def bound(problem, part, text, *places, **more):
    fields = {"confidence": 1.0, "reason": "marked as the answer", **more}
    return BoundAnswer(problem, part, text, places, **fields)


def missing(problem, part=None):
    return bound(problem, part, "", confidence=0.0, reason="not found")


def found(problem, *answers, at=None, confidence=1.0, reason='the heading "Question 1"'):
    if at is None:
        return FoundQuestion(problem, (), 0.0, "not found", answers)
    return FoundQuestion(problem, (at,), confidence, reason, answers)


LAYER = found(
    "encoder-layer",
    bound("encoder-layer", None, "31,744", evidence(5, "Total: 31,744"), confidence=0.874, reason='after "Total"'),
    at=evidence(3, "## Question 1"),
)
PARTS = found(
    "parts",
    bound("parts", "attention", "16,640", evidence(9, "so 16,640")),
    bound(
        *("parts", "feed-forward", "15,544"),
        doubt="two numbers may be the answer",
        candidates=(evidence(11, "120 · 64 = 7,680"), evidence(12, "15,544")),
    ),
    missing("parts", "total"),
    at=evidence(8, "Question 2"),
    confidence=0.6,
    reason="it repeats the question",
)
NOTHING = found("attention", missing("attention"))


def reading(*questions, assignment="week-1", trouble=""):
    return WriteUpReading(assignment, questions, trouble)
