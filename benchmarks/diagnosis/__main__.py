"""Measure whether the diagnosis finds the mistakes that were made, and stays silent about meaningless answers.

    python -m benchmarks.diagnosis [--quick] [--half report|tune] [--write] [TYPE ...]

By default all types, with the draws of the reporting half; the goals are compared with the types of that half alone.
`--half tune` measures the other types with other draws: to tune on.  `--write` writes docs/diagnosis.md and its
pictures (needs the extra `plots`).  docs/diagnosis.md says what is measured, and what the terms mean.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.diagnosis import page, plots, tables
from benchmarks.diagnosis.curves import curve_rows, curve_tally
from benchmarks.diagnosis.halves import HALVES, half_of
from benchmarks.diagnosis.latency import memory
from benchmarks.diagnosis.measure import FULL, QUICK, measure


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.diagnosis")
    options.add_argument("types", nargs="*", metavar="TYPE")
    options.add_argument("--quick", action="store_true", help="a part of it, in less than a minute")
    options.add_argument("--half", choices=HALVES, default=HALVES[0])
    options.add_argument("--processes", type=int, help="by default one for each processor")
    options.add_argument("--write", action="store_true", help="write docs/diagnosis.md and its pictures")
    chosen = options.parse_args()
    start = time.perf_counter()
    found = measure(chosen.half, QUICK if chosen.quick else FULL, chosen.types, chosen.processes)
    names = {key[0] for key in found.recall}
    own = found.of(name for name in names if half_of(name) == chosen.half)
    other = found.of(name for name in names if half_of(name) != chosen.half)
    print(f"half: {chosen.half}\n")
    about_curves = "(f) curves, % of students explained truly / of meaningless answers explained"
    shown = {
        "goals": tables.goals_table(own, other),
        "(a) recall, % of the visible mistakes": tables.recall_table(own),
        "(b) false explanations, % of wrong answers": tables.alarms_table(own),
        about_curves: curve_rows(curve_tally(own.curves)),
        "(c) calibration, %": tables.calibration_table(own),
        "(d) look-ups": tables.times_table(found),
        "all types: in set / top-1, %": tables.types_table(found),
    }
    for title, table in shown.items():
        print(f"{title}\n{tables.as_text(table)}\n")
    for plot in plots.plots(own):
        print(f"{plots.as_text(plot)}\n")
    largest = max(found.latency, key=lambda one: one.three).type
    two, three = memory(chosen.half, largest)
    print(f"memory of {largest}: {two:.1f} MiB to two mistakes, {three:.1f} MiB to three")
    if chosen.write:
        page.write(own, other, found)
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
