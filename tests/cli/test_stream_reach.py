"""`checker check --jsonl`: which files a line can reach, and how much it may be told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SECRET = "id: 5\nkey: 3.1415 is the secret\n"


def replies(run, *lines, feedback="explain"):
    text = "".join(json.dumps({"answer": "5", **line}) + "\n" for line in lines)
    result = run("check", "--jsonl", "--feedback", feedback, stdin=text)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def found(problem_id):
    """The problem file with this id below `problems`."""
    return next(path for path in Path("problems").rglob("*.yaml") if f"id: {problem_id}\n" in path.read_text())


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
    code, (reply,) = replies(run, {"problem": name})
    assert (code, reply["schema"], reply["code"]) == (2, "checker.error/1", "usage")
    assert "secret" not in reply["message"].replace(name, "")
    assert "3.1415" not in reply["message"]


def test_the_reply_does_not_tell_whether_a_file_outside_exists(run, outside):
    there, nowhere = f"{outside}/keys.yaml", f"{outside}/none.yaml"
    _, (one, other) = replies(run, {"problem": there}, {"problem": nowhere})
    assert one["message"].replace("keys", "none") == other["message"]
    assert other["message"].endswith("is not a problem in problems; give an id, or a path below this folder")


@pytest.mark.parametrize("form", ["{name}", "{path}", "{absolute}", "./{path}", "problems/../{path}"])
def test_a_path_below_the_problems_is_fine(run, form):
    path = found("encoder-layer")
    name = form.format(name=path.relative_to("problems"), path=path, absolute=path.resolve())
    code, (reply,) = replies(run, {"problem": name, "answer": "27648"})
    assert (code, reply["status"], reply["problem"]) == (0, "correct", "encoder-layer")


def test_a_single_check_still_takes_any_file(run, tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "mine.yaml"
    path.write_text("id: mine\ntype: numeric\nparameters: {value: 5}\n")
    assert run("check", str(path), "5").exit_code == 0


@pytest.mark.parametrize(
    ("command", "line", "level"),
    [
        ("verdict", "full", "verdict"),
        ("hint", "full", "hint"),
        ("explain", "full", "explain"),
        ("explain", "hint", "hint"),
        ("full", "explain", "explain"),
        ("full", "full", "full"),
        ("full", None, "full"),
    ],
)
def test_a_line_may_ask_for_less_feedback_and_never_gets_more(run, command, line, level):
    _, (reply,) = replies(run, {"problem": "encoder-layer", "feedback": line}, feedback=command)
    assert (reply["feedback"], reply["expected"]) == (level, 27648 if level == "full" else None)


def test_levels_of_one_stream_do_not_mix(run):
    levels = ["full", "verdict", "full", "hint"]
    _, found = replies(run, *({"problem": "encoder-layer", "feedback": each} for each in levels), feedback="full")
    assert [each["feedback"] for each in found] == levels


@pytest.mark.parametrize("level", ["all", "", 5, ["full"], True])
def test_a_level_that_does_not_exist_is_an_error_on_its_line(run, level):
    code, (reply,) = replies(run, {"problem": "encoder-layer", "feedback": level})
    assert (code, reply["code"]) == (2, "usage")
    assert reply["message"] == "`feedback` must be one of verdict, hint, explain, full"


def test_the_status_of_too_few_digits_in_a_stream(run):
    code, found = replies(run, *({"problem": "encoder-layer", "answer": each} for each in ("27.6K", "99.9K")))
    assert (code, [each["status"] for each in found]) == (1, ["too_coarse", "too_coarse"])
