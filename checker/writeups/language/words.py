"""Splits prompts and write-ups into words, reduced to their stems, and numbers; common words are left out.

So texts can be compared.  `weights` says how well each word distinguishes several texts; `one_of` gives a pattern for
all phrases of a section of phrases.txt, in several languages.  `plain` gives text without the markup of LaTeX.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import log
from typing import Final

from checker.text import packaged


def one_of(section: str) -> str:
    """Return a regular expression that matches any phrase of this section of phrases.txt.

    >>> one_of("values")
    '(?:values?|werte?|valeurs?|valor(?:es)?|valore|значение|值)'
    """
    return f"(?:{'|'.join(_sections()[section])})"


@cache
def _sections() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in packaged.text("checker.writeups.language", "phrases.txt").splitlines():
        if heading := re.fullmatch(r"\[([a-z-]+)\]  .+", line):
            lines = found.setdefault(heading[1], [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


_TOKEN: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:[,' \u00a0\u2009\u202f]\d{3})*(?:\.\d+)?")
_COMMAND: Final = re.compile(r"\\(?:text|mathrm|mathbf|mathit|operatorname)\b|\\[a-zA-Z]+|[{}$\\_^]")
_DECIMAL_COMMA: Final = re.compile(r"(?<![\d.,])(\d+),(\d{1,2}|\d{4,})(?![\d,]|\.\d)")
"""`18,4` is one number; `1,234` may be one with a separator, and `0,1,2` is a list."""
_REST: Final = 3
"""An ending is cut off where more letters than these are left."""
_ENDINGS: Final = ("ings", "ing", "es", "ed", "s")
_COMMON: Final = frozenset(one_of("common-words")[3:-1].split("|"))


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text that say what it is about, each reduced to its stem.

    >>> tokens("How many parameters do the layers of width 40,000 hold?")
    ['parame', 'layer', 'width', '40000', 'hold']
    """
    return list(_tokens(text))


def numbers_in(text: str) -> frozenset[str]:
    """Return the numbers of a text.

    >>> sorted(numbers_in("A vocabulary of 30,000 words, 12 layers, 2\u202f362 weights"))
    ['12', '2362', '30000']
    """
    return frozenset(token for token in _tokens(text) if token[0].isdigit())


@lru_cache(16_384)
def _tokens(text: str) -> tuple[str, ...]:
    text = _DECIMAL_COMMA.sub(r"\1.\2", _COMMAND.sub(" ", text))
    return tuple(token for word in _TOKEN.findall(text) if (token := _reduced(word)))


@lru_cache(4096)
def _reduced(word: str) -> str:
    """Return the stem of a word, or a number without separators and final zeros; empty for a common word."""
    if word[0].isdigit():
        number = re.sub(r"[,' \u00a0\u2009\u202f](?=\d{3})", "", word)
        return number.rstrip("0").rstrip(".") if "." in number else number
    word = word.casefold()
    if word in _COMMON or (len(word) == 1 and word.isascii()):
        return ""
    for ending in _ENDINGS:
        if len(word) > len(ending) + _REST and word.endswith(ending):
            word = word.removesuffix(ending)
            break
    return word[:6]  # letters of a stem


def weights(texts: Iterable[Iterable[str]]) -> dict[str, float]:
    """Return how well each word distinguishes these texts from one another: 0 for a word that all of them have."""
    sets = [set(text) for text in texts]
    counts = Counter(token for each in sets for token in each)
    return {token: log(len(sets) / count) for token, count in counts.items()}


_SIGNS: Final = {
    "times": "×", "cdot": "·", "ast": "*", "div": "/", "pm": "±", "equiv": "=",
    "approx": "≈", "simeq": "≈", "cong": "≈", "sim": "~", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥",
    "Rightarrow": " ⇒ ", "Longrightarrow": " ⇒ ", "implies": " ⇒ ", "therefore": " ∴ ",
    "rightarrow": " → ", "longrightarrow": " → ", "to": " → ",
    "infty": "∞", "deg": "°", "degree": "°", "mid": "|",
    "ldots": "...", "dots": "...", "cdots": "...", "quad": "  ", "qquad": "  ",
    "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "langle": "⟨", "rangle": "⟩",
    "blacksquare": "", "square": "", "checkmark": "",
}  # fmt: skip
"""By the name of the command."""

