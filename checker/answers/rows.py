"""Lists and tables of numbers: brackets, separators, numpy's and torch's printing.  Shared by the array kinds."""

from __future__ import annotations

import re
from typing import Final

from checker.answers.number import quick
from checker.answers.number_text import read_side
from checker.answers.room import MAX_ENTRIES
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.parser import MAX_DEPTH
from checker.notation.text import brief

_OPEN: Final = "[("
_PAIRS: Final = {"[": "]", "(": ")"}
_WRAPPED: Final = 55  # numpy breaks the lines of a long vector near column 75; a row of a small matrix is shorter
CONSTRUCTOR: Final = re.compile(
    r"(?:(?:np|numpy|torch|jnp|tf)\.)?(?:array|asarray|matrix|[tT]ensor|FloatTensor|TensorShape|Array|Size|Matrix|list|tuple|shape)\s*(?=[(\[])",
)
_KEYWORD: Final = re.compile(
    r"\s*(?:dtype\s*=\s*(?:\w+\.)?(?:float|double|half|bfloat)\w*|(?:device|grad_fn|requires_grad)\s*=[^\[\]]*)\s*"
)
_INTEGERS: Final = re.compile(r"\s*dtype\s*=\s*(?:\w+\.)?u?int(?:32|64)?\s*")
"""They cut decimals off."""
_ANGLES: Final = str.maketrans("⟨⟩〈〉", "[][]")
_NEXT: Final = re.compile(r"\s*[,;]?\s*(?=[\[(])")
_ROW: Final = re.compile(r"[\[(][^A-Za-z\[\]()\d]*\d[^A-Za-z\[\]()]*(?:[eE][^A-Za-z\[\]()]*)*[\])]")
_MORE: Final = re.compile(r"\s*[,;]?\s*(?:[-+*/×√\d(]|\.\d)")
_NUMPY_SCALAR: Final = re.compile(r"(?:np|numpy)\.(?:float|int|uint)\d{1,3}\(([^()\[\],]{1,60})\)")
_QUICK: Final = re.compile(r"(-?\d{1,15})(\.\d{1,12})?", re.ASCII).fullmatch
_SPACED: Final = re.compile(r"(?<![-+*/^×√=])\s+(?=[-+.\d(√π]|sqrt|frac|exp|ln|e\b|pi\b)(?![-+]\s)")
_DECIMAL_COMMA: Final = re.compile(r"[-+]?\d+,\d+", re.ASCII)
_QUOTED: Final = re.compile(r"""(["'])([^"',;]*|\d{1,3}(?:,\d{3}){2,9})\1""", re.ASCII)
"""An entry in quotes, as YAML and JSON have it; with commas only where they group thousands."""
_WHOLE_PAIR: Final = re.compile(r"(?<![\d.,])\d+,\d+(?![\d.,])", re.ASCII)
_LEADING_ZERO: Final = re.compile(r"[-+]?0,(?:\d\d+)(?:,[-+]?0,\d\d+)*", re.ASCII)


def unwrapped(text: str) -> tuple[str, str]:
    """Return the brackets and entries of a text without `np.array(` and `dtype=...`, and what stands behind them.

    Raises Unreadable where brackets do not match.
    """
    text = _QUOTED.sub(lambda quoted: quoted[2].replace(",", ""), text.translate(_ANGLES))
    if "np." in text or "numpy." in text:
        text = _NUMPY_SCALAR.sub(r"\1", text)
    constructor = CONSTRUCTOR.match(text)
    if not constructor:
        end = _end(text)
        return text[:end], text[end:]
    text = text[constructor.end() :].lstrip()
    end = closing(text)
    arguments = split(text[1 : end - 1], ",")
    is_whole = "." not in text[1 : end - 1].rpartition("]")[0]
    while len(arguments) > 1 and (
        _KEYWORD.fullmatch(arguments[-1]) or (is_whole and _INTEGERS.fullmatch(arguments[-1]))
    ):
        arguments.pop()
    content = ",".join(arguments).strip()
    is_wrapped = text[0] == "(" and inside(content) is not None
    return (content if is_wrapped else f"{text[0]}{content}{_PAIRS[text[0]]}"), text[end:]


def closing(text: str) -> int:
    """Return the place behind the bracket that closes the first one.  Raises Unreadable."""
    depth = 0
    for match in re.finditer(r"[][()]", text):
        depth += 1 if match[0] in _OPEN else -1
        if depth > MAX_DEPTH:
            raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.")
        if not depth:
            return match.end()
    raise UnreadableAnswer(f'A bracket is not closed in "{brief(text)}".')


def _end(text: str) -> int:
    """Where the brackets with numbers end that a text begins with; its length where it begins with none."""
    if text[:1] not in {"[", "("}:
        return len(text)
    end = closing(text)
    while (following := _NEXT.match(text, end)) and _is_numeric(text[following.end() :]):
        end = following.end() + closing(text[following.end() :])
    if text[0] == "(" and _MORE.match(text, end):  # `(1/3), 2/3`: no brackets around a list
        return len(text)
    return end


def _is_numeric(text: str) -> bool:
    """Whether the brackets that a text begins with hold numbers and no words."""
    return _ROW.match(text) is not None


