"""`checker read` and `checker check --document`: a student's document, understood and checked.

The readings are made by hand: the commands show them, whatever the reader finds.
"""

import json

import jsonschema
import pytest

from checker.cli.course import result_schema
from checker.problems import QuestionKey, load_problem
from checker.writeups.document import Evidence, Place
from checker.writeups.records import BoundAnswer, FoundQuestion, WriteUpReading


def evidence(line, text, file="s1.md", cell=None):
    return Evidence(file, Place(line, cell), text)


def bound(problem, part, text, *places, **more):
    return BoundAnswer(
        QuestionKey(problem, part), text, places, **{"confidence": 1.0, "reason": "marked as the answer", **more}
    )


def missing(problem, part=None):
    return bound(problem, part, "", confidence=0.0, reason="not found")


def found(problem, *answers, at=None, confidence=1.0, reason='the heading "Question 1"'):
    if at is None:
        return FoundQuestion(problem, (), 0.0, "not found", answers)
    return FoundQuestion(problem, (at,), confidence, reason, answers)


def reading(*questions, assignment="week-1", trouble="", **more):
    return WriteUpReading(assignment, questions, trouble, **more)


LAYER = found(
    "encoder-layer",
    bound("encoder-layer", None, "31,744", evidence(5, "Total: 31,744"), confidence=0.874, reason='after "Total"'),
    at=evidence(3, "## Question 1"),
)
PARTS = found(
    "parts",
    bound("parts", "attention", "16,640", evidence(9, "so 16,640")),
    bound(
        *("parts", "feed-forward", "15,544"),
        doubt="two numbers may be the answer",
        candidates=(evidence(11, "120 · 64 = 7,680"), evidence(12, "15,544")),
    ),
    missing("parts", "total"),
    at=evidence(8, "Question 2"),
    confidence=0.6,
    reason="it repeats the question",
)
PAIR = found(
    "parts",
    bound("parts", "attention", "16,639", evidence(9, "so 16,639")),
    missing("parts", "feed-forward"),
    bound("parts", "total", "32,439", evidence(10, "in all 32,439")),
)
NOTHING = found("attention", missing("attention"))
RIGHT = found("encoder-layer", bound("encoder-layer", None, "27,648", evidence(5, "27,648")))
UNPLACED = ((evidence(7, "Answer (encodr-layer): 1", cell=2), "encodr-layer is not a question"),)

READ, CHECK = ("read",), ("check", "--document")
FORMS = pytest.mark.parametrize("form", [[], ["--plain"], ["--format", "json"]])
HIDDEN = ("27648", "27,648", "16,640", "16640", "15,544", "15544", "32,440", "32440", "0.6089")


@pytest.fixture
def show(run, folder, monkeypatch):
    """Read or check the file s1.md, whose reading is made by hand."""
    (folder / "problems/week-1/broken.yaml").unlink()
    (folder / "s1.md").write_text("# Homework\n\nno answers\n")

    def show(command, given, *arguments, files=("s1.md",)):
        monkeypatch.setattr("checker.writeups.read.read_writeup", lambda documents, sheets: given)
        return run(command[0], *arguments, *command[1:], *files)

    return show


@pytest.fixture
def record(show):
    return lambda *arguments: json.loads(show(*arguments, "--format", "json").stdout)


SCREEN = """
  Student     s1
  Assignment  (week-1)
  File        s1.md

  encoder-layer, from line 3: the heading "Question 1"
    answer  31,744  line 5  after "Total" (87% sure)

  parts, from line 8: it repeats the question (60% sure)
    attention     16,640     line 9   marked as the answer
    feed-forward  to decide           two numbers may be the answer
                  candidate  line 11  120 · 64 = 7,680
                  candidate  line 12  15,544
    total         not found

  attention, not found

  Answers  2 found, 1 to decide, 2 not found
"""
PLAIN = """\
Student: s1
Assignment: (week-1)
File: s1.md
Question: encoder-layer, from line 3: the heading "Question 1"
answer: 31,744; line 5; after "Total" (87% sure)
Question: parts, from line 8: it repeats the question (60% sure)
attention: 16,640; line 9; marked as the answer
feed-forward: to decide; two numbers may be the answer
candidate; line 11; 120 · 64 = 7,680
candidate; line 12; 15,544
total: not found
Question: attention, not found
Answers: 2 found, 1 to decide, 2 not found
"""


