"""The files for reviewers: review.yaml, a form to copy and fill in, and needs-review.md, a list of all that waits.

review_form, needs_review    a Gradebook to the text of a file
answer_lines, hints          a record to what a person needs to decide on it; the review desk shows the same
excerpts                     the student's own lines around the places of an answer
refuse_to_overwrite          a form that was filled in but not copied is not replaced
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple

from checker.document import beginning
from checker.document.files import NotAFileError
from checker.engine.trace import TOTAL
from checker.engine.values.rubric import Rubric
from checker.grading.decisions import ReviewFiles
from checker.grading.gradebook import Gradebook, OpenGroup
from checker.grading.model import Record, question_of
from checker.grading.output_folder import Unwritable
from checker.grading.own_files import TO_REVIEW
from checker.marking.essay_matches import EssayMatch, rubric_matches
from checker.problems import Part
from checker.text.steering import escaped_in_markdown
from checker.text.words import first_of, in_one_line, shortened

_LONGEST_VIEW: Final = 5_000
_LONGEST_CANDIDATE: Final = 200

_HEAD: Final = """\
# Answers that wait for a decision. Copy this file to reviews/NAME.yaml, fill in `points` there and, if you like,
# `comment`, and grade again. Entries without points stay open. A decision applies to all students who gave this answer.
"""
_ADVICE: Final = """
Fix an answer in its submission file and grade again; grades that need no change stay as they are. Or decide: the
command "checker review" shows one answer after the other, with scans and photographs as pictures. Or copy review.yaml
to reviews/NAME.yaml, fill in the points there, and grade again.
"""
_WITHOUT_GROUP: Final = """
What has no group here is not in review.yaml. Write {{student: ..., problem: ..., {part}points: ...}} into
reviews/NAME.yaml to decide it, as a separate entry.
"""


def answer_lines(record: Record) -> Iterator[str]:
    """Yield the lines of an answer, and how much of it is not shown."""
    given = record["given"]
    yield from given[:_LONGEST_VIEW].splitlines()
    if omitted := len(given[_LONGEST_VIEW:]):
        yield f"… ({omitted:,} more characters are in results.jsonl)"


def place_of(found: Mapping[str, Any]) -> str:
    """Return where something stands in a file: `line 12`, `cell 3, line 2`, `page 2, line 7`."""
    cell = f"cell {found['cell']}, " if "cell" in found else ""
    return found.get("where") or f"{cell}line {found['line']}"


def hints(record: Record, part: Part | None) -> list[str]:
    """Return what helps to decide: a line for each point of the rubric, and what is wrong with an essay's equations."""
    if part is None or not part.answer_kind.needs_person:  # a solver that fails must not cost the whole run
        return []
    truth = part.variant.run()[TOTAL]
    matches = [EssayMatch(**each) for each in record.get("evidence", ()) if "file" not in each]
    found = [*rubric_matches(truth, matches)] if isinstance(truth, Rubric) else []
    for line in record.get("working", ()):
        if line["finding"]:
            place = place_of(line)
            found.append(f"{place[0].upper()}{place[1:]}: {in_one_line(line['message'], _LONGEST_CANDIDATE)}")
    return found


class Excerpt(NamedTuple):
    """Lines of a file that a student handed in: of each the label, the text, and whether an answer may be there."""

    file: str
    lines: list[tuple[str, str, bool]]


def excerpts(files: Iterable[Mapping[str, Any]], record: Mapping[str, Any], around: int) -> Iterator[Excerpt]:
    """Yield the lines of documents around the places of an answer; `files`: as documents.jsonl has them.

    `record`: has the places, in `evidence` and `candidates`.
    """
    places = {
        (each["file"], f"{each['cell']}:{each['line']}" if "cell" in each else str(each["line"]))
        for each in (*record.get("evidence", ()), *record.get("candidates", ()))
        if "file" in each
    }
    for file in files:
        at = [number for number, (label, _) in enumerate(file["lines"]) if (file["file"], label) in places]
        near = {number for each in at for number in range(each - around, each + around + 1)}
        if lines := [(*line, number in at) for number, line in enumerate(file["lines"]) if number in near]:
            yield Excerpt(file["file"], lines)


def review_form(book: Gradebook) -> str:
    """Return review.yaml, in which reviewers fill in points."""
    found = [each for each in book.groups() if each.id]
    lines = (line for each in found for line in ("", *_entry(each, book)))
    return "".join([_HEAD if found else "# Nothing waits for a decision.\n[]\n", *(f"{line}\n" for line in lines)])


def _entry(each: OpenGroup, book: Gradebook) -> Iterator[str]:
    record = each.record
    names = first_of([*map(shortened, each.students)], 20)
    yield from _comment(f"{question_of(record)}: {names}")
    yield from _comment(record["waits"]["sentence"])
    for line in answer_lines(record):
        yield from _comment(f"  | {line}")
    for line in (*_candidates(record), *hints(record, _part(record, book))):
        yield from _comment(f"  {line}")
    files = (file for document in each.row.documents for file in document["files"])
    for file, lines in excerpts(files, record, 3) if "\n" not in record["given"] else ():  # else it is all there
        yield from _comment(f"  In {file}:")
        for label, text, _ in lines:
            yield from _comment(f"  | {label}: {in_one_line(text, 300)}")
    yield f"- group: {json.dumps(each.id)}"
    for key in ("problem", "part", "question"):
        if record.get(key):
            yield f"  {key}: {json.dumps(record[key])}"
    yield f"  points:  # of {record['max_points']:g}"
    yield "  comment:"


