"""Words of a field are told where a question is of that field; elsewhere the same change is told in neutral words."""

import copy
import math
import pickle

import pytest

from checker import check, load_problem
from checker.derivation.fields import InField, Prompt, is_of, told, words_of
from checker.derivation.remembered_units import _Given
from checker.derivation.symbols import read_symbols


def asked(folder, expression, answer, prompt="Work it out.", kind="", **symbols):
    given = "".join(f"    {name}: {value}\n" for name, value in symbols.items())
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: {prompt}\n{kind}parameters:\n  expression: '{expression}'\n  symbols:\n{given}"
    )
    text = answer if isinstance(answer, str) else f"{answer:.7g}"
    return check(load_problem(folder / "asked.yaml"), text, feedback="full").message


CHARGES = ("k*q/r + G*m/r^2", {"k": 7.31, "q": 3.17, "r": 2.3, "G": 5.19, "m": 11.7})


@pytest.mark.parametrize(
    ("question", "answer", "says", "prompt", "there"),
    [
        (CHARGES, 7.31 * 3.17 + 5.19 * 11.7, "did not divide the terms by powers of 2.3", "What is the price of the bond?", "payments up without discounting"),
        (("N*exp(k*t)", {"N": 731, "k": 0.437, "t": 3.7}), 731 * 1.437**3.7, "You used (1 + 0.437)^3.7 instead of exp(0.437·3.7).", "What is in the account?", "You compounded once a year"),
        (("(b - c)^2/b", {"b": 31.3, "c": 12.9}), 18.4**2 / 12.9, "by the other one of its two values", "Compare observed and expected.", "the observed counts"),
        (("p*x + q*y", {"p": 0.3, "x": 71.3, "q": 0.7, "y": 88.9}), 80.1, "You averaged the values without their weights.", "What is the expected value?", "without their probabilities"),
        (("-log10(T)", {"T": 0.0317}), 14 + math.log10(0.0317), "You subtracted the result from 14.", "What is the pH?", "the other one of pH and pOH"),
        (("m*x/(m*x + n*y)", {"m": 3.1, "x": 0.71, "n": 4.3, "y": 0.23}), 0.71, "You gave 0.71 itself.", "What is the probability?", "You gave 0.71 itself. The question asks for the other direction."),
        (("2*pi*f*L", {"f": 51.3, "L": 0.117}), math.pi * 51.3**2 * 0.117, "You squared 51.3 in 2·pi·51.3·0.117 instead of doubling it.", "How long is the arc?", "the area instead of the length"),
        (("(v^2 - u^2)/(2*a)", {"v": 17.3, "u": 4.1, "a": 2.9}), math.sqrt((17.3**2 - 4.1**2) / 5.8), "You took the square root at the end.", "What is the variance of the sample?", "You gave the standard deviation."),
        (("N*(1 - p)^n", {"N": 317, "p": 0.031, "n": 9}), 317 * (1 - 0.279), "You used 1 - 0.031·9 instead of (1 - 0.031)^9.", "What is left of the population?", "You used simple growth"),
    ],
)  # fmt: skip
def test_words_of_a_field_are_told_in_the_field_only(tmp_path, question, answer, says, prompt, there):  # noqa: PLR0913
    expression, symbols = question
    elsewhere, of_field = (asked(tmp_path, expression, answer, each, **symbols) for each in ("Work it out.", prompt))
    assert says.lower() in elsewhere.lower()
    assert there.lower() not in elsewhere.lower() or there.startswith(says)
    assert there.lower() in of_field.lower()


def test_a_unit_or_a_description_shows_the_field(tmp_path):
    described = {"N": "{value: 731, description: the money at the start}", "k": 0.0437, "t": "{value: 3.7, unit: a}"}
    money = {**described, "N": "{value: 731, unit: USD}"}
    answer = 731 * 1.0437**3.7
    assert "once a year" not in asked(tmp_path, "N*exp(k*t)", answer, **described)
    assert "once a year" in asked(tmp_path, "N*exp(k*t)", answer, **money, kind="")
    described["N"] = "{value: 731, description: the deposit}"
    assert "once a year" in asked(tmp_path, "N*exp(k*t)", answer, **described)


