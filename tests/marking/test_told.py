"""Every level of feedback with the outcomes of the cases: below full nothing secret is in the record or in the text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from checker.cli.answer_pages import verdicts
from checker.cli.output import page_text
from checker.kinds import flatten
from checker.marking.mark import Outcome, Status, mark
from checker.marking.question import Question
from checker.marking.told import LEVELS, told
from checker.problems import Problem
from tests.bank import bank
from tests.cases import reasons, typed

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
EVERY = 67
"""The suite takes each so-many-th case."""

UNTOLD = re.compile(r'"variant": "\w+"|"share": [\d.]+')
"""What a record has beside the answer: a hash and a likelihood."""

TELLING = 3
"""Digits from which a number is hardly written by chance."""


def asked() -> Iterator[tuple[Problem, str | None, str]]:
    """Yield a sample of the cases: problem, part and answer."""
    for rows, question in ((typed.rows()[::EVERY], _typed), (reasons.rows()[::EVERY], _of_reasons)):
        for line in (row.data for row in rows):
            if "problem" in line:
                id_, _, part = line["problem"].partition(".")
                yield bank().problems[id_], part or line.get("part"), line["answer"]
            else:
                yield question(line), line.get("part"), line["answer"]


def _typed(line: dict[str, Any]) -> Problem:
    return typed.question(line["file"], line["question"])


def _of_reasons(line: dict[str, Any]) -> Problem:
    return reasons.asked(line["question"])


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return [mark(answer, Question.of(problem, problem.part(part))) for problem, part, answer in asked()]


def numbers(text: str) -> set[str]:
    found = (each.replace(",", "").rstrip(".") for each in NUMBER.findall(text))
    return {each for each in found if len(each.replace(".", "").strip("0")) >= TELLING}


def secrets(outcome: Outcome) -> set[str]:
    """Return the numbers of the right answer that the student cannot know from the question or their own answer."""
    question = outcome.question
    read = told(outcome, "verdict")
    own = f"{outcome.given} {json.dumps(read.record()['read_as'])} {read.shown_reading}"
    known = numbers(f"{question.problem.prompt} {own} {question.part.expected_form}")
    truth = [] if question.kind.is_coded else flatten(question.truth)[1]
    return {each for number in truth for each in numbers(f"{number}") if each not in known}


@pytest.mark.parametrize("level", LEVELS[:-1])
@pytest.mark.parametrize("is_graded", [False, True])
def test_below_full_nothing_secret_is_told(outcomes, level, is_graded):
    for outcome in outcomes:
        result = told(outcome, level, is_graded=is_graded)
        record = result.record()
        text = page_text(verdicts(outcome.question.problem, [result]), plain=True)
        assert result.status in set(Status)
        assert record["expected"] is None
        assert "expected_formula" not in record
        assert result.breakdown is None
        for each in record["explanations"]:
            assert not each["first_difference"] or [*each["first_difference"]] == ["step"]
            assert not any(mistake["values"] for mistake in each["mistakes"])
            assert level == "explain" or not (each["mistakes"] or each["slip"])
        if outcome.status in {"incorrect", "partial"}:
            said = UNTOLD.sub("", f"{json.dumps(record, ensure_ascii=False)} {text}")
            assert not secrets(outcome) & numbers(said), outcome.given
        if level == "verdict":
            assert record["explanations"] == []
            assert record["status"] == "correct" or record["message"] == result.feedback.headline


def test_full_tells_everything(outcomes):
    for outcome in outcomes:
        result = told(outcome, "full")
        assert (result.status, result.points) == (outcome.status, outcome.points)
        assert result.record()["expected"] == outcome.question.expected
        assert len(result.reported) == len(outcome.diagnosis.explanations if outcome.diagnosis else ())


def test_what_is_told_of_equal_answers_is_worked_out_once(outcomes):
    assert all(told(each, level) is told(each, level) for each in outcomes for level in LEVELS)
