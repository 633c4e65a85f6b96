"""Natural endings of a write-up under one answer: the right one is never at zero, and a wrong one never right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.writeups.battery import Grader

PROBLEMS = {
    "assignment": "title: Endings\nproblems: [{id: blend, label: '1'}, {id: net, label: '2'}, {id: fall, label: '3'}, {id: head, label: '4'}]",
    "blend": """id: blend
title: Attention over two values
type: numeric
prompt: Weigh the values with the softmax of the scores. What is the output vector z? Give 3 digits.
parameters: {value: [0.454, 1.537]}
answer: vector""",
    "net": """id: net
title: A small network
type: formula
prompt: How many parameters does the network have, with biases?
parameters: {expression: a*b + c, symbols: {a: {value: 256}, b: {value: 257}, c: {value: 290}}}""",
    "fall": """id: fall
title: Thrown from a tower
type: formula
prompt: A ball is thrown horizontally at {v} m/s from a tower of {h} m. How long does it fly, and how far away does it land?
parameters:
  expression: v*t
  unit: m
  symbols:
    v: {value: 15, description: the speed in m/s}
    h: {value: 20, description: the height in m}
    t: {expression: sqrt(2*h/9.81), unit: s, description: the time}
parts: [{id: time, asks: t}, {id: distance}]""",
    "head": """id: head
title: A classification head
type: formula
prompt: How many weights does the head have?
parameters: {expression: a*b + c, symbols: {a: {value: 96}, b: {value: 670}, c: {value: 66}}}""",
}
WRONG = {
    "0,454": "0,457", "1,537": "1,567", "0.454": "0.457", "1.537": "1.567", "66082": "66128", "66\\,082": "66\\,128",
    "2.02": "2.87", "30.3": "31.9", "2,02": "2,87", "30,3": "31,9", "64,386": "64,368", "64386": "64368",
}  # fmt: skip
"""By each result that is right: a wrong one in its place."""
DECIDED = [
    ("blend", "weights = (0.269, 0.731)\nz = 0.454 and 1.537"),
    ("blend", "weights = (0.269, 0.731)\nz1 = 0.454, z2 = 1.537"),
    ("blend", "softmax = [0.269, 0.731]\n\n$z = (0.454 \\;\\; 1.537)^T$"),
    ("blend", "softmax = [0.269, 0.731]\n\nz = (0.454  1.537)^T"),
    ("net", "256*257 = 65792 weights\nTOTAL........66082"),
    ("net", "66082 params (vs 3072*64=196608 for the other one)"),
    ("net", "Without biases it would be 65968, with biases 66082"),
    ("net", "66\\,048 + 34 gives $66\\,082$"),
    ("net", "  65792\n+   290\n-------\n  66082"),
    ("net", "So the answer is 66082.\n\nCheck: 66082/2 = 33041, which is a whole number."),
    ("net", "I first thought of 65792 but the 290 biases come on top: 66082"),
    ("fall", "t = 2.02s. It lands 30.3m from the foot."),
    ("fall", "It flies 2.02 s and lands 30.3 m away."),
    ("fall", "(a) 2.02 s (b) 30.3 m"),
    ("fall", "Flugzeit 2,02 s; Weite 30,3 m"),
    ("head", "$\\boxed{64,386}$"),
    ("head", "96*670 = 64320\n64320+66 = 64386\n\nCheck: 64320/96 = 670"),
]
OPEN = [
    ("blend", "softmax: e^1/(e^1+e^2) = 0.269, 0.731\nDas ergibt den Vektor (0,454 | 1,537)."),
    ("blend", "softmax = [0.269, 0.731]\n\nz = <0.454, 1.537>"),
    ("blend", "The weights are 0.269 and 0.731, so the output is 0.454 for the first and 1.537 for the second entry."),
    ("net", "we get 66082 . a FC net would need 3072*64 = 196,608"),
    ("head", "The head has 64386 weights; the encoder has 3072*64 = 196,608 of them."),
]
"""Endings that may be left to a person, but are never a zero."""
LABELS = {"blend": 1, "net": 2, "fall": 3, "head": 4}


@pytest.fixture(scope="module")
def grader(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("endings")
    for name, text in PROBLEMS.items():
        (folder / f"{name}.yaml").write_text(f"{text}\n", encoding="utf-8")
    return Grader(folder)


def statuses(grader: Grader, problem: str, ending: str, kind: str) -> list[str]:
    """Return the statuses of the parts of a problem under which a document ends like this."""
    heading = f"## {LABELS[problem]}\n\n" if kind == "md" else f"{LABELS[problem]})\n"
    (assignment,) = grader.assignments
    keys = dict.fromkeys(("fall.time", "fall.distance") if problem == "fall" else (problem,), "correct")
    case = {
        "id": "s1",
        "format": kind,
        "assignment": assignment,
        "text": f"Homework\n\n{heading}{ending}\n",
        "key": keys,
    }
    return [status for _, status in grader.verdicts(case)]


@pytest.mark.parametrize("kind", ["md", "txt"])
@pytest.mark.parametrize(("problem", "ending"), DECIDED)
def test_a_natural_ending_is_read(grader, problem, ending, kind):
    assert set(statuses(grader, problem, ending, kind)) == {"correct"}


@pytest.mark.parametrize("kind", ["md", "txt"])
@pytest.mark.parametrize(("problem", "ending"), OPEN)
def test_a_right_answer_is_never_at_zero(grader, problem, ending, kind):
    assert set(statuses(grader, problem, ending, kind)) <= {"correct", "needs_review"}


@pytest.mark.parametrize(("problem", "ending"), [*DECIDED, *OPEN])
def test_a_wrong_answer_is_never_right(grader, problem, ending):
    for right, wrong in WRONG.items():
        ending = ending.replace(right, wrong)
    assert "correct" not in statuses(grader, problem, ending, "md")
