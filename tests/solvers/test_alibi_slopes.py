from __future__ import annotations

import pytest

from checker.solvers.encodings.alibi_slopes import alibi_slopes


def test_the_table_of_the_paper():
    """Press et al. 2022, section 3: 8 heads have 1/2, 1/4, ... 1/256; 16 heads 2^-0.5, 2^-1, ... 2^-8."""
    assert alibi_slopes(8) == (1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256)
    assert alibi_slopes(16) == pytest.approx([2 ** -(i / 2) for i in range(1, 17)])


def test_the_published_code_for_other_numbers():
    """What get_slopes of the authors' repository returns for 6 and 12 heads."""
    assert alibi_slopes(6) == pytest.approx([0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125])
    of_eight = [2.0**-i for i in range(1, 9)]
    assert alibi_slopes(12) == pytest.approx([*of_eight, 2**-0.5, 2**-1.5, 2**-2.5, 2**-3.5])


def test_bloom():
    """BLOOM's 112 heads: 64, and 48 between them."""
    slopes = alibi_slopes(112)
    assert len(set(slopes)) == len(slopes) == 112
    assert slopes[63] == 2**-8
    assert slopes[64:66] == pytest.approx([2**-0.0625, 2**-0.1875])


def test_one_head():
    assert alibi_slopes(1) == (2**-8,)


def test_mistakes(ask):
    question = ask("alibi_slopes", {"num_heads": 4})
    assert question.answer() == (1 / 4, 1 / 16, 1 / 64, 1 / 256)
    assert question.answer("exponents") == (2, 4, 6, 8)
    assert question.answer(eight="halving") == (1 / 2, 1 / 4, 1 / 8, 1 / 16)
    assert question.answer(first_head="from_0") == (1, 1 / 4, 1 / 16, 1 / 64)
    assert question.answer(form="growing") == (4, 16, 64, 256)
    assert question.answer(form="negative") == (-1 / 4, -1 / 16, -1 / 64, -1 / 256)


def test_mistakes_where_the_number_is_no_power_of_two(ask):
    question = ask("alibi_slopes", {"num_heads": 6})
    assert question.answer("exponents") == (2, 4, 6, 8, 1, 3)
    assert question.answer("exponents", other_heads="without_skipping") == (2, 4, 6, 8, 1, 2)
    assert question.answer("exponents", other_heads="even_ones") == (2, 4, 6, 8, 2, 4)
    assert question.answer("exponents", other_heads="of_next_power") == (1, 2, 3, 4, 5, 6)
    assert question.answer("exponents", other_heads="continued") == (2, 4, 6, 8, 10, 12)
    assert question.answer("exponents", other_heads="in_order") == (1, 2, 3, 4, 6, 8)
    assert question.answer("exponents", other_heads="one_formula") == pytest.approx([8 * i / 6 for i in range(1, 7)])


def test_what_is_said_of_the_slopes_is_true():
    for num_heads in range(3, 129):
        slopes, power = alibi_slopes(num_heads), 1 << (num_heads.bit_length() - 1)
        own, further = slopes[:power], slopes[power:]
        assert min(slopes) == 2**-8, "eight.left_out"
        assert all(further[0] > slope for slope in (*own, *further[1:])) if further else power == num_heads
        assert all(own[0] > slope > own[-1] for slope in further[1:]), "other_heads.continued"
