"""The kind of answer `complex`: a complex number, as `3 + 4i`, `3+j4`, `(3, 4)`, `5∠53.13°`, `5e^(0.927i)`.

`ComplexKind` reads, compares and shows it; `in_words` names mistakes: the conjugate, swapped parts, only the size.
"""

from __future__ import annotations

import cmath
import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.derivation import scoped
from checker.derivation.arithmetic import NoValue, finite
from checker.derivation.complex_numbers import IMAGINARY
from checker.derivation.function_library import NAMES
from checker.engine.errors import UnreadableAnswer
from checker.engine.values.complex_number import ComplexNumber, joined
from checker.engine.values.tolerance import Tolerance
from checker.formula.names import latex_greek
from checker.formula.nodes import names_in
from checker.formula.parser import parse_program
from checker.formula.value import CONSTANTS
from checker.kinds.base import Kind
from checker.kinds.compare import Comparison, Judge
from checker.kinds.number import kind as number
from checker.reading.reading import Reading, flatten, limits_for
from checker.reading.show import LARGEST_WHOLE, POINT, Spelling, show_number, show_stated, spelling_of
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief, end_of_bracket, plain

PARTS: Final = ("real part", "imaginary part")
EXAMPLE: Final = "Write it in the form a + bi."
DIGITS: Final = 12
"""Digits for which a value that is worked out is good."""

MOST_ROUNDED: Final = 0.05
"""Maximum distance to a whole number at which a part is taken for it, if an angle was rounded."""

FINEST: Final = 0.005
"""Share of a part by which a rounded size and angle may move it: three digits of each hardly move it further."""

_MOST_SIDES: Final = 5
_IMAGINARY: Final = re.compile(
    r"\\(?:mathrm|operatorname|text|rm|imath|jmath)\s*\{?\s*([ij])?\}?|[\u2148\u2149\U0001d456\U0001d457]"
)
_CONJUGATE: Final = re.compile(r"^\s*(?:[^\W\d_]\w*\s*\*|conj|\\(?:bar|overline)|[^\W\d_][\u0304\u0305])")
_CONJUGATE_ASKED: Final = re.compile(r"conj|\*|\\(?:bar|overline)|[\u0304\u0305]", re.IGNORECASE)
_OTHER: Final = re.compile(r"\s*(?:[-|]|\\?(?:Re|Im)(?![a-z])|[ij] ?[A-Z]|[^\W\d_]\w* ?\^ ?\(? ?\*)")
"""Names of other numbers than the one asked for: `-Z`, `|Z|`, `Re Z`, `iZ`, `Z^*`."""
_LABEL: Final = re.compile(r"^\s*(?:[^\W\d_]\w*|\|?[^\W\d_]\w*\|?)\s*(?:=|:)\s*(?=\S)")
_UNIT: Final = re.compile(r"(?:(?<=[\d)°])|(?<=(?<![A-Za-z])[ij]))\s*([^\W\dij_°][^\W\d_]*(?:[/·*^ ][\w/^ -]+)?)\s*$")
_LATEX_DEGREES: Final = re.compile(r"\^\s*\{?\s*(?:\\circ|o)\b\s*\}?")
_LATEX_ANGLE: Final = re.compile(r"\\(?:measured)?angle(?![A-Za-z])")
_ANGLE: Final = re.compile(r"(.+?)\s*(?:∠|/_+|(?<![A-Za-z])cis(?![A-Za-z]))\s*(.+)")
_EXPONENTIAL: Final = re.compile(
    r"(.+?)\s*\*?\s*(?:e\s*\^\s*\(|exp\s*\()\s*(?=-?\s*[ij]|[^()]*[ij]\s*\))"
    r"(-?\s*[ij]?\s*\*?\s*[\d.,]+\s*(?:°|deg))\s*\*?\s*[ij]?\s*\)"
)
"""`143.4 e^(j33.2°)`: an angle in degrees, which no other exponent has."""
_NAMED_PARTS: Final = re.compile(
    r"Re\w*(?:\(\w+\))?\s*=\s*([^,;=]+?)\s*(?:[,;]|and)\s*Im\w*(?:\(\w+\))?\s*=\s*([^,;=]+)", re.IGNORECASE
)
_TURNED: Final = re.compile(r"[A-Za-z]\s*\(|\^")
"""A function or a power: an angle may be in it, which is rounded."""
_RADIANS: Final = re.compile(r"\s*rad(?:ians?)?(?=\)?$)")
_DECIMALS: Final = re.compile(r"\d\.(\d+)")
_UNIT_OF_I: Final = re.compile(r"(?<![A-Za-z])[ij](?![A-Za-z])")
_BESIDE: Final = re.compile(r"(?<![A-Za-z])([ij])\s?(?=\d|pi\b|[πθ√]|sqrt|sin|cos)")
_JOINED: Final = re.compile(r"(pi|π)\s?([ij])(?![A-Za-z])")
"""The imaginary unit next to a constant or a function: `iπ/4`, `2πi`, `i sin 30°`."""
_PAIR: Final = re.compile(r"\(\s*([^(),;]+?)\s*(?:,\s+|;\s*)([^(),;]+?)\s*\)")
_CLOSE_PAIR: Final = re.compile(r"\(\s*([^(),;ij]+),(?!\s)([^(),;ij]+)\)")
"""`(3,4)`, which is two numbers or one with a decimal comma."""
_QUOTED: Final = re.compile(r'"([^"]*)"')


