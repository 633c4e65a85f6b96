"""A run of `checker grade`: hand-ins are read, answers marked, and the gradebook made, from which all files come.

hand-in ──► Contents     `read_hand_in`: in a worker, kept by the digest of its bytes and of what it was read for
answers ──► records      `mark_answers`: in a worker, kept by the version of the problem, the numbers and the texts
rows, rules ──► Gradebook ──► summary, changes, files         without files, done anew in each run
"""

from __future__ import annotations

import gc
import platform
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from checker.grading.cache import Cache, Made, code_digest, digest
from checker.grading.changes import SCHEMA, changes
from checker.grading.class_findings import LookTask, class_findings, remarks
from checker.grading.course import Course
from checker.grading.files import grade_table, texts
from checker.grading.gradebook import Gradebook, Rules, gradebook
from checker.grading.hand_ins import digest_of, hand_ins
from checker.grading.members import Forgotten
from checker.grading.model import Contents, HandIn, Trouble, Unread, code_of
from checker.grading.records import NOT_READ, OURS, Marker, Reason, fault, in_error
from checker.grading.rows import MarkTask, Places, Row
from checker.grading.structured import read_file
from checker.grading.summary import summary
from checker.grading.tables import column_names
from checker.grading.workers import Workers
from checker.lms.students import Roster, Student
from checker.marking.authors_key import differing_keys
from checker.marking.result import dumps
from checker.text.words import counted

ENDED: Final = Reason(
    "worker_ended",
    "A fault of checker, not of this answer: the process that marked it was ended twice. Please report it.",
)


class Grader:
    """What a worker reads and marks with."""

    def __init__(self, course: Course, forgotten: Forgotten = Forgotten()) -> None:  # noqa: B008 - it never changes
        self.course = course
        self.forgotten = forgotten
        self.names = column_names(course)
        self.marker = Marker()


def read_hand_in(grader: Grader, hand_in: HandIn) -> Made:
    """Return what is read from a hand-in; the answers in documents are marked there.

    After a fault of checker all of them wait for a person.
    """
    try:
        if hand_in.is_single:
            found = read_file(hand_in.files[0], grader.names, hand_in.hint)
        else:
            from checker.grading.documents import read_documents  # here, because structured files need none of it

            found = read_documents(hand_in, grader.course, grader.names, grader.marker)
    except Exception as error:  # noqa: BLE001 - the one boundary: a fault of ours is reported, never a wrong answer
        return lost(grader, hand_in, fault(error))
    return _finished(grader, hand_in, found)


def lost(grader: Grader, hand_in: HandIn, reason: Reason) -> Made:
    """Return what is known of a hand-in that could not be read through a fault of checker: its answers wait."""
    file = hand_in.place
    if hand_in.is_single:
        found = Contents(troubles=[Trouble(file, None, "", reason.sentence)], unread=[Unread(file, hand_in.hint)])
    else:
        found = _all_wait(grader, hand_in, reason)
    found.faults.append(f"{file}: {reason.sentence}")
    return _finished(grader, hand_in, found)


def _all_wait(grader: Grader, hand_in: HandIn, reason: Reason) -> Contents:
    from checker.grading.documents import all_wait  # here, because few files are broken

    return all_wait(hand_in, grader.course, grader.marker, reason)


def _finished(grader: Grader, hand_in: HandIn, found: Contents) -> Made:
    """Return what was read without forgotten students; where a student's own file has no answers, all of them wait."""
    if grader.forgotten:
        leave_out(found, grader.forgotten, grader.course.members.roster)
    file = hand_in.files[0]
    if hand_in.is_single and file.sort == "structured" and not found.answers and not found.left_out:
        hint = hand_in.hint if grader.course.of_folder(hand_in.hint) else None
        if not file.error or hint is not None:  # else it was not opened at all, for example since it is nobody's
            student = next((each.student for each in found.troubles if each.student), PurePosixPath(file.name).stem)
            about = hand_in._replace(who=Student(student), hint=hint)
            found.answers = _all_wait(grader, about, NOT_READ).answers
    records = (record for each in found.answers for record in each.records)
    has_fault = any(code_of(record) in OURS for record in records)
    return Made(dumps(found.to_json()).encode(), found.is_final and not (found.faults or has_fault))


