"""A run from end to end: which files it writes, what it refuses, and the same bytes whatever the circumstances."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import checker
from checker.cli.course import result_schema
from checker.grading.api import Cannot, NothingGraded
from checker.grading.output_folder import Unwritable
from checker.kinds import Judge
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import BROKEN, LAYER
from tests.grading.reviewed import WHY
from tests.grading.weeks import CLASS, PROBLEMS, brief, grades, views, without_place

DRAWN = """id: drawn
type: feed_forward_parameters
prompt: From {d_model} to {d_ff}. {conventions}
parameters: {d_model: {choose: [64, 96, 128]}, d_ff: {from: 100, to: 400, step: 4}}
conventions: {ffn_biases: left_out}
"""
EVERYTHING = {
    **PROBLEMS,
    **CLASS,
    "problems/a/why.yaml": WHY,
    "problems/a/broken.yaml": BROKEN,
    "problems/a/drawn.yaml": DRAWN,
    "problems/a/assignment.yaml": "due: 2026-10-05\nlate: [{within: 24h, credit: 0.5}]\nid: a\nproblems:\n"
    "  [{id: why}, {id: broken}, {id: drawn}, {id: block, grading: {total: bonus}}, {id: encoder-layer}]\n",
    "submissions/a/s4.yaml": "submitted: 2026-10-05 10:00\nanswers: {why: The scores grow. 2*3 = 7, drawn: 12, broken: 1}",
    "submissions/a/s5.md": "# encoder-layer\n\n3 * 64 * 64 * 4 = 49,152\n\n2 * 64 * 120 = 15,360\n\nTotal: **64,512**\n",
    "submissions/a/s6.yaml": "answers: [",
    "submissions/a/s7.yaml": "answers: {encoder-layer: 27.6K, encodr-layer: 5, block: 7, drawn: 3 or 4}",
    "submissions/a/s8.md": "encoder-layer: 27648\n\nblock.total: 3 or 4\n",
    "submissions/a/class.csv": 'student,encoder-layer,block.queries\ns1,"27,648",\ns2,5,\n=x,31744,40200\n"s\u0664",1,2\n',
}
"""A class that meets everything: documents, tables, drafts, essays, drawn numbers, errors, late and double hand-ins."""


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | CLASS)


def everything(top: Path) -> dict[str, tuple[int, bytes]]:
    """Return all files and folders with their contents and times."""
    return {
        os.fspath(path.relative_to(top)): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in [top, *sorted(top.rglob("*"))]
    }


def test_the_files_and_their_records_fit_the_schema(tmp_path):
    finished = runs.run(runs.write(tmp_path, EVERYTHING))
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == [
        "annotated",
        "cache.db",
        "changes.json",
        "documents.jsonl",
        "grades.csv",
        "needs-review.md",
        "results.jsonl",
        "review.yaml",
        "summary.json",
    ]
    validator = Draft202012Validator(result_schema())
    records = runs.records(tmp_path)
    for record in records:
        validator.validate(record)
    wanted = {"correct", "partial", "incorrect", "not_answered", "unreadable", "needs_review", "error"}
    assert {each["status"] for each in records} == wanted
    for sheet in finished.summary["assignments"]:
        columns = [(each["problem"], each["part"]) for each in sheet["questions"]]
        theirs = [each for each in records if each["assignment"] == sheet["assignment"]]
        for student in {each["student"] for each in theirs}:
            asked = [(each["problem"], each["part"]) for each in theirs if each["student"] == student]
            assert asked[: len(columns)] == columns, "one record for each question, in order"
    assert json.loads((tmp_path / "results/changes.json").read_text()) == {"schema": "checker.changes/1", "changes": []}


@pytest.mark.parametrize(("seed", "jobs"), [("1", "1"), ("2", "2")])
def test_the_same_bytes_for_other_hash_seeds_and_numbers_of_jobs(tmp_path, seed, jobs):
    runs.run(runs.write(tmp_path, EVERYTHING), "submissions", out="here")
    words = ["submissions", "--out", "there", "--jobs", jobs]
    environment = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1]), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-m", "checker", "grade", *words]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert done.returncode == 3
    assert without_place(tmp_path, "here") == without_place(tmp_path, "there")


def test_files_in_another_order_give_the_same_bytes(tmp_path):
    runs.run(runs.write(tmp_path / "one", EVERYTHING))
    runs.run(runs.write(tmp_path / "two", dict(reversed(EVERYTHING.items()))))
    assert without_place(tmp_path / "one") == without_place(tmp_path / "two")


@pytest.mark.parametrize(
    "change",
    [
        {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}", "submissions/a/new.yaml": "answers: {encoder-layer: 5}"},
        {"problems/a/layer.yaml": LAYER + "points: 2\n"},
        {"problems/a/assignment.yaml": "title: Week 1\n"},
        {"problems/a/more.yaml": WHY.replace("id: why", "id: more"), "problems/b/sum.yaml": "id: sum\ntype: x\n"},
        {"submissions/a/s1.yaml": "["},
        {"reviews/ada.yaml": "- {student: s1, problem: encoder-layer, points: 0.5}\n"},
    ],
)  # fmt: skip
def test_a_later_run_writes_the_files_of_a_first_one(top, change):
    runs.run(top)
    runs.write(top, change)
    runs.run(top)
    runs.run(top, out="anew")
    assert views(top) == views(top, "anew")


def test_files_that_were_deleted_are_written_again(tmp_path):
    top = runs.write(tmp_path, EVERYTHING)
    runs.run(top)
    before = views(top)
    for names in (["results.jsonl"], ["grades.csv", "needs-review.md", "annotated/s5.md"]):
        for name in names:
            (top / "results" / name).unlink()
        runs.run(top)
        assert views(top) == before


# What is refused, and what is left then


def test_another_folder_of_submissions_is_refused_while_the_first_is_there(top):
    runs.run(top)
    before = everything(top / "results")
    shutil.copytree(top / "submissions", top / "others")
    message = (
        "results holds the results of submissions, and one folder of results belongs to one of submissions; choose"
    )
    with pytest.raises(Cannot, match=re.escape(message)):
        runs.run(top, "others")
    assert everything(top / "results").keys() == before.keys()
    shutil.rmtree(top / "submissions")
    assert runs.run(top, "others").changes == []


def test_both_folders_may_be_moved_together(top):
    runs.run(top)
    before = without_place(top)
    (top / "course").mkdir()
    for name in ("submissions", "results", "problems"):
        (top / name).rename(top / "course" / name)
    again = runs.run(top / "course")
    assert (again.graded, again.changes) == (0, [])
    assert without_place(top / "course") == before


OLDER = {
    "a store of an earlier version": {"checker.db": "SQLite format 3", "summary.json": '{"schema": "checker.grade/1"}'},
    "records that are cut": {"summary.json": '{"schema": "checker.grade/2", "assignments": [', "results.jsonl": "{"},
}


@pytest.mark.parametrize("files", OLDER.values(), ids=OLDER)
def test_older_or_damaged_results_are_graded_anew(top, files):
    runs.write(top, {f"results/{name}": text for name, text in files.items()} | {"results/grades.csv": "old"})
    finished = runs.run(top)
    assert (finished.graded, finished.changes) == (4, [])
    assert grades(top)[0].startswith("s1,")
    runs.run(top, out="anew")
    assert views(top) == views(top, "anew")


@pytest.mark.parametrize("name", ["grades.csv", "review.yaml", "results.jsonl", "changes.json", "cache.db"])
def test_a_file_of_the_user_with_our_name_is_not_overwritten(top, name):
    runs.write(top, {f"results/{name}": "mine"})
    with pytest.raises(Unwritable, match=rf"cannot write .*{name}: it is not known to be a file of checker"):
        runs.run(top)
    assert {path.name: path.read_text() for path in (top / "results").iterdir()} == {name: "mine"}


def test_where_nothing_is_graded_nothing_is_written(top):
    for path in sorted((top / "submissions").rglob("*.yaml")):
        path.unlink()
    with pytest.raises(NothingGraded):
        runs.run(top)
    assert not (top / "results").exists()
    runs.write(top, CLASS)
    runs.run(top)
    before = views(top)
    shutil.rmtree(top / "submissions")
    (top / "submissions").mkdir()
    with pytest.raises(NothingGraded):
        runs.run(top)
    assert views(top) == before


@pytest.mark.parametrize("where", [".", "submissions", "submissions/a/results"])
def test_results_among_the_submissions_are_not_handed_in(top, where):
    runs.run(top)
    before = views(top)
    runs.run(top, out=where)
    assert views(top, where)["grades.csv"] == before["grades.csv"]
    assert runs.run(top, out=where).graded == 0
    assert views(top, where)["grades.csv"] == before["grades.csv"]


# A draft


def test_a_draft_of_a_first_run_writes_nothing(top):
    before = everything(top)
    draft = runs.run(top, is_draft=True)
    assert everything(top) == before
    assert (draft.graded, draft.files) == (4, ())
    assert [each["assignment"] for each in draft.summary["assignments"]] == ["a", "b"]


def test_a_draft_shows_what_would_change_and_changes_nothing(top):
    runs.run(top)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    before = everything(top)
    draft = runs.run(top, is_draft=True)
    assert everything(top) == before
    assert brief(draft.changes) == [("s2", "encoder-layer", ("incorrect", 0.0), ("correct", 1.0), "submission")]
    again = runs.run(top)
    assert (again.graded, again.changes) == (1, draft.changes)
    assert again.summary | {"run": None} == draft.summary | {"run": None}


@pytest.mark.parametrize("queries", ["1", "40200"])
def test_a_number_of_a_file_is_one_next_to_wrong_answers_too(top, queries):
    runs.write(top, {"submissions/a/s1.yaml": f"answers: {{block: {{queries: {queries}, total: 160.800}}}}"})
    runs.run(top)
    found = {(each["student"], each["problem"], each["part"]): each["status"] for each in runs.records(top)}
    assert found["s1", "block", "total"] == "incorrect", "as text it could be 160800 too, and is unreadable"


# Faults of checker


def test_a_fault_stays_with_its_answer(top, monkeypatch):
    verdict = Judge.verdict

    def fail(self, reading):
        if reading.numbers[0].value == 40200:
            raise TypeError("no number")
        return verdict(self, reading)

    monkeypatch.setattr(Judge, "verdict", fail)
    finished = runs.run(top)
    found = {(each["student"], each["problem"], each["part"]): each for each in runs.records(top)}
    record = found["s1", "block", "queries"]
    assert (record["status"], record["points"], record["max_points"], record["given"]) == ("error", None, 1.0, "40200")
    assert "fault of checker, not of this answer: TypeError: no number (test_run.py:" in record["message"]
    assert (found["s1", "block", "total"]["status"], found["s1", "encoder-layer", None]["points"]) == ("incorrect", 1.0)
    (told,) = finished.summary["faults"]
    assert told.startswith("block.queries, answer 40200: A fault of checker, not of this answer: TypeError: no number")
    assert runs.run(top).summary["faults"] == [told], "it is tried again, and reported again"


def test_a_solver_that_fails_is_a_fault_in_each_answer(top, monkeypatch):
    unknown = LAYER.replace("d_ff: 120", "d_ff: 131")  # no other test has made an index of this question
    runs.write(top, {"problems/a/layer.yaml": unknown})
    collection = load_problems(top / "problems")
    monkeypatch.setattr("checker.solvers.variant.Run", lambda *_, **__: {}["d_k"])
    runs.run(top, collection=collection)
    found = [(each["status"], each["points"]) for each in runs.records(top) if each["problem"] == "encoder-layer"]
    assert found == [("error", None)] * 3
