"""The number style of a document: settled by evidence, once for all documents of a student."""

import random
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.kinds import Hints, kind
from checker.problems import load_problem
from checker.writeups.document import Block, Document, Evidence, Line, Place
from checker.writeups.marks import explicit_answers
from checker.writeups.number_style import ONE_BY_ONE, NumberStyle, number_style
from checker.writeups.questions.statements import statements
from checker.writeups.read import read_writeup
from checker.writeups.results.candidates import candidates
from checker.writeups.sheets import sheet_of
from tests.bank import BANK
from tests.tables import rows
from tests.writeups.documents_of import lines_of, markdown, sheet_named

SHEET = sheet_named("recurrent-networks")
COMMAS = NumberStyle("comma", Evidence("s1.md", Place(1), "0,7503"), "0,7503")
HABIT = "The gates are 0,7311 and 0,6682, the memory is 1,05."


def style(*lines, block="paragraph", sheet=SHEET):
    lines = tuple(Line(text, Place(number)) for number, text in enumerate(lines, 1))
    return number_style([Document("s1.md", (Block(block, lines),))], sheet)


def answers(text, problem, assignment="recurrent-networks"):
    """Return the answers to a question, without those in doubt."""
    questions = read_writeup([markdown(text)], [sheet_named(assignment)]).questions
    found = next(each.answers for each in questions if each.problem == problem)
    return {each.key.part: each.text for each in found if each.text and not each.doubt}


@pytest.mark.parametrize(
    "lines",
    [
        ("z = 0,3274", "n = 0,7014", "h = 0,4987"),
        ("0,25 s", "12,05 m", "0,926 s"),
        ("The network has 62.378.344 of them.", "37.752.832 + 16.781.312"),
        (r"$h_0 = 1{,}0512$ m", "$0{,}853$", "$0{,}2949$"),
        ("1.234,5 and 3 099,05 and 0,75",),
        ("c = 0,75", "[0,185]", "(0,2873)"),
    ],
)
def test_three_numbers_that_show_commas_settle_the_style(lines):
    assert style(*lines).evidence


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("0,7503", "0,7503", "0,7503 again", "0,25"), "two different numbers"),
        (("x = 11,85", "y = 17,75", "z = 19,67", "sizes 32,1024"), "nothing is certain"),
        (("[0,7503]", "[0,255]", "(0,511)", "{0,75}"), "two entries of a list, perhaps"),
        (("2.416", "61.706", "9.216", "31.744"), "between 2 and 3, or two thousand"),
        (("1,024", "2,048", "30,720", "31,744"), "thousands, or decimals"),
        (("0,5", "0,1", "0,2", "pages 12,14"), "0 and 5, perhaps"),
        (("12.05.2024", "1.2.3", "Table 2.10 and x_0,75"), "dates, versions, labels"),
    ],
)
def test_numbers_with_two_readings_settle_nothing(lines, why):
    assert style(*lines) == ONE_BY_ONE, why


@pytest.mark.parametrize("other", ["0.31", "w = .25", "5.66", "31,114,752", "1,234.5", "0.5,0.25"])
def test_one_number_of_another_style_leaves_all_as_they_are(other):
    assert style(HABIT).evidence
    assert style(HABIT, f"The last is {other} then.") == ONE_BY_ONE


def test_code_and_what_it_prints_show_nothing():
    document = markdown(f"{HABIT}\n\n```python\nprint(0.7311, 1.05)\n```\n")
    assert number_style([document], SHEET).evidence
    assert style(HABIT, block="output") == ONE_BY_ONE


def test_numbers_of_the_sheet_show_nothing():
    assert "0.4" in SHEET.questions[2].prompt
    assert style("With h = 0.4 and x = 1.5:", HABIT).evidence


def test_the_number_of_a_heading_shows_nothing():
    assert style("2.1 Gates", block="heading") == style("2.1 Gates") == ONE_BY_ONE
    document = markdown(f"# 2.1 Gates\n\n{HABIT}\n\n- 2.2) more")
    assert number_style([document], SHEET).evidence


