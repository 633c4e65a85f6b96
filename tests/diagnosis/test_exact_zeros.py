"""What shows no number explains none: a bare 0."""

import pytest

from checker import check, load_problem
from checker.marking.question import Question
from tests.bank import bank


@pytest.fixture
def told(tmp_path):
    def message(expression, symbols, answer, kind="", level="explain"):
        answer_kind = f"answer: {kind}\n" if kind else ""
        (tmp_path / "asked.yaml").write_text(
            f"id: asked\ntype: formula\nprompt: Work it out.\n{answer_kind}parameters:\n"
            f"  expression: '{expression}'\n  symbols: {symbols}\n"
        )
        return check(load_problem(tmp_path / "asked.yaml"), answer, feedback=level).message

    return message


def test_a_0_was_rounded_by_nobody(told):
    throw = "[v*cos(a), v*sin(a) - 9.81*t]", "{v: 8, t: 0.75, a: {value: 60, unit: °}}"
    assert "round" not in told(*throw, "[4.00, 0]", "vector")
    step = check(bank().problems["markov-step"], "[0, 0]").message
    assert "round" not in step


def test_money_is_not_counted_from_the_wrong_start(tmp_path):
    def slips(unit):
        (tmp_path / "asked.yaml").write_text(
            "id: asked\ntype: formula\nprompt: What is it?\nparameters:\n  expression: a*b - c\n"
            f"  symbols: {{a: 29, b: 7, c: 3}}\n{unit}"
        )
        problem = load_problem(tmp_path / "asked.yaml")
        index = Question.of(problem, problem.parts[0]).index
        return {cause.slip for cause in index.find((), [(199, 199)])}

    assert "off_by_one" in slips("")
    assert "off_by_one" not in slips("  unit: EUR\n")
