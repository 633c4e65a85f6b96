"""Builds one part of a problem: collects its settings and checks them against its question type."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, cast

from checker.document.findings import DataPath
from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.engine.trace import TOTAL
from checker.engine.values import ComplexNumber, EncodedValue
from checker.formula.symbols import numeric_arguments, symbol_values
from checker.kinds import Kind, Tolerance, hints_of, is_whole, kind, natural_kind
from checker.problems.author_answers import AnswerContext, mistake_ids, read_mistakes
from checker.problems.menu import Settings, SolvedVariants, conflict, declared, why_no_value
from checker.problems.model import AcceptedAnswer, AnswerRules, Part
from checker.problems.schema import (
    FollowThroughSection,
    PartSection,
    ProblemFile,
    QuestionSection,
    ToleranceRule,
    WorkingSection,
    WrongRule,
)
from checker.solvers import signature
from checker.solvers.resized import ResizedVariants, resized_variants
from checker.solvers.variant import UNIT, Variant

if TYPE_CHECKING:
    from checker.derivation.condition import Condition

_FULL: Final = 1

_NEEDED: Final = {
    "digits": ("may_have_unit", "has no digits to count"),
    "entries": ("has_entries", "has no entries"),
    "ends": ("forms", "has no ends"),
    "accept_if": ("is_of_numbers", "cannot be put into a condition"),
}
"""Keys that do not fit every kind of answer: what a kind needs for them, and what is said of one that lacks it."""


class PartBuilder:
    """Builds one part of a problem from the settings of the assignment, the problem and the part.

    If several of them set one name, the part's counts before the problem's, and that before the assignment's.
    """

    def __init__(self, solved: SolvedVariants, settings: Sequence[Settings], file: ProblemFile) -> None:
        self.file = file
        self.settings = settings
        self.nearest = settings[-1]
        self.section = cast("QuestionSection", self.nearest.section)
        self.whole = QuestionSection({key: value for each in settings for key, value in each.section.data.items()})
        """What all sections set; the nearest counts."""
        self._solved = solved
        of_questions = [each.section for each in settings if isinstance(each.section, QuestionSection)]
        self._written = {name: value for each in of_questions for name, value in each.parameters.items()}
        for each in of_questions:
            if each.unit and "is" in each.unit and UNIT in signature.defaults(solved.solver):
                self._written[UNIT] = each.unit["is"]
        self._conventions = [each.section.conventions for each in settings]
        self.menu, issues = solved.menu(self._written, declared(self._conventions))
        for issue in issues:
            self.nearest.findings.add(issue, self._section_of(issue.path))

    def variant(self, sections: Sequence[Mapping[str, str]]) -> Variant:
        """Return the question with the conventions that these sections declare."""
        return self._solved.variant(self._written, declared(sections, self.menu.conventions))

    def part(self) -> Part | None:
        """Return the finished part; None if its parameters or conventions are impossible, which is reported."""
        section = self.section
        step = self.menu.step(section.asks, self.nearest.findings, (*self.nearest.path, "asks"))
        if not self.menu.variants:
            return None
        variant = self.variant(self._conventions)
        unit = (section.unit or {}).get("is") or section.parameters.get(UNIT)
        if unit and step != TOTAL and UNIT in self.menu.parameters and variant.unit_of(step) is None:
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
            listed, issues = read_mistakes(section.mistakes, self._rules_of_course, context)
            variant = variant.changed(listed=listed)
            for issue in issues:
                self.nearest.findings.add(issue, self.nearest.path)
        credit = self.whole.credit
        causes = self.menu.causes(mistake_ids(section)) if credit else ()
        accepted = tuple(self._accepted_conventions(question if kind_.is_formula else variant, step))
        follow_through = self.whole.follow_through
        if not isinstance(follow_through, FollowThroughSection):  # a number, true or false is the credit alone
            follow_through = FollowThroughSection({"credit": float(follow_through)})
        return Part(
            problem=self.file.id,
            id=section.id if isinstance(section, PartSection) else None,
            title=self.file.title or self.file.id,
            variant=variant,
            rules=self._rules(kind_, context, accepted),
            step=step,
            kind=kind_.name,
            tolerance=self._tolerance(truth, variant.unit_of(step)),
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
        solver = self._solved.solver
        values = {name: value for name, value in arguments if name not in hidden and name not in solver.secret}
        return {**values, **solver.fills(values)}

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
        if reason := conflict(variant):
            self.report(f"{reason}, by the conventions declared here", *path)
        return not reason

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

    def _accepted_conventions(self, question: Variant, step: str) -> Iterator[AcceptedAnswer]:
        for number, accept in enumerate(self.whole.accept):
            if "value" in accept.data:
                continue
            variant = self.variant([*self._conventions, accept.conventions])
            path = ("accept", number, "conventions")
            if not self._check_possible(variant, *path):
                continue
            if isinstance(question, ResizedVariants):
                variant = question.with_conventions(variant.declared)
            try:
                yield AcceptedAnswer(variant.run(wanted={step})[step], accept.credit, is_by_convention=True)
            except ParameterError as error:
                message = "formulas are compared at several sizes, and these conventions do not fit all of them"
                advice = "Give sizes that must be equal one symbol, such as `n: size = other_size`"
                self.report(f"{message}: {error}. {advice}", *path)

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

    def _rules(self, kind_: Kind, context: AnswerContext | None, accepted: tuple[AcceptedAnswer, ...]) -> AnswerRules:
        """Return the rules by which answers are graded, also those `accepted`; report what does not fit the kind."""
        for key, (needed, why) in _NEEDED.items():
            if getattr(self.whole, key) != getattr(QuestionSection, key) and not getattr(kind_, needed):
                self.report(f"{kind_.called} {why}; remove it", key, at_key=True)
        unit_credit, tolerances = self._unit_credit(kind_, context), self._tolerances()
        if context:
            accepted = (*accepted, *self._accepted_values(context))
        return AnswerRules(
            self.whole.digits,
            unit_credit,
            tolerances,
            self.whole.entries == "each",
            accepted,
            self._form(kind_, context),
            self._condition(context) if context else None,
        )

    def _tolerance(self, truth: Any, unit: str | None) -> Tolerance:
        """Return the tolerance for full credit: the one that is set, or else that of `digits`, or the default."""
        if "tolerance" not in self.whole.data:
            digits = self.whole.digits
            if digits and not is_whole(truth):
                return Tolerance(digits.chosen, Decimal(digits.amount), at_own_digits=True)
            return Tolerance.default(whole=is_whole(truth), unit=unit)
        found = self.whole.tolerance
        if isinstance(found, tuple):
            found = next((each for each in found if each.credit == _FULL), found[0])
        return found.tolerance if isinstance(found, ToleranceRule) else Tolerance("exact")

    def _tolerances(self) -> tuple[tuple[Tolerance, float], ...]:
        steps = self.whole.tolerance
        if not isinstance(steps, tuple):
            return ()
        if sum(1 for each in steps if each.credit == _FULL) != 1:
            self.report("exactly one step earns all points: the one without `credit`", "tolerance")
        return tuple((each.tolerance, each.credit) for each in steps if each.credit < _FULL)

    def _unit_credit(self, kind_: Kind, context: AnswerContext | None) -> float | None:
        found = self.whole.unit or {}
        if "is" in found and UNIT not in self.menu.parameters:
            self.report(f"the type {self.menu.type} has its own unit; remove `is`", "unit", "is")
        if not found.get("required"):
            if "credit" in found:
                self.report("credit is for numbers without their unit; write `required: true`", "unit", "credit")
            return None
        if context is None or context.hints.unit is None or not kind_.may_have_unit:
            self.report("there is no unit to require; give it, as in `unit: {is: m/s, required: true}`", "unit")
        return found.get("credit", 0.0)

    def _accepted_values(self, context: AnswerContext) -> Iterator[AcceptedAnswer]:
        for number, entry in enumerate(self.whole.accept):
            if "value" in entry.data:
                try:
                    values = context.read(entry.value)
                except UnreadableAnswer as error:
                    self.report(error.message, "accept", number, "value")
                else:
                    yield AcceptedAnswer(values if context.kind.is_formula else values[0], entry.credit, entry.says)

    def _form(self, kind_: Kind, context: AnswerContext | None) -> str:
        """Return which ends of an interval `ends: strict` demands, such as `[)`; empty without it."""
        if self.whole.ends != "strict" or not kind_.forms:
            return ""
        arguments = context.variant.arguments if context else {}
        texts = (arguments.get(name) for name in ("value", "expression"))
        form = next((found for text in texts if isinstance(text, str) and (found := kind_.form_of(text))), "")
        if not form:
            self.report('write the right answer with its ends, as in `value: "[0, 5)"`', "ends")
        return form

    def _condition(self, context: AnswerContext) -> Condition | None:
        """Return the condition of `accept_if`; report a wrong one, and one that the right answer does not meet."""
        text = self.whole.accept_if
        if not text:
            if "accept_if" in self.whole.data:
                self.report("accept_if is empty; write a condition, as in `answer > 0`, or remove it", "accept_if")
            return None
        if not context.kind.is_of_numbers:
            return None
        from checker.derivation.condition import Condition  # here, because few problems have one

        try:
            condition = Condition(text, context.variant.arguments, context.variant.unit_of(context.step))
            meets = condition.holds(context.truth, self._tolerance(context.truth, None).is_close)
        except ParameterError as error:
            self.report(f"accept_if {error.problem}", "accept_if")
            return None
        if not meets:
            self.report("the right answer does not meet this condition", "accept_if")
        return condition
