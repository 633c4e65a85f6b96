"""Every unit of units.txt is what pint 0.25 says it is; pint.json has the name, size and exponents of each there."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("prefix", sorted(STORED["prefixes"]))
def test_prefixes_are_those_of_pint(prefix: str) -> None:
    assert str((unit_table().long | unit_table().long_binary)[prefix]) == STORED["prefixes"][prefix]
