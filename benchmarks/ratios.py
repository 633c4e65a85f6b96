"""The committed ratios in ratios.yaml, and how measured ones compare with them.

A figure has a name, its ratio to a floor of the same run, the date of that ratio and the reason for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import yaml

FILE: Final = Path(__file__).parent / "ratios.yaml"
HEADING: Final = """\
# What each benchmark costs, as a ratio to a floor that is measured in the same run.
# `python -m benchmarks --short` fails where a ratio is twice as large as here.
# `python -m benchmarks --write` writes this file; whoever makes something slower gives the reason.
"""

TOO_SLOW: Final = 2.0
"""Factor above a committed ratio that fails."""

FAR_TOO_SLOW: Final = 4.0
"""Factor that fails whatever else the machine does: it is not measured again."""

CHANGED: Final = 1.25
"""Factor within which ratios count as equal: no measurement is exact."""

LARGE: Final = 1000
FIRST: Final = "first measured"
FASTER: Final = "faster"

Figures = Mapping[str, Mapping[str, float]]
"""Measured ratios, by benchmark and figure."""


def shown(ratio: float) -> str:
    """Return a ratio with three digits, or as a whole number."""
    return f"{ratio:,.0f}" if ratio >= LARGE else f"{ratio:.3g}"


class Ratio(NamedTuple):
    """A committed ratio."""

    ratio: float
    date: str
    reason: str


Committed = Mapping[str, Mapping[str, Ratio]]
"""Committed ratios, by benchmark and figure."""


class Compared(NamedTuple):
    """A measured ratio next to the committed one, or None if there is no such figure."""

    benchmark: str
    figure: str
    ratio: float | None
    committed: float | None

    @property
    def is_slower(self) -> bool:
        """Return whether it is at least twice the committed ratio."""
        return self.ratio is not None and self.committed is not None and self.ratio >= TOO_SLOW * self.committed

    @property
    def is_doubtful(self) -> bool:
        """Return whether it is slower, but so that noise may be why."""
        return self.is_slower and self.ratio < FAR_TOO_SLOW * self.committed

    @property
    def has_failed(self) -> bool:
        """Return whether it is too slow, or not in both."""
        return self.is_slower or self.ratio is None or self.committed is None

    @property
    def message(self) -> str:
        """Return what is wrong, and what to do."""
        name, write = f"{self.benchmark}: {self.figure}", f"`python -m benchmarks --write {self.benchmark}`"
        if self.committed is None:
            return f"{name}: {shown(self.ratio)} floors, and {FILE.name} has no such figure. Commit it: {write}."
        if self.ratio is None:
            return f"{name}: {FILE.name} has {shown(self.committed)}, and nothing measures it. Remove it: {write}."
        return (
            f"{name}: {shown(self.ratio)} floors, {self.ratio / self.committed:.1f} times the committed "
            f'{shown(self.committed)}. Make it faster, or commit the new ratio: {write[:-1]} --reason "WHY"`.'
        )


def read(file: Path = FILE) -> Committed:
    """Return the committed ratios; none where there is no file."""
    if not file.exists():
        return {}
    written = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {
        benchmark: {name: Ratio(each["ratio"], str(each["date"]), each["reason"]) for name, each in figures.items()}
        for benchmark, figures in written.items()
    }


def write(committed: Committed, file: Path = FILE) -> None:
    """Write the ratios."""
    content = {
        benchmark: {name: each._asdict() for name, each in sorted(figures.items())}
        for benchmark, figures in sorted(committed.items())
    }
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)
    file.write_text(HEADING + text, encoding="utf-8")


def compare(measured: Figures, committed: Committed) -> Iterator[Compared]:
    """Yield each figure of the benchmarks that were measured."""
    for benchmark, figures in measured.items():
        known = committed.get(benchmark, {})
        for name in [*figures, *(name for name in known if name not in figures)]:
            yield Compared(benchmark, name, figures.get(name), known[name].ratio if name in known else None)


def updated(measured: Figures, committed: Committed, date: str, reason: str) -> dict[str, dict[str, Ratio]]:
    """Return the ratios to commit: those of the measured benchmarks, where they have changed.

    Raises ValueError, with the figures, where something is slower and no reason is given.
    """
    slower = []
    found = {benchmark: dict(figures) for benchmark, figures in committed.items()}
    for benchmark, figures in measured.items():
        found[benchmark] = {}
        for name, ratio in figures.items():
            known = committed.get(benchmark, {}).get(name)
            if known and known.ratio / CHANGED < ratio < known.ratio * CHANGED:
                found[benchmark][name] = known
                continue
            if known and ratio > known.ratio and not reason:
                slower.append(f"{benchmark}: {name}: {ratio:.3g}, and {known.ratio:.3g} is committed")
            why = reason or (FASTER if known else FIRST)
            found[benchmark][name] = Ratio(float(f"{ratio:.3g}"), date, why)
    if slower:
        raise ValueError("\n".join(slower))
    return found
