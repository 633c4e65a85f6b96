"""Draws: which values a student gets, that they fit the conditions, and what everything that follows them shows."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest

from checker import check
from checker.problems.draws import HashedRandom

LAYER = """\
id: layer
type: feed_forward_parameters
prompt: A block from {d_model} to {d_ff} and back. How many weights does it hold? {conventions}
parameters:
  d_model: {choose: [64, 128, 256]}
  d_ff: {from: 100, to: 400, step: 20}
where: [d_ff > d_model, "d_ff % 3 == 1 or d_ff % 3 == 2"]
conventions: {ffn_biases: left_out}
key: 2*d_model*d_ff
examples:
  - {answer: 2*d_model*d_ff, verdict: correct}
  - {answer: d_model*d_ff, verdict: incorrect, mistakes: [matrices.one]}
"""
SLOPE = """\
id: slope
type: formula
prompt: A slope of {a}°, with g = {g}.
parameters:
  expression: g*sin(a)
  symbols:
    g: {value: {choose: [9.81, 9.80]}, unit: "m/s²"}
    a: {value: {from: 10, to: 80, step: 2.5}, unit: "°"}
  unit: m/s²
"""


def values(problem, student):
    return dict(problem.of_student(student).values)


def sizes(problem, student):
    return {name: int(text) for name, text in values(problem, student).items()}


def number(*words):
    """Return the documented hash, computed as docs/variants.md says."""
    return int(hashlib.sha256(json.dumps(["checker draw 1", *words]).encode()).hexdigest(), 16)


def test_a_value_is_the_documented_choice(written):
    text = LAYER.replace('where: [d_ff > d_model, "d_ff % 3 == 1 or d_ff % 3 == 2"]\n', "")
    problem = written(text)
    for student in ("s1", "Ana Lee", "0042", "日本", ""):
        # words: seed, student, problem, attempt; then the names of the draws that are made together, and the try
        d_model = [64, 128, 256][number("spring", student, "layer", 0, "d_model", 0) % 3]
        d_ff = range(100, 401, 20)[number("spring", student, "layer", 0, "d_ff", 0) % 16]
        assert sizes(problem, student) == {"d_model": d_model, "d_ff": d_ff}


def test_two_thousand_students_are_spread_evenly_over_all_values_that_fit(written):
    problem = written(LAYER)
    drawn = Counter(tuple(sizes(problem, f"s{each}").values()) for each in range(2000))
    fitting = [(m, f) for m in (64, 128, 256) for f in range(100, 401, 20) if f > m and f % 3]
    assert set(drawn) == set(fitting)
    expected = 2000 / len(fitting)
    chi_square = sum((drawn[each] - expected) ** 2 / expected for each in fitting)
    assert chi_square < 1.6 * len(fitting)  # with 24 degrees of freedom: 1 in 500 draws is beyond it


RARE = """\
id: rare
type: formula
prompt: "{m} {f}"
where: [f == 4*m]
parameters:
  expression: m*f
  symbols: {m: {from: 64, to: 1024, step: 8}, f: {from: 64, to: 4096, step: 8}}
