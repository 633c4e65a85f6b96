"""Reads each result found in a document as an answer to a part, and adds up the evidence for and against it (`scores`).

A result is read as if the student had typed it into a box, with its unit from the words after it; another unit than the
question knows, or the name of another part, is noted.  What repeats the numbers and lists of a question
(`GivenNumbers`) is hardly its answer; words, letters and symbols next to a result may name one part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from checker.engine.errors import UnreadableAnswer
from checker.kinds import Reading
from checker.problems import QuestionKey
from checker.units.reading import may_be_unit
from checker.writeups.document import Evidence
from checker.writeups.language.words import numbers_in, tokens
from checker.writeups.parts.part_words import PartWords, clearest, part_words
from checker.writeups.questions.sequence import Scores
from checker.writeups.results.candidates import ONLY, WEIGHTS, Candidate
from checker.writeups.sheets import AskedPart


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
    is_offered: bool = False
    """It is offered next to the result that was read: below it, right before it, or as a total."""

    @property
    def evidence(self) -> Evidence:
        """Return its line, and where that is."""
        return self.candidate.evidence

    @property
    def order(self) -> int:
        """Return its place among the results of its section."""
        return self.candidate.order

    @property
    def is_announced(self) -> bool:
        """Return whether a sign, a word or bold type announces it as a result."""
        return self.candidate.is_announced

    @property
    def is_plain(self) -> bool:
        """Return whether nothing that is written around it speaks against it."""
        return self.candidate.is_plain and not self.has_foreign_unit

    @property
    def may_be_meant(self) -> bool:
        """Return whether nothing says that it is not the answer, though words near it may not be understood."""
        return not self.candidate.is_passed_over and not self.has_foreign_unit


class Row(NamedTuple):
    """One result from a document, read as an answer to each part of a question; None where it cannot be one."""

    candidate: Candidate
    answers: tuple[TypedCandidate | None, ...]
    """By part; None where it cannot be an answer to it."""


def rows_of(parts: Sequence[AskedPart], found: Iterable[Candidate], unanswered: Collection[QuestionKey]) -> list[Row]:
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
        return unit.isalpha() and may_be_unit(unit)
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


_NUMBER: Final = re.compile(r"[-−–]?\d[\d.]*(?:,\d{3}(?!\d))*")

Cues = dict[str, float]
"""How much each cue holds, from 0 to 1: keys of `WEIGHTS`."""


class GivenNumbers:
    """The numbers and lists in a prompt; an answer hardly repeats them."""

    def __init__(self, prompt: str) -> None:
        self._single = numbers_in(prompt)
        self._in_order = [f" {' '.join(_entries(each))} " for each in re.split(r"[^\W\d_]+|=", prompt)]
        # number of texts whose answers are kept: every part asks for the same ones
        self._gives = lru_cache(1024)(self._is_given)

    def __contains__(self, text: str) -> bool:
        return self._gives(text)

    def _is_given(self, text: str) -> bool:
        entries = _entries(text)
        if len(entries) < 2:  # length from which a list is looked for in the question
            return not self._single.isdisjoint(tokens(text)[:1])
        wanted = f" {' '.join(entries)} "
        return any(wanted in each for each in self._in_order)


given_numbers: Final = lru_cache(32)(GivenNumbers)
"""Returns the numbers and lists in a prompt, from a cache."""


def _entries(text: str) -> list[str]:
    """Return the numbers of a text in their order, each without zeros at its end."""
    found = (each.replace(",", "").replace("−", "-").replace("–", "-") for each in _NUMBER.findall(text))
    return [each.rstrip("0").rstrip(".") if "." in each else each for each in found]


def scores(parts: Sequence[AskedPart], rows: Sequence[Row], prompt: str) -> Scores:
    """Return a matrix (result, part): the log-odds that a result answers a part, very low if it cannot."""
    scores = np.full((len(rows), len(parts)), -20.0)  # the evidence for a candidate that cannot be an answer to a part
    given = given_numbers(prompt)
    found = [row.candidate for row in rows]
    naming = list(_naming(parts, found)) if len(parts) > 1 else None
    fitting = [_fitting(part, [row.answers[number] for row in rows], given) for number, part in enumerate(parts)]
    last_at, mentioned = {each.text: place for place, each in enumerate(found)}, _only_mentioned(found, given)
    for place, row in enumerate(rows):
        own = dict.fromkeys((*row.candidate.cues, "bias"), 1.0)
        text = row.candidate.text
        own |= {"stated_again": float(len(text) > 1 and last_at[text] > place), "mentioned": float(place in mentioned)}
        own["in_words"] = float(row.candidate.is_in_words)
        common = _weight(own)
        for number, (part, answer) in enumerate(zip(parts, row.answers, strict=True)):
            if answer:
                cues = fitting[number](place) | _kind_cues(part, answer, given)
                cues["last_in_words"] = own["in_words"] * cues["last_of_all"]
                if naming:
                    cues |= naming[place][number]
                    # how much better words name another part, from which the last result is not for the last part
                    is_another = cues.get("named_other", 0.0) > 0.5
                    is_last = cues["last_of_all"] and number == len(parts) - 1 and not is_another
                    cues["last_for_last"] = float(is_last)
                else:
                    cues |= {only: (own | cues)[cue] for cue, only in ONLY.items() if cue in own | cues}
                scores[place, number] = _weight(cues, common)
    return scores


def _weight(cues: Cues, others: float = 0.0) -> float:
    return sum((WEIGHTS[cue] * value for cue, value in cues.items() if value), others)


def _kind_cues(part: AskedPart, answer: TypedCandidate, given: GivenNumbers) -> Cues:
    """Return what the kind of a part says about a candidate: its unit, a whole number, a shape, one that was given."""
    each, is_number = answer.candidate, answer.candidate.kind == "number"
    is_one = part.answer_kind.is_one_number
    is_count = is_one and part.is_whole and not part.unit
    checks = {
        "without_unit": bool(part.unit) and not answer.has_unit,
        "asked_unit": has_asked_unit(part, answer),
        "foreign_unit": is_one and answer.has_foreign_unit,
        "one_digit": is_count and bool(re.fullmatch(r"\d", each.text.strip())),
        # `11 million`, `62k`: rarely the exact number that is asked for
        "scaled": is_count and bool(re.search(r"[^\W\d]", each.text)),
        "not_whole": is_count and Fraction(answer.reading.numbers[0].value).denominator > 1,
        "single_number": not is_one and is_number,
        "given_result" if each.is_announced else "given": (is_one or is_number) and each.text in given,
        "other_kind": each.kind not in {part.kind, "number"},
    }
    return {cue: 1.0 for cue, holds in checks.items() if holds}


def _fitting(part: AskedPart, answers: Sequence[TypedCandidate | None], given: GivenNumbers) -> Callable[[int], Cues]:
    """Return a function from a result's place to its cues by how well all results fit the part: kind, unit, order."""
    is_one = part.answer_kind.is_one_number
    fit = ((place, each) for place, each in enumerate(answers) if each and not each.has_foreign_unit)
    found = ((place, each) for place, each in fit if is_one or each.candidate.kind != "number")
    of_kind = {place: each for place, each in found if each.candidate.text not in given}
    results = [place for place, each in of_kind.items() if each.candidate.is_result]
    with_unit = {place for place, each in of_kind.items() if has_asked_unit(part, each)}
    best = [place for place in results if place in with_unit] or results
    fitting = with_unit if best and best[0] in with_unit else of_kind.keys()
    announced = [place for place in best if not _is_mentioned(of_kind[place].candidate)]
    last = max(announced or best, default=-1)
    return lambda place: {
        "last_of_all": float(place == last),
        "better_sort": float(bool(best) and place not in fitting),
    }


