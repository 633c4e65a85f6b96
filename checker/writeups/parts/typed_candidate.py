"""Reads each result found in a document as an answer to a part, as if the student had typed it into a box.

That includes its unit from the words after it; another unit than the question knows, or the name of another part, is
noted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.kinds import Reading
from checker.units import is_unit_word
from checker.writeups.parts.part_words import clearest, part_words
from checker.writeups.results.candidates import Candidate
from checker.writeups.sheets import AskedPart, PartKey


class TypedCandidate(NamedTuple):
    """A result from a document, read as the answer to one part."""

    candidate: Candidate
    text: str
    reading: Reading
    has_unit: bool
    has_foreign_unit: bool = False
    """It has a unit that the question does not know."""
    is_named: bool = False
    """The words before it name the part, better than any other part."""
    is_anothers: bool = False
    """The words before it name another part."""
    chance: float = 0.0
    """How likely it is the answer, by its place and words alone."""


class Row(NamedTuple):
    """One result from a document, read as an answer to each part of a question; None where it cannot be one."""

    candidate: Candidate
    answers: tuple[TypedCandidate | None, ...]
    """By part; None where it cannot be an answer to it."""


def rows_of(parts: Sequence[AskedPart], found: Iterable[Candidate], unanswered: Collection[PartKey]) -> list[Row]:
    """Return the results that may answer some part, each read as an answer to every part."""
    rows = [
        Row(each, tuple(None if part.key in unanswered else typed_candidate(part, each) for part in parts))
        for each in found
    ]
    useful = [row for row in rows if any(row.answers)]
    if len(parts) == 1:
        return useful
    words = part_words(tuple(parts))
    for place, (candidate, answers) in enumerate(useful):
        matches = zip(words.matches(candidate.near), words.matches(candidate.label), strict=True)
        named = clearest([max(pair) for pair in matches])
        numbered = enumerate(answers)
        useful[place] = Row(
            candidate,
            tuple(
                each and each._replace(is_named=number == named, is_anothers=named not in {None, number})
                for number, each in numbered
            ),
        )
    return useful


def typed_candidate(part: AskedPart, candidate: Candidate) -> TypedCandidate | None:
    """Return a result from a document read as the answer to a part; None where it cannot be one."""
    if candidate.kind not in part.results:
        return None
    own, reading = candidate.text, None
    for text in _texts_with_unit(candidate) if part.unit else ():
        found = reading_of(part, text)
        is_other = found and (reading is None or (found.unit, found.numbers) != (reading.unit, reading.numbers))
        if found and is_other and (found.unit or found.refused):
            own, reading = text, found
    if reading and not reading.refused:  # as are `bytes` for a time, `FLOP per day` for FLOP
        return TypedCandidate(candidate, own, reading, has_unit=True)
    bare = reading_of(part, candidate.text)
    is_foreign = bare is not None and (
        reading is not None or _has_foreign_unit(part, candidate) or _is_in_other_unit(part, candidate, bare)
    )
    return bare and TypedCandidate(candidate, candidate.text, bare, has_unit=False, has_foreign_unit=is_foreign)


def reading_of(part: AskedPart, text: str) -> Reading | None:
    """Return the reading of a text as an answer to a part; None where it is unreadable or has other dimensions."""
    try:
        reading = part.read(text)
    except UnreadableAnswer:
        return None
    return reading if part.answer_kind.has_dimensions(reading) else None


def has_asked_unit(part: AskedPart, answer: TypedCandidate) -> bool:
    """Return whether a result has exactly the unit that the question asks for."""
    return bool(part.unit) and answer.has_unit and answer.reading.unit.strip() == part.unit


def _has_foreign_unit(part: AskedPart, candidate: Candidate) -> bool:
    """Return whether a number has a unit that cannot be read for the part, or a percent sign that is not asked for."""
    if part.unit:
        return candidate.kind == "number" and candidate.text.endswith("%")  # and it is no percentage that is asked for
    # units that write-ups may have where the question asks for a number without one
    unit = re.match(
        r"\s?(?:[kKMGT]i?B|bytes?|bits?|FLOPs?|ms|km|cm|mm|kg|Hz|%|‰|min(?:utes?)?|hours?|sec(?:onds?)?|days?|pages?)\b|\s?[%‰]",
        candidate.after,
    )
    return candidate.text.endswith("%") or (unit is not None and reading_of(part, candidate.text + unit[0]) is None)


def _is_in_other_unit(part: AskedPart, candidate: Candidate, bare: Reading) -> bool:
    """Return whether the words around a number name its unit, and that makes it another number: `in MB: 4.5875`."""
    unit = candidate.stated_unit
    if candidate.kind != "number" or not unit:
        return False
    reading = reading_of(part, f"{candidate.text} {unit}")
    if reading is None:
        return is_unit_word(unit)
    return bool(reading.refused) or [each.value for each in reading.numbers] != [each.value for each in bare.numbers]


def _texts_with_unit(candidate: Candidate) -> Iterator[str]:
    """Yield a candidate alone, in percent, and with the words after it, which may be its unit, the fewest first."""
    yield candidate.text
    # a unit before its number
    if sign := re.search(r"[€£¥]\s?$", candidate.near):
        yield f"{sign[0].strip()}{candidate.text}"
        return
    text = candidate.text
    for word in re.findall(r"\s*\S+", candidate.after)[:4]:  # maximum number of words of a unit
        text += word
        yield text.rstrip(" .,;:)*")
