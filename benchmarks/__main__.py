"""Run all benchmarks and compare their ratios with the committed ones.

    python -m benchmarks [--short] [NAME ...]
    python -m benchmarks --write [--reason WHY] [NAME ...]

Each benchmark gives ratios to a floor that is measured in the same run.  The run fails (exit 1) where one is twice as
large as the one in ratios.yaml.  `--short` runs those that take a few seconds each.  `--write` writes ratios.yaml, and
needs the reason where something has become slower.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from typing import Final

from benchmarks.floors import apart
from benchmarks.ratios import FILE, Compared, compare, read, shown, updated, write

SHORT: Final = ("answers", "batch", "index", "pages", "start", "writeups")
LONG: Final = ("cases", "first", "growth", "hostile", "variants", "writeups_long")
"""Modules in this folder with a function `figures` that returns {name: ratio}."""


def figures(name: str) -> dict[str, float]:
    """Return the ratios of a benchmark."""
    found: dict[str, float] = import_module(f"benchmarks.{name}").figures()
    return found


def measured(names: Sequence[str]) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield the ratios of each benchmark, from a process of its own: none finds the memory of another."""
    committed = read()
    for name in names:
        start = time.perf_counter()
        best = apart(figures, name)
        slower = [each for each in compare({name: best}, committed) if each.is_slower]
        if slower and all(each.is_doubtful for each in slower):  # once more: something else may have slowed it
            again = apart(figures, name)
            best = {figure: min(ratio, again[figure]) for figure, ratio in best.items()}
        print(f"{name:12}{time.perf_counter() - start:5.1f} s", file=sys.stderr)
        yield name, best


def table(compared: Sequence[Compared]) -> str:
    """Return the figures in lines; `!` marks those that fail."""
    lines = [f"{'':64}{'floors':>10}{'committed':>11}{'times':>7}"]
    for each in compared:
        ratio, known = (shown(value) if value is not None else "-" for value in (each.ratio, each.committed))
        times = f"{each.ratio / each.committed:.2f}" if each.ratio is not None and each.committed else "-"
        mark = " !" if each.has_failed else ""
        lines.append(f"{f'{each.benchmark}: {each.figure}':64}{ratio:>10}{known:>11}{times:>7}{mark}")
    return "\n".join(lines)


def main() -> int:
    """Run the benchmarks, print what they gave, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join((*SHORT, *LONG))} (default: all)")
    parser.add_argument("--short", action="store_true", help=f"only {', '.join(SHORT)}")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    parser.add_argument("--reason", default="", help="why something is slower, for --write")
    given = parser.parse_args()
    if unknown := set(given.names) - {*SHORT, *LONG}:
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    names = given.names or (SHORT if given.short else (*SHORT, *LONG))
    found = dict(measured(names))
    compared = list(compare(found, read()))
    print(table(compared))
    if given.write:
        return commit(found, given.reason)
    failed = [each for each in compared if each.has_failed]
    for each in failed:
        print(each.message, file=sys.stderr)
    return int(bool(failed))


def commit(found: Mapping[str, Mapping[str, float]], reason: str) -> int:
    """Write the ratios, and return the exit code: 1 where something is slower and nobody says why."""
    try:
        write(updated(found, read(), f"{datetime.now(UTC):%Y-%m-%d}", reason))
    except ValueError as error:
        print(f"Slower than committed; give the reason with --reason:\n{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
