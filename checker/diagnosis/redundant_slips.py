"""One cause in other words: a slip that is a known mistake, and a mistake that the author has listed as well.

"You left out the factor 2" says more than "a factor of two", and the author's words more than derived ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from checker.answers import flatten
from checker.diagnosis.index import Cause, WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake, wrong
from checker.diagnosis.numeric_equality import are_equal
from checker.diagnosis.slips import FROM_THE_VALUE
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED
from checker.questions.resized import ResizedVariants
from checker.questions.variant import Variant

WORD: Final = re.compile(r"[^\W\d]\w*")

_LITTLE: Final = """
a add also an and answer as at be but by can count counted counts do does for forget forgot forgotten from had
has have here in include included includes instead into is it its itself leave leaves left missed missing no
not of omitted on only or out question should skipped take taken takes than that the their them then there
these they this those to too took use used uses was were which with without wrong you your
"""
SAY_LITTLE: Final = frozenset(_LITTLE.split())
"""Words that do not name what a mistake is about.  Which way it goes, equal values say."""


def without_doubles(causes: Sequence[Cause]) -> list[Cause]:
    """The causes, in which a slip that follows from the value yields to mistakes that give the very same.

    Its prior goes to the likeliest of them, which also keeps it as a way to the answer, for the credit.
    """
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


def _says_more(cause: Cause, slip: Cause) -> bool:
    """Whether it is one mistake, or one more where the slip has one, and gives the same."""
    is_near = len(cause.mistakes) == 1 or (slip.mistakes and set(slip.mistakes) < set(cause.mistakes))
    return bool(is_near) and are_equal(cause.numbers, slip.numbers)


def in_the_words_of_the_author(index: WrongAnswerIndex, causes: Sequence[Cause]) -> list[Cause]:
    """Return the causes, in which a derived mistake yields to a listed one that means the same.

    Its prior goes to the listed one, which keeps it as a way to the answer, for the credit.
    """
    variant = index.traces.variant
    kept = list(causes)
    if not index.has_listed:
        return kept
    for listed in (cause for cause in causes if is_listed(cause)):
        same = [cause for cause in kept if _is_single(cause) and _mean_the_same(variant, index.step, listed, cause)]
        if same:
            also = tuple(way for cause in same for way in ((cause.mistakes, None), *cause.also))
            prior = listed.prior + sum(cause.prior for cause in same)
            merged = listed._replace(prior=prior, also=(*listed.also, *also))
            kept = [merged if cause is listed else cause for cause in kept if cause not in same]
    return kept


def is_listed(cause: Cause) -> bool:
    """Return whether this very answer is one that the author has listed."""
    return not cause.slip and len(cause.mistakes) == 1 and cause.mistakes[0].point == AUTHOR_LISTED


def _is_single(cause: Cause) -> bool:
    """Return whether it is one derived mistake that is made everywhere."""
    return not cause.slip and len(cause.mistakes) == 1 and not cause.mistakes[0].scope and not is_listed(cause)


def _mean_the_same(variant: Variant, step: str, listed: Cause, derived: Cause) -> bool:
    """Return whether two mistakes are one: by their values at other sizes where these are known, else by their words.

    Equal values at one size are not enough: of two beliefs that differ, 2 + 2 and 2 · 2 are both 4.
    """
    if not are_equal(listed.numbers, derived.numbers):
        return False
    (author,), (own,) = listed.mistakes, derived.mistakes
    if isinstance(variant, ResizedVariants):
        return True
    known = variant.listed.at_sizes if variant.listed else ()
    if values := dict(known).get(author.option, ())[1:]:
        return all(
            are_equal((value,), _under(other, step, own))
            for value, other in zip(values, variant.listed.resized_variants if variant.listed else (), strict=True)
        )
    words, others = (_named(variant.sentences[mistake.id]) for mistake in (author, own))
    return bool(words and others) and (words <= others or others <= words)


@lru_cache(maxsize=1024)
def _under(variant: Variant, step: str, mistake: Mistake) -> tuple[object, ...]:
    """Return the numbers of a step with a mistake; not a number where there are none."""
    try:
        return flatten(variant.run(wrong((mistake,)), {step})[step])[1]
    except INVALID_RUN:
        return (float("nan"),)


def _named(said: str) -> frozenset[str]:
    """Return the words of a sentence that name what it is about, in the singular."""
    words = set(WORD.findall(said.lower())) - SAY_LITTLE
    return frozenset(word.removesuffix("s") for word in words)
