"""Builds a feedback page for each student from stored results, in several processes if wanted, and writes it.

`Writer.packed` makes the written pages the entries of a zip for a learning management system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from checker.engine.memory import Memory
from checker.engine.values.choice import SelectedOptions
from checker.grading.course import AssignmentColumns
from checker.grading.executors.workers import local_processes
from checker.grading.grader.remarks import Remark, RemarkedWriteUp
from checker.grading.results.standings import in_words
from checker.grading.store import Row, Standing, Store
from checker.grading.student_feedback import OTHER_QUESTION, GradedProblems, StudentFeedback
from checker.kinds.choice import lettered
from checker.lms import feedback_zips
from checker.lms.feedback_zips import PackedFeedback
from checker.lms.names import safe_names
from checker.lms.students import key
from checker.lms.systems import pack
from checker.marking.feedback import EXPLAINING
from checker.problems import Dates, Problem, ProblemError, Rule
from checker.reports.beliefs import StudentBeliefs
from checker.reports.feedback import model
from checker.reports.feedback.model import GradedAnswer, ShownAnswer, ShownAssignment, StudentPage
from checker.reports.page import html_page, markdown_page
from checker.text.words import as_sentence, counted, enumerated, in_one_line


def shown_documents(write_up: RemarkedWriteUp, answers: Sequence[ShownAnswer]) -> Iterator[model.ShownDocument]:
    """Yield the student's documents with remarks; `answers` has one for each question of the assignment."""
    for document in write_up.documents:
        remarks = tuple(each for each in document.remarks if not each.working or _line(each, answers))
        found = document._replace(remarks=remarks).pieces()
        pieces = (model.ShownLines(lines, _remark(remark, answers)) for lines, remark in found)
        yield model.ShownDocument(document.file.rpartition("/")[2], document.notes, document.width, tuple(pieces))


def _remark(remark: Remark | None, answers: Sequence[ShownAnswer]) -> model.ShownRemark | None:
    """Return a remark to show below a line; None if its question is gone, or if a person accepted the answer."""
    if remark is None or remark.place >= len(answers):  # the question is gone since
        return None
    if answers[remark.place].is_accepted:  # perhaps for something else than this line
        return None
    if remark.working:
        return model.ShownRemark(answers[remark.place], _line(remark, answers), is_of_line=True)
    return model.ShownRemark(answers[remark.place], tuple(filter(None, (remark.answer, remark.considered))))


def _line(remark: Remark, answers: Sequence[ShownAnswer]) -> tuple[str, ...]:
    """Return the remark on a line of working, in a tuple; empty at levels of feedback that say nothing about lines."""
    lines = answers[remark.place].working if remark.place < len(answers) else ()
    return next(((each.remark,) for each in lines if each.text == in_one_line(remark.working, model.LONGEST_LINE)), ())


MOST_VARIANTS: Final = 1_000
"""Maximum number of variants whose options are kept ready."""

LOOK: Final = "A person has to look at something in your hand-in. Your grade may still change."


def notes(standing: Standing, dates: Dates, answers: Sequence[ShownAnswer]) -> Iterator[str]:
    """Yield the sentences about an assignment as a whole: when it was due, late work, and what still waits."""
    yield from _when(standing, dates)
    if standing.late_reason:
        yield from _lateness(standing, dates)
    if waiting := [answer.name for answer in answers if answer.verdict == model.OPEN]:
        verb = "waits" if len(waiting) == 1 else "wait"
        yield f"{counted(len(waiting), 'answer')} still {verb} for a person: {enumerated(waiting)}."
    if standing.issues:
        yield LOOK


def _when(standing: Standing, dates: Dates) -> Iterator[str]:
    """Yield when the work was due, and when it was handed in, as far as that is known."""
    theirs = standing.who.keys
    due = next((due for id_, due in dates.extensions.items() if key(id_) in theirs), dates.due)
    if due is None:
        return
    handed_in = f"; you handed in {_time(standing.submitted, dates.timezone)}" if standing.submitted else ""
    yield f"Due {_moment(due, dates.timezone)}{handed_in}."


def _lateness(standing: Standing, dates: Dates) -> Iterator[str]:
    """Yield sentences on late work: the reason, what it takes off, and the steps of the assignment."""
    yield as_sentence(standing.late_reason)
    if standing.raw_points != standing.points:
        verb = "counts" if standing.raw_points == 1 else "count"
        yield f"So {counted(standing.raw_points, 'point')} {verb} as {standing.points:g}."
    if dates.late and standing.late_credit < 1:
        steps = [f"{100 * step.credit:g}% of the points within {in_words(step.within)}" for step in dates.late]
        yield f"Late work earns {', '.join(steps)}, and none after that."


