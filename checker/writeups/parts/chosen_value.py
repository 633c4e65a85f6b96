"""Chooses, among weighted results that may answer a part, the one that does, and says how sure that is.

Results that state the same value are grouped, so that a result and its rounded repetition count once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import nlargest
from typing import Final, NamedTuple

from checker.kinds import Reading, StatedNumber
from checker.writeups.language.words import one_of
from checker.writeups.parts.evidence import GivenNumbers
from checker.writeups.parts.typed_candidate import TypedCandidate
from checker.writeups.results.candidates import Candidate
from checker.writeups.sheets import AskedPart


def _stated_values(weighed: Iterable[TypedCandidate]) -> list[list[TypedCandidate]]:
    """Return some results in groups that state one value, the weightiest first; the likeliest result of each is first.

    Equal readings are joined first; of many different ones, only those with the most weight are compared.
    """
    equal: dict[object, list[TypedCandidate]] = {}
    for each in sorted(weighed, key=lambda each: -each.chance):
        reading = each.reading
        equal.setdefault(reading.shown or (reading.shape, reading.numbers), []).append(each)
    values: list[tuple[list[TypedCandidate], list[Reading]]] = []
    for number, several in enumerate(equal.values()):
        reading = several[0].reading
        compared = values if number < 100 else ()  # maximum number of different values that are compared for one part
        same = next((each for each in compared if any(is_same(reading, other) for other in each[1])), None)
        if same:
            same[0].extend(several)
            same[1].append(reading)
        else:
            values.append((several, [reading]))
    return sorted((value for value, _ in values), key=lambda value: -_weight(value))


def _weight(value: Iterable[TypedCandidate]) -> float:
    return sum(each.chance for each in value)


def _most_precise(part: AskedPart, several: Iterable[TypedCandidate]) -> TypedCandidate:
    """Return the result with the most digits, of counts a whole one; where a unit is asked for, one that has it."""
    if part.unit:
        return max(several, key=lambda each: (each.has_unit, each.chance))
    is_count = part.answer_kind.is_one_number and part.is_whole

    def precision(each: TypedCandidate) -> tuple[bool, int, float]:
        numbers = each.reading.numbers
        is_whole = is_count and all(Fraction(number.value).denominator == 1 for number in numbers)
        return is_whole, sum(map(_digits, numbers)), each.chance

    return max(several, key=precision)


def is_same(one: Reading, other: Reading) -> bool:
    """Return whether two readings state the same value; one of them may be rounded or cut off."""
    if one.shown or other.shown:
        return one.shown == other.shown
    if one.shape != other.shape:
        return False
    return all(_agree(*pair) for pair in zip(one.numbers, other.numbers, strict=True))


def _agree(first: StatedNumber, second: StatedNumber) -> bool:
    """Return whether two numbers may state one value: equal, or apart by at most one in the coarser's last digit.

    Whole numbers with as many digits must be equal.
    """
    if first.value == second.value:
        return True
    try:
        difference = abs(float(first.value) - float(second.value))
    except OverflowError:  # beyond the largest float only equal values are the same
        return False
    if difference <= 1e-9 * abs(float(first.value)):  # relative difference up to which two numbers are equal
        return True
    # half of the last digit of a whole number; two of them with as many digits differ
    if _digits(first) == _digits(second) and float(first.half) >= 0.5:
        return False
    fewest = min(_digits(first), _digits(second))
    # significant digits from which a number may restate another, rounded
    # halves of the last digit by which a number that is rounded or cut off differs at most
    return fewest >= 2 and difference <= 2.02 * max(float(first.half), float(second.half))


def _digits(number: StatedNumber) -> int:
    return 99 if number.digits is None else number.digits  # significant digits of a number that is exact


_TOTAL: Final = re.compile(rf"\b{one_of('totals')}\b", re.IGNORECASE)
_BETWEEN: Final = r"[\s,;/|&*_$]+(?:(?:and|und|et|y|e|en)[\s*_$]+)?"
"""What is between two results of a list."""
_LEAST: Final = 0.03
"""Chance from which a candidate counts."""
_DOUBTFUL: Final = 0.45
"""The most confidence in a value that is denied, compared, or one of two alternatives."""
LIKELY: Final = 0.5
"""Confidence from which a value counts if it is right: it is likelier than all others together, and another number of
the section would hardly be right by chance."""
_SHOWN: Final = 0.005
"""Chance from which another value is shown, as one that might be the answer or that a correction replaces."""


class BoundCandidate(NamedTuple):
    """The result chosen for a part, or none; and the other results that might be meant."""

    candidate: Candidate | None
    confidence: float
    reason: str
    others: tuple[Candidate, ...]
    words: str = ""
    """The words by which the student does not simply state it."""
    offers: tuple[TypedCandidate, ...] = ()
    """All results that may answer the part."""
    offered: Collection[int] = ()
    """The places of those that are offered as the answer, too."""


NOTHING: Final = BoundCandidate(None, 0.0, "", ())


def choose(part: AskedPart, offers: Sequence[TypedCandidate], given: GivenNumbers, *, is_only: bool) -> BoundCandidate:
    """Return the result with the most weight as the answer to a part, and how sure that is; NOTHING if none is likely.

    `offers`: the results, each with the chance that it answers the part. `given`: the numbers that the question gives.
    `is_only`: the question has no other part.
    """
    weighed = _weighed(offers)
    if not weighed:
        return NOTHING
    values = _stated_values(weighed)
    reading = values[0][0].reading
    again = (each for each in offers if each.chance < _LEAST and each.candidate.is_result)
    best = _most_precise(part, [*values[0], *(each for each in again if is_same(reading, each.reading))])
    others = [each for each in offers if each.chance >= _SHOWN and not is_same(best.reading, each.reading)]
    rivals = [each for each in others if each.candidate.is_result]
    confidence = _weight(values[0]) / max(1.0, sum(map(_weight, values)))
    last = max(each.candidate.order for each in values[0])
    others_too = _offered_too(part, best, last, offers) if is_only else _boxed_too(best, others)
    offered = {each.candidate.order for each in others_too if each.candidate.text not in given}
    if offered or _is_doubtful(part, values[0], offers) or _is_contradicted(best, rivals, is_only=is_only):
        confidence = min(confidence, _DOUBTFUL)
    others += [each for each in offers if each.chance < _SHOWN and each.candidate.order in offered]
    candidate = best.candidate._replace(text=best.text)
    against = [each.candidate.doubt for each in values[0]] if confidence <= _DOUBTFUL else [""]
    shown = _stated_values(nlargest(20, others, key=lambda each: each.chance))[:5]
    likeliest = tuple(value[0].candidate for value in shown)
    words = against[0] if all(against) else ""
    return BoundCandidate(candidate, confidence, candidate.reason, likeliest, words, offered=offered)


def _weighed(offers: Sequence[TypedCandidate]) -> list[TypedCandidate]:
    """Return the candidates that are likely enough; those before a correction get less weight."""
    weighed = []
    rest = 1.0
    for each in reversed(offers):
        if each.chance < _LEAST:
            continue
        weighed.append(each._replace(chance=each.chance * rest))
        if each.candidate.is_correction:
            # the chance of a correction, this many times, is taken from what it corrects
            rest *= 1 - min(1.0, 2 * each.chance)
    return weighed[::-1]


def _offered_too(
    part: AskedPart, best: TypedCandidate, last: int, offers: Iterable[TypedCandidate]
) -> Iterator[TypedCandidate]:
    """Yield the other results that are offered as the answer, too.

    They are below the value, right before it, a total, or above it under the same name: `n = 12, n = 13`.  A result
    that is worked out from the value is another one, and one above a correction is replaced.
    """
    own = best.candidate
    for each in offers:
        rival = each.candidate
        is_another = rival.kind == own.kind and not is_same(best.reading, each.reading)
        is_bare = each.has_foreign_unit or (best.has_unit and not each.has_unit)  # of something else
        if not is_another or not rival.is_offered or is_bare:
            continue
        is_telling = rival.is_announced or part.answer_kind.is_telling(rival.text)
        is_worked_out = "equals" in rival.cues and own.text.strip() in rival.near
        is_listed = is_telling and rival.is_correction == own.is_correction and _are_listed(rival, own)
        is_rival = bool(_TOTAL.search(rival.near)) or (is_telling and _have_one_name(rival, own))
        is_above = is_listed or (is_rival and not own.is_correction)
        if (is_telling and not is_worked_out) if rival.order > last else is_above:
            yield each


def _have_one_name(first: Candidate, second: Candidate) -> bool:
    """Return whether two results begin with the same words, and the second is not worked out from the first."""
    name = second.label.strip()
    return bool(name) and first.label.strip() == name and first.text not in second.near.rpartition(name)[2]


def _are_listed(first: Candidate, second: Candidate) -> bool:
    """Return whether a result is right before another one: `1,538 and 1,536`."""
    if first.place != second.place or first.file != second.file:
        return False
    one, other = (re.escape(each.text.strip()) for each in (first, second))
    return re.search(rf"(?<![\d.,]){one}{_BETWEEN}{other}(?![\d])", first.line) is not None


def _boxed_too(best: TypedCandidate, others: Iterable[TypedCandidate]) -> Iterator[TypedCandidate]:
    """Yield the other results that are boxed, or bold, in the line of a boxed value, and name no other part."""
    own = best.candidate
    for each in (each for each in others if each.chance >= _LEAST and not each.is_anothers):
        rival = each.candidate
        is_beside = (rival.file, rival.place, rival.kind) == (own.file, own.place, own.kind)
        if is_beside and "strong" in own.cues and "strong" in rival.cues:
            yield each


def _is_contradicted(best: TypedCandidate, rivals: Iterable[TypedCandidate], *, is_only: bool) -> bool:
    """Return whether another file states a rival, or the value is in code and the text announces a rival."""
    own = best.candidate
    is_code = is_only and own.is_in_code
    return any(
        each.is_clear if each.file != own.file else is_code and each.is_announced and not each.is_in_code
        for each in (each.candidate for each in rivals)
    )


def _is_doubtful(part: AskedPart, value: Sequence[TypedCandidate], offers: Iterable[TypedCandidate]) -> bool:
    """Return whether each statement of the value has a doubt or a foreign unit, or a place denies it.

    A matrix of one row or one column is doubtful, too, if another one of its shape is offered.
    """
    if all(each.has_foreign_unit or each.candidate.is_doubtful for each in value):
        return True
    reading = value[0].reading
    is_row = part.answer_kind.is_list and len(reading.shape) > 1 and min(reading.shape, default=0) == 1
    for each in offers:
        other = each.reading
        if is_row and other.shape == reading.shape and not is_same(reading, other):
            return True
        if "denial" in each.candidate.cues and is_same(reading, other):
            return True
    return False
