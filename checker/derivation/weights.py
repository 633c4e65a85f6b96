"""Weights of mistakes: how common they are compared with the others of their type."""

from typing import Final

TYPICAL: Final = 8
"""Of the one mistake that a formula is set for: the larger value for the smaller, a value without its correction."""

COMMON: Final = 4
USUAL: Final = 2
RARE: Final = 1
