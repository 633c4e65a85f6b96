"""What a class's answers show: keys that look wrong, unexplained answers that several share, answers of a neighbour."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from checker.grading import pipeline as grading
from checker.grading.class_findings import relation
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.told import told
from checker.problems import load_problem
from tests.grading import runs

LAYER = """id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
PARTS = """id: parts
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out}
parts:
  - {id: attention, asks: attention}
  - {id: total}
"""
GRAVITY = "id: gravity\ntype: numeric\nparameters:\n  value: 9.81\n"
CHOICE = "id: choice\ntype: choice\nparameters:\n  options: [queries, keys, values, biases]\n  correct: [queries]\n"
OUTPUT = """id: output
type: attention_output
parameters: {queries: [[0, 1]], keys: [[1, 1], [0, -1]], values: [[1, 0], [-1, 1]]}
conventions: {scale: sqrt_d_k}
"""
SYMBOLS = """id: symbols
type: feed_forward_parameters
parameters: {d_model: 72, d_ff: 250}
conventions: {biases: counted}
answer: formula
symbols: {d: d_model, f: d_ff}
"""
FALL = """id: fall
type: formula
parameters: {expression: 'sqrt(2*h/g)', symbols: {h: 12.5, g: 9.81}}
answer: formula
symbols: {h: h, g: g}
"""
RIGHT = "27648"
LOOK = "Look at the problem file: does it ask what you meant?"
DIFFERS = (
    "Your key, 31,744, is not the solver's answer, by which students are graded. Your key counts the output projection "
    "W_O; this question does not. Check which of the two is right."
)


@pytest.fixture
def found(tmp_path):
    """The summary of what students give: one mapping of answers each."""

    def grade(problems: dict[str, str], *students: dict, **options: object) -> dict:
        files = {f"problems/a/{name}.yaml": text for name, text in problems.items()}
        files |= {f"submissions/a/s{n:03}.json": json.dumps({"answers": each}) for n, each in enumerate(students, 1)}
        shutil.rmtree(tmp_path / "submissions", ignore_errors=True)
        runs.write(tmp_path, files)
        return runs.run(tmp_path, **options).summary

    return grade


def layer(*answers: str) -> list[dict]:
    return [{"encoder-layer": answer} for answer in answers]


def relations(summary: dict) -> list[str]:
    return [each["relation"] for each in summary["shared_answers"]]


@pytest.mark.parametrize(
    ("answers", "listed"),
    [
        (["41472"] * 3 + [RIGHT] * 4, [("41,472", 3, 7)]),
        (["41472", "41,472", "41 472"] + [RIGHT] * 40, [("41,472", 3, 43)]),
        (["41472"] * 2 + [RIGHT] * 6, [("41,472", 2, 8)]),
        (["41472"] * 2 + [RIGHT] * 7, []),
        (["41472"] * 2 + [RIGHT] * 6 + [""] * 20, [("41,472", 2, 8)]),
        (["41472", RIGHT], []),
        (["31744"] * 3 + [RIGHT] * 9, []),  # explained
        (["41472"] * 5 + [RIGHT], []),  # a suspicious key
        (["41472"] * 3 + ["40000000"] * 4 + [RIGHT] * 9, [("40,000,000", 4, 16), ("41,472", 3, 16)]),
    ],
)
def test_which_shared_answers_are_listed(found, answers, listed):
    shared = found({"layer": LAYER}, *layer(*answers))["shared_answers"]
    assert [(each["answer"], each["count"], each["of"]) for each in shared] == listed


def test_a_whole_record(found):
    summary = found({"layer": LAYER}, *layer(*["41472"] * 3, *[RIGHT] * 9))
    assert summary["shared_answers"] == [
        {
            "problem": "encoder-layer",
            "part": None,
            "answer": "41,472",
            "count": 3,
            "of": 12,
            "relation": "it is 1.5 × the right answer",
            "message": "3 of 12 gave 41,472: it is 1.5 × the right answer.",
            "add": {"where": "in layer.yaml", "yaml": '- {answer: "41,472", says: "..."}'},
        }
    ]


FORMULA = {"symbols": "2df + d + f", "fall": "sqrt(2h/g)"}


