"""Draws that lint proposes: with nothing but these, a problem of the bank has good variants."""

from __future__ import annotations

import json
import math
import shutil
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.lint.drawable import Nearness, values_near
from checker.lint.draws import draws
from checker.lint.proposed_draws import NoProposalError, propose
from checker.lint.target import LintTarget
from checker.problems import load_problem
from tests.grading import runs

BANK = Path(__file__).parents[2] / "problems"
SEED = "seed: spring\n"


@cache
def of_bank(id_: str):
    """Return what is proposed for a problem of the bank; several tests look at it."""
    return propose(load_problem(BANK / f"{id_}.yaml"))


def applied(proposal, source: Path, folder: Path) -> Path:
    """Write a problem with the proposed draws in the places that they name."""
    lines = source.read_text(encoding="utf-8").splitlines()
    for each in reversed(proposal.places):
        line, start, end = lines[each.line - 1], each.column - 1, each.column - 1 + len(each.number)
        assert line[start:end] == each.number
        lines[each.line - 1] = f"{line[:start]}{each.draw}{line[end:]}"
    if proposal.where:
        lines.append(f"where: {json.dumps(proposal.where)}")
    runs.write(folder, {source.name: "\n".join(lines), "assignment.yaml": SEED})
    return folder / source.name


def variants(problem, count=40):
    return [problem.variants.at(problem.variants.drawn("", str(each))) for each in range(1, count + 1)]


def numbers(variant):
    return {name: Fraction(text) for name, text in variant.values}


def truths(variant):
    return [part.variant.board[part.step].value for part in variant.parts]


@pytest.mark.parametrize(
    "id_",
    [
        "any-course/feature-map",
        "any-course/free-fall",
        "attention-blocks/grouped-queries",
        "attention-blocks/multi-head-size",
        "attention-by-hand/one-head-by-hand",
        "attention-shapes/score-count",
        "chemistry/ideal-gas",
        "compute/cross-attention-flops",
        "counting-recurrent/two-way-tagger",
        "networks/transfer-time",
        "normalisation/rms-norm-tokens",
        "physics/lens",
        "statistics/t-interval",
    ],
)
def test_problems_of_the_bank_turn_into_draws(id_, tmp_path):
    source = BANK / f"{id_}.yaml"
    proposal = of_bank(id_)
    problem = load_problem(applied(proposal, source, tmp_path / "week"), without=("key", "examples"))
    assert [each.message for each in draws(LintTarget(problem))] == []
    author, found = load_problem(source), variants(problem)
    assert len({each.drawn for each in found[:10]}) >= 9
    for variant in found:
        for right, value in zip(truths(author), truths(variant), strict=True):
            if type(right) in (int, float):
                assert float(value).is_integer() or not float(right).is_integer()
                assert 1 / 40 <= value / right <= 40


def test_a_quotient_that_is_whole_stays_whole(tmp_path):
    source = BANK / "networks" / "transfer-time.yaml"
    proposal = of_bank("networks/transfer-time")
    assert proposal.where == ("(8*L) % R == 0",)
    assert [each[2:] for each in proposal.places] == [
        ("L", "45", "{from: 25, to: 70, step: 5}"),
        ("R", "60", "{from: 30, to: 90, step: 10}"),
    ]
    found = variants(load_problem(applied(proposal, source, tmp_path / "week"), without=("examples",)))
    assert all(truths(each) == [8 * numbers(each)["L"] / numbers(each)["R"]] for each in found)


@pytest.mark.parametrize("id_", ["compute/causal-attention-flops", "networks/stop-and-wait", "001/head-output"])
def test_students_with_other_numbers_have_other_answers(id_):
    """Coarser draws of these questions have different numbers with the same answer."""
    proposal = of_bank(id_)
    assert len({each.answers for each in proposal.variants}) == 10


def test_heads_divide_the_width(tmp_path):
    source = BANK / "attention-blocks" / "grouped-queries.yaml"
    proposal = of_bank("attention-blocks/grouped-queries")
    found = variants(load_problem(applied(proposal, source, tmp_path / "week"), without=("key", "examples")), 100)
    for drawn in map(numbers, found):
        assert drawn["d_model"] % drawn["num_heads"] == drawn["num_heads"] % drawn["num_kv_heads"] == 0


