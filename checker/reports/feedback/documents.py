"""A student's documents with remarks, at the level of the page: what became of an answer is told by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.grading.grader.remarks import Remark, RemarkedWriteUp
from checker.reports.feedback.model import ShownAnswer, ShownDocument, ShownPiece, ShownRemark


def shown_documents(write_up: RemarkedWriteUp, answers: Sequence[ShownAnswer]) -> Iterator[ShownDocument]:
    """Yield the documents of a write-up; `answers` has one for each question of the assignment."""
    for document in write_up.documents:
        pieces = (ShownPiece(lines, _remark(remark, answers)) for lines, remark in document.pieces())
        yield ShownDocument(document.file.rpartition("/")[2], document.notes, document.width, tuple(pieces))


def _remark(remark: Remark | None, answers: Sequence[ShownAnswer]) -> ShownRemark | None:
    if remark is None or remark.place >= len(answers):  # the question is gone since
        return None
    if answers[remark.place].is_accepted:  # perhaps for something else than this line
        return None
    return ShownRemark(answers[remark.place], tuple(filter(None, (remark.answer, remark.considered))))
