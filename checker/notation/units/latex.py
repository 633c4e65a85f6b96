"""LaTeX commands that `checker.notation.text.plain` leaves in the text of a unit."""

from __future__ import annotations

import re
from typing import Final

_LATEX: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\[,;:! ]|~", " "),
        (r"\\(?:si|SI|unit|qty|text|mathrm|rm)(?![A-Za-z])", " "),
        (
            r"\\(?:mu|micro)(?![A-Za-z])(?: ?\(([A-Za-z]+))?[ \\]*",
            lambda found: f"({'μ' + found[1]}" if found[1] else "μ",
        ),
        (r"\\(kilo|mega|giga|tera|milli|nano|pico|centi|deci|hecto|femto)[ \\]+", r" \1"),
        (r" ?\\(?:Omega|ohm)(?![A-Za-z])", "Ω"),
        (r"\\(?:AA|angstrom|r ?A)(?![A-Za-z])", " Å"),
        (r"\\(?:degreeCelsius|celsius)(?![A-Za-z])", "°C"),
        (r"\\(?:circ|degree|textdegree)(?![A-Za-z])", "°"),
        (r"\\(?:euro|texteuro)(?![A-Za-z])", "€"),
        (r"\\(?:pounds|textsterling)(?![A-Za-z])", "£"),
        (r"\\ell(?![A-Za-z])", "l"),
        (r"\\([A-Za-z]+)", r" \1 "),
    )
)


def without_latex(text: str) -> str:
    r"""Return the text with signs and words in place of LaTeX commands, those of siunitx too.

    >>> without_latex(r"k\Omega"), without_latex(r"\metre\per\second").split()
    ('kΩ', ['metre', 'per', 'second'])
    """
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    return text
