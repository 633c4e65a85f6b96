"""`checker lint`: units that are not known, and units that only the prompt names."""

import pytest

from checker.lint.units import named_units
from tests.bank import bank

CONVERTED = "answers in another unit cannot be converted"
NO_UNIT = "but the question has no unit, so answers in other units cannot be converted. Declare"


@pytest.fixture
def found(found):
    """The findings of code `unit` in a file of this text."""

    def find(text):
        findings = [finding.split(" ", 2) for finding in found(text)]
        assert not [code for _, code, _ in findings if code == "schema"]
        return [f"{place} {message}" for place, code, message in findings if code == "unit"]

    return find


def numeric(prompt, unit="", value="45"):
    """A problem of type numeric."""
    declared = f", unit: {unit}" if unit else ""
    return f"id: a\ntype: numeric\nprompt: {prompt!r}\nparameters: {{value: {value}{declared}}}\n"


@pytest.mark.parametrize(
    "unit",
    ["km/h", "GiB", "USD", '"$"', "mol/l", '"°C"', "delta_degC", "J/(kg K)", '"%"', "tokens/s", "USD/million tokens"],
)
def test_a_known_unit_is_no_finding(found, unit):
    assert found(numeric("How much?", unit)) == []


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ("quux", f"`quux` is not a known unit, so {CONVERTED}."),
        ("kw", f"`kw` is not a known unit, so {CONVERTED}. Did you mean kW?"),
        ("mhz", f"`mhz` is not a known unit, so {CONVERTED}. Did you mean MHz or mHz?"),
        (
            "km/secnds",
            f"`secnds` in `km/secnds` is not a known unit, so {CONVERTED}. Did you mean seconds or secondes?",
        ),
        ("Gb", f"The unit `Gb` can be read as GB or as Gbit, so {CONVERTED}. Write one of these."),
        ("ton", f"The unit `ton` can be read as tonne or as short ton, so {CONVERTED}. Write one of these."),
        ("J/kg K", f"The unit `J/kg K` can be read as J·K/kg or as J/(kg·K), so {CONVERTED}. Write one of these."),
    ],
)
def test_an_unknown_unit(found, unit, message):
    assert found(numeric("How much?", unit)) == [f"4:25 {message}"]


FORMULA = """\
id: a
type: formula
prompt: A car drives {s} m. How fast is it, and how far does it get?
parameters:
  expression: v*k
  unit: m
  symbols:
    s: {value: 100, unit: m}
    t: 8
    k: 2
    v: {expression: s/t, unit: m/s}
parts:
  - {id: speed, asks: v}
  - {id: total}
"""


def test_a_unit_of_a_symbol_is_found_once_where_it_is(found):
    assert found(FORMULA) == []
    assert found(FORMULA.replace("unit: m/s", "unit: m/secnd")) == [
        "11:26 `secnd` in `m/secnd` is not a known unit, so it cannot be converted. Did you mean second or seconds?"
    ]
    assert found(FORMULA.replace("100, unit: m", "100, unit: metrs")) == [
        "8:21 `metrs` is not a known unit, so it cannot be converted. Did you mean metros or metres?"
    ]
    assert found(FORMULA.replace("unit: m\n", "unit: ton\n")) == [
        f"6:3 The unit `ton` can be read as tonne or as short ton, so {CONVERTED}. Write one of these."
    ]


def test_a_unit_of_a_part_is_found_in_the_part(found):
    text = numeric("How much?") + "parts:\n  - {id: x, parameters: {unit: kw}}\n  - {id: y, parameters: {unit: kW}}\n"
    assert found(text) == [f"6:26 `kw` is not a known unit, so {CONVERTED}. Did you mean kW?"]


def test_a_part_that_contradicts_the_unit_of_its_step(found):
    own = "asks: v, parameters: {unit: km/h}"
    assert found(FORMULA.replace("asks: v", own)) == [
        ("13:39 `v` is computed in m/s, so the unit km/h is not used. Remove it, or ask for an expression in km/h.")
    ]
    assert found(FORMULA.replace("asks: v", own.replace("km/h", "m s^-1"))) == []


@pytest.mark.parametrize(
    ("prompt", "unit"),
    [
        ("How fast is it, in km/h?", "km/h"),
        ("How far does it get (in metres)?", "metres"),
        ("How many seconds does it take?", "seconds"),
        ("It drives 90 km/h. Give the time in minutes.", "minutes"),
        ("How much memory in GB does it take?", "GB"),
        ("How dense is it in kg/m^3, to 2 decimals?", "kg/m^3"),
        ("State the momentum in kg m/s.", "kg m/s"),
        ("What is the price in USD per month?", "USD per month"),
        ("How far, to the nearest metre?", "metre"),
    ],
)
def test_a_unit_that_only_the_prompt_names(found, prompt, unit):
    assert found(numeric(prompt)) == [
        f"3:1 The prompt asks for the answer in {unit}, {NO_UNIT} `unit: {unit}` in the `parameters`."
    ]
    assert found(numeric(prompt, unit)) == []


