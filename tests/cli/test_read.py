"""`checker read`: how a student's document is understood, graded by nothing."""

import json

import pytest

from checker.writeups.reading import WriteUpReading
from tests.cli.writeup_readings import LAYER, NOTHING, PARTS, bound, evidence, found, missing, reading

ALL = reading(LAYER, PARTS, NOTHING)
FOUND = reading(LAYER)


@pytest.fixture
def show(run, folder, monkeypatch):
    """Show a reading of the file s1.md, which is made by hand."""
    (folder / "problems/week-1/broken.yaml").unlink()
    (folder / "s1.md").write_text("# Homework\n\nno answers\n")

    def show(given, *arguments, files=("s1.md",)):
        monkeypatch.setattr("checker.writeups.read.read_writeup", lambda documents, sheets: given)
        return run("read", *arguments, *files)

    return show


def test_the_screen_shows_each_answer_with_its_place_and_the_reason(show):
    shown = show(ALL)
    assert shown.exit_code == 3
    assert (
        shown.stdout
        == """
  s1 · (week-1) · s1.md

  encoder-layer, from line 3: the heading "Question 1"
    answer        31,744     line 5  after "Total" (87% sure)

  parts, from line 8: it repeats the question (60% sure)
    attention     16,640     line 9  marked as the answer
    feed-forward  to decide: two numbers may be the answer
                  line 11  120 · 64 = 7,680
                  line 12  15,544
    total         not found

  attention, not found

  Answers  2 found, 1 to decide, 2 not found
"""
    )


def test_plain_lines(show):
    assert (
        show(ALL, "--plain").stdout
        == """\
File: s1.md
Student: s1
Assignment: (week-1)
Question: encoder-layer
From: line 3
Why: the heading "Question 1"
Answer: 31,744
Place: line 5
Why: after "Total" (87% sure)
Question: parts
From: line 8
Why: it repeats the question (60% sure)
Answer to attention: 16,640
Place: line 9
Why: marked as the answer
Answer to feed-forward: to decide
Why: two numbers may be the answer
Candidate: line 11: 120 · 64 = 7,680
Candidate: line 12: 15,544
Answer to total: not found
Question: attention
From: not found
Answers: 2 found, 1 to decide, 2 not found
"""
    )


def test_the_json_object(show):
    shown = show(ALL, "--format", "json")
    record = json.loads(shown.stdout)
    questions = record.pop("questions")
    assert record == {"schema": "checker.reading/1", "student": "s1", "assignment": "week-1", "files": ["s1.md"]}
    assert [(each["problem"], each["part"], each["line"], each["answer"]) for each in questions] == [
        ("encoder-layer", None, 5, "31,744"),
        ("parts", "attention", 9, "16,640"),
        ("parts", "feed-forward", None, "15,544"),
        ("parts", "total", None, ""),
        ("attention", None, None, ""),
    ]
    assert questions[0] == {
        "problem": "encoder-layer",
        "part": None,
        "file": "s1.md",
        "line": 5,
        "confidence": 0.874,
        "reason": 'after "Total"',
        "answer": "31,744",
        "candidates": [],
        "working": [],
        "section": {
            "confidence": 1.0,
            "reason": 'the heading "Question 1"',
            "evidence": [{"file": "s1.md", "line": 3, "text": "## Question 1"}],
        },
    }
    assert questions[2]["doubt"] == "two numbers may be the answer"
    assert questions[2]["candidates"][1] == {"file": "s1.md", "line": 12, "text": "15,544"}


def test_a_cell_of_a_notebook_is_named(show):
    answer = bound("encoder-layer", None, "31,744", evidence(1, "31744", "s1.md", cell=4))
    (question,) = json.loads(show(reading(found("encoder-layer", answer)), "--format", "json").stdout)["questions"]
    assert (question["line"], question["cell"]) == (1, 4)
    assert "cell 4, line 1" in show(reading(found("encoder-layer", answer))).stdout


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (FOUND, 0),
        (reading(NOTHING), 3),
        (reading(PARTS), 3),
        (reading(LAYER, trouble="two files are the same"), 3),
        (reading(assignment=None, trouble="It fits two assignments."), 3),
    ],
)
@pytest.mark.parametrize("form", [[], ["--format", "json"], ["--plain"]])
def test_the_exit_code_says_whether_a_person_is_needed(show, given, code, form):
    assert show(given, *form).exit_code == code


