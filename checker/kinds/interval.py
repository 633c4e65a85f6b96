"""The kind of answer `interval`: `(48.9, 55.7)`, `48.9 < mu < 55.7`, `between 48.9 and 55.7`, `52.3 ± 3.4`, `x ≥ 4`.

It notes which ends belong to the interval.  Messages say which end is wrong, or what was given instead of the ends.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.symbols import greek_spellings, latex_greek
from checker.formula.value import INFINITE
from checker.kinds.compare import Judge
from checker.kinds.vector import VectorKind
from checker.kinds.vector import kind as vector
from checker.reading.amount import Amount, read_amount, read_tail
from checker.reading.reading import Reading, flatten
from checker.reading.refusals import mixed_units, not_understood, unequal_sides
from checker.reading.rows import converted
from checker.reading.show import POINT, Spelling, is_infinite
from checker.reading.sides import are_equal, split_sides
from checker.reading.words import is_formula, label_of
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief, plain, refuse_long
from checker.text.vocabulary import is_reserved, lexicon, unknown_word

_ENDS: Final = 2
_SPELLINGS: Final = tuple(
    (re.compile(pattern), plainer)
    for pattern, plainer in (
        (r"^\s*\\\((.*)\\\)\s*$|^\s*\\\[(.*)\\\]\s*$", r"\1\2"),
        (r"\\(?:leq?slant|leq?)(?![A-Za-z])|<=|=<|⩽", "≤"),
        (r"\\(?:geq?slant|geq?)(?![A-Za-z])|>=|⩾", "≥"),
        (r"\\lt(?![A-Za-z])", "<"),
        (r"\\gt(?![A-Za-z])", ">"),
        (r"\\pm(?![A-Za-z])|\+\s?/?\s?-|plus or minus|plus/minus", "±"),
        (r"\\approx(?![A-Za-z])|≈", "="),
        (r"\\in(?![A-Za-z])", "∈"),
        (r"\\mid(?![A-Za-z])", "|"),
        (r"(?<![A-Za-z\\])(?:\\infty|infinity|inf|oo)(?![A-Za-z])", "∞"),
        (r"\\(?:left|right)(?![A-Za-z])|\\[,;!]|\$|\\(?=[{}])", " "),
    )
)
_LEVEL: Final = re.compile(r"(\d{2}(?:\.\d)?)\s?\\?%")
_LABEL: Final = re.compile(
    r"^(?:we are \d\d(?:\.\d)?\s?\\?% (?:confident|sure) that\s+(?:[^\d±<>]*?\s)?(?=between\b|from\b|-?\d)"
    r"|(?:the\s+)?(?:\d{2}(?:\.\d)?\s?\\?%\s*)?(?:confidence\s+interval|interval|CI|KI|IC)\b"
    r"(?:\s+for\s+[^\W\d_]\w*)?\s*(?:is\b|=|:)?)\s*",
    re.IGNORECASE,
)
_MEMBER: Final = re.compile(r"^\\?([^\W\d_]\w*)(?:\s*∈|\s+(?:is\s+)?in\b)\s*")
_BUILDER: Final = re.compile(r"\{\s*\w+(?:\s*∈\s*(?:[ℝR]|\\mathbb ?\{?R\}?))?\s*[|:]\s*(.+?)\s*\}")
_NAME: Final = re.compile(r"\s*\\?[^\W\d_][\w\\{}]*\s*")
_SIGN: Final = re.compile(r"([<>≤≥])")
_BRACKETS: Final = re.compile(r"([\[\](⟨])\s*(.+?)\s*([\])\[⟩])([^\[\]()⟨⟩]*)")
_NAMED_ENDS: Final = re.compile(
    r"(?:lower|low|LCL)(?: (?:limit|bound|end))?\s*[:=]?\s*(?P<low>[^a-z]*?\d)[\s,;]*(?:and )?\s*"
    r"(?:upper|UCL|high(?:er)?)(?: (?:limit|bound|end))?\s*[:=]?\s*(?P<high>.*\d)",
    re.IGNORECASE,
)
_IN_WORDS: Final = (
    _NAMED_ENDS,
    *(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            r"(?P<lead>.*?)\b(?:between|from|zwischen|von)\s+(?P<low>.+?)\s+(?:and|to|und|bis)\s+(?P<high>.+)",
            r"(?P<low>.+?)\s+(?:to|through|bis|–|—)\s+(?P<high>.+)",
            r"(?P<low>[-−]?[\d.,]+)\s*[–—−-]\s*(?P<high>\(?[-−]?[\d.,]+\)?(?:\s*[^\W\d_%°].*|\s*%)?)",
        )
    ),
)


class EndsJudge(Judge):
    """Compares intervals, whose ends are rounded each by itself."""

    are_alike = False


class IntervalKind(VectorKind):
    """Answers that are an interval: its two ends, the smaller first."""

    name = "interval"
    judged_by = EndsJudge
    fits_banks = False
    results = frozenset({"vector", "interval"})
    example = '[48.9, 55.7] or "[0, 5)"'
    forms = "Check which ends belong to the interval, and show it with brackets or signs."

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the two ends of the interval in a student's text, and in `form` which of them belong to it.

        Swapped ends are refused.  Raises UnreadableAnswer, also for another confidence level than the one asked for.
        """
        refuse_long(text)
        body = _plainer(text)
        *before, last = [body] if _NAMED_ENDS.fullmatch(body) else split_sides(body)
        level = _LEVEL.search(_label(last))
        asked = _LEVEL.findall(hints.words.text) if level else []
        if level and asked and level[1] not in asked:
            raise UnreadableAnswer(f"The question asks for {asked[0]}%. Write only its interval.")
        reading = _read_side(last, text, hints)
        slack = abs(Fraction(reading.numbers[-1].value) - Fraction(reading.numbers[0].value)) / 200
        for side in before:
            is_name = side == _label(side) or ("," not in side and _is_symbolic(side, hints))
            if not is_name and not are_equal(_read_side(side, text, hints), reading, slack):
                raise unequal_sides(text, "your final interval")
        if reading.shape != (_ENDS,):
            return reading
        low, high = (Fraction(each.value) for each in reading.numbers)
        brackets = zip(reading.form, "()", reading.numbers, strict=False)
        form = "".join(opened if is_infinite(each.value) else bracket for bracket, opened, each in brackets)
        swapped = "You swapped the ends: write the smaller one first."
        return reading._replace(form=form, refused=swapped if low > high else reading.refused)

    def in_words(self, judge: Judge, reading: Reading) -> str:  # noqa: PLR0911 - each thing that may be wrong
        """Return which end is wrong, or what was given instead of the ends, such as the margin; or empty."""
        low, high = (Fraction(each) for each in judge.numbers)
        found = [Fraction(each.value) for each in reading.numbers]
        half = max(Fraction(each.half) for each in reading.numbers)
        middle, margin = (low + high) / 2, (high - low) / 2

        def is_right(value: Fraction, right: Fraction) -> bool:
            """Return whether a value, as precise as the less precise end of the interval, is within the tolerance."""
            return judge.accepts(float(right), StatedNumber(value, half, None))

        if not reading.shape or reading.shape == (1,):
            if any(map(is_infinite, (*judge.numbers, found[0]))):
                return "An interval has two ends. Give both."
            instead = {
                "the margin, half of the width": margin,
                "the middle": middle,
                "the width": high - low,
                "the lower end": low,
                "the upper end": high,
            }
            given = next((name for name, right in instead.items() if is_right(found[0], right)), "")
            return given and f"This is {given}. Give both ends of the interval."
        if reading.shape != judge.shape:
            return ""
        wrong = judge.outside(reading)
        if wrong == (0, 1) and any(map(is_infinite, judge.numbers)):
            is_one_sided = any(map(is_infinite, found))
            return "The interval is open on the other side." if is_one_sided else "One end of the interval is infinite."
        if len(wrong) == 1:
            return f"Your {'upper' if wrong[0] else 'lower'} end is wrong; the other one is right."
        width = (found[1] - found[0]) / 2
        if is_right((found[0] + found[1]) / 2, middle):
            twice = margin and is_right(width, 2 * margin)
            but = "the margin is twice as wide" if twice else "not the margin on each side of it"
            return f"The middle is right, but {but}."
        if margin and is_right(width, margin):
            return "The width is right, but the interval is not around the right middle."
        return "Neither end is right."

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:
        """Return a student's interval, with brackets that show which ends it includes."""
        return self.in_form(super().show_reading(reading, spelling), reading.form)

    def in_form(self, shown: str, form: str) -> str:
        """Return a shown interval with the brackets in `form`, such as `[)`; unchanged if `form` is empty."""
        return f"{form[0]}{shown[1:-1]}{form[1]}" if form and shown.startswith("[") else shown

    def form_of(self, text: str) -> str:
        """Return the brackets that say which ends an interval includes, as `[)`; empty where the text does not say."""
        body = _unlabelled(_plainer(text))
        bounds, brackets = _bounds(body), _BRACKETS.fullmatch(body)
        return bounds[2] if bounds else _form(brackets[1], brackets[3]) if brackets else ""

    def fits(self, value: Any) -> bool:
        """Return whether a right answer consists of two ends, the smaller first."""
        shape, numbers = flatten(value)
        return shape == (_ENDS,) and numbers[0] <= numbers[1]


