"""Kinds of parameters that solvers share.  An annotation is a parameter's schema: it is checked once, at load."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge, Le

Size = Annotated[int, Ge(1), Le(10**12)]
"""A size of which something must be left: 1 or more."""

SizeOrNone = Annotated[int, Ge(0), Le(10**12)]
"""A size that may be 0: a padding, a number of decoder layers."""

Length = Annotated[int, Ge(1), Le(4096)]
"""A size of something that is written out number by number."""
