"""The answers to the questions of a section: one for each part, bound or in doubt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from checker.writeups.binding import SURE, bind
from checker.writeups.candidate import Candidate
from checker.writeups.candidates import candidates
from checker.writeups.choices import bind_choices
from checker.writeups.chosen_value import Bound
from checker.writeups.document import Document
from checker.writeups.placeholders import is_empty, unanswered
from checker.writeups.reading import BoundAnswer, Evidence
from checker.writeups.section_lines import SectionLine
from checker.writeups.sections import Section
from checker.writeups.seen_options import Seen
from checker.writeups.sheets import AskedPart, AskedQuestion, PartKey
from checker.writeups.statements import statements

SEVERAL_RESULTS: Final = "It is not clear which of several results is the answer."
NO_RESULT: Final = "No answer to this part could be found in the section."
_LISTS: Final = frozenset({"vector", "matrix", "shape"})
"""Kinds of answers that may be spread over several lines."""
_KINDS: Final = {
    "vector": ("vector", "matrix", "number"),
    "matrix": ("matrix", "vector"),
    "shape": ("shape", "vector"),
    "formula": ("formula", "number"),
}
"""The kinds of candidates that are looked for, by the kind of part; of the other parts its own."""
_NOTHING: Final = "a placeholder, or nothing"
_SURE_NOTHING, _SURE_LEFT_OUT = 1.0, 0.6
"""Confidence that a part has no answer: all of its section is empty, and all results answer other parts."""
_MOST_SHOWN: Final = 5
"""Maximum number of results that a person is shown where none is likely."""


class SectionAnswers:
    """What the sections of some questions say, and the answers in them."""

    def __init__(self, documents: Sequence[Document], sections: Sequence[Section]) -> None:
        self._documents = documents
        self._sections = sections
        self._lines = [line for section in sections for line in section.lines]
        self._reads = [list(statements(section.lines)) for section in sections]
        self._read = [statement for read in self._reads for statement in read]
        self._is_empty = is_empty(self._read)

    def answers(self, questions: Sequence[AskedQuestion]) -> dict[PartKey, BoundAnswer]:
        """Return the answers to the parts of the questions that these sections answer."""
        parts = [part for question in questions for part in question.parts]
        found = {part.key: self._text(part) for part in parts if part.kind == "text"}
        for question in questions:
            found |= self._choices(question)
        if valued := [part for part in parts if part.kind not in {"text", "choice"}]:
            found |= self._values(valued, "\n".join(question.prompt for question in questions))
        return found

    def _text(self, part: AskedPart) -> BoundAnswer:
        """Return the text of the sections as the answer to a part."""
        if self._is_empty:
            return _no_answer(part.key)
        written = "\n".join(statement.text for statement in self._read)
        evidence = evidence_of(self._documents, self._lines[0])
        return BoundAnswer(*part.key, written, (evidence,), 1.0, "the text of its section")

    def _choices(self, question: AskedQuestion) -> Iterator[tuple[PartKey, BoundAnswer]]:
        """Yield the answers to the choices of a question."""
        parts = [part for part in question.parts if part.kind == "choice"]
        if not parts:
            return
        open_parts = {part.key for part in parts} if self._is_empty else unanswered(parts, self._read)
        for key, chosen in bind_choices(parts, self._lines, question.prompt).items():
            if not chosen.text:
                doubt = "" if key in open_parts else NO_RESULT
                yield key, BoundAnswer(*key, "", (), 0.0, "no option is named", doubt)
                continue
            options = self._shown(each for each in (chosen.evidence, *chosen.others) if each)
            bound = BoundAnswer(*key, chosen.text, options[:1], chosen.confidence, chosen.reason)
            yield key, _doubted(bound, options)

    def _values(self, parts: Sequence[AskedPart], prompt: str) -> Iterator[tuple[PartKey, BoundAnswer]]:
        """Yield the answers to the parts with values: numbers, lists, formulas."""
        found = self._candidates(frozenset(kind for part in parts for kind in _KINDS.get(part.kind, (part.kind,))))
        open_parts = unanswered(parts, self._read)
        for part, bound in zip(parts, bind(parts, found, prompt, open_parts), strict=True):
            if bound.candidate:
                yield part.key, self._bound(part.key, bound.candidate, bound)
            elif self._is_empty or part.key in open_parts:
                yield part.key, _no_answer(part.key)
            elif len(parts) > 1 and not bound.others and part.kind not in _LISTS:
                yield part.key, BoundAnswer(*part.key, "", (), _SURE_LEFT_OUT, "no result is left for it")
            else:
                options = self._shown(bound.others or found[:_MOST_SHOWN])
                yield part.key, BoundAnswer(*part.key, "", (), 0.0, "no result names it", NO_RESULT, options)

    def _bound(self, key: PartKey, candidate: Candidate, bound: Bound) -> BoundAnswer:
        """Return the candidate that is bound to a part as its answer."""
        options = self._shown([candidate, *bound.others])
        return _doubted(BoundAnswer(*key, candidate.text, options[:1], bound.confidence, bound.reason), options)

    def _candidates(self, kinds: Collection[str]) -> list[Candidate]:
        """Return the candidates of all sections; those of a later section with a label correct the others."""
        found: list[Candidate] = []
        for number, (section, read) in enumerate(zip(self._sections, self._reads, strict=True)):
            more = candidates(read, kinds)
            if number and section.label:
                more = [each if each.is_correction else each.with_cues("correction") for each in more]
            found += more
        return [replace(each, order=order) for order, each in enumerate(found)]

    def _shown(self, several: Iterable[Candidate | Seen]) -> tuple[Evidence, ...]:
        """Return the places of candidates, with their lines."""
        return tuple(Evidence(self._documents[each.file].file, each.place, each.line) for each in several)


def evidence_of(documents: Sequence[Document], each: SectionLine) -> Evidence:
    """Return a line as the evidence for something."""
    return Evidence(documents[each.file].file, each.line.place, each.line.text)


def _doubted(answer: BoundAnswer, options: tuple[Evidence, ...]) -> BoundAnswer:
    """Return an answer with all that it might have been, if its confidence is too low to grade it."""
    if answer.confidence >= SURE:
        return answer
    return answer._replace(doubt=SEVERAL_RESULTS, candidates=options)


def _no_answer(key: PartKey) -> BoundAnswer:
    """Return that the student left a part out."""
    return BoundAnswer(*key, "", (), _SURE_NOTHING, _NOTHING)