def test_each_answer_with_its_place_and_the_reason(show, record):
    given = reading(LAYER, PARTS, NOTHING)
    shown = show(READ, given)
    assert (shown.exit_code, shown.stdout, show(READ, given, "--plain").stdout) == (3, SCREEN, PLAIN)
    found = record(READ, given)
    questions = found.pop("questions")
    assert found == {"schema": "checker.reading/1", "student": "s1", "assignment": "week-1", "files": ["s1.md"]}
    assert [(each["problem"], each["part"], each["line"], each["answer"]) for each in questions] == [
        ("encoder-layer", None, 5, "31,744"),
        ("parts", "attention", 9, "16,640"),
        ("parts", "feed-forward", None, "15,544"),
        ("parts", "total", None, ""),
        ("attention", None, None, ""),
    ]
    first = {"line": 5, "confidence": 0.874, "reason": 'after "Total"', "candidates": [], "working": []}
    assert first.items() <= questions[0].items()
    heading = {"file": "s1.md", "line": 3, "text": "## Question 1"}
    assert questions[0]["section"] == {"confidence": 1.0, "reason": 'the heading "Question 1"', "evidence": [heading]}
    assert questions[2]["doubt"] == "two numbers may be the answer"
    assert questions[2]["candidates"][1] == {"file": "s1.md", "line": 12, "text": "15,544"}


def test_the_screen_of_a_checked_document(show):
    shown = show(CHECK, reading(NOTHING, LAYER, PAIR))
    assert shown.exit_code == 3
    assert (
        "\n  :(  31,744 is not correct.\n      I read: 31,744\n      Found in line 5: Total: 31,744\n" in shown.stdout
    )
    assert "\n      Why    Your answer counts the output projection W_O" in shown.stdout
    assert "\n  :(  attention: 16,639 is not correct.\n" in shown.stdout
    assert shown.stdout.endswith(
        "\n  Not given  feed-forward\n\n  Not answered  attention\n  Answers       3 incorrect, 2 not answered\n"
    )
    plain = show(CHECK, reading(RIGHT), "--plain").stdout
    assert plain.startswith("Student: s1\nAssignment: (week-1)\nFile: s1.md\nProblem: encoder-layer")
    assert plain.endswith("27,648\nFound in line 5: 27,648\nNot answered: attention, parts\nAnswers: 1 correct\n")


def test_the_records_of_a_checked_document(record):
    cell = bound("encoder-layer", None, "31,744", evidence(1, "31,744", cell=3))
    results = record(CHECK, reading(found("encoder-layer", cell), PAIR, NOTHING))["results"]
    assert [(each["problem"], each["part"], each["status"], each["student"]) for each in results] == [
        ("attention", None, "not_answered", "s1"),
        ("encoder-layer", None, "incorrect", "s1"),
        ("parts", "attention", "incorrect", "s1"),
        ("parts", "feed-forward", "not_answered", "s1"),
        ("parts", "total", "incorrect", "s1"),
    ]
    assert results[1]["evidence"] == [{"file": "s1.md", "line": 1, "cell": 3, "text": "31,744"}]
    assert "evidence" not in results[0]
    assert results[1]["explanations"][0]["mistakes"][0]["id"] == "output_projection.counted"
    for each in results:
        jsonschema.validate(each, result_schema())


def test_parts_are_judged_together(record):
    """The total follows from the wrong attention."""
    attention = bound("parts", "attention", "16,384", evidence(9, "so 16,384"))
    total = bound("parts", "total", "32,184", evidence(10, "in all 32,184"))
    _, wrong = record(CHECK, reading(found("parts", attention, total)))["results"]
    assert wrong["explanations"][0]["since"] == ["attention"]


def test_an_answer_in_doubt_is_left_to_the_student(show, record):
    doubtful = next(each for each in record(CHECK, reading(PARTS))["results"] if each["part"] == "feed-forward")
    assert (doubtful["status"], doubtful["points"], doubtful["given"]) == ("needs_review", None, "")
    assert [each["line"] for each in doubtful["evidence"]] == [11, 12]
    assert doubtful["message"] == (
        "Not graded: your answer is not clear. Two numbers may be the answer. It may be in line 11 or line 12. "
        "Write your answer on a new line that begins with `Answer (parts.feed-forward):`."
    )
    shown = show(CHECK, reading(PARTS), "--feedback", "verdict").stdout
    assert shown.endswith("Answers       1 correct, 1 not answered, 1 not graded yet\n")


