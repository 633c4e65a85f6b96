"""Pages of feedback follow when the author names a wrong answer."""

from __future__ import annotations

import json

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


def test_pages_are_written_again_as_they_were(graded):
    run("feedback", "--format", "md", "--level", "full")
    runs.write(graded, {"problems/layer.yaml": NAMED})
    again = run("grade", "submissions")
    page = (graded / "results/feedback/s1.md").read_text()
    assert "You counted one more." in page
    assert "Expected: 27,648" in page
    assert "1 wrong answer has another explanation" in again.stdout
    assert "The pages in results/feedback are written again" in again.stderr


def test_pages_that_nobody_made_are_not_written(graded):
    runs.write(graded, {"problems/layer.yaml": NAMED})
    run("grade", "submissions")
    assert not (graded / "results/feedback").exists()


def test_a_script_reads_only_the_summary(graded):
    run("feedback")
    runs.write(graded, {"problems/layer.yaml": NAMED})
    summary = json.loads(run("grade", "submissions", "--format", "json").stdout)
    assert [each["why"] for each in summary["changes"]] == ["explanation"]


def test_a_dry_run_writes_no_pages(graded):
    run("feedback")
    before = (graded / "results/feedback/s1.html").read_text()
    runs.write(graded, {"problems/layer.yaml": NAMED})
    run("grade", "submissions", "--dry-run")
    assert (graded / "results/feedback/s1.html").read_text() == before
