"""Equal wrong answers of a class, with what explains them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.grading.model import Record
from checker.grading.records import TOO_COARSE, UNEXPLAINED, slip_words
from checker.text.words import counted, enumerated

FEWEST: Final = 2
"""Minimum number of students who gave the answer."""
MOST: Final = 8
"""Maximum number of wrong answers to a question that are listed."""
LONGEST: Final = 60
"""Maximum number of characters of an answer that is compared with others."""
NOBODY_KNOWS: Final = "Nobody knows this one yet"


class Cluster(NamedTuple):
    """A wrong answer that several students gave, and what explains it."""

    answer: str
    number: int
    percent: int
    """Of those who answered."""
    explanation: str
    where: str
    """The place in the problem file for the entry."""
    entry: str
    """The YAML line that would name it; empty where it has a name, or can have none."""


def clusters(records: Sequence[Record], shared: Mapping[str, Mapping[str, Any]]) -> Iterator[Cluster]:
    """Yield the most common wrong or partly right answers to a question, at most eight, that two students or more gave.

    `shared`: by answer, what summary.json says of unexplained ones that several gave.
    """
    found: dict[str, list[Record]] = {}
    for each in records:  # equal answers to other numbers are not equal cases
        answer = "" if "drawn" in each else each.get("reading", "")
        if each["status"] in {"partial", "incorrect"} and 0 < len(answer) <= LONGEST:
            found.setdefault(answer, []).append(each)
    answered = sum(each["status"] != "not_answered" for each in records)
    for answer, some in sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST]:
        if len(some) < FEWEST:
            return
        labels = Counter(label for each in some if (label := each.get("label", "")) != UNEXPLAINED)
        remark = shared.get(answer, {})
        add = {} if labels else remark.get("add") or {}
        explanation = _explanation(some, *labels.most_common(1)[0]) if labels else _relation(remark)
        where = add.get("where", "").removeprefix("in ")
        yield Cluster(answer, len(some), round(100 * len(some) / answered), explanation, where, add.get("yaml", ""))


def _explanation(some: Sequence[Record], label: str, same: int) -> str:
    """Return what most of the students with this answer were told, and how many, if it were not all."""
    record = next(each for each in some if each.get("label", "") == label)
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
