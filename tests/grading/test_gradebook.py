"""The gradebook: whose answers are, to which question they belong, and which of several hand-ins counts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.course import AssignmentColumns
from checker.grading.gradebook import Gradebook, counting
from checker.grading.model import Answers
from checker.grading.review_files import needs_review
from checker.grading.rows import Row
from checker.lms.students import Roster, Student
from checker.lms.system import Delivery
from checker.problems import ProblemFolder
from tests.grading import runs
from tests.grading.problems import BLOCK, BROKEN, LAYER, brief
from tests.grading.reviewed import WHY
from tests.grading.weeks import grades
from tests.tables import rows

BOTH = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
ONE = {"a/layer.yaml": LAYER}
TWO = {"a/layer.yaml": LAYER, "b/block.yaml": BLOCK}
RIGHT = "answers: {encoder-layer: 27648}"


def told(book: Gradebook) -> list[tuple[str | None, str]]:
    return [(issue.student, issue.message) for issue in book.issues()]


# To which question answers belong

UNMATCHED = {
    "a misspelt problem": ("{encoder-layr: 27648}", ["encoder-layer"], "There is no problem encoder-layr; did you mean encoder-layer?"),
    "a part of a misspelt problem": ("{blocks: {total: 160800}}", ["block.total"], "There is no problem blocks; did you mean block?"),
    "a whole for parts of a misspelt one": ("{blocks: 5}", ["block.queries", "block.total"], "There is no problem blocks; did you mean block?"),
    "an unknown one": ("{essay: x}", [], "There is no problem essay; known are block, encoder-layer (the answer: x)"),
    "next to the right one": ("{encoder-layer: 27648, encoder-layr: 5}", [], "There is no problem encoder-layr; did you mean encoder-layer? (the answer: 5)"),
    "a whole for parts": ("{block: 160800}", ["block.queries", "block.total"], "Problem block takes an answer for each of its parts (queries, total), but this is a single answer"),
    "a misspelt part": ("{block: {totl: 160800}}", ["block.total"], "Problem block has no part totl; did you mean total?"),
    "an unknown part": ("{block: {queries: 1, x: 2}}", ["block.total"], "Problem block has no part x; known are queries, total"),
    "a part of a single answer": ("{encoder-layer: {total: 5}}", ["encoder-layer"], "Problem encoder-layer takes a single answer, but this one is for a part total"),
    "blank answers to nothing": ("{encoder-layer: 27648, comments: ''}", [], None),
    "a blank one next to a misspelt one": ("{encoder-layer: '', encoder-layr: 5}", ["encoder-layer"], "There is no problem encoder-layr; did you mean encoder-layer?"),
}  # fmt: skip


@pytest.mark.parametrize(("answers", "waiting", "message"), UNMATCHED.values(), ids=UNMATCHED)
def test_an_answer_that_fits_no_question_is_never_wrong(grade, answers, waiting, message):
    records, book = grade({"a/s1.yaml": f"answers: {answers}"})
    found = {f"{each['problem']}.{each['part']}".removesuffix(".None"): each for each in records}
    assert [name for name, each in found.items() if each["status"] == "needs_review"] == waiting
    if waiting:
        assert {found[name]["message"] for name in waiting} == {message}
        assert {(group.record["message"], *group.students) for group in book.groups()} == {(message, "s1")}
    assert told(book) == ([("s1", message)] if message and not waiting else [])


def test_which_assignment_a_file_is_for(grade):
    files = {
        "s1.yaml": RIGHT,
        "week-1/s2.yaml": "answers: {block: {total: 160800}}",
        "b/s3.yaml": "answers: {}",
        "s4.yaml": "answers: {}",
        "a/s5.yaml": "answers: {encoder-layer: 27648, block: {total: 1}}",
    }
    records, book = grade(files, TWO)
    expected = {("s1", "encoder-layer"), ("s2", "block"), ("s3", "block"), ("s5", "encoder-layer")}
    assert {(record["student"], record["problem"]) for record in records} == expected
    assert sorted(told(book)) == [
        ("s4", "answers no problem of any assignment; check the ids of the problems"),
        ("s5", "Problem block belongs to another assignment, b (the answer: 1)"),
    ]


def test_a_problem_file_in_error_leaves_its_answers_and_the_rest_is_graded(grade):
    files = {
        "a/s1.yaml": "answers: {encoder-layer: 27648, broken: {x: 1, y: 2}}",
        "a/s2.yaml": "answers: {broken: 7}",
        "a/s3.yaml": "answers: {}",
    }
    records, book = grade(files, ONE | {"a/oops.yaml": BROKEN})
    assert brief(records) == [
        ("s1", "encoder-layer", None, "correct", 1.0),
        ("s1", "broken", "x", "error", None),
        ("s1", "broken", "y", "error", None),
        ("s2", "encoder-layer", None, "not_answered", 0.0),
        ("s2", "broken", None, "error", None),
        ("s3", "encoder-layer", None, "not_answered", 0.0),
        ("s3", "broken", None, "not_answered", 0.0),
    ]
    message = "The problem file is in error (oops.yaml:2). Fix it and grade again; until then the answer waits."
    assert (records[1]["message"], book.faults) == (message, [])


@pytest.mark.parametrize("broken", ["encoder-layer.yaml", "Encoder.yml"])
def test_a_broken_file_without_an_id_takes_nothing_from_a_problem_with_its_name(grade, broken):
    problems = {"a/y.yaml": LAYER, f"a/{broken}": "type: attention_parameterz", "b/encoder-layer.yaml": "["}
    records, book = grade({"a/s1.yaml": RIGHT, "b/s2.yaml": "answers: {encoder-layer: 1}"}, problems)
    assert ("s1", "encoder-layer", None, "correct", 1.0) in brief(records)
    names = [column.name for column in book.course.columns]
    assert len(names) == len(set(names))
    assert told(book) == [("s2", "Problem encoder-layer belongs to another assignment, a (the answer: 1)")]


def test_a_number_of_a_file_is_no_text(grade):
    files = {
        "a/s1.json": '{"answers": {"encoder-layer": 27.648}}',
        "a/s2.json": '{"answers": {"encoder-layer": "27,648"}}',
    }
    files |= {
        "a/s3.json": '{"answers": {"encoder-layer": "27.648"}}',
        "a/s4.yaml": "answers: {encoder-layer: 2.7648e4}",
    }
    records, _ = grade(files, ONE)
    found = {each["student"]: (each["status"], each["read_as"]) for each in records}
    assert (found["s1"], found["s2"][0], found["s4"][0]) == (("incorrect", 27.648), "correct", "correct")
    assert found["s3"] != found["s1"], "a text may have dots between thousands"


# Several hand-ins of one student


def test_of_several_hand_ins_only_the_answers_that_differ_wait(grade, tmp_path):
    files = {
        "a/one.yaml": "student: s1\nanswers: {encoder-layer: '27,648', block: {queries: 64 or 128}}",
        "a/two.yaml": "student: {id: s1, name: Ada}\nanswers: {encoder-layer: 27648, block: {total: 160800}}",
        "a/up.yaml": "student: s1\nanswers: {}",
        "a/z.yaml": "student: s1\nanswers: {block: {total: 7}}",
    }
    records, book = grade(files)
    assert [(r["problem"], r["part"], r["given"], r["status"], r["points"]) for r in records] == [
        ("block", "queries", "64 or 128", "unreadable", None),
        ("block", "total", "160800", "needs_review", None),
        ("encoder-layer", None, "27,648", "correct", 1.0),
        ("block", "total", "7", "needs_review", None),
    ]
    folder = tmp_path / "submissions/a"
    reason = (
        f"Handed in more than once: {folder}/one.yaml, {folder}/two.yaml and {folder}/z.yaml. "
        "Keep one of them, remove the others and grade again."
    )
    assert book.conflicts == {("a", "s1"): reason}
    assert {record["message"] for record in records[1::2]} == {reason}
    assert grades(tmp_path) == ["s1,Ada,1,4,1,1,2,,,1"]
    form = (tmp_path / "results/review.yaml").read_text()
    assert ("64 or 128" in form, "160800" in form) == (True, False)


@pytest.mark.parametrize(
    ("rows", "conflict"),
    [
        ("s1,1\ns2,1\ns1,2\n", "all.csv:2 and {}all.csv:4. Keep"),
        ('s1,31744\ns2,1\ns1,"31,744"\n', None),
        ("s1,1\ns1,\n", None),
        ("s1,1\ns1,2\n" * 250, " and 490 more. Keep one of them"),
    ],
)
def test_rows_of_one_file_are_named_by_their_lines(grade, tmp_path, rows, conflict):
    _, book = grade({"a/all.csv": f"student,encoder-layer\n{rows}"}, ONE)
    found = book.conflicts.get(("a", "s1"))
    if conflict is None:
        assert found is None
    else:
        assert conflict.format(f"{tmp_path}/submissions/a/") in found


def test_what_a_classmate_hands_in_without_an_answer_suspends_nobody(grade, tmp_path):
    grade({f"a/s{n}.yaml": RIGHT for n in range(3)}, ONE)
    before = grades(tmp_path)
    for answers in ("{encoder-layer: ''}", "{}", "{encoder-layer: ' 27,648 '}", "{encoder-layer: null}"):
        _, book = grade({"a/00.yaml": "".join(f"- {{student: s{n}, answers: {answers}}}\n" for n in range(3))}, ONE)
        assert (grades(tmp_path), book.conflicts, told(book)) == (before, {}, [])


# Attempts


def quiz(top, *attempts: str, problems=None):
    """Hand in a number and an essay, several times."""
    lines = [f"2026/10/05 10:0{minute}:00 AM,ann,{each}\n" for minute, each in enumerate(attempts)]
    table = "".join(["Timestamp,Email Address,encoder-layer,why\n", *lines])
    return runs.write(
        top, {"problems/a/layer.yaml": LAYER, "problems/a/why.yaml": WHY, "submissions/q.csv": table} | (problems or {})
    )


@pytest.mark.parametrize(("rule", "attempts", "counts"), rows(__file__, "which_attempt_counts"))
def test_which_attempt_counts(tmp_path, rule, attempts, counts):
    runs.run(quiz(tmp_path, *attempts), attempts=rule)
    assert [each["given"] for each in runs.records(tmp_path) if each["problem"] == "encoder-layer"] == [counts]


@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3).map(sorted), min_size=1, max_size=5))
def test_once_all_that_could_be_best_is_decided_the_best_attempt_counts(attempts):
    """Each attempt has the points it has, those that people will give it, and those that they could give at most."""
    who, columns = Student("s1"), AssignmentColumns(ProblemFolder("a", "A", (), ()), ())
    answers = [Answers(who, "q.csv", delivery=Delivery(attempt=str(n))) for n in range(1, len(attempts) + 1)]
    rows = [Row(columns, who, each, []) for each in answers]
    worth = {id(row): (most, least) for row, (least, _, most) in zip(rows, attempts, strict=True)}
    while True:
        (one,) = counting(rows, "best", lambda row: worth[id(row)])
        most, least = worth[id(one)]
        if least == most:
            break
        decided = attempts[next(at for at, row in enumerate(rows) if row is one)][1]
        worth[id(one)] = decided, decided
    assert least == max(decided for _, decided, _ in attempts)


# Rosters

CLASS = {"a/s2.yaml": RIGHT, "a/s1.yaml": "answers: {encoder-layer: 31744}"}


@pytest.mark.parametrize(("id_", "message"), rows(__file__, "who_is_not_on_the_roster_is_graded_and_reported"))
def test_who_is_not_on_the_roster_is_graded_and_reported(grade, id_, message):
    students = [Student("s1", "", "", "", ("both",)), Student("s2", "", "", "", ("both",)), Student("s3", "Bo Lee")]
    records, book = grade({"a/x.yaml": f"student: {id_}\n{RIGHT}"}, ONE, roster=Roster(tuple(students)))
    assert [(each["student"], each["status"]) for each in records] == [(id_, "correct")]
    assert (id_, f"`{id_}` {message}") in told(book)


@pytest.mark.parametrize("id_", ["lee@uni.edu", "LEE@uni.edu", " s1 ", "17"])
def test_any_id_of_a_student_is_that_student(grade, tmp_path, id_):
    roster = Roster((Student("s1", "Ana Lee", "lee@uni.edu", "", ("17",)), Student("s2")))
    records, book = grade({"a/x.yaml": f'student: "{id_}"\n{RIGHT}'}, ONE, roster=roster)
    assert ([each["student"] for each in records], told(book)) == (["s1"], [])
    assert grades(tmp_path)[0] == "s1,Ana Lee,lee@uni.edu,1,1,1,1,0,1"


def test_a_roster_of_another_course_is_told_first(grade):
    _, book = grade(CLASS, ONE, roster=Roster((Student("t1"), Student("t2"))))
    assert told(book)[0] == (None, "none of the 2 students is on the roster; is it that of this course?")


def test_ids_that_look_alike_are_pointed_out_and_not_merged(grade):
    ids = ["s1", "S1", "s\u200b1", "s2", "\u04551"]
    files = {f"a/{n}.yaml": f"student: {json.dumps(id_)}\n{RIGHT}" for n, id_ in enumerate(ids)}
    records, book = grade(files, ONE)
    assert sorted(book.similar_ids[0]) == sorted(set(ids) - {"s2"})
    assert "## Ids that look alike\n\n- " in needs_review(book)
    assert len(records) == 5
