"""Choices in write-ups: letters, ticks and names."""

import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.problems import QuestionKey
from checker.writeups.document import Evidence, Place
from checker.writeups.formats.markdown import read
from checker.writeups.options import bind_choices
from checker.writeups.questions.lines import SectionLine
from checker.writeups.sheets import sheet_of
from tests.bank import bank

PROBLEMS = ("mask-semantics", "attention-roles", "dropout-at-test-time", "pre-or-post-norm", "where-parameters-are")


@cache
def questions():
    folders = (bank().assignments[name] for name in ("003", "concepts"))
    return {question.problem: question for folder in folders for question in sheet_of(folder).questions}


def lines(text):
    document = read(text.encode(), "s1.md")
    return [
        SectionLine("s1.md", block, line, is_prompt=False, starts_block=number == 0)
        for block in document.blocks
        for number, line in enumerate(block.lines)
    ]


def bind(problem, text):
    question = questions()[problem]
    return bind_choices(question.parts, lines(text))


def test_the_evidence_names_the_line_and_the_reason():
    found = bind("mask-semantics", "Some words on masks.\n\nAnswer: C")[QuestionKey("mask-semantics", None)]
    assert (found.text, found.confidence) == ("their weights are multiplied by 0 after the softmax", 0.9)
    assert found.reason == "after a word such as “answer”"
    assert [each.evidence for each in found.seen] == [Evidence("s1.md", Place(3), "Answer: C")]


@given(st.text(alphabet="ABCDabcdxyQKV=0-,.:;()→ \n∞", max_size=60), st.sampled_from(PROBLEMS))
def test_any_text_is_read(text, problem):
    question = questions()[problem]
    for part in question.parts:
        answer = bind_choices(question.parts, lines(text))[part.key]
        assert 0 <= answer.confidence <= 1
        assert not answer.text or part.read(answer.text)
        assert bool(answer.text) == bool(answer.seen)


@pytest.mark.parametrize(
    "piece", ["K = V = x, ", "(", "a) ", "-inf before the ", "not ", "y (the ", "multiply by the "]
)
def test_time_grows_with_the_length_only(piece):
    text = (piece * 1_000)[:6_000]
    for problem in ("attention-roles", "mask-semantics", "where-parameters-are"):
        section = [each for line in lines("x") for each in [line._replace(line=line.line._replace(text=text))]]
        question = questions()[problem]
        start = time.perf_counter()
        bind_choices(question.parts, section)
        assert time.perf_counter() - start < 1
