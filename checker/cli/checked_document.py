"""`checker check --document`: marks the answers that were found in a student's document, and prints the results.

`student_documents` has read it.  Lines of working are reviewed, too, and a doubtful answer waits for a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.cli import output
from checker.cli.options import SCHEMA, UNGRADED, USAGE, exit_code, worst
from checker.cli.output import Block, Table
from checker.cli.student_documents import ReadDocuments, evidence_record
from checker.cli.views.answers import VERDICTS, verdicts
from checker.cli.views.reading import head, notes
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


def results_page(read: ReadDocuments, checked: Sequence[CheckedQuestion]) -> list[Block]:
    """Return the results of a document; a question without an answer is only named."""
    page = [*head(read), *notes(read)]
    missing: list[str] = []
    for question in checked:
        problem = question.problem
        given = [each for each in question.answers if each.result.status != "not_answered"]
        if not given:
            missing.append(" ".join(filter(None, (problem.label, problem.id))))
            continue
        places = {each.answer.part: _where_found(each) for each in given}
        page += verdicts(problem, [each.result for each in given], places)
        page += [Table([("Working", f"{place}: {fault}") for place, fault in question.remarks()])]
    return [*page, "", Table([("Not answered", ", ".join(missing)), ("Answers", _counts(checked))])]


def _where_found(checked: CheckedAnswer) -> str:
    """Return `Found in line 14: total = 8`; empty if the answer was not found or is in doubt."""
    evidence = checked.answer.evidence
    if not evidence or checked.answer.doubt:
        return ""
    return f"Found in {evidence[0].place}: {brief(evidence[0].text)}"


def _counts(checked: Sequence[CheckedQuestion]) -> str:
    """Return how many answers have each status: `2 correct, 1 incorrect`."""
    counts = Counter(each.result.shown_status for question in checked for each in question.answers)
    return ", ".join(f"{counts[each]} {words.lower()}" for each, (_, words) in VERDICTS.items() if counts[each])


DOUBT: Final = "Not graded: your answer is not clear."
MOST_PLACES: Final = 3
"""Maximum number of places that are named where an answer may be."""


class CheckedQuestion(NamedTuple):
    """A question in a document: its answers with their outcomes, and the lines of working."""

    problem: Problem
    answers: list[CheckedAnswer]
    working: tuple[tuple[WorkedLine, ToldLine], ...]

    def remarks(self) -> list[tuple[str, str]]:
        """Return the wrong lines of working that no answer's feedback mentions: (place, what is wrong)."""
        said = "\n".join(line for each in self.answers for line in each.result.feedback.why)
        return [
            (str(worked.evidence.place), line.message)
            for worked, line in self.working
            if line.finding and not any(each and each in said for each in (line.mistake, line.slip))
        ]


class CheckedAnswer(NamedTuple):
    """An answer that was found in a document, and its result."""

    answer: BoundAnswer
    result: Result

    def record(self, student: str) -> dict[str, Any]:
        """Return the record of the result for JSON, with the place of the answer."""
        record = self.result.record(student)
        found = [evidence_record(each) for each in self.answer.evidence or self.answer.candidates]
        evidence = [*found, *record.get("evidence", [])]
        return record | {"evidence": evidence} if evidence else record


def check_document(read: ReadDocuments, feedback: str, format_: str, *, plain: bool) -> int:
    """Check every question of a student's document, show the results, and return the exit code."""
    checked = [_checked(problem, read, feedback) for problem in (read.folder.problems if read.folder else ())]
    answers = [each for question in checked for each in question.answers]
    output.show(format_, lambda: _record(read, checked), lambda: results_page(read, checked), plain=plain)
    codes = [exit_code(each.result.status) for each in answers]
    is_doubtful = read.reading.trouble or read.reading.notes or any(each.troubles for each in read.documents)
    codes += [UNGRADED] if is_doubtful or read.folder is None else []
    codes += [USAGE] if read.folder and read.folder.broken else []
    return worst(codes)


def _checked(problem: Problem, read: ReadDocuments, feedback: str) -> CheckedQuestion:
    """Mark the answers to all parts of a problem together.

    An answer in doubt gets the status `needs_review`, for a person to look at, also if it is right: otherwise the reply
    would name which of several results is.
    """
    asked = Questions(problem)
    bound = {answer.part: answer for answer in read.answers if answer.problem == problem.id}
    outcomes = asked.mark({part: answer.text for part, answer in bound.items() if not answer.doubt})
    for part, answer in bound.items():
        if answer.doubt:
            outcomes[part] = Outcome(asked[part], "", fixed="needs_review", said=_doubt(answer))
    working = next((each.working for each in read.reading.questions if each.problem == problem.id), ())
    equations = [each.equation for each in working]
    graded = {part: outcome for part, outcome in outcomes.items() if not bound[part].doubt}
    credited, lines_ = review(equations, graded)
    answers = [CheckedAnswer(bound[part], told((outcomes | credited)[part], feedback)) for part in bound]
    shown = [told_line(each, feedback) for each in lines_]
    return CheckedQuestion(problem, answers, tuple(zip(working, shown, strict=True)))


def _record(read: ReadDocuments, checked: Sequence[CheckedQuestion]) -> dict[str, Any]:
    """Return the results of a document for JSON."""
    results = [record for question in checked for record in _records(question, read.student)]
    more = {"trouble": read.reading.trouble, "notes": read.notes}
    return {"schema": SCHEMA, "results": results} | {key: value for key, value in more.items() if value}


def _records(question: CheckedQuestion, student: str) -> list[dict[str, Any]]:
    """Return the records of the answers to a question; the last one has the lines of working."""
    records = [each.record(student) for each in question.answers]
    if question.working and records:
        records[-1]["working"] = [
            line.record() | {key: value for key, value in evidence_record(worked.evidence).items() if key != "text"}
            for worked, line in question.working
        ]
    return records


def _doubt(answer: BoundAnswer) -> Feedback:
    """Return what to do about an answer that is in doubt."""
    line = answer_line(PartKey(answer.problem, answer.part))
    why = [as_sentence(answer.doubt)]
    if answer.candidates:
        places = dict.fromkeys(str(each.place) for each in answer.candidates)
        why.append(f"It may be in {either(list(places)[:MOST_PLACES])}.")
    return Feedback(DOUBT, tuple(why), next=f"Write your answer on a new line that begins with `{line}`.")
