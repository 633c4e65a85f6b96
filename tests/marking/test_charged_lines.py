"""Mistakes named from single lines: a line is compared as a formula with each step, right and as mistakes change it."""

from __future__ import annotations

import re

import pytest

from checker.marking.known_steps import ComparedLines, KnownSteps
from checker.marking.parts import PartsMarker
from checker.marking.worked import review
from checker.problems import load_problem
from checker.working.ledger import Ledger
from checker.writeups.parts.part_words import named_in
from tests.bank import BANK

LAYER, HEADS, DECODER = "001/encoder-layer", "attention-blocks/multi-head-size", "attention-blocks/decoder-layer-size"
FILTERS, FLOPS, KEYS = (
    "counting-convolutions/grouped-filters",
    "compute/attention-block-flops",
    "attention-blocks/grouped-queries",
)


def charged(problem: str, answers: dict, lines: list[str], level: str = "full") -> dict[str, str]:
    """Return the mistakes that lines are charged with, by the line's text."""
    marker = PartsMarker(load_problem(BANK / f"{problem}.yaml"), level)
    ledger = Ledger()
    for line in lines:
        ledger.add(line)
    worked = review(marker, ledger.equations, marker.mark(answers), level, named_in)
    pairs = zip(ledger.equations, worked.findings, strict=True)
    return {each.text: finding.mistake for each, finding in pairs if finding.finding == "concept"}


@pytest.mark.parametrize(
    ("problem", "answers", "lines", "mistakes"),
    [
        (
            LAYER,
            {None: "24064"},
            ["Q, K, V: 3*64*64 = 12,288", "W_O: 64*64 = 4,096", "FFN: 64*120 = 7,680", "Sum: 12,288 + 4,096 + 7,680 = 24,064"],
            {"64*64 = 4,096": "output_projection.counted", "64*120 = 7,680": "matrices.one"},
        ),
        (LAYER, {None: "27904"}, ["3*64*64 = 12,288", "2*64*120 = 15,360", "Two LayerNorms: 2*2*64 = 256", "12,288 + 15,360 + 256 = 27,904"],
            {"2*2*64 = 256": "layer_norm.counted"}),
        (FILTERS, {None: "207870"}, ["3 · 3 · 96 · 240 = 207,630", "207,630 + 240 = 207,870"],
            {"3 * 3 * 96 * 240 = 207,630": "groups.ignored"}),
        (KEYS, {"keys": "25600", "inputs": "76800"}, ["Keys: 160 · 10 · 16 = 25,600", "Inputs: 3 · 25,600 = 76,800"],
            {"160 * 10 * 16 = 25,600": "kv_heads.as_num_heads"}),
        (DECODER, {"norms": "416", "total": "106900", "self-attention": "43680", "feed-forward": "62804"},
            ["self-attention: 4*(104*104 + 104) = 43,680", "feed-forward: 104*300 + 300 + 300*104 + 104 = 62,804",
             "norms: 2*2*104 = 416", "total: 43,680 + 62,804 + 416 = 106,900"],
            {"2*2*104 = 416": "decoder_norms.as_encoder", "43,680 + 62,804 + 416 = 106,900": "cross_attention.left_out"}),
        (FLOPS, {"scores": "10240000", "projections": "157286400"},
            ["scores: 2 · 100 · 100 · 64 = 1,280,000 for one head, times 8 is 10,240,000", "projections: 3 · 2 · 100 · 512² = 157,286,400"],
            {"3 * 2 * 100 * 512^(2) = 157,286,400": "output_projection.left_out"}),
    ],
    ids=["two mistakes", "a part too many", "and a slip", "charged once", "one on top of another", "beside a right part"],
)  # fmt: skip
def test_the_line_that_shows_a_mistake_is_charged_with_it_once(problem, answers, lines, mistakes):
    assert charged(problem, answers, lines) == mistakes


@pytest.mark.parametrize(
    ("problem", "answers", "lines"),
    [
        (LAYER, {None: "30000"}, ["One head: 3*64*16 = 3,072", "Attention: 4 * 3,072 = 12,288"]),
        (LAYER, {None: "30000"}, ["One head: 3*64*16 = 3,072, times 4 gives 12,288"]),
        (HEADS, {"queries": "9312", "total": "1"}, ["W_Q: 96 × 96 = 9,216 weights, plus 96 biases is 9,312"]),
        (
            HEADS,
            {"queries": "9312", "inputs": "27936"},
            ["96 * 16 = 1,536", "6 * 1,536 + 96 = 9,312", "3 * 9,312 = 27,936"],
        ),
        (LAYER, {None: "27648"}, ["With W_O: 4*64*64 = 16,384", "3*64*64 + 2*64*120 = 27,648"]),
    ],
    ids=["a product goes on", "in words", "biases follow", "behind right answers", "the answer is right"],
)
def test_pieces_of_right_steps_are_no_mistakes(problem, answers, lines):
    assert charged(problem, answers, lines) == {}


