"""Refuses an answer whose words name another quantity: `heads: 27648` is no number of parameters.

An answer may hold words of its question.  But a word that names the answer there, as in `word: answer` and `answer
word`, must not be what the question calls another quantity: a number that it gives, a step of its solution, or what it
leaves out.  A word of the sentence that asks is never one of those, nor is a word of the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Literal

from checker.answers.quantity_names import (
    ANY_WORD,
    MOST_WORDS,
    counted_things,
    folded,
    general_words,
    main_word,
    name_before,
    name_behind,
    name_in,
    without_markup,
    words_before_numbers,
)
from checker.answers.reading import flatten
from checker.engine.errors import UnreadableAnswer
from checker.notation.text import brief
from checker.notation.vocabulary import lexicon
from checker.problems import Part, Problem

MAX_LENGTH: Final = 1_000
"""Maximum number of characters of an answer with words that name it; others are write-ups."""

_ID: Final = re.compile(r"\s*([^\W\d_][\w -]*?)\s?[:=]")
_FOR: Final = re.compile(r"[\d)\]],?\s+for\s+([^\d=:()\[\]]+)$")
_HAS_WORD: Final = re.compile(r"[^\W\d_]{3}")
_COUNT_ASKED: Final = re.compile(
    r"\b(?:how many|number of|wie viele|combien de|cuánt[oa]s|quant[ieao]s?)\b", re.IGNORECASE
)
_ASKS: Final = re.compile(
    r"\?|\b(?:give|compute|calculate|find|determine|write|state|say|name|estimate|express|solve|work out|berechnen?"
    r"|bestimmen?|gib|calcule[rz]?|donne[rz]?|calcula|halla|calcola|dai)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+")
_NOT_COUNTED: Final = re.compile(r"Do not (?:count|include) ([^.?!]+)")
_ITEM: Final = re.compile(r"\s*(?:,|\bor\b|\band\b)\s*")
_WITHOUT: Final = re.compile(r"\b(?:without|excluding|excl|ignoring|neglecting|ohne|sans|sin|senza)\b", re.IGNORECASE)
_AUTHORS_OWN: Final = frozenset({"formula", "numeric"})
"""Types of questions in which a number that is given may be of the same kind as the answer."""
_COUNT_PREFIX: Final = re.compile(r"(?:num|n)_([a-z]\w+)")
_PLAIN_STEP: Final = re.compile(r"[a-z_]+")


class OtherQuantities:
    """The words of a question that name other quantities than the answer to this part."""

    def __init__(self, problem: Problem, part: Part) -> None:
        self._problem = problem
        self._part = part
        self._unit = part.variant.unit_of(part.step)

    def refuse(self, given: str) -> None:
        """Raise UnreadableAnswer if the words around an answer name another quantity than the one asked for.

        So it does for words that name another part, or what the question says it does not count.
        """
        if self._part.answer_kind.needs_person or len(given) > MAX_LENGTH:
            return
        given = without_markup(given)
        if self._ids and (name := self._another_part(given)):
            raise UnreadableAnswer(f'"{name}" is another part of this question. Write only the answer to this part.')
        if self._part.answer_kind.has_options or not _HAS_WORD.search(given):
            return
        behind = name_behind(given)
        for name in (name_before(given), "" if self._measures(behind) else behind):
            if (head := main_word(name)) and self._is_other(head):
                raise UnreadableAnswer(f'"{brief(head)}" is another quantity in this question. {self._instead}')
        words = ANY_WORD.findall(given)
        if not lexicon().negations.isdisjoint(map(str.casefold, words)) or _WITHOUT.search(given):
            return
        for word in words:
            if folded(word) in self._not_counted:
                raise UnreadableAnswer(f'This question does not count "{brief(word)}". {self._instead}')

    def _another_part(self, given: str) -> str:
        """Return the id of another part that the words around an answer name: `rates: 5` or `5 for the rates`.

        It is empty if there is none.
        """
        if (label := _ID.match(given)) and label[1].casefold().replace(" ", "-") in self._ids:
            return label[1]
        behind = _FOR.search(given)
        for name in (name_before(given), behind[1] if behind else ""):
            words = _id_words(name_in(name))
            others = [each for each, needed in self._ids.items() if needed and needed <= words]
            if others and not self._own_id <= words:
                return others[0]
        return ""

    @cached_property
    def _own_id(self) -> frozenset[str]:
        """Return the words of this part's id."""
        return _id_words(f"{self._part.id}")

    @cached_property
    def _ids(self) -> dict[str, frozenset[str]]:
        """Return the ids of the other parts, each with its words that are no fillers."""
        own = {self._part.id, self._part.step.rpartition(".")[2], *self._part.symbols}
        ids = {part.id for part in self._problem.parts if part.id and len(part.id) > 1} - own
        return {each.casefold().replace("_", "-"): _id_words(each) for each in ids if each}

    def _is_other(self, name: str) -> bool:
        """Return whether a word names another quantity.  The steps are worked out last: few words need them."""
        word = folded(name)
        if word in general_words() or word in self._asked or word not in self._others:
            return False
        return self._measures(name) != "the same"

    @property
    def _instead(self) -> str:
        """Return the advice at the end of an error, with the unit that is asked for."""
        return f"Write only the answer{f', in {self._unit}' if self._unit else ''}."

    @cached_property
    def _prompt(self) -> str:
        """Return the prompt with plain apostrophes."""
        return self._problem.prompt.replace("\u2019", "'")

    @cached_property
    def _asked(self) -> frozenset[str]:
        """Return the words that may name the answer: of the sentences that ask, of the title, of what is asked for."""
        part, problem = self._part, self._problem
        sentences = _SENTENCE.split(_NOT_COUNTED.sub(" ", self._prompt))
        asking = [sentence for sentence in sentences if _ASKS.search(sentence)] or sentences
        given = [{*counted_things(each), *(word.span(1) for word in words_before_numbers(each))} for each in asking]
        words = [
            word[0]
            for sentence, spans in zip(asking, given, strict=True)
            for word in ANY_WORD.finditer(sentence)
            if word.span() not in spans
        ]
        names = [problem.title, problem.label, problem.id, part.id or "", part.step.rpartition(".")[2]]
        words += [*part.symbols, *(each for name in names for each in re.findall(r"[^\W\d_]+", name))]
        return frozenset(map(folded, words))

    @cached_property
    def _others(self) -> frozenset[str]:
        """Return the words that name other quantities."""
        names = [*self._at_numbers(), *self._given(), *self._steps()]
        own = map(folded, ANY_WORD.findall(self._unit or ""))
        said = map(folded, re.findall(r"[^\W\d_]+", self._prompt))
        return frozenset(map(folded, names)).intersection(said).difference(own)

    def _at_numbers(self) -> Iterator[str]:
        """Yield the words before the numbers in the prompt that are of another kind than the answer."""
        for word in words_before_numbers(self._prompt):
            if self._unit:
                is_other = self._is_of_other_kind(word[4].split(), otherwise=True)
            elif self._part.answer_kind.is_list:
                is_other = word[2] == "=" and word[3][0] == "["
            else:
                is_other = bool(_COUNT_ASKED.search(self._prompt))
            if is_other and (self._unit or self._problem.type not in _AUTHORS_OWN):
                yield word[1]

    def _given(self) -> Iterator[str]:
        """Yield the words that name the parameters of the question.

        In an author's own formula, only those with a unit of another kind than the answer's.
        """
        arguments = self._part.variant.arguments
        if self._problem.type not in _AUTHORS_OWN:
            yield from (name[1].rpartition("_")[2] for name in map(_COUNT_PREFIX.fullmatch, arguments) if name)
            return
        symbols = [each for each in (arguments.get("symbols") or {}).values() if isinstance(each, dict)]
        described = [(f"{each.get('description', '')}", f"{each.get('unit', '')}") for each in symbols]
        described += [(words, "") for words in (arguments.get("pieces") or {}).values()]
        for words, unit in described:
            head = main_word(words)
            if self._is_of_other_kind([unit], otherwise=False) or self._is_of_other_kind([head], otherwise=False):
                yield head

    def _is_of_other_kind(self, unit: list[str], *, otherwise: bool) -> bool:
        """Return whether a number with this unit measures something else than the answer.

        `unit` has words that may begin with a unit; if they do not, return `otherwise`.
        """
        for count in range(min(len(unit), MOST_WORDS), 0, -1):
            if found := self._measures(" ".join(unit[:count])):
                return found == "other"
        return otherwise

    def _measures(self, unit: str) -> Literal["", "the same", "other"]:
        """Return what a unit measures, compared with the answer's; empty where it is no unit, or none is asked for."""
        if not self._unit:
            return ""
        from checker.answers.unit_text import are_alike  # here, because most questions have no unit
        from checker.notation.units import UnitError, read_unit, unit_of_author

        wanted = unit_of_author(self._unit)
        try:
            return "the same" if are_alike(read_unit(unit, wanted), wanted) else "other"
        except UnitError:
            return ""

    def _steps(self) -> Iterator[str]:
        """Yield the names of the steps on the way that have another value than the answer."""
        board = self._part.variant.board
        own = flatten(board[self._part.step].value)[1] if not self._part.answer_kind.has_options else ()
        for path, step in board.items():
            name = path.rpartition(".")[2]
            if _PLAIN_STEP.fullmatch(name) and flatten(step.value)[1] != own:
                yield name.rpartition("_")[2]

    @cached_property
    def _not_counted(self) -> frozenset[str]:
        """Return the words for what the question says it leaves out, unless the prompt or title has them elsewhere."""
        heads = {main_word(item) for found in _NOT_COUNTED.findall(self._prompt) for item in _ITEM.split(found)}
        elsewhere = f"{_NOT_COUNTED.sub(' ', self._prompt)} {self._problem.title}"
        return frozenset(map(folded, heads)).difference(map(folded, ANY_WORD.findall(elsewhere)), general_words())


def _id_words(name: str) -> frozenset[str]:
    """Return the words of an id; a rate is not the part `rates`."""
    return frozenset(map(str.casefold, re.findall(r"[^\W\d_]+", name))) - lexicon().fillers
