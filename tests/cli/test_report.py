"""`checker report`: one file, and nothing else."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from tests.grading import runs
from tests.grading.problems import LAYER


@pytest.fixture
def top(tmp_path, monkeypatch):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": "answers: {encoder-layer: 31744}"})
    monkeypatch.chdir(tmp_path)
    runs.run(tmp_path)
    return tmp_path


def report(*words):
    result = CliRunner().invoke(cli, ["report", *words], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_it_writes_one_file(top):
    before = {each.name for each in (top / "results").iterdir()}
    assert report() == (0, "results/report.html\n", "")
    assert {each.name for each in (top / "results").iterdir()} == before | {"report.html"}
    first = (top / "results/report.html").read_bytes()
    assert report("results")[0] == 0
    assert (top / "results/report.html").read_bytes() == first


def test_a_report_of_somebody_else_is_not_overwritten(top):
    (top / "results/report.html").write_text("mine")
    code, _, err = report()
    assert code == 2
    assert err.startswith("results/report.html was not written by checker; move it away\n")
    assert (top / "results/report.html").read_text() == "mine"


def test_it_needs_no_problems(top):
    (top / "problems/layer.yaml").unlink()
    assert report()[0] == 0


def test_names_and_anonymous_exclude_each_other(top):
    code, _, err = report("--names", "--anonymous")
    assert code == 2
    assert err.startswith("give --names or --anonymous, not both\n")


def test_a_folder_without_grades(top):
    code, _, err = report("nowhere")
    assert (code, err.splitlines()[0]) == (2, "there are no grades in nowhere: `checker grade` writes them there")


def test_a_library_that_is_missing_is_named(top, monkeypatch):
    monkeypatch.setattr("checker.cli.results_folder.find_spec", lambda _: None)
    code, _, err = report()
    assert code == 2
    assert err.startswith("`checker report` needs the extra `reports`; run: pip install 'answer-checker[reports]'\n")
