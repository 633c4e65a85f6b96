"""Groups equal wrong answers of a class, and suggests a question that would show what led to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.diagnosis.next_question import OpenExplanation
from checker.grading.grader.mark import TOO_COARSE, UNEXPLAINED, Mark, slip_words
from checker.grading.store import Store
from checker.marking.next_question import in_words, questions_about
from checker.problems import Problem, QuestionKey, question_name
from checker.reports.class_report.model import Cluster
from checker.text.words import counted, enumerated

MOST_LEFT: Final = 12
"""Maximum number of explanations that are told apart, likeliest first."""


def next_question(hardest: QuestionKey, left: Sequence[OpenExplanation], problems: Mapping[str, Problem]) -> str:
    """Return which question to ask next, as a sentence; empty where none tells apart what led to wrong answers."""
    id_, part_id = hardest
    problem = problems.get(id_)
    part = next((each for each in problem.parts if each.id == part_id), None) if problem else None
    if problem is None or part is None:
        return ""
    found = questions_about(problem, part, left, problems.values())
    if not found:
        return ""
    asked = in_words(found[0], part)
    return (
        f"The hardest question is {question_name(*hardest)}. To tell apart what led to its wrong answers, ask {asked}."
    )


def left_open(wrong: Iterable[tuple[int, Mapping[str, Any]]]) -> Sequence[OpenExplanation]:
    """Return the possible explanations of wrong answers, each with how many students it may hold for.

    `wrong`: the records of the answers, each with the number of its students.
    """
    shares: Counter[Mistakes] = Counter()
    for number, record in wrong:
        for each in record["explanations"]:
            if mistakes := tuple(_mistake(one) for one in each["mistakes"]):
                shares[mistakes] += number * each["share"]
    return [OpenExplanation(*each) for each in shares.most_common(MOST_LEFT)]


def _mistake(record: Mapping[str, Any]) -> Mistake:
    point, _, option = record["id"].rpartition(".")
    return Mistake(point, option)


FEWEST: Final = 2
"""Minimum number of students who gave the answer."""

MOST: Final = 8
"""Maximum number of wrong answers to a question that are listed."""

NOBODY_KNOWS: Final = "Nobody knows this one yet"
COARSE: Final = "It has too few digits."
DECIDED: Final = "A person decided."

SharedAnswers = Mapping[tuple[QuestionKey, str], Mapping[str, Any]]
"""What is known about unexplained answers that several gave, by question and answer, as in the summary of a run."""

Marked = tuple[int, int]
"""How many students have a mark, and its id."""


def clusters(
    question: QuestionKey, marks: Mapping[int, int], cells: Mapping[int, Mark], shared: SharedAnswers, store: Store
) -> Iterator[Cluster]:
    """Yield the most common wrong or partly right answers, at most eight, that two students or more gave.

    Each has what explains it, and how many gave it.  `marks` is {mark: how many students have it}; `cells` the marks.
    """
    answered = sum(number for mark, number in marks.items() if cells[mark].status != "not_answered")
    for answer, number, theirs in _wrong_answers(marks, cells):
        known = [(count, mark) for count, mark in theirs if cells[mark].label != UNEXPLAINED]
        remark = shared.get((question, answer), {})
        add = {} if known else remark.get("add") or {}
        yield Cluster(
            question_name(*question),
            answer,
            number,
            round(100 * number / answered),
            bool(known),
            _explanation(known, number, cells, store) if known else _relation(remark),
            add.get("where", "").removeprefix("in "),
            add.get("yaml", ""),
        )


def _wrong_answers(marks: Mapping[int, int], cells: Mapping[int, Mark]) -> list[tuple[str, int, list[Marked]]]:
    """Return the most common wrong answers as (answer, number of students, [(number, mark)]).

    Equal answers may have different marks.
    """
    numbers: Counter[str] = Counter()
    found: dict[str, list[Marked]] = {}
    for mark, number in marks.items():
        answer = cells[mark].answer
        if cells[mark].status in {"partial", "incorrect"} and answer:
            numbers[answer] += number
            found.setdefault(answer, []).append((number, mark))
    in_order = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    return [(answer, number, found[answer]) for answer, number in in_order if number >= FEWEST][:MOST]


def _explanation(known: list[Marked], number: int, cells: Mapping[int, Mark], store: Store) -> str:
    """Return what most of the students with this answer were told, and how many, if it were not all."""
    _, mark = max(known)
    same = sum(count for count, other in known if cells[other].label == cells[mark].label)
    limit = "" if same == number else f" This is what {same} of {counted(number, 'student')} read."
    return _told(store.marks.fields([mark])[mark], cells[mark].label) + limit


def _told(record: Mapping[str, Any], label: str) -> str:
    """Return why an answer is wrong; of explanations that it cannot tell apart, the first two."""
    if label == TOO_COARSE:
        return COARSE
    found = dict.fromkeys(text for each in record["explanations"][:2] if (text := _sentences(each)))
    return " Or: ".join(found) or (DECIDED if "review" in record else str(record["message"]))


def _sentences(explanation: Mapping[str, Any]) -> str:
    """Return an explanation in a record as sentences: mistakes, a slip, and earlier answers that it follows from."""
    texts = [f"{mistake['message'].removesuffix('.')}." for mistake in explanation["mistakes"]]
    texts += [f"A slip: {slip_words(explanation['slip'])}."] if explanation["slip"] else []
    for key, words in (("since", "It follows from the answer to"), ("again", "It repeats the mistake in")):
        texts += [f"{words} {enumerated(explanation[key])}."] if explanation.get(key) else []
    return " ".join(texts)


def _relation(remark: Mapping[str, Any]) -> str:
    """Return that no known mistake explains the answer, with its relation to the right one, such as "half of it"."""
    relation = remark.get("relation", "")
    return f"{NOBODY_KNOWS}: {relation}." if relation else f"{NOBODY_KNOWS}."
