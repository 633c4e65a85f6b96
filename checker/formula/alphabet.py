"""`Alphabet`: the symbols that formulas in answers to a question may have, with their values at several points.

It finds them in every spelling that students use (`dmodel` is d_model, `nkd` is n·k·d), and refuses names that could
mean two things.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.trace import EMPTY
from checker.formula.functions import FUNCTION_NAMES, FUNCTION_WORDS, SPELLINGS
from checker.formula.names import greek_spellings, split_names
from checker.formula.nodes import Exact, Node
from checker.formula.parser import parse
from checker.formula.value import CONSTANTS
from checker.text.number import Hints

_INDEXED: Final = re.compile(r"([A-Za-z\u0370-\u03ff]+)(\d+)")
_LOG_OF: Final = re.compile(r"log_(\w+)")
_VARIABLE: Final = re.compile(r"[,;] ?([A-Za-z]) ?[,;]")
"""The variable of a sum: `sum(k^2, k, 1, n)`."""


class Alphabet(NamedTuple):
    """The symbols of a question with their values, found in formulas by any spelling that students use."""

    symbols: tuple[str, ...]
    points: tuple[Mapping[str, Exact], ...]
    """The value of each symbol and parameter, at the question's own sizes and then at others."""
    in_degrees: frozenset[str] = frozenset()
    units: Mapping[str, str] = EMPTY
    unit: str | None = None
    """The unit of the answer, to which a formula is converted as the right one is."""

    @property
    def listed(self) -> tuple[str, ...]:
        """Return the symbols that error messages offer to students."""
        return self.symbols or tuple(self.points[0])

    @property
    def spellings(self) -> dict[str, str]:
        """Return the symbols by their spellings: `dmodel` is d_model; without those that could mean something else."""
        return _spellings(tuple(self.points[0]))

    def parse(self, text: str, hints: Hints, functions: Collection[str] = FUNCTION_NAMES) -> Node:
        """Return the tree of a formula in these symbols.  Raise UnreadableAnswer for any other name."""
        known = self.points[0].keys()
        variables = {*_VARIABLE.findall(text)} - self.spellings.keys() if "sum" in text or "product" in text else ()

        def spell(name: str, following: str) -> list[str]:
            return [name] if name in variables else self.spell(name, following)

        return parse(text, hints, functions - known, spell)  # gamma(n - 1) is a product where gamma is a symbol

    def spell(self, name: str, following: str) -> list[str]:
        """Return the names that a run of letters in a student's formula stands for: n, k and d for `nkd`.

        `following` is the sign after it.  Raise UnreadableAnswer if it means nothing, or two things.
        """
        spellings = self.spellings
        if name in spellings:
            return [spellings[name]]
        lower = name.lower()
        if name in CONSTANTS or name in ("log_", "root_", "mod"):
            return [name]
        if lower in ("lb", "ld") and not is_product(name, spellings):
            return ["log2"]
        if lower in SPELLINGS and (lower not in FUNCTION_WORDS or following == "("):
            self._refuse_inverse(name)
            return [lower]
        if (base := _LOG_OF.fullmatch(name)) and (base[1] in spellings or base[1].isdecimal()):
            return ["log_", "(", spellings.get(base[1], base[1]), ")"]
        constants = ("pi", "π", "e") if following == "^" else ("pi", "π")
        pieces = split_names(name, (*spellings, *constants), self.listed)
        for each in pieces:
            self._refuse_inverse(each)
            if each == "lg" and {"l", "g"} <= spellings.keys():
                raise UnreadableAnswer(f'"{name}" could mean a logarithm or l·g. Write log10(...) or l*g.')
        return [spellings.get(each, each) for each in pieces]

    def _refuse_inverse(self, name: str) -> None:
        first, rest = name[:1], name[1:].lower()
        is_inverse = rest in SPELLINGS and f"{first}{rest}".lower() in SPELLINGS
        if is_inverse and first in self.spellings and name not in self.spellings:
            raise UnreadableAnswer(
                f'"{name}" could mean arc{rest} or {first}·{rest}. Write arc{rest} or {first}*{rest}.'
            )


def is_product(name: str, symbols: Sequence[str] | Mapping[str, str]) -> bool:
    """Return whether a name consists of several symbols or functions without signs between them: `nkd`."""
    try:
        split_names(name, symbols)
    except UnreadableAnswer:
        return False
    return True


@lru_cache(256)
def _spellings(names: Sequence[str]) -> dict[str, str]:
    others = {spelling: name for name in names for spelling in greek_spellings(name)}
    joined = {spelling.replace("_", ""): name for spelling, name in others.items() if "_" in spelling}
    indexed = {f"{found[1]}_{found[2]}": name for name in names if (found := _INDEXED.fullmatch(name))}
    unmistakable = {spelling: name for spelling, name in joined.items() if not is_product(spelling, names)}
    return unmistakable | indexed | others | {name: name for name in names}
