"""Characters of symbol fonts, which word processors save by their place in the font."""

from __future__ import annotations

from typing import Final

_GREEK: Final = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True)) | dict(
    zip("abcdefghijklmnopqrstuvwxyz", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True)
)
_SIGNS: Final = dict(
    zip(
        (0x40, 0x22, 0x24, 0x27, 0x2A, 0x2D, *range(0xA2, 0xA6), 0xA7, *range(0xAA, 0xBD), *range(0xC0, 0xD0)),
        "≅∀∃∋\u2217−\u2032≤\u2044∞♣♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…ℵℑℜ℘⊗⊕∅∩\u222a⊃⊇⊄⊂⊆∈∉",
        strict=True,
    )
) | dict(zip((0xD0, 0xD1, *range(0xD5, 0xE0), 0xE5, 0xF2), "∠∇∏√⋅¬∧\u2228⇔⇐⇑⇒⇓∑∫", strict=True))
_WINGDINGS: Final = {0xFC: "✓", 0xFE: "☑", 0xA8: "☐", 0x6F: "☐", 0xE0: "→", 0xDF: "←", 0xF0: "⇒", 0xFB: "✗", 0xFD: "☒"}
_PRIVATE: Final = 0xF000
"""The block of Unicode in which the characters of symbol fonts are saved."""


def is_symbolic(font: str) -> bool:
    """Return whether letters of a font are signs."""
    return font in {"Symbol", "Wingdings"}


def shown(text: str, font: str) -> str:
    r"""Return text in a symbol font as it is shown; a character that is not known is one that nobody has read.

    >>> shown("2 \uf0b4 3", "Symbol")
    '2 × 3'
    """
    return "".join(_sign(ord(sign), font) for sign in text)


def _sign(code: int, font: str) -> str:
    code = code - _PRIVATE if _PRIVATE <= code < _PRIVATE + 0x100 else code
    if font == "Wingdings":
        return _WINGDINGS.get(code, " ")
    return _SIGNS.get(code) or _GREEK.get(chr(code), chr(code))
