"""Finds the brackets around a list, removes them, and splits a list at the separators outside its inner brackets.

Calls of numpy, torch and the like around a list, such as `np.array([1, 2])`, and quotes around entries are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.parser import MAX_DEPTH
from checker.reading.from_program import MISSING
from checker.reading.reading import MAX_ENTRIES, too_many_entries
from checker.text.plain import brief

_OPEN: Final = "[("
_PAIRS: Final = {"[": "]", "(": ")"}
_BRACKET: Final = re.compile(r"[][()]")
CONSTRUCTOR: Final = re.compile(
    r"(?:(?:np|numpy|torch|jnp|tf)\.)?(?:array|asarray|matrix|[tT]ensor|FloatTensor|TensorShape|Array|Size|Matrix|list|tuple|shape)\s*(?=[(\[])",
)
_KEYWORD: Final = re.compile(
    r"\s*(?:dtype\s*=\s*(?:\w+\.)?(?:float|double|half|bfloat)\w*|(?:device|grad_fn|requires_grad)\s*=[^\[\]]*)\s*"
)
_INTEGERS: Final = re.compile(r"\s*dtype\s*=\s*(?:\w+\.)?u?int(?:32|64)?\s*")
"""These types cut decimals off."""
_POINTED: Final = re.compile(r"^<([^<>=]*,[^<>=]*)>$")
"""<0.25, -1.5>"""
_ANGLES: Final = str.maketrans("⟨⟩〈〉", "[][]")
_NEXT: Final = re.compile(r"\s*[,;]?\s*(?=[\[(])")
_NUMERIC_ROW: Final = re.compile(r"[\[(][^A-Za-z\[\]()\d]*\d[^A-Za-z\[\]()]*(?:[eE][^A-Za-z\[\]()]*)*[\])]")
_MORE: Final = re.compile(r"\s*[,;]?\s*(?:[-+*/×√\d(]|\.\d)")
_NUMPY_SCALAR: Final = re.compile(r"(?:np|numpy)\.(?:float|int|uint)\d{1,3}\(([^()\[\],]{1,60})\)")
_QUOTED: Final = re.compile(r"""(["'])([^"',;]*|\d{1,3}(?:,\d{3}){2,9})\1""", re.ASCII)
"""An entry in quotes, as YAML and JSON have it; with commas only where they group thousands."""


def unwrap(text: str) -> tuple[str, str]:
    """Return the list at the beginning of a text, and the text after it.

    The list has plain brackets, without `np.array(...)` and quotes.  A text without brackets is returned whole, with
    an empty text after it.  Raise UnreadableAnswer if brackets do not match.
    """
    text = _POINTED.sub(r"[\1]", text)
    text = _QUOTED.sub(lambda quoted: quoted[2].replace(",", "") or MISSING, text.translate(_ANGLES))
    if "np." in text or "numpy." in text:
        text = _NUMPY_SCALAR.sub(r"\1", text)
    constructor = CONSTRUCTOR.match(text)
    if not constructor:
        end = _end_of_rows(text)
        return text[:end], text[end:]
    text = text[constructor.end() :].lstrip()
    end = _closing(text)
    arguments = split(text[1 : end - 1], ",")
    is_whole = "." not in text[1 : end - 1].rpartition("]")[0]
    while len(arguments) > 1 and (
        _KEYWORD.fullmatch(arguments[-1]) or (is_whole and _INTEGERS.fullmatch(arguments[-1]))
    ):
        arguments.pop()
    content = ",".join(arguments).strip()
    is_wrapped = text[0] == "(" and inside(content) is not None
    return (content if is_wrapped else f"{text[0]}{content}{_PAIRS[text[0]]}"), text[end:]


def split(text: str, separators: str) -> list[str]:
    """Return the pieces of a text between separators that are outside all brackets.

    Raise UnreadableAnswer for brackets that do not match or are nested too deep, and for too many pieces.
    """
    pieces, waiting, start = [], [], 0
    for match in re.finditer(rf"[][(){separators}]", text):
        place, sign = match.start(), match[0]
        if sign in _OPEN:
            waiting.append(_PAIRS[sign])
            if len(waiting) > MAX_DEPTH:
                raise _too_deep()
        elif sign in "])":
            if not waiting or waiting.pop() != sign:
                raise UnreadableAnswer(f'The brackets in "{brief(text)}" do not match. Close [ with ] and ( with ).')
        elif not waiting:
            pieces.append(text[start:place])
            start = place + 1
            if len(pieces) > MAX_ENTRIES:
                raise too_many_entries(MAX_ENTRIES)
    if waiting:
        raise not_closed(text)
    return [*pieces, text[start:]]


def inside(text: str) -> str | None:
    """Return the text inside the one pair of brackets around a text; None if there is no such pair."""
    if text[:1] not in ("[", "(") or text[-1:] != _PAIRS[text[0]]:
        return None
    inner = text[1:-1].strip()
    return inner if all(0 <= depth < MAX_DEPTH for _, depth in _depths(inner)) else None


def not_closed(text: str) -> UnreadableAnswer:
    """Return the error to raise for a bracket that is never closed."""
    return UnreadableAnswer(f'A bracket in "{brief(text)}" is not closed. Close every bracket.')


def _closing(text: str) -> int:
    """Return the place after the bracket that closes the first one.  Raises UnreadableAnswer."""
    for end, depth in _depths(text):
        if depth > MAX_DEPTH:
            raise _too_deep()
        if not depth:
            return end
    raise not_closed(text)


def _depths(text: str) -> Iterator[tuple[int, int]]:
    """Yield the place after each bracket, and how many brackets are open there."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += 1 if match[0] in _OPEN else -1
        yield match.end(), depth


def _end_of_rows(text: str) -> int:
    """Return the index where a list at the beginning of a text ends, including further rows such as `[1, 2], [3, 4]`.

    Without brackets around a list it is the length of the text.  Raise UnreadableAnswer for one that is not closed.
    """
    if text[:1] not in {"[", "("}:
        return len(text)
    end = _closing(text)
    while (following := _NEXT.match(text, end)) and _NUMERIC_ROW.match(text, following.end()):
        end = following.end() + _closing(text[following.end() :])
    if text[0] == "(" and _MORE.match(text, end):  # `(1/3), 2/3`: no brackets around a list
        return len(text)
    return end


def _too_deep() -> UnreadableAnswer:
    return UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep. Write fewer brackets.")
