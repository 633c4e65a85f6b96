"""Ids of review groups are made of a reason's code, so its sentence may be reworded."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

from checker.grading.grader.mark import group_id
from checker.grading.reviews.read import review_files
from tests.grading import runs

ROOT = Path(__file__).parents[2]


def test_the_decisions_of_this_repository_still_apply(tmp_path):
    for folder in ("submissions", "problems"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    results = runs.run(tmp_path, review_files=review_files(ROOT / "reviews")).results
    decisions = yaml.safe_load((ROOT / "reviews" / "instructor.yaml").read_text())
    assert len(decisions) == 11
    assert results.unapplied == []
    waiting = {student for each in results.open_decisions for student in each.students}
    assert waiting <= {"luca", "mara", "noor", "priya", "sana"}, "only the write-ups wait"
    essays = {"priya": {"self-attention", "bert-and-transformer", "long-range"}}
    essays["luca"] = {"several-heads", "position-advantage", "bert-input"}
    essays["sana"] = {"causal-mask", "position-purpose", "task-heads", "pretraining-curves", "masked-objective"}
    assert results.conflicts == {}
    assert {student for _, student in results.copies} == {"noor", "luca", "sana"}, "their PDFs read otherwise"
    for student, problems in essays.items():
        assert problems <= {each.column.id for each in results.open_decisions if student in each.students}


def test_an_id_does_not_depend_on_the_sentence():
    assert group_id("why", None, "The  scores\ngrow. ", "essay") == "c293a2223b"
