"""Formats of question banks, one file each, found by its name.  A file declares its `BankFormat` as `FORMAT`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from checker.text import packaged

if TYPE_CHECKING:
    from checker.publishing.bank import BankQuestion, Category, Request


class BankFormat(NamedTuple):
    """A format of question banks."""

    written: Callable[[Sequence[Category], Request], bytes]
    """Returns the bank with all questions in these categories as the bytes of a file."""
    differences: Callable[[BankQuestion], Iterable[str]] = lambda _: ()
    """Returns sentences on answers that the format makes a system grade differently than checker."""
    notes: tuple[str, ...] = ()
    """What else to say about its banks."""
    is_read_only: bool = False
    """It is for reading, so that it lists no answers and nobody is graded by it."""


FORMATS: Final = tuple(packaged.modules(__path__))
"""The names of the formats."""


def bank_format(name: str) -> BankFormat:
    """Return the format of question banks with this name, such as `moodle`."""
    found: BankFormat = import_module(f"{__name__}.{name}").FORMAT
    return found
