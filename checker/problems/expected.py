"""The kind of answer that a part expects, in words."""

from __future__ import annotations

from checker.answers.choice import lettered
from checker.engine.values.choice import SelectedOptions
from checker.notation.words import enumerated
from checker.problems.model import Part


def expected(part: Part) -> str:
    """Return which kind of answer is expected; for a choice, the options."""
    value = part.variant.board[part.step].value
    unit = part.variant.unit_of(part.step)
    if not isinstance(value, SelectedOptions):
        symbols = f" of {enumerated(part.named)}" if part.kind == "formula" else ""
        return f"a {part.kind}{symbols}{f' in {unit}' if unit else ''}"
    return lettered(value.options) + (", or several with commas between them" if len(value.places) > 1 else "")