@pytest.mark.parametrize(
    ("name", "text", "answer", "expected"),
    [
        ("encoder-layer", LAYER, "23040", "it is 5/6 of the right answer"),
        ("encoder-layer", LAYER, "-13824", "it is -0.5 × the right answer"),
        ("encoder-layer", LAYER, "26624", "it is 1,024 too small, d_model · d_k"),
        ("encoder-layer", LAYER, "28008", "it is 360 too large, 3 · d_ff"),
        ("encoder-layer", LAYER, "1010688", "it is 983,040 too large, 2 · d_model · d_model · d_ff"),
        ("encoder-layer", LAYER, "27687", "it is 39 too large"),
        ("encoder-layer", LAYER, "27648.5", ""),
        ("encoder-layer", LAYER, "41.7K", ""),  # rounded
        ("output", OUTPUT, "[1.82658, 0.58671]", "it is 3 × the right answer"),
        ("output", OUTPUT, "[[0.25, 0.75]]", ""),
        ("output", OUTPUT, "[0.5, 0.25, 0.25]", "it has another shape"),
        ("symbols", SYMBOLS, "2df + 7d - 3f", ""),
        ("symbols", SYMBOLS, "3df + 1.5d + 1.5f", "it is 1.5 × the right answer"),
        ("symbols", SYMBOLS, "2df + d + f + 322", ""),  # a difference of one size is none of all
        ("fall", FALL, "7*sqrt(2h/g)", "it is 7 × the right answer"),
    ],
)
def test_the_relation_to_the_right_answer(tmp_path, name, text, answer, expected):
    problem = load_problem(runs.write(tmp_path, {f"{name}.yaml": text}) / f"{name}.yaml")
    assert relation(told(mark(answer, Question.of(problem, problem.parts[0])), "full")) == expected


def test_other_answers_that_these_students_share(found):
    students = [{"encoder-layer": "41472", "gravity": "3.27"}] * 3 + [{"encoder-layer": "41472", "gravity": "1"}]
    others = [{"encoder-layer": RIGHT, "gravity": "9.81"}] * 8
    shared = found({"layer": LAYER, "gravity": GRAVITY}, *students, *others)["shared_answers"]
    assert {each["problem"]: each["message"] for each in shared} == {
        "encoder-layer": "4 of 12 gave 41,472: it is 1.5 × the right answer. 3 of them also gave 3.27 for gravity.",
        "gravity": "3 of 12 gave 3.27: it is 1/3 of the right answer. All 3 also gave 41,472 for encoder-layer.",
    }


def test_a_shared_answer_that_is_explained_says_so(found):
    """Two mistakes that give it are told; that an entry is too many is explained enough to be left out."""
    half = (
        "id: half\ntype: formula\nanswer: formula\nparameters:\n  expression: ln(2)*V/CL\n"
        "  symbols: {V: {value: 42, description: the volume}, CL: {value: 5.6, description: the clearance}}\n"
        "symbols: {V: V, CL: CL}\n"
    )
    times = "id: times\ntype: numeric\nanswer: set\nparameters: {value: [1, 2, 4, 8]}\n"
    wrong, right = {"half": "ln(2) CL/V", "times": "1, 2, 4, 8, 12"}, {"half": "0.693 V/CL", "times": "1, 2, 4, 8"}
    (shared,) = found({"half": half, "times": times}, *[wrong] * 3, *[right] * 6)["shared_answers"]
    assert shared["message"].startswith("3 of 9 gave ln(2)·CL/V. Perhaps two mistakes together: You divided by V, the")


def test_what_follows_from_an_answer_is_no_evidence(found):
    """13.87 up takes 2 · 13.87 / 9.81 = 2.828 seconds, and leads 2.828 · 20 · cos 30° = 48.98 away."""
    text = (
        "id: projectile\ntype: formula\nparameters:\n  expression: v*time*cos(radians(angle))\n"
        '  symbols: {v: 20, angle: 30, g: 9.81, up: "v*sin(radians(angle))", time: "2*up/g"}\n'
        "parts: [{id: up, asks: up}, {id: time, asks: time}, {id: distance}]\n"
    )
    wrong = {"projectile": {"up": "13.87", "time": "2.828", "distance": "48.98"}, "gravity": "3.27"}
    right = {"projectile": {"up": "10", "time": "2.04", "distance": "35.3"}, "gravity": "9.81"}
    summary = found({"projectile": text, "gravity": GRAVITY}, *[wrong] * 3, *[right] * 6)
    assert [each["message"] for each in summary["shared_answers"] if each["problem"] == "projectile"] == [
        "3 of 9 gave 13.87: it has no obvious relation to the right answer. All 3 also gave 3.27 for gravity."
    ]
    summary = found({}, *[wrong] * 5)
    assert [(each["problem"], each["part"]) for each in summary["suspicious_keys"]] == [
        ("gravity", None),
        ("projectile", "up"),
    ]


