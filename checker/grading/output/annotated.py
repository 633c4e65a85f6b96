"""annotated/STUDENT.md: what a student handed in, with remarks at the lines that they speak of.

A student's lines are in code blocks and have their numbers, so none of them can pass for a remark.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from checker.document import beginning
from checker.grading.grader.remarks import Remark, RemarkedDocument, RemarkedWriteUp, SourceLine, title
from checker.grading.output.markdown import escaped
from checker.grading.output.output_folder import OutputFolder
from checker.grading.submissions import ANNOTATED

FOLDER: Final = "annotated"
BODIES: Final = "write-ups"
"""The temporary folder of files without their beginning, named by a hash of the student."""

MARK: Final = ANNOTATED
"""The first line of each file, by which the next run knows it."""

WHO: Final = "> **checker**"


def save(student: str, write_up: RemarkedWriteUp, records: Sequence[Mapping[str, Any]], folder: OutputFolder) -> None:
    """Write a write-up with the records of its answers; several of one student go into one file, in their order."""
    (folder.temporary / BODIES).mkdir(exist_ok=True)
    with _body(folder, student).open("a", encoding="utf-8", errors="backslashreplace", newline="") as file:
        file.writelines(f"{line}\n" for line in lines(write_up, records))


def finish(names: Mapping[str, str], reasons: Mapping[str, Sequence[str]], folder: OutputFolder) -> None:
    """Give each file its beginning and its name, now that all students are known.

    `names`: the name of each student's file.  `reasons`: by student, why a person has to choose between hand-ins.
    """
    for student, name in names.items():
        if not _body(folder, student).exists():
            continue
        with folder.text(f"{FOLDER}/{name}.md") as file:
            file.write(f"{MARK}\n\n# {escaped(student)}\n")
            file.writelines(f"\n{line}\n" for reason in reasons.get(student, ()) for line in _remark([reason]))
            file.write(_body(folder, student).read_text(encoding="utf-8"))


def is_ours(path: Path) -> bool:
    """Return whether a file was written by an earlier run."""
    return path.suffix == ".md" and beginning(str(path), len(MARK)) == MARK.encode()


def lines(write_up: RemarkedWriteUp, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a write-up with its remarks; `records` has one for each question of the assignment."""
    for place, document in enumerate(write_up.documents):
        yield ""
        yield f"## {escaped(document.file)}"
        for note in (*document.notes, *(write_up.troubles if place == 0 else ())):
            yield ""
            yield from _remark([note])
        yield from _document(document, records)
    if write_up.not_found:
        yield ""
        yield "## Not found"
        for remark in write_up.not_found:
            yield ""
            yield from _remark(_texts(remark, records))


def _texts(remark: Remark, records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the paragraphs of a remark."""
    record = records[remark.place]
    return list(filter(None, (title(record), remark.answer, record["message"], remark.considered)))


def _document(document: RemarkedDocument, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a document; each remark comes after the line that it speaks of."""
    width = max((len(line.label) for line in document.lines), default=0)
    start = 0
    for remark in (*document.remarks, None):
        end = remark.after if remark else len(document.lines)
        if document.lines[start:end]:
            yield ""
            yield "```text"
            yield from (_quoted(line, width) for line in document.lines[start:end])
            yield "```"
        if remark:
            yield ""
            yield from _remark(_texts(remark, records))
        start = max(start, end)


def _quoted(line: SourceLine, width: int) -> str:
    """Return a student's line with its number, which keeps it from ending the block, and no sign that steers."""
    text = line.text.expandtabs(4)
    shown = text if text.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    return f"{line.label:>{width}} | {shown}".rstrip()


def _remark(texts: Sequence[str]) -> Iterator[str]:
    """Yield a remark; its first text is in bold."""
    first, *others = (escaped(" ".join(text.split())) for text in texts)
    pieces = [f"{WHO} **{first}**", *(f"> {each}" for each in others)]
    yield from (f"{piece}  " for piece in pieces[:-1])  # two spaces break the line
    yield pieces[-1]


def _body(folder: OutputFolder, student: str) -> Path:
    name = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
    return folder.temporary / BODIES / name
