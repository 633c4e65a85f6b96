"""Feedback pages: `PageBuilder` collects what a student's page shows from stored results, `page_text` fills it in.

`Writer` writes the pages of a class, and packs them for a learning management system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from checker.engine.values.choice import SelectedOptions
from checker.grading.course import AssignmentColumns
from checker.grading.grader.remarks import Remark, RemarkedWriteUp, SourceLine
from checker.grading.results.standings import in_words
from checker.grading.store import Row, Standing, Store
from checker.grading.student_feedback import OTHER_QUESTION, GradedProblems, StudentFeedback
from checker.kinds.choice import lettered
from checker.lms import feedback_zips
from checker.lms.feedback_zips import PackedFeedback
from checker.lms.names import safe_names
from checker.lms.students import Student, key
from checker.lms.systems import pack
from checker.marking.told import explains
from checker.problems import Dates, Problem, ProblemError, Rule
from checker.reports.answers import LONGEST_LINE, OPEN, GradedAnswer, ShownAnswer, shown_answer
from checker.reports.beliefs import StudentBeliefs
from checker.reports.page import html_page, markdown_page
from checker.text.words import as_sentence, counted, enumerated, in_one_line


class ShownChoice(NamedTuple):
    """The options of a multiple-choice part."""

    parts: str
    """The parts that have these; empty where the problem has only one part."""
    options: tuple[str, ...]
    has_letters: bool
    """Options that are letters themselves have none."""


class ShownQuestion(NamedTuple):
    """A problem on a student's page, with the answers to its parts."""

    heading: str
    prompt: str
    choices: tuple[ShownChoice, ...]
    answers: tuple[ShownAnswer, ...]
    note: str = ""
    """That the grade is from another version of the question."""


class ShownRemark(NamedTuple):
    """A remark below a line of the student's document."""

    answer: ShownAnswer
    texts: tuple[str, ...]
    """The answer that was found there, and what else may be the answer; or what is wrong with a line of working."""
    is_of_line: bool = False
    """Whether it speaks of a line of working."""


class ShownDocument(NamedTuple):
    """A document that the student handed in, with remarks."""

    file: str
    notes: tuple[str, ...]
    """What could not be read."""
    width: int
    """The width of the widest line number."""
    pieces: tuple[tuple[tuple[SourceLine, ...], ShownRemark | None], ...]
    """Some lines, and the remark below them."""


class ShownAssignment(NamedTuple):
    """What a student handed in for one assignment, with all questions."""

    title: str
    score: str
    notes: tuple[str, ...]
    """About lateness, what is still open, and what could not be read."""
    questions: tuple[ShownQuestion, ...]
    others: tuple[str, ...]
    """Answers that belong to no question."""
    documents: tuple[ShownDocument, ...]

    @property
    def answers(self) -> list[ShownAnswer]:
        """Return the answers to all questions of the assignment, in order."""
        return [answer for question in self.questions for answer in question.answers]


class ShownBelief(NamedTuple):
    """A mistake that is behind several answers of the student."""

    sentence: str
    answers: tuple[ShownAnswer, ...]
    """Those that it touched, in the order of the page."""
    next: str


class StudentPage(NamedTuple):
    """Everything that the page of one student shows."""

    student: Student
    assignments: tuple[ShownAssignment, ...]
    beliefs: tuple[ShownBelief, ...] = ()

    @property
    def title(self) -> str:
        """Return the titles of the page's assignments as one text."""
        return ", ".join(each.title for each in self.assignments)


def shown_documents(write_up: RemarkedWriteUp, answers: Sequence[ShownAnswer]) -> Iterator[ShownDocument]:
    """Yield the student's documents with remarks; `answers` has one for each question of the assignment."""
    for document in write_up.documents:
        remarks = tuple(each for each in document.remarks if not each.working or _line(each, answers))
        found = document._replace(remarks=remarks).pieces()
        pieces = ((lines, _remark(remark, answers)) for lines, remark in found)
        yield ShownDocument(document.file.rpartition("/")[2], document.notes, document.width, tuple(pieces))


def _remark(remark: Remark | None, answers: Sequence[ShownAnswer]) -> ShownRemark | None:
    """Return a remark to show below a line; None if its question is gone, or if a person accepted the answer."""
    if remark is None or remark.place >= len(answers):  # the question is gone since
        return None
    if answers[remark.place].is_accepted:  # perhaps for something else than this line
        return None
    if remark.working:
        return ShownRemark(answers[remark.place], _line(remark, answers), is_of_line=True)
    return ShownRemark(answers[remark.place], tuple(filter(None, (remark.answer, remark.considered))))


