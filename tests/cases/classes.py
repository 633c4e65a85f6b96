"""Classes: folders of submissions that are graded, changed and graded again, and what the commands leave behind.

A class is a folder of `classes/` with a `class.yaml`: the files that are `given`, and `steps` by name, each with what
is done (`delete`, `write`, `kill` and `run`, in this order) and the facts that hold then (`FACTS` below).  What is too
long to write down is made by a `make.py` next to it, whose `given()` and `expected()` add files and facts.
"""

from __future__ import annotations

import csv
import json
import os
import runpy
import shlex
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import yaml

from tests.cases.command import command
from tests.cases.files import REPOSITORY, data_of, read_yaml, write_files
from tests.cases.table import AS_EXPECTED, HERE, Row, verdict_difference
from tests.cases.typed import VERDICTS

FOLDER: Final = HERE / "classes"
PUBLISHED: Final = ("grades.csv", "results.jsonl", "needs-review.md", "review.yaml", "annotated")
"""What is the same bytes for the same input."""


class Fact(NamedTuple):
    """What holds after a step of a class."""

    name: str
    step: str
    kind: str
    about: str


class Left(NamedTuple):
    """What a step left: the exit code of its last command, and the files published by it and by the steps before."""

    code: int
    words: list[str]
    published: Mapping[str, dict[str, bytes]]


def rows() -> list[Row]:
    """Return the facts of all classes."""
    return [row for path in sorted(FOLDER.glob("*/class.yaml")) for row in _rows(path.parent.name)]


def _rows(name: str) -> Iterator[Row]:
    for step, what in _class(name)["steps"].items():
        for kind in (each for each in FACTS if each in what):
            for about, expect in FACTS[kind][0](what[kind]):
                accepted = (expect,) if isinstance(expect, str) else tuple(expect)
                yield Row(f"{name}/{step} {kind} {about}".strip(), accepted, Fact(name, step, kind, about))


@cache
def _class(name: str) -> dict[str, Any]:
    found: dict[str, Any] = read_yaml(FOLDER / name / "class.yaml")
    if (FOLDER / name / "make.py").exists():
        made = runpy.run_path(str(FOLDER / name / "make.py"))
        found["given"] = {**found.get("given", {}), **made["given"]()}
        for step, facts in made["expected"]().items():
            found["steps"][step] |= facts
    return found


