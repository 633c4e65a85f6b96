"""Equal wrong answers of a class, with what explains them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.grading.grader.mark import TOO_COARSE, UNEXPLAINED, Mark, slip_words
from checker.problems import QuestionKey, question_name
from checker.text.words import counted, enumerated

FEWEST: Final = 2
"""Minimum number of students who gave the answer."""

MOST: Final = 8
"""Maximum number of wrong answers to a question that are listed."""

NOBODY_KNOWS: Final = "Nobody knows this one yet"

SharedAnswers = Mapping[tuple[QuestionKey, str], Mapping[str, Any]]
"""What is known about unexplained answers that several gave, by question and answer, as in the summary of a run."""


class Given(NamedTuple):
    """A student's answer to a question, as it was graded."""

    student: str
    mark: Mark
    record: Mapping[str, Any]
    points: float | None
    """The points as they count."""

    @property
    def is_wrong(self) -> bool:
        """Return whether the answer was judged, and is not right."""
        return self.mark.status in {"partial", "incorrect"}


class Cluster(NamedTuple):
    """A wrong answer that several students gave, and what explains it."""

    question: str
    answer: str
    number: int
    percent: int
    """Of those who answered."""
    is_known: bool
    """Known mistakes give it."""
    explanation: str
    where: str
    """The place in the problem file for the entry."""
    entry: str
    """The YAML line that would name it; empty where it has a name, or can have none."""


def answered(given: Iterable[Given]) -> int:
    """Return how many students gave any answer."""
    return sum(each.mark.status != "not_answered" for each in given)


def clusters(question: QuestionKey, given: Sequence[Given], shared: SharedAnswers) -> Iterator[Cluster]:
    """Yield the most common wrong or partly right answers, at most eight, that two students or more gave."""
    found: dict[str, list[Given]] = {}
    for each in given:
        if each.is_wrong and each.mark.answer:
            found.setdefault(each.mark.answer, []).append(each)
    for answer, some in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST]:
        if len(some) < FEWEST:
            return
        labels = Counter(each.mark.label for each in some if each.mark.label != UNEXPLAINED)
        remark = shared.get((question, answer), {})
        add = {} if labels else remark.get("add") or {}
        yield Cluster(
            question_name(*question),
            answer,
            len(some),
            round(100 * len(some) / answered(given)),
            bool(labels),
            _explanation(some, *labels.most_common(1)[0]) if labels else _relation(remark),
            add.get("where", "").removeprefix("in "),
            add.get("yaml", ""),
        )


def _explanation(some: Sequence[Given], label: str, same: int) -> str:
    """Return what most of the students with this answer were told, and how many, if it were not all."""
    record = next(each.record for each in some if each.mark.label == label)
    limit = "" if same == len(some) else f" This is what {same} of {counted(len(some), 'student')} read."
    if label == TOO_COARSE:
        return f"It has too few digits.{limit}"
    found = dict.fromkeys(text for each in record["explanations"][:2] if (text := _sentences(each)))
    told = " Or: ".join(found) or ("A person decided." if "review" in record else str(record["message"]))
    return told + limit


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
