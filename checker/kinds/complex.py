"""The kind of answer `complex`: a complex number, as `3 + 4i`, `3+j4`, `(3, 4)`, `5∠53.13°`, `5e^(0.927i)`.

`in_words` names mistakes: the conjugate, swapped parts, only the size.
"""

from __future__ import annotations

import cmath
import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.derivation.arithmetic import NoValue, finite
from checker.derivation.evaluate import IMAGINARY, NAMES, evaluate
from checker.engine.errors import UnreadableAnswer
from checker.engine.values import joined
from checker.engine.values.tolerance import Tolerance
from checker.formula.nodes import Call, Chain, Literal, Name, Node, names_in, rewrite
from checker.formula.parser import parse_program
from checker.formula.symbols import latex_greek
from checker.formula.value import CONSTANTS
from checker.kinds.base import Kind
from checker.kinds.compare import Comparison, Judge
from checker.kinds.number import kind as number
from checker.reading.reading import Reading, flatten
from checker.reading.refusals import not_understood, unequal_sides
from checker.reading.show import LARGEST_WHOLE, POINT, Spelling, format_number, show_stated, spelling_of
from checker.reading.sides import are_equal, split_sides
from checker.reading.words import label_of
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief, end_of_bracket, plain, refuse_long
from checker.text.vocabulary import unknown_word

_PARTS: Final = ("real part", "imaginary part")
_EXAMPLE: Final = "Write it in the form a + bi."
_DIGITS: Final = 12
"""Digits for which a value that is worked out is good."""


_SPELLINGS: Final = (
    (re.compile(r"\^\s*\{?\s*(?:\\circ|o)\b\s*\}?"), "°"),
    (re.compile(r"\\(?:measured)?angle(?![A-Za-z])"), "∠"),
    (re.compile(r"\\(?:mathrm|operatorname|text|rm)\s*\{?\s*([ij])\}?"), r"\1"),
    (re.compile(r"\\[ij]math|[\u2148\u2149\U0001d456\U0001d457]|(?<=[\d)])\s?\*?\s?I(?![A-Za-z])"), "i"),
)
_EXPONENT_IN_DEGREES: Final = re.compile(
    r"\*?\s*(?<![A-Za-z])(?:e\s*\^|exp)\s*\((?=[^()]*[ij])(-?)\s*(?:[ij]\s*\*?)?\s*(-?[\d.,]+)\s*(?:°|deg)\s*\*?\s*[ij]?\s*\)"
)
"""`143.4 e^(j33.2°)`"""
_NAMED_PARTS: Final = re.compile(
    r"Re\w*(?:\(\w+\)| \w)?\s*=\s*([^,;=]+?)\s*(?:[,;]|and)\s*Im\w*(?:\(\w+\)| \w)?\s*=\s*([^,;=]+)", re.IGNORECASE
)
_OTHER: Final = re.compile(
    r"\s*(?:[-|]|\\?(?:Re|Im)(?![a-z])|[ij](?: ?[A-Z]|$)|\w[ -]?bar$|conj"
    r"|\\(?:bar|overline)|\w+ ?\^? ?\(? ?\*|\w[\u0304\u0305])"
)
"""Names of other numbers than the one asked for: `-Z`, `|Z|`, `Re Z`, `iZ`, `Z^*`."""
_SYMBOLS: Final = re.compile(r"[a-z] ?\+ ?(?:[ij] ?[a-z]|[a-z] ?[ij])")
_UNIT: Final = re.compile(r"(?:(?<=[\d)°])|(?<=(?<![A-Za-z])[ij]))\s*([^\W\dij_°][^\W\d_]*(?:[/·*^ ][\w/^ -]+)?)\s*$")
_FACTORS: Final = re.compile(r"(?<![A-Za-z])([ij]) ?(?=\d|[πθ√]|pi\b|sqrt|sin|cos)|(pi|π) ?(?=[ij](?![A-Za-z]))")
"""The imaginary unit next to a constant or a function: `iπ/4`, `2πi`, `i sin 30°`."""


