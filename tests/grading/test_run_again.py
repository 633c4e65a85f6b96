"""A second run grades only what is new, and its files are those of a run from scratch."""

from __future__ import annotations

import json
import os

import pytest

from checker.grading.run import Intake
from tests.grading import documents, runs
from tests.grading.weeks import CLASS, PROBLEMS, VIEWS, brief, count_marking, from_scratch, grades, stored, views


@pytest.fixture
def top(tmp_path):
    return runs.write(tmp_path, PROBLEMS | CLASS)


def test_where_nothing_has_changed_nothing_is_done_and_the_same_is_shown(top, monkeypatch):
    first = runs.run(top)
    before = {path: path.stat().st_mtime_ns for path in (top / "results").iterdir() if path.name != "checker.db"}
    marked = count_marking(monkeypatch)
    again = runs.run(top)
    assert (first.graded, again.graded, again.results, again.changes) == (4, 0, None, [])
    assert again.summary == first.summary
    assert marked == []
    assert {path: path.stat().st_mtime_ns for path in before} == before
    with stored(top) as store:
        assert store.history.last_run().id == 1


def test_a_changed_file_is_graded_alone(top, monkeypatch):
    runs.run(top)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    marked = count_marking(monkeypatch)
    again = runs.run(top)
    assert again.graded == 1
    assert marked == [], "another student gave the same answer"
    assert brief(again.changes) == [("s2", "encoder-layer", ("incorrect", 0.0), ("correct", 1.0), "submission")]
    assert views(top) == from_scratch(top)


def test_a_file_that_was_only_touched_is_not_graded(top):
    runs.run(top)
    os.utime(top / "submissions/a/s2.yaml", (1, 1))
    assert runs.run(top).graded == 0


def test_a_file_with_an_earlier_content_again_is_known(top):
    runs.run(top)
    before = views(top)
    runs.write(top, {"submissions/a/s2.yaml": "answers: {encoder-layer: 27648}"})
    runs.run(top)
    runs.write(top, {"submissions/a/s2.yaml": CLASS["submissions/a/s2.yaml"]})
    again = runs.run(top)
    assert again.graded == 0
    assert [each.to_points for each in again.changes] == [0.0]
    assert views(top) == before


def test_a_new_student(top):
    runs.run(top)
    runs.write(top, {"submissions/a/s9.yaml": "answers: {encoder-layer: 27648}"})
    again = runs.run(top)
    assert again.graded == 1
    assert brief(again.changes) == [("s9", "", (None, None), (None, 1.0), "submission")]
    assert views(top) == from_scratch(top)


def test_a_deleted_submission_leaves_the_views_and_stays_in_the_history(top):
    runs.run(top)
    (top / "submissions/a/s3.yaml").unlink()
    again = runs.run(top)
    assert brief(again.changes) == [("s3", "", (None, 0.0), (None, None), "submission")]
    assert [line.partition(",")[0] for line in grades(top)] == ["s1", "s2"]
    assert views(top) == from_scratch(top)
    with stored(top) as store:
        assert [each.student for each in store.history.changes()] == ["s3"]
        paths = [path for (path,) in store._connection.execute("SELECT path FROM source")]  # noqa: SLF001
    assert "../submissions/a/s3.yaml" in paths
    runs.write(top, {"submissions/a/s3.yaml": CLASS["submissions/a/s3.yaml"]})
    assert runs.run(top).graded == 0, "it is known when it comes back"


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("deed", ["delete", "edit", "append"])
def test_a_view_that_somebody_deleted_or_edited_is_written_again(top, name, deed):
    runs.run(top)
    before, path = views(top), top / "results" / name
    if deed == "delete":
        path.unlink()
    else:
        path.write_bytes((b"" if deed == "edit" else path.read_bytes()) + b"# mine")
    again = runs.run(top)
    assert (again.graded, again.changes) == (0, [])
    assert views(top) == before


def test_an_annotated_document_that_somebody_deleted_is_written_again(top, monkeypatch):
    documents.install(monkeypatch)
    runs.write(top, {"submissions/a/s5.md": "encoder-layer: 27648"})
    runs.run(top)
    before = views(top)
    assert "s5.md" in before
    (top / "results/annotated/s5.md").unlink()
    assert runs.run(top).graded == 0
    assert views(top) == before


def test_both_folders_may_be_moved_together(top):
    runs.run(top)
    before = views(top)
    (top / "moved").mkdir()
    for name in ("problems", "submissions", "results"):
        (top / name).rename(top / "moved" / name)
    again = runs.run(top / "moved")
    assert (again.graded, again.changes) == (0, [])
    assert views(top / "moved") == before


def test_a_fault_of_ours_is_tried_again(top, monkeypatch):
    from checker.kinds import Judge

    with monkeypatch.context() as patch:
        patch.setattr(Judge, "verdict", lambda *_: 1 / 0)
        first = runs.run(top)
    assert first.summary["faults"]
    again = runs.run(top)
    assert again.graded == 0, "the answers are marked again, but not read"
    assert again.summary["faults"] == []
    assert views(top) == from_scratch(top)


def test_the_summary_is_kept_to_the_letter(top):
    shown = runs.run(top).summary
    written = json.loads((top / "results/summary.json").read_text())
    assert runs.run(top).summary == shown
    assert {key: written[key] for key in ("needs_person", "suspicious_keys", "faults")} == {
        key: shown[key] for key in ("needs_person", "suspicious_keys", "faults")
    }


def test_an_interrupted_run_loses_nothing_and_the_next_goes_on(top, monkeypatch):
    monkeypatch.setattr("checker.grading.executors.jobs.CHUNK", 1)
    save, seen = Intake.save, []

    def interrupted(self, chunk):
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(chunk)
        save(self, chunk)

    with monkeypatch.context() as patch:
        patch.setattr(Intake, "save", interrupted)
        with pytest.raises(KeyboardInterrupt):
            runs.run(top)
    assert sorted(path.name for path in (top / "results").iterdir()) == ["checker.db"]
    assert runs.run(top).graded == 2
    assert views(top) == from_scratch(top)
