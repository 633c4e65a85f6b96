"""Puts the results of a course together from the store, one row for each student and assignment (`ResultsBuilder`).

It applies people's decisions, and chooses what counts of several hand-ins and of one document in several formats.  It
notes which absent students may be in files that could not be read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.grader.graded_source import Issue, Unread
from checker.grading.grader.mark import Mark
from checker.grading.grader.remarks import RemarkedWriteUp
from checker.grading.results.attempts import Attempts, Worth, counting
from checker.grading.results.course_results import CourseResults
from checker.grading.results.findings import FindingKey
from checker.grading.results.members import Members
from checker.grading.results.standings import dates_of, standing_of
from checker.grading.reviews.decisions import decided, may_be_decided
from checker.grading.reviews.read import Reviews
from checker.grading.store import MarkKey, Row, Store
from checker.grading.versions import Versions
from checker.marking.result import NEEDS_A_PERSON, dumps
from checker.text.words import counted, shortened

LESS_EXACT: Final = {".docx": 1, ".odt": 1, ".pdf": 2}
"""By suffix, how much a format leaves to its reader; source text leaves nothing."""
SEVERAL: Final = 2
"""Number of words from which a line of an essay has to be in the other copy too; signs in pictures have fewer."""
WORD: Final = re.compile(r"(?<![\\\w])[^\W\d_]{3,}")
SIGNS: Final = re.compile(r"[\w.]+|-")


def agreed(rows: Sequence[Row], columns: Sequence[GradeColumn], store: Store) -> tuple[list[Row], bool]:
    """Return a student's hand-ins.

    If one document was handed in in several formats and the copies fit together, each gets the answers of the most
    exact one.  Also return whether any answer was replaced.
    """
    by_name: dict[PurePath, list[int]] = {}
    for place, row in enumerate(rows):
        if row.has_write_up and not row.delivery.attempt:
            by_name.setdefault(PurePath(row.file).with_suffix(""), []).append(place)
    found, differ = list(rows), False
    for places in by_name.values():
        copies = [_Copy(found[place], store) for place in sorted(places, key=lambda each: _exactness(found[each]))]
        if len({copy.suffix for copy in copies}) < len(copies) or len(copies) < 2:  # noqa: PLR2004 - of several formats
            continue
        counting = [_counting(copies, number, column) for number, column in enumerate(columns)]
        for place in places:
            row = found[place]
            cells, marks = list(row.cells), list(row.marks)
            for number, copy in enumerate(counting):
                if copy is not None:
                    cells[number], marks[number] = copy.row.cells[number], copy.row.marks[number]
            found[place] = row._replace(cells=tuple(cells), marks=tuple(marks))
        differ |= any(copy is not None for copy in counting)
    return found, differ


def _exactness(row: Row) -> tuple[int, str]:
    """Return a sort key for copies of a document: formats that are read more exactly come first."""
    suffix = PurePath(row.file).suffix.lower()
    return LESS_EXACT.get(suffix, 0), suffix


class _Answer(NamedTuple):
    """What one copy of a document answers to a part."""

    given: str
    read_as: Any
    is_sure: bool
    is_right: bool


class _Copy:
    """One of several copies of a document, in its format."""

    def __init__(self, row: Row, store: Store) -> None:
        self.row = row
        self.suffix = PurePath(row.file).suffix.lower()
        self._store = store

    def answer(self, number: int, column: GradeColumn) -> _Answer:
        """Return this copy's answer in a column."""
        fields = self._store.marks.full_mark(self.row.marks[number], column.index).fields
        status, points = fields["status"], fields["points"]
        is_right = points is not None and points == column.points
        return _Answer(fields["given"].strip(), fields["read_as"], status not in NEEDS_A_PERSON, is_right)

    @cached_property
    def letters(self) -> str:
        """Return all letters and digits of this copy, for comparing it with other formats."""
        write_up: RemarkedWriteUp = self._store.sources.write_up(self.row.id)
        return _letters(line.text for document in write_up.documents for line in document.lines)


def _counting(copies: Sequence[_Copy], number: int, column: GradeColumn) -> _Copy | None:
    """Return the copy whose answer all copies get; None if the answers are equal, or if a person has to choose."""
    if column.part is None or len({copy.row.cells[number].digest for copy in copies}) == 1:
        return None
    several = [(copy, answer) for copy in copies if (answer := copy.answer(number, column)).given]
    if not several:
        return None
    best, answer = several[0]
    is_same: Callable[[_Copy, _Answer], bool] = lambda _, other: _are_compatible(answer, other)  # noqa: E731
    if column.part.answer_kind.needs_person:
        is_same = lambda copy, other: _are_one_essay(best, answer, copy, other)  # noqa: E731
    return best if all(is_same(copy, other) for copy, other in several[1:]) else None


def _are_compatible(exact: _Answer, other: _Answer) -> bool:
    """Return whether a less exact copy may have the answer of the more exact one: as it is written, or as it is read.

    A doubtful one does not speak against a right one, nor against one that a person looks at anyway.
    """
    if _signs(exact.given) == _signs(other.given) or (exact.read_as is not None and exact.read_as == other.read_as):
        return True
    return not other.is_sure and (exact.is_right or not exact.is_sure)