def test_all_documents_of_a_student_count():
    one, two, three = (markdown(f"It is {number} here.", name) for number, name in
                       (("0,7311", "a.md"), ("0,6682", "b.md"), ("1,05", "c.md")))  # fmt: skip
    assert number_style([one, two], SHEET) == ONE_BY_ONE
    assert number_style([one, two, three], SHEET).evidence
    assert number_style([one, two, three, markdown("It is 0.5987.")], SHEET) == ONE_BY_ONE


@given(
    st.randoms(use_true_random=False),
    st.lists(st.sampled_from([HABIT, "0,25", "3.747.200", "2.416", "0.75", "0,1,2"])),
)
def test_the_order_of_the_lines_does_not_matter(shuffler: random.Random, lines):
    shuffled = list(lines)
    shuffler.shuffle(shuffled)
    assert bool(style(*lines).evidence) == bool(style(*shuffled).evidence)


@pytest.mark.parametrize(("written", "rewritten"), rows(__file__, "numbers_are_rewritten_with_points"))
def test_numbers_are_rewritten_with_points(written, rewritten):
    assert COMMAS.rewritten(written) == rewritten
    assert ONE_BY_ONE.rewritten(written) == (rewritten if "; " in written and "[[" not in written else written)


@pytest.mark.parametrize("text", rows(__file__, "all_else_stays"))
def test_all_else_stays(text):
    assert COMMAS.rewritten(text) == text


def test_whole_numbers_in_brackets_may_be_two_sizes():
    assert COMMAS.rewritten("(3,512) and 0,25", may_be_sizes=True) == "(3,512) and 0.25"
    assert COMMAS.rewritten("(3,512)") == "(3.512)"


def test_a_number_of_the_sheet_stays():
    style = COMMAS._replace(given=frozenset({"2.416"}))
    assert style.rewritten("2.416 and 61.706") == "2.416 and 61706"


def german(value: Decimal) -> str:
    """Return a number with points between thousands and a decimal comma."""
    return f"{value:,}".translate(str.maketrans(",.", ".,"))


@given(st.lists(st.decimals(-(10**9), 10**9, places=4, allow_nan=False), min_size=1, max_size=5))
def test_rewritten_numbers_are_read_as_they_were_meant(values):
    text = COMMAS.rewritten(f"[{'; '.join(map(german, values))}]")
    reading = kind("vector").read(text, Hints(whole=False))
    assert [Decimal(str(each.value)) for each in reading.numbers] == values
    assert COMMAS.rewritten(text) == text


@given(st.integers(0, 10**12))
def test_counts_are_read_as_they_were_meant(value):
    reading = kind("number").read(COMMAS.rewritten(german(Decimal(value))), Hints(whole=True))
    assert reading.numbers[0].value == value


def read_as(text, problem, part):
    """Return how the answer to a part was read, also if it is in doubt."""
    questions = read_writeup([markdown(text)], [sheet_named("recurrent-networks")]).questions
    found = next(each.answers for each in questions if each.problem == problem)
    return next(each.text for each in found if each.key.part == part)


GATES = """# 3

r = sigma(1,1) = [0,7503]

z = sigma(-0,72) = [0,3274]

n = tanh(0,8701) = [0,7014]

new state = 0,2690 + 0,2296 = [0,4987]
"""


def test_a_bracket_with_a_decimal_comma_is_a_list_of_one_number():
    assert answers(GATES, "gru-one-step")["state"] == "[0.4987]"
    assert "[0.4987]" not in answers(f"{GATES}\n\nwith 0.4987123", "gru-one-step").values()


def test_points_separate_thousands_in_the_whole_document():
    count = "# 8\n\nc_n holds 6 x 1.536 = 9.216 numbers\n"
    assert read_as(count, "bilstm-shapes", "cell-numbers") == ""
    assert read_as(f"{GATES}\n\n{count}", "bilstm-shapes", "cell-numbers") == "9216"


