"""An ordered list of numbers as an answer."""

from __future__ import annotations

from typing import Final

from checker.answers.kinds.vector import VectorKind


class ListKind(VectorKind):
    """A list of numbers whose order matters."""

    name = "list"


kind: Final = ListKind()