def test_what_the_prompt_does_not_show_follows_or_stays():
    """The values are as long as the keys; the prompt says that heads have 80 numbers."""
    proposal = of_bank("compute/cross-attention-flops")
    assert {each.name: each.draw for each in proposal.places}["d_v"] == "{like: d_k}"


BLOCK = """\
id: block
title: {title}
type: feed_forward_parameters
prompt: "{prompt} {{conventions}}"
parameters: {{d_model: {d_model}, d_ff: 240}}
conventions: {{ffn_biases: left_out}}
"""


@pytest.mark.parametrize(
    ("changes", "drawn"),
    [
        ({}, ["d_model", "d_ff"]),
        ({"prompt": "From 64 to {d_ff}, and 64 again."}, ["d_ff"]),
        ({"prompt": "From {d_model} to {d_ff}, where 64 is small."}, ["d_ff"]),
        ({"title": "64 numbers"}, ["d_ff"]),
        ({"d_model": 4, "prompt": "From four, {d_model}, to {d_ff}."}, ["d_ff"]),
        ({"d_model": 1}, ["d_ff"]),
        ({"d_model": 1999}, ["d_ff"]),
    ],
)
def test_numbers_that_the_text_states_or_that_are_given_stay(changes, drawn, tmp_path):
    settings = {"title": "A block", "prompt": "From {d_model} to {d_ff}.", "d_model": 64} | changes
    runs.write(tmp_path, {"block.yaml": BLOCK.format(**settings)})
    assert [each.name for each in propose(load_problem(tmp_path / "block.yaml")).places] == drawn


FORMULA = """\
id: p
type: formula
prompt: "What are {a} and {b}?"
parameters:
  expression: EXPRESSION
  symbols: {a: {value: A, description: ONE, unit: UNIT}, b: 7.3}
"""


@pytest.mark.parametrize(
    ("number", "draw"),
    [
        ("0", ""),
        ("1", ""),
        ("2024", ""),
        ("9.81", ""),
        ("1e-3", ""),
        ("7", "{from: 3, to: 14}"),
        ("64", "{choose: [32, 40, 48, 56, 64, 80, 96, 112, 128]}"),
        ("240", "{from: 140, to: 380, step: 20}"),
        ("18000", "{from: 10000, to: 28000, step: 2000}"),
        ("0.5", "{from: 0.2, to: 0.9, step: 0.1}"),
        ("0.25", "{from: 0.15, to: 0.40, step: 0.05}"),
        ("3.50", "{from: 2.00, to: 5.50, step: 0.50}"),
        ("171.2", "{from: 154.0, to: 188.2, step: 0.2}"),
        ("-3", "{from: -6, to: -2}"),
    ],
)
def test_values_are_of_the_same_size_and_as_round(number, draw):
    assert values_near(number) == draw


def test_sizes_of_kernels_stay_odd_and_numbers_of_heads_even():
    paired = Nearness(keeps_parity=True)
    assert values_near("5", paired) == "{choose: [3, 5, 7, 9]}"
    assert values_near("8", paired) == "{from: 4, to: 16, step: 2}"
    assert values_near("24", paired) == "{from: 14, to: 38, step: 2}"


@pytest.mark.parametrize(
    ("number", "draw", "fine"),
    [
        ("768", "{from: 448, to: 1216, step: 64}", "{from: 448, to: 1216, step: 32}"),
        ("104", "{from: 56, to: 160, step: 8}", "{from: 60, to: 164, step: 4}"),
        ("160", "{from: 80, to: 240, step: 20}", "{from: 96, to: 256, step: 8}"),
        ("95", "{from: 55, to: 150, step: 5}", "{from: 57, to: 152}"),
        ("3.4", "{from: 2.0, to: 5.4, step: 0.2}", "{from: 2.0, to: 5.4, step: 0.1}"),
    ],
)
def test_widths_are_multiples_of_what_theirs_is(number, draw, fine):
    assert values_near(number) == draw
    assert values_near(number, Nearness(is_fine=True)) == fine


