"""The kind of answer `list`: numbers whose order counts, with messages about missing entries and another order.

The coefficients of a reaction are one, also as `1:5:8` and in an equation: `MnO4- + 5 Fe2+ + 8 H+ -> ...`.
"""

from __future__ import annotations

import re
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.kinds.compare import Judge
from checker.kinds.vector import VectorKind
from checker.reading.reading import Reading
from checker.reading.rows import with_entries
from checker.text.number import Hints
from checker.text.plain import brief
from checker.text.vocabulary import Words

_ARROW: Final = r"(?:<?-{1,2}>|<?=>|⟶|→|⇌|↔|\\(?:long)?rightarrow|\\rightleftharpoons|\\to(?![A-Za-z]))"
_TERM: Final = r"(?P<count>(?:\d{1,3}|[a-z])?) ?(?P<species>[A-Z(e][A-Za-z\d()]*[+-]?)(?: ?\((?:aq|g|l|s)\))?"
_SIDE: Final = rf"{_TERM}(?: ?\+ {_TERM}){{0,9}}".replace("?P<count>", "").replace("?P<species>", "")
_REACTION: Final = re.compile(rf"{_SIDE} ?{_ARROW} ?{_SIDE}")
_PLAIN: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "0123456789+-0123456789-")
_COEFFICIENTS: Final = re.compile(r":|->|[=→⟶⇌↔]|arrow|\\to")


def _as_coefficients(text: str, words: Words) -> str:
    """Return the numbers of a ratio such as `1:5:8`, or the coefficients of a reaction, as a list in brackets.

    Other texts are returned as they are.  Coefficients are in the order of the question's reaction.  Raises
    UnreadableAnswer where the answer has other substances.

    >>> _as_coefficients("1:5:8", Words()), _as_coefficients("2 H2 + O2 -> 2 H2O", Words("Balance H2 + O2 -> H2O."))
    ('[1, 5, 8]', '[2, 1, 2]')
    """
    bare = _bare(text).strip(" .").replace(" = ", " → ")
    if re.fullmatch(r"\d{1,3}(?: ?: ?\d{1,3}){1,19}", bare, flags=re.ASCII):
        return f"[{', '.join(each.strip() for each in bare.split(':'))}]"
    given = _sides(_REACTION.fullmatch(bare))
    asked = _sides(_REACTION.search(_bare(words.text))) if given else []
    if not given or not asked:
        return text
    counts = [dict(side) for side in given]
    is_same = [sorted(side) for side in counts] == [sorted(dict(side)) for side in asked]
    if not is_same or any(len(side) != len(terms) for side, terms in zip(counts, given, strict=True)):
        whole = f'"{brief(text)}" has other substances than the equation in the question, or on the other side'
        raise UnreadableAnswer(f"{whole}. Write only the coefficients, such as [a, b].")
    ordered = [side[species] for side, terms in zip(counts, asked, strict=True) for species, _ in terms]
    return f"[{', '.join(ordered)}]"


def _bare(text: str) -> str:
    """Return a text on one line, with plain digits and signs instead of raised and lowered ones."""
    return " ".join(re.sub(r"\\(?:ce|mathrm|text) ?\{|[$^{}_]", "", text.translate(_PLAIN)).split())


def _sides(reaction: re.Match[str] | None) -> list[list[tuple[str, str]]]:
    """Return the species of both sides of an equation with their coefficients; none for no equation."""
    sides = re.split(_ARROW, reaction[0], maxsplit=1) if reaction else []
    return [[_term(each) for each in re.split(r" \+ |\+ ?(?=\d|[A-Z(])", side.strip())] for side in sides]


def _term(text: str) -> tuple[str, str]:
    found = re.fullmatch(_TERM, text.strip())
    return (re.sub(r"\((?:aq|g|l|s)\)$", "", found["species"]), found["count"] or "1") if found else (text, "1")


class ListKind(VectorKind):
    """Answers that are a list of numbers whose order matters."""

    name = "list"

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the numbers of a list, a ratio such as `1:5:8`, or a reaction's coefficients."""
        reading = super().read(_as_coefficients(text, hints.words) if _COEFFICIENTS.search(text) else text, hints)
        return with_entries(reading, text)

    def in_words(self, judge: Judge, reading: Reading) -> str:
        """Return whether entries are missing or in another order; else empty."""
        if len(reading.shape) != 1:
            return ""
        missing = len(judge.numbers) - len(reading.numbers)
        if missing:
            return "Entries are missing." if missing > 0 else "There are too many entries."
        pairs = zip(sorted(judge.numbers), sorted(reading.numbers, key=lambda each: each.value), strict=True)
        is_same = all(judge.accepts(right, each) for right, each in pairs)
        return "Your entries are right, but in another order." if is_same else ""


kind: Final = ListKind()