def leave_out(found: Contents, forgotten: Forgotten, roster: Roster | None) -> None:
    """Remove everything about forgotten students from what was read."""

    def number(*ids: str) -> int | None:
        known = (student for id_ in ids if roster and (student := roster.find(id_)))
        return forgotten.number(*ids, *(id_ for student in known for id_ in student.keys))

    numbers = [number(each.who.id, *each.delivery.other_ids) for each in found.answers]
    others = [each for each, known in zip(found.answers, numbers, strict=True) if known is None]
    is_theirs = bool(found.answers) and not others
    found.answers = others

    def stem(file: str) -> str:
        return "" if others else PurePosixPath(file).stem

    kept = []
    for each in found.troubles:
        numbers.append(known := number(*filter(None, (each.student, stem(each.file)))))
        if known is None and not is_theirs:
            kept.append(each)
    found.troubles = kept
    found.unread = (
        [] if is_theirs else [each for each in found.unread if number(*each.students, stem(each.file)) is None]
    )
    found.left_out = sorted({each for each in numbers if each is not None})
    if found.left_out and not others:  # they have the name of a file, which may be an id
        found.faults, found.slow = [], []


def mark_answers(grader: Grader, task: MarkTask) -> Made:
    """Return the records of a student's answers to the parts of a problem."""
    columns = grader.course.of_problem(task.problem, task.drawn).columns
    records = grader.marker.records(columns, task.by_part)
    return Made(dumps(records).encode(), not any(code_of(each) in OURS for each in records))


def look_at(grader: Grader, task: LookTask) -> Made:
    """Return what there is to say of a wrong answer that several gave, or of a problem's keys."""
    columns = {each.part_id: each for each in grader.course.of_problem(task.problem).columns}
    column = columns[task.part] if task.text else next(iter(columns.values()))
    try:
        if task.text:
            found = remarks(grader.marker.result(column, task.text, task.shown))
        else:
            found = {
                each.part.id or "": f"Your key, {each.key}, is not the solver's answer, by which students are graded. "
                f"{each.why} Check which of the two is right."
                for each in (differing_keys(column.problem) if column.problem else ())
            }
    except Exception as error:  # noqa: BLE001 - what is only a remark must not cost a run its grades
        message = f"checker failed here ({type(error).__name__}); please report it"
        remark = {"suggestion": message, "relation": message, "where": "", "entry": ""}
        found = remark if task.text else {column.part_id or "": message}
        return Made(dumps(found).encode(), may_be_kept=False)
    return Made(dumps(found).encode())


