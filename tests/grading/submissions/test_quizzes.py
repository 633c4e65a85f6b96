"""Tables of quizzes, as Canvas, Moodle and Google Forms write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.course import Course, column_names
from checker.grading.submissions.column_names import ColumnNames, HeadingMeaning, Meant, plain_words
from checker.grading.submissions.formats.table import read
from checker.grading.submissions.model import Delivery, Submission, Trouble
from checker.problems import load_problems
from tests.grading.problems import BLOCK, LAYER
from tests.grading.submissions.quiz_tables import MOODLE, answers, deliveries, moodle, table, told

ASSIGNMENT = "title: One\nproblems: [{id: encoder-layer, label: Q1}, {id: block, label: Q2}]\n"
PROMPT = "How many weights does **one** encoder layer hold (d_k = {d_k})?"


@pytest.fixture
def names(write):
    layer = LAYER.replace("Parameters of one encoder layer", "One layer") + f"prompt: '{PROMPT}'\n"
    top = write(
        {"problems/a/layer.yaml": layer, "problems/a/block.yaml": BLOCK, "problems/a/assignment.yaml": ASSIGNMENT}
    )
    return column_names(Course(load_problems(top / "problems")))


WORDS = ColumnNames(
    words={
        plain_words(heading): (Meant("a", key),)
        for heading, key in {
            "How many *weights*?": ("layer", None),
            "Size, total": ("size", "total"),
            "Q3": ("q", None),
        }.items()
    }
)


INFO = ["name", "id", "sis_id", "root_account", "section", "section_id", "section_sis_id", "submitted", "attempt"]


def canvas(*more: list[object]) -> bytes:
    """Return a Student Analysis: two columns for each question, and what Canvas counts."""
    header = [*INFO, "5521: How many weights?", "1.0", "5522: Size,\ntotal", "1.0", "n correct", "n incorrect", "score"]
    return table(header, *more)


def test_canvas_student_analysis():
    info = ["Lee, Ana", 1042, "alee", "uni.edu", "A1", 7, "", "2026-10-05 13:12:07 UTC"]
    rows = [[*info, attempt, "27,648", 1.0, "5", 0.0, 1, 1, 1.0] for attempt in (2, 10)]
    found = list(read(canvas(*rows), "q.csv", names=WORDS))
    assert told(found) == []
    assert answers(found) == [("1042", ("layer", None, "27,648"), ("size", "total", "5"))] * 2
    assert found[0][:3] == ("1042", "Lee, Ana", None)
    assert deliveries(found) == [
        Delivery("2026-10-05T13:12:07+00:00", attempt="000002"),
        Delivery("2026-10-05T13:12:07+00:00", attempt="000010"),
    ]


def test_a_question_of_canvas_that_is_no_problem_keeps_its_answers():
    (found,) = read(table(["name", "id", "5521: Who?", "1.0", "score"], ["Lee", 7, "me", 0, 0]), "q.csv", names=WORDS)
    assert answers([found]) == [("7", ("5521: Who?", None, "me"))]


def test_moodle_responses_with_the_text_of_each_question():
    header = [*MOODLE, "Question 1", "Response 1", "Right answer 1", "Question 2", "Response 2", "Right answer 2"]
    rows = [
        moodle("17", "How many weights?", "27,648", "1", "Size - total", "5", "2"),
        moodle("", "size total:", "6", "2", "<p>How many <b>weights</b>?</p>", "-", "1"),
        moodle("18", "What else?", "7", "", "-", "-", "", completed="-"),
    ]
    found = list(read(table(header, *rows), "q.csv", names=WORDS))
    assert told(found) == []
    assert answers(found) == [
        ("17", ("layer", None, "27,648"), ("size", "total", "5")),
        ("ana@uni.edu", ("size", "total", "6"), ("layer", None, "")),
        ("18", ("Response 1", None, "7")),
    ]
    assert found[0][:3] == ("17", "Ana Lee", "ana@uni.edu")
    assert [each.time for each in deliveries(found)] == ["2026-10-05T15:12:00", "2026-10-05T15:12:00", ""]


def test_two_answers_of_one_row_to_one_question_are_reported():
    header = [*MOODLE, "Question 1", "Response 1", "Question 2", "Response 2"]
    found = list(read(table(header, moodle("17", "Q3", "1", "Q3", "2")), "q.csv", names=WORDS))
    assert told(found) == [(2, "17", "has two answers to `q`; the last one counts")]


def test_moodle_responses_as_the_assignment_lists_them():
    names = ColumnNames(settings={"response1": (Meant("a", ("layer", None)),), "response2": (Meant("a", None),)})
    found = list(read(table([*MOODLE, "Response 1", "Response 2"], moodle("17", "1", "2")), "q.csv", names=names))
    assert answers(found) == [("17", ("layer", None, "1"))]
    (other,) = read(table([*MOODLE, "Response 1"], moodle("17", "1")), "q.csv")
    assert answers([other]) == [("17", ("Response 1", None, "1"))]


@pytest.mark.parametrize(
    ("stamp", "time", "attempt"),
    [
        ("2026/10/05 3:12:07 PM GMT+2", "2026-10-05T15:12:07+02:00", "2026-10-05T13:12:07+00:00"),
        ("2026-10-05 15:12:07", "2026-10-05T15:12:07", "2026-10-05T15:12:07"),
    ],
)
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
    found = list(
        read(table(header, [stamp, "ana@uni.edu", "1 / 2", "27,648", "1", "Ana Lee", "5"]), "q.csv", names=WORDS)
    )
    assert told(found) == []
    assert answers(found) == [("ana@uni.edu", ("layer", None, "27,648"), ("size", "total", "5"))]
    assert found[0][:3] == ("ana@uni.edu", "Ana Lee", "ana@uni.edu")
    assert deliveries(found) == [Delivery(time, attempt=attempt)]


def test_days_and_months_follow_the_other_rows():
    rows = [["10/5/2026 15:12:07", "s1", "1"], ["13/5/2026 15:12:07", "s2", "1"], ["", "s3", "1"]]
    found = list(read(table(["Timestamp", "Username", "Q3"], *rows), "q.csv", names=WORDS))
    assert told(found) == []
    assert [each.time for each in deliveries(found)] == ["2026-05-10T15:12:07", "2026-05-13T15:12:07", ""]


def test_days_and_months_that_nobody_can_tell_apart_are_reported_once():
    rows = [["10/5/2026 15:12:07", "s1", "1"], ["11/5/2026 15:12:07", "s2", "1"]]
    found = list(read(table(["Timestamp", "Username", "Q3"], *rows), "q.csv", names=WORDS))
    assert told(found) == [
        (
            1,
            None,
            (
                "`10/5/2026 15:12:07` in the column `Timestamp` is read with the month first, and no row tells whether it "
                "is; if the day is first, write the times like `2026-10-05 15:12`"
            ),
        )
    ]
    assert [each.time for each in deliveries(found)] == ["2026-10-05T15:12:07", "2026-11-05T15:12:07"]


def test_what_is_no_time_is_reported_once_and_the_answers_are_read():
    rows = [["s0", "2026-10-05 15:12", "1", "1"], *(["s1", "soon", "x", "1"] for _ in range(200))]
    found = list(read(table(["student", "submitted", "attempt", "q"], *rows), "q.csv"))
    assert told(found) == [
        (
            1,
            None,
            (
                "`soon` in the column `submitted` is no time (line 3, and 199 more); write it like `2026-10-05 15:12` or "
                "`2026-10-05 15:12 +02:00`. The answers are graded as if it were blank"
            ),
        )
    ]
    assert deliveries(found)[:2] == [Delivery("2026-10-05T15:12:00", attempt="000001"), Delivery(attempt="x")]
    assert len(deliveries(found)) == 201


def test_other_headings_keep_their_answers():
    (found,) = read(b"student,section,q.x,Comment\ns1,A,1,hi\n", "q.csv")
    assert answers([found]) == [("s1", ("q", "x", "1"), ("Comment", None, "hi"))]


def test_an_ambiguous_heading_is_reported_and_not_guessed():
    both = (Meant("a", ("x", None)), Meant("b", ("y", "total")))
    names = ColumnNames(words={"size": both}, folders={"week 1": "a"})
    trouble, submission = read(b"student,Size\ns1,5\n", "q.csv", names=names)
    assert trouble.message == (
        'the column `Size` may be for x or y.total; write `columns: {"Size": x}` into assignment.yaml, or rename the '
        "column. It is not read"
    )
    assert (trouble.line, answers([submission])) == (1, [("s1", ("Size", None, "5"))])
    for hint, key in (("a", ("x", None)), ("week 1", ("x", None)), ("b", ("y", "total"))):
        (submission,) = read(b"student,Size\ns1,5\n", "q.csv", names=names, hint=hint)
        assert answers([submission]) == [("s1", (*key, "5"))]
    assert len(list(read(b"student,Size\ns1,5\n", "q.csv", names=names, hint="c"))) == 2


def test_settings_win_and_ignored_columns_may_be_there_twice():
    names = WORDS._replace(settings={"q3": (Meant("a", ("other", None)),), "comment": (Meant("a", None),)})
    (found,) = read(b"student,Q3,Comment,comment\ns1,5,x,y\n", "q.csv", names=names)
    assert answers([found]) == [("s1", ("other", None, "5"))]


def test_the_settings_name_a_column_of_times_and_usual_headings_are_known():
    names = WORDS._replace(settings={"completed": (Meant("a", "time"),)})
    header = b"First name,Surname,Matrikelnummer,E-Mail,Section,Submitted,Completed,Q3\n"
    (found,) = read(header + b"Ana,Lee,17,a@x,B,soon,2026-10-05 15:12,5\n", "q.csv", names=names)
    assert found[:3] == ("17", "Ana Lee", "a@x")
    assert (answers([found]), found.delivery.time) == ([("17", ("q", None, "5"))], "2026-10-05T15:12:00")


def test_two_columns_for_one_question_are_an_error():
    (found,) = read(b"student,q.1,Q3,q3\ns1,5,6,7\n", "q.csv", names=WORDS)
    assert told([found]) == [(1, None, "has two columns for one question, `Q3` and `q3`")]


def test_only_ignored_columns():
    names = ColumnNames(settings={"comment": (Meant("a", None),)})
    (found,) = read(b"student,Comment\ns1,5\n", "q.csv", names=names)
    assert found.message == "has no column for a problem; name it `problem` or `problem.part`"


@pytest.mark.parametrize(
    ("heading", "key"),
    [
        ("encoder-layer", ("encoder-layer", None)),
        ("Encoder Layer", ("encoder-layer", None)),
        ("Q1", ("encoder-layer", None)),
        ("q1.", ("encoder-layer", None)),
        ("One layer", ("encoder-layer", None)),
        ("Q1: One layer", ("encoder-layer", None)),
        ("block.total", ("block", "total")),
        ("Q2 (total)", ("block", "total")),
        ("Q2", ("block", None)),
        ("Q3", None),
    ],
)
def test_the_names_of_a_course(names, heading, key):
    assert names.meaning(heading) == (None if key is None else HeadingMeaning(key))


def test_a_prompt_is_a_heading(names):
    heading = "<p>How many weights does <b>one</b> ENCODER&nbsp;layer hold (<i>d</i>_k=16)</p>"
    assert names._replace(hint="a").meaning(heading) == HeadingMeaning(("encoder-layer", None))


def test_a_label_of_two_assignments_follows_the_folder(write):
    problems = {
        f"problems/{name}/layer.yaml": LAYER.replace("id: encoder-layer", f"id: layer-{name}") for name in ("a", "b")
    }
    lists = {f"problems/{name}/assignment.yaml": f"problems: [{{id: layer-{name}, label: Q1}}]" for name in ("a", "b")}
    names = column_names(Course(load_problems(write(problems | lists) / "problems")))
    assert names.meaning("Q1") == HeadingMeaning(None, ("layer-a", "layer-b"))
    assert names._replace(hint="b").meaning("Q1") == HeadingMeaning(("layer-b", None))


def test_settings_of_assignments(write):
    listed = "columns: {Antwort 1: block.total, Comment: ignore}"
    top = write({"problems/a/block.yaml": BLOCK, "problems/a/assignment.yaml": listed})
    found = column_names(Course(load_problems(top / "problems")))
    assert found.setting("antwort 1") == HeadingMeaning(("block", "total"))
    assert found.setting(" COMMENT:") == HeadingMeaning()
    assert found.setting("Antwort 2") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How many weights does **one** layer hold?", "how many weights does one layer hold"),
        ("<p>a</p><p>b</p>", "ab"),
        ("[a paper](https://x.org/y) on $\\alpha_k$", "a paper on k"),
        ("Größe &amp; Zahl", "GRÖSSE: Zahl"),
        ("!?", " !? "),
    ],
)
def test_plain_words(one, other):
    assert plain_words(one) == plain_words(other)


def test_different_numbers_stay_different():
    assert plain_words("1 23") != plain_words("12 3")
    assert plain_words("Q 1 2") != plain_words("Q12")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1), st.data())
def test_any_header_is_read_or_reported(header, data):
    extra = ["id", "name", "1: x", "1.0", "Response 1", "Question 1", "State", "Timestamp", "student", "submitted"]
    header = data.draw(st.permutations([*header, *data.draw(st.lists(st.sampled_from(extra)))]))
    for each in read(table(header, ["1"] * len(header)), "q.csv", names=WORDS):
        assert isinstance(each, Submission | Trouble)


def test_the_questions_are_in_the_order_of_the_assignment(names):
    assert names.questions == {"a": (("encoder-layer", None), ("block", "queries"), ("block", "total"))}
