"""What is said of a mistake.  The words come from the solver's file; here they are only put together."""

from __future__ import annotations

from functools import lru_cache

from checker.diagnose.diagnosis import Explanation
from checker.diagnose.mistakes import Mistake
from checker.diagnose.slips import SENTENCES
from checker.problem.wording import listed
from checker.variant import Variant


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
    """All that one explanation says: what it follows from, then mistake by mistake, and the slip last."""
    said = [sentence(variant, mistake) for mistake in explanation.mistakes]
    if explanation.since:
        answers = f"your answer{'s' if len(explanation.since) > 1 else ''} to {listed(explanation.since)}"
        alone = not (said or explanation.slip)
        said.insert(0, f"It follows from {answers}{'; nothing else is wrong here' if alone else ''}.")
    if explanation.slip:
        said.append(SENTENCES[explanation.slip].format(of=named(explanation.of)))
    return said


def named(path: str) -> str:
    """A step or scope, as people call it.

    >>> named("layer.feed_forward"), named("queries")
    ('layer › feed-forward', 'queries')
    """
    return path.replace("feed_forward", "feed-forward").replace("_", " ").replace(".", " › ")