def _plainer(text: str) -> str:
    """Return a text on one line with one sign for each comparison, and with ± and ∞."""
    # emphasis or quotes around the whole
    text = re.sub(r"""^\s*(\*\*|__|[*"'])(.*)\1\s*$""", r"\2", latex_greek(" ".join(text.split())))
    for pattern, plainer in _SPELLINGS if re.search(r"[^\w\s.,;()\[\]%/*-]|inf|oo|plus", text) else ():
        text = pattern.sub(plainer, text)
    text = " ".join(text.split()).rstrip(".")
    # `P(48.6 < mu < 56.0) = 0.95`
    inner = re.fullmatch(r"P\s*\((.+)\)\s*=\s*(?:0?[.,]\d+|\d{2}\s*%)", text) or _BUILDER.fullmatch(text)
    return inner[1] if inner else text


def _label(side: str) -> str:
    """Return the name of an interval in front of it: `The 95% confidence interval is`."""
    found = _LABEL.match(side)
    return found[0] if found else ""


def _unlabelled(side: str) -> str:
    """Return a side without the names in front of its interval: `95% CI: x ∈`."""
    return _MEMBER.sub("", side.removeprefix(_label(side)).strip()).strip()


def _is_symbolic(side: str, hints: Hints) -> bool:
    """Return whether a side is a formula in symbols: `x̄ ± t·s/√n`."""
    parts = [plain(each.strip(" ()[]")) for each in side.split("±")]
    return all(label_of(each, hints) or (len(parts) > 1 and is_formula(each, hints, ("=",))) for each in parts)