"""
IN_A_LIST = """\
import sys
from checker.problems import load_problem
problem = load_problem(sys.argv[1])
print([problem.of_student(each).drawn for each in sys.argv[2:]])
"""


OF_TYPE = """\
id: typed
type: attention_parameters
prompt: "{d_model} {num_heads}"
draw: true
where: [num_heads > 1]
"""
CLASS_OF_2000 = {
    "layer": "3c7d3e945a10c94763f7ebcecc835683",
    "slope": "f6b919c2715d2cc5e76b8ed28d616cc4",
    "rare": "993cd3a9492d97bae02589cf7e553654",
    "typed": "d9eae6621a1b8cbd0d77e1b7e8caac1f",
}
"""The SHA-256 of what 2,000 students draw (200 of what a type draws, or few values allow): the same with every Python."""


@pytest.mark.parametrize("text", [LAYER, SLOPE, RARE, OF_TYPE], ids=CLASS_OF_2000)
def test_a_class_of_2000_draws_what_it_always_did(written, text):
    variants = written(text).variants
    drawn = [json.loads(variants.drawn(f"student-{each}")) for each in range(200 if text in {RARE, OF_TYPE} else 2000)]
    found = hashlib.sha256(json.dumps(drawn, sort_keys=True).encode()).hexdigest()[:32]
    assert found == CLASS_OF_2000[text.split()[1]]


@pytest.mark.parametrize("text", [LAYER, SLOPE, RARE])
def test_a_draw_does_not_depend_on_who_was_asked_before(written, tmp_path, text):
    students = [f"s{each}" for each in range(12)]
    problem = written(text)
    in_order = [problem.of_student(each).drawn for each in students]
    sent = pickle.loads(pickle.dumps(problem))
    assert [sent.of_student(each).drawn for each in students] == in_order
    assert [written(text).of_student(each).drawn for each in students] == in_order  # each alone
    problem = written(text)
    assert [problem.of_student(each).drawn for each in reversed(students)] == in_order[::-1]
    command = [sys.executable, "-c", IN_A_LIST, str(tmp_path / "week-1" / "problem.yaml"), *students]
    for seed in ("1", "2"):
        shown = subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        assert shown.stdout.strip() == str(in_order)


def test_the_seed_is_the_folders_name_unless_the_assignment_has_an_id_or_a_seed(written):
    of_folder, of_id = values(written(LAYER, "title: A\n"), "s1"), values(written(LAYER, "id: week-1\n"), "s1")
    assert of_folder == of_id == values(written(LAYER, "{id: other, seed: week-1}"), "s1")
    assert len({str(values(written(LAYER, f"seed: s{each}"), "s1")) for each in range(20)}) > 10


def test_another_seed_is_another_version(written):
    assert written(LAYER, "seed: a").version != written(LAYER, "seed: b").version


def test_decimals_are_exact_and_shown_as_written(written):
    problem = written(SLOPE)
    shown = {values(problem, f"s{each}")["a"] for each in range(300)}
    assert shown == {f"{each / 10:.1f}" if each % 10 or each > 100 else "10.0" for each in range(100, 801, 25)} | (
        shown & {"10"}
    )
    variant = next(each for s in range(50) if (each := problem.of_student(f"s{s}")).values[0] == ("g", "9.80"))
    assert "g = 9.80." in variant.prompt


def test_truth_mistakes_keys_and_examples_follow(written):
    problem = written(LAYER)
    for student in ("s1", "s2", "s3"):
        variant = problem.of_student(student)
        d_model, d_ff = sizes(problem, student).values()
        assert f"from {d_model} to {d_ff} and back" in variant.prompt
        right, wrong = check(variant, str(2 * d_model * d_ff)), check(variant, str(d_model * d_ff))
        assert (right.status, wrong.status) == ("correct", "incorrect")
        assert wrong.record()["explanations"][0]["mistakes"][0]["id"] == "matrices.one"
        assert variant.parts[0].key == str(2 * d_model * d_ff)
        assert [each.answer for each in variant.parts[0].examples] == [str(2 * d_model * d_ff), str(d_model * d_ff)]


def test_listed_mistakes_follow_as_formulas(written):
    text = LAYER.replace("key:", "mistakes: [{answer: d_model + d_ff, says: You added the widths.}]\nkey:")
    variant = written(text).of_student("s5")
    d_model, d_ff = (int(text) for _, text in variant.values)
    assert "You added the widths." in check(variant, str(d_model + d_ff)).message


def test_like_lists_and_parts(written):
    problem = written("""\
id: many
type: formula
prompt: "{x} and {m}"
parameters:
  expression: sum(x) + m + n
  symbols: {x: [{choose: [1, 2]}, 5, {choose: [3, 4]}], m: {from: 0.5, to: 1.5, step: 0.5}, n: {like: m}}
where: ["x[1] + x[3] == 5"]
parts:
  - id: a
  - id: b
    parameters: {expression: m + n, symbols: {m: {like: m}, n: {choose: [7, 8]}, x: 1}}
