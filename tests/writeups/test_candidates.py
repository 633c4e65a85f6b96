"""Candidates: what in a section may be an answer, and what speaks for it."""

import re
from pathlib import Path

import pytest

import checker.writeups
from checker.writeups.results import candidates as module
from checker.writeups.results.weights import CUE_WORDS, ONLY, WEIGHTS
from tests.writeups.section_examples import found, texts


def cues(text, value, **more):
    """Return the cues of the one candidate with this text."""
    (candidate,) = [each for each in found(text, **more) if each.text == value]
    return {*candidate.cues}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("768 × 3072 + 3072 = 2,362,368", ["2,362,368"]),  # operands are no results
        ("12 × 4 = 48, and 48 + 2 = 50.", ["48", "50"]),
        ("It has 12 × 4 = 48 = 96 − 48 heads", []),  # the chain goes on
        ("layer 3, step 2, fig. 4", []),  # names
        ("see (42) there", []),
        ("about 15.4k", []),
        ("`n = 42`", ["42"]),
        ("2 + 2 = 5?", ["5"]),
        ("The vector is [1, 2, 3].", ["[1, 2, 3]"]),
        ("W is 32 × 16", ["32 × 16"]),
        ("It costs O(n^2 d).", ["O(n^2 d)"]),
        ("It costs O(n^2) + 5.", []),
    ],
)
def test_what_is_written_like_a_result(text, expected):
    assert texts(text) == expected


def test_only_the_kinds_asked_for_are_found():
    assert texts("It costs O(42^2)", "number") == []
    assert texts("It has O(n^2) = 42", "complexity", "number") == ["42"]
    assert texts("The shape is 32 × 16", "shape") == ["32 × 16"]


def test_the_sides_of_an_equation_are_formulas():
    several = found("N = 2 * d * f = f * (2 * d)", frozenset({"formula"}))
    assert [(each.text, "goes_on" in each.cues, "equals" in each.cues) for each in several] == [
        ("2 * d * f", True, True),
        ("f * (2 * d)", False, True),
    ]


def test_a_candidate_knows_its_place_and_the_words_around_it():
    *_, last = found("# Two\n\nSome words.\n\nThe encoder has 42 weights. More.")
    assert (last.text, last.kind, last.place.line, last.line) == (
        "42",
        "number",
        5,
        "The encoder has 42 weights. More.",
    )
    assert (last.near, last.after, last.label) == ("The encoder has ", " weights", "The encoder has ")
    assert (last.previous, last.order) == ("Some words.", len(found("# Two\n\nThe encoder has 42 weights.")) - 1)


def test_a_statement_leads_to_the_number_alone_after_it():
    (candidate,) = found("The total of the encoder is:\n\n4,200")
    assert candidate.near.startswith("The total of the encoder is:")


def test_the_last_of_a_statement_counts_and_what_it_is_worked_out_from_leads_on():
    assert "last" in cues("12 × 4 = 48, 48 + 2 = 50", "50")
    assert "leads_on" in cues("12 × 4 = 48, 48 + 2 = 50", "48")
    assert "leads_on" not in cues("12 × 4 = 48, 3 + 2 = 5", "48")


@pytest.mark.parametrize("words", ["Sorry, it should be", "Correction:", "korrektur:", "no, it is", "oops,", "en fait"])
def test_a_correction(words):
    text = f"The total is 42.\n\n{words} 43"
    assert "correction" not in cues(text, "42")
    assert "correction" in cues(text, "43")


def test_only_what_comes_after_the_word_is_corrected():
    text = "The total is 42, sorry, it is 43"
    assert "correction" not in cues(text, "42")
    assert "correction" in cues(text, "43")


@pytest.mark.parametrize("words", ["Ignore this.", "forget that", "That is wrong.", "<-- no"])
def test_a_result_is_withdrawn(words):
    text = f"The first is 41.\n\nThe total is 42.\n\n{words}"
    assert "withdrawn" not in cues(text, "41")
    assert "withdrawn" in cues(text, "42")
    assert texts(text) == ["41"]


@pytest.mark.parametrize("title", ["Summary", "Final answers", "Zusammenfassung", "Results that count", "résumé"])
def test_results_in_a_summary(title):
    text = f"The first is 41.\n\n## {title}\n\nThe total is 42.\n\nThe rest is 43."
    assert ["summary" in cues(text, value) for value in ("41", "42", "43")] == [False, True, True]


