"""Causes that mean the same: a slip yields to a mistake of the same value, a derived mistake to a listed one.

"You left out the factor 2" says more than "a factor of two", and the author's words say more than derived ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from checker.answers import flatten
from checker.diagnosis.causes import Cause, is_listed
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake, options_of
from checker.diagnosis.numeric_equality import are_equal
from checker.diagnosis.slips import FROM_THE_VALUE, UNIT
from checker.engine.errors import INVALID_RUN
from checker.questions.resized import ResizedVariants
from checker.questions.variant import Variant

WORD: Final = re.compile(r"[^\W\d]\w*")

_THOUSAND: Final = re.compile(r"(?:.*\.)?1(?:000)+(?:#\d+)?$")
"""The choice point of a factor such as 1000 in a formula."""
_COMMON: Final = """
a add also an and answer as at be but by can count counted counts do does for forget forgot forgotten from had
has have here in include included includes instead into is it its itself leave leaves left missed missing no
not of omitted on only or out question should skipped take taken takes than that the their them then there
these they this those to too took use used uses was were which with without wrong you your
"""
COMMON_WORDS: Final = frozenset(_COMMON.split())
"""Words that do not name the subject of a mistake; its direction follows from equal values."""


def without_redundant_slips(causes: Sequence[Cause]) -> list[Cause]:
    """Return the causes without slips of the value that a mistake explains.

    The prior of such a slip goes to the likeliest mistake, which keeps the slip as a way to the answer, for credit.
    """
    causes = _without_conversions(causes)
    slipped = [cause for cause in causes if cause.slip in FROM_THE_VALUE]
    mistaken = [cause for cause in causes if not cause.slip] if slipped else []
    if not mistaken:
        return list(causes)
    kept = {id(cause): cause for cause in causes}
    for slip in slipped:
        if same := [cause for cause in mistaken if _says_more(cause, slip)]:
            likeliest = id(max(same, key=lambda cause: cause.prior))
            best = kept[likeliest]
            also = (*best.also, (slip.mistakes, slip.slip))
            kept[likeliest] = best._replace(prior=best.prior + slip.prior, also=also)
            del kept[id(slip)]
    return list(kept.values())


def _without_conversions(causes: Sequence[Cause]) -> Sequence[Cause]:
    """Return the causes without a factor 1000 that is left out, where the number is right in another unit.

    The factor converts to the question's unit, so "Your number is in A; give it in mA" says more.
    """
    unit = next((each for each in causes if each.slip == UNIT and not each.mistakes), None)
    same = [each for each in causes if unit and _is_conversion(each) and are_equal(each.numbers, unit.numbers)]
    if unit is None or not same:
        return causes
    also = tuple(way for each in same for way in ((each.mistakes, None), *each.also))
    best = unit._replace(prior=unit.prior + sum(each.prior for each in same), also=(*unit.also, *also))
    return [best if each is unit else each for each in causes if each not in same]


def _is_conversion(cause: Cause) -> bool:
    """Return whether a cause is a factor 1000 of a formula that is left out, as by who does not convert."""
    return (
        _is_single(cause) and cause.mistakes[0].option == "left_out" and bool(_THOUSAND.match(cause.mistakes[0].point))
    )


def _says_more(cause: Cause, slip: Cause) -> bool:
    """Return whether a cause has one mistake, or one more than the slip, and gives the same."""
    is_near = len(cause.mistakes) == 1 or (slip.mistakes and set(slip.mistakes) < set(cause.mistakes))
    return bool(is_near) and are_equal(cause.numbers, slip.numbers)


def with_author_mistakes(index: WrongAnswerIndex, causes: Sequence[Cause]) -> list[Cause]:
    """Return the causes without derived mistakes that a listed one means as well.

    The prior of a derived mistake goes to the listed one, which keeps it as a way to the answer, for credit.
    """
    kept = list(causes)
    if not index.has_listed:
        return kept
    for listed in (cause for cause in causes if is_listed(cause.mistakes, cause.slip)):
        same = [
            cause for cause in kept if _is_single(cause) and _mean_the_same(index.variant, index.step, listed, cause)
        ]
        if same:
            also = tuple(way for cause in same for way in ((cause.mistakes, None), *cause.also))
            prior = listed.prior + sum(cause.prior for cause in same)
            merged = listed._replace(prior=prior, also=(*listed.also, *also))
            kept = [merged if cause is listed else cause for cause in kept if cause not in same]
    return kept


def _is_single(cause: Cause) -> bool:
    """Return whether a cause is one derived mistake, made everywhere."""
    if cause.slip or len(cause.mistakes) != 1 or cause.mistakes[0].scope:
        return False
    return not is_listed(cause.mistakes, None)


def _mean_the_same(variant: Variant, step: str, listed: Cause, derived: Cause) -> bool:
    """Return whether two mistakes are the same: by their values at other sizes if known, or else by their words.

    Equal values at one size are not enough: 2 + 2 and 2 · 2 are both 4.
    """
    if not are_equal(listed.numbers, derived.numbers):
        return False
    (author,), (solver,) = listed.mistakes, derived.mistakes
    if isinstance(variant, ResizedVariants):
        return True
    known = variant.listed.at_sizes if variant.listed else ()
    if values := dict(known).get(author.option, ())[1:]:
        return all(
            are_equal((value,), _numbers_with(other, step, solver))
            for value, other in zip(values, variant.listed.resized_variants if variant.listed else (), strict=True)
        )
    words, others = (_telling_words(variant.sentences[mistake.id]) for mistake in (author, solver))
    return bool(words and others) and (words <= others or others <= words)


@lru_cache(maxsize=1024)
def _numbers_with(variant: Variant, step: str, mistake: Mistake) -> tuple[object, ...]:
    """Return the numbers of a step with a mistake; not-a-number where the run fails."""
    try:
        return flatten(variant.run(options_of((mistake,)), {step})[step])[1]
    except INVALID_RUN:
        return (float("nan"),)


def _telling_words(sentence: str) -> frozenset[str]:
    """Return the words of a sentence that name its subject, in the singular."""
    words = set(WORD.findall(sentence.lower())) - COMMON_WORDS
    return frozenset(word.removesuffix("s") for word in words)
