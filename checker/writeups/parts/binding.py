"""Decides which result in a student's text answers which part of a question, for all parts together (`bind`).

Among weighted results that may answer a part, `choose` takes the one that does, and says how sure that is.  Results
that state the same value are grouped, so that a result and its rounded repetition count once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from checker.kinds import Reading, StatedNumber
from checker.problems import QuestionKey
from checker.writeups.language.words import numbers_in, one_of
from checker.writeups.parts.evidence import GivenNumbers, Row, TypedCandidate, given_numbers, rows_of, scores
from checker.writeups.questions.sequence import Scores, chances
from checker.writeups.results.candidates import (
    AGAIN,
    BACK,
    BUILT,
    CORRECTED,
    MISBUILT,
    MISUSED,
    SKIPPED,
    USED,
    Candidate,
)
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
    # a number of one digit restates no other; one that is rounded or cut off differs by two halves of its last digit
    fewest = min(_digits(first), _digits(second))
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
    others: tuple[Candidate, ...] = ()
    words: str = ""
    """The words by which the student does not simply state it."""
    offers: tuple[TypedCandidate, ...] = ()
    """All results that may answer the part."""


NOTHING: Final = BoundCandidate(None, 0.0)


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
    marked = tuple(each._replace(is_offered=each.candidate.order in offered) for each in offers)
    return BoundCandidate(candidate, confidence, likeliest, words, marked)


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
    if first.evidence[:2] != second.evidence[:2]:
        return False
    one, other = (re.escape(each.text.strip()) for each in (first, second))
    return re.search(rf"(?<![\d.,]){one}{_BETWEEN}{other}(?![\d])", first.evidence.text) is not None


def _boxed_too(best: TypedCandidate, others: Iterable[TypedCandidate]) -> Iterator[TypedCandidate]:
    """Yield the other results that are boxed, or bold, in the line of a boxed value, and name no other part."""
    own = best.candidate
    for each in (each for each in others if each.chance >= _LEAST and not each.is_anothers):
        rival = each.candidate
        is_beside = rival.evidence[:2] == own.evidence[:2] and rival.kind == own.kind
        if is_beside and "strong" in own.cues and "strong" in rival.cues:
            yield each


def _is_contradicted(best: TypedCandidate, rivals: Iterable[TypedCandidate], *, is_only: bool) -> bool:
    """Return whether another file states a rival, or the value is in code and the text announces a rival."""
    own = best.candidate
    is_code = is_only and own.is_in_code
    return any(
        each.is_clear
        if each.evidence.file != own.evidence.file
        else is_code and each.is_announced and not each.is_in_code
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


SURE: Final = 0.8
"""Confidence from which an answer is graded; below it a person decides."""

_MOST_SKIPPED: Final = 2
"""Number of parts without an answer that cost; more cost no more."""
_NEVER: Final = -30.0
"""What a move costs that is impossible."""


def bind(
    parts: Sequence[AskedPart], found: Sequence[Candidate], prompt: str, unanswered: Collection[QuestionKey] = ()
) -> list[BoundCandidate]:
    """Return for each part of a question the result that answers it, of those in the lines for it, or NOTHING.

    `found`: all results in these lines.  `unanswered`: parts that the student says are not answered.
    """
    rows = rows_of(parts, found, unanswered)
    if not rows:
        return [NOTHING] * len(parts)
    chances = _chances(parts, rows, prompt)
    offers = [
        [
            answer._replace(chance=chance)
            for row, chance in zip(rows, own, strict=True)
            if (answer := row.answers[number])
        ]
        for number, own in enumerate(chances.T.tolist())
    ]
    given, is_only = given_numbers(prompt), len(parts) == 1
    bound = [choose(part, each, given, is_only=is_only) for part, each in zip(parts, offers, strict=True)]
    taken = {each.candidate.order for each in bound if each.candidate and each.confidence >= SURE}
    return [
        NOTHING._replace(offers=tuple(own))
        if not each.candidate or (each.confidence < SURE and each.candidate.order in taken)  # it is another's
        else each
        for each, own in zip(bound, offers, strict=True)
    ]


def _chances(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Scores:
    """Return a matrix (result, part) of chances: by the words around a result, then by what it is worked out from."""
    corrects = [row.candidate.is_correction for row in rows]
    alone = scores(parts, rows, prompt)
    chances = _part_chances(alone, corrects)
    return _part_chances(alone + _related_scores(parts, rows, chances), corrects) if len(parts) > 1 else chances


def _part_chances(scores: Scores, corrects: Sequence[bool]) -> Scores:
    """Return a matrix (result, part) of chances that a result answers a part, given the evidence `scores`.

    Each part is answered once, in order if possible, unless a correction (`corrects`) replaces the answer.
    """
    steps, count = scores.shape
    emitted = np.zeros((steps, 2 * count + 1))
    emitted[:, :count] = scores
    start = np.full(2 * count + 1, _NEVER)
    start[2 * count] = 0.0
    start[:count] = SKIPPED * np.minimum(np.arange(count), _MOST_SKIPPED)
    sorts = [int(each) for each in corrects]
    both = np.stack([_moves(count, AGAIN), _moves(count, CORRECTED)])
    return chances(emitted, both, sorts, start + emitted[0], np.zeros_like(emitted))[:, :count]


@lru_cache(64)
def _moves(count: int, again: float) -> Scores:
    """Return the cost of each step between states. State k: this result answers part k.

    State count + k: it answers none, and part k was answered last. The last state: none was answered yet. `again` is
    the cost of answering the same part again.
    """
    moves = np.full((2 * count + 1, 2 * count + 1), _NEVER)
    for state in range(2 * count + 1):
        last = state % count if state < 2 * count else -1
        moves[state, last + count if last >= 0 else 2 * count] = 0.0
        for part in range(count):
            moves[state, part] = (
                again if part == last else SKIPPED * min(part - last - 1, _MOST_SKIPPED) if part > last else BACK
            )
    return moves


def _related_scores(parts: Sequence[AskedPart], rows: Sequence[Row], chances: Scores) -> Scores:
    """Return a matrix (result, part) of evidence, given how likely each result answers each part (`chances`).

    It is higher if the results that a result is worked out from answer the parts that its part needs, and lower if they
    do not.
    """
    found = np.zeros_like(chances)
    direct = np.array([[one.is_computed_from(other) for other in parts] for one in parts], dtype=int)
    needs = np.where(direct, np.where(direct @ direct, 0.5, 1.0), 0.0)  # half where it is by way of a third part, too
    if not needs.any():
        return found
    others = 1.0 - (needs > 0)
    for place, values in _sources(rows):
        known = np.array([chances[each].max(axis=0) for each in values])
        found[place] += (BUILT * known @ needs.T + MISBUILT * known @ others.T).mean(axis=0)
        used = USED * chances[place] @ needs + MISUSED * chances[place] @ others
        for each in values:
            found[each] += used
    return found


def _sources(rows: Sequence[Row]) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield each result that is worked out from earlier ones, and for each of these the places of its value.

    They are in its line, or two of them are the sum.
    """
    values = [_value(row) for row in rows]
    places: dict[float, list[int]] = defaultdict(list)
    for place, (row, value) in enumerate(zip(rows, values, strict=True)):
        if value and row.candidate.is_result:
            places[value].append(place)
    # maximum number of different results among which sums are looked for
    sums = {one + other: (one, other) for one, other in combinations(list(places)[:60], 2)}
    for place, (row, value) in enumerate(zip(rows, values, strict=True)):
        if value:
            stated = {float(each) for each in numbers_in(row.candidate.near) if each.isascii()} - {value}
            for several in (stated, sums.get(value, ())):
                earlier = [places[each] for each in several if each in places and places[each][0] < place]
                if earlier:
                    yield place, earlier
                    break


def _value(row: Row) -> float:
    """Return the number that a result states; 0 if it is no single number, or too small or large to be recognised."""
    reading = next(answer.reading for answer in row.answers if answer)
    value = reading.numbers[0].value if row.candidate.kind == "number" else 0
    # where whole numbers as floats end to be exact
    return float(value) if 100 <= value <= 1e15 else 0.0  # the smallest number that is hardly in a line by chance