def test_code_and_what_it_prints():
    assert "in_code" in cues("```\nx = 42\n```", "42")
    assert "printed" in cues(">>> 40 * 105\n\n4200", "4200")
    assert {"in_code", "printed"}.isdisjoint(cues("x = 42", "42"))


def test_bold_results():
    assert "strong" in cues("The total is **42**, not more", "42")


SERIES = "p1 = 0.3\n\np2 = 0.7\n\np3 = 0.1"


def test_results_in_series_become_a_list():
    several = found(SERIES)
    assert [(each.text, each.kind) for each in several if "series" not in each.cues] == [("[0.3, 0.7, 0.1]", "vector")]
    assert [each.text for each in several if "series" in each.cues] == ["0.3", "0.7", "0.1"]


def test_two_lines_or_lines_of_other_words_are_no_series():
    assert "series" not in cues("p1 = 0.3\n\np2 = 0.7", "0.7")
    assert "series" not in cues("p1 = 0.3\n\np2 = 0.7\n\nq3 = 0.1", "0.1")


TABLE = "| {} | sin | cos |\n|---|---|---|\n| {} | 0 | 1 |\n| {} | 0.84 | 0.54 |\n| {} | 0.91 | -0.42 |"


@pytest.mark.parametrize("index", [("pos", 0, 1, 2), ("pos", 1, 2, 3), ("word", "a", "b", "c")])
def test_a_table_becomes_a_matrix_without_its_index(index):
    several = found(TABLE.format(*index), frozenset({"matrix"}))
    whole = [each.text for each in several if "whole_table" in each.cues]
    assert whole == ["[[0, 1], [0.84, 0.54], [0.91, -0.42]]"]


def test_a_first_column_that_does_not_count_is_no_index():
    several = found(TABLE.format("pos", 5, 2, 7), frozenset({"matrix"}))
    assert [each.text for each in several if "whole_table" in each.cues] == [
        "[[5, 0, 1], [2, 0.84, 0.54], [7, 0.91, -0.42]]"
    ]


def test_a_column_becomes_a_list_named_by_its_heading():
    several = found(TABLE.format("pos", 0, 1, 2), frozenset({"vector"}))
    columns = {each.near: each.text for each in several if each.kind == "vector"}
    assert (columns["sin"], columns["cos"]) == ("[0, 0.84, 0.91]", "[1, 0.54, -0.42]")
    assert "pos" not in columns


def test_the_first_and_last_cells_of_a_row():
    text = TABLE.format("pos", 5, 2, 7)
    assert "last_cell" in cues(text, "-0.42", kinds=frozenset({"number"}))
    assert "inner_cell" in cues(text, "0.91", kinds=frozenset({"number"}))


def test_a_column_of_answers():
    text = "| task | quantity | {} | from |\n|---|---|---|---|\n| 1 | forward | 7.5 | line [5] |\n| 2 | both | 15.5 | |"
    for heading in ("Answer", "result", "value / FLOP", "Ergebnis", "Wert"):
        (candidate,) = [each for each in found(text.format(heading)) if each.text == "7.5"]
        assert {"answer_word", "inner_cell"} & {*candidate.cues} == {"answer_word"}
        assert "forward" in candidate.near
    assert "inner_cell" in cues(text.format("devalued"), "7.5")


@pytest.mark.parametrize(
    ("text", "value", "cue"),
    [
        ("Hence the weights take 13.48 GB.", "13.48", "end"),
        ("We use 13.48 GB.", "13.48", "middle"),
        ("both 44070912 (~44M)", "44070912", "end"),
        ("both 44070912 (~44M) of them", "44070912", "middle"),
        ("3,845 with biases", "3,845", "end"),
        ("3,845 with the biases of the last linear layer", "3,845", "middle"),
    ],
)
def test_where_a_number_stands(text, value, cue):
    assert {"end", "middle"} & cues(text, value) == {cue}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("If I leave them out 15", True),
        ("If I add them up, the layer has 15", False),
        ("If I had added them, it would be 15", True),
    ],
)
def test_suppositions_end_where_their_consequence_begins(text, holds):
    assert ("compared" in cues(text, "15")) == holds


