"""The kind of answer `vector`: a list of numbers, also as components: `3i + 4j`, `Fx = 3, Fy = 4`, `<3, 4>`.

The kinds `list`, `set` and `interval` are based on it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from checker.answers.base import Kind
from checker.answers.kinds.matrix import AXES
from checker.answers.kinds.number import refuse_middle_dots, stated_number
from checker.answers.reading import Reading, flatten, limits_for
from checker.answers.table import TableText
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.text import plain

_MOST: Final = 400
_LIKELY: Final = re.compile(r"[^\W\d_]|[<⟨|]")
_VECTOR: Final = r"\\(?:vec|mathbf|boldsymbol|bm|overrightarrow|hat|mathrm|widehat)\s*"
_LABEL: Final = re.compile(
    rf"^\s*(?:(?:{_VECTOR})*\{{?\s*[^\W\d_]\w*\s*\}}?(?:_\{{?\w{{1,6}}\}}?)?\s*(?:\([^()=]{{1,12}}\))?\s*[=:≈]\s*)"
)
_MARKED: Final = re.compile(rf"(?:{_VECTOR})+\{{?\s*(?:{_VECTOR})?\{{?\s*([A-Za-z])\s*\}}*|([A-Za-z])[\u0302\u20d7]")
_BASE: Final = re.compile(r"(?<![A-Za-z])\\?e\u0302?\s*_?\s*\{?\s*([xyz123])\s*\}?(?![\w.])")
_ROOT: Final = r"(?:sqrt\s?\(\d+\)|√\(?\d+\)?|\\sqrt\s?\{\d+\})"
_COEFFICIENT: Final = rf"[-−]?\s?(?:{NUMERAL}(?:\s?/\s?\d+)?|(?:\d+\s?\*?\s?)?{_ROOT}(?:\s?/\s?\d+)?)"
_TERM: Final = re.compile(
    rf"\s*(?P<sign>[-+−]?)\s*\(?\s*(?P<number>{_COEFFICIENT})?\s*\)?\s*[*·]?\s*"
    r"(?P<unit>(?![ijk](?![\w/^]))[^\W\d_][\w/^·*²³-]*)?\s*(?<![A-Za-z])(?P<base>[ijk])(?![\w/^])"
)
_AROUND: Final = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*(?P<unit>[^\W\d_][^\d()=]*)?\s*$")
_UNIT: Final = re.compile(r"\s*(?P<unit>[^\W\d_ijk][^\d()=,;]*)?\s*\.?\s*")
_AXES: Final = {
    **{digit: place for place, digit in enumerate("123456789")},
    **{letter: place for letters in ("ijk", "xyz") for place, letter in enumerate(letters)},
}
_SUBSCRIPTS: Final = str.maketrans({0x2080 + digit: str(digit) for digit in range(1, 10)})
_PIECES: Final = re.compile(r"\s*;\s*|\s*,\s+|\s*,(?=\s*[^\W\d_])|\s+(?:and|und|et|y)\s+|\s*\n\s*")
_NAMED: Final = re.compile(
    r"\s*(?P<name>[^\W\d_](?:\w*?_?\{?)?)??(?P<axis>[xyz]|(?<=[\w{])[1-9])\}?(?:[- ]?component)?"
    r"\s*[=≈:]\s*(?P<value>[^=≈:]*\d[^=≈:]*)"
)
_POINTED: Final = re.compile(r"\s*[<⟨](?!=)([^<>⟨⟩=]*\d[^<>⟨⟩=]*)[>⟩](.*)", re.DOTALL)
_BARRED: Final = re.compile(r"\(([^()|]*\d)\s*\|\s*([^()|]*\d)(?:\s*\|\s*([^()|]*\d))?\s*\)")
EXPECTED: Final = "a vector"

_QUICK: Final = re.compile(r"\[-?\d{1,15}(?:\.\d{1,12})?(?:, -?\d{1,15}(?:\.\d{1,12})?){1,500}\]", re.ASCII).fullmatch
_ENTRIES: Final = re.compile(r"(-?\d+)(\.\d+)?", re.ASCII).findall


def in_components(text: str, length: int | None) -> str:
    """Return components such as `3 i - 4.5 j` or `Fx = 3, Fy = 4` as a list in brackets; other texts unchanged.

    >>> in_components("F = 3 i - 4.5 j N", 2), in_components("Fy = 4 N, Fx = 3 N", 2), in_components("<3, 4>", 2)
    ('[3, -4.5] N', '[3 N, 4 N]', '[3, 4]')
    """
    if len(text) > _MOST or not _LIKELY.search(text):
        return text
    bare = unicodedata.normalize("NFD", text)
    if found := _named(bare.translate(_SUBSCRIPTS).replace("$", " "), length):
        return found
    body = _LABEL.sub("", bare)
    if pointed := _POINTED.fullmatch(body):
        return f"[{pointed[1].strip()}]{pointed[2]}"
    if _BARRED.search(body):
        return _BARRED.sub(lambda each: f"({', '.join(filter(None, each.groups()))})", body)
    if found := _of_unit_vectors(body.strip(), length):
        return found
    is_label = body != bare and "\\" in bare[: len(bare) - len(body)]
    return unicodedata.normalize("NFC", body) if is_label else text


def _of_unit_vectors(body: str, length: int | None) -> str:
    """Return a list for a sum of multiples of unit vectors; empty for anything else."""
    body = _BASE.sub(lambda each: f" {_to_base(each[1])}", body)
    body = _MARKED.sub(lambda each: f" {_to_base(each[1] or each[2])} ", body)
    around = _AROUND.fullmatch(body)
    unit = ""
    if around:
        body, unit = around[1], around["unit"] or ""
    entries: dict[int, str] = {}
    place = 0
    while found := _TERM.match(body, place):
        axis = _AXES[found["base"]]
        if axis in entries or (entries and not found["sign"]):
            return ""
        sign = "-" if found["sign"] in ("-", "−") else ""
        number = (found["number"] or "1").replace("−", "-").replace(" ", "")
        entries[axis] = (sign + number).replace("--", "")
        if unit and found["unit"] and found["unit"] != unit:
            return ""
        unit = unit or found["unit"] or ""
        place = found.end()
    rest = _UNIT.fullmatch(body, place)
    if not entries or rest is None or (rest["unit"] and unit):
        return ""
    count = max(length or 0, max(entries) + 1, 2)
    return (
        f"{_listed([entries.get(axis, '0') for axis in range(count)])} {(unit or rest['unit'] or '').strip()}".strip()
    )


def _to_base(axis: str) -> str:
    """Return the letter of the unit vector of an axis: i for x̂ and e_1."""
    return "ijk"[_AXES[axis]] if axis in _AXES else axis


def _named(text: str, length: int | None) -> str:
    """Return a list for components with the names of their axes; empty for anything else."""
    pieces = [each for each in _PIECES.split(text.strip(" .()")) if each.strip()]
    found = [_NAMED.fullmatch(each) for each in pieces]
    if len(pieces) < 2 or not all(found):  # noqa: PLR2004 - a vector has two components
        return ""
    named = {_AXES[each["axis"]]: each["value"].strip() for each in found if each}
    names = {(each["name"] or "").strip("_{") for each in found if each}
    if len(named) != len(pieces) or len(names) != 1 or set(named) != set(range(len(pieces))):
        return ""
    if length is not None and length != len(named):
        return ""
    return _listed([named[axis] for axis in sorted(named)])


def _listed(entries: Sequence[str]) -> str:
    """Return entries as a list in brackets, with semicolons if an entry has a comma."""
    sign = "; " if any("," in each for each in entries) else ", "
    return f"[{sign.join(entries)}]"


class VectorKind(Kind):
    """Answers that are a list of numbers."""

    name = "vector"
    is_list = True
    has_entries = True
    may_have_unit = True
    results = frozenset({"vector", "matrix", "number"})
    unfit_cues = frozenset()

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the numbers in a student's list; plain lists such as `[0.609, 0.196]` take a fast way."""
        if _QUICK(text) and hints.decimal != "comma" and not (hints.whole and "." in text):
            entries = _ENTRIES(text)
            limits = limits_for(hints.shape, EXPECTED)
            if len(text) <= limits.characters and len(entries) <= limits.entries:
                numbers = tuple([stated_number(whole, decimals) for whole, decimals in entries])
                return Reading((len(numbers),), numbers)
        return read_general_vector(text, hints)

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is a list of numbers."""
        return len(flatten(value)[0]) == 1

    def has_dimensions(self, reading: Reading) -> bool:
        """Return whether a result found in a document is a list, or a table with one row or column."""
        return len(reading.shape) < AXES or min(reading.shape) == 1


def read_general_vector(text: str, hints: Hints) -> Reading:
    """Return the list of numbers in a student's text of any form.  Raise UnreadableAnswer.

    A single row or column of a table is the list; any other table keeps its shape, which is then wrong.
    """
    limits = limits_for(hints.shape, EXPECTED)
    text = in_components(text, hints.shape[0] if hints.shape and len(hints.shape) == 1 else None)
    refuse_middle_dots(text, hints)
    reading = TableText(plain(text, limits.characters, limits.name), hints, limits, listed=True).read()
    match reading.shape:
        case (1, columns):
            return _as_vector(reading, columns, "a row, read as a vector")
        case (rows, 1):
            return _as_vector(reading, rows, "a column, read as a vector")
        case _:
            return reading


def _as_vector(reading: Reading, length: int, note: str) -> Reading:
    """Return a single row or column as a vector, with `note` saying so."""
    return reading._replace(shape=(length,), note=f"{note}, {reading.note}" if reading.note else note)


kind: Final = VectorKind()
