"""`checker check --document`: marks the answers in a student's document, and shows the results.

Lines of working are reviewed, too, and an answer in doubt waits for a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.cli import output
from checker.cli.answer_pages import VERDICTS, verdicts
from checker.cli.options import SCHEMA, UNGRADED, USAGE, exit_code, worst
from checker.cli.output import Block, Table
from checker.cli.read import ReadDocuments, evidence_record, head, notes_record, place_record
from checker.marking.feedback import Feedback
from checker.marking.mark import Outcome
from checker.marking.parts import Questions
from checker.marking.result import Result
from checker.marking.told import told
from checker.marking.working import ToldLine, review, told_line
from checker.text.plain import brief
from checker.text.words import as_sentence, either
from checker.writeups.marks import answer_line
from checker.writeups.sheets import PartKey

if TYPE_CHECKING:
    from checker.problems import Problem
    from checker.writeups.reading import BoundAnswer, WorkedLine

DOUBT: Final = "Not graded: your answer is not clear."
MOST_PLACES: Final = 3
"""Maximum number of places that are named where an answer may be."""


class CheckedQuestion(NamedTuple):
    """A question in a document: its answers with their results, and the lines of working."""

    problem: Problem
    answers: list[tuple[BoundAnswer, Result]]
    working: tuple[tuple[WorkedLine, ToldLine], ...]


def check_document(read: ReadDocuments, feedback: str, format_: str, *, plain: bool) -> int:
    """Check every question of a student's document, show the results, and return the exit code."""
    checked = [_checked(problem, read, feedback) for problem in (read.folder.problems if read.folder else ())]
    output.show(format_, lambda: _record(read, checked), lambda: _page(read, checked), plain=plain)
    codes = [exit_code(result.status) for question in checked for _, result in question.answers]
    codes += [UNGRADED] if read.is_doubtful else []
    codes += [USAGE] if read.folder and read.folder.broken else []
    return worst(codes)


def _checked(problem: Problem, read: ReadDocuments, feedback: str) -> CheckedQuestion:
    """Mark the answers to all parts of a problem together.

    An answer in doubt gets the status `needs_review`, for a person to look at, also if it is right: otherwise the reply
    would name which of several results is.
    """
    asked = Questions(problem)
    bound = {answer.part: answer for answer in read.answers if answer.problem == problem.id}
    graded = asked.mark({part: answer.text for part, answer in bound.items() if not answer.doubt})
    working = next((each.working for each in read.reading.questions if each.problem == problem.id), ())
    credited, lines = review([each.equation for each in working], graded)
    doubtful = {
        part: Outcome(asked[part], "", fixed="needs_review", said=_doubt(answer))
        for part, answer in bound.items()
        if answer.doubt
    }
    outcomes = graded | credited | doubtful
    answers = [(answer, told(outcomes[part], feedback)) for part, answer in bound.items()]
    return CheckedQuestion(
        problem, answers, tuple(zip(working, (told_line(each, feedback) for each in lines), strict=True))
    )


def _doubt(answer: BoundAnswer) -> Feedback:
    """Return what to do about an answer that is in doubt."""
    line = answer_line(PartKey(answer.problem, answer.part))
    why = [as_sentence(answer.doubt)]
    if answer.candidates:
        places = dict.fromkeys(str(each.place) for each in answer.candidates)
        why.append(f"It may be in {either(list(places)[:MOST_PLACES])}.")
    return Feedback(DOUBT, tuple(why), next=f"Write your answer on a new line that begins with `{line}`.")


def _page(read: ReadDocuments, checked: Sequence[CheckedQuestion]) -> list[Block]:
    """Return the results of a document; a question without an answer is only named."""
    page = head(read)
    missing: list[str] = []
    for question in checked:
        problem = question.problem
        given = [each for each in question.answers if each[1].status != "not_answered"]
        if not given:
            missing.append(" ".join(filter(None, (problem.label, problem.id))))
            continue
        places = {answer.part: _where_found(answer) for answer, _ in given}
        page += verdicts(problem, [result for _, result in given], places)
        page += [Table([("Working", f"{place}: {fault}") for place, fault in _remarks(question)])]
    counts = Counter(result.shown_status for question in checked for _, result in question.answers)
    shown = ", ".join(f"{counts[each]} {words.lower()}" for each, (_, words) in VERDICTS.items() if counts[each])
    return [*page, "", Table([("Not answered", ", ".join(missing)), ("Answers", shown)])]


def _where_found(answer: BoundAnswer) -> str:
    """Return `Found in line 14: total = 8`; empty if the answer was not found or is in doubt."""
    if not answer.evidence or answer.doubt:
        return ""
    return f"Found in {answer.evidence[0].place}: {brief(answer.evidence[0].text)}"


def _remarks(question: CheckedQuestion) -> list[tuple[str, str]]:
    """Return the wrong lines of working that no answer's feedback mentions: (place, what is wrong)."""
    said = "\n".join(line for _, result in question.answers for line in result.feedback.why)
    return [
        (str(worked.evidence.place), line.message)
        for worked, line in question.working
        if line.finding and not any(each and each in said for each in (line.mistake, line.slip))
    ]


def _record(read: ReadDocuments, checked: Sequence[CheckedQuestion]) -> dict[str, Any]:
    """Return the results of a document for JSON; the last answer to a question has the lines of working."""
    results = []
    for question in checked:
        records = [_answer(answer, result, read.student) for answer, result in question.answers]
        if question.working and records:
            records[-1]["working"] = [
                line.record() | place_record(worked.evidence) for worked, line in question.working
            ]
        results += records
    return {"schema": SCHEMA, "results": results, **notes_record(read)}


def _answer(answer: BoundAnswer, result: Result, student: str) -> dict[str, Any]:
    """Return the record of a result, with the place of the answer."""
    record = result.record(student)
    evidence = [evidence_record(each) for each in answer.evidence or answer.candidates]
    evidence += record.get("evidence", [])
    return record | {"evidence": evidence} if evidence else record
