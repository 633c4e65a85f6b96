"""Finds the answers in the lines for one question: essays, choices, and results bound to their parts.

`AllResults` lists everything in the documents that could answer a part, wherever it is.  Nothing is graded by it: where
the answer that was read is wrong, or none was found, and one of these would be right, a person has to look.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Final

from checker.problems import QuestionKey
from checker.writeups.document import Document, Evidence, Place
from checker.writeups.language.words import plain
from checker.writeups.number_style import NumberStyle, number_style
from checker.writeups.options import bind_choices
from checker.writeups.parts.binding import LIKELY, SURE, BoundCandidate, bind
from checker.writeups.parts.evidence import given_numbers, reading_of, rows_of
from checker.writeups.parts.part_words import is_empty, unanswered
from checker.writeups.questions.lines import quoted_lines, section_lines
from checker.writeups.questions.sections import Section
from checker.writeups.questions.sheet_index import index_of
from checker.writeups.records import BoundAnswer
from checker.writeups.results.candidates import Candidate, candidates
from checker.writeups.sheets import AskedPart, AskedQuestion, Sheet

SEVERAL_RESULTS: Final = "It is not clear which of several results is the answer."
_SAID: Final = "“{}” leaves open whether this result counts."
NO_RESULT: Final = "No answer to this part could be found in the section."
ONLY_QUOTED: Final = "The section has only a quotation, or “the correct answer is: ...”, which is not read."
NOTHING: Final = "a placeholder, or nothing"
_MOST_SHOWN: Final = 5
"""Number of candidates that are shown where none is bound."""


def first_lines(sections: Iterable[Section]) -> tuple[Evidence, ...]:
    """Return the first line of each of these sections, to show where a question is answered."""
    return tuple(section.lines[0].evidence for section in sections)


class SectionAnswers:
    """Finds the answers in the sections that belong to a question, or to several questions together."""

    def __init__(
        self,
        sections: Sequence[Section],
        style: NumberStyle,
        lettered: Sequence[AskedPart] = (),
    ) -> None:
        self._found: dict[tuple[frozenset[str], NumberStyle, bool], Sequence[Candidate]] = {}
        self._sections = sections
        self._style = style
        self._statements = [statement for each in sections for statement in each.statements]
        self._is_empty = is_empty(self._statements)
        self._lettered = lettered
        """All parts of the questions, in the order of their letters."""

    def find(self, questions: Sequence[AskedQuestion]) -> dict[QuestionKey, BoundAnswer]:
        """Return the answer to each part of these questions.

        Text below a heading that names a part answers only that part.
        """
        parts = [part for question in questions for part in question.parts]
        self._lettered = self._lettered or parts
        headed = [_headed_part(section, parts) for section in self._sections]
        if any(headed):
            return self._by_heading(questions, headed)
        quoted = (line.evidence for section in self._sections for line in quoted_lines(section.lines))
        if self._is_empty and (quotes := tuple(islice(quoted, _MOST_SHOWN))):
            return {part.key: BoundAnswer(part.key, "", (), 0.0, "in a quote", ONLY_QUOTED, quotes) for part in parts}
        found = {part.key: self._text(part) for part in parts if part.answer_kind.needs_person}
        for question in questions:
            found |= self._choices(question)
        prompt = "\n".join(question.prompt for question in questions)
        prompt = "\n".join((prompt, *dict.fromkeys(part.given for part in parts)))
        return found | self._values([part for part in parts if part.answer_kind.has_working], prompt)

    def _by_heading(
        self, questions: Sequence[AskedQuestion], headed: Sequence[AskedPart | None]
    ) -> dict[QuestionKey, BoundAnswer]:
        """Return the answers in the sections whose headings name a part, and in the others those to the other parts."""
        rest = [part for question in questions for part in question.parts if part not in headed]
        found = {part.key: BoundAnswer(part.key, "", (), 1.0, "the heading names another part") for part in rest}
        for named in dict.fromkeys(headed):
            parts = [named] if named else rest
            asked = [replace(each, parts=tuple(part for part in each.parts if part in parts)) for each in questions]
            sections = [each for each, part in zip(self._sections, headed, strict=True) if part is named]
            own = SectionAnswers(sections, self._style, self._lettered)
            found |= own.find([each for each in asked if each.parts]) if parts else {}
        return found

    def results(
        self, part: AskedPart, prompt: str, lines: Collection[tuple[str, Place]] = ()
    ) -> Iterator[tuple[str, Evidence]]:
        """Yield (text, place) for each result that could answer a part.

        In `lines`, where its answer was found, all count; elsewhere only those that a wrong answer would hardly match
        by chance, and values with a unit that are alone on their lines. `1.747`, which may be two numbers, counts as
        1747.
        """
        found = [_undivided(part, each) for each in self._candidates([part], part.results)]
        given = given_numbers(prompt)
        for row in rows_of([part], found, ()):
            answer = row.answers[0]
            is_given = row.candidate.text in given and not (row.candidate.is_announced and row.candidate.is_result)
            if not answer or is_given:
                continue
            is_stated = answer.has_unit and row.candidate.has("alone")
            if is_stated or part.answer_kind.is_telling(answer.text) or answer.evidence[:2] in lines:
                yield answer.text, answer.evidence

    def numbers(self) -> Iterator[tuple[str, Evidence]]:
        """Yield the numbers in the lines for the question that may be results, in order, with their places."""
        for each in self._scanned(frozenset({"number"}), self._style):
            if each.is_result and not each.is_doubtful:
                yield each.text, each.evidence

    def _text(self, part: AskedPart) -> BoundAnswer:
        if self._is_empty:
            return BoundAnswer(part.key, "", (), 1.0, NOTHING)
        written = "\n".join(statement.text for statement in self._statements)
        start = first_lines(self._sections[:1])
        return BoundAnswer(part.key, written, start, 1.0, "the text of its section")

    def _choices(self, question: AskedQuestion) -> dict[QuestionKey, BoundAnswer]:
        parts = [part for part in question.parts if part.answer_kind.has_options]
        if not parts:
            return {}
        lines = [line for section in self._sections for line in section.lines]
        keys = {part.key for part in parts}
        open_parts = keys if self._is_empty else unanswered(parts, self._statements, self._lettered)
        found = {}
        for key, chosen in bind_choices(parts, lines).items():
            options = tuple(each.evidence for each in chosen.seen)
            found[key] = BoundAnswer(key, chosen.text, options[:1], chosen.confidence, chosen.reason)
            if chosen.text:
                found[key] = _doubted(found[key], options)
            elif key not in open_parts:
                found[key] = found[key]._replace(doubt=NO_RESULT)
        return found

    def _values(self, parts: Sequence[AskedPart], prompt: str) -> dict[QuestionKey, BoundAnswer]:
        if not parts:
            return {}
        kinds = frozenset(kind for part in parts for kind in part.results)
        several = self._candidates(parts, kinds)
        not_answered = unanswered(parts, self._statements, self._lettered)
        bound = bind(parts, several, prompt, not_answered)
        open_parts = {part.key for part in parts} if self._is_empty else not_answered
        return {
            part.key: self._value(each.candidate, each, part)
            if each.candidate
            else self._no_value(each, part, several, is_open=part.key in open_parts)
            for part, each in zip(parts, bound, strict=True)
        }

    def _value(self, candidate: Candidate, bound: BoundCandidate, part: AskedPart) -> BoundAnswer:
        """Return the result bound to a part as its answer, with a doubt and the other results if it is not sure."""
        options = tuple(each.evidence for each in (candidate, *bound.others))
        text = candidate.text
        answer = BoundAnswer(part.key, text, options[:1], bound.confidence, candidate.reason)
        answer = _doubted(answer, options, _SAID.format(bound.words) if bound.words else SEVERAL_RESULTS)
        tells = part.answer_kind.is_telling(text)
        is_likely = tells and LIKELY <= bound.confidence < SURE
        # chance from which another result is kept where there is no doubt
        likely = tuple(each for each in bound.offers if answer.doubt or each.chance >= 0.01)
        return answer._replace(is_telling=tells, is_likely=is_likely, offers=likely)

    def _no_value(
        self, bound: BoundCandidate, part: AskedPart, several: Sequence[Candidate], *, is_open: bool
    ) -> BoundAnswer:
        """Return why nothing is bound to a part: it is not answered, or its answer could not be found."""
        if is_open:
            return BoundAnswer(part.key, "", (), 1.0, NOTHING)
        shown = several[:_MOST_SHOWN]
        words = shown[0].doubt if len(shown) == 1 else ""
        doubt = _SAID.format(words) if words else NO_RESULT
        places = tuple(each.evidence for each in shown)
        return BoundAnswer(part.key, "", (), 0.0, "no result names it", doubt, places, offers=bound.offers)

    def _candidates(self, parts: Sequence[AskedPart], kinds: frozenset[str]) -> Sequence[Candidate]:
        """Return the candidates of all sections; they are looked for once for all parts that are read alike."""
        sizes = any(part.answer_kind.has_entries and part.is_whole for part in parts)
        return self._scanned(kinds, self._style.for_parts(parts), sizes=sizes)

    def _scanned(self, kinds: frozenset[str], style: NumberStyle, *, sizes: bool = False) -> Sequence[Candidate]:
        way = kinds, style, sizes
        if way not in self._found:
            self._found[way] = tuple(self._scan(kinds, style, sizes=sizes))
        return self._found[way]

    def _scan(self, kinds: frozenset[str], style: NumberStyle, *, sizes: bool) -> Iterator[Candidate]:
        """Yield the candidates of all sections; those of a later section with a label, in one file, are corrections."""
        order = 0
        for number, section in enumerate(self._sections):
            is_later = any(earlier.file == section.file for earlier in self._sections[:number])
            for each in candidates(section.statements, kinds):
                if not each.is_in_code:
                    text, near = (style.rewritten(one, may_be_sizes=sizes) for one in (each.text, each.near))
                    each = each._replace(text=text, near=near)  # noqa: PLW2901 - the same one, as it is typed
                corrects = section.label and is_later and not each.is_correction
                yield each._replace(order=order, cues=(*each.cues, "correction") if corrects else each.cues)
                order += 1


class AllResults:
    """All results in a student's documents that might answer some part; searched for on first use."""

    def __init__(self, documents: Sequence[Document], sheet: Sheet) -> None:
        self._documents = documents
        self._sheet = sheet

    def for_part(self, key: QuestionKey, found: Sequence[Evidence] = ()) -> Iterator[tuple[str, Evidence]]:
        """Yield each result that could answer a part, as (text, place).

        A result counts if a wrong one would hardly match it by chance, or if it is in a line of `found`, the places of
        the answer that was read. For vectors, neighbouring numbers, columns and rows are yielded together, too. Options
        of a choice are yielded only if `found` is empty.
        """
        part = self._sheet.parts.get(key)
        if part is None:
            return
        prompt = next(each.prompt for each in self._sheet.questions if each.problem == key.problem)
        if part.answer_kind.has_options:
            if not found:
                yield from self._options(part.options)
            return
        yield from self._all_lines.results(part, prompt, {each[:2] for each in found})
        if part.answer_kind.is_list:  # its entries may be told one by one
            yield from self._in_a_row
            yield from self._in_tables()

    def _options(self, options: Sequence[str]) -> Iterator[tuple[str, Evidence]]:
        """Yield the options of five characters or more that are in a line that does not repeat the question."""
        index = index_of(self._sheet)
        for each in section_lines(self._documents, index):
            text = each.line.text.casefold()
            for option in options:
                # characters of an option that is hardly in a line by chance
                if len(option) >= 5 and option.casefold() in text and not index.has_line(each.line.text):
                    yield option, each.evidence

    @cached_property
    def _in_a_row(self) -> tuple[tuple[str, Evidence], ...]:
        """Return the runs of neighbouring numbers as vectors, `[160; 88; 35]`, each with the place of its first."""
        found = list(self._all_lines.numbers())
        return tuple(
            (f"[{'; '.join(text for text, _ in found[start : start + length])}]", found[start][1])
            for length in range(2, 7)
            for start in range(len(found) - length + 1)
        )

    def _in_tables(self) -> Iterator[tuple[str, Evidence]]:
        """Yield the columns and rows of tables without their headings as vectors, with the place of the first row."""
        for document in self._documents:
            for first, *others in (block.lines for block in document.blocks if block.kind == "table"):
                columns = zip(*(line.cells for line in others), strict=False)
                for cells in (*columns, *(line.cells[1:] for line in (first, *others))):
                    values = "; ".join(plain(cell).strip() for cell in cells)
                    yield f"[{values}]", Evidence(document.file, first.place, first.text)

    @cached_property
    def _all_lines(self) -> SectionAnswers:
        """Return what finds answers in all lines of the documents, taken as one section."""
        lines = tuple(section_lines(self._documents, index_of(self._sheet)))
        style = number_style(self._documents, self._sheet)
        return SectionAnswers([Section(0, lines, 1.0, "", ())], style)


