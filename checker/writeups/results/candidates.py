"""Finds all candidates in the text for a question: every number, list, formula and so on that may be an answer.

Each has the words around it, and cues: what speaks for and against it.  The weights of cues, in log-odds, were fitted
to write-ups whose answers are known; they decide where an answer is looked for, never what it is worth.  Tables may be
matrices; lines that differ only in their numbers are a series. Later statements may withdraw or correct results.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice, zip_longest
from typing import Final, NamedTuple

from checker.text import lazy_pattern
from checker.text.vocabulary import lexicon
from checker.units.reading import may_be_unit
from checker.writeups.document import CODE, Evidence, Place
from checker.writeups.language.doubt import Doubt, doubt_around, doubt_from_afar, doubt_in
from checker.writeups.language.words import one_of
from checker.writeups.questions.lines import EMPTY_BOX
from checker.writeups.questions.statements import Statement
from checker.writeups.results.numbers import Piece, as_list, counts
from checker.writeups.results.pieces import CLAUSE_END, DOUBTS, pieces, with_doubts

WEIGHTS: Final[Mapping[str, float]] = {
    # the candidate itself
    "equals": 0.2,
    "arrow": 1.4,
    "colon": 0.8,
    "verb": 0.1,
    "alone": 1.4,
    "end": 0.8,
    "middle": 1.4,
    "goes_on": -2.3,
    "answer_word": 2.7,
    "so_word": 1.4,
    "total_word": -0.2,
    "compared": -1.0,
    "in_brackets": -0.4,
    "about": -0.7,
    "questioned": -1.6,
    "strong": 2.9,
    "last_cell": -1.3,
    "inner_cell": -1.3,
    "in_code": -2.9,
    "printed": -0.2,
    "correction": -0.1,
    "summary": 0.4,
    "denial": -1.5,
    "doubt": -0.3,
    "quotation": -1.5,
    "retraction": -1.0,
    "corrected": -1.0,
    "earlier": -1.0,
    "part": -1.0,
    "last": 2.4,
    "series": -1.8,
    "bare_list": -2.8,
    "stacked": -0.2,
    "whole_table": 2.2,
    "one_of_several": -1.6,
    "side": 0.1,
    # the candidate as the answer to a part
    "bias": -1.9,
    "named": 2.6,
    "labelled": 0.7,
    "followed": 0.9,
    "above": 1.8,
    "previous": -0.7,
    "named_other": -0.2,
    "same_mark": 1.8,
    "other_mark": -1.6,
    "unmarked": -2.1,
    "last_of_mark": 0.4,
    "asked_unit": 0.6,
    "without_unit": -0.1,
    "foreign_unit": -2.6,
    "not_whole": -4.2,
    "given_result": -0.3,
    "given": -2.8,
    "other_kind": 0.5,
    "single_number": -4.7,
    "last_for_last": 2.0,
    "only_last_of_all": 2.4,
    "only_strong": 1.9,
    "only_answer_word": 1.7,
    "only_bias": 1.2,
    "last_of_all": 0.7,
    "symbol": 1.5,
    "other_symbol": -2.1,
    "mentioned": -0.9,
    "one_digit": -2.2,
    "scaled": -2.5,
    "stated_again": -1.8,
    "better_sort": -2.4,
    "in_words": 0.4,
    "last_in_words": 0.2,
    "only_last_in_words": 0.3,
    "titled": 1.1,
}
"""By cue."""

CUE_WORDS: Final[Mapping[str, str]] = {
    "equals": "after an equals sign",
    "arrow": "after an arrow",
    "colon": "after a colon",
    "alone": "alone on its line",
    "end": "at the end of its line",
    "answer_word": "after a word such as “answer”",
    "so_word": "after a word such as “so”",
    "strong": "bold or boxed",
    "printed": "printed by code",
    "correction": "a correction",
    "summary": "in a summary",
    "last": "the last of its line",
    "stacked": "lists below each other",
    "whole_table": "a table",
    "side": "a formula",
}
"""By cue that speaks for a candidate: the words in which a reason names it."""

ONLY: Final[Mapping[str, str]] = {cue.removeprefix("only_"): cue for cue in WEIGHTS if cue.startswith("only_")}
"""By cue that weighs otherwise where a question has only one part: the cue whose weight is added to its own."""

SKIPPED: Final = -2.8
"""A part without an answer, before one with an answer."""
BACK: Final = -5.3
"""An answer to a part before the last one."""
AGAIN: Final = -8.4
"""A second answer to the same part."""
CORRECTED: Final = -2.8
"""A second answer to the same part that corrects the first."""

BUILT, MISBUILT = 2.8, -1.3
"""A result that is worked out from the answers to parts that its part is computed from, or not computed from."""
USED, MISUSED = 1.6, -0.9
"""A result from which the answer to a part is worked out that is computed from its part, or is not."""

_IN_PASSING: Final = frozenset(
    ("goes_on", "in_brackets", "compared", "middle", "about", "inner_cell", "one_of_several", "series")
)
"""Cues of what is mentioned in passing, or only a piece of something."""


class Candidate(NamedTuple):
    """A piece of a student's text that may be the answer to a part, with the cues for and against it.

    A cue is a feature with a weight, such as bold print or the word `not`.
    """

    text: str
    """As one would type it into a box."""
    kind: str
    """number, vector, matrix, shape, complexity or formula."""
    evidence: Evidence
    """Its line, and where that is."""
    cues: tuple[str, ...]
    """What speaks for and against it, whatever the question: keys of `WEIGHTS`."""
    near: str
    """The words that name it: those before it in its clause."""
    after: str = ""
    """The words after it in its clause."""
    label: str = ""
    """The words that its statement begins with."""
    above: tuple[str, ...] = ()
    """The headings and list items above it, the nearest first."""
    previous: str = ""
    """The statement before its own."""
    mark: str = ""
    """The letter of the part under which it is written."""
    order: int = 0
    """Its place among the candidates."""
    stated_unit: str = ""
    """The unit that the words around it name: `in MB: 4.5`, `4.5 (in MB)`, the heading of a column."""
    doubt: str = ""
    """The words around it by which it is not simply stated; their cue is one of `DOUBTS`."""

    def with_cues(self, *cues: str) -> Candidate:
        """Return the candidate with these further cues."""
        return self._replace(cues=(*self.cues, *cues))

    def has(self, *cues: str) -> bool:
        """Return whether it has one of these cues."""
        return any(each in cues for each in self.cues)

    @property
    def is_correction(self) -> bool:
        """Return whether the student gives it as a correction of an earlier result."""
        return self.has("correction", "summary")

    @property
    def is_result(self) -> bool:
        """Return whether it is written as a result, and not mentioned in passing."""
        return _IN_PASSING.isdisjoint(self.cues)

    @property
    def is_offered(self) -> bool:
        """Return whether it may be meant as a result: nothing says that it is another one, or a piece of something."""
        return _IN_PASSING.isdisjoint({*self.cues} - {"middle"}) and not self.is_passed_over

    @property
    def is_announced(self) -> bool:
        """Return whether an equals sign, a word such as `total` or bold print announces it as a result."""
        return self.has("equals", "arrow", "colon", "strong", "answer_word", "so_word")

    @property
    def is_clear(self) -> bool:
        """Return whether something announces it as a result, or its place makes clear that it is one."""
        is_placed = self.has("alone", "printed", "stacked", "whole_table", "correction", "summary")
        return is_placed or self.is_announced

    @property
    def is_in_words(self) -> bool:
        """Return whether a sentence states it without working: nothing is computed before it in its clause."""
        is_said = re.search(r"[^\W\d_]{3}.*[^\W\d_]{2}[^:]*$", self.near, re.DOTALL) is not None
        return is_said and not re.search(r"[\d=+×·*/^]", self.near)

    @property
    def is_in_code(self) -> bool:
        """Return whether it is in code, or printed by code."""
        return self.has("in_code", "printed")

    @property
    def is_doubtful(self) -> bool:
        """Return whether the words around it say that it may not be the answer."""
        return not DOUBTS.isdisjoint(self.cues)

    @property
    def is_plain(self) -> bool:
        """Return whether it is not in code, and nothing denies, doubts, compares or withdraws it; it may be working."""
        return not self.is_doubtful and not self.has("compared", "questioned", "in_code")

    @property
    def is_passed_over(self) -> bool:
        """Return whether the words around it say that it is the result of something else, or no result."""
        return self.has("compared", "questioned", "in_code", "quotation", "earlier", "retraction", "corrected")

    @property
    def reason(self) -> str:
        """Return in words what speaks for it."""
        return ", ".join(CUE_WORDS[cue] for cue in self.cues if cue in CUE_WORDS) or "the only result"


_CORRECTION: Final = lazy_pattern(
    rf"\b(?:{one_of('corrections')}|{one_of('corrections-of-results')})\b|^\W*(?:wait|no,)\s"
)
_SUMMARY: Final = re.compile(rf"\W*+{one_of('summaries')}", re.IGNORECASE)
_NUMBERS: Final = re.compile(rf"\W*{one_of('question-columns')}?\W*", re.IGNORECASE)
"""The heading of a column with the numbers of questions."""

MOST: Final = 2_000
"""Maximum number of candidates of a section."""

_NUMBER: Final = re.compile(r"[-−]?[\d.,]+")


def candidates(read: Iterable[Statement], kinds: Collection[str]) -> list[Candidate]:
    """Return everything in a text for a question that may be an answer of these kinds, in order."""
    found: list[Candidate] = []
    previous, corrected, is_summary = "", -1, False
    for (is_table, _), group in groupby(read, key=lambda each: (each.kind == "table", each.file)):
        cells = list(group)
        several = [each for each in cells if not _is_row_number(each)]
        for statement, following in zip_longest(several, several[1:]):
            if len(found) >= MOST:
                break
            text = statement.text
            correction = _CORRECTION.search(text.lower())  # to search without regard to case takes twice as long
            corrected = statement.block if correction else corrected
            # characters of the title of a summary
            is_summary = is_summary or bool(len(text) < 60 and _SUMMARY.match(text))
            own = _Around(statement, previous, following.text if following else "")
            begin = correction.start() if correction else 0
            made = []
            for piece in with_doubts(text, list(islice(pieces(text, kinds), MOST - len(found)))):
                corrects = corrected == statement.block and piece.start >= begin
                more = {"correction": corrects, "summary": is_summary}
                made.append(own.candidate(piece, *(cue for cue, holds in more.items() if holds)))
            last = max((place for place, each in enumerate(made) if each.is_result), default=-1)
            found += [each.with_cues("last") if place == last else each for place, each in enumerate(made)]
            previous = text
        if is_table and len(found) < MOST:
            found += (each for each in _table_candidates(cells) if each.kind in kinds)
    return [each._replace(order=order) for order, each in enumerate(_with_series(found))]


def _is_row_number(statement: Statement) -> bool:
    """Return whether a statement is the first cell of a longer row and has the number of a question."""
    if not statement.row or statement.row[0] or statement.is_last or not _NUMBERS.fullmatch(statement.row[1]):
        return False
    return bool(re.fullmatch(r"\W*\d{1,2}[a-h]?\W*", statement.text)) and bool(statement.places[0][1].cells[0].strip())


def _with_series(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates, with a cue for those whose lines differ only in their numbers: `x1 = 3`, `x2 = 5`."""
    for form, group in groupby(found, key=_form):
        run = list(group)
        values = [each for each in run if each.kind == "number" and each.is_result]
        if (
            not form or len({each.evidence.place for each in values}) < 3
        ):  # number of lines from which results are a series
            yield from run
        else:
            yield from (each.with_cues("series") for each in run)


