"""Documents are graded like any other submission, and what nobody could read is never wrong or blank."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.grading import documents
from tests.grading.problems import BLOCK, BROKEN, LAYER
from tests.grading.write_ups.conftest import Graded

NOT_READ = "A file of this hand-in was not read; the answer may be in it."


def test_a_document_is_graded_and_its_record_says_where_the_answer_is(grade):
    run = grade({"a/s1.md": "# Homework\nencoder-layer: 31,744\n", "a/s2.yaml": "answers: {encoder-layer: '31,744'}"})
    record, structured = run.records["s1", "encoder-layer"], run.records["s2", "encoder-layer"]
    assert record["evidence"] == [{"file": "a/s1.md", "line": 2, "text": "encoder-layer: 31,744"}]
    assert "evidence" not in structured
    del record["evidence"], record["student"], structured["student"]
    assert record == structured
    assert record["explanations"][0]["mistakes"][0]["id"] == "output_projection.counted"
    assert run.results.to_review().total() == 0


def test_equal_answers_keep_each_their_own_places(grade):
    run = grade({f"s{n}.md": "\n" * n + "encoder-layer: 1\n" for n in range(3)})
    assert [run.records[f"s{n}", "encoder-layer"]["evidence"][0]["line"] for n in range(3)] == [1, 2, 3]


def test_a_messy_folder(grade):
    run = grade(
        {
            "README.md": "encoder-layer: 1",
            "a/s1.md": "encoder-layer: 27648",
            "a/Jane Doe/part-1.md": "block.queries: 40200",
            "a/Jane Doe/part-2.md": "encoder-layer: 1\nblock.total: 7",
            "a/Jane Doe/README.md": "encoder-layer: 2",
            "a/s2.yaml": "answers: {encoder-layer: 27648}",
            "a/s3.ipynb": "{",
            "a/s4.png": "",
            "like nothing/deep/er/essay.md": "encoder-layer: 27648",
            "a/feedback/s1.md": "encoder-layer: 3",
            "annotated/s1.md": "encoder-layer: 3",
            "s5.ipynb": '[["# Work"], ["so", "encoder-layer: 27648"]]',
            "tables/all.csv": "student,encoder-layer\ns6,27648\n",
        },
        {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK},
    )
    right, blank, waits = ("correct", 1.0), ("not_answered", 0.0), ("needs_review", None)
    layers = {student: result for (student, problem), result in run.brief.items() if problem == "encoder-layer"}
    assert layers == {
        "Jane Doe": ("incorrect", 0.0),
        "s1": right,
        "s2": right,
        "s3": waits,
        "s4": waits,
        "like nothing": right,
        "s5": right,
        "s6": right,
    }
    assert run.brief["Jane Doe", "block.queries"] == ("correct", 1.0)
    assert run.brief["Jane Doe", "block.total"] == ("incorrect", 0.0)
    assert run.brief["s1", "block.total"] == blank
    assert run.brief["s3", "block.total"] == waits
    assert run.records["Jane Doe", "block.total"]["evidence"][0]["file"] == "a/Jane Doe/part-2.md"
    assert run.records["s5", "encoder-layer"]["evidence"] == [
        {"file": "s5.ipynb", "line": 2, "cell": 2, "text": "encoder-layer: 27648"}
    ]
    assert run.issues == [
        ("s3.ipynb:1", "s3", "this notebook is broken: save it again"),
        ("s4.png", "s4", "no text in this file: a person must read it"),
    ]
    assert +run.results.to_review() == {"s3": 3, "s4": 3}, "the file and the answers that wait for it are counted once"
    assert sorted(path.name for path in (run.out / "annotated").iterdir()) == [
        "Jane Doe.md",
        "like nothing.md",
        "s1.md",
        "s5.md",
    ]


def test_an_answer_line_that_names_no_question_needs_a_person(write, tmp_path):
    cells = ["Answer (encoder-layer): 27648", "so\n\nAnswer (encodr-layer): 1"]
    files = {
        "s1.md": "Answer (encoder-layer): 27648\n\nAnswer (encodr-layer): 31744\n",
        "s2.ipynb": json.dumps({"cells": [{"cell_type": "markdown", "source": text} for text in cells]}),
    }
    write({"problems/a/layer.yaml": LAYER} | {f"submissions/a/{name}": text for name, text in files.items()})
    run = Graded(tmp_path)
    assert {points for _, points in run.brief.values()} == {1.0}, "the line that names it counts"
    message = "encodr-layer is not a question of this assignment; did you mean encoder-layer?"
    assert run.issues == [
        ("s1.md:3", "s1", message),
        ("s2.ipynb", "s2", f"cell 2, line 3: {message}"),
    ]
    assert message in (run.out / "annotated/s1.md").read_text()


def test_what_was_not_found_may_be_in_a_file_that_cannot_be_read(grade):
    files = {"a/s1/text.md": "encoder-layer: 1", "a/s1/scan.png": "", "a/s2/text.md": "", "a/s2/work.zip": ""}
    run = grade(files, {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK})
    assert run.brief == {
        ("s1", "encoder-layer"): ("incorrect", 0.0),
        ("s1", "block.queries"): ("needs_review", None),
        ("s1", "block.total"): ("needs_review", None),
        ("s2", "encoder-layer"): ("needs_review", None),
        ("s2", "block.queries"): ("needs_review", None),
        ("s2", "block.total"): ("needs_review", None),
    }
    assert run.records["s1", "block.total"]["message"] == NOT_READ
    assert [each.students for each in run.results.groups() if each.problem == "block"] == [["s1", "s2"]]
    assert run.results.open_decisions == [], "one decision for two students whose files nobody read"
    assert "no answer was found (2 students): A file of this hand-in" in (run.out / "needs-review.md").read_text()


def test_files_of_an_unknown_format_are_reported_once(grade):
    run = grade({"a/s1/work.md": "encoder-layer: 1"} | {f"a/s1/code/{n}.py": "" for n in range(300)})
    advice = "hand in YAML, JSON, CSV, TSV or a document such as `.md`"
    assert run.issues == [("0.py", "s1", f"I cannot read `.py` files; {advice} (300 files)")]
    assert run.brief == {("s1", "encoder-layer"): ("incorrect", 0.0)}


def test_a_student_without_a_known_assignment_is_reported(grade):
    run = grade({"s1.png": "", "s2.md": "Hello", "a/s3.md": ""}, {"a/layer.yaml": LAYER, "b/block.yaml": BLOCK})
    assert set(run.brief) == {("s3", "encoder-layer")}
    assert run.issues == [
        ("s1.png", "s1", "no text in this file: a person must read it"),
        ("s2.md", "s2", "it fits no assignment"),
    ]


def test_a_document_without_a_folder_is_graded_against_the_assignment_that_it_fits(grade):
    run = grade({"s1.md": "block.queries: 40200"}, {"a/layer.yaml": LAYER, "b/block.yaml": BLOCK})
    assert set(run.brief) == {("s1", "block.queries"), ("s1", "block.total")}


def test_the_folder_of_a_nested_assignment(grade):
    problems = {"a/x/layer.yaml": LAYER, "a/y/block.yaml": BLOCK}
    run = grade({"a/y/s1/work.md": "", "a/s2/work.md": "block.total: 160800", "a/x/s3.md": ""}, problems)
    assert {student: problem.partition(".")[0] for student, problem in run.brief} == {
        "s1": "block",
        "s2": "block",
        "s3": "encoder-layer",
    }


def test_an_assignment_in_another_one_is_not_meant_by_its_name(grade):
    run = grade({"a/s1.md": ""}, {"a/layer.yaml": LAYER, "a/b/block.yaml": BLOCK})
    assert set(run.brief) == {("s1", "encoder-layer")}


def test_a_student_can_be_decided_on_whose_file_nobody_could_read(grade):
    run = grade({"a/s1.png": "", "reviews/ada.yaml": "- {student: s1, problem: encoder-layer, points: 1}"})
    assert run.brief == {("s1", "encoder-layer"): ("correct", 1.0)}


def test_structured_submissions_load_nothing_that_documents_need(tmp_path, write):
    write({"problems/layer.yaml": LAYER, "submissions/s1.yaml": "answers: {encoder-layer: 1}"})
    script = (
        "import sys; from checker.__main__ import main\n"
        "sys.argv = ['checker', 'grade', 'submissions', '--problems', 'problems']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "names = [name for name in sys.modules if name.startswith('checker.writeups')]\n"
        "print(names)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("text", "what"), [("crash the format", "a format"), ("crash the reader", "a reader")])
def test_a_failure_of_ours_is_a_fault_and_no_wrong_answer(grade, text, what):
    run = grade({"a/s1.md": text, "a/s2.md": "encoder-layer: 27648"})
    assert run.brief == {("s1", "encoder-layer"): ("error", None), ("s2", "encoder-layer"): ("correct", 1.0)}
    message = run.records["s1", "encoder-layer"]["message"]
    assert message.startswith(f"A fault of checker, not of this answer: RuntimeError: {what} failed")
    assert len(run.results.faults) == 1
    assert "s1.md: A fault of checker" in run.results.other_faults[0]
    assert run.results.to_review()["s1"] == 2


def test_a_problem_in_error_waits_for_its_file(grade):
    run = grade({"a/s1.md": "encoder-layer: 27648"}, {"a/layer.yaml": LAYER, "a/broken.yaml": BROKEN})
    assert run.brief["s1", "broken"] == ("error", None)
    assert "The problem file is in error (broken.yaml:2)" in run.records["s1", "broken"]["message"]


def test_the_results_are_the_same_for_any_number_of_jobs(grade, tmp_path):
    texts = ["encoder-layer: 27648", "encoder-layer? 1; 2", "!what", "crash the reader", ""]
    alone = grade({f"a/s{n}.md": texts[n % 5] for n in range(150)})
    files = alone.files()
    assert len(files) == 4 + 150
    together = Graded(tmp_path, jobs=2)
    assert together.files() == files
    assert together.results.other_faults == alone.results.other_faults


def test_a_worker_that_dies_of_a_document_leaves_its_answers_to_a_person(write, monkeypatch, tmp_path):
    def read(data, path, name):
        if b"kill" in data:
            os.kill(os.getpid(), signal.SIGKILL)
        return documents.read_contents(data, path, name)

    documents.install(monkeypatch)
    monkeypatch.setattr("checker.writeups.formats.read_contents", read)
    texts = {"s1.md": "kill", "s2.md": "encoder-layer: 27648"}
    write({"problems/a/layer.yaml": LAYER} | {f"submissions/a/{name}": text for name, text in texts.items()})
    run = Graded(tmp_path, jobs=2)
    assert run.brief == {("s1", "encoder-layer"): ("error", None), ("s2", "encoder-layer"): ("correct", 1.0)}
    assert run.results.other_faults == [
        f"s1 ({tmp_path / 'submissions' / 'a' / 's1.md'}): the process that read it was ended twice"
    ]
