"""How the documents of a student are read: which assignment, which questions, which answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checker.writeups.document import Document
from checker.writeups.reading import BoundAnswer, FoundQuestion, WriteUpReading
from checker.writeups.sheets import Sheet


def read_writeup(documents: Sequence[Document], sheets: Iterable[Sheet]) -> WriteUpReading:
    """Return how the documents of one student are understood, against the one of these sheets that they fit.

    An assignment that the student's folder names is the only sheet given.
    """
    (sheet,) = sheets
    del documents
    return WriteUpReading(
        sheet.assignment,
        tuple(
            FoundQuestion(
                question.problem,
                (),
                0.0,
                "not found",
                tuple(BoundAnswer(*part.key, "", (), 0.0, "not found") for part in question.parts),
            )
            for question in sheet.questions
        ),
    )
