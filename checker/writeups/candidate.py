"""Candidates: everything in a section that may be an answer, with what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from checker.writeups.document import Place
from checker.writeups.weights import CUE_WORDS, WEIGHTS


_IN_PASSING: Final = frozenset({"goes_on", "in_brackets", "compared", "middle", "about", "withdrawn", "inner_cell", "half_table", "column", "one_of_several", "series"})


@dataclass(frozen=True)
class Candidate:
    """A piece of text that may be the answer to a part."""

    text: str
    """As one would type it into a box."""
    kind: str
    """number, vector, matrix, shape, complexity, formula or choice."""
    file: int
    place: Place
    line: str
    """The text of its line."""
    order: int
    """Its place among the candidates."""
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

    @property
    def is_correction(self) -> bool:
        """Return whether it corrects what was written before."""
        return bool({"correction", "summary"} & {*self.cues})

    @property
    def is_result(self) -> bool:
        """Return whether it is written like a result, and not mentioned in passing."""
        return not _IN_PASSING & {*self.cues}

    @property
    def reason(self) -> str:
        """Return what speaks for it, in words."""
        return ", ".join(CUE_WORDS[cue] for cue in self.cues if WEIGHTS[cue] > 0) or "the only result"
