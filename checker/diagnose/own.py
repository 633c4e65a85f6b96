"""A later part worked out from a student's own earlier answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from checker.answers import flatten
from checker.diagnose.answered import Answered
from checker.diagnose.index import Index
from checker.diagnose.mistakes import Mistake, wrong
from checker.errors import FAILURES
from checker.trace import TOTAL


class Carried:
    """What follows from earlier answers."""

    def __init__(self, value: Any, since: Callable[[], tuple[str, ...]]) -> None:
        self.value = value
        self._since = since

    @cached_property
    def since(self) -> tuple[str, ...]:
        """The parts with wrong answers that it follows from; of a part and one that follows from it the later."""
        return self._since()


class Own:
    """The earlier answers of one student."""

    def __init__(self, earlier: Sequence[Answered]) -> None:
        self._earlier = earlier
        self.wrong = [one for one in earlier if not one.is_right]

    def matters(self, index: Index) -> bool:
        """Whether any wrong one is a step of the same question."""
        return any(not one.is_right for one in self._steps(index))

    def carried(self, index: Index, beliefs: tuple[Mistake, ...] = ()) -> Iterator[Carried]:
        """The asked step worked out from the wrong earlier answers; then from the right ones too, as they were rounded.

        The second only where it makes a difference.
        """
        stated = self._steps(index)
        wrong_ones = {one: value for one, value in stated.items() if not one.is_right}
        if not wrong_ones:
            return
        for values in (wrong_ones, stated) if len(stated) > len(wrong_ones) else (wrong_ones,):
            steps = {one.index.step: value for one, value in values.items()}
            result = worked_out(index, steps, beliefs)
            if result is not None:
                yield Carried(result, partial(_since, index, wrong_ones, steps, beliefs, result))

    def _steps(self, index: Index) -> dict[Answered, Any]:
        """Those that are steps of the same question, with what may stand in the place of the right value."""
        key = index.traces.variant.key()
        return {
            one: one.value
            for one in self._earlier
            if one.index.step not in (index.step, TOTAL)
            and one.index.traces.variant.key() == key
            and one.value is not None
            and not (one.is_right and flatten(one.value) == one.truth)
        }


def worked_out(index: Index, values: Mapping[str, Any], beliefs: tuple[Mistake, ...] = ()) -> Any:
    """The asked step with these values in the place of earlier steps; None where that cannot be."""
    try:
        return index.traces.variant.run(wrong(beliefs), {index.step}, partial(_replaced, values))[index.step]
    except FAILURES:
        return None


def _replaced(values: Mapping[str, Any], path: str, value: Any) -> Any:
    return values.get(path, value)


def _since(
    index: Index,
    candidates: Mapping[Answered, Any],
    steps: Mapping[str, Any],
    beliefs: tuple[Mistake, ...],
    result: Any,
) -> tuple[str, ...]:
    needed, right = dict(steps), flatten(result)
    since = []
    for one in candidates:
        rest = {path: value for path, value in needed.items() if path != one.index.step}
        other = worked_out(index, rest, beliefs)
        if other is None or flatten(other) != right:
            since.append(one.part)
        else:
            needed = rest
    return tuple(since)
