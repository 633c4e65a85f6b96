r"""Other spellings of answers that are unreadable as they are written, which mean the same.

`\mathbb{L} = \lbrace 2, 3 \rbrace`, `χ²(2) = 11.98, df = 2`, `|A| = -85`, `x_{1,2} = 3 ± √2`, `pH = 8.24 (basic)`,
`422.73 dollars per month`, `P(X=0) = 0.512, P(X=1) = 0.384`.  Nothing is left out that could make it another answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from checker.answers.conclusion import read_again
from checker.answers.reading import Reading
from checker.engine.errors import UnreadableAnswer
from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.number import Hints, StatedNumber
from checker.notation.vocabulary import Words

LONGEST: Final = 300

Condition = Callable[[float], bool]
"""What holds of a number that is called basic, upright or inelastic."""

_SPELLINGS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (lazy_pattern(r"\\lbrace(?![A-Za-z])"), r"\\{"),
    (lazy_pattern(r"\\rbrace(?![A-Za-z])"), r"\\}"),
    (lazy_pattern(r"\\math(?:bb|cal|bf|rm|it|sf)\s*\{\s*((?:[^{}]|\{[^{}]*\})*?)\s*\}"), r" \1"),
    (lazy_pattern(r"\\(?:text|operatorname)\s*\{\s*([A-Za-z]\w*)\s*\}(?=\s*[({)_^])"), r"\1"),
    (
        lazy_pattern(r"\\(log|lg|ln|sin|cos|tan|exp)\s*\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"),
        r"\1((\2)/(\3))",
    ),
    (lazy_pattern(r"(Δ|∆|\\Delta)\s+(?=[a-z](?![a-z]))"), "Δ"),
    (lazy_pattern(r"(?:Δ|∆|\\Delta)\s?([A-Z])(r|f|c|rxn|vap|fus|sol|comb)(?=\s*[=≈:°])"), r"Δ\1_\2"),
    (lazy_pattern(r"\\[dt]?frac\s?(\d)\s?(\d)"), r"\\frac{\1}{\2}"),
    (lazy_pattern(r"\\(det|Re|Im|arg|rank|tr)(?![A-Za-z])"), r"\1"),
    (lazy_pattern(r"(?<![A-Za-z])(ln|lg|log)\s+(\d+(?:\.\d+)?)\s*/"), r"\1(\2)/"),
    (lazy_pattern(r"(?<![\w.])([-−])\s?([€$£])\s?(\d[\d.,]*)"), r"\1\3 \2"),
    (lazy_pattern(r"^\s*\$([^$]*)\$\s*$"), r"\1"),
    (lazy_pattern(r"(?<=\S)\s*\n\s*(?=[a-z]\w?\s*=)"), ", "),
    (lazy_pattern(r"^\s*\{(\s*[a-z]\s*=[^{}]*,\s*[a-z]\s*=[^{}]*)\}\s*$"), r"\1"),
    (lazy_pattern(r"(?<=\d) & (?=[-−]?\d)"), " and "),
    (
        lazy_pattern(
            r"^[^=]*[-+*)^²³][^=]*=\s*0\s*(?:[,;.]?\s*(?:so|thus|hence|therefore|⇒|→|=>|\\Rightarrow)\s*|[,;]\s*)(?=\S)"
        ),
        "",
    ),
)
"""Signs of LaTeX, spaces in names, a minus before a currency, and an equation with 0 before its solutions."""

_SIZE: Final = r"determinant|modulus|magnitude|absolute value|betrag|norm\b"
_LABELS: Final[tuple[tuple[str, re.Pattern[str], str], ...]] = tuple(
    (asked, lazy_pattern(rf"^\s*\$?\s*{label}"), instead)
    for asked, label, instead in (
        ("", r"(?:\\?chi|χ)(?:[ -]?squared?|\^?\{?2\}?|²)\s*(?:\(\s*\d+\s*\)|_\{?\d+\}?)?\s*(?=[=≈:])", "χ² "),
        ("", r"[tFz]\s*\(\s*\d+\s*(?:,\s*\d+\s*)?\)\s*(?=[=≈:])", "t "),
        ("", r"\[[^\[\]]+\]\s*(?:_\{?[^=\s]+|from \S+ to \S+)\s*[=≈]", ""),
        ("", r"[A-Za-z](?:_?\{?\s*1\s*[,/;]\s*2\s*\}?|₁[,/]?₂)\s*[=≈:]", ""),
        ("", r"(?:binom|norm|poisson|geomet|t|chi2|χ²)(?:pdf|cdf)\s*\([^()]*\)\s*[=≈]", ""),
        ("inver|transpos", r"[A-Z]\s*(?:\^\s*\{?\(?(?:-1|T)\)?\}?|⁻¹|ᵀ)\s*=", ""),
        (r"\bx\b.*\by\b", r"\(\s*x\s*[,;|]\s*y\s*(?:[,;|]\s*z\s*)?\)\s*=", ""),
        ("determinant", r"\\?det\s*\(?\s*[A-Z]\s*\)?\s*=", ""),
        ("trace|spur", r"\\?(?:tr|Tr|trace|sp)\s*\(?\s*[A-Z]\s*\)?\s*=", ""),
        ("rank|rang", r"\\?(?:rank|rk|rg|rang)\s*\(?\s*[A-Z]\s*\)?\s*=", ""),
        ("eigen", r"(?:\u03c3|spec|\\sigma|EW)\s*\(\s*[A-Z]\s*\)\s*=", ""),
        ("cross|vector product|×|kreuz", r"(?:\\vec)?\{?[a-z]\}?\s*(?:×|\\times)\s*(?:\\vec)?\{?[a-z]\}?\s*=", ""),
        ("deviation", r"(?:\u03c3|s|\\sigma)_?\s*[{(]?\s*n\s*-\s*1\s*[})]?\s*(?=[=≈])", "s "),
        ("prefix", r"/(?=\d+)", ""),
        ("p-?value", r"2\s*[·*×]?\s*P\s*\([^()=]*\)\s*[=≈]", ""),
        (_SIZE, r"(?:\\left)?\|\s*\w+\s*(?:\\right)?\|\s*=", ""),
    )
)
"""Names before an answer, with what is read in their place, and what the question has to ask for."""

_SCALED: Final = lazy_pattern(
    r"\s*\$?\s*(?:[A-Z]\S{0,6}\s*=\s*)?(-?\d{1,6})(?:/([1-9]\d{0,5}))?\s*[·*×]?\s*(\[\s*\[.*|\\begin\{.*)", re.DOTALL
)
"""A number before a matrix: `1/2 [[4, -2], [-3, 1]]`."""
_EVENTS: Final = lazy_pattern(r"P\s*\(\s*[A-Z]\s*=\s*(\d+)\s*\)\s*[=≈:]\s*")
_FURTHER: Final = lazy_pattern(
    r"\s*(?:[,;]|\s|\()\s*(?:with |at )?(?:(?:d\.?f\.?|dof|\u03bd)\s*=\s*\d+|\d+ (?:df|degrees of freedom)|n\s*=\s*\d+"
    r"|p\s*[=<≈]\s*0?\.\d+)\s*\)?\s*\.?$"
)
"""The degrees of freedom or the p-value behind a test statistic."""
_ASKS_STATISTIC: Final = lazy_pattern(r"statistic|χ|chi|\b[tFz]\b|teststat|prüfgröße", re.IGNORECASE)
_STATISTIC: Final = lazy_pattern(r"\s*\$?\s*(?:t|z|F|χ²|\\?chi\W?2)\s*[=≈]")
_ASKS_FURTHER: Final = lazy_pattern(r"degrees of freedom|p-?value|\bdf\b|freiheitsgrad|p-?wert", re.IGNORECASE)
_REMARK: Final = lazy_pattern(r"\s*(?:[,;]\s*|\(\s*)(?:so |thus |it is |the \w+ is )?([a-z]+)\s*\)?\s*\.?\s*\$?$")
_MEANS: Final[dict[str, tuple[str, Condition]]] = {
    **dict.fromkeys(("basic", "alkaline", "basisch", "basique"), ("pH", lambda value: value > 7)),  # noqa: PLR2004
    **dict.fromkeys(("acidic", "sauer", "acide"), ("pH", lambda value: value < 7)),  # noqa: PLR2004
    **dict.fromkeys(("upright", "erect", "aufrecht"), ("image", lambda value: value > 0)),
    **dict.fromkeys(("inverted",), ("image", lambda value: value < 0)),
    **dict.fromkeys(("real", "reell"), ("image dist", lambda value: value > 0)),
    **dict.fromkeys(("attractive", "attraction", "anziehend"), ("attract", lambda value: value < 0)),
    **dict.fromkeys(("repulsive", "repulsion"), ("repul", lambda value: value > 0)),
    **dict.fromkeys(("virtual",), ("image dist", lambda value: value < 0)),
    **dict.fromkeys(("exothermic", "exotherm", "spontaneous"), ("", lambda value: value < 0)),
    **dict.fromkeys(("endothermic", "endotherm", "nonspontaneous"), ("", lambda value: value > 0)),
    **dict.fromkeys(("elastic",), ("elasticity", lambda value: abs(value) > 1)),
    **dict.fromkeys(("inelastic",), ("elasticity", lambda value: abs(value) < 1)),
}
"""Words behind a number that say what it means: what the question is about, and of which numbers it is true."""
_CURRENCIES: Final = frozenset({"EUR", "USD", "GBP", "CHF", "€", "$", "£"})
_RATE: Final = lazy_pattern(
    r"(?<=[\w.$€£%])\s*(?:(?:\bper\b|/|\ban?\b|\beach\b)\s*([^\W\d_]{3,})|\bp\.?\s?a\b|\bannually|\bmonthly)\s*\.?$"
)
_TIMES: Final = {
    **{each: each for each in ("month", "week", "day", "hour", "monat", "jahr", "woche", "tag", "stunde")},
    **dict.fromkeys(("year", "annum", "p.a", "pa", "p a", "annually"), "annual|year"),
    "monthly": "month",
}
"""Times behind an amount of money or a percentage, and the words of questions about such."""
_REGULAR: Final = lazy_pattern(
    r"payment|installment|instalment|salary|\brent\b|wage|zahlung|gehalt|miete", re.IGNORECASE
)
"""Words of questions about money that is paid again and again."""
_MONEY: Final = lazy_pattern(
    r"(?<![\w.,])((?P<sign>[€$£]\s?)?\d{1,3}),(\d{3})(?![\d.,])(?(sign)|(?=\s*(?:€|\$|£|EUR|USD|euros?|dollars?)))"
)
"""An amount of money with thousands; no currency here has three decimals."""


def respelled(text: str, words: Words, unit: str | None) -> Iterator[tuple[str, Condition | None]]:
    r"""Yield other spellings of an answer, each with a condition on its reading.

    >>> [each for each, _ in respelled(r"\mathbb{L} = \lbrace 2 \rbrace", Words(), None)]
    [' L = \\{ 2 \\}']
    """
    if len(text) > LONGEST:
        return
    plain = text
    for pattern, instead in _SPELLINGS:
        plain = pattern.sub(instead, plain)
    if plain != text:
        yield plain, None
    for shorter in (_without_label(plain, words), _in_order(plain)):
        if shorter and shorter != plain:
            yield shorter, None
            plain = shorter
    yield from _without_end(plain, words, unit)
    if unit in _CURRENCIES and (grouped := _MONEY.sub(r"\1\3", plain)) != plain:
        yield grouped, None


def _without_label(text: str, words: Words) -> str:
    """Return an answer without its name, or with a plainer one."""
    for asked, pattern, instead in _LABELS:
        if (named := pattern.sub(instead, text)) != text and re.search(asked, words.text, re.IGNORECASE | re.DOTALL):
            return named
    return text


def _without_end(text: str, words: Words, unit: str | None) -> Iterator[tuple[str, Condition | None]]:
    """Yield an answer without what is written behind it: degrees of freedom, what it means, `per month`."""
    if _STATISTIC.match(text) or (_ASKS_STATISTIC.search(words.text) and not _ASKS_FURTHER.search(words.text)):
        shorter = _FURTHER.sub("", text)
        if shorter != text:
            yield shorter, None
    remark = _REMARK.search(text)
    about, is_true = _MEANS.get(remark[1], ("", None)) if remark else ("", None)
    if remark and is_true and about in words.text:
        yield text[: remark.start()], is_true
    rate = _RATE.search(text)
    time = rate and _TIMES.get((rate[1] or rate[0]).strip(" ."))
    is_regular = unit == "%" or (unit in _CURRENCIES and _REGULAR.search(words.text))
    if rate and time and is_regular and re.search(time, words.text, re.IGNORECASE):
        yield text[: rate.start()], None


def _in_order(text: str) -> str:
    """Return the probabilities of 0, 1, 2 ... without their labels; empty for other texts."""
    labels = _EVENTS.findall(text)
    in_order = [str(int(labels[0]) + at) for at in range(len(labels))] if labels else []
    return _EVENTS.sub("", text) if len(labels) > 1 and labels == in_order else ""


def read_respelled(text: str, read: Callable[[str, Hints], Reading], hints: Hints) -> Reading | None:
    """Read another spelling of an unreadable answer; None if all are unreadable."""

    def read_other(other: str) -> Reading:
        return read(other, hints)

    if (scaled := _SCALED.fullmatch(text)) and "inver" in hints.words.text.lower():
        return _multiplied(read_other(scaled[3]), Fraction(int(scaled[1]), int(scaled[2] or 1)))
    for other, condition in respelled(text, hints.words, hints.unit):
        reading: Reading | None
        try:
            reading = read_other(other)
        except UnreadableAnswer:
            reading = read_again(other, read_other, hints.words)
        if reading:
            return reading if condition is None or _holds(condition, reading) else None
    return None


def _multiplied(matrix: Reading, by: Fraction) -> Reading:
    """Return a matrix times a number."""
    numbers = (StatedNumber(Fraction(each.value) * by, Fraction(each.half) * abs(by), None) for each in matrix.numbers)
    return matrix._replace(numbers=tuple(numbers))


def _holds(is_true: Condition, reading: Reading) -> bool:
    return len(reading.numbers) == 1 and not reading.shape and is_true(float(reading.numbers[0].value))
