"""Weights of mistakes: how often students make one, compared with the other mistakes in the same question."""

from typing import Final

TYPICAL: Final = 8
"""Of the one mistake that a formula is set for: the larger value for the smaller, a value without its correction."""

COMMON: Final = 4
USUAL: Final = 2
RARE: Final = 1
