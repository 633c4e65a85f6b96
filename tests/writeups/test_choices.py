"""Choices in write-ups: letters, names, options given to several parts, and prose."""

import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.writeups.document import Place
from checker.writeups.formats.markdown import read
from checker.writeups.options.choices import bind_choices
from checker.writeups.questions.sections import SectionLine
from checker.writeups.sheets import PartKey, sheet_of
from tests.bank import bank
from tests.writeups import choice_examples as examples
from tests.writeups import choice_examples_later as later

SURE = 0.6
"""Confidence below which a person decides."""

GROUPS = {
    "mask-semantics": (examples.MASK, later.MASK),
    "attention-roles": (examples.ROLES, later.ROLES),
    "dropout-at-test-time": (examples.DROPOUT, later.DROPOUT),
    "pre-or-post-norm": (examples.NORM, later.NORM),
    "where-parameters-are": (examples.LEARNED, later.LEARNED),
}


@cache
def questions():
    folders = (bank().assignments[name] for name in ("003", "concepts"))
    return {question.problem: question for folder in folders for question in sheet_of(folder).questions}


def lines(text):
    document = read(text.encode(), "s1.md")
    return [
        SectionLine(0, block, line, is_prompt=False, starts_block=number == 0)
        for block in document.blocks
        for number, line in enumerate(block.lines)
    ]


def bind(problem, text):
    question = questions()[problem]
    return bind_choices(question.parts, lines(text), question.prompt)


def sure(problem, text):
    """Return the answers of which the code is sure, by part."""
    return {key.part: each.text if each.confidence >= SURE else "" for key, each in bind(problem, text).items()}


def expected(problem, wanted):
    parts = [part.key.part for part in questions()[problem].parts]
    several = ["" if each == "-" else each for each in wanted.split()] if len(parts) > 1 else [wanted]
    return dict(zip(parts, several, strict=True))


@pytest.mark.parametrize(
    ("problem", "text", "wanted"),
    [(problem, text, wanted) for problem, (own, _) in GROUPS.items() for text, wanted in own],
)
def test_an_answer_is_found(problem, text, wanted):
    assert sure(problem, text) == expected(problem, wanted)


def later():
    for problem, (_, group) in GROUPS.items():
        for text, wanted in group:
            found, right = sure(problem, text), expected(problem, wanted)
            yield from ((text, found[part], right[part]) for part in right)


def test_no_other_option_is_chosen_in_examples_written_later():
    assert [each for each in later() if each[1] not in {"", each[2]}] == []


def test_most_answers_of_examples_written_later_are_found():
    asked = [(found, right) for _, found, right in later() if right]
    assert sum(found == right for found, right in asked) >= 0.9 * len(asked)
    assert len(asked) > 180


def test_the_text_reads_as_an_answer():
    for problem, groups in GROUPS.items():
        for text, _ in (example for group in groups for example in group):
            found = bind(problem, text)
            for part in questions()[problem].parts:
                answer = found[part.key]
                assert not answer.text or part.read(answer.text).shown == answer.text


def test_the_evidence_names_the_line_and_the_reason():
    found = bind("mask-semantics", "Some words on masks.\n\nAnswer: C")[PartKey("mask-semantics", None)]
    assert (found.text, found.confidence) == (examples.AFTER, 0.95)
    assert found.reason == "after a word such as “answer”"
    assert (found.evidence.file, found.evidence.place, found.evidence.line) == (0, Place(3), "Answer: C")
    assert found.others == ()


def test_an_option_in_dispute_is_shown_with_the_other():
    found = bind("mask-semantics", "Answer: A\n\nAnswer: B")[PartKey("mask-semantics", None)]
    assert found.confidence < SURE
    assert found.reason.endswith("but another option is named too")
    assert {found.text, *(each.text for each in found.others)} == {examples.INFINITE, examples.ZERO}


@pytest.mark.parametrize(
    "title", ["In self-attention", "Self-attention:", "Now self-attention, which has no y for the layer:"]
)
def test_a_line_that_names_a_part_is_the_title_of_the_next_one(title):
    text = f"queries: y\n\nkeys: x\n\nvalues: x\n\n{title}\n\nthe queries come from x\n"
    assert sure("attention-roles", text) == expected("attention-roles", "y x x x")


def test_a_correction_counts():
    found = bind("mask-semantics", "Answer: A\n\nCorrection: the answer is B")[PartKey("mask-semantics", None)]
    assert (found.text, found.confidence) == (examples.ZERO, 0.95)
    assert [each.line for each in found.others] == ["Answer: A"]


