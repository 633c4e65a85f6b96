"""Tables of LaTeX's words: signs, accents, environments, headings, styles.

`without_quantities` writes the numbers and units of siunitx as plain text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

SIGNS: Final = {
    "times": "×", "cdot": "·", "approx": "≈", "pm": "±", "to": "→", "rightarrow": "→", "Rightarrow": "⇒", "leq": "≤",
    "geq": "≥", "neq": "≠", "euro": "€", "EUR": "€", "degree": "°", "dots": "...", "ldots": "...", "textdegree": "°",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|",
    "textless": "<", "textgreater": ">", "checkmark": "✓", "S": "§", "ss": "ß", "ae": "æ", "o": "ø", "O": "Ø",
    "aa": "å", "l": "ł", "textendash": "–", "textemdash": "—", "LaTeX": "LaTeX", "TeX": "TeX",
    "textsuperscript": "^",
    "textsubscript": "_", "quad": "  ", "qquad": "  ", "space": " ", "hfill": " ", "hspace": " ", "textmu": "µ",
}  # fmt: skip
ACCENTS: Final = {
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
}
SPACES: Final = frozenset(" ,;:!>/\n")
"""Characters that make a space, or none, after a backslash."""

PREFIXES: Final = {
    "nano": "n", "micro": "µ", "milli": "m", "centi": "c", "deci": "d", "kilo": "k", "mega": "M", "giga": "G",
    "tera": "T", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi",
}  # fmt: skip
UNITS: Final = {
    "metre": "m", "meter": "m", "gram": "g", "second": "s", "minute": "min", "hour": "h", "day": "d", "newton": "N",
    "joule": "J", "watt": "W", "volt": "V", "ampere": "A", "ohm": "Ω", "kelvin": "K", "celsius": "°C", "mole": "mol",
    "degreeCelsius": "°C", "hertz": "Hz", "pascal": "Pa", "litre": "L", "liter": "L", "byte": "B", "bit": "bit",
    "percent": "%", "degree": "°", "coulomb": "C", "tesla": "T", "kilogram": "kg", "squared": "^2", "cubed": "^3",
    "per": "/", "square": "", "electronvolt": "eV", "farad": "F", "radian": "rad", "candela": "cd",
}  # fmt: skip
QUANTITY: Final = re.compile(
    r"\\(?:(num)|(SI|qty)|(si|unit))\s*(?:\[[^\][]{0,200}\])?\s*\{([^{}]{0,200})\}(?(2)\s*\{([^{}]{0,200})\})"
)
UNIT: Final = re.compile(r"\\([a-zA-Z]+)\s*|[.~]")

FORMULAS: Final = frozenset(
    ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign", "dmath")
)
VERBATIM: Final = frozenset(("verbatim", "lstlisting", "minted", "Verbatim", "alltt"))
TABLES: Final = frozenset(("tabular", "tabularx", "longtable", "array", "tabulary"))
QUOTES: Final = frozenset(("quote", "quotation", "displayquote"))
NUMBERED: Final = {"enumerate": ("1.", "(a)", "i.", "A."), "questions": ("1.",), "parts": ("(a)",), "subparts": ("i.",)}
LISTS: Final = frozenset((*NUMBERED, "itemize", "description", "compactitem"))

HEADINGS: Final = {"chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5}
STYLES: Final = {
    **dict.fromkeys(("textbf", "emph", "boxed", "fbox", "framebox", "underline", "hl"), "strong"),
    **dict.fromkeys(("sout", "st", "xout", "cancel", "xcancel", "bcancel", "textst"), "struck"),
}
DROPPED: Final = {
    **dict.fromkeys(("maketitle", "tableofcontents", "newpage", "clearpage", "centering", "noindent", "hline"), 0),
    **dict.fromkeys(("toprule", "midrule", "bottomrule", "nonumber", "appendix"), 0),
    **dict.fromkeys(("label", "cite", "ref", "eqref", "pageref", "vspace", "hspace", "usepackage", "documentclass"), 1),
    **dict.fromkeys(("author", "date", "thispagestyle", "pagestyle", "cline", "cmidrule", "input", "include"), 1),
    **dict.fromkeys(
        ("bibliography", "bibliographystyle", "color", "phantom", "pagenumbering", "thanks", "excludecomment"), 1
    ),
    **dict.fromkeys(("setlength", "setcounter", "addtocounter", "colorlet", "multirow"), 2),
    "definecolor": 3,
}
"""Words that say nothing, and how many arguments each has."""
ORDINALS: Final = frozenset(("st", "nd", "rd", "th"))
RAW: Final = frozenset(("frac", "dfrac", "tfrac", "sqrt", "binom", "sum", "log", "ln", "exp", "sin", "cos", "tan"))
SKIPPED: Final = VERBATIM | {"comment", "tikzpicture", "picture", "filecontents"}


def without_quantities(text: str) -> str:
    r"""Return a text with plain numbers and units for those of siunitx: `5 km` for `\qty{5}{\kilo\metre}`."""
    return QUANTITY.sub(_quantity, text) if "\\" in text else text


def _quantity(found: re.Match[str]) -> str:
    """Return a quantity of siunitx as plain text: number, unit or both."""
    if found[1]:
        return found[4]
    if found[3]:
        return _unit(found[4])
    return f"{found[4]} {_unit(found[5])}"


def _unit(text: str) -> str:
    """Return a unit of siunitx in its usual sign: `km/h`."""
    names: list[str] = []
    for found in UNIT.finditer(text):
        name = found[1] or ""
        unit = PREFIXES.get(name) or UNITS.get(name, name or "·")
        separate = names and unit[:1] not in "/^·" and names[-1] not in {"/", "·", *PREFIXES.values()}
        names += ["·", unit] if separate else [unit]
    return "".join(names) if names else text


def accented(letter: str, accent: str) -> str:
    """Return a letter with an accent."""
    return unicodedata.normalize("NFC", letter + ACCENTS[accent])
