"""Explains one wrong answer: which known mistakes or slips give it, if chance does not explain it as well.

Decides which rarer causes are tried, where the common ones do not explain the answer, and which of several causes with
the same numbers are reported.  `first_difference` finds the step at which mistakes first change the solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from checker.diagnosis import slips
from checker.diagnosis.causes import Cause, Ways, is_listed, likeliest_of, with_exact_zeros
from checker.diagnosis.coincidence import Verdict, verdict_on
from checker.diagnosis.explanation import Diagnosis, Difference, Explanation, ranked
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.mistakes import Mistake, Mistakes, options_of
from checker.diagnosis.numeric_equality import NOISE, are_equal
from checker.diagnosis.slips import FACTOR_TWO, FROM_THE_VALUE, UNIT
from checker.diagnosis.window import Window, rounded_to_zeros, window_of
from checker.diagnosis.writing_slips import writing_slip_causes
from checker.engine.errors import INVALID_RUN
from checker.kinds import Reading, flatten
from checker.questions.resized import ResizedVariants
from checker.questions.variant import Variant
from checker.text import lazy_pattern

NEUTRAL: Final = frozenset({0, 1})
"""Numbers that come from anywhere: nobody takes an answer of 1 from the question."""

UNSURE: Final = (None, "possible")
"""Strengths beside which slips that depend on the digits are tried."""

WORD: Final = lazy_pattern(r"[^\W\d]\w*")

_THOUSAND: Final = lazy_pattern(r"(?:.*\.)?1(?:000)+(?:#\d+)?$")
"""The choice point of a factor such as 1000 in a formula."""
_COMMON: Final = """
a add also an and answer as at be but by can count counted counts do does for forget forgot forgotten from had
has have here in include included includes instead into is it its itself leave leaves left missed missing no
not of omitted on only or out question should skipped take taken takes than that the their them then there
these they this those to too took use used uses was were which with without wrong you your
"""
COMMON_WORDS: Final = frozenset(_COMMON.split())
"""Words that do not name the subject of a mistake; its direction follows from equal values."""


def diagnose(index: WrongAnswerIndex, reading: Reading) -> Diagnosis:
    """Return the explanations of a wrong answer to the step of `index`; there may be none.

    If all may be chance, at most "this is a number of the question" is returned, as `possible`.
    """
    window = window_of(reading, whole=index.is_count)
    causes, (strength, factor) = causes_of(index, reading, window)
    if strength in UNSURE and not index.whole and (rounded := rounded_to_zeros(reading)):
        others = causes_of(index, rounded, window_of(rounded, whole=False))
        is_better = strength is None and others[1].strength is not None and _is_one_mistake(others[0])
        if others[1].strength not in UNSURE or is_better:
            causes, (strength, factor) = others
    ways = ways_of(causes)
    if strength is None:
        given = given_number(index, reading)
        return Diagnosis(given, silenced=bool(ways), ways=ways, factor=factor)
    likeliest = [(causes[0], 1.0)] if len(causes) == 1 else ranked(_shares(causes))
    explanations = [_explanation(index, cause, strength, share) for cause, share in likeliest]
    return Diagnosis(tuple(explanations), ways=ways, factor=factor)


def causes_of(index: WrongAnswerIndex, reading: Reading, window: Window) -> tuple[list[Cause], Verdict]:
    """Return the mistakes and slips (small errors, such as swapped digits) that give an answer, and the evidence.

    Slips in writing and slips in the arithmetic are tried where nothing else explains the answer.
    """
    causes = index.find(reading.shape, window)
    if not any(len(cause.mistakes) == 1 and not cause.slip for cause in causes):
        causes = [*causes, *index.find_pairs(reading.shape, window)]
    if reading.unit and index.unit:
        from checker.diagnosis.written_unit import with_written_unit  # here, because few answers have a unit

        causes = with_written_unit(index, reading, window, causes)
    is_zero = not any(number.value for number in reading.numbers)
    if is_zero:  # a 0 shows no digit of another number
        zeros = (cause for cause in causes if cause.slip not in slips.SCALING)
        causes = [cause for cause in zeros if all(abs(each) <= NOISE * index.scale for each in cause.numbers)]
    causes = with_exact_zeros(causes, reading.numbers, index.scale)
    verdict = verdict_on(index, reading, window, causes)
    is_unsure = verdict.strength in UNSURE
    if (is_unsure or _says_little(causes)) and not index.is_coded:
        more = index.find_otherwise(reading.shape, window)
        if is_unsure:
            from checker.diagnosis.slips_on_the_way import slips_on_the_way  # here, because formulas are slow to load

            more += [*writing_slip_causes(index, reading), *slips_on_the_way(index, reading.shape, window)]
        if more:
            causes = with_exact_zeros([*causes, *more], reading.numbers, index.scale)
            verdict = verdict_on(index, reading, window, causes)
    return with_author_mistakes(index, without_redundant_slips(causes, is_formula=is_of_a_formula(index))), verdict


def is_of_a_formula(index: WrongAnswerIndex) -> bool:
    """Return whether the type of a question names only a share of its mistakes: the others follow from its formula."""
    return index.variant.solver.named < 1


def _says_little(causes: Sequence[Cause]) -> bool:
    """Return whether the likeliest cause is two mistakes, a mistake with a slip, or a factor of two.

    Then other causes are tried as well.
    """
    likeliest = likeliest_of(causes)
    if likeliest is None:
        return False
    parts = len(likeliest.mistakes) + bool(likeliest.slip)
    return parts > 1 or likeliest.slip == FACTOR_TWO


def _is_one_mistake(causes: Sequence[Cause]) -> bool:
    """Return whether the likeliest cause is a single mistake without a slip."""
    likeliest = likeliest_of(causes)
    return likeliest is not None and len(likeliest.mistakes) == 1 and not likeliest.slip


def given_number(index: WrongAnswerIndex, reading: Reading) -> tuple[Explanation, ...]:
    """Return the explanation "this is a number of the question", such as 35 for a loss of 35%; empty if it is none.

    It is empty for 0 and 1 too, and for lists.
    """
    if reading.shape or index.shape or index.is_coded:
        return ()
    value = reading.numbers[0].value
    if value in NEUTRAL or not any(are_equal((value,), (number,)) for number in index.given):
        return ()
    return (Explanation("possible", 1.0, (), slips.GIVEN, "", None),)


def every_way(index: WrongAnswerIndex, reading: Reading, diagnosis: Diagnosis) -> Ways:
    """Return all sets of mistakes and slips that give an answer, also unlikely ones, since each may earn credit."""
    return (*diagnosis.ways, *ways_of(writing_slip_causes(index, reading)))


def ways_of(causes: Iterable[Cause]) -> Ways:
    """Return the mistakes and slips of these causes, each pair a way to the answer that may earn partial credit.

    A cause that is only estimated earns none.
    """
    known = [cause for cause in causes if not cause.is_estimated]
    return tuple([way for cause in known for way in ((cause.mistakes, cause.slip), *cause.also)])


def first_difference(index: WrongAnswerIndex, mistakes: Mistakes) -> Difference | None:
    """Return the first step of the solution that these mistakes change, with both values; None if they change none."""
    for step, value in index.runs.changes(mistakes, index.preceding_steps):
        if index.is_on_the_way(step):
            return Difference(step, value, index.runs.truth[step])
    return None


def _explanation(index: WrongAnswerIndex, cause: Cause, strength: str, share: float) -> Explanation:
    """Return a cause as an explanation, with the step at which its mistakes first change the solution."""
    mistakes = cause.mistakes
    if is_listed(mistakes, cause.slip):  # it acts at the end only; the derived mistake that means the same shows where
        mistakes = next((same for same, slip in cause.also if same and not slip), mistakes)
    difference = first_difference(index, mistakes) if mistakes else None
    return Explanation(strength, share, cause.mistakes, cause.slip, cause.detail, difference)


def _shares(causes: Sequence[Cause]) -> list[tuple[Cause, float]]:
    """Return one cause for each set of mistakes and slip, however many ways that slip has, and its share of all."""
    merged: dict[Any, Cause] = {}
    for cause in causes:
        key = (cause.mistakes, cause.slip, cause.detail)
        known = merged.get(key)
        merged[key] = cause if known is None else known._replace(prior=known.prior + cause.prior)
    mass = sum([cause.prior for cause in causes])
    return [(cause, cause.prior / mass) for cause in merged.values()]


def without_redundant_slips(causes: Sequence[Cause], *, is_formula: bool) -> list[Cause]:
    """Return the causes without those slips that give the same answer as a mistake.

    The prior of such a slip goes to the likeliest mistake, which keeps the slip as a way to the answer, for credit.
    """
    if len(causes) == 1:
        return list(causes)
    causes = _without_conversions(causes)
    slipped = [
        cause for cause in causes if cause.slip in FROM_THE_VALUE or (is_formula and cause.slip == "intermediate")
    ]
    mistaken = [cause for cause in causes if not cause.slip or (cause.slip == "repeated" and not cause.mistakes)]
    if not (slipped and mistaken):
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
    """Return the causes without "the factor 1000 is left out" if the number is right in another unit.

    "Your number is in A; give it in mA" says more.
    """
    unit = next((each for each in causes if each.slip == UNIT and not each.mistakes), None)
    same = [each for each in causes if unit and _is_conversion(each) and are_equal(each.numbers, unit.numbers)]
    if unit is None or not same:
        return causes
    also = tuple(way for each in same for way in ((each.mistakes, None), *each.also))
    best = unit._replace(prior=unit.prior + sum(each.prior for each in same), also=(*unit.also, *also))
    return [best if each is unit else each for each in causes if each not in same]


def _is_conversion(cause: Cause) -> bool:
    """Return whether a cause is a factor 1000 of a formula that is left out, as if units were not converted."""
    return (
        _is_single(cause) and cause.mistakes[0].option == "left_out" and bool(_THOUSAND.match(cause.mistakes[0].point))
    )


def _is_omission(cause: Cause) -> bool:
    """Return whether a cause is something that is left out."""
    return _is_single(cause) and cause.mistakes[0].option == "left_out"


def _says_more(cause: Cause, slip: Cause) -> bool:
    """Return whether a cause gives the same numbers as a slip and says more: one mistake, or more than before the slip.

    "You left this out" says more than an intermediate value, and "you added this" more than a factor of two.
    """
    if cause.slip:
        return slip.slip == FACTOR_TWO and not slip.mistakes and are_equal(cause.numbers, slip.numbers)
    if slip.slip == "intermediate":  # the factor that is missing says more than the piece that is left
        return _is_omission(cause) and are_equal(cause.numbers, slip.numbers)
    is_near = len(cause.mistakes) == 1 or (slip.mistakes and set(slip.mistakes) < set(cause.mistakes))
    return bool(is_near) and are_equal(cause.numbers, slip.numbers)


def with_author_mistakes(index: WrongAnswerIndex, causes: Sequence[Cause]) -> list[Cause]:
    """Return the causes without derived mistakes that mean the same as one that the author lists.

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
    """Return whether a cause is one mistake made everywhere, without a slip, that is not one the author lists."""
    if cause.slip or len(cause.mistakes) != 1:
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
