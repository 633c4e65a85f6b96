"""A text that a person reads, such as an essay.  The kind is `text`; text.py is about the text of other answers."""

from __future__ import annotations

from typing import Any, Final

from checker.answers.reading import Reading
from checker.answers.show import ShownValue
from checker.engine.values.rubric import Rubric
from checker.notation.number import Hints
from checker.notation.text import refuse_long


class TextKind(ShownValue):
    """Any text."""

    name = "text"

    def read(self, text: str, hints: Hints) -> Reading:
        """Any text can be read, up to 100 kB; nothing is made of it here.  Raises Unreadable."""
        del hints
        refuse_long(text)
        return Reading((0,), (), shown=text)

    def fits(self, value: Any) -> bool:
        """Whether a person decides."""
        return isinstance(value, Rubric)


kind: Final = TextKind()
