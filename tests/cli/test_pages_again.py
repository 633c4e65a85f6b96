"""A run says when the pages of feedback are older than the grades."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from tests.grading import runs
from tests.grading.problems import LAYER

NAMED = LAYER + 'mistakes: [{answer: "31,745", says: You counted one more.}]\n'


@pytest.fixture
def graded(tmp_path, monkeypatch):
    """A class with pages of feedback."""
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": "answers: {encoder-layer: 31745}"})
    monkeypatch.chdir(tmp_path)
    run("grade", "submissions")
    return tmp_path


def run(*words):
    result = CliRunner().invoke(cli, list(words))
    assert result.exit_code == 0, result.output
    return result


def test_pages_that_are_old_are_named_with_the_command_that_made_them(graded):
    run("feedback", "--format", "md", "--level", "full")
    before = (graded / "results/feedback/s1.md").read_text()
    assert "older than these grades" not in run("grade", "submissions").stderr
    runs.write(graded, {"problems/layer.yaml": NAMED})
    assert "older than these grades" not in run("grade", "submissions", "--dry-run").stderr
    again = run("grade", "submissions")
    assert "1 wrong answer has another explanation" in again.stdout
    assert again.stderr == (
        "The pages in results/feedback are older than these grades. `checker feedback --level full --format md` writes them again.\n"
    )
    assert (graded / "results/feedback/s1.md").read_text() == before


def test_without_pages_nothing_is_said(graded):
    runs.write(graded, {"problems/layer.yaml": NAMED})
    assert run("grade", "submissions").stderr == ""
    assert not (graded / "results/feedback").exists()
