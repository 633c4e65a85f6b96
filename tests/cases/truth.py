"""Truth: the right answers of question types, formulas, functions and the bank's problems, by oracles and by people.

A value is right if the product expects it; it is read from what is expected in the record of an answer.  The values are
where the scripts of tests/oracle write them.
"""

from __future__ import annotations

import gzip
import json
import lzma
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from checker import check, load_problem
from checker.problems import Problem
from tests.bank import bank
from tests.cases.reasons import examples
from tests.cases.table import AS_EXPECTED, Row

ORACLE: Final = Path(__file__).parent.parent / "oracle"
EVERY: Final = 13
"""The suite runs each so-many-th row."""
RIGHT: Final = "right"
EACH: Final = 10
"""Of the 1,000 values of each function, every tenth."""
OTHERS: Final = ("courses", "functions")
SYMBOLS: Final = ("n", "k", "r", "d", "h")
"""Of orders of growth: those of tests/oracle/truths/complexity.py."""


def rows() -> list[Row]:
    """Return a row for each question of an oracle, and for each right answer of the bank."""
    return [*_of_types(), *_of_functions(), *_of_courses(), *_of_bank()]


class Asked(NamedTuple):
    """Values of one problem: of a file, by step, or of the bank, by part."""

    problem: Mapping[str, Any] | str
    values: Mapping[str, Any]
    relative: float = 1e-10


def _of_types() -> Iterator[Row]:
    for path in sorted(ORACLE.glob("*.json*")):
        name = path.name.partition(".")[0]
        for number, question in enumerate(_read(path) if name not in OTHERS else ()):
            parameters = {key.rstrip("_"): value for key, value in question["parameters"].items()}
            problem = {"type": name, "parameters": parameters, "conventions": question["conventions"]}
            values = {step: _spelled(name, parameters, value) for step, value in question["values"].items()}
            yield Row(f"{name}/{number}", (RIGHT,), Asked(problem, values))


def _spelled(type_: str, parameters: Mapping[str, Any], value: Any) -> Any:
    """Return a value that an oracle gives as numbers of a code in the words of an answer."""
    if type_ == "choice":
        return ", ".join(option for option, is_right in zip(parameters["options"], value[1], strict=True) if is_right)
    if type_ == "layer_complexity":
        return f"O({' + '.join(_term(value[1][at : at + 10]) for at in range(0, len(value[1]), 10))})"
    return value


def _term(exponents: Sequence[int]) -> str:
    """Return a summand: the exponents of the symbols, and of their logarithms, of which -1 is that of the base."""
    powers = [f"{name}^({exponent})" for name, exponent in zip(SYMBOLS, exponents, strict=False) if exponent]
    logarithms = dict(zip(exponents[5:], SYMBOLS, strict=True))
    return "*".join([*powers, *([f"log({logarithms[1]})/log({logarithms[-1]})"] if 1 in logarithms else [])]) or "1"


def _of_functions() -> Iterator[Row]:
    for name, values in _read(ORACLE / "functions.json.xz").items():
        for number, (arguments, value) in [*enumerate(values)][::EACH]:
            symbols = dict(zip("abcdef", arguments, strict=False))
            parameters = {"expression": f"{name}({', '.join(symbols)})", "symbols": symbols}
            asked = Asked({"type": "formula", "parameters": parameters}, {"total": value}, 1e-9)
            yield Row(f"functions/{name} {number}", (RIGHT,), asked)


def _of_courses() -> Iterator[Row]:
    for name, truth in _read(ORACLE / "courses.json").items():
        yield Row(f"courses/{name}", (RIGHT,), Asked(name.partition("/")[2], {"": truth["value"]}))


def _of_bank() -> Iterator[Row]:
    """Yield a row for each answer that an author gives as a right one: a text that must be correct."""
    for example in examples("verdict"):
        if example["verdict"] == "correct":
            part = example.get("part", "")
            key = f"bank/{example['problem']}{part and '.'}{part} {example['answer']!r}"
            yield Row(key, (RIGHT,), Asked(example["problem"], {part: example["answer"]}))


def _read(path: Path) -> Any:
    read = {".gz": gzip.decompress, ".xz": lzma.decompress}.get(path.suffix, bytes)
    return json.loads(read(path.read_bytes()))


def run(rows: Sequence[Row]) -> dict[str, str]:
    """Return whether the product has the right value, by the key of the row."""
    return {row.key: _outcome(*row.data) for row in rows}


def _outcome(problem: Mapping[str, Any] | str, values: Mapping[str, Any], relative: float) -> str:
    try:
        asked = bank().problems[problem] if isinstance(problem, str) else _loaded(problem, values)
        wrong = [fault for step, value in values.items() if (fault := _fault(asked, step, value, relative))]
    except Exception as error:  # noqa: BLE001 - a fault of ours is the outcome of one row, not the end of the run
        return f"fault: {type(error).__name__}"
    return f"wrong: {', '.join(wrong)}" if wrong else RIGHT


def _loaded(problem: Mapping[str, Any], steps: Iterable[str]) -> Problem:
    """Return a problem that asks for each of these steps; its parts are named by numbers."""
    parts = [{"id": f"part-{number}", "asks": step} for number, step in enumerate(steps)]
    data = {"id": "q", "prompt": "What is it?", **problem, "parts": parts}
    with TemporaryDirectory() as folder:
        Path(folder, "q.yaml").write_text(json.dumps(data), encoding="utf-8")
        return load_problem(Path(folder, "q.yaml"))


def _fault(problem: Problem, step: str, value: Any, relative: float) -> str:
    """Return the value that is expected in place of the right one; empty where it is right.

    The right one is given as the answer.  A text is right where it is marked as correct.
    """
    part = next((part.id for part in problem.parts if part.step == step), step)
    answer = value if isinstance(value, str) else json.dumps(value)
    (record,) = check(problem, {part or None: answer}, feedback="full").record()["results"]
    is_right = record["status"] == "correct" if isinstance(value, str) else _same(record["expected"], value, relative)
    return "" if is_right else f"{step or problem.id} {record['expected']}"


def _same(found: Any, value: Any, relative: float) -> bool:
    if isinstance(value, list):
        flat, right = _flat(found), _flat(value)
        least = relative * max(map(abs, right), default=0)
        return len(flat) == len(right) and all(
            math.isclose(one, other, rel_tol=relative, abs_tol=max(least, 1e-12))
            for one, other in zip(flat, right, strict=True)
        )
    if isinstance(value, int):
        return not isinstance(found, float) and int(found) == value
    return math.isclose(float(found), value, rel_tol=relative, abs_tol=1e-290)


def _flat(value: Any) -> list[float]:
    return [each for row in value for each in _flat(row)] if isinstance(value, list) else [float(value)]


def difference(expect: Sequence[str], got: str) -> str:
    """Return `fault`, or that a value is wrong."""
    return AS_EXPECTED if got in expect else "fault" if got.startswith("fault") else "wrong"
