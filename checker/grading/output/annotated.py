"""annotated/STUDENT.md: what a student handed in, with remarks at the lines that they speak of.

A student's lines are in code blocks and have their numbers, so none of them can pass for a remark.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from checker.grading.grader.remarks import Remark, RemarkedDocument, RemarkedWriteUp, title
from checker.grading.output.output_folder import OutputFolder
from checker.grading.submissions import PAGE_MARK
from checker.notation.steering import escaped_in_markdown
from checker.notation.words import in_one_line
from checker.problems import question_name

FOLDER: Final = "annotated"
BODIES: Final = "write-ups"
"""The temporary folder of files without their beginning, named by a hash of the student."""

FAULTS: Final[Mapping[str, str]] = {
    "arithmetic": "slip in the arithmetic",
    "concept": "mistake in the working",
    "step": "line of working that is not right",
}
"""By finding, what a line of working has."""
LONGEST: Final = 300
"""Maximum number of characters of a line of working in a remark."""

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
            file.write(f"{PAGE_MARK}\n\n# {escaped_in_markdown(student)}\n")
            file.writelines(f"\n{line}\n" for reason in reasons.get(student, ()) for line in _remark([reason]))
            file.write(_body(folder, student).read_text(encoding="utf-8"))


def lines(write_up: RemarkedWriteUp, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a write-up with its remarks; `records` has one for each question of the assignment."""
    files = {each.file for each in write_up.documents}
    for file, message in write_up.troubles:
        if file not in files:
            yield ""
            yield from _remark([": ".join(filter(None, (file, message)))])
    for document in write_up.documents:
        yield ""
        yield f"## {escaped_in_markdown(document.file)}"
        for note in (*document.notes, *(message for file, message in write_up.troubles if file == document.file)):
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
    if remark.working:
        line = _line(remark, record)
        name = question_name(record["problem"], record["part"])
        return [f"{name}: {FAULTS[line['finding']]}", f"“{in_one_line(line['text'], LONGEST)}”", line["message"]]
    return list(filter(None, (title(record), remark.answer, record["message"], remark.considered)))


def _document(document: RemarkedDocument, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a document; each remark comes after the line that it speaks of."""
    remarks = tuple(each for each in document.remarks if not each.working or _is_told(each, document.remarks, records))
    for lines, remark in document._replace(remarks=remarks).pieces():
        if lines:
            yield ""
            yield "```text"
            yield from (line.numbered(document.width) for line in lines)
            yield "```"
        if remark:
            yield ""
            yield from _remark(_texts(remark, records))


def _is_told(remark: Remark, others: Sequence[Remark], records: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a line of working has a remark: its record has it still, and no answer there says the same."""
    line = _line(remark, records[remark.place])
    answers = [records[each.place] for each in others if each.after == remark.after and not each.working]
    return bool(line) and not any(line["message"] in each["message"] for each in answers)


def _line(remark: Remark, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the line of working in a record that a remark speaks of; nothing where it is marked anew without it."""
    lines = (each for each in record.get("working", ()) if each["text"] == remark.working and each["finding"])
    return next(lines, {})


def _remark(texts: Sequence[str]) -> Iterator[str]:
    """Yield a remark; its first text is in bold."""
    first, *others = (escaped_in_markdown(" ".join(text.split())) for text in texts)
    pieces = [f"{WHO} **{first}**", *(f"> {each}" for each in others)]
    yield from (f"{piece}  " for piece in pieces[:-1])  # two spaces break the line
    yield pieces[-1]


def _body(folder: OutputFolder, student: str) -> Path:
    name = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
    return folder.temporary / BODIES / name