def _are_one_essay(one: _Copy, answer: _Answer, other: _Copy, its_answer: _Answer) -> bool:
    """Return whether two copies have the same sentences; one may have taken the text of a picture for a part of it."""
    return _has_sentences(answer.given, its_answer.given, other) and _has_sentences(its_answer.given, answer.given, one)


def _has_sentences(essay: str, other_essay: str, copy: _Copy) -> bool:
    """Return whether each longer line of an essay is in the other essay, or elsewhere in the copy that has it."""
    lines = [_letters([line]) for line in essay.splitlines() if len(WORD.findall(line)) >= SEVERAL]
    there = _letters([other_essay])
    return all(each in there or each in copy.letters for each in lines or [_letters([essay])])


def _letters(lines: Iterable[str]) -> str:
    text = unicodedata.normalize("NFKC", "".join(lines))
    return "".join(sign for sign in text if sign.isalnum()).casefold()


def _signs(text: str) -> str:
    """Return the letters, digits, points and minus signs of an answer."""
    text = unicodedata.normalize("NFKC", text).translate(MINUS)
    return "".join(SIGNS.findall(text)).casefold()


MINUS: Final = str.maketrans("−–—", "---")


WRONG_ROSTER: Final = "none of the {:,} students is on the roster; is it that of this course?"

MAY_BE_HERE: Final = (
    "{} on the roster handed in nothing else{} and may be in this file:"
    " no grade, and no 0, until you fix or remove it{}"
)
MOST_NAMED: Final = 3


@dataclass
class ResultsBuilder:
    """Builds the results of a run from the sources in the store."""

    course: Course
    reviews: Reviews
    members: Members
    attempts: Attempts
    store: Store
    versions: Versions
    write_ups: list[Row] = field(default_factory=list)
    """Submissions of documents, whose remarks tell their marks."""
    _cells: dict[int, Mark] = field(default_factory=dict)
    _marks: dict[FindingKey, int] = field(default_factory=dict)
    _decided: set[tuple[str, str]] = field(default_factory=set)
    """The students and files about whose answers a person has decided."""

    def build(self) -> CourseResults:
        """Return the results: rows, duplicates, what needs a person."""
        results = CourseResults(self.course, self.reviews)
        results.on_roster = frozenset(each.id for each in self.members.absent(()))
        unread: list[Unread] = []
        for faults, files in self.store.sources.faults_and_unread():
            unread += files
            results.other_faults += faults
        doubts: list[Issue] = []
        unknown: set[str] = set()
        hand_ins: dict[tuple[str, str], list[Row]] = {}
        for stored in self.store.sources.rows():
            row = self._row(stored, results)
            hand_ins.setdefault((row.assignment, row.student), []).append(row)
            if message := self.members.doubt(stored):
                unknown.add(row.student)
                doubts.append(Issue(row.student, row.file, row.line, message))
                if may_be := self.members.may_be(row.student):
                    unread.append(Unread(row.file, row.assignment, tuple(may_be)))
        for about, rows in hand_ins.items():
            for row in rows if len(rows) == 1 else self._counting(about, rows, results):
                results.add(row)
                self.write_ups += [row] if row.has_write_up else []
        for issue in (*self._issues(results), *doubts):
            results.log.add(issue)
        self._leave_conflicts(results)
        note_possible_hand_ins(results, self.members, unread)
        if len(unknown) > 1 and unknown == {student for _, student in results.rows}:
            results.log.add_first(Issue(None, "--roster", None, WRONG_ROSTER.format(len(unknown))))
        if self.members.roster:
            in_order = sorted(results.rows.items(), key=lambda item: self.members.place(item[1].student))
            results.rows = dict(in_order)
        return results

    def _issues(self, results: CourseResults) -> Iterator[Issue]:
        """Yield the issues without a record, but not those about a file whose answers a person has decided."""
        id_of = self.members.id_of
        rows = results.rows.values()
        settled = {(each.student, each.file) for each in rows if not any(map(results.waits, each.cells))}
        for issue in self.store.sources.issues():
            student, owner = issue.student and id_of(issue.student), issue.owner and id_of(issue.owner)
            if (owner, issue.file) not in settled & self._decided:
                yield issue._replace(student=student, owner=owner)

    def _counting(self, about: tuple[str, str], rows: Sequence[Row], results: CourseResults) -> Sequence[Row]:
        """Return the hand-ins of a student that count; copies in several formats have equal answers if they fit."""
        rows = counting(rows, self.attempts, self._worth)
        rows, differ = agreed(rows, self.course.assignments[about[0]].columns, self.store)
        if differ:
            results.copies.add(about)
        return rows

    def _worth(self, row: Row) -> Worth:
        """Return the points of a hand-in as they count, and those that it may have once people have decided."""
        assignment = self.course.assignments[row.assignment]
        dates = dates_of(assignment, self.members)
        in_full = (
            cell if cell.points is not None else cell._replace(points=column.points)
            for cell, column in zip(row.cells, assignment.columns, strict=True)
        )
        rows = row, row._replace(cells=tuple(in_full))
        return Worth(*(standing_of(assignment, each, dates).points for each in rows))

    def given(self, key: FindingKey) -> str:
        """Return the text of a wrong answer as one of its students wrote it; `key`: its column and reading."""
        if not self._marks:
            for mark, cell in self._cells.items():
                self._marks.setdefault((cell.column, cell.answer), mark)
        mark = self._marks[key]
        return str(self.store.marks.fields([mark])[mark]["given"])

    def _row(self, stored: Row, results: CourseResults) -> Row:
        """Return the row of a submission, as people decided it."""
        assignment = self.course.assignments[stored.assignment]
        who = self.members.of(stored)
        marks = list(stored.marks)
        self._load(marks[: len(assignment.columns)], assignment)
        if self.reviews.decisions:
            for place, column in enumerate(assignment.columns):
                if may_be_decided(self._cells[marks[place]], column, who.id, self.reviews):
                    before = self.store.marks.full_mark(marks[place], column.index)
                    after = decided(before, column, who.id, self.reviews, results.decisions)
                    if after is not before:
                        self._decided.add((who.id, stored.file))
                        marks[place] = self._save(after, column)
        width = len(assignment.columns)
        return stored._replace(
            who=who,
            cells=tuple([self._cells[mark] for mark in marks[:width]]),
            marks=tuple(marks[:width]),
            more_marks=tuple(marks[width:]),
        )

    def _load(self, marks: Sequence[int], assignment: AssignmentColumns) -> None:
        """Look up the cells of the marks in the columns of an assignment; each is looked up once."""
        missing = [mark for mark in marks if mark not in self._cells]
        if missing:
            found = self.store.marks.cells(missing)
            for mark, column in zip(marks, assignment.columns, strict=True):
                if mark in found:
                    self._cells[mark] = found[mark]._replace(column=column.index)

    def _save(self, mark: Mark, column: GradeColumn) -> int:
        """Keep a mark in the store and in `_cells`; return its id."""
        key = MarkKey(column.id, column.part_id, self.versions.problems[column.id])
        id_ = self.store.marks.save(mark, key)
        self._cells[id_] = mark.in_table
        return id_

    def _leave_conflicts(self, results: CourseResults) -> None:
        """Let different answers of one student wait; the others than the first are in the row's `more_marks`."""
        for about, duplicates in results.conflicts.items():
            row = results.rows[about]
            marks, more = list(row.marks), list(row.more_marks)
            for place, column in enumerate(self.course.assignments[row.assignment].columns):
                if duplicates.differ_at(place):
                    first, *others = [
                        self._undecided(mark, column, duplicates.reason) for mark in duplicates.marks_at(place)
                    ]
                    marks[place] = first
                    more += others
            results.rows[about] = row._replace(marks=tuple(marks), more_marks=tuple(more))

    def _undecided(self, mark: int, column: GradeColumn, reason: str) -> int:
        """Keep a copy of a mark that waits, since the student gave another answer too; return its id."""
        before = self.store.marks.full_mark(mark, column.index)
        fields = before.fields | {"status": "needs_review", "points": None, "message": reason}
        fields.pop("review", None)
        record = dumps(fields)[1:]
        undecided = Mark(column.index, "needs_review", None, digest=before.digest, record=record)
        return self._save(undecided, column)


