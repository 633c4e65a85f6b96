"""Feedback pages: `pages` yields the page of each student as HTML or Markdown.

Everything comes from the results; `told_record` decides what a level of feedback shows.  Prompts, options, worked
solutions and right answers come from the problem files, if these are still the ones that were graded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final

from checker.diagnosis.wording import named
from checker.engine.values import SelectedOptions
from checker.grading.annotated import divided
from checker.grading.model import Record, code_of, question_of
from checker.grading.published import GradedAssignment, GradedProblems, Results
from checker.grading.records import TOO_COARSE
from checker.grading.review_files import place_of
from checker.grading.totals import StudentResult, in_words
from checker.kinds.choice import lettered
from checker.lms.names import safe_names
from checker.marking.expected import expected_answer, formula_of, spelled
from checker.marking.mark import WRONG, Status
from checker.marking.solution import steps
from checker.marking.told import UNREAD, explains, has_numbers, told_lines, told_record
from checker.problems import Part, Problem
from checker.problems.dates import read_zone
from checker.reports.beliefs import Beliefs, Place
from checker.reports.page import Cell, Table, html_page, markdown_page, table
from checker.text.words import as_sentence, counted, enumerated, in_one_line

_OPEN: Final = "Not graded yet"
_SETTLED: Final = "Not judged"
_LONGEST: Final = 4_000
"""Maximum number of characters of an answer that are shown; students have the rest."""
_LONGEST_LINE: Final = 300


def pages(
    results: Results,
    assignments: Sequence[GradedAssignment],
    problems: GradedProblems,
    level: str,
    form: str,
) -> Iterator[tuple[int, str, StudentResult, str]]:
    """Yield the page of each student on some assignments: number of pages, file name, a result of the student, text."""
    names = safe_names({student.who.id for assignment in results.assignments for student in assignment.students})
    beliefs = Beliefs(results)
    found: dict[str, list[tuple[GradedAssignment, StudentResult]]] = {}
    for assignment in assignments:
        for student in assignment.students:
            found.setdefault(student.who.id, []).append((assignment, student))
    for id_, some in found.items():
        page = _page(some, problems, beliefs, level)
        is_html = form == "html"
        text = html_page("feedback.html", "feedback.css", **page) if is_html else markdown_page("feedback.md", **page)
        yield len(found), f"{names[id_]}.{form}", some[0][1], text


def _page(
    some: Sequence[tuple[GradedAssignment, StudentResult]], problems: GradedProblems, beliefs: Beliefs, level: str
) -> dict[str, Any]:
    shown: list[dict[str, Any]] = []
    answers: dict[Place, dict[str, Any]] = {}
    has_any = any(each.handed_in for _, each in some)
    for assignment, student in some:
        found: dict[str, Any] = {"score": "", "answers": (), "questions": (), "others": (), "documents": ()}
        if student.handed_in:
            found = _assignment(assignment, student, problems, level, len(answers))
            answers |= {(assignment.id, question_of(each)): each for each in found["answers"]}
        elif student.file:
            found["notes"] = ["A file that may hold your answers could not be read. A person has to look at it first."]
        elif student.issues and not has_any:
            found["notes"] = ["A person has to look at your hand-in. Until then there is no grade."]
        else:
            found["notes"] = ["You handed nothing in."]
        shown.append({"title": assignment.title, **found})
    believed = []
    for belief in beliefs.of(each for _, each in some) if explains(level) else ():
        touched = [answers[place] for place in belief.questions]
        first, *others = (answer["name"] for answer in touched)
        then = f", then {enumerated(others)}" if others else ""
        advice = f"Work out {first} again with this in mind{then}."
        believed.append({"sentence": belief.sentence, "answers": touched, "next": advice})
    title = ", ".join(assignment.title for assignment, _ in some)
    return {"student": some[0][1].who, "title": title, "assignments": shown, "beliefs": believed}


def _assignment(
    assignment: GradedAssignment, student: StudentResult, problems: GradedProblems, level: str, before: int
) -> dict[str, Any]:
    """Return what the page shows of one assignment; `before` is the number of answers above it."""
    questions = list(_questions(student, problems, level, before))
    answers = [answer for question in questions for answer in question["answers"]]
    most = counted(student.max_points, "point")
    has_points = any(each["counted"] is not None for each in student.records)
    so_far = f"{student.points:g} of {most} so far" if has_points else f"{_OPEN} (worth {most})"
    return {
        "score": so_far if student.waiting else f"{student.points:g} of {most}",
        "notes": list(_notes(student, assignment.about["dates"], answers)),
        "questions": questions,
        "answers": answers,
        "others": [each["given"] for each in student.more if each["given"]],
        "documents": list(_documents(student, answers)),
    }


def _questions(student: StudentResult, problems: GradedProblems, level: str, before: int) -> Iterator[dict[str, Any]]:
    numbered = enumerate(student.records, before + 1)
    by_problem = groupby(numbered, key=lambda each: each[1]["problem"])
    for place, (id_, grouped) in enumerate(by_problem, 1):
        some, problem = list(grouped), problems.of_student(id_, student.who.id)
        label, title, prompt = (problem.label, problem.title, problem.prompt) if problem else ("", "", "")
        label = label or str(place)
        parts = problem.parts if problem else ()
        note = ""
        if problem is None and some[0][1]["max_points"] is not None:
            note = "This question has changed since it was graded, so its text is not shown."
        for (_, record), part in zip(some, parts, strict=False):
            if record["variant"] not in {None, part.public_key} and record["status"] != Status.NOT_ANSWERED:
                note = "This grade is from another version of the question than the one of today."
        choices: dict[tuple[str, ...], list[str]] = {}
        for part in parts:
            if isinstance(part.truth, SelectedOptions):
                choices.setdefault(tuple(part.truth.options), []).append(part.id or "")
        yield {
            "heading": f"{label}. {title or id_}",
            "note": note,
            "prompt": prompt,
            "choices": [
                {
                    "parts": enumerated(ids) if any(ids) else "",
                    "options": options,
                    "has_letters": lettered(options).startswith("A ("),  # options that are letters have no others
                }
                for options, ids in choices.items()
            ],
            "answers": [_answer(record, problem, number, label, level) for number, record in some],
        }


def _answer(record: Record, problem: Problem | None, number: int, label: str, level: str) -> dict[str, Any]:
    told = told_record(record, level)
    part = next((part for part in problem.parts if part.id == record["part"]), None) if problem else None
    is_essay = part is not None and part.answer_kind.needs_person
    # a person gave points for an answer that may not be the one that was found in the document
    is_found = record.get("evidence") or record.get("candidates") or not record["given"].strip()
    is_accepted = "review" in record and bool(is_found and record["points"]) and not is_essay
    given = "" if is_accepted else record["given"].strip()
    status = Status(told.status).shown(record["points"], record["max_points"])
    verdict = status.words
    if status.counted_as == "to_review":
        verdict = _SETTLED if record.get("rule") in {"drop", "full_for_all"} else _OPEN
    elif status is Status.INCORRECT and code_of(record) == UNREAD:  # a person gave no points for it
        verdict = "Not read"
    lines = [] if is_accepted else list(told_lines(record, level))
    is_one = record["read_as"] is not None and not isinstance(record["read_as"], list)
    has_mistake = any(line["finding"] == "mistake" for line, _ in lines)
    is_told_by_lines = told.status in WRONG and is_one and not record["explanations"] and has_mistake
    is_said: Mapping[str, bool] = {
        Status.CORRECT: True,
        Status.INCORRECT: record.get("label") != TOO_COARSE,  # else the headline says what a right value lacks
        Status.NOT_ANSWERED: not record["given"].strip(),
    }
    headline = "" if verdict == _SETTLED or is_said.get(told.status) else told.headline
    # the kind of answer may not be known
    is_formless = told.status in {Status.NOT_ANSWERED, Status.TOO_COARSE, Status.UNREADABLE}
    is_wrong = told.status in {*WRONG, Status.CARRIED} and "review" not in record
    solved = part if part and has_numbers(level) and is_wrong else None
    return {
        "anchor": f"answer-{number}",
        "problem": record["problem"],
        "part": record["part"],
        # how the overview calls it: `3 embeddings`, or `3 Parameters of one layer` of a problem with only one part
        "name": f"{label} {record['part'] or (problem.title if problem else '') or record['problem']}",
        "form": part.expected_form if part and is_formless and not part.answer_kind.has_options else "",
        "status": status,
        "verdict": verdict,
        "points": _points(record),
        "given": given if len(given) <= _LONGEST else f"{given[:_LONGEST]}…",
        "place": next(filter(None, map(_where, record.get("evidence", ()))), "") if given else "",
        "told": told._replace(reading="" if told.reading == given else told.reading),
        "headline": "Accepted by your instructor." if is_accepted else headline,
        "why": [] if is_told_by_lines else [each.rstrip() for each in told.why],
        "is_accepted": is_accepted,
        "expected": _expected(record, problem, solved) if solved and problem else "",
        "steps": _steps(record, solved) if solved and not solved.answer_kind.has_options else None,
        "working": [
            {"place": _where(line), "text": in_one_line(line["text"], _LONGEST_LINE), "remark": said}
            for line, said in lines
        ],
    }


def _points(record: Record) -> str:
    """Return `0.5 of 1 point`, or `worth 1 point` where no points are told, with the rule that changes them."""
    most, points = record["max_points"], record["counted"]
    rules = {
        "drop": "does not count",
        "full_for_all": "full points for everyone who handed in",
        "bonus": "bonus",
    }
    rule = rules.get(record.get("rule") or "", "")
    if most is None or rule == rules["drop"]:
        return rule
    worth = counted(most, "point")
    shown = f"worth {worth}" if points is None else f"{points:g} of {worth}"
    return f"{shown} ({rule})" if rule else shown


def _where(place: Mapping[str, Any]) -> str:
    has_place = place.get("line") and place.get("file")
    return f"{place_of(place)} of {place['file'].rpartition('/')[2]}" if has_place else ""


def _expected(record: Record, problem: Problem, part: Part) -> str:
    said, found = part.variant.in_words, formula_of(problem, part)
    written = record.get("expected_formula") or (said.formulas.get(part.step) if said else None)
    return expected_answer(part, written or (found.symbols if found else None) or "")


def _steps(record: Record, part: Part) -> Table | None:
    """Return the student's steps next to the right ones where they are known, or else the worked solution."""
    if compared := record.get("steps"):
        rows = ([Cell(each, css="differs" * differs) for each in row] for *row, differs in compared)
        return table("Your steps next to the right ones", dict.fromkeys(("Step", "Yours", "Expected"), ""), rows, "")
    lines = (
        [named(each.name), each.how, spelled(part, each.value, each.path)] for each in steps(part.variant, part.step)
    )
    return table("Worked solution", dict.fromkeys(("Step", "Formula", "Value"), ""), lines, "")


