"""How often students make one kind of mistake, compared with others in the same question: from rare to typical."""

from typing import Final

TYPICAL: Final = 8
"""The weight of the mistake that a question is asked for, such as the larger of two values for the smaller."""

COMMON: Final = 4
USUAL: Final = 2
RARE: Final = 1
WEIGHTS: Final = {"typical": TYPICAL, "common": COMMON, "usual": USUAL, "rare": RARE}
