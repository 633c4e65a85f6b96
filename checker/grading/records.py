"""`Marker`: makes the record of an answer, marked at full, or waiting for a person for a `Reason`.

A record is what results.jsonl has of an answer.  Below full feedback readers see what `told` in it says, so that no
answer has to be marked again for a page.  Where checker fails, the record says so, and nothing is raised.
"""

from __future__ import annotations

import hashlib
import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake, wording
from checker.diagnosis.slips import COPIED
from checker.diagnosis.wording import named
from checker.engine import VERSION
from checker.engine.memory import Memory
from checker.engine.recording import AUTHOR_LISTED
from checker.grading.course import GradeColumn
from checker.grading.model import Record
from checker.kinds import is_blank
from checker.marking.essay_matches import essay_working
from checker.marking.expected import expected_value, spelled
from checker.marking.feedback import NO_ANSWER, Feedback
from checker.marking.mark import UNDECIDED, WRONG, Outcome, Status, mark, waits
from checker.marking.parts import Outcomes, Questions
from checker.marking.question import Question
from checker.marking.result import SCHEMA, Result
from checker.marking.solution import rows_of
from checker.marking.told import UNREAD, told
from checker.marking.working import Line, review, told_line
from checker.problems import Part, ProblemError
from checker.reading.show import in_cell
from checker.text.number import TypedNumber
from checker.working.amounts import Equation

_BELOW_FULL: Final = ("explain", "hint")
"""The levels that pages for students may have, besides full."""

SEVERAL: Final = "several"
OURS: Final = frozenset({"fault", "worker_ended"})

UNEXPLAINED: Final = "unexplained"
PERHAPS: Final = "perhaps "
"""Beginning of the label of a possible explanation."""
TOGETHER: Final = " + "
"""Between the causes of an answer in its label."""
TOO_COARSE: Final = "too coarse"
_REFUSED: Final = "another unit or claim"


class Reason(NamedTuple):
    """Why an answer waits for a person: a code and a sentence."""

    code: str
    """Group ids are made of the code, so the sentence may be reworded."""
    sentence: str
    candidates: str = ""
    """What a person chooses from; only answers with equal ones are in one group."""
    student: str = ""
    """Whose answer it is, where equal answers may be different cases."""
    seen: str = ""
    """What else the person sees of this student; if it changes, the decision holds no more."""


NOT_READ: Final = Reason(UNREAD, "A file of this hand-in was not read; the answer may be in it.")