def _time(text: str, zone: tzinfo) -> str:
    """Return a time in the zone of the assignment; one without a zone is in it already."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return text
    return _moment(found.replace(tzinfo=found.tzinfo or zone), zone)


def _moment(time: datetime, zone: tzinfo) -> str:
    local = time.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname() or ''}".rstrip()


NOTHING: Final = "You handed nothing in."
UNREADABLE: Final = "A person has to look at your hand-in. Until then there is no grade."
MAY_BE_LOST: Final = "A file that may hold your answers could not be read. A person has to look at it first."


class PageBuilder:
    """Builds the data of the feedback pages of a class."""

    def __init__(self, store: Store, found: GradedProblems, level: str) -> None:
        self._store = store
        self._problems = found.problems
        self._columns = found.assignments
        self._titles = {name: each["title"] or name for name, each in store.history.assignments().items()}
        self._choices: Memory[tuple[str, str], tuple[model.ShownChoice, ...]] = Memory(MOST_VARIANTS)
        """By problem and draw, as far as they were needed."""
        self.feedback = StudentFeedback(found.problems, found.versions, level, store.history.cached)
        self._beliefs = StudentBeliefs(store)
        self._level = level

    def page(self, standings: Sequence[Standing]) -> StudentPage:
        """Return the page of one student, given the student's grades, one for each assignment."""
        number = 0
        found = []
        has_any = any(each.path for each in standings)
        for standing in standings:
            assignment = self._assignment(standing, number, is_lost=bool(standing.issues) and not has_any)
            number += len(assignment.answers)
            found.append(assignment)
        beliefs = tuple(self._shown_beliefs(standings, found)) if self._level in EXPLAINING else ()
        return StudentPage(standings[0].who, tuple(found), beliefs)

    def _shown_beliefs(
        self, standings: Sequence[Standing], shown: Sequence[ShownAssignment]
    ) -> Iterator[model.ShownBelief]:
        """Yield the ideas that are behind several answers of the page."""
        answers = {
            (standing.assignment, (answer.problem, answer.part or None)): answer
            for standing, assignment in zip(standings, shown, strict=True)
            for answer in assignment.answers
        }
        for belief in self._beliefs.of(standings):
            touched = tuple(answers[place] for place in belief.places if place in answers)
            first, *others = [answer.name for answer in touched]
            then = f", then {enumerated(others)}" if others else ""
            yield model.ShownBelief(belief.sentence, touched, f"Work out {first} again with this in mind{then}.")

    def _assignment(self, standing: Standing, before: int, *, is_lost: bool) -> ShownAssignment:
        """Return what the page shows of one assignment.

        `before` is the number of answers above it; `is_lost` says that the student's work could not be read.
        """
        title = self._titles.get(standing.assignment, standing.assignment)
        if not standing.path:
            why = MAY_BE_LOST if standing.file else UNREADABLE if is_lost else NOTHING
            return ShownAssignment(title, "", (why,), (), (), ())
        fields = self._store.marks.fields(standing.marks)
        records = [fields[mark] for mark in standing.marks]
        width = len(standing.counted)
        columns = self._columns.get(standing.assignment)
        graded = list(self._graded(standing, records[:width], columns))
        questions = tuple(self._questions(standing.student, graded, before))
        answers = [answer for question in questions for answer in question.answers]
        dates = columns.settings.dates if columns else Dates()
        write_up = self._write_up(standing, columns)
        return ShownAssignment(
            title,
            f"{standing.points:g} of {counted(standing.max_points, 'point')}{' so far' if standing.waiting else ''}",
            tuple(notes(standing, dates, answers)),
            questions,
            tuple(record["given"] for record in records[width:] if record["given"]),
            tuple(shown_documents(write_up, answers)) if write_up else (),
        )

    def _write_up(self, standing: Standing, columns: AssignmentColumns | None) -> RemarkedWriteUp | None:
        """Return the student's documents with remarks; None without any, or if it is not certain whose they are."""
        sources = self._store.sources
        found = [each for each in sources.handed_in(standing.path, standing.content) if belongs_to(standing, each)]
        found = [each for each in found if each.has_write_up and columns and each.assignment == columns.name]
        return sources.write_up(found[0].id) if len(found) == 1 else None

    def _graded(
        self, standing: Standing, records: Sequence[Mapping[str, Any]], columns: AssignmentColumns | None
    ) -> Iterator[GradedAnswer]:
        """Yield each answer with its points as they count, the rule for these, and the feedback to it."""
        rules: Mapping[tuple[str, str | None], Rule] = columns.settings.rules if columns else {}
        how = self.feedback.graded(standing.marks[: len(records)], self._store)
        for record, points, found in zip(
            records, standing.counted, self.feedback(standing.student, records, how), strict=True
        ):
            yield GradedAnswer(record, points, rules.get((record["problem"], record["part"])), found)

    def _questions(self, student: str, graded: Sequence[GradedAnswer], before: int) -> Iterator[model.ShownQuestion]:
        """Yield the questions with their answers, which are counted on from `before`."""
        by_problem: dict[str, list[tuple[int, GradedAnswer]]] = {}
        for number, each in enumerate(graded, before + 1):
            by_problem.setdefault(each.record["problem"], []).append((number, each))
        for place, (id_, some) in enumerate(by_problem.items(), 1):
            problem = self._problem(id_, student)
            label = (problem.label if problem else "") or str(place)
            heading = f"{label}. {(problem.title if problem else '') or id_}"
            answers = tuple(model.shown_answer(each, problem, number, label) for number, each in some)
            prompt, choices = (problem.prompt, self._choices_of(problem)) if problem else ("", ())
            note = OTHER_QUESTION if any(each.found.is_other_question for _, each in some) else ""
            yield model.ShownQuestion(heading, prompt, choices, answers, note)

    def _problem(self, id_: str, student: str) -> Problem | None:
        """Return the variant of a student; None where the problem is not there any more, or has no such variant."""
        try:
            return self._problems[id_].of_student(student)
        except (KeyError, ProblemError):
            return None

    def _choices_of(self, problem: Problem) -> tuple[model.ShownChoice, ...]:
        """Return the options of a problem's choices, which are kept for the next student."""
        return self._choices.get((problem.id, problem.drawn), lambda: tuple(_choices(problem)))


