"""What is said of a mistake.  The words come from the solver's file; here they are only put together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from checker.diagnosis.diagnose import Explanation
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import CONVERSION, SENTENCES, UNIT
from checker.engine.recording import ChoicePoint
from checker.notation.words import enumerated
from checker.questions.presets import presets_with
from checker.questions.variant import Variant

PEOPLE: Final = {"pytorch": "PyTorch", "keras": "Keras", "textbook": "most textbooks"}
"""Who counts as a preset says, most familiar first."""

COUNTED: Final = re.compile(r"counts (.+)|leaves (.+) out")
"""Predicates of which one may be the opposite of the other."""

WORDS: Final = re.compile(r"[\w.]+")
SYMBOL: Final = re.compile(r"[^\W_]_\w+")


@lru_cache(maxsize=4096)
def sentence(variant: Variant, mistake: Mistake) -> str:
    """One mistake, said to the student.  A convention is told in both directions: yours, and this question's."""
    point = variant.menu[mistake.point]
    said = variant.sentences[mistake.id]
    if point.is_convention:
        right = variant.sentences[f"{point.name}.{point.right}"]
        contrast = "does not" if _are_opposite(said, right) else right
        said = f"Your answer {said}{_as_others_do(point, mistake.option)}; this question {contrast}."
    if mistake.scope:
        article = "" if mistake.scope[-1].isdigit() else "the "
        said = f"In {article}{named(mistake.scope)} only: {said[0].lower()}{said[1:]}"
    return said


def _are_opposite(said: str, right: str) -> bool:
    """Whether one counts the very thing that the other leaves out."""
    matches = [COUNTED.fullmatch(predicate) for predicate in (said, right)]
    things = {match and (match[1] or match[2]) for match in matches}
    return None not in things and len(things) == 1


def _as_others_do(point: ChoicePoint, option: str) -> str:
    """Whose convention it is, where frameworks and books differ: `, as PyTorch does`."""
    presets = presets_with(point, option)
    do = "do" if len(presets) > 1 or "textbook" in presets else "does"
    return f", as {' and '.join(PEOPLE[preset] for preset in presets)} {do}" if presets else ""


def sentences(variant: Variant, explanation: Explanation) -> list[str]:
    """All that went wrong by one explanation, mistake by mistake, and the slip last."""
    said = [sentence(variant, mistake) for mistake in explanation.mistakes]
    if explanation.slip:
        of = explanation.of if explanation.slip in {UNIT, CONVERSION} else named(explanation.of)
        slip = SENTENCES[explanation.slip].format(of=of)
        said.append(f"Then a slip: {slip[0].lower()}{slip[1:]}" if said else slip)
    if said and explanation.again:
        said.insert(0, f"You made the same mistake as in {answers_to(explanation.again)}.")
    return said


def follows(explanation: Explanation, *, sure: bool = True) -> str:
    """How an answer follows from earlier ones, where nothing new went wrong; else empty."""
    if explanation.mistakes or explanation.slip:
        return ""
    if explanation.since:
        return f"{'It follows' if sure else 'Perhaps it follows'} from {answers_to(explanation.since)}."
    return f"{'It is' if sure else 'Perhaps it is'} the same mistake as in {answers_to(explanation.again)}."


def answers_to(parts: Sequence[str]) -> str:
    """`your answers to layer and encoder`."""
    return f"your answer{'s' if len(parts) > 1 else ''} to {enumerated(parts)}"


@lru_cache(maxsize=4096)
def named(path: str) -> str:
    """A step or scope, as people call it.

    A symbol keeps its index, and so does one in a piece of a formula.

    >>> named("layer.feed_forward"), named("queries"), named("d_k"), named("√d_k·w_in")
    ('layer › feed-forward', 'queries', 'd_k', '√d_k·w_in')
    """
    if not WORDS.fullmatch(path) or SYMBOL.fullmatch(path):
        return path
    return path.replace("feed_forward", "feed-forward").replace("_", " ").replace(".", " › ")
