# ruff: noqa: RUF002 - it has Greek letters
"""Splits names of symbols that are written next to each other, `nkd` for n, k and d; knows Greek letters by name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import takewhile
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import GLUED
from checker.text.plain import brief

_NAMES: Final = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi chi psi omega"
)
_CAPITALS: Final = "Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega"
_LETTERS: Final[Mapping[str, str]] = {
    **dict(zip(_NAMES.split(), "αβγδεζηθικλμνξρστφχψω", strict=True)),
    **dict(zip(_CAPITALS.split(), "ΓΔΘΛΞΣΦΨΩ", strict=True)),
}
"""The letters by name, without pi, which is a constant."""

_WORDS: Final[Mapping[str, str]] = {letter: name for name, letter in _LETTERS.items()}
_LATEX: Final = re.compile(rf"\\(?:var(?=epsilon|theta|rho|sigma|phi|kappa))?({'|'.join(_LETTERS)})(?![A-Za-z])")
_MOST_SPLIT: Final = 12
_MOST_LISTED: Final = 20
NAME: Final = r"[A-Za-z\u0370-\u03ff][A-Za-z0-9_\u0370-\u03ff]*"
_GLUED: Final = ("frac", "lg", *sorted(GLUED))
"""Those of them that people write without a space next to a symbol."""


def latex_greek(text: str) -> str:
    r"""Return the text with Greek letters instead of their LaTeX commands.

    >>> latex_greek(r"\alpha_1 \sin\varphi")
    'α_1 \\sinφ'
    """
    return _LATEX.sub(lambda found: _LETTERS[found[1]], text) if "\\" in text else text


def greek_spellings(name: str) -> list[str]:
    """Return the spellings of a symbol: as it is, with the Greek letter, and with that letter's name.

    >>> greek_spellings("alpha_1"), greek_spellings("μ"), greek_spellings("d_k")
    (['alpha_1', 'α_1'], ['μ', 'mu'], ['d_k'])
    """
    head, line, index = name.partition("_")
    other = _LETTERS.get(head) or _WORDS.get(head)
    return [name, f"{other}{line}{index}"] if other else [name]


def split_names(name: str, symbols: Collection[str], shown: Collection[str] = ()) -> list[str]:
    """Return the symbols that a run of letters consists of.  Raise UnreadableAnswer where it holds anything else.

    Longer spellings come first, and case is ignored where nothing else matches.  A message lists the symbols `shown`.

    >>> split_names("nkd_model", ["n", "d", "k", "d_model"])
    ['n', 'k', 'd_model']
    """
    spellings = sorted([*symbols, *_GLUED], key=len, reverse=True)
    found: list[str] = []
    rest = name
    while rest and len(found) < _MOST_SPLIT:
        symbol = next((each for each in spellings if rest.startswith(each)), None)
        symbol = symbol or next((each for each in spellings if rest.lower().startswith(each.lower())), None)
        if symbol is None:
            break
        found.append(symbol)
        rest = rest[len(symbol) :]
    if rest and found and rest[0].isdigit():
        digits = "".join(takewhile(str.isdigit, rest))
        if found[-1].lower() == "sqrt":  # sqrt2gh
            after = rest.removeprefix(digits)
            return [*found, digits, *(split_names(after, symbols, shown) if after else ())]
        unclear = f'what the {digits} in "{brief(name, 20)}" is'
        is_function = found[-1].lower() in _GLUED
        instead = "brackets around what it is of" if is_function else f"a power as {found[-1]}^{digits}"
        raise UnreadableAnswer(f"I do not know {unclear}. Write {instead}.")
    if rest:
        raise UnreadableAnswer(
            f'I do not know "{brief(name, 20)}". The symbols here are {list_symbols(shown or symbols)}.'
        )
    return found


def list_symbols(symbols: Collection[str]) -> str:
    """Return the symbols of a question as an error message lists them."""
    more = f" and {len(symbols) - _MOST_LISTED} more" if len(symbols) > _MOST_LISTED else ""
    return ", ".join(list(symbols)[:_MOST_LISTED]) + more
