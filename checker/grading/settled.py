"""Settles doubts about answers in documents with the help of the solution: by results that are right, or steps.

A result that answers another part, is a step of the solution or is worked with on the way to another result is no
answer to the part in doubt.  If one result is left that may answer it, there is no doubt.  The truth never chooses
between two results that a student offers for one part: these go to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import ceil, floor, isfinite
from typing import Final

from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.records import Marker
from checker.kinds import Kind
from checker.problems import QuestionKey
from checker.writeups.document import Place
from checker.writeups.language.words import numbers_in
from checker.writeups.reading import BoundAnswer, Offer

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
_PLAIN: Final = re.compile(r"\d[\d.,' \u00a0\u2009\u202f]*\d|\d")
_PIECES: Final = re.compile(r"[.;!?]\s|,\s|\n|\b(?:or|oder|ou|o|and|und|et|y|e)\b")
"""What divides a line into equations."""
_WORKED: Final = re.compile(r"[=≈×·*/+→]|\d\s*[-−–]\s*\d|\b(?:gives?|by|ergibt|donne|da|dà|geeft)\b", re.IGNORECASE)


def settled(
    found: Mapping[QuestionKey, BoundAnswer], assignment: AssignmentColumns, marker: Marker
) -> dict[QuestionKey, BoundAnswer]:
    """Return the answers found in documents, without the doubts that the solution settles."""
    sure = {
        (each.evidence[0].file, each.evidence[0].place, each.text)
        for each in found.values()
        if each.text and not each.doubt and each.evidence
    }
    columns = assignment.keys
    return {
        key: _Offers(answer, columns[key], columns.values(), marker, sure).settled()
        if answer.offers and key in columns and columns[key].part
        else answer
        for key, answer in found.items()
    }


def counts_if_right(answer: BoundAnswer) -> bool:
    """Return whether a likely result is the answer if it turns out right.

    It is not if something speaks against it, or if an announced result below may replace it.
    """
    own = next((each for each in answer.offers if each.text == answer.text), None)
    if not answer.is_likely or own is None:
        return answer.is_likely and not answer.offers
    others = (each for each in answer.offers if each.text != own.text and each.is_announced and each.may_be_meant)
    return own.may_be_meant and not any(each.chance >= _LIKELY and own.order < each.order for each in others)


class _Offers:
    """The results that may answer a part, and what the solution says of each."""

    def __init__(
        self,
        answer: BoundAnswer,
        column: GradeColumn,
        columns: Iterable[GradeColumn],
        marker: Marker,
        sure: set[tuple[str, Place, str]],
    ) -> None:
        assert column.part  # noqa: S101 - for mypy
        self._kind: Kind = column.part.answer_kind
        self._answer, self._column, self._marker, self._sure = answer, column, marker, sure
        self._siblings = [each for each in columns if each.id == column.id and each is not column]
        self._right = [each for each in answer.offers if marker.is_right(column, each.text)]

    def settled(self) -> BoundAnswer:
        """Return the answer to the part; without its doubt if only one result can answer it."""
        answer = self._answer
        if not answer.doubt and self._marker.is_right(self._column, answer.text):
            return answer
        chosen = self._chosen_right() if self._right else self._chosen_wrong()
        if chosen is None or not (answer.doubt or self._read_leads_to(chosen)):
            return answer
        return answer._replace(text=chosen.text, evidence=(chosen.evidence,), doubt="", candidates=())

    def _read_leads_to(self, chosen: Offer) -> bool:
        """Return whether the result that was read as the answer is only a step on the way to `chosen`."""
        read = next((each for each in self._answer.offers if each.text == self._answer.text), None)
        if read is None or read.order >= chosen.order:
            return False
        return _is_used(read, chosen) or _is_rounded(read, chosen)

    def _chosen_right(self) -> Offer | None:
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
        is_short = not self._kind.is_telling(best.text) and best.chance < _LIKELY_SHORT
        return best if not is_short or is_rounded or all(map(self._is_known, others)) else None

    def _chosen_wrong(self) -> Offer | None:
        """Return the likeliest result if it must be the answer, because each other one is known; else None."""
        offers = [each for each in self._answer.offers if each.may_be_meant]
        best = max(offers, key=lambda each: each.chance, default=None)
        if best is None or not self._answer.doubt or best.text != self._answer.text:
            return None
        if not best.is_plain or best.is_anothers or not self._kind.is_of_numbers:
            return None
        if not self._kind.is_telling(best.text) or self._is_known(best):
            return None
        others = [each for each in offers if each.text != best.text and self._kind.is_telling(each.text)]
        if not all(self._is_explained(each, best) for each in others):
            return None
        least = _EXPLAINED if self._marker.is_explained(self._column, best.text) else _LIKELIEST
        is_end = len(others) > 1 and all(_is_used(each, best) for each in others)
        return best if self._answer.confidence >= (_LIKELY if is_end else least) else None

    def _is_rival(self, other: Offer, best: Offer) -> bool:
        """Return whether `other` may be the answer instead of `best`: it is likely, not known, and no step to it."""
        if other.is_anothers:
            return False
        if not self._kind.is_telling(other.text):  # a competing `12` beside a right `8`
            is_later = best.order < other.order and other.chance > _IN_VIEW
            is_offered = other.is_named or (other.is_announced and other.chance > best.chance / 2) or is_later
            return is_offered and not self._kind.is_telling(best.text) and not self._is_known(other)
        is_likely = other.chance > best.chance or (other.is_announced and other.chance > _IN_VIEW)
        may_be_meant = is_likely or other.is_named or other.is_offered
        return may_be_meant and not self._is_explained(other, best)

    def _is_explained(self, other: Offer, best: Offer) -> bool:
        """Return whether `other` is surely not the answer: it is known, or `best` is worked out from it.

        A result that is worked out from `best` is no step to it, whatever value the steps of the solution have.
        """
        return (
            (self._is_anothers(other) if _is_used(best, other) else self._is_known(other))
            or _is_used(other, best)
            or _is_rounded(other, best)
        )

    def _is_anothers(self, other: Offer) -> bool:
        is_sure = (other.evidence.file, other.evidence.place, other.text) in self._sure
        return is_sure or any(self._marker.is_right(each, other.text) for each in self._siblings)

    def _is_known(self, other: Offer) -> bool:
        """Return whether a result is the answer to another part, or a step of this question's solutions."""
        columns = (self._column, *self._siblings)
        return self._is_anothers(other) or any(self._marker.is_another_step(each, other.text) for each in columns)


def _is_rounded(other: Offer, best: Offer) -> bool:
    """Return whether a result is the one before it, rounded up or down to a whole number: `19.03, so 20`."""
    one, two = (numbers_in(found[0]) if (found := _PLAIN.match(each.text)) else () for each in (other, best))
    if len(one) != 1 or len(two) != 1 or other.order >= best.order:
        return False
    value, whole = float(next(iter(one))), float(next(iter(two)))
    return isfinite(value) and not value.is_integer() and whole in {floor(value), ceil(value)}


def _is_used(other: Offer, best: Offer) -> bool:
    """Return whether another result is worked with in the equation, or the calculation, that gives a result."""
    begins = _PLAIN.match(best.text.lstrip("[("))
    if other.order >= best.order or begins is None:
        return False
    line = best.evidence.text
    found = re.search(rf"(?<![\d.,]){re.escape(begins[0])}(?![\d])", line)  # not as a part of a longer number
    own = _PIECES.split(line[: found.start()])[-1] if found else ""
    return bool(numbers_in(other.text) & numbers_in(own)) and _WORKED.search(own) is not None
