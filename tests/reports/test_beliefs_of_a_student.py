"""Beliefs across an assignment: the same mistake in several answers, judged together."""

from __future__ import annotations

import pytest

from checker.reports.beliefs import ODDS, BelievedAnswer, Way, beliefs_of

BIASES, HEADS = "biases.left_out", "heads.multiplied"


def answer(question, *ways, acting=(BIASES,)):
    """A wrong answer with explanations: (strength, share, beliefs)."""
    found = tuple(Way(frozenset(beliefs), share * ODDS[strength]) for strength, share, *beliefs in ways)
    return BelievedAnswer(question, found, frozenset(acting))


def exact(question, *beliefs):
    beliefs = beliefs or (BIASES,)
    return answer(question, ("exact", 1.0, *beliefs), acting=beliefs)


def right(question, *acting):
    return BelievedAnswer(question, (), frozenset(acting or (BIASES,)))


def told(*answers):
    return {each.id: each.questions for each in beliefs_of(answers)}


def test_one_answer_alone_is_a_mistake_and_no_belief():
    assert told(exact("a")) == {}


def test_a_mistake_that_comes_again_is_a_belief():
    assert told(exact("a"), exact("b")) == {BIASES: ("a", "b")}


def test_a_mistake_that_was_avoided_more_often_is_none():
    avoided = [right(each) for each in "cdef"]
    assert told(exact("a"), exact("b"), *avoided) == {}
    assert told(exact("a"), exact("b"), *[right(each, HEADS) for each in "cdef"]) == {BIASES: ("a", "b")}


def test_what_is_perhaps_in_one_answer_is_certain_over_four():
    perhaps = [answer(each, ("possible", 0.5, BIASES), ("possible", 0.5, f"{each}.other")) for each in "abcd"]
    assert told(perhaps[0]) == {}
    assert told(*perhaps) == {BIASES: ("a", "b", "c", "d")}


def test_what_one_belief_explains_speaks_for_no_other():
    both = answer("c", ("exact", 0.6, HEADS), ("exact", 0.4, BIASES))
    again = answer("d", ("exact", 0.6, HEADS), ("exact", 0.4, BIASES))
    assert told(exact("a"), exact("b"), both, again) == {BIASES: ("a", "b", "c", "d")}


def test_beliefs_that_cannot_be_told_apart_are_both_left_out():
    alike = [answer(each, ("exact", 0.5, BIASES), ("exact", 0.5, HEADS)) for each in "abc"]
    assert told(*alike) == {}


def test_two_beliefs_at_once_are_both_told():
    assert told(exact("a", BIASES, HEADS), exact("b", BIASES, HEADS)) == {BIASES: ("a", "b"), HEADS: ("a", "b")}


def test_those_that_touched_most_come_first():
    answers = [exact("a", HEADS), exact("b", HEADS), exact("c"), exact("d"), exact("e")]
    assert [each.id for each in beliefs_of(answers)] == [BIASES, HEADS]


@pytest.mark.parametrize("strength", ODDS)
def test_an_answer_of_unknown_origin_changes_nothing(strength):
    unknown = BelievedAnswer("z", (), frozenset())
    answers = [answer(each, (strength, 1.0, BIASES)) for each in "ab"]
    assert beliefs_of([*answers, unknown]) == beliefs_of(answers)
