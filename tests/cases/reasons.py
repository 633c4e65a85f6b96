"""Reasons: what is told of a wrong answer, at full feedback.

An outcome is the explanations in their order, joined by `; or `: of each the ids of its mistakes, joined by ` + `, with a
slip as `slip:NAME`, and a `?` where it is told as *perhaps*, as each of a tie is.  `none` is no explanation; an answer
that is not graded as wrong has its verdict as the outcome.  A row expects one of several first explanations.
`*.OPTION` is a mistake of that name, whatever it is about; `needs: ...` is a reason that the product has no id for.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import yaml

from checker import check, load_problem
from checker.diagnosis.explanation import CLEAR, ROUNDING
from checker.problems import Problem
from tests.bank import BANK, bank
from tests.cases.table import AS_EXPECTED, HERE, Row, lines

FOLDER: Final = HERE / "reasons"
EVERY: Final = 29
"""The suite runs each so-many-th row."""
NONE: Final = "none"
WRONG: Final = {"incorrect", "partial", "too_coarse"}


def rows() -> list[Row]:
    """Return the examples of the bank that name mistakes, and the rows of all files."""
    told = [_row(path.stem, line) for path in sorted(FOLDER.glob("*.jsonl")) for line in lines(path)]
    return [*_of_bank(), *told]


def examples(key: str) -> Iterator[dict[str, Any]]:
    """Yield the examples of the bank that have this key, with their problem and part."""
    for path in sorted(BANK.rglob("*.yaml")):
        data = yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)
        for place in (data, *data.get("parts", ())):
            part = {} if place is data else {"part": place["id"]}
            for example in place.get("examples", ()):
                if key in example:
                    answer = str(example["answer"]).replace("'", "")
                    yield {**example, "answer": answer, "problem": data["id"], **part}


def _of_bank() -> Iterator[Row]:
    """Yield a row for each answer of the bank's examples that is said to come from one mistake, or from one of several."""
    expected: dict[str, Row] = {}
    for example in examples("mistakes"):
        ids = [_id(each) if "." in each else f"slip:{each}" for each in example["mistakes"]]
        row = _row("bank", {**example, "expect": [" + ".join(sorted(ids)) or NONE]})
        before = expected[row.key].expect if row.key in expected else ()
        expected[row.key] = row._replace(expect=(*before, *row.expect))
    yield from expected.values()


def _id(mistake: str) -> str:
    """Return the id of a mistake without spaces: a piece of a formula that it names may have some."""
    return mistake.replace(" ", "")


def _row(source: str, line: dict[str, Any]) -> Row:
    question = ".".join(line[key] for key in ("question", "problem", "part") if line.get(key))
    return Row(f"{source}/{question} {line['answer']!r}", tuple(line["expect"]), {**line, "file": source})


def run(rows: Sequence[Row]) -> dict[str, str]:
    """Return what is told of each answer, by the key of its row."""
    return {row.key: _told(row.data) for row in rows}


def _told(line: Mapping[str, Any]) -> str:
    try:
        problem = bank().problems[line["problem"]] if "problem" in line else asked(line["question"])
        (record,) = check(problem, {line.get("part"): line["answer"]}, feedback="full").record()["results"]
    except Exception:  # noqa: BLE001 - a fault of ours is the outcome of one row, not the end of the run
        return "fault"
    if record["status"] not in WRONG:
        return "fault" if record["status"] == "error" else str(record["status"])
    told = record["explanations"]
    is_tie = len(told) > 1 and told[0]["share"] < CLEAR - ROUNDING
    return "; or ".join(_canonical(each, is_tie=is_tie) for each in told) or NONE


def _canonical(explanation: Mapping[str, Any], *, is_tie: bool) -> str:
    slip = [f"slip:{explanation['slip']}"] if explanation["slip"] else []
    doubt = "?" if is_tie or explanation["strength"] == "possible" else ""
    return " + ".join([*sorted(_id(each["id"]) for each in explanation["mistakes"]), *slip]) + doubt


@cache
def questions() -> dict[str, dict[str, Any]]:
    """Return the questions that are not in the bank: problem files without `id`, by name."""
    return json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))


@cache
def asked(name: str) -> Problem:
    """Return one of these questions, loaded from a file as any other."""
    with TemporaryDirectory() as folder:
        Path(folder, "q.yaml").write_text(json.dumps({"id": "q", **questions()[name]}), encoding="utf-8")
        return load_problem(Path(folder, "q.yaml"))


def difference(expect: Sequence[str], got: str) -> str:
    """Return how what is told differs from the reasons that are accepted."""
    if got in {"fault", "correct"}:
        return "fault" if got == "fault" else "false full marks"
    first, *others = (told.removesuffix("?") for told in got.split("; or "))
    if _is_one_of(first, expect):
        return AS_EXPECTED
    if NONE in expect:
        return "false reason" if got not in {"unreadable", "needs_review"} else "reason lost"
    if got in {NONE, "unreadable", "needs_review"}:
        return "reason lost"
    return "reason listed" if any(_is_one_of(other, expect) for other in others) else "reason other"


def _is_one_of(told: str, expect: Sequence[str]) -> bool:
    return any(_means(told.split(" + "), each.split(" + ")) for each in expect)


def _means(told: Sequence[str], expected: Sequence[str]) -> bool:
    """Report whether these are the same mistakes: each in one pair with one that it may be."""
    return len(told) == len(expected) and all(
        any(one == other or (other[0] == "*" and one.endswith(other[1:])) for one in told) for other in expected
    )


def summary(rows: Sequence[Row], now: Mapping[str, str]) -> list[str]:
    """Return what else is counted: true ones among those asserted, and random answers that got a reason."""
    asserted = Counter(
        difference(row.expect, now[row.key]) == AS_EXPECTED
        for row in rows
        if now[row.key] not in {NONE, "fault"} and not now[row.key].split("; or ")[0].endswith("?")
    )
    random = {
        file: [now[row.key] != NONE for row in rows if row.data["file"] == file]
        for file in ("random-full", "random-three")
    }
    told = [f"{file}: {sum(each)} of {len(each)} with a reason" for file, each in random.items()]
    return [f"asserted first: {asserted.total()}, of them as expected {asserted[True]}", *told]
