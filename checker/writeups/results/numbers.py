"""Finds numbers in a sentence, and vectors, matrices and shapes, which it gives as text that can be read as an answer.

Cues tell a result from a number in the working (`result_cues`).  What brackets hold is a list if it can be read as one
that is typed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.kinds.matrix import kind as matrix_kind
from checker.reading.rows import TRANSPOSED
from checker.text import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import GROUPED, NUMERAL, read_numeral
from checker.text.plain import closings
from checker.text.vocabulary import lexicon
from checker.units.reading import may_be_unit
from checker.writeups.language.words import one_of

_GROUPED: Final = r"\d{1,3}(?:[,'’\u00a0\u202f\u2009 _]\d{3})+(?!\d)(?:[.,]\d+)?"
_PLAIN: Final = r"(?:\d++(?:[.,]\d++)*|\.\d++)"
_POWER: Final = r"(?:\s*[×x·*]\s*10\s*(?:\^\s*\{?\s*[-−+]?\d{1,3}\s*\}?|[⁻⁺]?[⁰¹²³⁴-⁹]+)|[eE][-+−]?\d{1,3}(?!\w))?"
_SCALE: Final = rf"(?:\s?(?i:{'|'.join(sorted(lexicon().scales, key=len, reverse=True))})\b\.?|\s?[kKMGBT](?![\w/]))?"
_GLUED: Final = (
    r"(?=(?:[kM]?Wh|[kMm]W|[kMm]J|[kmµμu]g|[kcmnµμ]m|[mnµμ]s|mA|[km]V|[kMG]?Hz|[kKMGT]i?B|[kMG]?Pa|[kMG]N|[kM]?Nm|[mnµμu]?mol|m[lL]|min|eV"
    r"|EUR|USD)\b|(?:(?<=[.,]\d)|(?<=[.,]\d\d)|(?<=[.,]\d\d\d))[msJVANWKghlL]\b)"
)
"""A unit without a space before it: `3.68kWh`; one of one letter only after decimals, for `2N` may be a product."""
NUMBER: Final = re.compile(
    r"(?<![\w.^_\\])(?<![_^]\{)(?<!\d[,'])"
    rf"(?P<sign>[-−–±][^\S\n]?)?(?P<number>(?:{_GROUPED}|{_PLAIN}){_POWER})(?P<scale>{_SCALE})(?P<percent>\s?%)?"
    rf"(?![\w^_]*+\()(?:(?!\w)|{_GLUED})(?![.,]\d)"
)
_FRACTION: Final = re.compile(r"(?<![\w.,^_/\\])[-−]?\d{1,6}\s?/\s?\d{1,6}(?![\w/.]|\s*[×·*/^(])")
_MINUEND: Final = re.compile(r"(?:[\d)\]}²³]|(?<![^\W\d_])\w)\s*$")
"""What is before a minus sign that subtracts: a value, or a symbol of one letter."""
_PART_LABEL: Final = re.compile(r"(?:^|[\n;])\s*\(?(?:[a-h]|[ivx]{1,3}|\d)[.)]\s+$")
_NEGATIVE_PRICE: Final = re.compile(r"(?:^|[=:≈(\s])([-−–])\s?\\?[€$£¥]\s?$")
"""A minus sign before a currency sign: `−$2,118.84`."""
_ENDED: Final = re.compile(r"\w\s*$")
"""What is before a dash: any word."""

_SIGN: Final = r"=>|->|=+|≈|≃|⇒|→|∴|:"
_AFTER_SIGN: Final = re.compile(
    rf"(?:{_SIGN}|\b{one_of('result-verbs')}(?:\s+(?:it|this|that|us|me|das|uns))?)"
    rf"\s*(?:{one_of('hedges')}\s*)*[(\[*]*\s*$",
    re.IGNORECASE,
)
_OPERATED_BEFORE: Final = lazy_pattern(
    rf"(?:\\[lr](?:floor|ceil)\s|\bx|\b{one_of('operators')})\s*[({{\[]*\s*$", re.IGNORECASE
)
_OPERATORS: Final = frozenset("×·*+/^√-−⌊⌈±")
"""Signs before an operand."""
_OPERATED_AFTER: Final = re.compile(
    r"[)}\]]*[^\S\n]*(?:\\r(?:floor|ceil)|[⌋⌉]|[×·*+/^²³⁴]|[-−]\s?[\d(√]|x\s?\d|x\s?\(|,\s*(?:x|×|times|mal)\s?\d"
    r"|(?:times|mal|plus|minus)\b|(?:fois|por)\s\d)",
    re.IGNORECASE,
)
_RELATED_AFTER: Final = re.compile(
    r"[)}\]]*\s*(?:[^\W\d_]{1,12}\s*)?(?:(?:=|≈|⇒|=>|->|→)(?=[^.;\n]{0,40}\d)|:\s*\n\s*\d)"
    r"|,?\s*(?:plus|minus|times)\s(?=[^.;\n]{0,40}\d)"
)
_NUMBERED: Final = lazy_pattern(rf"\b{one_of('numbered-things')}[.\s#:–-]*$")
_WITH: Final = r"(?!,\s*(?:with|mit|avec|con|com|met|counting|including)\b)"
"""A comma behind which the student goes on to what is asked: `without biases it would be 65968, with biases 66082`."""
_COMPARED: Final = lazy_pattern(
    rf"\b{one_of('comparisons')}\b(?:{_WITH}[^.;=]){{0,40}}$"
    r"|\b(?:not|nicht)\W*$"
    rf"|\b{one_of('examples')}\b[^.;]{{0,15}}$"
)
_COMPARED_SENTENCE: Final = lazy_pattern(
    rf"(?:^|[.!?;]\s+){one_of('comparing-sentences')}\b(?:{_WITH}[^!?;])*$"
    rf"|(?:^|\n|[(]|[.!?;]\s)\W*{one_of('checks')}\b[^\n]*$"
)
_SENTENCE: Final = 200
"""Characters before a number in which its sentence begins."""
_CONCLUDES: Final = lazy_pattern(rf"(?:=>|⇒|∴|\b{one_of('conclusions')})\b[^.;]{{0,60}}$")
_ANSWERS: Final = lazy_pattern(rf"\b{one_of('answers')}\b[^.;]{{0,40}}$")
_TOTALS: Final = lazy_pattern(rf"\b{one_of('totals')}\b[^.;]{{0,60}}$")
_ABOUT: Final = lazy_pattern(rf"(?:\b{one_of('approximations')})\W*$")
_ONE_WORD: Final = re.compile(r"\s*[^\d\W]{0,12}[\s.;,*)]*")
_RULE: Final = re.compile(r"(?:^|\n)\s*[-–—=_]{4,}\s*\n\s*$")
_REMARK: Final = re.compile(r"\s*\([^()\n]{1,30}\)(?=[\s.;*]*(?:\n|$))")
"""`(about 44M)` at the end of a line."""
_OPEN_BRACKET: Final = re.compile(r"\((?!\s*(?:\+|plus|with))[^()]*$")
_BEFORE, _AFTER = 80, 40
"""Characters before and after a number that are looked at."""
_RESULT_SIGNS: Final = frozenset("=≈≃⇒→∴:")
"""Signs of `_AFTER_SIGN`; most results are known by one, without a search."""
_SIGN_CUES: Final = {
    "=": "equals", "≈": "equals", ":": "colon", "⇒": "arrow", "→": "arrow", ">": "arrow", "∴": "arrow",
}  # fmt: skip


class Piece(NamedTuple):
    """A piece of a statement that may be an answer, with its kind, such as `number` or `vector`, and its place."""

    kind: str
    start: int
    end: int
    text: str
    cues: tuple[str, ...]
    """What speaks for and against it: keys of `WEIGHTS`."""
    clause: int = 0
    """Where its clause begins; the clause of a result ends with it."""

    def with_cues(self, *cues: str) -> Piece:
        """Return the piece with more cues."""
        return self._replace(cues=(*self.cues, *cues))

    def take(self, taken: bytearray) -> None:
        """Set the bytes of its signs to 1."""
        taken[self.start : self.end] = b"\1" * (self.end - self.start)


def numbers(text: str) -> Iterator[Piece]:
    """Yield the numbers and fractions in a sentence that may be results, with cues for and against each.

    A cue is a named feature, such as an equals sign before it.
    """
    for start, end in _spans(text):
        if (cues := result_cues(text, start, end)) is not None:
            found = text[start:end].strip().replace("\n", " ")
            is_negative = _NEGATIVE_PRICE.search(text, max(0, start - _BEFORE), start)
            yield Piece("number", start, end, f"-{found}" if is_negative else found, cues)


def result_cues(text: str, start: int, end: int) -> tuple[str, ...] | None:
    """Return the cues for and against a number; None if it is no result: an operand, a time, the 3 of `layer 3`."""
    before, after = text[max(0, start - _BEFORE) : start], text[end : end + _AFTER]
    if rule := _RULE.search(before):  # a column of numbers, and their result below it
        before = f"{before[: rule.start()]}\n="
    is_operand = _end(before, "({[") in _OPERATORS or _OPERATED_AFTER.match(after) or _OPERATED_BEFORE.search(before)
    if is_operand and (before.strip() or not _is_only_unit(after)):  # `0.13 /h`
        return None
    # digits of the largest number that may count layers, steps or pages
    is_small = end - start <= 3 and text[start:end].strip().isdigit()
    if is_small and _NUMBERED.search(before.lower()) and not re.search(r"[=:]\s*$", before):
        return None
    words = before.lower()  # to search without regard to case takes twice as long
    line = words.replace("\n", " ")
    sentence = text[max(0, start - _SENTENCE) : start].lower()
    is_answer = bool(_ANSWERS.search(words))
    is_concluded = not is_answer and bool(_CONCLUDES.search(words))
    place = _place_cue(before, after)
    is_end = place == "middle" and (is_answer or is_concluded) and _is_only_unit(after)
    checks = {
        "end" if is_end else place: True,
        "goes_on": bool(_RELATED_AFTER.match(after)),
        "answer_word": is_answer,
        "so_word": is_concluded,
        "total_word": bool(_TOTALS.search(line)),
        "compared": bool(_COMPARED.search(line) or _COMPARED_SENTENCE.search(sentence)),
        "in_brackets": ")" in after and bool(_OPEN_BRACKET.search(before) and re.match(r"[^()]*\)", after)),
        "about": bool(_ABOUT.search(words)),
        "questioned": after.lstrip().startswith("?"),
    }
    return tuple(cue for cue, holds in checks.items() if holds)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the fractions, then those of the numbers that are in no fraction."""
    fractions = [each.span() for each in _FRACTION.finditer(text)]
    yield from fractions
    following = iter([*fractions, (len(text) + 1, len(text) + 1)])
    first, last = next(following)
    for each in NUMBER.finditer(text):
        start, end = each.span()
        while last <= start:
            first, last = next(following)
        if first <= start:
            continue
        before, sign = text[max(0, start - _BEFORE) : start], each["sign"] or ""
        is_difference = (
            sign
            and not _PART_LABEL.search(before)
            and (_MINUEND.search(before) or (sign[-1:].isspace() and _ENDED.search(before)))
        )
        yield (each.start("number") if is_difference else start), end