def belongs_to(standing: Standing, handed_in: Row) -> bool:
    """Return whether a submission belongs to the student with these grades, by any id on the roster."""
    return key(handed_in.student) in standing.who.keys


def _choices(problem: Problem) -> Iterator[model.ShownChoice]:
    """Yield the options of each choice; parts with the same ones share them."""
    parts: dict[tuple[str, ...], list[str]] = {}
    for part in problem.parts:
        truth = part.variant.board[part.step].value
        if isinstance(truth, SelectedOptions):
            parts.setdefault(tuple(truth.options), []).append(part.id or "")
    for options, ids in parts.items():
        yield model.ShownChoice(enumerated(ids) if any(ids) else "", options, lettered(options).startswith("A ("))


Form = Literal["html", "md"]

STYLES: Final = ("page.css", "feedback.css")

AT_ONCE: Final = 25
"""Number of pages that a process makes at once."""


@dataclass(frozen=True)
class PageRequest:
    """What `checker feedback` is asked for: store, assignments, level, form of the pages."""

    store: Path
    assignments: tuple[str, ...]
    """Their names in the store."""
    level: str
    form: Form
    folder: Path
    """Where the files go."""


class WrittenPages(NamedTuple):
    """What a process did with a share of the students: the number of pages, faults, and what it said to answers."""

    number: int
    faults: list[str]
    """All faults of checker so far, in this process."""
    found: dict[str, str]
    """What was said to answers on them, for the store to keep."""


class Writer:
    """Writes the feedback pages of students into files."""

    def __init__(self, request: PageRequest, problems: GradedProblems, store: Store) -> None:
        self._request = request
        self._store = store
        self._builder = PageBuilder(store, problems, request.level)
        everyone = list(store.history.standings())
        names = safe_names({each.student for each in everyone})
        self.standings: dict[str, list[Standing]] = {}
        for each in everyone:
            if each.assignment in request.assignments:
                self.standings.setdefault(each.student, []).append(each)
        self.files: Mapping[str, Path] = {
            each: request.folder / f"{names[each]}.{request.form}" for each in self.standings
        }
        """The file of each student."""

    def write(self, students: Sequence[str]) -> WrittenPages:
        """Write the pages of these students; return how many were written, and faults."""
        for student in students:
            text = page_text(self._builder.page(self.standings[student]), self._request.form)
            self.files[student].write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
        return WrittenPages(len(students), self._builder.feedback.faults, self._builder.feedback.take_found())

    def packed(self, lms: str) -> PackedFeedback:
        """Return the written pages as the entries of a zip for this LMS; without those who handed nothing in."""
        there = ((file, self.standings[student][0]) for student, file in self.files.items())
        return pack(lms, (self._packable(file, standing) for file, standing in there if standing.path))

    def _packable(self, file: Path, standing: Standing) -> feedback_zips.StudentPage:
        """Return a written page with the names of the files that the student handed in."""
        found = self._store.sources.handed_in(standing.path, standing.content)
        files = next((each.delivery.files for each in found if belongs_to(standing, each)), ())
        suffix: Literal[".html", ".md"] = ".html" if self._request.form == "html" else ".md"
        return feedback_zips.StudentPage(standing.who, files, file.read_bytes(), suffix)


def page_text(page: StudentPage, form: Form) -> str:
    """Return a student's page as the text of an HTML or Markdown file."""
    if form == "html":
        return html_page("feedback.html", STYLES, page=page)
    return markdown_page("feedback.md", page=page)


def write_pages(writer: Writer, request: PageRequest, problems: GradedProblems, jobs: int) -> Iterator[WrittenPages]:
    """Write the pages of all students, and yield how many were written each time.

    Raise BrokenProcessPool if a process was ended from outside.
    """
    students = list(writer.standings)
    batches = [students[start : start + AT_ONCE] for start in range(0, len(students), AT_ONCE)]
    if jobs == 1 or len(batches) == 1:
        yield from map(writer.write, batches)
        return
    workers = local_processes(min(jobs, len(batches)), partial(_begin, request, problems))
    with workers.start() as pool:
        yield from pool.map(_write, batches)


_writer: list[Writer] = []
"""The writer of this worker process."""


def _begin(request: PageRequest, problems: GradedProblems) -> None:
    _writer.append(Writer(request, problems, Store(request.store)))


def _write(students: Sequence[str]) -> WrittenPages:
    return _writer[0].write(students)
