"""Finds which option of a choice a student means who describes or quotes it in sentences, without its letter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from checker.writeups.language.clauses import Force, Sentence, clauses, sentences
from checker.writeups.language.phrases import one_of
from checker.writeups.language.telling_words import Atom, TellingWords, confidence, telling_words
from checker.writeups.options.option_names import Named, option_names
from checker.writeups.options.seen_options import CORRECTION, DISPUTED, SURE, Seen, shown_options
from checker.writeups.questions.labels import part_mark
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart

DESCRIBED: Final = "its words in a sentence"
_ANNOUNCED: Final = re.compile(
    rf"\W*(?:\w+\s){{0,3}}?(?:{one_of('answers')}|option|choice|auswahl|wahl|choix|opci[oó]n|elecci[oó]n|opzione|scelta|opção"
    r"|escolha|optie|keuze)\b[^:=→\n]{0,20}(?:[:=→]|->)",
    re.IGNORECASE,
)
"""The beginning of a statement that announces a choice."""
_LONG: Final = 4
"""Words of an option that is hardly written by chance."""
_QUOTED: Final = 0.7
"""Confidence of an option that stands in a sentence word for word."""


class _Described(NamedTuple):
    """The telling words of a sentence, or of two."""

    stated: set[Atom]
    whole: set[Atom]
    """Those of its reasons and results too."""
    statement: Statement
    start: int
    is_correction: bool

    @classmethod
    def of(cls, telling: TellingWords, sentence: Sentence, statement: Statement) -> _Described:
        pieces = clauses(sentence.text)
        stated = whole = telling.atoms(pieces)
        if any(each.force in {Force.REASON, Force.RESULT} for each in pieces):
            all_stated = (
                each if each.force is Force.SUPPOSED else each._replace(force=Force.STATED) for each in pieces
            )
            whole = telling.atoms(all_stated)
        return cls(stated, whole, statement, sentence.start, bool(CORRECTION.match(sentence.text)))

    def with_next(self, other: _Described) -> _Described:
        """Return this sentence together with the next one."""
        return self._replace(stated=self.stated | other.stated, whole=self.whole | other.whole)


def described(part: AskedPart, prose: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the long options that one or two neighbouring sentences describe."""
    telling, names = telling_words(part.options), option_names(part.options)
    described = [_Described.of(telling, sentence, each) for each in prose for sentence in sentences(each.text)]
    corrected = [place for place, each in enumerate(described) if each.is_correction]
    described = described[corrected[-1] :] if corrected else described
    best: dict[int, tuple[float, float, _Described]] = {}
    for each in [*described, *(one.with_next(other) for one, other in pairwise(described))]:
        if not each.stated:
            continue
        scored = telling.scores(each.stated)
        sure = confidence(scored)
        if sure > DISPUTED:
            letter = names.name(part_mark(each.statement.text) or " ")
            if telling.scores(each.whole)[0].option != scored[0].option or letter not in {None, scored[0].option}:
                sure = DISPUTED
        if sure and sure > best.get(scored[0].option, (0.0,))[0]:
            best[scored[0].option] = (sure, scored[0].score, each)
    top = max((score for _, score, _ in best.values()), default=0.0)
    announced = [each for each in prose if _ANNOUNCED.match(each.text)]
    for option, (sure, score, each) in best.items():
        if score >= 0.3 * top or sure >= SURE:
            is_elsewhere = bool(announced) and all(each.statement is not other for other in announced)
            named = Named(frozenset({option}), min(sure, DISPUTED) if is_elsewhere else sure, DESCRIBED)
            yield shown_options(part.options, named, each.statement, each.start)
    yield from _quoted(part, prose)


def _quoted(part: AskedPart, prose: Sequence[Statement]) -> Iterator[Seen]:
    """Yield the long options that stand in a sentence word for word."""
    for statement in prose:
        text = statement.text.casefold()
        for place, option in enumerate(part.options):
            if len(option.split()) >= _LONG and option.casefold() in text:
                yield shown_options(part.options, Named(frozenset({place}), _QUOTED, "in its own words"), statement, 0)
