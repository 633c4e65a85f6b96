"""`checker check --jsonl`: a line out for each line in, whatever happens, and nothing outside of the problems."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.marking.mark import mark
from checker.problems import load_problem
from tests.tables import rows


def lines_of(run, *lines, arguments=()):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
    result = run("check", "--jsonl", *arguments, stdin=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


LEVELS = "`feedback` must be one of verdict, hint, explain, full"


def line(answer, problem="encoder-layer", **more):
    return {"id": 7, "problem": problem, "answer": answer, **more}


def test_the_record_with_the_id(run, results):
    code, (printed,) = lines_of(run, line("27,648"))
    assert code == 0
    assert printed == {"id": 7, **results("encoder-layer", "27,648")[0]}


@pytest.mark.parametrize("id_", [7, -3, 0, "s1", "ä\n", None])
def test_an_id_comes_back_as_it_was(run, id_):
    assert lines_of(run, {**line("5"), "id": id_})[1][0]["id"] == id_


@pytest.mark.parametrize("id_", ["-1.50", "9007199254740993", "1" * 5000, "1e400", "0.1", "007"])
def test_a_number_that_readers_could_change_comes_back_as_text(run, id_):
    assert lines_of(run, f'{{"id": {id_}, "problem": "encoder-layer", "answer": 5}}')[1][0]["id"] == id_


@pytest.mark.parametrize(("answer", "given"), rows(__file__, "an_answer_is_taken_as_it_is_written"))
def test_an_answer_is_taken_as_it_is_written(run, answer, given):
    _, (printed,) = lines_of(run, f'{{"id": 1, "problem": "encoder-layer", "answer": {answer}}}')
    assert printed["given"] == given


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("hello", 'the line is not an object {"id", "problem", "answer"}'),
        ("[]", 'the line is not an object {"id", "problem", "answer"}'),
        ("", "the line is blank"),
        (" \t\r", "the line is blank"),
        ('{"id": 7', "the line cannot be read: the `{` that opens here is never closed"),
        ("[" * 100_000, "the line cannot be read: nested more than 64 deep"),
        ('{"id": [1]}', "`id` must be a text or a number"),
        ("{}", "`problem` is missing"),
        ('{"problem": ""}', "`problem` is empty"),
        ('{"problem": 5}', "`problem` must be the id of a problem, as text"),
        ('{"problem": "parts", "part": 5}', "`part` must be the id of a part, as text"),
        ('{"problem": "parts"}', "`answer` is missing"),
        (line("5", "nowhere"), "there is no problem nowhere in problems"),
        (line("5", "parts"), "parts has the parts attention, feed-forward, total; give one as `part`"),
        (line("5", "parts", part="totl"), "totl is not a part of parts; did you mean total?"),
        (line("5", feedbck="verdict"), "`feedbck` is not a key of a line; did you mean feedback?"),
        (line("5", part="total"), "encoder-layer has no parts; leave out the part total"),
        (line({"total": 5}, "parts"), "`answer` must be a single answer; give each part its own line"),
        ('{"answer": 5, "problem": "x", "answer": 5}', "the line cannot be read: the key `answer` is given twice"),
        ('{"problem": "x", "answer": [{"a": 1, "a": 2}]}', "the line cannot be read: the key `a` is given twice"),
        (line("5", part=""), 'encoder-layer has no parts; leave out the part ""'),
        *((line("5", feedback=each), LEVELS) for each in ("all", "", 5, ["full"], True)),
        (line("5", student=["s1"]), "`student` must be the id of a student, as text or as a number"),
        ('{"id": "' + "x" * 1_000_000 + '"}', "the line is longer than 1 MB"),
    ],
)
def test_what_cannot_be_answered_is_an_error_on_its_line(run, written, message):
    code, printed = lines_of(run, line("27648"), written, line("27648"))
    assert code == 2
    assert [each["schema"] for each in printed] == ["checker.result/1", "checker.error/1", "checker.result/1"]
    assert printed[1]["code"] == "usage"
    assert printed[1]["message"].startswith(message)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["", " ", "\t", "{}", "5", json.dumps(line("5")), json.dumps(line("27648"))])))
def test_there_is_a_line_out_for_each_line_in(run, written):
    code, printed = lines_of(run, *written) if written else (0, [])
    assert [each["id"] for each in printed] == [7 if '"id"' in each else None for each in written]
    assert [each.get("message") == "the line is blank" for each in printed] == [not each.strip() for each in written]
    assert (code == 2) == any("id" not in each for each in written)


@pytest.mark.parametrize("line", [b"\xff\xfe\n", b'{"id": "\xe9"}\n'])
def test_bytes_that_are_no_text(run, line):
    printed = json.loads(run("check", "--jsonl", stdin=line).stdout)
    assert printed["message"].startswith("the line cannot be read: is ")


def test_a_problem_in_error_is_told_on_each_of_its_lines(run):
    code, printed = lines_of(run, line("5", "broken"), line("5", "broken"))
    assert code == 2
    assert [(each["id"], each["code"]) for each in printed] == [(7, "problem")] * 2
    assert "did you mean num_heads?" in printed[0]["message"]


def test_a_fault_ends_its_line_and_not_the_stream(run, monkeypatch):
    def failing(given, question):
        if given == "5":
            raise RecursionError(27648)
        return mark(given, question)

    monkeypatch.setattr("checker.marking.parts.mark", failing)
    code, printed = lines_of(run, line("27648"), line("5"), "nonsense", line("27648"))
    assert code == 4
    assert [each.get("code") for each in printed] == [None, "fault", "usage", None]
    assert printed[1]["message"].startswith("checker itself failed (RecursionError). This is our fault, not yours")
    assert "27648" not in printed[1]["message"]


@pytest.mark.parametrize(
    ("answers", "code"), [(["27648"], 0), (["27648", "5"], 1), (["5", "64 or 128", "27648"], 3), ([], 0)]
)
def test_the_worst_exit_code_counts(run, answers, code):
    result = run("check", "--jsonl", stdin="".join(json.dumps(line(answer)) + "\n" for answer in answers))
    assert result.exit_code == code


@pytest.mark.parametrize("more", [["encoder-layer"], ["--part", "total"], ["--answer-file", "x"]])
def test_problem_part_and_answer_come_from_the_stream(run, more):
    result = run("check", "--jsonl", *more)
    message = "--jsonl takes problems, parts, answers and students from the stream; leave them out"
    assert (result.exit_code, json.loads(result.stdout)["message"]) == (2, message)


@pytest.mark.parametrize("problem", ["attention", "encoder-layer"])
@pytest.mark.parametrize("answer", ['"\\ud800"', '["\\ud800"]', '[1, ["\\udc00"]]'])
def test_half_a_character_is_unreadable_wherever_it_stands(run, problem, answer):
    result = run("check", "--jsonl", stdin=f'{{"problem": "{problem}", "answer": {answer}}}\n')
    assert (result.exit_code, json.loads(result.stdout)["status"]) == (3, "unreadable")
    assert "\\ud" not in result.stdout


DRAWN = """\
id: drawn
type: feed_forward_parameters
prompt: From {d_model} to {d_ff}. {conventions}
parameters: {d_model: {choose: [64, 128]}, d_ff: {from: 100, to: 400}}
conventions: {ffn_biases: left_out}
"""


def test_a_line_without_a_student_has_the_numbers_of_the_student_without_an_id(run, folder):
    path = folder / "problems/week-1/drawn.yaml"
    path.write_text(DRAWN)
    drawn = {student: dict(load_problem(path).of_student(student).values) for student in ("", "s1")}
    nobody, s1 = (str(2 * int(each["d_model"]) * int(each["d_ff"])) for each in drawn.values())
    assert nobody != s1
    note = "drawn draws its numbers for each student. These are those of the student without an id: "
    note += "d_model {d_model}, d_ff {d_ff}.".format(**drawn[""])
    given = [(nobody, {}), (nobody, {"student": None}), (nobody, {"student": ""}), (s1, {"student": "s1"}), (s1, {})]
    code, found = lines_of(run, *(line(answer, "drawn", **more) for answer, more in given))
    assert code == 1
    assert [(each["student"], each["status"], each.get("note")) for each in found] == [
        *[(None, "correct", note)] * 3,
        ("s1", "correct", None),
        (None, "incorrect", note),
    ]


def test_the_note_on_numbers_names_none_that_the_question_hides(run, folder):
    (folder / "problems/week-1/drawn.yaml").write_text(DRAWN.replace("From {d_model} to {d_ff}", "From {d_model} on"))
    _, (found,) = lines_of(run, line("5 a", "drawn"))
    assert re.search(r"without an id: d_model (64|128)\.$", found["note"])


SECRET = "id: 5\nkey: 3.1415 is the secret\n"


@pytest.fixture
def outside(run, tmp_path_factory):
    """Readable files outside of the folder of problems, by name; some look like problem files."""
    place = tmp_path_factory.mktemp("outside")
    (place / "keys.yaml").write_text(SECRET)
    (place / "plain").write_text(SECRET)
    Path("secret").write_text(SECRET)
    Path("secret.yaml").write_text(SECRET)
    Path("problems/link.yaml").symlink_to(place / "keys.yaml")
    Path("problems/linked").symlink_to(place)
    Path("problems/.hidden.yaml").write_text(SECRET)
    Path("problems/notes.txt").write_text(SECRET)
    Path("problems/assignment.yaml").write_text(SECRET)
    return place


@pytest.mark.parametrize(
    "name",
    [
        "{outside}/keys.yaml", "{outside}/plain", "{outside}", "/etc/passwd", "/etc/hostname", "secret", "secret.yaml",
        "./secret.yaml", "../secret.yaml", "problems/../secret.yaml", "problems/link.yaml", "link.yaml", "link",
        "linked/keys.yaml", "problems/linked/keys.yaml", "problems/.hidden.yaml", ".hidden.yaml", "problems/notes.txt",
        "notes.txt", "assignment.yaml", "problems/assignment.yaml", "problems", "problems/", "/dev/stdin", "nul\0.yaml",
        "a/" * 3000 + "b.yaml", "nowhere.yaml", "problems/nowhere.yaml", "~/keys.yaml", "file:///etc/passwd",
    ],
)  # fmt: skip
def test_a_line_opens_nothing_outside_of_the_problems(run, outside, name):
    name = name.format(outside=outside)
    code, (reply,) = lines_of(run, line("5", name))
    assert (code, reply["schema"], reply["code"]) == (2, "checker.error/1", "usage")
    assert "secret" not in reply["message"].replace(name, "")
    assert "3.1415" not in reply["message"]


def test_the_reply_does_not_tell_whether_a_file_outside_exists(run, outside):
    there, nowhere = f"{outside}/keys.yaml", f"{outside}/none.yaml"
    _, (one, other) = lines_of(run, line("5", there), line("5", nowhere))
    assert one["message"].replace("keys", "none") == other["message"]
    assert other["message"].endswith("is not a problem in problems; give an id, or a path below this folder")


@pytest.mark.parametrize("form", ["{name}", "{path}", "{absolute}", "./{path}", "problems/../{path}"])
def test_a_path_below_the_problems_is_fine(run, form):
    path = Path("problems/week-1/encoder-layer.yaml")
    name = form.format(name=path.relative_to("problems"), path=path, absolute=path.resolve())
    code, (reply,) = lines_of(run, line("27648", name))
    assert (code, reply["status"], reply["problem"]) == (0, "correct", "encoder-layer")


@pytest.mark.parametrize(
    ("command", "asked", "level"), rows(__file__, "a_line_may_ask_for_less_feedback_and_never_gets_more")
)
def test_a_line_may_ask_for_less_feedback_and_never_gets_more(run, command, asked, level):
    _, (reply,) = lines_of(run, line("5", feedback=asked), arguments=["--feedback", command])
    assert (reply["feedback"], reply["expected"]) == (level, 27648 if level == "full" else None)
