"""Documents are graded like any other submission, and what nobody could read is never wrong or blank."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from checker.grading.output import review
from checker.grading.output.write import FILES
from checker.grading.store import Store
from tests.grading import documents, reviewed
from tests.grading.problems import BLOCK, BROKEN, LAYER
from tests.grading.reviewed import WHY

NOT_READ = "A file of this hand-in was not read; the answer may be in it."
FOLLOWING = """id: block
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
follow_through: true
parts:
  - {id: queries, asks: queries}
  - {id: total, points: 2}
"""


class Graded(reviewed.Graded):
    """A run and what it left, documents too."""

    @property
    def brief(self) -> dict[tuple[str, str], tuple[str, float | None]]:
        return {key: (record["status"], record["points"]) for key, record in self.records.items()}

    @property
    def issues(self) -> list[tuple[str, str | None, str]]:
        return [(Path(each.place).name, each.student, each.message) for each in self.results.issues]

    def files(self) -> dict[str, bytes]:
        """Return the views that are the same bytes for the same input; the store and the summary have times."""
        names = (*(set(FILES) - {"summary.json"}), "annotated/*.md")
        paths = sorted(path for name in names for path in self.out.glob(name))
        return {str(path.relative_to(self.out)): path.read_bytes() for path in paths}

    def view(self, group: str) -> review.ReviewView:
        """Return what is shown of a review group."""
        with Store(self.out / "checker.db") as store:
            return review.view_of(group, self.results, store)


@pytest.fixture
def grade(write, tmp_path, monkeypatch):
    documents.install(monkeypatch)

    def grade(files: dict[str, str], problems: dict[str, str] | None = None, jobs: int = 1) -> Graded:
        problems = {"a/layer.yaml": LAYER} if problems is None else problems
        found = {f"problems/{name}": text for name, text in problems.items()}
        write(found | {name if "reviews/" in name else f"submissions/{name}": text for name, text in files.items()})
        return Graded(tmp_path, jobs)

    return grade


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
        "names = [name for name in sys.modules if name.startswith(('checker.writeups', 'checker.lms.'))]\n"
        "print(sorted(set(names) - {'checker.lms.students'}))"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_candidates_are_shown_and_equal_cases_are_decided_once(grade, tmp_path):
    files = {
        "a/s1.md": "\nencoder-layer? 27648; 31744",
        "a/s2.md": "encoder-layer? 27648; 31744",
        "a/s3.md": "encoder-layer? 1; 2",
    }
    run = grade(files)
    record = run.records["s1", "encoder-layer"]
    assert (record["status"], record["points"], record["given"]) == ("needs_review", None, "")
    assert record["message"] == "Two numbers may be the answer."
    assert record["candidates"] == [
        {"file": "a/s1.md", "line": 2, "text": "27648"},
        {"file": "a/s1.md", "line": 2, "text": "31744"},
    ]
    first, second = run.results.open_decisions
    assert (first.students, second.students) == (["s1", "s2"], ["s3"])
    template = (run.out / "review.yaml").read_text()
    assert "# encoder-layer: s1, s2\n# Two numbers may be the answer.\n#   a/s1.md, line 2: 27648\n" in template
    needs = (run.out / "needs-review.md").read_text()
    assert "- “27648 \\| 31744” (2 students): Two numbers may be the answer." in needs
    assert "  - a/s1.md, line 2: 31744\n" in needs
    decision = f"- {{group: {json.dumps(first.id)}, problem: encoder-layer, points: 1}}"
    run = grade({"reviews/ada.yaml": decision})
    assert {student: result for (student, _), result in run.brief.items()} == {
        "s1": ("correct", 1.0),
        "s2": ("correct", 1.0),
        "s3": ("needs_review", None),
    }
    assert run.records["s2", "encoder-layer"]["candidates"][0]["file"] == "a/s2.md"


def test_a_trouble_with_the_whole_leaves_every_answer_to_a_person(grade):
    run = grade({"a/s1.md": "encoder-layer: 27648\n!two sheets fit", "a/s2.md": "!two sheets fit"})
    assert set(run.brief.values()) == {("needs_review", None)}
    assert run.records["s1", "encoder-layer"]["given"] == "27648"
    assert run.issues == [("s1.md", "s1", "two sheets fit"), ("s2.md", "s2", "two sheets fit")]


def test_nothing_to_choose_from_is_decided_for_each_student(grade):
    files = {f"a/s{n}.md": "encoder-layer? " for n in (1, 2)}
    run = grade(files)
    first, second = run.results.open_decisions
    assert (first.students, second.students) == (["s1"], ["s2"])
    decision = f"- {{group: {json.dumps(first.id)}, problem: encoder-layer, points: 1}}"
    run = grade({"reviews/ada.yaml": decision})
    assert run.brief["s1", "encoder-layer"] == ("correct", 1.0)
    assert run.brief["s2", "encoder-layer"] == ("needs_review", None)


def test_a_part_that_follows_from_a_doubtful_one_waits(grade):
    text = "block.queries? 1; 2\nblock.total: 7"
    assert grade({"s1.md": text}, {"block.yaml": FOLLOWING}).brief == {
        ("s1", "block.queries"): ("needs_review", None),
        ("s1", "block.total"): ("needs_review", None),
    }
    run = grade({"s1.md": text}, {"block.yaml": BLOCK})
    assert run.brief["s1", "block.total"] == ("incorrect", 0.0)


def test_a_part_that_does_not_depend_on_a_doubtful_one_is_graded(grade):
    problem = FOLLOWING.replace("{id: total, points: 2}", "{id: keys, asks: keys}")
    run = grade({"s1.md": "block.queries? 1; 2\nblock.keys: 7"}, {"block.yaml": problem})
    assert run.brief["s1", "block.keys"] == ("incorrect", 0.0)


def test_a_likely_answer_counts_if_it_is_right_and_waits_if_it_is_not(grade):
    run = grade({"a/s1.md": "encoder-layer~ 27,648", "a/s2.md": "encoder-layer~ 31,744"})
    assert run.brief == {("s1", "encoder-layer"): ("correct", 1.0), ("s2", "encoder-layer"): ("needs_review", None)}
    right, wrong = run.records["s1", "encoder-layer"], run.records["s2", "encoder-layer"]
    assert [each["line"] for each in right["evidence"]] == [1]
    assert "candidates" not in right
    assert (wrong["given"], wrong["message"]) == ("31,744", "Two numbers may be the answer.")


def test_a_likely_answer_waits_where_the_whole_is_in_doubt(grade):
    run = grade({"a/s1.md": "encoder-layer~ 27,648\n!two sheets fit"})
    assert run.brief == {("s1", "encoder-layer"): ("needs_review", None)}


def test_a_likely_answer_that_cannot_be_read_waits(grade):
    assert grade({"a/s1.md": "encoder-layer~ many"}).brief == {("s1", "encoder-layer"): ("needs_review", None)}


def test_an_essay_has_its_text_its_places_and_its_rubric(grade):
    run = grade({"a/s1.md": "why: The scores grow."}, {"a/why.yaml": WHY})
    record = run.records["s1", "why"]
    assert (record["status"], record["given"]) == ("needs_review", "The scores grow.")
    place, match = record["evidence"]
    assert place == {"file": "a/s1.md", "line": 1, "text": "why: The scores grow."}
    assert (match["line"], match["point"]) == (1, "scores grow")
    (decision,) = run.results.open_decisions
    assert [each.point for each in run.view(decision.id).matches] == ["scores grow"]


def test_an_essay_in_doubt_has_its_rubric_too(grade):
    run = grade({"a/s1.md": "why~ The scores grow."}, {"a/why.yaml": WHY})
    (decision,) = run.results.open_decisions
    assert [each.point for each in run.view(decision.id).matches] == ["scores grow"]
    assert run.records["s1", "why"]["message"] != "A person decides on this text."


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


def test_the_front_matter_names_the_student(grade):
    head = "---\nstudent: {}\n---\nencoder-layer: 27648\n"
    mapping = "{id: s2, name: Bo, email: bo@x.org}"
    run = grade(
        {"a/x.md": head.format("s1"), "a/y.md": head.format(mapping), "a/z/1.md": head.format("s3"), "a/z/2.md": ""}
    )
    assert {student for student, _ in run.brief} == {"s1", "s2", "s3"}
    row = run.results.rows["a", "s2"]
    assert (row.who.name, row.who.email) == ("Bo", "bo@x.org")


def test_documents_of_one_folder_that_name_different_students_need_a_person(grade):
    head = "---\nstudent: {}\n---\nencoder-layer: 27648\n"
    run = grade({"a/x/1.md": head.format("s1"), "a/x/2.md": head.format("s2")})
    assert run.brief == {("x", "encoder-layer"): ("needs_review", None)}
    assert run.issues == [
        (
            "x",
            "x",
            "its files name different students: s1 (a/x/1.md), s2 (a/x/2.md); correct them, or give each student a folder",
        )
    ]


def test_structured_answers_among_the_documents_are_that_students(grade):
    problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
    run = grade(
        {
            "a/s1/work.md": "block.queries: 40200",
            "a/s1/answers.yaml": "answers: {encoder-layer: 27648}",
            "a/s2/work.md": "encoder-layer: 27648",
            "a/s2/answers.yaml": "answers: {encoder-layer: '27,648'}",
            "a/s3/work.md": "encoder-layer: 1",
            "a/s3/answers.yaml": "answers: {encoder-layer: 27648}",
            "a/s4/work.png": "",
            "a/s4/answers.yaml": "answers: {encoder-layer: 27648}",
            "a/s5/work.md": "block.queries: 40200",
            "a/s5/answers.yaml": "answers: {encoder-layer: [}",
            "a/s6.md": "encoder-layer: 27648",
            "a/b/c/s6.yaml": "{student: s6, answers: {encoder-layer: 5}}",
        },
        problems,
    )
    right, waits = ("correct", 1.0), ("needs_review", None)
    assert {key: result for key, result in run.brief.items() if key[1] != "block.total"} == {
        ("s1", "encoder-layer"): right,
        ("s1", "block.queries"): right,
        ("s2", "encoder-layer"): right,
        ("s2", "block.queries"): ("not_answered", 0.0),
        ("s3", "encoder-layer"): waits,
        ("s3", "block.queries"): ("not_answered", 0.0),
        ("s4", "encoder-layer"): right,
        ("s4", "block.queries"): waits,
        ("s5", "encoder-layer"): waits,
        ("s5", "block.queries"): right,
        ("s6", "encoder-layer"): waits,
        ("s6", "block.queries"): ("not_answered", 0.0),
    }
    assert {student for _, student in run.results.conflicts} == {"s3", "s6"}
    grades = (run.out / "grades.csv").read_text()
    assert "\ns4,1,4,1,1,2,,,1\n" in grades


@pytest.mark.parametrize("structured", ["a/0/s1.yaml", "a/s9/s1.yaml"])
def test_an_answer_in_another_hand_in_settles_what_was_not_found(grade, structured):
    problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
    run = grade({"a/s1.png": "", structured: "answers: {encoder-layer: 27648}"}, problems)
    assert run.brief == {
        ("s1", "encoder-layer"): ("correct", 1.0),
        ("s1", "block.queries"): ("needs_review", None),
        ("s1", "block.total"): ("needs_review", None),
    }
    cells = {cell.column: cell.status for cell in run.results.rows["a", "s1"].cells}
    assert list(cells.values()) == ["needs_review", "needs_review", "correct"]
    assert run.results.conflicts == {}


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


def test_odd_front_matter_is_reported_and_answers_wait(write, tmp_path):
    files = {
        "s1.md": "---\nstudent: s1\nanswers: [27648]\n---\n\nDone.\n",
        "s2.md": "---\nstudent: s9: Ada\n---\n\nAnswer (encoder-layer): 27648\n",
        "s3.md": "---\nStudent: s3\nAnswers: {encoder-layer: 27648}\n---\n",
    }
    write({"problems/a/layer.yaml": LAYER} | {f"submissions/a/{name}": text for name, text in files.items()})
    run = Graded(tmp_path)
    assert run.brief == {
        ("s1", "encoder-layer"): ("needs_review", None),
        ("s2", "encoder-layer"): ("correct", 1.0),
        ("s3", "encoder-layer"): ("correct", 1.0),
    }
    assert [(place, student) for place, student, _ in run.issues] == [("s1.md:3", "s1"), ("s2.md:2", "s2")]


def test_pictures_of_students_are_not_decided_together(write, tmp_path):
    files = {f"submissions/a/s{n}.md": "# 1\n\n![](photo.png)\n" for n in (1, 2)}
    write({"problems/a/layer.yaml": LAYER} | files)
    run = Graded(tmp_path)
    assert set(run.brief.values()) == {("needs_review", None)}
    assert [each.students for each in run.results.open_decisions] == [["s1"], ["s2"]]
    assert run.records["s1", "encoder-layer"]["evidence"][0]["line"] == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_a_students(write, tmp_path):
    write({"problems/a/layer.yaml": LAYER, "submissions/a/s1.md": "Answer (encoder-layer): 27648"})
    (tmp_path / "submissions/a/s2").mkdir(mode=0)
    run = Graded(tmp_path)
    assert run.brief["s2", "encoder-layer"] == ("needs_review", None)


def test_a_linked_folder_is_a_students_but_not_read(write, tmp_path):
    write({"problems/a/layer.yaml": LAYER, "submissions/a/s1.md": "Answer (encoder-layer): 27648", "x/1.md": "secret"})
    (tmp_path / "submissions/a/s2").symlink_to(tmp_path / "x")
    run = Graded(tmp_path)
    assert run.brief["s2", "encoder-layer"] == ("needs_review", None)
    assert [(student, message.partition(";")[0]) for _, student, message in run.issues] == [
        ("s2", "is a link that leaves the folder of submissions")
    ]
    assert sorted(path.name for path in (run.out / "annotated").iterdir()) == ["s1.md"]
