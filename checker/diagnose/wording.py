"""What is said of a mistake.  The words come from the solver's file; here they are only put together."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from checker.diagnose.diagnosis import Explanation
from checker.diagnose.mistakes import Mistake
from checker.diagnose.slips import SENTENCES
from checker.variant import Variant

WORDS: Final = re.compile(r"[\w.]+")
SYMBOL: Final = re.compile(r"[^\W_]_\w+")


@lru_cache(maxsize=4096)
def sentence(variant: Variant, mistake: Mistake) -> str:
    """One mistake, said to the student.  A convention is told in both directions: yours, and this question's."""
    point = variant.menu[mistake.point]
    said = variant.sentences[mistake.id]
    if point.is_convention:
        right = variant.sentences[f"{point.name}.{point.right}"]
        opposite = {mistake.option, point.right} == {"counted", "left_out"}
        said = f"Your answer {said}; this question {'does not' if opposite else right}."
    if mistake.scope:
        said = f"In {named(mistake.scope)} only: {said[0].lower()}{said[1:]}"
    return said


def sentences(variant: Variant, explanation: Explanation) -> list[str]:
    """All that one explanation says, mistake by mistake, and the slip last."""
    said = [sentence(variant, mistake) for mistake in explanation.mistakes]
    if explanation.slip:
        said.append(SENTENCES[explanation.slip].format(of=named(explanation.of)))
    return said


def named(path: str) -> str:
    """A step or scope, as people call it.

    A symbol keeps its index, and so does one in a piece of a formula.

    >>> named("layer.feed_forward"), named("queries"), named("d_k"), named("√d_k·w_in")
    ('layer › feed-forward', 'queries', 'd_k', '√d_k·w_in')
    """
    if not WORDS.fullmatch(path) or SYMBOL.fullmatch(path):
        return path
    return path.replace("feed_forward", "feed-forward").replace("_", " ").replace(".", " › ")
