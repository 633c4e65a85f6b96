"""The version of the package, and the name under which it is published."""

from typing import Final

VERSION: Final = "0.1.0"
DISTRIBUTION: Final = "answer-checker"
"""`checker`, as the package and the command are called, belongs to another project in the index."""
