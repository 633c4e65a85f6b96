"""Coefficients of a reaction as a list: `1:5:8`, and `MnO4- + 5 Fe2+ + 8 H+ -> ...`, in the question's order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.notation.text import brief
from checker.notation.vocabulary import Words

_LONGEST: Final = 500
_ARROW: Final = r"(?:<?-{1,2}>|<?=>|⟶|→|⇌|↔|\\(?:long)?rightarrow|\\rightleftharpoons|\\to(?![A-Za-z]))"
_TERM: Final = r"(?P<count>\d{0,3}) ?(?P<species>[A-Z(e][A-Za-z\d()]*[+-]?)(?: ?\((?:aq|g|l|s)\))?"
_SIDE: Final = rf"{_TERM}(?: ?\+ {_TERM}){{0,9}}".replace("?P<count>", "").replace("?P<species>", "")
_REACTION: Final = re.compile(rf"{_SIDE} ?{_ARROW} ?{_SIDE}")
_TERMS: Final = re.compile(_TERM)
_BETWEEN: Final = re.compile(rf" \+ |\+ (?=\d|[A-Z(])| ?{_ARROW} ?")
_RATIO: Final = re.compile(r"\d{1,3}(?: ?: ?\d{1,3}){1,19}", re.ASCII)
_PLAIN: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "0123456789+-0123456789-")
_MARKUP: Final = re.compile(r"\\(?:ce|mathrm|text) ?\{|[$^{}_]")
_STATE: Final = re.compile(r"\((?:aq|g|l|s)\)$")


def as_coefficients(text: str, words: Words) -> str:
    """Return the coefficients of a ratio or of a balanced equation as a list; else the text itself.

    Those of an equation are in the order of the question's equation.  Raises UnreadableAnswer where it has others.

    >>> as_coefficients("1:5:8", Words()), as_coefficients("2 H2 + O2 -> 2 H2O", Words("Balance H2 + O2 -> H2O."))
    ('[1, 5, 8]', '[2, 1, 2]')
    """
    if len(text) > _LONGEST:
        return text
    bare = _bare(text).strip(" .")
    if _RATIO.fullmatch(bare):
        return f"[{', '.join(each.strip() for each in bare.split(':'))}]"
    given = _terms(bare)
    asked = _terms(_bare(words.text)) if given else ()
    if not given or not asked:
        return text
    counts = dict(given)
    if sorted(counts) != sorted(dict(asked)) or len(counts) != len(given):
        whole = f'"{brief(text)}" has other substances than the equation in the question'
        raise UnreadableAnswer(f"{whole}. Write only the coefficients, such as [a, b].")
    return f"[{', '.join(counts[species] for species, _ in asked)}]"


def _bare(text: str) -> str:
    """Return a text on one line, with plain digits and signs instead of raised and lowered ones."""
    return " ".join(_MARKUP.sub("", text.translate(_PLAIN)).split())


def _terms(text: str) -> Sequence[tuple[str, str]]:
    """Return the species of the first equation in a text with their coefficients."""
    found = _REACTION.search(text)
    if found is None:
        return ()
    terms = [_TERMS.fullmatch(each.strip()) for each in _BETWEEN.split(found[0])]
    return [(_STATE.sub("", each["species"]), each["count"] or "1") for each in terms if each]
