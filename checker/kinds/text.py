"""The kind of answer `text`, such as an essay, which a person grades."""

from __future__ import annotations

from typing import Final

from checker.engine.values.rubric import Rubric
from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.text.number import Hints
from checker.text.plain import MAX_ANSWER_LENGTH, refuse_long


class TextKind(Kind):
    """Answers that are any text, for a person to grade."""

    name = "text"
    coded_as = Rubric
    needs_person = True

    def read(self, text: str, hints: Hints) -> Reading:
        """Return a reading of any text up to 100,000 characters. Raises UnreadableAnswer for a longer one."""
        del hints
        refuse_long(text, MAX_ANSWER_LENGTH)
        return Reading((0,), (), shown=text)


kind: Final = TextKind()
