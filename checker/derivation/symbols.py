"""Reads the symbols and expressions of a problem file as numbers and trees, with units and degrees converted.

Errors point to the symbol.  Also which names symbols may have, and the types of these parameters (`Symbol`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from checker.derivation.arithmetic import NoValue, Operand, array
from checker.derivation.arrays import ARRAY_FUNCTIONS
from checker.derivation.evaluate import COMPLEX_FUNCTIONS, IMAGINARY, LIBRARY, NAMES
from checker.engine.bounds import MaxLen, MinLen
from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.formula.functions import OF_DISTRIBUTIONS, RESERVED_NAMES
from checker.formula.nodes import Call, Index, Node, names_in, walk_nodes
from checker.formula.parser import WORDS, parse_program
from checker.formula.symbols import is_symbol
from checker.formula.value import CONSTANTS, MAX_NUMBER
from checker.text import packaged
from checker.text.plain import plain
from checker.text.words import did_you_mean, nearest, shortened

_RESERVED: Final = ("total", "unit", "listed")
"""Names that mean something else in explanations."""

_MAY_BE_SYMBOLS: Final = frozenset({
    *("gamma", "erf", "gcd", "lcm", "hypot", "atan2", "perm", "zero"),
    *ARRAY_FUNCTIONS, *OF_DISTRIBUTIONS, *COMPLEX_FUNCTIONS,
})  # fmt: skip
"""Functions whose names a symbol may have, too: a bracket behind the name makes it the function."""

_SCOPED: Final = {
    "if": "if(condition, a, b)",
    "sum": "sum(term, k, first, last)",
    "product": "product(term, k, first, last)",
    "zero": "zero(expression, x, low, high)",
}
CALLABLE: Final = NAMES | {"if", "product", "zero"}
ExpressionText = Annotated[str, MinLen(1), MaxLen(1000)]
UnitText = ExpressionText | Literal[1]
"""A unit, or 1 for a plain number."""

SymbolRow = Annotated[list[int | float], MinLen(1), MaxLen(1000)]
SymbolNumber = int | float | SymbolRow | Annotated[list[SymbolRow], MinLen(1), MaxLen(100)]


class Described(TypedDict):
    """A symbol as its author declares it: a value or an expression, and a description, unit and so on."""

    value: NotRequired[SymbolNumber]
    expression: NotRequired[str]
    description: NotRequired[ExpressionText]
    unit: NotRequired[UnitText]
    positive: NotRequired[bool]
    """Compare formulas at positive values only; the default for a positive value."""


Symbol = SymbolNumber | str | Described
SymbolPath = tuple[str | int, ...]


class Formula(NamedTuple):
    """An author's expression as a tree, with its place in the problem file for error messages."""

    subject: str
    path: SymbolPath
    tree: Node
    text: str = ""

    def error(self, problem: str) -> ParameterError:
        """Return the error to raise about this expression."""
        return ParameterError(self.subject, problem, self.path)


class SymbolTable(NamedTuple):
    """The symbols of a question: those with numbers, then those with formulas, in computable order."""

    given: Mapping[str, Operand]
    derived: Mapping[str, Formula]
    descriptions: Mapping[str, str]
    units: Mapping[str, str]
    unit_problems: tuple[tuple[SymbolPath, str], ...] = ()
    """What does not fit in the units of expressions, with their places."""


def read_symbols(symbols: Mapping[str, Symbol]) -> SymbolTable:
    """Return an author's symbols as numbers and formulas.  Raise ParameterError at a wrong one."""
    if len(symbols) > 100:
        raise ParameterError("symbols", "must be at most 100")
    given: dict[str, Operand] = {}
    derived: dict[str, Formula] = {}
    descriptions: dict[str, str] = {}
    units: dict[str, str] = {}
    for symbol, value in symbols.items():
        _check_name(symbol)
        path: SymbolPath = ("symbols", symbol)
        if isinstance(value, dict):
            if ("value" in value) == ("expression" in value):
                raise ParameterError(shortened(symbol), "needs either a value or an expression", path)
            key = "value" if "value" in value else "expression"
            path = (*path, key)
            if "description" in value:
                descriptions[symbol] = " ".join(value["description"].split())
            if "unit" in value:
                units[symbol] = str(value["unit"])
            value = value["value"] if key == "value" else value["expression"]  # noqa: PLW2901 - the short form
        if isinstance(value, str):
            derived[symbol] = read_formula(value, shortened(symbol), path)
        else:
            given[symbol] = _read_number(value, symbol, path)
    for formula in derived.values():
        check_names(formula, symbols)
    ordered: dict[str, Formula] = {}
    problems: list[tuple[SymbolPath, str]] = []
    for symbol in _in_order(derived):
        formula, table = derived[symbol], SymbolTable(given, ordered, {}, units)
        ordered[symbol], found = with_units(formula, table, units.get(symbol))
        problems += [(formula.path, each) for each in found]
    return SymbolTable(given, ordered, descriptions, units, tuple(problems))


def with_units(formula: Formula, symbols: SymbolTable, unit: str | None) -> tuple[Formula, tuple[str, ...]]:
    """Return a formula with conversion factors between its units, and what is wrong with its units.

    `unit` is that of the value.  Angles in degrees become radians inside sin, cos and the like.
    """
    if not symbols.units:
        return formula, ()
    from checker.derivation.dimensions import in_units  # units are slow to load, and few symbols have units

    tree, problems = in_units(formula.tree, symbols, unit)
    return formula._replace(tree=tree), problems