def run(rows: Sequence[Row]) -> dict[str, str]:
    """Return the outcome of each fact, by the key of its row."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(row.data.name for row in rows):
        with TemporaryDirectory() as folder, chdir(folder):
            outcomes = dict(_outcomes(name, {(row.data.step, row.data.kind) for row in rows if row.data.name == name}))
        found |= {row.key: outcomes.get(row.data, "lost") for row in rows if row.data.name == name}
    return found


def _outcomes(name: str, wanted: Container[tuple[str, str]]) -> Iterator[tuple[Fact, str]]:
    """Do the steps of a class in this folder and yield the outcomes of the kinds of facts that are wanted."""
    write_files(_class(name).get("given", {}))
    published: dict[str, dict[str, bytes]] = {}
    for step, what in _class(name)["steps"].items():
        try:
            left = _done(what, published)
        except (OSError, ValueError) as error:  # what the step needs is not there: all that follows is lost
            print(f"classes/{name}/{step}: {error}", file=sys.stderr)  # noqa: T201
            return
        published[step] = _published("results")
        for kind in (each for each in FACTS if each in what and (step, each) in wanted):
            with suppress(OSError, LookupError):  # what is not there is lost
                for about, outcome in FACTS[kind][1](what[kind], left):
                    yield Fact(name, step, kind, about), outcome


def _done(what: Mapping[str, Any], published: Mapping[str, dict[str, bytes]]) -> Left:
    """Do a step."""
    for path in what.get("delete", ()):
        shutil.rmtree(path) if Path(path).is_dir() else Path(path).unlink(missing_ok=True)
    write_files(what.get("write", {}))
    for grown in what.get("kill", {}).get("grown", ()):
        _kill(shlex.split(what["kill"]["run"]), grown)
    lines = what.get("run", ())
    left = Left(0, [], published)
    for line in [lines] if isinstance(lines, str) else lines:
        left = Left(command(*shlex.split(line)).exit_code, shlex.split(line), published)
    return left


def _kill(words: Sequence[str], grown: int) -> None:
    """Start a command, and kill it once the folder of results has grown by so many bytes."""
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    before = _size("results")
    with subprocess.Popen([sys.executable, "-m", "checker", *words], env=environment, **quiet) as process:
        while process.poll() is None and _size("results") < before + grown:
            time.sleep(0.001)
        process.kill()


def _size(folder: str) -> int:
    size = 0
    for parent, _, names in os.walk(folder):  # which passes over what is gone by now
        for name in names:
            with suppress(OSError):
                size += Path(parent, name).stat().st_size
    return size


def _files(folder: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


def _published(folder: str) -> dict[str, bytes]:
    paths = [path for name in PUBLISHED for path in Path(folder).glob(f"{name}*") if path.is_file()]
    paths += Path(folder).glob("annotated/*.md")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}


Expected = Iterable[tuple[str, str | Sequence[str]]]
"""What each fact is about, and what is expected of it."""
Got = Iterable[tuple[str, str]]


def _records(folder: str = "results") -> Iterator[dict[str, Any]]:
    with Path(folder, "results.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _question(record: Mapping[str, Any]) -> str:
    return ".".join(filter(None, (record["problem"], record.get("part"))))


def _points(number: float | None) -> str:
    return "" if number is None else f" {number:g}"


def _expected_some(students: Mapping[str, Mapping[str, str | list[str]]]) -> Expected:
    for student, questions in students.items():
        yield from ((f"{student} {question}", expect) for question, expect in questions.items())


def _got_some(students: Mapping[str, Mapping[str, Any]], _: Left) -> Got:
    there = {
        f"{each['student']} {_question(each)}": f"{each['status']}{_points(each['points'])}" for each in _records()
    }
    yield from ((about, there.pop(about, "lost")) for about, _ in _expected_some(students))
    yield "and no others", ", ".join(sorted(there)) or "none"


def _got_judged(_: Any, __: Left) -> Got:
    yield "", " ".join(sorted({each["student"] for each in _records() if each["points"] is not None}))


def _expected_table(text: str) -> Expected:
    yield from ((row["student"], _cells(row, row)) for row in csv.DictReader(text.splitlines()))


def _cells(row: Mapping[str, str], columns: Iterable[str]) -> str:
    return ", ".join(f"{each} {row.get(each)}" for each in columns if each != "student")


def _got_table(text: str, path: str) -> Got:
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        there = {row["student"]: row for row in csv.DictReader(file)}
    for row in csv.DictReader(text.splitlines()):
        student = row["student"]
        yield student, _cells(there[student], row) if student in there else "lost"


def _expected_groups(numbers: Mapping[str, int]) -> Expected:
    yield from ((question, str(number)) for question, number in numbers.items())
    yield "in all", str(sum(numbers.values()))


def _got_groups(numbers: Mapping[str, int], _: Left) -> Got:
    entries = yaml.safe_load(Path("results/review.yaml").read_text(encoding="utf-8")) or []
    there = Counter(_question(each) for each in entries)
    yield from ((question, str(there[question])) for question in numbers)
    yield "in all", str(there.total())


def _expected_told(pairs: Sequence[tuple[str, str]]) -> Expected:
    yield from ((f"{student} {place}", "told") for student, place in pairs)


def _got_told(pairs: Sequence[tuple[str, str]], _: Left) -> Got:
    needs = json.loads(Path("results/summary.json").read_text(encoding="utf-8"))["needs_person"]
    there = [(each["student"] or "nobody", each["place"]) for each in (*needs["others"], *needs["not_applied"])]
    for student, place in pairs:
        is_told = any(who == student and place in where for who, where in there)
        yield f"{student} {place}", "told" if is_told else "not told"


def _got_named(names: Sequence[str], _: Left) -> Got:
    text = Path("results/needs-review.md").read_text(encoding="utf-8").replace("\\", "")
    yield from ((name, "told" if name in text or Path(name).stem in text else "not told") for name in names)


def _change(start: Sequence[Any], end: Sequence[Any], why: str) -> str:
    sides = [f"{status or ''}{_points(points)}".strip() or "nothing" for status, points in (start, end)]
    return f"from {sides[0]} to {sides[1]}: {why}"


def _expected_changes(changes: Mapping[str, str]) -> Expected:
    yield from ((about, f"from {change}") for about, change in changes.items())
    yield "and no others", "none"


def _got_changes(changes: Mapping[str, Any], _: Left) -> Got:
    printed = json.loads(command("changes", "results", "--format", "json").stdout)["changes"]
    there = {}
    for each in printed:
        sides = [(each[side]["status"], each[side]["points"]) for side in ("from", "to")]
        about = " ".join(filter(None, (each["student"], each["problem"] and _question(each))))
        there[about] = _change(*sides, each["why"])
    yield from ((about, there.get(about, "no change")) for about in changes)
    yield "and no others", ", ".join(sorted(there.keys() - changes.keys())) or "none"


def _same(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> Got:
    for name in PUBLISHED:
        mine, theirs = ({path: data for path, data in each.items() if path.startswith(name)} for each in (one, other))
        yield name, "same" if mine == theirs else "differs"


def _each_published(_: Any) -> Expected:
    yield from ((name, "same") for name in PUBLISHED)


def _got_fresh(_: Any, left: Left) -> Got:
    command(*left.words, "--out", "fresh")
    yield from _same(_published("fresh"), _published("results"))
    shutil.rmtree("fresh")


def _got_files(files: Mapping[str, Any], _: Left) -> Got:
    for path, content in files.items():
        there = Path(path).read_bytes() if Path(path).is_file() else None
        yield path, "lost" if there is None else "same" if there == data_of(content) else "differs"


def _like(value: Any, pattern: Any) -> Any:
    """Return what a value has in the places that a pattern names."""
    if isinstance(pattern, dict) and isinstance(value, dict):
        return {key: _like(value.get(key), each) for key, each in pattern.items()}
    if isinstance(pattern, list) and isinstance(value, list) and pattern:
        return [_like(each, pattern[min(place, len(pattern) - 1)]) for place, each in enumerate(value)]
    return value


def _got_shown(files: Mapping[str, Any], _: Left) -> Got:
    for path, pattern in files.items():
        value = json.loads(Path(path).read_text(encoding="utf-8")) if Path(path).is_file() else "lost"
        yield path, json.dumps(_like(value, pattern), ensure_ascii=False)


def _got_gone(texts: Sequence[str], _: Left) -> Got:
    files = _files("results")
    for text in texts:
        there = [path for path, data in files.items() if text.encode() in data or text in path]
        yield text, f"leak: {', '.join(there)}" if there else "silent"


def _got_untold(files: Mapping[str, Sequence[str]], _: Left) -> Got:
    for path, texts in files.items():
        page = Path(path).read_text(encoding="utf-8")
        there = [text for text in texts if text in page]
        yield path, f"leak: {', '.join(there)}" if there else "silent"


FACTS: Final[Mapping[str, tuple[Callable[[Any], Expected], Callable[[Any, Left], Got]]]] = {
    "exit": (lambda code: [("", str(code))], lambda _, left: [("", str(left.code))]),
    "records": (lambda value: [*_expected_some(value), ("and no others", "none")], _got_some),
    "some": (_expected_some, _got_some),
    "judged": (lambda students: [("", students)], _got_judged),
    "grades": (_expected_table, lambda text, _: _got_table(text, "results/grades.csv")),
    "export": (_expected_table, lambda text, _: _got_table(text, "export.csv")),
    "groups": (_expected_groups, _got_groups),
    "told": (_expected_told, _got_told),
    "named": (lambda names: [(name, "told") for name in names], _got_named),
    "changes": (_expected_changes, _got_changes),
    "fresh": (_each_published, _got_fresh),
    "as_after": (_each_published, lambda step, left: _same(left.published[step], _published("results"))),
    "files": (lambda files: [(path, "same") for path in files], _got_files),
    "shows": (lambda files: [(path, json.dumps(each, ensure_ascii=False)) for path, each in files.items()], _got_shown),
    "gone": (lambda texts: [(text, "silent") for text in texts], _got_gone),
    "untold": (lambda files: [(path, "silent") for path in files], _got_untold),
    "folder": (
        lambda names: [("", names)],
        lambda *_: [("", " ".join(sorted(each.name for each in Path().iterdir())))],
    ),
}
"""By kind, what is expected of a fact and how it is found:

