"""Remarks for a copy of a student's document: where each answer was found, how it was read, and wrong lines of working.

A remark comes after the line of the answer, or after the block around it (code, an equation, a table, HTML), whose end
`block_ends` finds.  `checker.grading.output.write` writes the copy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.problems import question_name
from checker.text.words import counted, in_one_line

if TYPE_CHECKING:
    from checker.grading.course import AssignmentColumns
    from checker.grading.grader.mark import Mark
    from checker.grading.grader.write_ups import ReadHandIn
    from checker.grading.submissions.model import Trouble
    from checker.writeups.document import Document, Place
    from checker.writeups.reading import BoundAnswer

MOST_CANDIDATES: Final = 10
"""Maximum number of other candidates that a remark names."""

FEWEST_WORDS: Final = 8
"""Words from which an answer is a text that may go on over several lines."""
LAST_WORDS: Final = 4
"""Number of words by which the first and the last line of a text are known."""
MOST_LINES: Final = 10
"""Maximum number of lines between the beginning of a sentence and the number in it."""
WORD: Final = re.compile(r"\w+")
BETWEEN_DIGITS: Final = re.compile(r"(?<=\d)(?:[,'\u00a0\u202f\u2009{}\\!]){1,6}(?=\d)")

LONGEST_ANSWER: Final = 200
"""Maximum number of characters of an answer in a remark."""


class SourceLine(NamedTuple):
    """A line of a student's document."""

    label: str
    """The number of the line; in a notebook that of the cell and the line."""
    text: str

    def numbered(self, width: int) -> str:
        """Return the line with its number before it; it cannot end a block of code, and has no control characters."""
        text = self.text.expandtabs(4)
        shown = text if text.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
        return f"{self.label:>{width}} | {shown}".rstrip()


class Remark(NamedTuple):
    """A remark on one line, or on the whole of a write-up."""

    after: int
    """The number of lines of the document above it."""
    place: int
    """The place of the question in its assignment."""
    answer: str = ""
    """The answer that was found there; empty where there is none."""
    considered: str = ""
    """What else may be the answer; empty where there is nothing."""
    working: str = ""
    """The equation of the student that is not right, where it speaks of this one and not of the answer."""


class RemarkedDocument(NamedTuple):
    """A document with the remarks on its lines, in order."""

    file: str
    lines: tuple[SourceLine, ...]
    notes: tuple[str, ...]
    remarks: tuple[Remark, ...]

    @property
    def width(self) -> int:
        """Return the number of characters of the longest line label."""
        return max((len(line.label) for line in self.lines), default=0)

    def pieces(self) -> Iterator[tuple[tuple[SourceLine, ...], Remark | None]]:
        """Yield the document in pieces: lines, and the remark that follows them (None after the last)."""
        start = 0
        for remark in self.remarks:
            yield self.lines[start : remark.after], remark
            start = max(start, remark.after)
        if self.lines[start:]:
            yield self.lines[start:], None


class FileTrouble(NamedTuple):
    """A fault in one file of a hand-in, or in the whole of it, that a person has to look at."""

    file: str
    """That of a document as the document has it, or the name of another file; empty for the whole."""
    message: str


class RemarkedWriteUp(NamedTuple):
    """The documents of one hand-in with remarks on the answers found in them."""

    documents: tuple[RemarkedDocument, ...]
    troubles: tuple[FileTrouble, ...]
    """Everything that needs a person apart from the answers."""
    not_found: tuple[Remark, ...]
    """Remarks on the questions that no line answers."""