def test_an_expression_names_its_mistake_whatever_number_is_behind_it():
    lines = ["Attention: 3*64*64*4 = 12,288", "FFN: 2*64*120 = 15,360", "Sum: 12,288 + 15,360 = 27,648"]
    assert charged(LAYER, {None: "27648"}, lines) == {"3*64*64*4 = 12,288": "heads.multiplied"}


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("64 * (4 * 16) = 4,096", {"attention.queries", "attention.keys", "attention.values"}),
        ("64 * 64 = 4,096", {"attention.queries", "attention.keys", "attention.values"}),
        ("120 * 128 = 15,360", {"feed_forward"}),
        ("2 * 64 * 120 = 15,000", {"feed_forward"}),
        ("2 * 120 * 120 = 28,800", set()),
    ],
)
def test_a_line_is_the_step_that_it_equals_whatever_is_written(line, steps):
    marker = PartsMarker(load_problem(BANK / f"{LAYER}.yaml"))
    ledger = Ledger()
    (equation,) = ledger.add(line)
    compared = ComparedLines(KnownSteps(marker.markers[None], named_in), [equation])
    assert compared.right_steps(equation) == steps


LEAKY = [
    (LAYER, {None: "64485"}, ["3 * 64 * 64 * 4 = 49,125", "2 * 64 * 120 = 15,360", "49,125 + 15,360 = 64,485"]),
    (LAYER, {None: "27918"}, ["3 * 64 * 64 = 12,288", "2 * 64 * 120 = 15,630", "12,288 + 15,630 = 27,918"]),
    (FILTERS, {None: "207870"}, ["3 · 3 · 96 · 240 = 207,630", "207,630 + 240 = 207,870"]),
    (HEADS, {"queries": "9213", "total": "36960"}, ["96*96 + 96 = 9,213", "4*96*96 + 96 = 36,960", "36,960 ≈ 38k"]),
    (FLOPS, {"scores": "5120000"}, ["100 · 100 · 512 = 5,120,000", "8 · 2 · 100 · 100 · 512 = 81,920,001"]),
]


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@pytest.mark.parametrize(("problem", "answers", "lines"), LEAKY)
def test_below_full_no_number_is_told_that_the_student_did_not_write(problem, answers, lines, level):
    marker = PartsMarker(load_problem(BANK / f"{problem}.yaml"), level)
    ledger = Ledger()
    for line in lines:
        ledger.add(line)
    worked = review(marker, ledger.equations, marker.mark(answers), level, named_in)
    said = " ".join(
        [*(each.told for each in worked.findings), *(each.feedback.message for each in worked.outcomes.values())]
    )
    numbers = {each.replace(",", "") for each in re.findall(r"\d[\d,]{2,}", said)}
    assert numbers <= {
        each.replace(",", "") for each in re.findall(r"\d[\d,]{2,}", " ".join([*lines, *answers.values()]))
    }
    assert bool(said.strip()) == (level != "verdict")


@pytest.mark.parametrize(
    "lines",
    [
        ["9^300 = 5", "9^300 * 9^300 * 9^60 = 7", "(1/9)^300 = 0.1"],
        [f"3.375 * 3.375^{number % 5} = 3.375" for number in range(120)],
        [" + ".join(["64", "4", "16", "64 * 64"] * 15) + f" = {number}" for number in range(1000, 1040)],
    ],
    ids=["beyond the floats", "each uses all before it", "many readings"],
)
def test_hostile_lines_show_nothing(lines):
    assert charged(LAYER, {None: "12345"}, lines) == {}


def told(problem: str, answers: dict, lines: list[str]):
    """Return the outcomes that the working explains, and what is said of the lines."""
    marker = PartsMarker(load_problem(BANK / f"{problem}.yaml"), "full")
    ledger = Ledger()
    for line in lines:
        ledger.add(line)
    worked = review(marker, ledger.equations, marker.mark(answers), "full", named_in)
    return worked.outcomes, [each.told for each in worked.findings if each.finding == "concept"]


def test_a_number_on_the_way_shows_no_mistake():
    lines = ["A: 6 * 768 = 4608", "B: 6 * 2304 = 13824", "first matrix: 4608 + 13824 = 18432"]
    outcomes, said = told("counting-basics/lora-oblong", {"first-matrix": "4608"}, lines)
    assert outcomes["first-matrix"].feedback.why == ("This is a number on the way; your working goes on from it.",)
    assert outcomes["first-matrix"].feedback.next == "Go on from there to the answer of this part."
    assert said == []


def test_a_line_that_two_mistakes_give_is_not_charged_flatly():
    lines = ["6,979,584,000 + 131,072,000 + 4096 = 7,110,660,096"]
    _, said = told("decoder-models/mistral-7b", {"total": "7110660096"}, lines)
    (perhaps,) = said
    assert perhaps == (
        "Perhaps: your answer ties the matrix of the output layer to the token embeddings, so that it counts once; "
        "this question counts a separate matrix for the output layer."
    )


def test_of_equal_numbers_of_a_line_the_wrong_one_is_named():
    lines = ["keys: 200 * 128 + 200 = 25800"]
    _, said = told("attention-blocks/attention-to-an-encoder", {"keys": "25800"}, lines)
    assert said == ["This line takes the second 200 where 128 (the model width) belongs."]


def test_of_equal_factors_none_is_singled_out():
    lines = ["inputs: 84 * 4 * 70 = 23520", "output: 84 * 84 = 7056"]
    _, said = told("attention-blocks/heads-of-their-own-size", {"inputs": "23520", "output": "7056"}, lines)
    assert said == ["This line takes 84 where 4 × 30 belongs."]
