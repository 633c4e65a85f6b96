"""Tables: every encoding and delimiter is read, only replaced cells change, and a broken row spoils no other."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.document import DocumentError
from checker.document.tables import read_table
from tests.lms.importers import tables
from tests.lms.people import NAMES

TEXTS = st.one_of(NAMES, st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5))
QUOTES = 'has quotes that do not match; put a cell in `"`, with no space outside, and double a `"` inside it'
ADVICE = "keep empty cells, and put quotes around a cell that contains the delimiter"


@given(
    st.data(),
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_only_replaced_cells_change(data, delimiter, line_end, encoding, quoting):
    width = data.draw(st.integers(2, 4))
    rows = data.draw(st.lists(st.lists(TEXTS, min_size=width, max_size=width), min_size=1, max_size=5))
    for number, row in enumerate(rows):
        row[0] = f"row {number}"
    header = [f"column {place}" for place in range(width)]
    changes = data.draw(st.dictionaries(st.integers(0, len(rows) - 1), TEXTS, max_size=4))
    form = {"delimiter": delimiter, "line_end": line_end, "quoting": quoting, "encoding": encoding}
    content = tables.written([header, *rows], **form)
    table = read_table(content, "t.csv").checked()
    assert [row.cells for row in table.rows] == rows
    assert table.replaced(1, {}) == content
    after = [[row[0], changes.get(number, row[1]), *row[2:]] for number, row in enumerate(rows)]
    assert [row.cells for row in read_table(table.replaced(1, changes), "t.csv").rows] == after
    assert table.replaced(1, changes) == tables.written([header, *after], **form)


@pytest.mark.parametrize(("before", "column", "changes", "after"), [
    ("a,b\n1,\n", 1, {0: "x"}, "a,b\n1,x\n"),
    ('a,b\n1,"2"\n3,"4"', 1, {1: 'x"y'}, 'a,b\n1,"2"\n3,"x""y"'),
    ('"a","b"\n"1",2\n', 1, {0: "x"}, '"a","b"\n"1","x"\n'),
    ("a;b\n1;2\n", 1, {0: "x,y"}, "a;b\n1;x,y\n"),
    ("a,b,c\r\n1\r\n2,3,4\r\n", 2, {0: "x", 1: "y"}, "a,b,c\r\n1,,x\r\n2,3,y\r\n"),
    ("\n\na,b\n\n , \n1,2\n", 1, {0: "x"}, "\n\na,b\n\n , \n1,x\n"),
    ("sep=;\na;b\n1;2\n", 1, {0: "x"}, "sep=;\na;b\n1;x\n"),
    ('a,b\n"1\n2",3\n4,5', 1, {0: "x"}, 'a,b\n"1\n2",x\n4,5'),
    ("é,b\n1,2", 1, {0: "李"}, "é,b\n1,李"),
])  # fmt: skip
def test_rows_without_a_change_stay_byte_for_byte(before, column, changes, after):
    assert read_table(before.encode(), "t.csv").replaced(column, changes).decode() == after


def test_the_encoding_may_be_changed():
    assert read_table("a,b\né,2".encode("utf-8-sig"), "t.csv").replaced(1, {}, "utf-8") == "a,b\né,2".encode()


def test_what_excel_writes_is_read_with_a_note_and_written_as_utf_8():
    table = read_table("id,name\n1,Zoë “Z” Luk\n2,Müller\n".encode("cp1252"), "t.csv")
    assert [row.cells[1] for row in table.rows] == ["Zoë “Z” Luk", "Müller"]
    assert table.note == (
        "is not UTF-8 and is read as Windows-1252, as in line 2: 1,Zoë “Z” Luk. If letters are wrong, save it as UTF-8"
    )
    assert table.replaced(1, {1: "李"}) == "id,name\n1,Zoë “Z” Luk\n2,李\n".encode()


@pytest.mark.parametrize(("data", "message"), [
    (b"", "t.csv  is empty; its first line should name the columns"),
    (b"PK\x03\x04\x14\x00", "t.csv  is a workbook or a zip, not a table; open it and save the table as CSV UTF-8"),
    (b'a,"b\n1,2\n', f"t.csv:1  {QUOTES}"),
    ("é,b\n1,".encode() + b"\xfc", "t.csv:2:3  is not UTF-8: byte 0xfc at offset 7; save it as UTF-8"),  # damaged
    (b"a,b\n1,\x81", "t.csv:2:3  is not UTF-8: byte 0x81 at offset 6; save it as UTF-8"),
    (b"\xff\xfei\0d", "t.csv  is damaged UTF-16; download it again, or save it as UTF-8"),
])  # fmt: skip
def test_what_is_no_table(data, message):
    with pytest.raises(DocumentError) as error:
        read_table(data, "t.csv")
    assert str(error.value) == message


def test_lines_are_those_of_an_editor_and_a_broken_row_spoils_no_other():
    table = read_table(b'a,b\r\n"x\r\ny",1\r\n\r\n2,"\r"\r3,4\n5,"6"7\n8,9,0\n"', "t.csv")
    assert [(row.line, row.cells, row.fault) for row in table.rows] == [
        (2, ["x\r\ny", "1"], ""),
        (5, ["2", "\r"], ""),
        (7, ["3", "4"], ""),
        (8, [], QUOTES),
        (9, ["8", "9", "0"], f"has 3 cells, the header 2; {ADVICE}"),
        (10, [], QUOTES),
    ]
    with pytest.raises(DocumentError, match=r"t\.csv:8"):
        table.checked()


@pytest.mark.parametrize("text", [
    "student;q;r\ns1;1,5;2\n",
    "student\tq\tr\r\ns1\t1,5\t2\r\n",
    'student,q,r\rs1,"1,5",2\r',
    '\ufeff"student";"q";"r"\n"s1";"1,5";"2"',
    '\n\n"student",q,r\ns1,"1,5",2',
    "sep=;\nstudent;q;r\ns1;1,5;2\n",
    'student;"q, and, more";r\ns1;1,5;2',
])  # fmt: skip
def test_delimiters_and_line_ends(text):
    table = read_table(text.encode(), "t.csv")
    assert (table.header.cells[::2], [row.cells for row in table.rows]) == (["student", "r"], [["s1", "1,5", "2"]])


@pytest.mark.parametrize("row", ['s,"5"6\n', 's,"5\n', "s,5,\n", 's,"\n'])
def test_many_odd_rows_take_no_time(row):
    assert read_table(b"student,q\n" + row.encode() * 50_000, "t.csv").rows


def test_a_long_cell_is_read():
    assert [row.cells for row in read_table(f"student,q\ns1,{'1' * 5_000_000}\n".encode(), "t.csv").rows] == [
        ["s1", "1" * 5_000_000]
    ]