def _end(before: str, brackets: str) -> str:
    """Return the last sign before a piece, without the brackets that open."""
    return before.rstrip().rstrip(brackets).rstrip()[-1:]


def _place_cue(before: str, after: str) -> str:
    """Return one cue: that of the sign or verb before a piece, or `alone`, `end` or `middle` of its line."""
    if _end(before, "([*") in _RESULT_SIGNS or _AFTER_SIGN.search(before):
        return _SIGN_CUES.get(before.rstrip(" ([*~")[-1:], "verb")
    if not before.strip() and _is_only_unit(after):
        return "alone"
    remark = _REMARK.match(after)
    rest = after[remark.end() if remark else 0 :].lstrip(" .;,*)")
    if not rest:
        return "end"
    return "end" if rest.startswith("\n") else "middle"


def _is_only_unit(after: str) -> bool:
    """Return whether what follows a piece is a unit, or one word, and nothing else."""
    if _ONE_WORD.fullmatch(after):
        return True
    return len(after) < _AFTER and "\n" not in after.rstrip() and may_be_unit(after.strip(" .;,*\n"))


LISTS: Final = ("shape", "vector", "matrix")
"""Kinds of lists, by their dimensions."""
_NUMERAL: Final = re.compile(rf"[-−–]?{NUMERAL}", re.ASCII)
_MATRIX: Final = r"\\begin\{[bBpvV]?(?:small)?matrix\*?\}|\\begin\{array\}"
_OPENING: Final = re.compile(
    rf"(?:(?:np\.|torch\.)?(?:array|tensor|matrix|Size)\s*(?P<call>\()\s*)?(?P<bracket>[\[(⟨])|{_MATRIX}"
)
_PAIRS: Final = {"[": "]", "(": ")", "⟨": "⟩"}
_NUMBER: Final = r"[-−–]?(?:\d+(?:\.\d+)?|\.\d+)(?:/\d+)?"
_DECIMAL: Final = r"[-−–]?\d*[.,]\d+"
_BARE: Final = re.compile(
    rf"(?<![\w.,\[(]){_NUMBER}(?:(?:[ \t]*[,;][ \t]*|[ \t]{{1,12}}){_NUMBER}){{1,40}}(?![\w\])/^]|\.\d|\s*[×·*+=^])"
)
_SHAPE: Final = re.compile(
    r"(?<![\w.,×·*^/+−=-])(?<!\d )"
    r"\d{1,6}(?:\s?(?:[×x*·✕]|\bby\b|\bmal\b)\s?\d{1,6}){1,12}"
    r"(?!\d)(?![\w.,]\d|\s?[×x*·^+/])"
)
_PRODUCT: Final = re.compile(r"\s*(?:[^\W\d_]{1,10}\s*)?[=≈]")
"""After a shape: it is a product, whose value follows."""
_ROUND: Final = re.compile(r"\([^,;|]*\)")
"""Round brackets need a separator: `(27 648)` is a number."""
_DIVIDED: Final = re.compile(
    rf"[(\[⟨<{{]\s*(?P<list>{_NUMBER}(?:\s*\|\s*{_NUMBER}){{1,40}}|{_DECIMAL}(?:\s*\|\s*{_DECIMAL}|\s+{_DECIMAL}){{1,40}})\s*[)\]⟩>}}]"
    rf"(?:{TRANSPOSED.pattern})?"
)
"""`(0.454 | 1.537)`, `(0,454  1,537)^T`"""
_LONGEST: Final = 4_000
"""Characters of a list."""
OPERAND: Final = ("operand",)
"""The cue of a list that is only worked with; the numbers in it are no answers either."""


