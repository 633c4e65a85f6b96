"""Binding: which result of a section answers which part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.writeups.parts.binding import SURE, bind
from checker.writeups.parts.chosen_value import NOTHING
from tests.writeups.section_examples import bound, bound_texts, found, questions


def one(text, name="000", problem="topic-head"):
    """Return what is bound to the only part of a question."""
    (only,) = bound(name, problem, text)
    return only


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("768 × 20 + 20 = 15,380", "15,380"),
        ("768 × 20 = 15,360, with the biases 15,360 + 20 = 15,380.", "15,380"),  # the last of a chain
        ("= 768 × 20 + 20\n= 15,360 + 20\n= 15,380", "15,380"),
        ("The head has 768 inputs.\n\nTotal: 15,380", "15,380"),  # 768 is in the prompt
        ("Total: 15,360\n\nCorrection: 15,380", "15,380"),
        ("Total: 15,380\n\nTotal: 15,390\n\nThat is wrong.", "15,380"),
        ("So **15,380** parameters, of which 20 are biases.", "15,380"),
        ("= 15,380, about 15.4k", "15,380"),
    ],
)
def test_the_result_is_bound(text, expected):
    found_one = one(text)
    assert found_one.candidate.text == expected
    assert found_one.confidence >= SURE


def test_a_rounded_restatement_and_the_exact_value_are_one():
    found_one = one("L = 2.7183\n\nThe perplexity is 2.72", "losses", "perplexity-from-the-loss")
    assert found_one.candidate.text == "2.7183"
    assert found_one.others == ()


def test_a_correction_lowers_what_it_corrects():
    found_one = one("Total: 15,360\n\nCorrection: 15,380")
    assert (found_one.candidate.text, [each.text for each in found_one.others]) == ("15,380", ["15,360"])
    assert one("Total: 15,360. Sorry, 15,380.").candidate.text == "15,380"
    assert found_one.confidence > one("Total: 15,360\n\nTotal: 15,380").confidence


def test_two_equal_candidates_are_a_doubt_with_both_shown():
    found_one = one("Answer: 15,360\n\nAnswer: 15,380\n\nAnswer: 15,390")
    assert found_one.confidence < SURE
    assert {found_one.candidate.text, *(each.text for each in found_one.others)} == {"15,360", "15,380", "15,390"}


def test_results_of_code_that_name_no_part_are_doubted():
    found_one = one("```\n>>> 768*20\n15360\n>>> 768*20+20\n15380\n```")
    assert found_one.confidence < SURE
    assert (found_one.candidate.text, [each.text for each in found_one.others]) == ("15380", ["15360"])
    assert one("```\n15380\n```").confidence >= SURE  # the only one


def test_a_number_in_prose_does_not_beat_results():
    beaten = one("We get = 15,380\n\n4,711 weights were in the notes of the other group")
    assert (beaten.candidate.text, beaten.confidence >= SURE) == ("15,380", True)
    doubted = one("We get = 15,380\n\nThe head has 4,711 weights")
    assert doubted.confidence < SURE
    assert [each.text for each in doubted.others] == ["15,380"]


def test_a_number_of_the_prompt_is_not_sure():
    assert one("The width is 768.").confidence < SURE


@pytest.mark.parametrize(("text", "expected"), [("h = 19.6 m", "19.6 m"), ("h = 1960 cm", "1960 cm"), ("h = 20", "20")])
def test_the_unit_belongs_to_the_answer(text, expected):
    assert one(text, "any-course", "free-fall").candidate.text == expected


def test_the_result_with_the_unit_asked_for():
    sure = one("h = 3.5\n\nh = 19.6 m", "any-course", "free-fall")
    followed = one("h = 19.6 m\n\nh = 3.5", "any-course", "free-fall")
    assert (sure.candidate.text, sure.confidence >= SURE) == ("19.6 m", True)
    assert (followed.candidate.text, followed.confidence >= SURE) == ("19.6 m", True)


def test_a_count_is_whole():
    assert one("= 15,380").confidence > 0.9
    assert one("= 15380.5").confidence < 0.75


def test_counts_next_to_numbers_with_two_readings_are_doubted():
    sure = one("The weights are = 15360\n\nTotal = 15380")
    doubted = one("The weights are = 15.360\n\nTotal = 15380")
    assert sure.confidence >= SURE > doubted.confidence


def test_letters_bind_in_order():
    expected = {"shape": "32 × 16", "elements": "512", "values": "1,024"}
    assert bound_texts("001", "head-output", "(a) 32 × 16\n\n(b) 512\n\n(c) 1,024") == expected
    assert bound_texts("001", "head-output", "(a) 32 × 16\n\n(c) 1,024") == expected | {"elements": ""}


def test_words_bind_in_any_order():
    text = "Embeddings: 31,114,752\n\nTotal: 87,737,856\n\nFFN: 4,722,432\n\nAttention: 2,362,368"
    bound_ = bound_texts("000", "small-bert", text)
    assert bound_["embeddings"] == "31,114,752"
    assert bound_["total"] == "87,737,856"
    assert bound_["feed-forward"] == "4,722,432"
    assert bound_["attention"] == "2,362,368"


def test_results_in_series_are_a_list():
    text = "e1 = 2.718\n\ne2 = 7.389\n\ne3 = 20.09\n\nprobabilities: [0.09, 0.24, 0.67]"
    assert bound_texts("losses", "softmax-three-scores", text) == {
        "exponentials": "[2.718, 7.389, 20.09]",
        "probabilities": "[0.09, 0.24, 0.67]",
    }


def test_a_table_is_a_matrix_without_its_index():
    text = "| pos | a | b |\n|---|---|---|\n| 0 | 0 | 1 |\n| 1 | 0.84 | 0.54 |\n| 2 | 0.91 | -0.42 |"
    assert one(text, "004", "position-table").candidate.text == "[[0, 1], [0.84, 0.54], [0.91, -0.42]]"


def test_nothing_is_bound_where_nothing_is_found():
    assert one("No idea.") == NOTHING


def test_nothing_is_bound_to_what_the_student_left_out():
    question = questions("001")["head-output"]
    keys = {part.key for part in question.parts}
    several = bind(question.parts, found("(a) 32 × 16\n\n(b) 512"), question.prompt, keys)
    assert [each.candidate for each in several] == [None, None, None]


def test_a_part_that_nothing_names_stays_empty():
    several = bound_texts("001", "head-output", "elements: 512\n\nvalues: 1,024")
    assert several == {"shape": "", "elements": "512", "values": "1,024"}


SECTIONS = [
    ("000", "topic-head", ["768 × 20 = 15,360 weights", "15,360 + 20 = 15,380"]),
    ("001", "head-output", ["(a) 32 × 16", "(b) 512", "(c) 1,024"]),
    ("any-course", "free-fall", ["It rises, then h = 19.6 m"]),
]
WORDS = [
    "the",
    "because",
    "every",
    "number",
    "comes",
    "from",
    "rows",
    "that",
    "are",
    "multiplied",
    "which",
    "we",
    "know",
]


@given(
    section=st.sampled_from(SECTIONS), words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), data=st.data()
)
def test_a_line_without_numbers_changes_no_answer(section, words, data):
    name, problem, lines = section
    place = data.draw(st.integers(0, len(lines)))
    more = [*lines[:place], " ".join(words), *lines[place:]]
    assert bound_texts(name, problem, "\n\n".join(more)) == bound_texts(name, problem, "\n\n".join(lines))


@pytest.mark.parametrize("later", ["3,845 with biases", "with biases 3,845", "and both 3,845 (about 3.8k)"])
def test_a_result_that_another_one_follows_is_doubted(later):
    assert one("768 * 5 = 3,840").confidence >= SURE
    found_one = one(f"768 * 5 = 3,840\n\n{later}")
    assert found_one.confidence < SURE
    assert {found_one.candidate.text, *(each.text for each in found_one.others)} >= {"3,840", "3,845"}


def test_a_result_answers_one_part():
    shape, elements, values = bound("001", "head-output", "(a) 32 × 16\n\n(c) 1,024")
    assert (shape.candidate.text, elements.candidate, values.candidate.text) == ("32 × 16", None, "1,024")
    assert elements.others == (), "1,024 is surely for another part"


def test_one_of_several_rows_is_no_matrix():
    text = "y_1 = (-1.449; -1; 3.874)\n\ny_2 = (3.449; -1; -3.874)"
    assert bound("normalisation", "layer-norm-gain", f"Output: {text}")[1].confidence < 0.5
    (only,) = bound("normalisation", "faint-token", "y = (-0.76; 1.64; 0.14; -0.94)")
    assert only.confidence >= SURE