class TwoReadings(UnreadableAnswer):
    """Commas may separate entries, or be decimal signs."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f'"{brief(text)}" can be read with decimal commas or with commas between the entries. '
            "Write points in the numbers."
        )


def split(text: str, separators: str) -> list[str]:
    """The pieces of a text between separators that stand outside all brackets.  Raises Unreadable."""
    pieces, waiting, start = [], [], 0
    for match in re.finditer(rf"[][(){separators}]", text):
        place, sign = match.start(), match[0]
        if sign in _OPEN:
            waiting.append(_PAIRS[sign])
            if len(waiting) > MAX_DEPTH:
                raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.")
        elif sign in "])":
            if not waiting or waiting.pop() != sign:
                raise UnreadableAnswer(f'A bracket does not match in "{brief(text)}".')
        elif not waiting:
            pieces.append(text[start:place])
            start = place + 1
            if len(pieces) > MAX_ENTRIES:
                raise UnreadableAnswer(f"This has more than {MAX_ENTRIES:,} entries.")
    if waiting:
        raise UnreadableAnswer(f'A bracket is not closed in "{brief(text)}".')
    return [*pieces, text[start:]]


def inside(text: str) -> str | None:
    """What stands inside the one pair of brackets around the whole text; None if there is no such pair."""
    if text[:1] not in ("[", "(") or text[-1:] != _PAIRS[text[0]]:
        return None
    inner, depth = text[1:-1].strip(), 0
    for match in re.finditer(r"[][()]", inner):
        depth += 1 if match[0] in _OPEN else -1
        if not 0 <= depth < MAX_DEPTH:
            return None
    return inner


def groups(text: str, *, nested: bool = False) -> list[str] | None:
    """The insides of the bracketed rows `[..], [..]` that a text consists of; None if it is no list of rows."""
    pieces = [piece for piece in split(re.sub(r"\]\s*(?=\[)", "],", text), ",;\n") if piece.strip()]
    rows = [row for row in (inside(piece.strip()) for piece in pieces) if row is not None]
    listed = nested or all(piece.strip()[0] == "[" for piece in pieces) or all("," in row or " " in row for row in rows)
    return rows if rows and len(rows) == len(pieces) and listed else None


def lines(text: str, *, bracketed: bool) -> list[str]:
    """The rows of a text, between `;` or line ends.  Lines that only wrap a long list are put together."""
    text = re.sub(r",[ \t]*\n\s*", ", ", text)
    rows = [row.strip() for row in split(text, ";\n") if row.strip()]
    wraps = bracketed and ";" not in text and all(len(row) >= _WRAPPED for row in rows[:-1])
    return [" ".join(rows)] if wraps else rows


def entry(text: str, hints: Hints) -> StatedNumber:
    """One number of a list."""
    plain = _QUICK(text)
    if plain and (not plain[2] or (not hints.whole and hints.decimal != "comma")):
        return quick(plain[1], plain[2])
    if not text:
        raise UnreadableAnswer("An entry is missing between two commas.")
    return read_side(text, hints)


def pieces(text: str, hints: Hints, *, lone_comma: bool = False) -> list[str]:
    """Return the entries of one row as text, between commas or spaces.

    `lone_comma`: a row such as `0,609` is one number, since other signs separate the entries.
    Raises TwoReadings where a comma may separate or be a decimal sign, and Unreadable where there is no entry.
    """
    text = text.strip()
    if not text:
        raise UnreadableAnswer("I expected a list of numbers and found an empty one.")
    if "," not in text:
        return _spaced(text)
    text = text[:-1].rstrip() if text.endswith(",") else text
    tight = re.search(r"\d,\d", text)
    loose = re.search(r",\s|\s,", text)
    if tight and loose and any(piece.count(",") > 1 for piece in re.split(r"\s*,\s+|\s+,\s*", text)):
        return [piece.strip() for piece in split(text, ",")]  # `1,2,3, 4`: no number has two commas
    if tight and not hints.whole and hints.decimal != "point" and not re.search(r"\d\.\d", text):
        if hints.decimal == "comma" or (
            not loose and (re.search(r"\d\s+[-+\d]", text) or (lone_comma and _lone(text)))
        ):
            return [piece.strip() for piece in re.split(r",\s+", text)] if loose else _spaced(text)
        if loose or _LEADING_ZERO.fullmatch(text):
            raise TwoReadings(text)
    elif tight and loose and hints.decimal != "point" and not hints.whole and _WHOLE_PAIR.search(text):
        raise TwoReadings(text)
    elif tight and not loose and re.search(r"\d\s+[-+\d]", text):
        return _spaced(text)
    return [piece.strip() for piece in split(text, ",")]


def _lone(text: str) -> bool:
    """Whether this is one number with a decimal comma."""
    return bool(_DECIMAL_COMMA.fullmatch(text))


def _spaced(text: str) -> list[str]:
    """The pieces between spaces; a space beside a sign of arithmetic separates nothing."""
    pieces = _SPACED.split(text)
    if len(pieces) > MAX_ENTRIES:
        raise UnreadableAnswer(f"This has more than {MAX_ENTRIES:,} entries.")
    return pieces