def _is_name(name: str, hints: Hints) -> bool:
    """Return whether this is the name of the number that is in the interval: `x`, `mu`."""
    return any(label_of(each, hints) for each in greek_spellings(name.removeprefix("\\")))


def _read_side(side: str, written: str, hints: Hints) -> Reading:
    """Return the interval in one side: a middle and a margin, inequalities, ends in brackets or in words."""
    body = _unlabelled(side)
    member = _MEMBER.match(side.removeprefix(_label(side)))
    if member and (is_reserved(member[1]) or not _is_name(member[1], hints)):
        raise not_understood(member[1], written, hints)
    if body.count("±") == 1:
        return _around(body, written, hints)
    if bounds := _bounds(body):
        if not _is_name(bounds[3], hints):
            raise not_understood(bounds[3], written, hints)
        return _of_ends(bounds[0], bounds[1], "", hints)._replace(form=bounds[2])
    brackets = _BRACKETS.fullmatch(body)
    form = _form(brackets[1], brackets[3]) if brackets else ""
    if brackets and "∞" in brackets[2]:
        low, _, high = brackets[2].rpartition(";" if ";" in brackets[2] else ",")
        return _of_ends(low, high, brackets[4], hints)._replace(form=form)
    for pattern in () if brackets else _IN_WORDS:
        if found := pattern.fullmatch(body):
            lead = found.groupdict().get("lead", "")
            if word := unknown_word(lead, hints.words):
                raise not_understood(word, written, hints)
            return _of_ends(found["low"], found["high"], "", hints)
    body = f"[{brackets[2]}]{brackets[4]}" if brackets else body
    return vector.read(body, hints)._replace(form=form)


def _form(opening: str, closing: str) -> str:
    """Return which ends brackets include: `[)` of `[0, 5)` and of `[0, 5[`."""
    return ("[" if opening == "[" else "(") + ("]" if closing == "]" else ")")


