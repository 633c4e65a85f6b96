"""Text as it is scanned for answers: mathematics written out in signs, without the markup of LaTeX."""

from __future__ import annotations

import re
from typing import Final

_SIGNS: Final = {
    "times": "×", "cdot": "·", "ast": "*", "approx": "≈", "simeq": "≈", "sim": "~", "cong": "≈", "equiv": "=", "div": "/",
    "pm": "±", "Rightarrow": " ⇒ ", "Longrightarrow": " ⇒ ", "implies": " ⇒ ", "rightarrow": " → ", "to": " → ",
    "longrightarrow": " → ", "therefore": " ∴ ", "infty": "∞", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ldots": "...",
    "dots": "...", "cdots": "...", "quad": "  ", "qquad": "  ", "lbrace": "{", "rbrace": "}", "blacksquare": "", "square": "",
    "checkmark": "", "lbrack": "[", "rbrack": "]", "langle": "⟨", "rangle": "⟩", "mid": "|", "deg": "°", "degree": "°",
}  # fmt: skip
_WRAPPED: Final = re.compile(
    r"\\(?:text|textbf|textit|textrm|texttt|mathrm|mathbf|mathit|mathsf|mathtt|mathcal|operatorname\*?|mbox|emph|underline"
    r"|boldsymbol|bm|hbox|fbox|ensuremath)\s*\{([^{}]*)\}"
)
_BOXED: Final = re.compile(r"\\(?:boxed|fbox|colorbox)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_DROPPED: Final = re.compile(
    r"\\(?:left|right|bigl|bigr|Bigl|Bigr|big|Big|bigg|Bigg|displaystyle|textstyle|limits|nonumber|notag|hfill|noindent|medskip|bigskip"
    r"|smallskip|centering|par|newline|underbrace|overbrace)(?![a-zA-Z])\.?|\\(?:tag\*?|label|eqref|ref|cite\w*)\s*(?:\[[^\]]*\])?\{[^{}]*\}"
    r"|\\(?:begin|end)\{(?:aligned|align\*?|gathered|gather\*?|equation\*?|split|multline\*?|cases|center)\}"
)
_THIN: Final = re.compile(r"(?<!\\)\\[,;:! ]|~|\\hspace\*?\{[^{}]*\}|(?<=\d)\{,\}(?=\d)")
_MARKED: Final = re.compile(r"[\\$~]|\{,\}")
_FRACTION: Final = re.compile(r"\\[td]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_ROOT: Final = re.compile(r"\\sqrt\s*\{([^{}]*)\}|\\sqrt\s*(\d)")
_COMMAND: Final = re.compile(r"\\([a-zA-Z]+)\*?")
_ESCAPED: Final = re.compile(r"\\([%$&#_{}])")
_MATRIX: Final = re.compile(
    r"\\(begin|end)\{[bBpvV]?(?:small)?matrix\*?\}(?:\[[a-z]\])?|\\(begin|end)\{array\}(?:\{[^{}]*\})?"
)


_SPACE: Final = re.compile(r"\\mathbb\s*\{?R\}?\s*\^\s*\{([^{}]*)\}")
"""A space such as ℝ^{24 × 51}: the sizes of an array."""


def plain(text: str) -> str:
    r"""Return a text with its mathematics in signs; what has no sign stays.

    >>> plain(r"Total: $3 \\times 27{,}648 = \\boxed{82\\,944}$".replace("\\\\\\\\", "\\\\"))
    'Total: 3 × 27,648 = 82 944'
    """
    if not _MARKED.search(text):
        return text
    if "\\" in text or "{,}" in text:
        text = _DROPPED.sub("", text.replace("{,}", ","))
        for _ in range(3):
            wrapped = _WRAPPED.sub(r" \1", text)
            if wrapped == text:
                break
            text = wrapped
        text = _BOXED.sub(r"\1", text)
        text = _SPACE.sub(r" ℝ \1 ", text)
        text = _FRACTION.sub(_fraction, text)
        text = _FRACTION.sub(_fraction, text)
        text = _ROOT.sub(lambda found: f"√({found[1] or found[2]})", text)
        text = _THIN.sub(lambda found: "" if found[0] == r"\!" else " ", text)
        text = _COMMAND.sub(lambda found: _SIGNS.get(found[1], found[0]), text)
    text = text.replace("$", " ") if not re.search(r"\$\d[\d,.]*(?!.*\$)", text) else text
    return _ESCAPED.sub(r"\1", text)


def _fraction(found: re.Match[str]) -> str:
    return "/".join(side if re.fullmatch(r"\w+", side) else f"({side})" for side in found.groups())


def boxed(text: str) -> list[str]:
    """Return what is boxed in a text."""
    return [found[1] for found in _BOXED.finditer(text)]
