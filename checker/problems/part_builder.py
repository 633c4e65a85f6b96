"""Builds one part of a problem: collects its settings and checks them against its question type."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from checker.document.findings import DataPath
from checker.engine.errors import ParameterError
from checker.engine.trace import TOTAL
from checker.engine.values import ComplexNumber, EncodedValue
from checker.formula.symbols import numeric_arguments, symbol_values
from checker.kinds import Kind, hints_of, kind, natural_kind
from checker.problems import answer_rules
from checker.problems.answer_rules import AnswerContext, AnswerRulesBuilder
from checker.problems.menu import ParameterCache, Settings, declared, why_no_value
from checker.problems.model import AcceptedAnswer, Part
from checker.problems.schema import (
    FollowThroughSection,
    PartSection,
    ProblemFile,
    QuestionSection,
    WorkingSection,
    WrongRule,
)
from checker.solvers import signature
from checker.solvers.resized import ResizedVariants, resized_variants
from checker.solvers.variant import UNIT, Variant

_NOT_AT_ALL_SIZES: Final = "formulas are compared at several sizes, and these conventions do not fit all of them"
_ONE_SYMBOL: Final = "Give sizes that must be equal one symbol, such as `n: size = other_size`"


class PartBuilder:
    """Builds one part of a problem from the settings of the assignment, the problem and the part.

    If several of them set one name, the part's counts before the problem's, and that before the assignment's.
    """

    def __init__(self, cache: ParameterCache, settings: Sequence[Settings], file: ProblemFile) -> None:
        self.file = file
        self.settings = settings
        self.nearest = settings[-1]
        self.section = cast("QuestionSection", self.nearest.section)
        self.whole = QuestionSection({key: value for each in settings for key, value in each.section.data.items()})
        """What all sections set; the nearest counts."""
        of_questions = [each.section for each in settings if isinstance(each.section, QuestionSection)]
        written = [each.parameters for each in of_questions]
        if UNIT in signature.defaults(cache.solver):
            written += [{UNIT: each.unit["is"]} for each in of_questions if each.unit and "is" in each.unit]
        self.parameters = cache.parameter_set(written, (each.section.conventions for each in settings))
        self.menu = self.parameters.menu
        for issue in self.parameters.issues:
            self.nearest.findings.add(issue, self._section_of(issue.path))

    def part(self) -> Part | None:
        """Return the finished part; None if its parameters or conventions are impossible, which is reported."""
        section = self.section
        step = self.menu.step(section.asks, self.nearest.findings, (*self.nearest.path, "asks"))
        if not self.menu.variants:
            return None
        conventions = declared((each.section.conventions for each in self.settings), self.menu.conventions)
        variant = self.parameters.variant(conventions)
        if (unit := self._declared_unit(step)) and variant.unit_of(step) is None:
            variant = variant.changed(units={step: unit})
        if not self._check_possible(variant, "conventions"):
            return None
        truth = variant.board[step].value
        kind_ = self._kind(step, truth, variant)
        if kind_.is_coded and kind_.is_in_symbols:
            variant = variant.changed(symbols=self.whole.symbols)
        elif kind_.takes_symbols:
            self._check_symbols(variant, kind_)
        question = self._at_sizes(variant, kind_, truth)
        context = self._answer_context(question, variant, step, kind_, truth)
        if context:
            listed, issues = answer_rules.read_mistakes(section.mistakes, self._rules_of_course, context)
            variant = variant.changed(listed=listed)
            for issue in issues:
                self.nearest.findings.add(issue, self.nearest.path)
        credit = self.whole.credit
        causes = self.menu.causes(answer_rules.mistake_ids(section)) if credit else ()
        rules = AnswerRulesBuilder(self, kind_)
        accepted = tuple(self._accepted(conventions, question if kind_.is_formula else variant, step))
        follow_through = self.whole.follow_through
        if not isinstance(follow_through, FollowThroughSection):  # a number, true or false is the credit alone
            follow_through = FollowThroughSection({"credit": float(follow_through)})
        return Part(
            problem=self.file.id,
            id=section.id if isinstance(section, PartSection) else None,
            title=self.file.title or self.file.id,
            variant=variant,
            rules=rules.rules(context, accepted),
            step=step,
            kind=kind_.name,
            tolerance=rules.tolerance(truth, variant.unit_of(step)),
            points=self._points(truth),
            decimal=self.whole.decimal,
            credit={cause: credit[cause] for cause in causes if cause in credit},
            imprecise_credit=self.whole.imprecise_credit,
            key=section.key or None,
            follow_through=follow_through.credit,
            only_explained=follow_through.only_explained,
            working=self._working(step, kind_),
            examples=section.examples,
            symbols=self.whole.symbols,
        )

    def visible(self, hidden: Container[str] = ()) -> dict[str, Any]:
        """Return the parameters that a prompt may fill in, and what follows from them."""
        arguments = ((signature.in_file(key), value) for key, value in self.menu.variants[0].arguments.items())
        values = {name: value for name, value in arguments if name not in hidden and name not in self.menu.secret}
        return {**values, **self.menu.fills(values)}

    def report(self, message: str, *path: str | int, at_key: bool = False) -> None:
        """Report a finding at this path in the nearest section of the file."""
        self.nearest.findings.report((*self.nearest.path, *path), message, at_key=at_key)

    def _section_of(self, path: DataPath) -> DataPath:
        """Return the path of the nearest `parameters` that set the first name of a path, or of `type` without any."""
        found = [each for each in reversed(self.settings) if "parameters" in each.section.data]
        giving = [each for each in found if path and path[0] in getattr(each.section, "parameters", {})]
        return next(((*each.path, "parameters") for each in giving or found), ("type",))

    def _check_possible(self, variant: Variant, *path: str | int) -> bool:
        """Return whether these conventions can hold with the parameters, and report it if not."""
        if conflict := self.parameters.conflict(variant):
            self.report(f"{conflict}, by the conventions declared here", *path)
        return not conflict

    def _declared_unit(self, step: str) -> str | None:
        if step == TOTAL or UNIT not in self.menu.parameters:
            return None
        unit: str | None = (self.section.unit or {}).get("is") or self.section.parameters.get(UNIT)
        return unit

    def _kind(self, step: str, truth: Any, variant: Variant) -> Kind:
        """Return the declared kind of answer, or that of the right answer; report a declared one that does not fit."""
        natural = natural_kind(truth, has_unit=variant.unit_of(step) is not None)
        if not natural.fits(truth):
            raise TypeError(f"{step} of {self.menu.type} is {truth!r}, which no kind of answer fits")
        chosen = kind(self.whole.answer or natural.name)
        if isinstance(truth, ComplexNumber) and chosen is not natural:
            self.report(f"{step} is a complex number, so its answer cannot be {chosen.called}", "answer")
        elif isinstance(truth, ComplexNumber) and not self.whole.answer:
            undeclared = "i and j are the imaginary unit where they are no symbols"
            self.report(f"{step} is a complex number ({undeclared}); write `answer: complex`", "parameters")
        if chosen is not natural and (isinstance(truth, EncodedValue) or not chosen.fits(truth)):
            message = f"{step} is {natural.called}, so its answer cannot be {chosen.called}; remove `answer`"
            message += f", or write the right answer as {chosen.example}" if chosen.example else ""
            self.report(message, "answer")
        return chosen

    def _check_symbols(self, variant: Variant, kind_: Kind) -> None:
        known = numeric_arguments(variant.arguments)
        if kind_.is_formula and not known:
            message = f"{self.menu.type} has no numbers as parameters here, so its answer cannot be a formula"
            self.report(f"{message}; remove `answer`", "answer")
        settings = next((each for each in reversed(self.settings) if "symbols" in each.section.data), self.nearest)
        for symbol, meant in self.whole.symbols.items():
            if reason := why_no_value(meant, self.menu.parameters, known):
                settings.findings.report((*settings.path, "symbols", symbol), reason)

    @property
    def _rules_of_course(self) -> tuple[WrongRule, ...]:
        return next((getattr(each.section, "mistakes", ()) for each in self.settings if each.is_shared), ())

    def _at_sizes(self, variant: Variant, kind_: Kind, truth: Any) -> Variant:
        """Return the question at several sizes if answers are or are compared with formulas; otherwise unchanged."""
        symbols, known = self.whole.symbols, numeric_arguments(variant.arguments)
        is_compared = symbols or self._rules_of_course or any("change" in each.data for each in self.section.mistakes)
        has_formulas = kind_.is_formula or (kind_.is_one_number and is_compared)
        has_values = known and len(symbol_values(symbols, known)) == len(symbols)
        if has_formulas and has_values and kind_.fits(truth):
            return resized_variants(variant, tuple(symbols.items()))
        return variant

    def _answer_context(
        self, question: Variant, variant: Variant, step: str, kind_: Kind, truth: Any
    ) -> AnswerContext | None:
        """Return what is needed to read the author's answers; None where there can be no formula, which is reported."""
        symbols, read_at, truths = self.whole.symbols, variant, truth
        if kind_.is_formula:
            if question is variant:
                return None
            read_at, truths = question, question.run(wanted={step})[step]
        read_by = hints_of(read_at, step, truths, self.whole.decimal, symbols)
        return AnswerContext(question, step, kind_, truth, read_by, symbols)

    def _accepted(self, conventions: Mapping[str, str], question: Variant, step: str) -> Iterator[AcceptedAnswer]:
        for number, accept in enumerate(self.whole.accept):
            if "value" in accept.data:
                continue
            variant = self.parameters.variant(declared((conventions, accept.conventions), self.menu.conventions))
            path = ("accept", number, "conventions")
            if not self._check_possible(variant, *path):
                continue
            if isinstance(question, ResizedVariants):
                variant = question.with_conventions(variant.declared)
            try:
                yield AcceptedAnswer(variant.run(wanted={step})[step], accept.credit, is_by_convention=True)
            except ParameterError as error:
                self.report(f"{_NOT_AT_ALL_SIZES}: {error}. {_ONE_SYMBOL}", *path)

    def _working(self, step: str, kind_: Kind) -> WorkingSection | None:
        section = self.whole.working
        if section is None:
            return None
        if not kind_.is_one_number:
            self.report("only the working of a number earns credit; remove it", "working", at_key=True)
        path = (*self.nearest.path, "working", "steps")
        named = [
            self.menu.step(name, self.nearest.findings, (*path, place)) for place, name in enumerate(section.steps)
        ]
        return WorkingSection({**section.data, "steps": tuple(each for each in named if each and each != step)})

    def _points(self, truth: Any) -> float:
        if isinstance(truth, EncodedValue) and kind(truth.kind).needs_person:
            if "key" in self.section.data:
                self.report("a text has no key; write into the rubric what earns points", "key", at_key=True)
            if "points" not in self.whole.data:
                return truth.worth or 0.0
        return self.whole.points
