"""A file that names its students itself (`read_file`): YAML and JSON, one student a file or a list, and tables.

    student: s1042                  # or {id: s1042, name: ..., email: ...}; without it, the file's name
    answers:
      encoder-layer: "27,648"
      flying-attention: [0.609, 0.196]
      bert-size: {embeddings: 31114752, total: 87737856}
    submitted: 2026-10-05 15:12     # optional

A list is one answer, a mapping the answers to a problem's parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final

from checker.document import DocumentError, DocumentNode, ListNode, MappingNode, Scalar, parse_document
from checker.document.entries import answer_entries, answer_text, given_text, lost_end
from checker.document.nodes import quote
from checker.grading.model import Answers, Contents, File, Given, Trouble, Unread
from checker.grading.tables import ColumnNames, read_table
from checker.grading.times import ADVICE, parse_time
from checker.lms.students import Student
from checker.lms.system import Delivery
from checker.text.number import TypedNumber
from checker.text.words import nearest

_KEYS: Final = ("student", "answers")
_OTHER_KEYS: Final = (
    *("assignment", "comment", "comments", "course", "date", "email", "group", "name", "note", "notes", "section"),
    *("statement", "submitted", "time", "timestamp", "title", "version"),
)
"""Keys that are expected next to these and not read.  Any other key is reported, since it may be an answer."""
_MOST_TROUBLES: Final = 100
"""Maximum number of troubles that are reported for one file, which may hold millions."""


def own_time(mapping: MappingNode | None, file: str, student: str = "") -> tuple[str, list[Trouble]]:
    """Return the time that a file states at the key `submitted`, in any case, or what is wrong with it."""
    for name, (_, node) in mapping.entries.items() if mapping else ():
        if name.strip().lower() == "submitted" and (text := answer_text(node).strip()):
            trouble = f"`submitted: {quote(text)[1:-1]}` is no time; {ADVICE}"
            return (time, []) if (time := parse_time(text)) else ("", [Trouble(file, node.line, student, trouble)])
    return "", []


def who_in(node: DocumentNode | None, default: str = "") -> Student:
    """Return the student whom a `student:` key names, as an id or a mapping; without it the default."""
    if isinstance(node, MappingNode):
        id_, name, email = (answer_text(node.get(key)) for key in ("id", "name", "email"))
        return Student(id_, name, email) if isinstance(node.get("id"), Scalar) and id_.strip() else Student("")
    if isinstance(node, ListNode):
        return Student("")
    id_ = answer_text(node)
    return Student(id_ if id_.strip() else default.strip() and default)


def read_file(file: File, names: ColumnNames, hint: str | None = None, owner: str = "") -> Contents:
    """Return what is in a file that is no document, and whose answers may be in what was not read.

    `hint`: the first folder below the root.  Answers that name no student are the owner's; without an owner they are
    those of a student with the file's name.  After 100 troubles the others are only counted.
    """
    if file.error:
        found: Iterable[Answers | Trouble] = [
            Trouble(file.name, None, owner, file.error, "hides" if file.sort == "table" else "")
        ]
    elif file.sort == "table":
        found = read_table(file, names, hint)
    else:
        found = _structured(file, owner or PurePosixPath(file.name).stem)
    read = Contents()
    for each in found:
        if isinstance(each, Answers):
            read.answers.append(each)
            each.hint = hint
        else:
            read.troubles.append(each)
    if more := len(read.troubles[_MOST_TROUBLES:]):
        read.troubles[_MOST_TROUBLES:] = [Trouble(file.name, None, "", f"and {more:,} more errors", "hides")]
    if read.troubles and not read.answers and file.sort != "table":
        path = PurePosixPath(file.name)
        named = next((each.student for each in read.troubles if each.student), "")
        read.unread.append(Unread(file.name, hint, (named,) if named else (path.stem, path.parent.name)))
    elif any(each.kind == "hides" for each in read.troubles):
        read.unread.append(Unread(file.name, hint))
    return read


def _structured(file: File, owner: str) -> Iterator[Answers | Trouble]:
    try:
        document = parse_document(file.data, source=file.name)
    except DocumentError as error:
        yield Trouble(file.name, error.line, "", error.message)
        return
    is_list = isinstance(document, ListNode) and len(document.items) > 1
    records = document.items if isinstance(document, ListNode) and document.items else [document]
    mappings = [each for each in records if isinstance(each, MappingNode)]
    if strange := [each for each in records if not isinstance(each, MappingNode)]:
        expected = "expected `student: ...` and `answers: {problem: answer, ...}`"
        yield Trouble(file.name, strange[0].line, "", expected, "hides" if is_list else "")
    owner = "" if is_list else owner
    yield from _unread_keys(mappings, file, owner)
    for each in mappings:
        yield from _record(each, file, owner)


def _unread_keys(records: Iterable[MappingNode], file: File, owner: str) -> Iterator[Trouble]:
    """Yield a trouble for each key next to `answers` that may be an answer; one for a key that many records have."""
    found: dict[str, list[tuple[int, MappingNode]]] = {}
    for record in records:
        for key, (node, value) in record.entries.items() if "answers" in record.entries else ():
            if key not in _KEYS and key.strip().lower() not in _OTHER_KEYS and answer_text(value):
                found.setdefault(key, []).append((node.line, record))
    for key, places in found.items():
        line, record = places[0]
        student = who_in(record.get("student"), owner).id if len(places) == 1 else ""
        count = f" ({len(places):,} times)" if len(places) > 1 else ""
        near = nearest(key, _KEYS)
        meant = (
            f"; did you mean `{near[0]}`?"
            if near
            else ", because it is not below `answers`; if it is an answer, move it there"
        )
        why = f"is not read{meant}"
        yield Trouble(file.name, line, student, f"{quote(key)} {why}{count}")


def _record(record: MappingNode, file: File, owner: str) -> Iterator[Answers | Trouble]:
    """Yield the answers of a student, with the troubles in them; only troubles if there is no student or no answer."""
    who, answers = who_in(record.get("student"), owner), record.get("answers")

    def trouble(line: int | None, message: str) -> Trouble:
        return Trouble(file.name, line, who.id, message)

    if not who.id:
        no_student = "names no student; write `student: id` or `student: {id: ..., name: ..., email: ...}`"
        yield Trouble(file.name, (record.get("student") or record).line, "", no_student, "hides")
    elif answers is None:
        misspelt = [(node.line, key) for key, (node, _) in record.entries.items() if nearest(key, _KEYS[1:])]
        yield from (trouble(line, f"{quote(key)} is not read; did you mean `answers`?") for line, key in misspelt)
        no_answers = "has no `answers`; write `answers:` and below it `problem: answer` for each problem"
        yield from () if misspelt else [trouble(record.line, no_answers)]
    elif not isinstance(answers, MappingNode) and answer_text(answers):
        yield trouble(answers.line, "`answers` must hold `problem: answer` for each problem")
    else:
        given: list[Given] = []
        for line, message in _given(answers, given) if isinstance(answers, MappingNode) else ():
            yield trouble(line, message)
        if given[1_000:]:
            yield trouble(answers.line, "has more than 1,000 answers of one student; leave out those to no problem")
            return
        time, troubles = own_time(record, file.name, who.id)
        yield from troubles
        yield Answers(who, file.name, given[0].line if given else None, Delivery(time), given=given)


def _given(answers: MappingNode, given: list[Given]) -> Iterator[tuple[int, str]]:
    """Add all answers to `given`, and yield what is wrong; also those nested too deep, which are no blanks."""
    for problem, (key, node) in answer_entries(answers):
        has_parts = isinstance(node, MappingNode) and bool(node.entries)
        for part, (inner_key, inner) in answer_entries(node) if isinstance(node, MappingNode) and has_parts else ():
            if split := lost_end((part, (inner_key, inner))):
                yield inner_key.line, split
            if isinstance(inner, MappingNode) and inner.entries:
                yield (
                    inner_key.line,
                    f"{quote(problem)} is nested too deep: a part such as {quote(part)} takes one answer",
                )
            given.append(_answer(problem, part, inner))
        if split := lost_end((problem, (key, node))):
            yield key.line, split
        if not has_parts:
            name, _, last = problem.partition(".")  # as in tables: no id has a point
            id_, own = (name, last) if name and last else (problem, None)
            given.append(_answer(id_, own, node))


def _answer(problem: str, part: str | None, node: DocumentNode) -> Given:
    text = given_text(node)
    return Given(problem, part, str(text), node.line, isinstance(text, TypedNumber))
