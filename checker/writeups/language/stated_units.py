"""Units that stand around a number and not next to it: `in MB: 4.5`, `4.5 (in MB)`, a column headed `[MB]`."""

from __future__ import annotations

import re
from typing import Final

from checker.notation.vocabulary import lexicon

_SHARE: Final = r"(?P<share>%|per ?cent|percent|prozent|pour ?cent|por ?ciento|per ?cento|por ?cento|procent)"
_UNIT: Final = re.compile(
    rf"[\s(\[]*(?:(?<!\w)(?:(?:all|alles|tout|todo|tutto|tudo)\s+)?(?:in|en|em)\s+(?=[^\W\d_]{{2}}|[mghsK%])|(?<=[(\[])\s*(?=[^\W\d_]{{2}}|%))"
    rf"(?:{_SHARE}|(?P<unit>[^\W\d_]+))(?=\W*$|\s*[)\].,;]|\s+(?:is|=))",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(rf"\W*(?:{_SHARE}|(?P<unit>[^\W\d_]{{2,}}))\W*", re.IGNORECASE)
"""A label that may be a unit."""


def stated_unit(before: str, after: str, label: str) -> str:
    """Return the word that may be the unit of a number, from the words around it; empty if there is none.

    >>> stated_unit("Answer in MB = ", "", "Answer in MB"), stated_unit("", " (in kB).", "So")
    ('MB', 'kB')
    """
    found = [*_UNIT.finditer(before), _UNIT.match(after), _LABEL.fullmatch(label)]
    units = ("%" if each["share"] else each["unit"] for each in found if each)
    words = lexicon()
    return next(
        (each for each in units if each.casefold() not in words.fillers and each.casefold() not in words.prose), ""
    )
