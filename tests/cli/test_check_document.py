"""`checker check --document`: every question of a student's document."""

import json

import pytest

from checker.problems import load_problem
from tests.bank import BANK
from tests.cli.writeup_readings import LAYER, NOTHING, PARTS, bound, evidence, found, missing, reading

RIGHT = found(
    *("encoder-layer", bound("encoder-layer", None, "27,648", evidence(5, "27,648"))),
)
PAIR = found(
    "parts",
    bound("parts", "attention", "16,639", evidence(9, "so 16,639")),
    missing("parts", "feed-forward"),
    bound("parts", "total", "32,439", evidence(10, "in all 32,439")),
)


@pytest.fixture
def check(run, folder, monkeypatch):
    """Check the file s1.md, whose reading is made by hand."""
    (folder / "problems/week-1/broken.yaml").unlink()
    (folder / "s1.md").write_text("---\nstudent: s1042\n---\n\ntext\n")

    def check(given, *arguments):
        monkeypatch.setattr("checker.writeups.read.read_writeup", lambda documents, sheets: given)
        return run("check", "--document", "s1.md", *arguments)

    return check


@pytest.fixture
def records(check):
    def records(given, *arguments):
        shown = json.loads(check(given, "--format", "json", *arguments).stdout)
        assert shown["schema"] == "checker.check/1"
        return shown["results"]

    return records


def test_an_answer_line_that_names_no_question_is_reported(check):
    given = reading(RIGHT)
    assert check(given).exit_code == 0
    shown = check(given._replace(notes=((evidence(7, "Answer (encodr-layer): 1"), "encodr-layer is no question"),)))
    assert "\n  s1.md, line 7: encodr-layer is no question\n" in shown.stdout
    assert shown.exit_code == 3


def test_the_screen_shows_each_answer_with_its_place_and_what_is_missing(check):
    shown = check(reading(NOTHING, LAYER, PAIR))
    assert shown.exit_code == 3
    assert shown.stdout.startswith(
        "\n  s1042 · (week-1) · s1.md\n\n  encoder-layer · Parameters of one encoder layer\n"
    )
    assert (
        "\n  :(  31,744 is not correct.\n      I read: 31,744\n      Found in line 5: Total: 31,744\n" in shown.stdout
    )
    assert "\n      Why    Your answer counts the output projection W_O" in shown.stdout
    assert "\n  :(  attention: 16,639 is not correct.\n" in shown.stdout
    assert shown.stdout.endswith(
        "\n  Not given  feed-forward\n\n  Not answered  attention\n  Answers       3 incorrect, 2 not answered\n"
    )


def test_the_records_have_the_student_and_the_place(records):
    results = records(reading(LAYER, PAIR, NOTHING))
    assert [(each["problem"], each["part"], each["status"], each["student"]) for each in results] == [
        ("attention", None, "not_answered", "s1042"),
        ("encoder-layer", None, "incorrect", "s1042"),
        ("parts", "attention", "incorrect", "s1042"),
        ("parts", "feed-forward", "not_answered", "s1042"),
        ("parts", "total", "incorrect", "s1042"),
    ]
    assert results[1]["evidence"] == [{"file": "s1.md", "line": 5, "text": "Total: 31,744"}]
    assert "evidence" not in results[0]
    assert results[1]["explanations"][0]["mistakes"][0]["id"] == "output_projection.counted"
    assert results[1]["expected"] is None


def test_records_follow_the_schema(records):
    import jsonschema

    from checker.cli.schema import RESULT

    answer = bound("encoder-layer", None, "27,648", evidence(1, "27648", cell=3))
    for record in records(reading(found("encoder-layer", answer), PARTS), "--feedback", "full"):
        jsonschema.validate(record, RESULT)
    assert records(reading(found("encoder-layer", answer)))[0]["evidence"][0]["cell"] == 3


def test_parts_are_judged_together(records):
    """The total follows from the wrong attention."""
    attention = bound("parts", "attention", "16,384", evidence(9, "so 16,384"))
    total = bound("parts", "total", "32,184", evidence(10, "in all 32,184"))
    _, wrong = records(reading(found("parts", attention, total)))
    assert wrong["explanations"][0]["since"] == ["attention"]


def test_an_answer_in_doubt_is_left_to_the_student(check, records):
    results = {each["part"]: each for each in records(reading(PARTS))}
    doubtful = results["feed-forward"]
    assert (doubtful["status"], doubtful["points"], doubtful["given"]) == ("needs_review", None, "")
    assert [each["line"] for each in doubtful["evidence"]] == [11, 12]
    assert doubtful["message"] == (
        "Not graded: your answer is not clear. Two numbers may be the answer. It may be in line 11 or line 12. "
        "Write your answer on a new line that begins with `Answer (parts.feed-forward):`."
    )
    shown = check(reading(PARTS), "--feedback", "verdict")
    assert shown.exit_code == 3
    assert "Answer (parts.feed-forward):" in " ".join(shown.stdout.split())
    assert shown.stdout.endswith("Answers       1 correct, 1 for a person, 1 not answered\n")


