"""A candidate: a number, list or formula in a student's text that may be an answer, with what speaks for it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.writeups.document import Place
from checker.writeups.results.doubts import DOUBTS
from checker.writeups.results.weights import CUE_WORDS

_IN_PASSING: Final = frozenset(
    (*("goes_on", "in_brackets", "compared", "middle", "about", "inner_cell", "one_of_several", "series"),)
)
"""Cues of what is mentioned in passing, or only a piece of something."""
_ANNOUNCES: Final = frozenset({"equals", "arrow", "colon", "strong", "answer_word", "so_word"})
"""Signs and words that a result is written with."""
_CLEAR: Final = frozenset({"alone", "printed", "stacked", "whole_table", "correction", "summary"})
"""Places of a result that is clear though nothing announces it."""
_PASSED: Final = frozenset({"compared", "questioned", "in_code"})
"""Cues of what may be said of another result."""
_OTHERS: Final = frozenset({"quotation", "earlier", "retraction", "corrected"})
"""Doubts by which a result is hardly offered as the answer."""
_IN_CODE: Final = frozenset({"in_code", "printed"})
_CORRECTS: Final = frozenset({"correction", "summary"})

_WORDS: Final = re.compile(r"[^\W\d_]{3}.*[^\W\d_]{2}[^:]*$", re.DOTALL)


class Candidate(NamedTuple):
    """A piece of a student's text that may be the answer to a part, with the cues for and against it.

    A cue is a feature with a weight, such as bold print or the word `not`.
    """

    text: str
    """As one would type it into a box."""
    kind: str
    """number, vector, matrix, shape, complexity or formula."""
    file: int
    place: Place
    line: str
    """The text of its line."""
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

    @property
    def is_correction(self) -> bool:
        """Return whether the student gives it as a correction of an earlier result."""
        return not _CORRECTS.isdisjoint(self.cues)

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
        return not _ANNOUNCES.isdisjoint(self.cues)

    @property
    def is_clear(self) -> bool:
        """Return whether something announces it as a result, or its place makes clear that it is one."""
        return self.is_announced or not _CLEAR.isdisjoint(self.cues)

    @property
    def is_in_words(self) -> bool:
        """Return whether a sentence states it without working: nothing is computed before it in its clause."""
        return not re.search(r"[\d=+×·*/^]", self.near) and _WORDS.search(self.near) is not None

    @property
    def is_in_code(self) -> bool:
        """Return whether it is in code, or printed by code."""
        return not _IN_CODE.isdisjoint(self.cues)

    @property
    def is_doubtful(self) -> bool:
        """Return whether the words around it say that it may not be the answer."""
        return not DOUBTS.isdisjoint(self.cues)

    @property
    def is_plain(self) -> bool:
        """Return whether it is not in code, and nothing denies, doubts, compares or withdraws it; it may be working."""
        return not self.is_doubtful and _PASSED.isdisjoint(self.cues)

    @property
    def is_passed_over(self) -> bool:
        """Return whether the words around it say that it is the result of something else, or no result."""
        return not _PASSED.isdisjoint(self.cues) or not _OTHERS.isdisjoint(self.cues)

    @property
    def reason(self) -> str:
        """Return in words what speaks for it."""
        return ", ".join(CUE_WORDS[cue] for cue in self.cues if cue in CUE_WORDS) or "the only result"