class ComplexJudge(Judge):
    """Compares complex numbers; one given by a rounded size and angle is right if its parts may be, so rounded."""

    are_alike = False

    def verdict(self, reading: Reading) -> Comparison:
        """Return how a complex number compares with the right one: `correct`, `coarse`, `wrong` and so on."""
        found = super().verdict(reading)
        if found not in {"wrong", "coarse"} or not self.tolerance.roundings:
            return found
        halves = [float(each.half) for each in reading.numbers if each.digits is None]
        if len(halves) < len(PARTS) or any(
            half > FINEST * abs(part) for half, part in zip(halves, map(float, self.numbers), strict=True)
        ):
            return found
        return "correct" if self.may_be_rounded(reading) else found


class ComplexKind(Kind):
    """Answers that are one complex number: a real and an imaginary part."""

    name = "complex"
    fits_banks = False
    has_entries = True
    may_have_unit = True
    results = frozenset({"complex"})
    example = '"3 + 4i"'

    @property
    def called(self) -> str:
        """Return what messages call the expected answer: "a complex number"."""
        return "a complex number"

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the complex number in a text: a + bi, a pair, size and angle, arithmetic.  Raise UnreadableAnswer."""
        limits = limits_for(hints.shape, self.called)
        signs = latex_greek(_LATEX_DEGREES.sub("°", _LATEX_ANGLE.sub("∠", text)))
        body = plain(_IMAGINARY.sub(lambda found: found[1] or "i", signs), limits.characters, limits.name)
        try:
            return _of_sides(body, text, hints)
        except UnreadableAnswer as error:
            if all(each in text for each in _QUOTED.findall(error.message)):
                raise
            raise UnreadableAnswer(f'I cannot read "{brief(text)}" as a complex number. {EXAMPLE}') from None

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is a complex number, or any two numbers, which are its parts."""
        shape, _ = flatten(value)
        return shape == (len(PARTS),)

    def judge(self, truth: Any, tolerance: Tolerance) -> Judge:
        """Return what compares complex numbers with the right one, within a tolerance."""
        return ComplexJudge(truth, tolerance)

    def in_words(self, judge: Judge, reading: Reading) -> str:
        """Return which of the two parts is wrong, or how they were mixed up; empty only for another shape."""
        if reading.shape != judge.shape:
            return ""
        one, other = reading.numbers
        minus_one, minus_other = (each._replace(value=-each.value, written=None) for each in reading.numbers)

        def is_right(*numbers: StatedNumber) -> bool:
            return judge.verdict(reading._replace(numbers=numbers)) == "correct"

        for numbers, said in (
            ((one, minus_other), "Your imaginary part has the wrong sign: you gave the conjugate."),
            ((minus_one, minus_other), "Both parts have the wrong sign."),
            ((minus_one, other), "Your real part has the wrong sign."),
            ((other, one), "You swapped the real part and the imaginary part."),
        ):
            if is_right(*numbers):
                return said
        wrong = judge.outside(reading)
        size = math.hypot(*map(float, judge.numbers))
        if not other.value and Judge(size, judge.tolerance).verdict(Reading((), (one,))) == "correct":
            return "This is the size of the number, without its angle. Give both parts."
        both = sum(map(float, judge.numbers))
        if not other.value and Judge(both, judge.tolerance).verdict(Reading((), (one,))) == "correct":
            return "You left out the i: the imaginary part is added to the real part here."
        if len(wrong) == 1:
            return f"Your {PARTS[wrong[0]]} is wrong; the other part is right."
        return "Neither part is right."

    def show(self, value: Any, decimal: str | None = None, tolerance: Tolerance | None = None) -> str:  # noqa: ARG002
        """Return a right answer as people write it: 3 + 4i."""
        numbers = flatten(value)[1]
        spelling = spelling_of(numbers, decimal)
        return joined(*(spelling.entry(show_number(each)) for each in numbers))

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:
        """Return a student's complex number as people write it, with the digits that were stated."""
        tolerance = None if spelling.is_whole else spelling.tolerance
        parts = [spelling.entry(show_stated(each, tolerance).partition(" ")[0]) for each in reading.numbers]
        return joined(*parts) if len(parts) == len(PARTS) else super().show_reading(reading, spelling)


