"""(d) Latency and memory in one process, in processor time, so that other programs do not count."""

from __future__ import annotations

import math
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Final, NamedTuple

from benchmarks.diagnosis.halves import seed
from benchmarks.diagnosis.nulls import null_answer
from benchmarks.diagnosis.questions import Asked, asked, variant_of
from benchmarks.diagnosis.stated import reading
from checker.diagnosis import MistakenRuns, WrongAnswerIndex, diagnose
from checker.diagnosis.flat_values import Value
from checker.engine.trace import TOTAL

LOOKUPS: Final = 40
"""Number of wrong answers looked up for each type and sort."""


class Latency(NamedTuple):
    """The times of one type, in seconds."""

    type: str
    kind: str
    two: float
    """The index of up to two mistakes, with its runs."""
    three: float
    """The third stage, on demand."""
    explained: list[float]
    """Look-ups of known mistakes."""
    unexplained: list[float]
    """Look-ups of random answers."""


def latency(half: str, name: str, times: int) -> Latency:
    """Time one question; of several rounds the fastest counts."""
    variant = variant_of(half, name, 0)
    two, three = math.inf, math.inf
    for _ in range(times):
        index = WrongAnswerIndex(MistakenRuns(variant, [TOTAL]))
        window = [(0, 0)] * len(index.numbers)
        two = min(two, _seconds(partial(index.find, index.shape, window, 2)))
        three = min(three, _seconds(partial(index.find, index.shape, window, 3)))
    question = asked(variant)
    rng = seed(half, name, "latency")
    traces = [*question.index.runs.of_size(1), *question.index.runs.of_size(2)]
    known = [trace.values[TOTAL] for trace in rng.sample(traces, min(LOOKUPS, len(traces))) if TOTAL in trace.values]
    near = [] if question.kind == "order" else [null_answer("near", rng, question.index) for _ in range(LOOKUPS)]
    index.find(index.shape, window, 3)
    return Latency(name, question.kind, two, three, _lookups(question, index, known), _lookups(question, index, near))


def _lookups(question: Asked, index: WrongAnswerIndex, values: Sequence[Value]) -> list[float]:
    answers = [reading(value, None, is_coded=index.is_coded) for value in values]
    wrong = [answer for answer in answers if question.is_wrong(answer)]
    return [_seconds(partial(diagnose, index, answer)) for answer in wrong]


def _seconds(do: Callable[[], object]) -> float:
    start = time.process_time()
    do()
    return time.process_time() - start


def memory(half: str, name: str) -> tuple[float, float]:
    """Return the MiB that a question's index keeps, for two mistakes and for three."""
    variant = variant_of(half, name, 0)
    variant.run()
    tracemalloc.start()
    index = WrongAnswerIndex(MistakenRuns(variant, [TOTAL]))
    kept = []
    for stage in (2, 3):
        index.find(index.shape, [(0, 0)] * len(index.numbers), stage)
        kept.append(tracemalloc.get_traced_memory()[0] / 2**20)
    tracemalloc.stop()
    return kept[0], kept[1]


def percentile(values: Sequence[float], share: float) -> float:
    """Return the quantile: the value that this share does not exceed."""
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)] if values else math.nan


def middle(values: Sequence[float]) -> float:
    """Return the median."""
    return median(values) if values else math.nan