""")
    variants = [problem.of_student(f"s{each}") for each in range(12)]
    for variant in variants:
        drawn = dict(variant.values)
        assert set(drawn) == {"x[1]", "x[3]", "m", "b.n"}
        assert int(drawn["x[1]"]) + int(drawn["x[3]"]) == 5
        total = 10 + 2 * Fraction(drawn["m"])
        outcomes = [part.variant.board[part.step].value for part in variant.parts]
        assert outcomes == [float(total), float(Fraction(drawn["m"]) + int(drawn["b.n"]))]
    assert len({variant.drawn for variant in variants}) > 4


def test_the_type_draws_what_is_not_given(written):
    text = "id: d\ntype: feed_forward_parameters\nprompt: '{d_model} {d_ff}'\ndraw: true\nwhere: [d_ff > d_model]\n"
    problem = written(f"{text}parameters: {{gated: false}}\n")
    drawn = [values(problem, f"s{each}") for each in range(20)]
    assert all(set(each) == {"d_model", "d_ff"} and int(each["d_ff"]) > int(each["d_model"]) for each in drawn)
    assert len({str(each) for each in drawn}) == 20


def test_sizes_that_the_type_refuses_are_drawn_again(written):
    problem = written("""\
id: root
type: formula
prompt: "{a} {b}"
parameters: {expression: sqrt(a - b), symbols: {a: {from: 1, to: 9}, b: {from: 1, to: 9}}}
""")
    drawn = [sizes(problem, f"s{each}") for each in range(40)]
    assert all(each["a"] >= each["b"] for each in drawn)


FORMULA = """\
id: area
type: formula
answer: formula
prompt: "{a} {b}"
parameters: {expression: 2*a*b, symbols: {a: {choose: [5, 6, 7]}, b: 3}}
key: 2*a*b
examples: [{answer: 2*a*b, verdict: correct}]
accept: [{value: a*b, credit: 0.5}]
mistakes: [{answer: a + b, says: You added.}]
"""


@pytest.mark.parametrize(("declared", "of_part"), [("formula", ""), ("number", "formula"), ("formula", "-")])
def test_answers_that_are_formulas_stay_as_they_are(written, declared, of_part):
    """`answer` of a part goes before that of the problem, which holds where the part has none."""
    text = FORMULA.replace("answer: formula", f"answer: {declared}")
    if of_part:
        head, keys = text.split("key:")
        own = "" if of_part == "-" else f"    answer: {of_part}\n"
        text = f"{head}parts:\n  - id: p\n{own}" + "".join(f"    {line}\n" for line in f"key:{keys}".splitlines())
    variant = written(text).of_student("s1")
    part = variant.parts[0]
    assert (part.key, part.examples[0].answer) == ("2*a*b", "2*a*b")
    found = [check(variant, {part.id: each}).parts[part.id] for each in ("2*a*b", "a*b", "a + b")]
    assert [each.status for each in found] == ["correct", "partial", "incorrect"]
    assert "You added." in found[2].message


def test_hashed_numbers_are_spread_evenly():
    rng = HashedRandom("a")
    shares = Counter(rng.randint(1, 6) for _ in range(6000))
    assert sum((each - 1000) ** 2 / 1000 for each in shares.values()) < 20
    assert 0.48 < sum(rng.random() for _ in range(4000)) / 4000 < 0.52
    assert sorted(rng.sample(range(10), 10)) == list(range(10))
    assert {rng.choice("abc") for _ in range(50)} == set("abc")
    assert {rng.randrange(0, 10, 5) for _ in range(50)} == {0, 5}
    assert all(2 <= rng.uniform(2, 3) <= 3 for _ in range(50))


TYPED = """\
id: layer
type: encoder_layer_parameters
prompt: A layer with {d_model} and {num_heads}. {conventions}
draw: true
"""


def test_a_condition_may_join_a_draw_to_what_the_type_draws(written):
    text = f"{TYPED}parameters: {{d_model: {{choose: [60, 120, 240]}}}}\nwhere: [d_model % num_heads == 0]\n"
    drawn = [values(written(text), f"s{each}") for each in range(20)]
    assert all(int(each["d_model"]) % int(each["num_heads"]) == 0 for each in drawn)
    assert {each["d_model"] for each in drawn} == {"60", "120", "240"}


def test_a_type_draws_everything_where_there_are_no_parameters(written):
    drawn = [values(written(TYPED), f"s{each}") for each in range(5)]
    assert len({(each["d_model"], each["num_heads"], each["d_ff"]) for each in drawn}) == 5
