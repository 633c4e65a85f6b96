"""Answers of few digits, and those that are close to the right one."""

import pytest

from checker import check, load_problem


def told(folder, expression, answer, **symbols):
    given = ", ".join(f"{name}: {value}" for name, value in symbols.items())
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: Work out {expression}.\nparameters: {{expression: '{expression}', symbols: {{{given}}}}}\n"
    )
    return check(load_problem(folder / "asked.yaml"), answer, feedback="full")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("2.17", "close to the right value"),  # 1.2·1.5 = 1.6: 8% too low
        ("2.8137", ""),  # no slip gives it, and it is 19% too high
    ],
)
def test_an_answer_is_close_only_where_one_slip_gives_it(tmp_path, answer, says):
    message = told(tmp_path, "w*h + pi*w^2/8", answer, w=1.2, h=1.5).message
    assert says in message
    assert bool(says) == ("close to the right value" in message)


def test_a_product_within_a_step_is_worked_out_wrongly(tmp_path):
    message = told(
        tmp_path, "(n + k - 1)*a*L/(m*R)", f"{15 * 12600 / 73.1:.6g}", n=12, k=4, a=8.4, L=1512, m=7.31, R=10
    ).message
    assert "Check the arithmetic" in message or "check your arithmetic" in message  # 8.4·1512 = 12,600 for 12,700.8


def test_below_full_the_whole_formula_is_not_shown(tmp_path):
    told(tmp_path, "sqrt(2*h/g)", "6", h=28, g=9.81)
    problem = load_problem(tmp_path / "asked.yaml")
    full, below = (check(problem, "5.7085", feedback=level).message for level in ("full", "explain"))
    assert "You left out the root in √(2·h/g)" in full or "You left out the root in sqrt(2·h/g)" in full
    assert "left out the root in the formula." in below
    assert "2·h" not in below
