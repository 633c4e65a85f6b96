"""Reads what a problem file says about answers: form and digits of a right one, and wrong ones that it lists.

`AnswerRulesBuilder` reads digits, unit, tolerances, other accepted answers and the condition; `read_mistakes` reads the
wrong answers, each a value or a change of the formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.document.findings import Issue
from checker.engine.errors import INVALID_RUN, ParameterError, UnreadableAnswer
from checker.engine.recording import author_sentences, option_name
from checker.engine.values import EncodedValue
from checker.engine.weights import WEIGHTS
from checker.formula import nodes
from checker.formula.parser import parse
from checker.formula.symbols import symbol_values
from checker.formula.value import CONSTANTS, MAX_NUMBER, evaluate
from checker.kinds import Hints, Kind, Tolerance, fit_shape, flatten, is_whole
from checker.problems.model import AcceptedAnswer, AnswerRules
from checker.problems.schema import ProblemFile, QuestionSection, ToleranceRule, WrongAnswer, WrongRule
from checker.reading.show import nest
from checker.solvers.resized import ResizedVariants
from checker.solvers.signature import in_file
from checker.solvers.variant import UNIT, AuthorMistakes, Variant
from checker.text.number import OF_AUTHORS
from checker.text.plain import plain
from checker.text.words import did_you_mean, shortened

if TYPE_CHECKING:
    from checker.derivation.condition import Condition
    from checker.problems.part_builder import PartBuilder
    from checker.problems.schema import Defaults

_KEY: Final = "mistakes"
_EXPRESSION: Final = "expression"
"""Parameter of a formula that an author's expression replaces."""

_FULL: Final = 1

_NEEDED: Final = {
    "digits": ("may_have_unit", "has no digits to count"),
    "entries": ("has_entries", "has no entries"),
    "ends": ("forms", "has no ends"),
    "accept_if": ("is_of_numbers", "cannot be put into a condition"),
}
"""Keys that do not fit every kind of answer: what a kind needs for them, and what is said of one that lacks it."""


class AnswerContext(NamedTuple):
    """What is needed to read an answer in a problem file: the question, its step, and how answers are read."""

    variant: Variant
    step: str
    kind: Kind
    truth: Any
    hints: Hints
    symbols: Mapping[str, str]


def mistake_ids(section: Defaults) -> tuple[str, ...]:
    """Return the ids by which `credit` names the wrong answers that a section lists: `listed.mistake_1` and so on.

    A problem gets as many as its longest list has, its own or that of a part; an assignment gets none.
    """
    if not isinstance(section, QuestionSection):
        return ()
    parts = section.parts if isinstance(section, ProblemFile) else ()
    most = max(len(each.mistakes) for each in (section, *parts))
    return tuple(author_sentences([""] * most))


def read_mistakes(
    own: tuple[WrongAnswer, ...], of_course: tuple[WrongRule, ...], context: AnswerContext
) -> tuple[AuthorMistakes | None, list[Issue]]:
    """Return the wrong answers that a file lists (None without any), and the issues of those that cannot be read.

    Rules `of_course` come after its own; those that do not fit the question are passed over.
    """
    type_ = context.variant.solver.name
    if not own and (not of_course or context.kind.needs_person or _KEY in context.variant.arguments):
        return None, []
    entries = (*own, *of_course)
    if context.kind.needs_person:
        message = f"a person marks the answers to {type_}; write wrong claims into the rubric, as `wrong`"
        return None, [Issue((_KEY,), message, at_key=True)]
    if _KEY in context.variant.arguments:
        message = f"mistakes of {type_} belong to its parameters; write `parameters: {{mistakes: [...]}}`"
        return None, [Issue((_KEY,), message, at_key=True)]
    answers: dict[str, tuple[Any, ...]] = {}
    weights: dict[str, int] = {}
    issues: list[Issue] = []
    for number, entry in enumerate(entries):
        key = "answer" if "answer" in entry.data else "change"
        try:
            values = _read_answer(entry.data[key], context) if key == "answer" else _at_sizes(entry, context)
        except UnreadableAnswer as error:
            if number < len(own):
                issues.append(Issue((_KEY, number, key), error.message))
        else:
            option = option_name(number)
            answers[option], weights[option] = values, WEIGHTS[entry.weight]
        if "says" in entry.data and not entry.says.strip():
            issues.append(Issue((_KEY, number, "says"), "says must be a sentence for students who give this answer"))
    sentences = author_sentences([entry.says for entry in entries])
    at_sizes = tuple((option, values) for option, values in answers.items() if len(values) > 1)
    others = context.variant.variants[1:] if at_sizes and isinstance(context.variant, ResizedVariants) else ()
    by_weight = sorted(answers, key=lambda option: -weights[option])
    firsts = tuple((option, answers[option][0]) for option in by_weight)
    return AuthorMistakes(context.step, firsts, tuple(sentences.items()), at_sizes, others), issues


