"""A small search for better parameters: one size or one number beside those given, or else any of the same kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, TypeVar

from checker.lint.exam import Exam, is_complete
from checker.parameters import arguments, in_file
from checker.variant import Variant

SCALINGS: Final = (1.5, 2, 0.5)
"""What a size is tried to be multiplied by: that keeps it round, and most divisors of it."""

SHIFTS: Final = (1, 2, -1)

JITTERS: Final = 3
"""So many times the numbers of an array are changed."""

DRAWS: Final = 30
SAME_KIND: Final = 5
"""Of so many random draws, so many that are of the same kind of question are tried."""

_Found = TypeVar("_Found")


def better_parameters(exam: Exam, tells: Callable[[Exam], _Found | None]) -> tuple[str, _Found] | None:
    """The first parameters found under which `tells` finds something, in words, and what it found."""
    if exam.is_large:
        return None
    for words, other in _nearby(exam):
        if is_complete(other.truth) and (found := tells(other)) is not None:  # else the sizes do not go together
            return words, found
    return None


def _nearby(exam: Exam) -> Iterator[tuple[str, Exam]]:
    variant = exam.questions[0].variant
    numbers: list[tuple[str, Any]] = []
    for name, value in variant.arguments.items():
        if type(value) is int:
            for size in _sizes(value):
                yield f"{in_file(name)} = {size}", exam.changed(name, size)
        elif _is_array(value):
            numbers.append((name, value))
    rng = Random(0)  # noqa: S311 - no secret: the same file gives the same findings
    for name, value in numbers * JITTERS:
        yield f"other numbers in `{in_file(name)}`", exam.changed(name, _jittered(value, rng))
    if len(exam.variants) == 1:
        yield from (("other sizes", exam.on({variant: other})) for other in _drawn(variant, rng))


def _sizes(value: int) -> list[int]:
    sizes = [int(value * factor) for factor in SCALINGS] + [value + shift for shift in SHIFTS]
    return [size for size in dict.fromkeys(sizes) if size > 0 and size != value]


def _is_array(value: Any) -> bool:
    return hasattr(value, "tolist") and value.dtype.kind == "f"


def _jittered(array: Any, rng: Random) -> Any:
    """The array with other numbers: whole ones where all are whole."""
    changed = array.copy()
    is_whole = (array == array.round()).all()
    for index in range(changed.size):
        changed.flat[index] += rng.randint(-2, 2) if is_whole else round(rng.uniform(-1, 1), 2)
    return changed


def _drawn(variant: Variant, rng: Random) -> Iterator[Variant]:
    """Random parameters of the same kind of question: all that are no numbers are equal."""
    kind, left = _kind(variant), SAME_KIND
    for _ in range(DRAWS):
        drawn = Variant(variant.solver, arguments(variant.solver, variant.solver.draw(rng)), variant.declared)
        if left and _kind(drawn) == kind:
            left -= 1
            yield drawn


def _kind(variant: Variant) -> dict[str, Any]:
    arguments_ = variant.arguments.items()
    return {name: value if isinstance(value, str | bool | None) else type(value) for name, value in arguments_}
