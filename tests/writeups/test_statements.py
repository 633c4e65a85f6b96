"""Statements: the lines of a section as they are scanned for answers."""

import pytest

from checker.writeups.questions.statements import statements
from tests.tables import rows
from tests.writeups.documents_of import lines_of


def said(text):
    return list(statements(lines_of(text)))


def texts(text):
    return [each.text for each in said(text)]


def test_wrapped_lines_and_open_ends_are_joined():
    assert texts("We multiply =\n5 · 3") == ["We multiply =\n5 · 3"]
    assert texts("The sum is\n= 15") == ["The sum is\n= 15"]
    assert texts("The list (1,\n2)") == ["The list (1,\n2)"]
    assert texts("[1, 2],\n[3, 4]") == ["[1, 2],\n[3, 4]"]
    long = "The projections of the queries, the keys and the values have together"
    assert texts(f"{long}\n27 weights") == [f"{long}\n27 weights"]


def test_other_lines_are_statements_for_themselves():
    assert texts("One is 5.\nTwo is 6.") == ["One is 5.", "Two is 6."]
    assert texts("one\ntwo") == ["one", "two"]
    assert texts("Parts:\na) 5") == ["Parts:", "a) 5"]


def test_a_statement_knows_its_lines():
    (statement,) = said("The sum is\n= 15")
    assert [statement.line_at(place).place.line for place in (0, 10, 11, 14)] == [1, 1, 2, 2]


def test_the_number_of_the_question_is_no_part_of_it():
    assert texts("Q3) 3,845") == ["3,845"]


@pytest.mark.parametrize("number", ["5", "0.5", "-12", "= 15"])
def test_a_number_alone_below_the_label_is_no_label(number):
    assert texts(f"# Question 3\n\n{number}") == ["", number]
    assert texts("3\n\nIt is 5.") == ["", "It is 5."]


def test_a_statement_knows_the_titles_above_it():
    text = "# Model\n\nIntro 5.\n\n## Encoder\n\nSize 6.\n\n## Decoder\n\nFor both:\n\nSize 7."
    above = {each.text: each.above for each in said(text)}
    assert above["Intro 5."] == ("Model",)
    assert above["Size 6."] == ("Encoder", "Model")
    assert above["Size 7."] == ("For both:", "Decoder", "Model")


def test_the_label_of_a_question_is_no_title():
    assert said("# Question 3\n\nSize 5.")[-1].above == ()


@pytest.mark.parametrize("text", ["(b) 5\n\nso 6", "3 b) 5\n\nso 6", "Q3 b) 5\n\nso 6"])
def test_a_letter_marks_all_that_follows(text):
    assert [each.mark for each in said(text)] == ["b", "b"]


def test_bold_and_boxed_pieces_are_strong():
    assert said("so **27** or $\\boxed{28}$")[0].strong == ("27", "28")


def test_letters_in_a_line_begin_statements():
    found = said("With h = 2: (a) 32x16, (b) 512\n\n(a) one,\n    and (b) two")
    assert [(each.text, each.mark) for each in found] == [
        ("With h = 2:", ""),
        ("(a) 32x16,", "a"),
        ("(b) 512", "b"),
        ("(a) one,\nand", "a"),
        ("(b) two", "b"),
    ]
    assert [each.line_at(0).place.line for each in found] == [1, 1, 1, 3, 4]
    assert found[3].line_at(9).place.line == 4


@pytest.mark.parametrize(
    "text", ["see (a) and then (c)", "(b) after (a) comes", "option (a) fits", "(a)(b) and (ab) (b)"]
)
def test_other_letters_begin_none(text):
    assert texts(text) == [text]


def test_the_second_cell_names_a_numbered_row():
    cells = said("| task | quantity | value |\n|---|---|---|\n| 2 | forward | 5 |\n| 2b) | 3 | 6 |")[3:]
    assert [(each.text, each.row, each.mark) for each in cells] == [
        ("2", ("", "task"), ""),
        ("forward", ("2 forward", "quantity"), ""),
        ("5", ("2 forward", "value"), ""),
        ("2b)", ("", "task"), "b"),
        ("3", ("2b)", "quantity"), "b"),
        ("6", ("2b)", "value"), "b"),
    ]


def test_a_row_with_a_long_cell_keeps_the_others():
    cells = said(f"| part | working | value |\n|---|---|---|\n| width | {'word ' * 1_200}| 5 |")[3:]
    assert [(each.text, each.row) for each in cells] == [("width", ("", "part")), ("5", ("width", "value"))]


def test_rows_in_the_middle_of_a_table_have_its_headings():
    table = lines_of("| task | value |\n|---|---|\n| 2 | 5 |\n| 3 | 6 |")
    assert [each.row for each in statements(table[-1:])] == [("", "task"), ("3", "value")]


def test_cells_of_tables_are_statements():
    cells = said("| part | value | unit |\n|---|---|---|\n| (a) width | 5 | |\n| height | **6** | cm |")[3:]
    assert [(each.text, each.row, each.is_last, each.mark) for each in cells] == [
        ("(a) width", ("", "part"), False, "a"),
        ("5", ("(a) width", "value"), True, "a"),
        ("height", ("", "part"), False, ""),
        ("6", ("height", "value"), False, ""),
        ("cm", ("height", "unit"), True, ""),
    ]
    assert cells[3].strong == ("6",)


@pytest.mark.parametrize("text", rows(__file__, "what_others_wrote_is_left_out"))
def test_what_others_wrote_is_left_out(text):
    assert texts(f"mine 5\n\n{text}\n\nmine 6") == ["mine 5", "mine 6"]


def test_only_the_number_of_a_page_is_left_out():
    assert texts("Page 3 of 7\n\nsum 27648. Page 3 of 7") == ["sum 27648. Page 3 of 7"]


def test_the_prompt_is_left_out():
    prompt = "One linear layer with biases turns it into scores for 5 topics."
    assert texts(f"{prompt}\n\nIt is 3,845.") == ["It is 3,845."]
