"""Turns the pieces of a sentence that may be answers into candidates, with the words around them as cues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.text.vocabulary import lexicon
from checker.writeups.language.doubt import Doubt, doubt_around, doubt_from_afar, doubt_in
from checker.writeups.language.phrases import one_of
from checker.writeups.questions.lines import EMPTY_BOX
from checker.writeups.results.candidate import Candidate
from checker.writeups.results.numbers import Piece
from checker.writeups.results.pieces import CLAUSE_END
from checker.writeups.results.statements import Statement

_CODE_CUES: Final = {"code": "in_code", "output": "printed"}
"""By kind of block."""
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
_LEAD, _LONGEST_LABEL, _PREVIOUS = 60, 60, 120
"""Characters of the statement before that may lead to a result, that may be its label, and that are kept."""
_AFTER: Final = 80
"""Characters after a result that may be words of its clause."""

_SHARE: Final = r"(?P<share>%|per ?cent|percent|prozent|pour ?cent|por ?ciento|per ?cento|por ?cento|procent)"
_UNIT: Final = re.compile(
    rf"[\s(\[]*(?:(?<!\w)(?:(?:all|alles|tout|todo|tutto|tudo)\s+)?(?:in|en|em)\s+(?=[^\W\d_]{{2}}|[mghsK%])|(?<=[(\[])\s*(?=[^\W\d_]{{2}}|%))"
    rf"(?:{_SHARE}|(?P<unit>[^\W\d_]+))(?=\W*$|\s*[)\].,;]|\s+(?:is|=))",
    re.IGNORECASE,
)
_UNIT_LABEL: Final = re.compile(rf"\W*(?:{_SHARE}|(?P<unit>[^\W\d_]{{2,}}))\W*", re.IGNORECASE)
"""A label that may be a unit."""


class StatementCandidates:
    """Makes candidates of one statement; the statement before may say what its numbers are."""

    def __init__(self, statement: Statement, previous: str, following: str = "") -> None:
        self._statement = statement
        self._previous, self._following = previous, following
        # a statement that leads to the one after it: `W =` above a matrix
        self._lead = previous[-_LEAD:] if re.search(r"[:=]\s*$|^[^\d\n]{1,60}$", previous) else ""
        self._heading = statement.row[1] if statement.row else ""
        self._is_answer_cell = bool(_ANSWER_COLUMN.match(self._heading))
        self._is_others_cell = bool(_OTHERS_COLUMN.match(self._heading))

    def candidate(self, piece: Piece, *more: str) -> Candidate:
        """Return a piece of the sentence as a possible answer, with its cues and `more` of them."""
        statement, text = self._statement, self._statement.text
        line = statement.line_at(piece.start)
        bare = piece.text.strip()
        near, label = self._near_and_label(piece)
        after = CLAUSE_END.split(text[piece.end : piece.end + _AFTER])[0]
        said = self._doubt(piece)
        cues = (*piece.cues, said.kind) if said else piece.cues
        return Candidate(
            *(bare, piece.kind, statement.file, line.place, line.text, (*cues, *self._cues(bare), *more)),
            *(near, after, label, statement.above, self._previous[-_PREVIOUS:], statement.mark),
            stated_unit=stated_unit(f"{self._heading} {near}", text[piece.end : piece.end + _AFTER], label)
            if piece.kind == "number"
            else "",
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
        if self._statement.kind in _CODE_CUES:
            return doubt_from_afar(self._following) if self._statement.kind == "output" else None
        if self._statement.row:
            return doubt_in(" ".join((self._heading, *self._statement.line_at(0).cells)))
        return doubt_around(text, start, piece.end, self._previous, self._following)

    def _cues(self, text: str) -> Iterator[str]:
        """Yield what the type, the place in a table and code say about a piece."""
        statement = self._statement
        if any(text in strong for strong in self._statement.strong):
            yield "strong"
        if self._is_others_cell:
            yield "quotation"
        if self._is_answer_cell:
            yield "answer_word"
        elif statement.row:
            yield "last_cell" if statement.is_last else "inner_cell"
        if statement.kind in _CODE_CUES:
            yield _CODE_CUES[statement.kind]

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
            near = f"{self._lead} {near}"
        if self._previous and _ANSWER_ONLY.fullmatch(statement.text, 0, start):
            above = self._previous[:_LONGEST_LABEL]
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
