"""The order of growth in an answer, and the words around it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds.complexity import kind
from checker.text.vocabulary import Words
from tests.answers.test_complexity import HINTS, TERM, built, code, read, read_code

UNKNOWN = ("not", "average", "apples", "squared", "d", "log n", "* 2", "^2", "- 1", "<", "or", "O(d)", ", O(1)", "= n")
AROUND = ("", "about", "the answer is", "I think", "T(n) =", "=", "(", ")", ".", "!", ",", ":", "O", "or n", "nd")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("O(n) log n", '"log" is outside the order of growth'),
        ("O(n) d", '"d" is outside the order of growth'),
        ("n + O(d)", '"n" is outside the order of growth'),
        ("O(n)^2", '"^" is outside the order of growth'),
        ("2 O(n)", '"2" is outside the order of growth'),
        ("O(n)/2", '"/" is outside the order of growth'),
        ("O(n)!", '"!" is outside the order of growth'),
        ("d = O(n)", '"d" is outside the order of growth'),
        ("!= O(n)", '"!" is outside the order of growth'),
        ("≥ O(n)", '"≥" is outside the order of growth'),
        ("d = n", '"d" is outside the order of growth'),
        ("T = n", '"T" is outside the order of growth'),
        ("average O(n), worst O(d)", 'I do not understand "average"'),
        ("it is not O(n)", 'I do not understand "not"'),
        ("better than O(n)", 'I do not understand "better"'),
        ("O(n) squared", 'I do not understand "squared"'),
        ("worst case O(n)", 'I do not understand "worst"'),
        ("best case: O(n)", 'I do not understand "best"'),
        ("O(n) per layer", 'I do not understand "per"'),
        ("lambda: O(n)", 'I do not understand "lambda"'),
        ("f(x) = O(n)", 'I do not understand "f"'),
        ("apples = n", 'I do not understand "apples"'),
    ],
)
def test_the_message_names_the_part_around_an_order_that_is_not_understood(text, reason):
    with pytest.raises(UnreadableAnswer) as error:
        read(text)
    assert error.value.message == f'{reason} in "{text}". Write one order of growth, such as O(n^5).'


def test_at_most_is_never_passed_over():
    with pytest.raises(UnreadableAnswer, match="I do not understand"):
        kind.read("at most O(n)", HINTS._replace(words=Words("at most n tokens")))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("O(nd^2), O(n)", 2),
        ("O(1), O(n)", 2),
        ("O(n) or O(d)", 2),
        ("O(n) O(d)", 2),
        ("O(n) = O(d)", 2),
        ("O(n) + o(d)", 2),
        ("O(n) - O(d)", 2),
        ("O(n) + O(d), Θ(n)", 3),
    ],
)
def test_a_second_order_of_growth_is_unreadable(text, count):
    with pytest.raises(UnreadableAnswer) as error:
        read(text)
    assert error.value.message == f'"{text}" has {count} orders of growth. Write only one.'


def test_words_of_the_question_may_be_around_it_but_its_symbols_may_not():
    hints = HINTS._replace(words=Words("How many operations per layer in the worst case, for n tokens of width d?"))
    for text in ("O(n) operations per layer", "worst case: O(n)", "n operations per layer"):
        assert kind.read(text, hints).shown == "O(n)"
    for text in ("O(n) d", "O(n) per d", "O(n) average", "not O(n) tokens", "d = O(n)"):
        with pytest.raises(UnreadableAnswer):
            kind.read(text, hints)


@given(TERM, st.sampled_from(UNKNOWN), st.booleans())
def test_an_unknown_part_around_an_order_makes_it_unreadable(term, unknown, is_behind):
    claim = str(built(term))
    with pytest.raises(UnreadableAnswer):
        read(f"{claim} {unknown}" if is_behind else f"{unknown} {claim}")


@given(TERM, st.sampled_from(AROUND), st.sampled_from(AROUND))
def test_words_around_an_order_do_not_change_it(term, front, behind):
    growth = built(term)
    with suppress(UnreadableAnswer):
        assert read_code(f"{front} {growth} {behind}") == code(growth)
