"""Writes the files for reviewers: review.yaml, a form to copy and fill in, and needs-review.md, a list of what waits.

A form that was filled in but not copied is not overwritten.  `ReviewView`, an answer as people see it who decide on it,
also serves the review desk.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import IO, Any, Final, NamedTuple

from checker.document import DocumentError, DocumentNode, Scalar, beginning, parse_document
from checker.document import Mapping as Fields
from checker.document import Sequence as List
from checker.document.files import NotAFileError
from checker.engine.trace import TOTAL
from checker.engine.values.rubric import Rubric
from checker.grading.course import GradeColumn
from checker.grading.output.grades import format_points
from checker.grading.output.output_folder import Unwritable
from checker.grading.results.course_results import CourseResults, Group, OpenDecision
from checker.grading.reviews.decisions import question_digest
from checker.grading.reviews.read import ReviewFiles
from checker.grading.store import Store
from checker.grading.submissions.walk import TO_REVIEW
from checker.marking.essay_matches import EssayMatch, rubric_matches
from checker.text.steering import escaped_in_markdown
from checker.text.words import in_one_line, shortened

LONGEST_VIEW: Final = 5_000
"""Maximum number of characters of an answer that are shown."""

LONGEST_CANDIDATE: Final = 200

WIDTH: Final = 124
"""Width of a comment."""

MOST_NAMED: Final = 20
"""Maximum number of students that are named; more are counted."""

HEAD: Final = """\
# Answers that wait for a decision. Copy this file to reviews/NAME.yaml, fill in `points` there and, if you like,
# `comment`, and grade again. Entries without points stay open. A decision applies to all students who gave this answer.
"""
NOTHING_OPEN: Final = "# Nothing waits for a decision.\n[]\n"


class ReviewView(NamedTuple):
    """An answer as it is shown to the person who decides on it."""

    column: GradeColumn
    given: str
    """The answer, or its beginning."""
    omitted: int
    """The number of characters that are not shown."""
    matches: tuple[EssayMatch, ...]
    candidates: tuple[str, ...]
    """What may be the answer, each with its place in the document of the first student."""
    remarks: tuple[str, ...]
    """What is wrong with the equations of an essay."""


def view_of(group: str, results: CourseResults, store: Store) -> ReviewView:
    """Return the first answer of a review group, as it is shown to a person."""
    mark, column = results.group_marks[group]
    return view_of_record(store.marks.fields((mark,))[mark], column)


def view_of_record(record: Mapping[str, Any], column: GradeColumn) -> ReviewView:
    """Return an answer from its record, as it is shown to a person."""
    matches = tuple(EssayMatch(**each) for each in record.get("evidence", ()) if "file" not in each)
    candidates = tuple(map(_shown, record.get("candidates", ())))
    given = record["given"]
    is_essay = column.part is not None and column.part.answer_kind.needs_person
    remarks = tuple(_remark(each) for each in record.get("working", ()) if each["finding"]) if is_essay else ()
    return ReviewView(column, given[:LONGEST_VIEW], len(given[LONGEST_VIEW:]), matches, candidates, remarks)


def _remark(line: Mapping[str, Any]) -> str:
    """Return what is wrong with a line of working, and where it is."""
    place = line.get("where") or f"line {line['line']}"
    return f"{place[0].upper()}{place[1:]}: {in_one_line(line['message'], LONGEST_CANDIDATE)}"


def _shown(candidate: Mapping[str, Any]) -> str:
    """Return `s1.md, line 12: 27,648`."""
    cell = f"cell {candidate['cell']}, " if "cell" in candidate else ""
    place = candidate.get("where") or f"{cell}line {candidate['line']}"
    return f"{candidate['file']}, {place}: {in_one_line(candidate['text'], LONGEST_CANDIDATE)}"


def write_review(results: CourseResults, store: Store, file: IO[str]) -> None:
    """Write review.yaml, in which reviewers fill in points; also if nothing waits, so that no old one stays."""
    found = results.open_decisions
    file.write(HEAD if found else NOTHING_OPEN)
    for each in found:
        file.write("\n")
        file.writelines(f"{line}\n" for line in _entry(each, view_of(each.id, results, store)))


def _entry(each: OpenDecision, view: ReviewView) -> Iterator[str]:
    """Yield the lines of an entry of review.yaml: comments with the answer, and keys to fill in."""
    column = each.column
    students = ", ".join(map(shortened, each.students[:MOST_NAMED]))
    more = f" and {len(each.students) - MOST_NAMED:,} more" if len(each.students) > MOST_NAMED else ""
    yield from _comment(f"{column.name}: {students}{more}")
    yield from _comment(each.reason)
    for line in answer_lines(view):
        yield from _comment(f"  | {line}")
    for candidate in view.candidates:
        yield from _comment(f"  {candidate}")
    for line in (*rubric_lines(view), *view.remarks):
        yield from _comment(f"  {line}")
    yield f"- group: {json.dumps(each.id)}"
    yield f"  problem: {json.dumps(column.id)}"
    if column.part_id:
        yield f"  part: {json.dumps(column.part_id)}"
    if column.part:
        yield f"  question: {json.dumps(question_digest(column.part))}"
    yield f"  points:  # of {format_points(column.points or 0.0)}"
    yield "  comment:"


def answer_lines(view: ReviewView) -> Iterator[str]:
    """Yield the lines of an answer, and how much of it is not shown."""
    yield from view.given.splitlines()
    if view.omitted:
        yield f"… ({view.omitted:,} more characters are in results.jsonl)"


def rubric_lines(view: ReviewView) -> Sequence[str]:
    """Return a line for each point of the rubric, with sentences of the essay on it; none if there is no rubric."""
    part = view.column.part
    if part is None or not part.answer_kind.needs_person:  # a solver that fails must not cost the whole run
        return ()
    truth = part.variant.run()[TOTAL]
    return rubric_matches(truth, view.matches) if isinstance(truth, Rubric) else ()


def _comment(text: str) -> Iterator[str]:
    """Yield a text as lines of a comment, without any sign that could end one."""
    lead = text[: len(text) - len(text.lstrip(" |"))]
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text.expandtabs(4))
    lines = wrap(shown, WIDTH, subsequent_indent=lead, break_on_hyphens=False) or [lead]
    yield from (f"# {line}".rstrip() for line in lines)


ADVICE: Final = """
Fix an answer in its submission file and grade again; grades that need no change stay as they are. Or decide: the
command "checker review" shows one answer after the other, with scans and photographs as pictures. Or copy review.yaml
to reviews/NAME.yaml, fill in the points there, and grade again.
"""


WITHOUT_GROUP: Final = """
What has no group here is not in review.yaml. Write {{student: ..., problem: ..., {part}points: ...}} into
reviews/NAME.yaml to decide it, as a separate entry.
"""


def write_needs_review(results: CourseResults, store: Store, file: IO[str]) -> None:
    """Write needs-review.md, the list of what waits for a person; also if it is empty."""
    file.write(TO_REVIEW)
    if not results.to_review().total():
        file.write("\nNothing: every answer is graded.\n")
        return
    file.write(ADVICE)
    groups = results.groups()
    if open_ones := [group for group in groups if not group.ids]:
        part = "part: ..., " if any(group.name != group.problem for group in open_ones) else ""
        file.write(WITHOUT_GROUP.format(part=part))
    for problem, of_problem in groupby(groups, key=lambda group: group.name):
        file.write(f"\n## {escaped_in_markdown(problem)}\n\n")
        for group in of_problem:
            file.write(f"- {_answer(group)}  \n  {', '.join(map(escaped_in_markdown, group.students))}\n")
            file.writelines(f"  {line}".rstrip() + "\n" for line in _whole_answer(group, results, store))
    if results.conflicts:
        file.write("\n## Handed in more than once\n\n")
        for (assignment, student), duplicates in results.conflicts.items():
            where = assignment and f" ({escaped_in_markdown(assignment)})"
            file.write(f"- {escaped_in_markdown(student)}{where}: {escaped_in_markdown(duplicates.reason)}\n")
    for title, issues in (("Not graded", results.issues), ("Decisions that are not applied", results.unapplied)):
        if issues:
            file.write(f"\n## {title}\n\n")
        for issue in issues:
            who = f" {escaped_in_markdown(issue.student)}:" if issue.student is not None else ""
            file.write(f"- {escaped_in_markdown(issue.place)}:{who} {escaped_in_markdown(issue.message)}\n")


def _whole_answer(group: Group, results: CourseResults, store: Store) -> Iterator[str]:
    """Yield Markdown lines below a group: the whole answer if it is shortened there, the candidates, and the rubric."""
    if not group.ids:
        return
    view = view_of(next(iter(group.ids.values())), results, store)
    if group.answer != view.given and not (view.candidates and not view.given):
        yield ""
        yield from (f"> {escaped_in_markdown(line)}" for line in answer_lines(view))
    if view.candidates:
        yield ""
        yield from (f"- {escaped_in_markdown(candidate)}" for candidate in view.candidates)
    if lines := (*rubric_lines(view), *view.remarks):
        yield ""
        yield from (f"- {escaped_in_markdown(line.removeprefix('· '))}" for line in lines)


def _answer(group: Group) -> str:
    """Return a group on one line: the answer, the number of students, the reason, and the ids of the groups."""
    count = f" ({len(group.students)} students)" if len(group.students) > 1 else ""
    several = len(group.ids) > 1
    ids = ", ".join(
        f"{id_} for {escaped_in_markdown(question)}" if several else id_ for question, id_ in group.ids.items()
    )
    named = f" (group{'s' if several else ''} {ids})" if ids else ""
    answer = f"“{escaped_in_markdown(group.answer)}”" if group.answer else "no answer was found"
    return f"{answer}{count}: {escaped_in_markdown(group.reason)}{named}"


TEMPLATE: Final = re.compile(
    r'#.*|- group: ".*"|  (?:problem|part|question): ".*"|  points:[ \t]*(?:#.*)?|  comment:[ \t]*|\[\]|\s*'
)
"""A line as it is written here."""

MOST: Final = 1_000_000_000
"""Maximum number of bytes that are read: more than a class can write."""

FILLED_IN: Final = (
    "{place} was filled in, and no file in the folder of reviews has this decision; {copy} and grade again, or delete"
    " it if you do not need what was typed there"
)
BROKEN: Final = (
    "{place} was changed and cannot be read; correct it and {copy}, or delete it if you do not need what was typed"
    " there; then grade again"
)
COPY: Final = "copy {file} to reviews/NAME.yaml"
APPEND: Final = (
    "append what was typed to your file in the folder of reviews, where earlier decisions are (a copy would replace"
    " them),"
)


class _Entry(NamedTuple):
    """A decision in review.yaml: which answers and question it is about, the points as written, and its line."""

    about: tuple[str, ...]
    question: str
    points: str
    line: int

    def is_in(self, known: Sequence[_Entry]) -> bool:
        """Return whether one of these decisions on the same answers is this one; without a digest it may be."""
        of_today = [each.points for each in known if each.question in {"", self.question}]
        return self.points in of_today if self.points else bool(of_today)


def refuse_to_overwrite(file: Path, known: ReviewFiles) -> None:
    """Raise Unwritable if review.yaml has decisions that are in none of the reviewers' files, since it is written anew.

    `known`: the reviewers' files; if review.yaml itself is among them, it does not count.
    """
    try:
        data = beginning(file, MOST)
    except (FileNotFoundError, NotAFileError):
        return
    except OSError:
        raise Unwritable(BROKEN.format(place=file, copy=COPY.format(file=file))) from None
    if all(TEMPLATE.fullmatch(line) for line in data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")):
        return
    decided = _decided(known, os.path.realpath(file))
    copy = (APPEND if decided else COPY).format(file=file)
    try:
        typed = list(_entries(data, str(file)))
    except DocumentError as error:
        place = f"{file}:{error.line}" if error.line else file
        raise Unwritable(BROKEN.format(place=place, copy=copy)) from None
    for each in typed:
        if not each.is_in(decided.get(each.about, ())):
            raise Unwritable(FILLED_IN.format(place=f"{file}:{each.line}", copy=copy))


def _decided(files: ReviewFiles, without: str) -> dict[tuple[str, ...], list[_Entry]]:
    """Return what reviewers decided, by (group or student, problem, part); `without`: a file to leave out."""
    found: dict[tuple[str, ...], list[_Entry]] = {}
    for name, data in files.items():
        if isinstance(data, bytes) and os.path.realpath(name) != without:
            try:
                for each in _entries(data, name):
                    found.setdefault(each.about, []).append(each)
            except DocumentError:
                continue  # no decision in it applies
    return found


def _entries(data: bytes, name: str) -> Iterator[_Entry]:
    """Yield the entries that somebody filled in.  Raise DocumentError."""
    root = parse_document(data, source=name)
    for each in root.items if isinstance(root, List) else [root]:
        texts = _texts(each) if isinstance(each, Fields) else {}
        points, comment = texts.get("points", ""), texts.get("comment", "")
        if points or comment or not isinstance(each, Fields):
            who = texts.get("group", "").lower() or texts.get("student", "")
            about = (who, texts.get("problem", ""), texts.get("part", ""))
            yield _Entry(about, texts.get("question", "").lower(), _number(points), each.line)


def _texts(fields: Fields) -> Mapping[str, str]:
    found: dict[str, DocumentNode] = {key: value for key, (_, value) in fields.entries.items()}
    return {key: each.text.strip() for key, each in found.items() if isinstance(each, Scalar)}


def _number(text: str) -> str:
    """Return points in one spelling."""
    try:
        return f"{float(text):g}"
    except ValueError:
        return text
