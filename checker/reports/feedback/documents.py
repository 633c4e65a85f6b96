"""A student's documents with remarks, at the level of the page: what became of an answer is told by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.grading.grader.remarks import Remark, RemarkedWriteUp
from checker.notation.words import in_one_line
from checker.reports.feedback.answers import LONGEST_LINE
from checker.reports.feedback.model import ShownAnswer, ShownDocument, ShownPiece, ShownRemark


def shown_documents(write_up: RemarkedWriteUp, answers: Sequence[ShownAnswer]) -> Iterator[ShownDocument]:
    """Yield the documents of a write-up; `answers` has one for each question of the assignment."""
    for document in write_up.documents:
        remarks = tuple(each for each in document.remarks if not each.working or _line(each, answers))
        found = document._replace(remarks=remarks).pieces()
        pieces = (ShownPiece(lines, _remark(remark, answers)) for lines, remark in found)
        yield ShownDocument(document.file.rpartition("/")[2], document.notes, document.width, tuple(pieces))


def _remark(remark: Remark | None, answers: Sequence[ShownAnswer]) -> ShownRemark | None:
    if remark is None or remark.place >= len(answers):  # the question is gone since
        return None
    if answers[remark.place].is_accepted:  # perhaps for something else than this line
        return None
    if remark.working:
        return ShownRemark(answers[remark.place], _line(remark, answers), is_of_line=True)
    return ShownRemark(answers[remark.place], tuple(filter(None, (remark.answer, remark.considered))))


def _line(remark: Remark, answers: Sequence[ShownAnswer]) -> tuple[str, ...]:
    """Return what the page says about a line of working; nothing at levels that say nothing about lines."""
    lines = answers[remark.place].working if remark.place < len(answers) else ()
    return next(((each.remark,) for each in lines if each.text == in_one_line(remark.working, LONGEST_LINE)), ())