def note_possible_hand_ins(results: CourseResults, members: Members, unread: Iterable[Unread]) -> None:
    """Note which students on the roster have handed nothing in but may be in files that could not be read."""
    everyone = [each.id for each in members.absent(())]
    of_anybody = []
    for file in unread:
        if named := [id_ for id_ in everyone if id_ in set(map(members.id_of, file.students))]:
            _note_may_be_in(results, named, file)
        else:
            of_anybody.append(file)
    for file in of_anybody:
        _note_may_be_in(results, everyone, file)


def _note_may_be_in(results: CourseResults, students: Iterable[str], file: Unread) -> None:
    """Note that answers of these students may be in a file that could not be read, unless they handed in for it."""
    for assignment in _assignments(results, file):
        there = {row.student for row in results.of(assignment)}
        there |= {student for name, student in results.hidden if name == assignment.name}
        if new := [id_ for id_ in students if id_ not in there]:
            results.hidden.update({(assignment.name, id_): file.file for id_ in new})
            where = f" for {shortened(assignment.name)}" if assignment.name else ""
            names = f": {', '.join(map(shortened, new))}" if len(new) <= MOST_NAMED else ""
            results.log.note(file.file, MAY_BE_HERE.format(counted(len(new), "student"), where, names))


def _assignments(results: CourseResults, file: Unread) -> list[AssignmentColumns]:
    """Return the assignments that a file may be for: that of its folder, or those that somebody handed in for."""
    hinted = results.course.of_folder(file.hint)
    if hinted and file.hint is not None:
        return hinted
    everything = [each for each in results.course.assignments.values() if each.columns]
    return [each for each in everything if any(results.of(each))] or everything
