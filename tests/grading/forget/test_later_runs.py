"""Later runs leave the student out, until that is undone."""

from __future__ import annotations

import json
import shutil

import pytest

from checker.grading.forget import student as forgetting
from checker.grading.forget.student import NoSuchStudent
from checker.grading.store import Store
from tests.grading import runs
from tests.grading.forget.forgotten import (
    ANA,
    ANSWERS,
    OTHERS,
    ROSTER,
    THEIRS,
    column,
    forget,
    fresh,
    remaining,
    roster,
)
from tests.grading.weeks import stored, views


@pytest.mark.parametrize("jobs", [1, 2])
def test_later_runs_leave_the_student_out_and_say_so(top, jobs):
    runs.run(top)
    forget(top)
    runs.write(top, {f"submissions/a/{ANA}.yaml": f"{ANSWERS}\nnote: new", "submissions/a/s9.yaml": "answers: {}"})
    again = runs.run(top, jobs=jobs)
    assert again.summary["left_out"] == 1
    assert remaining(top / "results") == []
    assert views(top) == fresh(top, *THEIRS)
    quick = runs.run(top, jobs=jobs)
    assert (quick.results, quick.graded, quick.summary["left_out"]) == (None, 0, 1)


def test_the_first_run_after_it_reads_no_source_again(top):
    runs.run(top)
    forget(top)
    again = runs.run(top)
    assert (again.graded, again.summary["left_out"], again.changes) == (0, 1, [])


def test_a_file_that_cannot_be_read_is_the_students_by_its_name(top):
    runs.write(top, {f"submissions/a/{ANA}.yaml": "answers: [unclosed"})
    runs.run(top)
    forget(top)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert remaining(top / "results") == []
    assert not any(ANA in each["place"] for each in finished.summary["needs_person"]["others"])
    runs.write(top, {f"submissions/a/{ANA}.yaml": "answers: {encoder-layer: [unclosed"})
    runs.run(top)
    assert remaining(top / "results") == []


def test_undo_grades_the_student_again(top):
    runs.run(top)
    runs.write(top, {"submissions/a/c.csv": f"student,block.total\n{ANA},7\ns7,7\n"})
    runs.run(top)
    before = views(top)
    forget(top)
    runs.run(top)
    forgetting.undo(top / "results", ANA)
    again = runs.run(top)
    assert (again.graded, again.summary["left_out"]) == (3, 0)
    assert views(top) == before
    assert {(each.student, each.why) for each in again.changes} == {(ANA, "forgotten")}
    with pytest.raises(NoSuchStudent, match=f"{ANA} was not forgotten in these results: it has grades there"):
        forgetting.undo(top / "results", ANA)


def test_earlier_versions_of_other_submissions_stay(top):
    runs.run(top)
    runs.write(top, {"submissions/a/s4.yaml": "answers: {encoder-layer: 2, why: Later.}"})
    runs.run(top)
    forget(top)
    runs.write(top, {"submissions/a/s4.yaml": OTHERS["submissions/a/s4.yaml"]})
    assert runs.run(top).graded == 0


def test_the_id_is_kept_only_as_a_salted_hash(top):
    runs.run(top)
    forget(top)
    with stored(top) as store:
        left_out = store.forgotten.left_out()
        assert left_out.has(ANA)
        assert left_out.has(f" {ANA} ")
        assert left_out.has("ANA@leeuwen.example")
        assert not left_out.has("s1")
        assert len(left_out.salt) == 32
    runs.run(top, out="other")
    forgetting.forget(top / "other", ANA, {})
    with Store(top / "other/checker.db") as other:
        assert other.forgotten.left_out().numbers.keys().isdisjoint(left_out.numbers)


def test_the_summaries_of_other_folders_do_not_name_the_student(top):
    shutil.copytree(top / "submissions", top / "earlier")
    runs.run(top, "earlier", **roster(ROSTER))
    runs.run(top, **roster(ROSTER))
    runs.write(top, {"submissions/a/s1.yaml": "answers: {encoder-layer: 5}"})
    runs.run(top, **roster(ROSTER))
    forget(top)
    first, second, last = map(json.loads, column(top, "SELECT summary FROM run ORDER BY id"))
    assert [each["students"] for each in first["assignments"]] == [4, 3]
    assert [[one["student"] for one in each["grades"]] for each in first["assignments"]] == [
        ["s1", "s2", "s3", "s4"],
        ["s1", "s2", "s3"],
    ]
    assert (first["left_out"], last["left_out"]) == (0, 1)
    assert second == {}, "nobody asks for it any more"
    assert remaining(top / "results") == []