class Marker:
    """Marks answers to the columns of a course; it remembers outcomes, so equal texts cost little."""

    def __init__(self) -> None:
        self._questions = Memory[tuple[str, str], Questions](64)
        self._digests = Memory[tuple[str, str, str | None], str](4_096)

    def records(self, columns: Sequence[GradeColumn], texts: Mapping[str | None, str]) -> list[Record]:
        """Return the records of one student's answers to the parts of one problem, which are marked together."""
        given = {each.part_id: texts.get(each.part_id, "") for each in columns}
        outcomes: Outcomes = {}
        faults: dict[str | None, Exception] = {}
        if not columns[0].error:
            try:
                outcomes = self.questions(columns[0]).mark(given, faults)
            except Exception as error:  # noqa: BLE001 - as in `_made`; its questions cannot be made
                faults = dict.fromkeys(given, error)

        def record(column: GradeColumn) -> Record:
            part, text = column.part_id, given[column.part_id]
            if part in faults:
                return in_error(column, text, fault(faults[part]))
            return self._made(column, text, lambda _: self._told(column, outcomes[part]))

        return list(map(record, columns))

    def record(self, column: GradeColumn, text: str) -> Record:
        """Return the record of one answer, marked alone."""
        return self._made(column, text, lambda question: self._told(column, mark(text, question)))

    def for_person(self, column: GradeColumn, text: str, reason: Reason) -> Record:
        """Return the record of an answer that waits for a person, with how it was read."""

        def read(question: Question) -> Record:
            outcome = waits(question, text, Feedback(reason.sentence))
            return waiting(self._fields(column, told(outcome, "full")), reason, column)

        record = self._made(column, text, read)
        return record if "waits" in record else waiting(record, reason, column)

    def _made(self, column: GradeColumn, text: str, make: Callable[[Question], Record]) -> Record:
        if column.error:
            return in_error(column, text, problem_in_error(column))
        try:
            return make(self.questions(column)[column.part_id])
        except Exception as error:  # noqa: BLE001 - the one boundary: a fault of ours is reported, never a wrong answer
            return in_error(column, text, fault(error))

    def credited_by_working(
        self, columns: Sequence[GradeColumn], given: Mapping[str | None, str], equations: Sequence[Equation]
    ) -> tuple[dict[str | None, Record], list[Record]]:
        """Return new records, by part, of answers that earn more by the working, and a record of each line.

        `columns` are those of one problem.  If this fails, all these answers wait, and nothing is said of the lines.
        """
        by_part = {column.part_id: column for column in columns}
        try:
            questions = self.questions(columns[0])
            known = {part: text for part, text in given.items() if part in questions}
            credited, lines = review(equations, questions.mark(known))
            found = {part: self._told(by_part[part], outcome) for part, outcome in credited.items()}
            return found, [_line(each) for each in lines]
        except Exception as error:  # noqa: BLE001 - as in `_made`
            found = {part: in_error(by_part[part], text, fault(error)) for part, text in given.items()}
            unjudged = {"ok": True, "finding": None, "message": ""}
            return found, [told_line(Line(each), "full").record() | unjudged for each in equations]

    def result(self, column: GradeColumn, text: str, shown: str) -> Result:
        """Return the result of an answer at full, which was read as `shown`."""
        question = self.questions(column)[column.part_id]
        result = told(mark(text, question), "full")
        return result if result.shown_reading == shown else told(mark(TypedNumber(text), question), "full")

    def is_right(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer is right; False also where marking it fails."""
        return self._holds(column, lambda question: question.compared(text) == "correct", unknown=False)

    def is_another_step(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer is the value of another step of the solution; False also where marking fails."""
        return self._holds(column, lambda question: question.is_another_step(text), unknown=False)

    def is_explained(self, column: GradeColumn, text: str) -> bool:
        """Return whether a known mistake explains a wrong answer."""
        record = self.record(column, text)
        return record["status"] in WRONG and record["label"] not in {UNEXPLAINED, TOO_COARSE, _REFUSED}

    def has_the_form(self, column: GradeColumn, text: str) -> bool:
        """Return whether an answer has the right dimension and shape; True also where that cannot be found out."""
        fails = {None, "refused", "shape"}
        return self._holds(column, lambda question: question.compared(text) not in fails, unknown=True)

    def questions(self, column: GradeColumn) -> Questions:
        """Return the questions of a column's problem, or of its variant."""
        problem = column.problem
        assert problem is not None  # noqa: S101 - for mypy: who comes here has a part
        return self._questions.get((column.id, problem.drawn), lambda: Questions(problem))

    def _holds(self, column: GradeColumn, test: Callable[[Question], bool], *, unknown: bool) -> bool:
        if column.error:
            return unknown
        try:
            return test(self.questions(column)[column.part_id])
        except Exception:  # noqa: BLE001 - as in `_made`, which reports it
            return unknown

    def _told(self, column: GradeColumn, outcome: Outcome) -> Record:
        result, part = told(outcome, "full"), outcome.question.part
        record = self._fields(column, result)
        if result.status in UNDECIDED:
            sentence = Feedback(result.feedback.headline).message
            code = "unreadable" if result.status is Status.UNREADABLE else "essay"
            lines = essay_working(part, outcome.given) if outcome.question.kind.needs_person else ()
            said = {"message": record["message"]} | ({"working": lines} if lines else {})
            return waiting(record, Reason(code, sentence), column, result.status) | said
        if result.status in WRONG:
            record["label"] = _label(result)
            best = next(iter(result.diagnosis.explanations if result.diagnosis else ()), None)
            if best and best.since and not (best.mistakes or best.slip):
                record["consequence"] = True
            rows = () if part.answer_kind.has_options else rows_of(part, result)
            steps = []
            for row in rows:
                cells = (in_cell(spelled(part, each, row.path)) or "…" for each in (row.yours, row.expected))
                steps.append([named(row.step), *cells, row.differs])
            if steps:
                record["steps"] = steps
        if result.status is not Status.NOT_ANSWERED:
            record["told"] = _levels(outcome, result)
        return record

    def _fields(self, column: GradeColumn, result: Result) -> Record:
        about = column.id, column.drawn, column.part_id
        part = column.part
        digest = self._digests.get(about, lambda: question_digest(part) if part else "")
        more = {"reading": result.shown_reading, "drawn": column.drawn, "question": digest}
        return result.record() | {name: text for name, text in more.items() if text}


def in_error(column: GradeColumn, text: str, reason: Reason, part: str | None = None) -> Record:
    """Return the record of an answer that nobody marked and that waits for a person; a blank one is not answered."""
    record = _unmarked(column, text, part)
    if is_blank(text):
        return record
    return waiting(record, reason, column, Status.ERROR)


def not_seen(column: GradeColumn, reason: Reason) -> Record:
    """Return the record of an answer that was not found but may be in a file that was not read.

    It waits, and no decision settles it.
    """
    return waiting(_unmarked(column) | {"unseen": True}, reason, status=Status.ERROR)


def _unmarked(column: GradeColumn, text: str = "", part: str | None = None) -> Record:
    return {
        "schema": SCHEMA,
        "checker": VERSION,
        "student": None,
        "problem": column.id,
        "part": part or column.part_id,
        "variant": None,
        "status": Status.NOT_ANSWERED.value,
        "points": 0.0,
        "max_points": column.points,
        "given": text,
        "read_as": None,
        "expected": None,
        "feedback": "full",
        "explanations": [],
        "message": NO_ANSWER,
    }


def waiting(
    record: Record, reason: Reason, column: GradeColumn | None = None, status: Status = Status.NEEDS_REVIEW, **more: str
) -> Record:
    """Return a record that waits for a person for this reason; `more` are further facts about that.

    It is in the review group of equal answers to a column; equal answers to other drawn numbers have another group.
    Without a column it has no group, so no decision settles it.
    """
    text, candidates = record["given"], reason.candidates
    about = f"{text} | {candidates}" if candidates else text
    if reason.student:
        about = f"{reason.student}: {' '.join((text or candidates).split())}{reason.seen}"
    about = f"{column.drawn} | {about}" if column and column.drawn else about
    group = group_id(column.id, column.part_id, about, reason.code) if column and column.outline else ""
    more = {"group": group} | ({"candidates": candidates} if candidates else {}) | more
    why = more | {"code": reason.code, "sentence": reason.sentence}
    return record | {"status": status.value, "points": None, "message": reason.sentence, "waits": why}


def answer_digest(record: Record) -> str:
    """Return a hash of status, points and answer, by which hand-ins are compared; empty where nothing was answered."""
    if record["status"] == Status.NOT_ANSWERED or record.get("unseen"):
        return ""
    seen = (record.get("reading") if record["points"] is not None else "") or record["given"]
    return short_hash(json.dumps([record["status"], record["points"], " ".join(seen.split())]))


def problem_in_error(column: GradeColumn) -> Reason:
    """Return the reason why answers wait whose problem's file is in error."""
    return _in_file("problem file", column.error)


def _in_file(what: str, error: str) -> Reason:
    sentence = f"The {what} is in error ({error}). Fix it and grade again; until then the answer waits."
    return Reason("problem_in_error", sentence)


def fault(error: Exception) -> Reason:
    """Return the reason why an answer waits at which checker failed, or its question type, with the place."""
    if isinstance(error, ProblemError):
        return _in_file("question type", str(error))
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    return Reason("fault", f"A fault of checker, not of this answer: {what} ({where}). Please report it.")


def short_hash(text: str) -> str:
    """Return a short hash of a text, which may be invalid Unicode."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def fingerprint(answer: str) -> str:
    """Return a short hash of an answer as given, which is the same however its words are spaced."""
    return short_hash(" ".join(answer.split()))


def group_id(problem: str, part: str | None, answer: str, code: str) -> str:
    """Return the id of the review group of an answer: equal answers that wait for the same reason share it."""
    return short_hash(json.dumps([problem, part, " ".join(answer.split()), code]))


def question_digest(part: Part) -> str:
    """Return a short hash of a question's numbers and right answer, by which a decision on it knows that they changed.

    Of a text it is one of the rubric's points; the phrases in it only find sentences.  Empty where the solver fails.
    """
    try:
        if part.answer_kind.needs_person:
            return short_hash(str(part.truth))
        return short_hash(json.dumps([part.variant.key(part.step), part.key, expected_value(part)]))
    except Exception:  # noqa: BLE001 - the answers wait all the same, and the fault is reported there
        return ""


def _words(id_: str) -> str:
    return id_.replace(".", " ").replace("_", " ")


def _levels(outcome: Outcome, full: Result) -> dict[str, Any]:
    """Return what readers at the levels below full are told; a level that is told the same as full is left out."""
    found = {"full": _parts(full)}
    for level in _BELOW_FULL:
        parts = _parts(told(outcome, level, is_graded=True))
        if parts != found["full"]:
            found[level] = parts
    return found


def _parts(result: Result) -> dict[str, Any]:
    parts = {"status": result.status, **result.feedback._asdict()}
    parts.pop("steps")
    return {name: list(part) if isinstance(part, tuple) else part for name, part in parts.items() if part}


def _line(line: Line) -> Record:
    record = told_line(line, "full").record()
    if record["finding"]:
        record["told"] = {"explain": told_line(line, "explain", is_graded=True).message, "hint": ""}
    return record


def _label(result: Result) -> str:
    """Return the likeliest mistakes, such as `heads multiplied + biases left out`, or why there is none.

    `perhaps` comes before unsure ones, and `?` after one of several that are equally likely.
    """
    if result.reading and result.reading.refused:
        return _REFUSED
    if result.diagnosis is None:
        return TOO_COARSE
    if not result.diagnosis.explanations:
        return UNEXPLAINED
    best = result.diagnosis.explanations[0]
    slip = "repeats another part" if best.slip == COPIED else _words(best.slip or "")
    causes = [*(_name(result, mistake) for mistake in best.mistakes), slip]
    causes = causes if any(causes) else [f"as in {', '.join(best.since or best.again)}"]
    doubt = "" if result.diagnosis.is_identified else PERHAPS
    return doubt + TOGETHER.join(filter(None, causes)) + ("?" if result.diagnosis.is_tie else "")


def _name(result: Result, mistake: Mistake) -> str:
    part = result.outcome.question.part
    if mistake.point != AUTHOR_LISTED and part.variant.solver.named == 1:
        return _words(mistake.id)
    is_choice = mistake.point == AUTHOR_LISTED and part.answer_kind.has_options  # named by the option that was chosen
    sentence = result.read_as if is_choice else wording.sentence(part.variant, mistake)
    return shorten(sentence, 40, placeholder="…")