def _line(remark: Remark, answers: Sequence[ShownAnswer]) -> tuple[str, ...]:
    """Return the remark on a line of working, in a tuple; empty at levels of feedback that say nothing about lines."""
    lines = answers[remark.place].working if remark.place < len(answers) else ()
    return next(((each.remark,) for each in lines if each.text == in_one_line(remark.working, LONGEST_LINE)), ())


LOOK: Final = "A person has to look at something in your hand-in. Your grade may still change."


def notes(standing: Standing, dates: Dates, answers: Sequence[ShownAnswer]) -> Iterator[str]:
    """Yield the sentences about an assignment as a whole: when it was due, late work, and what still waits."""
    yield from _when(standing, dates)
    if standing.late_reason:
        yield from _lateness(standing, dates)
    if waiting := [answer.name for answer in answers if answer.verdict == OPEN]:
        verb = "waits" if len(waiting) == 1 else "wait"
        yield f"{counted(len(waiting), 'answer')} still {verb} for a person: {enumerated(waiting)}."
    if standing.issues:
        yield LOOK


def _when(standing: Standing, dates: Dates) -> Iterator[str]:
    """Yield when the work was due, and when it was handed in, as far as that is known."""
    due = next((due for id_, due in dates.extensions.items() if key(id_) in standing.who.keys), dates.due)
    if due is None:
        return
    handed_in = standing.submitted
    with suppress(ValueError):
        handed_in = _time(datetime.fromisoformat(handed_in), dates.timezone)
    yield f"Due {_time(due, dates.timezone)}{f'; you handed in {handed_in}' if handed_in else ''}."


def _lateness(standing: Standing, dates: Dates) -> Iterator[str]:
    """Yield sentences on late work: the reason, what it takes off, and the steps of the assignment."""
    yield as_sentence(standing.late_reason)
    if standing.raw_points != standing.points:
        verb = "counts" if standing.raw_points == 1 else "count"
        yield f"So {counted(standing.raw_points, 'point')} {verb} as {standing.points:g}."
    if dates.late and standing.late_credit < 1:
        steps = [f"{100 * step.credit:g}% of the points within {in_words(step.within)}" for step in dates.late]
        yield f"Late work earns {', '.join(steps)}, and none after that."


def _time(time: datetime, zone: tzinfo) -> str:
    """Return a time in the zone of the assignment; one without a zone is in it already."""
    local = time.replace(tzinfo=time.tzinfo or zone).astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname() or ''}".rstrip()


NOTHING: Final = "You handed nothing in."
UNREADABLE: Final = "A person has to look at your hand-in. Until then there is no grade."
MAY_BE_LOST: Final = "A file that may hold your answers could not be read. A person has to look at it first."


