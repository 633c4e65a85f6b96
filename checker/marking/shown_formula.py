"""The formula of a part's right answer in symbols, with numbers, and its value, for showing it to instructors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from checker.engine.values import Typed
from checker.formula.nodes import Call, Literal, Minus, Name, Node, rewrite
from checker.formula.show import show, with_decimal_sign, with_superscripts
from checker.kinds import flatten
from checker.marking.formulas import FormulaQuestion
from checker.marking.solution import expected_value
from checker.problems import Part, Problem
from checker.problems.prompt import WITH_ZEROS
from checker.reading.show import DIGITS, DIGITS_OF_EXACT, format_number

SIGNS: Final = ((re.compile(r"\bsqrt\("), "√("), (re.compile(r"\bpi\b"), "π"))
"""Names as they are typed, and the signs that people write instead."""


MOST_ENTRIES: Final = 12
"""Maximum number of entries of a list that is shown in place of its name."""

UNKNOWN: Final = "not in this file; to show it, add an example with `verdict: correct`"


class ShownFormula(NamedTuple):
    """A formula in symbols, with numbers filled in, and its value; the first two are empty if it is unknown."""

    symbols: str
    numbers: str
    value: str

    @property
    def rows(self) -> list[tuple[str, str]]:
        """Return rows of label and text for a table; rows without text are to be left out."""
        return [("Formula", self.symbols or UNKNOWN), ("Numbers", self.numbers), ("Value", self.value)]

    @property
    def line(self) -> str:
        """Return symbols, numbers and value on one line."""
        return " = ".join(filter(None, (*dict.fromkeys((self.symbols, self.numbers)), self.value)))


def formula_of(problem: Problem, part: Part) -> ShownFormula | None:
    """Return the formula of a part's right answer; None if neither the question type nor the answer is a formula."""
    variant = part.variant
    values: Mapping[str, Any] = {}
    if found := variant.solver.parsed(part.step, **variant.arguments):
        tree: Node | None = found[0]
        symbols = (variant.arguments.get("symbols") or {}).items()
        given = ((name, said.get("value") if isinstance(said, dict) else said) for name, said in symbols)
        values = {name: Typed(value) if isinstance(value, float) else value for name, value in given}
        values |= {name: shown for name, shown in part.shown.items() if name in values and WITH_ZEROS(str(shown))}
        values |= {path: step.value for path, step in variant.board.items() if path in values}
    elif part.answer_kind.is_formula:
        question = FormulaQuestion(problem, part)
        tree, values = question.right_tree, question.alphabet.points[0]
    else:
        return None
    if tree is None:
        return ShownFormula("", "", expected_value(part))
    filled = rewrite(rewrite(tree, lambda node: _entry(node, values)), lambda node: _number(node, values))
    # a negative number after a sign, which is put in brackets
    rows = (_as_people_write(tree), re.sub(r"([-+] |[·/])-(\d(?:[\d.,]*\d)?)", r"\1(-\2)", _as_people_write(filled)))
    symbols, numbers = (with_decimal_sign(row, part.decimal) for row in rows)
    return ShownFormula(symbols, numbers, expected_value(part))


def _entry(node: Node, values: Mapping[str, Any]) -> Node:
    """Return the number that an entry of a list, `x[2]`, stands for; any other node as it is."""
    match node:
        case Call("at", (Name(name), Literal(int(place)))) if isinstance(entries := values.get(name), list):
            if place <= len(entries):  # a branch that is not taken may be without an entry
                return _number(Name("", 0), {"": entries[place - 1]})
    return node


def _number(node: Node, values: Mapping[str, Any]) -> Node:
    """Return the number, or the short list, that a symbol stands for; any other node as it is."""
    value = values.get(node.name) if isinstance(node, Name) else None
    if isinstance(value, str | int | float):
        text = value if isinstance(value, str) else _text(value)  # 5.00, as its author wrote it
        shown = Name(text.removeprefix("-"), 0)
        return Minus(shown, 0) if text.startswith("-") else shown
    if isinstance(value, list) and len(flatten(value)[1]) <= MOST_ENTRIES:
        return Name(_text(value), 0)
    return node


def _text(value: Any) -> str:
    """Return a number or a list as people write it; a number that an author typed with all its digits."""
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return format_number(value, DIGITS_OF_EXACT if isinstance(value, Typed) else DIGITS)


def _as_people_write(tree: Node) -> str:
    text = with_superscripts(show(tree))
    for name, sign in SIGNS:
        text = name.sub(sign, text)
    return text
