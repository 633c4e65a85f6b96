"""Builder of what a right answer needs besides its value, and of what wrong ones earn."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from checker.answers import Kind, Tolerance, is_whole
from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.problems.author_mistakes import EXPRESSION, AnswerContext, InvalidEntryError, read_answer
from checker.problems.model import AcceptedAnswer, AnswerRules, Digits
from checker.problems.schema import DigitsRule, ToleranceRule
from checker.questions.variant import UNIT

if TYPE_CHECKING:
    from checker.derivation.condition import Condition
    from checker.problems.part_builder import PartBuilder

FULL: Final = 1


class AnswerRulesBuilder:
    """Reads what a part's answer needs besides its value, such as digits, and checks that it fits the kind."""

    def __init__(self, part: PartBuilder, kind: Kind) -> None:
        self._part = part
        self._kind = kind

    def rules(self, context: AnswerContext | None) -> AnswerRules:
        """Return the rules by which an answer is graded; report those that do not fit its kind."""
        return AnswerRules(
            self._digits(),
            self._unit_credit(context),
            self._tolerances(),
            self._by_entry(),
            tuple(self._accepted(context)) if context else (),
            self._form(context),
            self._condition(context) if context else None,
        )

    def tolerance(self, truth: Any, unit: str | None) -> Tolerance:
        """Return the tolerance of full credit; where none is set, `digits` decide, or the default."""
        part = self._part
        if not part.is_set("tolerance"):
            digits = part.setting("digits")
            if isinstance(digits, DigitsRule) and not is_whole(truth):
                rule, amount = _rule_of(digits)
                return Tolerance(rule, Decimal(amount))
            return Tolerance.default(whole=is_whole(truth), unit=unit)
        found = part.setting("tolerance")
        if isinstance(found, tuple):
            found = next((each for each in found if each.credit == FULL), found[0])
        return found.tolerance if isinstance(found, ToleranceRule) else Tolerance("exact")

    def _digits(self) -> Digits | None:
        found = self._part.setting("digits")
        if found is None:
            return None
        if not self._kind.may_have_unit:
            self._part.report(f"{self._kind.called} has no digits to count; remove it", "digits", at_key=True)
        rule, amount = _rule_of(found)
        return Digits(rule, amount, found.at_least, found.credit)

    def _unit_credit(self, context: AnswerContext | None) -> float | None:
        part = self._part
        found = part.setting("unit") or {}
        has_unit = context is not None and context.hints.unit is not None
        if "is" in found and UNIT not in part.menu.parameters:
            part.report(f"the type {part.menu.type} has its own unit; remove `is`", "unit", "is")
        if not found.get("required"):
            if "credit" in found:
                part.report("credit is for numbers without their unit; write `required: true`", "unit", "credit")
            return None
        if not has_unit or not self._kind.may_have_unit:
            part.report("there is no unit to require; give it, as in `unit: {is: m/s, required: true}`", "unit")
        credit: float = found.get("credit", 0.0)
        return credit

    def _tolerances(self) -> tuple[tuple[Tolerance, float], ...]:
        steps = self._part.setting("tolerance")
        if not isinstance(steps, tuple):
            return ()
        if sum(1 for each in steps if each.credit == FULL) != 1:
            self._part.report("exactly one step earns all points: the one without `credit`", "tolerance")
        return tuple((each.tolerance, each.credit) for each in steps if each.credit < FULL)

    def _by_entry(self) -> bool:
        found: bool = self._part.setting("entries") == "each"
        if found and not self._kind.has_entries:
            self._part.report(f"{self._kind.called} has no entries; remove it", "entries", at_key=True)
        return found

    def _accepted(self, context: AnswerContext) -> Iterator[AcceptedAnswer]:
        for number, entry in enumerate(self._part.setting("accept")):
            if "value" in entry.data:
                try:
                    values = read_answer(entry.value, context)
                except (InvalidEntryError, UnreadableAnswer) as error:
                    self._part.report(error.message, "accept", number, "value")
                else:
                    yield AcceptedAnswer(values if self._kind.is_formula else values[0], entry.credit, entry.says)

    def _form(self, context: AnswerContext | None) -> str:
        """Return the form that `ends: strict` asks for."""
        part = self._part
        if part.setting("ends") != "strict":
            return ""
        if not self._kind.forms:
            part.report(f"{self._kind.called} has no ends; remove it", "ends", at_key=True)
            return ""
        arguments = context.variant.arguments if context else {}
        texts = (arguments.get(name) for name in ("value", EXPRESSION))
        form = next((found for text in texts if isinstance(text, str) and (found := self._kind.form_of(text))), "")
        if not form:
            part.report('write the right answer with its ends, as in `value: "[0, 5)"`', "ends")
        return form

    def _condition(self, context: AnswerContext) -> Condition | None:
        """Return the condition of `accept_if`, which the right answer has to meet."""
        part, text = self._part, self._part.setting("accept_if")
        if not text:
            if part.is_set("accept_if"):
                part.report("accept_if is empty; write a condition, as in `answer > 0`, or remove it", "accept_if")
            return None
        if not self._kind.is_of_numbers:
            part.report(f"{self._kind.called} cannot be put into a condition; remove it", "accept_if", at_key=True)
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


def _rule_of(digits: DigitsRule) -> tuple[str, int]:
    if "significant" in digits.data:
        return "significant", digits.significant
    return "decimals", digits.decimals
