"""The kind of answer `matrix`: a table of numbers, such as `[[1, 0], [0, 1]]` or rows on lines of their own."""

from __future__ import annotations

from typing import Final

from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.reading.rows import Table, with_entries
from checker.text.number import Hints
from checker.text.numeral import refuse_middle_dots
from checker.text.plain import plain


class MatrixKind(Kind):
    """Answers that are a table of numbers, with rows of one length."""

    name = "matrix"
    axes = 2
    is_list = True
    has_entries = True
    may_have_unit = True
    results = frozenset({"matrix", "vector"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the table in a student's text: `[[1, 0], [0, 1]]`, `1 0; 0 1` or rows on lines."""
        refuse_middle_dots(text, hints)
        return with_entries(Table(plain(text, hints.most_characters), hints, listed=False).read(), text)


kind: Final = MatrixKind()
