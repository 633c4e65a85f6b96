"""The result of reading a write-up: where each question is answered, and the answer to each part with its doubts."""

from __future__ import annotations

from typing import NamedTuple

from checker.problems import QuestionKey
from checker.working.amounts import Equation
from checker.writeups.document import Evidence
from checker.writeups.parts.evidence import TypedCandidate


class BoundAnswer(NamedTuple):
    """The answer that was found to a part, or the results among which a person has to choose."""

    key: QuestionKey
    text: str
    """The answer as one would type it in; empty where nothing was found."""
    evidence: tuple[Evidence, ...]
    confidence: float
    reason: str
    """Why it was found there: `the last result after "Total"`."""
    doubt: str = ""
    """Why a person has to decide; empty where no doubt is left."""
    candidates: tuple[Evidence, ...] = ()
    """Where there is doubt: everything that may be the answer, the likeliest first."""
    is_marked: bool = False
    """The student marked it as the answer, on an answer line."""
    is_telling: bool = False
    """Whether a wrong guess would hardly be right by chance."""
    offers: tuple[TypedCandidate, ...] = ()
    """Every result that may answer the part."""
    is_likely: bool = False
    """Whether the answer counts in spite of the doubt if it is right: no wrong guess would be right by chance."""


class WorkedLine(NamedTuple):
    """An equation in a student's working, and where it stands."""

    evidence: Evidence
    equation: Equation


class FoundQuestion(NamedTuple):
    """A question of the assignment, and where the documents answer it."""

    problem: str
    evidence: tuple[Evidence, ...]
    """The first line of each of its sections; none where it was not found."""
    confidence: float
    reason: str
    answers: tuple[BoundAnswer, ...]
    """One for each part, in the order of the parts."""
    working: tuple[WorkedLine, ...] = ()
    """The equations in its sections."""


class WriteUpReading(NamedTuple):
    """The questions and answers in the documents of one student."""

    assignment: str | None
    """None where the documents fit no assignment, or several."""
    questions: tuple[FoundQuestion, ...]
    trouble: str = ""
    """Why a person has to look at the whole of it; empty where there is no need."""
    notes: tuple[tuple[Evidence, str], ...] = ()
    """Lines that could not be understood, each with what to do about it."""
    remarks: tuple[str, ...] = ()
    """Sentences on how the documents were read, about which there is nothing to do."""
