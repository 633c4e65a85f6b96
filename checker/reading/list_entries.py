"""Splits the text of a list or a table into rows and entries, and reads the number in an entry.

Most of the code decides whether commas separate entries or thousands, or are decimal signs; if that cannot be told, it
raises `AmbiguousCommas`.
"""

from __future__ import annotations

import re
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.kinds.number import read_plain
from checker.reading.brackets import inside, split
from checker.reading.number_text import read_side
from checker.reading.reading import MAX_ENTRIES, too_many_entries
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief

_MISSING: Final = frozenset({"none", "null", "nan"})
_WRAPPED: Final = 55  # numpy breaks the lines of a long vector near column 75; a row of a small matrix is shorter
_SPACE: Final = re.compile(r"(?<![-+*/^×√=])\s+(?=[-+.\d(√π]|sqrt|frac|exp|ln|e\b|pi\b)(?![-+]\s)")
"""A space between entries; none next to a sign of arithmetic."""
_DECIMAL_COMMA: Final = re.compile(r"[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+", re.ASCII)
_WHOLE_DECIMAL: Final = re.compile(r"[-+]?\d+,0{1,2}", re.ASCII)
_TIGHT_COMMA: Final = re.compile(r"\d,\d")
_LOOSE_COMMA: Final = re.compile(r",\s|\s,")
_TWO_NUMBERS: Final = re.compile(r"\d\s+[-+\d]")
_WHOLE_PAIR: Final = re.compile(r"(?<![\d.,])\d+,\d+(?![\d.,])", re.ASCII)
_THOUSANDS: Final = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?!\d|,\d)", re.ASCII)
"""A number with commas between thousands."""
_LEADING_ZERO: Final = re.compile(r"[-+]?0,(?:\d\d+)(?:,[-+]?0,\d\d+)*", re.ASCII)


class AmbiguousCommas(UnreadableAnswer):
    """Raised for a list whose commas may separate entries or thousands, or be decimal signs."""

    def __init__(self, text: str, *, thousands: bool = False) -> None:
        commas = f'The commas in "{brief(text)}" could'
        super().__init__(
            f"{commas} separate entries or thousands. Write no commas between thousands."
            if thousands
            else f"{commas} be decimal commas or separate entries. Write decimal points."
        )


def unclear_end(text: str) -> UnreadableAnswer:
    """Return the error to raise if only some entries of a list have a unit or a percent sign."""
    sign = "percent sign" if "%" in text else "unit"
    return UnreadableAnswer(
        f'I cannot tell whether the {sign} in "{brief(text)}" belongs to every entry. Write it after every entry.'
    )


def without_thousands(text: str) -> str:
    """Return a list's text without commas between thousands: `27,648, 12,288` becomes `27648, 12288`."""
    return _THOUSANDS.sub(lambda grouped: grouped[0].replace(",", ""), text)


def rows_in_brackets(text: str, *, nested: bool = False) -> list[str] | None:
    """Return the insides of the rows in a text such as `[1, 2], [3, 4]`; None if it is no list of rows."""
    pieces = [piece.strip() for piece in split(re.sub(r"\]\s*(?=\[)", "],", text), ",;\n") if piece.strip()]
    rows = [row for row in map(inside, pieces) if row is not None]
    is_list = nested or all(piece[0] == "[" for piece in pieces) or all("," in row or " " in row for row in rows)
    return rows if rows and len(rows) == len(pieces) and is_list else None


def rows_on_lines(text: str, *, bracketed: bool) -> list[str]:
    """Return the rows of a table that are separated by `;` or line ends; lines that only wrap a list are joined."""
    text = re.sub(r",[ \t]*\n\s*", ", ", text)
    rows = [row.strip() for row in split(text, ";\n") if row.strip()]
    wraps = bracketed and ";" not in text and all(len(row) >= _WRAPPED for row in rows[:-1])
    return [" ".join(rows)] if wraps else rows


def read_entry(text: str, hints: Hints) -> StatedNumber:
    """Return the number that is one entry of a list.  Raise UnreadableAnswer."""
    return read_plain(text, hints) or read_side(require_entry(text), hints)


