"""Wrong answers to a part, computed from its solver alone, independently of the engine that is measured."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from checker.engine.errors import INVALID_RUN
from checker.engine.values import EncodedValue
from checker.kinds import flatten
from checker.problems import Part
from checker.reading.from_program import as_text
from checker.reading.show import nest

FACTORS: Final = (1.3717, 0.7191, 2.6173, 0.3391, 1.1373, 3.7393, 0.8527, 1.8731)
"""Factor by which the truth is multiplied for a number that no mistake explains."""


class Wrong(NamedTuple):
    """The wrong answers to a part, as text."""

    explained: list[str]
    """Answers that a single mistake gives."""
    unexplained: list[str]


def wrong_answers(part: Part, count: int) -> Wrong:
    """Return a bounded number of wrong answers of each sort; none to a text, which nobody diagnoses."""
    if part.kind == "text":
        return Wrong([], [])
    truth = part.variant.run(wanted={part.step})[part.step]
    if part.kind == "formula":
        refused = [example.answer for example in part.examples if example.verdict == "incorrect"]
        letter = next(iter(part.symbols))
        return Wrong(refused[:count], [f"{factor * 1e4:.0f}*{letter}" for factor in FACTORS[:count]])
    explained = list(islice(_explained(part, truth), count))
    if isinstance(truth, EncodedValue):
        return Wrong(explained, [_strange(part, place) for place in range(count)] if part.kind == "complexity" else [])
    return Wrong(explained, [_text(_scaled(truth, factor)) for factor in FACTORS[:count]])


def _explained(part: Part, truth: Any) -> Iterator[str]:
    """Yield what single mistakes give, each answer once; of each choice point one option first."""
    points = [point for point in part.variant.menu.values() if point.wrong]
    seen = {_text(truth)}
    for place in range(max((len(point.wrong) for point in points), default=0)):
        for point in points:
            if place < len(point.wrong) and (text := _mistaken(part, point.name, point.wrong[place])) not in seen:
                seen.add(text)
                yield text


def _mistaken(part: Part, point: str, option: str) -> str:
    """Return the answer of this mistake; that of the truth where it gives none."""
    try:
        value = part.variant.run({point: option}, {part.step})[part.step]
    except INVALID_RUN:
        value = math.nan
    if not isinstance(value, EncodedValue) and not all(map(math.isfinite, flatten(value)[1])):
        value = part.variant.run(wanted={part.step})[part.step]
    return _text(value)


def _text(value: Any) -> str:
    """Return a value as a student writes it."""
    if isinstance(value, EncodedValue):
        return str(value)
    shape, numbers = flatten(value)
    return as_text(nest(shape, [each if isinstance(each, int) else f"{float(each):.6g}" for each in numbers]))


def _scaled(truth: Any, factor: float) -> Any:
    """Return the truth with each entry multiplied, and by something else in each place."""
    shape, numbers = flatten(truth)
    scaled = [(float(number) or 1.0) * (factor + 0.0137 * place) for place, number in enumerate(numbers)]
    whole = all(isinstance(number, int) for number in numbers)
    return nest(shape, [round(each) + 7 if whole else each for each in scaled], tuple)


def _strange(part: Part, place: int) -> str:
    """Return an order of growth with powers that no mistake gives."""
    letter = next(iter(part.symbols), "n")
    return f"O({letter}^{7 + place})"
