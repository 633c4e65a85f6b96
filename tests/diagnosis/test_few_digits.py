"""Answers of few digits."""

from checker import check, load_problem


def told(folder, expression, answer, **symbols):
    given = ", ".join(f"{name}: {value}" for name, value in symbols.items())
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: Work out {expression}.\nparameters: {{expression: '{expression}', symbols: {{{given}}}}}\n"
    )
    return check(load_problem(folder / "asked.yaml"), answer, feedback="full")


def test_below_full_the_whole_formula_is_not_shown(tmp_path):
    told(tmp_path, "sqrt(2*h/g)", "6", h=28, g=9.81)
    problem = load_problem(tmp_path / "asked.yaml")
    full, below = (check(problem, "5.7085", feedback=level).message for level in ("full", "explain"))
    assert "ou left out the root in sqrt(2·h/g)" in full
    assert "left out the root in the formula." in below
    assert "2·h" not in below
