"""Mistakes that no solver lists, named from the line that has to change for the answer to be right."""

from __future__ import annotations

import pytest

from checker.marking.known_steps import KnownSteps
from checker.marking.named_formulas import NamedFormulas, numbers_shown
from checker.marking.parts import PartsMarker
from checker.marking.worked import WorkedOutcomes, review
from checker.problems import load_problem
from checker.working.equation import Equation
from checker.working.ledger import Ledger
from checker.writeups.parts.part_words import named_in
from tests.bank import BANK

OWN_SIZE, TOKENS, MIXTURE = (
    "attention-blocks/heads-of-their-own-size",
    "counting-basics/layer-on-every-token",
    "decoder-models/small-mixture",
)
SOUND, T, MEMORY, RESIDUAL, LAYER = (
    "counting-convolutions/sound-filters",
    "any-course/t-statistic",
    "memory/training-memory-7b",
    "cnn-models/small-residual-network",
    "001/encoder-layer",
)


def worked(problem: str, answers: dict, lines: list[str], level: str = "full") -> tuple[list[Equation], WorkedOutcomes]:
    marker = PartsMarker(load_problem(BANK / f"{problem}.yaml"), level)
    ledger = Ledger()
    for line in lines:
        ledger.add(line)
    return [*ledger.equations], review(marker, ledger.equations, marker.mark(answers), level, named_in)


@pytest.mark.parametrize(
    ("problem", "answers", "lines", "findings"),
    [
        (TOKENS, {None: "903000"}, ["one token: 300 × 120 + 120 = 36,120", "all: 25 × 36,120 = 903,000"],
            {"25 × 36,120 = 903,000": "The factor 25 does not belong here."}),
        (OWN_SIZE, {"inputs": "20160"},
            ["W_Q: 84 * 4 * 20 = 6,720", "W_K: 84 * 4 * 20 = 6,720", "W_V: 84 * 4 * 20 = 6,720", "6,720 + 6,720 + 6,720 = 20,160"],
            {"W_V": "This line takes 20 where 30 (the size of a value) belongs."}),
        (MIXTURE, {"router": "1921"}, ["router: 160 * 12 + 1 = 1,921"],
            {"160 * 12 + 1 = 1,921": "This line takes 1 where 12 (the number of experts) belongs."}),
        (T, {None: "2.8265"}, ["2.4833 / (2.485/√8) = 2.8265"],
            {"2.4833 / (2.485/√8) = 2.8265": "This line takes 8 where 6 (n: the size of the sample) belongs."}),
        (RESIDUAL, {"block": "13272"},
            ["conv a: 28 * 12 * 9 = 3024", "conv b: 28 * 28 * 9 = 7056", "shortcut: 28 * 12 * 9 = 3024",
             "norms: 3 * 2 * 28 = 168", "block: 3024 + 7056 + 3024 + 168 = 13272"],
            {"shortcut": "The factor 9 does not belong here."}),
        (LAYER, {None: "28672"}, ["attention: 3 * 64 * 64 = 12,288", "ff: 64 * 120 + 64 * 136 = 16,384", "12,288 + 16,384 = 28,672"],
            {"ff": "This line takes 136 where 120 (the feed-forward width) belongs."}),
        (MEMORY, {"total": "80.88 GB"}, ["a parameter: 2 + 2 + 4 + 4 = 12 bytes", "12 × 6.74 = 80.88 GB"],
            {"a parameter": "Perhaps: you left out the master copy of the weights. Mixed precision keeps one in float32."}),
        (SOUND, {None: "464736"}, ["a filter: 11 * 11 * 40 = 4840", "4840 * 96 = 464640", "464640 + 96 = 464736"],
            {"a filter": "You used a two-dimensional kernel. This convolution is not two-dimensional."}),
    ],
    ids=["a factor too many", "of three equal lines", "one for all", "under a root", "in a network", "of no origin", "where it first shows", "behind a product"],
)  # fmt: skip
def test_the_line_that_has_to_change_is_named(problem, answers, lines, findings):
    equations, found = worked(problem, answers, lines)
    shown = {
        equation: finding.told
        for equation, finding in zip(equations, found.findings, strict=True)
        if finding.finding == "concept"
    }
    assert [*shown.values()] == [*findings.values()]
    for equation, where in zip(shown, findings, strict=True):
        assert where in {equation.text, equation.label.strip(" :")}


