"""CSV: exports an assignment's grades as one table, with a column for each question, for spreadsheets and scripts."""

from __future__ import annotations

from io import StringIO

from checker.lms.gradebooks import Exported, ExportRequest, Gradebook, tables
from checker.lms.gradebooks.tables import UNSCALED, Notes, numbered, with_points, written
from checker.notation.spreadsheet import NumberText, Table


def export(request: ExportRequest) -> Exported:
    """Return the table of grades as a CSV file, in which no text acts as a formula."""
    notes = Notes()
    count = len(with_points(request, notes, tables.WAITING, tables.MISSING))
    if request.scale:
        notes.add(UNSCALED)
    file = StringIO()
    table = Table(file)
    table.row(tables.header(request))
    for row in tables.rows(request):
        table.row(NumberText(written(each)) if isinstance(each, float | int) else each for each in row)
    steps = numbered("Open the file in a spreadsheet program; its encoding is UTF-8 and its delimiter is the comma.")
    return Exported({"grades.csv": file.getvalue().encode()}, notes.listed(), steps, count)


GRADEBOOKS = (Gradebook("csv", export, new="export.csv"),)