def test_a_document_of_no_known_assignment_is_named_with_advice(show):
    shown = show(reading(assignment=None, trouble="It fits two assignments."))
    assert (
        shown.stdout
        == """
  s1 · no assignment · s1.md

  It fits two assignments.
  Name the assignment: --assignment NAME.

  Answers  0 found
"""
    )
    record = json.loads(show(reading(assignment=None, trouble="Two fit."), "--format", "json").stdout)
    assert (record["assignment"], record["questions"], record["trouble"]) == (None, [], "Two fit.")


def test_a_problem_file_with_errors_is_named(show, folder):
    (folder / "problems/week-1/broken.yaml").write_text("id: broken\ntype: nothing\n")
    shown = show(FOUND)
    note = "problems/week-1/broken.yaml has errors, so its question is not read; `checker lint` lists them"
    assert shown.exit_code == 3
    assert note in " ".join(shown.stdout.split())
    assert json.loads(show(FOUND, "--format", "json").stdout)["notes"] == [note]


MISSPELT = WriteUpReading(
    "week-1",
    (LAYER,),
    notes=((evidence(7, "Answer (encodr-layer): 1", cell=2), "encodr-layer is not a question of this assignment"),),
)


def test_an_answer_line_that_names_no_question_is_reported(show):
    note = "s1.md, cell 2, line 7: encodr-layer is not a question of this assignment"
    shown = show(MISSPELT)
    assert shown.exit_code == 3, "all else was found, but this answer belongs nowhere"
    assert note in " ".join(shown.stdout.split())
    assert json.loads(show(MISSPELT, "--format", "json").stdout)["notes"] == [note]


def test_a_remark_on_the_reading_needs_nobody(show):
    remark = "Numbers are read with decimal commas: `0,7503` on line 3"
    shown = show(FOUND._replace(remarks=(remark,)))
    assert (shown.exit_code, show(FOUND).exit_code) == (0, 0)
    assert remark in " ".join(shown.stdout.split())
    assert json.loads(show(FOUND._replace(remarks=(remark,)), "--format", "json").stdout)["notes"] == [remark]


def test_student_and_assignment_are_those_of_the_front_matter(show, folder):
    (folder / "s1.md").write_text("---\nstudent: {id: s1042, name: Ada}\nassignment: week-1\n---\n\ntext\n")
    (folder / "problems/other").mkdir()
    assert json.loads(show(FOUND, "--format", "json").stdout)["student"] == "s1042"


def test_only_the_named_assignment_is_read(run, folder, monkeypatch):
    (folder / "problems/week-2").mkdir()
    (folder / "problems/week-2/other.yaml").write_text((folder / "problems/week-1/attention.yaml").read_text())
    seen = []

    def read(documents, sheets):
        seen.append([sheet.assignment for sheet in sheets])
        return reading(assignment=None)

    monkeypatch.setattr("checker.writeups.read.read_writeup", read)
    for front in ("", "---\nassignment: week-2\n---\n", "---\nassignment: Homework 3\n---\n"):
        (folder / "s1.md").write_text(f"{front}\ntext\n")
        run("read", "s1.md")
        run("read", "--assignment", "week-1/", "s1.md")
    assert seen == [["week-1", "week-2"], ["week-1"], ["week-2"], ["week-1"], ["week-1", "week-2"], ["week-1"]]


def test_several_files_are_of_one_student(show, folder):
    (folder / "b.md").write_text("---\nstudent: s7\n---\n\ntext\n")
    shown = show(reading(LAYER), files=("s1.md", "b.md"))
    assert "  s7 · (week-1) · s1.md, b.md\n" in shown.stdout
    assert "s1.md, line 5" in shown.stdout
    (folder / "s1.md").write_text("---\nstudent: s8\n---\n\ntext\n")
    shown = show(reading(LAYER), files=("s1.md", "b.md"))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.splitlines()[0] == "s1.md is by s8, but b.md is by s7; give the files of one student"


