"""Finds the pieces of a sentence that may be answers: numbers, lists, orders of growth, formulas, and other forms.

Other forms are intervals and complex numbers. Lists below each other become a matrix.  `with_doubts` finds what signs
around a piece say against it: `≠ 5`, `5 ± 1`, `1,536 or 1,538`, `1,536 – 1,538`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, product, zip_longest
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import SPELLINGS
from checker.kinds.matrix import kind as matrix
from checker.reading.arithmetic import read_single
from checker.reading.sides import agree
from checker.text.number import Hints, StatedNumber
from checker.text.numeral import INDIAN
from checker.text.plain import end_of_bracket, plain
from checker.text.vocabulary import lexicon
from checker.writeups.questions.statements import ROW_ENDINGS, ROW_OPENINGS
from checker.writeups.results.numbers import (
    LISTS,
    OPERAND,
    Piece,
    as_list,
    lists,
    numbers,
    result_cues,
)

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


DOUBTS: Final = frozenset({"denial", "doubt", "quotation", "retraction", "corrected", "earlier", "part"})
"""Cues of results that only a person can accept: the kinds of doubt in doubt.txt."""

_OPENED: Final = r"[\s*_$(\[]*"
"""Signs right before a result."""
_AGAINST_BEFORE: Final = re.compile(
    rf"(?:≠|!=|\\neq?\b|(?<![\s<>=-])\s*(?:[<>]=?|[≤≥⩽⩾])|\\[lg]eq?\b|\\[lg]t\b){_OPENED}$"
    r"|[^\W\d_]\($|(?<![\d\\\s])\s*%\s*=\s*$"
)
_AGAINST_AFTER: Final = re.compile(
    r"[\s)\]*_$]*(?:≠|!=|\\neq?\b|[✗✘❌]|(?:[^\W\d_]{1,5}\s*)?(?:±|\+/-|\\pm\b))"
    r"|\s+(?:[<>]=?|[≤≥⩽⩾])\s+[^\W\d]|\s*(?:\.{2,3}|…)\s?\d"
    r"|\s*\(\s*[×x·*/]\s*\d|\s*=\s*\d+\s?%"
)
_REACH: Final = 40
"""Characters before a result that are looked at."""
_OR: Final = re.compile(
    r"(?:\s+[^\W\d]+){0,2}?[\s()\],;:/*_$]*\b(?:or|oder|ou|oppure|soit|(?<!, )(?<!; )[ou]|или|vs|versus)\b"
    r"[^.;\d]{0,20}",
    re.IGNORECASE,
)
"""Between two results of which one may be the answer."""
_TO: Final = re.compile(
    r"(?:\s*[^\W\d_]{1,12})?[\s$)\]\\]*(?<!\w)(?:to|and|bis|und|à|a|et|hasta|y|e|en|i|tot)(?!\w)[\s$(\[\\]*"
)
_FROM: Final = re.compile(r"\b(?:between|from|zwischen|von|entre|de|tussen|tra|fra)\s*$", re.IGNORECASE)
"""Before the first end of a range."""
_EQUALS: Final = re.compile(r"(?:\^\(?T\)?|ᵀ)?[^\S\n]*(?P<unit>[^\W\d]{0,3}|[€$£])[^\S\n]*[=≈][^\S\n]*")
_GOES_ON: Final = re.compile(r"[^\W\d]{1,3}(?![^\W\d])|[%€$£+−*/×·^-]")
"""Behind a number with a unit that the other side lacks, or that is not all of its side: `90 = 1.5 h`, `10 = 2 · 5`."""
_ARRAYS: Final = frozenset({"vector", "matrix"})
_FEWEST_DIGITS: Final = 3
"""Signs of the ends of a range, so that `3 – 4` may be anything."""


def with_doubts(text: str, found: Sequence[Piece]) -> list[Piece]:
    """Return the results of a sentence, each with a cue where the signs around it speak against it."""
    pairs = pairwise([piece for piece in found if "stacked" not in piece.cues])  # it is made of the others
    either = {piece for pair in pairs if _are_alternatives(text, *pair) for piece in pair}
    either |= {piece for pair in pairwise(found) if _is_unequal(text, *pair) for piece in pair}
    return [piece.with_cues("doubt") if piece in either or _is_against(text, piece) else piece for piece in found]


def _is_against(text: str, piece: Piece) -> bool:
    """Return whether a sign next to a result makes it a bound, or says that it is none."""
    before = text[max(0, piece.start - _REACH) : piece.start]
    is_argument = before[-1:].isalpha() and text[piece.start] == "("
    is_share = piece.kind in _ARRAYS and text[piece.end :].lstrip().startswith("%")
    return is_argument or is_share or bool(_AGAINST_BEFORE.search(before) or _AGAINST_AFTER.match(text, piece.end))


def _are_alternatives(text: str, first: Piece, second: Piece) -> bool:
    """Return whether what is between two pieces offers a choice, or makes them the ends of a range."""
    link = text[first.end : second.start]
    if _OR.fullmatch(link):
        return True
    lengths = len(first.text), len(second.text)
    if re.fullmatch(r"\s*(?:\.{2,3}|…|[–—])\s*", link):
        return min(lengths) >= _FEWEST_DIGITS
    before = text[max(0, first.start - _REACH) : first.start]
    return max(lengths) >= _FEWEST_DIGITS and bool(_TO.fullmatch(link) and _FROM.search(before))


def _is_unequal(text: str, first: Piece, second: Piece) -> bool:
    """Return whether two results are the sides of an equation, and neither is the other one rounded."""
    link = _EQUALS.fullmatch(text, first.end, second.start)
    after = text[second.end :].lstrip()
    is_other = first.kind != second.kind and not {first.kind, second.kind} <= _ARRAYS
    if not link or is_other or min(len(first.text), len(second.text)) <= 1:
        return False  # `3 = 40` may be the third answer
    before = text[max(0, first.start - _REACH) : first.start]
    # before what is not all of its side of an equation: `2 · 5 = 10`, `x5 = 10`, the mean of `(1, 2), (3, 4)`
    if re.search(r"[-+−–*/×·^√]\s*$|\w$", before) or (first.kind in _ARRAYS and re.search(r"[\d)\]}],? $", before)):
        return False
    if link["unit"] and not re.match(rf"{re.escape(link['unit'])}(?![^\W\d_])", after):
        return False
    if not link["unit"] and _GOES_ON.match(after):
        return False
    readings = product(_readings(first.text), _readings(second.text))
    alike = [all(map(agree, one, other)) for one, other in readings if len(one) == len(other)]
    return bool(alike) and not any(alike)


def _readings(text: str) -> Iterator[tuple[StatedNumber, ...]]:
    """Yield the numbers of a result, with decimal points and with decimal commas."""
    for decimal in ("point", "comma"):
        hints = Hints(whole=False, decimal=decimal)
        with suppress(UnreadableAnswer):
            number = re.fullmatch(r"[-−]?\d+(?:[.,]\d+)*", text) and read_single(plain(text), hints)
            found = (number,) if number else matrix.read(text, hints).numbers
            yield tuple(each._replace(half=each.half * 10**each.zeros) for each in found)
