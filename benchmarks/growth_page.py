"""Writes the tables of growth and their picture into docs/speed.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl

from benchmarks.growth import MEASURES, Size, table

mpl.use("Agg")
from matplotlib import pyplot as plt

DOCS: Final = Path(__file__).parent.parent / "docs"
PAGE: Final = DOCS / "speed.md"
PICTURE: Final = DOCS / "speed" / "growth.svg"
ROWS: Final = ("choice points", "equal layers")
"""Series in the picture; all but the first are about layers."""

Found = Mapping[str, Sequence[Size]]


def between(text: str, name: str, content: str) -> str:
    """Replace the content between the two markers with this name."""
    marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    if not marked.search(text):
        raise ValueError(f"{PAGE.name} has no markers for {name}")
    return marked.sub(lambda found: f"{found[1]}\n{content}\n\n{found[2]}", text)


def write(found: Found) -> None:
    """Write the tables and the picture."""
    tables = "\n\n".join(_as_markdown(table(name, series)) for name, series in found.items())
    PAGE.write_text(between(PAGE.read_text(encoding="utf-8"), "growth", tables), encoding="utf-8")
    draw(found)


def draw(found: Found) -> None:
    """Draw a panel for each measure: above against choice points, below against layers; both axes are logarithmic."""
    PICTURE.parent.mkdir(exist_ok=True)
    mpl.rcParams["svg.hashsalt"] = PICTURE.name  # the same figures give the same file
    mpl.rcParams["svg.fonttype"] = "none"  # text stays text, and the file small
    figure, panels = plt.subplots(len(ROWS), len(MEASURES), figsize=(13, 6.5))
    names = list(found)
    for across, mine, row in zip(ROWS, (names[:1], names[1:]), panels, strict=True):
        for (measure, (title, unit)), axes in zip(MEASURES.items(), row, strict=True):
            for name in mine:
                _line(axes, name, found[name], measure)
            sizes = sorted({each.size for name in mine for each in found[name]})
            _square(axes, found[mine[0]], measure)
            axes.set(xscale="log", yscale="log", title=f"{title}, {unit}", xlabel=across)
            axes.set_xticks(sizes, map(str, sizes))
            axes.minorticks_off()
        row[0].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(PICTURE, metadata={"Date": None})
    plt.close(figure)


def _line(axes: Any, name: str, series: Sequence[Size], measure: str) -> None:
    axes.plot([each.size for each in series], [each.costs[measure] for each in series], marker="o", label=name)


def _square(axes: Any, series: Sequence[Size], measure: str) -> None:
    """Draw what grows with the square of the size, from where the series begins."""
    first = series[0]
    start = first.costs[measure] / first.size**2
    ends = [first.size, series[-1].size]
    axes.plot(ends, [start * size**2 for size in ends], "--", color="grey", linewidth=1, label="square")


def _as_markdown(rows: Sequence[Sequence[str]]) -> str:
    head, *rest = rows
    lines = [head, ["---:"] * len(head), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
