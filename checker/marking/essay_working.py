"""Equations in the text of an essay, recomputed for the person who grades it."""

from __future__ import annotations

import re
from typing import Any, Final

from checker.marking.essay_matches import LONGEST
from checker.marking.line_findings import LineFinding, line_record, slip_of
from checker.problems import Part
from checker.working.ledger import Ledger

_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+(?=[^\W\d_])")


def essay_working(part: Part, text: str) -> list[dict[str, Any]]:
    """Return the records of the equations in an essay, each with its line."""
    if len(text) > LONGEST:
        return []
    ledger = Ledger(part.decimal or "point")
    found: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        for sentence in _SENTENCE.split(line):
            for each in ledger.add(sentence):
                finding = LineFinding() if each.is_right else LineFinding("arithmetic", slip_of(each))
                found.append(line_record(each, finding) | {"line": number})
    return found