def _read_answer(text: str, context: AnswerContext) -> tuple[Any, ...]:
    """Return the value of an answer in a file, or those of a formula at all sizes.  Raise UnreadableAnswer."""
    reading = fit_shape(context.kind.read(text, context.hints), flatten(context.truth)[0])
    if reading.refused:
        raise UnreadableAnswer(reading.refused)
    if context.hints.whole and any(number.half >= 1 for number in reading.numbers):
        raise UnreadableAnswer(f"{shortened(text)} can mean several numbers; write every digit")
    numbers = tuple(_number(number.value, context) for number in reading.numbers)
    return numbers if context.kind.is_formula else (nest(reading.shape, numbers, tuple),)


def _at_sizes(entry: WrongRule, context: AnswerContext) -> tuple[Any, ...]:
    """Compute what a change gives with the question's parameters, then with the sizes at which formulas are compared.

    If one of the others has no value, return only the first value; for a formula raise UnreadableAnswer.
    """
    variants = context.variant.variants if isinstance(context.variant, ResizedVariants) else (context.variant,)
    first, *others = [context._replace(variant=each) for each in variants]
    value = _changed_value(entry, first)
    try:
        return (value, *(_changed_value(entry, other) for other in others))
    except UnreadableAnswer:
        if context.kind.is_formula:
            raise UnreadableAnswer(
                "this has no value at other sizes, but formulas are compared at several; choose another change"
            ) from None
        return (value,)  # it can only explain numbers


def _changed_value(entry: WrongRule, context: AnswerContext) -> Any:
    from checker.derivation.wrong_rules import RuleError
    from checker.problems.author_rules import AuthorRule  # here, because few problems have such changes

    variant, step = context.variant, context.step
    try:
        rule = AuthorRule(entry.change, entry.where, variant)
    except RuleError as error:
        raise UnreadableAnswer(str(error)) from None
    try:
        if _EXPRESSION in variant.arguments:
            if not (arguments := rule.arguments(step)):
                raise UnreadableAnswer("the pattern does not fit the formula; copy a piece of it, such as a*b")
            return _fitting(variant.solver.function(**arguments), context)
        if rule.parameter:
            changed = {**variant.arguments, rule.parameter: _value_of_expression(rule.form, context)}
            return _fitting(Variant(variant.solver, changed, variant.declared).run(wanted={step})[step], context)
    except INVALID_RUN as error:
        raise UnreadableAnswer(str(error)) from None
    return _value_of_expression(rule.form, context)


def _fitting(value: Any, context: AnswerContext) -> Any:
    """Return a value as an answer of the question.  Raise UnreadableAnswer if it has another shape."""
    shape, numbers = flatten(value)
    if shape != flatten(context.truth)[0]:
        raise UnreadableAnswer("what the change gives does not have the shape of the answer")
    return nest(shape, [_number(number, context) for number in numbers], tuple)


def _value_of_expression(text: str, context: AnswerContext) -> Any:
    variant = context.variant
    if isinstance(context.truth, EncodedValue) or flatten(context.truth)[0]:
        raise UnreadableAnswer(
            f"an expression gives one number, but the answer here is {context.kind.called}; write it as `answer`"
        )
    sizes = {in_file(key): value for key, value in variant.arguments.items() if type(value) in (int, float)}
    symbols = {**symbol_values(context.symbols, sizes), **sizes}
    tree = parse(plain(text), OF_AUTHORS)
    if unknown := next((each for each in nodes.names_in(tree) if each not in symbols and each not in CONSTANTS), None):
        meant = did_you_mean(unknown, symbols, command=f"checker types {variant.solver.name}")
        raise UnreadableAnswer(f"{shortened(unknown)} is not a number of this question{meant}")
    return _number(evaluate(tree, {**CONSTANTS, **symbols}), context)


def _number(value: Any, context: AnswerContext) -> int | float:
    """Return a number as the solver would: a whole one if its answers are whole."""
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise UnreadableAnswer(f"this must be between -{MAX_NUMBER:g} and {MAX_NUMBER:g}")
    is_whole = context.hints.whole or isinstance(context.truth, EncodedValue)
    return int(value) if is_whole and value == int(value) else float(value)


