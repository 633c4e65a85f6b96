"""What testers stumbled over: options behind the problem, suggestions that make no sense, steps elsewhere."""

from __future__ import annotations

import pytest

from checker import check, load_problem
from checker.cli.answer_pages import solution
from checker.cli.output import page_text
from checker.lint import lint
from checker.marking.solution import Solution
from checker.problems.load import ProblemError
from checker.text.words import did_you_mean, is_near
from tests.tables import rows

# Suggestions


@pytest.mark.parametrize(("word", "known"), rows(__file__, "what_is_near_is_offered"))
def test_what_is_near_is_offered(word, known):
    assert did_you_mean(word, [known, "zzzzz"]) == f"; did you mean {known}?"


@pytest.mark.parametrize(
    ("word", "known"),
    [("Nm", "km"), ("bias", "axis"), ("scale", "false"), ("mean", "memory"), ("depth", "path"), ("d", "d_k")],
)
def test_what_is_not_near_is_not_offered(word, known):
    assert not is_near(word, known)
    assert did_you_mean(word, [known]) == f"; known are {known}"


def test_a_very_long_word_is_like_nothing():
    assert did_you_mean("a" * 100_000, ["a" * 99]) == f"; known are {'a' * 99}"


# The next step


UNUSED = """
id: margin
type: formula
prompt: How wide is the margin?
parameters:
  expression: t*error
  symbols: {a: 5.26, t: 2.776, s: 0.81, n: 5, rooted: sqrt(n), error: s/rooted, lower: a - t*error, upper: a + t*error}
"""


def test_only_steps_on_the_way_are_named(tmp_path):
    file = tmp_path / "margin.yaml"
    file.write_text(UNUSED)
    message = check(load_problem(file), "7.77").message
    assert "Check it step by step: rooted, error." in message


# Lint


def test_lint_counts(tmp_path):
    for number in range(30):
        text = UNUSED.replace("id: margin", f"id: p{number}").replace("prompt:", "key: 3\nprompt:")
        (tmp_path / f"p{number}.yaml").write_text(text)
    told = []
    one = lint(tmp_path, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 30) for done in range(1, 31)]
    assert one.problems == 30
    assert {finding.code for finding in one.findings} >= {"key"}


@pytest.mark.parametrize(("feedback", "where"), [("hint", "total"), ("full", "total")])
def test_only_a_step_on_the_way_is_said_to_differ(tmp_path, feedback, where):
    """With the rooted forgotten the error differs, which the lower end is not worked out from."""
    text = UNUSED.replace("expression: t*error", "expression: t*s/rooted")
    (tmp_path / "margin.yaml").write_text(text)
    found = check(load_problem(tmp_path / "margin.yaml"), "0.1799", feedback="full").record()["explanations"]
    steps = {each["first_difference"]["step"] for each in found if each["first_difference"]}
    assert steps.isdisjoint({"error", "lower", "upper"})


# The formula in the solution


def solved(file, text, part=None, *, plain=False):
    file.write_text(text)
    problem = load_problem(file)
    parts = [each for each in problem.parts if part in {None, each.id}]
    return page_text(solution(problem, parts), plain=plain) + "\n", Solution(problem, parts).record()["parts"]


BLOCK = """
id: block
type: feed_forward_parameters
prompt: Write a formula.
parameters: {d_model: 72, d_ff: 250}
conventions: {biases: counted}
answer: formula
symbols: {d: d_model, f: d_ff}
"""


def test_the_solution_of_a_formula_has_it_in_symbols_with_numbers_and_its_value(tmp_path):
    text = "id: p\ntype: formula\nparameters: {expression: 2*pi*sqrt(l/g) - sum(x)^2, unit: s, symbols: %s}"
    text %= "{l: 0.853, g: -9.81, x: [1, 2]}"
    shown, _ = solved(tmp_path / "p.yaml", text.replace("-9.81", "9.81"))
    assert (
        "  Formula  2·π·√(l/g) - sum(x)²\n  Numbers  2·π·√(0.853/9.81) - sum([1, 2])²\n  Value    -7.14724 s" in shown
    )
    plain, _ = solved(tmp_path / "p.yaml", text.replace("-9.81", "9.81"), plain=True)
    assert "Formula: 2·π·√(l/g) - sum(x)²\nNumbers: 2·π·√(0.853/9.81) - sum([1, 2])²\nValue: -7.14724 s\n" in plain


