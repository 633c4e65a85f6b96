"""Sheets: what an assignment asks, as its students see it. They give no right answer, so reading cannot use one.

Of a right answer only its type is used, and of a solution only which part is computed from which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from checker.diagnosis.mistakes import is_computed_from
from checker.engine.errors import UnreadableAnswer
from checker.engine.values import SelectedOptions
from checker.formula.symbols import argument_names, numeric_arguments
from checker.kinds import Hints, Kind, Reading, hints_of, kind
from checker.problems import Part, Problem, ProblemFolder, QuestionKey
from checker.solvers.resized import resized_variants
from checker.text.vocabulary import Words


def is_worked_out_from(part: Part, before: Part) -> bool:
    """Return whether the solution computes a part from another one of the same question."""
    is_other = part.step != before.step and part.variant.key() == before.variant.key()
    return is_other and is_computed_from(part.variant, part.step, before.step)


@dataclass(frozen=True, eq=False)
class AskedPart:
    """A part of a question as students see it, and how an answer to it is written."""

    key: QuestionKey
    kind: str
    """The name of the kind of answer."""
    unit: str | None
    """The unit that the question asks for."""
    options: tuple[str, ...]
    """The options of a choice."""
    _part: Part
    _text: str

    @property
    def answer_kind(self) -> Kind:
        """Return the kind of answer that the part asks for, by which answers are read."""
        return kind(self.kind)

    @cached_property
    def results(self) -> frozenset[str]:
        """Return the results in documents that may be answers: also a number, where only one entry is asked for."""
        found = self.answer_kind.results
        return found | {"number"} if self.answer_kind.has_entries and self._hints.shape == (1,) else found

    def read(self, text: str) -> Reading:
        """Return a text read as an answer to this part, whatever its shape.  Raise UnreadableAnswer."""
        return self.answer_kind.read(text, self._hints)

    def agree(self, texts: Iterable[str]) -> bool:
        """Return whether answers are read as one; a unit makes a difference only where it is required."""
        first, *others = dict.fromkeys(" ".join(each.split()) for each in texts)
        try:
            # of formulas the values count, not how they are written
            readings = [self.read(each)._replace(tree=None) for each in (first, *others)] if others else []
        except UnreadableAnswer:
            return False
        if self._part.rules.unit_credit is None:
            readings = [each._replace(unit="") for each in readings]
        return all(each == readings[0] for each in readings)

    def is_computed_from(self, other: AskedPart) -> bool:
        """Return whether the solution computes this part from the other one."""
        return is_worked_out_from(self._part, other._part)

    @property
    def _name(self) -> str:
        return self._part.step.rpartition(".")[2]

    @cached_property
    def symbol(self) -> str:
        """Return the symbol by which the author calls the answer, such as F; empty where its name is longer."""
        return self._name if re.fullmatch(r"[^\W\d_](?:_?\w{1,2})?", self._name) else ""

    @cached_property
    def given(self) -> str:
        """Return the numbers that the question gives, as one text in which ` = ` separates them."""
        return " = ".join(f"{number:,}" for number in numeric_arguments(self._part.variant.arguments).values())

    @property
    def decimal(self) -> str | None:
        """Return the decimal sign that the problem declares: "point", "comma" or None."""
        return self._part.decimal

    @cached_property
    def is_whole(self) -> bool:
        """Return whether the part asks for whole numbers: counts, sizes, bytes."""
        return self._hints.whole

    @cached_property
    def _hints(self) -> Hints:
        """Return what the question settles about how answers are read; of the right answer only its type is used."""
        part = self._part
        variant = part.variant
        if self.answer_kind.is_formula:
            variant = resized_variants(variant, tuple(part.symbols.items()))
        truth = part.variant.run(wanted={part.step})[part.step]
        words = Words(self._text, symbols=argument_names(part.variant.arguments) - {self._name})
        found = hints_of(variant, part.step, truth, part.decimal, part.symbols, words)
        return found if found.shape == (1,) else found._replace(shape=None)


@dataclass(frozen=True, eq=False)
class AskedQuestion:
    """A question as the sheet has it."""

    problem: str
    label: str
    """The label on the sheet, such as `Q3a`; the place in the assignment where it has none."""
    title: str
    prompt: str
    parts: tuple[AskedPart, ...]


@dataclass(frozen=True, eq=False)
class Sheet:
    """All questions of an assignment in order, as its students see them: without answers."""

    assignment: str
    title: str
    questions: tuple[AskedQuestion, ...]

    @cached_property
    def parts(self) -> dict[QuestionKey, AskedPart]:
        """Return all parts of all questions, by their keys."""
        return {part.key: part for question in self.questions for part in question.parts}


def sheet_of(folder: ProblemFolder) -> Sheet:
    """Return the sheet of an assignment: what it asks, without problems whose files are in error."""
    questions = tuple(
        AskedQuestion(
            problem.id,
            problem.label or str(place),
            problem.title,
            problem.prompt,
            tuple(_asked_part(problem, part) for part in problem.parts),
        )
        for place, problem in enumerate(folder.problems, 1)
    )
    return Sheet(folder.name, folder.title, questions)


def _asked_part(problem: Problem, part: Part) -> AskedPart:
    key, unit, truth = QuestionKey(problem.id, part.id), part.variant.unit_of(part.step), part.truth
    options = tuple(truth.options) if isinstance(truth, SelectedOptions) else ()
    text = "\n".join((problem.title, problem.prompt, problem.label, part.id or ""))
    return AskedPart(key, part.kind, unit, options, part, text)
