"""Messages about formulas name the symbols of the question, and no others."""

from __future__ import annotations

import pytest

from checker import check
from checker.problems.prompt import named_symbols

OUTPUT = """\
id: output
type: formula
prompt: PROMPT
parameters: {expression: (n + 2*p - k)/s + 1, symbols: {n: 224, p: 3, k: 7, s: 2, w: 5, q: n + 2*p}}
answer: formula
"""
CONVOLUTION = """\
id: convolution
type: conv_parameters
prompt: PROMPT {conventions}
parameters: {in_channels: 3, out_channels: 16, kernel_size: 5}
conventions: {biases: left_out}
answer: formula
"""


@pytest.mark.parametrize(
    ("text", "prompt", "named"),
    [
        (OUTPUT, "Write the output size in n, p, k and s.", "n, p, k, s"),
        (OUTPUT, "Write the output size, (n + 2p - k)/s + 1 as you know it, in $s$ and $k$.", "n, p, k, s"),
        (OUTPUT, '"Size {n}, padding {p}, kernel {k} and stride {s}."', "n, p, k, s"),
        (OUTPUT, "Size 224, padding 3, kernel 7 and stride s = 2.", "n, p, k, s"),
        (OUTPUT, "Write the output size.", "n, p, k, s, w"),
        (f"{OUTPUT}symbols: {{N: n, P: p}}\n", "Write the output size in n, p, k and s.", "N, P, k, s"),
        (f"{OUTPUT}symbols: {{N: n, P: p}}\n", '"Size {n}, padding {p}, kernel {k}, stride {s}."', "N, P"),
        (CONVOLUTION, "A kernel of {kernel_size} on {in_channels} channels gives {out_channels}.",
         "in_channels, out_channels, kernel_size"),
        (CONVOLUTION, "A kernel of kernel_size on 3 channels gives 16.", "in_channels, out_channels, kernel_size"),
        (f"{CONVOLUTION}symbols: {{k: kernel_size, c: in_channels, m: out_channels}}\n",
         "A kernel of kernel_size on {in_channels} channels.", "k, c, m"),
    ],
)  # fmt: skip
def test_a_formula_that_is_not_understood_gets_the_symbols_of_the_question(problem, text, prompt, named):
    question = problem(text.replace("PROMPT", prompt))
    assert check(question, "zz + 1").message == f'I do not know "zz". The symbols here are {named}.'
    assert check(question, "is it").message == f"I found no formula. Write one with {named}."
    *first, last = named.split(", ")
    assert question.parts[0].expected_form.startswith(f"a formula of {', '.join(first)} and {last}")


@pytest.mark.parametrize("prompt", ["the rate λ", r"the rate $\lambda$", "the rate lambda", "the rate {lambda}"])
def test_a_greek_letter_is_named_in_every_spelling(prompt):
    arguments = {"symbols": {"lambda": 2.5, "t_1": 3, "t": 7}}
    assert named_symbols({}, arguments, f"{prompt} at $t_{{1}}$", {"lambda"} if "{" in prompt else ()) == (
        "lambda",
        "t_1",
    )
