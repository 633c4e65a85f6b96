"""What a feedback page says of an answer (`shown_answer`): verdict, headline, points, reasons and solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.diagnosis.wording import named
from checker.grading.student_feedback import AnswerFeedback, LineRemark
from checker.marking.feedback import NO_ANSWER
from checker.marking.result import WRONG, Result, shown_status
from checker.marking.shown_formula import formula_of
from checker.marking.solution import expected_answer, rows_of, spelled, steps
from checker.problems import Part, Problem, Rule
from checker.reading.show import in_cell
from checker.reports.table import Cell, Table, table
from checker.text.words import counted, in_one_line


class ShownLine(NamedTuple):
    """A wrong line of the student's working, and what is wrong with it."""

    place: str
    text: str
    remark: str
    is_told: bool = False
    """Whether the reasons of the answer say the same."""


class ShownAnswer(NamedTuple):
    """One answer on a student's page, with verdict, points, reasons and advice."""

    anchor: str
    """Its id in the page."""
    problem: str
    """The id of the problem."""
    part: str
    """Empty where the problem has only one part."""
    name: str
    """How the overview calls it: `3 embeddings`, or `3 Parameters of one layer` where the problem has only one part."""
    form: str
    """The kind of answer that the part takes; empty where the student knows it."""
    status: str
    verdict: str
    points: str
    """Empty where there is nothing to tell about points."""
    given: str
    """The answer as it was written."""
    reading: str
    """How it was read; empty where it was not, and where that is how it was written."""
    place: str
    """Where it was found in a document."""
    headline: str
    why: tuple[str, ...]
    where: str
    next: str
    remark: str
    """The decision of a person, in their words."""
    is_accepted: bool = False
    """A person gave points for the work: which value they accepted is not known."""
    expected: str = ""
    """The right answer, at level `full` only."""
    steps: Table | None = None
    """The student's steps next to the right ones, or the worked solution, at level `full` only."""
    working: tuple[ShownLine, ...] = ()


VERDICTS: Final[Mapping[str, str]] = {
    "correct": "Correct",
    "carried": "Correct, given earlier answers",
    "partial": "Partly correct",
    "incorrect": "Not correct",
    "too_coarse": "Too few digits",
    "not_answered": "No answer",
}
OPEN: Final = "Not graded yet"
SETTLED: Final = "Not judged"

ACCEPTED: Final = "Accepted by your instructor."

RULES: Final[Mapping[Rule, str]] = {
    "drop": "does not count",
    "full_for_all": "full points for everyone who handed in",
    "bonus": "bonus",
}

UNKNOWN_FORM: Final = frozenset({"not_answered", "too_coarse", "unreadable"})
"""Statuses by which a student may not know what kind of answer a question takes."""

LONGEST: Final = 4_000
"""Maximum number of characters of an answer that are shown; students have the rest."""

LONGEST_LINE: Final = 300
"""Maximum number of characters of a line of working that are shown."""


class GradedAnswer(NamedTuple):
    """One answer to show: its record, the points that count, the rule for them (such as `drop`), and its feedback."""

    record: Mapping[str, Any]
    points: float | None
    """The points as they count."""
    rule: Rule | None
    found: AnswerFeedback


def shown_answer(graded: GradedAnswer, problem: Problem | None, number: int, label: str) -> ShownAnswer:
    """Return an answer as the page shows it; `number` counts the answers of the page from 1."""
    record, found = graded.record, graded.found
    part = next((part for part in problem.parts if part.id == record["part"]), None) if problem else None
    feedback, result = found.feedback, found.result
    is_accepted = _is_accepted(graded, part)
    given = "" if is_accepted else record["given"].strip()
    full = result if result and result.has_numbers and found.status != "correct" else None
    status = shown_status(found.status, record["points"], record["max_points"])
    verdict = VERDICTS.get(status) or (SETTLED if graded.rule in {"drop", "full_for_all"} else OPEN)
    why = tuple(line.rstrip() for line in feedback.why) if is_accepted or not _is_told_by_lines(found) else ()
    return ShownAnswer(
        anchor=f"answer-{number}",
        problem=record["problem"],
        part=record["part"] or "",
        name=f"{label} {record['part'] or (problem.title if problem else '') or record['problem']}",
        form=part.expected_form if part and found.status in UNKNOWN_FORM and not part.answer_kind.has_options else "",
        status=status,
        verdict=verdict,
        points=_points(graded),
        given=given if len(given) <= LONGEST else f"{given[:LONGEST]}…",
        reading="" if found.reading == given else found.reading,
        place=next(filter(None, map(_where, record.get("evidence", ()))), "") if given else "",
        headline=ACCEPTED if is_accepted else _headline(found, verdict),
        why=why,
        where=feedback.where,
        next=feedback.next,
        remark=found.remark,
        is_accepted=is_accepted,
        expected=_expected(problem, part, full) if full and problem and part else "",
        steps=_steps(part, full) if full and part and not part.answer_kind.has_options else None,
        working=() if is_accepted else tuple(_line(each, why) for each in found.working),
    )


