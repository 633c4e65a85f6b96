"""Collects the words of a question, which an answer to one of its parts may repeat, and those it must not use."""

from __future__ import annotations

from collections.abc import Sequence

from checker.formula.symbols import argument_names, numeric_arguments
from checker.problems import Part, Problem
from checker.text.vocabulary import Words, lexicon


def question_words(problem: Problem, part: Part, others: Sequence[Part]) -> Words:
    """Return the words around a part: its texts, the names of other quantities, the units of the other parts."""
    arguments, own = part.variant.arguments, {part.step.rpartition(".")[2], part.id}
    return Words(
        lambda: f"{problem.prompt}\n{_names(problem, part)}",
        {*numeric_arguments(arguments), *part.symbols} - own,
        lambda: [unit for other in others if (unit := other.variant.unit_of(other.step))],
        {*argument_names(arguments), *part.symbols} - own,
        lambda: _names(problem, part),
    )


def _names(problem: Problem, part: Part) -> str:
    """Return what a part is called."""
    texts = (problem.title, problem.label, problem.id, part.id or "", problem.type, part.step, *part.symbols)
    return "\n".join((*texts, *(lexicon().arrays if part.answer_kind.has_entries else ())))
