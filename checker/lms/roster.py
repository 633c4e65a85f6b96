r"""Reads rosters: the students of a course, from the instructor's own list or one of a learning management system.

>>> roster = read_roster(b"id,name,email\ns1,Ana Lee,lee@uni.edu\n", "roster.csv")
>>> roster.find("Lee@uni.edu")
Student(id='s1', name='Ana Lee', email='lee@uni.edu', section='', other_ids=())
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final
from unicodedata import normalize

from checker.document import DocumentError, read_bytes
from checker.document.nodes import quote
from checker.document.tables import CsvTable, read_table
from checker.engine.errors import UserError
from checker.lms.headings import Layout, cell
from checker.lms.students import Roster, Student
from checker.lms.systems import layout_of
from checker.problems import ProblemFolder
from checker.text.words import did_you_mean

_LARGEST: Final = 50_000_000


def roster_of(path: Path, folders: Iterable[ProblemFolder]) -> Roster:
    """Return the students on a roster, the headings of whose columns assignments may name.  Raise UserError."""
    headings = {field: name for each in folders for field, name in each.settings.roster_headings.items()}
    try:
        return read_roster(table_bytes("--roster", path), str(path), headings)
    except DocumentError as error:
        raise UserError(f"--roster {error}") from None


def table_bytes(option: str, path: Path) -> bytes:
    """Return the contents of the file that an option names.  Raise UserError."""
    try:
        return read_bytes(path, limit=_LARGEST)
    except DocumentError as error:
        raise UserError(f"{option} {error}") from None


def read_roster(data: bytes, source: str, headings: Mapping[str, str] | None = None) -> Roster:
    """Return the students in the bytes of a file.  Raise DocumentError with the place and what to do.

    `headings` names the columns of a file with other headings: `{"id": "Matrikelnummer"}`.  An email address may stand
    in for the id, unless `headings` names the ids.
    """
    table = read_table(data, source).checked()
    layout = _layout(table, headings or {})
    students: dict[str, tuple[int, Student]] = {}
    for row in table.rows:
        if not layout.is_student(row.cells):
            continue
        *ids, email = layout.row_ids(row.cells)
        own = ids[0] or ("" if headings and "id" in headings else email)
        if not own:
            heading = quote(table.header.cells[layout.ids[0]].strip())
            raise DocumentError(f"has a row without an id; fill in the column {heading}", source, row.line)
        same = normalize("NFC", own)  # an é of one or of two characters looks the same
        if same in students:
            both = f"lines {students[same][0]} and {row.line} both have the id {quote(own)}"
            raise DocumentError(f"{both}; keep one of them, or correct the id", source, row.line)
        others = tuple(dict.fromkeys(each for each in ids if each not in {"", own}))
        section = cell(row.cells, layout.section)
        students[same] = row.line, Student(own, layout.name(row.cells), email, section, others)
    if not students:
        raise DocumentError("lists no students; put one in each line below the header", source, table.header.line)
    return Roster(tuple(student for _, student in students.values()), table.note)


def _layout(table: CsvTable, headings: Mapping[str, str]) -> Layout:
    """Return the layout of a roster, in which `headings` decide.  Raise DocumentError if no column has ids."""
    places = {field: _named(table, heading.strip()) for field, heading in headings.items()}
    layout = layout_of(table.header.cells, [row.cells for row in table.rows])
    if "id" in places:
        layout = layout or Layout(())
        others = (each for each in layout.ids if each != places["id"])
        layout = layout._replace(ids=(places["id"], *others), id_of=str.strip)
    if layout is None:
        known = ", ".join(quote(each.strip()) for each in table.header.cells if each.strip())
        advice = "name the column of ids `id`, or name it in assignment.yaml: `roster: {id: HEADING}`"
        raise DocumentError(f"has no column of ids; {advice}; the columns are {known}", table.source, table.header.line)
    names = (places["name"],) if "name" in places else layout.names
    email, section = places.get("email", layout.email), places.get("section", layout.section)
    return layout._replace(names=names, email=email, section=section)


def _named(table: CsvTable, heading: str) -> int:
    header = [each.strip() for each in table.header.cells]
    if header.count(heading) == 1:
        return header.index(heading)
    message = f"has no column {quote(heading)}, which assignment.yaml names{did_you_mean(heading, header)}"
    if heading in header:
        message = f"has two columns {quote(heading)}; rename one of them"
    raise DocumentError(message, table.source, table.header.line)
