"""An instructor's folder: five hundred good files and forty bad ones, of every kind that people hand in."""

from __future__ import annotations

import csv
import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from checker.cli.app import cli
from tests.grading.problems import LAYER

GOOD = 500


def zipped() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("s1.yaml", "answers: {}")
    return data.getvalue()


BAD: dict[str, bytes] = {
    "01-empty.yaml": b"",
    "02-cut.yaml": b"answers: {encoder-layer: 27648",
    "03-bomb.yaml": b"a: &a [x, x]\nb: &b [*a, *a]\nanswers: {encoder-layer: *b}",
    "04-tag.yaml": b"answers: {encoder-layer: !!python/object/apply:os.system [ls]}",
    "05-two-documents.yaml": b"answers: {}\n---\nanswers: {}",
    "06-twice.yaml": b"answers: {encoder-layer: 1, encoder-layer: 2}",
    "07-deep.yaml": b"answers: " + b"[" * 5_000,
    "08-tab.yaml": b"answers:\n\tencoder-layer: 27648",
    "09-no-answers.yaml": b"encoder-layer: 27648",
    "10-answers-a-list.yaml": b"answers: [27648]",
    "11-misspelt-key.yaml": b"anwsers: {encoder-layer: 27648}",
    "12-no-such-problem.yaml": b"answers: {essay-on-everything: 27648}",
    "13-latin-1.yaml": "answers: {encoder-layer: 27648} # für".encode("latin-1"),
    "14-utf-16-cut.yaml": b"\xff\xfea\x00n\x00s",
    "15-nul.yaml": b"answers: {encoder-layer: \x00}",
    "16-control.yaml": b"answers: {encoder-layer: \x07}",
    "17-text.yaml": b"I did not understand the question.",
    "18-number.yaml": b"27648",
    "19-student-a-list.yaml": b"student: [1, 2]\nanswers: {encoder-layer: 27648}",
    "20-student-without-id.yaml": b"student: {name: Ana}\nanswers: {encoder-layer: 27648}",
    "21-cut.json": b'{"answers": {"encoder-layer": "27648"',
    "22-comma.json": b'{"answers": {"encoder-layer": 27648,}} extra',
    "23-list-of-texts.json": b'["27648"]',
    "24-nan.json": b'{"answers": {"encoder-layer": "1", "encoder-layer": "2"}}',
    "25-no-header.csv": b"s1,27648\n",
    "26-quotes.csv": b'student,encoder-layer\ns9001,"27648\n',
    "27-short-row.csv": b"student,encoder-layer,more\ns9002,27648\n",
    "28-no-rows.csv": b"student,encoder-layer\n",
    "29-empty.csv": b"",
    "30-two-columns.csv": b"student,encoder-layer,encoder-layer\ns9003,1,2\n",
    "31-nobody.csv": b"student,encoder-layer\n,27648\n",
    "32-archive.zip": zipped(),
    "33-word.docx": zipped(),
    "34-scan.pdf": b"%PDF-1.4\n",
    "35-picture.png": b"\x89PNG\r\n\x1a\n",
    "36-program.exe": b"MZ\x90\x00",
    "37-no-suffix": b"27648",
    "38-binary.md": b"Question 1: 5\x00",
    "39-cut.ipynb": b'{"cells": [',
    "40-too-large.yaml": b"#" * 10_000_001,
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    top = tmp_path_factory.mktemp("class")
    folder = top / "submissions"
    folder.mkdir()
    (top / "problems").mkdir()
    (top / "problems" / "layer.yaml").write_text(LAYER)
    for number in range(GOOD):
        answer = 27648 if number % 2 else 31744
        (folder / f"s{number:03}.yaml").write_text(f"answers: {{encoder-layer: {answer}}}")
    for name, content in BAD.items():
        (folder / name).write_bytes(content)
    before = Path.cwd()
    os.chdir(top)
    try:
        code = cli.main(["grade", "submissions", "--format", "json"], standalone_mode=False)
    finally:
        os.chdir(before)
    return top, code


def test_the_good_ones_have_their_grades_and_the_run_says_that_some_need_a_person(graded):
    top, code = graded
    assert code == 3
    with (top / "results" / "grades.csv").open(newline="") as file:
        points = {row["student"]: row["points"] for row in csv.DictReader(file)}
    assert {f"s{n:03}": points[f"s{n:03}"] for n in range(GOOD)} == {f"s{n:03}": str(n % 2) for n in range(GOOD)}


def test_each_bad_file_has_a_line_that_says_what_is_wrong(graded):
    top, _ = graded
    needs = (top / "results" / "needs-review.md").read_text()
    missing = [name for name in BAD if name.replace("_", "\\_") not in needs and Path(name).stem not in needs]
    assert missing == []
    summary = json.loads((top / "results" / "summary.json").read_text())
    assert summary["faults"] == []


def test_no_bad_file_has_points_or_counts_as_wrong(graded):
    top, _ = graded
    records = [json.loads(line) for line in (top / "results" / "results.jsonl").read_text().splitlines()]
    for record in records:
        if not record["student"].startswith("s") or len(record["student"]) > 4:
            assert record["status"] not in {"incorrect", "partial", "correct"}, record
            assert record["points"] in {None, 0.0}


def test_a_zero_is_only_for_those_of_whom_everything_was_read(graded):
    """Files in which nothing could be read may hold the answer: nobody has a zero because of them."""
    top, _ = graded
    records = [json.loads(line) for line in (top / "results" / "results.jsonl").read_text().splitlines()]
    blank = sorted(each["student"] for each in records if each["status"] == "not_answered")
    assert blank == []
