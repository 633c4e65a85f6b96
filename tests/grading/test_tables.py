"""Tables: cells as they were written, what each column holds, whose each row is, and what is told."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.document.tables import UNMATCHED_QUOTES
from checker.grading.course import Course
from checker.grading.model import Answers, Contents, File, Given, Unread
from checker.grading.structured import read_file
from checker.grading.tables import ColumnNames, Columns, Meant, column_names, plain_words
from checker.lms.students import Student
from checker.lms.system import Delivery
from checker.problems import QuestionKey, load_problems
from tests.grading.problems import BLOCK, LAYER
from tests.tables import rows

QUESTIONS = (QuestionKey("layer", None), QuestionKey("size", "total"), QuestionKey("q", None))
WORDS = ColumnNames(
    words={
        plain_words(heading): [Meant("a", key)]
        for heading, key in zip(("How many *weights*?", "Size, total", "Q3"), QUESTIONS, strict=True)
    }
)
COURSE = ColumnNames(ids={"layer": QuestionKey("layer", None)}, questions={"a": (QuestionKey("layer", None),)})
BLOCKS = (QuestionKey("layer", None), QuestionKey("block", "queries"), QuestionKey("block", "total"))
ORDERED = ColumnNames(
    ids={
        "layer": QuestionKey("layer", None),
        "block.queries": QuestionKey("block", "queries"),
        "block.total": QuestionKey("block", "total"),
    },
    questions={"a": BLOCKS},
)


def read(text: str | bytes | list[list[object]], names: ColumnNames | None = None, hint: str | None = None) -> Contents:
    if isinstance(text, list):
        file = StringIO()
        csv.writer(file).writerows(text)
        text = file.getvalue()
    return read_file(
        File("t.csv", "table", text if isinstance(text, bytes) else text.encode()), names or ColumnNames(), hint
    )


def told(found: Contents) -> list[tuple[int | None, str, str]]:
    return [each[1:4] for each in found.troubles]


def answers(found: Contents) -> list[tuple]:
    """Return the student of each row, then its answers by question; the problem alone is a text."""
    return [
        (each.who.id, *((f"{g.problem}.{g.part}" if g.part else g.problem, g.text) for g in each.given))
        for each in found.answers
    ]


def table(found: Contents) -> list[tuple[str, ...]]:
    return [(each.who.id, *(g.text for g in each.given)) for each in found.answers]


def test_a_row_is_a_student():
    found = read('student,encoder-layer,bert-size.total\ns1,"27,648",110M\n\n../s2,,0.60\n', hint="a")
    assert found == Contents(
        [
            Answers(Student("s1"), "t.csv", 2, Delivery(), "a", [
                Given("encoder-layer", None, "27,648", 2), Given("bert-size", "total", "110M", 2)
            ]),
            Answers(Student("../s2"), "t.csv", 4, Delivery(), "a", [
                Given("encoder-layer", None, "", 4), Given("bert-size", "total", "0.60", 4)
            ]),
        ]
    )  # fmt: skip


MISFIT = "keep empty cells, and put quotes around a cell that contains the delimiter"
NO_ID = "names no student"


@pytest.mark.parametrize(
    ("text", "rows", "troubles"),
    [
        ("name,email,id,q,Student\nAda,a@b.c,17,5,s1\n,,18,6,s2\n", [("s1", "5"), ("s2", "6")], []),
        ('student,q\n,5\n,\n \n""\n  ,6\ns1,7\n', [("s1", "7")], [(2, "", NO_ID), (6, "", NO_ID)]),
        ("student,student id,q\n,17,5\ns1,18,6\n", [("s1", "6")], [(2, "", NO_ID)]),
        (
            "student,q,r\ns1,27,648,2\ns2,5,6,,\ns3,5\ns4\n",
            [("s2", "5", "6")],
            [
                (2, "s1", f"has 4 cells, the header 3; {MISFIT}"),
                (4, "s3", f"has 2 cells, the header 3; {MISFIT}"),
                (5, "s4", f"has 1 cell, the header 3; {MISFIT}"),
            ],
        ),
        *(
            (f"student,q\ns0,4\n{row}\ns2,6\n", [("s0", "4"), ("s2", "6")], [(3, "", UNMATCHED_QUOTES)])
            for row in ('s1,"5"6', 's1,"5')
        ),
        ("student,section,q.x,Comment\ns1,A,1,hi\n", [("s1", "1", "hi")], []),
        (",,\n", [], [(1, "", "has no column `student`; the first line names the columns")]),
        ("\nstudent,name\n", [], [(2, "", "has no column for a problem; name it `problem` or `problem.part`")]),
        ("student,q, q \n", [], [(1, "", "has two columns `q`")]),
        ("Student ID,student_id,q\n", [], [(1, "", "has two columns `student id`")]),
        ("\n \n", [], [(None, "", "is empty; its first line should name the columns")]),
        ('student,"q\n', [], [(1, "", UNMATCHED_QUOTES)]),
        ("student,q\n\n,\n", [], [(None, "", "has no rows below its header")]),
        (f"student,q\ns1,{'1' * 100_000}\n", [("s1", "1" * 100_000)], []),
        (f"student{',q' * 10_000}\n", [], [(1, "", "has more than 10,000 columns; leave out those that are no answers")]),
        ("student,q\nZoë,5\n".encode("utf-16"), [("Zoë", "5")], []),
        (
            "student,q\nZoë,6\n".encode("cp1252"),
            [("Zoë", "6")],
            [(None, "", "is not UTF-8 and is read as Windows-1252, as in line 2: Zoë,6. If letters are wrong, save it as UTF-8")],
        ),
    ],
)  # fmt: skip
def test_rows_and_headers(text, rows, troubles):
    found = read(text)
    assert (table(found), told(found)) == (rows, troubles)


def test_who_a_row_is_of():
    (found,) = read("name,email,id,q,Student\nAda,a@b.c,17,5,s1\n").answers
    assert found.who == Student("s1", "Ada", "a@b.c")
    (found,) = read("Vorname,Nachname,Matrikelnummer,E-Mail,q\nAda,L,17,a@b.c,5\n").answers
    assert found.who == Student("17", "Ada L", "a@b.c")
    listed = {"chi": [Meant("a", "name")], "dove": [Meant("a", "email")], "numero": [Meant("a", "student")]}
    (found,) = read("Chi,Dove,Numero,Q3\nAda,a@b.c,17,5\n", WORDS._replace(settings=listed)).answers
    assert found.who == Student("17", "Ada", "a@b.c")


def test_unread_rows_may_hold_the_answers_of_anybody():
    assert read("student,q\n,5\n", hint="a").unread == [Unread("t.csv", "a")]
    assert read("student,q\ns1,5,6\ns2,1\n").unread == read("student,q\n,\n").unread == []


@pytest.mark.parametrize(
    "heading",
    ["Matrikel", "Matr.-Nr.", "Student number", "Username", "SIS ID", "Roll No.", "ID", "Student ID", "NUMERO DE MATRICULA", "matricola", "Studentnummer", "学号", "학번", "Öğrenci Numarası", "E-Mail"],
)  # fmt: skip
def test_the_usual_headings_of_an_id(heading):
    found = read(f"{heading},Name,layer\n1002,Meier,1\n1009,Meier,2\n", COURSE)
    assert (table(found), told(found)) == ([("1002", "1"), ("1009", "2")], [])


DIFFERENT = "so they may be of different students, and none of them is graded"


def test_rows_with_one_name_and_no_id_are_refused():
    found = read("Name,layer\nMeier,1\nKurz,1\n meier ,2\n", COURSE)
    message = f"the name `meier` is in several rows and no column has ids, {DIFFERENT}; add a column `ID`"
    assert (table(found), told(found)) == ([("Kurz", "1")], [(line, "", message) for line in (2, 4)])
    found = read("Student,Matrikel,layer\nMeier,1002,1\nMeier,1009,2\nKurz,1010,3\nKurz,1010,4\n", COURSE)
    message = (
        f"`Meier` is in several rows with different values in the column `Matrikel`, {DIFFERENT}; if it has the ids, "
        'write `columns: {"Matrikel": student}` into assignment.yaml'
    )
    assert (table(found), told(found)) == ([("Kurz", "3"), ("Kurz", "4")], [(line, "", message) for line in (2, 3)])


@given(st.lists(st.sampled_from(["Ana", "ana", "Bo", " Bo", "Cy"]), min_size=1))
def test_no_table_of_names_merges_rows(rows):
    found = read("\n".join(["Name,layer", *(f"{each},1" for each in rows)]), COURSE)
    students = [each.who.id.strip().casefold() for each in found.answers]
    assert len(students) == len(set(students))
    assert len(students) + len(found.troubles) == len(rows)


# ------------------------------------------------------------- quizzes

CANVAS = ["name", "id", "sis_id", "root_account", "section", "section_id", "section_sis_id", "submitted", "attempt"]
CANVAS += ["5521: How many weights?", "1.0", "5522: Size,\ntotal", "1.0", "n correct", "n incorrect", "score"]
MOODLE = ["Last name", "First name", "ID number", "Institution", "Department", "Email address", "State", "Started on"]
MOODLE += ["Completed", "Time taken", "Grade/10.00"]


def moodle(id_: str, *cells: str, completed: str = "5 October 2026, 3:12 PM") -> list[object]:
    started = "5 October 2026, 3:00 PM"
    return ["Lee", "Ana", id_, "", "", "ana@uni.edu", "Finished", started, completed, "12 mins", "5.00", *cells]


def test_canvas_student_analysis():
    info = ["Lee, Ana", 1042, "alee", "uni.edu", "A1", 7, "", "2026-10-05 13:12:07 UTC"]
    rows = [[*info, attempt, "27,648", 1.0, "5", 0.0, 1, 1, 1.0] for attempt in (2, 10)]
    found = read([CANVAS, *rows], WORDS)
    assert (answers(found), told(found)) == ([("1042", ("layer", "27,648"), ("size.total", "5"))] * 2, [])
    assert [each.who.name for each in found.answers] == ["Lee, Ana"] * 2
    assert [each.delivery for each in found.answers] == [
        Delivery("2026-10-05T13:12:07+00:00", attempt=number) for number in ("000002", "000010")
    ]
    found = read([["name", "id", "5521: Who?", "1.0", "score"], ["Lee", 7, "me", 0, 0]], WORDS)
    assert answers(found) == [("7", ("5521: Who?", "me"))]


def test_moodle_responses_with_the_text_of_each_question():
    header = [*MOODLE, "Question 1", "Response 1", "Right answer 1", "Question 2", "Response 2", "Right answer 2"]
    rows = [
        moodle("17", "How many weights?", "27,648", "1", "Size - total", "5", "2"),
        moodle("", "size total:", "6", "2", "<p>How many <b>weights</b>?</p>", "-", "1"),
        moodle("18", "What else?", "7", "", "-", "-", "", completed="-"),
        moodle("19", "Q3", "1", "", "Q3", "2", ""),
    ]
    found = read([header, *rows], WORDS)
    unknown = (
        'the answers to the text `What else?` belong to no question. Write `columns: {"Response 1": ignore}` into '
        "assignment.yaml, with the id of its question instead of `ignore` where there are answers"
    )
    assert told(found) == [(4, "18", unknown), (5, "19", "has two answers to `q`; the last one counts")]
    assert answers(found) == [
        ("17", ("layer", "27,648"), ("size.total", "5")),
        ("ana@uni.edu", ("size.total", "6"), ("layer", "")),
        ("19", ("q", "1"), ("q", "2")),
    ]
    assert found.answers[0].who == Student("17", "Ana Lee", "ana@uni.edu")
    assert [each.delivery.time for each in found.answers] == ["2026-10-05T15:12:00"] * 3


@pytest.mark.parametrize(("stamp", "time", "attempt"), rows(__file__, "google_forms"))
def test_google_forms(stamp, time, attempt):
    header = [
        "Timestamp",
        "Email Address",
        "Score",
        "HOW many weights",
        "how many weights [Score]",
        "Name",
        "Size total ",
    ]
    found = read([header, [stamp, "ana@uni.edu", "1 / 2", "27,648", "1", "Ana Lee", "5"]], WORDS)
    assert (answers(found), told(found)) == ([("ana@uni.edu", ("layer", "27,648"), ("size.total", "5"))], [])
    assert found.answers[0].who == Student("ana@uni.edu", "Ana Lee", "ana@uni.edu")
    assert found.answers[0].delivery == Delivery(time, attempt=attempt)


@pytest.mark.parametrize(("cells", "times", "messages"), rows(__file__, "times_of_a_column"))
def test_times_of_a_column(cells, times, messages):
    found = read([["Timestamp", "Username", "Q3"], *([cell, f"s{n}", 1] for n, cell in enumerate(cells))], WORDS)
    assert [each.delivery.time for each in found.answers] == times
    assert told(found) == [(1, "", each) for each in messages]


@given(st.permutations([1, 2, 3]))
def test_responses_belong_to_the_questions_in_order_wherever_their_columns_are(numbers):
    header = [*MOODLE, *(f"Response {number}" for number in numbers)]
    found = read([header, moodle("17", *(f"to {number}" for number in numbers))], ORDERED)
    assert told(found) == [
        (
            1,
            "",
            (
                "`Response 1` to `Response 3` are read as the answers to layer, block.queries and block.total, in the order "
                'of the assignment. To confirm or to correct this, write `columns: {"Response 1": layer, "Response 2": '
                'block.queries, "Response 3": block.total}` into assignment.yaml'
            ),
        )
    ]
    given_ = {each[:2]: each.text for each in found.answers[0].given}
    assert given_ == {key: f"to {number}" for number, key in enumerate(BLOCKS, 1)}


@pytest.mark.parametrize(
    ("header", "settings"),
    [
        (["Response 1"], {}),
        (["Response 1", "Response 2", "Response 4"], {}),
        (["Response 1", "Response 2", "Response 3", "Response 4"], {}),
        (["Response 1", "Response 2", "Response 3"], {"response3": [Meant("a", QuestionKey("layer", None))]}),
    ],
)
def test_another_number_of_responses_is_not_guessed(header, settings):
    found = Columns([*MOODLE, *header], ORDERED._replace(settings=settings), None)
    assert [each.key for each in found.answers] == [("layer", None)] * len(settings)
    assert len(found.unknown) == len(header) - len(settings)


def test_ignored_responses_are_left_out_of_the_order():
    names = ORDERED._replace(settings={"response2": [Meant("a", None)]})
    found = Columns([*MOODLE, *(f"Response {number}" for number in range(1, 5))], names, None)
    assert [(each.heading, each.key) for each in found.answers] == [
        (f"Response {number}", key) for number, key in zip((1, 3, 4), BLOCKS, strict=True)
    ]


# ------------------------------------------------------------- headings


def test_unknown_columns_are_told_where_they_have_answers():
    found = read("student,layer,Comment,More\ns1,5,hi,\ns2,6,,\n", ORDERED)
    advice = (
        "the answers in `Comment` and `More` belong to no question; known are layer, block.queries, block.total. Write "
        '`columns: {"Comment": ignore, "More": ignore}` into assignment.yaml, with the id of its question instead of '
        "`ignore` where there are answers"
    )
    assert (told(found), table(found)) == ([(2, "s1", advice)], [("s1", "5"), ("s2", "6")])
    (trouble,) = read("student,Comment\ns1,hi\n", ORDERED).troubles
    assert trouble.message.startswith("the answers in `Comment` belong to no question; known are layer")
    assert answers(read("student,layr,block.totle\ns1,5,6\n", ORDERED)) == [("s1", ("layr", "5"), ("block.totle", "6"))]
    found = read([["student", "layer", *(f"c{n}" for n in range(1_500))], ["s1", "5", *range(1_500)]], ORDERED)
    assert told(found)[0][2].count('": ignore') == 40
    assert table(found) == [("s1", "5")]


def test_an_ambiguous_heading_follows_the_folder_and_is_not_guessed():
    both = [Meant("a", QuestionKey("x", None)), Meant("b", QuestionKey("y", "total"))]
    questions = {"a": (QuestionKey("x", None),), "b": (QuestionKey("y", "total"),)}
    names = ColumnNames(words={"size": both}, folders={"week 1": "a"}, questions=questions)
    for hint in (None, "c"):
        found = read("student,Size\ns1,5\n", names, hint)
        assert answers(found) == [("s1", ("Size", "5"))]
        assert told(found) == [
            (
                1,
                "",
                (
                    'the answers in `Size` may be for x or y.total. Write `columns: {"Size": ignore}` into the '
                    "assignment.yaml of its assignment, with the id of its question instead of `ignore` where there are answers"
                ),
            )
        ]
    for hint, key in (("a", "x"), ("week 1", "x"), ("b", "y.total")):
        found = read("student,Size\ns1,5\n", names, hint)
        assert (answers(found), told(found)) == ([("s1", (key, "5"))], [])


def test_settings_win():
    names = WORDS._replace(settings={"q3": [Meant("a", QuestionKey("other", None))], "comment": [Meant("a", None)]})
    assert answers(read("student,Q3,Comment,comment\ns1,5,x,y\n", names)) == [("s1", ("other", "5"))]
    assert told(read("student,Comment\ns1,5\n", names)) == [
        (1, "", "has no column for a problem; name it `problem` or `problem.part`")
    ]
    names = WORDS._replace(settings={"completed": [Meant("a", "time")]})
    found = read("ID,Submitted,Completed,Q3\n17,soon,2026-10-05 15:12,5\n", names)
    assert (answers(found), found.answers[0].delivery.time) == ([("17", ("q", "5"))], "2026-10-05T15:12:00")
    names = ColumnNames(ids={"legi": QuestionKey("legi", None)})
    assert answers(read("student,legi\ns1,5\n", names)) == [("s1", ("legi", "5"))]
    (trouble,) = read("student,q.1,Q3,q3\ns1,5,6,7\n", WORDS).troubles
    assert trouble.message == "has two columns for one question, `Q3` and `q3`"


PROMPT = "How many weights does **one** encoder layer hold (d_k = {d_k})?"
LISTED = "title: One\nproblems: [{id: encoder-layer, label: Q1}, {id: block, label: Q2}]\n"
LISTED += "columns: {Antwort 1: block.total, Comment: ignore, Matrikel: student}\nroster: {id: Kennz}\n"


@pytest.mark.parametrize(
    ("heading", "contents"),
    [
        *(
            (each, [("encoder-layer", None)])
            for each in ("encoder-layer", "Encoder Layer", "Q1", "q1.", "Q1: One layer")
        ),
        ("<p>How many weights does <b>one</b> ENCODER&nbsp;layer hold (<i>d</i>_k=16)</p>", [("encoder-layer", None)]),
        *(
            ("block.total", [("block", "total")]),
            ("Q2 (total)", [("block", "total")]),
            ("Q2", [("block", None)]),
            ("Q3", []),
        ),
    ],
)
def test_the_names_of_a_course(write, heading, contents):
    layer = LAYER.replace("Parameters of one encoder layer", "One layer") + f"prompt: '{PROMPT}'\n"
    top = write({"problems/a/layer.yaml": layer, "problems/a/block.yaml": BLOCK, "problems/a/assignment.yaml": LISTED})
    names = column_names(Course(load_problems(top / "problems")))
    assert Columns(["student"], names, None).meanings(heading) == contents
    assert names.questions == {"a": (("encoder-layer", None), ("block", "queries"), ("block", "total"))}
    assert {heading: [each.content for each in meant] for heading, meant in names.settings.items()} == {
        "antwort1": [("block", "total")], "comment": [None], "matrikel": ["student"], "kennz": ["student"]
    }  # fmt: skip


@pytest.mark.parametrize(("one", "other"), rows(__file__, "plain_words"))
def test_plain_words(one, other):
    assert plain_words(one) == plain_words(other)
    assert plain_words("1 23") != plain_words("12 3")


@given(st.binary() | st.text('",;\t\n\r ab').map(lambda text: b"student,q\n" + text.encode()))
def test_any_bytes_give_answers_or_troubles(data):
    assert isinstance(read(data), Contents)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1), st.data())
def test_any_header_is_read_or_told(header, data):
    extra = ["id", "name", "1: x", "1.0", "Response 1", "Question 1", "State", "Timestamp", "student", "submitted"]
    header = data.draw(st.permutations([*header, *data.draw(st.lists(st.sampled_from(extra)))]))
    found = read([header, ["1"] * len(header)], WORDS)
    assert found.answers or found.troubles
