"""Results in series: lines that differ only in their numbers, `p1 = 0.3`, `p2 = 0.7`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from checker.writeups.results.arrays import as_list
from checker.writeups.results.candidate import Candidate

_FEWEST: Final = 3
"""Number of lines from which results are a series."""
_NUMBER: Final = re.compile(r"[-−]?[\d.,]+")
_LONGEST_START: Final = 500
"""Characters before the equals sign of a line in a series."""
_LONGEST_FORM: Final = 60
"""Characters of these without the digits."""


def with_series(found: Iterable[Candidate], *, as_lists: bool) -> Iterator[Candidate]:
    """Yield the candidates, those in series marked as such; `as_lists`: each series is a list too."""
    for form, group in groupby(found, key=_form):
        run = list(group)
        values = [each for each in run if each.kind == "number" and each.is_result]
        if not form or len({each.place for each in values}) < _FEWEST:
            yield from run
            continue
        yield from (each.with_cues("series") for each in run)
        if as_lists:
            text = as_list(each.text for each in values)
            yield values[-1]._replace(text=text, kind="vector", cues=("column",), near=values[0].near)


def _form(candidate: Candidate) -> str:
    """Return the start of a number's line with all digits left out; empty where there is no number in it."""
    start = candidate.line.partition("=")[0]
    form = _NUMBER.sub("#", start).strip() if len(start) < _LONGEST_START else ""
    return form if "#" in form and len(form) < _LONGEST_FORM else ""