def _only_mentioned(found: Sequence[Candidate], given: GivenNumbers) -> set[int]:
    """Return the places of the candidates that are only mentioned, while others are written like results."""
    announced = {each.text for each in found if each.is_announced and each.is_result and each.text not in given}
    return {
        place for place, each in enumerate(found) if _is_mentioned(each) and len(announced) > (each.text in announced)
    }


def _is_mentioned(each: Candidate) -> bool:
    """Return whether a result is only mentioned: no sign or verb announces it, or it is the last cell of a row."""
    return "last_cell" in each.cues or not (each.is_clear or "verb" in each.cues)


_DEEPER: Final = 0.8
"""How much a title counts, of the one below it."""


_LEAD: Final = re.compile(r"\W*?([^\W\d](?:\\?[^\s=:≈|<>,()\[\]]){0,11})\s*(?:[=:≈|]|\s\s|\(|->|→|$)")
"""A symbol that a text begins with, before a sign."""
_LAST: Final = re.compile(r"(?:^|[\s,;$(])(\\?[^\W\d](?:[^\s=:≈|<>,()]){0,11})\s*=[\s\[(]*$")
"""A symbol that a text ends with, before an equals sign."""
_TAIL: Final = re.compile(r"[\s,;$(](\\?[^\W\d](?:[^\s=:≈|<>,()]){0,11})\s*$")
"""A symbol that a label ends with: `slope b`."""


