"""A folder with one problem, and `checker grade` in it."""

from __future__ import annotations

import pytest

from checker.cli.app import cli

LAYER = """id: encoder-layer
title: Parameters of one encoder layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(files: dict[str, str]) -> None:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    write({"problems/a/layer.yaml": LAYER})
    return write


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(["grade", *arguments], standalone_mode=False)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run