def test_a_doubt_is_told_alike_of_a_right_and_a_wrong_answer(show):
    told = []
    for text in ("27,648", "31,744"):
        place = evidence(5, f"so {text}")
        likely = bound("encoder-layer", None, text, place, doubt="two may be", candidates=(place,), is_likely=True)
        shown = show(CHECK, reading(found("encoder-layer", likely)), "--format", "json").stdout
        told.append(shown.replace(text, "N"))
        assert '"status": "needs_review"' in shown
    assert told[0] == told[1]


@FORMS
@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_no_reply_tells_whether_another_number_in_the_document_is_right(run, folder, level, form):
    """Else a list of all possible answers would be searched by halves."""
    (folder / "problems/week-1/broken.yaml").unlink()
    told = []
    for other in ("27,648", "27,649"):
        (folder / "s1.md").write_text(f"# Notes\n\nTotal: {other}\n\n# Question encoder-layer\n\nTotal: 11,111\n")
        told.append(run(*CHECK, "s1.md", "--feedback", level, *form).stdout)
    assert "incorrect" in told[0]
    assert told[0] == told[1]


@FORMS
@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_no_level_below_full_shows_what_is_expected(run, show, level, form):
    given = reading(LAYER, PAIR, NOTHING)
    assert not [each for each in HIDDEN if each in show(CHECK, given, "--feedback", level, *form).output]
    assert "27,648" in show(CHECK, given, "--feedback", "full").stdout
    assert not [each for each in HIDDEN if each in show(READ, reading(PAIR), *form).output]


def test_long_answers_are_cut_and_control_characters_replaced(show):
    answer = bound("encoder-layer", None, "1\n2\x1b[31m" + "9" * 500, evidence(1, "x"))
    lines = [evidence(number, f"{number} × 1000, " + "with a long sentence after it, " * 20) for number in range(1, 8)]
    doubtful = bound("parts", "total", "", doubt="Several may be.", candidates=(*lines, lines[0]))
    given = reading(found("encoder-layer", answer, at=evidence(1, "Q1")), found("parts", doubtful, at=evidence(8, "2")))
    shown = show(READ, given).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown
    assert shown.count("candidate") == 4
    assert "and 3 more" in shown


@FORMS
@pytest.mark.parametrize(
    ("given", "read", "checked"),
    [
        (reading(RIGHT), 0, 0),
        (reading(LAYER), 0, 1),
        (reading(NOTHING), 3, 3),
        (reading(PARTS), 3, 3),
        (reading(LAYER, NOTHING), 3, 3),
        (reading(RIGHT, trouble="two files are the same"), 3, 3),
        (reading(assignment=None, trouble="It fits two assignments."), 3, 3),
        (reading(RIGHT, notes=UNPLACED), 3, 3),
        (reading(RIGHT, remarks=("Numbers are read with decimal commas",)), 0, 0),
    ],
)
def test_the_exit_codes(show, given, read, checked, form):
    assert (show(READ, given, *form).exit_code, show(CHECK, given, *form).exit_code) == (read, checked)


@pytest.mark.parametrize(
    ("given", "note"),
    [
        (reading(RIGHT, notes=UNPLACED), "s1.md, cell 2, line 7: encodr-layer is not a question"),
        (reading(RIGHT, remarks=("Read with decimal commas",)), "Read with decimal commas"),
        (reading(assignment=None, trouble="Two fit."), "Two fit."),
    ],
)
def test_notes_are_shown_in_each_form(show, record, given, note):
    for command in (READ, CHECK):
        assert f"\n  {note}\n" in show(command, given).stdout
        assert f"\nNote: {note}\n" in show(command, given, "--plain").stdout
        found = record(command, given)
        assert [found.get("trouble"), *found.get("notes", [])].count(note) == 1
    is_known = given.assignment is not None
    assert ("  Assignment  not found\n" in show(READ, given).stdout) != is_known
    assert ("\n  Name the assignment: --assignment NAME.\n" in show(READ, given).stdout) != is_known


def test_a_problem_file_with_errors_is_named(show, folder):
    (folder / "problems/week-1/broken.yaml").write_text("id: broken\ntype: nothing\n")
    for command, code in ((READ, 3), (CHECK, 2)):
        shown = show(command, reading(RIGHT))
        assert shown.exit_code == code
        assert "problems/week-1/broken.yaml has errors" in shown.stdout
    assert "Correct: 27,648." in shown.stdout


