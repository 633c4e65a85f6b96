r"""Reads rosters: the students of a course, from the instructor's own list or one of a learning management system.

>>> roster = read_roster(b"id,name,email\ns1,Ana Lee,lee@uni.edu\n", "roster.csv")
>>> roster.find("Lee@uni.edu")
Student(id='s1', name='Ana Lee', email='lee@uni.edu', section='', other_ids=())
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from unicodedata import normalize

from checker.document import DocumentError
from checker.document.errors import quote
from checker.lms.headings import Layout, cell
from checker.lms.students import Roster, Student
from checker.lms.systems import layout_of
from checker.lms.tables import Table, read_table
from checker.text.words import did_you_mean

FIELDS: Final = ("id", "name", "email", "section")


def read_roster(data: bytes, source: str, headings: Mapping[str, str] | None = None) -> Roster:
    """Return the students in the bytes of a file.  Raise DocumentError with the place and what to do.

    `headings` names the columns of a file with other headings: `{"id": "Matrikelnummer"}`.
    """
    table = read_table(data, source).checked()
    fields = {field: heading for field, heading in (headings or {}).items() if field in FIELDS}
    students: dict[str, tuple[int, Student]] = {}
    for line, student in _students(table, _layout(table, fields), is_strict="id" in fields):
        same = normalize("NFC", student.id)  # an é of one or of two characters looks the same
        if same in students:
            both = f"lines {students[same][0]} and {line} both have the id {quote(student.id)}"
            raise DocumentError(f"{both}; keep one of them, or correct the id", source, line)
        students[same] = line, student
    if not students:
        raise DocumentError("lists no students; put one in each line below the header", source, table.header.line)
    return Roster(tuple(student for _, student in students.values()), table.note)


def _layout(table: Table, headings: Mapping[str, str]) -> Layout:
    """Return the layout of a roster, in which `headings` decide.  Raise DocumentError if no column has ids."""
    layout = layout_of(table.header.cells, [row.cells for row in table.rows])
    places = {field: _named(table, heading) for field, heading in headings.items()}
    if "id" in places:
        layout = layout or Layout(())
        others = tuple(each for each in layout.ids if each != places["id"])
        layout = layout._replace(ids=(places["id"], *others), id_of=str.strip)
    if layout is None:
        known = ", ".join(quote(each.strip()) for each in table.header.cells if each.strip())
        advice = "name the column of ids `id`, or name it in assignment.yaml: `roster: {id: HEADING}`"
        raise DocumentError(f"has no column of ids; {advice}; the columns are {known}", table.source, table.header.line)
    names = (places["name"],) if "name" in places else layout.names
    email, section = places.get("email", layout.email), places.get("section", layout.section)
    return layout._replace(names=names, email=email, section=section)


def _named(table: Table, heading: str) -> int:
    """Return the column with the heading that assignment.yaml names."""
    header = [each.strip() for each in table.header.cells]
    if header.count(heading.strip()) == 1:
        return header.index(heading.strip())
    if heading.strip() in header:
        message = f"has two columns {quote(heading)}; rename one of them"
    else:
        message = f"has no column {quote(heading)}, which assignment.yaml names{did_you_mean(heading, header)}"
    raise DocumentError(message, table.source, table.header.line)


def _students(table: Table, layout: Layout, *, is_strict: bool) -> Iterator[tuple[int, Student]]:
    """Yield (line, Student) for each row of a student.  Raise DocumentError for a row without an id.

    An email address may stand in for the id, unless `is_strict`.
    """
    for row in table.rows:
        if not layout.is_student(row.cells):
            continue
        ids = layout.row_ids(row.cells)
        email = cell(row.cells, layout.email)
        own = ids[0] or ("" if is_strict else email)
        if not own:
            heading = quote(table.header.cells[layout.ids[0]].strip())
            raise DocumentError(f"has a row without an id; fill in the column {heading}", table.source, row.line)
        others = tuple(dict.fromkeys(each for each in ids[:-1] if each and each != own))
        yield row.line, Student(own, layout.name(row.cells), email, cell(row.cells, layout.section), others)
