"""A graded folder with decisions of reviewers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from jsonschema import Draft202012Validator

from checker.cli.course import result_schema
from checker.grading.records import group_id
from tests.grading import runs

WHY = """id: why
type: essay
prompt: Why?
parameters:
  rubric:
    - {point: scores grow, points: 2, ideas: [scores grow], wrong: [d_model]}
    - {point: softmax, points: 1, ideas: [softmax saturates]}
"""
LAYER = """id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
BLOCK = """id: block
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
parts: [{id: queries, asks: queries}, {id: total, points: 2}]
"""
PROBLEMS = {"why": WHY, "layer": LAYER, "block": BLOCK}
REASON = "A person will read and grade this text."
CODE = "essay"
TEXT = "The scores grow."
GROUP = group_id("why", None, TEXT, CODE)
SCHEMA = Draft202012Validator(result_schema())
"""Built once: to build it for each record takes a hundred times as long as to validate one."""
ESSAYS = {"s1": {"why": TEXT}, "s2": {"why": "The  scores\ngrow. "}, "s3": {"why": "Another text."}}


class Graded:
    """A run and what it left."""

    def __init__(self, top: Path, jobs: int = 1) -> None:
        self.out = top / "results"
        shutil.rmtree(self.out, ignore_errors=True)
        finished = runs.run(top, jobs=jobs)
        self.reviews, self.results, self.summary = finished.book.rules.reviews, finished.book, finished.summary

    def read(self, name: str) -> str:
        return (self.out / name).read_text()

    @property
    def records(self) -> dict[tuple[str, str], dict]:
        found = [json.loads(line) for line in self.read("results.jsonl").splitlines()]
        for record in found:
            SCHEMA.validate(record)
        return {(each["student"], f"{each['problem']}.{each['part']}".removesuffix(".None")): each for each in found}

    def of(self, student: str, problem: str = "why") -> tuple[str, float | None]:
        record = self.records[student, problem]
        return record["status"], record["points"]

    @property
    def told(self) -> list[tuple[str, str | None, str]]:
        return [(Path(issue.place).name, issue.student, issue.message) for issue in self.results.unapplied]

    @property
    def open(self) -> list[tuple[str, str, list[str]]]:
        return [
            (each.id, f"{each.record['problem']}.{each.record['part']}".removesuffix(".None"), each.students)
            for each in self.results.groups()
            if each.id
        ]

    @property
    def to_review(self) -> int:
        return self.summary["needs_person"]["count"]

    def question(self, name: str) -> dict:
        """Return the numbers of a question, as the summary has them."""
        (sheet,) = self.summary["assignments"]
        (found,) = [
            each for each in sheet["questions"] if f"{each['problem']}.{each['part']}".removesuffix(".None") == name
        ]
        return found
