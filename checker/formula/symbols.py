# ruff: noqa: RUF002 - it has Greek letters
"""The symbols of a question: what they mean, the numbers among its parameters, and how students write them.

A symbol means a parameter, an expression, or several equal parameters:

N: num_layers
d_k: d_model/num_heads
n: num_encoder_layers = num_decoder_layers

An `Alphabet` finds the symbols in every spelling that students use (`dmodel` is d_model, `nkd` is n·k·d, Greek letters
by name), and refuses names that could mean two things.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, takewhile
from typing import Any, Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.trace import EMPTY
from checker.formula.functions import FUNCTION_NAMES, FUNCTION_WORDS, GLUED, SPELLINGS
from checker.formula.nodes import Exact, Name, Node, names_in
from checker.formula.parser import parse
from checker.formula.value import CONSTANTS, evaluate
from checker.text.number import OF_AUTHORS, Hints
from checker.text.plain import brief, plain

NAME: Final = r"[A-Za-z\u0370-\u03ff][A-Za-z0-9_\u0370-\u03ff]*"


class _SymbolMeaning(NamedTuple):
    """The meaning of a symbol: a parameter, an expression, or several parameters that are equal."""

    sides: tuple[Node, ...]
    """Expressions that are all equal; usually one."""
    names: tuple[str, ...]

    @property
    def tied(self) -> tuple[str, ...]:
        """Return the names of the parameters that the symbol says are equal."""
        return tuple(side.name for side in self.sides if isinstance(side, Name))

    def value(self, numbers: Mapping[str, Exact]) -> Exact:
        """Return the symbol's value, given those of the parameters.  Raise UnreadableAnswer if there is none."""
        first: Exact
        first, *others = (evaluate(side, numbers) for side in self.sides)
        if any(other != first for other in others):
            raise UnreadableAnswer(f"its sides differ: {', '.join(map(str, (first, *others)))}")
        return first


@lru_cache(1024)
def parse_meaning(text: str) -> _SymbolMeaning:
    """Return the meaning of a symbol that an author wrote as text.  Raise UnreadableAnswer."""
    sides = tuple(parse(plain(side, 200), OF_AUTHORS) for side in text.split("="))
    return _SymbolMeaning(sides, tuple(dict.fromkeys(name for side in sides for name in names_in(side))))


def symbol_values(symbols: Mapping[str, str], numbers: Mapping[str, Exact]) -> dict[str, Exact]:
    """Return the values of symbols, given those of the parameters; without symbols that have no value."""
    found: dict[str, Exact] = {}
    for symbol, meant in symbols.items():
        with suppress(UnreadableAnswer):
            found[symbol] = parse_meaning(meant).value(numbers)
    return found


def is_symbol(text: str) -> bool:
    """Return whether a text can be a symbol that students write: a letter, then letters, digits and underscores."""
    return re.fullmatch(NAME, text) is not None


def numeric_arguments(arguments: Mapping[str, Any]) -> dict[str, Exact]:
    """Return the parameters of a question that are numbers, and named numbers inside of other parameters.

    >>> numeric_arguments({"d_k": 64, "symbols": {"n": 9, "p": {"value": 2}}})
    {'n': 9, 'p': 2, 'd_k': 64}
    """
    named = {name: value.get("value") if isinstance(value, dict) else value for name, value in _inner(arguments)}
    return {name: value for name, value in {**named, **arguments}.items() if type(value) in (int, float)}


def argument_names(arguments: Mapping[str, Any]) -> set[str]:
    """Return the names of a question's parameters, and of the symbols inside of them.

    >>> sorted(argument_names({"d_k": 64, "symbols": {"n": 9, "q": {"expression": "2*n"}}}))
    ['d_k', 'n', 'q', 'symbols']
    """
    return {*arguments, *(name for name, _ in _inner(arguments))}


def _inner(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return chain.from_iterable(value.items() for value in arguments.values() if isinstance(value, dict))


def with_numbers(arguments: Mapping[str, Any], changes: Mapping[str, Exact]) -> dict[str, Any]:
    """Return the parameters of a question with other numbers for those in `changes`."""
    return {
        name: changes.get(name, {key: _with(old, changes.get(key)) for key, old in value.items()})
        if isinstance(value, dict)
        else changes.get(name, value)
        for name, value in arguments.items()
    }


def _with(old: Any, number: Exact | None) -> Any:
    if number is None:
        return old
    return {**old, "value": number} if isinstance(old, dict) else number


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
    listed, others = list(symbols)[:20], list(symbols)[20:]
    return ", ".join(listed) + (f" and {len(others)} more" if others else "")


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
        if (base := re.fullmatch(r"log_(\w+)", name)) and (base[1] in spellings or base[1].isdecimal()):
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
    indexed = {
        f"{found[1]}_{found[2]}": name
        for name in names
        if (found := re.fullmatch(r"([A-Za-z\u0370-\u03ff]+)(\d+)", name))
    }
    unmistakable = {spelling: name for spelling, name in joined.items() if not is_product(spelling, names)}
    return unmistakable | indexed | others | {name: name for name in names}