def _line(remark: LineRemark, why: Sequence[str]) -> ShownLine:
    """Return a line of working; what the reasons of the answer say already is not said there again."""
    said = remark.message.removeprefix("Perhaps: ").lower()
    is_told = any(said in reason.lower() for reason in why)
    return ShownLine(_where(remark.line), in_one_line(remark.line["text"], LONGEST_LINE), remark.message, is_told)


def _is_told_by_lines(found: AnswerFeedback) -> bool:
    """Return whether the remarks on wrong lines already say why the answer is wrong."""
    result = found.result
    if result and result.status in WRONG and not (result.diagnosis and result.diagnosis.explanations):
        is_one = result.reading is not None and len(result.reading.numbers) == 1
        return is_one and any(each.line["finding"] == "mistake" for each in found.working)
    return all(any(line in each.message for each in found.working) for line in found.feedback.why)


def _is_accepted(graded: GradedAnswer, part: Part | None) -> bool:
    """Return whether a person gave points for an answer that may not be the one that was found in the document.

    Not so for an answer in a file of answers, which is what the student wrote there, and for an essay.
    """
    record = graded.record
    is_found = record.get("evidence") or record.get("candidates") or not record["given"].strip()
    is_essay = part is not None and part.answer_kind.needs_person
    return "review" in record and bool(is_found and record["points"]) and not is_essay


def _headline(found: AnswerFeedback, verdict: str) -> str:
    """Return the headline; empty if it would only repeat the verdict and the answer next to it."""
    headline = found.feedback.headline
    is_told = found.status == "correct" or verdict == SETTLED or headline.endswith(" is not correct.")
    return "" if is_told or headline == NO_ANSWER else headline


def _points(graded: GradedAnswer) -> str:
    """Return `0.5 of 1 point`, or `worth 1 point` where no points are told, with the rule that changes them."""
    rule = RULES[graded.rule] if graded.rule else ""
    most = graded.record["max_points"]
    if graded.rule == "drop" or most is None:
        return rule
    worth = counted(most, "point")
    points = f"worth {worth}" if graded.points is None else f"{graded.points:g} of {worth}"
    return f"{points} ({rule})" if rule else points


def _where(place: Mapping[str, Any]) -> str:
    """Return `line 14 of homework.md`, of a notebook `cell 3, line 2`."""
    if not (place.get("line") and place.get("file")):
        return ""
    cell = f"cell {place['cell']}, " if place.get("cell") else ""
    shown = place.get("where") or f"{cell}line {place['line']}"
    return f"{shown} of {place['file'].rpartition('/')[2]}"


def _expected(problem: Problem, part: Part, result: Result) -> str:
    """Return the right answer to a part as text, with the formula for it if one is known."""
    said = part.variant.in_words
    written = result.outcome.question.expected_formula or (said.formulas.get(part.step, "") if said else "")
    formula = written or ((found := formula_of(problem, part)) and found.symbols) or ""
    return expected_answer(part, formula)


def _steps(part: Part, result: Result) -> Table | None:
    """Return the student's steps next to the right ones where they are known, or else the worked solution."""
    if compared := rows_of(part, result):
        rows = []
        for row in compared:
            values = (in_cell(spelled(part, each, row.path)) or "…" for each in (row.yours, row.expected))
            rows.append([Cell(each, css="differs" * row.differs) for each in (named(row.step), *values)])
        return table("Your steps next to the right ones", dict.fromkeys(("Step", "Yours", "Expected"), ""), rows, "")
    lines = (
        [named(each.name), each.how, spelled(part, each.value, each.path)] for each in steps(part.variant, part.step)
    )
    return table("Worked solution", dict.fromkeys(("Step", "Formula", "Value"), ""), lines, "")
