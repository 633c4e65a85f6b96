"""CSV: a table of all grades for spreadsheets and scripts."""

from __future__ import annotations

from io import StringIO
from typing import Final

from checker.lms.gradebooks import _tables
from checker.lms.gradebooks._notes import UNSCALED, Notes, graded, numbered
from checker.lms.gradebooks._numbers import written
from checker.lms.grades import Exported, ExportRequest
from checker.notation.spreadsheet import NumberText, Table

NAME: Final = "csv"
NEEDS_FILE: Final = False
IS_FOLDER: Final = False


def export(request: ExportRequest) -> Exported:
    """Return the table; texts are never formulas."""
    notes = Notes()
    count = len(graded(request, notes, _tables.WAITING, _tables.MISSING))
    if request.scale:
        notes.add(UNSCALED)
    file = StringIO()
    table = Table(file)
    table.row(_tables.header(request))
    for row in _tables.rows(request):
        table.row(NumberText(written(each)) if isinstance(each, float | int) else each for each in row)
    steps = numbered("Open the file in a spreadsheet program; its encoding is UTF-8 and its delimiter is the comma.")
    return Exported({"grades.csv": file.getvalue().encode()}, notes.listed(), steps, count)
