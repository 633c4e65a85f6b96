"""Documents in the folder of another assignment than the one that they answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.writeups.assignment import matcher_of
from checker.writeups.document import Document
from checker.writeups.front_matter import front_text
from checker.writeups.marks import explicit_answers
from checker.writeups.sheets import Sheet

NAMES_ANOTHER: Final = (
    "It names assignment {}, but is in the folder of {}. Move it, or correct `assignment:` at its top."
)
FITS_ANOTHER: Final = (
    "It fits assignment {} better than {}, in whose folder it is. Move it there; if it is in the right folder, write "
    "`assignment: {}` at its top between two lines `---`."
)


def misplaced(documents: Sequence[Document], sheet: Sheet, sheets: Sequence[Sheet]) -> str:
    """Return why documents hardly answer the sheet of their folder, and what to do; empty if they may.

    `sheets`: those of all assignments.
    """
    named = {front_text(document, "assignment") for document in documents}
    if sheet.assignment in named or len(sheets) == 1:
        return ""
    if other := next((each for each in sheets if each.assignment in named), None):
        return NAMES_ANOTHER.format(other.assignment, sheet.assignment)
    marked = explicit_answers(documents, sheets).answers
    homes = [each for each in sheets if any(key in each.parts for key in marked)]
    if sheet in homes:
        return ""
    better = homes[0] if homes else matcher_of(tuple(sheets)).better(documents, sheet)
    return FITS_ANOTHER.format(better.assignment, sheet.assignment, sheet.assignment) if better else ""
