"""Essays on the review desk: what matches the rubric is a sentence of the answer, on no page of a document."""

from __future__ import annotations

from pathlib import Path

from checker.cli.review import _desk
from tests.grading import runs

WHY = """id: why
type: essay
prompt: Why divide by the root of d_k?
parameters: {rubric: [{point: the scores grow, points: 2, ideas: [scores grow], wrong: [number of heads]}]}
"""


def test_essays_that_match_their_rubric_are_decided_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    typed = "answers: {why: The scores grow with d_k. They grow with the number of heads.}"
    handed_in = "Answer (why): The scores grow with d_k.\n"
    files = {"problems/a/why.yaml": WHY, "submissions/a/s1.yaml": typed, "submissions/a/s2.md": handed_in}
    runs.run(runs.write(tmp_path, files))
    desk, _ = _desk(Path("results"), None, Path("reviews"), "ada")
    assert [(each.pages, [who.id for who in each.students]) for each in desk.cases] == [((), ["s1"]), ((), ["s2"])]
