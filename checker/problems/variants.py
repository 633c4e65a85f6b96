"""Problems with draws: makes the variant of each student, with values in place of the draws.

Answers that the author wrote as formulas of the parameters are computed for each variant.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NO_VALUE
from checker.derivation.evaluate import evaluate
from checker.derivation.symbols import Formula, SymbolTable, read_formula, with_units
from checker.document import DocumentNode, ListNode, Scalar, parse_document
from checker.document.checks import validated
from checker.document.findings import DataPath, Findings, ProblemError
from checker.document.nodes import node_at, replaced
from checker.engine.errors import ParameterError
from checker.engine.memory import Memory
from checker.formula.nodes import Node, names_in
from checker.formula.value import CONSTANTS
from checker.kinds import KINDS, kind
from checker.problems.build import build
from checker.problems.draws import Draws, HashedRandom, Unsatisfiable, Values, entries, operand
from checker.problems.learned import with_learned
from checker.problems.model import Problem
from checker.problems.schema import ProblemFile
from checker.solvers.registry import is_type, solver
from checker.solvers.signature import defaults, in_file

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment


_REMEMBERED: Final = 1_000  # maximum number of variants of a problem that are kept ready


def seed_of(path: Path, assignment: Assignment | None) -> str:
    """Return the text on which draws depend: the assignment's `seed`, or else its id (by default its folder's name)."""
    written = assignment.file.seed or assignment.file.id if assignment else ""
    return written or Path(os.path.abspath(path.parent)).name  # noqa: PTH100 - Path.resolve would follow links


class Variants:
    """Makes the variants of one problem with draws, one for each student."""

    def __init__(
        self, path: Path, findings: Findings, assignment: Assignment | None, learned: Mapping[str, int], version: str
    ) -> None:
        """Read the draws of a file.  Raise ProblemError with what is wrong with them."""
        self._path = path
        self._findings = findings
        self._assignment = assignment
        self.seed = seed_of(path, assignment)
        self.has_default_seed = not (assignment and (assignment.file.seed or assignment.file.id))
        """No seed or id is written, so that the draws depend on the name of a folder."""
        self._learned = learned
        self._version = version
        self._id, type_ = findings.text(("id",)), findings.text(("type",))
        self._type = solver(type_) if findings.text(("draw",)) == "true" and is_type(type_) else None
        """The question type if it draws what is not given."""
        self._draws = Draws(findings, tuple(defaults(self._type)) if self._type else ())
        self._check()
        self._groups = self._draws.groups()
        self._built: Memory[str, Problem] = Memory(_REMEMBERED)
        self._drawn: Memory[str, str] = Memory(100 * _REMEMBERED)

    def _check(self) -> None:
        """Raise ProblemError with everything that is wrong with the draws, and with the keys of the file."""
        for each in self._draws.conditions if not self._findings.sorted and not self._type else ():
            try:
                if not each.sites and self._draws.failed({}, (each,), {}) is not None:
                    self._findings.report(each.formula.path, "this condition never holds; change it")
            except Unsatisfiable as error:
                self._findings.report(each.formula.path, str(error))
        self._findings.copy().check()

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to another process, without the variants that are kept ready here."""
        return {**self.__dict__, "_built": Memory(_REMEMBERED), "_drawn": Memory(100 * _REMEMBERED)}

    def of(self, student: str) -> Problem:
        """Return the problem with this student's numbers.  Raise ProblemError where no draw makes a valid question."""
        return self.at(self.drawn(student))

    def drawn(self, student: str, seed: str | None = None) -> str:
        """Return a student's drawn values as text, from which `at` makes the variant.  Raise ProblemError."""
        words = (self.seed if seed is None else seed, student, self._id)
        return self._drawn.get(json.dumps(words), lambda: self._first_possible(words))

    def at(self, drawn: str) -> Problem:
        """Return the variant with these drawn values, given as text by `drawn`.  Raise ProblemError."""
        return self._built.get(drawn, lambda: self._build(drawn))

    def _first_possible(self, words: tuple[str, ...]) -> str:
        """Return the first draw for these words, as text, that makes a valid question.  Raise ProblemError."""
        wrong: ProblemError | None = None
        seen: set[str] = set()
        for attempt in range(50):  # the type itself may refuse sizes that do not go together
            try:
                drawn = self._draw(*words, attempt)
            except Unsatisfiable as error:
                raise self._error(error.condition.formula.path, str(error)) from None
            if drawn is None or drawn in seen:
                continue
            seen.add(drawn)
            try:
                self.at(drawn)
            except ProblemError as error:
                wrong = wrong or error
            else:
                return drawn
        raise wrong or self._error(("where",), "no draw of the question type fits these conditions; change them")

    def _error(self, path: DataPath, message: str) -> ProblemError:
        findings = self._findings.copy()
        findings.report(path, message)
        return ProblemError(findings.sorted)

    def _draw(self, *words: str | int) -> str | None:
        """Return as JSON what is drawn for some words; None if what the type draws does not fulfil the conditions."""
        picks: dict[int, int] = {}
        for group in self._groups:
            picks |= group.pick(*words)
        typed: dict[str, Any] = {}
        if self._type:
            given = self._findings.keys(("parameters",))
            drawn = self._type.draw(HashedRandom(*words, "type"))
            typed = {name: value for key, value in drawn.items() if (name := in_file(key)) not in given}
        if typed and self._draws.failed(picks, self._draws.conditions, self._nodes(typed)) is not None:
            return None
        return json.dumps([[picks[site] for site in sorted(picks)], typed])

    def _build(self, drawn: str) -> Problem:
        picks, typed = json.loads(drawn)
        of_type = self._nodes(typed)
        root = replaced(self._findings.root, self._draws.nodes(dict(enumerate(picks)), of_type))
        answers: dict[DataPath, DocumentNode] = {}
        for path, node, tree, names in self._formulas:
            with suppress(*NO_VALUE):
                values = {name: operand(root, {}, each) for name, each in names.items()}
                answers[path] = Scalar(_written(evaluate(tree, values)), node.mark, '"')
        findings = Findings(self._path, replaced(root, answers))
        problem = build(self._path, validated(ProblemFile, findings), findings, self._assignment)
        texts = {site.name: site.choices[place].text for site, place in zip(self._draws.sites, picks, strict=True)}
        texts |= {str(path[-1]): node.text for path, node in of_type.items()}
        named = replace(problem, version=self._version, variants=self, drawn=drawn, values=tuple(texts.items()))
        return with_learned(named, self._learned)

    def _nodes(self, values: Mapping[str, Any]) -> Values:
        root = parse_document(json.dumps(values), source=self._findings.file)
        return {("parameters", name): node for name, node in entries(root)}

    @cached_property
    def _formulas(self) -> list[tuple[DataPath, Scalar, Node, dict[str, DataPath]]]:
        """Return the author's answers that are formulas, with the paths of what they name: the same in all variants."""
        found = []
        for section in self._draws.sections:
            places = dict.fromkeys((section, ()))
            declared = next((text for each in places if (text := self._findings.text((*each, "answer")))), "")
            if declared in KINDS and not kind(declared).is_of_numbers:
                continue  # the formulas are the answers
            known = self._draws.names(section)
            for path, node in self._authors_answers(section):
                try:
                    formula = read_formula(node.text, "", path)
                except ParameterError:
                    continue
                names = [name for name in names_in(formula.tree) if name not in CONSTANTS]
                if names and known.keys() >= set(names):
                    paths = {name: known[name] for name in names}
                    found.append((path, node, self._in_units(formula, section, paths), paths))
        return found

    def _authors_answers(self, section: DataPath) -> Iterator[tuple[DataPath, Scalar]]:
        # values that may be formulas of the parameters, and so follow a variant
        for key, *inner in (("key",), ("examples", "answer"), ("mistakes", "answer"), ("accept", "value")):
            node = node_at(self._findings.root, (*section, key))
            numbers = range(len(node.items)) if isinstance(node, ListNode) else ()
            for path in [(*section, key, number, *inner) for number in numbers] if inner else [(*section, key)]:
                if isinstance(found := node_at(self._findings.root, path), Scalar):
                    yield path, found

    def _in_units(self, formula: Formula, section: DataPath, paths: Mapping[str, DataPath]) -> Node:
        """Return the tree of an answer, converted to the unit of the answers in its section."""
        text = self._findings.text
        places = [(*each, *key) for each in (section, ()) for key in (("unit", "is"), ("parameters", "unit"))]
        unit = next((unit for path in places if (unit := text(path))), None)
        units = {name: of_name for name, path in paths.items() if (of_name := text((*path[:-1], "unit")))}
        return with_units(formula, SymbolTable({}, {}, {}, units), unit)[0].tree


def _written(value: Any) -> str:
    """Return a value as an answer: with all digits, a list in brackets."""
    if arithmetic.is_array(value):
        return f"[{', '.join(map(_written, value))}]"
    return str(value) if type(value) is int else repr(float(value))
