"""Sections: the lines that belong to each question of a sheet."""

import pytest

from checker.writeups.questions.sections import find_sections
from checker.writeups.questions.sheet_index import index_of
from tests.writeups.documents_of import lines_of, markdown, sheet_named

INDEX = index_of(sheet_named("000"))
SMALL_BERT, FLYING, TOPIC, LANGUAGE = range(4)


def found(text, index=INDEX):
    return [(each.question, each.lines[0].line.place.line) for each in find_sections([markdown(text)], index)]


def test_labels_divide_a_document():
    text = "My name\n\n# Q2\n\nsome work\n\nmore work\n\n# Q3b\n\nother work"
    assert found(text) == [(FLYING, 3), (LANGUAGE, 9)]


def test_a_section_knows_its_label_and_reason():
    (section,) = find_sections([markdown("# Q3b\n\nwork")], INDEX)
    assert (section.label, section.reason) == ((3, "b"), "the label “Q3b”")
    assert section.confidence > 0.9
    assert [each.line.text for each in section.lines] == ["Q3b", "work"]


LINES = "1 q: y\n2 SA O(n^2 d)\n3 several heads\n4 pairs turn\n4b -\n5 -inf\n6 enc: 4"


def test_numbers_that_run_through_the_lines_are_labels():
    index = index_of(sheet_named("003"))
    assert found(LINES, index) == [(number, number + 1) for number in range(7)]
    assert found("\n".join(LINES.splitlines()[:4]), index) == [], "four of nine questions may be a list"


def test_numbers_in_lines_are_no_labels_next_to_clear_ones():
    index = index_of(sheet_named("003"))
    assert found("# Question 2\n\n1 zz\n2 zz\n3 zz\n4 zz\n4b zz\n5 zz\n6 zz", index) == [(1, 1)]


def test_the_letter_of_a_part_belongs_to_its_question():
    index = index_of(sheet_named("losses"))
    assert index.fits((1, "a")) == {0: 0.9}
    assert index.fits((1, "c")) == {0: 0.5}, "there is no third part"
    assert index.fits((2, "a")) == {1: 0.5}, "there is only one part"
    assert found("# Q1\n\na) work\n\nb) work\n\n# Q2\n\nwork", index) == [(0, 1), (1, 7)]


def test_rows_below_labelled_headings_are_only_numbered():
    table = "| # | item | value |\n|---|---|---|\n| 1 | words | 5 |\n| 2 | all | 7 |"
    assert found(f"# 1 Small BERT\n\n{table}\n\n# 2 Words\n\nwork") == [(SMALL_BERT, 1), (FLYING, 8)]


def test_titles_divide_a_document_without_labels():
    text = "## Self-attention for one word\n\nwork\n\n## A head for five topics\n\nwork"
    assert found(text) == [(FLYING, 1), (TOPIC, 5)]


TITLED = ["A linear layer without biases", "Learned positions", "LoRA on all attention matrices"]


@pytest.mark.parametrize("mark", ["# {}. {}", "**{}. {}**", "{}. {}"])
def test_titles_count_more_than_the_numbers_of_a_document_that_numbers_its_headings(mark):
    index = index_of(sheet_named("counting-basics"))
    places = [next(n for n, each in enumerate(index.sheet.questions) if each.title == title) for title in TITLED]
    headings = [mark.format(number, title) for number, title in enumerate(["Introduction", *TITLED], 1)]
    text = "\n\n".join(f"{heading}\n\nmy work" for heading in headings)
    assert found(text, index) == [(place, 5 + 4 * number) for number, place in enumerate(places)]
    sections = find_sections([markdown(text)], index)
    assert {each.label for each in sections} == {()}, "its number is no label"


def test_one_number_next_to_another_title_may_be_a_slip():
    index = index_of(sheet_named("counting-basics"))
    texts = [f"# {number}. {title}\n\nmy work" for number, title in zip((2, 9, 11), TITLED, strict=True)]
    sections = find_sections([markdown("\n\n".join(texts))], index)
    assert [each.label for each in sections] == [(2,), (9,), (11,)]


def test_repeated_prompts_divide_a_document():
    prompts = [" ".join(question.prompt.split()) for question in INDEX.sheet.questions]
    text = f"{prompts[FLYING]}\n\nwork\n\n{prompts[TOPIC]}\n\nwork"
    assert found(text) == [(FLYING, 1), (TOPIC, 5)]
    copied = {each.line.place.line: each.is_prompt for each in lines_of(text)}
    assert copied == {1: True, 3: False, 5: True, 7: False}


@pytest.mark.parametrize("copied", ["Q3a. {0.title}", "{0.prompt}"])
def test_what_is_below_a_copied_title_or_prompt_belongs_to_it_whatever_its_words_are(copied):
    above = " ".join(copied.format(INDEX.sheet.questions[TOPIC]).split())
    text = f"Q1\n\nwork\n\n{above}\n\nA score for each word in each language, Hindi and English.\n\nSo it is C."
    assert found(text) == [(SMALL_BERT, 1), (TOPIC, 5)]


@pytest.mark.parametrize(
    ("label", "fits"),
    [
        ((1,), {SMALL_BERT: 1.0}),
        ((3, "a"), {TOPIC: 1.0}),
        ((3,), {TOPIC: 0.6, LANGUAGE: 0.6}),
        ((1, 2), {SMALL_BERT: 0.5}),
        ((9,), {}),
    ],
)
def test_how_labels_fit_those_of_the_sheet(label, fits):
    assert INDEX.fits(label) == fits


def test_of_two_questions_with_one_label_the_first_fits_better():
    index = index_of(sheet_named("004"))  # 1.2, and the table of 1.2
    assert index.fits((1, 2)) == {1: 1.0, 2: 0.7}


def test_a_broad_label_covers_questions_that_have_no_other():
    assert INDEX.covers((3,), TOPIC)
    assert INDEX.covers((3,), LANGUAGE)
    assert INDEX.covers((3, "a"), TOPIC)
    assert not INDEX.covers((3, "a"), LANGUAGE)
    assert not INDEX.covers((), TOPIC)
    assert not index_of(sheet_named("003")).covers((4,), 4)  # 4b is not 4, which there is
