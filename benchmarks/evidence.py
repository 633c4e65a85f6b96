"""Time the search for phrases in essays: it must grow linearly with the text, for any text.

    python benchmarks/evidence.py

The ratio is that of a text of 100,000 characters to one of 10,000; 10 is linear, 100 would be quadratic.
"""

from __future__ import annotations

import time

from checker.engine.values.rubric import Criterion, Rubric
from checker.marking.essay_matches import essay_matches

RUBRIC = Rubric([Criterion(f"p{n}", 1, (f"alpha{n} beta", "a"), (f"no{n} gamma",)) for n in range(30)])
PIECES = (".", "a. ", "\n", " \n", "x", '(("', "√", "1. ", ". \n", "。", "漢", "é\u0301", "...)", "alpha3 beta. ")


def seconds(piece: str, length: int) -> float:
    text = (piece * length)[:length]
    best = []
    for _ in range(5):
        start = time.perf_counter()
        essay_matches(text, RUBRIC)
        best.append(time.perf_counter() - start)
    return min(best)


def main() -> None:
    print(f"{'text':22}{'100 kB':>10}{'ratio':>8}   goal 1,000 ms, 20")
    for piece in PIECES:
        long = seconds(piece, 100_000)
        print(f"{piece!r:22}{1e3 * long:>7.1f} ms{long / seconds(piece, 10_000):>8.1f}")


if __name__ == "__main__":
    main()