def _notes(student: StudentResult, dates: Mapping[str, Any], answers: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the sentences about an assignment as a whole: when it was due, late work, and what still waits."""
    if student.due:
        handed_in = student.submitted
        with suppress(ValueError):
            handed_in = _time(handed_in, dates["timezone"])
        yield f"Due {_time(student.due, dates['timezone'])}{f'; you handed in {handed_in}' if handed_in else ''}."
    if student.late_reason:
        yield as_sentence(student.late_reason)
        if student.raw_points != student.points:
            verb = "counts" if student.raw_points == 1 else "count"
            yield f"So {counted(student.raw_points, 'point')} {verb} as {student.points:g}."
        if dates["late"] and student.late_credit < 1:
            kept = [
                f"{100 * credit:g}% of the points within {in_words(timedelta(seconds=seconds))}"
                for seconds, credit in dates["late"]
            ]
            yield f"Late work earns {', '.join(kept)}, and none after that."
    if waiting := [answer["name"] for answer in answers if answer["verdict"] == _OPEN]:
        verb = "waits" if len(waiting) == 1 else "wait"
        yield f"{counted(len(waiting), 'answer')} still {verb} for a person: {enumerated(waiting)}."
    if student.issues:
        yield "A person has to look at something in your hand-in. Your grade may still change."


def _time(written: str, zone: str) -> str:
    """Return a time in the zone of the assignment; one without a zone is in it already.  Raise ValueError."""
    time, here = datetime.fromisoformat(written), read_zone(zone)
    local = time.replace(tzinfo=time.tzinfo or here).astimezone(here)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname() or ''}".rstrip()


def _documents(student: StudentResult, answers: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the documents with remarks of the hand-in that has the student's answers, if there is only one such."""
    by_question = {question_of(each): each for each in answers}

    def remark(found: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return a remark to show below a line; None if a person accepted the answer, perhaps for something else."""
        answer = by_question[question_of(found)]
        texts = [text for name in ("answer", "considered") if (text := found.get(name))]
        if working := found.get("working"):
            shown = in_one_line(working, _LONGEST_LINE)
            texts = [each["remark"] for each in answer["working"] if each["text"] == shown][:1]
        is_shown = not answer["is_accepted"] and (texts or not working)
        return {"answer": answer, "texts": texts, "is_of_line": bool(working)} if is_shown else None

    used = {place["file"] for each in student.records for place in each.get("evidence", ()) if place.get("file")}
    found_in = [each["files"] for each in student.documents if used <= {file["file"] for file in each["files"]}]
    for file in found_in[0] if len(found_in) == 1 else ():
        yield {"file": file, "name": file["file"].rpartition("/")[2], "pieces": list(divided(file, remark))}
