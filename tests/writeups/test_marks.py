"""Explicit marks: the lines in which students name the part that they answer."""

import gc
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.document import parse_document
from checker.problems import QuestionKey, load_problems
from checker.writeups.document import Block, Document, Line, Place
from checker.writeups.marks import answer_line, explicit_answers
from checker.writeups.records import BoundAnswer
from checker.writeups.sheets import sheet_of
from tests.bank import BANK
from tests.tables import rows

TOTAL = QuestionKey("small-bert", "total")
TABLE = QuestionKey("position-table", None)
ESSAY = QuestionKey("why-positions", None)


def sheet(name):
    (folder,) = load_problems(BANK / name).assignments.values()
    return sheet_of(folder)


SHEETS = {name: sheet(name) for name in ("000", "001", "003", "004", "essays")}


def block(*texts, kind="paragraph", start=1):
    return Block(kind, tuple(Line(text, Place(number)) for number, text in enumerate(texts, start)))


def table(*rows):
    return Block("table", tuple(Line(" | ".join(row), Place(at), cells=row) for at, row in enumerate(rows, 1)))


def document(*blocks, file="s1.md", front=None):
    return Document(file, blocks, front and parse_document(front, source=file))


def marks(*blocks, name="000", **more):
    return explicit_answers([document(*blocks, **more)], [SHEETS[name]])


def answers(*blocks, name="000", **more):
    found = marks(*blocks, name=name, **more)
    assert found.troubles == ()
    return {str(key): answer.text for key, answer in found.answers.items()}


def test_a_mark_binds_its_value_with_its_line():
    found = marks(block("Some working.", "Answer (small-bert.total): 87,737,856"))
    (answer,) = found.answers.values()
    assert answer[:2] == (TOTAL, "87,737,856")
    assert answer.evidence == (("s1.md", Place(2), "Answer (small-bert.total): 87,737,856"),)
    assert (answer.reason, answer.candidates, answer.doubt) == ("marked as the answer", (), "")


@pytest.mark.parametrize("line", rows(__file__, "marks_are_read_however_they_are_written"))
@pytest.mark.parametrize("kind", ["paragraph", "heading", "item", "code", "output"])
def test_marks_are_read_however_they_are_written(line, kind):
    assert answers(block(line, kind=kind)) == {"small-bert.total": "5"}


def test_a_label_that_is_a_bare_number_needs_its_q():
    assert answers(block("Answer (Q3): 27,648"), name="001") == {"encoder-layer": "27,648"}
    found = marks(block("Answer (3): 27,648", "Answer (3a): 5", "Answer (7): 1"), name="001")
    assert found.answers == {}
    assert [(each.message, each.meant) for each in found.troubles] == [
        ("(3) may be a question or a part; write the id in the brackets: encoder-layer", (("encoder-layer", None),))
    ]


def test_a_label_of_two_assignments_names_nothing():
    sheets = [SHEETS["001"], SHEETS["003"]]  # both have a question 3 and a question 4
    found = explicit_answers([document(block("Answer (Q3): 5", "Answer (encoder-layer): 6"))], sheets)
    assert [str(key) for key in found.answers] == ["encoder-layer"]


@pytest.mark.parametrize(
    "value", ["", " ", "____", "_ _ _", ".....", "…", "------", "[ ]", "**", "`____`", '____"', "“____”"]
)
def test_an_untouched_answer_line_is_not_answered(value):
    assert answers(block(f"Answer (small-bert.total): {value}")) == {"small-bert.total": ""}


@pytest.mark.parametrize("value", ["0", "-5", "n/a", "0.333...", "$\\frac{1}{3}$", "[0.6, 0.2]", "O(n_1)", "?", "<"])
def test_a_value_stays_as_it_was_written(value):
    assert answers(block(f"Answer (small-bert.total): {value}")) == {"small-bert.total": value}


@pytest.mark.parametrize("line", ["\\textbf{Answer (Q3b):} 1538", "\\textbf{Answer (Q3b): 1538}"])
def test_the_braces_of_a_bold_line_do_not_belong_to_the_answer(line):
    assert answers(block(line)) == {"language-head": "1538"}


def test_several_marks_share_a_line():
    line = "Answer (topic-head): 3,845; Answer (language-head): 1,538."
    assert answers(block(line)) == {"topic-head": "3,845", "language-head": "1,538."}


def test_the_next_line_is_only_read_where_the_line_of_the_mark_is_empty():
    assert answers(block("Answer (topic-head): 3,845", "and 5 more words")) == {"topic-head": "3,845"}
    assert answers(block("Answer (topic-head):", "3,845", "7")) == {"topic-head": "3,845"}
    assert answers(block("Answer (topic-head): ____", "3,845")) == {"topic-head": "3,845"}
    assert answers(block("Answer (topic-head):"), block("3,845", start=3)) == {"topic-head": "3,845"}
    assert answers(block("Answer (topic-head): ____"), block("3,845", start=3)) == {"topic-head": ""}
    assert answers(block("Answer (topic-head): ____"), block("3845", kind="formula")) == {"topic-head": "3845"}
    assert answers(block("Answer (topic-head):"), block("4 Next", kind="heading"), block("5")) == {"topic-head": ""}