def test_payments_of_one_year_are_no_payments_of_several(tmp_path):
    answer = 3.7**2 + 5.1**2
    symbols = {"s": 3.7, "n": 9, "t": 5.1}
    assert "payments" not in asked(tmp_path, "s^2/n + t^2/n", answer, "What is the price?", **symbols)


def test_a_sentence_of_a_field_can_be_copied_and_sent():
    sentence = InField("acids", "You gave the pOH.", "You subtracted from 14.")
    for each in (sentence, copy.deepcopy(sentence), pickle.loads(pickle.dumps(sentence))):
        assert told(each, "the ph of") == "You gave the pOH."
        assert told(each, "the phase of") == "You subtracted from 14."


def test_one_degree_of_freedom(tmp_path):
    assert "You used 1 degree of freedom instead of 2." in asked(tmp_path, "t_sf(2.1, 2)", "0.1415").replace(
        "you", "You"
    )


def test_symbols_named_like_words_of_the_sentence(tmp_path):
    message = asked(tmp_path, "of*v + w", 3.1 + 4.9 + 7.3, of=3.1, v=4.9, w=7.3)
    assert "instead of multiplying in 3.1·4.9" in message


def test_tiny_numbers_are_told_in_powers_of_ten(tmp_path):
    expression = "(a + b*i)/(1e-200 - 1e-200*i)"
    message = asked(tmp_path, expression, "3 + 4i", kind="answer: complex\n", a=3, b=4)
    assert "0.0000" not in message
    assert "1e-200" in message


def test_two_mistakes_at_once_are_not_told_beside_another_story(tmp_path):
    """9 is 2·1 + 3·4 - 5, the result of two mistakes; that the i is left out is another story."""
    message = asked(tmp_path, "a*b", "9", kind="answer: complex\n", a="2 + 3*i", b="1 - 4*i")
    assert message.count("mistakes together") + message.count("You left out the i") <= 1


def test_what_is_looked_up_in_the_values_is_noted():
    given = _Given({"n": 3, "m": 4, "k": 5})
    assert (given["n"], given.get("m"), given.get("x", 7)) == (3, 4, 7)
    assert given.seen == {"n": 3, "m": 4}


@pytest.mark.parametrize(
    ("field", "shown_by", "not_shown_by"),
    [
        ("money", "Its present\n value is asked.|A coat of €20|It costs $20, at most.", "A C-H bond of length a|The yield of the synthesis|Find $20$.|an interesting point"),
        ("reactions", "Use the rate  law.|2 mol/l|the reactions", "a reaction time of 0.3 s|Find mol."),
        ("shares", "20 % of it|20 per cent of it|the rest that is left", "a particle|a partial sum"),
        ("circles", "a round table|the radius r", "Round to 2 decimals.|It is rounded.|a circuit"),
        ("means", "the mean of both", "the market of cars|by means of a lever"),
        ("probability", "How likely is it?|a positive test", "The car was tested.|a test drive"),
        ("circuits", "Two lamps in parallel|of 3 kΩ", "the branch of an office|a heat capacity|an angular frequency ω|two parallel lines"),
        ("capacitors", "Two lamps.\nTwo capacitors are in series.", "the heat capacity|A resistor\nof 4 Ω and a capacitor"),
    ],
)  # fmt: skip
def test_whole_words_show_a_field(field, shown_by, not_shown_by):
    nothing = read_symbols({})
    for text, is_there in ((shown_by, True), (not_shown_by, False)):
        for each in text.split("|"):
            assert is_of(field, words_of(nothing, {}, Prompt(each, frozenset()))) == is_there, each
            assert is_of(field, words_of(nothing, {"a": each}, None)) == is_there, each


def test_the_words_of_a_prompt_keep_their_order(tmp_path):
    symbols = {"s": 3.7, "n": 9, "t": 5.1}
    words = words_of(
        read_symbols(symbols), {}, Prompt("What is\n the Rate\tlaw of it?", frozenset({"law", "Rate"})), "%"
    )
    assert words == "what is the rate law of it? ; s ; n ; t ; %"
    answer = 731 * 1.0437**3.7
    given = {"N": 731, "k": 0.0437, "t": 3.7}
    assert "once a year" in asked(tmp_path, "N*exp(k*t)", answer, "Work out the present value of it.", **given)
    assert "once a year" not in asked(tmp_path, "N*exp(k*t)", answer, "The value is present. Work it out.", **given)
