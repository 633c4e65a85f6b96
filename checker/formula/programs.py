"""The grammar that only authors' expressions have: lists, entries of lists, comparisons, `and`, `or`, `not`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from checker.formula.nodes import Call, Node
from checker.formula.tokens import TokenCursor

COMPARISONS: Final = {
    "<": "<",
    "<=": "<=",
    "≤": "<=",
    ">": ">",
    ">=": ">=",
    "≥": ">=",
    "==": "==",
    "!=": "!=",
    "≠": "!=",
}
"""Signs of comparisons, with the function that each means."""

WORDS: Final = frozenset({"and", "or", "not"})


class ProgramGrammar(TokenCursor):
    """The part of the parser for conditions, lists and entries of lists, which only authors may write."""

    deeper: Callable[[Callable[[], Node]], Node]

    def mark_words(self) -> None:
        """Turn the words `and`, `or` and `not` among the tokens into signs."""
        self.tokens = [each._replace(kind=each.text) if each.text in WORDS else each for each in self.tokens]
        self.token = self.tokens[0]
        self.kind = self.token.kind

    def condition(self, arithmetic: Callable[[], Node]) -> Node:
        """Parse comparisons joined by `and`, `or`, `not`; without any of these, just what `arithmetic` parses."""
        return self._operands_of("or", lambda: self._operands_of("and", lambda: self._comparison(arithmetic)))

    def _operands_of(self, word: str, operand: Callable[[], Node]) -> Node:
        """Parse operands with this word between them."""
        node = operand()
        while self.kind == word:
            place = self.take().place
            node = Call(word, (node, operand()), place)
        return node

    def _comparison(self, arithmetic: Callable[[], Node]) -> Node:
        """Parse a comparison such as `a < b` or `0 < x < 3`, perhaps after `not`; or just what `arithmetic` parses."""
        if self.kind == "not":
            place = self.take().place
            return Call("not", (self.deeper(lambda: self._comparison(arithmetic)),), place)
        node = arithmetic()
        if self.kind not in COMPARISONS:
            return node
        sign = self.take()
        compared = Call(COMPARISONS[sign.kind], (node, following := arithmetic()), sign.place)
        if self.kind in COMPARISONS:  # 0 < x < 3
            sign = self.take()
            return Call(
                "and", (compared, Call(COMPARISONS[sign.kind], (following, arithmetic()), sign.place)), sign.place
            )
        return compared

    def listed(self, entry: Callable[[], Node]) -> Node:
        """Parse a list in square brackets, such as `[a, b + 1]` or a list of lists."""
        opening = self.take()
        entries = [entry()]
        while self.token.text == ",":
            self.take()
            entries.append(entry())
        self.take_sign("]")
        return Call("list", tuple(entries), opening.place)

    def subscripted(self, node: Node, entry: Callable[[], Node]) -> Node:
        """Parse any subscripts behind a node: `x[1]` is the first entry of a list, `A[2, 3]` an entry of a matrix."""
        while self.kind == "[":
            places = self.listed(entry)
            node = Call("at", (node, *places.arguments), places.place)  # type: ignore[union-attr]
        return node
