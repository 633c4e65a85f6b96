"""Copies of students' documents with remarks: where each answer was found, how it was read, and wrong lines of working.

`remarked` finds where each remark belongs, and `annotated` prints them.  A remark comes after the line of the answer,
or after the block around it (code, an equation, a table, HTML).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.grading.model import Record
from checker.problems import question_name
from checker.text.steering import escaped_in_markdown
from checker.text.words import counted, in_one_line

if TYPE_CHECKING:
    from checker.writeups.document import Document, Place
    from checker.writeups.reading import BoundAnswer, FoundQuestion

Remark = dict[str, Any]
"""A remark on a question: `problem`, `part`, and `after`, the number of lines of the document above it.

`answer`: the answer that was found there.  `considered`: what else may be the answer.  `working`: the equation that is
not right, where the remark is on this one and not on the answer.
"""

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
LONGEST_LINE: Final = 300
"""Maximum number of characters of a line of working in a remark."""
FAULTS: Final = {"arithmetic": "slip in the arithmetic", "mistake": "mistake in the working"}
"""By finding, what a line of working has."""
SEVERAL: Final = "several"
"""Code of the reason of answers that differ between the hand-ins of a student."""


def remarked(
    documents: Sequence[Document], questions: Sequence[FoundQuestion], records: Sequence[Record]
) -> dict[str, Any]:
    """Return `files`, with a remark on each answer and each wrong line of working, and `not_found`, for documents.jsonl.

    `records` has one for each question of the assignment.
    """
    lines = {document.file: _Lines(document) for document in documents}
    found: dict[str, list[Remark]] = {file: [] for file in lines}
    not_found: list[Remark] = []
    remaining = {(record["problem"], record["part"]): None for record in records}
    for question, answer in ((question, answer) for question in questions for answer in question.answers):
        if (answer.problem, answer.part) not in remaining:
            continue
        del remaining[answer.problem, answer.part]
        place = next(iter((*answer.evidence[-1:], *answer.candidates, *question.evidence)), None)
        if place is not None and place.file in lines:
            after = lines[place.file].after(_key(place.place), place.text, answer.text)
            found[place.file].append(_remark(answer, after))
        else:
            not_found.append(_remark(answer, 0))
    not_found += [{"after": 0, "problem": problem, "part": part} for problem, part in remaining]
    for record in records:
        for line in record.get("working", ()):
            if line["finding"] and line.get("file") in lines:
                after = lines[line["file"]].after((line["line"], line.get("cell")), "", line["text"])
                about = {"after": after, "problem": record["problem"], "part": record["part"]}
                found[line["file"]].append(about | {"working": line["text"]})
    files = [
        {
            "file": each.file,
            "lines": lines[each.file].lines,
            "notes": list(each.notes),
            "remarks": sorted(found[each.file], key=lambda remark: remark["after"]),
        }
        for each in documents
    ]
    return {"files": files, "not_found": not_found}


def _remark(answer: BoundAnswer, after: int) -> Remark:
    remark: Remark = {"after": after, "problem": answer.problem, "part": answer.part}
    if answer.text:
        reason = f" ({answer.reason})" if answer.reason else ""
        remark["answer"] = f"Answer: “{in_one_line(answer.text, LONGEST_ANSWER)}”{reason}"
    chosen = {(each.file, each.place, each.text) for each in answer.evidence}
    others = [each for each in dict.fromkeys(answer.candidates) if (each.file, each.place, each.text) not in chosen]
    if others:
        shown = "; ".join(f"{each.place} “{in_one_line(each.text)}”" for each in others[:MOST_CANDIDATES])
        more = f"; and {len(others) - MOST_CANDIDATES:,} more" if len(others) > MOST_CANDIDATES else ""
        remark["considered"] = f"{'Also considered' if answer.text else 'Considered'}: {shown}{more}"
    return remark


class _Lines:
    """The lines of a document, each with its label, and where each place is among them."""

    def __init__(self, document: Document) -> None:
        places = [(line.place, line.text) for _, line in document.lines]
        in_cells = any(place.cell is not None for place, _ in places)
        self.lines: list[list[str]]
        self._after: dict[Any, int] = {}
        if in_cells or document.source == tuple(text for _, text in places):  # no format that people read as text
            self.lines = [[_label(place), text] for place, text in places]
            for number, (place, text) in enumerate(places, 1):
                self._after[_key(place), text] = self._after[_key(place)] = number
        else:
            self.lines = [[str(number), text] for number, text in enumerate(document.source, 1)]
        self._ends = block_ends([text for _, text in self.lines])

    def after(self, key: tuple[int, int | None], text: str, answer: str) -> int:
        """Return the number of the line after which a remark is put: where the answer, or its block, ends."""
        found = self._after.get((key, text)) or self._after.get(key) or key[0]
        found = max(0, min(found, len(self.lines)))
        return self._ends[self._last(found, answer) - 1] if found else 0

    def _last(self, first: int, answer: str) -> int:
        """Return the number of the line in which an answer ends.  It begins in line `first`, or a few lines below."""
        words = _words(answer)
        near = range(first, min(first + MOST_LINES, len(self.lines)) + 1)
        beginning = f" {' '.join(_words(answer.strip().partition(chr(10))[0])[:LAST_WORDS])} "
        if len(words) >= FEWEST_WORDS and any(beginning in f" {' '.join(self._words(each))} " for each in near):
            return next((each for each in range(first, len(self.lines) + 1) if self._ends_with(each, words)), first)
        number = next((each for each in reversed(words) if each.isdigit()), None)
        return next((each for each in near if number in self._words(each)), first)

    def _ends_with(self, number: int, words: Sequence[str]) -> bool:
        """Return whether the last words of a line are the last ones of a text."""
        last = self._words(number)[-LAST_WORDS:]
        return bool(last) and last == words[-len(last) :]

    def _words(self, number: int) -> list[str]:
        return _words(self.lines[number - 1][1])


def _words(text: str) -> list[str]:
    """Return the words and the numbers of a text, numbers without the signs between their digits."""
    return WORD.findall(BETWEEN_DIGITS.sub("", text))


def _label(place: Place) -> str:
    return str(place.line) if place.cell is None else f"{place.cell}:{place.line}"


def _key(place: Place) -> tuple[int, int | None]:
    return place.line, place.cell


def annotated(documents: Sequence[Mapping[str, Any]], records: Sequence[Record]) -> Iterator[str]:
    """Yield the lines of a student's annotated documents, after the reasons why a person has to choose between them.

    `documents`: the student's lines of documents.jsonl.  `records`: all records of the student.
    """
    yield f"# {escaped_in_markdown(documents[0]['student'])}"
    reasons = (each["waits"]["sentence"] for each in records if each.get("waits", {}).get("code") == SEVERAL)
    for reason in dict.fromkeys(reasons):
        yield from _printed([reason])
    for document in documents:
        files = {each["file"] for each in document["files"]}
        own = _own([each for each in records if each["assignment"] == document["assignment"]], files)
        for file, message in document["troubles"]:
            if file not in files:
                yield from _printed([": ".join(filter(None, (file, message)))])
        for each in document["files"]:
            yield from ("", f"## {escaped_in_markdown(each['file'])}")
            troubles = (message for file, message in document["troubles"] if file == each["file"])
            for note in (*each["notes"], *troubles):
                yield from _printed([note])
            yield from _annotated_file(each, own)
        if document["not_found"]:
            yield from ("", "## Not found")
            for remark in document["not_found"]:
                yield from _printed(_texts(remark, own))


Own = Mapping[tuple[str, str | None], Record]
"""By question, the record of one hand-in of a student."""


def _own(records: Sequence[Record], files: set[str]) -> Own:
    """Return the record of each question that has an answer in these files; of another question the first one."""
    found: dict[tuple[str, str | None], Record] = {}
    for record in records:
        key = record["problem"], record["part"]
        if key not in found or any(place.get("file") in files for place in record.get("evidence", ())):
            found[key] = record
    return found


def _annotated_file(document: Mapping[str, Any], own: Own) -> Iterator[str]:
    """Yield the lines of one file; each remark comes after the line that it is on."""
    lines, start = document["lines"], 0
    width = max((len(label) for label, _ in lines), default=0)
    for remark in (*(each for each in document["remarks"] if _is_shown(each, document["remarks"], own)), None):
        end = remark["after"] if remark else len(lines)
        if start < end:
            yield from ("", "```text", *(_numbered(label, text, width) for label, text in lines[start:end]), "```")
            start = end
        if remark:
            yield from _printed(_texts(remark, own))


def _numbered(label: str, text: str, width: int) -> str:
    """Return a line with its label before it; it cannot end a block of code, and has no control characters."""
    text = text.expandtabs(4)
    shown = text if text.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    return f"{label:>{width}} | {shown}".rstrip()


def _is_shown(remark: Remark, others: Sequence[Remark], own: Own) -> bool:
    """Return whether a remark is shown.

    One on a line of working is not if the record no longer has the line as wrong, or if an answer at the same place has
    the same message.
    """
    if "working" not in remark:
        return True
    line = _line(remark, own)
    answers = [_record(each, own) for each in others if each["after"] == remark["after"] and "working" not in each]
    return bool(line) and not any(line["message"] in each["message"] for each in answers)


def _texts(remark: Remark, own: Own) -> list[str]:
    """Return the paragraphs of a remark."""
    record = _record(remark, own)
    if "working" in remark:
        line = _line(remark, own)
        name = question_name(record["problem"], record["part"])
        return [f"{name}: {FAULTS[line['finding']]}", f"“{in_one_line(line['text'], LONGEST_LINE)}”", line["message"]]
    return [*filter(None, (title(record), remark.get("answer"), record["message"], remark.get("considered")))]


def _record(remark: Remark, own: Own) -> Record:
    return own[remark["problem"], remark["part"]]


def _line(remark: Remark, own: Own) -> Mapping[str, Any]:
    """Return the wrong line of working that a remark is on; an empty mapping if its record no longer has it."""
    lines = _record(remark, own).get("working", ())
    return next((each for each in lines if each["text"] == remark["working"] and each["finding"]), {})


def title(record: Record) -> str:
    """Return the first line of a remark from an answer's record: `bert-size.total: incorrect, 0 of 2 points`."""
    named = f"{question_name(record['problem'], record['part'])}: {record['status'].replace('_', ' ')}"
    points, most = record["points"], record["max_points"]
    if points is None or most is None:
        return named
    return f"{named}, {points:g} of {counted(f'{most:g}', 'point')}"


