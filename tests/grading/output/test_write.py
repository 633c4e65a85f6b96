"""The files of a graded folder, to the letter, and the numbers in the summary."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from checker.cli.views import run as view
from checker.cli.views.layout import Style
from checker.grading.computed_grades import NothingGraded
from checker.grading.output.write import FILES
from tests.grading import runs

LAYER = """id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
BLOCK = """id: block
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
parts:
  - {id: queries, asks: queries, points: 0.5}
  - {id: total, points: 2}
"""
RIGHT = "27648"


class Graded:
    """A run and what it left."""

    def __init__(self, top: Path, jobs: int = 1) -> None:
        self.out = top / "results"
        shutil.rmtree(self.out, ignore_errors=True)
        self.finished = runs.run(top, jobs=jobs)
        self.summary = self.finished.summary

    def read(self, name: str) -> str:
        return (self.out / name).read_text()

    def screen(self, *, plain: bool = False) -> str:
        return "\n".join(view.lines(view.Report(self.finished, "results", [], FILES), Style(plain=plain)))

    @property
    def question(self) -> dict:
        """Return the numbers of the only question, as the summary has them."""
        ((question,),) = (each["questions"] for each in self.summary["assignments"])
        return question

    @property
    def records(self) -> list[dict]:
        return [json.loads(line) for line in self.read("results.jsonl").splitlines()]