exit: the code of the last command.  records: status and points by student and question, and nothing else; some: the same
without the last.  judged: who has points for anything.  grades, export: columns of grades.csv and of export.csv, by
student.  groups: entries of review.yaml by question.  told: what else a person must look at, as pairs of a student (or
nobody) and a place; named: files that needs-review.md names.  changes: who has another grade, and why.  fresh, as_after:
the published files are those of a run into a new folder, or those after another step.  files: whole files.  shows: what
a JSON file has, in the places that are given.  gone: texts that no file of the results holds; untold: texts that a
file does not hold.  folder: what is there.
"""


def difference(expect: Sequence[str], got: str) -> str:
    """Return how an outcome differs from what is expected, the worst first."""
    if got in expect:
        return AS_EXPECTED
    if got == "lost":
        return "lost record"
    if got.startswith("leak"):
        return "leak"
    status, _, _ = got.partition(" ")
    if status in VERDICTS and expect[0].partition(" ")[0] in VERDICTS:
        found = verdict_difference([VERDICTS[each.partition(" ")[0]] for each in expect], VERDICTS[status])
        return "other points" if found == AS_EXPECTED else found
    if status == "points":
        sides = [each.split(",")[0].removeprefix("points").strip() for each in (expect[0], got)]
        if all(sides) and sides[0] != sides[1]:
            return "false full marks" if float(sides[0]) < float(sides[1]) else "false zero"
    return "other bytes" if got == "differs" else "other"
