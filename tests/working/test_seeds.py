"""The working of five real students: every numeric step that is wrong is found, and no other is called wrong."""

from __future__ import annotations

import math

import pytest

from checker.kinds import flatten
from checker.problems import load_problem
from checker.writeups.formats import read_document
from checker.writeups.read import read_writeup
from tests.bank import BANK
from tests.tables import rows
from tests.writeups.documents_of import sheet_named

DOCUMENTS = {"000": "mara.md", "001": "noor.html", "002": "priya.txt", "003": "luca.tex", "004": "sana.ipynb"}
BAD_STEPS = {
    "000": [
        ("3 × (768 × 768) × 8 = 14,155,008", 14155776),
        ("768 × 768 × 8 = 4,569,984", 4718592),
        ("14,155,008 + 4,569,984 = 18,725,992", 18724992),
        ("exp(1 / √(2)) / (exp(1 / √(2)) + exp(-1 / √(2))) = 0.6225", 0.80443),
        ("exp(-1 / √(2)) / (exp(1 / √(2)) + exp(-1 / √(2))) = 0.3775", 0.19557),
    ],
    "004": [("(160800 + 80400 + 400) * 4 = 968000", 966400)],
}
"""The eighth, 6,558,720, is the answer of the fourth student and has no expression with numbers."""
FEWEST_LINES = {"000": 19, "004": 25}


@pytest.mark.parametrize("seed", DOCUMENTS)
def test_the_wrong_steps_are_found_and_no_others(seed):
    name = DOCUMENTS[seed]
    document = read_document(str(BANK.parent / "submissions" / seed / name), name)
    reading = read_writeup([document], [sheet_named(seed)])
    lines = [each.equation for question in reading.questions for each in question.working]
    found = [(each.text, float(each.value)) for each in lines if not each.is_right]
    expected = BAD_STEPS.get(seed, [])
    assert [text for text, _ in found] == [text for text, _ in expected]
    assert [value for _, value in found] == pytest.approx([value for _, value in expected], rel=1e-4)
    assert len(lines) >= FEWEST_LINES.get(seed, 0)


@pytest.mark.parametrize(("problem", "step", "given", "is_right"), rows(__file__, "a_claim_is_decided_by_the_solution"))
def test_a_claim_is_decided_by_the_solution(problem, step, given, is_right):
    part = load_problem(BANK / f"{problem}.yaml").parts[0]
    _, numbers = flatten(part.variant.board[step].value)
    assert any(math.isclose(given, each, rel_tol=2e-2, abs_tol=5e-3) for each in numbers) is is_right