class PageBuilder:
    """Builds the data of the feedback pages of a class."""

    def __init__(self, store: Store, found: GradedProblems, level: str) -> None:
        self.store = store
        self._problems = found.problems
        self._columns = found.assignments
        self._titles = {name: each["title"] or name for name, each in store.history.assignments().items()}
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
        beliefs = tuple(self._shown_beliefs(standings, found)) if explains(self._level) else ()
        return StudentPage(standings[0].who, tuple(found), beliefs)

    def _shown_beliefs(self, standings: Sequence[Standing], shown: Sequence[ShownAssignment]) -> Iterator[ShownBelief]:
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
            yield ShownBelief(belief.sentence, touched, f"Work out {first} again with this in mind{then}.")

    def _assignment(self, standing: Standing, before: int, *, is_lost: bool) -> ShownAssignment:
        """Return what the page shows of one assignment.

        `before` is the number of answers above it; `is_lost` says that the student's work could not be read.
        """
        title = self._titles.get(standing.assignment, standing.assignment)
        if not standing.path:
            why = MAY_BE_LOST if standing.file else UNREADABLE if is_lost else NOTHING
            return ShownAssignment(title, "", (why,), (), (), ())
        fields = self.store.marks.fields(standing.marks)
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
        sources = self.store.sources
        found = [each for each in sources.handed_in(standing.path, standing.content) if belongs_to(standing, each)]
        found = [each for each in found if each.has_write_up and columns and each.assignment == columns.name]
        return sources.write_up(found[0].id) if len(found) == 1 else None

    def _graded(
        self, standing: Standing, records: Sequence[Mapping[str, Any]], columns: AssignmentColumns | None
    ) -> Iterator[GradedAnswer]:
        """Yield each answer with its points as they count, the rule for these, and the feedback to it."""
        rules: Mapping[tuple[str, str | None], Rule] = columns.settings.rules if columns else {}
        how = self.feedback.graded(standing.marks[: len(records)], self.store)
        for record, points, found in zip(
            records, standing.counted, self.feedback(standing.student, records, how), strict=True
        ):
            yield GradedAnswer(record, points, rules.get((record["problem"], record["part"])), found)

    def _questions(self, student: str, graded: Sequence[GradedAnswer], before: int) -> Iterator[ShownQuestion]:
        """Yield the questions with their answers, which are counted on from `before`."""
        by_problem: dict[str, list[tuple[int, GradedAnswer]]] = {}
        for number, each in enumerate(graded, before + 1):
            by_problem.setdefault(each.record["problem"], []).append((number, each))
        for place, (id_, some) in enumerate(by_problem.items(), 1):
            problem = self._problem(id_, student)
            label = (problem.label if problem else "") or str(place)
            heading = f"{label}. {(problem.title if problem else '') or id_}"
            answers = tuple(shown_answer(each, problem, number, label) for number, each in some)
            prompt, choices = (problem.prompt, tuple(_choices(problem))) if problem else ("", ())
            note = OTHER_QUESTION if any(each.found.is_other_question for _, each in some) else ""
            yield ShownQuestion(heading, prompt, choices, answers, note)

    def _problem(self, id_: str, student: str) -> Problem | None:
        """Return the variant of a student; None where the problem is not there any more, or has no such variant."""
        try:
            return self._problems[id_].of_student(student)
        except (KeyError, ProblemError):
            return None


def belongs_to(standing: Standing, handed_in: Row) -> bool:
    """Return whether a submission belongs to the student with these grades, by any id on the roster."""
    return key(handed_in.student) in standing.who.keys


def _choices(problem: Problem) -> Iterator[ShownChoice]:
    """Yield the options of each choice; parts with the same ones share them."""
    parts: dict[tuple[str, ...], list[str]] = {}
    for part in problem.parts:
        truth = part.truth
        if isinstance(truth, SelectedOptions):
            parts.setdefault(tuple(truth.options), []).append(part.id or "")
    for options, ids in parts.items():
        yield ShownChoice(enumerated(ids) if any(ids) else "", options, lettered(options).startswith("A ("))


Form = Literal["html", "md"]


def page_text(page: StudentPage, form: Form) -> str:
    """Return a student's page as the text of an HTML or Markdown file."""
    if form == "html":
        return html_page("feedback.html", "feedback.css", page=page)
    return markdown_page("feedback.md", page=page)


class Writer:
    """Writes the feedback pages on some assignments into the files of a folder."""

    def __init__(self, builder: PageBuilder, assignments: Sequence[str], form: Form, folder: Path) -> None:
        self._builder, self._form = builder, form
        everyone = list(builder.store.history.standings())
        names = safe_names({each.student for each in everyone})
        self._standings: dict[Path, list[Standing]] = {}
        for each in everyone:
            if each.assignment in assignments:
                self._standings.setdefault(folder / f"{names[each.student]}.{form}", []).append(each)

    def __len__(self) -> int:
        """Return the number of students."""
        return len(self._standings)

    def write(self) -> Iterator[int]:
        """Write the pages, and yield how many are written, each time."""
        for number, (file, standings) in enumerate(self._standings.items(), 1):
            text = page_text(self._builder.page(standings), self._form)
            file.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
            yield number

    def packed(self, lms: str) -> PackedFeedback:
        """Return the written pages as the entries of a zip for this LMS; without those who handed nothing in."""
        there = ((file, standings[0]) for file, standings in self._standings.items())
        return pack(lms, (self._packable(file, standing) for file, standing in there if standing.path))

    def _packable(self, file: Path, standing: Standing) -> feedback_zips.StudentPage:
        """Return a written page with the names of the files that the student handed in."""
        found = self._builder.store.sources.handed_in(standing.path, standing.content)
        files = next((each.delivery.files for each in found if belongs_to(standing, each)), ())
        suffix: Literal[".html", ".md"] = ".html" if self._form == "html" else ".md"
        return feedback_zips.StudentPage(standing.who, files, file.read_bytes(), suffix)