@pytest.mark.parametrize("label", ["(d) ", "d) ", "(d)  ", " d. "])
def test_the_letter_of_a_part_is_no_factor_of_its_formula(label):
    several = found(f"{label}h^2 + h*d + h", frozenset({"formula"}))
    assert [each.text for each in several] == ["h^2 + h*d + h"]


def test_a_factor_in_brackets_is_no_letter_of_a_part():
    several = found("(d)(h + 1)", frozenset({"formula"}))
    assert [each.text for each in several] == ["(d)(h + 1)"]


def test_the_value_of_a_formula_does_not_go_on_with_it():
    formula = frozenset({"formula", "number"})
    assert "goes_on" not in cues("N = 2*d*f + d + f = 42", "2*d*f + d + f", kinds=formula)
    assert "goes_on" in cues("N = 2*d*f + d + f = 2*d*f + 2*d = 42", "2*d*f + d + f", kinds=formula)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 3,0499", []),  # one number
        ("x = 12,4817", []),
        ("x = 3, 499", []),  # one number, in groups
        ("x = 3, 4990", ["[3, 4990]"]),
        ("x = 3,49", []),  # one number, or two
    ],
)
def test_a_decimal_comma_is_no_list(text, expected):
    assert texts(text, "vector") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1, 2]\n[3, 4]", "[[1, 2], [3, 4]]"),
        ("[1, 2] and [3, 4]", "[[1, 2], [3, 4]]"),
        ("1, 0.5, 0.6\n2, 0.7, 0.8", "[[0.5, 0.6], [0.7, 0.8]]"),  # without the numbers of the rows
        ("3, 0.5, 0.6\n2, 0.7, 0.8", "[[3, 0.5, 0.6], [2, 0.7, 0.8]]"),
        ("```\nS = | 3  2 |\n    | 3  0 |\n```", "[[3, 2], [3, 0]]"),
        ("```\nA^-1 = [  0.2  -0.2 ]\n       [  0.4   0.6 ]\n```", "[[ 0.2 -0.2 ], [ 0.4 0.6 ]]"),
        ("```\n⎡ 1 2 ⎤\n⎢ 3 4 ⎥\n⎣ 5 6 ⎦\n```", "[[1, 2], [3, 4], [5, 6]]"),
        ("```\n0,87  0,13\n0,78  0,22\n```", "[[0,87 0,13], [0,78 0,22]]"),
    ],
)
def test_lists_below_each_other_are_a_matrix(text, expected):
    (matrix,) = [each for each in found(text) if "stacked" in each.cues]
    assert (matrix.text, matrix.kind) == (expected, "matrix")
    assert all("one_of_several" in each.cues for each in found(text) if each.kind == "vector")


@pytest.mark.parametrize("text", ["x1 = 3 4\nx2 = 4 5", "27 648,5\n27 649,5"])
def test_lines_with_names_and_grouped_numbers_are_no_matrix(text):
    assert "stacked" not in {cue for each in found(f"```\n{text}\n```") for cue in each.cues}


def test_cells_may_have_units():
    table = "| month | interest | rest |\n|---|---|---|\n| 1 | 24,00 € | 5774,00 € |\n| 2 | 23,10 € | 5547,10 € |"
    (whole,) = [each for each in found(table, frozenset({"matrix"})) if "whole_table" in each.cues]
    assert whole.text == "[[24,00 €, 5774,00 €], [23,10 €, 5547,10 €]]"


def test_the_number_of_candidates_is_limited(monkeypatch):
    monkeypatch.setattr(module, "MOST", 5)
    assert [each.text for each in found("\n\n".join(f"x = {number}7{number}" for number in range(1, 20, 2)))][
        -1
    ] == "979"


def test_every_weight_is_that_of_a_cue_which_may_be_found():
    text = "".join(
        path.read_text() for path in Path(checker.writeups.__file__).parent.rglob("*.py") if path.stem != "weights"
    )
    named = {*re.findall(r'"(\w+)"', text)}
    assert {*WEIGHTS} - named - {*ONLY.values()} == set()
    assert {*CUE_WORDS} <= {*WEIGHTS}
    assert {*ONLY} <= {*WEIGHTS}