def test_a_unit_that_yaml_would_misread_is_proposed_in_quotes(found):
    assert found(numeric("Which share is that, in %?")) == [
        f'3:1 The prompt asks for the answer in %, {NO_UNIT} `unit: "%"` in the `parameters`.'
    ]


def test_a_declared_unit_of_another_size(found):
    assert found(numeric("How fast is it, in km/h?", "m/s")) == [
        (
            "3:1 The prompt asks for the answer in km/h, but an answer without a unit is read in m/s. "
            "Declare the unit that the prompt names, or change the prompt."
        )
    ]
    assert found(numeric("How far, to the nearest metre?", "km")) == []
    assert found(numeric("How fast is it, in kilometers per hour?", "km/h")) == []


def test_a_unit_that_no_part_declares(found):
    assert found(FORMULA.replace("how far does", "how far (in m) does")) == []
    assert found(FORMULA.replace("how far does", "how far (in km) does")) == [
        (
            "3:1 The prompt asks for the answer in km, but an answer without a unit is read in m. "
            "Declare the unit that the prompt names, or change the prompt."
        )
    ]
    assert found(FORMULA.replace("  unit: m\n", "").replace("how far does", "how many litres does")) == [
        (
            f"3:1 The prompt asks for the answer in litres, {NO_UNIT} `unit: litres` in the `parameters` of the part "
            "that it belongs to."
        )
    ]


SOFTMAX = "id: a\ntype: softmax\nprompt: {}\nparameters: {{logits: [1, 2.5]}}\n"


def test_percent_needs_no_unit_where_the_answer_is_read_in_percent(found):
    assert found(SOFTMAX.format("The softmax of these, in percent?")) == []
    assert found(SOFTMAX.format("The softmax of these, in radians?")) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "It drives at a speed of 90 km/h. How fast is that?",
        "The speed is measured in km/h. What is shown?",
        "How many weights are there in a layer?",
        "How many tokens are there in 5 seconds?",
        "What happens in turn?",
        "How many turns does the coil have?",
        "How many degrees of freedom are there?",
        "How many layers are there in N and in d?",
        "What is stored in bit order?",
        "What does `x in ms` give?",
        "How many numbers are in a day, to the nearest cent?",
        "Answer in one word.",
        "Which layer comes in second?",
        "What changes in C when V doubles?",
    ],
)
def test_prompts_that_name_no_unit_of_the_answer(prompt):
    assert [each.text for each in named_units(prompt, {"N", "d"})] == []


@pytest.mark.parametrize(
    ("prompt", "unit"),
    [
        ("What is the force in newtons (N)?", "newtons"),
        ("How many kilometers per hour is that?", "kilometers per hour"),
        ("How many GB of memory does it take?", "GB"),
        ("Give the conductivity in W/(m^2 K).", "W/(m^2 K)"),
        ("In minutes, how long does it take?", "minutes"),
        ("How much is that in % of the total?", "%"),
        ("Give the temperature in degrees Celsius.", "degrees Celsius"),
    ],
)
def test_where_a_unit_in_a_prompt_ends(prompt, unit):
    assert [each.text for each in named_units(prompt)] == [unit]


def test_a_single_letter_is_a_unit_unless_it_is_a_symbol():
    assert [each.text for each in named_units("How far is it, in m?")] == ["m"]
    assert [each.text for each in named_units("How far is it, in m?", {"m"})] == []


def test_the_bank_names_no_unit_that_it_does_not_declare_where_its_type_takes_one():
    for problem in bank().problems.values():
        declared = {part.variant.unit_of(part.step) for part in problem.parts}
        if problem.type in {"numeric", "formula"} and any(named_units(problem.prompt)):
            assert declared != {None}, problem.id


def test_an_unknown_unit_in_the_rule_for_units(found):
    rule = "unit: {is: metrs, required: true}"
    (message,) = found(f"id: p\ntitle: T\ntype: numeric\nprompt: How long?\nparameters: {{value: 3.25}}\n{rule}\n")
    assert message.startswith("6:8 `metrs` is not a known unit")


@pytest.mark.parametrize(
    ("prompt", "is_asked"),
    [
        ("Six students wrote down how many hours x they had studied. What is the correlation?", False),
        ("They studied x weeks. How many hours is that?", True),
        ("They studied x weeks. (b) How many hours is that", True),
    ],
)
def test_what_a_story_tells_is_not_asked(found, prompt, is_asked):
    text = f"id: a\ntype: formula\nprompt: {prompt}\nparameters: {{expression: x/7, symbols: {{x: 3}}}}\n"
    assert bool(found(text)) == is_asked
