"""`checker grade` over the real command line: what it prints, what it leaves, and its exit code."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import pytest

import checker
from checker.grading.own_files import (
    ANNOTATED,
    CACHE,
    FEEDBACK,
    FILES,
    FORGOTTEN,
    JOURNAL,
    OWN,
    PAGE_FOLDERS,
    REPORT,
)
from checker.kinds import Judge
from checker.lms.systems import FEEDBACK as FEEDBACK_OF
from tests.tables import rows

GOOD = "answers: {encoder-layer: 27648}"


def test_two_files_for_one_name_are_reported_and_the_rest_is_graded(write, run, tmp_path):
    broken = {"problems/a/encoder-layer.yaml": "type: encoder_layer_parameterz"}
    write({"submissions/a/s1.yaml": GOOD} | broken)
    code, out, err = run("submissions")
    assert (code, err) == (3, "")
    assert (
        "problem files in error (2)\n    problems/a/encoder-layer.yaml:1:1 schema id is missing; it needs text\n" in out
    )
    assert (tmp_path / "results/grades.csv").read_text().splitlines()[1] == "s1,1,1,1,1,0,1"


def test_all_graded(write, run, tmp_path):
    write({"submissions/a/s1.yaml": GOOD, "problems/a/assignment.yaml": "title: Transformers, assignment 10"})
    code, out, err = run("submissions")
    assert (code, err) == (0, "")
    assert out == (
        "\n"
        "  Transformers, assignment 10: 1 student, 1 question\n"
        "\n"
        "  student  points  right  wrong  to review\n"
        "  s1          1/1      1      -          -\n"
        "\n"
        "  problem        right  wrong  to review  most common mistakes\n"
        "  encoder-layer      1      -          -\n"
        "\n"
        "  Written to results: grades.csv, needs-review.md, review.yaml, summary.json,\n"
        "  changes.json, results.jsonl\n"
    )


@pytest.mark.parametrize("files", rows(__file__, "some_need_a_person"))
def test_some_need_a_person(write, run, files):
    write({"submissions/a/s1.yaml": GOOD} | files)
    code, out, err = run("submissions")
    assert (code, err) == (3, "")
    assert "\n  to review (1)\n" in out


@pytest.mark.parametrize(("files", "arguments", "message"), rows(__file__, "nothing_graded"))
def test_nothing_graded(write, run, tmp_path, files, arguments, message):  # noqa: PLR0913 - a case each
    ours = {"results/grades.csv": "old", "results/summary.json": '{"schema": "checker.grade/1"}'}
    old = ours | {"results/mine.txt": "mine"}
    write(files | old)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert {f"results/{path.name}": path.read_text() for path in (tmp_path / "results").iterdir()} == old


def test_what_is_wrong_is_an_object_where_json_is_asked_for(write, run):
    code, out, _ = run("nowhere", "--format", "json")
    assert code == 2
    assert json.loads(out)["schema"] == "checker.error/1"


def test_one_object_for_scripts(write, run):
    write({"submissions/a/s1.yaml": GOOD, "submissions/a/s2.yaml": "answers: {encoder-layer: 31744}"})
    code, out, err = run("submissions", "--format", "json", "--out", "out")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["schema"] == "checker.grade/2"
    assert [(each["student"], each["points"]) for each in found["assignments"][0]["students"]] == [("s1", 1), ("s2", 0)]
    assert found["needs_person"] == {"count": 0, "answers": [], "more_than_once": [], "others": [], "not_applied": []}
    assert set(found["files"]) == {f"out/{name}" for name in FILES if name != "documents.jsonl"}
    assert found["changes"] == []


def test_plain_lines(write, run, monkeypatch):
    write({"submissions/a/s1.yaml": GOOD})
    _, plain, _ = run("submissions", "--plain")
    monkeypatch.setenv("ACCESSIBLE", "1")
    assert run("submissions")[1] == plain
    assert plain.splitlines()[1] == "Student s1: points 1/1, right 1"


def test_files_that_only_look_like_results_are_reported(write, run):
    write({"submissions/s1.yaml": GOOD, "submissions/x/summary.json": "{}", "submissions/x/results.jsonl": ""})
    assert run("submissions")[0] == 3


by_fork = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="the patch reaches workers only by fork"
)


@by_fork
def test_a_submission_that_kills_its_workers_is_our_fault_and_is_named(write, run, monkeypatch, tmp_path):
    here, judge = os.getpid(), Judge.verdict

    def verdict(self, reading):
        if os.getpid() != here and reading.numbers[0].value == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        return judge(self, reading)

    monkeypatch.setattr(Judge, "verdict", verdict)
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # threads of other tests
    write({"submissions/a/s1.yaml": GOOD, "submissions/a/s2.yaml": "answers: {encoder-layer: 13}"})
    code, _, err = run("submissions", "--jobs", "2")
    assert code == 4
    fault = (
        "encoder-layer, answer 13: A fault of checker, not of this answer: the process that marked it was ended twice."
    )
    assert err.splitlines()[-1] == f"{fault} Please report it."
    assert (tmp_path / "results/grades.csv").read_text().splitlines()[1:] == ["s1,1,1,1,1,0,1", "s2,,1,,1,1,"]


def test_what_is_wrong_with_a_whole_hand_in_is_printed_once(write, run):
    write({f"problems/{name}.yaml": f"id: {name}\ntype: numeric\nparameters: {{value: 4}}\n" for name in ("a", "b")})
    text = "Answer (a): {}\n\nAnswer (b): 4\n"
    write({"handed-in/ana/x.md": text.format(4), "handed-in/ana/y.md": text.format(5)})
    _, out, _ = run("handed-in", "--problems", "problems", "--out", "results")
    assert (out.count("answer the same question"), out.count("to review (2)")) == (1, 1)


def test_work_within_the_grace_is_not_said_to_be_late(write, run):
    dates = "due: 2026-10-05 12:00\ngrace: 15m\nlate: [{within: 24h, credit: 0.5}]\n"
    write({"problems/a.yaml": "id: a\ntype: numeric\nparameters: {value: 4}\n", "problems/assignment.yaml": dates})
    write({"handed-in/s1.yaml": "submitted: 2026-10-05 12:05\nanswers: {a: 4}\n"})
    _, out, _ = run("handed-in", "--problems", "problems", "--out", "results")
    assert "handed in after the due date (1)\n    s1  within the grace of 15 minutes" in out


def test_a_single_file(write, run):
    write({"class.csv": "student,encoder-layer\ns1,27648\n"})
    assert run("class.csv")[0] == 0


def test_where_nothing_is_graded_little_is_printed(write, run):
    answers = "".join(f"  q{number}: 1\n" for number in range(1_000))
    write({"submissions/s1.yaml": f"answers:\n{answers}"})
    code, _, err = run("submissions")
    assert code == 2
    assert len(err.splitlines()) < 30
    assert "  and 89 more\n" in err


@pytest.mark.parametrize("jobs", ["0", "1001", "1000000"])
def test_a_nonsensical_number_of_jobs(write, run, jobs):
    write({"submissions/s1.yaml": GOOD})
    code, _, err = run("submissions", "--jobs", jobs)
    assert code == 2
    assert "--jobs" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
@pytest.mark.parametrize(("answer", "expected"), [("27648", 0), ("64 or 128", 3)])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_summary_that_cannot_be_shown_changes_no_exit_code(write, tmp_path, answer, expected, form):
    write({"submissions/a/s1.yaml": f"answers: {{encoder-layer: {answer}}}"})
    command = [sys.executable, "-m", "checker", "grade", "submissions", "--format", form]
    environment = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1])}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment)
    assert done.returncode == expected
    assert done.stderr == "The summary could not be shown: No space left on device. The results are in results.\n"
    assert (tmp_path / "results" / "grades.csv").exists()


def test_the_names_of_our_files_are_those_that_are_not_handed_in():
    ours = [*FILES, CACHE, JOURNAL, FORGOTTEN, REPORT, *(f"feedback-{each}.zip" for each in FEEDBACK_OF)]
    assert [name for name in (*ours, "homework.zip", "feedback.zip") if OWN.fullmatch(name)] == ours
    assert {ANNOTATED, FEEDBACK} == PAGE_FOLDERS


@pytest.mark.skipif(find_spec("distributed") is None, reason="the library `distributed` is not installed")
def test_a_cluster_that_does_not_answer_grades_nothing_here(write, run, tmp_path):
    write({"submissions/a/s1.yaml": GOOD})
    code, out, err = run("submissions", "--dask", "ftp://nowhere")
    assert (code, out) == (2, "")
    assert err.startswith("no Dask scheduler answers at ftp://nowhere; check the address")
    assert not (tmp_path / "results").exists()


def test_a_dry_run_says_what_would_change_and_writes_nothing(write, run, tmp_path):
    write({"submissions/a/s1.yaml": GOOD, "submissions/a/s2.yaml": "answers: {encoder-layer: 31744}"})
    run("submissions")
    write({"submissions/a/s2.yaml": GOOD})
    before = {path: path.read_bytes() for path in (tmp_path / "results").iterdir()}
    code, out, err = run("submissions", "--dry-run", "--plain")
    assert {path: path.read_bytes() for path in (tmp_path / "results").iterdir()} == before
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert any("a/s2.yaml:1" in line and "s2" in line for line in lines)
    assert any("would change" in line for line in lines)
    assert not any(line.startswith("Written") for line in lines)


def test_a_dry_run_points_to_no_file_that_it_does_not_write(write, run):
    write({f"submissions/a/s{number}.yaml": "answers: [" for number in range(20)})
    assert "see results/needs-review.md" not in run("submissions", "--dry-run")[1]
    assert "see results/needs-review.md" in run("submissions")[1]


@pytest.mark.parametrize(("arguments", "message"), rows(__file__, "what_is_refused"))
def test_what_is_refused(write, run, arguments, message):
    write({"submissions/a/s1.yaml": GOOD, "others/a/s1.yaml": GOOD})
    run("submissions")
    code, out, err = run(*arguments)
    assert (code, out, message in err) == (2, "", True), err