def _printed(texts: Sequence[str]) -> Iterator[str]:
    """Yield an empty line and a remark; its first text is in bold."""
    first, *others = (escaped_in_markdown(" ".join(text.split())) for text in texts)
    pieces = [f"> **checker** **{first}**", *(f"> {each}" for each in others)]
    yield from ("", *(f"{piece}  " for piece in pieces[:-1]), pieces[-1])  # two spaces break the line


_FENCE: Final = re.compile(r"\s{0,3}(?:>\s?|[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})")
_BEGIN: Final = re.compile(
    r"\\begin\{((?:equation|align(?:ed|at)?|gather(?:ed)?|multline|eqnarray|math|displaymath|flalign|split|cases|array"
    r"|[bpvBV]?matrix|tabular[xy]?|longtable|table|verbatim|lstlisting|minted|tikzpicture)\*?)\}"
)
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
        if block and block.key not in endless:
            end = next((each for each in range(place + 1, len(lines)) if block.is_end(lines[each])), None)
            if end is None and block.has_end:
                endless.add(block.key)
            else:
                last = end if end is not None and block.has_end else (end or len(lines)) - 1
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
    if line.count("$$") % 2:
        return _Block("$$", lambda text: text.count("$$") % 2 == 1)
    if "\\[" in line.replace("\\\\[", "") and "\\]" not in line[line.rindex("\\[") :]:
        return _until("\\]")
    lower = line.lower()
    begun = [(line, begin.end(), f"\\end{{{begin[1]}}}") for begin in _BEGIN.finditer(line)]
    begun += [(lower, tag.end(), f"</{tag[1]}>") for tag in _TAG.finditer(lower)]
    if end := next((end for text, start, end in begun if end not in text[start:]), None):
        return _until(end)
    if not is_page and _HTML_BLOCK.match(lower):
        return _Block("<", lambda text: not text.strip(), has_end=False)
    return None


def _until(end: str) -> _Block:
    """Return a block that ends in the line with these signs."""
    return _Block(end, lambda text: end.lower() in text.lower())