def _of_sides(body: str, written: str, hints: Hints) -> Reading:
    """Return the reading of the last side, with which the others have to agree: `Z = 3 + j*4 = 5∠53.13°`.

    Raise UnreadableAnswer, also for the conjugate and for another number, such as |Z|, unless the question asks for it.
    """
    if _NAMED_PARTS.fullmatch(body):
        return _read_side(body, written, hints)
    *before, last = re.split(r"(?<![<>!])=", body, maxsplit=_MOST_SIDES)
    if before and not last.strip():
        raise UnreadableAnswer(f'Nothing follows the equals sign in "{brief(written)}". {EXAMPLE}')
    if any(map(_CONJUGATE.search, before)) and not _CONJUGATE_ASKED.search(hints.words.text):
        raise UnreadableAnswer(
            f'"{brief(before[0].strip())}" is the conjugate. Write only the number that is asked for.'
        )
    for side in before:
        if not _is_value(side) and _OTHER.match(side) and side.strip() not in hints.words.text:
            raise UnreadableAnswer(f'"{brief(side.strip())}" is another number. Write only the one that is asked for.')
    others = [_read_side(side.strip(), written, hints) for side in before if _is_value(side)]
    reading = _read_side(_LABEL.sub("", last).strip(), written, hints)
    if not all(_are_nearly_equal(each, reading) for each in others):
        raise UnreadableAnswer(f'The sides of "{brief(written)}" are not equal. Write only your final number.')
    return reading


def _is_value(side: str) -> bool:
    """Return whether a side of an equation is more than the name of the number."""
    return bool(re.search(r"\d", side)) and not re.fullmatch(r"\s*[^\W\d_]\w*\s*", side)


def _are_nearly_equal(one: Reading, other: Reading) -> bool:
    """Return whether two readings differ by no more than their rounding and half a percent."""
    pairs = zip(one.numbers, other.numbers, strict=True)
    size = max(abs(Fraction(each.value)) for each in other.numbers)
    return all(
        abs(Fraction(a.value) - Fraction(b.value)) <= Fraction(a.half) + Fraction(b.half) + size / 200 for a, b in pairs
    )


def _read_side(body: str, written: str, hints: Hints) -> Reading:
    """Return the complex number in one side: pair, size and angle, parts or arithmetic.  Raise UnreadableAnswer."""
    if body[-1:] in "+-*/":
        raise UnreadableAnswer(f'Nothing follows the last sign in "{brief(written)}". {EXAMPLE}')
    body, unit = _without_unit(body.rstrip(" .;,"), hints)
    if (close := _CLOSE_PAIR.fullmatch(body)) and hints.decimal != "comma":
        if hints.decimal is None and "." not in body:
            raise UnreadableAnswer(f'"{brief(written)}" may be one number or two. {EXAMPLE}')
        return _from_parts(close[1], close[2], unit, hints)
    if pair := _PAIR.fullmatch(body) or _NAMED_PARTS.fullmatch(body):
        return _from_parts(pair[1], pair[2], unit, hints)
    if polar := _ANGLE.fullmatch(body) or _EXPONENTIAL.fullmatch(body):
        return _by_angle(polar[1], polar[2], unit, hints)
    found = _terms(_without_brackets(body))
    if found is not None:
        try:
            return _from_parts(*found, unit, hints)
        except UnreadableAnswer:
            if "(" not in body:
                raise
    return _calculated(body, written, unit, hints)


