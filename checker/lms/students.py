"""Students, and the rosters that they are on: who is meant by an id, a name or an email address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple
from unicodedata import normalize

from checker.document import DocumentError
from checker.document.errors import quote
from checker.lms.cells import Table, read_table
from checker.lms.layouts import Layout, cell, layout_of
from checker.notation.words import did_you_mean, shortened


class Student(NamedTuple):
    """A student of a course."""

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    other_ids: tuple[str, ...] = ()
    """Other ids of this student: SIS ids, a login, the number of a participant in Moodle."""

    @property
    def keys(self) -> frozenset[str]:
        """Return everything that identifies this student, as `key` compares it."""
        return frozenset(map(key, (self.id, *self.other_ids, self.email))) - {""}

    @property
    def shown(self) -> str:
        """Return the student as messages name people: `Ana Lee (s1042)`."""
        return shown(self.id, self.name)


def shown(id_: str, name: str = "") -> str:
    """Return a person as messages name people."""
    name = " ".join(name.split())
    return f"{shortened(name)} ({shortened(id_)})" if name and name != id_ else shortened(id_)


def key(text: str) -> str:
    """Return an id as it is compared: exactly, except for space around it and for the case of email addresses.

    >>> key(" s1042 "), key("S1042"), key("Lee@Uni.edu")
    ('s1042', 'S1042', 'lee@uni.edu')
    """
    text = text.strip()
    return text.casefold() if "@" in text else text


def _loose(id_: str) -> str:
    return id_.strip().casefold().lstrip("0")


@dataclass(frozen=True)
class Roster:
    """The students of a course, in the order of the file."""

    students: tuple[Student, ...] = ()

    @cached_property
    def _by_key(self) -> dict[str, list[Student]]:
        return by_key(self.students)

    def find(self, id_: str) -> Student | None:
        """Return the only student with this id, other id or email address; None if there are none or several."""
        found = self._by_key.get(key(id_), [])
        return found[0] if len(found) == 1 else None

    def alike(self, id_: str) -> Student | None:
        """Return the only student whose id differs in case or in leading zeros only; None if there are none or several.

        Nobody is graded by it: it is for a person who corrects the id.
        """
        found = [each for each in self.students if _loose(each.id) == _loose(id_)]
        return found[0] if len(found) == 1 else None

    def ambiguous(self, id_: str) -> bool:
        """Return whether several students have this id, other id or email address."""
        return len(self._by_key.get(key(id_), [])) > 1


def by_key(students: Iterable[Student]) -> dict[str, list[Student]]:
    """Return the students with each key."""
    found: dict[str, list[Student]] = {}
    for student in students:
        for each in student.keys:
            found.setdefault(each, []).append(student)
    return found


FIELDS: Final = ("id", "name", "email", "section")


def read_roster(data: bytes, source: str, headings: Mapping[str, str] | None = None) -> Roster:
    """Return the roster in the bytes of a file.  Raises DocumentError with the place and what to do.

    `headings` names the columns of a file with other headings: `{"id": "Matrikelnummer"}`.
    """
    table = read_table(data, source)
    layout = _layout(table, headings or {})
    lines: dict[str, int] = {}
    students = []
    for line, student in _students(table, layout):
        same = normalize("NFC", student.id)  # an é of one or of two characters looks the same
        if same in lines:
            both = f"lines {lines[same]} and {line} both have the id {quote(student.id)}"
            raise DocumentError(f"{both}; keep one of them, or correct the id", source, line)
        lines[same] = line
        students.append(student)
    if not students:
        raise DocumentError("lists no students; put one in each line below the header", source, table.header.line)
    return Roster(tuple(students))


def _layout(table: Table, headings: Mapping[str, str]) -> Layout:
    layout = layout_of(table.header.texts, [row.texts for row in table.rows])
    places = {field: _named(table, heading) for field, heading in headings.items() if field in FIELDS}
    if "id" in places:
        layout = layout or Layout("a list of students", ())
        others = tuple(each for each in layout.ids if each != places["id"])
        layout = layout._replace(ids=(places["id"], *others), id_of=str.strip, first_id_only=True)
    if layout is None:
        known = ", ".join(quote(each.strip()) for each in table.header.texts if each.strip())
        advice = "name the column of ids `id`, or name it in assignment.yaml: `roster: {id: HEADING}`"
        raise DocumentError(f"has no column of ids; {advice}; the columns are {known}", table.source, table.header.line)
    names = (places["name"],) if "name" in places else layout.names
    email, section = places.get("email", layout.email), places.get("section", layout.section)
    return layout._replace(names=names, email=email, section=section)


def _named(table: Table, heading: str) -> int:
    """Return the column with the heading that assignment.yaml names."""
    header = [each.strip() for each in table.header.texts]
    if header.count(heading.strip()) == 1:
        return header.index(heading.strip())
    if heading.strip() in header:
        message = f"has two columns {quote(heading)}; rename one of them"
    else:
        message = f"has no column {quote(heading)}, which assignment.yaml names{did_you_mean(heading, header)}"
    raise DocumentError(message, table.source, table.header.line)


def _students(table: Table, layout: Layout) -> Iterator[tuple[int, Student]]:
    for row in table.rows:
        texts = row.texts
        if not layout.is_student(texts):
            continue
        ids = layout.row_ids(texts)
        candidates = ids[:1] if layout.first_id_only else ids
        own = next(filter(None, candidates), "")
        if not own:
            heading = quote(table.header.texts[layout.ids[0]].strip())
            raise DocumentError(f"has a row without an id; fill in the column {heading}", table.source, row.line)
        email = cell(texts, layout.email)
        others = tuple(dict.fromkeys(each for each in ids[:-1] if each and each != own))
        yield row.line, Student(own, layout.name(texts), email, cell(texts, layout.section), others)