def test_only_the_named_assignment_is_read(run, folder, monkeypatch):
    (folder / "problems/week-2").mkdir()
    (folder / "problems/week-2/other.yaml").write_text((folder / "problems/week-1/attention.yaml").read_text())
    seen = []

    def read(documents, sheets):
        seen.append([sheet.assignment for sheet in sheets])
        return reading(assignment=None)

    monkeypatch.setattr("checker.writeups.read.read_writeup", read)
    for named in ("", "assignment: week-2\n", "assignment: Homework 3\n"):
        (folder / "s1.md").write_text(f"---\nstudent: {{id: s1042, name: Ada}}\n{named}---\n\ntext\n")
        assert "Student: s1042\n" in run("read", "--plain", "s1.md").stdout
    run("read", "--assignment", "week-1/", "s1.md")
    assert seen == [["week-1", "week-2"], ["week-2"], ["week-1", "week-2"], ["week-1"]]


def test_several_files_are_of_one_student(show, folder):
    (folder / "b.md").write_text("---\nstudent: s7\n---\n\ntext\n")
    shown = show(READ, reading(LAYER), files=("s1.md", "b.md")).stdout
    assert "  Student     s7\n" in shown
    assert "s1.md, line 5" in shown
    (folder / "s1.md").write_text("---\nstudent: s8\n---\n\ntext\n")
    wrong = show(READ, reading(LAYER), files=("s1.md", "b.md"))
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr.splitlines()[0] == "s1.md is by s8, but b.md is by s7; give the files of one student"


DRAWN = """\
id: block
type: feed_forward_parameters
prompt: From {d_model} to {d_ff}. {conventions}
parameters: {d_model: {from: 40, to: 60}, d_ff: {from: 300, to: 400}}
conventions: {ffn_biases: left_out}
"""
WHOSE = """\
Each student has other numbers in this assignment. These are those of lee@uni.edu, whom the document or its name gives. \
If your course has the student under another id, give it with --student.
"""


@pytest.mark.parametrize("command", [READ, CHECK])
def test_whose_numbers_are_used_is_said_unless_it_is_given(run, tmp_path, monkeypatch, command):
    path = tmp_path / "week/block.yaml"
    path.parent.mkdir()
    path.write_text(DRAWN)
    numbers = dict(load_problem(path).of_student("s1042").values)
    right = 2 * int(numbers["d_model"]) * int(numbers["d_ff"])
    (tmp_path / "hand-in.md").write_text(f"---\nstudent: lee@uni.edu\n---\n\nAnswer (block): {right}\n")
    monkeypatch.chdir(tmp_path)
    options = ("--problems", ".", "--assignment", "week")
    by_name = run(command[0], *options, *command[1:], "hand-in.md")
    by_id = run(command[0], *options, "--student", "s1042", *command[1:], "hand-in.md")
    assert (by_name.stderr, by_id.stderr) == (WHOSE, "")
    assert (by_name.exit_code, by_id.exit_code) == (1 if command is CHECK else 0, 0)


@pytest.mark.parametrize(
    ("command", "arguments", "message"),
    [
        (READ, ["scan.png"], "scan.png  no text in this file: a person must read it"),
        (READ, ["nothing.md"], "nothing.md  this file "),
        (READ, ["--assignment", "week-2"], "week-2 is not an assignment in problems; did you mean week-1?"),
        (READ, ["--problems", "nowhere"], "there is no folder nowhere"),
        (CHECK, ["--problems", "nowhere"], "there is no folder nowhere"),
        (READ, ["--problems", "empty"], "there are no problem files in empty"),
        (READ, ["--problems", "s1.md"], "--problems s1.md is a file; name the folder that it is in"),
        (CHECK, ["--part", "total"], "--document takes problems, parts and answers from the document; leave them out"),
        (CHECK, ["--jsonl"], "--jsonl takes problems, parts, answers and students from the stream; leave them out"),
    ],
)
def test_what_cannot_be_read(show, folder, command, arguments, message):
    (folder / "empty").mkdir()
    (folder / "scan.png").write_bytes(b"\x89PNG")
    shown = show(command, reading(LAYER), *arguments, "--format", "json")
    printed = json.loads(shown.stdout)
    assert (shown.exit_code, printed["code"]) == (2, "document" if "." in arguments[0] else "usage")
    assert printed["message"].startswith(message)
