"""YAML and JSON: one student a file, or a list of them.

    student: s1042                  # or {id: s1042, name: ..., email: ...}; without it, the file's name
    answers:
      encoder-layer: "27,648"
      flying-attention: [0.609, 0.196]
      bert-size: {embeddings: 31114752, total: 87737856}
    submitted: 2026-10-05 15:12     # optional

A list is one answer, a mapping the answers to a problem's parts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from checker.document import DocumentError, DocumentNode, Mapping, Scalar, Sequence, parse_document
from checker.document.entries import answer_entries, answer_text, given_text, lost_end
from checker.document.errors import quote
from checker.document.tree import BOM, decode
from checker.grading.submissions.column_names import ColumnNames
from checker.grading.submissions.model import (
    Delivery,
    FoundSubmissions,
    GivenAnswer,
    Hiding,
    Submission,
    Trouble,
    own_time,
    who_in,
)

SUFFIXES: Final = {".yaml": "YAML", ".yml": "YAML", ".json": "JSON"}
IS_TABLE: Final = False
KEYS: Final = ("student", "answers")
OTHER_KEYS: Final = frozenset(
    (
        *("assignment", "comment", "comments", "course", "date", "email", "group", "name", "note", "notes", "section"),
        *("statement", "submitted", "time", "timestamp", "title", "version"),
    )
)
"""Keys that are expected next to these and not read.  Any other key is reported, since it may be an answer."""
MOST_KEYS: Final = 10
"""Maximum number of unread keys that are reported for one file."""
NO_SUBMISSION: Final = "expected `student: ...` and `answers: {problem: answer, ...}`"
NO_STUDENT: Final = "names no student; write `student: id` or `student: {id: ..., name: ..., email: ...}`"
NO_ANSWERS: Final = "has no `answers`; write `answers:` and below it `problem: answer` for each problem"
NOT_READ: Final = "is not read, because it is not below `answers`; if it is an answer, move it there"

LONGEST_KEY: Final = 1_000
"""Maximum number of characters of a key, with its escapes, that YAML reads."""


def read(
    data: bytes,
    file: str,
    owner: str = "",
    names: ColumnNames = ColumnNames(),  # noqa: ARG001, B008 - as in other formats
    hint: str | None = None,  # noqa: ARG001
) -> Iterator[FoundSubmissions]:
    """Yield the submissions in a YAML or JSON file.

    One without `student` is the owner's; without an owner it has the file's name.
    """
    try:
        document = parse_document(data, source=file)
    except DocumentError as error:
        again = _fixed_json(data, file) if file.lower().endswith(".json") and error.line else None
        if not isinstance(again, Mapping | Sequence | Scalar):
            student, message = again or (None, error.message)
            yield Trouble(Path(file), error.line, student, message or error.message)
            return
        document = again
    records = document.items if isinstance(document, Sequence) else [document]
    stem = (owner or Path(file).stem) if len(records) == 1 else ""
    strange = [record for record in records or [document] if not isinstance(record, Mapping)]
    if strange:
        yield (Hiding if len(records) > 1 else Trouble)(Path(file), strange[0].line, None, NO_SUBMISSION)
    yield from _unread([record for record in records if isinstance(record, Mapping)], file, stem)
    for record in records:
        if isinstance(record, Mapping):
            yield from _submission(record, file, stem)


def _unread(records: list[Mapping], file: str, stem: str) -> Iterator[Trouble]:
    """Yield a trouble for each key next to `answers` that may be an answer; one for a key that many records have."""
    found: dict[str, list[tuple[int, Mapping]]] = {}
    for record in records:
        if len(record.entries) > len(KEYS) or not record.entries.keys() <= {*KEYS}:
            for key, (node, value) in record.entries.items():
                is_known = key in KEYS or key.strip().lower() in OTHER_KEYS or _intended_key(key)
                if "answers" in record.entries and not is_known and answer_text(value):
                    found.setdefault(key, []).append((node.line, record))
    for key, places in list(found.items())[:MOST_KEYS]:
        line, record = places[0]
        student = who_in(record.get("student"), stem)[0] if len(places) == 1 else None
        count = f" ({len(places):,} times)" if len(places) > 1 else ""
        yield Trouble(Path(file), line, student or None, f"{quote(key)} {NOT_READ}{count}")
    if len(found) > MOST_KEYS:
        line, _ = list(found.values())[MOST_KEYS][0]
        yield Trouble(Path(file), line, None, f"and {len(found) - MOST_KEYS:,} more keys are not read")


def _submission(record: Mapping, file: str, stem: str) -> Iterator[FoundSubmissions]:
    """Yield the submission in a mapping, with the troubles in it; only troubles if it has no student or no answers."""
    path = Path(file)
    student, name, email = who_in(record.get("student"), stem)
    misspelt = [(node.line, key, meant) for key, (node, _) in record.entries.items() if (meant := _intended_key(key))]
    for line, key, meant in misspelt:
        yield Trouble(path, line, student or None, f"{quote(key)} is not read; did you mean `{meant}`?")

    answers = record.get("answers")
    if not student:
        line = (record.get("student") or record).line
        yield Hiding(path, line, None, NO_STUDENT)
    elif answers is None:
        if not misspelt:
            yield Trouble(path, record.line, student, NO_ANSWERS)
    elif isinstance(answers, Mapping) or not answer_text(answers):
        given: list[GivenAnswer] = []
        if isinstance(answers, Mapping):
            yield from _read_answers(answers, given, file, student)
        when = own_time(record)
        if when.trouble:
            yield Trouble(path, when.line, student, when.trouble)
        yield Submission(student, name, email, path, tuple(given), delivery=Delivery(when.time))
    else:
        yield Trouble(path, answers.line, student, "`answers` must hold `problem: answer` for each problem")


def _read_answers(answers: Mapping, given: list[GivenAnswer], file: str, student: str) -> Iterator[Trouble]:
    """Add all answers to `given`; also those that are nested too deep, so that they do not count as blank."""
    for problem, (name_node, node) in answer_entries(answers):
        if split := lost_end((problem, (name_node, node))):
            yield Trouble(Path(file), name_node.line, student, split)
        if not isinstance(node, Mapping) or not node.entries:
            name, _, part = problem.partition(".")  # as in tables: no id has a point
            is_part = bool(name and part)
            given.append(
                GivenAnswer(name if is_part else problem, part if is_part else None, given_text(node), file, node.line)
            )
            continue
        for part, (key, inner) in answer_entries(node):
            if split := lost_end((part, (key, inner))):
                yield Trouble(Path(file), key.line, student, split)
            if isinstance(inner, Mapping) and inner.entries:
                message = f"{quote(problem)} is nested too deep: a part such as {quote(part)} takes one answer"
                yield Trouble(Path(file), key.line, student, message)
            given.append(GivenAnswer(problem, part, given_text(inner), file, inner.line))


def _intended_key(key: str) -> str | None:
    """Return the key that a misspelt one is similar to."""
    if key in KEYS or len(key) > 2 * len("student"):
        return None
    from difflib import get_close_matches

    return next(iter(get_close_matches(key.lower(), KEYS, n=1, cutoff=0.75)), None)


def _fixed_json(data: bytes, file: str) -> DocumentNode | tuple[str | None, str]:
    """Return the document if it can be read without the tabs around it.

    Else return the student whom it names (or None), and the message why it cannot be read (empty if not known).
    """
    try:
        text = decode(data, file).removeprefix(BOM)
    except DocumentError:
        return None, ""
    before = text[: len(text) - len(text.lstrip())]
    with suppress(DocumentError):
        return parse_document(before.replace("\t", " ") + text.strip(), source=file)
    keys = [0]

    def with_key_lengths(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys.extend(len(json.dumps(key)) for key, _ in pairs)
        return dict(pairs)

    try:
        document = json.loads(text, object_pairs_hook=with_key_lengths, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None, ""
    message = f"a key has {max(keys):,} characters; the limit is {LONGEST_KEY:,}" if max(keys) > LONGEST_KEY else ""
    return _student(document), message


def _student(document: Any) -> str | None:
    """Return the id that a JSON document names at `student`; None if it names none."""
    student = document.get("student") if isinstance(document, dict) else None
    student = student.get("id") if isinstance(student, dict) else student
    return student.encode("utf-8", "backslashreplace").decode() if isinstance(student, str) and student else None