class AnswerRulesBuilder:
    """Reads the rules for a part's answer, such as digits and units, and checks that they fit its kind."""

    def __init__(self, part: PartBuilder, kind: Kind) -> None:
        self._part = part
        self._kind = kind

    def rules(self, context: AnswerContext | None, accepted: tuple[AcceptedAnswer, ...]) -> AnswerRules:
        """Return the rules by which answers are graded, also those `accepted`; report what does not fit the kind."""
        part = self._part
        for key, (needed, why) in _NEEDED.items():
            if getattr(part.whole, key) != getattr(QuestionSection, key) and not getattr(self._kind, needed):
                part.report(f"{self._kind.called} {why}; remove it", key, at_key=True)
        return AnswerRules(
            part.whole.digits,
            self._unit_credit(context),
            self._tolerances(),
            part.whole.entries == "each",
            (*accepted, *(self._accepted(context) if context else ())),
            self._form(context),
            self._condition(context) if context else None,
        )

    def tolerance(self, truth: Any, unit: str | None) -> Tolerance:
        """Return the tolerance for full credit: the one that is set, or else that of `digits`, or the default."""
        part = self._part
        if "tolerance" not in part.whole.data:
            digits = part.whole.digits
            if digits and not is_whole(truth):
                return Tolerance(digits.chosen, Decimal(digits.amount), at_own_digits=True)
            return Tolerance.default(whole=is_whole(truth), unit=unit)
        found = part.whole.tolerance
        if isinstance(found, tuple):
            found = next((each for each in found if each.credit == _FULL), found[0])
        return found.tolerance if isinstance(found, ToleranceRule) else Tolerance("exact")

    def _unit_credit(self, context: AnswerContext | None) -> float | None:
        part = self._part
        found = part.whole.unit or {}
        has_unit = context is not None and context.hints.unit is not None
        if "is" in found and UNIT not in part.menu.parameters:
            part.report(f"the type {part.menu.type} has its own unit; remove `is`", "unit", "is")
        if not found.get("required"):
            if "credit" in found:
                part.report("credit is for numbers without their unit; write `required: true`", "unit", "credit")
            return None
        if not has_unit or not self._kind.may_have_unit:
            part.report("there is no unit to require; give it, as in `unit: {is: m/s, required: true}`", "unit")
        return found.get("credit", 0.0)

    def _tolerances(self) -> tuple[tuple[Tolerance, float], ...]:
        steps = self._part.whole.tolerance
        if not isinstance(steps, tuple):
            return ()
        if sum(1 for each in steps if each.credit == _FULL) != 1:
            self._part.report("exactly one step earns all points: the one without `credit`", "tolerance")
        return tuple((each.tolerance, each.credit) for each in steps if each.credit < _FULL)

    def _accepted(self, context: AnswerContext) -> Iterator[AcceptedAnswer]:
        for number, entry in enumerate(self._part.whole.accept):
            if "value" in entry.data:
                try:
                    values = _read_answer(entry.value, context)
                except UnreadableAnswer as error:
                    self._part.report(error.message, "accept", number, "value")
                else:
                    yield AcceptedAnswer(values if self._kind.is_formula else values[0], entry.credit, entry.says)

    def _form(self, context: AnswerContext | None) -> str:
        """Return which ends of an interval `ends: strict` demands, such as `[)`; empty without it."""
        if self._part.whole.ends != "strict" or not self._kind.forms:
            return ""
        arguments = context.variant.arguments if context else {}
        texts = (arguments.get(name) for name in ("value", _EXPRESSION))
        form = next((found for text in texts if isinstance(text, str) and (found := self._kind.form_of(text))), "")
        if not form:
            self._part.report('write the right answer with its ends, as in `value: "[0, 5)"`', "ends")
        return form

    def _condition(self, context: AnswerContext) -> Condition | None:
        """Return the condition of `accept_if`; report a wrong one, and one that the right answer does not meet."""
        part, text = self._part, self._part.whole.accept_if
        if not text:
            if "accept_if" in part.whole.data:
                part.report("accept_if is empty; write a condition, as in `answer > 0`, or remove it", "accept_if")
            return None
        if not self._kind.is_of_numbers:
            return None
        from checker.derivation.condition import Condition  # here, because few problems have one

        try:
            condition = Condition(text, context.variant.arguments, context.variant.unit_of(context.step))
            meets = condition.holds(context.truth, self.tolerance(context.truth, None).is_close)
        except ParameterError as error:
            part.report(f"accept_if {error.problem}", "accept_if")
            return None
        if not meets:
            part.report("the right answer does not meet this condition", "accept_if")
        return condition
