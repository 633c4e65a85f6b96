"""A result counts only if the sentence that holds it states it: what denies, doubts, changes, asks or quotes it does not."""

from __future__ import annotations

import re

import pytest

from checker.writeups.language.objections import announced_fault, objection, retraction, second_try
from checker.writeups.language.phrases import phrases
from tests.writeups.test_read import answer, answers

WORDS = frozenset({"layer", "parameters", "attention", "encoder", "projection", "norms"})
VALUE = re.compile(r"3[ ,]?845")


def said(text, known=WORDS):
    found = VALUE.search(text)
    return objection(text, *found.span(), known)


NOT_STATED = [
    "3845, which is clearly wrong",
    "3845 (no, 3072)",
    "Die Antwort meines Nachbarn ist 3845",
    "The answer of my friend is 3845",
    "Anything but 3845",
    "The total is certainly not 3845",
    "La risposta non è 3845",
    "Das Ergebnis ist nicht 3845",
    "Ce n'est pas 3845",
    "No es 3845",
    "O resultado não é 3845",
    "Het is niet 3845",
    "A common mistake is total = 3845",
    "3845 (but that is not the answer)",
    "Is it 3845?",
    "3845?",
    "My friend got 3845.",
    "Mein Freund hat 3845 raus",
    "According to the book it is 3845",
    "3845 is what ChatGPT says",
    "One might think 3845 is the total",
    "At first I thought 3845",
    "3845 was my old answer",
    "The total is 3845 if there were no heads.",
    "It could be 3845.",
    "I guess 3845",
    "3845 squared",
    "Half the answer is 3845",
    "log10 of 3845 is my result",
    "The answer in per cent is 3845",
    "3845, mais je n'y crois pas du tout.",
    "3845, aunque estoy casi segura de que está mal",
    "3845, wobei ich stark bezweifle, dass das stimmt",
    "3845, mas duvido muito",
    "3845 ... but honestly there must be a mistake somewhere",
    "El método ingenuo da 3845. El método correcto da 4000.",
    "In the case that nothing is shared: 3845. But here it is shared: 4000.",
    "A mi compañera le da 3845; a mí me da 4000.",
    "The sample solution of last year reads 3845.",
    "the square root of 3845",
    "e to the power of 3845",
    "3845, multiplied by ten at the end",
    "The digits of the answer, last digit first: 3845",
    "Kommt hier 3845 heraus?",
    "How does one get 3845 here? I did not manage.",
    "3845 before normalising",
    "It is one of these: 3845",
    "With the other line I get 3845. Either of the two, not sure which one you want.",
    "The total is 3845. I could not find in my notes which of both is meant.",
    "Das Ergebnis ist 3845. Ich weiß nicht, welche der beiden Zahlen gemeint ist.",
    "On trouve 3845. Je ne sais pas laquelle est la bonne.",
]


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_is_not_stated_has_an_objection(text):
    assert said(text) is not None


STATED = [
    "Total: 3845",
    "So the layer has 3845 parameters.",
    "Since there are no biases, the total is 3845",
    "Total (without biases): 3845",
    "3845 (no biases)",
    "Not counting biases: 3845",
    "We do not count biases so the answer is 3845",
    "3845 weights, not that many",
    "That gives 3845 parameters, which is not much",
    "The total should be 3845",
    "Insgesamt 3845 Parameter, ohne Bias",
    "Au total 3845 paramètres (sans biais)",
    "En total 3845 parámetros, sin sesgos",
    "In totale 3845 parametri",
    "No total 3845 parâmetros",
    "Samen 3845 parameters",
    "if we leave out biases we get 3845",
    "12288 + 15360 = 3845 which matches the number of rows",
    "everything is 3845, that's what the paper says too",
    "L'encodeur a 3845 poids",
    # words that are not known, where they only name results
    "Saldo = 3845",
    "(b) Tipo efectivo: 3845 €",
    "La pendiente es 3845 y la ordenada es 47.67.",
    "Precio: 17 €, cantidad: 3845 tarros",
    "Margen = 1.96 · 1.47 = 3845",
]


