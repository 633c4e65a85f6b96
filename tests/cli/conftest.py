"""A folder with a few problems, and the real command line in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from checker.cli.app import cli

LAYER = """\
id: encoder-layer
title: Parameters of one encoder layer
type: encoder_layer_parameters
prompt: How many weights does one encoder layer hold, with d_model = {d_model}? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""

PARTS = """\
id: parts
title: An encoder layer, part by part
type: encoder_layer_parameters
prompt: How many parameters have the parts of one encoder layer?
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
parts:
  - {id: attention, asks: attention, points: 2}
  - {id: feed-forward, asks: feed_forward}
  - {id: total}
"""

ATTENTION = """\
id: attention
title: Attention by hand
type: attention_output
prompt: What does the query get?
parameters: {queries: [[0, 1]], keys: [[1, 1], [0, -1]], values: [[1, 0], [-1, 1]], query: 1}
"""

BROKEN = "id: broken\ntype: encoder_layer_parameters\nparameters: {d_model: 64, num_haeds: 4, d_ff: 120}\n"

Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    problems = tmp_path / "problems" / "week-1"
    problems.mkdir(parents=True)
    for name, text in {"encoder-layer": LAYER, "parts": PARTS, "attention": ATTENTION, "broken": BROKEN}.items():
        (problems / f"{name}.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:
    def invoke(*arguments: str, stdin: str | bytes = "") -> Result:
        return CliRunner().invoke(cli, list(arguments), input=stdin, catch_exceptions=False)

    return invoke


@pytest.fixture
def results(run: Run) -> Callable[..., list[dict]]:
    """The records of `checker check --format json`."""

    def check(*arguments: str, stdin: str | bytes = "") -> list[dict]:
        printed = json.loads(run("check", "--format", "json", *arguments, stdin=stdin).stdout)
        assert printed["schema"] == "checker.check/1"
        return printed["results"]

    return check
