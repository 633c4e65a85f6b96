"""Tables that change in the cells that are replaced, and in no other byte."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.document import DocumentError
from checker.lms.cells import Encoding, read_table
from tests.lms.importers import tables
from tests.lms.people import NAMES

TEXTS = st.one_of(NAMES, st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5))


@given(
    st.data(),
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_only_replaced_cells_change(data, delimiter, line_end, encoding, quoting):
    width = data.draw(st.integers(2, 4))
    rows = data.draw(st.lists(st.lists(TEXTS, min_size=width, max_size=width), min_size=1, max_size=5))
    for number, row in enumerate(rows):
        row[0] = f"row {number}"
    header = [f"column {place}" for place in range(width)]
    places = st.tuples(st.integers(0, len(rows) - 1), st.integers(1, width - 1))
    changes = data.draw(st.dictionaries(places, TEXTS, max_size=4))
    form = {"delimiter": delimiter, "line_end": line_end, "quoting": quoting}
    content = tables.written([header, *rows], encoding=encoding, **form)
    table = read_table(content, "t.csv")
    assert [row.texts for row in table.rows] == rows
    assert table.replaced({}) == content
    after = [[changes.get((number, place), text) for place, text in enumerate(row)] for number, row in enumerate(rows)]
    assert [row.texts for row in read_table(table.replaced(changes), "t.csv").rows] == after
    codec = "utf-16" if encoding == "utf-16" else encoding
    assert tables.read(table.replaced(changes).decode(codec), delimiter) == [header, *after]


@pytest.mark.parametrize(("before", "changes", "after"), [
    ("a,b\n1,\n", {(0, 1): "x"}, "a,b\n1,x\n"),
    ('a,b\n1,""\n', {(0, 1): "x"}, 'a,b\n1,"x"\n'),
    ('a,b\n1,"2"', {(0, 1): 'x"y'}, 'a,b\n1,"x""y"'),
    ("a,b\n1,2\n", {(0, 1): "x,y"}, 'a,b\n1,"x,y"\n'),
    ("a,b\n1,2\n", {(0, 1): " x"}, 'a,b\n1," x"\n'),
    ("a;b\n1;2\n", {(0, 1): "x,y"}, "a;b\n1;x,y\n"),
    ("a,b,c\r\n1\r\n2,3,4\r\n", {(0, 2): "x", (1, 0): "y"}, "a,b,c\r\n1,,x\r\ny,3,4\r\n"),
    ("\n\na,b\n\n , \n1,2\n", {(0, 1): "x"}, "\n\na,b\n\n , \n1,x\n"),
    ("sep=;\na;b\n1;2\n", {(0, 1): "x"}, "sep=;\na;b\n1;x\n"),
    ("a,b\n1,", {(0, 1): "x"}, "a,b\n1,x"),
    ('"x;y;z;v",b\n1,2\n', {(0, 1): "x"}, '"x;y;z;v",b\n1,x\n'),
    ('a,"x;y;z;v"\n1,2\n', {(0, 1): "x"}, 'a,"x;y;z;v"\n1,x\n'),
    ("é,b\n1,2", {(0, 1): "李"}, "é,b\n1,李"),
])  # fmt: skip
def test_cells_keep_their_quotes_and_get_them_where_they_need_them(before, changes, after):
    assert read_table(before.encode(), "t.csv").replaced(changes).decode() == after


def test_the_encoding_may_be_changed():
    assert read_table("a,b\né,2".encode("utf-8-sig"), "t.csv").replaced({}, Encoding()) == "a,b\né,2".encode()


def test_lines_are_those_of_an_editor():
    table = read_table(b'a,b\r\n"x\r\ny",1\r\n\r\n2,"\r"\r3,4\n5,6', "t.csv")
    assert [(row.line, row.texts) for row in table.rows] == [
        (2, ["x\r\ny", "1"]),
        (5, ["2", "\r"]),
        (7, ["3", "4"]),
        (8, ["5", "6"]),
    ]


def test_a_workbook_is_no_table():
    with pytest.raises(
        DocumentError, match=r"^t\.xlsx  is a workbook or a zip, not a table; open it and save the table as CSV UTF-8$"
    ):
        read_table(b"PK\x03\x04\x14\x00", "t.xlsx")
