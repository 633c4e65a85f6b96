"""Rewrites the many ways to type mathematics (LaTeX, superscripts, signs, words such as `plus`) into one spelling."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from checker.formula.functions import FUNCTION_NAMES
from checker.text import lazy_pattern

FUNCTIONS: Final = FUNCTION_NAMES | {"log", "lg"}
HIDDEN: Final = "\0"
"""Stands for an equality sign inside a bracket, `P(X = 1)`, which has no sides."""
SHORT_WORDS: Final = frozenset(
    """so the let and for is we in of all our one two to it as at by if or an
    das der die und mit le la les des et du un una el los las il per con sei""".split()  # noqa: SIM905 - quotes would hide the words
)
"""Short words that are no symbols."""
_SIGNS: Final = str.maketrans(
    {"·": "*", "∙": "*", "⋅": "*", "•": "*", "\N{VECTOR OR CROSS PRODUCT}": "×", "÷": "/", "−": "-"}
    | dict.fromkeys("{[", "(")
    | dict.fromkeys("}]", ")")
)
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_RAISED: Final = re.compile("⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LOWERED: Final = re.compile("[₀₁₂₃₄₅₆₇₈₉]+")
_FLOORS: Final = tuple(
    (re.compile(rf"\\\\?{name}(?![a-z])"), sign)
    for name, sign in (("lfloor", "⌊"), ("rfloor", "⌋"), ("lceil", "⌈"), ("rceil", "⌉"))
)
_BRACES: Final = (
    (re.compile(r"_\s?\{\\?(?:text|mathrm)?\s?(\w+)\s?\}"), r"_\1"),
    (re.compile(r"\^\s?\{([^{}]*)\}"), r"^(\1)"),
    (re.compile(r"\\sqrt\s?\[[^\[\]]*\]"), "∛"),
    (re.compile(r"\\sqrt\s?\{([^{}]*)\}"), r"√(\1)"),
    (re.compile(r"\\[tdc]?frac\s?\{([^{}]*)\}\s?\{([^{}]*)\}"), r"((\1)/(\2))"),
)
_MOST_NESTED: Final = 4
_SHORT_FRACTION: Final = re.compile(r"\\[tdc]?frac\s?(\d)\s?(\d)")
_WORDS: Final = "|".join(sorted(FUNCTIONS | {"pi"}))
_COMMAND: Final = re.compile(rf"(?<=[^\W\d_])\\(?=(?:{_WORDS})(?![a-z]))")
_COMMAND_APART: Final = re.compile(rf"\\(?=(?:{_WORDS})(?![a-z]))")
_GROUPS: Final = re.compile(r"(?<=\d)\s{0,3}\\?,\s{0,3}\\?!\s{0,3}(?=\d{3})")
r"""A comma between groups of digits in LaTeX: `1{,}000` and `1,\!000`."""
_LOG_OF: Final = re.compile(r"\blog\s?_\s?\(?(2|10)\)?(?=\W|$)")
_INNER_SIGN: Final = re.compile(r"\((?![^()=]{0,30}\d[ $]?[-+*/×][^()=]{0,30}\d[ $]{0,2}=)[^()=]{0,30}=[^()]{0,30}\)")
r"""An equality sign in a bracket, unless numbers are calculated there: `(96 * 96 = 9216)`."""
_COUNTED: Final = r"((?:\s{1,3}[^\W\d_]{1,20}){0,4})"
"""The words for what a number counts."""
_N: Final = r"(\$?\d[\d.,\u00a0\u202f]{0,20}(?<=\d))"
_SMALL_NUMBERS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twelve": 12}
_SPOKEN: Final = tuple(
    (re.compile(words, re.IGNORECASE), sign)
    for words, sign in (
        *((rf"\b{word} times (?=\$?\d)", f"{number} * ") for word, number in _SMALL_NUMBERS.items()),
        (rf"(?:\bthe )?\bsum of {_N},? and {_N}", r"\1 + \2"),
        (rf"(?:\bthe )?\bproduct of {_N},? and {_N}", r"\1 * \2"),
        (rf"(?:\bdie )?\bsumme (?:von|aus) {_N} und {_N}", r"\1 + \2"),
        (rf"(?:\bdas )?\bprodukt (?:von|aus) {_N} und {_N}", r"\1 * \2"),
        (rf"(?:\bla )?\bsomme de {_N} et {_N}", r"\1 + \2"),
        (rf"(?:\ble )?\bproduit de {_N} et {_N}", r"\1 * \2"),
        (rf"\b(?:twice|double|doppelt|zweimal) {_N}", r"2 * \1"),
        (rf"\bhalf of {_N}", r"\1 / 2"),
        (rf"{_N} (?:squared|zum quadrat|au carré)\b", r"\1^2"),
        *(
            (rf"(?<=\d){_COUNTED},?\s{{1,3}}(?:{words})\s{{1,3}}(?=\$?\d)", rf"\1 {sign} ")
            for words, sign in (
                ("(?:and )?(?:times|multiplied by)|mal|multipliziert mit|fois|multiplié par", "*"),
                ("(?:and |und |et )?(?:plus|another)", "+"),
                ("(?:and |und |et )?(?:minus|moins)", "-"),
                ("divided by|geteilt durch|divisé par", "/"),
            )
        ),
    )
)
_ANY_SPOKEN: Final = lazy_pattern(
    r"\b(?:times|by|mal|mit|fois|plus|another|minus|moins|durch|multiplié|divisé|sum|product|summe|produkt|somme|produit"
    r"|twice|double|doppelt|zweimal|half|squared|quadrat|carré)\b",
    re.IGNORECASE,
)
"""Signs as words: `9,216 weights, plus 96 biases`, `the sum of 12 and 15`."""
_ANGLE: Final = r"(\d{1,3}(?:[.,]\d{1,4})?)\s?(?:°|\^\s?\(?\\?circ\)?)"
_DEGREES: Final = re.compile(rf"\b(sin|cos|tan)\s{{0,2}}(?:\(\s?{_ANGLE}\s?\)|{_ANGLE})")
"""An angle in degrees: `sin 28°`, `sin(28°)`."""
_TIMES: Final = re.compile(r"(?<=[\d)\]])(\s?)[xX](\s?)(?=[\d√])|(?<=[\d)\]])(\s)[xX](\s)(?=[-−(\[])")
"""Between numbers; before a bracket or a minus sign only with spaces around it: `13x-18.6` has a variable."""


@lru_cache(64)
def spelled(text: str) -> str:
    """Return a text in which each mathematical sign has one spelling, for splitting it into tokens."""
    if "{" in text:
        text = text.replace("{,}", ",")
        for _ in range(_MOST_NESTED):
            for pattern, instead in _BRACES:
                text = pattern.sub(instead, text)
    if not text.isascii():
        text = _RAISED.sub(lambda found: f"^({found[0].translate(_SUPERSCRIPTS)})", text)
        text = _LOWERED.sub(lambda found: f"_{found[0].translate(_SUBSCRIPTS)}", text)
    if "\\" in text:
        text = _without_commands(text)
    if "°" in text or "circ" in text:
        text = _DEGREES.sub(lambda found: f"{found[1]}(radians({found[2] or found[3]}))", text)
    if "log" in text:
        text = _LOG_OF.sub(lambda found: f"log{found[1]}", text)
    if _ANY_SPOKEN.search(text):
        for words, sign in _SPOKEN:
            text = words.sub(sign, text)
    text = _TIMES.sub(" × ", text.translate(_SIGNS).replace("//", "/"))
    return _INNER_SIGN.sub(lambda found: found[0].replace("=", HIDDEN), text)


def _without_commands(text: str) -> str:
    """Return a text of LaTeX with plain fractions, names of functions and rounding brackets."""
    text = _SHORT_FRACTION.sub(r"((\1)/(\2))", text)
    text = _COMMAND_APART.sub("", _COMMAND.sub(" ", _GROUPS.sub("", text)))
    for pattern, sign in _FLOORS:
        text = pattern.sub(sign, text)
    return text
