"""Expressions in braces without quotes: YAML splits them at their commas."""

from __future__ import annotations

import pytest

from checker import load_problem
from checker.document.findings import ProblemError

HEAD = "id: p\ntype: formula\nprompt: How far?\n"


@pytest.mark.parametrize(
    ("lines", "place", "written"),
    [
        ("parameters: {expression: max(a, b), symbols: {a: 1, b: 2}}", (4, 26), "max(a, b)"),
        (
            "parameters:\n  expression: 2*h\n  symbols:\n    h: {expression: hypot(a, 3)*a, unit: m}\n    a: 2",
            (7, 21),
            "hypot(a, 3)*a",
        ),
        (
            "parameters: {expression: h, symbols: {h: binomial_pmf(a, 9, 0.5), a: 2}}",
            (4, 42),
            "binomial_pmf(a, 9, 0.5)",
        ),
        (
            "parameters: {expression: a, symbols: {a: 3}}\ntolerance: 0.1\nwhere: [1 > 0]\ntitle: {a: f(2, 3)}",
            None,
            "f(2, 3)",
        ),
    ],
)
def test_the_author_is_asked_for_quotes(tmp_path, lines, place, written):
    file = tmp_path / "p.yaml"
    file.write_text(f"{HEAD}{lines}\n")
    with pytest.raises(ProblemError) as caught:
        load_problem(file)
    (finding,) = caught.value.findings
    assert finding.message == f'braces end this value at its comma; put the expression in quotes: "{written}"'
    assert place is None or (finding.line, finding.column) == place


def test_with_quotes_it_is_read(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text(f'{HEAD}parameters: {{expression: "max(a, b)", symbols: {{a: 1, b: 2}}}}\n')
    assert load_problem(file).parts[0].variant.run()["total"] == 2


def test_other_errors_are_reported_as_they_are(tmp_path):
    file = tmp_path / "p.yaml"
    file.write_text(f"{HEAD}parameters: {{expression: (a + 1, symbols: {{a: 1}}}}\n")
    with pytest.raises(ProblemError) as caught:
        load_problem(file)
    assert "put the expression in quotes" not in str(caught.value)
