"""Weights of mistakes: how common they are compared with the others of their type."""

from typing import Final

COMMON: Final = 4
USUAL: Final = 2
RARE: Final = 1
