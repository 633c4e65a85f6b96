"""Excel: exports an assignment's grades as one table in a workbook, in which no text acts as a formula.

The same grades give the same bytes.
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook, tables
from checker.lms.gradebooks.tables import UNSCALED, Notes, clean_text, numbered, parsed, rounded, with_points
from checker.notation.packaged import extra

if TYPE_CHECKING:
    from openpyxl import Workbook


LONGEST: Final = 32_767
"""Maximum number of characters in a cell of Excel."""

EPOCH: Final = datetime(1980, 1, 1, tzinfo=UTC)
CORE: Final = "docProps/core.xml"


def export(request: ExportRequest) -> Exported:
    """Return the table of grades as a workbook.  Raise ExportError if the library for it is missing."""
    notes = Notes()
    count = len(with_points(request, notes, tables.WAITING, tables.MISSING))
    if request.scale:
        notes.add(UNSCALED)
    data = _bytes(_workbook(request), parsed(request.timestamp) or EPOCH)
    steps = numbered("Open the file in Excel, LibreOffice or Google Sheets.")
    return Exported({"grades.xlsx": data}, notes.listed(), steps, count)


def _workbook(request: ExportRequest) -> Workbook:
    """Return the workbook with the table of grades.  Raise ExportError if openpyxl is missing."""
    try:
        from openpyxl import Workbook
        from openpyxl.styles import Font
    except ModuleNotFoundError:
        raise ExportError(f"xlsx files need {extra('xlsx')}") from None
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Grades"
    table: list[list[tables.Cell]] = [[*tables.header(request)], *tables.rows(request)]
    for number, row in enumerate(table, 1):
        for place, value in enumerate(row, 1):
            cell = sheet.cell(number, place)
            if isinstance(value, str):
                cell.value = clean_text(value)[:LONGEST]
                cell.data_type = "s"  # with `=` it would be a formula
            elif value is not None:
                cell.value = rounded(value)
            if number == 1:
                cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    return book


def _bytes(book: Workbook, time: datetime) -> bytes:
    """Return a workbook as bytes that depend on its cells and the time of the run only."""
    first, second = BytesIO(), BytesIO()
    book.properties.created = book.properties.modified = time.replace(tzinfo=None)
    book.save(first)
    with ZipFile(first) as read, ZipFile(second, "w") as write:
        for name in read.namelist():
            content = read.read(name)
            if name == CORE:
                from openpyxl.xml.functions import tostring

                book.properties.modified = time.replace(tzinfo=None)  # saving sets it
                content = tostring(book.properties.to_tree())
            write.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return second.getvalue()


GRADEBOOKS = (Gradebook("xlsx", export, new="export.xlsx"),)
