"""Hand-ins of documents that are read without a run, against the problems of a few classes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from checker.grading import pipeline
from checker.grading.course import Course
from checker.grading.model import Contents, File, HandIn
from checker.lms.students import Student
from checker.problems import load_problems
from tests.grading.problems import BLOCK, BROKEN, LAYER

WHY = """id: why
type: essay
prompt: Why?
parameters: {rubric: [{point: scores grow, points: 2, ideas: [scores grow]}]}
"""
DRAWN = """id: drawn
type: encoder_layer_parameters
prompt: How many weights does one encoder layer with d_ff = {d_ff} hold?
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: {choose: [120, 136, 152, 168]}}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
CLASSES = {
    "layer": {"a/layer": LAYER},
    "block": {"a/block": BLOCK},
    "follows": {"a/block": BLOCK.replace("parts:", "follow_through: true\nparts:")},
    "why": {"a/why": WHY},
    "both": {"a/layer": LAYER, "a/block": BLOCK},
    "two": {"a/layer": LAYER, "b/block": BLOCK},
    "nested": {"a/x/layer": LAYER, "a/y/block": BLOCK},
    "broken": {"a/layer": LAYER, "a/broken": BROKEN},
    "drawn": {"a/drawn": DRAWN},
    "half": {"a/layer": f"{LAYER}working: {{credit: 0.5}}\n"},
}
"""Problem files by the name of a class."""
SORTS = {".yaml": "structured", ".csv": "table"}
_TOP = TemporaryDirectory()


@cache
def course(name: str) -> Course:
    for path, problem in CLASSES[name].items():
        file = Path(_TOP.name, name, f"{path}.yaml")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(problem)
    return Course(load_problems(Path(_TOP.name, name)))


def read(
    name: str, files: dict[str, str | bytes], who: str | Student = "s1", hint: str | None = "a", **more
) -> Contents:
    """Return what is read from these files of a student; a text that begins with `!` is why a file is not read."""
    found = []
    for path, content in files.items():
        is_read = not (isinstance(content, str) and content.startswith("!"))
        data = content if isinstance(content, bytes) else content.encode()
        sort = SORTS.get(Path(path).suffix, "document")
        found.append(File(path, sort, data) if is_read else File(path, "other", error=content[1:]))
    hand_in = HandIn("a/s1", tuple(found), who if isinstance(who, Student) else Student(who), hint, **more)
    return Contents.from_json(json.loads(pipeline.read_hand_in(pipeline.Grader(course(name)), hand_in).json))


def records(done: Contents) -> dict[str, dict]:
    """Return the records by question."""
    everything = [record for answers in done.answers for record in answers.records]
    return {".".join(filter(None, (record["problem"], record["part"]))): record for record in everything}
