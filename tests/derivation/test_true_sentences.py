"""Sentences about wrong rules say no more than what the question shows."""

import pytest

from checker import check, load_problem


def why(folder, expression, symbols, answer, prompt="Work it out."):
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: {prompt!r}\nparameters:\n  expression: '{expression}'\n  symbols: {symbols}\n"
    )
    return " ".join(check(load_problem(folder / "asked.yaml"), f"{answer:.8g}", feedback="full").feedback.why)


def asked(folder, expression, answer, prompt="Work it out.", kind="", **symbols):
    given = "".join(f"    {name}: {value}\n" for name, value in symbols.items())
    (folder / "asked.yaml").write_text(
        f"id: asked\ntype: formula\nprompt: {prompt}\n{kind}parameters:\n  expression: '{expression}'\n  symbols:\n{given}"
    )
    text = answer if isinstance(answer, str) else f"{answer:.7g}"
    return check(load_problem(folder / "asked.yaml"), text, feedback="full").message


MEAN = ("(m*t + k*u)/(m + k)", "{m: 17, t: 21.37, k: 29, u: 83.91}")
SUM = 17 * 21.37 + 29 * 83.91


def test_two_factors_2_are_no_2_pi(tmp_path):
    assert "pi" not in why(tmp_path, "2*a*2*b", "{a: 3.71, b: 5.93}", 3.71 * 5.93)
    assert "ou left out 2·pi" in why(tmp_path, "2*pi*f", "{f: 5.93}", 5.93)


def test_weights_of_less_than_one_are_no_numbers_of_values(tmp_path):
    symbols = "{m: 0.7, t: 21.37, k: 0.9, u: 83.91}"
    assert "one less" not in why(tmp_path, MEAN[0], symbols, (0.7 * 21.37 + 0.9 * 83.91) / 0.6, "Both groups?")


def test_the_rest_is_of_the_part_and_not_in_parallel(tmp_path):
    found = why(tmp_path, "V*a/(a + b)", "{V: 31.7, a: 3.3, b: 5.9}", 31.7 - 31.7 * 3.3 / 9.2)
    assert "minus the part" in found or "minus the answer" not in found
    assert "the rest" not in why(tmp_path, "a*b/(a + b)", "{a: 3.3, b: 5.9}", 5.9 - 3.3 * 5.9 / 9.2)


def test_weights_that_are_numbers_are_named_once(tmp_path):
    found = why(tmp_path, "0.3*a + 0.7*b", "{a: 71.3, b: 88.9}", 80.1)
    assert found.count("ou averaged 71.3 and 88.9") == 1


@pytest.mark.parametrize(
    ("value", "shown"), [("8.99e9", "8.99·10^9"), ("17.0", "17"), ("2.0e-6", "2·10^-6"), ("0.31", "0.31")]
)
def test_numbers_are_written_as_people_do(tmp_path, value, shown):
    found = why(tmp_path, "sqrt(k*q)/r^2", f"{{k: {value}, q: 3.17, r: 2.3}}", float(value) * 3.17 / 2.3**2)
    assert f"{shown}·3.17" in found
    assert "e-0" not in found
    assert "0000000" not in found


def test_symbols_named_like_words_of_the_sentence(tmp_path):
    message = asked(tmp_path, "of*v + w", 3.1 + 4.9 + 7.3, of=3.1, v=4.9, w=7.3)
    assert "instead of multiplying in 3.1·4.9" in message


def test_tiny_numbers_are_told_in_powers_of_ten(tmp_path):
    expression = "(a + b*i)/(1e-200 - 1e-200*i)"
    message = asked(tmp_path, expression, "3 + 4i", kind="answer: complex\n", a=3, b=4)
    assert "0.0000" not in message
    assert "1e-200" in message or "10^-200" in message


def test_two_mistakes_at_once_are_not_told_beside_another_story(tmp_path):
    """9 is 2·1 + 3·4 - 5, the result of two mistakes; that the i is left out is another story."""
    message = asked(tmp_path, "a*b", "9", kind="answer: complex\n", a="2 + 3*i", b="1 - 4*i")
    assert message.count("mistakes together") + message.count("You left out the i") <= 1
