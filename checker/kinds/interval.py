"""The kind of answer `interval`: `(48.9, 55.7)`, `48.9 < mu < 55.7`, `between 48.9 and 55.7`, `52.3 ± 3.4`, `x ≥ 4`.

It notes which ends belong to the interval.  Messages say which end is wrong, or what was given instead of the ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.kinds.compare import Judge
from checker.kinds.number import kind as number
from checker.kinds.vector import VectorKind
from checker.reading.interval_ends import (
    EndsJudge,
    OneSidedJudge,
    infinity,
    is_infinite,
    last_side,
    with_infinite_ends,
    with_infinity,
)
from checker.reading.reading import Reading, flatten
from checker.reading.show import POINT, Spelling
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief, refuse_long
from checker.text.vocabulary import is_reserved

ENDS: Final = 2
ENDS_CALLED: Final = ("lower", "upper")
SWAPPED: Final = "You swapped the ends: write the smaller one first."
MIDDLE_RIGHT: Final = "The middle is right, but not the margin on each side of it."
ONE_SIDED: Final = "One end of the interval is infinite."
_INSTEAD: Final[tuple[tuple[Callable[[Fraction, Fraction], Fraction], str], ...]] = (
    (lambda low, high: (high - low) / 2, "This is the margin, half of the width. Give both ends of the interval."),
    (lambda low, high: (high + low) / 2, "This is the middle. Give both ends of the interval."),
    (lambda low, high: high - low, "This is the width. Give both ends of the interval."),
    (lambda low, _: low, "This is the lower end. Give both ends of the interval."),
    (lambda _, high: high, "This is the upper end. Give both ends of the interval."),
)
"""The mistakes of answers with one number: what this number is, and what is said."""
LONGEST: Final = 300

_COMPARISONS: Final = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"\\(?:leq?slant|leq?)(?![A-Za-z])|<=|=<|⩽", "≤"),
        (r"\\(?:geq?slant|geq?)(?![A-Za-z])|>=|⩾", "≥"),
        (r"\\lt(?![A-Za-z])", "<"),
        (r"\\gt(?![A-Za-z])", ">"),
    )
)
_STRICT: Final = str.maketrans("≤≥", "<>")
_SPACING: Final = re.compile(r"\\(?:left|right)(?![A-Za-z])|\\[,;!]")
_SIGNS: Final = (
    (re.compile(r"\\pm(?![A-Za-z])|\+\s?/?\s?-|plus or minus|plus/minus"), "±"),
    (re.compile(r"\\in(?![A-Za-z])"), "∈"),
    (_SPACING, " "),
    (re.compile(r"\$"), " "),
)
_ENDS_OF_CHAIN: Final = re.compile(r"([<>≤≥])[^<>≤≥]*[^\W\d_][^<>≤≥]*([<>≤≥])")
_ENDS_IN_BRACKETS: Final = re.compile(r"([\[\](⟨])[^\[\]()⟨⟩±]+([\[\])⟩])[^\[\]()]*$")
_LABEL: Final = re.compile(
    r"^\s*(?:the\s+)?(?:(\d{2}(?:\.\d)?)\s?\\?%\s*)?(?:confidence\s+interval|interval|CI|KI|IC)\b"
    r"(?:\s+for\s+[^\W\d_]\w*)?\s*(?:is|=|:)?\s*",
    re.IGNORECASE,
)
_LEVEL: Final = re.compile(r"(\d{2}(?:\.\d)?)\s?\\?%")
_MEMBER: Final = re.compile(r"^\s*\\?([^\W\d_]\w*)(?:\s*[∈=]|\s+(?:is\s+)?in\b)\s*")
_CONFIDENT: Final = re.compile(
    r"^we are \d\d(?:\.\d)?\s?\\?% (?:confident|sure) that\s+(?:[^\d±<>]*?\s)?(?=between\b|from\b|-?\d)", re.IGNORECASE
)
_BUILDER: Final = re.compile(r"\\?\{\s*\w+(?:\s*∈\s*[ℝR])?\s*(?:[|:]|\\mid)\s*(.+?)\s*\\?\}")
_DISPLAYED: Final = re.compile(r"\\\(\s*(.*[\[\](<>≤≥±\\].*?)\s*\\\)|\\\[\s*(.*[\[\](<>≤≥±\\].*?)\s*\\\]")
r"""`\([0, 5)\)` and `\[ [0, 5) \]`"""
_CLOSED: Final = frozenset({"≤", "≥", "<=", ">=", "=<", "=>"})
_TWO_SIDED: Final = re.compile(
    r"(?P<name>[^\W\d_]\w*)\s*(?P<one_sign>[<>]=?|[≤≥])\s*(?P<one>-?[\d.,/]+)\s*(?:and|und|et|,|;|∧|&)\s*"
    r"(?P<same>[^\W\d_]\w*)\s*(?P<other_sign>[<>]=?|[≤≥])\s*(?P<other>-?[\d.,/]+)"
)
_JOINED_CHAIN: Final = re.compile(r"([<>]=?|[≤≥])\s*([^\W\d_]\w*)\s*(?:and|und|et|,|;|∧|&)\s*\2\s*(?=[<>≤≥])")
"""`45 < mu and mu < 55`"""
_PROBABLE: Final = re.compile(r"\s*P\s*\((.+)\)\s*[=≈]\s*(?:0?[.,]\d+|\d{2}\s*%)\s*")
"""`P(48.6 < mu < 56.0) = 0.95`"""
_LOWER_UPPER: Final = re.compile(
    r"\s*(?:lower|low|LCL)(?: (?:limit|bound|end))?\s*[:=]?\s*(-?[\d.,]*\d)[\s,;]*(?:and )?\s*"
    r"(?:upper|UCL|high(?:er)?)(?: (?:limit|bound|end))?\s*[:=]?\s*(-?[\d.,]*\d)\s*",
    re.IGNORECASE,
)
_NAME: Final = r"\s*\\?[^\W\d_][\w\\{}]*\s*"
_BETWEEN: Final = re.compile(r"(?:(?:is|lies)\s+)?(?:between|from)\s+(.+?)\s+(?:and|to)\s+(.+)", re.IGNORECASE)
_TO: Final = re.compile(r"(.+?)\s+(?:to|through|–|—)\s+(.+)", re.IGNORECASE)
_DASH: Final = re.compile(r"([-−]?[\d.,]+)\s*[–—-]\s*([\d.,]+)(\s*[^\W\d_%°].*|\s*%)?")
_INFINITY: Final = re.compile(r"(?<![A-Za-z\\])(?:\\infty|infinity|inf|oo)(?![A-Za-z])|∞")
_ONE_SIDED: Final = re.compile(
    rf"{_NAME}(?P<sign>[<>≤≥])(?P<end>\s*[-−+]?\s?[\d.√(][^<>≤≥=]*)|(?P<end2>[-−+]?\s?[\d.√(][^<>≤≥=]*?)(?P<sign2>[<>≤≥]){_NAME}"
)
_CHAIN: Final = re.compile(rf"([^<>]+)([<>]){_NAME}([<>])([^<>]+)")
_MARGIN: Final = re.compile(r"\(?([^±()]+)±([^±()]+)\)?(.*)")
_WITH_UNIT: Final = re.compile(r"(.*?[\d)])\s*(\\?[^\W\d_%°](?:\D|\^[({]?-?\d)*|%|°.*)?")
_BRACKETS: Final = re.compile(r"[\[\](⟨]\s*(.+?)\s*[\])\[⟩](.*)")


class IntervalKind(VectorKind):
    """Answers that are an interval: its two ends, the smaller first."""

    name = "interval"
    fits_banks = False
    results = frozenset({"vector", "interval"})
    example = '[48.9, 55.7] or "[0, 5)"'
    forms = "Check which ends belong to the interval, and show it with brackets or signs."

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the two ends of the interval in a student's text, and in `form` which of them belong to it.

        Swapped ends are refused.  Raises UnreadableAnswer, also for another confidence level than the one asked for.
        """
        refuse_long(text)
        if "±" in text or "\\pm" in text or "-" in text:
            plain_hints = hints._replace(unit=None, whole=False, shape=())
            text = last_side(text, plain_hints, lambda side, hints: number.read(side, hints).numbers[0])
        body = text = _one_sided(_INFINITY.sub("1e300", _in_one(text.strip())))
        if len(body) > LONGEST:
            raise UnreadableAnswer("This is too long for an interval. Write its two ends, such as (lower, upper).")
        body = _with_signs(body).translate(_STRICT)
        for pattern, sign in _SIGNS:
            body = pattern.sub(sign, body)
        if inner := _PROBABLE.fullmatch(body):
            body = inner[1]
        if ends := _LOWER_UPPER.fullmatch(body):
            body = f"({ends[1]}; {ends[2]})" if hints.decimal == "comma" else f"({ends[1]}, {ends[2]})"
        level, asked = _LABEL.match(body), _LEVEL.findall(hints.words.text)
        if level and level[1] and asked and level[1] not in asked:
            raise UnreadableAnswer(f"The question asks for {asked[0]}%. Write only its interval.")
        body = _LABEL.sub("", body)
        if (member := _MEMBER.match(body)) and is_reserved(member[1]):
            raise UnreadableAnswer(
                f'"{member[1]}" could change the meaning of "{brief(text)}". Write only the interval.'
            )
        body = _MEMBER.sub("", body).strip()
        form = _form(text)
        reading = super().read(_as_list(body, text, hints), hints)._replace(form=form)
        if reading.shape != (ENDS,):
            return reading
        reading = with_infinite_ends(reading)
        low, high = (Fraction(each.value) for each in reading.numbers)
        return reading._replace(refused=SWAPPED) if low > high else reading

    def judge(self, truth: Any, tolerance: Tolerance) -> Judge:
        """Return what compares intervals with the right one, within a tolerance."""
        return (OneSidedJudge if any(map(is_infinite, flatten(truth)[1])) else EndsJudge)(truth, tolerance)

    def in_words(self, judge: Judge, reading: Reading) -> str:  # noqa: PLR0911 - each thing that may be wrong
        """Return which end is wrong, or what was given instead of the ends, such as the margin; or empty."""
        low, high = (Fraction(each) for each in judge.numbers)
        middle, margin = (low + high) / 2, (high - low) / 2
        if (not reading.shape or reading.shape == (1,)) and any(
            map(is_infinite, (*judge.numbers, reading.numbers[0].value))
        ):
            return "An interval has two ends. Give both."
        if not reading.shape or reading.shape == (1,):
            return next((said for number, said in _INSTEAD if _is(number(low, high), judge, reading)), "")
        if reading.shape != judge.shape:
            return ""
        found = [Fraction(each.value) for each in reading.numbers]
        wrong = judge.outside(reading)
        if wrong == (0, 1) and any(map(is_infinite, judge.numbers)):
            return "The interval is open on the other side." if any(map(is_infinite, found)) else ONE_SIDED
        if len(wrong) == 1:
            return f"Your {ENDS_CALLED[wrong[0]]} end is wrong; the other one is right."
        if _is(middle, judge, _reading_of(reading, (found[0] + found[1]) / 2)):
            width = (found[1] - found[0]) / 2
            twice = margin and _is(2 * margin, judge, _reading_of(reading, width))
            return "The middle is right, but the margin is twice as wide." if twice else MIDDLE_RIGHT
        if margin and _is(margin, judge, _reading_of(reading, (found[1] - found[0]) / 2)):
            return "The width is right, but the interval is not around the right middle."
        return "Neither end is right."

    def show(self, value: Any, decimal: str | None = None, tolerance: Tolerance | None = None) -> str:
        """Return a right interval as people write it: [48.9, 55.7], [-∞, 4]."""
        _, numbers = flatten(value)
        finite = tuple(each for each in numbers if not is_infinite(each))
        shown = super().show(finite or (0,), decimal, tolerance)
        return shown if len(finite) == len(numbers) else with_infinity(shown, numbers)

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:
        """Return a student's interval, with brackets that show which ends it includes."""
        finite = tuple(each for each in reading.numbers if not is_infinite(each.value))
        if len(finite) == len(reading.numbers):
            return self.in_form(super().show_reading(reading, spelling), reading.form)
        shown = super().show_reading(reading._replace(shape=(len(finite),), numbers=finite), spelling)
        return self.in_form(with_infinity(shown, [each.value for each in reading.numbers]), reading.form)

    def to_json(self, reading: Reading) -> Any:
        """Return the ends of a student's interval for JSON; an infinite one as a text."""
        ends = super().to_json(reading)
        if reading.shape != (2,) or not any(is_infinite(each.value) for each in reading.numbers):
            return ends
        return [infinity(each.value) or end for each, end in zip(reading.numbers, ends, strict=True)]

    def in_form(self, shown: str, form: str) -> str:
        """Return a shown interval with the brackets in `form`, such as `[)`; unchanged if `form` is empty."""
        return f"{form[0]}{shown[1:-1]}{form[1]}" if form and shown.startswith("[") else shown

    def form_of(self, text: str) -> str:
        """Return the brackets that say which ends an interval includes, as `[)`; empty where the text does not say."""
        return _form(text)

    def fits(self, value: Any) -> bool:
        """Return whether a right answer consists of two ends, the smaller first."""
        shape, numbers = flatten(value)
        return shape == (ENDS,) and numbers[0] <= numbers[1]


