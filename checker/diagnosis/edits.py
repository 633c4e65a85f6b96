"""Edits of an answer: another factor, sign, order or unit, the value of another step or part, and typing errors.

They are made on the right value or after a mistake.  Those that depend on the digits that an answer states (`typed`),
or on the unit that it states (`with_written_unit`), are looked for answer by answer; the others are in the index, by
value.  Last come edits of an input (`miscopied_runs`), where all that follows is right: the question is run again with
each wrong number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest
from itertools import combinations, pairwise, permutations
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.diagnosis.explanation import Cause
from checker.diagnosis.slips import ALONE, CONVERSION, DIGIT_SLIPS, FACTOR_TWO, SLIPS, UNIT, prior
from checker.diagnosis.values import (
    NOISE,
    Numbers,
    Shape,
    Value,
    Window,
    every_number,
    finite_values,
    fits,
    is_bare_zero,
    nearest_float,
)
from checker.diagnosis.wording import called, size_in_words
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import MenuError
from checker.engine.trace import TOTAL
from checker.engine.values.tolerance import EXACT, as_decimal
from checker.kinds import Reading, StatedNumber, flatten
from checker.solvers.resized import ResizedVariants
from checker.solvers.signature import are_possible
from checker.solvers.variant import Variant
from checker.text.number import digits_of
from checker.text.words import enumerated

if TYPE_CHECKING:
    from checker.diagnosis.index import WrongAnswerIndex

_MAX_EDITED: Final = 400
"""Maximum number of numbers in an answer in which slips are looked for."""

_MAX_OF_A_PART, _MAX_COUNT = 10_000, 100
"""Maximum answer to another part that a step may be multiplied by, and number of layers, heads or experts."""

_MAX_UNITS, _MAX_ON_MISTAKES = 10, 2
"""Maximum number of units that a number may be in, likeliest first, and of those that are tried on top of a mistake."""

_MAX_NAME: Final = 20
"""Maximum number of characters of a unit in a message."""

_MIN_DIGITS, _MIN_DIGITS_OF_ENTRIES = 3, 2
"""Minimum number of stated digits for a typing error; beside an entry, the other entries are evidence, too."""

_MIN_DIGITS_FOR_CREDIT: Final = 4
"""Minimum number of digits for points: of three, many another number is one digit away."""

_GENERIC: Final = ("unit_prefix", "power_of_ten")
"""Slips that yield to a unit slip of the same value."""


Found = tuple[str, float]
"""A slip with its prior among slips."""

_Edited = Iterator[tuple[Shape, Cause]]


class _Edit(NamedTuple):
    """A change of a number to `ratio` times it plus `offset`: which slip it is, about which unit, its prior."""

    what: str
    prior: float
    ratio: Fraction
    offset: Fraction = Fraction(0)
    where: str = ""

    def on(self, numbers: Sequence[Any]) -> Numbers:
        """Return these numbers after the edit; whole ones stay whole, or exact, where they can."""
        factor, offset = float(self.ratio), float(self.offset)
        return tuple(self._of_whole(each) if isinstance(each, int) else each * factor + offset for each in numbers)

    def after(self, start: Cause, detail: str = "") -> Cause:
        """Return the cause that is this edit after another cause; `detail` names the units."""
        share, numbers = start.prior * self.prior, self.on(start.numbers)
        return start._replace(slip=self.what, detail=detail or self.where, prior=share, numbers=numbers)

    def _of_whole(self, number: int) -> int | float | Decimal:
        (times, by), (more, of) = self.ratio.as_integer_ratio(), self.offset.as_integer_ratio()
        top, bottom = number * times * of + more * by, by * of
        whole, rest = divmod(top, bottom)
        if not rest:
            return whole
        return top / bottom if abs(number) <= 2**53 else Decimal(top) / bottom


_FACTORS: Final = [
    _Edit(name, prior(name, len(slip.factors)), Fraction(f"{factor}"))
    for name, slip in SLIPS.items()
    for factor in slip.factors
]
_COUNTED: Final = [_Edit("off_by_one", prior("off_by_one", 2), Fraction(1), Fraction(step)) for step in (1, -1)]
_COMPLEMENT: Final = _Edit("complement", prior("complement"), Fraction(-1), Fraction(1))


class _Units(NamedTuple):
    """What students confuse where a question asks for a unit: the units of their numbers, and conversions to it."""

    asked: str
    edits: list[_Edit]
    conversions: list[_Edit]


@lru_cache(256)
def units_of(text: str) -> _Units:
    """Return what is confused with a unit, likeliest first; from a cache."""
    from checker.units.confused import naive_factors, relatives  # here, as most questions have no unit
    from checker.units.kinds import spoken

    related = relatives(text)[:_MAX_UNITS]
    usual = {ratio for _, ratio, offset in related[:4] if not offset}.union(SLIPS[FACTOR_TWO].factors)
    wrong = [each for each in naive_factors(text) if each[1] not in usual][:4]
    units = [each for each in related if each[1] not in {factor for _, factor in wrong}]
    edits, conversions = [], []
    for (unit, ratio, offset), share in zip(units, shares(len(units)), strict=True):
        is_kelvin = abs(offset) == Fraction("273.15") and ratio == 1  # 273 is taken for 273.15, too
        rounded = Fraction(int(offset)) if is_kelvin else offset
        zeros = dict.fromkeys([offset, rounded])
        edits += [_Edit(UNIT, prior(UNIT) * share / len(zeros), ratio, zero, spoken(unit)) for zero in zeros]
        if is_kelvin:
            phrase = "°C to K add 273.15, not 273" if offset < 0 else "K to °C subtract 273.15, not 273"
            conversions.append(_Edit(CONVERSION, prior(CONVERSION), ratio, offset - rounded, phrase))
    for (phrase, factor), share in zip(wrong, shares(len(wrong)), strict=True):
        conversions.append(_Edit(CONVERSION, prior(CONVERSION) * share, factor, where=phrase))
    return _Units(spoken(text), edits, conversions)


def shares(count: int) -> list[float]:
    """Return for each of `count` units, likeliest first, how likely it is the one confused with the right unit."""
    weights = [place**-1.5 for place in range(1, count + 1)]
    return [weight / sum(weights) for weight in weights]


def edited(index: WrongAnswerIndex) -> _Edited:
    """Yield the answers with an edit of the value, and the values of steps inside and of other parts, with shapes."""
    if len(index.numbers) > _MAX_EDITED:
        return
    for start in () if index.is_coded else index.slip_starts:
        for edit in _edits(index, start):
            yield index.shape, edit.after(start, _in_unit(index, edit.where) if edit.what == UNIT else "")
        for what, shape, numbers in _rearranged(index.shape, start.numbers):
            yield shape, start._replace(slip=what, prior=start.prior * prior(what), numbers=numbers)
    inside = "" if index.step == TOTAL else f"{index.step}."
    intermediate = _steps(index, lambda path: path.startswith(inside) and path != index.step)
    for what, values in (("intermediate", {} if index.is_coded else intermediate), ("another_part", index.other_parts)):
        for name, (shape, numbers) in values.items():
            yield shape, Cause((), what, name, ALONE * prior(what, len(values)), numbers)


def _edits(index: WrongAnswerIndex, start: Cause) -> Iterator[_Edit]:
    yield from _FACTORS
    if len(start.numbers) == 1:
        if isinstance(start.numbers[0], int):
            yield from () if index.unit else _COUNTED  # an amount of money or of a measure is no count
        elif 0 < start.numbers[0] < 1:
            yield _COMPLEMENT
    if index.unit:
        units = units_of(index.unit)
        yield from units.edits[:_MAX_ON_MISTAKES] if start.mistakes else (*units.edits, *units.conversions)


def _in_unit(index: WrongAnswerIndex, unit: str, instead: str = "", verb: str = "is") -> str:
    numbers, them = ("numbers", "them") if index.shape else ("number", "it")
    verb = "are" if index.shape and verb == "is" else verb
    begin = f"{numbers} {verb} in {unit}"
    return f"{begin}, not in {instead}" if instead else f"{begin}; give {them} in {units_of(index.unit or '').asked}"


def _rearranged(shape: Shape, numbers: Numbers) -> Iterator[tuple[str, Shape, Numbers]]:
    """Yield the edits of a value that are no multiples of it, with the shape and the numbers that they give."""
    if len(numbers) == 1:
        if numbers[0] and not isinstance(numbers[0], int):
            yield "reciprocal", shape, (1 / numbers[0],)
    elif len(shape) == 1:
        yield "order", shape, numbers[::-1]
    else:
        rows, columns = shape
        turned = tuple(numbers[row * columns + column] for column in range(columns) for row in range(rows))
        yield "transposed", (columns, rows), turned


def answered_otherwise(index: WrongAnswerIndex) -> _Edited:
    """Yield the answers to other questions: the values of other steps, and of all repetitions of the asked one."""
    around = _steps(index, lambda path: index.step not in (TOTAL, path) and not path.startswith(f"{index.step}."))
    for path, (shape, numbers) in around.items():
        slip = "intermediate" if path in index.preceding_steps else "another_step"
        yield shape, Cause((), slip, path, ALONE * prior("another_step", len(around)), numbers)
    times = {f"{number:,}": number for number in index.unused_numbers if index.whole}
    for part, (shape, numbers) in index.other_parts.items():
        if not shape and type(numbers[0]) is int and 1 < numbers[0] <= _MAX_OF_A_PART:
            times.setdefault(f"the part {part}", numbers[0])
    counts: dict[str, int] = {}
    if not index.is_of_a_formula and not isinstance(index.variant, ResizedVariants):  # a formula has symbols of its own
        given = [(size_in_words(name), value) for name, value in index.variant.arguments.items() if type(value) is int]
        counts = {name: value for name, value in given if 1 < value <= _MAX_COUNT and value not in times.values()}
    for detail, number in {**counts, **times}.items():
        edit = _Edit(
            "repeated", prior("repeated", 1 if detail in times else len(counts)), Fraction(number), where=detail
        )
        for start in index.slip_starts:
            yield index.shape, edit.after(start)


def _steps(index: WrongAnswerIndex, is_wanted: Any) -> dict[str, Value]:
    """Return {step: value} of some steps, but for zeros and the answers to all parts; of equal ones the outermost."""
    board = index.variant.board
    known = {index.truth, *index.other_parts.values()}
    outermost: dict[Value, str] = {}
    for path in sorted(board, key=lambda path: path.count(".")):
        if path != TOTAL and is_wanted(path):
            value = flatten(board[path].value)
            if any(value[1]) and value not in known:
                outermost.setdefault(value, path)
    return {path: value for value, path in outermost.items()}


def typed(index: WrongAnswerIndex, reading: Reading) -> list[Cause]:
    """Return the right value, and those with one mistake, with the slip in writing that turns them into the answer."""
    if reading.shape != index.shape or len(index.numbers) > _MAX_EDITED:
        return []
    return [cause for start in index.slip_starts if (cause := _typed(reading, start))]


def _typed(reading: Reading, start: Cause) -> Cause | None:
    pairs = list(zip(reading.numbers, start.numbers, strict=True))
    wrong = [place for place, pair in enumerate(pairs) if not _states(*pair)]
    is_of_all = len(wrong) == len(pairs)
    if not wrong or (len(wrong) > 1 and is_of_all and not reading.numbers[0].half):
        return None
    fewest = _MIN_DIGITS if len(pairs) == 1 else _MIN_DIGITS_OF_ENTRIES
    changed = [pairs[place] for place in wrong]
    first = writing_slip(*changed[0], fewest)
    is_alike = first and (len(changed) == 1 or first[0] not in DIGIT_SLIPS)
    is_slip = is_alike and all(writing_slip(*each, fewest) == first for each in changed[1:])
    found = [first] if first and is_slip else []
    if not is_of_all:  # the index has the slips of all entries
        factors = (each for each in _FACTORS if each.what in {"sign", "power_of_ten"})
        found += [(each.what, each.prior) for each in factors if all(_states_edited(*pair, each) for pair in changed)]
        if [_states(one, other) for (one, _), (_, other) in zip(changed, changed[::-1], strict=True)] == [True, True]:
            found.append(("order", prior("order")))
    if not found:
        return None
    slip, chance = max(found, key=lambda each: each[1])
    detail = "" if is_of_all else _named(reading.shape, wrong)
    few = len(pairs) == 1 and slip in DIGIT_SLIPS and (pairs[0][0].digits or 0) < _MIN_DIGITS_FOR_CREDIT
    share = start.prior * chance / math.comb(len(pairs), len(wrong))
    return start._replace(slip=slip, detail=detail, prior=share, is_estimated=bool(detail) or few)


def _states(number: StatedNumber, value: Any) -> bool:
    """Return whether a written number, with its digits, is this value or a rounding of it."""
    reach = NOISE if is_bare_zero(number) else nearest_float(number.half) * (1 + NOISE)
    return math.isfinite(reach) and abs(nearest_float(number.value) - nearest_float(value)) <= reach


def _states_edited(number: StatedNumber, value: Any, edit: _Edit) -> bool:
    """Return whether a written number is a multiple of a value; a whole one is that exactly: 2 is no tenth of 22."""
    (product,) = edit.on((value,))
    is_exact = isinstance(number.value, int) and isinstance(value, int)
    return bool(value) and (number.value == product if is_exact else _states(number, product))


def writing_slip(number: StatedNumber, value: Any, fewest: int = _MIN_DIGITS) -> Found | None:
    """Return the slip in writing that turns `value` into this number, and its prior; None if none does.

    Most slips need a number of at least `fewest` digits.
    """
    stated, half, digits, *_ = number
    if digits is None or not stated:
        return None
    if half and _is_truncated(stated, half, value):
        return "truncated", prior("truncated")
    is_rounded = isinstance(value, int) and not isinstance(stated, int)
    if digits < fewest or not half or is_rounded or (stated < 0) != (value < 0):
        return None
    try:
        unit = float(2 * half)
        written, meant = _digits(stated if isinstance(stated, int) else float(stated), unit), _digits(value, unit)
    except (ArithmeticError, ValueError):  # beyond the range of a float, or too close to 0
        return None
    if len(meant) - len(written) not in {0, 1}:
        return None
    return next(((slip, prior(slip) * share) for slip, text, share in _wrong_digits(meant) if text == written), None)


def _digits(value: float, unit: float) -> str:
    return digits_of(abs(value) if isinstance(value, int) and unit == 1 else round(abs(value) / unit))


def _wrong_digits(text: str) -> Iterator[tuple[str, str, float]]:
    """Yield each typing error in a number: its name, the wrong number, and its share among those of this name."""
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    swapped = [(one, other) for one, other in pairwise(places) if text[one] != text[other]]
    for one, other in swapped:
        if one != places[0] or text[other] != "0":
            new = text[:one] + text[other] + text[one + 1 : other] + text[one] + text[other + 1 :]
            yield "digits_swapped", new, 1 / len(swapped)
    for place in places:
        yield "digit_missing", text[:place] + text[place + 1 :], 1 / len(places)


def _is_truncated(stated: Any, half: Any, value: Any) -> bool:
    if isinstance(value, int) and isinstance(stated, int) and half + half <= 1:  # nothing was cut off
        return False
    if abs(abs(nearest_float(value)) - abs(nearest_float(stated))) > 2 * nearest_float(half) * (1 + NOISE):
        return False  # too far, seen without exact numbers
    exact, unit = as_decimal(value), EXACT.multiply(Decimal(half), Decimal(2))
    beyond = EXACT.subtract(abs(exact), abs(Decimal(stated)))
    return Decimal(half) < beyond < unit and (exact < 0) == (stated < 0)


def _named(shape: Shape, places: Sequence[int]) -> str:
    """Return entries in words, counted from 1: `entry 2`, `entries (1, 2) and (2, 2)`."""
    width = shape[-1]
    names = [f"({place // width + 1}, {place % width + 1})" if len(shape) > 1 else f"{place + 1}" for place in places]
    return f"{'entries' if len(names) > 1 else 'entry'} {enumerated(names)}"


def with_written_unit(
    index: WrongAnswerIndex, reading: Reading, window: Window, causes: Sequence[Cause]
) -> Sequence[Cause]:
    """Return the causes of an answer that states a unit.

    `causes` are those of its number converted to the question's unit; if the number fits without conversion, the slip
    is that the unit is wrong.
    """
    from checker.units.kinds import spoken  # here, because few have a unit
    from checker.units.reading import read_unit, unit_of_author
    from checker.units.unit import UnitError, convert

    asked = unit_of_author(index.unit or "")
    try:
        unit = read_unit(reading.unit, asked)
    except UnitError:
        return causes
    if not index.unit or asked is None or (offset := convert(Fraction(0), asked, unit)) is None:
        return causes
    in_written = _Edit(UNIT, 1, (convert(Fraction(1), asked, unit) or offset) - offset, offset)
    as_written = [
        in_written.on([each if isinstance(each, int) else nearest_float(each) for each in bounds]) for bounds in window
    ]
    is_asked = in_written.ratio == 1 and not offset
    name = spoken(reading.unit)
    name = name if len(name) <= _MAX_NAME else f"{name[:_MAX_NAME]}…"
    units = units_of(index.unit)
    in_asked = _Edit(UNIT, prior(UNIT) * shares(_MAX_UNITS)[0], Fraction(1), where=units.asked)
    known = {each.mistakes for each in causes if each.slip is None}
    factors = {each.mistakes: (each.mistakes, each.slip) for each in causes if each.slip in _GENERIC}
    found = []
    for start in index.slip_starts if reading.shape == index.shape else ():
        here = units.edits[:_MAX_ON_MISTAKES] if start.mistakes else units.edits
        for edit in here if is_asked else (in_asked, *here):
            # a student who writes a unit means it, unless the number is right in the unit that is asked for
            cause = edit.after(start, _in_unit(index, edit.where, name, "is" if edit is in_asked else "may be"))
            if fits(cause.numbers, as_written) and start.mistakes not in known:
                also = (factors[start.mistakes],) if start.mistakes in factors else ()
                found.append(cause._replace(also=also))
                if edit is in_asked and not start.mistakes:  # right but for the unit that is written
                    return found
    replaced = {each.mistakes for each in found}
    dropped = {UNIT} if is_asked else {UNIT, CONVERSION}
    kept = (each for each in causes if each.slip not in dropped)
    return [*(each for each in kept if each.slip not in _GENERIC or each.mistakes not in replaced), *found]


def names_the_unit(one: Cause, other: Cause) -> bool:
    """Return whether one cause names the units where the other only names a factor."""
    return one.slip in {UNIT, CONVERSION} and other.slip in _GENERIC and one.mistakes == other.mistakes


class Miscopied(NamedTuple):
    """A slip in copying: what the student did in words, its probability, and what it leaves.

    That is a value, then the arguments of a run, and last the values of its steps.
    """

    words: str
    chance: float
    value: Any


def miscopied_runs(variant: Variant, steps: frozenset[str], most: int) -> list[Miscopied]:
    """Return the likeliest slips in copying, each with the values of the asked steps."""
    found = []
    for slip in nlargest(most, _changed_inputs(variant), key=attrgetter("chance")):
        arguments = {**variant.arguments, **slip.value}
        with suppress(*INVALID_RUN, ParameterError, MenuError, KeyError):
            run = Variant(variant.solver, arguments, variant.declared, units=variant.units).run(wanted=steps)
            found.append(slip._replace(value=finite_values(run)))
    return found


def _changed_inputs(variant: Variant) -> Iterator[Miscopied]:
    given = {name: value for name, value in variant.arguments.items() if name not in variant.solver.secret}
    count = sum(1 for _ in every_number(given))
    for name, right in given.items():
        for words, chance, value in _changes(right):
            yield Miscopied(words, chance / count, {name: value})
    numbers = {name: value for name, value in given.items() if type(value) in (int, float)}
    share = 0.3 / max((len(numbers) - 1) * count, 1)
    for (name, right), (other, value) in permutations(numbers.items(), 2):
        if type(value) is type(right) and value != right and are_possible(variant.solver, {**given, name: value}):
            words = f"used {called(_shown(value), other)} in place of {called(_shown(right), name)}"
            yield Miscopied(words, share, {name: value})
    arrays = {name: value for name, value in given.items() if hasattr(value, "tolist")}
    pairs = [(one, other) for one, other in combinations(arrays, 2) if arrays[one].shape == arrays[other].shape]
    for one, other in pairs:
        first, second = arrays[one].tolist(), arrays[other].tolist()
        if first != second:
            words = f"used {_shown(first)} in place of {_shown(second)}, and the reverse"
            yield Miscopied(words, 0.3 / len(pairs), {one: arrays[other], other: arrays[one]})


def _changes(value: Any) -> Iterator[Miscopied]:
    """Yield each way to copy one number of a value wrongly, two neighbours in the wrong order, or a square turned."""
    if hasattr(value, "tolist"):
        import numpy as np  # here, because counts need none of it

        for change in _changes(value.tolist()):
            yield change._replace(value=np.array(change.value, dtype=value.dtype))
    elif isinstance(value, Mapping | list | tuple):
        for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            for change in _changes(inner):
                yield change._replace(value=_with(value, key, change.value))
        yield from () if isinstance(value, Mapping) else _lists_rearranged(value)
    elif type(value) in (int, float):
        text = f"{Decimal(repr(value)):f}".removesuffix(".0")
        for wrong, chance in _wrong_numbers(text, is_real=type(value) is float) if len(text) > 1 else ():
            new = type(value)(wrong)
            yield Miscopied(f"copied {_shown(value)} as {_shown(new)}", chance, new)


def _with(value: Any, key: Any, new: Any) -> Any:
    if isinstance(value, Mapping):
        return {**value, key: new}
    return type(value)([*value[:key], new, *value[key + 1 :]])


def _lists_rearranged(value: list[Any] | tuple[Any, ...]) -> Iterator[Miscopied]:
    kind = type(value)
    if len(value) > 1 and all(isinstance(row, list | tuple) and len(row) == len(value) for row in value):
        turned = kind([type(row)(column) for row, column in zip(value, zip(*value, strict=True), strict=True)])
        if turned != value:
            yield Miscopied(f"used the rows of {_shown(value)} as its columns", 1.0, turned)
    for place, pair in enumerate(pairwise(value)):
        if all(type(each) in (int, float) for each in pair) and pair[0] != pair[1]:
            exchanged = kind([*value[:place], *pair[::-1], *value[place + 2 :]])
            yield Miscopied(f"copied {_shown(pair)} as {_shown(pair[::-1])}", 0.1, exchanged)


def _wrong_numbers(text: str, *, is_real: bool) -> Iterator[tuple[str, float]]:
    """Yield each way to copy a number wrongly, and its share of them."""
    number = Decimal(text)
    if is_real and number:
        yield text.removeprefix("-") if text.startswith("-") else f"-{text}", 0.07
    last = Decimal(1).scaleb(int(number.as_tuple().exponent))
    yield from ((f"{number + change:f}", 0.01) for change in (last, -last))
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if len(places) == 1 or not number:  # one digit leaves nothing to swap
        return
    for slip, typo, share in _wrong_digits(text):
        yield typo, (0.55 if slip == "digits_swapped" else 0.15) * share
    yield from ((text[: place + 1] + text[place:], 0.08 / len(places)) for place in places)
    for wrong in (number.scaleb(1), number.scaleb(-1)):  # a zero too many, or too few
        if is_real or wrong == int(wrong):
            yield f"{wrong:f}".removesuffix(".0"), 0.025


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.12g}"