def _form(candidate: Candidate) -> str:
    """Return what is before `=` in a candidate's line, with `#` for each number; empty if it has none or is long."""
    start = candidate.evidence.text.partition("=")[0]
    # characters before the equals sign of a line in a series
    form = _NUMBER.sub("#", start).strip() if len(start) < 500 else ""
    return form if "#" in form and len(form) < 60 else ""  # characters of these without the digits


_ANSWER_ONLY: Final = re.compile(rf"\W*+{one_of('bare-answers')}?[\W\d]*+(?:x[\W\d]++)*+", re.IGNORECASE)
"""The start of a statement that leaves it to the one before to say what its number is."""
_ANSWER_COLUMN: Final = re.compile(rf"\W*(?:{one_of('answers')}|{one_of('values')})\b", re.IGNORECASE)
"""The heading of a column of answers."""
_OTHERS_COLUMN: Final = re.compile(rf"\W*(?:{one_of('other-people')}|{one_of('other-columns')})\b", re.IGNORECASE)
"""The heading of a column of another person."""
_FACTORS: Final = {
    **dict.fromkeys(("vector", "matrix"), re.compile(r"(?:^|(?<=[\s(=]))\d+(?:[.,]\d+)?\s*(?:[-−+×·*/]\s*)?$")),
    "complexity": re.compile(r"(?<![^\W_])[a-zA-Z](?:\s*[·×*])?\s+$"),
}
"""By kind: a factor right before it, as in `2 [0.6, 0.2]` and `n O(n)`."""
_LABEL: Final = re.compile(r"(?:[^\d:=≈⇒→\n]|(?<=[^\W\d_])[ _]?\d(?![\d.,]|\s*[-+×·*x/^])){0,60}")
"""The words that a statement begins with, with their numbers: `conv 1`."""
_SHARE: Final = r"(?P<share>%|per ?cent|percent|prozent|pour ?cent|por ?ciento|per ?cento|por ?cento|procent)"
_UNIT: Final = re.compile(
    rf"[\s(\[]*(?:(?<!\w)(?:(?:all|alles|tout|todo|tutto|tudo)\s+)?(?:in|en|em)\s+(?=[^\W\d_]{{2}}|[mghsK%])|(?<=[(\[])\s*(?=[^\W\d_]{{2}}|%))"
    rf"(?:{_SHARE}|(?P<unit>[^\W\d_]+))(?=\W*$|\s*[)\].,;]|\s+(?:is|=))",
    re.IGNORECASE,
)
_UNIT_LABEL: Final = re.compile(rf"\W*(?:{_SHARE}|(?P<unit>[^\W\d_]{{2,}}))\W*", re.IGNORECASE)
"""A label that may be a unit."""


