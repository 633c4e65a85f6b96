"""A run of `checker grade`: hand-ins are read, answers marked, and the gradebook made, from which all files come.

hand-in ──► Read          `read`: in a worker, kept by the digest of its bytes and of what it was read for
answers ──► records       `mark`: in a worker, kept by the version of the problem, the numbers drawn and the texts
rows, rules ──► Gradebook ──► summary, changes, files         pure functions, done anew in each run
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.engine.code_digest import code_digest
from checker.engine.memory import rare_collections
from checker.grading.cache import Cache, Made, digest
from checker.grading.changes import NOTHING_BEFORE, SCHEMA, Before, changes
from checker.grading.class_findings import ClassFindings, LookTask
from checker.grading.columns import column_names
from checker.grading.course import Course
from checker.grading.files import texts
from checker.grading.gradebook import Found, Gradebook, Rules, gradebook
from checker.grading.hand_ins import digest_of, hand_ins
from checker.grading.issues import Issue
from checker.grading.model import HandIn, Read, Trouble, Unread
from checker.grading.records import OURS, Marker, Reason, waiting
from checker.grading.relation import look as look_into
from checker.grading.relation import safely
from checker.grading.rows import MarkTask, Places
from checker.grading.single import read_file
from checker.grading.summary import summary
from checker.grading.workers import Ended, Workers
from checker.lms.students import Student
from checker.marking.authors_key import differing_keys
from checker.marking.result import dumps
from checker.text.words import shortened

ENDED: Final = Reason(
    "worker_ended",
    "A fault of checker, not of this answer: the process that marked it was ended twice. Please report it.",
)
NOT_READ: Final = "the process that read it was ended twice; nothing in it is graded"
DIFFERS: Final = (
    "Your key, {}, is not the solver's answer, by which students are graded. {} Check which of the two is right."
)


class Grader:
    """What a worker reads and marks with."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.names = column_names(course)
        self.marker = Marker()


def read(grader: Grader, hand_in: HandIn) -> Made:
    """Return what is read from a hand-in; the answers in documents are marked there."""
    if hand_in.is_single:
        found = _read_single(grader, hand_in)
    else:
        from checker.grading.documents import read_documents  # here, because structured files need none of it

        found = read_documents(hand_in, grader.course, grader.names, grader.marker)
    records = (record for each in found.answers for record in each.records)
    is_sound = not found.faults and not any(record.get("waits", {}).get("code") in OURS for record in records)
    return Made(dumps(found.to_json()).encode(), is_sound)


def _read_single(grader: Grader, hand_in: HandIn) -> Read:
    """Read a file that names its students; if nothing can be read in a student's own file, all answers wait."""
    file = hand_in.files[0]
    found = read_file(file, grader.names, hand_in.hint)
    is_opened = not file.error or (hand_in.hint is not None and grader.course.of_folder(hand_in.hint))
    if file.sort == "structured" and not found.answers and is_opened:
        from checker.grading.documents import NOT_READ, all_wait

        student = next((each.student for each in found.troubles if each.student), Path(file.name).stem)
        hint = hand_in.hint if grader.course.of_folder(hand_in.hint) else None
        waits = all_wait(hand_in._replace(who=Student(student), hint=hint), grader.course, NOT_READ)
        found.answers = waits.answers
    return found


def mark(grader: Grader, task: MarkTask) -> Made:
    """Return the records of a student's answers to the parts of a problem."""
    columns = grader.course.of_problem(task.problem, task.drawn).columns
    records = grader.marker.records(columns, dict(task.texts))
    return Made(dumps(records).encode(), not any(each.get("waits", {}).get("code") in OURS for each in records))


def look(grader: Grader, task: LookTask) -> Made:
    """Return what there is to say of a wrong answer that several gave, or of a problem's keys."""
    columns = {each.part_id: each for each in grader.course.of_problem(task.problem).columns}
    column = columns[task.part] if task.text else next(iter(columns.values()))
    if not task.text:
        assert column.problem  # noqa: S101 - for mypy: it has a key
        keys = {"": ""}
        found: Any = {}
        if message := safely(lambda: keys.update(_keys(column.problem)) or ""):  # type: ignore[func-returns-value]
            found = {column.part_id or "": message}
        keys.pop("")
        return Made(json.dumps(found | keys).encode())
    try:
        found = grader.marker.look_into(column, task.text, look_into)
    except Exception as error:  # noqa: BLE001 - what is only a remark must not cost a run its grades
        message = f"checker failed here ({type(error).__name__}); please report it"
        return Made(json.dumps({"suggestion": message, "relation": message, "where": "", "entry": ""}).encode(), False)
    return Made(json.dumps(found).encode())


