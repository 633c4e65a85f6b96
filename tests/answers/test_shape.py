"""Shapes: lengths of axes in every writing."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.errors import UnreadableAnswer
from checker.kinds.shape import kind
from checker.text.number import Hints
from checker.text.vocabulary import Words, lexicon

WHOLE = Hints(whole=True, words=Words(" ".join(lexicon().arrays)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(2, 3.5)", '"2, 3.5" is not a shape. Write whole numbers that are not negative, such as (rows, columns).'),
        ("-1x2", '"-1x2" is not a shape. Write whole numbers that are not negative, such as (rows, columns).'),
        ("(batch, 3)", 'I do not understand "batch" in "batch". Write only the answer.'),
        ("1,024", '"1,024" could be one number or two. Write two as (a, b), or one without a comma.'),
        ("[[2, 3]]", '"[2, 3]" is not one shape. Write one, such as (rows, columns).'),
        ("2 × 8 = 16", '"2 × 8 = 16" is more than a shape. Write only the shape, such as (rows, columns).'),
        ("", "I found no shape. Write one, such as (rows, columns)."),
        ("1 " * 200, "This has more than 100 axes. Write fewer."),
    ],
)
def test_an_answer_that_is_no_shape_is_unreadable(text, message):
    with pytest.raises(UnreadableAnswer) as refused:
        kind.read(text, WHOLE)
    assert refused.value.message == message


def test_show():
    assert kind.show((32, 16)) == "32 × 16"
    assert kind.show(()) == "()"
    assert kind.show_reading(kind.read("torch.Size([2, 8])", WHOLE)) == "2 × 8"
    assert kind.fits((32, 16))
    assert not kind.fits([0.5])
    assert not kind.fits(512)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=6), st.sampled_from(["x", " × ", " by ", ", ", " "]))
def test_a_shape_reads_back(axes, separator):
    assert kind.to_json(kind.read(separator.join(map(str, axes)), WHOLE)) == axes
    assert kind.to_json(kind.read(kind.show(axes), WHOLE)) == axes
    assert kind.to_json(kind.read(str(tuple(axes)), WHOLE)) == axes


@given(st.text(max_size=30))
def test_any_text_is_read_or_unreadable(text):
    with suppress(UnreadableAnswer):
        kind.show_reading(kind.read(text, WHOLE))


def test_sizes_with_names_come_rows_first():
    assert [number.value for number in kind.read("32 rows x 16 columns", Hints(whole=True)).numbers] == [32, 16]
    with pytest.raises(UnreadableAnswer) as caught:
        kind.read("16 columns x 32 rows", Hints(whole=True))
    assert caught.value.message == (
        'The named sizes in "16 columns x 32 rows" are unclear. Write rows × columns, such as 3 × 4.'
    )


ROWS = st.sampled_from(["{0} rows", "rows: {0}", "rows = {0}", "{0} Rows", "row {0}"])
COLUMNS = st.sampled_from(["{0} columns", "columns: {0}", "cols = {0}", "{0} cols", "column {0}"])


@given(st.integers(0, 10**4), st.integers(0, 10**4), st.tuples(ROWS, COLUMNS), st.sampled_from([", ", "; ", " and "]))
def test_rows_and_columns_have_one_meaning_in_any_order(rows, columns, forms, between):
    named = [forms[0].format(rows), forms[1].format(columns)]
    for written in (between.join(named), between.join(named[::-1])):
        assert kind.to_json(kind.read(written, WHOLE)) == [rows, columns]
        assert kind.to_json(kind.read(f"({written})", WHOLE)) == [rows, columns]
