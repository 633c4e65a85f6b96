"""A problem that changed: only the different answers to it are marked anew, and the files are those of a first run."""

from __future__ import annotations

import pytest

from tests.grading import documents, runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.weeks import CLASS, PROBLEMS, brief, count_marking, from_scratch, stored, views


@pytest.fixture
def top(tmp_path, monkeypatch):
    documents.install(monkeypatch)
    more = {f"submissions/a/t{n}.yaml": f"answers: {{encoder-layer: {27648 + n % 2}}}" for n in range(20)}
    return runs.write(tmp_path, PROBLEMS | CLASS | more | {"submissions/a/u.md": "encoder-layer: 27649"})


def change(top, text: str, name: str = "a/layer.yaml") -> None:
    runs.write(top, {f"problems/{name}": text})


@pytest.mark.parametrize("jobs", [1, 2])
def test_only_the_different_answers_to_a_changed_problem_are_marked_anew(top, monkeypatch, jobs):
    runs.run(top)
    change(top, LAYER + "points: 2\n")
    marked = count_marking(monkeypatch)
    again = runs.run(top, jobs=jobs)
    if jobs == 1:
        layers = [text for name, text in marked if name == "encoder-layer"]
        assert sorted(layers) == ["27648", "27649", "27649", "31744"], "the document is read again"
        assert {text for name, text in marked if name != "encoder-layer"} <= {""}
    assert again.graded == 1
    changed = brief(again.changes)
    assert changed[0] == ("s1", "encoder-layer", ("correct", 1.0), ("correct", 2.0), "problem")
    assert [who for who, *_ in changed] == ["s1", *(f"t{n}" for n in range(0, 20, 2))]
    assert views(top) == from_scratch(top)


def test_the_parts_of_a_changed_problem_are_marked_together(top, monkeypatch):
    runs.run(top)
    change(top, BLOCK + "follow_through: true\n", "a/block.yaml")
    marked = count_marking(monkeypatch)
    runs.run(top)
    assert {name for name, text in marked if text} <= {"block.queries", "block.total", "encoder-layer"}
    assert views(top) == from_scratch(top)


def test_a_comment_marks_nothing_anew(top, monkeypatch):
    runs.run(top)
    change(top, f"# a comment\n{LAYER}")
    marked = count_marking(monkeypatch)
    again = runs.run(top)
    assert (again.graded, marked) == (0, [])


def test_the_title_of_an_assignment_is_shown_anew(top):
    runs.run(top)
    change(top, "title: Week one\n", "a/assignment.yaml")
    again = runs.run(top)
    assert again.changes == []
    assert again.summary["assignments"][0]["title"] == "Week one"
    assert views(top) == from_scratch(top)


def test_an_answer_that_had_no_problem_finds_it(top):
    runs.write(top, {"submissions/a/s1.yaml": "answers: {more: 5}"})
    first = runs.run(top)
    assert "There is no problem more" in first.summary["needs_person"]["others"][0]["message"]
    change(top, "id: more\ntype: numeric\nparameters: {value: 5}\n", "a/more.yaml")
    again = runs.run(top)
    assert again.summary["needs_person"]["others"] == []
    assert views(top) == from_scratch(top)


def test_marks_of_earlier_versions_stay_for_the_history(top):
    runs.run(top)
    change(top, LAYER + "points: 2\n")
    runs.run(top)
    with stored(top) as store:
        versions = store._connection.execute(  # noqa: SLF001
            "SELECT count(DISTINCT version) FROM mark WHERE problem = 'encoder-layer'"
        ).fetchone()
    assert versions == (2,)


def test_a_document_next_to_answers_of_another_assignment_is_read_anew_with_that_one(tmp_path, monkeypatch):
    documents.install(monkeypatch)
    files = {
        "problems/a/b/layer.yaml": LAYER,
        "problems/a/c/block.yaml": BLOCK,
        "problems/d/sum.yaml": PROBLEMS["problems/b/sum.yaml"],
        "submissions/a/s9/photo.png": "",
        "submissions/a/s9/answers.yaml": "answers: {sum: 4}",
    }
    top = runs.write(tmp_path, files)
    runs.run(top)
    change(top, "id: sum\ntype: numeric\nparameters: {value: 5}\n", "d/sum.yaml")
    again = runs.run(top)
    assert ("s9", "sum", ("correct", 1.0), ("incorrect", 0.0), "problem") in brief(again.changes)
    assert views(top) == from_scratch(top)
