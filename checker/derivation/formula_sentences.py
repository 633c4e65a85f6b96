"""Sentences on the mistakes in a formula, in the author's words where there are any."""

from __future__ import annotations

from collections import Counter
from typing import Final

from checker.derivation.compiled_formula import CompiledFormula
from checker.derivation.wrong_expression import WrongExpression
from checker.engine.trace import TOTAL
from checker.notation.nodes import names_in
from checker.notation.show import typed

MAX_DESCRIBED: Final = 2
"""A piece with more symbols than this is not described by them."""

MAX_CONTEXT: Final = 60
"""Maximum number of characters of a piece that only gives the place of another."""


def formula_sentences(formula: CompiledFormula) -> dict[str, str]:
    """Return the sentences by mistake id."""
    words = _Words(formula)
    wrong = {f"{point}.{each.option}": each for point, options in formula.mistakes.items() for each in options}
    sentences = {id_: words.fill(each) for id_, each in wrong.items()}
    uses = Counter(sentences.values())
    return {id_: text if uses[text] == 1 else words.add_place(text, wrong[id_]) for id_, text in sentences.items()}


class _Words:
    """The pieces of a formula in words."""

    def __init__(self, formula: CompiledFormula) -> None:
        self.pieces, self.author_words = formula.pieces, formula.words
        self.descriptions = formula.symbols.descriptions
        self._wholes = {piece.operands[0]: piece.step for piece in reversed(self.pieces) if piece.kind == "named"}
        operands = [self.pieces[place] for piece in self.pieces for place in piece.operands]
        self._uses = Counter(operand.text for operand in operands if operand.kind != "named")

    def fill(self, wrong: WrongExpression) -> str:
        """Return the sentence of a mistake with its pieces."""
        bare = self.pieces[wrong.piece].text
        described, is_apposed = self._describe(wrong.piece)
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
            described, is_apposed = self._describe(wrong.other)
            words["{other,}"] = f"{described}," if is_apposed else described
        sentence = wrong.sentence
        for slot, word in words.items():
            sentence = sentence.replace(slot, word)
        return sentence.replace(",.", ".")

    def add_place(self, sentence: str, wrong: WrongExpression) -> str:
        """Return a sentence that several mistakes share, with the place of this one."""
        names_piece = self.pieces[wrong.piece].text in sentence
        at = wrong.within if names_piece and wrong.within is not None else wrong.piece
        return f"{sentence.removesuffix('.')} ({self._in_symbol(at) or f'in {self.pieces[at].text}'})."

    def _in_symbol(self, place: int) -> str:
        """Return the words for the derived symbol that a piece is the whole of; empty if there is none."""
        whole = self._wholes.get(place, TOTAL)
        return "" if whole == TOTAL else f"in {whole}"

    def _describe(self, place: int) -> tuple[str, bool]:
        """Return a piece with the author's words, and whether they are in apposition."""
        piece = self.pieces[place]
        text, known = piece.text, self.descriptions
        words = self.author_words.get(typed(piece.node)) or (known.get(text) if piece.kind == "symbol" else None)
        if words:
            return f"{text}, {words}", True
        symbols = names_in(piece.node)
        described = [f"{name}: {known[name]}" for name in symbols if name in known]
        if piece.kind in ("number", "symbol") or not 1 <= len(described) == len(symbols) <= MAX_DESCRIBED:
            return text, False
        return f"{text} ({', '.join(described)})", False

    def _within(self, wrong: WrongExpression) -> str:
        """Return the place of a number, of a symbol with several uses, or the author's words for the place."""
        if wrong.within is None:
            return ""
        piece, parent = self.pieces[wrong.piece], self.pieces[wrong.within]
        has_words = typed(parent.node) in self.author_words
        if not has_words and self._uses[piece.text] < 2 and piece.kind != "number":
            return ""
        if symbol := self._in_symbol(wrong.within):
            return f" {symbol}"
        if parent.kind == "named" or wrong.within in self._wholes or len(parent.text) > MAX_CONTEXT:
            return ""
        is_described = piece.kind == "symbol" and piece.text in self.descriptions
        return f" in {parent.text}" if is_described and not has_words else f" in {self._describe(wrong.within)[0]}"
