"""Documents as they are graded: what is right settles a doubt, and what is wrong or missing waits where it may be ours."""

from __future__ import annotations

import pytest

from tests.writeups.battery import Grader


@pytest.fixture(scope="module")
def grader():
    return Grader()


@pytest.fixture
def status(grader):
    """Return how a document's answer to a part is graded."""

    def graded(text, part, assignment="attention-blocks", suffix="md"):
        case = {"id": "s1", "format": suffix, "text": text, "assignment": assignment, "key": {part: "correct"}}
        ((_, found),) = grader.verdicts(case)
        return found

    return graded


CROSS = "## Exercice « Cross-attention between widths »\n\n* **queries :** 16 512\n* **bloc :** 84 480\n"
TOTAL = "attention-to-an-encoder.total"


def test_a_right_result_under_a_name_that_is_not_known_counts(status):
    assert status(CROSS, TOTAL) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        CROSS.replace("84 480", "84 481"),
        CROSS + "* **ou bloc :** 90 000\n",
        CROSS.replace("84 480", "84 480, mais je n'y crois pas du tout"),
        CROSS.replace("84 480", "84 480 à la louche"),
        CROSS.replace("* **bloc", "Mon ami a trouvé :\n\n* **bloc").replace("84 480", "84 480, selon lui"),
    ],
    ids=["wrong", "two results", "doubted", "a word that is not known", "a friend's"],
)
def test_what_may_be_meant_otherwise_is_for_a_person(status, text):
    assert status(text, TOTAL) == "needs_review"


@pytest.mark.parametrize(
    "heading",
    [
        "## Cross-attention between widths",
        "=== Aufgabe: Cross-attention between widths ===",
        "Cross-attention between widths (attention-to-an-encoder):",
        "**attention-to-an-encoder**",
        "=== Question 4 ===",
        "== Quesito 4 ==",
    ],
)
def test_the_title_the_id_and_the_number_of_a_question_name_it(status, heading):
    text = f"{heading}\n\nI count all weights and biases.\n\n**queries**\n\n16,512\n\n**total**\n\n84,480\n"
    assert status(text, TOTAL) == "correct"


def test_a_heading_may_name_the_only_part_below_it(status):
    text = "## BERT-base (bert-base), feed-forward\n\nMy final number: 4722432\n\n## BERT-large (norms)\n\nSo 4096.\n"
    assert status(text, "bert-base.feed-forward", "encoder-models") == "correct"
    assert status(text, "bert-large.norms", "encoder-models") == "correct"
    assert status(text, "bert-large.attention", "encoder-models") == "not_answered"


@pytest.mark.parametrize(
    ("text", "part", "assignment"),
    [
        (
            "## Question 2\n\nSelf-Attention ............. O(n²·d)\nConvolution ..... O(n·k·d²)\n",
            "self-attention",
            "003",
        ),
        ("## Question 2\n\nself-attention . . . . . O(n²·d)\n", "self-attention", "003"),
    ],
)
def test_dots_lead_to_a_value(status, text, part, assignment):
    assert status(text, f"layer-costs.{part}", assignment) == "correct"


@pytest.mark.parametrize(
    "title", ["What not to do", "Wrong attempts", "Vorige versie (ingetrokken)", "Exemplo da aula", "Brouillon"]
)
def test_what_stands_below_such_a_heading_is_no_answer(status, title):
    text = f"## Question 2\n\n### {title}\n\nAnswer: [0.6089, 0.1956]\n\n### My solution\n\n(empty for now)\n"
    assert status(text, "flying-attention", "000") != "correct"
    own = f"## Question 2\n\n### My solution\n\nAnswer: [0.6089, 0.1956]\n\n### {title}\n\nAnswer: [0.1, 0.2]\n"
    assert status(own, "flying-attention", "000") == "correct"


@pytest.mark.parametrize(
    "line",
    [
        "Answer in MB = 4.5875",
        "MB: 4.5875",
        "total: 4.5875 (in MB)",
        "| value in MB |\n|---|\n| 4.5875 |",
        "| résultat [km] |\n|---|\n| 4.5875 |",
    ],
)
def test_a_unit_next_to_a_number_may_make_it_another_one(status, line):
    problem = "## kv-cache-llama3-8b (total)\n\n"
    assert status(f"{problem}total: 4.58752 GB", "kv-cache-llama3-8b.total", "memory") == "correct"
    assert status(problem + line, "kv-cache-llama3-8b.total", "memory") != "correct"


def test_a_sign_of_parts_per_thousand_is_a_unit_too(status):
    title = "## The perplexity of a loss\n\n## Question 2\n\n"
    assert status(f"{title}perplexity: 29.9641 ‰", "perplexity-from-the-loss", "losses") != "correct"


def test_points_separate_thousands_where_the_language_has_decimal_commas(status):
    german = "## Parameters of a feed-forward block\n\nDas macht mit allen Biases und Gewichten zusammen 36.322.\n"
    english = german.replace("Das macht mit allen Biases und Gewichten zusammen", "With all of the biases this is")
    assert status(german, "feed-forward-block") == "correct"
    assert status(english, "feed-forward-block") == "needs_review"


def test_an_option_in_a_line_of_its_own_belongs_to_its_question(status):
    listed = "## Dropout when testing\n\nnothing is dropped and nothing is rescaled\n"
    assert status(listed, "dropout-at-test-time", "concepts") == "correct"
    pointed = (
        "## Dropout when testing\n\n* nothing is dropped and nothing is rescaled\n"
        "* **nothing is dropped and activations are multiplied by the keep probability** ← this one\n"
    )
    assert status(pointed, "dropout-at-test-time", "concepts") == "incorrect"


@pytest.mark.parametrize("box", ["( )", "[ ]", "☐"])
def test_an_empty_box_chooses_nothing(status, box):
    text = f"## Llama 2 with 7 billion parameters, norms\n\n{box} 4096\n{box} 8192\n"
    assert status(text, "llama-2-7b.norms", "decoder-models") != "correct"


def test_the_answer_to_another_part_is_no_zero(status):
    text = "## Question 2\n\n(a) 33,600\n"  # the total of heads-of-their-own-size
    assert status(text, "heads-of-their-own-size.inputs") == "needs_review"


def test_a_number_that_cannot_be_read_is_no_missing_answer(status):
    text = "## A perceptron for digits\n\nfirst: 100480\n\nsecond: 8256\n\ntotal: 109386 · 1\n"
    assert status(text, "digits-perceptron.total", "counting-basics") != "not_answered"


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ('<h2>Question 2</h2><p>So:</p><video src="m.mp4">Answer: [0.6089, 0.1956]</video>', "html"),
        ("\\section{Question 2}\n\\note{Answer: $[0.6089, 0.1956]$}\n", "tex"),
    ],
)
def test_what_no_page_shows_is_not_read(status, text, suffix):
    assert status(text, "flying-attention", "000", suffix) != "correct"
