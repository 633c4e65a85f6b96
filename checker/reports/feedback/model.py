"""Data that a page of feedback shows; texts are plain, prompts are Markdown."""

from __future__ import annotations

from typing import NamedTuple

from checker.grading.grader.remarks import SourceLine
from checker.lms.students import Student


class ShownStep(NamedTuple):
    """A step of the solution at level `full`."""

    name: str
    formula: str
    """Empty where the student's value is known."""
    yours: str
    expected: str
    differs: bool


class ShownLine(NamedTuple):
    """A line of the student's working that is not right."""

    place: str
    text: str
    remark: str
    is_told: bool = False
    """Whether the reasons of the answer say the same."""


class ShownAnswer(NamedTuple):
    """One answer on a student's page, with everything that is said about it."""

    anchor: str
    """Its id in the page."""
    problem: str
    """The id of the problem."""
    part: str
    """Empty where the problem has only one part."""
    name: str
    """How the overview calls it: `3 embeddings`, or `3 Parameters of one layer` where the problem has only one part."""
    form: str
    """The kind of answer that the part takes; empty where the student knows it."""
    status: str
    verdict: str
    points: str
    """Empty where there is nothing to tell about points."""
    given: str
    """The answer as it was written."""
    reading: str
    """How it was read; empty where it was not, and where that is how it was written."""
    place: str
    """Where it was found in a document."""
    headline: str
    why: tuple[str, ...]
    where: str
    next: str
    remark: str
    """The decision of a person, in their words."""
    is_accepted: bool = False
    """A person gave points for the work: which value they accepted is not known."""
    expected: str = ""
    """The right answer, at level `full` only."""
    steps: tuple[ShownStep, ...] = ()
    working: tuple[ShownLine, ...] = ()


class ShownChoice(NamedTuple):
    """The options of a choice."""

    parts: str
    """The parts that have these; empty where the problem has only one part."""
    options: tuple[str, ...]
    has_letters: bool
    """Options that are letters themselves have none."""


class ShownQuestion(NamedTuple):
    """A problem with its answers."""

    heading: str
    prompt: str
    choices: tuple[ShownChoice, ...]
    answers: tuple[ShownAnswer, ...]
    note: str = ""
    """That the grade is from another version of the question."""


class ShownRemark(NamedTuple):
    """A remark next to a line of a document."""

    answer: ShownAnswer
    texts: tuple[str, ...]
    """The answer that was found there, and what else may be the answer; or what is wrong with a line of working."""
    is_of_line: bool = False
    """Whether it speaks of a line of working."""


class ShownPiece(NamedTuple):
    """Some lines of a student's document on the page, and the remark below them."""

    lines: tuple[SourceLine, ...]
    remark: ShownRemark | None


class ShownDocument(NamedTuple):
    """A document of the student."""

    file: str
    notes: tuple[str, ...]
    """What could not be read."""
    width: int
    """The width of the widest line number."""
    pieces: tuple[ShownPiece, ...]


class ShownAssignment(NamedTuple):
    """Hand-in of a student for one assignment."""

    title: str
    score: str
    notes: tuple[str, ...]
    """About lateness, what is still open, and what could not be read."""
    questions: tuple[ShownQuestion, ...]
    others: tuple[str, ...]
    """Answers that belong to no question."""
    documents: tuple[ShownDocument, ...]

    @property
    def answers(self) -> list[ShownAnswer]:
        """Return the answers to all questions."""
        return [answer for question in self.questions for answer in question.answers]


class ShownBelief(NamedTuple):
    """One idea that is behind several answers."""

    sentence: str
    answers: tuple[ShownAnswer, ...]
    """Those that it touched, in the order of the page."""
    next: str


class StudentPage(NamedTuple):
    """The page of one student."""

    student: Student
    assignments: tuple[ShownAssignment, ...]
    beliefs: tuple[ShownBelief, ...] = ()

    @property
    def title(self) -> str:
        """Return the titles of the assignments."""
        return ", ".join(each.title for each in self.assignments)
