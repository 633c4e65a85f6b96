"""Text as it is searched for answers: without the markup of LaTeX, mathematics written with plain signs."""

from __future__ import annotations

import re
from typing import Final

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
_COMMAND: Final = re.compile(r"\\([a-zA-Z]+)\*?")


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
    return _COMMAND.sub(lambda found: _SIGNS.get(found[1], found[0]), text)


def _fraction(found: re.Match[str]) -> str:
    """Return a fraction on one line, `a/(b + c)`."""
    return "/".join(side if re.fullmatch(r"\w+", side) else f"({side})" for side in found.groups())
