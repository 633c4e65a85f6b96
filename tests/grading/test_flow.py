"""What a run, `forget` and the desk's command do where a file is in the way, damaged, changed meanwhile or a person's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.cli.pages import opened
from checker.engine.errors import UserError
from checker.grading import pipeline
from checker.grading.api import Cannot
from checker.grading.forget import forget
from checker.grading.members import Forgotten
from checker.grading.model import Contents, File, HandIn, Trouble
from checker.grading.output_folder import Unwritable
from checker.lms.students import Roster, Student
from tests.grading import runs
from tests.grading.handed_in import course, read
from tests.grading.reviewed import WHY
from tests.grading.weeks import CLASS, PROBLEMS

DECIDED = "- {student: s4, problem: why, points: 2}"


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    essay = {"problems/a/why.yaml": WHY, "submissions/a/s4.yaml": "answers: {why: The scores grow.}"}
    return runs.write(tmp_path, PROBLEMS | CLASS | essay)


@pytest.mark.parametrize("folder", ["feedback", "annotated", "Handouts"])
def test_no_file_in_a_folder_with_a_name_of_ours_is_lost(top, folder):
    runs.write(top, {f"submissions/a/ann/{folder}/hw.md": "Answer (encoder-layer): 27648"})
    done = runs.run(top)
    told = [each["place"] for each in done.summary["needs_person"]["others"]]
    assert ("ann" in {student for _, student in done.book.rows}) == (folder != "Handouts")
    assert any(each.endswith("a/ann/Handouts") for each in told) == (folder == "Handouts")


def test_what_is_typed_into_the_form_during_a_run_is_not_overwritten(top, monkeypatch):
    runs.run(top)
    form = top / "results/review.yaml"

    def mark(*given):
        form.write_text(form.read_text().replace("points:  #", "points: 2 #"))
        return done(*given)

    done = pipeline.mark_answers
    monkeypatch.setattr(pipeline, "mark_answers", mark)
    runs.write(top, {"submissions/a/s9.yaml": "answers: {encoder-layer: 5}"})
    with pytest.raises(Unwritable, match="was filled in"):
        runs.run(top)
    assert "points: 2 #" in form.read_text()


@pytest.mark.parametrize("now", ["nothing", "an empty folder", "another folder"])
@pytest.mark.parametrize("damaged", [False, True])
def test_decisions_of_the_last_run_are_not_lost(top, now, damaged):
    runs.write(top, {"rv/ada.yaml": DECIDED})
    runs.run(top, reviews=top / "rv")
    if now != "nothing":
        runs.write(top, {"reviews/bo.yaml": "[]"} if now == "another folder" else {"reviews/sub/x": ""})
    if damaged:
        (top / "results/results.jsonl").write_text("{")
    options = {} if now == "nothing" else {"reviews": None}
    with pytest.raises(Cannot, match="the last run used the decisions in `rv`"):
        runs.run(top, **options)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("forgotten.json", "{", "forgotten.json cannot be read"),
        ("forgotten.json", '{"salt": "x", "students": []}', "forgotten.json cannot be read"),
        ("summary.json", '{"schema": "checker.grade/2"}', "summary.json cannot be read .it has no `assignments`"),
    ],
)
def test_a_damaged_file_is_named(top, name, text, message):
    runs.run(top)
    runs.write(top, {f"results/{name}": text})
    with pytest.raises(UserError, match=message):
        forget(top / "results", "s1")


@pytest.mark.parametrize("damage", [b"id,name\n", None])
def test_forget_changes_nothing_where_the_roster_cannot_be_read(top, damage):
    roster, summary = top / "roster.csv", top / "results/summary.json"
    runs.run(runs.write(top, {"roster.csv": "id,name\ns1,Sam\ns2,Sue\n"}))
    summary.write_text(summary.read_text().replace('"roster": null', '"roster": "../roster.csv"'))
    before = {path.name: path.read_bytes() for path in (top / "results").iterdir() if path.is_file()}
    roster.write_bytes(damage) if damage else roster.unlink()
    with pytest.raises(UserError, match="roster"):
        forget(top / "results", "s1")
    assert {path.name: path.read_bytes() for path in (top / "results").iterdir() if path.is_file()} == before


def test_a_roster_that_names_a_forgotten_student_otherwise_leaves_that_student_out(top):
    runs.run(top)
    forget(top / "results", "s1")
    runs.write(top, {"submissions/a/ana7.yaml": "answers: {encoder-layer: 27648}"})
    assert ("a", "ana7") in runs.run(top).book.rows
    known = Roster((Student("s1", "Ana", other_ids=("ana7",)), Student("s2", "Sue")))
    assert not {"ana7", "s1"} & {student for _, student in runs.run(top, roster=known).book.rows}


def test_the_command_of_the_desk_has_all_options_of_the_run(top):
    runs.run(top, never_lower=True, attempts="best")
    command = opened(Path("results"), Path("reviews"), "ada")[1]
    assert command == (
        "checker grade submissions --problems problems --reviews reviews --out results --attempts best --never-lower"
    )


def test_a_title_that_changes_reads_documents_again(top):
    runs.write(top, {"submissions/a/s8.md": "Answer (encoder-layer): 27648"})
    runs.run(top)
    assert runs.run(top).graded == 0
    runs.write(top, {"problems/a/assignment.yaml": "title: Week one"})
    assert runs.run(top).graded > 0


@pytest.mark.parametrize("sort", ["structured", "table", "document"])
def test_a_fault_while_a_hand_in_is_read_stays_with_it(monkeypatch, sort):
    def fail(*_):
        raise RuntimeError("it failed")

    for what in ("read_file", "place"):
        monkeypatch.setattr(pipeline, what, fail, raising=False)
    monkeypatch.setattr("checker.grading.documents.read_documents", fail)
    hand_in = HandIn("a/s1", (File("a/s1", sort),), Student("s1"), "a", is_single=sort != "document")
    made = pipeline.read_hand_in(pipeline.Grader(course("layer")), hand_in)
    found = Contents.from_json(json.loads(made.json))
    assert not made.may_be_kept
    assert [each.partition(": A fault of checker")[0] for each in found.faults] == ["a/s1"]
    assert [each["points"] for one in found.answers for each in one.records] == [None] * (sort != "table")


@pytest.mark.parametrize("is_single", [True, False])
def test_nothing_is_said_of_a_forgotten_student_whose_file_ended_the_process(is_single):
    forgotten = Forgotten().with_student(["s1"])
    hand_in = HandIn("a/s1", (File("a/s1.yaml", "structured"),), Student("s1"), "a", is_single=is_single)
    grader = pipeline.Grader(course("layer"), forgotten)
    found = Contents.from_json(json.loads(pipeline.lost(grader, hand_in, pipeline.ENDED).json))
    assert found == Contents(left_out=[0])
    slow = Contents(troubles=[Trouble("a/s1.md", None, "s1", "took too long")], slow=["a/s1.md"])
    pipeline.leave_out(slow, forgotten, None)
    assert slow == Contents(left_out=[0])


def test_the_later_of_two_stated_times_counts_in_any_zone():
    files = {
        "a/1.md": "---\nsubmitted: 2026-10-05T15:00:00+00:00\n---\n\nAnswer (encoder-layer): 27648",
        "a/2.md": "---\nsubmitted: 2026-10-05T16:00:00+02:00\n---\n\nNothing more.",
    }
    (answers,) = read("layer", files).answers
    assert answers.delivery.time == "2026-10-05T15:00:00+00:00"
