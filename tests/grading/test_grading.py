"""Grading a folder: what each submission is graded against, what no answer may turn into, and the same for any jobs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from checker.engine.version import VERSION
from checker.grading.course import Course, column_names
from checker.grading.gradebook import Gradebook
from checker.grading.submissions import walk_sources
from checker.kinds import Judge
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import BLOCK, BROKEN, LAYER, brief


def told(book: Gradebook) -> list[tuple[str | None, str]]:
    return [(issue.student, issue.message) for issue in book.issues]


def test_a_whole_record(grade):
    (record,), _ = grade({"a/x.yaml": "student: s1\nanswers: {encoder-layer: '27,648'}"}, {"a/layer.yaml": LAYER})
    literal = {
        "schema": "checker.result/1",
        "checker": VERSION,
        "student": "s1",
        "problem": "encoder-layer",
        "part": None,
        "variant": "f4a32341689c5e78",
        "status": "correct",
        "points": 1.0,
        "max_points": 1.0,
        "given": "27,648",
        "read_as": 27648,
        "expected": 27648,
        "feedback": "full",
        "explanations": [],
        "message": "Correct: 27,648.",
    }
    assert record == literal
    assert list(record) == list(literal)


def test_a_wrong_answer_is_explained(grade):
    (record,), _ = grade({"a/x.yaml": "student: s1\nanswers: {encoder-layer: '31,744'}"}, {"a/layer.yaml": LAYER})
    assert (record["status"], record["points"], record["expected"]) == ("incorrect", 0.0, 27648)
    assert record["explanations"][0]["mistakes"][0]["id"] == "output_projection.counted"
    assert record["message"].startswith("31,744 is not correct.")


def test_a_file_without_a_folder_belongs_to_the_assignments_whose_problems_it_answers(grade):
    problems = {"a/layer.yaml": LAYER, "b/block.yaml": BLOCK}
    files = {
        "s1.yaml": "answers: {encoder-layer: 27648}",
        "week-1/s2.yaml": "answers: {block: {total: 160800}}",
        "b/s3.yaml": "answers: {}",
        "s4.yaml": "answers: {}",
    }
    records, book = grade(files, problems)
    assert {(record["student"], record["problem"]) for record in records} == {
        ("s1", "encoder-layer"),
        ("s2", "block"),
        ("s3", "block"),
    }
    assert told(book) == [("s4", "answers no problem of any assignment; check the ids of the problems")]


def test_an_answer_of_another_assignment_is_reported(grade):
    problems = {"a/layer.yaml": LAYER, "b/block.yaml": BLOCK}
    records, book = grade({"a/s1.yaml": "answers: {encoder-layer: 27648, block: {total: 1}}"}, problems)
    assert brief(records) == [("s1", "encoder-layer", None, "correct", 1.0)]
    assert told(book) == [("s1", "Problem block belongs to another assignment, b (the answer: 1)")]


def test_a_misspelt_problem_is_reported_and_what_was_meant_is_not_0_points(grade):
    records, book = grade({"a/s1.yaml": "answers: {encoder-layr: 27648, essay: I think}"})
    assert brief(records)[2] == ("s1", "encoder-layer", None, "needs_review", None)
    assert records[2]["given"] == "27648"
    assert records[2]["message"] == "There is no problem encoder-layr; did you mean encoder-layer?"
    assert told(book) == [("s1", "There is no problem essay; known are block, encoder-layer (the answer: I think)")]
    assert [record["status"] for record in records[:2]] == ["not_answered", "not_answered"]


def test_a_misspelt_problem_next_to_the_right_one_changes_nothing_there(grade):
    records, book = grade({"a/s1.yaml": "answers: {encoder-layer: 27648, encoder-layr: 5}"})
    assert brief(records)[2] == ("s1", "encoder-layer", None, "correct", 1.0)
    assert told(book) == [
        ("s1", "There is no problem encoder-layr; did you mean encoder-layer? (the answer: 5)"),
    ]


@pytest.mark.parametrize(
    ("answers", "message", "left"),
    [
        (
            "{block: 160800}",
            "Problem block takes an answer for each of its parts (queries, total), but this is a single answer",
            2,
        ),
        ("{block: {totl: 160800}}", "Problem block has no part totl; did you mean total?", 1),
        ("{block: {queries: 1, x: 2}}", "Problem block has no part x; known are queries, total", 1),
        (
            "{encoder-layer: {total: 5}}",
            "Problem encoder-layer takes a single answer, but this one is for a part total",
            1,
        ),
    ],
)
def test_an_answer_in_the_wrong_form_is_a_persons_to_decide(grade, answers, message, left):
    records, book = grade({"a/s1.yaml": f"answers: {answers}"})
    decided = [record for record in records if record["status"] == "needs_review"]
    assert len(decided) == left
    assert all((record["points"], record["message"]) == (None, message) for record in decided)
    assert [(group.reason, group.students) for group in book.groups()] == [(message, ["s1"])]


def test_blank_answers_to_what_does_not_exist_are_nothing(grade):
    _, book = grade({"a/all.csv": "student,encoder-layer,comments\ns1,27648,\n"})
    assert book.issues == []


def test_a_problem_file_in_error_leaves_its_answers_and_the_rest_is_graded(grade):
    problems = {"a/layer.yaml": LAYER, "a/oops.yaml": BROKEN}
    files = {
        "a/s1.yaml": "answers: {encoder-layer: 27648, broken: {x: 1, y: 2}}",
        "a/s2.yaml": "answers: {broken: 7}",
        "a/s3.yaml": "answers: {}",
    }
    records, book = grade(files, problems)
    assert brief(records) == [
        ("s1", "encoder-layer", None, "correct", 1.0),
        ("s1", "broken", "x", "error", None),
        ("s1", "broken", "y", "error", None),
        ("s2", "encoder-layer", None, "not_answered", 0.0),
        ("s2", "broken", None, "error", None),
        ("s3", "encoder-layer", None, "not_answered", 0.0),
        ("s3", "broken", None, "not_answered", 0.0),
    ]
    assert records[1]["message"] == (
        "The problem file is in error (oops.yaml:2). Fix it and grade again; until then the answer waits."
    )
    assert book.faults == {}


@pytest.mark.parametrize("broken", ["encoder-layer.yaml", "Encoder.yml"])
def test_a_broken_file_without_an_id_that_is_named_like_a_problem_takes_nothing_from_it(grade, broken):
    problems = {"a/y.yaml": LAYER, f"a/{broken}": "type: attention_parameterz", "a/block.yaml": BLOCK}
    problems["b/encoder-layer.yaml"] = "["
    files = {
        "a/s1.yaml": "answers: {encoder-layer: 27648, block: {queries: 40200, total: 7}}",
        "b/s2.yaml": "answers: {encoder-layer: 1}",
    }
    records, book = grade(files, problems)
    assert [each[2:] for each in brief(records) if each[:2] == ("s1", "encoder-layer")] == [(None, "correct", 1.0)]
    assert [each[3] for each in brief(records) if each[:2] == ("s1", "block")] == ["correct", "incorrect"]
    names = [column.name for column in book.course.columns]
    assert len(names) == len(set(names))
    assert told(book) == [("s2", "Problem encoder-layer belongs to another assignment, a (the answer: 1)")]


def test_a_broken_submission_next_to_good_ones(grade):
    records, book = grade({"a/s1.yaml": "answers: {encoder-layer: 27648}", "a/s2.yaml": "answers: ["})
    waiting = [record for record in records if record["student"] == "s2"]
    assert waiting
    assert {(record["status"], record["points"]) for record in waiting} == {("needs_review", None)}
    (need,) = book.issues
    assert need.student is None
    assert "a/s2.yaml:" in need.place


@pytest.mark.parametrize(
    ("file", "text", "student"),
    [
        ("s2.yaml", "answers: {encoder-layer: 27648", "s2"),
        ("s2.yaml", "", "s2"),
        ("s2.json", '{"answers": {', "s2"),
        ("s2.yaml", "student: bob", "bob"),
    ],
)
def test_who_handed_in_a_file_that_cannot_be_read_waits_and_is_not_absent(grade, file, text, student):
    records, _ = grade({"a/s1.yaml": "answers: {encoder-layer: 27648}", f"a/{file}": text})
    waiting = [record for record in records if record["student"] == student]
    assert {(record["status"], record["points"]) for record in waiting} == {("needs_review", None)}
    assert {record["message"] for record in waiting} == {
        "A file of this hand-in was not read; the answer may be in it."
    }


def test_one_student_in_two_files(grade):
    files = {
        "a/one.yaml": "student: s1\nanswers: {encoder-layer: 27648}",
        "a/two.yaml": "student: s1\nanswers: {encoder-layer: 1}",
        "a/z.yaml": "student: s2\nanswers: {encoder-layer: 1}",
    }
    records, book = grade(files, {"a/layer.yaml": LAYER})
    assert len(records) == 3
    assert list(book.conflicts) == [("a", "s1")]
    reason, folder = book.conflicts["a", "s1"].reason, Path(book.rows["a", "s1"].file).parent
    assert reason == (
        f"Handed in more than once: {folder}/one.yaml, {folder}/two.yaml. Keep one of them, remove the others and grade"
        " again."
    )
    assert [cell.points for cell in book.rows["a", "s1"].cells] == [None]
    assert [cell.points for cell in book.rows["a", "s2"].cells] == [0.0]
    assert book.groups() == []


def test_one_student_in_two_rows_of_one_file_is_reported_by_line(grade):
    _, book = grade({"a/all.csv": "student,encoder-layer\ns1,1\ns2,1\ns1,2\n"}, {"a/layer.yaml": LAYER})
    file = book.rows["a", "s1"].file
    assert f"more than once: {file}:2, {file}:4. Keep" in book.conflicts["a", "s1"].reason


def test_one_student_in_two_assignments_is_no_duplicate(grade):
    files = {"a/s1.yaml": "answers: {encoder-layer: 1}", "b/s1.yaml": "answers: {block: {total: 1}}"}
    _, book = grade(files, {"a/layer.yaml": LAYER, "b/block.yaml": BLOCK})
    assert book.conflicts == {}


def test_a_fault_of_ours_stays_with_its_answer(grade, monkeypatch):
    verdict = Judge.verdict

    def fail(self, reading):
        if reading.numbers[0].value == 13:
            raise TypeError("no number")
        return verdict(self, reading)

    monkeypatch.setattr(Judge, "verdict", fail)
    files = {"a/s1.yaml": "answers: {encoder-layer: 13}", "a/s2.yaml": "answers: {encoder-layer: 27648}"}
    records, book = grade(files, {"a/layer.yaml": LAYER})
    assert brief(records) == [
        ("s1", "encoder-layer", None, "error", None),
        ("s2", "encoder-layer", None, "correct", 1.0),
    ]
    assert "fault of checker, not of this answer: TypeError: no number (test_grading.py:" in records[0]["message"]
    assert records[0]["max_points"] == 1.0
    assert [column.name for column in book.faults.values()] == ["encoder-layer"]


def test_a_solver_that_fails_is_a_fault_of_ours_in_each_answer(write, monkeypatch):
    unknown = LAYER.replace("d_ff: 120", "d_ff: 131")  # no other test has made an index of this question
    top = write({"problems/a/layer.yaml": unknown, "submissions/a/s1.yaml": "answers: {encoder-layer: 5}"})
    course = Course(load_problems(top / "problems"))

    def fail(*_, **__):
        raise KeyError("d_k")

    monkeypatch.setattr("checker.questions.variant.Run", fail)
    runs.run(top, course=course)
    (record,) = runs.records(top)
    assert (record["status"], record["points"]) == ("error", None)


@pytest.mark.parametrize("student", ["../../etc/passwd", "two\nlines", 'quo"te, "problem": ', "=1+1", "ü 学"])
def test_any_text_is_an_id(grade, student):
    records, book = grade({"a/x.yaml": f"student: {json.dumps(student)}\nanswers: {{encoder-layer: 27648}}"})
    assert {record["student"] for record in records} == {student}
    assert [row.student for row in book.rows.values()] == [student]


def test_memory_is_bounded_by_clearing_what_is_remembered(grade, monkeypatch):
    monkeypatch.setattr("checker.marking.question.MOST_REMEMBERED", 2)
    files = {f"a/s{n}.yaml": f"answers: {{encoder-layer: {n}}}" for n in range(1, 7)}
    records, _ = grade(files, {"a/layer.yaml": LAYER})
    assert [record["read_as"] for record in records] == [1, 2, 3, 4, 5, 6]


def test_files_of_an_earlier_run_are_no_submissions(write):
    top = write({"problems/a/layer.yaml": LAYER, "submissions/grades.csv": "student,encoder-layer\ns1,1\n"})
    course = Course(load_problems(top / "problems"))
    exclude = frozenset({os.path.realpath(top / "submissions" / "grades.csv")})
    found = walk_sources(str(top / "submissions"), course.folder_names, exclude, column_names(course))
    assert list(found) == []


def test_very_many_unknown_answers_are_graded_in_bounded_time_and_reported_once(grade, monkeypatch):
    from checker.grading.grader import unmatched

    searched = []

    def search(word, *arguments):
        searched.append(word)
        return []

    monkeypatch.setattr(unmatched, "nearest", search)
    answers = {f"c{number}": "1" for number in range(1_500)}
    wide = json.dumps([{"student": f"s{number}", "answers": answers} for number in range(20)])
    records, book = grade({"a/all.json": wide}, {"a/layer.yaml": LAYER})
    assert len(searched) == unmatched.MOST_MATCHED  # once for each column, and not for all of them
    assert len(book.issues) == 101
    assert book.issues[0].student is None
    assert book.issues[0].message == "There is no problem c0; known are encoder-layer (20 rows)"
    assert book.issues[-1].message == "and 28,000 more answers that belong to no problem"
    assert book.to_review()["s7"] == 1_501  # the one record, too
    assert {(record["status"], record["points"]) for record in records} == {("needs_review", None)}  # nobody looked
    assert book.groups()[0].reason == unmatched.TOO_MANY.sentence


def test_issues_are_the_same_for_any_number_of_jobs(grade):
    wide = "student,encoder-layr," + ",".join(f"c{column}" for column in range(150)) + "\n"
    for row in range(140):
        cells = ",".join("1" * (row > 70 or column < 50) for column in range(150))
        wide += f"s{row},{row},{cells}\n"
    files = {
        "a/all.csv": wide,
        "a/more.json": json.dumps({"answers": {"encoder-layr": 5, **{f"x{n}": 1 for n in range(150)}}}),
        "a/bad.yaml": "[",
    }
    alone, book = grade(files, small_file=100)
    together, other = grade({}, {}, jobs=2, small_file=100)
    assert together == alone
    assert other.issues == book.issues
    assert [need.message for need in book.issues if "more answers" in need.message] != []
    given = {record["student"]: record["given"] for record in alone if record["problem"] == "encoder-layer"}
    assert given["s17"] == "17"  # the text of an answer with a near miss is kept


def test_very_many_different_answers_with_one_reason_are_cut(grade):
    table = "student,encoder-layr\n" + "".join(f"s{row},{row}\n" for row in range(250))
    _, book = grade({"a/all.csv": table}, {"a/layer.yaml": LAYER})
    assert len(book.groups()) == 101
    assert (book.groups()[-1].answer, len(book.groups()[-1].students)) == ("…", 150)


def test_one_student_in_very_many_rows_is_reported_briefly(grade):
    table = "student,encoder-layer\n" + "s1,1\ns1,2\n" * 250
    _, book = grade({"a/all.csv": table}, {"a/layer.yaml": LAYER})
    assert " and 490 more. Keep one of them" in book.conflicts["a", "s1"].reason


def test_a_problem_file_in_error_that_names_no_id_has_a_column_by_its_name(write):
    top = write({"problems/a/layer.yaml": LAYER, "problems/a/odd.yaml": "type: attention_parameterz\n"})
    columns = Course(load_problems(top / "problems")).columns
    assert [(each.id, each.error) for each in columns] == [("encoder-layer", ""), ("odd", "odd.yaml:1")]


def test_only_essays_have_their_equations_in_the_record(grade):
    (record,), _ = grade(
        {"a/s1.yaml": "answers: {encoder-layer: '3*64*64 + 2*64*120 = 27648'}"}, {"a/layer.yaml": LAYER}
    )
    assert record["status"] == "correct"
    assert "working" not in record


def test_a_blank_answer_beside_a_similar_name_leaves_its_place_to_the_answer(grade):
    blank = "answers: {encoder-layer: '', encoder-layr: 27648}"
    (record,), _ = grade({"a/s1.yaml": blank}, {"a/layer.yaml": LAYER})
    assert (record["given"], record["status"]) == ("27648", "needs_review")