def as_list(entries: Iterable[str]) -> str:
    """Return a list, or a matrix from its rows, as one types it in.

    >>> as_list([as_list("12"), as_list("34")])
    '[[1, 2], [3, 4]]'
    """
    return f"[{', '.join(entries)}]"


def counts(column: Sequence[str]) -> bool:
    """Return whether a column only numbers the rows of its table: 0, 1, 2... or 1, 2, 3...

    >>> counts(["1", "2", "3"]), counts(["1", "2", "4"])
    (True, False)
    """
    numbers = [int(each) if each.isdigit() else None for each in column]
    return numbers in ([*range(len(column))], [*range(1, len(column) + 1)])


def lists(text: str) -> list[Piece]:
    """Return the lists of numbers in a sentence: vectors, matrices, and shapes such as 32 × 16."""
    found: list[Piece] = []
    taken = bytearray(len(text))
    for find in (_divided, _bracketed, _shapes, _bare_lists):
        more = [each for each in find(text) if 1 not in taken[each.start : each.end]]
        for each in more:
            each.take(taken)
        found += more
    return found


def _bracketed(text: str) -> Iterator[Piece]:
    """Yield the lists in brackets and the matrices of LaTeX."""
    ends = closings(((each.start(), each[0]) for each in re.finditer(r"[\[\]()⟨⟩]", text)), _PAIRS)
    place = 0
    while found := _OPENING.search(text, place):
        start = found.start()
        bracket = found.start("call") if found["call"] else found.start("bracket")
        if bracket >= 0:
            end = ends.get(bracket, -1) + 1
        else:
            closing = found[0].replace("\\begin", "\\end", 1)
            stop = text.find(closing, found.end(), found.end() + _LONGEST)
            end = stop + len(closing) if stop >= 0 else 0
        inside = text[start:end] if start < end <= start + _LONGEST else ""
        dimensions = _dimensions(inside) if inside else 0
        if dimensions:
            shown = " ".join(inside.split()) if "\\\\" not in inside else inside
            if dimensions == 1 and (column := TRANSPOSED.match(text, end)):
                end = column.end()
            cues = result_cues(text, start, end)
            yield Piece(LISTS[dimensions], start, end, shown, OPERAND if cues is None else cues)
        place = end if dimensions else found.end()