class GradedClass(NamedTuple):
    """What a run found."""

    book: Gradebook
    summary: dict[str, Any]
    changes: list[dict[str, Any]]
    graded: int
    """Number of hand-ins that were read now; the others were known."""
    files: tuple[str, ...] = ()

    def __repr__(self) -> str:
        waiting = self.summary["needs_person"]["count"]
        return f"<GradedClass: {counted(len(self.grades), 'student')} graded, {waiting:,} to review>"

    @property
    def grades(self) -> list[dict[str, str | float | None]]:
        """Return the rows of grades.csv, with points as numbers."""
        headings, rows = grade_table(self.book)
        return [dict(zip(headings, row, strict=True)) for row in rows]

    def texts(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield the name and the pieces of the text of each file of results."""
        return texts(self.book, self.summary, {"schema": SCHEMA, "changes": self.changes})


@dataclass(frozen=True)
class Pipeline:
    """Grades a class: the course, the rules of the person who grades, and where it is done."""

    course: Course
    rules: Rules
    cache: Cache
    workers: Workers[Grader]
    options: dict[str, Any] = field(default_factory=dict)
    """What summary.json has of how the run was asked for."""

    def grade(
        self, submissions: str, exclude: Collection[str] = (), progress: Callable[[int], None] = lambda _: None
    ) -> GradedClass:
        """Return what is found in a folder or zip of submissions; `exclude`: real paths of files that are left out."""
        started = datetime.now(UTC)
        with _rare_collections():
            reads, read_now = self._read(submissions, exclude, progress)
            found = self._together(reads, submissions)
            book = gradebook(self.course, self._marked(found), found, self.rules)
            told = summary(book, class_findings(book, partial(self._cached, "look", look_at)))
        changed = changes(book)
        ended = datetime.now(UTC)
        told |= {"options": self.options, "versions": self.course.versions, "code": code_digest()}
        told["decisions"] = len(book.matched.applied)
        told["run"] = {
            "started": started.isoformat(timespec="seconds"),
            "seconds": round((ended - started).total_seconds(), 3),
            "python": platform.python_version(),
            "platform": platform.platform(),
        }
        return GradedClass(book, told, changed, read_now)

    def _read(
        self, submissions: str, exclude: Collection[str], progress: Callable[[int], None]
    ) -> tuple[list[Contents], int]:
        """Return what is read from each hand-in, and how many of them were read now."""
        contents: list[str] = []
        made_before = self.cache.made
        course, forgotten, everyone = self.course, self.rules.forgotten, self.course.members.roster
        roster = everyone if course.has_draws or forgotten else None
        about = digest(  # all that decides what is read from a hand-in, besides the hand-in
            [(each.name, each.id, each.title) for each in course.assignments.values()],
            [(each.name, each.title, each.outline.label if each.outline else "") for each in course.columns],
            repr(column_names(course)),
            course.folder_names,
            course.versions,
            [sorted(each.keys) for each in roster.students] if roster else [],
            forgotten.text(),
        )

        def tasks() -> Iterator[tuple[str, HandIn]]:
            for number, hand_in in enumerate(hand_ins(submissions, course.folder_names, exclude, everyone), 1):
                contents.append(content := digest_of(hand_in))
                yield digest("read", hand_in.key, content, about), hand_in
                progress(number)

        reads = [
            Contents.from_json(each) for each in self.cache.values(tasks(), partial(self._in_workers, read_hand_in))
        ]
        for one, content in zip(reads, contents, strict=True):
            for each in one.answers:
                each.content = content
        return reads, self.cache.made - made_before

    def _marked(self, found: Contents) -> list[Row]:
        """Return the rows of all answers, with their records; what fits no question is one of the troubles."""
        places = Places(self.course)
        placed = [(each, places.place(each)) for each in found.answers]
        rows = [row for _, some in placed for row in some]
        marked = self._cached("mark", mark_answers, dict.fromkeys(task for row in rows for task in row.tasks))
        for each, some in placed:
            found.troubles += places.fill(each, some, marked)
        return rows

    def _cached(self, name: str, do: Callable[[Grader, Any], Made], tasks: Collection[Any]) -> dict[Any, Any]:
        keyed = ((digest(name, self.course.versions[task.problem], *task), task) for task in tasks)
        return dict(zip(tasks, self.cache.values(keyed, partial(self._in_workers, do)), strict=True))

    def _together(self, reads: list[Contents], submissions: str) -> Contents:
        """Return everything that was read, with all files named from where the command began."""
        is_one_file = Path(submissions).is_file() and not submissions.lower().endswith(".zip")

        def place(file: str) -> str:
            return f"{submissions.rstrip('/')}/{file}" if file and not is_one_file else submissions

        found = Contents()
        for one in reads:
            for each in one.answers:
                each.file = place(each.file)
            # what is wrong in a student's own files counts only where none of the student's answers waits
            owner = one.answers[0].who.id if len(one.answers) == 1 and one.answers[0].records else ""
            for trouble in one.troubles:
                waiting = (trouble.student or owner) if trouble.kind == "not_read" or owner else ""
                found.troubles.append(trouble._replace(file=place(trouble.file), owner=waiting))
            found.answers += one.answers
            found.unread += (each._replace(file=place(each.file)) for each in one.unread)
            found.faults += one.faults
            found.left_out += one.left_out
            found.slow += map(place, one.slow)
        return found

    def _in_workers(self, do: Callable[[Grader, Any], Made], tasks: Iterator[Any]) -> Iterator[Made]:
        return self.workers.map(do, tasks, self._ended, 4 if do is read_hand_in else 32)

    def _ended(self, task: Any) -> Made:
        if isinstance(task, HandIn):
            return lost(Grader(self.course, self.rules.forgotten), task, ENDED)
        if isinstance(task, MarkTask):
            columns = self.course.of_problem(task.problem, task.drawn).columns
            records = [in_error(each, task.by_part.get(each.part_id, ""), ENDED) for each in columns]
            return Made(dumps(records).encode(), may_be_kept=False)
        return Made(b"{}" if not task.text else b'{"suggestion": "", "where": "", "entry": ""}', may_be_kept=False)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Make the garbage collector run less often inside a `with` block, in which very many objects are kept."""
    before = gc.get_threshold()
    # thresholds of Python's garbage collector for work that makes many objects which stay
    gc.set_threshold(20_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