@pytest.mark.parametrize(
    ("described", "unit", "draw"),
    [
        ("the gravity", "m", None),
        ("the specific heat", "m", None),
        ("the temperature", "K", "{from: 264, to: 320, step: 8}"),
        ("the number", "m", "{from: 176, to: 472, step: 8}"),
    ],
)
def test_what_a_symbol_is_decides_how_near_its_values_are(described, unit, draw, tmp_path):
    text = FORMULA.replace("A,", "296,").replace("ONE", described).replace("UNIT", unit)
    runs.write(tmp_path, {"p.yaml": text.replace("EXPRESSION", "a*b")})
    found = {each.name: each.draw for each in propose(load_problem(tmp_path / "p.yaml")).places}
    assert found.get("a") == draw


def test_answers_keep_their_sign(tmp_path):
    text = FORMULA.replace("A,", "9.4,").replace("ONE", "one").replace("UNIT", "m").replace("EXPRESSION", "a - b")
    runs.write(tmp_path, {"p.yaml": text})
    proposal = propose(load_problem(tmp_path / "p.yaml"))
    assert proposal.where == ("a - b > 0",)
    found = variants(load_problem(applied(proposal, tmp_path / "p.yaml", tmp_path / "week")))
    assert all(math.isclose(truths(each)[0], numbers(each)["a"] - numbers(each)["b"]) for each in found)
    assert all(truths(each)[0] > 0 for each in found)


@pytest.mark.parametrize(
    ("id_", "reason"),
    [
        ("memory/weights-gpt2", "The text names GPT, whose numbers are known; ask about a model without a name."),
        (
            "positions/alibi-four-heads",
            (
                "The prompt fills in no number that may be drawn, or the text names it as well; write {name} there for"
                " a number in `parameters`."
            ),
        ),
        ("concepts/pre-or-post-norm", "The question has no numbers."),
    ],
)
def test_where_nothing_is_proposed_the_reason_is_given(id_, reason):
    with pytest.raises(NoProposalError) as caught:
        of_bank(id_)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    "id_", ["statistics/sample-deviation", "losses/softmax-three-scores", "statistics/median-wait"]
)
def test_data_are_drawn_one_by_one_near_those_of_the_author(id_, tmp_path):
    source = BANK / f"{id_}.yaml"
    proposal = of_bank(id_)
    problem = load_problem(applied(proposal, source, tmp_path / "week"), without=("key", "examples"))
    found = variants(problem, 20)
    assert len({str(truths(each)) for each in found}) > 5
    names = [each.name for each in proposal.places]
    assert all([name for name, _ in each.values] == names for each in found)
    for each in proposal.places:
        values = [float(numbers(variant)[each.name]) for variant in found]
        assert len({*values}) > 1
        assert all(value * float(each.number) > 0 for value in values)


@pytest.mark.parametrize(
    ("id_", "why"),
    [
        ("statistics/chi-square-sweets", "the counts have one sum"),
        ("linear-algebra/eigenvalues", "the eigenvalues of others are not whole"),
        ("statistics/quartile", "one answer for nearly all"),
    ],
)
def test_data_that_belong_together_are_not_drawn(id_, why):
    with pytest.raises(NoProposalError):
        pytest.fail(f"{of_bank(id_).places}, and {why}")


def test_an_index_to_which_one_value_is_left_is_not_drawn():
    proposal = of_bank("attention-by-hand/attention-without-scale")
    assert "query" not in {each.name for each in proposal.places}


def test_entries_that_are_one_are_drawn_where_a_part_had_one_answer():
    """The keys and the queries are the same for all without them."""
    proposal = of_bank("attention-by-hand/head-of-slices")
    assert "{choose: [1, 2]}" in {each.draw for each in proposal.places}
    assert proposal.same == frozenset()
    assert len({each.answers.partition("weights")[0] for each in proposal.variants}) > 3


def test_variants_are_shown_once():
    proposal = of_bank("statistics/z-two-sided")
    assert len({*proposal.variants}) == len(proposal.variants) >= 8