class ComplexJudge(Judge):
    """Compares complex numbers; one given by a rounded size and angle is right if its parts may be, so rounded."""

    are_alike = False

    def verdict(self, reading: Reading) -> Comparison:
        """Return how a complex number compares with the right one: `correct`, `coarse`, `wrong` and so on."""
        found = super().verdict(reading)
        if found not in {"wrong", "coarse"} or not self.tolerance.roundings:
            return found
        halves = [float(each.half) for each in reading.numbers if each.digits is None]
        if len(halves) < len(_PARTS) or any(
            half > 0.005 * abs(part)  # a rounded size and angle with three digits hardly move it further
            for half, part in zip(halves, map(float, self.numbers), strict=True)
        ):
            return found
        return "correct" if self.may_be_rounded(reading) else found


class ComplexKind(Kind):
    """Answers that are one complex number: a real and an imaginary part."""

    name = "complex"
    called = "a complex number"
    judged_by = ComplexJudge
    fits_banks = False
    has_entries = True
    may_have_unit = True
    results = frozenset({"complex"})
    example = '"3 + 4i"'

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the complex number in a text: a + bi, a pair, size and angle, arithmetic.  Raise UnreadableAnswer."""
        refuse_long(text)
        body = latex_greek(text)
        for pattern, spelling in _SPELLINGS:
            body = pattern.sub(spelling, body)
        try:
            return _read_sides(plain(body), text, hints)
        except UnreadableAnswer as error:
            if all(each in text for each in re.findall(r'"([^"]*)"', error.message)):
                raise
            raise UnreadableAnswer(f'I cannot read "{brief(text)}" as a complex number. {_EXAMPLE}') from None

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is a complex number, or any two numbers, which are its parts."""
        shape, _ = flatten(value)
        return shape == (len(_PARTS),)

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
        if not other.value and judge.accepts(math.hypot(*map(float, judge.numbers)), one):
            return "This is the size of the number, without its angle. Give both parts."
        if not other.value and judge.accepts(sum(map(float, judge.numbers)), one):
            return "You left out the i: the imaginary part is added to the real part here."
        wrong = judge.outside(reading)
        return (
            f"Your {_PARTS[wrong[0]]} is wrong; the other part is right."
            if len(wrong) == 1
            else "Neither part is right."
        )

    def show(self, value: Any, decimal: str | None = None, tolerance: Tolerance | None = None) -> str:  # noqa: ARG002
        """Return a right answer as people write it: 3 + 4i."""
        numbers = flatten(value)[1]
        spelling = spelling_of(numbers, decimal)
        return joined(*(spelling.entry(format_number(each, 4)) for each in numbers))

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:
        """Return a student's complex number as people write it, with the digits that were stated."""
        tolerance = None if spelling.is_whole else spelling.tolerance
        parts = [spelling.entry(show_stated(each, tolerance).partition(" ")[0]) for each in reading.numbers]
        return joined(*parts) if len(parts) == len(_PARTS) else super().show_reading(reading, spelling)


def _read_sides(body: str, written: str, hints: Hints) -> Reading:
    """Return the last side, with which the others have to agree: `Z = 3 + j*4 = 5∠53.13°`.  Raise UnreadableAnswer.

    Names of the number and formulas are passed over; the name of another number is refused.
    """
    if parts := _NAMED_PARTS.fullmatch(body):
        return _from_parts(parts[1], parts[2], "", hints)
    *before, last = split_sides(body)
    if not last:
        raise UnreadableAnswer(f'Nothing follows the equals sign in "{brief(written)}". {_EXAMPLE}')
    reading = _read_side(last, written, hints)
    for side in before:
        if re.search(r"\d", side) and not label_of(side, hints):
            slack = max(abs(Fraction(each.value)) for each in reading.numbers) / 200  # half a percent
            if not are_equal(_read_side(side, written, hints), reading, slack):
                raise unequal_sides(written, "your final number")
        elif not re.search(rf"(?<!\w){re.escape(side)}(?!\w)", hints.words.text) and (
            _OTHER.match(side)
            or not (label_of(side, hints) or unknown_word(side, hints.words) is None or _SYMBOLS.fullmatch(side))
        ):
            raise UnreadableAnswer(f'"{brief(side)}" is another number. Write only the one that is asked for.')
    return reading