def test_what_earns_points_by_another_way_of_counting_is_known(found):
    accept = "accept: [{conventions: {biases: counted, norm_biases: counted, layer_norm: counted}, credit: 0.5}]\n"
    assert found({"layer": LAYER + accept}, *layer(*["28280"] * 3, *[RIGHT] * 9))["shared_answers"] == []


# What the author may write, and what it does then


@pytest.mark.parametrize(
    ("name", "text", "part", "answers", "where", "entry"),
    [
        ("encoder-layer", LAYER, None, ["41472", RIGHT], "in encoder-layer.yaml", '- {answer: "41,472", says: "..."}'),
        ("parts", PARTS, "total", ["47616", "31744"], "in parts.yaml, part total", '- {answer: "47,616", says: "..."}'),
        ("gravity", GRAVITY, None, ["3.27", "9.81"], "of the parameters in gravity.yaml", '- {answer: 3.27, says: "..."}'),
        ("choice", CHOICE, None, ["b, c", "queries"], "of the parameters in choice.yaml", '- {answer: ["keys", "values"], says: "..."}'),
        ("output", OUTPUT, None, ["[0.25, 0.75]", "[0.6089, 0.1956]"], "in output.yaml", '- {answer: "[[0.25, 0.75]]", says: "..."}'),
    ],
)  # fmt: skip
def test_an_entry_explains_the_answer_from_then_on(found, tmp_path, name, text, part, answers, where, entry):  # noqa: PLR0913 - a case each
    given = [{name: {part: answer} if part else answer} for answer in [answers[0]] * 3 + [answers[1]] * 6]
    (shared,) = found({name: text}, *given)["shared_answers"]
    assert shared["add"] == {"where": where, "yaml": entry}
    file, says = tmp_path / f"problems/a/{name}.yaml", entry.replace('"..."', '"Think again of the layers"')
    if "parameters" in where:
        taught = f"{text}  mistakes:\n    {says}\n"
    elif part:
        taught = text.replace("{id: total}", f"id: total\n    mistakes:\n      {says}")
    else:
        taught = f"{text}mistakes:\n  {says}\n"
    file.write_text(taught)
    again = found({}, *given)
    assert again["shared_answers"] == []
    (question,) = [each for each in again["assignments"][0]["questions"] if each["part"] == part]
    label = "keys, values" if name == "choice" else "Think again of the layers."
    assert question["mistakes"] == [{"label": label, "count": 3}]


def test_a_rounded_answer_is_not_to_be_listed(found):
    (shared,) = found({"layer": LAYER}, *layer(*["41.5K"] * 3, *[RIGHT] * 6))["shared_answers"]
    assert shared["add"] is None


# Keys that look wrong


@pytest.mark.parametrize(
    ("answers", "messages"),
    [
        (["31744"] * 5 + [RIGHT] * 4, ["5 of 16 gave 31,744, and 4 the right answer: right for anyone who counts the output"]),
        (["31744"] * 5 + [RIGHT] * 3 + ["27.6K"], ["5 of 16 gave 31,744, and 4 the right answer: right for anyone who"]),
        (["41472"] * 4, ["4 of 16 gave 41,472, and nobody the right answer: no known mistake gives it, but it is 1.5 ×"]),
        (["31744"] * 4 + ["41472"] * 4 + [RIGHT] * 3, ["4 of 16 gave 31,744, and 3", "4 of 16 gave 41,472, and 3"]),
        (["31744"] * 5 + ["41472"] * 4 + [RIGHT] * 3, ["5 of 16 gave 31,744, and 3"]),
        (["31744"] * 5 + [RIGHT] * 5, []),
        (["31744"] * 2 + [RIGHT], []),
        (["31744"] * 8 + [RIGHT] * 8, ["8 of 16 gave 31,744: right for anyone who"]),
        (["27.6K"] * 10, ["10 of 16 gave 27,600 (3 digits stated): right as far as its digits go. Does the problem say"]),
    ],
)  # fmt: skip
def test_a_key_is_suspicious_where_more_gave_a_wrong_answer(found, answers, messages):
    """The others give a different wrong number each."""
    others = [str(1_000_003 + 2 * number) for number in range(16 - len(answers))]
    keys = [each["message"] for each in found({"layer": LAYER}, *layer(*answers, *others))["suspicious_keys"]]
    assert len(keys) == len(messages)
    assert all(one.startswith(other) for one, other in zip(keys, messages, strict=True))


