"""Settles doubts about answers in documents with the help of the solution: by results that are right, or steps.

A result that answers another part, is a step of the solution or is worked with on the way to another result is no
answer to the part in doubt.  If one result is left that may answer it, there is no doubt.  The truth never chooses
between two results that a student offers for one part: these go to a person.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil, floor, isfinite
from typing import Final

from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.records import Marker
from checker.kinds import Kind
from checker.kinds.number import kind as number_kind
from checker.problems import QuestionKey
from checker.writeups.document import Place
from checker.writeups.language.words import numbers_in
from checker.writeups.reading import BoundAnswer, Offer
from checker.writeups.section_answers import NO_RESULT

_LIKELY: Final = 0.3
"""Chance from which a result may answer a part though words near it name another one."""
_LIKELY_SHORT: Final = 0.7
"""Chance from which a right result of few digits is the answer: it may be right by chance."""
_IN_VIEW: Final = 0.01
"""Chance from which a result that is announced may be the answer, too."""
_CLEAR: Final = 0.9
"""Chance from which a result is the answer, whatever it is."""
_LIKELIEST: Final = 0.6
"""Confidence from which a wrong result is the answer if no other may be."""
_EXPLAINED: Final = 0.5
"""The same for a wrong result that a known mistake gives."""
_EQUAL: Final = 1e-9
_PLAIN: Final = re.compile(r"\d[\d.,' \u00a0\u2009\u202f]*\d|\d")
_PIECES: Final = re.compile(r"[.;!?]\s|,\s|\n|\b(?:or|oder|ou|o|and|und|et|y|e)\b")
"""What divides a line into equations."""
_WORKED: Final = re.compile(r"[=≈×·*/+→]|\d\s*[-−–]\s*\d|\b(?:gives?|by|ergibt|donne|da|dà|geeft)\b", re.IGNORECASE)
_SUMMED: Final = 12
"""Maximum number of results among which sums are looked for."""


def settled(
    found: Mapping[QuestionKey, BoundAnswer], assignment: AssignmentColumns, marker: Marker
) -> dict[QuestionKey, BoundAnswer]:
    """Return the answers found in documents, without the doubts that the solution settles."""
    sure = {
        (each.evidence[0].file, each.evidence[0].place, each.text)
        for each in found.values()
        if each.text and not each.doubt and each.evidence
    }
    first = {
        key: _Offers(answer, column, assignment, marker, sure).settled
        if answer.offers and (column := assignment.keys.get(key))
        else answer
        for key, answer in found.items()
    }
    numbers = {key for key, column in assignment.keys.items() if column.part and column.part.answer_kind.is_one_number}
    return {
        key: _not_answered(answer, first) if answer.doubt == NO_RESULT and key in numbers else answer
        for key, answer in first.items()
    }


def counts_if_right(answer: BoundAnswer) -> bool:
    """Return whether a likely result is the answer if it turns out right.

    It is not if something speaks against it, or if an announced result below may replace it.
    """
    own = next((each for each in answer.offers if each.text == answer.text), None)
    if not answer.is_likely or own is None:
        return answer.is_likely and not answer.offers
    others = (each for each in answer.offers if each.text != own.text and each.is_announced and each.may_be_meant)
    return own.may_be_meant and not any(each.chance >= _LIKELY and _is_before(own, each) for each in others)


def _not_answered(answer: BoundAnswer, found: Mapping[QuestionKey, BoundAnswer]) -> BoundAnswer:
    """Return an answer that was not found, as a blank one if all results of its question lead to other parts."""
    others = [each for each in found.values() if each.problem == answer.problem and each.part != answer.part]
    is_open = any(each.doubt or not each.text or not each.evidence for each in others)
    several = [each for each in answer.offers if each.may_be_meant]
    if answer.text or answer.is_mentioned or not others or is_open or not several:
        return answer
    taken = [several[0]._replace(text=each.text, evidence=each.evidence[0]) for each in others]
    if all(any(_is_same(each, one) or _is_used(each, one) for one in taken) for each in several):
        return answer._replace(doubt="", candidates=())
    return answer


def _is_same(one: Offer, other: Offer) -> bool:
    """Return whether two readings are of one result in one line."""
    is_here = (one.evidence.file, one.evidence.place) == (other.evidence.file, other.evidence.place)
    return is_here and numbers_in(one.text) == numbers_in(other.text)


class _Offers:
    """The results that may answer a part, and what the solution says of each."""

    def __init__(
        self,
        answer: BoundAnswer,
        column: GradeColumn,
        assignment: AssignmentColumns,
        marker: Marker,
        sure: Collection[tuple[str, Place, str]],
    ) -> None:
        self._answer, self._column, self._marker, self._sure = answer, column, marker, sure
        self._siblings = [each for each in assignment.keys.values() if each.id == column.id and each is not column]
        self._right = [each for each in answer.offers if self._is_right(each.text)]

    @property
    def settled(self) -> BoundAnswer:
        """Return the answer to the part; without its doubt if only one result can answer it."""
        part = self._column.part
        if part is None or (not self._answer.doubt and self._is_right(self._answer.text)):
            return self._answer
        if self._right:
            chosen = self._chosen_right(part.answer_kind)
        else:
            chosen = self._chosen_wrong(part.answer_kind) if self._answer.doubt else None
        if chosen is None or not (self._answer.doubt or self._read_leads_to(chosen)):
            return self._answer
        return self._answer._replace(text=chosen.text, evidence=(chosen.evidence,), doubt="", candidates=())

    def _is_right(self, text: str) -> bool:
        return self._marker.is_right(self._column, text)

    def _read_leads_to(self, chosen: Offer) -> bool:
        """Return whether the result that was read as the answer is only a step on the way to `chosen`."""
        read = next((each for each in self._answer.offers if each.text == self._answer.text), None)
        if read is None or not _is_before(read, chosen):
            return False
        is_concluded = chosen.is_announced and read.evidence == chosen.evidence
        return is_concluded or _is_used(read, chosen) or _is_rounded(read, chosen)

    def _chosen_right(self, kind_: Kind) -> Offer | None:
        """Return the right result that is the answer; None if something speaks against it, or for another one."""
        best = max(self._right, key=lambda each: (each.is_plain, each.chance))
        others = [each for each in self._answer.offers if each.may_be_meant and each not in self._right]
        is_rounded = any(_is_rounded(each, best) for each in self._answer.offers)
        if not all(each.is_plain or (each.is_bounded and is_rounded) for each in self._right):
            return None
        if (best.is_anothers and best.chance < _LIKELY) or any(self._is_rival(each, best) for each in others):
            return None
        if best.chance < _IN_VIEW * 3 and any(each.chance > _CLEAR and not _is_used(each, best) for each in others):
            return None
        is_short = not kind_.is_telling(best.text) and best.chance < _LIKELY_SHORT
        if is_short and not is_rounded and not all(map(self._is_known, others)):
            return None
        return best

    def _chosen_wrong(self, kind_: Kind) -> Offer | None:
        """Return the likeliest result if it must be the answer, because each other one is known; else None."""
        offers = [each for each in self._answer.offers if each.may_be_meant]
        best = max(offers, key=lambda each: each.chance, default=None)
        if best is None or best.text != self._answer.text or not best.is_plain or best.is_anothers:
            return None
        if not kind_.is_of_numbers or not kind_.is_telling(best.text) or self._is_known(best):
            return None
        least = _EXPLAINED if self._marker.is_explained(self._column, best.text) else _LIKELIEST
        others = [each for each in offers if each.text != best.text and kind_.is_telling(each.text)]
        if any(each.is_named or not self._is_explained(each, best, others) for each in others):
            return None
        is_end = len(others) > 1 and all(_is_used(each, best) for each in others)
        is_beside_others = any(each.is_offered for each in others)  # which are explained
        if (best.chance if is_beside_others else self._answer.confidence) < (_LIKELY if is_end else least):
            return None
        return best

    def _is_rival(self, other: Offer, best: Offer) -> bool:
        """Return whether `other` may be the answer instead of `best`: it is likely, not known, and no step to it."""
        part = self._column.part
        if other.is_anothers or part is None:
            return False
        if not part.answer_kind.is_telling(other.text):  # a competing `12` beside a right `8`
            is_later = _is_before(best, other) and other.chance > _IN_VIEW
            is_offered = other.is_named or (other.is_announced and other.chance > best.chance / 2) or is_later
            return is_offered and not part.answer_kind.is_telling(best.text) and not self._is_known(other)
        if other.is_named and other.chance > best.chance:
            return True
        is_beside = other.evidence == best.evidence and other.chance >= best.chance / 2
        is_likely = other.chance > best.chance or (other.is_announced and other.chance > _IN_VIEW)
        if not (is_beside or is_likely or other.is_named or other.is_offered):
            return False
        return not self._is_explained(other, best, self._answer.offers)

    def _is_explained(self, other: Offer, best: Offer, others: Sequence[Offer]) -> bool:
        """Return whether `other` is surely not the answer: it is known, or `best` is worked out from it.

        A result that is worked out from `best` is no step to it, whatever value the steps of the solution have.
        """
        return (
            (self._is_anothers(other) if _is_used(best, other) else self._is_known(other))
            or _is_used(other, best)
            or _is_rounded(other, best)
            or _is_summand(other, best, others)
        )

    def _is_anothers(self, other: Offer) -> bool:
        """Return whether another result is the answer to another part."""
        is_sure = (other.evidence.file, other.evidence.place, other.text) in self._sure
        return is_sure or any(self._marker.is_right(each, other.text) for each in self._siblings)

    def _is_known(self, other: Offer) -> bool:
        """Return whether another result is the answer to another part, or a step of this question's solutions."""
        if self._is_anothers(other):
            return True
        return any(self._marker.is_another_step(each, other.text) for each in (self._column, *self._siblings))


