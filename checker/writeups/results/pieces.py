"""Finds the pieces of a sentence that may be answers: numbers, lists, orders of growth, formulas, and other forms.

Other forms are intervals and complex numbers. Lists below each other become a matrix.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from checker.formula.functions import SPELLINGS
from checker.text.numeral import INDIAN
from checker.text.plain import end_of_bracket
from checker.text.vocabulary import lexicon
from checker.writeups.results.lists import LISTS, OPERAND, ROW_ENDINGS, ROW_OPENINGS, as_list, lists
from checker.writeups.results.numbers import Piece, numbers, result_cues

CLAUSE_END: Final = re.compile(r"[.;!?](?=\s|$)(?!\s*\d)")

_IN_CLAUSE: Final = frozenset({"in_brackets", "middle"})
"""Cues of a piece after which its clause goes on."""
_LETTERS: Final = r"OΘΩo0\N{MATHEMATICAL SCRIPT CAPITAL O}\N{CYRILLIC SMALL LETTER O}"
_SIGN: Final = re.compile(rf"(?<![\w.,])(?:\\(?:mathcal|Theta|Omega)\b\s*\{{?O?\}}?|[{_LETTERS}])\s*(?:\\left)?\s*\(")
_LONGEST: Final = 200
"""Characters within the brackets."""
_BETWEEN: Final = re.compile(
    rf"[\s,;]*+(?:and|und|et|y)?[\s,;]*+|[ \])]*+[{ROW_ENDINGS}]?[,;]?[^\S\n]*+\n\s*+[{ROW_OPENINGS}]?[ \[(]*"
)
"""What is between two lists of a matrix."""
_SENTENCE: Final = re.compile(r"[^\n;]+")
_PART_LABEL: Final = re.compile(r"\s*\(?[a-h][.)]\s+")
"""The letter of a part, which is no factor of the formula behind it: `(d) h^2 + hd`."""
_SIDE: Final = re.compile(r"[^=≈⇒→]+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_COMMAND: Final = re.compile(r"\\[a-z]+")
_WORD: Final = re.compile(r"(?<![\\\w])[^\W\d_]{2,}(?:['’-][^\W\d_]+)*(?![\w(^{])")
"""A word, but no command, name with a sign behind it, or function."""
_BEFORE: Final = re.compile(r"(?:[^\w(\[{√\\⌊⌈|+−–-]|[)\]}](?!\s*[*/^]))*(?:[+–-](?!\S))?")
"""What stands before a formula and is no part of it."""
_AFTER: Final = re.compile(r"[^\w)\]}⌋⌉|!²³']*$")
_ENDED: Final = re.compile(r"[,:]\s|!\s+(?=[^\W\d_a-z][^\W\d_])")
"""What a formula goes on after only in brackets."""

_NUMBER: Final = r"[-−]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?"
_NO_UNIT: Final = r"(?!(?:in|is|of|at|for|and|or|the|so|we|as|to|by|not|but|mit|und|ist|et|ou|y|o)\b)"
_UNIT: Final = rf"(?:\s?{_NO_UNIT}[^\W\d_]{{1,3}}(?![\w<>≤≥]))?"
_LESS: Final = r"(?:<=|≤|<|\\leq?\b|\\lt\b)"
_MORE: Final = r"(?:>=|≥|>|\\geq?\b|\\gt\b)"
_NAME: Final = r"\s*\|?\\?[^\W\d_][\w\\{}^]*\|?\s*"
_CARTESIAN: Final = rf"{_NUMBER}\s*[+−-]\s*(?:[ij]\s?\d[\d.,]*|\d*(?:[.,]\d+)?\s?[ij](?![\w]))"
_POLAR: Final = rf"{_NUMBER}\s*(?:∠|\\angle)\s*{_NUMBER}\s*(?:°|\^\s?\{{?\\circ\}}?)?"
_PATTERNS: Final = {
    "interval": re.compile(
        rf"(?<![\w.,]){_NUMBER}{_UNIT}\s*(?:{_LESS}{_NAME}{_LESS}|{_MORE}{_NAME}{_MORE})\s*{_NUMBER}{_UNIT}"
        rf"|(?<![\w.,]){_NUMBER}\s*(?:±|\\pm\b|\+/-)\s*{_NUMBER}{_UNIT}"
        rf"|[\[(\]]\s*{_NUMBER}\s*(?:;|,\s)\s*{_NUMBER}\s*[\])\[]{_UNIT}"
        rf"|\bbetween\s+{_NUMBER}{_UNIT}\s+and\s+{_NUMBER}{_UNIT}"
    ),
    "complex": re.compile(
        rf"(?<![\w.,(])(?:{_CARTESIAN}|{_POLAR})"
        rf"|(?<![\w.,)·*/^×])(?<![\w)·*/^×+−-]\s)\(\s*(?P<inside>{_CARTESIAN}|{_POLAR})\s*\)(?!\s*[·*/^×(+−-])"
        rf"|(?<=\()(?:{_POLAR})"
    ),
}
NAMES: Final = frozenset(_PATTERNS)
"""The kinds of results that have such a form."""


def pieces(text: str, kinds: Collection[str]) -> Iterator[Piece]:
    """Yield the pieces of a sentence that may be answers of these kinds, in their order.

    If it has a bracket, its lists come too, whatever the kinds. Numbers in lists, orders of growth and other forms are
    left out.
    """
    end = 0
    for found in sorted(_found(text, kinds), key=lambda each: each.start):
        clause = max((match.end() for match in CLAUSE_END.finditer(text, end, found.start)), default=end)
        yield found._replace(clause=clause)
        if _IN_CLAUSE.isdisjoint(found.cues):
            end = found.end


def _found(text: str, kinds: Collection[str]) -> Iterator[Piece]:
    """Yield all pieces of a sentence, kind by kind; numbers in other pieces are left out."""
    taken = bytearray(len(text))
    found = [each for name in sorted(NAMES.intersection(kinds)) for each in forms(text, name)]
    found += orders(text) if "complexity" in kinds else ()
    for each in found:
        each.take(taken)
    yield from found
    if not {*LISTS}.isdisjoint(kinds) or re.search(r"[\[(⟨<{]", text):
        yield from _lists(text, kinds, taken)
    if "number" in kinds:
        yield from (each for each in numbers(text) if not taken[each.start])
    if "formula" in kinds:
        yield from _formulas(text)


def _lists(text: str, kinds: Collection[str], taken: bytearray) -> Iterator[Piece]:
    """Yield the lists of a statement, and the matrices that they are the rows of."""
    found = lists(text)
    is_of_numbers = {*LISTS}.isdisjoint(kinds)
    for each in found:
        if each.kind != "shape" and not (is_of_numbers and INDIAN.fullmatch(text, each.start, each.end)):
            each.take(taken)
    results = [each for each in found if each.cues != OPERAND]
    stacked = list(_stacks(text, [each for each in results if each.kind == "vector"]))
    for each in results:
        is_row = any(stack.start <= each.start < stack.end for stack in stacked)
        yield each.with_cues("one_of_several") if is_row else each
    if "matrix" in kinds:
        yield from stacked


def orders(text: str) -> Iterator[Piece]:
    """Yield the orders of growth in a sentence, such as `O(n^2)`."""
    for each in _SIGN.finditer(text):
        start, end = each.start(), end_of_bracket(text, each.end() - 1, _LONGEST)
        if end:
            shown = " ".join(text[start:end].split())
            yield Piece("complexity", start, end, shown, result_cues(text, start, end) or ("middle",))


def _stacks(text: str, vectors: Sequence[Piece]) -> Iterator[Piece]:
    """Yield a matrix for each run of lists that follow one another with nothing but separators between them."""
    run: list[Piece] = []
    for each, following in zip_longest(vectors, vectors[1:]):
        run.append(each)
        if following is None or not _BETWEEN.fullmatch(text[each.end : following.start]):
            if len(run) > 1:
                rows = as_list(row.text for row in run)
                yield Piece("matrix", run[0].start, each.end, rows, (*run[0].cues, "stacked"))
            run = []


def _formulas(text: str) -> Iterator[Piece]:
    """Yield the sides of equations that are formulas, with their cues.

    >>> [each.text for each in _formulas("Counted as asked: 2·d·H·(k + v)")]
    ['2·d·H·(k + v)']
    """
    for sentence in _SENTENCE.finditer(text):
        label = _PART_LABEL.match(sentence[0])
        sides = list(_SIDE.finditer(sentence[0], label.end() if label else 0))
        for number, side in enumerate(sides):
            equals = ("equals",) if number else ()
            goes_on = ("goes_on",) if number < len(sides) - 1 else ()
            for start, end in _without_prose(side[0]):
                written = side[0][start:end]
                if _is_formula(written):
                    begin = sentence.start() + side.start()
                    words = result_cues(text, begin + start, begin + end) or ()
                    # cues of a formula that is mentioned in passing
                    passing = (cue for cue in words if cue in {"compared", "about", "questioned"})
                    cues = (*equals, *goes_on, *passing, "side")
                    yield Piece("formula", begin + start, begin + end, written, cues)


def _without_prose(side: str) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a side without words of running text begin and end."""
    begin = 0
    breaks = [word.span() for word in _WORD.finditer(side) if _is_prose(word[0])]
    breaks += [
        each.span()
        for each in _ENDED.finditer(side)
        if side.count("(", 0, each.start()) <= side.count(")", 0, each.start())
    ]
    for stop, following in [*sorted(breaks), (len(side), len(side))]:
        piece = side[begin:stop]
        before, after = _BEFORE.match(piece), _AFTER.search(piece)
        start = begin + (before.end() if before else 0)
        end = begin + (after.start() if after else len(piece))
        if start < end:
            yield start, end
        begin = max(begin, following)


def _is_prose(word: str) -> bool:
    folded = word.casefold()
    if any(sign.isnumeric() for sign in word) or folded in SPELLINGS:  # abk²
        return False
    words = lexicon()
    # letters from which a word is no symbol
    return len(word) >= 4 or folded in words.prose or folded in words.fillers or folded in words.negations


def _is_formula(text: str) -> bool:
    """Return whether a piece calculates with symbols, and is no sentence."""
    if not _LETTER.search(text) or not re.search(r"[\d+·*/^×(]|\\frac|√", text):
        return False
    # maximum number of words of a formula that is a whole side; text with more is a sentence
    return len(_WORD.findall(_COMMAND.sub("", text))) <= 2


def forms(text: str, name: str) -> Iterator[Piece]:
    """Yield the pieces of a sentence that match the pattern of a kind (`name`): interval or complex."""
    for found in _PATTERNS[name].finditer(text):
        written = found.groupdict().get("inside") or found[0]  # without brackets around all of it
        yield Piece(name, *found.span(), written.strip(), ())