def _read_side(body: str, written: str, hints: Hints) -> Reading:
    """Return the complex number in one side: pair, size and angle, parts or arithmetic.  Raise UnreadableAnswer."""
    if body[-1:] in "+-*/":
        raise UnreadableAnswer(f'Nothing follows the last sign in "{brief(written)}". {_EXAMPLE}')
    body = _EXPONENT_IN_DEGREES.sub(r"∠\1\2°", body.rstrip(" .;,"))
    found = _UNIT.search(body) if hints.unit else None
    body, unit = (body[: found.start()].strip(), found[1]) if found else (body, "")
    if pair := re.fullmatch(r"(complex)?\(\s*([^(),;]+?)\s*([,;]\s*)([^(),;]+?)\s*\)", body):
        if pair[3] == "," and not pair[1] and hints.decimal is None and "." not in body:
            raise UnreadableAnswer(f'"{brief(written)}" may be one number or two. {_EXAMPLE}')
        return _from_parts(pair[2], pair[4], unit, hints)
    if polar := re.fullmatch(r"(.+?)\s*(?:∠|/_+|(?<![A-Za-z])cis(?![A-Za-z]))\s*(.+)", body):
        return _by_angle(polar[1], polar[2], unit, hints)
    # a letter behind the imaginary unit: `4it`
    if found := re.search(r"(?<=\d)[ij][A-Za-z]+", body):
        raise not_understood(found[0], written, hints)
    parts = _parts(re.sub(r"\+\s*(?=-)", "", _without_brackets(body)))
    try:
        return _from_parts(*parts, unit, hints) if parts else _calculated(body, written, unit, hints)
    except UnreadableAnswer:
        if parts is None or "(" not in body:
            raise
    return _calculated(body, written, unit, hints)


def _without_brackets(body: str) -> str:
    """Return a text without the brackets around the whole of it: `(3 + 4i)`."""
    body = body.strip()
    return body[1:-1].strip() if body.startswith("(") and end_of_bracket(body, 0) == len(body) else body


def _parts(body: str) -> tuple[str, str] | None:
    """Return the texts of the real and the imaginary part; None where this is arithmetic.

    The imaginary part is the one term with an i, as `4i`, `i4`, `4*i/3`; all others are the real part.
    """
    units = [*re.finditer(r"(?<![A-Za-z])[ij](?![A-Za-z])", body)]
    if len(units) != 1:
        return None if units else (body, "0")
    start, end = units[0].span()
    before, after = body[:start], body[end:]
    if before.count("(") > before.count(")") or before.rstrip()[-1:] in {"/", "^"} or after.lstrip()[:1] == "^":
        return None
    signs = [
        each.start()
        # a sign between terms, or before the first one
        for each in re.finditer(r"(?!(?<=\d[eE])[+-]\d)(?<![*/^])(?<![*/^] )[+-]", body)
        if body.count("(", 0, each.start()) == body.count(")", 0, each.start())
    ]
    first = max((place for place in signs if place < start), default=0)
    last = min((place for place in signs if place >= end), default=len(body))
    left, right = body[first:start].rstrip(" *"), body[end:last].strip(" *")
    if not left.strip("+-") and right[:1] in {"", "/"}:
        right = f"1{right}"
    sign = "*" if left.strip("+-") and right and right[0] != "/" else ""
    # without a plus before them, and without a space behind a minus
    real, imaginary = (
        re.sub(r"^-\s+", "-", term.strip().removeprefix("+").strip())
        for term in (f"{body[:first]}{body[last:]}", f"{left}{sign}{right}")
    )
    return real or "0", imaginary


def _from_parts(real: str, imaginary: str, unit: str, hints: Hints) -> Reading:
    """Return the reading of two parts, each read like an answer of kind `number`; or raise UnreadableAnswer."""
    plainer = hints._replace(shape=())
    texts = [_without_brackets(each) for each in (real, imaginary)]
    read = [number.read(each if each.endswith(unit) else f"{each} {unit}", plainer) for each in texts]
    refused = next((each.refused for each in read if each.refused), "")
    return Reading((len(_PARTS),), tuple(each.numbers[0] for each in read), refused=refused, unit=unit)