@pytest.mark.parametrize("name", ["Llama-2-7B", "LLaMA 7B", "Llama 3"])
def test_models_with_a_size_in_their_name_stay(name, tmp_path):
    runs.write(tmp_path, {"block.yaml": BLOCK.format(title=name, prompt="From {d_model} to {d_ff}.", d_model=64)})
    with pytest.raises(NoProposalError, match="The text names L"):
        propose(load_problem(tmp_path / "block.yaml"))


def test_answers_that_the_author_lists_come_first(tmp_path):
    text = f"{BLOCK.format(title='A', prompt='From {d_model} to {d_ff}.', d_model=64)}mistakes:\n"
    runs.write(tmp_path, {"block.yaml": f'{text}  - {{answer: 7680, says: "Half."}}\n'})
    with pytest.raises(NoProposalError, match=r"^`mistakes` or `accept` has answers for these numbers only"):
        propose(load_problem(tmp_path / "block.yaml"))


def test_the_command_shows_draws_and_their_variants(tmp_path, monkeypatch):
    shutil.copy(BANK / "networks" / "transfer-time.yaml", tmp_path / "p.yaml")
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(cli, ["lint", "p.yaml", "--draws"]).output
    assert "  L  {from: 25, to: 70, step: 5}\n" in shown
    assert "next to `parameters`:  where: [(8*L) % R == 0]\n" in shown
    assert shown.splitlines()[-10].startswith("L ")
    told = json.loads(CliRunner().invoke(cli, ["lint", "p.yaml", "--draws", "--format", "json"]).output)
    assert (told["draws"][0]["name"], told["where"], len(told["variants"])) == ("L", ["(8*L) % R == 0"], 10)
    week = applied(propose(load_problem("p.yaml")), tmp_path / "p.yaml", tmp_path / "week")
    result = CliRunner().invoke(cli, ["lint", str(week), "--draws"])
    assert (result.exit_code, "draws its numbers already; leave out --draws" in result.output) == (2, True)


def test_what_words_of_the_prompt_and_the_world_settle_stays():
    """`both heads`, and the pKa of a substance; a feed-forward network is not narrower than its model."""
    drawn = {each.name for each in of_bank("001/head-output").places}
    assert "num_heads" not in drawn
    drawn = {each.name for each in of_bank("any-course/buffer-ph").places}
    assert drawn == {"a", "h"}
    assert "d_ff >= d_model" in of_bank("004/language-model").where
    assert "padding < kernel_size" in of_bank("compute/first-convolution-flops").where


@pytest.mark.parametrize(
    ("prompt", "expression", "symbols", "is_possible"),
    [
        (
            "P(A and B) is {r}, P(B) is {q}. Find the probability P(A|B).",
            "r/q",
            {"r": 0.2, "q": 0.4},
            lambda drawn: drawn["r"] <= drawn["q"],
        ),
        (
            "{k} of {n} voters agree. How far is the share from a half, in percent?",
            "100*(k/n - 0.5)",
            {"n": 400, "k": 220},
            lambda drawn: drawn["k"] <= drawn["n"],
        ),
        ("Give z for a {c} % interval.", "1/(1 - c/110)", {"c": 95}, lambda drawn: drawn["c"] <= 100),
    ],
)
def test_parts_are_at_most_their_wholes(tmp_path, prompt, expression, symbols, is_possible):
    lines = [
        "id: p",
        "type: formula",
        f'prompt: "{prompt}"',
        "parameters:",
        f"  expression: {expression}",
        "  symbols:",
    ]
    runs.write(tmp_path / "week", {"p.yaml": "\n".join([*lines, *(f"    {k}: {v}" for k, v in symbols.items())])})
    source = tmp_path / "week" / "p.yaml"
    proposal = propose(load_problem(source))
    problem = load_problem(applied(proposal, source, tmp_path / "drawn"))
    author = {name: Fraction(str(value)) for name, value in symbols.items()}
    assert all(is_possible(author | numbers(variant)) for variant in variants(problem))
