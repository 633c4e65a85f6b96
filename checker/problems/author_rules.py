"""Wrong rules of authors, `{change: PATTERN => FORM, where, says}`: the answer of a student who follows one.

In a formula the wrong form takes the pattern's place wherever it fits, also in the expressions of symbols.  A symbol of
the question stands for itself, any other letter and words such as `others` for what they fit.  In a question of another
type the pattern is the name of a parameter, without conditions.  `whole` is the answer itself.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from checker.derivation.edits import holds
from checker.derivation.patterns import EACH, WHOLE, Found
from checker.derivation.wrong_rules import WORDS, RuleError, is_word, rule_of, sides_of, stranger_in
from checker.engine.errors import INVALID_RUN, UnreadableAnswer
from checker.engine.values import EncodedValue
from checker.formula.nodes import Name, Node, names_in, rewrite
from checker.formula.parser import parse
from checker.formula.show import typed
from checker.formula.symbols import symbol_values
from checker.formula.value import CONSTANTS, evaluate
from checker.kinds import flatten
from checker.solvers.signature import in_file
from checker.solvers.variant import Variant
from checker.text.number import OF_AUTHORS
from checker.text.plain import plain
from checker.text.words import did_you_mean, shortened

if TYPE_CHECKING:
    from checker.problems.author_answers import AnswerContext
    from checker.problems.schema import WrongRule


@cache
def fault_of(change: str, where: str) -> str:
    """Return what is wrong with a rule, whatever the question is; empty if nothing is.

    Its long names may be those of a question, and all of its names if the pattern is one name.
    """
    try:
        is_name = sides_of(change)[0].isidentifier()
        written = re.findall(r"(?<! is )(?<! is not )\b[^\W\d]\w*", f"{change}; {where}")  # but for kinds of formulas
        names = {each for each in written if is_name or is_word(each)}
        known = {each: Name(each, 0) for each in names - WORDS if not each.startswith(EACH)}
        rule_of({"change": change, "where": where}, known).check()
    except RuleError as error:
        return str(error)
    return ""


def changed_value(entry: WrongRule, context: AnswerContext) -> Any:
    """Return the answer of a student who follows a rule.  Raise UnreadableAnswer if it is faulty, or does not fit."""
    try:
        return _changed(entry, context)
    except (RuleError, *INVALID_RUN) as error:
        raise UnreadableAnswer(str(error)) from None


def _changed(entry: WrongRule, context: AnswerContext) -> Any:
    variant, step = context.variant, context.step
    pattern, form = sides_of(entry.change)
    if "expression" in variant.arguments:
        return context.fitting(variant.solver.function(**_formula_with(entry, pattern, variant, step)))
    rule_of({"change": entry.change, "where": entry.where}, {})
    if entry.where:
        raise RuleError("`where` has conditions on formulas, and this question has none; remove it")
    if pattern == WHOLE:
        return _value_of_expression(form, context)
    if type(variant.arguments.get(pattern)) not in {int, float}:
        raise RuleError(f"{pattern} is no number of this question")
    changed = {**variant.arguments, pattern: _value_of_expression(form, context)}
    return context.fitting(Variant(variant.solver, changed, variant.declared).run(wanted={step})[step])


def _formula_with(entry: WrongRule, pattern: str, variant: Variant, step: str) -> dict[str, Any]:
    """Return the arguments of a formula with the wrong form in it, so that it gives the step.  Raise RuleError."""
    symbols = variant.arguments.get("symbols") or {}
    known: Found = {name: Name(name, 0) for name in symbols}
    rule = rule_of({"change": entry.change, "where": entry.where}, known)
    if unknown := stranger_in(entry.change, known):
        raise RuleError(f"{unknown} is no symbol of this question")
    rule.check()

    def is_so(sign: str, difference: Node) -> bool:
        given = {**variant.arguments, "expression": typed(difference), "pieces": None}
        try:
            return holds(sign, variant.solver.function(**given))
        except (*INVALID_RUN, TypeError):  # a list is not compared
            return False

    tree, derived = variant.solver.parsed(step, **variant.arguments)  # type: ignore[misc]
    change = partial(rule.changed, holds=is_so)
    changed: dict[str, Any] = {}
    if pattern == WHOLE or rule.section in {"formulas", "definitions"}:
        new = change(tree)
    else:
        new = rewrite(tree, change)
        for name, each in derived.items():
            if (after := rewrite(each, change)) != each:
                given = symbols[name]
                changed[name] = {**given, "expression": typed(after)} if isinstance(given, dict) else typed(after)
    if new == tree and not changed:
        raise RuleError("the pattern does not fit the formula; copy a piece of it, such as a*b")
    return {**variant.arguments, "expression": typed(new), "symbols": {**symbols, **changed}, "pieces": None}


def _value_of_expression(text: str, context: AnswerContext) -> Any:
    variant = context.variant
    if isinstance(context.truth, EncodedValue) or flatten(context.truth)[0]:
        raise UnreadableAnswer(
            f"an expression gives one number, but the answer here is {context.kind.called}; write it as `answer`"
        )
    sizes = {in_file(key): value for key, value in variant.arguments.items() if type(value) in (int, float)}
    symbols = {**symbol_values(context.symbols, sizes), **sizes}
    tree = parse(plain(text), OF_AUTHORS)
    if unknown := next((each for each in names_in(tree) if each not in symbols and each not in CONSTANTS), None):
        meant = did_you_mean(unknown, symbols, command=f"checker types {variant.solver.name}")
        raise UnreadableAnswer(f"{shortened(unknown)} is not a number of this question{meant}")
    return context.number(evaluate(tree, {**CONSTANTS, **symbols}))
