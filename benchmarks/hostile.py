"""Time hostile answers: the longest, deepest and most costly ones, to a question of each kind.

    python -m benchmarks.hostile [--slowest N]

The time to read and refuse each, in milliseconds and in multiples of a floor: `json.dumps` and `str.split` of a text of
100,000 characters, measured in the same run.  No answer may take more than 20 ms, however long it is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from benchmarks.floors import seconds
from checker import load_problem
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.told import told
from checker.problems import Problem

GOAL: Final = 20.0
"""Bound in milliseconds."""

ROUNDS: Final = 3

CUTS: Final = (10_000, 4_000, 2_000, 1_000)
"""Lengths to which each answer is also cut: the limits of some kinds of answers."""

HOSTILE: Final[Mapping[str, str]] = {
    "sums in a list": "1+1+1+1+1," * 9990,
    "fractions in LaTeX": "\\frac12 " * 9999,
    "large powers in a list": "2^399*3^250," * 8000,
    "powers in a list of rows": "[2^399*3^250]," * 7000,
    "or": "1 or " * 20_000,
    "1x": "1x" * 50_000,
    "1 x": "1 x " * 25_000,
    "simple fractions": "1/2 " * 9000,
    "fractions in brackets": "[" + "1/2, " * 9000 + "1]",
    "fractions in rows": "[" + "[1/2, 1/3], " * 8000 + "[1, 2]]",
    "fractions on lines": "1/2\n" * 9000,
    "fractions in rows with ;": "1/2 1/3;" * 9000,
    "words in a list": "one," * 20_000,
    "units in a list": "1 GB," * 16_000,
    "roots in a list": "sqrt(2)," * 9990,
    "numpy scalars": "[" + "np.float64(0.5), " * 5800 + "1]",
    "quoted entries": "[" + "'0.5', " * 14_000 + "1]",
    "remarks": "5 (1/2) " * 12_000,
    "decimal commas": "0,5 " * 20_000,
    "tight commas": "1,2," * 25_000,
    "equals signs": "1=" * 50_000,
    "arrows": "1->" * 33_000,
    "labels": "d_k = " * 16_000 + "1",
    "fillers": "answer " * 14_000 + "5",
    "names": "n" * 100_000,
    "product of names": "n*" * 49_000 + "n",
    "sum of names": "n + " * 24_000 + "n",
    "options": "A, " * 33_000,
    "options without commas": "A " * 50_000,
    "signs": "-" * 99_999 + "1",
    "digits": "7" * 100_000,
    "5 MB of digits": "7" * 5_000_000,
    "digits of another script": "\uff17" * 100_000,
    "superscripts": "2²" * 50_000,
    "groups without end": "1 234" * 20_000,
    "spaces": "1" + " " * 90_000 + "2",
    "newlines": "1\n" * 50_000,
    "tabs": "1\t" * 50_000,
    "open brackets": "[" * 100_000,
    "open parentheses": "(" * 100_000,
    "closed brackets": "[" * 50_000 + "]" * 50_000,
    "parentheses": "(" * 49_999 + "1" + ")" * 49_999,
    "pairs of brackets": "[]" * 50_000,
    "pairs of parentheses": "(1)" * 33_000,
    "arrays": "array([" * 14_000,
    "dollars": "$1$" * 33_000,
    "bold": "**1** " * 16_000,
    "quotes": '"' * 100_000,
    "backslashes": "\\" * 100_000,
    "matrices in LaTeX": "\\begin{bmatrix}" * 6_000,
    "rows in LaTeX": "1 & 2 \\\\ " * 11_000,
    "bars": "|" * 100_000,
    "factorials": "9!" * 50_000,
    "factorial of factorials": "9!!!!!!!!",
    "powers of powers": "9**9**9**9",
    "1,000 powers": "2^" * 1000 + "2",
    "a large exponent": "1e999999999",
    "a call": "__import__('os').system('true')",
    "transposed": "[1, 2]" + "^T" * 45_000,
    "thousands of thousands": "5" + " thousand" * 11_000,
    "percent": "5" + "%" * 90_000,
    "units without end": "5 kg" + "*kg" * 33_000,
    "logarithms": "log(" * 25_000,
}

QUESTIONS: Final[Mapping[str, str]] = {
    "essay": "type: essay\nparameters: {rubric: [{point: variance, points: 1, ideas: [alpha beta]}]}",
    "number": "type: numeric\nparameters: {value: 27648}",
    "real": "type: numeric\nparameters: {value: 0.609}",
    "quantity": "type: numeric\nparameters: {value: 1.75, unit: GB}",
    "vector": "type: numeric\nparameters: {value: [0.61, 0.08, 0.31]}",
    "quantities": "type: numeric\nparameters: {value: [1.5, 2.5], unit: GB}",
    "matrix": "type: numeric\nparameters: {value: [[0.6, 0.4], [0.1, 0.9]]}",
    "shape": "type: numeric\nparameters: {value: [32, 16]}\nanswer: shape",
    "complexity": "type: layer_complexity\nparameters: {layer: self_attention}",
    "choice": "type: choice\nparameters: {options: [the queries, the keys, the values], correct: [the keys]}",
    "formula": "type: formula\nanswer: formula\n"
    "parameters: {expression: 4*d^2 + 2*d*n, symbols: {d: {value: 64}, n: {value: 120}}}",
    "number or formula": "type: feed_forward_parameters\nparameters: {d_model: 64, d_ff: 120}\n"
    "symbols: {d: d_model, f: d_ff}",
}


class Taken(NamedTuple):
    """The time of one hostile answer to one question, and its status."""

    milliseconds: float
    question: str
    answer: str
    status: str
    said: str


def questions() -> dict[str, Problem]:
    """Return a question of each kind of answer."""
    with TemporaryDirectory() as folder:
        found = {}
        for name, text in QUESTIONS.items():
            file = Path(folder) / f"{name.replace(' ', '-')}.yaml"
            file.write_text(f"id: {file.stem}\ntitle: A question\nprompt: What? {{conventions}}\n{text}\n")
            found[name] = load_problem(file)
        return found


def answers() -> Iterator[tuple[str, str]]:
    """Yield each hostile answer, whole and cut."""
    for name, text in HOSTILE.items():
        yield name, text
        yield from ((f"{name}, {cut:,}", text[:cut]) for cut in CUTS if len(text) > cut)


def floor() -> float:
    """Return the milliseconds of what any reader of a text of 100,000 characters has to do at least."""
    text = "1+1+1+1+1," * 10_000
    return 1e3 * min(seconds(lambda: (json.dumps(text), text.split(","))) for _ in range(20))


def measured() -> Iterator[Taken]:
    """Yield the time of each hostile answer to each question: the best of several, each with a new question."""
    for name, problem in questions().items():
        told(mark("1 and not 2", Question.of(problem, problem.parts[0])), "full")  # loads what the kind needs
        for answer, text in answers():
            best = float("inf")
            for _ in range(ROUNDS):
                question = Question.of(problem, problem.parts[0])
                _ = question.index  # what answers are explained by is built once, whatever they are
                best = min(best, 1e3 * seconds(lambda question=question, text=text: told(mark(text, question), "full")))
            result = told(mark(text, question), "full")
            yield Taken(best, name, answer, result.status, result.feedback.headline)


def figures() -> dict[str, float]:
    """Return the slowest hostile answer to each question, in floors."""
    unit = floor()
    slowest: dict[str, float] = {}
    for each in measured():
        slowest[each.question] = max(slowest.get(each.question, 0.0), each.milliseconds / unit)
    return slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slowest", type=int, default=30, help="how many of the slowest are listed (default 30)")
    arguments = parser.parse_args()
    unit = floor()
    taken = sorted(measured(), reverse=True)
    over = [each for each in taken if each.milliseconds > GOAL]
    print(f"{len(taken)} hostile answers, {len(over)} over {GOAL:g} ms; the floor takes {unit:.2f} ms")
    print(f"{'ms':>8} {'floors':>7}  {'question':18}{'answer':34}{'status':12}said")
    for each in taken[: max(arguments.slowest, len(over))]:
        print(
            f"{each.milliseconds:8.2f} {each.milliseconds / unit:7.1f}  {each.question:18}{each.answer:34}"
            f"{each.status:12}{each.said[:90]}"
        )


if __name__ == "__main__":
    main()
