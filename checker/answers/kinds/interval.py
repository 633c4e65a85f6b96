"""An interval as an answer: `(48.9, 55.7)`, `48.9 < mu < 55.7`, `between 48.9 and 55.7`, `52.3 ± 3.4`."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.answers.kinds.number import kind as number
from checker.answers.kinds.vector import VectorKind
from checker.answers.reading import Reading, flatten
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints
from checker.notation.text import brief, refuse_long

ENDS: Final = 2
LONGEST: Final = 300

_SIGNS: Final = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"\\(?:leq?slant|leq?|lt)(?![A-Za-z])|<=|=<|≤|⩽", "<"),
        (r"\\(?:geq?slant|geq?|gt)(?![A-Za-z])|>=|≥|⩾", ">"),
        (r"\\pm(?![A-Za-z])|\+\s?/?\s?-|plus or minus|plus/minus", "±"),
        (r"\\in(?![A-Za-z])", "∈"),
        (r"\\(?:left|right)(?![A-Za-z])|\\[,;!]|\$", " "),
    )
)
_LABEL: Final = re.compile(
    r"^\s*(?:the\s+)?(?:\d{2}(?:\.\d)?\s?\\?%\s*)?(?:confidence\s+interval|interval|CI|KI|IC)\b"
    r"(?:\s+for\s+[^\W\d_]\w*)?\s*(?:is|=|:)?\s*",
    re.IGNORECASE,
)
_MEMBER: Final = re.compile(r"^\s*\\?[^\W\d_]\w*\s*(?:∈|=)\s*")
_NAME: Final = r"\s*\|?\\?[^\W\d_][\w\\{}^]*\|?\s*"
_BETWEEN: Final = re.compile(r"(?:(?:is|lies)\s+)?(?:between|from)\s+(.+?)\s+(?:and|to)\s+(.+)", re.IGNORECASE)
_TO: Final = re.compile(r"(.+?)\s+(?:to|through|–|—)\s+(.+)", re.IGNORECASE)
_DASH: Final = re.compile(r"([-−]?[\d.,]+)\s*[–—-]\s*([\d.,]+)(\s*[^\W\d_%°].*|\s*%)?")
_CHAIN: Final = re.compile(rf"([^<>]+)([<>]){_NAME}([<>])([^<>]+)")
_MARGIN: Final = re.compile(r"\(?([^±()]+)±([^±()]+)\)?(.*)")
_WITH_UNIT: Final = re.compile(r"(.*?[\d)])\s*([^\W\d_%°][^\d]*|%|°.*)?")
_BRACKETS: Final = re.compile(r"[\[\](⟨]\s*(.+?)\s*[\])\[⟩](.*)")


class IntervalKind(VectorKind):
    """The two ends of an interval, the smaller first."""

    name = "interval"
    results = frozenset({"vector"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Read two ends.  Raises UnreadableAnswer."""
        refuse_long(text)
        body = text.strip()
        if len(body) > LONGEST:
            raise UnreadableAnswer("This is too long for an interval. Write its two ends, such as (2, 5).")
        for pattern, sign in _SIGNS:
            body = pattern.sub(sign, body)
        body = _MEMBER.sub("", _LABEL.sub("", body)).strip()
        reading = super().read(_as_list(body, text, hints), hints)
        if reading.shape != (ENDS,):
            return reading
        low, high = (Fraction(each.value) for each in reading.numbers)
        return reading._replace(refused="Write the smaller end first.") if low > high else reading

    def fits(self, value: Any) -> bool:
        """Return whether a truth has two ends, the smaller first."""
        shape, numbers = flatten(value)
        return shape == (ENDS,) and numbers[0] <= numbers[1]


def _as_list(body: str, written: str, hints: Hints) -> str:
    """Return an interval as a list of its ends.  Raises UnreadableAnswer."""
    if chain := _CHAIN.fullmatch(body):
        one, sign, other_sign, other = chain.groups()
        if sign != other_sign:
            raise UnreadableAnswer(f'The signs in "{brief(written)}" point in two directions. Write it as 2 < x < 5.')
        return _listed(*((one, other) if sign == "<" else (other, one)))
    if margin := _MARGIN.fullmatch(body):
        return _around(margin[1], margin[2], margin[3], hints)
    if ends := _BETWEEN.fullmatch(body) or _TO.fullmatch(body):
        return _listed(*ends.groups())
    if ends := _DASH.fullmatch(body):
        return _listed(ends[1], ends[2], ends[3] or "")
    if inside := _BRACKETS.fullmatch(body):
        return f"[{inside[1]}]{inside[2]}"
    return body


def _listed(low: str, high: str, behind: str = "") -> str:
    """Return two ends as a list, with the unit of the second one behind it."""
    sign = "; " if "," in low or "," in high else ", "
    high, own = _split_unit(high)
    low = low.strip()
    if own and low.endswith(own):
        low = low.removesuffix(own).strip()
    return f"[{low}{sign}{high}] {behind or own}".strip()


def _split_unit(text: str) -> tuple[str, str]:
    """Return a number and the unit behind it, which may be empty."""
    text = text.strip()
    found = _WITH_UNIT.fullmatch(text)
    return (found[1], found[2] or "") if found else (text, "")


def _around(middle: str, margin: str, behind: str, hints: Hints) -> str:
    """Return the ends around a middle as a list."""
    margin, unit = _split_unit(margin)
    own = unit or behind
    plain = hints._replace(unit=None, whole=False, shape=())
    centre, reach = (number.read(each, plain).numbers[0].value for each in (middle, margin))
    if not isinstance(centre, int | Decimal) or not isinstance(reach, int | Decimal):
        raise UnreadableAnswer("Write the two ends of the interval as numbers, such as (2, 5).")
    ends = f"[{Decimal(centre) - Decimal(reach):f}, {Decimal(centre) + Decimal(reach):f}]"
    if hints.decimal == "comma":
        ends = ends.replace(", ", "; ").replace(".", ",")
    return f"{ends} {own}".strip()


kind: Final = IntervalKind()
