"""Symbols that a problem declares for formulas: checked against the parameters of its type, and their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from checker.answers.symbols import is_symbol, numeric_arguments, parse_meaning
from checker.document.issues import Issue
from checker.engine.errors import UnreadableAnswer
from checker.notation.nodes import Exact
from checker.notation.words import UnknownName, shortened
from checker.problems.type_menu import TypeMenu


def symbol_issues(symbols: Mapping[str, str], menu: TypeMenu) -> Iterator[Issue]:
    """Yield the issues of symbols that cannot be written, or that stand for nothing in this type."""
    given = (name for variant in menu.variants for name in numeric_arguments(variant.arguments))
    known = tuple(dict.fromkeys((*menu.parameters, *given, *menu.symbols)))
    for symbol, meant in symbols.items():
        if not is_symbol(symbol):
            yield Issue((symbol,), f"{shortened(symbol)} is not a symbol; use letters, digits and _", at_key=True)
        try:
            names = (meant,) if meant in known else parse_meaning(meant).names
        except UnreadableAnswer as error:
            message = f"{shortened(symbol)} must be a parameter or an expression of parameters. {error.message}"
            yield Issue((symbol,), message)
            continue
        for name in names or (meant,):
            if name not in known:
                unknown = UnknownName(name, known, f"checker types {menu.type}")
                yield Issue((symbol,), f"{shortened(name)} is not a parameter of {menu.type}", unknown=unknown)


def missing_value(meant: str, parameters: Iterable[str], known: Mapping[str, Exact]) -> str:
    """Return why a symbol has no number at these parameters; empty if it has one, or if `symbol_issues` reports it."""
    try:
        read = parse_meaning(meant)
    except UnreadableAnswer:
        return ""
    if missing := [name for name in read.names if name in parameters and name not in known]:
        return f"{shortened(missing[0])} is not a number here; choose another parameter for this symbol"
    if any(name not in known for name in read.names):
        return ""
    try:
        read.value(known)
    except UnreadableAnswer as error:
        return f"{shortened(meant)} has no value here: {error.message}"
    return ""