@pytest.mark.parametrize("text", STATED)
def test_what_is_stated_has_none(text):
    assert said(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Upper bound: 3845",
        "read backwards from the end: 3845",
        "3845 reversed",
        "It exceeds 3845",
        "in millions: 3845",
    ],
)
def test_a_word_next_to_a_result_that_is_not_understood_is_an_objection(text):
    assert said(text) is not None
    assert said(text).words in text


@pytest.mark.parametrize(
    "text", ["Scrap that. 5", "I changed my mind, 5", "(no, 5)", "This is wrong.", "doch nicht", "en fait, non", "Oops"]
)
def test_a_sentence_takes_back_what_is_before_it(text):
    assert retraction(text)


@pytest.mark.parametrize(
    "text",
    [
        "I do not know which one is right.",
        "Ich weiß nicht, was stimmt.",
        "Je ne sais pas lequel est juste.",
        "No sé cuál es correcto.",
        "Non so quale sia giusto.",
        "Não sei qual está certo.",
        "Ik weet niet welke klopt.",
        "Forget the line above, it is wrong.",
    ],
)
def test_not_knowing_which_takes_back(text):
    assert retraction(text)


@pytest.mark.parametrize(
    "text", ["No biases were counted.", "Notes are below.", "That is 4 bytes each.", "This gives 5."]
)
def test_other_sentences_take_nothing_back(text):
    assert retraction(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Maybe total = 5",
        "Or:",
        "Zweiter Versuch: 5",
        "Deuxième essai : 5",
        "Segundo intento: 5",
        "o [1, 2]",
        "o 1 747",
        "Guess 2: 5",
        "oder 5",
        "o tal vez 5",
    ],
)
def test_a_sentence_offers_another_result(text):
    assert second_try(text)


@pytest.mark.parametrize(
    "text", ["Or in words: five", "order of growth", "o: 0.4", "O(n) steps", "Another way to see it"]
)
def test_other_sentences_offer_none(text):
    assert second_try(text) == ""


def test_a_line_may_say_that_the_next_one_is_wrong():
    assert announced_fault("The next line is wrong, I only leave it for the partial marks.") == "next line is wrong"
    assert announced_fault("In the next line the biases are added.") == ""


def test_a_denial_in_the_document_is_told_in_its_words():
    found = answer("# Q3a\n\nThe total is 3,845 squared.")
    assert (found.doubt, found.is_likely) == ("“squared” may change what the student says about this result.", False)


@pytest.mark.parametrize(
    "text",
    [
        "The answer is 3,845.\n\nScrap that.",
        "The total is 3,845.\n\nMaybe total = 4,123",
        "The total is 4,123.\n\nOr:\n\ntotal = 3,845",
        "Total: **3,845**\n\nSo the layer has in total 4,123 parameters.",
        "The following value is wrong:\n\n3,845",
    ],
)
def test_what_is_taken_back_or_offered_twice_is_for_a_person(text):
    found = answer(f"# Q3a\n\n{text}")
    assert found.doubt
    assert not found.is_likely


def test_a_result_that_stands_alone_is_sure():
    assert answers("# Q3a\n\nFive topics, so that makes 3,845 for the whole head.") == {"topic-head": "3,845"}


@pytest.mark.parametrize("section", ["verbal-denials", "faulty", "doubting", "somebody", "retractions", "second-tries"])
def test_every_phrase_is_a_pattern(section):
    for phrase in phrases(section):
        re.compile(phrase)


@pytest.mark.parametrize(
    "text", ["2 [0.609, 0.196]", "so 3 * [0.609, 0.196]", "[0.609, 0.196] reversed", "[0.609, 0.196] percent"]
)
def test_a_list_that_is_changed_is_for_a_person(text):
    assert answer(f"# Q2\n\n{text}", "flying-attention").doubt


@pytest.mark.parametrize(
    "text", ["Definitely not option A", "Don't pick A", "My friend chose A", "A?", "Nicht A", "- [ ] A"]
)
def test_an_option_that_is_not_chosen_is_for_a_person(text):
    assert answer(f"# Question 5\n\n{text}", "mask-semantics", "003").doubt


def test_an_option_that_is_chosen_is_sure():
    assert answer("# Question 5\n\nThe answer is A.", "mask-semantics", "003").doubt == ""
    assert answer("# Question 5\n\nThey become plus infinity before the softmax.", "mask-semantics", "003").doubt