def test_evidence_shows_the_students_text_and_a_remark_says_how_numbers_were_read():
    reading = read_writeup([markdown(GATES)], [SHEET])
    (found,) = (each for question in reading.questions for each in question.answers if each.text == "[0.4987]")
    assert found.evidence[0].text == "new state = 0,2690 + 0,2296 = [0,4987]"
    assert reading.remarks == ("Numbers are read with decimal commas: `0,2690` on line 9",)


def test_a_document_of_another_style_has_no_remark():
    assert read_writeup([markdown(GATES.replace(",", "."))], [SHEET]).remarks == ()


def test_a_cell_of_a_notebook_is_named():
    evidence = Evidence("s1.ipynb", Place(3, 2), "0,7503")
    assert (
        NumberStyle("comma", evidence, "0,7503").note
        == "Numbers are read with decimal commas: `0,7503` in cell 2, line 3"
    )


def test_an_answer_line_is_read_in_the_style_of_the_document():
    text = f"{HABIT}\n\nAnswer (gru-one-step.reset): [0,7503]\n\nAnswer (bilstm-shapes.cell-numbers): 9.216"
    document = markdown(text)
    marks = explicit_answers([document], [SHEET], number_style([document], SHEET)).answers
    assert {str(key): each.text for key, each in marks.items()} == {
        "gru-one-step.reset": "[0.7503]",
        "bilstm-shapes.cell-numbers": "9216",
    }


def test_front_matter_is_read_as_it_is():
    text = f'---\nanswers: {{bilstm-shapes.cell-numbers: "9.216"}}\n---\n\n{HABIT}'
    document = markdown(text)
    marks = explicit_answers([document], [SHEET], number_style([document], SHEET)).answers
    assert [each.text for each in marks.values()] == ["9.216"]


def part_that_declares(sign):
    problem = load_problem(BANK / "recurrent-networks" / "gru-one-step.yaml")
    parts = tuple(replace(part, decimal=sign) for part in problem.parts)
    declared = SimpleNamespace(name="", title="", problems=[replace(problem, parts=parts)])
    return next(part for key, part in sheet_of(declared).parts.items() if key.part == "reset")


@pytest.mark.parametrize("sign", ["comma", "point"])
def test_a_declared_decimal_sign_wins(sign):
    part = next(part for key, part in SHEET.parts.items() if str(key) == "gru-one-step.reset")
    declared = part_that_declares(sign)
    assert COMMAS.for_parts([part]) == COMMAS
    assert COMMAS.for_parts([part, declared]) == ONE_BY_ONE
    assert COMMAS.of_answer(part, "[0,7503]", "paragraph") == "[0.7503]"
    assert COMMAS.of_answer(declared, "[0,7503]", "paragraph") == "[0,7503]"
    assert COMMAS.of_answer(part, "[0,7503]", "code") == "[0,7503]"


def test_indian_grouping_is_one_number():
    text = "# Q6\n\nGrand total = 1,88,89,728 + 2,51,81,184 = 4,40,70,912 parameters"
    assert answers(text, "transformer-base", "003") == {None: "4,40,70,912"}


def test_the_number_of_a_question_in_a_table_is_no_result():
    table = "| task | result | unit |\n|---|---|---|\n| 2 | 0,926 | s |\n| 3 | 5 | m |"
    found = candidates(statements(lines_of(table, "any-course")), {"number"})
    assert [each.text for each in found] == ["0,926", "5"]
    heads = candidates(statements(lines_of(table.replace("task", "heads"), "any-course")), {"number"})
    assert [each.text for each in heads] == ["2", "0,926", "3", "5"]


def test_commas_are_between_thousands_where_decimals_have_points():
    found = style("0.0045 and 16,154.88", "12.5 each", "1,655")
    assert found.decimal == "point"
    assert found.rewritten("interest 1,655, not (1,655) or 1,65") == "interest 1655, not (1,655) or 1,65"
    assert style("0.0045 and 12.5", "1,655") == ONE_BY_ONE  # two numbers may be slips
    assert style("0.0045 and 12.5 and 7.25", "0,7503", "1,655") == ONE_BY_ONE
    german = style("Das ist mit der Formel nicht von mir und das ist auch 0.5 und 1.5 und 2.5", "1,655")
    assert german == ONE_BY_ONE
