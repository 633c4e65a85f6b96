"""Types of solver parameters: sizes with bounds, checked when a problem is loaded."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen

Size = Annotated[int, Ge(1), Le(10**14)]
"""A size of at least 1."""

SizeOrNone = Annotated[int, Ge(0), Le(10**14)]
"""A size that may be 0, such as a padding or a number of decoder layers."""

Length = Annotated[int, Ge(1), Le(4096)]
"""A length of something that is shown number by number."""

Sizes = Size | Annotated[list[Size], MinLen(1), MaxLen(3)]
"""One size for all directions, or one for each."""

Paddings = SizeOrNone | Annotated[list[SizeOrNone], MinLen(1), MaxLen(3)]