def _part(record: Record, book: Gradebook) -> Part | None:
    columns = book.course.of_problem(record["problem"], record.get("drawn", "")).keys
    return column.part if (column := columns.get(question_of(record))) else None


def _candidates(record: Record) -> list[str]:
    found = record.get("candidates", ())
    return [f"{each['file']}, {place_of(each)}: {in_one_line(each['text'], _LONGEST_CANDIDATE)}" for each in found]


def _comment(text: str) -> Iterator[str]:
    """Yield a text as lines of a comment, without any sign that could end one."""
    lead = text[: len(text) - len(text.lstrip(" |"))]
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text.expandtabs(4))
    lines = wrap(shown, 124, subsequent_indent=lead, break_on_hyphens=False) or [lead]
    yield from (f"# {line}".rstrip() for line in lines)


def needs_review(book: Gradebook) -> str:
    """Return needs-review.md, the list of what waits for a person; also if it is empty."""
    similar = book.similar_ids  # perhaps of one student, so their invisible signs are shown as escapes
    alike = (", ".join(escaped_in_markdown(ascii(each)[1:-1]) for each in ids) for ids in similar)
    title = "\n## Ids that look alike\n\n" if similar else ""
    return "".join([TO_REVIEW, *_to_review(book), title, *(f"- {ids}\n" for ids in alike)])


def _to_review(book: Gradebook) -> Iterator[str]:
    if not book.to_review().total():
        yield "\nNothing: every answer is graded.\n"
        return
    yield _ADVICE
    groups, shown = book.groups(), escaped_in_markdown
    if without := [each.record["part"] for each in groups if not each.id]:
        yield _WITHOUT_GROUP.format(part="part: ..., " if any(without) else "")
    for name, of_question in groupby(groups, key=lambda each: str(question_of(each.record))):
        yield f"\n## {shown(name)}\n\n"
        for each in of_question:
            yield f"- {_answer(each)}  \n  {', '.join(map(shown, each.students))}\n"
            yield from (f"  {line}".rstrip() + "\n" for line in _whole_answer(each, book))
    if book.conflicts:
        yield "\n## Handed in more than once\n\n"
    for (assignment, student), reason in book.conflicts.items():
        yield f"- {shown(student)}{assignment and f' ({shown(assignment)})'}: {shown(reason)}\n"
    for title, issues in (("Not graded", [*book.issues()]), ("Decisions that are not applied", book.unapplied)):
        if issues:
            yield f"\n## {title}\n\n"
        for issue in issues:
            who = f" {shown(issue.student)}:" if issue.student is not None else ""
            yield f"- {shown(issue.place)}:{who} {shown(issue.message)}\n"


def _whole_answer(group: OpenGroup, book: Gradebook) -> Iterator[str]:
    """Yield Markdown lines below a group: the whole answer if it is shortened there, the candidates, and the rubric."""
    if not group.id:
        return
    record, candidates = group.record, _candidates(group.record)
    if group.answer != record["given"] and not (candidates and not record["given"]):
        yield from ("", *(f"> {escaped_in_markdown(line)}" for line in answer_lines(record)))
    for lines in (candidates, hints(record, _part(record, book))):
        if lines:
            yield from ("", *(f"- {escaped_in_markdown(line.removeprefix('· '))}" for line in lines))


def _answer(group: OpenGroup) -> str:
    shown = escaped_in_markdown
    count = f" ({len(group.students)} students)" if len(group.students) > 1 else ""
    named = f" (group {group.id})" if group.id else ""
    answer = f"“{shown(group.answer)}”" if group.answer else "no answer was found"
    return f"{answer}{count}: {shown(group.record['waits']['sentence'])}{named}"


_TEMPLATE: Final = re.compile(
    r'#.*|- group: ".*"|  (?:problem|part|question): ".*"|  points:[ \t]*(?:#.*)?|  comment:[ \t]*|\[\]|\s*'
)
"""A line as it is written here."""


def refuse_to_overwrite(file: Path, known: ReviewFiles) -> None:
    """Raise Unwritable if review.yaml has decisions that are in none of the reviewers' files, since it is written anew.

    `known`: the reviewers' files; if review.yaml itself is among them, it does not count.
    """
    try:
        data = beginning(file, 1_000_000_000)
    except (FileNotFoundError, NotAFileError):
        return
    except OSError as error:
        raise Unwritable(f"{file} cannot be read: {error.strerror}; delete it if nothing was typed there") from None
    others = [content for name, content in known.items() if os.path.realpath(name) != os.path.realpath(file)]
    kept = {entry for content in others if isinstance(content, bytes) for entry in _entries(content)}
    for entry, line in _entries(data).items():
        if entry not in kept and not all(map(_TEMPLATE.fullmatch, entry)):
            raise Unwritable(
                f"{file}:{line} was filled in, and no file in the folder of reviews has this entry. Copy it to "
                "reviews/NAME.yaml, or append it to your file there, and grade again; or delete it, once what you need "
                "is in another file there"
            )


def _entries(data: bytes) -> dict[tuple[str, ...], int]:
    """Return the lines of each entry of a list in a file, without comments, with the number of its first line."""
    found, lines, start = dict[tuple[str, ...], int](), list[str](), 1
    for number, line in enumerate([*data.decode("utf-8", "replace").split("\n"), "- the end"], 1):
        if line.startswith("- "):
            found.setdefault(tuple(lines), start)
            lines, start = [], number
        if line.strip() and not line.lstrip().startswith("#"):
            lines.append(line.rstrip())
    return found
