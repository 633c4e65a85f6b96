"""Rosters: every system's list, and an id that is never taken for another student's."""

import pytest

from checker.document import DocumentError
from checker.lms.roster import read_roster
from checker.lms.students import Roster, Student
from tests.lms.importers import tables

ANA = Student("1042", "Lee, Ana", "", "A", ("S77", "lee@uni.edu"))


def canvas(prefix, *rows):
    return tables.written(
        [
            [*prefix, "HW (1)", "Current Score"],
            ["", *[""] * len(prefix), "Manual Posting"],
            ["    Points Possible", *[""] * len(prefix), "10"],
            *rows,
        ]
    )


LISTS = [
    (b"id,name,email,section\ns1,Ana Lee,Lee@uni.edu,A\n", [Student("s1", "Ana Lee", "Lee@uni.edu", "A")]),
    (b"student\ns1\n\n s2 \n", [Student("s1"), Student("s2")]),
    (b"Name;ID;Username;other\nAna;007;alee;x", [Student("007", "Ana", other_ids=("alee",))]),
    (b"sep=;\r\nID;Student\r\n1;Ana\r\n", [Student("1", "Ana")]),
    (b"First name\tLast Name\tStudent_ID\nAna\tLee\t7", [Student("7", "Ana Lee")]),
    ("\ufeffid,name\r\n李,李明\r\n".encode(), [Student("李", "李明")]),
    ("id,name\n1,Müller\n".encode("utf-16"), [Student("1", "Müller")]),
    (b'id,name\n1,"two\nlines, ""x"""\n2,Ana "Nan" Lee', [Student("1", 'two\nlines, "x"'), Student("2", 'Ana "Nan" Lee')]),
    (canvas(["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], ["Lee, Ana", "1042", "S77", "lee@uni.edu", "A", "", ""], ["Student, Test", "1", "", "x", "A"]), [ANA]),
    (canvas(["Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Root Account", "Section"], ["Lee, Ana", "1042", "S77", "lee@uni.edu", "i1", "uni.edu", "A"]),
     [ANA._replace(other_ids=("S77", "lee@uni.edu", "i1"))]),
    (canvas(["Student", "ID", "SIS Login ID", "Section"], ["Lee, Ana", "1042", "lee@uni.edu", "A"]), [ANA._replace(other_ids=("lee@uni.edu",))]),
    (canvas(["Student", "ID", "Section"], ["Lee, Ana", "1042", "A"]), [ANA._replace(other_ids=())]),
    (canvas(["LastName", "FirstName", "ID", "SIS Login ID", "Section"], ["Lee", "Ana", "1042", "lee", "A"], ["Student", "Test", "1", "", "A"]),
     [Student("1042", "Ana Lee", "", "A", ("lee",))]),
    (b"Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade\nParticipant 1042,Ana Lee,S77,lee@uni.edu,No submission,,10.00\n",
     [Student("1042", "Ana Lee", "lee@uni.edu", "", ("S77",))]),
    ('ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Zuletzt geändert (Bewertung)\nTeilnehmer/in1042,Ana Lee,lee@uni.edu,,,"10,00",-\n'.encode(),
     [Student("1042", "Ana Lee", "lee@uni.edu")]),
    ("識別子,氏名,メール,状態,評点,最大（評点）\n参加者コード1042,李明,lee@uni.edu,,,10\n".encode(), [Student("1042", "李明", "lee@uni.edu")]),
    (b"id,name,email,section,note (mine)\ns1,Ana,,,\ns2,Bo,,,\n", [Student("s1", "Ana"), Student("s2", "Bo")]),
    (b"id,name,email,section,note (mine),x\nstudy1,Ana,,,,\n1,Bo,,,,\n", [Student("study1", "Ana"), Student("1", "Bo")]),
    ('"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Last Access"\t"HW [Total Pts: 10 Score] |5"\n"Lee"\t"Ana"\t"alee"\t"77"\t""\t""\n'.encode("utf-16"),
     [Student("alee", "Ana Lee", other_ids=("77",))]),
    (b"First name,Surname,ID number,Institution,Department,Email address,Assignment: X,Course total\nAna,Lee,S77,,,lee@uni.edu,-,-\nBo,Kim,,,,kim@uni.edu,-,-\n",
     [Student("S77", "Ana Lee", "lee@uni.edu"), Student("kim@uni.edu", "Bo Kim", "kim@uni.edu")]),
    (b"Vorname,Nachname,ID-Nummer,Abteilung,E-Mail-Adresse\nAna,Lee,S77,,lee@uni.edu\nBo,Kim,S78,,\n", [Student("S77", "Ana Lee", "lee@uni.edu"), Student("S78", "Bo Kim")]),
    (b"Vorname,Nachname,Anmeldename,Abteilung,E-Mail-Adresse\nAna,Lee,s77,,lee@uni.edu\nBo,Kim,s78,,\n", [Student("s77", "Ana Lee", "lee@uni.edu"), Student("s78", "Bo Kim")]),
    (b"Identifier,Status,Grade,Maximum grade,Grade can be changed\nParticipant 1042,Submitted for grading,,10,Yes\n", [Student("1042")]),
    ("ID,Status,Bewertung,Bestwertung,Zuletzt geändert (Bewertung)\nTeilnehmer/in7,Abgegeben,,10,-\n".encode(), [Student("7")]),
    ("id,name\n1,Müller\n".encode("cp1252"), [Student("1", "Müller")]),
    (b"id,name,,\n1,Ana,a note,@ana\n", [Student("1", "Ana")]),
    (b"Name,E-Mail\nAna,lee@uni.edu\n", [Student("lee@uni.edu", "Ana", "lee@uni.edu")]),
    (b"id,name,email\n,Ana,lee@uni.edu\n", [Student("lee@uni.edu", "Ana", "lee@uni.edu")]),
    (b"First Name,Last Name,SID,Email,Role,Sections\nAna,Lee,7,lee@uni.edu,Student,A\nBo,Kim,,kim@uni.edu,student,B\nTa,Ta,9,ta@uni.edu,TA,A\n",
     [Student("7", "Ana Lee", "lee@uni.edu", "A"), Student("kim@uni.edu", "Bo Kim", "kim@uni.edu", "B")]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "students"), LISTS)
def test_lists_are_recognised(data, students):
    assert list(read_roster(data, "roster.csv").students) == students


@pytest.mark.parametrize(("data", "message"), [
    (b"id,name\n", "r.csv:1  lists no students; put one in each line below the header"),
    (b"id,name\n1,a\n\n2,b\n1,c\n", "r.csv:5  lines 2 and 5 both have the id `1`; keep one of them, or correct the id"),
    ("id,name\n\u00e9,a\ne\u0301,b\n".encode(), "r.csv:3  lines 2 and 3 both have the id `e\u0301`; keep one of them, or correct the id"),
    (b'id,name\n1,"a\nb"\n1,c\n', "r.csv:4  lines 2 and 4 both have the id `1`; keep one of them, or correct the id"),
    (b"a,b\n1,2\n", "r.csv:1  has no column of ids; name the column of ids `id`, or name it in assignment.yaml: `roster: {id: HEADING}`; the columns are `a`, `b`"),
    (b"id,name,login\n,Ana,ana\n", "r.csv:2  has a row without an id; fill in the column `id`"),
    (b"id,name\n1,Lee, Ana\n", "r.csv:2  has 3 cells, the header 2; keep empty cells, and put quotes around a cell that contains the delimiter"),
    (b'id,name\n1,"a" \n', 'r.csv:2  has quotes that do not match; put a cell in `"`, with no space outside, and double a `"` inside it'),
])  # fmt: skip
def test_errors_name_the_place_and_what_to_do(data, message):
    with pytest.raises(DocumentError) as error:
        read_roster(data, "r.csv")
    assert str(error.value) == message


def test_headings_of_the_assignment_name_the_columns():
    data = b"Matrikel,Wer,Mail,Gruppe\n77,Ana,a@x,B\n"
    headings = {"id": "Matrikel", "name": "Wer", "email": "Mail", "section": "Gruppe"}
    assert read_roster(data, "r.csv", headings).students == (Student("77", "Ana", "a@x", "B"),)
    with pytest.raises(DocumentError, match=r"r\.csv:2  has a row without an id; fill in the column `Matrikel`"):
        read_roster(b"Matrikel,Mail\n,a@x\n", "r.csv", {"id": "Matrikel"})
    login = canvas(["Student", "ID", "SIS Login ID", "Section"], ["Lee, Ana", "1042", "lee", "A"])
    assert read_roster(login, "r.csv", {"id": "SIS Login ID"}).students == (
        Student("lee", "Lee, Ana", "", "A", ("1042",)),
    )
    assert read_roster(b"id,Wer\n1,Ana\n", "r.csv", {"name": "Wer"}).students == (Student("1", "Ana"),)


@pytest.mark.parametrize(("data", "message"), [
    (b"Matrikel,Wer\n1,x\n", "r.csv:1  has no column `Matrikle`, which assignment.yaml names; did you mean Matrikel?"),
    (b"Matrikle,Matrikle\n1,x\n", "r.csv:1  has two columns `Matrikle`; rename one of them"),
])  # fmt: skip
def test_headings_that_are_not_in_the_file_are_errors(data, message):
    with pytest.raises(DocumentError) as error:
        read_roster(data, "r.csv", {"id": "Matrikle"})
    assert str(error.value) == message


ROSTER = Roster(
    (
        ANA,
        Student("1043", "Kim, Bo", "Kim@uni.edu", other_ids=("1042x",)),
        Student("x", "Lee, Ana", other_ids=("1043", "S77")),
    )
)


@pytest.mark.parametrize(("id_", "found"), [
    ("1042", "1042"), (" 1042 ", "1042"), ("lee@uni.edu", "1042"), ("LEE@UNI.EDU", "1042"), ("kim@uni.edu", "1043"), ("1042x", "1043"), ("x", "x"),
    ("1042X", None), ("X", None), ("Lee, Ana", None), ("Kim, Bo", None), ("", None), ("1043", None), ("S77", None),
])  # fmt: skip
def test_students_are_found_by_ids_and_emails_only(id_, found):
    student = ROSTER.find(id_)
    assert (student and student.id) == found
    assert ROSTER.ambiguous(id_) == (id_ in {"1043", "S77"})