def test_the_next_mark_ends_an_answer():
    lines = ("Answer (topic-head):", "Answer (language-head):", "1,538")
    assert answers(block(*lines)) == {"topic-head": "", "language-head": "1,538"}
    found = marks(block("Answer (topic-head):", "Answer (langage-head): 1,538"))
    assert found.answers[QuestionKey("topic-head", None)].text == ""


def test_a_matrix_goes_on_for_several_lines():
    rows = ("0 1 0 1", "0.84 0.54 0.1 1.0")
    assert answers(block("Answer (position-table):", *rows), name="004") == {"position-table": "\n".join(rows)}
    lines = ("Answer (Q1.2, table): [[0, 1],", " [1, 0]", "]", "Each row is a position of 4.")
    assert answers(block(*lines), name="004") == {"position-table": "[[0, 1],\n[1, 0]\n]"}
    lines = ("Answer (position-table): [[0, 1], [1, 0]]", "This took 3 hours.")
    assert answers(block(*lines), name="004") == {"position-table": "[[0, 1], [1, 0]]"}


def test_a_matrix_may_be_a_formula_or_a_table_below_the_mark():
    latex = r"\begin{bmatrix} 0 & 1 \\ 1 & 0 \end{bmatrix}"
    mark = block("Answer (position-table): ____")
    assert answers(mark, block(latex, kind="formula"), name="004") == {"position-table": latex}
    assert answers(mark, table(("0", "1"), ("1", "0")), name="004") == {"position-table": "0, 1\n1, 0"}
    code = block(r"\begin{bmatrix}", "0 & 1", r"\end{bmatrix}", kind="code")
    assert answers(mark, code, block("7"), name="004") == {"position-table": "\\begin{bmatrix}\n0 & 1\n\\end{bmatrix}"}


def test_a_row_of_a_table_holds_a_mark_and_its_value():
    rows = [("Part", "Value"), ("Answer (topic-head)", "3,845"), ("Answer (Q2):", "", "0.6", "0.2"), ("later", "9")]
    assert answers(table(*rows)) == {"topic-head": "3,845", "flying-attention": "0.6, 0.2"}
    assert answers(table(("Answer (topic-head): 5", "as above"))) == {"topic-head": "5"}
    assert answers(table(("Answer (topic-head): ____", "____"), ("9", "9"))) == {"topic-head": ""}


def test_an_essay_goes_on_to_the_next_heading_or_mark():
    blocks = (
        block("Answer (why-positions): Without them", "the order is lost."),
        block("A second idea.", kind="item", start=4),
        block("Answer (why-scale): short", start=6),
        block("Q9", kind="heading", start=7),
        block("not the essay", start=8),
    )
    essay = "Without them\nthe order is lost.\n\nA second idea."
    assert answers(*blocks, name="essays") == {"why-positions": essay, "why-scale": "short"}
    assert answers(block("Answer (why-scale): ____"), block("Next", kind="heading"), name="essays") == {"why-scale": ""}


def test_of_two_marks_the_later_counts_and_both_are_shown():
    found = marks(block("Answer (topic-head): 3,840", "Answer (topic-head): 3,845", "Answer (topic-head): ____"))
    (answer,) = found.answers.values()
    assert (answer.text, answer.evidence[0].place.line) == ("3,845", 2)
    assert [(each.place.line, each.text) for each in answer.candidates[1:]] == [(1, "Answer (topic-head): 3,840")]
    assert answer.reason == "marked as the answer; it replaces the answer in line 1"
    assert answer.doubt == ""


def test_an_answer_line_that_is_left_open_later_needs_a_person():
    found = marks(block("Answer (topic-head): 3,845", "Answer (topic-head): ?"))
    (answer,) = found.answers.values()
    assert answer.doubt == "A later answer line leaves this part open."
    assert [each.place.line for each in answer.candidates] == [2, 1]


def test_the_same_answer_twice_is_no_correction():
    (answer,) = marks(block("Answer (topic-head): 3,845", "Answer (Q3a): 3,845")).answers.values()
    assert (answer.candidates, answer.reason) == ((), "marked as the answer")


def test_two_files_with_different_answers_need_a_person():
    files = [document(block(f"Answer (topic-head): {value}"), file=f"{value}.md") for value in ("3,840", "3,845")]
    (answer,) = explicit_answers(files, [SHEETS["000"]]).answers.values()
    assert answer.doubt == "Two files of this student give different answers."
    assert [each.file for each in answer.candidates] == ["3,845.md", "3,840.md"]
    assert (answer.text, answer.confidence) == ("3,845", 0.5)


