"""What the author of a formula writes, read: trees and numbers by symbol.  Errors lead to the symbol they are about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, NamedTuple, NotRequired, TypedDict

from annotated_types import MaxLen, MinLen

from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.notation.ambiguous_quotient import find_ambiguous_quotient
from checker.notation.dialect import Dialect
from checker.notation.nodes import Call, Exact, Node, names_in, walk
from checker.notation.number import OF_AUTHORS
from checker.notation.parser import parse
from checker.notation.text import plain
from checker.notation.value import CONSTANTS, MAX_NUMBER
from checker.notation.words import did_you_mean, shortened
from checker.solvers.generic._arithmetic import NoValue, Operand, array
from checker.solvers.generic._library import FUNCTIONS

LONGEST: Final = 2_000
"""Characters of an expression."""

MOST_SYMBOLS: Final = 100

TAKEN: Final = ("total", "unit", "listed")
"""Names that mean something else wherever answers are explained."""

_NAME: Final = re.compile(r"[A-Za-zͰ-Ͽ][A-Za-z0-9_Ͱ-Ͽ]*")
_QUOTED: Final = re.compile(r'^I cannot read ".*": |\.$')
_DIALECT: Final = Dialect(frozenset(FUNCTIONS), commas=True)

ExpressionText = Annotated[str, MinLen(1), MaxLen(1000)]
SymbolRow = Annotated[list[int | float], MinLen(1), MaxLen(1000)]
SymbolNumber = int | float | SymbolRow | Annotated[list[SymbolRow], MinLen(1), MaxLen(100)]


class Described(TypedDict):
    """A symbol with its value or its expression, and with words for it."""

    value: NotRequired[SymbolNumber]
    expression: NotRequired[str]
    description: NotRequired[ExpressionText]
    unit: NotRequired[ExpressionText]
    positive: NotRequired[bool]
    """Whether formulas are compared at positive values only; by default if the value is positive."""


Symbol = SymbolNumber | str | Described
SymbolPath = tuple[str | int, ...]


class Formula(NamedTuple):
    """An expression as a tree, and where it stands among the parameters."""

    subject: str
    path: SymbolPath
    tree: Node

    def error(self, problem: str) -> ParameterError:
        """What is wrong with it."""
        return ParameterError(self.subject, problem, self.path)


class SymbolTable(NamedTuple):
    """What the symbols stand for: numbers, or formulas in the order in which they can be worked out."""

    given: Mapping[str, Operand]
    derived: Mapping[str, Formula]
    descriptions: Mapping[str, str]
    units: Mapping[str, str]


def read_symbols(symbols: Mapping[str, Symbol]) -> SymbolTable:
    """The symbols.  Raises ParameterError at what is wrong."""
    if len(symbols) > MOST_SYMBOLS:
        raise ParameterError("symbols", f"must be {MOST_SYMBOLS} or fewer")
    given: dict[str, Operand] = {}
    derived: dict[str, Formula] = {}
    descriptions: dict[str, str] = {}
    units: dict[str, str] = {}
    for symbol, written in symbols.items():
        _check_name(symbol)
        path: SymbolPath = ("symbols", symbol)
        said = written
        if isinstance(said, dict):
            if ("value" in said) == ("expression" in said):
                raise ParameterError(shortened(symbol), "needs either a value or an expression", path)
            key = "value" if "value" in said else "expression"
            path = (*path, key)
            descriptions |= {symbol: " ".join(said["description"].split())} if "description" in said else {}
            units |= {symbol: said["unit"]} if "unit" in said else {}
            said = said["value"] if key == "value" else said["expression"]
        if isinstance(said, str):
            derived[symbol] = read_formula(said, shortened(symbol), path)
        else:
            given[symbol] = _number(said, symbol, path)
    for formula in derived.values():
        check_names(formula, symbols)
    return SymbolTable(given, {each: derived[each] for each in _in_order(derived)}, descriptions, units)


def read_formula(text: str, subject: str, path: SymbolPath) -> Formula:
    """An expression.  Raises ParameterError where it is none."""
    if len(text) > LONGEST:
        raise ParameterError(subject, f"is longer than {LONGEST:,} characters", path)
    try:
        body = plain(text)
        if found := find_ambiguous_quotient(body, tuple(FUNCTIONS)):
            problem = f"has {found.written}, which can be read as {found.one} or as {found.other}: write one of these"
            raise ParameterError(subject, problem, path)
        tree = parse(body, OF_AUTHORS, _DIALECT)
    except UnreadableAnswer as error:
        raise ParameterError(subject, f"cannot be read: {_QUOTED.sub('', error.message)}", path) from None
    formula = Formula(subject, path, tree)
    for node in walk(tree):
        if isinstance(node, Call):
            _check_arguments(formula, node)
    return formula


def check_names(formula: Formula, symbols: Mapping[str, Any]) -> None:
    """ParameterError for a name that is neither a symbol nor a constant."""
    for word in names_in(formula.tree):
        if word not in symbols and word not in CONSTANTS:
            known = did_you_mean(word, (*symbols, *FUNCTIONS) if _like(word) else tuple(symbols))
            raise formula.error(f"names {shortened(word)}, which is not among the symbols{known}")


def _like(word: str) -> bool:
    """Whether this may be a function that is misspelt."""
    return word not in FUNCTIONS and bool(did_you_mean(word, FUNCTIONS).startswith("; did"))


def _check_arguments(formula: Formula, call: Call) -> None:
    _, least, most = FUNCTIONS[call.function]
    if call.function == "log" and len(call.arguments) == 1:
        raise formula.error("must say which logarithm it means: ln(x), log2(x), log10(x) or log(x, base)")
    if not least <= len(call.arguments) <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        raise formula.error(f"gives {call.function} {len(call.arguments)} arguments; it takes {number}")


def _check_name(symbol: str) -> None:
    path = ("symbols", symbol)
    if not _NAME.fullmatch(symbol):
        raise ParameterError(shortened(symbol), "is no name of a symbol: write letters, digits and _", path)
    if symbol in FUNCTIONS or symbol in TAKEN:
        what = "the name of a function" if symbol in FUNCTIONS else "a name that is taken"
        raise ParameterError(symbol, f"is {what}: call the symbol something else", path)


def _number(said: Any, symbol: str, path: SymbolPath) -> Operand:
    flat = [said] if not isinstance(said, list) else [each for row in said for each in _entries(row)]
    if not all(-MAX_NUMBER <= each <= MAX_NUMBER for each in flat):
        raise ParameterError(shortened(symbol), f"must lie within ±{MAX_NUMBER:g}", path)
    if not isinstance(said, list):
        return said
    try:
        return array(said)
    except NoValue as error:
        raise ParameterError(shortened(symbol), str(error), path) from None


def _entries(row: Exact | list[Exact]) -> list[Exact]:
    return row if isinstance(row, list) else [row]


def _in_order(derived: Mapping[str, Formula]) -> list[str]:
    """The derived symbols, each behind those it is made of.  ParameterError for a cycle."""
    order: list[str] = []
    open_: list[str] = []

    def visit(symbol: str) -> None:
        if symbol in order:
            return
        if symbol in open_:
            cycle = " -> ".join([*open_[open_.index(symbol) :], symbol])
            raise derived[symbol].error(f"is made of itself: {cycle}")
        open_.append(symbol)
        for word in names_in(derived[symbol].tree):
            if word in derived:
                visit(word)
        open_.pop()
        order.append(symbol)

    for symbol in derived:
        visit(symbol)
    return order
