"""Whatever changed since: a run gives the same files as one into a new folder."""

from __future__ import annotations

import pytest

from checker.cli.app import cli
from checker.grading import computed_grades
from checker.grading.executors import jobs
from checker.grading.grader.mark import Reason, unmarked
from checker.grading.output.output_folder import Unwritable
from checker.grading.results.members import Members
from checker.lms.roster import read_roster
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.weeks import CLASS, PROBLEMS, RIGHT, brief, from_scratch, grades, views

TABLE = {"submissions/a/c.csv": f"student,encoder-layer,Foo\ns7,{RIGHT},160800\n"}


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | CLASS)


def test_headings_that_are_listed_later_are_read(top):
    runs.write(top, TABLE)
    runs.run(top)
    runs.write(top, {"problems/a/assignment.yaml": "columns: {Foo: block.total}"})
    runs.run(top)
    assert views(top) == from_scratch(top)
    assert any(line.startswith(("s7,,3,", "s7,3,")) for line in grades(top))


def test_another_label_is_another_reading_of_documents(top):
    for label in ("3", "5"):
        runs.write(top, {"problems/a/assignment.yaml": f'problems: [{{id: encoder-layer, label: "{label}"}}]'})
        runs.write(top, {"submissions/a/d1.md": f"# 3\n\n{RIGHT}\n\n# 4\n\n7\n"})
        runs.run(top)
        assert views(top) == from_scratch(top)


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


def test_several_parts_of_a_broken_problem_stay_with_it(top):
    runs.write(top, {"problems/a/block.yaml": "id: block\ntype: nothing\nparts: [{id: x}, {id: y}]\n"})
    runs.write(
        top,
        {
            "submissions/a/s8.yaml": "answers: {block: {y: 5}}",
            "submissions/a/s9.yaml": "answers: {block: {x: 4, y: 5}}",
        },
    )
    finished = runs.run(top)
    assert finished.summary["faults"] == []
    assert {group["problem"] for group in finished.summary["needs_person"]["answers"]} == {"block"}


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


def test_the_roster_tells_what_a_file_name_may_mean(top):
    """Blackboard's names without receipts: `ann_b` or `b`."""
    name = "HW1_ann_b_attempt_2026-10-01-10-00-00_h.yaml"
    folder = runs.write(top, {f"download/{name}": f"answers: {{encoder-layer: {RIGHT}}}"})
    only_ann = Members(read_roster(b"id,name\nann_b,Ann\n", "roster.csv"))
    runs.run(folder, "download", members=only_ann, roster=b"1")
    assert grades(top)[0].startswith("ann_b,Ann,1,")
    both = Members(read_roster(b"id,name\nann_b,Ann\nb,Bob\n", "roster.csv"))
    finished = runs.run(folder, "download", members=both, roster=b"2")
    messages = [each["message"] for each in finished.summary["needs_person"]["others"]]
    assert any("may mean" in each and "`ann_b`" in each and "`b`" in each for each in messages)


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


def test_never_lower_gives_no_more_than_an_answer_can_earn_now(top):
    runs.run(top)
    runs.write(top, {"problems/a/layer.yaml": LAYER + "points: 0.5\n"})
    again = runs.run(top, never_lower=True)
    assert again.kept_higher == 0
    assert ("s1", "encoder-layer", ("correct", 1.0), ("correct", 0.5), "problem") in brief(again.changes)
