"""Binding: which candidate answers which part, decided for all parts of a section together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from checker.answers import Reading, StatedNumber
from checker.engine.errors import UnreadableAnswer
from checker.writeups.candidate import Candidate
from checker.writeups.part_words import PartWords
from checker.writeups.sequence import decode
from checker.writeups.sheets import AskedPart, PartKey
from checker.writeups.weights import AGAIN, BACK, CORRECTED, SKIPPED, WEIGHTS
from checker.writeups.words import tokens

SURE: Final = 0.7
"""Confidence from which an answer is graded; below it a person decides."""
_UNIT_WORDS: Final = 4
_ANOTHERS: Final = 0.3
"""Chance of another part from which a result is not left over."""
_LEAST: Final = 0.03
_NEAREST: Final = 100
"""Number of candidates before and after one that are searched for its number."""
_MOST_VALUES: Final = 100
"""Maximum number of different values that are compared for one part."""
_NONE: Final = 0.3
"""Weight of the chance that no candidate is the answer."""
_COMPATIBLE: Final = {
    "number": {"number"},
    "vector": {"vector", "matrix", "number"},
    "matrix": {"matrix", "vector"},
    "shape": {"shape", "vector"},
    "complexity": {"complexity"},
    "formula": {"formula", "number"},
}


class Bound(NamedTuple):
    """A candidate bound to a part, or none; and the others that it might have been."""

    candidate: Candidate | None
    confidence: float
    reason: str
    others: tuple[Candidate, ...]


@dataclass(frozen=True)
class _Typed:
    """A candidate as an answer to a part: its text, and its value."""

    candidate: Candidate
    text: str
    reading: Reading
    has_unit: bool
    is_named: bool = False
    """The words before it name the part, better than any other part."""


def bind(
    parts: Sequence[AskedPart], found: Sequence[Candidate], prompt: str, unanswered: Collection[PartKey] = ()
) -> list[Bound]:
    """Return what is bound to each part; nothing to those that the student says are unanswered."""
    useful = list(found)
    typed = [[None if part.key in unanswered else _typed(part, each) for part in parts] for each in useful]
    kept = [place for place, row in enumerate(typed) if any(row)]
    useful, typed = [useful[place] for place in kept], [typed[place] for place in kept]
    if not useful:
        return [Bound(None, 0.0, "", ()) for _ in parts]
    typed = _with_names(parts, useful, typed)
    scores = _scores(parts, useful, typed, prompt)
    chances = _decode(scores, [each.is_correction for each in useful])
    given = {token for token in tokens(prompt) if token[0].isdigit()}
    bound = [_choose(number, parts, typed, chances, given) for number in range(len(parts))]
    if any(each.kind == "number" and _TWO_READINGS.fullmatch(each.text) and each.is_result for each in found):
        bound = [
            each._replace(confidence=each.confidence * _UNREADABLE) if part.kind == "number" and part.is_whole else each
            for part, each in zip(parts, bound, strict=True)
        ]
    taken = {each.candidate.order for each in bound if each.candidate and each.confidence >= SURE}
    return [
        each if each.candidate else each._replace(others=_left_over(number, typed, chances, taken))
        for number, each in enumerate(bound)
    ]


def _with_names(
    parts: Sequence[AskedPart], useful: Sequence[Candidate], typed: Sequence[Sequence[_Typed | None]]
) -> list[list[_Typed | None]]:
    """Return the candidates with what their labels say: which part they name."""
    if len(parts) == 1:
        return [list(row) for row in typed]
    words = PartWords(parts)
    found = []
    for candidate, row in zip(useful, typed, strict=True):
        values = [max(pair) for pair in zip(words.matches(candidate.label), words.matches(candidate.near), strict=True)]
        best = max(values)
        is_clear = best >= _NAMES and values.count(best) == 1
        found.append(
            [
                answer and replace(answer, is_named=is_clear and values[number] == best)
                for number, answer in enumerate(row)
            ]
        )
    return found


def _left_over(
    number: int, typed: Sequence[Sequence[_Typed | None]], chances: np.ndarray, taken: Collection[int]
) -> tuple[Candidate, ...]:
    """Return the results that may answer a part to which nothing is bound, and that answer no other."""
    left = [
        (chances[place, number], answer.candidate)
        for place, row in enumerate(typed)
        if (answer := row[number])
        and answer.candidate.is_result
        and answer.candidate.order not in taken
        and chances[place].max() < _ANOTHERS
    ]
    return tuple(candidate for _, candidate in sorted(left, key=lambda each: -each[0])[:5])


def _typed(part: AskedPart, candidate: Candidate) -> _Typed | None:
    """Return a candidate as an answer to a part; None where it cannot be one."""
    if candidate.kind not in _COMPATIBLE.get(part.kind, ()) or (part.kind == "shape" and "column" in candidate.cues):
        return None
    if part.unit:
        words = re.findall(r"\s*\S+", candidate.after)[:_UNIT_WORDS]
        for count in range(len(words), 0, -1):
            text = candidate.text + "".join(words[:count])
            reading = _read(part, text.rstrip(" .,;:)*"))
            if reading and reading.unit:
                return _Typed(candidate, text.rstrip(" .,;:)*"), reading, has_unit=True)
    reading = _read(part, candidate.text)
    if reading is None:
        return None
    return _Typed(candidate, candidate.text, reading, has_unit=False)


def _read(part: AskedPart, text: str) -> Reading | None:
    try:
        reading = part.read(text)
    except UnreadableAnswer:
        return None
    if part.kind == "matrix" and reading.numbers and len(reading.shape) < 2:
        return None
    if part.kind == "vector" and len(reading.shape) > 1 and min(reading.shape) > 1:
        return None
    return reading


_RESULT_CUES: Final = frozenset({"equals", "arrow", "colon", "strong", "answer_word"})
_CLEAR: Final = frozenset({"alone", "printed", "last_cell", "stacked", "whole_table"})
_SHAPE_WORD: Final = re.compile(r"shape|size|dim|form|maps|becomes|gives?", re.IGNORECASE)
_OF_ONE_PART: Final = (
    "last",
    "last_of_all",
    "equals",
    "alone",
    "end",
    "strong",
    "total_word",
    "answer_word",
    "gathers",
    "used_later",
    "bias",
)
"""Cues that weigh otherwise where a question has only one part."""
_LONE_SYMBOL: Final = re.compile(r"\W*[A-Z](?:_?\{?\w{1,3}\}?)?\s*(?:[:=∈]|\\in\b|$)")
"""`W_o:` names another array than the one that is asked for."""
_IMPOSSIBLE: Final = -20.0
_NEVER: Final = -30.0
_CODE: Final = frozenset({"in_code", "printed"})
_TWO_READINGS: Final = re.compile(r"\d{1,3}\.\d{3}")
"""`27.648` is 27 thousand or 27 and a bit; next to such numbers a count is left to a person."""
_UNREADABLE: Final = 0.5
_IN_CODE: Final = 0.6
_NAMES: Final = 0.5
"""How well a label names a part at least."""
_ONE_ENTRY: Final = 0.6
_IN_PROSE: Final = 0.6
_RIVAL: Final = 0.08
_FEWEST_DIGITS: Final = 2
"""Significant digits from which a number may restate another, rounded."""
_UNIT_AFTER: Final = re.compile(r"\s?(?:[kMGT]i?B|bytes?|bits?|GB|MB|kB|FLOPs?|ms|km|cm|mm|kg|Hz|%)\b|\s?%")


def _scores(
    parts: Sequence[AskedPart], useful: Sequence[Candidate], typed: Sequence[Sequence[_Typed | None]], prompt: str
) -> np.ndarray:
    """Return by candidate and part the evidence that one answers the other."""
    scores = np.full((len(useful), len(parts)), _IMPOSSIBLE)
    for place, number, cues in evidence(parts, useful, typed, prompt):
        scores[place, number] = sum(WEIGHTS[cue] * value for cue, value in cues.items())
    return scores


def evidence(
    parts: Sequence[AskedPart], useful: Sequence[Candidate], typed: Sequence[Sequence[_Typed | None]], prompt: str
) -> Iterator[tuple[int, int, dict[str, float]]]:
    """Yield for each candidate and each part that it may answer what speaks for and against it, by cue."""
    words = PartWords(parts)
    asked = {*tokens(prompt)}
    given = {token for token in asked if token[0].isdigit()}
    marks = _marks(parts, useful)
    results = [place for place, each in enumerate(useful) if each.is_result]
    last = results[-1] if results else -1
    last_under = {useful[place].above[:1]: place for place in results if useful[place].above}.values()
    last_of_mark = {useful[place].mark: place for place in results}.values() if marks else ()
    for place, each in enumerate(useful):
        own = dict.fromkeys(each.cues, 1.0) | {"bias": 1.0, "last_of_all": float(place == last)}
        own["gathers"] = float(
            sum(_is_in(other.text, each.near) for other in useful[max(0, place - _NEAREST) : place]) > 1
        )
        own["used_later"] = float(
            any(_is_in(each.text, other.near) for other in useful[place + 1 : place + 1 + _NEAREST])
        )
        if len(parts) == 1:
            own |= {f"only_{cue}": own[cue] for cue in _OF_ONE_PART if cue in own}
        is_given = (tokens(each.text) or [""])[0] in given
        if (noun := tokens(each.after[:30])[:1]) and noun[0] in asked and not each.after[:1].isalnum():
            own["noun"] = 1.0
        named = _named(words, each) if len(parts) > 1 else []
        for number, part in enumerate(parts):
            answer = typed[place][number]
            if answer is None:
                continue
            cues = dict(own)
            if len(parts) > 1:
                if mark := marks.get(each.mark):
                    cues["same_mark" if mark - 1 == number else "other_mark"] = 1.0
                    cues["last_of_mark"] = float(place in last_of_mark)
                else:
                    cues["unmarked"] = float(len(marks) >= len(parts))
                    cues |= named[number]
                    cues["last_under"] = float(place in last_under)
                    is_named = named[number]["named"] or named[number]["labelled"]
                    cues["sums_up"] = float(bool(is_named and ("total_word" in each.cues or own["gathers"])))
                cues["last_for_last"] = float(place == last and number == len(parts) - 1)
            if part.unit:
                cues["with_unit" if answer.has_unit else "without_unit"] = 1.0
                cues["asked_unit"] = float(answer.has_unit and answer.reading.unit.strip() == part.unit)
            elif part.kind == "number" and _is_foreign(part, each):
                cues["foreign_unit"] = 1.0
            if part.kind == "number" and part.is_whole and not part.unit and answer.reading.numbers[0].value % 1:
                cues["not_whole"] = 1.0
            if part.kind == "number" and is_given:
                cues["given_result" if _RESULT_CUES & {*each.cues} else "given"] = 1.0
            if part.kind == "shape" and each.kind == "shape" and _SHAPE_WORD.search(each.near):
                cues["shape_word"] = 1.0
            if part.kind == "shape" and _LONE_SYMBOL.match(each.label or each.near):
                cues["lone_symbol"] = 1.0
            if each.kind == "number" and part.kind != "number":
                cues["single_number"] = 1.0
            elif each.kind != part.kind:
                cues["other_kind"] = 1.0
            yield place, number, cues


def _is_in(number: str, text: str) -> bool:
    """Return whether a number of more than one digit is in a text."""
    place = text.find(number) if len(number) > 1 else -1
    return (
        place >= 0 and not text[max(0, place - 1) : place].isdigit() and not text[place + len(number) :][:1].isdigit()
    )


def _is_foreign(part: AskedPart, candidate: Candidate) -> bool:
    """Return whether a number has a unit that the question does not know."""
    unit = _UNIT_AFTER.match(candidate.after)
    return unit is not None and _read(part, candidate.text + unit[0]) is None


def _named(words: PartWords, candidate: Candidate) -> list[dict[str, float]]:
    """Return for each part how well the words around a candidate name it, and how much better they name another."""
    near, label, after = (words.matches(text) for text in (candidate.near, candidate.label, candidate.after))
    above = [
        max((0.8**depth * value for depth, value in enumerate(values)), default=0.0)
        for values in zip(*[words.matches(text) for text in candidate.above[:4]], strict=True)
    ] or [0.0] * len(near)
    close = [max(each) for each in zip(near, label, (0.8 * value for value in after), strict=True)]
    previous = words.matches(candidate.previous) if not any(close) else [0.0] * len(near)
    found = []
    for number in range(len(near)):
        others = [place for place in range(len(near)) if place != number]
        found.append(
            {
                "named": near[number],
                "labelled": label[number],
                "followed": after[number],
                "above": above[number],
                "previous": previous[number],
                "named_other": max(0.0, max(close[other] for other in others) - close[number]),
                "above_other": max(0.0, max(above[other] for other in others) - above[number]),
            }
        )
    return found


def _marks(parts: Sequence[AskedPart], useful: Sequence[Candidate]) -> dict[str, int]:
    """Return the number of the part for each letter, where the student marked the parts with letters."""
    letters = {each.mark for each in useful if each.mark}
    if len(parts) < 2 or not letters:
        return {}
    if any(ord(letter) - ord("a") >= len(parts) for letter in letters):
        return {}
    return {letter: ord(letter) - ord("a") + 1 for letter in letters}


def _decode(scores: np.ndarray, corrects: Sequence[bool]) -> np.ndarray:
    """Return by candidate and part the chance that it answers the part.

    A state is the part that was answered last, and whether the candidate at hand answers it or none.  A part is
    answered once, unless a later candidate corrects the answer.
    """
    steps, count = scores.shape
    emitted = np.zeros((steps, 2 * count + 1))
    emitted[:, :count] = scores
    moves = np.stack([_moves(count, AGAIN), _moves(count, CORRECTED)])
    start = np.full(2 * count + 1, _NEVER)
    start[2 * count] = 0.0
    start[:count] = SKIPPED * np.arange(count)
    return decode(emitted, moves, start, np.zeros_like(emitted), [int(each) for each in corrects]).chances[:, :count]


def _moves(count: int, again: float) -> np.ndarray:
    """Return the costs of going from one state to another: the parts, the parts with nothing after them, nothing."""
    moves = np.full((2 * count + 1, 2 * count + 1), _NEVER)
    for state in range(2 * count + 1):
        last = state % count if state < 2 * count else -1
        moves[state, last + count if last >= 0 else 2 * count] = 0.0
        for part in range(count):
            moves[state, part] = again if part == last else SKIPPED * (part - last - 1) if part > last else BACK
    return moves


def _choose(
    number: int,
    parts: Sequence[AskedPart],
    typed: Sequence[Sequence[_Typed | None]],
    chances: np.ndarray,
    given: Collection[str],
) -> Bound:
    """Return what is bound to one part: the value with most weight, corrections before what they correct."""
    weights: list[tuple[float, _Typed]] = []
    rest = 1.0
    for row, chance in zip(reversed(typed), chances[::-1, number].tolist(), strict=True):
        answer = row[number]
        if answer is None or chance < _LEAST:
            continue
        weights.append((chance * rest, answer))
        if answer.candidate.is_correction:
            rest *= 1 - min(1.0, 2 * chance)
    if not weights:
        return Bound(None, 0.0, "", ())
    weights.reverse()
    clusters, others_weight = _clustered(weights)
    clusters.sort(key=lambda cluster: -sum(weight for weight, _ in cluster))
    sums = [sum(weight for weight, _ in cluster) for cluster in clusters]
    best = max(clusters[0], key=lambda each: (_digits(each[1].reading) if not parts[number].unit else 0, each[0]))[1]
    whole = sum(sums) + others_weight
    confidence = sums[0] / (whole + _NONE * max(0.0, 1 - whole))
    if best.candidate.kind == "number" and parts[number].kind != "number":
        confidence *= _ONE_ENTRY  # a list is asked for
    own = [
        row[number] for row, chance in zip(typed, chances, strict=True) if chance[number] >= _LEAST or len(parts) == 1
    ]
    if _is_in_prose(best, own, given):
        confidence *= _IN_PROSE
    is_rivalled = len(sums) > 1 and sums[1] > _RIVAL
    if _CODE & {*best.candidate.cues} and (
        (is_rivalled and not best.is_named) or _is_one_of_several(best, [row[number] for row in typed])
    ):
        confidence *= _IN_CODE  # what code prints is named by commands, which are not understood
    reason = best.candidate.reason
    others = tuple(cluster[0][1].candidate for cluster in clusters[1:6])
    return Bound(replace(best.candidate, text=best.text), confidence, reason, others)


def _is_in_prose(best: _Typed, others: Sequence[_Typed | None], given: Collection[str]) -> bool:
    """Return whether a number is only mentioned in a sentence, while others are written like results."""
    if (_RESULT_CUES | _CLEAR) & {*best.candidate.cues}:
        return False
    return any(
        other
        and _RESULT_CUES & {*other.candidate.cues}
        and other.candidate.is_result
        and (tokens(other.text) or [""])[0] not in given
        and not _same(best.reading, other.reading)
        for other in others
    )


def _is_one_of_several(best: _Typed, others: Sequence[_Typed | None]) -> bool:
    """Return whether code printed other results that may be the answer too."""
    return any(
        other
        and _CODE & {*other.candidate.cues}
        and other.candidate.is_result
        and not _same(best.reading, other.reading)
        for other in others
    )


def _clustered(weights: Sequence[tuple[float, _Typed]]) -> tuple[list[list[tuple[float, _Typed]]], float]:
    """Return the answers by value, and the weight of those that were not compared because there are too many values."""
    equal: dict[object, list[tuple[float, _Typed]]] = {}
    for weight, answer in sorted(weights, key=lambda each: -each[0]):
        reading = answer.reading
        equal.setdefault(reading.shown or (reading.shape, reading.numbers), []).append((weight, answer))
    clusters: list[list[tuple[float, _Typed]]] = []
    values: list[list[Reading]] = []
    for several in islice(equal.values(), _MOST_VALUES):
        reading = several[0][1].reading
        home = next((place for place, own in enumerate(values) if any(_same(reading, each) for each in own)), None)
        if home is None:
            clusters.append(several)
            values.append([reading])
        else:
            clusters[home] += several
            values[home].append(reading)
    return clusters, sum(weight for several in islice(equal.values(), _MOST_VALUES, None) for weight, _ in several)


def _digits(reading: Reading) -> int:
    return sum(99 if each.digits is None else each.digits for each in reading.numbers)


def _same(one: Reading, other: Reading) -> bool:
    """Return whether two readings state the same value, one of them perhaps rounded or cut off."""
    if one.shown or other.shown:
        return one.shown == other.shown
    if one.shape != other.shape:
        return False
    return all(_agree(*pair) for pair in zip(one.numbers, other.numbers, strict=True))


def _agree(first: StatedNumber, second: StatedNumber) -> bool:
    difference = abs(float(first.value) - float(second.value))
    if difference <= 1e-9 * abs(float(first.value)):
        return True
    digits = min(99 if each.digits is None else each.digits for each in (first, second))
    return digits >= _FEWEST_DIGITS and difference <= 2.02 * max(float(first.half), float(second.half))
