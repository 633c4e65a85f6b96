"""Names with signs in them before a result, as chemists, physicists and statisticians write them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from checker import check, load_problem


def result(folder, prompt, parameters, text, **others):
    path = folder / "p.yaml"
    question = {"id": "p", "title": "T", "type": "numeric", "prompt": prompt, "parameters": parameters, **others}
    path.write_text(json.dumps(question))
    return check(load_problem(path), text)


PAGE = (Path(__file__).parents[2] / "docs" / "reading-answers.md").read_text()
SECTION = PAGE.partition("## Names before a result\n")[2].partition("\n## ")[0]
ROWS = [
    (
        question,
        float(value.replace("−", "-")),
        unit,
        [*re.findall("`([^`]+)`", right)],
        [*re.findall("`([^`]+)`", wrong)],
    )
    for question, value, unit, right, wrong in re.findall(
        r"^\| (.+?) \(([−\d.]+) ?([^)]*)\) \| (.+?) \| (.+) \|$", SECTION, re.MULTILINE
    )
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_table_of_the_page(tmp_path, row):
    question, value, unit, right, wrong = row
    parameters = {"value": value} | ({"unit": unit} if unit else {})
    found = {
        text: result(tmp_path, question, parameters, text, tolerance={"significant": 3}).status
        for text in right + wrong
    }
    assert found == dict.fromkeys(right, "correct") | dict.fromkeys(wrong, "unreadable")


def test_the_table_has_all_rows():
    assert len(ROWS) == 6


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"$z=\frac{x-\mu}{\sigma}=\frac{11.93-12}{0.04}=-1.75$", "correct"),
        (r"$z=\frac{x-\mu}{\sigma}=\frac{11.93-12}{0.04}=1.75$", "unreadable"),
        (r"\frac{x-\mu}{\sigma} = 2", "unreadable"),
        (r"$r = \frac{S_{xy}}{\sqrt{S_{xx}S_{yy}}} = -1.75$", "correct"),
        (r"$x_{0.98} = \mu + 2.05\sigma = -1.75$", "correct"),
    ],
)
def test_fractions_in_symbols(tmp_path, text, wanted):
    assert result(tmp_path, "Give the standard score.", {"value": -1.75}, text).status == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("U = 12 V · (1 - e^(-1.451)) = 9.187 V", "correct"),
        ("U = 12·(1 - e^(-1.451)) = 9.193 V", "incorrect"),
        ("U = 12·(1 - e^(-1.451)) = 9.287 V", "unreadable"),
        ("|v| = sqrt(5^2 + 7.7075^2) V = 9.187 V", "correct"),
    ],
)
def test_numbers_that_were_rounded_on_the_way(tmp_path, text, wanted):
    parameters = {"value": 9.187, "unit": "V"}
    assert result(tmp_path, "Give the voltage.", parameters, text, tolerance={"significant": 4}).status == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x̄ ± t·s/√n = 24.326 ± 2.776 × 0.0321/√5 = 24.326 ± 0.040 mL", "correct"),
        (r"$\bar{x} \pm t\frac{s}{\sqrt{n}} = 24.326 \pm 0.040$", "correct"),
        ("(24.326 ± 0.040) mL", "correct"),
        ("CI = 24.326 ± 2.776(0.0321/√5) = 24.326 ± 0.050 mL", "unreadable"),
        ("x̄ ± t·s/√n = 24.326 ± 0.089 mL", "incorrect"),
    ],
)
def test_chains_of_intervals(tmp_path, text, wanted):
    outcome = result(
        tmp_path,
        "Give the 95% confidence interval of the mean volume.",
        {"value": [24.2862, 24.3658], "unit": "mL"},
        text,
        answer="interval",
        tolerance={"absolute": 0.001},
    )
    assert outcome.status == wanted
    if wanted == "unreadable":
        assert outcome.message.endswith("are not equal. Write only your final interval.")
