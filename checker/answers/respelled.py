r"""Tries other spellings of answers that are unreadable as written: `|A| = -85`, `pH = 8.24 (basic)`.

Further ones are `\mathbb{L} = \lbrace 2, 3 \rbrace`, `χ²(2) = 11.98, df = 2`, `x_{1,2} = 3 ± √2`, `422.73 dollars per
month` and `P(X=0) = 0.512, P(X=1) = 0.384`.  Nothing is left out that could make it another answer: the name of another
quantity, variable, matrix or time stays, and so the answer stays unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from checker.answers.conclusion import read_again
from checker.answers.reading import Reading
from checker.answers.remarks import without_remark
from checker.answers.table import is_of_matrix
from checker.engine.errors import UnreadableAnswer
from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.number import Hints, StatedNumber
from checker.notation.vocabulary import Words

LONGEST: Final = 300

Condition = Callable[[Reading], bool]
"""A test that the reading of another spelling has to pass, as that a remark is true of the value."""

_SPELLINGS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (lazy_pattern(r"\\lbrace(?![A-Za-z])"), r"\\{"),
    (lazy_pattern(r"\\rbrace(?![A-Za-z])"), r"\\}"),
    (lazy_pattern(r"\\math(?:bb|cal|bf|rm|it|sf) ?\{([^{}]{1,60}|[^{}]{0,60}\{[^{}]{0,60}\}[^{}]{0,60})\}"), r" \1"),
    (lazy_pattern(r"\\(?:text|operatorname) ?\{ ?([A-Za-z]\w{0,20}) ?\}(?= ?[({)_^])"), r"\1"),
    (lazy_pattern(r"(?:Δ|∆|\\Delta) (?=[a-z](?![a-z]))"), "Δ"),
    (lazy_pattern(r"(?<![A-Za-z])ln (\d{1,9}) ?(?=/ ?[A-Za-z]\w{0,3} ?[=≈] ?[-\d])"), r"ln(\1)"),
    (lazy_pattern(r"(?<![\w.])([-−](?:(?<=\d [-−]) )?)([€$£]) ?(\d[\d.,]*)"), r"\1\3 \2"),
    (lazy_pattern(r"^ ?\$([^$]*)\$ ?$"), r"\1"),
    (lazy_pattern(r" ?\n ?(?=[a-z]\w? ?=)"), ", "),
    (lazy_pattern(r"^ ?\{( ?[a-z] ?=[^{}=]*, ?[a-z] ?=[^{}=]*)\} ?$"), r"\1"),
    (lazy_pattern(r"(?<=\d) & (?=[-−]?\d)"), " and "),
)
"""Signs of LaTeX, spaces in names, a minus before a currency."""

_REACTIONS: Final = lazy_pattern(r"(?:Δ|∆|\\Delta) ?([HGS])(rxn|r|f|c|comb|vap|fus|sol)(?= ?[=≈:°])")
_PROCESSES: Final = {
    **dict.fromkeys(("r", "rxn"), r"\breaction"),
    "f": r"\bformation",
    **dict.fromkeys(("c", "comb"), r"\bcombustion"),
    "vap": r"\bvapori|\bevaporation",
    "fus": r"\bfusion|\bmelting",
    "sol": r"\bdissol|\bsolution",
}
"""Short names of processes, and the words of questions about them."""

_ZERO: Final = lazy_pattern(
    r"([^=]{1,120}?) ?= ?0"
    r"(?: ?[,;.]? ?(?P<so>\b(?:so|thus|hence|therefore)\b|⇒|→|=>|\\Rightarrow(?![A-Za-z])),? ?|[,;] )"
    r"(?=(?P<name>[^\W\d_]) ?=|(?P<bare>\\?\{|[-−]?\d))"
)
"""An equation with 0 before its solutions."""
_ASKS_SOLUTIONS: Final = lazy_pattern(r"solv|solution|root|zero|eigen|lös|nullstelle", re.IGNORECASE)
_BOTH: Final = lazy_pattern(r"^ ?\$? ?([A-Za-z])(?:_?\{? ?1 ?[,;] ?2 ?\}?|₁[,]?₂) ?[=≈]")
_SYMBOL: Final = lazy_pattern(r"(?<![^\W_])[^\W\d_](?![^\W_])")
_ARTICLES: Final = frozenset("aAI")

_OF_MATRIX: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (asked, lazy_pattern(rf"^ ?\$? ?{label} ?="))
    for asked, label in (
        ("determinant", r"\\?det ?\(? ?([A-Z]) ?\)?"),
        ("determinant", r"(?:\\left)?\| ?([A-Z]) ?(?:\\right)?\|"),
        ("trace|spur", r"\\?(?:tr|Tr|trace) ?\(? ?([A-Z]) ?\)?"),
        ("rank|rang", r"\\?(?:rank|rk|rg|rang) ?\(? ?([A-Z]) ?\)?"),
        ("eigenvalues|spectrum|eigenwerte", r"(?:\u03c3|spec|\\sigma|EW) ?\( ?([A-Z]) ?\)"),
    )
)
"""Names of what a matrix has, and how questions call that."""

_CROSS: Final = lazy_pattern(r"^ ?\$? ?(?:\\vec)?\{?([a-z])\}? ?(?:×|\\times) ?(?:\\vec)?\{?([a-z])\}? ?=")
_OF_SAMPLE: Final = lazy_pattern(r"^ ?\$? ?(?:\u03c3|s|\\sigma)_? ?[{(]? ?n ?- ?1 ?[})]? ?(?=[=≈])")
_P_VALUE: Final = lazy_pattern(r"^ ?\$? ?2 ?[·*×]? ?P ?\( ?[TZ] ?[<>≤≥] ?[-−]?[\d.]{1,9} ?\) ?[=≈]")
_SCALED: Final = lazy_pattern(
    r"(\$? ?[A-Z] ?(?:\^ ?\{?\(?-1\)?\}?|⁻¹) ?= ?|\$)? ?(-?\d{1,6})(?:/([1-9]\d{0,5}))?"
    r" ?[·*×]? ?(\[ ?\[.*|\\begin\{.*)",
    re.DOTALL,
)
"""A number before a matrix: `1/2 [[4, -2], [-3, 1]]`."""

_EVENTS: Final = lazy_pattern(r"P ?\( ?([A-Z]) ?= ?(\d{1,4}) ?\) ?[=≈:] ?")
_EVENT: Final = lazy_pattern(r"P ?\( ?([A-Z]) ?(?:= ?(\d{1,4}) ?\))?")
_ASKED_VALUES: Final = lazy_pattern(r"\b[kxn] ?= ?(\d{1,4}(?:(?:, ?(?:and )?| and )\d{1,4}){0,20})")
_CUMULATED: Final = lazy_pattern(
    r"[<>≤≥]|\\[lg]eq?|at (?:most|least)|cumul|fewer|more than|less|distribution function|höchst|mindest"
)

_STATISTIC: Final = lazy_pattern(
    r"^ ?\$? ?(?:(?P<chi>(?:\\?chi|χ)(?:[ -]?squared?|\^?\{?2\}?|²) ?(?:\( ?\d{1,4} ?\))?)"
    r"|(?P<letter>[tFz])(?: ?\( ?\d{1,4} ?(?:, ?\d{1,4} ?)?\))?) ?(?=[=≈:])"
)
_FURTHER: Final = lazy_pattern(
    r"(?:[,;] ?| | ?\()(?:with |at )?(?:(?:d\.?f\.?|dof|\u03bd) ?= ?\d{1,4}|\d{1,4} (?:df|degrees of freedom)"
    r"|p ?[=<≈] ?0?\.\d{1,9}) ?\)? ?\.?$"
)
"""The degrees of freedom or the p-value behind a test statistic."""
_ASKS_STATISTIC: Final = lazy_pattern(
    r"statistic|teststat|prüfgröße|\b[tFz][ -](?:value|score|wert)|(?:value|wert) (?:of|von) ?\$?(?:[tFz]\b|χ|\\?chi)",
    re.IGNORECASE,
)
_ASKS_FURTHER: Final = lazy_pattern(
    r"degrees? of freedom|p-?value|\bdf\b|freiheitsgrad|p-?wert|critical|kritisch|how many", re.IGNORECASE
)
_CHI: Final = lazy_pattern(r"χ|chi\b|chi[- ^]?2|chi[- ]sq", re.IGNORECASE)

_DOLLARS: Final = lazy_pattern(
    r"(?<![\w.,])((?P<sign>[$£] ?)?\d{1,3}),(\d{3})(?![\d.,])(?(sign)|(?= ?(?:\$|£|USD|GBP|dollars?|pounds?)))"
)
"""An amount of money with thousands; dollars and pounds have no decimal comma."""


def respelled(text: str, words: Words, unit: str | None) -> Iterator[tuple[str, Condition | None]]:
    r"""Yield other spellings of an answer, each with a test that its reading has to pass, or None.

    >>> [each for each, _ in respelled(r"\mathbb{L} = \lbrace 2 \rbrace", Words(), None)]
    [' L = \\{ 2 \\}']
    """
    if len(text) > LONGEST:
        return
    plain = "\n".join(" ".join(line.split()) for line in text.splitlines())
    for pattern, instead in _SPELLINGS:
        plain = pattern.sub(instead, plain)
    plain = _REACTIONS.sub(lambda name: _reaction_symbol(name, words), plain)
    if plain != text:
        yield plain, None
    for rule in (_without_equation, _without_label, _without_event_labels, _without_further):
        shorter = rule(plain, words)
        if shorter != plain:
            yield shorter, None
            plain = shorter
    if (both := _BOTH.match(plain)) and _is_variable(both[1], words) and _ASKS_SOLUTIONS.search(words.asked):
        yield plain[both.end() :], _is_list
    yield from without_remark(plain, words, unit)
    if unit in {"USD", "GBP", "$", "£"} and (grouped := _DOLLARS.sub(r"\1\3", plain)) != plain:
        yield grouped, None


def _reaction_symbol(name: re.Match[str], words: Words) -> str:
    """Return `ΔH_c` for `ΔHc`, if the question asks about that process (combustion); else the name as it is."""
    is_asked = re.search(_PROCESSES[name[2]], words.asked, re.IGNORECASE)
    return f"Δ{name[1]}_{name[2]}" if is_asked else name[0]


def _without_equation(text: str, words: Words) -> str:
    """Return the solutions in `x² - 4 = 0, x = 2` or `x² - 4 = 0, so 2`, if the question asks for solutions.

    Return any other text as it is.
    """
    found = _ZERO.match(text) if _ASKS_SOLUTIONS.search(words.asked) else None
    if found is None:
        return text
    variables = {*_SYMBOL.findall(re.sub(r"(?<=\d)(?=[^\W\d_])", " ", found[1]))}
    is_of_it = (
        {found["name"]} == variables and _is_variable(found["name"], words)
        if found["name"]
        else found["so"] and len(variables) == 1
    )
    return text[found.end() :] if is_of_it else text


def _is_variable(name: str, words: Words) -> bool:
    """Return whether a question has this variable, or none at all."""
    symbols = {*_SYMBOL.findall(words.text)} - _ARTICLES
    return name in symbols or not symbols


def _is_list(reading: Reading) -> bool:
    """Return whether a reading is a list of at least two numbers, and no interval."""
    return len(reading.numbers) > 1 and len(reading.shape) == 1 and not reading.form


def _without_label(text: str, words: Words) -> str:
    """Return an answer without its name, or with a plainer one, where the question asks for what has this name."""
    asked, whole = words.asked.casefold(), words.text.casefold()
    for noun, pattern in _OF_MATRIX:
        if (label := pattern.match(text)) and is_of_matrix(label[1], noun, words):
            return text[label.end() :]
    if (label := _STATISTIC.match(text)) and _is_asked_statistic(text, words):
        return f"{'χ²' if label['chi'] else label['letter']} {text[label.end() :]}"
    if (label := _CROSS.match(text)) and re.search("cross|vector product|×|kreuz", asked):
        plain = re.sub(r"\\vec|[{}$\\]", "", whole)
        between = r"\W{0,3}(?:×|times|x|and|und)\W{0,3}"
        one, other = (rf"\b{a}{between}{b}\b" for a, b in ((label[1], label[2]), (label[2], label[1])))
        is_multiple = re.search(rf"[\d²-]\s?[{label[1]}{label[2]}]\b", plain)
        return (
            text[label.end() :] if re.search(one, plain) and not is_multiple and not re.search(other, plain) else text
        )
    if (label := _OF_SAMPLE.match(text)) and "deviation" in asked and "sample" in whole and "population" not in whole:
        return f"s {text[label.end() :]}"
    is_two_sided = re.search(r"two[- ](?:sided|tailed)|zweiseitig", whole) and not re.search("one-|einseit", whole)
    if (label := _P_VALUE.match(text)) and is_two_sided and re.search(r"p-?(?:value|wert)", asked):
        return text[label.end() :]
    return text


def _is_asked_statistic(text: str, words: Words) -> bool:
    """Return whether a question asks for a test statistic alone, and an answer gives it no other name."""
    label = _STATISTIC.match(text)
    if not _ASKS_STATISTIC.search(words.asked) or _ASKS_FURTHER.search(words.asked):
        return False
    named = {*re.findall(r"\b[tFz]\b", words.text), *(["χ"] if _CHI.search(words.text) else ())}
    if label is None:
        return re.match(r"[-−$ ]{0,3}[\d.]", text) is not None
    return not named or ("χ" if label["chi"] else label["letter"]) in named


def _without_further(text: str, words: Words) -> str:
    """Return a test statistic without its degrees of freedom or p-value."""
    return _FURTHER.sub("", text) if _is_asked_statistic(text, words) else text


def _without_event_labels(text: str, words: Words) -> str:
    """Return `0.512, 0.384` for `P(X=0) = 0.512, P(X=1) = 0.384`, if these are the values asked for in this order.

    Otherwise return the text.
    """
    events = _EVENTS.findall(text)
    is_one_variable = len({name for name, _ in events}) == 1
    if len(events) < 2 or not is_one_variable or _CUMULATED.search(words.asked):  # noqa: PLR2004 - a list
        return text
    found, values = _EVENT.findall(words.text), [int(value) for _, value in events]
    named = [int(value) for _, value in found if value]
    lists = [[*map(int, re.findall(r"\d+", each))] for each in _ASKED_VALUES.findall(words.text)]
    in_order = [*range(values[0], values[0] + len(values))]
    if named or any(len(each) > 1 for each in lists):
        is_asked = all(each == values for each in ([named] if named else lists))
    else:
        is_asked = values == in_order and all(each[0] == values[0] for each in lists or [[0]])
    return _EVENTS.sub("", text) if is_asked and {name for name, _ in found} <= {events[0][0]} else text


def read_respelled(text: str, read: Callable[[str, Hints], Reading], hints: Hints) -> Reading | None:
    """Return the reading of an unreadable answer in the first other spelling that is readable.

    Return None if there is none, or if it fails its test.  A number before a matrix is multiplied into it, if the
    question is about an inverse: `1/2 [[4, -2], [-3, 1]]`.  Raise UnreadableAnswer if that matrix is unreadable.
    """

    def read_other(other: str) -> Reading:
        return read(other, hints)

    is_short = len(text) <= LONGEST and "inver" in hints.words.text.casefold()
    if is_short and (scaled := _SCALED.fullmatch(" ".join(text.split()))):
        matrix = read_other((scaled[1] or "") + scaled[4])
        return None if matrix.refused else _multiplied(matrix, Fraction(int(scaled[2]), int(scaled[3] or 1)))
    for other, condition in respelled(text, hints.words, hints.unit):
        reading: Reading | None
        try:
            reading = read_other(other)
        except UnreadableAnswer:
            reading = read_again(other, read_other, hints.words)
        if reading:
            return reading if condition is None or condition(reading) else None
    return None


def _multiplied(matrix: Reading, by: Fraction) -> Reading:
    """Return a matrix times a number."""
    numbers = (StatedNumber(Fraction(each.value) * by, Fraction(each.half) * abs(by), None) for each in matrix.numbers)
    return matrix._replace(numbers=tuple(numbers))