def _without_unit(body: str, hints: Hints) -> tuple[str, str]:
    """Return the number and the unit behind it, which is empty if the question has none."""
    found = _UNIT.search(body) if hints.unit else None
    return (body[: found.start()].strip(), found[1]) if found else (body, "")


def _without_brackets(body: str) -> str:
    """Return a text without the brackets around the whole of it: `(3 + 4i)`."""
    body = body.strip()
    return body[1:-1].strip() if body.startswith("(") and end_of_bracket(body, 0) == len(body) else body


def _terms(body: str) -> tuple[str, str] | None:
    """Return the texts of the real and the imaginary part; None where there are more terms, or others."""
    real = imaginary = ""
    for sign, term in _signed_terms(body):
        marks = [*_UNIT_OF_I.finditer(term)]
        if len(marks) > 1 or any(term.count("(", 0, mark.start()) > term.count(")", 0, mark.start()) for mark in marks):
            return None
        if not marks:
            if real:
                return None
            real = f"{sign}{term}"
        elif imaginary or not (factor := _factor(term)):
            return None
        else:
            imaginary = f"{sign}{factor}"
    return real or "0", imaginary or "0"


def _signed_terms(body: str) -> list[tuple[str, str]]:
    """Return the terms between the signs outside brackets, each as (sign, term); the sign is `-` or empty."""
    terms: list[tuple[str, str]] = []
    sign, term, depth = "", "", 0
    for place, each in enumerate(body):
        depth += (each in "([") - (each in ")]")
        if each in "+-" and not depth and not _is_of_a_term(body, place):
            if term.strip():
                terms.append((sign, term.strip()))
                sign, term = "", ""
            sign = "-" if (each == "-") != (sign == "-") else ""
            continue
        term += each
    return [*terms, (sign, term.strip())] if term.strip() else terms


def _is_of_a_term(body: str, place: int) -> bool:
    """Return whether a sign belongs to the term before it: in its exponent (`2e-3`), or after `*`, `/` or `^`."""
    if body[:place].rstrip().endswith(("*", "/", "^")):
        return True
    return bool(re.fullmatch(r"\d[eE]", body[max(0, place - 2) : place])) and body[place + 1 : place + 2].isdigit()


def _factor(term: str) -> str:
    """Return the factor of i in a term: `4` of `4i` or `i4`, `1/2` of `i/2`; empty for `3/i` and powers of i."""
    place = _UNIT_OF_I.search(term)
    assert place is not None  # noqa: S101 - for mypy: the caller has found it
    before, after = term[: place.start()].rstrip(), term[place.end() :].lstrip()
    if after.startswith("^") or before.endswith("^"):
        return ""
    before, after = before.removesuffix("*").rstrip(), after.removeprefix("*").lstrip()
    if after.startswith("/"):
        return f"{before or '1'}{after}"
    if before.endswith("/"):
        return ""
    return f"{before}*{after}" if before and after else before or after or "1"


def _from_parts(real: str, imaginary: str, unit: str, hints: Hints) -> Reading:
    """Return the reading of two parts, each read like an answer of kind `number`; or raise UnreadableAnswer."""
    plainer = hints._replace(shape=())
    texts = [_without_brackets(each) for each in (real, imaginary)]
    read = [number.read(each if each.endswith(unit) else f"{each} {unit}", plainer) for each in texts]
    refused = next((each.refused for each in read if each.refused), "")
    return Reading((len(PARTS),), tuple(each.numbers[0] for each in read), refused=refused, unit=unit)


