"""Floors: plain Python work, timed next to what is measured, so that ratios mean the same on any machine.

All times are of the processor, the least of several: other programs that run at the same time count little.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

FLOOR: Final = "floor"
"""Name of the floor among the seconds of a run."""

RECORD: Final = {
    "student": "s1042",
    "problem": "encoder-layer",
    "given": "31,744",
    "status": "incorrect",
    "points": 0.0,
    "explanations": [{"mistakes": ["biases.counted"], "share": 0.91}, {"mistakes": [], "share": 0.09}],
}


def work() -> None:
    """Do what programs mostly do for some milliseconds: count, call, sort, look up and write."""
    known: dict[tuple[int, int], float] = {}
    for place in range(4_000):
        known[place % 97, place % 89] = known.get((place % 89, place % 97), 0.5) * 1.01 + place
    ranked = sorted(known.items(), key=lambda item: -item[1])
    for (one, other), value in ranked[:200]:
        json.dumps({**RECORD, "points": value, "place": [one, other]})


def seconds(do: Callable[..., object], *arguments: Any) -> float:
    """Return the processor's time for one call, with that of the programs which it runs."""
    start = _processor_time()
    do(*arguments)
    return _processor_time() - start


def _processor_time() -> float:
    programs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + programs.ru_utime + programs.ru_stime


def in_turn(pieces: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the ratio of each piece of work to the floor: all run in turn, and the best round counts."""
    whole = {FLOOR: work, **pieces}
    return ratios([{name: seconds(do) for name, do in whole.items()} for _ in range(rounds)])


def ratios(runs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the ratios to the floor: of each the least seconds of all runs, divided by the floor's."""
    least: dict[str, float] = {}
    for run in runs:
        for name, taken in run.items():
            least[name] = min(taken, least.get(name, taken))
    floor = least.pop(FLOOR)
    return {name: taken / floor for name, taken in least.items()}


def apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a function returns in a fork of this process: it leaves nothing behind in any cache."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def call() -> None:
        sender.send(function(*arguments))

    child = context.Process(target=call)
    child.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:
        raise RuntimeError(f"{function.__name__} failed in its process; the fault is shown above") from None
    finally:
        child.join()
