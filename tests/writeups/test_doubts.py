"""Doubts: a result that is denied, compared, quoted or one of two goes to a person, also if it is right."""

import pytest

from checker.writeups.questions.own_lines import own_lines
from checker.writeups.questions.section_lines import section_lines
from checker.writeups.questions.sheet_index import index_of
from checker.writeups.read import read_writeup
from tests.writeups.answer_keys import sheet_named
from tests.writeups.documents_of import markdown
from tests.writeups.section_examples import found


def answer(text, problem="language-head", part=None):
    """Return the answer in the section of a question of assignment 000."""
    label = {"language-head": "Q3b", "topic-head": "Q3a", "flying-attention": "Q2", "small-bert": "Q1"}[problem]
    questions = read_writeup([markdown(f"# {label}\n\n{text}\n")], [sheet_named("000")]).questions
    return next(each for one in questions for each in one.answers if (each.problem, each.part) == (problem, part))


def is_for_a_person(found_one):
    return bool(found_one.doubt) and not found_one.is_likely


ALTERNATIVES = [
    "either 1,536 or 1,538",
    "1,536 or 1,538",
    "1,536 weights or 1,538 weights",
    "1,536...1,538",
    "1,536 – 1,538",
    "It lies between 1,536 and 1,538.",
    "Somewhere from 1,536 to 1,538",
    "1,536, maybe 1,538",
    "1,536 or maybe 1,538",
    "1,536 or is it 1,538",
    "Maybe 1,536, maybe 1,538",
    "Total: 1,536 (or 1,538)",
    "Total: 1,536 or even 1,538",
    "Total: 1,536 vs 1,538",
    "1,536, vielleicht 1,538",
    "entweder 1,536 oder 1,538",
    "soit 1,536 soit 1,538",
    "1,536, peut-être 1,538",
    "o 1,536 o 1,538",
    "De 66 a 1,538.",
    "1,538  weights o 1,536 weights",
    "From 1,536 weights to 1,538.",
]
DENIALS = [
    "It can't be 1,538.",
    "cannot be 1,538",
    "The answer is not 1,538",
    "Total: ≠ 1,538",
    "The total isn't 1,538.",
    "never 1,538",
    "I don't think it is 1,538",
    "It should not be 1,538",
    "Das Ergebnis ist nicht 1,538",
    "Ce n'est pas 1,538",
    "no es 1,538",
    "Total: 1,538 is NOT the answer",
    "Total = 1,538 would be wrong",
    "Total = 1,538 is incorrect",
    "Total: 1,538 (wrong)",
    "Total: 1,538 ist falsch",
    "1,538 est faux",
    "Incorrect: 1,538",
    "Falsch: 1,538",
    "Common mistake: 1,538",
    "A typical wrong result is 1,538.",
    "Anything but 1,538.",
    "The right answer is certainly different from 1,538",
    "I doubt that it is 1,538",
    "The answer 1,538 forgets one thing",
    "1,538 ✗",
    "1,538\n\nHmm, that cannot be right.",
    "1,538\n\nThe result above is wrong.",
]
COMPARISONS = [
    "at least 1,538",
    "at most 1,538",
    "more than 1,538",
    "mindestens 1,538",
    "moins de 1,538",
    "al menos 1,538",
    "Total < 1,538",
    "Total ≥ 1,538",
]
OTHERS = [
    "Twice 1,538",
    "Double of 1,538.",
    "half of 1,538",
    "1,538 per head, so times 4.",
    "1,538 (x 4 heads)",
    "1,538, plus 4096 for the rest",
    "Total = 1,538 ± 4096",
    "1,538 is a lower bound",
    "O(1,538)",
    "Total: 1,538 = 100% of it",
    "1,538 minutes",
    "1,538 MB",
    "1,538 KB",
    "Total = 1,538 bytes",
    "1536 = 1538",
    "768*2+2 = 1,539 = 1,538",
    "see page 1538",
    "see line 1538",
    "Chatgpt says 1,538.",
    "My friend got 1,538",
    "The expected answer is 1,538",
    "I was tempted to add 768 + 770 = 1,538",
    "With biases it would have been 1,538",
]


@pytest.mark.parametrize(
    "text",
    [
        "between [1, 2] and [3, 4]",
        "between (1 | 2) and [3, 4]",
        "between $\\begin{bmatrix} 1 & 2 \\end{bmatrix}$ and [3, 4]",
        "[1, 2] or [3, 4]",
    ],
)
def test_two_lists_are_alternatives(text):
    assert "alternative" in found(text, {"vector", "matrix"})[-1].cues


@pytest.mark.parametrize("text", [*ALTERNATIVES, *DENIALS, *COMPARISONS, *OTHERS])
def test_a_person_decides(text):
    assert is_for_a_person(answer(text))