def _is_before(other: Offer, best: Offer) -> bool:
    """Return whether a result comes before another one of its section."""
    return other.order < best.order


def _is_rounded(other: Offer, best: Offer) -> bool:
    """Return whether a result is the one before it, rounded up or down to a whole number: `19.03, so 20`."""
    one, two = numbers_in(_first_number(other.text)), numbers_in(_first_number(best.text))
    if len(one) != 1 or len(two) != 1 or not _is_before(other, best):
        return False
    value, whole = float(next(iter(one))), float(next(iter(two)))
    return isfinite(value) and not value.is_integer() and whole in {floor(value), ceil(value)}


def _first_number(text: str) -> str:
    """Return the number that a result begins with, as text; empty if it begins with none."""
    found = _PLAIN.match(text)
    return found[0] if found else ""


def _is_used(other: Offer, best: Offer) -> bool:
    """Return whether another result is worked with in the equation, or the calculation, that gives a result."""
    found = _find(best)
    if not _is_before(other, best) or found is None:
        return False
    own = _PIECES.split(best.evidence.text[: found.start()])[-1]
    numbers = numbers_in(other.text) & numbers_in(own)
    return bool(numbers) and _WORKED.search(own) is not None


def _is_summand(other: Offer, best: Offer, others: Iterable[Offer]) -> bool:
    """Return whether a result is the sum of another one and a third, both of several digits."""
    total, own = _value(best), _value(other)
    if total is None or own is None:
        return False
    values = {_value(each) for each in list(others)[:_SUMMED] if each.text != best.text}
    return any(abs(own + each - total) <= _EQUAL * abs(total) for each in values - {own, None} if each)


def _value(offer: Offer) -> float | None:
    """Return the number of a result that is a single one of several digits, without a sign."""
    found = _PLAIN.match(offer.text)
    numbers = numbers_in(found[0]) if found and number_kind.is_telling(found[0]) else frozenset()
    if len(numbers) != 1:
        return None
    value = float(next(iter(numbers)))
    return value if isfinite(value) else None


def _find(offer: Offer) -> re.Match[str] | None:
    """Return where the first number of a result is in its line, if not as a part of a longer number; else None."""
    found = _PLAIN.match(offer.text.lstrip("[("))
    number = found[0] if found else ""
    return re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d])", offer.evidence.text) if number else None
