"""`checker check`: where the answer comes from, what is said, and the exit code."""

from __future__ import annotations

import io
import json
import os
import shlex
import sys

import pytest

from checker.cli.app import cli
from tests.tables import rows

PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name")
RIGHT = """
  encoder-layer · Parameters of one encoder layer
  Do not count the biases, the output projection W_O or the LayerNorms.

  :)  Correct: 27,648.
      I read: 27,648
"""


@pytest.mark.parametrize(
    ("answer", "code"),
    [("27,648", 0), ("31744", 1), ("27.6 thousand", 1), ("64 or 128", 3), ("", 3), ("n/a", 3), ("7" * 10_001, 3)],
)
def test_the_exit_code_says_which_way_it_went(run, answer, code):
    result = run("check", "encoder-layer", answer)
    assert (result.exit_code, result.stderr) == (code, "")
    assert result.stdout == RIGHT or code
    assert ("longer than 10,000 characters" in result.stdout) == (len(answer) > 10_000)


def test_plain_by_option_and_by_environment(run, monkeypatch):
    plain = run("check", "--plain", "encoder-layer", "31744").stdout
    assert plain.splitlines()[2:4] == ["Incorrect: 31,744 is not correct.", "I read: 31,744"]
    assert [line.partition(": ")[0] for line in plain.splitlines()[4:]] == ["Why", "Where", "Next"]
    for value, is_plain in (("1", True), ("0", False)):
        monkeypatch.setenv("ACCESSIBLE", value)
        assert (run("check", "encoder-layer", "31744").stdout == plain) == is_plain


@pytest.mark.parametrize(("words", "given"), rows(__file__, "everything_after_the_problem_is_the_answer"))
def test_everything_after_the_problem_is_the_answer(results, words, given):
    (record,) = results("encoder-layer", *words)
    assert (record["given"], record["feedback"]) == (given, "explain")


@pytest.mark.parametrize(
    ("stdin", "given", "status"),
    [
        ("27,648\r\n", "27,648", "correct"),
        ("27648\n".encode("utf-16"), "27648", "correct"),  # as PowerShell writes it
        (b"27\xff648", "27\ufffd648", "unreadable"),
        ("", "", "not_answered"),
    ],
)
def test_the_answer_from_a_pipe_or_a_file(results, folder, stdin, given, status):
    (record,) = results("encoder-layer", stdin=stdin)
    assert results("encoder-layer", "-", stdin=stdin) == results("encoder-layer", "--", "-", stdin=stdin) == [record]
    (folder / "answer.txt").write_bytes(stdin if isinstance(stdin, bytes) else stdin.encode())
    assert results("--answer-file", "answer.txt", "encoder-layer") == [record]
    assert (record["given"], record["status"]) == (given, status)


@pytest.mark.parametrize(("words", "message"), rows(__file__, "a_wrong_command_line_says_what_to_do"))
def test_a_wrong_command_line_says_what_to_do(run, words, message):
    result = run("check", *shlex.split(words))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)
    assert result.stderr.endswith("\n`checker check --help` shows how it is used.\n")
    printed = json.loads(run("check", "--format", "json", *shlex.split(words)).stdout)
    assert (printed["schema"], printed["code"]) == ("checker.error/1", "usage")
    assert printed["message"].startswith(message.rstrip())


def test_a_problem_in_error_shows_its_findings(run):
    result = run("check", "--format=json", "broken", "5")
    printed = json.loads(result.stdout)
    assert (result.exit_code, printed["schema"], printed["code"]) == (2, "checker.error/1", "problem")
    assert result.stderr == printed["message"] + "\n"
    assert result.stderr.startswith("problems/week-1/broken.yaml:3:27 schema ")
    assert "did you mean num_heads?" in result.stderr


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        (["attention=16640", "total=5"], {"attention": "16640", "total": "5"}),
        (["total=5 attention=16640"], {"attention": "16640", "total": "5"}),
        (["attention = 16640", "total =5"], {"attention": "16640", "total": "5"}),
        (["{attention: 16640, total: 5}"], {"attention": "16640", "total": "5"}),
        (['{"attention": "16640", "total": 5}'], {"attention": "16640", "total": "5"}),
        (["attention=16", "640", "total=2*64", "+", "64"], {"attention": "16 640", "total": "2*64 + 64"}),
        *(([f"attention={it}"], {"attention": it}) for it in ("16640 = 4·64·65", "x = 16640", "4 * d_k = 64", "1 z=3")),
    ],
)
def test_pairs_and_mappings(results, answer, given):
    assert {each["part"]: each["given"] for each in results("parts", *answer)} == given


def test_several_parts_on_one_screen(run):
    result = run("check", "--feedback", "verdict", "parts", stdin="attention: 16640\ntotal: 5\n")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[1] == "  parts · An encoder layer, part by part"
    assert {"  :)  attention: Correct: 16,640.", "  :(  total: 5 is not correct."} <= set(lines)
    assert lines[-1] == "  Not given  feed-forward"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_at_a_terminal_the_question_is_shown_and_every_part_is_asked(folder, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Terminal("27648\n16640\n\n\n"))
    assert cli.main(["check", "encoder-layer"], standalone_mode=False) == 0
    assert cli.main(["check", "parts"], standalone_mode=False) == 0
    shown = capsys.readouterr()
    assert "How many weights does one encoder layer hold, with d_model = 64?" in shown.err
    assert "\nYour answer: " in shown.err
    assert shown.err.endswith("attention: feed-forward: total: ")
    assert ":)  Correct: 27,648." in shown.out
    assert "attention: Correct: 16,640." in shown.out


@PIPES
@pytest.mark.parametrize(("command", "message"), rows(__file__, "a_file_that_is_none_is_not_waited_for"))
def test_a_file_that_is_none_is_not_waited_for(run, folder, command, message):
    (folder / "p/folder.yaml").mkdir(parents=True)
    for link, target in {"p/dangling.yaml": "x", "bare": "x", "p/loop.yaml": "loop.yaml"}.items():
        (folder / link).symlink_to(target)
    os.mkfifo(folder / "p/pipe.yaml")
    words = command.split()
    path = next(word for word in words if word in {"bare", "p"} or "/" in word)
    result = run(*words)
    assert result.exit_code == 2
    assert message.format(path).rstrip("\n") in result.stderr.splitlines()[0]


def test_a_folder_with_the_name_of_an_id_hides_no_problem(run, folder):
    (folder / "encoder-layer").mkdir()
    assert run("check", "encoder-layer", "27648").exit_code == 0


@pytest.mark.parametrize(("typed", "word"), rows(__file__, "an_option_after_the_problem_is_reported"))
def test_an_option_after_the_problem_is_reported(run, typed, word):
    result = run(*shlex.split(typed))
    assert result.exit_code in (2, 3)
    usage = f"checker {typed.split()[0]} OPTIONS PROBLEM ANSWER\n"
    assert f"{word} was read as part of the answer. Options go before the problem: {usage}" in result.stderr


def test_nothing_is_said_of_options_where_there_is_none(run):
    assert "ptions" not in run("check", "encoder-layer", "--", "-5").stderr
