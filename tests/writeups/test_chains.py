"""Chains of equations: the value with more digits counts, and a false equation is doubted."""

import pytest

from tests.writeups.section_examples import bound, found


def one(text, name="000", problem="language-head"):
    (only,) = bound(name, problem, text)
    return only


@pytest.mark.parametrize(
    "text",
    [
        "Total = 1,538 ≈ 1.5K",
        "Total = 1,538 = 1.5K",
        "Total = 1,538 = 1540",
        "768*2+2 = 1,538 ≈ 1540",
        "= 1,538\n≈ 1,500",
        "= 1,538 ≈ about 1.5 thousand",
        "= 1,538 parameters ≈ 1.54K ≈ 1.5K",
    ],
)
def test_the_value_before_a_rounded_restatement_counts(text):
    found_one = one(text)
    assert found_one.candidate.text == "1,538"
    assert found_one.confidence > 0.9
    assert found_one.others == ()


def test_a_restatement_of_a_large_value():
    found_one = one("Total: 27,648 = 27.6K", "001", "encoder-layer")
    assert (found_one.candidate.text, found_one.confidence > 0.9) == ("27,648", True)


@pytest.mark.parametrize("text", ["1536 = 1538", "1,536 ≈ 1,538", "= 1,539 = 1,538"])
def test_a_false_equation_is_doubted(text):
    assert all("unequal" in each.cues for each in found(text, {"number"}))


@pytest.mark.parametrize(
    "text", ["66 = 1,747", "0.589 = 3.68", "9.2kWh = 3.68kWh", "1.47 kWh = 3.68", "5.5 = 3.68 kWh", "100.5m = 50.2 m"]
)
def test_a_false_equation_with_a_unit_or_decimals_is_doubted(text):
    assert "unequal" in found(text, {"number"})[-1].cues


@pytest.mark.parametrize("text", ["1.5 h = 90", "tanh(1.1) = 0.75", "2N = 13 bytes", "20 = 1,538"])
def test_a_conversion_an_argument_and_a_name_are_no_side(text):
    assert not any("unequal" in each.cues for each in found(text, {"number"}))


@pytest.mark.parametrize(
    "text",
    [
        "[8, -1] = [13, 6]",
        "[15.6, -13.8, 5.5] = (9.4, 5.4, 10.3)",
        "(15.6 | -13.8 | 5.5) = (9.4, 5.4, 10.3)",
        "[15.6, -13.8] = [[9.4], [5.4]]",
        "x = (2.5; 1.5)^T = [0.5, 3.5]",
    ],
)
def test_a_false_equation_of_lists_is_doubted(text):
    assert "unequal" in found(text, {"vector", "matrix"})[-1].cues


@pytest.mark.parametrize(
    "text", ["[0.9512, 3.652] = [0.95, 3.65]", "A [1, 2] = [5, 6]", "2·[1, 2] = [2, 4]", "[2 - 1, 3] = [1, 3]"]
)
def test_a_rounded_list_and_a_factor_are_no_false_side(text):
    assert not any("unequal" in each.cues for each in found(text, {"vector"}))


@pytest.mark.parametrize("text", ["2 = 1,538", "1,000 ms = 1 s", "0.6089 = 0.608", "1/3 = 0.33", "2.5e3 = 2500"])
def test_other_equations_are_not_false(text):
    assert not any("unequal" in each.cues for each in found(text, {"number"}))


def test_numbers_that_are_no_rounding_stay():
    assert [each.text for each in found("1,538 ≈ 1,600", {"number"})] == ["1,538", "1,600"]
    assert [each.text for each in found("48 = 50 - 2 = 48", {"number"})] == ["48", "48"]