@lru_cache(512)
def read_formula(text: str, subject: str, path: SymbolPath) -> Formula:
    """Return an author's expression as a formula, `subject` at `path` in errors.  Raise ParameterError."""
    if len(text) > 2_000:
        raise ParameterError(subject, "is longer than 2,000 characters", path)
    try:
        tree = parse_program(plain(text), CALLABLE)
    except UnreadableAnswer as error:
        raise ParameterError(subject, _unknown_function(text) or error.problem.removesuffix("."), path) from None
    formula = Formula(subject, path, tree, text)
    for node in walk_nodes(tree):
        if isinstance(node, Call):
            _check_arguments(formula, node)
    return formula


def check_names(formula: Formula, symbols: Mapping[str, Any]) -> None:
    """Raise ParameterError if a formula has a name that is neither a symbol nor a constant."""
    for word in names_in(formula.tree):
        if word not in symbols and word not in CONSTANTS and word not in IMAGINARY:
            is_called = re.search(rf"(?<!\w){re.escape(word)}\s*\(", formula.text) is not None
            what = "neither a symbol nor a function" if is_called else "not among the symbols"
            meant = _unknown_name(word, tuple(symbols), is_called=is_called)
            raise formula.error(f"names {shortened(word)}, which is {what}{meant}")


def _check_arguments(formula: Formula, call: Call) -> None:
    name = {"sum_over": "sum", "product_over": "product"}.get(call.function, call.function)
    if name != call.function or call.function in ("if", "zero"):
        right = _SCOPED[name]
        if len(call.arguments) != right.count(",") + 1 or (name == "zero" and not isinstance(call.arguments[1], Index)):
            raise formula.error(f"must have {name} as {right}")
        return
    _, least, most = LIBRARY[call.function]
    if call.function == "log" and len(call.arguments) == 1:
        raise formula.error("must say which logarithm it means: ln(x), log2(x), log10(x) or log(x, base)")
    if not least <= len(call.arguments) <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        raise formula.error(f"gives {call.function} {len(call.arguments)} arguments; it takes {number}")


def _check_name(symbol: str) -> None:
    path = ("symbols", symbol)
    if not is_symbol(symbol):
        raise ParameterError(shortened(symbol), "is not a valid symbol name: use letters, digits and _", path)
    is_function = symbol in CALLABLE and symbol not in _MAY_BE_SYMBOLS
    if is_function or symbol in _RESERVED or symbol in WORDS:
        what = "the name of a function" if is_function else "a reserved name"
        raise ParameterError(symbol, f"is {what}: choose another name for the symbol", path)


def _read_number(value: SymbolNumber, symbol: str, path: SymbolPath) -> Operand:
    rows = value if isinstance(value, list) else [value]
    numbers = [number for row in rows for number in (row if isinstance(row, list) else [row])]
    if not all(-MAX_NUMBER <= number <= MAX_NUMBER for number in numbers):
        raise ParameterError(shortened(symbol), f"must lie within ±{MAX_NUMBER:g}", path)
    if not isinstance(value, list):
        return value
    try:
        return array(value)
    except NoValue as error:
        raise ParameterError(shortened(symbol), str(error), path) from None


def _in_order(derived: Mapping[str, Formula]) -> list[str]:
    """Return the derived symbols, each after the symbols in its expression.  Raise ParameterError for a cycle."""
    order: list[str] = []

    def visit(symbol: str, *within: str) -> None:
        if symbol in within:
            cycle = " -> ".join([*within[within.index(symbol) :], symbol])
            raise derived[symbol].error(f"depends on itself: {cycle}")
        if symbol in derived and symbol not in order:
            for word in names_in(derived[symbol].tree):
                visit(word, *within, symbol)
            order.append(symbol)

    for symbol in derived:
        visit(symbol)
    return order


_WHERE: Final = "docs/expressions.md lists the functions"
_CALL_WITH_LIST: Final = re.compile(r"(?<![\w.])([^\W\d_]\w*)\s*\([^()]*,")


def _unknown_name(word: str, symbols: Collection[str], *, is_called: bool = False) -> str:
    """Return what to tell an author about an unknown name in an expression: which one was probably meant."""
    meant = _meant(word)
    if " " in meant and is_called:
        return f"; {meant}"
    if is_called or (meant and " " not in meant):
        return f"; did you mean {meant}? {_WHERE}" if meant else f"; {_WHERE}"
    known = did_you_mean(word, symbols)
    return known if known.endswith("?") else f"{known}; add it to the symbols, or write a function ({_WHERE})"


def _unknown_function(text: str) -> str:
    """Return what is wrong with a name before a list in brackets, as in `1/C(n, k)`; empty if nothing is."""
    unknown = (call[1] for call in _CALL_WITH_LIST.finditer(text) if call[1] not in CALLABLE | RESERVED_NAMES)
    word = next(unknown, "")
    return word and f"has {shortened(word)}(...), which is no function{_unknown_name(word, (), is_called=True)}"


def _meant(word: str) -> str:
    spelled = word.lower().replace(".", "_")
    for each in (word, spelled, spelled.replace("_", "")):
        if each in _other_names():
            return _other_names()[each]
    return next(iter(nearest(word, tuple(sorted(CALLABLE)))), "")


@cache
def _other_names() -> Mapping[str, str]:
    text = packaged.text("checker.derivation", "other_names.txt")
    lines = (line.split(" => ") for line in text.splitlines() if not line.startswith("#"))
    ours = {name.replace("_", ""): name for name in CALLABLE if "_" in name}
    return ours | {name: meaning for names, meaning in lines for name in names.split()}
