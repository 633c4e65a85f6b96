"""Ids of review groups: made of a reason's code, and those of earlier versions are still read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from checker.grading import review_files
from checker.grading.grader.groups import Reason, group_id, old_group_id
from tests.grading import runs
from tests.grading.reviewed import BLOCK, LAYER, WHY

ROOT = Path(__file__).parents[2]
# answers, and the group that an earlier version's review.yaml gave each: problem, part, id
OLD = [
    ({"why": "The scores grow."}, "why", None, "2aa814e701"),
    ({"encoder-layer": "64 or 128"}, "encoder-layer", None, "b703ccd000"),
    ({"encoder-layer": "not 64"}, "encoder-layer", None, "23f212c6e7"),
    ({"encoder-layer": "60-70"}, "encoder-layer", None, "f0080978ec"),
    ({"encoder-layer": "27648 = 31744"}, "encoder-layer", None, "900c59c248"),
    ({"encoder-layer": "27.648"}, "encoder-layer", None, "df17f126e1"),
    ({"encoder-layer": "27648 bananas"}, "encoder-layer", None, "1e06b62870"),
    ({"encoder-layer": "many"}, "encoder-layer", None, "5a047f1f2d"),
    ({"encoder-layer": "(27648"}, "encoder-layer", None, "99020cea4e"),
    ({"encoder-layer": "1/0"}, "encoder-layer", None, "a3749db9db"),
    ({"encoder-layer": "9 kg"}, "encoder-layer", None, "0ca33d719c"),
    ({"encoder-layer": "1e999"}, "encoder-layer", None, "c2e0bafc68"),
    ({"encoder-layer": "[1, 2]"}, "encoder-layer", None, "2469643b40"),
    ({"encoder-layer": {"total": "5"}}, "encoder-layer", None, "a462149b86"),
    ({"encodr-layer": "7"}, "encoder-layer", None, "5e78bd1ba9"),
    ({"block": "160800"}, "block", "queries", "7ee36b36e5"),
    ({"block": "160800"}, "block", "total", "627ed31382"),
    ({"block": {"totl": "8"}}, "block", "total", "563bf673f3"),
    ({"block": {"queries": "1 or 2"}}, "block", "queries", "bf52183cb4"),
]


@pytest.mark.parametrize("case", OLD, ids=lambda case: case[-1])
def test_an_id_of_an_earlier_version_still_decides(tmp_path, case):
    answers, problem, part, old = case
    decision = {"group": old, "problem": problem, "points": 0.5} | ({"part": part} if part else {})
    files = {f"problems/a/{name}.yaml": text for name, text in {"layer": LAYER, "block": BLOCK, "why": WHY}.items()}
    files |= {"submissions/a/s1.json": json.dumps({"answers": answers}), "reviews/ada.yaml": json.dumps([decision])}
    results = runs.run(runs.write(tmp_path, files)).results
    (row,) = results.rows.values()
    (cell,) = [
        cell for cell in row.cells if results.course.columns[cell.column].name.startswith(problem) and cell.points
    ]
    assert (cell.points, cell.group) == (0.5, "")
    assert results.unapplied == []


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
    for student, problems in essays.items():
        assert problems <= {each.column.id for each in results.open_decisions if student in each.students}


@pytest.mark.parametrize(
    ("code", "sentence", "answer", "old"),
    [
        ("essay", "A person decides on this text.", "The scores grow.", "2aa814e701"),
        ("unreadable", "“64 or 128” has two numbers; write one.", "64 or 128", "b703ccd000"),
        ("unreadable", 'I do not know the word "bananas" in "27648 bananas".', "27648 bananas", "1e06b62870"),
        ("unreadable", '"27.648" may be 27648 or 27.648.', "27.648", "df17f126e1"),
        ("unreadable", 'The answer "9 kg" has the unit kg, but the question has none.', "9 kg", "0ca33d719c"),
        ("unreadable", "Do not divide by zero.", "1/0", "a3749db9db"),
    ],
)
def test_an_old_id_is_known_whatever_the_reason_says_today(code, sentence, answer, old):
    problem = "why" if code == "essay" else "encoder-layer"
    wanted = frozenset({old, "0123456789"})
    assert old_group_id(problem, None, answer, Reason(code, sentence), wanted) == old


def test_an_id_does_not_depend_on_the_sentence():
    assert group_id("why", None, "The  scores\ngrow. ", "essay") == "c293a2223b"