def _naming(parts: Sequence[AskedPart], found: Sequence[Candidate]) -> Iterator[list[Cues]]:
    """Yield for each result, by part, the cues by which words, letters and symbols next to it name that part."""
    words, symbols, marks = part_words(tuple(parts)), [part.symbol for part in parts], _marks(found, len(parts))
    last_of_mark = {each.mark: place for place, each in enumerate(found) if each.is_result}
    for place, each in enumerate(found):
        if (mark := marks.get(each.mark)) is not None:
            is_last = float(last_of_mark.get(each.mark) == place)
            yield [
                {"same_mark" if number == mark else "other_mark": 1.0, "last_of_mark": is_last}
                for number in range(len(parts))
            ]
            continue
        named = [{"unmarked": float(len(marks) >= len(parts)), **cues} for cues in _named(words, each)]
        if (meant := _meant_by_symbol(symbols, each.near, each.label)) is not None:
            for number, cues in enumerate(named):
                cues["symbol" if number == meant else "other_symbol"] = 1.0
        yield named


def _marks(found: Sequence[Candidate], count: int) -> dict[str, int]:
    """Return the place of the part for each letter, where the student marked the parts with letters from a on."""
    marks = {each.mark: ord(each.mark) - ord("a") for each in found if each.mark}
    is_of_parts = 0 in marks.values() or len(marks) > 1
    return marks if is_of_parts and max(marks.values()) < count else {}


def _named(words: PartWords, candidate: Candidate) -> list[dict[str, float]]:
    """Return for each part how well the words around a candidate name it, and how much better they name another."""
    near, label, after = map(words.matches, (candidate.near, candidate.label, candidate.after))
    nothing = [0.0] * len(near)
    above = [
        max(_DEEPER**depth * value for depth, value in enumerate(values))
        # number of titles above a candidate that are looked at
        for values in zip(*[words.matches(text) for text in candidate.above[:4]], strict=True)
    ] or nothing
    # how much the words after a candidate count, of those before it
    close = [max(each) for each in zip(near, label, (0.8 * value for value in after), strict=True)]
    *_, second, best = sorted(close)
    previous = nothing if any(close) else words.matches(candidate.previous)
    return [
        {
            "named": near[number],
            "labelled": label[number],
            "followed": after[number],
            "above": above[number],
            "previous": previous[number],
            "named_other": max(0.0, (second if close[number] == best else best) - close[number]),
            # words of a label that holds little but a name
            "titled": float(len(candidate.label.split()) <= 3 and label[number] == max(label) > 0),
        }
        for number in range(len(near))
    ]


def _meant_by_symbol(symbols: Sequence[str], near: str, label: str) -> int | None:
    """Return the part whose symbol, such as F for a force, is before a result; None where it is that of no part."""
    for text, find in ((near, _LAST.search), (near, _LEAD.match), (label, _LEAD.match), (label, _TAIL.search)):
        if text and (found := find(text)):
            several = [number for number, each in enumerate(symbols) if each and each == found[1].rstrip("*'")]
            if len(several) == 1:
                return several[0]
    return None
