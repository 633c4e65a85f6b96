"""The kind of answer that a part expects, in words."""

from __future__ import annotations

from checker.problems.model import Part


def expected(part: Part) -> str:
    """Return which kind of answer is expected; for a choice, the options."""
    unit = part.variant.unit_of(part.step)
    form = part.answer_kind.expected(part.variant.board[part.step].value, part.named)
    return f"{form} in {unit}" if unit else form
