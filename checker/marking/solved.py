"""`Solution`: the right answers to a problem with their worked solutions, for programs and notebooks.

`formula_of` is the formula of a part's right answer in symbols, with numbers, and its value, for instructors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from checker.engine.values import Typed
from checker.formula.nodes import Call, Literal, Minus, Name, Node, rewrite
from checker.formula.show import show, with_decimal_sign, with_superscripts
from checker.kinds import flatten
from checker.marking.formulas import FormulaQuestion
from checker.marking.question import plain_truth
from checker.marking.result import html
from checker.marking.solution import expected_value, spelled, steps
from checker.problems import Part, Problem
from checker.problems.prompt import WITH_ZEROS, conventions_sentence
from checker.reading.show import DIGITS, DIGITS_OF_EXACT, format_number

SCHEMA: Final = "checker.solution/1"


@dataclass(frozen=True, repr=False)
class Solution:
    """The worked solution of a problem, or of some of its parts."""

    problem: Problem
    asked: Sequence[Part]

    def __repr__(self) -> str:
        found = (" ".join(filter(None, (part.id, expected_value(part)))) for part in self.asked)
        return f"<Solution of {self.problem.id}: {', '.join(found)}>"

    def _repr_html_(self) -> str:
        """Return the steps as tables for a notebook."""
        return "".join(map(_table, self.asked))

    @property
    def parts(self) -> Mapping[str, Solution]:
        """Return the solutions of the parts; none of a problem without parts."""
        return (
            {part.id: Solution(self.problem, [part]) for part in self.asked if part.id} if len(self.asked) > 1 else {}
        )

    @property
    def answer(self) -> Any:
        """Return the right answer as JSON has it; of several parts a mapping from each to its answer."""
        found = {part.id: plain_truth(part.truth) for part in self.asked}
        return found if len(found) > 1 else next(iter(found.values()))

    @property
    def steps(self) -> list[dict[str, Any]]:
        """Return the steps, each with its formula and its value; those of several parts one after the other."""
        return [step for part in self.record()["parts"] for step in part["steps"]]

    def record(self) -> dict[str, Any]:
        """Return everything as a mapping for JSON."""
        parts = []
        for part in self.asked:
            record: dict[str, Any] = {"part": part.id, "asks": part.step, "answer": plain_truth(part.truth)}
            if (found := formula_of(self.problem, part)) and found.symbols:
                record |= {"formula": found.symbols, "with_numbers": found.numbers}
            record["counting"] = conventions_sentence(part.variant)
            record["steps"] = [
                {"step": line.path, "formula": line.formula, "value": plain_truth(line.value)}
                for line in steps(part.variant, part.step)
            ]
            parts.append(record)
        return {"schema": SCHEMA, "problem": self.problem.id, "title": self.problem.title, "parts": parts}


def _table(part: Part) -> str:
    cells = [(line.name, line.how, spelled(part, line.value, line.path)) for line in steps(part.variant, part.step)]
    rows = "".join(f"<tr>{''.join(f'<td>{html(cell)}</td>' for cell in row)}</tr>" for row in cells)
    return f"<table><caption>{html(part.name)}</caption>{rows}</table>"


_MOST_ENTRIES: Final = 12
"""Maximum number of entries of a list that is shown in place of its name."""

_UNKNOWN: Final = "not in this file; to show it, add an example with `verdict: correct`"


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