class _Lines:
    """The lines of a document, and where each place is among them."""

    def __init__(self, document: Document) -> None:
        places = [(line.place, line.text) for _, line in document.lines]
        in_cells = any(place.cell is not None for place, _ in places)
        if in_cells or document.source == tuple(text for _, text in places):  # no format that people read as text
            self.lines = tuple(SourceLine(_label(place), text) for place, text in places)
            self._after = {(_key(place), text): number for number, (place, text) in enumerate(places, 1)}
            self._after_place = {_key(place): number for number, (place, _) in enumerate(places, 1)}
        else:
            self.lines = tuple(SourceLine(str(number), text) for number, text in enumerate(document.source, 1))
            self._after, self._after_place = {}, {}
        self._ends = block_ends([line.text for line in self.lines])

    def after(self, place: Place, text: str, answer: str) -> int:
        """Return the number of the line after which a remark is put: where the answer, or its block, ends."""
        found = self._after.get((_key(place), text)) or self._after_place.get(_key(place)) or place.line
        found = max(0, min(found, len(self.lines)))
        return self._ends[self._last(found, answer) - 1] if found else 0

    def _last(self, first: int, answer: str) -> int:
        """Return the number of the line in which an answer ends.  It begins in line `first`, or a few lines below."""
        words = _words(answer)
        near = range(first, min(first + MOST_LINES, len(self.lines)) + 1)
        beginning = _words(answer.strip().partition("\n")[0])[:LAST_WORDS]
        if len(words) >= FEWEST_WORDS and any(self._has(each, beginning) for each in near):
            return next((each for each in range(first, len(self.lines) + 1) if self._ends_with(each, words)), first)
        number = next((each for each in reversed(words) if each.isdigit()), None)
        return next((each for each in near if number in _words(self.lines[each - 1].text)), first)

    def _has(self, number: int, words: Sequence[str]) -> bool:
        """Return whether a line has these words, one after the other."""
        return f" {' '.join(words)} " in f" {' '.join(_words(self.lines[number - 1].text))} "

    def _ends_with(self, number: int, words: Sequence[str]) -> bool:
        """Return whether the last words of a line are the last ones of a text."""
        last = _words(self.lines[number - 1].text)[-LAST_WORDS:]
        return bool(last) and last == words[-len(last) :]


def remarked(read: ReadHandIn, assignment: AssignmentColumns, marks: Sequence[Mark] = ()) -> RemarkedWriteUp:
    """Return a hand-in's documents with a remark on each answer, and on wrong lines of working."""
    from checker.writeups.document import Place  # here, because structured files need none of it

    lines = {document.file: _Lines(document) for document in read.documents}
    found: dict[str, list[Remark]] = {file: [] for file in lines}
    not_found: list[Remark] = []
    remaining = {key: place for place, key in enumerate(assignment.keys)}
    for question in read.questions:
        for answer in question.answers:
            number = remaining.pop((answer.problem, answer.part), None)
            if number is None:
                continue
            place = next(iter((*answer.evidence[-1:], *answer.candidates, *question.evidence)), None)
            if place is not None and place.file in lines:
                after = lines[place.file].after(place.place, place.text, answer.text)
                found[place.file].append(_remark(answer, number, after))
            else:
                not_found.append(_remark(answer, number, 0))
    not_found += [Remark(0, number) for number in remaining.values()]
    for number, mark in enumerate(marks):
        for line in _wrong_lines(mark):
            if line.get("file") in lines:
                there = Place(line["line"], line.get("cell"))
                after = lines[line["file"]].after(there, "", line["text"])
                found[line["file"]].append(Remark(after, number, working=line["text"]))
    documents = tuple(
        RemarkedDocument(
            each.file, lines[each.file].lines, each.notes, tuple(sorted(found[each.file], key=attrgetter("after")))
        )
        for each in read.documents
    )
    troubles = tuple(FileTrouble(_file_of(each, read), each.message) for each in read.troubles)
    return RemarkedWriteUp(documents, troubles, tuple(not_found))


def _wrong_lines(mark: Mark) -> list[Mapping[str, Any]]:
    """Return the lines of working that are not right, from the record of an answer."""
    lines = mark.fields.get("working", ()) if '"working":' in mark.record else ()
    return [each for each in lines if each["finding"]]


def _words(text: str) -> list[str]:
    """Return the words and the numbers of a text, numbers without the signs between their digits."""
    return WORD.findall(BETWEEN_DIGITS.sub("", text))


def _file_of(trouble: Trouble, read: ReadHandIn) -> str:
    """Return the name of the file that a trouble is about."""
    path = f"/{trouble.path.as_posix()}"
    if (document := next((each.file for each in read.documents if path.endswith(f"/{each.file}")), None)) is not None:
        return document
    return "" if trouble.path == read.path else trouble.path.name


def _remark(answer: BoundAnswer, number: int, after: int) -> Remark:
    """Return the remark on the answer in column `number`: how it was read, and what else was considered."""
    found = considered = ""
    if answer.text:
        found = f"Answer: “{in_one_line(answer.text, LONGEST_ANSWER)}”{answer.reason and f' ({answer.reason})'}"
    chosen = {(each.file, each.place, each.text) for each in answer.evidence}
    others = [each for each in dict.fromkeys(answer.candidates) if (each.file, each.place, each.text) not in chosen]
    if others:
        shown = "; ".join(f"{each.place} “{in_one_line(each.text)}”" for each in others[:MOST_CANDIDATES])
        more = f"; and {len(others) - MOST_CANDIDATES:,} more" if len(others) > MOST_CANDIDATES else ""
        considered = f"{'Also considered' if answer.text else 'Considered'}: {shown}{more}"
    return Remark(after, number, found, considered)