def test_the_answer_is_explained_by_the_line():
    lines = ["router: 160 * 12 + 1 = 1,921"]
    _, found = worked(MIXTURE, {"router": "1921"}, lines, "explain")
    assert found.outcomes["router"].feedback.message == (
        "1,921 is not correct. Look at your working. “160 * 12 + 1 = 1,921”: this line takes 1 where 12 (the number of "
        "experts) belongs. Fix that and go on from there."
    )


def test_no_slip_is_supposed_where_all_lines_hold():
    _, found = worked(MIXTURE, {"router": "2237"}, ["router: 160 * 13 + 157 = 2,237"], "explain")
    assert found.outcomes["router"].feedback.why == ("Your calculation is right, so look at what goes into it.",)


def test_a_known_mistake_is_not_told_where_an_earlier_line_shows_another_one_with_the_same_number():
    lines = [
        "Tokens: 50265 * 768 = 38,603,520",
        "Positions: 514 * 768 = 394,752",
        "Segments: 2 * 768 = 1,536",
        "LayerNorm: 2 * 768 = 1,536",
        "Embeddings: 38,603,520 + 394,752 + 1,536 + 1,536 = 39,001,344",
    ]
    equations, found = worked("encoder-models/roberta-base", {"embeddings": "39001344"}, lines)
    shown = [(each.label, line.told) for each, line in zip(equations, found.findings, strict=True) if line.finding]
    assert shown == [("Segments: ", "The factor 2 does not belong here.")]
    assert "Segments" not in found.outcomes["embeddings"].feedback.headline
    assert "“2 * 768 = 1,536”: the factor 2 does not belong here." in found.outcomes["embeddings"].feedback.message


def test_a_number_that_may_not_be_told_is_named_without_it():
    marker = PartsMarker(load_problem(BANK / f"{MIXTURE}.yaml")).markers["router"]
    known = KnownSteps(marker, named_in)
    experts = next(each.values for each in known.formulas.parameters if each.name == "num_experts")
    told = NamedFormulas(known.formulas, marker.part.variant, lambda _: True)
    silent = NamedFormulas(known.formulas, marker.part.variant, lambda _: False)
    assert [told.name_of(experts), silent.name_of(experts)] == ["12 (the number of experts)", "the number of experts"]


def test_below_full_no_number_is_told_that_is_an_answer():
    """The batch normalisation has 40 gains; the question asks for twice as many, and 40 is a number of its text."""
    named = [
        KnownSteps(
            PartsMarker(load_problem(BANK / "cnn-models/sound-network.yaml"), level).markers["total"], named_in
        ).named
        for level in ("explain", "full")
    ]
    assert [each._is_shown(80) for each in named] == [False, True]  # noqa: SLF001 - the length of a kernel, and an answer


def test_numbers_are_those_that_a_student_reads():
    assert numbers_shown("A vocabulary of 30,522, or $30{,}000$, words, with p = 0.4") == {30522, 30000, 0.4}


@pytest.mark.parametrize(
    ("problem", "answers", "lines"),
    [
        (OWN_SIZE, {"inputs": "23520", "total": "1"}, ["W_Q: 84 * 4 * 20 = 6,720", "W_V: 84 * 4 * 30 = 10,080", "2 * 6,720 + 10,080 = 23,520"]),
        (MIXTURE, {"router": "1932", "layer": "5"}, ["router: 160 * 12 = 1,920", "1,920 + 12 = 1,932"]),
        (LAYER, {None: "27648"}, ["3 * 64 * 64 * 4 = 49,152", "3 * 64 * 64 + 2 * 64 * 120 = 27,648"]),
    ],
    ids=["right parts", "a piece", "behind no answer"],
)  # fmt: skip
def test_right_lines_are_not_charged(problem, answers, lines):
    _, found = worked(problem, answers, lines)
    assert [each.finding for each in found.findings] == [None] * len(lines)


def test_no_mistake_is_called_the_same_as_in_an_answer_that_nothing_explains():
    marker = PartsMarker(load_problem(BANK / "encoder-models/roberta-base.yaml"), "explain")
    outcomes = marker.mark({"embeddings": "38613520", "total": "124646400"})
    assert not outcomes["embeddings"].diagnosis.explanations
    assert "same mistake" not in outcomes["total"].feedback.message
