"""What speaks for and against each candidate as the answer to each part, cue by cue."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

import numpy as np

from checker.writeups.candidate import Candidate
from checker.writeups.given_numbers import GivenNumbers
from checker.writeups.result_sorts import Restated, Sorts, is_mentioned
from checker.writeups.part_naming import PartNaming
from checker.writeups.sequence import Scores
from checker.writeups.sheets import AskedPart
from checker.writeups.typed_candidate import Row, TypedCandidate, reading_of
from checker.writeups.weights import ONLY, WEIGHTS
from checker.writeups.words import first_token, tokens

_IMPOSSIBLE: Final = -20.0
"""The evidence for a candidate that cannot be an answer to a part."""
_NEAREST: Final = 100
"""Number of candidates before and after one that are searched for its number."""
_NOUN: Final = 30
"""Characters after a number in which its noun begins."""
_SHAPE_WORD: Final = re.compile(r"shape|size|dim|form|maps|becomes|gives?", re.IGNORECASE)
_LONE_SYMBOL: Final = re.compile(r"\W*[A-Z](?:_?\{?\w{1,3}\}?)?\s*(?:[:=∈]|\\in\b|$)")
"""`W_o:` names another array than the one that is asked for."""
_SCALED: Final = re.compile(r"[^\W\d]")
"""`11 million`, `62k`: rarely the exact number that is asked for."""
_UNIT_AFTER: Final = re.compile(r"\s?(?:[kMGT]i?B|bytes?|bits?|GB|MB|kB|FLOPs?|ms|km|cm|mm|kg|Hz|%)\b|\s?%")

Cues = dict[str, float]
"""How much each cue holds, from 0 to 1: keys of `WEIGHTS`."""


def scores(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Scores:
    """Return by candidate and part the evidence that one answers the other."""
    found = np.full((len(rows), len(parts)), _IMPOSSIBLE)
    for place, number, cues in evidence(parts, rows, prompt):
        found[place, number] = sum(WEIGHTS[cue] * value for cue, value in cues.items())
    return found


def evidence(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Iterator[tuple[int, int, Cues]]:
    """Yield for each candidate and each part that it may answer what speaks for and against it."""
    asked, given = frozenset(tokens(prompt)), GivenNumbers(prompt)
    found = [row.candidate for row in rows]
    naming = PartNaming(parts, found) if len(parts) > 1 else None
    announced = {each.text for each in found if each.is_announced and each.is_result and each.text not in given}
    sorts = [Sorts(part, number, rows, given) for number, part in enumerate(parts)]
    restated = Restated(found)
    for place, row in enumerate(rows):
        own = _own_cues(place, found, asked) | restated.cues(place)
        own["mentioned"] = float(is_mentioned(row.candidate) and bool(announced - {row.candidate.text}))
        for number, (part, answer) in enumerate(zip(parts, row.answers, strict=True)):
            if answer:
                one = own | sorts[number].cues(place)
                if not naming:
                    one |= {only: one[cue] for cue, only in ONLY.items() if cue in one}
                named = naming.cues(place, number, one) if naming else {}
                yield place, number, one | named | _kind_cues(part, answer, given)


def _own_cues(place: int, found: Sequence[Candidate], asked: Collection[str]) -> Cues:
    """Return the cues of a candidate whatever the part: its own, and what those around it say."""
    each = found[place]
    before, after = found[max(0, place - _NEAREST) : place], found[place + 1 : place + 1 + _NEAREST]
    cues = dict.fromkeys(each.cues, 1.0) | {"bias": 1.0}
    cues["gathers"] = float(sum(_has_number(each.near, other.text) for other in before) > 1)
    cues["used_later"] = float(any(_has_number(other.near, each.text) for other in after))
    if not each.after[:1].isalnum() and first_token(each.after[:_NOUN]) in asked:
        cues["noun"] = 1.0
    return cues


def _kind_cues(part: AskedPart, answer: TypedCandidate, given: GivenNumbers) -> Cues:
    """Return what the kind of a part says about a candidate: its unit, a whole number, a shape."""
    each = answer.candidate
    cues = {}
    if part.unit:
        cues["with_unit" if answer.has_unit else "without_unit"] = 1.0
        cues["asked_unit"] = float(answer.has_unit and answer.reading.unit.strip() == part.unit)
    if part.kind == "number":
        cues |= _number_cues(part, answer, given)
    else:
        if each.text in given:
            cues["given_list" if each.kind != "number" else "given_result" if each.is_announced else "given"] = 1.0
        if each.kind == "number":
            cues["one_number" if given.is_one_number else "single_number"] = 1.0
    if part.kind == "shape":
        cues |= _shape_cues(each)
    if part.kind == "matrix" and len(answer.reading.shape) == 1:
        cues["single_row"] = 1.0
    if each.kind not in {part.kind, "number"}:
        cues["other_kind"] = 1.0
    return cues


def _number_cues(part: AskedPart, answer: TypedCandidate, given: GivenNumbers) -> Cues:
    """Return what speaks against a candidate as a number: another unit, a fraction of a count, one that was given."""
    each = answer.candidate
    is_count = part.is_whole and not part.unit
    checks = {
        "foreign_unit": not part.unit and _has_foreign_unit(part, each),
        "one_digit": is_count and abs(answer.reading.numbers[0].value) < 10,
        "scaled": is_count and bool(_SCALED.search(each.text)),
        "not_whole": is_count and bool(answer.reading.numbers[0].value % 1),
        "given_result" if each.is_announced else "given": each.text in given,
    }
    return {cue: 1.0 for cue, holds in checks.items() if holds}


def _shape_cues(each: Candidate) -> Cues:
    """Return what the words around a candidate say about it as a shape."""
    checks = {
        "shape_word": each.kind == "shape" and bool(_SHAPE_WORD.search(each.near)),
        "lone_symbol": bool(_LONE_SYMBOL.match(each.label or each.near)),
    }
    return {cue: 1.0 for cue, holds in checks.items() if holds}


def _has_number(text: str, number: str) -> bool:
    """Return whether a number of more than one digit is in a text."""
    place = text.find(number) if len(number) > 1 else -1
    if place < 0:
        return False
    before, after = text[max(0, place - 1) : place], text[place + len(number) :][:1]
    return not before.isdigit() and not after.isdigit()


def _has_foreign_unit(part: AskedPart, candidate: Candidate) -> bool:
    """Return whether a number has a unit that the question does not know."""
    unit = _UNIT_AFTER.match(candidate.after)
    return unit is not None and reading_of(part, candidate.text + unit[0]) is None