@pytest.fixture
def grade(tmp_path):
    def grade(files: dict[str, str], problems: dict[str, str] | None = None, jobs: int = 1) -> Graded:
        problems = {"a/layer.yaml": LAYER} if problems is None else problems
        both = {f"problems/{name}": text for name, text in problems.items()}
        for name, text in (both | {f"submissions/{name}": text for name, text in files.items()}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Graded(tmp_path, jobs)

    return grade


def students(*answers: str) -> dict[str, str]:
    return {f"a/s{n}.yaml": f"answers: {{encoder-layer: {answer!r}}}" for n, answer in enumerate(answers, 1)}


def test_the_gradebook(grade):
    problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
    files = {
        "a/1.yaml": "student: {id: s1, name: Ada, email: ada@x.org}\n"
        "answers: {encoder-layer: 27648, block: {queries: 40200, total: 7}}",
        "a/2.yaml": "student: s2\nanswers: {encoder-layer: 64 or 128, encoder: 5}",
    }
    assert grade(files, problems).read("grades.csv") == (
        "student,name,email,points,max_points,raw_points,late_credit,to_review,"
        "block.queries,block.total,encoder-layer\n"
        "s1,Ada,ada@x.org,1.5,3.5,1.5,1,0,0.5,0,1\n"
        "s2,,,0,3.5,0,1,2,0,0,\n"
    )


def test_a_gradebook_of_several_assignments(grade):
    files = {
        "a/s1.yaml": f"answers: {{encoder-layer: {RIGHT}}}",
        "b/s1.yaml": "answers: {block: {total: 160800}}",
        "b/s2.yaml": "answers: {block: {total: 160800}}",
    }
    assert grade(files, {"a/layer.yaml": LAYER, "b/block.yaml": BLOCK}).read("grades.csv") == (
        "student,points,max_points,raw_points,late_credit,to_review,a/encoder-layer,b/block.queries,b/block.total\n"
        "s1,3,3.5,3,1,0,1,0,2\n"
        "s2,2,2.5,2,1,0,,0,2\n"
    )


def test_no_cell_of_a_students_is_a_formula(grade):
    who = ["=1+1", "+1", "-1", "@x", "\t=1", "../s1", "a\nb", 'q"u,o', "plain"]
    names = {
        f"a/{n}.yaml": f"student: {{id: {json.dumps(student)}, name: '=HYPERLINK()'}}\nanswers: {{}}"
        for n, student in enumerate(who)
    }
    with (grade(names).out / "grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["student"] for row in rows] == [
        "'=1+1",
        "'+1",
        "'-1",
        "'@x",
        "'\t=1",
        "../s1",
        "a\nb",
        'q"u,o',
        "plain",
    ]
    assert {row["name"] for row in rows} == {"'=HYPERLINK()"}


FORMULAS = [
    "\uff1d1+1",
    "\uff0b1",
    "\uff0d1",
    "\uff20x",
    "\ufe661",
    "\n=1",
    "\r=1",
    "\t1",
    "\u00a0=1",
    "\u200b=1",
    "\ufeff\u2060 =1",
    "\u3164=1",
    "\u00ad@x",
]


def test_no_cell_is_a_formula_behind_what_cannot_be_seen(grade):
    who = [*FORMULAS, "a\rb", "a =1", "\u2212a", "\x1b]0;x\x07=1", "s\x1b[31m"]
    names = {f"a/{n:02}.yaml": f"student: {json.dumps(student)}\nanswers: {{}}" for n, student in enumerate(who)}
    text = (grade(names).out / "grades.csv").read_bytes().decode()
    assert "\x1b" not in text
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert {len(row) for row in rows} == {7}
    assert [row[0] for row in rows[1:]] == [
        *(f"'{student}" for student in FORMULAS),
        "a\rb",
        "a =1",
        "\u2212a",
        "\\x1b]0;x\\x07=1",
        "s\\x1b[31m",
    ]


def test_who_hands_in_twice_is_decided_by_a_person(grade):
    files = {
        "a/one.yaml": f"student: s1\nanswers: {{encoder-layer: {RIGHT}}}",
        "a/two.yaml": "student: s1\nanswers: {encoder-layer: 31744}",
        "a/z.yaml": "student: s\nanswers: {encoder-layer: 31744}",
    }
    graded = grade(files)
    assert [(r["student"], r["status"], r["points"], r["given"]) for r in graded.records] == [
        ("s1", "needs_review", None, "27648"),
        ("s1", "needs_review", None, "31744"),
        ("s", "incorrect", 0.0, "31744"),
    ]
    for record in graded.records[:2]:
        assert record["message"].startswith("Handed in more than once: ")
        assert "one.yaml, " in record["message"]
        assert "two.yaml. " in record["message"]
    assert graded.read("grades.csv").splitlines()[1:] == ["s1,0,1,0,1,1,", "s,0,1,0,1,0,0"]
    assert "## Handed in more than once" in graded.read("needs-review.md")
    assert [graded.question[heap] for heap in ("right", "wrong", "you")] == [0, 1, 1]
    assert graded.question["mistakes"] == [{"label": "output projection counted", "count": 1}]


def test_of_several_hand_ins_only_the_answers_that_differ_wait(grade):
    problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
    files = {
        "a/one.yaml": "student: s1\nanswers: {encoder-layer: '27,648', block: {queries: 64 or 128}}",
        "a/two.yaml": "student: {id: s1, name: Ada}\nanswers: {encoder-layer: 27648, block: {total: 160800}}",
        "a/up.yaml": "student: s1\nanswers: {}",
        "a/z.yaml": "student: s1\nanswers: {block: {total: 7}}",
    }
    graded = grade(files, problems)
    assert [(r["problem"], r["part"], r["given"], r["status"], r["points"]) for r in graded.records] == [
        ("block", "queries", "64 or 128", "unreadable", None),
        ("block", "total", "160800", "needs_review", None),
        ("encoder-layer", None, "27,648", "correct", 1.0),
        ("block", "total", "7", "needs_review", None),
    ]
    (reason,) = [each["message"] for each in graded.summary["needs_person"]["more_than_once"]]
    assert {record["message"] for record in graded.records[1::2]} == {reason}
    assert [name in reason for name in ("one.yaml", "two.yaml", "up.yaml", "z.yaml")] == [True, True, False, True]
    assert graded.read("grades.csv").splitlines() == [
        "student,name,points,max_points,raw_points,late_credit,to_review,block.queries,block.total,encoder-layer",
        "s1,Ada,1,3.5,1,1,2,,,1",
    ]
    assert [each["students"] for each in graded.summary["needs_person"]["answers"]] == [["s1"]]
    assert "64 or 128" in graded.read("review.yaml")
    assert "160800" not in graded.read("review.yaml")


def test_hand_ins_are_settled_alike_for_any_number_of_jobs(grade, monkeypatch):
    monkeypatch.setattr("checker.grading.executors.jobs.CHUNK", 2)
    files = {f"a/{n}.yaml": f"student: s{n % 3}\nanswers: {{encoder-layer: {n % 4 or repr('')}}}" for n in range(20)}
    alone = grade(files)
    bytes_ = {name: alone.read(name) for name in ("results.jsonl", "grades.csv", "needs-review.md", "review.yaml")}
    together = grade(files, jobs=2)
    assert {name: together.read(name) for name in bytes_} == bytes_


def test_a_student_whose_id_looks_like_a_record(grade):
    ids = ['x", "problem": "encoder-layer', "x"]
    files = {
        f"a/{n}.yaml": f"student: {json.dumps(student)}\nanswers: {{encoder-layer: {n // 2 + 1}}}"
        for n, student in enumerate([*ids, "y", "x"])
    }
    statuses = {record["student"]: record["status"] for record in grade(files).records}
    assert statuses == {ids[0]: "incorrect", "x": "needs_review", "y": "incorrect"}


def test_what_needs_a_person_is_grouped(grade):
    files = students("64 or 128", "64 or 128", RIGHT, "*bold* or `x`") | {"a/x.yaml": "["}
    text = grade(files).read("needs-review.md")
    assert text.startswith(
        '# To review\n\nFix an answer in its submission file and grade again; grades that need no change stay as they are. Or decide: the\ncommand "checker review" shows one answer after the other, with scans and photographs as pictures. Or copy review.yaml\nto reviews/NAME.yaml, fill in the points there, and grade again.\n\nWhat has no group here is not in review.yaml. '
    )
    assert "\n\n## encoder-layer\n\n- “64 or 128” (2 students): " in text
    assert "\n  s1, s2\n" in text
    assert "\\*bold\\*" in text
    assert "## Not graded\n\n- " in text
    assert "x.yaml:" in text


def test_an_earlier_list_does_not_stay(grade):
    grade(students("64 or 128"))
    assert grade(students(RIGHT)).read("needs-review.md") == "# To review\n\nNothing: every answer is graded.\n"


def test_the_same_input_gives_the_same_bytes(grade):
    files = students(*map(str, range(27600, 27700))) | {"a/x.yaml": "[", "a/y.yaml": "student: s1\nanswers: {}"}
    first = grade(files)
    bytes_ = {name: first.read(name) for name in ("results.jsonl", "grades.csv", "needs-review.md", "review.yaml")}
    for jobs in (1, 2):
        again = grade(files, jobs=jobs)
        assert {name: again.read(name) for name in bytes_} == bytes_


def test_times_are_only_in_the_summary(grade):
    summary = json.loads(grade(students(RIGHT, "31,744", "")).read("summary.json"))
    assert set(summary.pop("run")) == {"started", "seconds", "python", "platform"}
    assert summary["schema"] == "checker.grade/1"
    (question,) = summary["assignments"][0]["questions"]
    assert question["mistakes"] == [{"label": "output projection counted", "count": 1}]
    assert {heap: question[heap] for heap in ("right", "partial", "wrong", "blank", "you")} == {
        "right": 1,
        "partial": 0,
        "wrong": 1,
        "blank": 1,
        "you": 0,
    }


@pytest.mark.parametrize(
    ("credit", "field", "words"),
    [
        (0, "wrong", ["s1", "0/1", "-", "1", "-"]),
        (0.5, "partial", ["s1", "0.5/1", "-", "1", "-", "-"]),
        (1, "right", ["s1", "1/1", "1", "-", "-"]),
    ],
)
def test_only_part_of_the_points_counts_as_partial(grade, credit, field, words):
    graded = grade(students("27.6K"), {"a/layer.yaml": f"{LAYER}imprecise_credit: {credit}\n"})
    assert graded.records[0]["status"] == "partial"
    (sheet,) = graded.summary["assignments"]
    for counts in (sheet["questions"][0], sheet["grades"][0]):
        assert {heap: counts[heap] for heap in ("right", "partial", "wrong")} == {
            heap: int(heap == field) for heap in ("right", "partial", "wrong")
        }
    assert words in [line.split() for line in graded.screen().splitlines()]


def test_a_suspicious_key(grade):
    graded = grade(students("31,744", "31744", "31 744", RIGHT, "", ""))
    assert [suspicion["message"] for suspicion in graded.summary["suspicious_keys"]] == [
        "3 of 4 gave 31,744: right for anyone who counts the output projection W_O. Declare it, or accept both."
    ]


def test_two_students_make_no_suspicion(grade):
    assert grade(students("31,744", "31744")).summary["suspicious_keys"] == []


def test_the_screen(grade):
    graded = grade(students("31,744", RIGHT, "12345671", "64 or 128", ""))
    assert (
        graded.screen()
        == """
  a   5 students · 1 question

  student  points  right  wrong  no answer  to review
  s1          0/1      -      1          -          -
  s2          1/1      1      -          -          -
  s3          0/1      -      1          -          -
  s4          0/1      -      -          -          1
  s5          0/1      -      -          1          -

  problem        right  wrong  no answer  to review   most common mistakes
  encoder-layer      1      2          1          1   output projection counted 1 ·
                                                      unexplained 1

  to review (1)
    encoder-layer  s4: "64 or 128" is more than one number. Write one.

  results/grades.csv   results/results.jsonl   results/needs-review.md
  results/review.yaml   results/summary.json"""
    )


def test_the_screen_in_plain_lines(grade):
    lines = grade(students("31,744", RIGHT)).screen(plain=True).splitlines()
    assert lines == [
        "Assignment: a: 2 students, 1 question",
        "Student s1: 0/1 points; 1 wrong",
        "Student s2: 1/1 points; 1 right",
        "Problem encoder-layer: 1 right, 1 wrong; most common mistakes: output projection counted 1",
        "Written: results/grades.csv",
        "Written: results/results.jsonl",
        "Written: results/needs-review.md",
        "Written: results/review.yaml",
        "Written: results/summary.json",
    ]


def test_many_students_are_cut_on_the_screen_only(grade):
    graded = grade({"a/all.csv": "student,encoder-layer\n" + "".join(f"s{n},{RIGHT}\n" for n in range(50))})
    assert "  and 10 more; see results/grades.csv" in graded.screen().splitlines()
    assert len(graded.read("grades.csv").splitlines()) == 51


def test_nothing_graded_writes_nothing(grade, tmp_path):
    with pytest.raises(NothingGraded) as nothing:
        grade({"a/.keep": ""})
    assert nothing.value.results.rows == {}
    assert not (tmp_path / "results").exists()


def test_the_number_to_review_is_the_same_everywhere(grade):
    # s1 gave two answers to one question, s2 gave one unreadable answer to both parts, s3 answers a problem that does not exist
    problems = {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK}
    files = {
        "a/1.yaml": "student: s1\nanswers: {encoder-layer: 27648, block: {queries: 1, total: 7}}",
        "a/2.yaml": "student: s1\nanswers: {encoder-layer: 1, block: {queries: 1, total: 7}}",
        "a/3.yaml": "student: s2\nanswers: {block: {queries: 1 or 2, total: 1 or 2}}",
        "a/4.yaml": "student: s3\nanswers: {encoder-layer: 27648, encoder: 5}",
    }
    graded = grade(files, problems)
    rows = list(csv.DictReader(graded.read("grades.csv").splitlines()))
    needs = {row["student"]: int(row["to_review"]) for row in rows}
    assert needs == {"s1": 1, "s2": 2, "s3": 1}
    summary = json.loads(graded.read("summary.json"))
    assert summary["needs_person"]["count"] == 4
    (sheet,) = graded.summary["assignments"]
    assert {each["student"]: each["you"] for each in sheet["grades"]} == needs