class _Around:
    """What is around the pieces of one statement: in it, in the one before, and in the one after it."""

    def __init__(self, statement: Statement, previous: str, following: str) -> None:
        self._statement = statement
        self._previous, self._following = previous, following
        self._heading = statement.row[1] if statement.row else ""
        self._is_answer_cell = bool(_ANSWER_COLUMN.match(self._heading))

    def candidate(self, piece: Piece, *more: str) -> Candidate:
        """Return a piece of the sentence as a possible answer, with its cues and `more` of them."""
        statement, text = self._statement, self._statement.text
        bare = piece.text.strip()
        near, label = self._near_and_label(piece)
        after = text[piece.end : piece.end + 80]
        said = self._doubt(piece)
        cues = (*piece.cues, said.kind) if said else piece.cues
        unit = stated_unit(f"{self._heading} {near}", after, label) if piece.kind == "number" else ""
        return Candidate(
            bare,
            piece.kind,
            statement.evidence_at(piece.start),
            (*cues, *self._cues(bare), *more),
            near,
            after=CLAUSE_END.split(after)[0],
            label=label,
            above=statement.above,
            previous=self._previous[-120:],
            mark=statement.mark,
            stated_unit=unit,
            doubt=said.words if said else "",
        )

    def _doubt(self, piece: Piece) -> Doubt | None:
        """Return the doubt about a piece: an operand or empty box before it, or words near or above it; else None."""
        text, start = self._statement.text, piece.start
        factor = _FACTORS.get(piece.kind)
        if factor and (found := factor.search(text[max(0, start - 20) : start])):
            return Doubt(found[0].strip(), "doubt")
        if box := EMPTY_BOX.match(text):
            return Doubt(box[0].strip(), "denial")
        if self._statement.kind in CODE:
            return doubt_from_afar(self._following) if self._statement.kind == "output" else None
        if self._statement.row:
            return doubt_in(" ".join((self._heading, *self._statement.line_at(0).cells)))
        return doubt_around(text, start, piece.end, self._previous, self._following)

    def _cues(self, text: str) -> Iterator[str]:
        """Yield what the type, the place in a table and code say about a piece."""
        statement = self._statement
        if any(text in strong for strong in self._statement.strong):
            yield "strong"
        if _OTHERS_COLUMN.match(self._heading):
            yield "quotation"
        if self._is_answer_cell:
            yield "answer_word"
        elif statement.row:
            yield "last_cell" if statement.is_last else "inner_cell"
        if statement.kind in CODE:
            yield "printed" if statement.kind == "output" else "in_code"

    def _label(self, start: int) -> str:
        """Return the words that the sentence with a piece begins with; if these are short, those of the statement."""
        text = self._statement.text
        sentence = max((each.end() for each in CLAUSE_END.finditer(text, 0, start)), default=0)
        found = [_LABEL.match(text, begin) for begin in (sentence, 0)]
        own, whole = (each[0] if each and start >= each.end() else "" for each in found)
        return own if re.search(r"[^\W\d_]{4}", own) else whole

    def _near_and_label(self, piece: Piece) -> tuple[str, str]:
        """Return (words before a piece that name it, words that its statement begins with)."""
        statement, start = self._statement, piece.start
        label = self._label(start)
        near = statement.text[max(piece.clause, start - 300) : start]  # characters before a candidate that may name it
        if statement.row:
            row, heading = statement.row
            if self._is_answer_cell:
                return f"{row}  {near}", label or row
            return f"{row} {heading} {near}", label
        if not piece.clause and not re.search(r"[^\W\d_]{2}", near):
            leads = re.search(r"[:=]\s*$|^[^\d\n]{1,60}$", self._previous)  # `W =` above a matrix
            near = f"{self._previous[-60:] if leads else ''} {near}"
        if self._previous and _ANSWER_ONLY.fullmatch(statement.text, 0, start):
            above = self._previous[:60]
            return f"{above} {near}", label or above
        return near, label


