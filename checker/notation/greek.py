# ruff: noqa: RUF002 - Greek letters are what this module is about
r"""Greek letters as people write them: α, alpha, \alpha."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

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


def latex_greek(text: str) -> str:
    r"""Return the text with letters in place of their LaTeX commands.

    >>> latex_greek(r"\alpha_1 \sin\varphi")
    'α_1 \\sinφ'
    """
    return _LATEX.sub(lambda found: _LETTERS[found[1]], text) if "\\" in text else text


def greek_spellings(name: str) -> list[str]:
    """Return a symbol with its letter as it is, as a Greek letter, and as that letter's name.

    >>> greek_spellings("alpha_1"), greek_spellings("μ"), greek_spellings("d_k")
    (['alpha_1', 'α_1'], ['μ', 'mu'], ['d_k'])
    """
    head, line, index = name.partition("_")
    other = _LETTERS.get(head) or _WORDS.get(head)
    return [name, f"{other}{line}{index}"] if other else [name]
