"""Find one-line changes of the code that no test notices.

    python -m benchmarks.mutants [--count 400] [--seed 1] [--minutes 600] [PATH ...]

Draws changes of diagnosis and marking, or of PATH, makes each in a copy of the repository, and runs the tests of its
module until one fails.  Prints the changes that survive.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[1]
MARKING: Final = ("grade", "together", "carried", "credit", "feedback", "outcome")
LONGEST: Final = 300  # seconds for the tests of one change; one that takes longer is noticed, too
PAIRS: Final = {ast.Lt: ast.LtE, ast.Gt: ast.GtE, ast.Eq: ast.NotEq, ast.In: ast.NotIn, ast.Is: ast.IsNot}
COMPARED: Final = PAIRS | {other: one for one, other in PAIRS.items()}


def changed(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield each change of a node: what is replaced, and the text in its place."""
    if isinstance(node, ast.Compare):
        other = ast.Compare(node.left, [COMPARED[type(node.ops[0])](), *node.ops[1:]], node.comparators)
        yield node, f"({ast.unparse(other)})"
    elif isinstance(node, ast.BoolOp):
        operator = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield node, f"({ast.unparse(ast.BoolOp(operator, node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Constant) and type(node.value) in {int, float}:
        yield from ((node, repr(node.value + step)) for step in (1, -1))
    elif isinstance(node, ast.Return) and node.value and ast.unparse(node.value) != "None":
        yield node.value, "None"
    elif isinstance(node, ast.Slice):
        low, high = (ast.unparse(end) if end else "" for end in (node.lower, node.upper))
        yield from ((node, text) for text in {f":{high}", f"{low}:", f"{high}:"} - {ast.unparse(node)})


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs: no annotations and no decorators, and no f-strings, whose parts have no places of their own."""
    for field, value in ast.iter_fields(tree):
        for child in value if isinstance(value, list) else [value]:
            is_skipped = field in {"annotation", "returns", "decorator_list"} or isinstance(child, ast.JoinedStr)
            if isinstance(child, ast.AST) and not is_skipped:
                yield child
                yield from nodes(child)


def mutants(source: str) -> list[str]:
    """Return the sources that differ from this one by one change."""
    lines = source.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
    found = {}
    for node in nodes(ast.parse(source)):
        for old, text in changed(node):
            start, end = starts[old.lineno - 1] + old.col_offset, starts[old.end_lineno - 1] + old.end_col_offset
            found[source.encode()[:start] + text.encode() + source.encode()[end:]] = None
    return [each.decode() for each in found]


def run_for(path: Path) -> list[str]:
    """Return what is run for a module: its doctests, its own tests, those of the whole way, of diagnosis."""
    patterns = [f"**/test_{path.stem}.py", "marking/test_*.py", "benchmarks/test_leaks.py", "diagnosis/test_*.py"]
    tests = [str(each.relative_to(ROOT)) for name in patterns for each in sorted(ROOT.glob(f"tests/{name}"))]
    return [str(path), *dict.fromkeys(tests)]


def is_noticed(folder: Path, tests: list[str]) -> bool:
    """Run the tests in a copy of the repository until one fails."""
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *tests]
    known = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    try:
        ended = subprocess.run(command, cwd=folder, env=known, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return True
    return ended.returncode != 0


def main() -> None:
    """Print the changes that survive, and how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=["checker/diagnose", *(f"checker/{name}.py" for name in MARKING)])
    for name, default in (("count", 400), ("seed", 1), ("minutes", 600)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    files = [file for path in asked.paths for file in (sorted((ROOT / path).rglob("*.py")) or [ROOT / path])]
    rights = {file.relative_to(ROOT): file.read_text("utf-8") for file in files}
    known = [(path, source) for path, right in rights.items() for source in mutants(right)]
    drawn = Random(asked.seed).sample(known, min(asked.count, len(known)))
    ends, noticed = time.monotonic() + 60 * asked.minutes, []
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(ROOT, Path(place, "copy"), ignore=shutil.ignore_patterns(".*", "__pycache__"))
        if is_noticed(folder, run_for(drawn[0][0])):
            sys.exit("These tests fail, or take too long, without any change.")
        for path, source in takewhile(lambda _: time.monotonic() < ends, drawn):
            (folder / path).write_text(source, "utf-8")
            noticed.append(is_noticed(folder, run_for(path)))
            (folder / path).write_text(rights[path], "utf-8")
            if not noticed[-1]:
                diff = difflib.unified_diff(rights[path].splitlines(), source.splitlines(), str(path), n=0, lineterm="")
                print(*diff, sep="\n", flush=True)
    print(f"{sum(noticed)} of {len(noticed)} changes were noticed; {len(drawn)} were drawn from {len(known)}.")


if __name__ == "__main__":
    main()
