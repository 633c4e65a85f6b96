"""Columns that name no question: responses in the order of the assignment, and headings that nobody knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.course import Course, column_names
from checker.grading.submissions.column_names import ColumnNames, HeadingMeaning, Meant
from checker.grading.submissions.formats.table import read
from checker.problems import load_problems
from tests.grading.problems import LAYER
from tests.grading.submissions.quiz_tables import MOODLE, answers, moodle, table, told

QUESTIONS = [("layer", None), ("block", "queries"), ("block", "total")]
COURSE = ColumnNames(
    ids={"layer": ("layer", None), "block.queries": ("block", "queries"), "block.total": ("block", "total")},
    questions={"a": tuple(QUESTIONS)},
)
ORDER = (
    "`Response 1` to `Response 3` are read as the answers to layer, block.queries and block.total, in the order of the "
    'assignment. To confirm or to correct this, write `columns: {"Response 1": layer, "Response 2": block.queries, '
    '"Response 3": block.total}` into assignment.yaml'
)


@given(st.permutations([1, 2, 3]))
def test_responses_belong_to_the_questions_in_order_wherever_their_columns_are(numbers):
    header = [*MOODLE, *(f"Response {number}" for number in numbers)]
    found = list(read(table(header, moodle("17", *(f"to {number}" for number in numbers))), "q.csv", names=COURSE))
    assert told(found) == [(1, None, ORDER)]
    given_ = {(each.problem, each.part): each.text for each in found[1].answers}
    assert given_ == {key: f"to {number}" for number, key in enumerate(QUESTIONS, 1)}


@pytest.mark.parametrize("count", [1, 2, 4, 5])
def test_another_number_of_responses_is_not_guessed(count):
    header = [*MOODLE, *(f"Response {number + 1}" for number in range(count))]
    (found,) = read(table(header, moodle("17", *["1"] * count), moodle("18", *["1"] * count)), "q.csv", names=COURSE)
    entries = ", ".join(f'"Response {number + 1}": ignore' for number in range(count))
    many = "the column `Response 1` belongs" if count == 1 else f"{count} columns belong"
    assert found.message.startswith(
        f"{many} to no question; known are layer, block.queries, block.total. Write `columns: {{{entries}}}` into "
        "assignment.yaml, "
    )
    assert (found.line, found.student) == (1, None)


@given(st.sets(st.integers(0, 6), min_size=3, max_size=3).filter(lambda numbers: numbers != {1, 2, 3}))
def test_responses_with_other_numbers_than_the_questions_are_not_guessed(numbers):
    header = [*MOODLE, *(f"Response {number}" for number in numbers)]
    (found,) = read(table(header, moodle("17", "1", "2", "3")), "q.csv", names=COURSE)
    assert found.message.startswith(
        "3 columns belong to no question; known are layer, block.queries, block.total. Write"
    )


def test_responses_that_the_assignment_ignores_are_not_counted():
    names = COURSE._replace(settings={"response2": (Meant("a", None),)})
    header = [*MOODLE, *(f"Response {number}" for number in (1, 2, 3, 4))]
    trouble, found = read(table(header, moodle("17", "1", "2", "3", "4")), "q.csv", names=names)
    assert answers([found]) == [("17", ("layer", None, "1"), ("block", "queries", "3"), ("block", "total", "4"))]
    assert trouble.message == (
        "`Response 1` to `Response 4` are read as the answers to layer, block.queries and block.total, in the order of "
        'the assignment. To confirm or to correct this, add `"Response 1": layer, "Response 3": block.queries, '
        '"Response 4": block.total` to `columns` in assignment.yaml'
    )


def test_the_order_says_nothing_where_the_assignment_lists_a_response():
    names = COURSE._replace(settings={"response1": (Meant("a", ("block", "total")),)})
    header = [*MOODLE, "Response 1", "Response 2", "Response 3"]
    trouble, found = read(table(header, moodle("17", "1", "2", "3")), "q.csv", names=names)
    assert answers([found]) == [("17", ("block", "total", "1"))]
    assert trouble.message == (
        "2 columns belong to no question; known are layer, block.queries, block.total. Add "
        '`"Response 2": ignore, "Response 3": ignore` to `columns` in assignment.yaml, with the id of its question '
        "instead of `ignore` for each column with answers"
    )
    assert (trouble.line, trouble.student) == (2, "17")


def test_the_order_says_nothing_about_several_assignments():
    names = COURSE._replace(questions={"a": tuple(QUESTIONS), "b": (("other", None),)}, folders={"week 1": "a"})
    header = table([*MOODLE, "Response 1", "Response 2", "Response 3"], moodle("17", "1", "2", "3"))
    (trouble,) = read(header, "q.csv", names=names)
    assert trouble.message.startswith("3 columns belong to no question. Write")
    for hint in ("a", "week 1"):
        assert answers(list(read(header, "q.csv", names=names, hint=hint))) == [
            ("17", ("layer", None, "1"), ("block", "queries", "2"), ("block", "total", "3"))
        ]


def test_the_order_says_nothing_where_a_problem_file_is_in_error(write):
    top = write({"problems/a/layer.yaml": LAYER, "problems/a/bad.yaml": "id: bad\n"})
    names = column_names(Course(load_problems(top / "problems")))
    assert names.questions == {"a": ()}


ONE = (
    "the column `Comment` belongs to no question; known are layer, block.queries, block.total. "
    'Write `columns: {"Comment": ignore}` into assignment.yaml, or the id of its question instead of `ignore`'
)


def test_each_row_with_text_in_an_unknown_column_is_reported_with_a_line_to_paste():
    rows = b"student,layer,Comment\ns1,5,hard!\ns2,6,\ns3,7,nice\n"
    found = list(read(rows, "q.csv", names=COURSE))
    assert told(found) == [(2, "s1", ONE), (4, "s3", ONE)]
    assert answers(found) == [
        (student, ("layer", None, text)) for student, text in (("s1", "5"), ("s2", "6"), ("s3", "7"))
    ]


@pytest.mark.parametrize("heading", ['What\'s 100% \\ "this"?', "Größe: {x}, #1", "a\nb", "no", "1", "Bell \x07"])
def test_the_line_to_paste_is_read_as_what_it_says(write, heading):
    (found,) = read(
        table(["student", heading], ["s1", "5"]), "q.csv", names=COURSE._replace(ids={"size": ("size", None)})
    )
    line = found.message.partition("Write `")[2].partition("` into assignment.yaml")[0]
    top = write({"problems/a/layer.yaml": LAYER, "problems/a/assignment.yaml": line})
    names = column_names(Course(load_problems(top / "problems")))
    assert names.setting(heading) == HeadingMeaning()


def test_a_heading_similar_to_an_id_keeps_its_answers():
    (found,) = read(b"student,layr,blocks.total\ns1,5,6\n", "q.csv", names=COURSE)
    assert answers([found]) == [("s1", ("layr", None, "5"), ("blocks", "total", "6"))]


def test_the_text_of_no_question_is_reported_in_its_row():
    names = COURSE._replace(words={"size": (Meant("a", ("layer", None)), Meant("b", ("size", None)))})
    header = [*MOODLE, "Question 1", "Response 1", "Question 2", "Response 2"]
    rows = [moodle("17", "What else?", "7", "layer", "5"), moodle("18", "Size", "7", "layer", "-")]
    rows += [moodle("19", "What else?", "7", "-", ""), moodle("20", "What else?", "-", "layer", "5")]
    found = list(read(table(header, *rows), "q.csv", names=names))
    advice = (
        'Make it the title of one question. Or write `columns: {"Response 1": ignore}` into assignment.yaml, with the id '
        "of its question instead of `ignore`"
    )
    assert told(found) == [
        (2, "17", f"the text `What else?` belongs to no question. {advice}"),
        (3, "18", f"the text `Size` may be for layer or size. {advice}"),
        (4, "19", f"the text `What else?` belongs to no question. {advice}"),
    ]
    assert answers(found) == [("17", ("layer", None, "5")), ("18", ("layer", None, "")), ("20", ("layer", None, "5"))]


def test_many_unknown_columns_are_reported_at_once():
    headings = [f"c{number}" for number in range(1_500)]
    trouble, found = read(table(["student", "layer", *headings], ["s1", "5", *headings]), "q.csv", names=COURSE)
    assert trouble.message.startswith("1,500 columns belong to no question; ")
    assert trouble.message.endswith("for each column with answers, and the other 1,460 columns likewise")
    assert trouble.message.count("ignore,") == 39
    assert answers([found]) == [("s1", ("layer", None, "5"))]
