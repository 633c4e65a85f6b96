"""Every unit of units.txt is what pint says it is, in what make_pint.py has stored."""

from __future__ import annotations

import importlib.util
import json
from fractions import Fraction
from pathlib import Path

import pytest

from checker.units import ratio, unit_of_author
from checker.units.table import unit_of, unit_table

HERE = Path(__file__).parent
STORED = json.loads((HERE / "pint.json").read_text())
ENTRIES = {entry.name: entry for entry in unit_table().entries}
BASES = {
    "length": "meter",
    "mass": "gram",
    "time": "second",
    "current": "ampere",
    "temperature": "kelvin",
    "amount": "mole",
    "light": "candela",
    "data": "bit",
    "pixel": "pixel",
}
NUMBERS = {"angle", "cycle", "decay", "oscillation"}  # which pint takes for numbers, as radian or count
NEARLY = {"rydberg", "hartree", "faraday"}  # measured constants, to fewer digits than pint works out
CLOSE = Fraction(1, 10**12)

OTHERWISE = {
    "turn": "a dimension of its own, so that 12 rad/s are not 12 Hz; see test_a_turn_is_2_pi",
    "rpm": "made of turns",
    "rps": "made of turns",
    "baud": "pint counts bits; a symbol may hold several",
    "fathom": "pint's is made of survey feet",
    "furlong": "pint's is made of survey feet",
    "acre": "pint's is made of survey feet",
    "parsec": "pint takes a tangent; the IAU defines 648000/π au",
    "therm": "pint takes the ISO BTU, as 1055.056 J",
    "ton of refrigeration": "pint takes the ISO BTU, as 1055.056 J",
}
MISSING = {
    "decay": "pint takes it for a number",
    "equivalent": "not in pint",
    "gms": "an old spelling of gram, which takes no prefixes",
    "oscillation": "pint takes it for a turn",
    "kilohm": "a spelling",
    "megohm": "a spelling",
    "basis point": "not in pint",
    "ppb": "not in pint",
    "nibble": "not in pint",
}
"""Units that pint lacks, besides those of counted things and money."""


def is_counted(name: str) -> bool:
    return any(base in unit_table().counted - {"data"} for base, _ in unit_of(ENTRIES[name]).dimension)


def test_pint_knows_every_unit_but_these() -> None:
    assert {name for name in ENTRIES if name not in STORED["units"] and not is_counted(name)} == MISSING.keys()
    assert STORED["units"].keys() <= ENTRIES.keys()
    assert OTHERWISE.keys() <= STORED["units"].keys()


@pytest.mark.parametrize("name", sorted(STORED["units"].keys() - OTHERWISE.keys()))
def test_size_and_dimension_are_those_of_pint(name: str) -> None:
    unit, theirs = unit_of(ENTRIES[name]), STORED["units"][name]
    ours = {BASES[base]: str(exponent) for base, exponent in unit.dimension if base not in NUMBERS}
    assert ours == {base: power for base, power in theirs["exponents"].items() if base not in {"radian", "count"}}
    size = Fraction(theirs["size"])
    if "pi" in ENTRIES[name].definition or name in NEARLY:
        assert abs(unit.size / size - 1) < CLOSE
    else:
        assert unit.size == size


@pytest.mark.parametrize("name", sorted(OTHERWISE))
def test_units_that_differ_from_pint_still_differ(name: str) -> None:
    ours, theirs = unit_of(ENTRIES[name]), STORED["units"][name]
    bases = {BASES.get(base, base) for base, _ in ours.dimension if base not in NUMBERS}
    same_size = abs(ours.size / Fraction(theirs["size"]) - 1) < CLOSE
    assert not same_size or bases != theirs["exponents"].keys()


def test_a_turn_is_2_pi() -> None:
    turn, radian = unit_of_author("turn"), unit_of_author("rad")
    assert turn is not None
    assert radian is not None
    assert abs(ratio(turn, radian) / Fraction(STORED["units"]["turn"]["size"]) - 1) < CLOSE


@pytest.mark.parametrize("prefix", sorted(STORED["prefixes"]))
def test_prefixes_are_those_of_pint(prefix: str) -> None:
    assert str((unit_table().long | unit_table().long_binary)[prefix]) == STORED["prefixes"][prefix]


def test_pint_knows_every_english_prefix() -> None:
    assert len(STORED["prefixes"]) == 33
    assert {"quetta", "quecto", "kibi", "yobi"} <= STORED["prefixes"].keys()


def test_stored_values_are_those_of_pint() -> None:
    pytest.importorskip("pint")
    specification = importlib.util.spec_from_file_location("make_pint", HERE / "make_pint.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    assert json.loads(module.made()) == STORED
