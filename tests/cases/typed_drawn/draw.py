"""Answers built from a grammar, each with its exact meaning, and the two laws that hold for the verdict on it.

1. Full marks only for an answer that means the truth; "too coarse" only if the digits written hold the truth.
2. An answer that means the truth is never shown as wrong; it may be unreadable.

`python -m tests.cases.typed_drawn.draw` draws the rows of typed/drawn.jsonl anew.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

from checker import check
from tests.cases.typed import FOLDER, question, questions
from tests.cases.typed_drawn.answer import Answer, Chooser, Value, listed, number
from tests.cases.typed_drawn.around import around
from tests.cases.typed_drawn.choices import choice
from tests.cases.typed_drawn.growth import Term, Terms, fingerprint, growth
from tests.cases.typed_drawn.lists import matrix, shape, vector
from tests.cases.typed_drawn.numerals import numeral
from tests.cases.typed_drawn.operations import joined, operated
from tests.cases.typed_drawn.units import measured

GRADED: Final = ("correct", "carried", "partial", "incorrect")
QUESTIONS: Final = questions("examples")
EACH: Final = 135
"""Rows that are drawn for each question."""


class Topic(NamedTuple):
    """A question with what its answers are made of."""

    question: str
    make: Callable[[Chooser], Answer]
    truth: Any
    prompt_words: str
    tolerance: Fraction = Fraction(0)


class Case(NamedTuple):
    """One answer to try."""

    topic: Topic
    answer: Answer

    @property
    def is_right(self) -> bool:
        """Return whether it means the truth, within the tolerance."""
        meaning, truth = self.answer.meaning, self.topic.truth
        if not isinstance(meaning, Value) or meaning.shape != truth.shape:
            return bool(meaning == truth)
        pairs = zip(meaning.entries, truth.entries, strict=True)
        return all(abs(entry - right) <= self.topic.tolerance for entry, right in pairs)

    @property
    def may_be_coarse(self) -> bool:
        """Return whether its digits are those of a rounding of the truth."""
        meaning, truth = self.answer.meaning, self.topic.truth
        if not isinstance(meaning, Value) or meaning.shape != truth.shape:
            return False
        triples = zip(meaning.entries, meaning.halves, truth.entries, strict=True)
        return all(abs(entry - right) <= max(half, self.topic.tolerance) for entry, half, right in triples)

    @property
    def shape(self) -> tuple[str, ...]:
        """Return the layers around the answer: failures of one shape have one cause."""
        return (self.topic.question, *sorted(set(self.answer.layers)))


class Finding(NamedTuple):
    """The result of a case."""

    status: str
    fault: str
    """`false full mark`, `right shown as wrong`, `graded without a meaning`, or empty."""


def _number(name: str, words: str, tolerance: Fraction | int = 0) -> Topic:
    given = QUESTIONS[name]["parameters"]["value"]
    truth = Fraction(str(given))
    whole = isinstance(given, int)

    def make(rng: Chooser) -> Answer:
        return rng.choice((numeral, operated, operated, joined))(rng, truth, whole=whole)

    return Topic(name, make, number(truth), words, Fraction(tolerance))


def _measured(name: str, words: str, tolerance: str) -> Topic:
    truth = Fraction(str(QUESTIONS[name]["parameters"]["value"]))
    return Topic(name, lambda rng: measured(rng, truth, name), number(truth), words, Fraction(tolerance))


def _fractions(rows: Any) -> Any:
    return tuple(map(_fractions, rows)) if isinstance(rows, list) else Fraction(str(rows))


def _vector(name: str, words: str) -> Topic:
    truth = _fractions(QUESTIONS[name]["parameters"]["value"])
    return Topic(name, lambda rng: vector(rng, truth), listed(truth, (len(truth),)), words)


def _matrix(name: str, words: str) -> Topic:
    truth = _fractions(QUESTIONS[name]["parameters"]["value"])
    flat = tuple(entry for row in truth for entry in row)
    return Topic(name, lambda rng: matrix(rng, truth), listed(flat, (len(truth), len(truth[0]))), words)


def _shape(name: str, words: str) -> Topic:
    truth = tuple(QUESTIONS[name]["parameters"]["value"])
    return Topic(name, lambda rng: shape(rng, truth), listed(truth, (len(truth),)), words)


def _growth(name: str, truth: Terms, text: str) -> Topic:
    return Topic(name, lambda rng: growth(rng, truth, text), fingerprint(truth), "operations self-attention need")


def _choice(name: str, words: str) -> Topic:
    given = QUESTIONS[name]["parameters"]
    options, correct = given["options"], given["correct"]
    right = [options.index(each) for each in ([correct] if isinstance(correct, str) else correct)]
    return Topic(name, lambda rng: choice(rng, options, right), frozenset(right), words)


TOPICS: Final = {
    topic.question: topic
    for topic in (
        _number("count", "parameters encoder layer"),
        _number("count_trap", "layers weights shared"),
        _number("model_width", "wide width model"),
        _number("big", "links number"),
        _number("real", "weight attention word", Fraction(5, 10**4)),
        _number("perplexity", "perplexity", Fraction(5, 100)),
        _number("negative", "slope", Fraction(5, 10**3)),
        _measured("speed", "fast she", "0.05"),
        _measured("litres", "water left flask", "0.0005"),
        _measured("dollars", "cost price", "0.05"),
        _vector("vector", "output vector attention"),
        _vector("tenths", "vector coordinates"),
        _matrix("scores", "scores matrix"),
        _matrix("matrix", "matrix product"),
        _shape("shape", "shape head output"),
        _shape("cube", "batch shape"),
        _growth("quadratic", (Term(powers=(2, 1, 0, 0, 0)),), "n^2 d"),
        _growth("linear", (Term(powers=(1, 0, 0, 0, 0)),), "n"),
        _growth("constant", (Term(),), "1"),
        _choice("choice", "queries roles compared"),
        _choice("choices", "weights learns"),
    )
}


def case(rng: Random, name: str | None = None) -> Case:
    """Return one answer of the grammar, to the question named or to any."""
    topic = TOPICS[name or rng.choice(list(TOPICS))]
    return Case(topic, around(rng, topic.make(rng), topic.prompt_words))


def judged(case: Case) -> Finding:
    """Return the status of a case, and the law that it breaks."""
    record = check(question("examples", case.topic.question), case.answer.text, feedback="full").record()
    status, points = record["status"], record["points"] or 0
    earns = status == "correct" or points > 0
    if (earns and not case.is_right) or (status == "partial" and not case.may_be_coarse):
        return Finding(status, "false full mark" if earns else "false partial mark")
    if case.is_right and status in ("incorrect", "partial"):
        return Finding(status, "right shown as wrong")
    if case.answer.meaning is None and status in GRADED:
        return Finding(status, "graded without a meaning")
    return Finding(status, "")


def expected(case: Case) -> list[str]:
    """Return the verdicts that a careful person would choose between."""
    answer = case.answer
    if case.is_right:
        return ["correct"] if answer.understood else ["correct", "refused"]
    if answer.meaning is None:
        return ["refused", "incorrect"]
    refused = [] if answer.understood and not _of_no_question(case) else ["refused"]
    return [*(["asked"] if case.may_be_coarse else []), "incorrect", *refused]


def _of_no_question(case: Case) -> bool:
    """Report whether an order may have letters of no question, or a shape has sizes below zero."""
    meaning = case.answer.meaning
    name = case.topic.question
    return name in {"quadratic", "linear", "constant"} or (name in {"shape", "cube"} and min(meaning.entries) < 0)


def drawn() -> Iterator[dict[str, Any]]:
    """Yield the rows: of each question as many, at most two fifths of them right, wrong or without a meaning."""
    for name in TOPICS:
        rng, texts, kinds = Random(f"cases of {name}"), set(), Counter[str]()
        while len(texts) < EACH:
            found = case(rng, name)
            text = found.answer.text
            kind = "none" if found.answer.meaning is None else "right" if found.is_right else "other"
            if text not in texts and kinds[kind] < EACH * 4 // 10:
                texts.add(text)
                kinds[kind] += 1
                accepted = expected(found)
                yield {"question": name, "answer": text, "expect": accepted if accepted[1:] else accepted[0]}


if __name__ == "__main__":
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in drawn()]
    (FOLDER / "drawn.jsonl").write_text("".join(lines), encoding="utf-8")
