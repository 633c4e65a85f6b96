"""The text that `checker read` prints: each question with its answers, their places and the reasons, and its working.

`head` and `notes` are lines that `checker check --document` prints, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from checker.cli.views.layout import NARROWEST, Style, hanging, labelled, paragraph
from checker.marking.working import slip_of
from checker.text.plain import brief
from checker.text.words import counted, in_line

if TYPE_CHECKING:
    from checker.cli.student_documents import ReadDocuments
    from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion

LONGEST_ANSWER: Final = 26
LONGEST_LINE: Final = 1000
MOST_CANDIDATES: Final = 4
"""Maximum number of candidates that are shown for one answer; the record has all of them."""
ROW_INDENT: Final = 4
SURE: Final = 0.995
"""Confidence from which it is not shown, as it would be 100%."""

ANSWER: Final = "answer"
NOT_FOUND: Final = "not found"
NAME_IT: Final = "Name the assignment: --assignment NAME."


class _Row(NamedTuple):
    """One answer on the screen: its name, text, place, reason and candidates."""

    name: str
    answer: str
    place: str
    reason: str
    candidates: tuple[tuple[str, str], ...]
    """The place and the text of each."""

    @property
    def label(self) -> str:
        """Return the label of an answer's line without colours."""
        return "Answer" if self.name == ANSWER else f"Answer to {self.name}"


class _Question(NamedTuple):
    """A question on the screen, with its answers and its lines of working."""

    name: str
    place: str
    reason: str
    rows: tuple[_Row, ...]
    """None where nothing was found for any part."""
    working: str
    """The number of lines of working that were read, in words; empty if none."""
    wrong_lines: tuple[tuple[str, str], ...]
    """The places of those that are wrong, with what they should give."""


def lines(read: ReadDocuments, style: Style) -> list[str]:
    """Return how a student's documents were understood, as lines."""
    has_files = len(read.documents) > 1
    labels = {problem.id: problem.label for problem in read.folder.problems} if read.folder else {}
    questions = [_question(each, labels.get(each.problem, ""), has_files) for each in read.reading.questions]
    rows = [row for each in questions for row in each.rows]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    shown = [
        line
        for each in questions
        for line in (_in_plain_lines(each, style) if style.plain else _aligned(each, widths, style))
    ]
    return [*head(read, style), *shown, *notes(read, style), *_counts(read, style)]


def head(read: ReadDocuments, style: Style) -> list[str]:
    """Return the lines that name the student, the assignment and the files."""
    files = ", ".join(in_line(document.file) for document in read.documents)
    folder = read.folder
    name = in_line(" ".join(filter(None, (folder.title, f"({folder.name})" if folder.name else "")))) if folder else ""
    student = in_line(read.student)
    if style.plain:
        return labelled([("File", files), ("Student", student), ("Assignment", name or NOT_FOUND)], style)
    return ["", *paragraph(" · ".join((student, name or "no assignment", files)), style), ""]


def _question(question: FoundQuestion, label: str, has_files: bool) -> _Question:  # noqa: FBT001
    """Return a question for the screen; `has_files`: name the file of each place."""
    name = " ".join(filter(None, (label, question.problem)))
    rows = tuple(_row(answer, has_files) for answer in question.answers)
    where = _place(question.evidence, has_files)
    wrong = tuple(
        (_place([each.evidence], has_files), slip_of(each.equation))
        for each in question.working
        if not each.equation.is_right
    )
    total = len(question.working)
    working = f"{counted(total, 'line')} of working, {total - len(wrong)} right" if total else ""
    shown = rows if where or any(row.answer != NOT_FOUND for row in rows) else ()
    return _Question(name, where, _reason(question.reason, question.confidence), shown, working, wrong)


def _row(answer: BoundAnswer, has_files: bool) -> _Row:  # noqa: FBT001
    """Return an answer for the screen; one in doubt has the doubt as its reason, and no place."""
    candidates = tuple((_place([each], has_files), brief(each.text, LONGEST_LINE)) for each in answer.candidates)
    name = answer.part or ANSWER
    if answer.doubt:
        return _Row(name, "to decide", "", answer.doubt, candidates)
    shown = brief(answer.text, LONGEST_ANSWER) if answer.text else NOT_FOUND
    return _Row(name, shown, _place(answer.evidence, has_files), _reason(answer.reason, answer.confidence), candidates)