def test_a_doubt_is_told_alike_of_a_right_and_a_wrong_answer(check):
    told = []
    for text in ("27,648", "31,744"):
        place = evidence(5, f"so {text}")
        likely = bound("encoder-layer", None, text, place, doubt="two may be", candidates=(place,), is_likely=True)
        shown = check(reading(found("encoder-layer", likely)), "--format", "json")
        told.append(shown.stdout.replace(text, "N"))
        assert '"status": "needs_review"' in shown.stdout
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (reading(RIGHT), 0),
        (reading(LAYER), 1),
        (reading(RIGHT, NOTHING), 3),
        (reading(LAYER, NOTHING), 3),
        (reading(RIGHT, trouble="a question was not understood"), 3),
        (reading(assignment=None, trouble="It fits two assignments."), 3),
    ],
)
@pytest.mark.parametrize("form", [[], ["--format", "json"], ["--plain"]])
def test_the_exit_code_is_the_worst(check, given, code, form):
    assert check(given, *form).exit_code == code


def test_a_problem_file_with_errors_is_named(check, folder):
    (folder / "problems/week-1/broken.yaml").write_text("id: broken\ntype: nothing\n")
    shown = check(reading(RIGHT))
    assert shown.exit_code == 2
    assert "problems/week-1/broken.yaml has errors" in shown.stdout
    assert "Correct: 27,648." in shown.stdout


def test_plain_lines(check):
    shown = check(reading(RIGHT), "--plain").stdout
    assert shown.startswith("File: s1.md\nStudent: s1042\nAssignment: (week-1)\nProblem: encoder-layer")
    assert shown.endswith(
        "I read: 27,648\nFound in line 5: 27,648\nNot answered: attention, parts\nAnswers: 1 correct\n"
    )


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@pytest.mark.parametrize("form", [[], ["--plain"], ["--format", "json"]])
def test_no_level_below_full_shows_what_is_expected(check, level, form):
    given = reading(LAYER, PAIR, NOTHING)
    shown = check(given, "--feedback", level, *form).output
    for number in ("27648", "27,648", "16,640", "16640", "15,544", "15544", "32,440", "32440", "0.6089"):
        assert number not in shown
    assert "27,648" in check(given, "--feedback", "full").stdout


def test_an_essay_keeps_both_kinds_of_evidence(run, folder, monkeypatch):
    (folder / "s1.md").write_text("text\n")
    text = "The outputs are permuted in the same way."
    question = found("why-positions", bound("why-positions", None, text, evidence(3, text)))
    monkeypatch.setattr(
        "checker.writeups.read.read_writeup", lambda documents, sheets: reading(question, assignment="essays")
    )
    shown = run(
        "check",
        "--document",
        "s1.md",
        "--problems",
        str(BANK),
        "--assignment",
        "essays",
        *("--format", "json", "--feedback", "full"),
    )
    (record,) = [each for each in json.loads(shown.stdout)["results"] if each["problem"] == "why-positions"]
    assert record["status"] == "needs_review"
    assert record["evidence"][0] == {"file": "s1.md", "line": 3, "text": text}
    assert len(record["evidence"]) > 1
    assert all("point" in each for each in record["evidence"][1:])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["parts"], "--document takes problems, parts and answers from the document; leave them out"),
        (["--part", "total"], "--document takes problems, parts and answers from the document; leave them out"),
        (["--jsonl"], "--jsonl takes problems, parts, answers and students from the stream; leave them out"),
    ],
)
def test_a_document_comes_alone(check, arguments, message):
    shown = check(reading(RIGHT), *arguments)
    assert (shown.exit_code, shown.stderr.splitlines()[0]) == (2, message)


def test_an_assignment_needs_a_document(run):
    shown = run("check", "--assignment", "week-1", "encoder-layer", "5")
    assert (shown.exit_code, shown.stderr.splitlines()[0]) == (2, "--assignment is for a --document; leave it out")


DRAWN = """\
id: block
type: feed_forward_parameters
prompt: From {d_model} to {d_ff}. {conventions}
parameters: {d_model: {from: 40, to: 60}, d_ff: {from: 300, to: 400}}
conventions: {ffn_biases: left_out}
"""
WHOSE = """\
Each student has other numbers in this assignment. These are those of lee@uni.edu, whom the document or its name gives. \
If the roster has this student under another id, give the roster with --roster, or that id with --student.
"""


@pytest.mark.parametrize("command", [("check", "--document"), ("read",)])
def test_whose_numbers_are_used_is_said_unless_it_is_given(run, tmp_path, monkeypatch, command):
    """A document that names an email address gets the numbers of the id that the roster has by --student only."""
    folder = tmp_path / "week"
    folder.mkdir()
    (folder / "block.yaml").write_text(DRAWN)
    numbers = dict(load_problem(folder / "block.yaml").of_student("s1042").values)
    right = 2 * int(numbers["d_model"]) * int(numbers["d_ff"])
    (tmp_path / "hand-in.md").write_text(f"---\nstudent: lee@uni.edu\n---\n\nAnswer (block): {right}\n")
    monkeypatch.chdir(tmp_path)
    options = ("--problems", ".", "--assignment", "week")
    by_name, by_id = (
        run(command[0], *options, *more, *command[1:], "hand-in.md") for more in ((), ("--student", "s1042"))
    )
    assert (by_name.stderr, by_id.stderr) == (WHOSE, "")
    assert by_id.exit_code == 0
    assert by_name.exit_code == (1 if command[0] == "check" else 0)
