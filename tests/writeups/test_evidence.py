"""What speaks for and against each candidate as the answer to each part."""

import pytest

from checker.writeups.parts.evidence import all_cues, scores
from checker.writeups.parts.stated_values import is_same
from checker.writeups.parts.typed_candidate import reading_of, rows_of
from checker.writeups.results.weights import WEIGHTS
from tests.writeups.section_examples import found, questions


def cues(name, problem, text):
    """Return the cues that hold, by the text of the candidate and the part."""
    question = questions(name)[problem]
    rows = rows_of(question.parts, found(text), ())
    return {
        (rows[place].answers[number].text, question.parts[number].key.part): {
            cue for cue, value in (own | more).items() if value
        }
        for place, own, by_part in all_cues(question.parts, rows, question.prompt)
        for number, more in by_part
    }


def test_cues_of_a_question_with_one_part():
    own = cues("000", "topic-head", "768 × 20 = 15,360, and 15,360 + 20 = 15,380")
    assert "leads_on" in own["15,360", None]
    assert {"last", "last_of_all", "only_last_of_all", "equals"} <= own["15,380", None]
    assert "last_of_all" not in own["15,360", None]


def test_numbers_of_the_prompt():
    own = cues("000", "topic-head", "The width is 768\n\nThe result: 768\n\nThe result: 769")
    assert own["768", None] >= {"given_result"}
    assert "given" in cues("000", "topic-head", "The width is 768")["768", None]
    assert {"given", "given_result"}.isdisjoint(own["769", None])


def test_a_count_is_whole():
    assert "not_whole" in cues("000", "topic-head", "= 15380.5")["15380.5", None]
    assert "not_whole" not in cues("000", "topic-head", "= 15380.0")["15380.0", None]


def test_units():
    own = cues("any-course", "free-fall", "h = 19.6 m\n\nh = 1960 cm\n\nh = 20")
    assert "asked_unit" in own["19.6 m", None]
    assert "without_unit" not in own["1960 cm", None]
    assert "better_sort" in own["20", None]
    assert "last_of_all" in own["19.6 m", None]
    assert "asked_unit" not in own["1960 cm", None]
    assert "without_unit" in own["20", None]


def test_a_unit_that_the_question_does_not_know():
    own = cues("000", "topic-head", "It takes 52 ms for 15,380 parameters")
    assert "foreign_unit" in own["52", None]
    assert "foreign_unit" not in own["15,380", None]


def test_letters_of_parts():
    own = cues("001", "head-output", "(b) 20,480\n\n(c) 61,440")
    assert "same_mark" in own["20,480", "elements"]
    assert "other_mark" in own["20,480", "values"]
    assert {"same_mark", "last_of_mark"} <= own["61,440", "values"]


def test_letters_that_no_part_has_are_no_marks():
    own = cues("001", "head-output", "(b) 20,480\n\n(f) 61,440")
    assert {"same_mark", "other_mark"}.isdisjoint(own["20,480", "elements"])


def test_words_name_a_part():
    own = cues("000", "small-bert", "Total: 87,737,856\n\nEmbeddings: 31,114,752")
    assert {"named", "labelled"} <= own["87,737,856", "total"]
    assert "named_other" in own["87,737,856", "embeddings"]
    assert {"named", "labelled"} <= own["31,114,752", "embeddings"]


def test_titles_name_a_part():
    own = cues("000", "small-bert", "## Embeddings\n\nThey have = 31,114,752")
    assert "above" in own["31,114,752", "embeddings"]
    assert "above" not in own["31,114,752", "feed-forward"]


def test_symbols_stand_for_parts():
    own = cues("recurrent-networks", "gru-one-step", "r = σ(0.6 · 1.5) = 0.7109\n\nz = σ(1.1) = 0.7503")
    assert "symbol" in own["0.7109", "reset"]
    assert "other_symbol" in own["0.7503", "reset"]
    assert "symbol" in own["0.7503", "update"]
    assert "one_number" in own["0.7503", "update"]


def test_a_number_in_a_label_tells_things_of_the_same_name_apart():
    own = cues("cnn-models", "lenet-5", "conv1: = 156\n\nconv 2: = 2416")
    assert "other_ordinal" in own["156", "second-convolution"]
    assert "other_ordinal" not in own["2416", "second-convolution"]


def test_lists_of_the_prompt_are_not_the_last_result():
    own = cues("recurrent-networks", "rnn-two-units", "h_1 = [4, 4.5]\n\nx_2 = [0, 1, -1]")
    assert "last_of_all" in own["[4, 4.5]", "first"]
    assert "better_sort" in own["[0, 1, -1]", "first"]


def test_numbers_in_words_and_in_prose():
    own = cues("000", "topic-head", "The head: 15,380\n\nThat makes about 15 thousand, or 4 more")
    assert "scaled" in own["15 thousand", None]
    assert {"one_digit", "mentioned"} <= own["4", None]


def test_a_single_number_where_something_else_is_asked_for():
    assert "single_number" in cues("losses", "softmax-three-scores", "N = 42")["42", "exponentials"]
    assert cues("000", "flying-attention", "= 0.25") == {}
    assert "single_number" not in cues("000", "flying-attention", "= [0.25, 0.75]")["[0.25, 0.75]", None]


def test_the_scores_are_the_sums_of_the_weights():
    question = questions("000")["topic-head"]
    rows = rows_of(question.parts, found("= 15,380"), ())
    ((_, every, ((_, own),)),) = all_cues(question.parts, rows, question.prompt)
    assert scores(question.parts, rows, question.prompt)[0, 0] == pytest.approx(
        sum(WEIGHTS[cue] * value for cue, value in (every | own).items())
    )


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("0.6667", "0.67", True),
        ("0.6667", "0.66", True),  # cut off
        ("0.6667", "0.65", False),
        ("0.6667", "0.7", False),  # one digit says too little
        ("0.5", "1/2", True),
        ("0.5", "0.50", True),
    ],
)
def test_a_rounded_number_restates_the_exact_one(one, other, expected):
    (part,) = questions("losses")["perplexity-from-the-loss"].parts
    assert is_same(reading_of(part, one), reading_of(part, other)) is expected


def test_lists_of_other_lengths_are_other_values():
    (part,) = questions("000")["flying-attention"].parts
    assert is_same(reading_of(part, "[0.25, 0.75]"), reading_of(part, "[0.250, 0.75]"))
    assert not is_same(reading_of(part, "[0.25, 0.75]"), reading_of(part, "[0.25, 0.75, 0]"))
