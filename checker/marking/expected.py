"""The right answer to a part as text: its value as people write it, and its formula in symbols, for instructors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from checker.engine.values import Typed
from checker.formula.nodes import Call, Literal, Minus, Name, Node, rewrite
from checker.formula.show import show, with_decimal_sign, with_superscripts
from checker.kinds import flatten, is_whole
from checker.problems import Part, Problem
from checker.problems.prompt import WITH_ZEROS
from checker.reading.show import DIGITS, DIGITS_OF_EXACT, Spelling, format_number, legible

_MOST_ENTRIES: Final = 12
"""Maximum number of entries of a list that is shown in place of its name."""

_UNKNOWN: Final = "not in this file; to show it, add an example with `verdict: correct`"


def spelled(part: Part, value: Any, path: str | None = None) -> str:
    """Return a value as people write it, right under the tolerance; demanded digits are for the asked step only."""
    is_silent = is_whole(part.truth) and not is_whole(value)
    digits = part.rules.digits
    if digits and path in (None, part.step) and isinstance(value, float) and value:
        places = digits.amount
        if digits.chosen == "significant":
            places -= 1 + Decimal(f"{value:.{places - 1}e}").adjusted()  # 9.996 is 10.0 when it is rounded
        if places >= 0:
            return Spelling(is_whole=False, decimal=part.decimal).number(f"{value:,.{places}f}")
    shown = legible(value, part.decimal, None if is_silent else part.tolerance, is_list=part.answer_kind.is_list)
    return part.answer_kind.in_form(shown, part.rules.form)


def expected_value(part: Part) -> str:
    """Return the right answer to a part as text, with its unit."""
    return " ".join(filter(None, (spelled(part, part.truth), part.variant.unit_of(part.step))))


def expected_answer(part: Part, formula: str = "") -> str:
    """Return the right answer as text: `formula, here value`, or only the value if there is no formula.

    A part that asks for a formula has one of its own, which is used where `formula` is empty.
    """
    if part.answer_kind.is_formula:
        formula = formula or part.expected_form
    value = expected_value(part)
    return f"{formula}, here {value}" if formula else value


class ShownFormula(NamedTuple):
    """A formula in symbols, with numbers filled in, and its value; the first two are empty if it is unknown."""

    symbols: str
    numbers: str
    value: str

    @property
    def rows(self) -> list[tuple[str, str]]:
        """Return rows of label and text for a table; rows without text are to be left out."""
        return [("Formula", self.symbols or _UNKNOWN), ("Numbers", self.numbers), ("Value", self.value)]

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
        from checker.marking.formulas import FormulaQuestion  # here, because few questions are answered with one

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
    if isinstance(value, list) and len(flatten(value)[1]) <= _MOST_ENTRIES:
        return Name(_text(value), 0)
    return node


def _text(value: Any) -> str:
    """Return a number or a list as people write it; a number that an author typed with all its digits."""
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return format_number(value, DIGITS_OF_EXACT if isinstance(value, Typed) else DIGITS)


def _as_people_write(tree: Node) -> str:
    return re.sub(r"\bpi\b", "π", re.sub(r"\bsqrt\(", "√(", with_superscripts(show(tree))))