@pytest.mark.parametrize(
    "text",
    [
        "not counting biases, 1,538",
        "1,538, not 1,536",
        "1,538 (not 1,536)",
        "Total: 1,538, not 1,536.",
        "So the answer is 1,538 and not 1,536.",
        "not 1,536 but 1,538",
        "nicht 1,536, sondern 1,538",
        "The total is at least clear: 1,538",
        "I don't know why, but the total is 1,538.",
        "There are no other layers, so the total is 1,538.",
        "Biases must not be forgotten: 768*2 + 2 = 1,538",
        "Each language needs at least one score: 768 * 2 + 2 = 1,538",
        "Total = 1,538, which is less than 3,845",
        "params = 1,538 > 1,000",
        "It all adds up to 1,538",
        "As you can see, 1,538",
        "My solution gives 1,538",
        "We get 1,538 parameters with bias False",
        "Expected value: 1,538",
        "768*2 + 2 = 1,538\n\nTime spent: 45 minutes",
        "Total: 1,538\n\nUploaded at 14:35",
        "Old answer: 1,536\n\nNew answer: 1,538",
        "New answer: 1,538\n\nOld answer: 1,536",
        "- [ ] 1,536\n- [x] 1,538\n- [ ] 1,540",
        "☐ 1,536\n\n☑ 1,538\n\n☐ 1,540",
        "□ 1,536\n\n☑ 1,538",
        "[   ] 1,536\n\n[x] 1,538",
        "I am not 100% sure: 1,538",
        "No. of parameters: 1,538",
        "I get 1,538. Chatgpt says 1,536.",
        "768*2 = 1,536, 1,536 + 2 = 1,538",
    ],
)
def test_an_ordinary_answer_is_sure(text):
    found_one = answer(text)
    assert (found_one.text, found_one.doubt) == ("1,538", "")


def test_what_somebody_else_says_is_no_answer():
    found_one = answer("I get 1,536. Chatgpt says 1,538.")
    assert (found_one.text, found_one.doubt) == ("1,536", "")
    expected = "Embeddings: The expected answer is 31,114,752 but I got 31,113,216"
    assert is_for_a_person(answer(expected, "small-bert", "embeddings"))


def test_what_follows_a_denied_result_counts():
    found_one = answer("embeddings: 31,113,216 is wrong, I think 31,113,215", "small-bert", "embeddings")
    assert (found_one.text, found_one.doubt) == ("31,113,215", "")


def test_a_denied_result_of_a_part_is_shown():
    found_one = answer("attention: not 2,359,296", "small-bert", "attention")
    assert found_one.doubt
    assert [each.place.line for each in found_one.candidates] == [3]


def test_a_result_that_is_denied_elsewhere_is_doubted():
    assert is_for_a_person(answer("Total: 1,538\n\nIt is not 1,538."))


def test_a_product_after_brackets_goes_on():
    assert is_for_a_person(answer("layer: 7,077,888 (per head) x 8", "small-bert", "layer"))


def test_the_argument_of_a_function_is_no_result():
    assert is_for_a_person(answer("softmax([0.609, 0.196])", "flying-attention"))
    result = answer("softmax([1, 2]) = [0.609, 0.196]", "flying-attention")
    assert (result.text, result.doubt) == ("[0.609, 0.196]", "")
    assert not answer("torch.tensor([0.609, 0.196])", "flying-attention").doubt


@pytest.mark.parametrize("text", ["cannot4 1538", "notable 1538", "forward 1538", "overwrong: 1538", "atleast1 1538"])
def test_a_phrase_in_a_longer_word_says_nothing(text):
    assert not any(each.is_doubtful for each in found(text))


def test_the_column_of_somebody_else_is_doubted():
    table = "| part | mine | {} |\n|---|---|---|\n| total | 1,536 | 1,538 |"
    for heading in ("tutor", "my friend", "Solution", "expected"):
        assert is_for_a_person(answer(table.format(heading))), heading


def test_a_total_next_to_another_result_is_for_a_person():
    found_one = answer("| part | count |\n|---|---|\n| weights | 1,536 |\n| total | 1,538 |\n| memory | 108 |")
    assert found_one.doubt
    assert any("1,538" in each.text for each in found_one.candidates)


def test_code_that_gives_another_result_than_the_text_is_for_a_person():
    assert is_for_a_person(answer("I got = 1,536\n\n```\n>>> print(x)\n1538\n```"))


def test_a_bold_question_ends_what_is_below_another_heading():
    document = markdown("##### Old version\n\n3,000\n\n**Question 3b**\n\nTotal: 1,538\n\n**Old version**\n\n3,072\n")
    lines = section_lines([document], index_of(sheet_named("000")))
    assert [each.line.text for each in own_lines(lines)] == ["Question 3b", "Total: 1,538"]