def _in_one(text: str) -> str:
    """Return `{x | 0 ≤ x < 5}` and `x ≥ 0 and x < 5` as `0 ≤ x < 5`, without words that lead up to it."""
    text = _JOINED_CHAIN.sub(r"\1 \2 ", _CONFIDENT.sub("", _without_math_signs(text)))
    if inner := _BUILDER.fullmatch(text):
        text = inner[1].strip()
    found = _TWO_SIDED.fullmatch(text)
    if found is None or found["name"] != found["same"]:
        return text
    above = found["one_sign"][:1] in ">≥"
    if above == (found["other_sign"][:1] in ">≥"):
        return text
    low, high = (found["one"], found["other"]) if above else (found["other"], found["one"])
    low_sign, high_sign = ("one_sign", "other_sign") if above else ("other_sign", "one_sign")
    signs = ["≤" if found[name] in _CLOSED else "<" for name in (low_sign, high_sign)]
    return f"{low.strip()} {signs[0]} {found['name']} {signs[1]} {high.strip()}"


def _one_sided(text: str) -> str:
    """Return `mu > 3.2` as `(3.2; 1e300)` and `4 ≥ x` as `(-1e300; 4]`, where ±1e300 stands for infinity.

    Other texts are returned as they are.
    """
    body = " ".join(_with_signs(text).split())
    if inner := _PROBABLE.fullmatch(body):
        body = inner[1].strip()
    if not (found := _ONE_SIDED.fullmatch(body)):
        return text
    is_name_first = found["end"] is not None
    end, sign = (found["end"], found["sign"]) if is_name_first else (found["end2"], found["sign2"])
    number, unit = _split_unit(end)
    is_closed, is_lower = sign in "≤≥", (sign in ">≥") == is_name_first
    if is_lower:
        return f"{'[' if is_closed else '('}{number}; 1e300) {unit}".strip()
    return f"(-1e300; {number}{']' if is_closed else ')'} {unit}".strip()


