"""Names of other quantities next to an answer: `heads: 27648` is no number of parameters.

An answer may hold words of its question.  But a word that names the answer there, as in `word: answer` and
`answer word`, must not be what the question calls another quantity: a number that it gives, a step of its solution, or
what it leaves out.  A word of the sentence that asks is never one of those, nor is a word of the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from string import ascii_lowercase
from typing import Final

from checker.answers.reading import flatten
from checker.answers.unit_text import are_alike, is_unit
from checker.engine.errors import UnreadableAnswer
from checker.notation.text import brief
from checker.notation.units import UnitError, read_unit, unit_of_author
from checker.notation.vocabulary import WORD, lexicon
from checker.problems import Part, Problem

MAX_LENGTH: Final = 1_000
"""Maximum number of characters of an answer with words that name it; others are write-ups."""

_ID: Final = re.compile(r"\s*([^\W\d_][\w -]*?)\s?[:=]")
_FOR: Final = re.compile(r"[\d)\]],?\s+for\s+([^\d=:()\[\]]+)$")
_HAS_WORD: Final = re.compile(r"[^\W\d_]{3}")
_LABEL: Final = re.compile(r"([^\d=≈:()\[\]*/^+√π\\_]+)[=≈:]")
_FRONT: Final = re.compile(r"([^\d=≈:()\[\]*/^+√π\\.,_]+)(?=[\d(\[])")
_BACK: Final = re.compile(r"[\d)\]]\s+([^\d=≈:()\[\]*/^+,;_]+)\.?\s*$")
_WORD: Final = re.compile(WORD)
_NUMBER: Final = re.compile(r"(?<![\w.-])\[?-?\d[\d.,]*(?<=\d)(?![-\w])")
"""A number that is no part of a name, as in GPT-2."""
_AHEAD: Final = re.compile(rf"\s({WORD})")
_BEFORE: Final = re.compile(
    rf"({WORD})(?=(?:\s(?:of|is|are|von|de)|\s?([=:]))?\s({_NUMBER.pattern})\s?([^.,;?!\n]{{0,30}}))"
)
"""A word before a number, the sign between them, the number, and the text after it."""
_COUNT_ASKED: Final = re.compile(
    r"\b(?:how many|number of|wie viele|combien de|cuánt[oa]s|quant[ieao]s?)\b", re.IGNORECASE
)
_ASKS: Final = re.compile(
    r"\?|\b(?:give|compute|calculate|find|determine|write|state|estimate|express|solve|how|what|which|wie|welche[rs]?|was"
    r"|berechnen?|bestimmen?|combien|quel(?:le)?s?|calcule[rz]?|donne[rz]?|cuánt\w+|qué|calcula|quant[oiae]|calcola)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+")
_NOT_COUNTED: Final = re.compile(r"Do not (?:count|include) ([^.?!]+)")
_ITEM: Final = re.compile(r"\s*(?:,|\bor\b|\band\b)\s*")
_NEGATIVE: Final = re.compile(r"\b(?:without|excluding|excl|ignoring|neglecting|ohne|sans|sin|senza)\b", re.IGNORECASE)
_GENERAL: Final = frozenset({"entry", "element", "input", "weight", "parameter", "param"})
"""Words for any of several quantities, besides the fillers and the names of arrays."""
_BETWEEN: Final = re.compile("of|in|for|after|with|per|at|to|on|by|from|over|as|into|and|or|than", re.IGNORECASE)
"""Words that end the name in front of them."""
_LEADING: Final = frozenset({"of", "for", "Of", "For"})
"""Those of them that a name may begin with: `for arrows`."""
_MOST_WORDS: Final = 3
_COUNT_PREFIX: Final = re.compile(r"(?:num|n)_([a-z]\w+)")
_PLAIN_STEP: Final = re.compile(r"[a-z_]+")


class OtherQuantities:
    """The words that name other quantities than the answer to a part."""

    def __init__(self, problem: Problem, part: Part) -> None:
        self._problem = problem
        self._part = part
        self._unit = part.variant.unit_of(part.step)

    def refuse(self, given: str) -> None:
        """Raise UnreadableAnswer for an answer that is called by the name of another quantity."""
        if self._part.kind == "text" or len(given) > MAX_LENGTH:
            return
        if self._ids and (name := self._another_part(given)):
            raise UnreadableAnswer(f'"{name}" is another part of this question. Write only the answer to this part.')
        if self._part.kind == "choice" or not _HAS_WORD.search(given):
            return
        for name, is_behind in _names(given):
            if is_behind and self._unit and is_unit(name):
                continue
            if (head := _head(name)) and self._is_other(head):
                raise UnreadableAnswer(f'"{brief(head)}" is another quantity in this question. {self._instead}')
        for word in _WORD.findall(given):
            if _folded(word) in self._not_counted and not _NEGATIVE.search(given):
                raise UnreadableAnswer(f'This question does not count "{brief(word)}". {self._instead}')

    def _another_part(self, given: str) -> str:
        """Return another part that an answer is labelled with, or is for; `a = 5` may name a symbol."""
        if (label := _ID.match(given)) and label[1].casefold().replace(" ", "-") in self._ids:
            return label[1]
        for found in (_LABEL.match(given), _FOR.search(given)):
            words = _id_words(_name_in(found[1])) if found else frozenset()
            others = [name for name, needed in self._ids.items() if needed and needed <= words]
            if others and not self._own_id <= words:
                return others[0]
        return ""

    @cached_property
    def _own_id(self) -> frozenset[str]:
        return _id_words(f"{self._part.id}")

    @cached_property
    def _ids(self) -> dict[str, frozenset[str]]:
        """Return the ids of the other parts, each with its words that are no fillers."""
        own = {self._part.id, self._part.step.rpartition(".")[2], *self._part.symbols}
        ids = {part.id for part in self._problem.parts if part.id and len(part.id) > 1} - own
        return {each.casefold().replace("_", "-"): _id_words(each) for each in ids if each}

    def _is_other(self, name: str) -> bool:
        """Return whether a word names another quantity.  The steps are worked out last: few words need them."""
        folded = _folded(name)
        if folded in _general() or folded in self._asked or folded not in self._others:
            return False
        return not self._is_own_unit(name)

    def _is_own_unit(self, name: str) -> bool:
        """Return whether a name is a unit of what is asked for, such as euros where that is EUR."""
        wanted = unit_of_author(self._unit) if self._unit and is_unit(name) else None
        return wanted is not None and are_alike(read_unit(name, wanted), wanted)

    @property
    def _instead(self) -> str:
        return f"Write only the answer{f', in {self._unit}' if self._unit else ''}."

    @cached_property
    def _prompt(self) -> str:
        return self._problem.prompt.replace("\u2019", "'")

    @cached_property
    def _asked(self) -> frozenset[str]:
        """Return the words that may name the answer: of the sentences that ask, of the title, of what is asked for."""
        part, problem = self._part, self._problem
        sentences = _SENTENCE.split(_NOT_COUNTED.sub(" ", self._prompt))
        asking = [sentence for sentence in sentences if _ASKS.search(sentence)] or sentences
        given = [{*_things(each), *(word.span(1) for word in _before_numbers(each))} for each in asking]
        words = [
            word[0]
            for sentence, spans in zip(asking, given, strict=True)
            for word in _WORD.finditer(sentence)
            if word.span() not in spans
        ]
        names = [problem.title, problem.label, problem.id, part.id or "", part.step.rpartition(".")[2], *part.symbols]
        return frozenset(map(_folded, [*words, *(each for name in names for each in re.findall(r"[^\W\d_]+", name))]))

    @cached_property
    def _others(self) -> frozenset[str]:
        """Return the words that name other quantities."""
        names = [*self._at_numbers(), *self._given(), *self._steps()]
        own = map(_folded, _WORD.findall(self._unit or ""))
        return frozenset(map(_folded, names)).difference(own)

    def _at_numbers(self) -> Iterator[str]:
        """Yield the words before the numbers in the prompt that are of another kind than the answer."""
        for word in _before_numbers(self._prompt):
            is_name = word[2] == "=" and word[3][0] == "[" and self._part.kind in {"vector", "matrix"}
            if is_name or self._is_of_other_kind(word[4].split()):
                yield word[1]

    def _given(self) -> Iterator[str]:
        """Yield what the parameters of the question are called."""
        arguments = self._part.variant.arguments
        for name in arguments:
            if found := _COUNT_PREFIX.fullmatch(name):
                yield found[1].rpartition("_")[2]
        symbols, pieces = arguments.get("symbols"), arguments.get("pieces")
        for symbol in symbols.values() if isinstance(symbols, dict) else ():
            if isinstance(symbol, dict) and self._is_of_other_kind([f"{symbol.get('unit', '')}"]):
                yield _head(f"{symbol.get('description', '')}")
        for text in pieces.values() if isinstance(pieces, dict) else ():
            if self._is_of_other_kind([]):
                yield _head(f"{text}")

    def _is_of_other_kind(self, unit: list[str]) -> bool:
        """Return whether a number with this unit is of another kind than the answer.

        `unit`: words that begin with the unit, if there is one.  A length of 5 m may become another length.
        """
        wanted = unit_of_author(self._unit) if self._unit else None
        if wanted is None:
            return bool(_COUNT_ASKED.search(self._prompt))
        for count in range(min(len(unit), _MOST_WORDS), 0, -1):
            with suppress(UnitError):
                return not are_alike(read_unit(" ".join(unit[:count]), wanted), wanted)
        return True

    def _steps(self) -> Iterator[str]:
        """Yield the names of the steps on the way that have another value than the answer."""
        board = self._part.variant.board
        own = flatten(board[self._part.step].value)[1] if self._part.kind != "choice" else ()
        for path, step in board.items():
            name = path.rpartition(".")[2]
            if _PLAIN_STEP.fullmatch(name) and flatten(step.value)[1] != own:
                yield name.rpartition("_")[2]

    @cached_property
    def _not_counted(self) -> frozenset[str]:
        """Return the words for what the question leaves out, and names nowhere else."""
        heads = {_head(item) for found in _NOT_COUNTED.findall(self._prompt) for item in _ITEM.split(found)}
        elsewhere = f"{_NOT_COUNTED.sub(' ', self._prompt)} {self._problem.title}"
        return frozenset(map(_folded, heads)).difference(map(_folded, _WORD.findall(elsewhere)), _general())


def _names(given: str) -> Iterator[tuple[str, bool]]:
    """Yield the words that name an answer, and whether they are behind it.

    They are before it, before an equals sign, or right behind it.

    >>> list(_names("hidden width: 27648 heads")), list(_names("[1, 2] for arrows")), list(_names("5 with biases"))
    ([('hidden width', False), ('heads', True)], [('arrows', True)], [])
    """
    if found := _LABEL.match(given) or _FRONT.match(given):
        yield found[1].strip(), False
    if found := _BACK.search(given):
        name = re.sub(r"^for\s+", "", found[1])
        if not _BETWEEN.fullmatch(name.split(maxsplit=1)[0]):
            yield name.strip(), True


def _name_in(text: str) -> str:
    """Return a text up to a preposition in it; empty where it begins with one, and so says only where or when.

    >>> _name_in("hidden width of the network"), _name_in("for arrows"), _name_in("in the layer")
    ('hidden width', 'arrows', '')
    """
    found: list[str] = []
    for word in _WORD.findall(text):
        if _BETWEEN.fullmatch(word) and (found or word not in _LEADING):
            break
        if word.casefold() not in lexicon().fillers:
            found.append(word)
    return " ".join(found)


def _head(text: str) -> str:
    """Return the main word of a name: the last one before a preposition.

    >>> _head("the number of heads"), _head("hidden width of the network"), _head("the answer is about")
    ('heads', 'width', '')
    """
    return _name_in(text).rpartition(" ")[2]


def _before_numbers(text: str) -> Iterator[re.Match[str]]:
    """Yield the words that say what a number in a prompt is: `a width of 64`, `g = 9.81`, `stride 2`.

    >>> [word[1] for word in _before_numbers("Its layer has 4 heads, a width of 64 and stride 2.")]
    ['width', 'stride']
    """
    return (word for word in _BEFORE.finditer(text) if not _ends_name(word[1]))


def _things(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the words for what is counted by a number in a prompt: `4 attention heads`."""
    for number in _NUMBER.finditer(text):
        end = number.end()
        for _ in range(_MOST_WORDS):
            if not (word := _AHEAD.match(text, end)) or _ends_name(word[1]):
                break
            yield word.span(1)
            end = word.end()


@cache
def _general() -> frozenset[str]:
    """Return the words that may name any quantity, and what is no word."""
    return frozenset(map(_folded, lexicon().fillers | lexicon().arrays)) | _GENERAL | set(ascii_lowercase) | {""}


def _ends_name(word: str) -> bool:
    return bool(_BETWEEN.fullmatch(word)) or word.casefold() in lexicon().fillers | lexicon().reserved


def _id_words(name: str) -> frozenset[str]:
    return frozenset(
        _folded(word) for word in re.findall(r"[^\W\d_]+", name) if word.casefold() not in lexicon().fillers
    )


def _folded(word: str) -> str:
    """Return a word in lower case and in the singular.

    >>> _folded("Queries"), _folded("biases"), _folded("bias"), _folded("mass")
    ('query', 'bia', 'bia', 'mass')
    """
    word = word.casefold()
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        word = word[:-2]
    return word.removesuffix("s") if not word.endswith("ss") else word