def _by_angle(size: str, angle: str, unit: str, hints: Hints) -> Reading:
    """Return the reading of a size and an angle; raise UnreadableAnswer if one above 2π has neither ° nor rad."""
    plainer = hints._replace(unit=None, whole=False, shape=())
    turn = re.fullmatch(r"\(?\s*(.+?)\s*(?:(°|deg(?:rees?)?)|(rad(?:ians?)?))?\s*\)?", angle)
    sizes = number.read(f"{_without_brackets(size)} {unit}".strip(), plainer._replace(unit=hints.unit)).numbers[0]
    turned = number.read(turn[1] if turn else angle, plainer).numbers[0]
    degrees, radians = turn.groups()[1:] if turn else ("", "")
    if not degrees and not radians and abs(Fraction(turned.value)) > math.tau:
        raise UnreadableAnswer(f'"{brief(angle)}" may be in degrees or in radians. Write ° behind degrees.')
    factor = math.pi / 180 if degrees else 1.0
    try:
        radius, phase = float(sizes.value), float(turned.value) * factor
        value = finite(cmath.rect(radius, phase))
        size_half = 0.0 if isinstance(sizes.value, int) else float(sizes.half)
        arc = finite(abs(radius) * float(turned.half) * factor).real
    except (NoValue, OverflowError, ValueError):
        raise UnreadableAnswer("This number is too large. Check its exponents.") from None
    cosine, sine = abs(math.cos(phase)), abs(math.sin(phase))
    return _reading(value, (size_half * cosine + arc * sine, size_half * sine + arc * cosine), unit, hints)


def _calculated(body: str, written: str, unit: str, hints: Hints) -> Reading:
    """Return the value of arithmetic with complex numbers.  Raise UnreadableAnswer."""
    body = _FACTORS.sub(lambda found: f"{found[1] or found[2]}*", body)
    tree = parse_program(body, NAMES)
    unknown = [name for name in names_in(tree) if name not in {*CONSTANTS, "i", "j"}]
    if unknown:
        raise UnreadableAnswer(f'I do not understand "{brief(unknown[0])}" in "{brief(written)}". {_EXAMPLE}')
    try:
        value = complex(evaluate(rewrite(tree, _complex_root), IMAGINARY))
    except (NoValue, KeyError, TypeError, UnreadableAnswer):
        raise UnreadableAnswer(f'"{brief(written)}" has no value that I can work out. {_EXAMPLE}') from None
    # a function or a power: an angle may be in it, which is rounded
    decimals = [len(each) for each in re.findall(r"\d\.(\d+)", body)] if re.search(r"[A-Za-z]\s*\(|\^", body) else []
    half = 5 * 10.0 ** -(min(decimals) + 1) * abs(value) if decimals else 0.0
    reading = _reading(value, (half, half), unit, hints)
    if not unit:
        return reading
    scale = number.read(f"1 {unit}", hints._replace(shape=()))
    factor = Fraction(scale.numbers[0].value)
    numbers = tuple(each._replace(value=Fraction(each.value) * factor) for each in reading.numbers)
    return reading._replace(numbers=numbers, refused=scale.refused)


def _complex_root(node: Node) -> Node:
    """Return a root that is imaginary of a negative number: its argument is a complex number."""
    match node:
        case Call("sqrt", (argument,), place):
            nothing = Chain(Literal(0, place), (("*", Name("i", place)),), place)
            return Call("sqrt", (Chain(argument, (("+", nothing),), place),), place)
    return node


def _reading(value: complex, halves: tuple[float, float], unit: str, hints: Hints) -> Reading:
    """Return the reading of a value that was worked out, whose parts are good to `halves`.

    A part that is whole but for that is whole, if whole numbers are asked for.
    """
    places = _DIGITS - math.floor(math.log10(abs(value))) if value else _DIGITS
    numbers = []
    for part, half in zip((value.real, value.imag), halves, strict=True):
        exact = round(part, places) + 0.0
        is_rounded = hints.whole and half and abs(exact - round(exact)) <= min(half, 0.05)
        if is_rounded or (not half and exact.is_integer() and abs(exact) < LARGEST_WHOLE):
            numbers.append(StatedNumber(round(exact), 0, None))
        else:
            numbers.append(
                StatedNumber(Decimal(repr(exact)) if half else exact, Decimal(repr(half)) if half else 0, None)
            )
    return Reading((len(_PARTS),), tuple(numbers), unit=unit)


kind: Final = ComplexKind()
