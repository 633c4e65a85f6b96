"""Formats of question banks, one file each, found by name.

A file declares
    SUFFIX         of the files it makes
    written        a function of the categories and the request that returns the bytes of the bank
    split          whether a problem with several parts, or a vector, becomes a question for each field
    is_read_only   whether it is for reading, so that it lists no answers and nobody is graded by it
    notes          what else to say about its banks
    differences    a function of a question that yields where its grade is another one because of the format
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from checker.notation import packaged

if TYPE_CHECKING:
    from checker.publishing.bank import BankQuestion, Category, Request


class BankFormat(Protocol):
    """A format of question banks."""

    SUFFIX: str
    split: bool
    is_read_only: bool
    notes: tuple[str, ...]

    def written(self, categories: Sequence[Category], request: Request) -> bytes:
        """Return the bank with all questions in these categories as the bytes of a file."""

    def differences(self, question: BankQuestion) -> Iterator[str]:
        """Yield sentences on answers that the format makes a system grade differently than checker."""


FORMATS: Final = tuple(packaged.modules(__path__))
"""The names of the formats."""


def bank_format(name: str) -> BankFormat:
    """Return the format of question banks with this name, such as `gift`."""
    return cast("BankFormat", import_module(f"{__name__}.{name}"))