def _bounds(body: str) -> tuple[str, str, str, str] | None:
    """Return both ends, the form and the name of inequalities: `0 ≤ x < 5`, `x ≥ 0 and x < 5`; None for other texts."""
    ends: dict[bool, tuple[str, str]] = {}
    names = set()
    for clause in re.split(r"\s(?:and|und|et)\s|,\s|[;∧&]", body) if _SIGN.search(body) else ():
        pieces = _SIGN.split(clause)
        named = [place for place, piece in enumerate(pieces[:3]) if not place % 2 and _NAME.fullmatch(piece)]
        if len(pieces) < 3 or not named:  # noqa: PLR2004 - a value, a sign and a name
            return None
        name = named[0]
        names.add(pieces[name].strip())
        for place in range(1, len(pieces), 2):
            sign, is_turned = pieces[place], place > name
            is_lower = (sign in ">≥") == is_turned
            if is_lower in ends:
                raise UnreadableAnswer(
                    f'The signs in "{brief(body)}" point in two directions. Write it as lower < x < upper.'
                )
            ends[is_lower] = pieces[place + 1 if is_turned else place - 1], sign
    if len(names) != 1:
        return None
    (low, one), (high, other) = ends.get(True, ("-∞", "<")), ends.get(False, ("∞", "<"))
    return low, high, ("[" if one in "≤≥" else "(") + ("]" if other in "≤≥" else ")"), names.pop()


def _of_ends(low: str, high: str, behind: str, hints: Hints) -> Reading:
    """Return the reading of two ends, which may be infinite, with the unit behind one or both of them."""
    own = hints._replace(shape=())
    _, unit, name = read_tail(behind, f"{low}, {high}{behind}", own)
    texts = [plain(each).strip() for each in _with_scale(low, high)]
    amounts = [read_amount(text, own) for text in texts if "∞" not in text]
    of_all = next(((each.unit, each.name) for each in amounts if each.unit), (unit, name))
    amounts = [each if each.unit else each._replace(unit=of_all[0], name=of_all[1]) for each in amounts]
    finite = Reading((len(amounts),), tuple(each.number for each in amounts))
    reading = converted(finite, amounts, f"{low}, {high}", hints) if amounts else finite
    numbers = iter(reading.numbers)
    ends = [_infinite(text) if "∞" in text else next(numbers) for text in texts]
    shown = "" if len(amounts) < _ENDS else reading.shown
    return reading._replace(shape=(_ENDS,), numbers=tuple(ends), shown=shown)


def _with_scale(one: str, other: str) -> tuple[str, str]:
    """Return two numbers with the percent sign or the word of number behind the second behind both: `40 to 50 %`."""
    found = re.search(r"(?<=\d)\s*(%|[^\W\d_]+)$", other.strip())
    is_shared = found and (found[1] == "%" or found[1].casefold() in lexicon().scales) and one.strip()[-1:].isdigit()
    return (f"{one.strip()} {found[1]}", other) if found and is_shared else (one, other)


def _infinite(text: str) -> StatedNumber:
    if text.removeprefix("-").removeprefix("+").strip() != "∞":
        raise UnreadableAnswer(f'"{brief(text)}" is no end of an interval. Write a number, ∞ or -∞.')
    return StatedNumber(-INFINITE if text.startswith("-") else INFINITE, 0, None)


def _around(body: str, written: str, hints: Hints) -> Reading:
    """Return the interval of a middle and a margin: `52.3 ± 3.4`, `(24.33 ± 0.04) mm`.  Raise UnreadableAnswer."""
    brackets = _BRACKETS.fullmatch(body)
    inner, behind = (brackets[2], brackets[4]) if brackets and "±" in brackets[2] else (body, "")
    own = hints._replace(whole=False, shape=())
    if inner.count("%") == 1 and "%" in inner.partition("±")[0]:
        raise UnreadableAnswer(f'The percent sign in "{brief(written)}" belongs to one number. Write it behind both.')
    middle, margin = (read_amount(plain(f"{each} {behind}".strip()), own) for each in _with_scale(*inner.split("±")))
    unit, name = (margin.unit, margin.name) if margin.unit else (middle.unit, middle.name)
    if middle.unit not in {None, unit}:
        raise mixed_units(written, "both with one unit")
    centre, reach = middle.number.value, margin.number.value
    if isinstance(centre, int | Decimal) and isinstance(reach, int | Decimal):
        texts = [f"{each:f}" for each in (Decimal(centre) - Decimal(reach), Decimal(centre) + Decimal(reach))]
        numbers = [read_amount(each, Hints(whole=False, decimal="point")).number for each in texts]
    else:
        half = max(Fraction(each.number.half) for each in (middle, margin))
        ends = (Fraction(centre) - Fraction(reach), Fraction(centre) + Fraction(reach))
        numbers = [StatedNumber(each, half, None) for each in ends]
    amounts = [Amount(each, middle.text, unit, name) for each in numbers]
    return converted(Reading((_ENDS,), tuple(numbers)), amounts, written, hints)


kind: Final = IntervalKind()
