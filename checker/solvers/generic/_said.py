"""What is said of the mistakes in a formula, in the author's words where there are any."""

from __future__ import annotations

from collections import Counter
from typing import Final

from checker.engine.trace import TOTAL
from checker.notation.nodes import names_in
from checker.notation.show import typed
from checker.solvers.generic._plan import Plan
from checker.solvers.generic._wrong import WrongExpression

MOST_DESCRIBED: Final = 2
"""A piece of more symbols than this is not described by them."""

MANY: Final = 2
"""A symbol that stands in so many places is told with its place."""

LONGEST: Final = 60
"""Characters of a piece that is named only to say where another stands."""


def sentences(plan: Plan) -> dict[str, str]:
    """The sentences by mistake id."""
    words = _Words(plan)
    wrongs = {f"{point}.{wrong.option}": wrong for point, several in plan.mistakes.items() for wrong in several}
    said = {id_: words.filled(wrong) for id_, wrong in wrongs.items()}
    uses = Counter(said.values())
    return {id_: text if uses[text] == 1 else words.placed(text, wrongs[id_]) for id_, text in said.items()}


class _Words:
    """The pieces of a plan, in words."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._wholes = {piece.operands[0]: piece.step for piece in reversed(plan.pieces) if piece.kind == "named"}
        self._uses: dict[str, int] = {}
        for piece in plan.pieces:
            for place in piece.operands:
                text = plan.pieces[place].text
                self._uses[text] = self._uses.get(text, 0) + (plan.pieces[place].kind != "named")

    def filled(self, wrong: WrongExpression) -> str:
        """A sentence with its pieces."""
        bare = self.plan.pieces[wrong.piece].text
        described, is_apposed = self._described(wrong.piece)
        within = self._within(wrong)
        words = {
            "{bare}": bare,
            "{piece}": described,
            "{piece,}": f"{described}," if is_apposed else described,
            "{piece in}": f"{described},{within}" if is_apposed and within else f"{described}{within}",
            "{term}": described if described != bare else f"the term {bare}{within}",
            "{within}": within,
        }
        if wrong.other is not None:
            described, is_apposed = self._described(wrong.other)
            words["{other,}"] = f"{described}," if is_apposed else described
        said = wrong.said
        for slot, word in words.items():
            said = said.replace(slot, word)
        return said.replace(",.", ".")

    def placed(self, said: str, wrong: WrongExpression) -> str:
        """A sentence that is said of several places, with the place that is meant."""
        is_named = self.plan.pieces[wrong.piece].text in said
        at = wrong.within if is_named and wrong.within is not None else wrong.piece
        return f"{said.removesuffix('.')} ({self._inside(at) or f'in {self.plan.pieces[at].text}'})."

    def _inside(self, place: int) -> str:
        """The derived symbol that this is the whole of; empty where there is none."""
        whole = self._wholes.get(place, TOTAL)
        return "" if whole == TOTAL else f"in {whole}"

    def _described(self, place: int) -> tuple[str, bool]:
        """A piece with the author's words, and whether they stand in apposition."""
        piece = self.plan.pieces[place]
        text, said = piece.text, self.plan.symbols.descriptions
        own = self.plan.words.get(typed(piece.node)) or (said.get(text) if piece.kind == "symbol" else None)
        if own:
            return f"{text}, {own}", True
        known = [f"{name}: {said[name]}" for name in names_in(piece.node) if name in said]
        if piece.kind in ("number", "symbol") or not 1 <= len(known) == len(names_in(piece.node)) <= MOST_DESCRIBED:
            return text, False
        return f"{text} ({', '.join(known)})", False

    def _within(self, wrong: WrongExpression) -> str:
        """Where a number or a symbol stands, if the formula has several of it, or an author's words for the place."""
        if wrong.within is None:
            return ""
        piece, parent = self.plan.pieces[wrong.piece], self.plan.pieces[wrong.within]
        is_told = typed(parent.node) in self.plan.words
        if not is_told and self._uses[piece.text] < MANY and piece.kind != "number":
            return ""
        if inside := self._inside(wrong.within):
            return f" {inside}"
        if parent.kind == "named" or wrong.within in self._wholes or len(parent.text) > LONGEST:
            return ""
        described, _ = self._described(wrong.within)
        is_described = piece.kind == "symbol" and piece.text in self.plan.symbols.descriptions
        return f" in {described}" if is_told or not is_described else f" in {parent.text}"