def _keys(problem: Any) -> dict[str, str]:
    """Return a warning for each part whose key is not the solver's answer."""
    return {each.part.id or "": DIFFERS.format(each.key, each.why) for each in differing_keys(problem)}


class Run(NamedTuple):
    """What a run found."""

    book: Gradebook
    summary: dict[str, Any]
    changes: list[dict[str, Any]]
    graded: int
    """Number of hand-ins that were read now; the others were known."""

    @property
    def files(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the contents of each file of results."""
        return texts(self.book, self.summary, {"schema": SCHEMA, "changes": self.changes})


@dataclass(frozen=True)
class Grading:
    """Grades a class: the course, the rules of the person who grades, and where it is done."""

    course: Course
    rules: Rules
    cache: Cache
    workers: Workers[Grader]
    before: Before = NOTHING_BEFORE
    options: dict[str, Any] = field(default_factory=dict)
    """What summary.json has of how the run was asked for."""

    def grade(
        self, submissions: str, exclude: Collection[str] = (), progress: Callable[[int], None] = lambda _: None
    ) -> Run:
        """Return what is found in a folder or zip of submissions; `exclude`: real paths of files that are left out."""
        started = datetime.now(UTC)
        with rare_collections():
            versions = versions_of(self.course)
            found, read_now = self._found(submissions, exclude, versions, progress)
            book = gradebook(self.course, found, self.rules)
            findings = ClassFindings(book)
            keyed = [(digest("look", versions[task.problem], *task), task) for task in findings.tasks]
            looked = self.cache.values(keyed, partial(self._made, look))
            told = summary(book, findings.record(dict(zip(findings.tasks, looked, strict=True))))
        changed = changes(self.before, book, versions)
        ended = datetime.now(UTC)
        told |= {"options": self.options, "versions": versions, "code": code_digest()}
        told["run"] = {
            "started": started.isoformat(timespec="seconds"),
            "seconds": round((ended - started).total_seconds(), 3),
            "python": platform.python_version(),
            "platform": platform.platform(),
        }
        return Run(book, told, changed, read_now)

    def _found(
        self, submissions: str, exclude: Collection[str], versions: dict[str, str], progress: Callable[[int], None]
    ) -> tuple[Found, int]:
        """Return everything that is in the submissions, with all answers marked."""
        contents: list[str] = []
        keys = _ReadingKeys(self.course, versions)

        def tasks() -> Iterator[tuple[str, HandIn]]:
            for number, hand_in in enumerate(hand_ins(submissions, self.course.folder_names, exclude), 1):
                contents.append(content := digest_of(hand_in))
                yield keys.key(hand_in, content), hand_in
                progress(number)

        reads = [Read.from_json(each) for each in self.cache.values(tasks(), partial(self._made, read))]
        read_now = self.cache.made
        for one, content in zip(reads, contents, strict=True):
            for each in one.answers:
                each.content = content
        found = self._without_forgotten(reads, submissions)
        places = Places(self.course)
        placed = [places.place(answers) for one in reads for answers in one.answers]
        wanted = dict.fromkeys(task for each in placed for row in each.rows for task in row.tasks)
        keyed = [(digest("mark", versions[task.problem], *task), task) for task in wanted]
        marked = dict(zip(wanted, self.cache.values(keyed, partial(self._made, mark)), strict=True))
        for each in placed:
            found.issues += places.fill(each, marked)
            found.rows += each.rows
        return found, read_now

    def _without_forgotten(self, reads: list[Read], submissions: str) -> Found:
        """Return the troubles in what was read, and take what belongs to forgotten students out of it."""
        forgotten, members = self.rules.forgotten, self.rules.members
        found = Found()

        def place(file: str) -> str:
            return f"{submissions.rstrip('/')}/{file}" if file else submissions

        for one in reads:
            kept = []
            for each in one.answers:
                on_roster = members.of(each)
                number = forgotten.number(each.who.id, *each.delivery.other_ids, *on_roster.keys)
                if number is None:
                    each.file = place(each.file)
                    kept.append(each)
                else:
                    found.left_out.add(number)
            has_others = bool(one.answers) and not kept
            one.answers = kept
            owner = kept[0].who.id if kept and not kept[0].given and len(kept) == 1 else None
            for trouble in one.troubles:
                number = forgotten.number(trouble.student, Path(trouble.file).stem if not one.answers else "")
                if number is not None or has_others:
                    found.left_out.update({number} - {None})
                    continue
                is_owned = trouble.kind == "not_read" or (owner and kept[0].records)
                student = trouble.student or None
                issue = Issue(student, place(trouble.file), trouble.line, trouble.message)
                found.issues.append(issue._replace(owner=student or owner) if is_owned else issue)
            for unread in one.unread:
                if not forgotten.has(*unread.students) and not has_others:
                    found.unread.append(unread._replace(file=place(unread.file)))
            found.faults += one.faults
        return found

    def _made(self, do: Callable[[Grader, Any], Made], tasks: Iterator[Any]) -> Iterator[Made]:
        for made in self.workers.map(do, tasks, 4 if do is read else 32):
            yield self._ended(made.task) if isinstance(made, Ended) else made

    def _ended(self, task: Any) -> Made:
        """Return the result of what ended each process that did it: its answers wait for a person."""
        if isinstance(task, HandIn):
            from checker.grading.documents import all_wait

            if task.is_single:
                name = task.files[0].name
                fault, unread = f"{name}: {NOT_READ}", Unread(name, task.hint)
                found = Read(troubles=[Trouble(name, None, "", NOT_READ)], unread=[unread], faults=[fault])
            else:
                found = all_wait(task, self.course, ENDED)
                found.faults.append(f"{shortened(task.who.id)} ({task.key}): {NOT_READ}")
            return Made(dumps(found.to_json()).encode(), may_be_kept=False)
        if isinstance(task, MarkTask):
            columns = self.course.of_problem(task.problem, task.drawn).columns
            texts_ = dict(task.texts)
            records = [waiting(each, texts_.get(each.part_id, ""), ENDED) for each in columns]
            return Made(dumps(records).encode(), may_be_kept=False)
        return Made(b"{}" if not task.text else b'{"suggestion": "", "where": "", "entry": ""}', may_be_kept=False)


def versions_of(course: Course) -> dict[str, str]:
    """Return, by problem, a hash of all that its author decides."""
    return {
        column.id: digest_of_text(column.problem.version if column.problem else column.error)
        for column in course.columns
    }


def digest_of_text(text: str) -> str:
    """Return a short hash of a text, the same in each version of checker."""
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _ReadingKeys:
    """Makes the keys under which what is read from hand-ins is kept."""

    def __init__(self, course: Course, versions: dict[str, str]) -> None:
        self._course = course
        self._versions = versions
        self._names = digest(repr(column_names(course)))
        roster = course.roster if course.has_draws else None
        self._students = [sorted(each.keys) for each in roster.students] if roster else []
        self._documents: dict[str | None, str] = {}

    def key(self, hand_in: HandIn, content: str) -> str:
        """Return the key of a hand-in, by its contents and all that decides how it is read."""
        if not hand_in.is_single:
            return digest("read", hand_in.key, content, self._of_documents(hand_in.hint))
        of_table = self._names if hand_in.files[0].sort == "table" else ""
        folders = [each.name for each in self._course.of_folder(hand_in.hint)] if hand_in.files[0].error else []
        return digest("read", content, of_table, folders)

    def _of_documents(self, hint: str | None) -> str:
        """Return a digest of all questions that documents in a folder may answer: they are marked where they are read."""
        if hint not in self._documents:
            columns = [column for each in self._course.of_folder(hint) for column in each.columns]
            versions = {column.id: self._versions[column.id] for column in columns}
            self._documents[hint] = digest(self._names, self._course.folder_names, versions, self._students)
        return self._documents[hint]
