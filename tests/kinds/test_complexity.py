"""Orders of growth in every spelling, and the words around them; constants and dominated terms are no mistakes."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.order import AsymptoticOrder, Symbols
from checker.kinds.complexity import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words
from tests.tables import rows

SYMBOLS = Symbols(
    ("n", "k", "r", "d", "h"), {"n": "the length"}, {"k": "n", "r": "n", "h": "d"}, {"T": "n", "d_model": "d"}
)
HINTS = Hints(whole=True, language=SYMBOLS)
N, K, R, D, H = map(SYMBOLS.symbol, SYMBOLS.names)
ONE = SYMBOLS.number(1)


def read(text):
    return kind.read(text, HINTS)


def code(growth):
    return growth.code


def read_code(text):
    reading = read(text)
    return reading.shape, tuple(number.value for number in reading.numbers)


@pytest.mark.parametrize(("text", "remark"), rows(__file__, "constants_and_dominated_terms_are_right_and_reported"))
def test_constants_and_dominated_terms_are_right_and_reported(text, remark):
    reading = read(text)
    assert reading.remark == remark
    assert read_code(text) == code(N**2 * D)
    assert reading.shown == "O(n²·d)"


def test_a_zero_read_as_the_letter_is_reported():
    assert read("0(n)").note == "the 0 in front read as the letter O"
    assert read("O(n)").note == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *rows(__file__, "an_answer_that_is_no_order_of_growth_is_unreadable"),
        ("O(n" + "+n" * 5000 + ")", "longer than 10,000 characters"),
    ],
)
def test_an_answer_that_is_no_order_of_growth_is_unreadable(text, message):
    with pytest.raises(UnreadableAnswer) as error:
        read(text)
    assert message in error.value.message


def test_a_sum_is_read_with_a_zero_for_one_letter():
    assert read("O(n) + 0(d)").note == "the 0 in front read as the letter O"
    assert read("Θ(n) + Θ(d)").shown == "Θ(n + d)"
    assert read("Ω(n) + Ω(d)").refused.startswith("Ω is a lower bound")


@given(st.text(max_size=40))
def test_any_text_is_read_or_unreadable(text):
    with suppress(UnreadableAnswer):
        read(text)


TERM = st.builds(lambda *powers: powers, *[st.integers(0, 3)] * 5)


def built(powers):
    product = ONE
    for symbol, power in zip((N, K, R, D, H), powers, strict=True):
        product *= symbol**power
    return product


@given(st.lists(TERM, min_size=1, max_size=4))
def test_a_printed_order_reads_back(terms):
    growth = sum((built(term) for term in terms[1:]), built(terms[0]))
    assert read_code(str(growth)) == code(growth)


@given(st.lists(TERM, min_size=1, max_size=4))
def test_a_sum_of_orders_is_the_order_of_the_sum(terms):
    growths = [built(term) for term in terms]
    assert read_code(" + ".join(map(str, growths))) == code(sum(growths[1:], growths[0]))


@given(st.lists(TERM, min_size=1, max_size=3), st.integers(1, 9))
def test_neither_order_nor_constants_nor_dominated_terms_change_it(terms, constant):
    growths = [built(term) for term in terms]
    known = {code(sum(order[1:], order[0])) for order in permutations(growths)}
    assert len(known) == 1
    (found,) = known
    whole = sum(growths[1:], growths[0])
    assert code(whole * SYMBOLS.number(constant)) == found
    assert code(whole + whole / N) == found


@given(TERM, TERM)
def test_a_term_dominates_another_where_no_power_is_lower(one, other):
    pair = built(one) + built(other)
    expected = 1 if dominates(one, other) or dominates(other, one) else 2
    assert len(pair.leading) == expected


def dominates(one, other):
    n, k, r, d, h = (a - b for a, b in zip(one, other, strict=True))
    return n + min(k, 0) + min(r, 0) >= 0 and d + min(h, 0) >= 0


def test_show():
    assert str(N * K * D**2) == "O(n·k·d²)"
    assert str(N.log / K.log) == "O(log_k(n))"
    assert str(N / (R * K)) == "O(n/(k·r))"
    assert str(ONE) == "O(1)"
    assert isinstance(AsymptoticOrder(SYMBOLS, {}), AsymptoticOrder)
    assert str(AsymptoticOrder(SYMBOLS, {})) == "O(0)"


@pytest.mark.parametrize("text", ["O(2^(n²))", "O((n²)^n)", "O(2^n)", "O((3/2)^n)", "O((2·n)^d)", "O(2^(n + d))"])
def test_an_exponential_is_shown_with_brackets_around_what_has_a_sign(text):
    assert read(text).shown == text
    assert read_code(read(text).shown) == read_code(text)


@pytest.mark.parametrize("text", ["ω(n^2 d)", r"\omega(n^2 d)", r"$\omega(n^2 d)$"])
def test_little_omega_is_shown_as_it_is_written(text):
    reading = read(text)
    assert reading.shown == "ω(n²·d)"
    assert reading.refused == "Little-omega means strictly faster growth; the question asks for O."
    assert read(reading.shown).refused == reading.refused


UNKNOWN = ("not", "average", "apples", "squared", "d", "log n", "* 2", "^2", "- 1", "<", "or", "O(d)", ", O(1)", "= n")
AROUND = ("", "about", "the answer is", "I think", "T(n) =", "=", "(", ")", ".", "!", ",", ":", "O", "or n", "nd")


@pytest.mark.parametrize(
    ("text", "reason"), rows(__file__, "the_message_names_the_part_around_an_order_that_is_not_understood")
)
def test_the_message_names_the_part_around_an_order_that_is_not_understood(text, reason):
    with pytest.raises(UnreadableAnswer) as error:
        read(text)
    assert error.value.message == f'{reason} in "{text}". Write one order of growth, such as O(n^5).'


def test_at_most_is_never_passed_over():
    with pytest.raises(UnreadableAnswer, match="I do not understand"):
        kind.read("at most O(n)", HINTS._replace(words=Words("at most n tokens")))


@pytest.mark.parametrize(("text", "count"), rows(__file__, "a_second_order_of_growth_is_unreadable"))
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
