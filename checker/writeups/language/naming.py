"""Statements that only name results.

`El precio es 17 € y la cantidad es 280 tarros.`  Their words need not be known: what results are called does not change
whether they are stated.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from checker.notation.vocabulary import WORD

_LONGEST: Final = 400
"""Characters of the longest statement that is looked at."""
_NUMBER: Final = r"(?:[^\w\s.,;:]|\s)*\d(?:[\d²³]|[.,'](?=\d)|[^\w.,;:\n]|[,;](?=\s*[-−+]?\d))*"
"""A number, a list of numbers, or working with nothing but numbers and signs."""
_IS: Final = r"(?:is|are|equals|ist|sind|beträgt|est|sont|vaut|es|son|è|sono|é|são|vale|is|zijn)"
_LABEL: Final = (
    rf"(?:\(?(?:[a-h]|\d|[ivx]{{1,4}})[.):]\s?)?(?:{WORD}\.?\s){{0,6}}{WORD}[\s*_)]{{0,3}}(?:[=≈:]|\s{_IS}\s)"
)
_UNIT: Final = rf"(?:\s?{WORD}(?:[/·^][^\W\d_]+[\d²³]?)?)?"
_NEXT: Final = r"[\s*_$)\]]*(?:[,;.]?\s+(?:and|y|und|et|e|en)\s|[,;.]\s|[,;.]?\s*\n)?\s*"
_RESULTS: Final = re.compile(
    rf"[\s*_>•–-]*(?:{_LABEL}[\s*_$]*(?:{_NUMBER}[=≈])*{_NUMBER}{_UNIT}{_NEXT})+[\s.*_)\]]*", re.IGNORECASE
)
_ONE: Final = re.compile(rf"\W*{_LABEL}\W*", re.IGNORECASE)
_ENDED: Final = re.compile(r"[\s*_$)\]}.;%°\\]*(?:[^\W\d_]{1,5}[\s*_$)\]}.;]*)?")
"""The end of a statement, with a unit."""


def only_names(statement: str, clause: str, after: str) -> bool:
    """Return whether words only name a result: those of its clause, or of a statement that is a list of such results.

    `clause`, `after`: what stands before the result in its clause, and after it up to the end of the statement.

    >>> only_names("Precio: 17 €, cantidad: 280 tarros", "Precio: ", " €, cantidad: 280 tarros")
    True
    >>> only_names("280 tarros, creo", "", " tarros, creo")
    False
    """
    return bool(ends(after) and _ONE.fullmatch(clause)) or _are_named(statement)


def ends(after: str) -> bool:
    """Return whether nothing but a unit comes after a result up to the end of its statement."""
    return _ENDED.fullmatch(after) is not None


@lru_cache(512)
def _are_named(statement: str) -> bool:
    return len(statement) <= _LONGEST and _RESULTS.fullmatch(statement) is not None