def _without_math_signs(text: str) -> str:
    r"""Return a text without LaTeX's `\(...\)` or `\[...\]` around the whole of it."""
    found = _DISPLAYED.fullmatch(text.strip())
    return found[1] or found[2] if found else text


def _with_signs(text: str) -> str:
    r"""Return a text with one sign for each comparison: `<=` and `\leq` are ≤."""
    for pattern, sign in _COMPARISONS:
        text = pattern.sub(sign, text)
    return text


def _is(right: Fraction, judge: Judge, reading: Reading) -> bool:
    """Return whether a reading of one number equals `right` within the judge's tolerance."""
    return Judge(float(right), judge.tolerance).verdict(reading._replace(shape=(), refused="")) == "correct"


def _reading_of(reading: Reading, value: Fraction) -> Reading:
    """Return a value as a reading of one number, as precise as the less precise end of the interval."""
    half = max(Fraction(each.half) for each in reading.numbers)
    return Reading((), (StatedNumber(value, half, None),))


def _form(text: str) -> str:
    """Return which ends belong to the interval: `[)` of `[0, 5)`, `0 ≤ x < 5` and `[0, 5[`."""
    body = _SPACING.sub("", _with_signs(" ".join(_without_math_signs(text).split())))
    if chain := _ENDS_OF_CHAIN.search(body):
        one, other = ("[(" if sign in "≤≥" else "((" for sign in chain.groups())
        ends = (one[0], other[0]) if chain[1] in "<≤" else (other[0], one[0])
        return ends[0] + ("]" if ends[1] == "[" else ")")
    if brackets := _ENDS_IN_BRACKETS.search(body.strip(" $.")):
        return ("[" if brackets[1] == "[" else "(") + ("]" if brackets[2] == "]" else ")")
    return ""


