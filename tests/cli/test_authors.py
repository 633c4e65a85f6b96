"""`solve`, `show` and `lint`."""

from __future__ import annotations

import json

import pytest

SOLUTION = """
  encoder-layer · Parameters of one encoder layer

    queries            64 · 4 · 16             4,096
    keys               64 · 4 · 16             4,096
    values             64 · 4 · 16             4,096
    input_projections  4,096 + 4,096 + 4,096  12,288
  attention                                   12,288
    up                 64 · 120                7,680
    down               120 · 64                7,680
  feed_forward         7,680 + 7,680          15,360
  total                12,288 + 15,360        27,648

  Do not count the biases, the output projection W_O or the LayerNorms.
"""


def test_a_worked_solution(run):
    result = run("solve", "encoder-layer")
    assert (result.exit_code, result.stdout) == (0, SOLUTION)


def test_a_worked_solution_of_one_part(run):
    assert run("solve", "--part", "feed-forward", "parts").stdout.splitlines()[3:] == [
        "    up          64 · 120 + 120   7,800",
        "    down        120 · 64 + 64    7,744",
        "  feed_forward  7,800 + 7,744   15,544",
    ]


def test_a_worked_solution_with_parts_is_told_once_and_then_the_answers(run):
    lines = run("solve", "parts").stdout.splitlines()
    assert len([line for line in lines if "queries " in line]) == 1
    assert lines[-3:] == ["  attention     16,640", "  feed-forward  15,544", "  total         32,440"]


def test_a_worked_solution_with_arrays(run):
    lines = run("solve", "attention").stdout.splitlines()
    assert ["scaled_scores", "Q", "Kᵀ", "/", "√2", "[0.707107,", "-0.707107]"] in [each.split() for each in lines]
    assert lines[-1].split() == ["total", "output", "[0.608859,", "0.19557]"]


def test_a_worked_solution_for_screen_readers(run):
    lines = run("solve", "--plain", "encoder-layer").stdout.splitlines()
    assert lines[0] == "Problem: encoder-layer · Parameters of one encoder layer"
    assert lines[1] == "queries: 64 · 4 · 16 = 4,096"


def test_a_worked_solution_for_scripts(run):
    printed = json.loads(run("solve", "--format", "json", "--part", "feed-forward", "parts").stdout)
    assert printed["schema"] == "checker.solution/1"
    (part,) = printed["parts"]
    assert (part["part"], part["asks"], part["answer"]) == ("feed-forward", "feed_forward", 15544)
    assert part["steps"][0] == {"step": "feed_forward.up", "formula": "64 · 120 + 120", "value": 7800}


def test_the_question_as_a_student_reads_it(run):
    assert run("show", "encoder-layer").stdout == (
        "\n"
        "  encoder-layer · Parameters of one encoder layer\n"
        "\n"
        "  How many weights does one encoder layer hold, with d_model = 64? Do not count\n"
        "  the biases, the output projection W_O or the LayerNorms.\n"
        "\n"
        "  a number, 1 point\n"
    )


def test_the_parts_with_their_points(run):
    assert run("show", "parts").stdout.splitlines()[-3:] == [
        "  attention     a number, 2 points",
        "  feed-forward  a number, 1 point",
        "  total         a number, 1 point",
    ]


def test_lists_and_tables_of_a_prompt_stay_as_they_are(run, folder):
    problem = (folder / "problems/week-1/attention.yaml").read_text()
    prompt = "prompt: |\n  One\n  two.\n\n  - a\n  - b\n  three"
    (folder / "problems/week-1/attention.yaml").write_text(problem.replace("prompt: What does the query get?", prompt))
    assert run("show", "attention").stdout.splitlines()[3:8] == ["  One two.", "", "  - a", "  - b", "  three"]


@pytest.mark.parametrize(("path", "said"), [(".", "."), ("", '""'), ("empty", "empty")])
def test_nothing_to_lint(run, folder, monkeypatch, path, said):
    (folder / "bare/empty").mkdir(parents=True)
    monkeypatch.chdir(folder / "bare")
    result = run("lint", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"there are no problem files in {said}\n")
    record = json.loads(run("lint", "--format", "json", path).stdout)
    assert (record["code"], record["message"]) == ("usage", f"there are no problem files in {said}")


def test_no_finding_can_steer_a_terminal(run, folder):
    (folder / "problems/\x1b[31mfoo\u202e.yaml").write_text("id: a\nti\u2066tle: x\n")
    result = run("lint", "problems")
    assert result.exit_code == 1
    assert r"\x1b[31mfoo\u202e.yaml" in result.stdout
    assert not set(result.stdout) & set("\x1b\u202e\u2066")


def test_a_sheet_asks_what_the_problems_ask_and_shows_no_right_answer(run, folder):
    (folder / "problems/week-1/broken.yaml").unlink()
    shown = run("show", "--sheet", "week-1").stdout
    assert shown.startswith('---\nstudent:\nassignment: "week-1"\n---\n')
    assert shown.count("Answer (") == 5
    assert "\n- attention: a number; 2 points\n" in shown
    assert not [each for each in ("27648", "27,648", "16,640", "32,440") if each in shown]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give a problem, or an assignment with --sheet"),
        (["--sheet", "week-1", "parts"], "give a problem, or an assignment with --sheet"),
        (["--sheet", "week-2"], "week-2 is not an assignment in problems; did you mean week-1?"),
        (["--sheet", "week-1"], "problems/week-1/broken.yaml:3:27 schema "),
    ],
)
def test_what_cannot_be_shown(run, words, message):
    shown = run("show", *words)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith(message)
