"""Pieces of large files, so that to change one row changes one piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import islice

from checker.document import DocumentError
from checker.grading.submissions import table
from checker.grading.submissions._model import MOST_IN_PIECE, FoundFile, FoundSubmissions, Piece, Submission, Trouble


def pieces(found: FoundFile, read: Callable[[FoundFile], Iterator[FoundSubmissions]]) -> Iterator[Piece]:
    """Yield the submissions of a file in pieces.

    The hash of a piece of a table is made from its rows as they are written, not from the problems that they are for.
    """
    everything = read(found)
    lines, header = _written(found)
    piece = tuple(islice(everything, MOST_IN_PIECE))
    number = 0
    while piece:
        number += 1
        after = tuple(islice(everything, MOST_IN_PIECE))
        about = (found.key, found.hint, len(header), [_content(each, is_row=bool(header)) for each in piece])
        digest = sha256(ascii(about).encode())
        if header:
            first, end = _line(piece, len(header) + 1), _line(after, len(lines) + 1)
            digest.update("".join((*header, f"{first}\n", *lines[first - 1 : end - 1])).encode())
        sort = "table" if number > 1 or after else found.sort
        yield Piece(found.path, f"{found.key}#{number}", digest.digest(), piece, found.hint, sort)
        piece = after


def _written(found: FoundFile) -> tuple[list[str], list[str]]:
    """Return the lines of a table and those of its header; none of any other file, or of one without rows."""
    if found.sort == "table":
        with suppress(DocumentError):
            lines = table.lines_of(found.data, found.path)
            return lines, lines[: table.lines_of_header(lines, found.path)]
    return [], []


def _content(each: FoundSubmissions, *, is_row: bool) -> object:
    """Return what is read, but for its place; of a row what its text alone does not tell."""
    if isinstance(each, Submission):
        answers = None if is_row else [(one.problem, one.part, one.text, one.line) for one in each.answers]
        return each.student, each.name, each.email, tuple(each.delivery), answers
    return None if is_row else (each.line, each.student, each.message)


def _line(found: tuple[FoundSubmissions, ...], otherwise: int) -> int:
    """Return the line in which these begin."""
    lines = (
        each.line if isinstance(each, Trouble) else next((one.line for one in each.answers), None) for each in found
    )
    return next((line for line in lines if line is not None), otherwise)
