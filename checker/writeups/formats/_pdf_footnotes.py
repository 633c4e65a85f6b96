"""Marks of footnotes on a page of a PDF file: raised numbers that are no exponents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from checker.writeups.formats._pdf_atoms import Atom, Page

LABEL: Final = re.compile(r"([1-9]\d?)\s?(?=[^\W\d])")
"""The beginning of a footnote whose number is not raised."""
TOUCHES: Final = 0.1
"""Gap, in sizes, up to which a number and a word touch."""
FEWEST: Final = 2
"""Number of footnotes that are recognised without a line above them."""
HALF: Final = 0.5
"""Maximum width of the line above footnotes, as a share of the page."""


def without_marks(page: Page) -> list[Atom]:
    """Return the text of a page without the marks of its footnotes.

    The footnotes are below a short line, or the last lines of the page, in their order.  Every one needs its mark
    above, and every mark is there only once: a raised number that may be an exponent as well stays.
    """
    for rule in page.rules:
        if rule.width > HALF * page.width or rule.middle > HALF * page.height:
            continue
        notes = Counter(_labels([each for each in page.atoms if each.y < rule.middle], rule.left))
        if not notes:
            continue
        marks = [each for each in _marks([each for each in page.atoms if each.y > rule.middle]) if each.text in notes]
        if Counter(each.text for each in marks) == notes and set(notes.values()) == {1}:
            kept = {id(each) for each in marks}
            return [each for each in page.atoms if id(each) not in kept]
    return page.atoms if any(rule.width > HALF * page.width for rule in page.rules) else _without_listed(page.atoms)


def _without_listed(atoms: list[Atom]) -> list[Atom]:
    """Return text without the marks of footnotes that no line is above: 1, 2, ... and below all of them 1, 2, ..."""
    marks = [*_marks(atoms)]
    if len(marks) < FEWEST or [each.text for each in marks] != [str(number) for number in range(1, len(marks) + 1)]:
        return atoms
    low = min(each.y - each.size for each in marks)
    left = min(each.left for each in atoms)
    if [*_labels([each for each in atoms if each.y < low], left)] != [each.text for each in marks]:
        return atoms
    kept = {id(each) for each in marks}
    return [each for each in atoms if id(each) not in kept]


def _labels(atoms: list[Atom], left: float) -> Iterator[str]:
    """Yield the numbers of the footnotes, which begin where their line does."""
    for each, after in pairwise([*atoms, None]):
        if each is None or abs(each.left - left) > each.size:
            continue
        if found := LABEL.match(each.text):
            yield found[1]
        elif each.text.isdecimal() and after and after.text[:1].isalpha() and _is_mark(each, after):
            yield each.text


def _is_mark(number: Atom, after: Atom) -> bool:
    """Return whether a number is smaller than the word after it, or touches it."""
    return after.size > number.size or after.left - number.right < TOUCHES * number.size


def _marks(atoms: list[Atom]) -> Iterator[Atom]:
    """Yield raised numbers."""
    for before, each in pairwise(atoms):
        is_raised = each.size < 0.8 * before.size and 0.2 * before.size < each.y - before.y < before.size
        if is_raised and each.text.isdecimal() and abs(each.left - before.right) < before.size:
            yield each
