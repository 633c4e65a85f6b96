"""Lines of working next to the answer that they lead to: which one shows the mistake that explains it."""

from __future__ import annotations

import re

import pytest

from checker.marking.parts import Questions
from checker.marking.told import told
from checker.marking.working import ToldLine, review, told_line
from checker.problems import load_problem
from checker.working.ledger import Ledger
from tests.bank import BANK

LAYER, HEADS, DECODER = "001/encoder-layer", "attention-blocks/multi-head-size", "attention-blocks/decoder-layer-size"
FILTERS, FLOPS, KEYS = (
    "counting-convolutions/grouped-filters",
    "compute/attention-block-flops",
    "attention-blocks/grouped-queries",
)


def worked(problem: str, answers: dict, lines: list[str], level: str = "full") -> tuple[list[ToldLine], str]:
    """Return what is told of the lines, and of the answers."""
    ledger = Ledger()
    for line in lines:
        ledger.add(line)
    outcomes = Questions(load_problem(BANK / f"{problem}.yaml")).mark(answers)
    credited, found = review(ledger.equations, outcomes)
    assert not credited
    return [told_line(each, level) for each in found], " ".join(told(each, level).message for each in outcomes.values())


def charged(problem: str, answers: dict, lines: list[str], level: str = "full") -> list[str]:
    """Return the lines that have the value of a mistake."""
    return [each.equation.text for each in worked(problem, answers, lines, level)[0] if each.finding == "mistake"]


@pytest.mark.parametrize(
    ("problem", "answers", "lines", "shows"),
    [
        (LAYER, {None: "24064"},
            ["Q, K, V: 3*64*64 = 12,288", "W_O: 64*64 = 4,096", "FFN: 64*120 = 7,680", "Sum: 12,288 + 4,096 + 7,680 = 24,064"],
            {"12,288 + 4,096 + 7,680 = 24,064"}),
        (LAYER, {None: "64512"}, ["3*64*64*4 = 49,152", "2*64*120 = 15,360", "49,152 + 15,360 = 64,512"], {"3*64*64*4 = 49,152"}),
        (FILTERS, {None: "207870"}, ["3 · 3 · 96 · 240 = 207,630", "207,630 + 240 = 207,870"], set()),
        (KEYS, {"keys": "25600", "inputs": "76800"}, ["Keys: 160 · 10 · 16 = 25,600", "Inputs: 3 · 25,600 = 76,800"],
            {"160 * 10 * 16 = 25,600"}),
        (FLOPS, {"scores": "10240000", "projections": "157286400"},
            ["scores: 2 · 100 · 100 · 64 = 1,280,000 for one head, times 8 is 10,240,000", "projections: 3 · 2 · 100 · 512² = 157,286,400"],
            {"3 * 2 * 100 * 512^2 = 157,286,400"}),
        (HEADS, {"queries": "9312", "total": "1"}, ["W_Q: 96 × 96 = 9,216 weights, plus 96 biases is 9,312"], set()),
        (LAYER, {None: "30000"}, ["One head: 3*64*16 = 3,072", "Attention: 4 * 3,072 = 12,288"], set()),
        (LAYER, {None: "27648"}, ["With W_O: 4*64*64 = 16,384", "3*64*64 + 2*64*120 = 27,648"], set()),
    ],
    ids=["two mistakes", "one", "only a slip", "charged once", "beside a right part", "right part", "unexplained", "right"],
)  # fmt: skip
def test_the_line_with_the_value_of_the_mistake_is_pointed_out_once(problem, answers, lines, shows):
    assert {*charged(problem, answers, lines)} >= shows
    assert bool(charged(problem, answers, lines)) == bool(shows)


def test_slips_in_the_lines_of_an_unexplained_answer_are_named():
    lines, _ = worked(LAYER, {None: "55932"}, ["71 * 787 + 46 = 55,932"])
    assert [each.message for each in lines] == ["71 * 787 + 46 is 55,923, not 55,932."]


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
    found, said = worked(problem, answers, lines, level)
    said = " ".join([said, *(each.message for each in found)])
    numbers = {each.replace(",", "") for each in re.findall(r"\d[\d,]{2,}", said)}
    assert numbers <= {
        each.replace(",", "") for each in re.findall(r"\d[\d,]{2,}", " ".join([*lines, *answers.values()]))
    }
    assert any(each.finding for each in found) == (level != "verdict")


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
    assert charged(LAYER, {None: "12345"}, lines) == []


@pytest.mark.parametrize(("level", "end"), [("verdict", "."), ("hint", ": for attention in your working.")])
def test_at_verdict_nobody_hears_which_steps_of_the_working_are_right(layer, level, end):
    ledger = Ledger()
    ledger.add("3 * 64 * 64 = 12,288")
    credited, _ = review(ledger.equations, Questions(layer("working: {credit: 0.5}")).mark({None: "27918"}))
    headline = told(credited[None], level).feedback.headline
    assert headline == f"27,918 is not correct, but earns part of the points{end}"


TAIL = """
id: tail
type: formula
prompt: "{k}, {n}, {p}"
parameters: {expression: "n * binomial_sf(k - 1, n, p)", symbols: {k: 21, n: 40, p: 0.5}}
working: {credit: 0.5}
"""


def test_steps_that_nobody_works_out_are_not_asked_for_and_the_others_are_named_in_words(tmp_path):
    (tmp_path / "tail.yaml").write_text(TAIL)
    ledger = Ledger()
    ledger.add("0.8746 / 2 = 0.4373")
    outcomes = Questions(load_problem(tmp_path / "tail.yaml")).mark({None: "15.21"})
    result = told(review(ledger.equations, outcomes)[0][None], "explain")
    assert result.points == 0.5  # although 20 is not in the working
    assert "for P(X ≥ 21) in your working." in result.feedback.headline
