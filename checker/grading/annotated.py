"""Copies of students' documents with remarks: where each answer was found, how it was read, and wrong lines of working.

`remarked` finds where each remark belongs, and `annotated` prints them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from checker.grading.model import Record, code_of, question_of
from checker.grading.records import SEVERAL
from checker.problems import QuestionKey
from checker.text.steering import escaped_in_markdown
from checker.text.words import counted, in_one_line

if TYPE_CHECKING:
    from checker.writeups.document import Document
    from checker.writeups.records import BoundAnswer, FoundQuestion

_Remark = dict[str, Any]
"""A remark on a question: `problem`, `part`, and `after`, the number of lines of the document above it.

`answer`: the answer that was found there.  `considered`: what else may be the answer.  `working`: the equation that is
not right, where the remark is on this one and not on the answer.
"""

T = TypeVar("T")
Line = Sequence[str]
"""A line of a document: its label, and its text."""

_Own = Mapping[QuestionKey, Record]
"""By question, the record of one hand-in of a student."""

_MOST_CANDIDATES: Final = 10
_FEWEST_WORDS: Final = 8
"""Words from which an answer is a text that may go on over several lines."""
_LAST_WORDS: Final = 4
"""Number of words by which the first and the last line of a text are known."""
_FAULTS: Final = {"arithmetic": "slip in the arithmetic", "mistake": "mistake in the working"}
"""By finding, what a line of working has."""


def remarked(
    documents: Sequence[Document], questions: Sequence[FoundQuestion], records: Sequence[Record]
) -> dict[str, Any]:
    """Return `files` and `not_found` for documents.jsonl, with a remark on each answer and each wrong line of working.

    `records` has one for each question of the assignment.
    """
    lines = {document.file: _Lines(document) for document in documents}
    found: dict[str | None, list[_Remark]] = {file: [] for file in (*lines, None)}
    remaining = {question_of(record): None for record in records}
    for question in questions:
        for answer in question.answers:
            if answer.key not in remaining:
                continue
            del remaining[answer.key]
            place = next(iter((*answer.evidence[-1:], *answer.candidates, *question.evidence)), None)
            if place and place.file in lines:
                after = lines[place.file].after(*place.place[:2], place.text, answer.text)
                found[place.file].append(_remark(answer, after))
            else:
                found[None].append(_remark(answer, 0))
    found[None] += [{"after": 0, **key._asdict()} for key in remaining]
    for record in records:
        for line in record.get("working", ()):
            if line["finding"] and line.get("file") in lines:
                after = lines[line["file"]].after(line["line"], line.get("cell"), "", line["text"])
                about = question_of(record)._asdict()
                found[line["file"]].append({"after": after, **about, "working": line["text"]})
    files = []
    for each in documents:
        remarks = sorted(found[each.file], key=lambda remark: remark["after"])
        files.append({"file": each.file, "lines": lines[each.file].lines, "notes": [*each.notes], "remarks": remarks})
    return {"files": files, "not_found": found[None]}


def _remark(answer: BoundAnswer, after: int) -> _Remark:
    remark: _Remark = {"after": after, **answer.key._asdict()}
    if answer.text:
        reason = f" ({answer.reason})" if answer.reason else ""
        remark["answer"] = f"Answer: “{in_one_line(answer.text, 200)}”{reason}"
    if others := [each for each in dict.fromkeys(answer.candidates) if each not in answer.evidence]:
        shown = "; ".join(f"{each.place} “{in_one_line(each.text)}”" for each in others[:_MOST_CANDIDATES])
        more = f"; and {len(others) - _MOST_CANDIDATES:,} more" if len(others) > _MOST_CANDIDATES else ""
        remark["considered"] = f"{'Also considered' if answer.text else 'Considered'}: {shown}{more}"
    return remark


class _Lines:
    """The lines of a document, each with its label, and where each place is among them."""

    def __init__(self, document: Document) -> None:
        places = [(line.place, line.text) for _, line in document.lines]
        in_cells = any(place.cell is not None for place, _ in places)
        self.lines = [[str(number), text] for number, text in enumerate(document.source, 1)]
        self._numbers: dict[Any, int] = {}
        if in_cells or document.source == tuple(text for _, text in places):  # no format that people read as text
            self.lines = [[":".join(map(str, filter(None, (place.cell, place.line)))), text] for place, text in places]
            for number, (place, text) in enumerate(places, 1):
                self._numbers[place.line, place.cell] = self._numbers[place.line, place.cell, text] = number

    def after(self, line: int, cell: int | None, text: str, answer: str) -> int:
        """Return the number of the line in which an answer ends, which begins in this line or a few lines below."""
        found = self._numbers.get((line, cell, text)) or self._numbers.get((line, cell)) or line
        first = max(0, min(found, len(self.lines)))
        below, words = range(max(first, 1), len(self.lines) + 1), _words(answer)
        beginning = f" {' '.join(_words(answer.strip().partition(chr(10))[0])[:_LAST_WORDS])} "
        # a number is at most 10 lines below the beginning of its sentence
        near = {each: _words(self.lines[each - 1][1]) for each in below[:11]}
        if len(words) >= _FEWEST_WORDS and any(beginning in f" {' '.join(each)} " for each in near.values()):
            ends = ((each, _words(self.lines[each - 1][1])[-_LAST_WORDS:]) for each in below)
            return next((each for each, last in ends if last and last == words[-len(last) :]), first)
        number = next((each for each in reversed(words) if each.isdigit()), None)
        return next((each for each, here in near.items() if number in here), first)


def _words(text: str) -> list[str]:
    """Return the words and the numbers of a text, numbers without the signs between their digits."""
    return re.findall(r"\w+", re.sub(r"(?<=\d)(?:[,'\u00a0\u202f\u2009{}\\!]){1,6}(?=\d)", "", text))


def annotated(documents: Sequence[Mapping[str, Any]], records: Sequence[Record]) -> Iterator[str]:
    """Yield the lines of a student's annotated documents, after the reasons why a person has to choose between them.

    `documents`: the student's lines of documents.jsonl.  `records`: all records of the student.
    """
    yield f"# {escaped_in_markdown(documents[0]['student'])}"
    reasons = (each["waits"]["sentence"] for each in records if code_of(each) == SEVERAL)
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
            for lines, texts in divided(each, lambda remark: _texts(remark, own)):  # noqa: B023 - used at once
                yield from ("", "```text", *numbered(lines, each), "```") if lines else ()
                yield from _printed(texts or ())
        if document["not_found"]:
            yield from ("", "## Not found")
            for remark in document["not_found"]:
                yield from _printed(_texts(remark, own))


def _own(records: Sequence[Record], files: set[str]) -> _Own:
    """Return the record of each question that has an answer in these files; of another question the first one."""
    there = [each for each in records if any(one.get("file") in files for one in each.get("evidence", ()))]
    return {question_of(each): each for each in (*reversed(records), *there)}


def divided(file: Mapping[str, Any], shown: Callable[[_Remark], T]) -> Iterator[tuple[Sequence[Line], T | None]]:
    """Yield the lines of a file in pieces, each with what is `shown` of the remark below it, if anything is."""
    lines, start = file["lines"], 0
    for remark in file["remarks"]:
        if found := shown(remark):
            yield lines[start : remark["after"]], found
            start = max(start, remark["after"])
    if lines[start:]:
        yield lines[start:], None


def numbered(lines: Iterable[Line], file: Mapping[str, Any]) -> Iterator[str]:
    """Yield some lines of a file after their labels; none can end a block of code, or has control characters."""
    width = max(len(label) for label, _ in file["lines"])
    for label, text in lines:
        shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in text.expandtabs(4))
        yield f"{label:>{width}} | {shown}".rstrip()


def _texts(remark: _Remark, own: _Own) -> list[str]:
    """Return the paragraphs of a remark; none on a line of working that its record does not have as wrong."""
    record = own[question_of(remark)]
    if "working" not in remark:
        return [*filter(None, (title(record), remark.get("answer"), record["message"], remark.get("considered")))]
    lines = [each for each in record.get("working", ()) if each["text"] == remark["working"] and each["finding"]]
    if not lines:
        return []
    heading = f"{question_of(remark)}: {_FAULTS[lines[0]['finding']]}"
    return [heading, f"“{in_one_line(lines[0]['text'], 300)}”", lines[0]["message"]]


def title(record: Record) -> str:
    """Return the first line of a remark from an answer's record: `bert-size.total: incorrect, 0 of 2 points`."""
    points, most = record["points"], record["max_points"]
    worth = "" if points is None or most is None else f", {points:g} of {counted(f'{most:g}', 'point')}"
    return f"{question_of(record)}: {record['status'].replace('_', ' ')}{worth}"


def _printed(texts: Sequence[str]) -> Iterator[str]:
    first, *others = [escaped_in_markdown(" ".join(text.split())) for text in texts] or [""]
    pieces = [f"> **checker** **{first}**", *(f"> {each}" for each in others)]
    yield from ("", *(f"{piece}  " for piece in pieces[:-1]), pieces[-1]) if texts else ()  # two spaces break the line
