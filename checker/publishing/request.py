"""A request for a bank: what is wanted, and the questions by category."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from checker.publishing.bank import BankQuestion


class Category(NamedTuple):
    """Questions that belong together: those of an assignment, or the variants of a problem."""

    path: tuple[str, ...]
    """The names of the categories that it is in, and its own."""
    questions: list[BankQuestion]


class Request(NamedTuple):
    """What all formats of question banks have to know: the title, solutions, the version of QTI."""

    title: str
    solution: Callable[[BankQuestion], str]
    """Returns the worked solution of a question as text; empty where none is wanted."""
    qti_version: int = 2
