"""Grade many write-ups of the grammar: `python -m tests.writeups.fuzz --count 20000 --seed 1`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.writeups.fuzz.judge import Found, judge_seeds

if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=0, help="show so many false verdicts with their documents")
    chosen = parser.parse_args()
    seeds = range(chosen.seed * 1_000_000, chosen.seed * 1_000_000 + chosen.count)
    found = Found(Counter(), [])
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for each in pool.map(judge_seeds, [seeds[start : start + 250] for start in range(0, len(seeds), 250)]):
            found.counted.update(each.counted)
            found.false.extend(each.false)
    for group in sorted({group for group, _, _ in found.counted}):
        for label in ("right", "wrong", "trap"):
            outcomes = {each[2]: n for each, n in sorted(found.counted.items()) if each[:2] == (group, label)}
            if outcomes:
                print(f"{group:60} {label:6} {outcomes}")  # noqa: T201
    print(len(found.false), "false verdicts")  # noqa: T201
    for write_up, question, verdict in found.false[: chosen.show]:
        print(f"\n=== {write_up.case['id']}.{write_up.case['format']} {write_up.ending!r} {question}: {verdict}")  # noqa: T201
        print(write_up.case["text"])  # noqa: T201
