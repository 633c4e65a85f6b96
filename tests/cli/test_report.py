"""`checker report`: one file, and nothing else."""

from __future__ import annotations

from functools import partial

import pytest

from checker.cli import pages
from tests.cases.command import command
from tests.grading import runs
from tests.grading.problems import LAYER


@pytest.fixture
def top(tmp_path, monkeypatch):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": "answers: {encoder-layer: 31744}"})
    monkeypatch.chdir(tmp_path)
    runs.run(tmp_path)
    return tmp_path


def report(*words):
    result = command("report", *words)
    return result.exit_code, result.stdout, result.stderr.partition("\n")[0]


def test_it_writes_one_file_and_needs_no_problems(top):
    (top / "problems/layer.yaml").unlink()
    before = {each.name for each in (top / "results").iterdir()}
    assert report() == (0, "results/report.html\n", "")
    assert {each.name for each in (top / "results").iterdir()} == before | {"report.html"}
    first = (top / "results/report.html").read_bytes()
    assert report("results")[0] == 0
    assert (top / "results/report.html").read_bytes() == first


def test_a_report_of_somebody_else_is_not_overwritten(top):
    (top / "results/report.html").write_text("mine")
    assert report() == (2, "", "results/report.html was not written by checker; move it away")
    assert (top / "results/report.html").read_text() == "mine"


def test_what_it_is_asked_for_in_vain(top):
    assert report("nowhere") == (2, "", "there are no grades in nowhere: `checker grade` writes them there")


def test_nothing_changes_the_results_between_reading_and_writing(top, monkeypatch):
    def read(make, results, **options):
        assert (top / "results/.checker.lock").exists()
        return make(results, **options)

    monkeypatch.setattr(pages, "report_page", partial(read, pages.report_page))
    assert report()[0] == 0