def test_a_suspicious_key_is_reported_once_and_one_that_is_not_of_most_also_as_a_mistake(found):
    summary = found({"layer": LAYER}, *layer(*["41472"] * 4, *[RIGHT] * 3))
    assert [each["message"] for each in summary["suspicious_keys"]] == [
        f"4 of 7 gave 41,472: no known mistake gives it, but it is 1.5 × the right answer. {LOOK}"
    ]
    assert summary["shared_answers"] == []
    summary = found({}, *layer(*["41472"] * 4, *[RIGHT] * 3, "1000003", "1000005", "1000007"))
    assert [each["message"][:38] for each in summary["suspicious_keys"]] == ["4 of 10 gave 41,472, and 3 the right a"]
    assert [each["add"]["yaml"] for each in summary["shared_answers"]] == ['- {answer: "41,472", says: "..."}']


def test_a_fault_in_a_remark_stops_no_run(found, monkeypatch):
    monkeypatch.setattr("checker.grading.class_findings.relation", lambda *_: 1 / 0)
    failed = "checker failed here (ZeroDivisionError); please report it"
    assert relations(found({"layer": LAYER}, *layer(*["41472"] * 3, *[RIGHT] * 9))) == [failed]
    (key,) = found({}, *layer(*["41472"] * 12))["suspicious_keys"]
    assert failed in key["message"]


def test_a_later_run_looks_into_no_answer_again(found, monkeypatch):
    students = layer(*["41472", "28000.5", "1,234,567", "27,969", "55300", "2.7e4"] * 3, *[RIGHT] * 9)
    first = found({"layer": LAYER}, *students)["shared_answers"]
    both = found({}, *students, jobs=2, out="two")["shared_answers"]
    assert both == first
    monkeypatch.setattr(grading, "look_at", None)
    again = found({}, *students, {"encoder-layer": RIGHT})["shared_answers"]
    assert [each["answer"] for each in again] == [each["answer"] for each in first]
    assert {each["of"] for each in again} == {len(students) + 1}


# Keys that differ from the solver


@pytest.mark.parametrize(("key", "count"), [("31744", 1), ("27648", 0)])
def test_a_key_that_differs_from_the_solver_is_reported(found, key, count):
    differ = found({"layer": f"{LAYER}key: {key}\n"}, *layer(RIGHT))["keys_that_differ"]
    assert [each["message"] for each in differ] == [DIFFERS] * count


# Answers of a neighbour

DRAWN = """id: block
type: feed_forward_parameters
prompt: How many weights hold two matrices between {d_model} and {d_ff}? {conventions}
parameters: {d_model: {choose: [64, 96, 128, 256]}, d_ff: {from: 100, to: 400, step: 4}}
conventions: {ffn_biases: left_out}
"""


def right(top: Path, student: str) -> int:
    drawn = dict(load_problem(top / "problems/a/block.yaml").of_student(student).values)
    return 2 * int(drawn["d_model"]) * int(drawn["d_ff"])


def test_the_answer_of_a_neighbour_earns_nothing_and_is_told_to_the_teacher_alone(found, tmp_path):
    runs.write(tmp_path, {"problems/a/block.yaml": DRAWN, "problems/a/assignment.yaml": "seed: x\n"})
    students = [f"s{n:03}" for n in range(1, 25)]
    truths = {student: right(tmp_path, student) for student in students}
    neighbour = next(each for each in students if truths[each] != truths["s001"])
    given = {student: truths[student] for student in students} | {"s001": truths[neighbour], "s002": 123457}
    summary = found({}, *({"block": str(each)} for each in given.values()))
    (record,) = [each for each in runs.records(tmp_path) if each["student"] == "s001"]
    assert (record["status"], record["points"], record["expected"]) == ("incorrect", 0.0, truths["s001"])
    assert neighbour not in json.dumps(record)
    (told_,) = summary["neighbours_answers"]
    assert (told_["student"], told_["problem"], neighbour in told_["right_for"]) == ("s001", "block", True)
    assert told_["message"].startswith(f"s001 gave {truths[neighbour]}: right for the numbers of ")
    assert {truths[each] for each in told_["right_for"]} == {truths[neighbour]}