def test_a_correction_that_names_no_option_is_for_a_person():
    found = bind("mask-semantics", "Answer: A\n\nSorry, that is nonsense")[PartKey("mask-semantics", None)]
    assert found.confidence < SURE
    assert found.reason.endswith("but a correction names no option")


def test_a_letter_that_contradicts_the_prose_is_for_a_person():
    text = "(b) We set the scores to -inf before the softmax."
    assert sure("mask-semantics", text) == {None: ""}


def test_a_label_alone_is_for_a_person():
    found = bind("mask-semantics", "5c")[PartKey("mask-semantics", None)]
    assert (found.text, found.confidence) == (examples.AFTER, 0.5)


def test_the_prompt_says_what_its_signs_mean():
    question = questions()["attention-roles"]
    section = lines("The queries come from the decoder.")
    with_prompt = bind_choices(question.parts, section, question.prompt)
    without = bind_choices(question.parts, section)
    key = PartKey("attention-roles", "queries")
    assert (with_prompt[key].text, without[key].text) == ("y", "")


@given(st.text(alphabet="ABCDabcdxyQKV=0-,.:;()→ \n∞", max_size=60), st.sampled_from(sorted(GROUPS)))
def test_any_text_is_read(text, problem):
    question = questions()[problem]
    for part in question.parts:
        answer = bind_choices(question.parts, lines(text), question.prompt)[part.key]
        assert 0 <= answer.confidence <= 1
        assert not answer.text or part.read(answer.text)
        assert bool(answer.text) == (answer.evidence is not None)


@pytest.mark.parametrize(
    "piece", ["K = V = x, ", "(", "a) ", "-inf before the ", "not ", "y (the ", "multiply by the "]
)
def test_time_grows_with_the_length_only(piece):
    text = (piece * 1_000)[:6_000]
    for problem in ("attention-roles", "mask-semantics", "where-parameters-are"):
        section = [each for line in lines("x") for each in [line._replace(line=line.line._replace(text=text))]]
        question = questions()[problem]
        start = time.perf_counter()
        bind_choices(question.parts, section, question.prompt)
        assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("If weights are multiplied by 0 they no longer sum to 1. So answer **A** is correct.", 0),
        ("Die Antwort C ist richtig.", 2),
        ("I think that D is right", 3),
        ("Answer A is wrong.", None),
        ("If answer B is correct then the sum is 1.", None),
        ("Option A or option B", None),
        ("A or B", None),
    ],
)
def test_a_letter_that_a_sentence_calls_the_answer(text, place):
    (part,) = questions()["mask-semantics"].parts
    (chosen,) = bind_choices([part], lines(text)).values()
    assert chosen.text == ("" if place is None else part.options[place])


@pytest.mark.parametrize(
    "text",
    [
        "The scores of masked places become minus infinity (A).", "(A), since they vanish in the softmax.", "Letra A.",
        "Alternativa A, pois somem na softmax.", "The exponential has to vanish, so A.", "It has to vanish: A.",
    ],
)  # fmt: skip
def test_a_letter_in_brackets_or_at_the_end_is_an_answer(text):
    first = questions()["mask-semantics"].parts[0].options[0]
    assert sure("mask-semantics", text) == {None: first}


@pytest.mark.parametrize("text", ["Not (A).", "I crossed out A, B, so C or A", "P(A) is 0.4"])
def test_a_letter_elsewhere_is_none(text):
    assert sure("mask-semantics", text) == {None: ""}


def chosen(text):
    """Return the option of the mask that is chosen where the words of the question are known."""
    question = questions()["mask-semantics"]
    known = frozenset({"mask", "scores", "softmax", "attention"})
    (found,) = bind_choices(question.parts, lines(text), question.prompt, known).values()
    return found.text if found.confidence >= SURE else ""


@pytest.mark.parametrize(
    "text",
    [
        "Anna says (C).",
        "Anything but (C).",
        "Tout sauf (C).",
        "Un chatbot dice (C).",
        "Suppose (C). That leads to a contradiction.",
        "Lo contrario de (C).",
        "The answer is (C) (no, D).",
        "La réponse est C (non, (D)).",
        "Example from the lecture:\n\nThe answer is (C).",
        "The answer is B.*\n\n* or (C)",
        "(C)\n\nForget the line above, it is wrong.",
    ],
)
def test_an_option_that_is_not_simply_chosen_is_for_a_person(text):
    assert chosen(text) == ""


@pytest.mark.parametrize("text", ["(C)", "So the answer is (C).", "Answer: (C)", "I choose (C)!"])
def test_an_option_that_is_simply_chosen_counts(text):
    assert chosen(text) == questions()["mask-semantics"].parts[0].options[2]
