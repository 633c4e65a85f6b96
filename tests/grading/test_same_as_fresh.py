"""Whatever changed since: a run gives the same files as one into a new folder."""

from __future__ import annotations

import pytest

from checker.cli.app import cli
from checker.grading import computed_grades
from checker.grading.executors import jobs
from checker.grading.grader.mark import Reason, unmarked
from checker.grading.output.output_folder import Unwritable
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.weeks import CLASS, PROBLEMS, from_scratch, views


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | CLASS)


def test_a_problem_that_is_restored_after_a_run_that_could_not_end(top, monkeypatch):
    runs.run(top)
    before = views(top)
    runs.write(top, {"problems/a/layer.yaml": LAYER.replace("d_ff: 120", "d_ff: 121")})
    with monkeypatch.context() as patch:
        patch.setattr(computed_grades.ResultFiles, "publish", lambda *_: (_ for _ in ()).throw(Unwritable("no room")))
        with pytest.raises(Unwritable):
            runs.run(top)
    runs.write(top, {"problems/a/layer.yaml": LAYER})
    (top / "results/grades.csv").unlink()
    again = runs.run(top)
    assert again.changes == []
    assert views(top) == before


def test_an_answer_that_ended_its_worker_is_marked_again_by_the_next_run(top, monkeypatch):
    runs.run(top)
    runs.write(top, {"problems/a/layer.yaml": LAYER + "points: 2\n"})
    reason = Reason("worker_ended", "It ended.")
    plain = jobs.SubmissionGrader._mark  # noqa: SLF001 - the only way to fail there

    def ended(self, response):
        pairs = zip(self.course.of_problem(response.problem).columns, response.texts, strict=True)
        return response._replace(marks=tuple(unmarked(column, text, reason) for column, text in pairs))

    with monkeypatch.context() as patch:
        patch.setattr(jobs.SubmissionGrader, "_mark", ended)
        runs.run(top)
    assert any(each["status"] == "error" for each in runs.records(top))
    assert jobs.SubmissionGrader._mark is plain  # noqa: SLF001
    runs.run(top)
    assert views(top) == from_scratch(top)
    assert not any(each["status"] == "error" for each in runs.records(top))


def test_a_folder_of_problems_need_not_be_text(top):
    folder = top / "problems" / "w\udcff"
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system takes text only")
    (folder / "x.yaml").write_text("id: x\ntype: numeric\nparameters: {value: 4}\n")
    runs.write(top, {"submissions/x1.yaml": "answers: {x: 4}"})
    runs.run(top)
    assert runs.run(top).graded == 0


@pytest.mark.parametrize("name", ["checker.db", "grades.csv", "review.yaml"])
def test_no_export_replaces_a_file_of_the_results(top, name, capsys):
    runs.run(top)
    before = (top / "results" / name).read_bytes()
    command = ["export", "--to", "csv", "results", "--assignment", "a", "--out", f"results/{name}"]
    assert cli.main(command, standalone_mode=False) == 2
    assert "is a file of `checker grade`; choose another name with --out" in capsys.readouterr().err
    assert (top / "results" / name).read_bytes() == before


def test_messages_are_not_those_of_other_problems(top, capsys):
    runs.run(top)
    runs.write(top, {"problems/a/layer.yaml": LAYER.replace("d_ff: 120", "d_ff: 121")})
    assert cli.main(["export", "--to", "gradescope", "results", "--assignment", "a"], standalone_mode=False) == 2
    assert "encoder-layer: not the same as when they were graded" in capsys.readouterr().err