def test_lists_and_their_entries_stand_with_their_numbers(tmp_path):
    text = "id: p\ntype: formula\nparameters: {expression: 'sd(h)*h[2]/h[1]', symbols: {h: {value: [-1.5, 2.0, %s]}}}"
    _, (part,) = solved(tmp_path / "p.yaml", text % 1200)
    assert part["with_numbers"] == "sd([-1.5, 2, 1,200])·2/(-1.5)"
    _, (part,) = solved(tmp_path / "p.yaml", text % ", ".join(map(str, range(11))))
    assert part["with_numbers"] == "sd(h)·2/(-1.5)"


def test_a_derived_symbol_stands_with_its_value_and_a_negative_number_in_brackets(tmp_path):
    text = "id: p\ntype: formula\nparameters: {expression: a*b^2 - c, symbols: {a: -3, c: a + 1, b: -1.5}}"
    shown, (part,) = solved(tmp_path / "p.yaml", text)
    assert (part["formula"], part["with_numbers"]) == ("a·b² - c", "-3·(-1.5)² - (-2)")
    assert "Formula  a·b² - c" in shown


def test_a_formula_that_answers_is_taken_from_the_examples(tmp_path):
    examples = 'examples: [{answer: df, verdict: incorrect}, {answer: "2df + d + f", verdict: correct}]\n'
    shown, (part,) = solved(tmp_path / "b.yaml", BLOCK + examples)
    assert "  Formula  2·d·f + d + f\n  Numbers  2·72·250 + 72 + 250\n  Value    36,322\n" in shown
    assert (part["formula"], part["answer"]) == ("2·d·f + d + f", 36322)


def test_a_formula_that_nobody_has_written_is_missed(tmp_path):
    shown, (part,) = solved(tmp_path / "b.yaml", BLOCK)
    assert "Formula  not in this file; to show it, add an example with `verdict: correct`" in shown
    assert "formula" not in part
    wrong, _ = solved(tmp_path / "b.yaml", BLOCK + "examples: [{answer: df, verdict: correct}]\n")
    assert "Formula  not in this file" in wrong


def test_several_formulas_stand_below_their_solution(tmp_path):
    text = UNUSED + "parts: [{id: error, asks: error}, {id: margin}]\n"
    shown, _ = solved(tmp_path / "m.yaml", text)
    assert "  error   s/rooted = 0.81/2.23607 = 0.362243" in shown
    assert "  margin  t*error = 2.776·0.362243 = 1.00559".replace("*", "·") in shown


def test_what_is_no_formula_has_none(tmp_path):
    shown, (part,) = solved(tmp_path / "b.yaml", BLOCK.split("answer:", maxsplit=1)[0])
    assert "Formula" not in shown
    assert "formula" not in part


def test_a_branch_that_is_not_taken_may_lack_an_entry(tmp_path):
    text = "id: p\ntype: formula\nparameters: {expression: 'if(x[1] > 2, x[4], x[2])', symbols: {x: [1.5, 2.5]}}"
    _, (part,) = solved(tmp_path / "p.yaml", text)
    assert part["answer"] == 2.5


def test_negative_numbers_in_a_list(tmp_path):
    text = "id: p\ntype: formula\nanswer: vector\nparameters: {expression: '[a*k, -b]', symbols: {a: 2.5, b: 4, k: -1}}"
    _, (part,) = solved(tmp_path / "p.yaml", text)
    assert part["with_numbers"] == "[2.5·(-1), -4]"


def test_a_type_without_a_name(tmp_path):
    path = tmp_path / "p.yaml"
    path.write_text("id: p\ntype: ''\nprompt: How many?\nparameters: {value: 5}\n")
    with pytest.raises(ProblemError, match="an empty text is not a question type"):
        load_problem(path)