def _as_list(body: str, written: str, hints: Hints) -> str:
    """Return an interval as a list of its ends, and other texts as they are.  Raises UnreadableAnswer."""
    if chain := _CHAIN.fullmatch(body):
        one, sign, other_sign, other = chain.groups()
        if sign != other_sign:
            raise UnreadableAnswer(
                f'The signs in "{brief(written)}" point in two directions. Write it as lower < x < upper.'
            )
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
    """Return the ends of `middle ± margin` as a list, with their unit behind it.  Raise UnreadableAnswer."""
    (middle, first), (margin, unit) = map(_split_unit, (middle, margin))
    own = (unit or behind).strip() or first
    if first not in {"", own}:
        raise UnreadableAnswer(f'"{brief(f"{middle} {first} ± {margin} {own}")}" has two units. Write one of them.')
    plain = hints._replace(unit=None, whole=False, shape=())
    centre, reach = (number.read(each, plain).numbers[0].value for each in (middle, margin))
    if not isinstance(centre, int | Decimal) or not isinstance(reach, int | Decimal):
        raise UnreadableAnswer("Write the two ends of the interval as numbers, such as (lower, upper).")
    ends = f"[{Decimal(centre) - Decimal(reach):f}, {Decimal(centre) + Decimal(reach):f}]"
    if hints.decimal == "comma":
        ends = ends.replace(", ", "; ").replace(".", ",")
    return f"{ends} {own}".strip()


kind: Final = IntervalKind()
