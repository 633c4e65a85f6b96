"""Run cases and compare: `python -m tests.cases [GROUP ...] [--row TEXT] [--against FILE] [--allow PERCENT] [--show N]`.

Without `--against`, a run is compared with what is expected and with what is known to fall short (known/*.jsonl).
`--keep FILE` keeps the outcomes for a later `--against`; `--shrink` takes what is as expected now out of the known list, and
keeps what else is told of an answer that falls short in the same way.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from tests.cases.table import (
    AS_EXPECTED,
    NEVER,
    Comparison,
    Group,
    Known,
    Outcomes,
    Row,
    keep_run,
    known_of,
    part_of,
    read_run,
    write_known,
)

GROUPS: Final = ("typed", "reasons", "truth", "documents", "classes", "secrets")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the groups that are named, print a table for each, and return 1 if one must not stand."""
    gc.set_threshold(50_000, 50, 50)  # what is loaded stays: looking for garbage took a quarter of the time
    chosen = _parser().parse_args(arguments)
    against = read_run(chosen.against) if chosen.against else {}
    faults: list[str] = []
    for name in chosen.groups or GROUPS:
        group: Group = import_module(f"tests.cases.{name}")
        rows = part_of(group, chosen.every, chosen.row)
        started = sum(os.times()[:4])
        now = group.run(rows)
        took = sum(os.times()[:4]) - started
        known = known_of(name)
        kept = against.get(name, {})
        before = {row.key: kept.get(row.key) or _before(row, known) for row in rows}
        comparison = Comparison(rows, before, now, group)
        _print(name, comparison, took, chosen.show)
        for line in getattr(group, "summary", lambda *_: ())(rows, now):
            print(f"  {line}")
        faults += [f"{name}: {fault}" for fault in comparison.faults(chosen.allow)]
        _keep(name, comparison, kept, known, chosen)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m tests.cases", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", choices=[[], *GROUPS], help=", ".join(GROUPS))
    parser.add_argument("--against", type=Path, metavar="FILE", help="a run that was kept")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep this run")
    parser.add_argument(
        "--allow", type=float, default=0.5, metavar="PERCENT", help="new losses of a group; default 0.5"
    )
    parser.add_argument(
        "--show", type=int, default=20, metavar="N", help="rows of each move that are shown; default 20"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="run each N-th case only")
    parser.add_argument("--row", default="", metavar="TEXT", help="run the rows with this text in their key only")
    parser.add_argument("--shrink", action="store_true", help="take what is as expected out of the known list")
    parser.add_argument("--fill", action="store_true", help="add rows that `--against` lacks to the known list")
    parser.add_argument(
        "--give-up", metavar="REASON", help="add the other new losses, with the reason they were decided on"
    )
    return parser


def _before(row: Row, known: dict[str, Known]) -> str:
    return known[row.key].got if row.key in known else row.expect[0]


def _print(name: str, comparison: Comparison, took: float, show: int) -> None:
    """Print how many rows have each difference, and the rows that moved."""
    before, now = comparison.counts()
    print(f"\n{name}: {len(comparison.rows)} rows, {took:.1f} s of processor time")
    print(f"  {'':28}{'before':>8}{'now':>8}")
    for kind in (AS_EXPECTED, *NEVER, *sorted({*before, *now} - {AS_EXPECTED, *NEVER})):
        if before[kind] or now[kind]:
            print(f"  {kind:28}{before[kind]:8}{now[kind]:8}")
    if share := comparison.decided():
        print(f"  {'decided':36}{share:8.1%}")
    moves: dict[tuple[str, str], list[Row]] = {}
    for row, was, became in comparison.moved():
        if was != became:
            moves.setdefault((was, became), []).append(row)
    for (was, became), moved in sorted(moves.items()):
        print(f"  {was} -> {became}: {len(moved)}")
        for row in moved[:show]:
            print(f"    {row.key}: {comparison.before[row.key]} -> {comparison.now[row.key]}")


def _keep(name: str, comparison: Comparison, kept: Outcomes, known: dict[str, Known], chosen: Namespace) -> None:
    """Keep the run, and bring the known list up to date, if asked to."""
    now = comparison.now
    if chosen.keep:
        keep_run(chosen.keep, {name: now})
    short = {key: now[key] for key, kind in comparison.kinds(now).items() if kind != AS_EXPECTED}
    if chosen.shrink:
        kinds, before = comparison.kinds(now), comparison.kinds(comparison.before)
        alike = {key: short[key] for key in short if kinds[key] == before.get(key)}
        known = {
            key: each._replace(got=alike.get(key, each.got))
            for key, each in known.items()
            if key not in now or key in short
        }
    if chosen.fill:
        known |= {key: Known(got) for key, got in short.items() if key not in kept}
    if chosen.give_up:
        known |= {key: Known(got, chosen.give_up) for key, got in short.items() if key not in known}
    if chosen.shrink or chosen.fill or chosen.give_up:
        write_known(name, known)


if __name__ == "__main__":
    sys.exit(main())