def _by_angle(size: str, angle: str, unit: str, hints: Hints) -> Reading:
    """Return the reading of a size and an angle; raise UnreadableAnswer if one above 2π has neither ° nor rad."""
    plainer = hints._replace(unit=None, whole=False, shape=())
    is_named = _RADIANS.search(angle) is not None
    angle = _RADIANS.sub("", angle)
    degrees = re.fullmatch(r"\(?\s*(.+?)\s*(?:°|deg(?:rees?)?)\s*\)?", angle)
    sizes = number.read(f"{_without_brackets(size)} {unit}".strip(), plainer._replace(unit=hints.unit)).numbers[0]
    turn = _UNIT_OF_I.sub("", degrees[1] if degrees else angle).replace("*", "")
    turned = number.read(_without_brackets(turn), plainer).numbers[0]
    factor = math.pi / 180 if degrees else 1.0
    if factor == 1 and not is_named and abs(Fraction(turned.value)) > math.tau:
        raise UnreadableAnswer(f'"{brief(angle)}" may be in degrees or in radians. Write ° behind degrees.')
    try:
        radius, phase = float(sizes.value), float(turned.value) * factor
        parts = _cleaned(finite(cmath.rect(radius, phase)))
        size_half = 0.0 if isinstance(sizes.value, int) else float(sizes.half)
        arc = finite(abs(radius) * float(turned.half) * factor).real
    except (NoValue, OverflowError, ValueError):
        raise UnreadableAnswer("This number is too large. Check its exponents.") from None
    reach = [
        size_half * abs(one) + arc * abs(other)
        for one, other in ((math.cos(phase), math.sin(phase)), (math.sin(phase), math.cos(phase)))
    ]
    numbers = tuple(_stated(part, half, hints) for part, half in zip(parts, reach, strict=True))
    return Reading((len(PARTS),), numbers, unit=unit)


def _stated(part: float, half: float, hints: Hints) -> StatedNumber:
    """Return a part with its uncertainty `half`; or, if asked for, the whole number in it, if it is at most 0.05."""
    if hints.whole and abs(part - round(part)) <= half <= MOST_ROUNDED:
        return StatedNumber(round(part), 0, None)
    return StatedNumber(Decimal(repr(part)), Decimal(repr(half)), None)


def _cleaned(value: complex) -> ComplexNumber:
    """Return the parts without rounding errors, as far as floats are good for both of them."""
    if not value:
        return ComplexNumber(0.0, 0.0)
    places = DIGITS - math.floor(math.log10(abs(value)))
    return ComplexNumber(*(round(part, places) + 0.0 for part in (value.real, value.imag)))


def _calculated(body: str, written: str, unit: str, hints: Hints) -> Reading:
    """Return the value of arithmetic with complex numbers.  Raise UnreadableAnswer."""
    body = _JOINED.sub(r"\1*\2", _BESIDE.sub(r"\1*", body))
    tree = parse_program(body, NAMES)
    known = {*CONSTANTS, "i", "j"}
    unknown = [name for name in names_in(tree) if name not in known]
    if unknown:
        raise UnreadableAnswer(f'I do not understand "{brief(unknown[0])}" in "{brief(written)}". {EXAMPLE}')
    try:
        parts = _cleaned(complex(scoped.evaluate(tree, IMAGINARY)))
    except (NoValue, KeyError, TypeError, UnreadableAnswer):
        raise UnreadableAnswer(f'"{brief(written)}" has no value that I can work out. {EXAMPLE}') from None
    decimals = [len(each) for each in _DECIMALS.findall(body)] if _TURNED.search(body) else []
    half = 5 * 10.0 ** -(min(decimals) + 1) * math.hypot(*parts) if decimals else 0.0
    if half:
        numbers = tuple(_stated(each, half, hints) for each in parts)
    else:
        whole = (int(each) if each.is_integer() and abs(each) < LARGEST_WHOLE else each for each in parts)
        numbers = tuple(StatedNumber(each, 0, None) for each in whole)
    reading = Reading((len(PARTS),), numbers, unit=unit)
    if not unit:
        return reading
    scale = number.read(f"1 {unit}", hints._replace(shape=()))
    factor = Fraction(scale.numbers[0].value)
    return reading._replace(
        numbers=tuple(each._replace(value=Fraction(each.value) * factor) for each in numbers), refused=scale.refused
    )


kind: Final = ComplexKind()