def test_a_file_that_cannot_be_read(show, folder):
    (folder / "scan.png").write_bytes(b"\x89PNG")
    shown = show(FOUND, "--format", "json", files=("scan.png",))
    message = "scan.png  no text in this file: a person must read it"
    assert shown.exit_code == 2
    assert json.loads(shown.stdout) == {"schema": "checker.error/1", "code": "document", "message": message}
    shown = show(FOUND, files=("nothing.md",))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith("nothing.md  this file ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--assignment", "week-2"], "week-2 is not an assignment in problems; did you mean week-1?"),
        (["--problems", "nowhere"], "there is no folder nowhere"),
    ],
)
def test_a_wrong_command_line(show, arguments, message):
    shown = show(FOUND, *arguments)
    assert (shown.exit_code, shown.stderr.splitlines()[0]) == (2, message)


def test_a_document_is_needed(run):
    assert run("read").exit_code == 2


@pytest.mark.parametrize("form", [[], ["--plain"], ["--format", "json"]])
def test_no_right_answer_is_shown(run, folder, form):
    (folder / "s1.md").write_text("# Encoder layer\n\nI get 5.\n\nAnswer (parts.total): 7\n")
    shown = run("read", *form, "s1.md").output
    for number in ("27648", "27,648", "16,640", "16640", "15,544", "15544", "32,440", "32440", "0.6089"):
        assert number not in shown


def test_long_answers_are_cut_and_control_characters_replaced(show):
    answer = bound("encoder-layer", None, "1\n2\x1b[31m" + "9" * 500, evidence(1, "x"))
    shown = show(reading(found("encoder-layer", answer, missing("encoder-layer")))).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def test_a_long_reason_moves_below_and_candidates_are_cut(show):
    lines = [
        evidence(number, f"{number} × 1000 = {number}000 and a long sentence after it, which is cut")
        for number in range(1, 8)
    ]
    reason = "after an equals sign, after a word such as total, the last of its line"
    answers = (
        bound("parts", "attention", "16,640", evidence(9, "so 16,640"), confidence=0.62, reason=reason),
        bound("parts", "total", "", doubt="Several numbers may be the answer.", candidates=(*lines, lines[0])),
    )
    assert show(reading(found("parts", *answers, at=evidence(8, "2")))).stdout.splitlines()[4:12] == [
        "    attention  16,640     line 9",
        "               after an equals sign, after a word such as total, the last of its",
        "               line (62% sure)",
        "    total      to decide: Several numbers may be the answer.",
        "               line 1  1 × 1000 = 1000 and a long s…tence after it, which is cut",
        "               line 2  2 × 1000 = 2000 and a long s…tence after it, which is cut",
        "               line 3  3 × 1000 = 3000 and a long s…tence after it, which is cut",
        "               line 4  4 × 1000 = 4000 and a long s…tence after it, which is cut",
    ]


@pytest.mark.parametrize(
    ("problems", "message"),
    [
        ("empty", "there are no problem files in empty"),
        ("nowhere", "there is no folder nowhere"),
        ("one.yaml", "--problems one.yaml is a file; name the folder that it is in"),
    ],
)
@pytest.mark.parametrize("command", [["read", "s1.md"], ["check", "--document", "s1.md"], ["grade", "s1.md"]])
def test_a_folder_without_problems_is_reported(run, folder, command, problems, message):
    (folder / "s1.md").write_text("# Q1")
    (folder / "empty").mkdir()
    (folder / "one.yaml").write_text("id: x")
    shown = run(command[0], "--problems", problems, *command[1:])
    assert (shown.exit_code, shown.stderr.splitlines()[0]) == (2, message)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("---\nstudent: [s1]\n---\n\ntext", "line 2: `student` names no student; write `student: ID`"),
        ("---\nstudent: s1: Ada\n---\n\ntext", "line 2: the lines at the top of the document are not read"),
        ("x\n" * 5_001, "the end of this file was not read: only the first 5,000 lines were read"),
        ("", "this file is empty"),
    ],
)
def test_what_is_wrong_with_a_document_is_noted(show, folder, text, note):
    shown = show(FOUND)
    assert shown.exit_code == 0
    (folder / "s1.md").write_text(text)
    shown = show(FOUND)
    assert shown.exit_code == 3
    assert note in " ".join(shown.stdout.split())
