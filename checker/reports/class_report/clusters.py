"""Equal wrong answers of several students, with their explanation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from checker.grading.grader.cell import TOO_COARSE, UNEXPLAINED, Cell
from checker.grading.store import Store
from checker.notation.words import enumerated
from checker.problems import QuestionKey, question_name
from checker.reports.class_report.model import Cluster

FEWEST: Final = 2
"""Minimum number of students who gave the answer."""

MOST: Final = 8
"""Maximum number of wrong answers to a question that are listed."""

NOBODY_KNOWS: Final = "Nobody knows this one yet"
COARSE: Final = "It has too few digits."
DECIDED: Final = "A person decided."

SharedAnswers = Mapping[tuple[QuestionKey, str], Mapping[str, Any]]
"""What is known about unexplained answers that several gave, by question and answer, as in the summary of a run."""


class _WrongAnswer(NamedTuple):
    """A wrong answer: how many gave it, and a mark that has it."""

    answer: str
    label: str
    number: int
    mark: int


def clusters(
    question: QuestionKey, marks: Mapping[int, int], cells: Mapping[int, Cell], shared: SharedAnswers, store: Store
) -> Iterator[Cluster]:
    """Yield the most common wrong answers to a question; `marks` has the number of students with each mark."""
    answered = sum(count for mark, count in marks.items() if cells[mark].status != "not_answered")
    found = [each for each in _wrong_answers(marks, cells) if each.number >= FEWEST][:MOST]
    records = store.marks.fields({each.mark for each in found})
    for each in found:
        is_known = each.label != UNEXPLAINED
        known = shared.get((question, each.answer), {})
        add = known.get("add") or {}
        yield Cluster(
            question_name(*question),
            each.answer,
            each.number,
            round(100 * each.number / answered),
            is_known,
            _explanation(records[each.mark], each) if is_known else _relation(known),
            "" if is_known else add.get("where", ""),
            "" if is_known else add.get("yaml", ""),
        )


def _wrong_answers(marks: Mapping[int, int], cells: Mapping[int, Cell]) -> list[_WrongAnswer]:
    """Return the wrong answers, the most common first."""
    counts: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], int] = {}
    for mark, count in marks.items():
        cell = cells[mark]
        if cell.status in {"partial", "incorrect"} and cell.answer:
            counts[cell.answer, cell.label] += count
            examples[cell.answer, cell.label] = mark
    found = (_WrongAnswer(*key, count, examples[key]) for key, count in counts.items())
    return sorted(found, key=lambda each: (-each.number, each.answer))


def _explanation(record: Mapping[str, Any], wrong: _WrongAnswer) -> str:
    """Return why the answer is wrong; of explanations that it cannot tell apart, the first two."""
    if wrong.label == TOO_COARSE:
        return COARSE
    found = [text for each in record["explanations"][:2] if (text := _told(each))]
    return " Or: ".join(found) or (DECIDED if "review" in record else str(record["message"]))


def _told(explanation: Mapping[str, Any]) -> str:
    texts = [f"{mistake['message'].removesuffix('.')}." for mistake in explanation["mistakes"]]
    texts += [f"A slip: {explanation['slip'].replace('_', ' ')}."] if explanation["slip"] else []
    for key, words in (("since", "It follows from"), ("again", "It repeats the mistake in")):
        texts += [f"{words} {enumerated(explanation[key])}."] if explanation.get(key) else []
    return " ".join(texts)


def _relation(known: Mapping[str, Any]) -> str:
    """Return that nobody knows, and the relation to the right answer where there is an obvious one."""
    relation = known.get("relation", "")
    return f"{NOBODY_KNOWS}: {relation}." if relation else f"{NOBODY_KNOWS}."