def _undivided(part: AskedPart, candidate: Candidate) -> Candidate:
    """Return a candidate without the sign between its digits by which it is no clear answer to a part."""
    # the sign in `1.747` and `1,747`, which may divide thousands
    joined = re.sub(r"(?<=\d)[.,](?=\d{3}(?!\d))", "", candidate.text)
    is_unclear = joined != candidate.text and reading_of(part, candidate.text) is None
    return candidate._replace(text=joined) if is_unclear else candidate


def _doubted(answer: BoundAnswer, options: tuple[Evidence, ...], doubt: str = SEVERAL_RESULTS) -> BoundAnswer:
    return answer if answer.confidence >= SURE else answer._replace(doubt=doubt, candidates=options)


def _headed_part(section: Section, parts: Sequence[AskedPart]) -> AskedPart | None:
    """Return the part whose id is the last piece of a section's first line, `Question 3 - total`; None if none is."""
    if not section.lines or len(parts) <= 1:
        return None
    # signs between the name of a question and that of its part
    pieces = [piece.strip(" *_#=.:") for piece in re.split(r"[,;:()\[\]]|\s[–—-]+\s|[–—]", section.lines[0].line.text)]
    last = next((piece for piece in reversed(pieces[1:]) if piece), "").casefold().replace(" ", "-")
    return next((part for part in parts if last and part.key.part == last), None)