def title(record: Mapping[str, Any]) -> str:
    """Return the first line of a remark from an answer's record: `bert-size.total: incorrect, 0 of 2 points`."""
    name = question_name(record["problem"], record["part"])
    status = record["status"].replace("_", " ")
    points, most = record["points"], record["max_points"]
    if points is None or most is None:
        return f"{name}: {status}"
    return f"{name}: {status}, {points:g} of {counted(f'{most:g}', 'point')}"


def _label(place: Place) -> str:
    return str(place.line) if place.cell is None else f"{place.cell}:{place.line}"


def _key(place: Place) -> tuple[int, int | None]:
    """Return what tells a place from others in its document."""
    return place.line, place.cell


_FENCE: Final = re.compile(r"\s{0,3}(?:>\s?|[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})")
_ENVIRONMENTS: Final = (
    r"equation|align(?:ed|at)?|gather(?:ed)?|multline|eqnarray|math|displaymath|flalign|split|cases|array|[bpvBV]?matrix"
    r"|tabular[xy]?|longtable|table|verbatim|lstlisting|minted|tikzpicture"
)
_BEGIN: Final = re.compile(rf"\\begin\{{((?:{_ENVIRONMENTS})\*?)\}}")
_TAG: Final = re.compile(r"<(table|pre|math|svg|p)\b")
_HTML_BLOCK: Final = re.compile(r"\s{0,3}<(?:div|section|center|ul|ol|dl|blockquote|details)\b")
_HTML_PAGE: Final = re.compile(r"<(?:!doctype|html|body)\b", re.IGNORECASE)
_DELIMITER_ROW: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")


class _Block(NamedTuple):
    """A block, such as of code or mathematics, that is open at the end of a line."""

    key: str
    """Equal for blocks that end in the same way."""
    is_end: Callable[[str], bool]
    has_end: bool = True
    """Whether the line that ends it belongs to it."""


def block_ends(lines: Sequence[str]) -> list[int]:
    """Return for each line where the block that it is in ends, as a number of lines.

    >>> block_ends(["so", "$$", "3 + 4 = 8", "$$", "bye"])
    [1, 4, 4, 4, 5]
    """
    ends = list(range(1, len(lines) + 1))
    is_page = any(_HTML_PAGE.search(line) for line in lines[:20])
    endless: set[str] = set()
    place = 0
    while place < len(lines):
        block = _block(lines[place], lines[place + 1] if place + 1 < len(lines) else "", is_page=is_page)
        end = None
        if block and block.key not in endless:
            end = next((each for each in range(place + 1, len(lines)) if block.is_end(lines[each])), None)
            if end is None and block.has_end:
                endless.add(block.key)
            else:
                last = (len(lines) if end is None else end) - (not block.has_end or end is None)
                ends[place : last + 1] = [last + 1] * (last + 1 - place)
                place = last
        place += 1
    return ends


def _block(line: str, following: str, *, is_page: bool) -> _Block | None:
    """Return the block that begins in a line and is open at its end, or None; `following`: the next line."""
    if fence := _FENCE.match(line):
        closing = re.compile(rf"[\s>]*{re.escape(fence[1])}{re.escape(fence[1][0])}*\s*$")
        return _Block(fence[1], lambda text: closing.match(text) is not None)
    if "|" in line and "|" in following and _DELIMITER_ROW.fullmatch(following):
        return _Block("|", lambda text: "|" not in text, has_end=False)
    return _open_equation(line) or _open_html(line, is_page=is_page)


def _open_equation(line: str) -> _Block | None:
    """Return the block of mathematics that is open at the end of a line; else None."""
    if line.count("$$") % 2:
        return _Block("$$", lambda text: text.count("$$") % 2 == 1)
    if "\\[" in line.replace("\\\\[", "") and "\\]" not in line[line.rindex("\\[") :]:
        return _until("\\]")
    ends = ((begin.end(), f"\\end{{{begin[1]}}}") for begin in _BEGIN.finditer(line))
    return next((_until(end) for start, end in ends if end not in line[start:]), None)


def _open_html(line: str, *, is_page: bool) -> _Block | None:
    """Return the HTML element that is open at the end of a line; else None."""
    line = line.lower()
    ends = ((tag.end(), f"</{tag[1]}>") for tag in _TAG.finditer(line))
    if end := next((end for start, end in ends if end not in line[start:]), None):
        return _until(end)
    if not is_page and _HTML_BLOCK.match(line):
        return _Block("<", lambda text: not text.strip(), has_end=False)
    return None


def _until(end: str) -> _Block:
    """Return a block that ends in the line with these signs."""
    return _Block(end, lambda text: end.lower() in text.lower())