@pytest.mark.parametrize(
    ("unit", "other", "differs"),
    [("", "1, 2, 4, 8 h", False), ("", "1, 2, 4, 9 h", True), ("unit: {required: true}\n", "1, 2, 4, 8 h", True)],
)
def test_two_files_whose_answers_are_read_as_one_do_not_differ(tmp_path, unit, other, differs):
    text = "id: times\ntype: numeric\nanswer: set\nparameters: {value: [1, 2, 4, 8], unit: h}\n"
    (tmp_path / "times.yaml").write_text(text + unit)
    (folder,) = load_problems(tmp_path).assignments.values()
    files = [document(block(f"Answer (times): {value}"), file=f"{value}.md") for value in ("1, 2, 4, 8", other)]
    (answer,) = explicit_answers(files, [sheet_of(folder)]).answers.values()
    assert bool(answer.doubt) == differs


def test_a_mark_is_bound_without_doubt():
    (answer,) = marks(block("Answer (topic-head): 3,845")).answers.values()
    expected = BoundAnswer(
        QuestionKey("topic-head", None), "3,845", answer.evidence, 1.0, "marked as the answer", is_marked=True
    )
    assert answer == expected


@pytest.mark.parametrize(("name", "message"), rows(__file__, "a_misspelt_id_is_reported"))
def test_a_misspelt_id_is_reported(name, message):
    found = marks(block("", f"Answer ({name}): 5"))
    assert found.answers == {}
    assert [(each.evidence.place.line, each.message) for each in found.troubles] == [(2, message)]


def test_an_unknown_id_is_reported_with_the_known_ones():
    (trouble,) = marks(block("Answer (gpt.weights): 5"), name="001").troubles
    known = "known are encoder-layer, head-output.shape, head-output.elements, head-output.values"
    assert trouble.message == f"gpt.weights is not a question of this assignment; {known}"


def test_a_problem_with_parts_needs_one():
    (trouble,) = marks(block("Answer (head-output): 5"), name="001").troubles
    advice = "write one of them in the brackets: head-output.shape, head-output.elements or head-output.values"
    assert trouble.message == f"head-output has several parts; {advice}"


@pytest.mark.parametrize("name", ["a", "in MB", "approx.", "3.1", "i.e. the total", "see Q1", "per-layer"])
def test_brackets_with_other_words_are_no_marks(name):
    assert answers(block(f"Answer ({name}): 5")) == {}


@pytest.mark.parametrize("text", ["Answers (topic-head) are below", "myanswer (topic-head): 5", "Answer: topic-head 5"])
def test_prose_is_no_mark(text):
    assert answers(block(text)) == {}


def test_answers_in_the_front_matter():
    front = "student: s1\nanswers:\n  topic-head: 3,845\n  Q2: [0.6, 0.2]\n  small-bert: {total: 87,737,856}\n"
    front += "  small-bert.layer: null\n"
    found = marks(block("text"), front=front)
    assert {str(key): answer.text for key, answer in found.answers.items()} == {
        "topic-head": "3,845",
        "flying-attention": "[0.6, 0.2]",
        "small-bert.total": "87,737,856",
        "small-bert.layer": "",
    }
    answer = found.answers[TOTAL]
    assert (answer.evidence[0].place.line, answer.reason) == (5, "given at the top")
    (trouble,) = marks(front="answers: {smal-bert: {total: 5}}").troubles
    assert trouble.message.endswith("; did you mean small-bert.total?")
    assert marks(front="answers: 5") == marks(front="answers: [1, 2]") == ({}, ())


def test_a_line_replaces_the_front_matter():
    (answer,) = marks(block("Answer (topic-head): 5"), front="answers: {topic-head: 4}").answers.values()
    assert (answer.text, answer.candidates[1].text) == ("5", "topic-head: 4")


def test_an_answer_line_is_read_back():
    for each in SHEETS.values():
        for key in each.parts:
            assert answers(block(f"{answer_line(key)} 7"), name=each.assignment or _name(each)) == {str(key): "7"}


def _name(sheet):
    return next(name for name, each in SHEETS.items() if each is sheet)


@given(st.lists(st.text(), max_size=5), st.sampled_from(["paragraph", "code", "table", "formula", "item"]))
def test_any_text_is_read_without_an_exception(texts, kind):
    lines = [f"Answer (topic-head): {text}" for text in texts]
    assert set(marks(block(*lines, *texts, kind=kind)).answers) <= {
        QuestionKey("topic-head", None),
        *SHEETS["000"].parts,
    }


def test_a_long_document_takes_little_time():
    lines = [f"Answer (topic-head): {number}" if number % 2 else f"(unknown) [{number}" for number in range(8_000)]
    unknown = [f"Answer (topic-heax{number}): 5" for number in range(2_000)]
    gc.freeze()  # what other tests hold is not collected while the time is taken
    start = time.process_time()
    found = marks(block(*lines, *unknown, "Answer (" * 20_000))
    took = time.process_time() - start
    gc.unfreeze()
    assert took < 1.5
    assert found.answers[QuestionKey("topic-head", None)].text == "7999"
    assert len(found.troubles) <= 50
