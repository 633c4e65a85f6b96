"""Wrong rules of authors, `{change: PATTERN => FORM, where, says}`: the answer of a student who follows one.

In a formula the wrong form takes the pattern's place wherever it fits, also in the expressions of symbols.  A symbol of
the question stands for itself, any other letter and words such as `others` for what they fit.  In a question of another
type the pattern is the name of a parameter, without conditions.  `whole` is the answer itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Final

from checker.derivation.edits import holds
from checker.derivation.patterns import EACH, WHOLE, Found
from checker.derivation.wrong_rules import WORDS, Rule, RuleError, is_word, rule_of, sides_of, stranger_in
from checker.engine.errors import INVALID_RUN
from checker.formula.nodes import Name, Node, rewrite
from checker.formula.show import typed
from checker.solvers.variant import Variant

EXPRESSION: Final = "expression"
"""Parameter of a formula that holds it."""


_NAME: Final = re.compile(r"(?<! is )(?<! is not )\b[^\W\d]\w*")
"""A name in a rule that is no kind of formula."""


@cache
def fault_of(change: str, where: str) -> str:
    """Return what is wrong with a rule, whatever the question is; empty if nothing is.

    Its long names may be those of a question, and all of its names if the pattern is one name.
    """
    try:
        is_name = sides_of(change)[0].isidentifier()
        names = {each for each in _NAME.findall(f"{change}; {where}") if is_name or is_word(each)}
        known = {each: Name(each, 0) for each in names - WORDS if not each.startswith(EACH)}
        rule_of({"change": change, "where": where}, known).check()
    except RuleError as error:
        return str(error)
    return ""


class AuthorRule:
    """A wrong rule of an author, for one question."""

    def __init__(self, change: str, where: str, variant: Variant) -> None:
        """Raise RuleError if it is faulty, or not about this question."""
        self._variant = variant
        self._symbols: Mapping[str, Any] = variant.arguments.get("symbols") or {}
        self._pattern, self.form = sides_of(change)
        """The form takes the place of a formula's pattern, of the whole answer, or of a parameter."""
        self.parameter: str | None = None
        is_formula = EXPRESSION in variant.arguments
        known: Found = {name: Name(name, 0) for name in self._symbols} if is_formula else {}
        self._rule: Rule = rule_of({"change": change, "where": where}, known)
        if not is_formula:
            self.parameter = self._pattern if self._pattern != WHOLE else None
            if where:
                raise RuleError("`where` has conditions on formulas, and this question has none; remove it")
            if self.parameter and type(variant.arguments.get(self.parameter)) not in {int, float}:
                raise RuleError(f"{self.parameter} is no number of this question")
            return
        if unknown := stranger_in(change, known):
            raise RuleError(f"{unknown} is no symbol of this question")
        self._rule.check()

    def arguments(self, step: str) -> Mapping[str, Any] | None:
        """Return the arguments of a formula with the wrong form in it, so that it gives the step; None if none fits."""
        variant = self._variant
        tree, derived = variant.solver.parsed(step, **variant.arguments)  # type: ignore[misc]
        change = partial(self._rule.changed, holds=self._holds)
        if self._pattern == WHOLE or self._rule.section in {"formulas", "definitions"}:
            new, changed = change(tree), {}
        else:
            new = rewrite(tree, change)
            others = {name: (each, rewrite(each, change)) for name, each in derived.items()}
            changed = {name: after for name, (before, after) in others.items() if after != before}
        if new == tree and not changed:
            return None
        symbols = {**self._symbols, **{name: self._with_expression(name, each) for name, each in changed.items()}}
        return {**variant.arguments, EXPRESSION: typed(new), "symbols": symbols, "pieces": None}

    def _with_expression(self, symbol: str, tree: Node) -> Any:
        given = self._symbols[symbol]
        return {**given, EXPRESSION: typed(tree)} if isinstance(given, dict) else typed(tree)

    def _holds(self, sign: str, difference: Node) -> bool:
        given = {**self._variant.arguments, EXPRESSION: typed(difference), "pieces": None}
        try:
            return holds(sign, self._variant.solver.function(**given))
        except (*INVALID_RUN, TypeError):  # a list is not compared
            return False