def require_entry(text: str) -> str:
    """Return the text of a list's entry.  Raise UnreadableAnswer if it is empty."""
    if not text or text.casefold() in _MISSING:
        raise UnreadableAnswer("An entry of this list is missing. Write a number there.")
    return text


def split_row(text: str, hints: Hints, *, lone_comma: bool = False) -> list[str]:
    """Return the entries of one row as texts, split at commas or spaces, or at `;` between decimal commas.

    `lone_comma`: other signs separate the entries, so that a row `0,609` is one number.  Raise AmbiguousCommas if a
    comma can be read in two ways, and UnreadableAnswer for an empty row, unmatched brackets or too many entries.
    """
    text = text.strip()
    if not text:
        raise UnreadableAnswer("This list is empty. Write its numbers, such as [a, b].")
    if "," not in text:
        return _split_at_spaces(text)
    text = text[:-1].rstrip() if text.endswith(",") else text
    if hints.decimal == "comma" and ";" in text:
        return [piece.strip() for piece in text.split(";")]
    if _is_one_number(text, hints, lone_comma=lone_comma):
        return [text]
    return _split_with_commas(text, hints, lone_comma=lone_comma)


def _split_with_commas(text: str, hints: Hints, *, lone_comma: bool) -> list[str]:
    """Return the entries of a row with commas, split at spaces if these are decimal signs.  Raise AmbiguousCommas."""
    tight, loose, two_numbers = (each.search(text) is not None for each in (_TIGHT_COMMA, _LOOSE_COMMA, _TWO_NUMBERS))
    _refuse_thousands(text, hints)
    if tight and loose and any(piece.count(",") > 1 for piece in re.split(r"\s*,\s+|\s+,\s*", text)):
        return _split_at_commas(text)  # `1,2,3, 4`: no number has two commas
    if tight and not hints.whole and hints.decimal != "point" and not re.search(r"\d\.\d", text):
        is_decimal = not loose and (two_numbers or (lone_comma and _DECIMAL_COMMA.fullmatch(text)))
        if hints.decimal == "comma" or is_decimal:
            return [piece.strip() for piece in re.split(r",\s+", text)] if loose else _split_at_spaces(text)
        if loose or _LEADING_ZERO.fullmatch(text):
            raise AmbiguousCommas(text)
    elif tight and loose and hints.decimal != "point" and not hints.whole and _WHOLE_PAIR.search(text):
        raise AmbiguousCommas(text)
    elif tight and not loose and two_numbers:
        return _split_at_spaces(text)
    return _split_at_commas(text)


def _is_one_number(text: str, hints: Hints, *, lone_comma: bool) -> bool:
    """Return whether a row such as `27,648` or `2,0` is one number with a comma in it.

    Raise AmbiguousCommas if that cannot be told.
    """
    is_one_entry = lone_comma or (hints.shape or ())[-1:] == (1,)
    if is_one_entry and hints.decimal == "comma" and _DECIMAL_COMMA.fullmatch(text):
        return True
    if not lone_comma:
        return False
    if hints.whole and hints.decimal != "point" and _WHOLE_DECIMAL.fullmatch(text):
        if hints.decimal is None:
            raise AmbiguousCommas(text)
        return True
    return (hints.whole or hints.decimal == "point") and _THOUSANDS.fullmatch(text) is not None


def _refuse_thousands(text: str, hints: Hints) -> None:
    """Raise AmbiguousCommas where every comma without a space may separate thousands: `[1,234, 5]`."""
    if hints.decimal == "comma" or not (_TIGHT_COMMA.search(text) and _LOOSE_COMMA.search(text)):
        return
    if not _TIGHT_COMMA.search(_THOUSANDS.sub("", text)):
        raise AmbiguousCommas(text, thousands=True)


def _split_at_commas(text: str) -> list[str]:
    """Return the entries between commas outside brackets.  Raise UnreadableAnswer, as `split` does."""
    return [piece.strip() for piece in split(text, ",")]


def _split_at_spaces(text: str) -> list[str]:
    """Return the entries between spaces.  Raise UnreadableAnswer for too many."""
    pieces = _SPACE.split(text)
    if len(pieces) > MAX_ENTRIES:
        raise too_many_entries(MAX_ENTRIES)
    return pieces