def _place(evidence: Sequence[Evidence], has_files: bool) -> str:  # noqa: FBT001
    """Return where the first piece of evidence is: `line 14`, or with its file; empty without evidence."""
    if not evidence:
        return ""
    return f"{in_line(evidence[0].file)}, {evidence[0].place}" if has_files else str(evidence[0].place)


def _reason(reason: str, confidence: float) -> str:
    """Return why an answer was found there, with how sure this is; empty if the place says that it was not found."""
    if reason.startswith(NOT_FOUND):  # the place says so
        return ""
    return f"{reason} ({confidence:.0%} sure)" if reason and 0 < confidence < SURE else reason


def _aligned(question: _Question, widths: Sequence[int], style: Style) -> Iterator[str]:
    """Yield a question with its answers in columns of these widths."""
    where = f"from {question.place}" if question.place else NOT_FOUND
    yield from paragraph(f"{question.name}, {where}{question.reason and f': {question.reason}'}", style)
    indent = ROW_INDENT + widths[0] + 2
    for row in question.rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True)]
        if not row.place and row.reason:  # in doubt, or not found: the text needs no column
            yield from hanging(f"{cells[0]}  ", f"{row.answer}: {row.reason}", style, ROW_INDENT)
        elif len(line := " " * ROW_INDENT + "  ".join([*cells, row.reason]).rstrip()) <= style.width:
            yield line
        else:
            yield (" " * ROW_INDENT + "  ".join(cells)).rstrip()
            yield from paragraph(row.reason, style, indent)
        yield from _candidates(row, style, indent)
    if question.working:
        yield from paragraph(question.working, style, ROW_INDENT)
        for place, fault in question.wrong_lines:
            yield from hanging(f"{place}  ", fault, style, ROW_INDENT)
    yield ""


def _candidates(row: _Row, style: Style, indent: int) -> Iterator[str]:
    """Yield a line for each candidate, cut where it would be too long."""
    shown = list(dict.fromkeys(row.candidates))
    widest = max((len(place) for place, _ in shown), default=0)
    length = max(style.width - indent - widest - 2, NARROWEST)
    for place, text in shown[:MOST_CANDIDATES]:
        yield f"{' ' * indent}{place.ljust(widest)}  {_both_ends(text, length)}"
    if len(shown) > MOST_CANDIDATES:
        yield f"{' ' * indent}and {len(shown) - MOST_CANDIDATES} more"


def _both_ends(text: str, length: int) -> str:
    """Return a text without its middle, if it is too long: results are at the end of a line."""
    if len(text) <= length:
        return text
    end = (length - 1) // 2
    return f"{text[: length - 1 - end]}…{text[-end:]}"


def _in_plain_lines(question: _Question, style: Style) -> Iterator[str]:
    """Yield a question as lines of `label: value`."""
    yield from labelled([("Question", question.name), ("From", question.place or NOT_FOUND)], style)
    yield from labelled([("Why", question.reason)], style)
    for row in question.rows:
        yield from labelled([(row.label, row.answer), ("Place", row.place), ("Why", row.reason)], style)
        yield from labelled([("Candidate", f"{place}: {text}") for place, text in row.candidates], style)
    wrong = [("Wrong line", f"{place}: {fault}") for place, fault in question.wrong_lines]
    yield from labelled([("Working", question.working), *wrong], style)


def notes(read: ReadDocuments, style: Style) -> list[str]:
    """Return lines on the documents as a whole: what is in doubt, and what could not be read."""
    found = list(filter(None, [read.reading.trouble, NAME_IT if read.folder is None else "", *read.notes]))
    if style.plain:
        return labelled([("Note", note) for note in found], style)
    return [*(line for note in found for line in paragraph(note, style)), *([""] if found else [])]


def _counts(read: ReadDocuments, style: Style) -> list[str]:
    """Return a line with how many answers were found, are to decide, and were not found."""
    doubtful = sum(bool(answer.doubt) for answer in read.answers)
    found = sum(bool(answer.text and not answer.doubt) for answer in read.answers)
    counts = {"found": found, "to decide": doubtful, NOT_FOUND: len(read.answers) - found - doubtful}
    shown = [f"{count} {name}" for name, count in counts.items() if count or name == "found"]
    return labelled([("Answers", ", ".join(shown))], style)
