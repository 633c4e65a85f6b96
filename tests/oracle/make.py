"""Make the data of tests/cases/truth.py: random questions, and their truth by PyTorch, never by a solver of ours.

    PYTHONPATH=. python tests/oracle/make.py [TYPE...]        # with PyTorch 2.13, numpy and annotated-types

Each type has COUNT questions, each drawn by a seed of its own: parameters by the solver's `draw`, conventions from
CONVENTIONS, in which what is not stated is as PyTorch has it.

A file in truths/ is a topic.  It holds
    CONVENTIONS   by type, the options of each convention, the default first
    TYPE          for each type a function of its name: (what is said of each convention, the parameters) -> steps
    FOLLOWS       where there is such: conventions that take what another has, if they are not declared
    fitted        where there is such: (type, parameters, conventions) -> the two, made to go with each other
"""
# ruff: noqa: T201 - a script

from __future__ import annotations

import gzip
import importlib.util
import json
import sys
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import torch

COUNT = 200
HERE = Path(__file__).parent
LARGE = 200_000
DIGITS = 12

Named = dict[str, Any]


@cache
def topics() -> dict[str, ModuleType]:
    """The topic of each type."""
    found = {}
    for file in sorted((HERE / "truths").glob("[a-z]*.py")):
        specification = importlib.util.spec_from_file_location(f"oracle_{file.stem}", file)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        found |= dict.fromkeys(module.CONVENTIONS, module)
    return found


def drawn(name: str, number: int) -> tuple[Named, dict[str, str]]:
    """The parameters and the declared conventions of one question."""
    from checker.solvers.registry import solver

    topic, rng = topics()[name], Random(f"{name} {number}")
    parameters = solver(name).draw(rng)
    options = topic.CONVENTIONS[name].items()
    conventions = {each: rng.choice(several) for each, several in options if rng.random() < 0.5}
    return topic.fitted(name, parameters, conventions) if hasattr(topic, "fitted") else (parameters, conventions)


def truth(name: str, parameters: Named, conventions: dict[str, str]) -> Named:
    """The values of the total and of some steps, by PyTorch."""
    topic = topics()[name]
    said = {each: options[0] for each, options in topic.CONVENTIONS[name].items()} | conventions
    for each, leader in getattr(topic, "FOLLOWS", {}).items():
        if each in said and each not in conventions:
            said[each] = said[leader]
    with torch.no_grad():
        return getattr(topic, name)(said, **parameters)


def rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def write(name: str) -> Path:
    lines = []
    for number in range(COUNT):
        parameters, conventions = drawn(name, number)
        values = {step: rounded(value) for step, value in truth(name, parameters, conventions).items()}
        lines.append(json.dumps({"parameters": parameters, "conventions": conventions, "values": values}))
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    file, packed = HERE / f"{name}.json", HERE / f"{name}.json.gz"
    if len(text) > LARGE:
        file.unlink(missing_ok=True)
        file = packed
        file.write_bytes(gzip.compress(text.encode(), mtime=0))
    else:
        packed.unlink(missing_ok=True)
        file.write_text(text)
    return file


if __name__ == "__main__":
    for each in sys.argv[1:] or topics():
        print(write(each))