def _divided(text: str) -> Iterator[Piece]:
    """Yield the numbers in brackets with bars between them, or with spaces if all have decimals."""
    for found in _DIVIDED.finditer(text):
        if (cues := result_cues(text, *found.span())) is not None:
            entries = re.split(r"\s*\|\s*|\s+", found["list"].strip())
            yield Piece("vector", *found.span(), f"[{'; '.join(entries)}]", cues)  # commas are decimal here


def _shapes(text: str) -> Iterator[Piece]:
    for each in _SHAPE.finditer(text):
        if not _PRODUCT.match(text, each.end()) and (cues := result_cues(text, *each.span())) is not None:
            yield Piece("shape", *each.span(), each[0], cues)


def _bare_lists(text: str) -> Iterator[Piece]:
    """Yield the numbers next to each other without brackets."""
    for each in _BARE.finditer(text):
        written = each[0].strip()
        if not _is_number(written) and (cues := result_cues(text, *each.span())) is not None:
            yield Piece("vector", *each.span(), f"[{written}]", (*cues, "bare_list"))


@lru_cache(4096)
def _is_number(text: str) -> bool:
    """Return whether a text is one number in some style: `27 648`, `2,5`, `3.762,07`."""
    text = re.sub(r",\s+(?=\d{3}(?!\d))", ",", text)
    if not _NUMERAL.fullmatch(text):
        return False
    try:
        read_numeral(re.sub(r"\s", " ", text.lstrip("-−–")), Hints(whole=False, decimal="point"))
    except UnreadableAnswer:
        return False
    return True


@lru_cache(4096)
def _dimensions(text: str) -> int:
    """Return 1 for a vector, also in a column, 2 for a matrix, 0 for anything else, such as one number in brackets."""
    if _ROUND.fullmatch(text) or GROUPED.fullmatch(text.strip("() ")):
        return 0
    for decimal in ("point", "comma"):
        try:
            shape = matrix_kind.read(text, Hints(whole=False, decimal=decimal)).shape
        except UnreadableAnswer:
            continue
        if prod(shape) == 1:
            return int(bool(shape) and "." in text)
        return 1 if 1 in shape else len(shape)
    return 0
