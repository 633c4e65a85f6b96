"""Recognises lists of students, such as rosters and gradebooks: which columns say who a student is (`Layout`).

Systems declare the rules.  Also knows the usual headings of a student's number in many languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from checker.lms.systems import declared

Recogniser = Callable[[Sequence[str], Sequence[Sequence[str]]], "Layout | None"]
"""Return the layout of a list by its header and rows, or None where it is of another kind."""


class ListRule(NamedTuple):
    """A rule that recognises lists of one kind; if several fit, the strictest one (lowest `looseness`) counts.

    0  headings in a fixed order (Canvas)                 3  columns with two telling headings (Gradescope)
    1  a first column of its own form (Moodle worksheet)  4  columns of names, and any of ids (Moodle gradebook)
    2  three headings that go together (Blackboard)       5  any column of ids (a list that a person made)
    """

    looseness: int
    recognise: Recogniser


class Layout(NamedTuple):
    """Which columns of a list of students hold ids, names and email addresses; places count from 0."""

    ids: tuple[int, ...]
    """Columns of ids.  The first is the system's own."""
    names: tuple[int, ...] = ()
    """Columns that make up the name, first name first."""
    email: int | None = None
    section: int | None = None
    id_of: Callable[[str], str] = str.strip
    """Returns the id in a cell of the first column of ids."""
    is_student: Callable[[Sequence[str]], bool] = lambda _: True
    """Returns whether a row is a student's."""
    first_id_only: bool = False
    """The other ids may not stand in for a first id that is missing."""

    def row_ids(self, row: Sequence[str]) -> list[str]:
        """Return the ids of a row, one for each column of ids, then the email address; blank where there is none."""
        own = [self.id_of(cell(row, self.ids[0])), *(cell(row, place) for place in self.ids[1:])]
        return [*own, cell(row, self.email)]

    def name(self, row: Sequence[str]) -> str:
        """Return the name of the student of a row."""
        return " ".join(filter(None, (cell(row, place) for place in self.names)))


def cell(row: Sequence[str], place: int | None) -> str:
    """Return the stripped text of a row's cell; empty where the row or the place is missing."""
    return row[place].strip() if place is not None and place < len(row) else ""


def plain(heading: str) -> str:
    """Return a heading in the form in which headings are compared: lower case, words with single spaces.

    >>> plain(" Student_ID "), plain("E-mail")
    ('student id', 'e mail')
    """
    return " ".join(heading.casefold().replace("_", " ").replace("-", " ").split())


def column(header: Sequence[str], names: Iterable[str]) -> int | None:
    """Return the place of the first of these headings that a header has; None if it has none."""
    headings = [plain(each) for each in header]
    return next((headings.index(name) for name in names if name in headings), None)


def columns(header: Sequence[str], names: Iterable[str]) -> tuple[int, ...]:
    """Return the places of the columns that have one of these headings, in the order of `names`."""
    found = (column(header, [name]) for name in names)
    return tuple(place for place in found if place is not None)


def column_of_emails(header: Sequence[str], rows: Sequence[Sequence[str]], first: int = 0) -> int | None:
    """Return the place of the column with email addresses, by its heading or its cells; None if there is none."""
    by_heading = column(header, ["email address"])
    by_cells = (place for place in range(first, len(header)) if _is_of_emails(rows, place))
    return next(by_cells, None) if by_heading is None else by_heading


def _is_of_emails(rows: Sequence[Sequence[str]], place: int) -> bool:
    cells = list(filter(None, (cell(row, place) for row in rows)))
    return bool(cells) and all("@" in each for each in cells)


NUMBERS: Final = frozenset(
    """
    student id|student number|student no|student nr|student num|id number|id no|sid|university id|uni id|campus id
    matriculation number|matriculation no|matric number|matric no|registration number|registration no|reg no
    roll number|roll no|enrollment number|enrolment number|enrollment no|enrolment no|index number|candidate number
    sis id|sis user id|sis login id|username|user name|user id|login|login id|netid|unikey
    matrikel|matrikelnummer|matrikelnr|matrikelno|matr nr|mat nr|matnr|immatrikulationsnummer|studierendennummer
    studentennummer|personenkennzahl|benutzername|kennung|nutzerkennung|legi|legi nummer
    numéro étudiant|numéro d'étudiant|numéro de l'étudiant|n° étudiant|no étudiant|matricule|numéro de matricule
    identifiant|code permanent
    matrícula|número de matrícula|número de estudiante|número de alumno|nº de alumno|número de expediente|legajo
    matricola|numero di matricola|n. matricola
    número de aluno|número de estudante|nº de aluno
    studentnummer|studienummer|stamnummer|leerlingnummer|matrikkelnummer|opiskelijanumero|gebruikersnaam
    numer indeksu|nr indeksu|osobní číslo|učo|neptun kód|neptun|număr matricol|nr matricol
    öğrenci no|öğrenci numarasi|αριθμός μητρώου|номер студента|номер зачётной книжки|студенческий билет
    学号|學號|学籍番号|学生番号|학번|mssv|mã số sinh viên|nim|nomor induk mahasiswa|رقم الطالب|الرقم الجامعي|מספר סטודנט
    """.strip()
    .replace("\n", "|")
    .split("|")
)


def is_student_number(heading: str) -> bool:
    """Return whether a heading is a usual one for a student's number, in several languages.

    >>> [is_student_number(each) for each in ("Matrikel-Nr.", "NUMERO ETUDIANT", "Student_ID", "Name")]
    [True, True, True, False]
    """
    return _without_accents(heading) in _PLAIN


def _without_accents(text: str) -> str:
    """Return the letters and digits of a text in lower case, without accents."""
    decomposed = normalize("NFKD", text.casefold().replace("\N{LATIN SMALL LETTER DOTLESS I}", "i"))
    return "".join(sign for sign in decomposed if sign.isalnum() and not combining(sign))


_PLAIN: Final = frozenset(map(_without_accents, NUMBERS))


def layout_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a list of students, or None if no column of it is known to hold ids."""
    rules: list[ListRule] = sorted(chain.from_iterable(declared("LISTS")), key=lambda rule: rule.looseness)
    return next((found for rule in rules if (found := rule.recognise(header, rows)) is not None), None)