_LATEX: Final = re.compile(r"[\\$~]|\{,\}")
_FONTS: Final = (
    r"text|textbf|textit|textrm|texttt|mathrm|mathbf|mathit|mathsf|mathtt|mathcal|operatorname\*?|mbox|emph|underline"
    r"|boldsymbol|bm|hbox|fbox|ensuremath"
)
_IN_FONT: Final = re.compile(rf"(?P<sub>(?<=[_^])|(?<=[_^]\{{))?\\(?:{_FONTS})\s*\{{([^{{}}]*)\}}")
_LAYOUT: Final = (
    r"left|right|bigl|bigr|Bigl|Bigr|big|Big|bigg|Bigg|displaystyle|textstyle|limits|nonumber|notag|hfill|noindent"
    r"|medskip|bigskip|smallskip|centering|par|newline|underbrace|overbrace"
)
_REFERENCE: Final = r"\\(?:tag\*?|label|eqref|ref|cite\w*)\s*(?:\[[^\]]*\])?\{[^{}]*\}"
_ENVIRONMENT: Final = (
    r"\\(?:begin|end)\{(?:aligned|align\*?|gathered|gather\*?|equation\*?|split|multline\*?|cases|center)\}"
)
_DROPPED: Final = re.compile(rf"\\(?:{_LAYOUT})(?![a-zA-Z])\.?|{_REFERENCE}|{_ENVIRONMENT}")
_THIN: Final = re.compile(r"(?<!\\)\\[,;:! ]|~|\\hspace\*?\{[^{}]*\}|(?<=\d)\{,\}(?=\d)")
_SPACE: Final = re.compile(r"\\mathbb\s*\{?R\}?\s*\^\s*\{([^{}]*)\}")
"""A space such as ℝ^{24 × 51}: the sizes of an array."""
_FRACTION: Final = re.compile(r"\\[td]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")


def plain(text: str) -> str:
    r"""Return a text in which LaTeX is written with plain signs; what has no sign stays.

    >>> plain(r"Total: $3 \times 27{,}648 = 82\,944$").split()
    ['Total:', '3', '×', '27,648', '=', '82', '944']
    """
    if not _LATEX.search(text):
        return text
    if "\\" in text or "{,}" in text:
        text = _without_commands(text.replace("{,}", ","))
    return re.sub(r"\\([%$&#_{}])", r"\1", text if re.search(r"\$\d[\d,.]*(?!.*\$)", text) else text.replace("$", " "))


def _without_commands(text: str) -> str:
    """Return a text with signs in place of the commands of LaTeX, as far as they are known."""
    text = re.sub(r"[\s~]*\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))", "°", _DROPPED.sub("", text))
    for _ in range(3):  # number of fonts within each other that are removed
        text = _IN_FONT.sub(lambda found: found[2] if found["sub"] is not None else f" {found[2]}", text)
    text = _SPACE.sub(r" ℝ \1 ", text)
    text = _FRACTION.sub(_fraction, _FRACTION.sub(_fraction, text))  # twice, for a fraction in a fraction
    text = re.sub(r"\\sqrt\s*\{([^{}]*)\}|\\sqrt\s*(\d)", lambda found: f"√({found[1] or found[2]})", text)
    text = _THIN.sub(lambda found: "" if found[0] == r"\!" else " ", text)
    return re.sub(r"\\([a-zA-Z]+)\*?", lambda found: _SIGNS.get(found[1], found[0]), text)


def _fraction(found: re.Match[str]) -> str:
    """Return a fraction on one line, `a/(b + c)`."""
    return "/".join(side if re.fullmatch(r"\w+", side) else f"({side})" for side in found.groups())
