"""How common a mistake is next to the others of its type."""

from typing import Final

COMMON: Final = 4
USUAL: Final = 2
RARE: Final = 1
