"""Documents that say plainly what is in them, for tests of what becomes of it.

`encoder-layer: 27648` is an answer, `encoder-layer? 1; 2` are candidates among which a person has to choose, and
`!fits several` is a trouble with the whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from checker.document import Mapping, parse_document
from checker.writeups import formats
from checker.writeups.document import Block, Document, Line, Place
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion, WriteUpReading
from checker.writeups.sheets import Sheet

SUFFIXES = (".md", ".ipynb", ".png")
FRONT = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)


class DocumentUnreadable(Exception):  # noqa: N818 - as in the formats
    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message, self.line = message, line


def is_document(path: str) -> bool:
    return Path(path).suffix in SUFFIXES


def read_contents(data: bytes, path: str, name: str) -> Document:
    """Read Markdown as lines, and the cells of a notebook."""

    if path.endswith(".png"):
        raise DocumentUnreadable("no text in this file: a person must read it")
    if path.endswith(".ipynb"):
        try:
            cells = json.loads(data)
        except ValueError:
            raise DocumentUnreadable("this notebook is broken: save it again", 1) from None
        found = [
            Line(text, Place(number, cell))
            for cell, lines in enumerate(cells, 1)
            for number, text in enumerate(lines, 1)
        ]
        return Document(name, (Block("paragraph", tuple(found)),), source=tuple(line.text for line in found))
    text = data.decode()
    if "crash the format" in text:
        raise RuntimeError("a format failed")
    front = FRONT.match(text)
    fields = parse_document(front[1], source=path) if front else None
    source = tuple(text.splitlines())
    found = [Line(line, Place(number)) for number, line in enumerate(source, 1)]
    notes = ("1 picture was not read",) if "![" in text else ()
    return Document(
        name, (Block("paragraph", tuple(found)),), fields if isinstance(fields, Mapping) else None, source, notes
    )


def read_writeup(documents: Sequence[Document], sheets: Iterable[Sheet]) -> WriteUpReading:
    """Bind each line to the question that it names; the sheet is the first with such a question."""
    sheets = list(sheets)
    lines = [(each.file, line) for each in documents for _, line in each.lines]
    if any("crash the reader" in line.text for _, line in lines):
        raise RuntimeError("a reader failed")
    trouble = next((line.text[1:] for _, line in lines if line.text.startswith("!") and "[" not in line.text), "")
    fitting = [sheet for sheet in sheets if any(_found(lines, str(key), "") for key in sheet.parts)]
    if not fitting and len(sheets) > 1:
        return WriteUpReading(None, (), trouble or "it fits no assignment")
    sheet = (fitting or sheets)[0]
    questions = []
    for question in sheet.questions:
        answers = tuple(_answer(lines, part.key.problem, part.key.part, str(part.key)) for part in question.parts)
        questions.append(FoundQuestion(question.problem, answers[0].evidence[:1], 1.0, "named", answers))
    remarks = ("decimal commas",) if any("0,75" in line.text for _, line in lines) else ()
    return WriteUpReading(sheet.assignment, tuple(questions), trouble, remarks=remarks)


def _found(lines: list[tuple[str, Line]], name: str, sign: str) -> list[Evidence]:
    return [
        Evidence(file, line.place, line.text)
        for file, line in lines
        if re.match(rf"{re.escape(name)}{re.escape(sign) or '[:?]'} ", line.text)
    ]


def _answer(lines: list[tuple[str, Line]], problem: str, part: str | None, name: str) -> BoundAnswer:
    if doubtful := _found(lines, name, "?"):
        place = doubtful[0]
        texts = place.text.partition("? ")[2].split("; ")
        candidates = tuple(place._replace(text=text) for text in texts if text)
        return BoundAnswer(problem, part, "", (), 0.4, "", "Two numbers may be the answer.", candidates)
    if likely := _found(lines, name, "~"):
        text = likely[0].text.partition("~ ")[2]
        doubt = "Two numbers may be the answer."
        return BoundAnswer(problem, part, text, (likely[0],), 0.6, "", doubt, (likely[0],), is_likely=True)
    if evidence := _found(lines, name, ":"):
        text = evidence[-1].text.partition(": ")[2].replace("\\n", "\n")
        return BoundAnswer(problem, part, text, tuple(evidence), 1.0, f'the last line with "{name}"')
    return BoundAnswer(problem, part, "", (), 0.0, "not found")


def install(monkeypatch) -> None:
    """Let grading read these documents."""
    for name in ("DocumentUnreadable", "is_document", "read_contents"):
        monkeypatch.setattr(formats, name, globals()[name], raising=False)
    monkeypatch.setattr("checker.grading.grader.write_ups.read_writeup", read_writeup)
