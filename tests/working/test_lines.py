"""Lines of working as students write them: a slip is found in each form, and no line is called wrong that is right."""

from __future__ import annotations

import pytest

from checker.working.ledger import Ledger
from tests.tables import rows


def read(*texts: str) -> list[tuple[str, bool]]:
    """Return the equations of some texts, one after the other, and whether each holds."""
    ledger = Ledger()
    for text in texts:
        ledger.add(text)
    return [(each.text, each.is_right) for each in ledger.equations]


WRONG = rows(__file__, "a_wrong_line")


@pytest.mark.parametrize("text", rows(__file__, "a_right_line_raises_no_alarm"))
def test_a_right_line_raises_no_alarm(text):
    assert [each for each, is_right in read(text) if not is_right] == []


@pytest.mark.parametrize(("text", "told"), WRONG, ids=[text for text, _ in WRONG])
def test_a_slip_is_found(text, told):
    found = [each for each, is_right in read(text) if not is_right]
    assert found if told is None else told in found


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["Let d = 64 and f = 120.", "d·f = 7,860"], [("d*f = 7,860", False)]),
        (
            ["Let d = 64 and f = 120.", "3d² = 12,288", "d·f = 7,680"],
            [("3d^2 = 12,288", True), ("d*f = 7,680", True)],
        ),
        (["m = 45 g = 0.045 kg", "E = 0.5 · 640 N/m · (0.075 m)² = 1.8 J"], []),
        (["sum = 4,096 + 4,096\n    + 4,069\n    = 12,216"], [("4,096 + 4,096 + 4,069 = 12,216", False)]),
    ],
    ids=["a slip with symbols", "symbols", "a unit that is a symbol too", "a sum over several lines"],
)
def test_symbols_and_several_lines(texts, told):
    assert read(*texts) == told


def test_a_chain_that_goes_on_is_two_lines_and_the_second_uses_the_first():
    ledger = Ledger()
    ledger.add("3 * 64 * 16 = 3,072 for one head, times 4 gives 12,288")
    assert [(each.written.value, each.uses) for each in ledger.equations] == [(3072, ()), (12288, (0,))]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (["FFN", "2 · 64 · 120", "15,360"], [("2 * 64 * 120 = 15,360", True)]),
        (["FFN", "2 · 64 · 120", "15,630"], [("2 * 64 * 120 = 15,630", False)]),
        (["FFN", "2 · 64 · 120", "1,536"], [("2 * 64 * 120 = 1,536", False)]),
    ],
)
def test_a_row_of_a_table_has_its_calculation_and_its_result(cells, told):
    found = Ledger().add_row(cells)
    assert [(each.text, each.is_right) for each in found] == told
    assert [each.called.split()[0] for each in found] == ["FFN:"]


@pytest.mark.parametrize("cells", [["pooling", "6 × 14 × 14", "0"], ["convolution", "6 × 28 × 28", "156"]])
def test_a_shape_next_to_a_number_of_parameters_is_no_equation(cells):
    assert Ledger().add_row(cells) == []
