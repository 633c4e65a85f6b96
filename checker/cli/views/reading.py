"""The page that `checker read` shows: each question with its answers, their places and the reasons, and its working.

`head` and `notes` are blocks that `checker check --document` shows, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from checker.cli.output import Block, Table, Text
from checker.marking.working import slip_of
from checker.text.plain import brief
from checker.text.words import counted, in_line

if TYPE_CHECKING:
    from checker.cli.student_documents import ReadDocuments
    from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion

LONGEST_ANSWER: Final = 26
LONGEST_CANDIDATE: Final = 160
MOST_CANDIDATES: Final = 4
"""Maximum number of candidates that are shown for one answer; the record has all of them."""
SURE: Final = 0.995
"""Confidence from which it is not shown, as it would be 100%."""
NOT_FOUND: Final = "not found"
NAME_IT: Final = "Name the assignment: --assignment NAME."


def reading(read: ReadDocuments) -> list[Block]:
    """Return how a student's documents were understood."""
    labels = {problem.id: problem.label for problem in read.folder.problems} if read.folder else {}
    questions = [
        block
        for each in read.reading.questions
        for block in _question(each, labels.get(each.problem, ""), has_files=len(read.documents) > 1)
    ]
    doubtful = sum(bool(answer.doubt) for answer in read.answers)
    found = sum(bool(answer.text and not answer.doubt) for answer in read.answers)
    counts = {"found": found, "to decide": doubtful, NOT_FOUND: len(read.answers) - found - doubtful}
    shown = ", ".join(f"{count} {name}" for name, count in counts.items() if count or name == "found")
    return [*head(read), *questions, *notes(read), Table([("Answers", shown)])]


def head(read: ReadDocuments) -> list[Block]:
    """Return the blocks that name the student, the assignment and the files."""
    files = ", ".join(in_line(document.file) for document in read.documents)
    folder = read.folder
    name = " ".join(filter(None, (folder.title, f"({folder.name})" if folder.name else ""))) if folder else NOT_FOUND
    return ["", Table([("Student", in_line(read.student)), ("Assignment", in_line(name)), ("File", files)]), ""]


def notes(read: ReadDocuments) -> list[Block]:
    """Return blocks on the documents as a whole: what is in doubt, and what could not be read."""
    found = list(filter(None, [read.reading.trouble, NAME_IT if read.folder is None else "", *read.notes]))
    return [*(Text(each, "Note") for each in found), *([""] if found else [])]


def _question(question: FoundQuestion, label: str, *, has_files: bool) -> Iterator[Block]:
    """Yield a question with its answers and its lines of working; `has_files`: name the file of each place."""

    def place(evidence: Evidence) -> str:
        return f"{in_line(evidence.file)}, {evidence.place}" if has_files else str(evidence.place)

    name = " ".join(filter(None, (label, question.problem)))
    where = f"from {place(question.evidence[0])}" if question.evidence else NOT_FOUND
    why = _reason(question.reason, question.confidence)
    yield Text(f"{name}, {where}{why and f': {why}'}", "Question")
    answers = [each for each in question.answers if each.text or each.doubt or question.evidence]
    rows: list[tuple[str, ...]] = []
    for answer in answers:
        rows.append((answer.part or "answer", *_answer(answer, place(answer.evidence[0]) if answer.evidence else "")))
        candidates = list(
            dict.fromkeys((place(each), brief(each.text, LONGEST_CANDIDATE)) for each in answer.candidates)
        )
        rows += [("", "candidate", *each) for each in candidates[:MOST_CANDIDATES]]
        left = len(candidates) - MOST_CANDIDATES
        rows += [("", "", "", f"and {left} more")] if left > 0 else []
    yield Table(rows, "lllw", indent=4, between="; ")
    if total := len(question.working):
        wrong = [each for each in question.working if not each.equation.is_right]
        yield Text(f"{counted(total, 'line')} of working, {total - len(wrong)} right", indent=4)
        yield Table([(place(each.evidence), slip_of(each.equation)) for each in wrong], label="Wrong line", indent=4)
    yield ""


def _answer(answer: BoundAnswer, place: str) -> tuple[str, str, str]:
    """Return an answer, its place and the reason; one in doubt has the doubt as its reason, and no place."""
    if answer.doubt:
        return "to decide", "", answer.doubt
    shown = brief(answer.text, LONGEST_ANSWER) if answer.text else NOT_FOUND
    return shown, place, _reason(answer.reason, answer.confidence)


def _reason(reason: str, confidence: float) -> str:
    """Return why an answer was found there, with how sure this is; empty if the place says that it was not found."""
    if reason.startswith(NOT_FOUND):
        return ""
    return f"{reason} ({confidence:.0%} sure)" if reason and 0 < confidence < SURE else reason
