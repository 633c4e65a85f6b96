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
    assert len(ROWS) == 11


IRON = "Give the concentration of Fe²⁺, in mol/L, by the titration with MnO₄⁻."


@pytest.mark.parametrize(
    "text",
    [
        *("[Fe²⁺] = 0.0769 M", "[Fe2+] = 0.0769 mol/L", "c(Fe²⁺) = 0.0769 M", "[Fe^{2+}] = 0.0769", "[Fe2+]: 0.0769 M"),
        *(r"$[\mathrm{Fe^{2+}}] = 0.0769$ M", r"\ce{[Fe^2+]} = 0.0769 M", "[Fe²⁺]₀ = 0.0769 M", "c (Fe2+) ≈ 0.0769 M"),
    ],
)
def test_the_concentration_that_is_asked_for(tmp_path, text):
    assert result(tmp_path, IRON, {"value": 0.0769, "unit": "mol/L"}, text).status == "correct"


@pytest.mark.parametrize("text", ["[MnO4-] = 0.0769 M", "c(Mn²⁺) = 0.0769 M", "[Cu2+] = 0.0769 M"])
def test_that_of_another_substance_is_not(tmp_path, text):
    outcome = result(tmp_path, IRON, {"value": 0.0769, "unit": "mol/L"}, text)
    assert outcome.status == "unreadable"
    assert outcome.message.startswith('I do not understand "')


@pytest.mark.parametrize(
    "text",
    [
        *(
            "ΔG° = -225 kJ/mol",
            "ΔrG = -225 kJ/mol",
            "delta G = -225 kJ mol⁻¹",
            "∆G = -225",
            "ΔG^0 = -225",
            "ΔG⁰ = -225",
        ),
        *(r"$\Delta G^\circ = -225$ kJ/mol", r"\Delta_r G^{\circ} = -225", "ΔG_rxn = -225 kJ/mol", "ΔrG°' = -225"),
        "ΔG = −zFE = −2 × 96485 C/mol × 1.164 V = −225 kJ/mol",
    ],
)
def test_differences_in_the_standard_state(tmp_path, text):
    prompt = "Calculate ΔG of the reaction, with z = 2 and F = 96485 C/mol."
    assert result(tmp_path, prompt, {"value": -224.6, "unit": "kJ/mol"}, text, tolerance={"significant": 3}).status == (
        "correct"
    )
    assert result(tmp_path, prompt, {"value": -224.6, "unit": "kJ/mol"}, text.replace("225", "325")).status in {
        "incorrect",
        "unreadable",
    }


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


def test_what_is_left(tmp_path):
    prompt = "How many grams of Al are left over?"
    right = {"value": 2.82, "unit": "g"}
    assert result(tmp_path, prompt, right, "2.82 g Al left over").status == "correct"
    assert result(tmp_path, prompt, right, "2.82 g remain").status == "correct"
    assert result(tmp_path, prompt, right, "2.82 g are not left over").status == "unreadable"


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


@pytest.mark.parametrize(
    ("prompt", "unit", "right", "others"),
    [
        (
            "A cylinder holds nitrogen, N2, and oxygen, O2. What is the mass of the oxygen, in g?",
            "g",
            ["5 g O2", "m(O2) = 5 g", "5 g of oxygen"],
            ["5 g N2", "N2: 5 g", "5 g of nitrogen", "m(N2) = 5 g"],
        ),
        (
            "What volume of 0.10 M HCl neutralises 25 mL of 0.12 M NaOH?",
            "mL",
            ["5 mL HCl", "V(HCl) = 5 mL"],
            ["5 mL NaOH", "V(NaOH) = 5 mL"],
        ),
        (
            "H2 + Cl2 -> 2 HCl. Which mass of HCl is made?",
            "g",
            ["5 g HCl", "m(HCl) = 5 g"],
            ["m(Cl2) = 5 g", "m_Cl2 = 5 g", "H2 = 5 g"],
        ),
        ("The molar mass of C is 12 g/mol. What is the mass of N2 next to O2?", "g", ["m(N2) = 5 g"], ["m(O2) = 5 g"]),
    ],
)
def test_the_substance_that_is_asked_for(tmp_path, prompt, unit, right, others):
    for text in right:
        assert result(tmp_path, prompt, {"value": 5, "unit": unit}, text).status == "correct"
    for text in others:
        refused = result(tmp_path, prompt, {"value": 5, "unit": unit}, text)
        assert (refused.status, "another substance than" in refused.message) == ("unreadable", True)