def stated_unit(before: str, after: str, label: str) -> str:
    """Return the word next to a number that may be its unit; empty if there is none.

    >>> stated_unit("Answer in MB = ", "", "Answer in MB"), stated_unit("", " (in kB).", "So")
    ('MB', 'kB')
    """
    found = [*_UNIT.finditer(before), _UNIT.match(after), _UNIT_LABEL.fullmatch(label)]
    units = ("%" if each["share"] else each["unit"] for each in found if each)
    words = lexicon()
    return next(
        (each for each in units if each.casefold() not in words.fillers and each.casefold() not in words.prose), ""
    )


def _table_candidates(cells: Sequence[Statement]) -> Iterator[Candidate]:
    """Yield the matrix that a table may be."""
    first = cells[0]
    title = first.above[0] if first.above else ""
    by_line: dict[Place, list[str]] = {}
    for cell in cells:
        by_line.setdefault(cell.places[0][1].place, []).append(_value(cell.text))
    if text := _matrix(list(by_line.values())):
        cues = ("whole_table",)
        yield Candidate(text, "matrix", first.evidence_at(0), cues, title, above=first.above, mark=first.mark)


def _matrix(table: Sequence[Sequence[str]]) -> str:
    """Return a table of numbers as a matrix, without a first column of words or that counts; empty if it is none."""
    # length from which a row may begin with a label
    rows = [row for row in table if all(row) or (len(row) >= 3 and all(row[1:]))]
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
    rows = [row for row in rows if len(row) == width]
    if len(rows) <= 1:
        return ""
    first = [row[0] for row in rows]
    body = [row[1:] for row in rows] if not all(first) or counts(first) else rows
    return as_list(map(as_list, body)) if len(body[0]) > 1 else ""


def _value(text: str) -> str:
    """Return the value of a cell: what comes after its last =, if it is a number, with its unit."""
    value = re.split(r"[=≈]", text)[-1].strip().strip("*` ")
    number = re.match(r"[-−–+]?(?:\d[\d.,]*|\d+/\d+|√?\d+(?:/\d+)?)", value)
    unit = value[number.end() :].strip() if number else ""
    return value if number and (not unit or may_be_unit(unit)) else ""
