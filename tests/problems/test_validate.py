"""What is wrong with the form of a problem file, each thing with its place."""

import re

import pytest

HEAD = "id: layer\ntype: encoder_layer_parameters\nparameters: {d_model: 64, num_heads: 4, d_ff: 120}\n"


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("titel: A layer", "4:1 titel is not a key of a problem; did you mean title?"),
        ("Points: 2", "4:1 Points is not a key of a problem; did you mean points?"),
        ("points: true", "4:9 points must be a number, not true"),
        ("points: '2'", '4:9 points must be a number, not the text "2"'),
        ("points: -1", "4:9 points must be 0 or more"),
        ("points: .inf", "4:9 points must be a finite number, not inf"),
        ("points: 1e400", "4:9 points must be a finite number, not inf"),
        ("asks: 3", "4:7 asks must be text, not 3"),
        ("asks:", "4:6 asks must be text, not null"),
        ("prompt: [a]", "4:9 prompt must be text, not a list"),
        ("decimal: dot", "4:10 decimal must be point or comma, not dot"),
        (
            "follow_through: yes",
            '4:17 follow_through must be true or false or a number or a mapping of names to values, not the text "yes"',
        ),
        ("follow_through: {credit: 2}", "4:26 credit must be 1 or less"),
        (
            "follow_through: {only_explaind: true}",
            "4:18 only_explaind is not a key of follow_through; did you mean only_explained?",
        ),
        ("answer: vector", "4:9 total is a number, so its answer cannot be a vector; remove `answer`"),
        ("imprecise_credit: 1.5", "4:19 imprecise_credit must be 1 or less"),
        ("conventions: [biases]", "4:14 conventions must be a mapping of names to values, not a list"),
        ("tolerance: exakt", "4:12 tolerance must be exact or a mapping of names to values or a list, not exakt"),
        ("tolerance: 0.1", "4:12 tolerance must be exact or a mapping of names to values or a list, not 0.1"),
        ("tolerance: {}", "4:12 tolerance must be one rule: absolute, relative, decimals or significant"),
        (
            "tolerance: {absolute: 1, decimals: 2}",
            "4:12 tolerance must be one rule: absolute, relative, decimals or significant",
        ),
        ("tolerance: {absolut: 1}", "4:13 absolut is not a key of a tolerance; did you mean absolute?"),
        ("tolerance: {absolute: -1}", "4:23 absolute must be 0 or more"),
        ("tolerance: {absolute: '1'}", '4:23 absolute must be a number, not the text "1"'),
        ("tolerance: {absolute: true}", "4:23 absolute must be a number, not true"),
        ("tolerance: {relative: .nan}", "4:23 relative must be a number, not nan"),
        ("tolerance: {decimals: 2.0}", "4:23 decimals must be a whole number, not 2.0"),
        ("tolerance: {significant: 0}", "4:26 significant must be 1 or more"),
        ("tolerance: {significant: 1000000}", "4:26 significant must be 100 or less"),
        ("credit: {slip: 2}", "4:16 slip must be 1 or less"),
        ("credit: {one_mistake: x}", '4:23 one_mistake must be a number, not the text "x"'),
        ("accept: {}", "4:9 accept must be a list, not a mapping"),
        (
            "accept: [{credit: 1}]",
            "4:10 entry 1 of accept must be `conventions` that also earn credit, or the `value` of another answer, as students write it",
        ),
        ("accept: [{conventions: {}, credit: -0.1}]", "4:36 credit must be 0 or more"),
        (
            "accept: [{conventions: {}, credits: 1}]",
            "4:28 credits is not a key of an entry of accept; did you mean credit?",
        ),
        ("examples: [{verdict: correct}]", "4:12 answer is missing; it needs text"),
        ("examples: [{answer: 1, verdct: correct}]", "4:24 verdct is not a key of an example; did you mean verdict?"),
        (
            "examples: [{answer: 1, verdict: right}]",
            (
                "4:33 verdict must be correct, carried, partial, incorrect, unreadable, not_answered, "
                "needs_review or error, not right"
            ),
        ),
        ("examples: [5]", "4:12 entry 1 of examples must be a mapping of names to values, not 5"),
        ("examples: [{answer: 1, verdict: correct, mistakes: [5]}]", "4:53 entry 1 of mistakes must be text, not 5"),
        ("parts: []", "4:8 parts must be a list of 1 or more"),
        ("parts: [{asks: total}]", "4:9 id is missing; it needs text"),
        ("parts: [{id: A}]", "4:14 id must be made of lowercase letters, digits and hyphens"),
        ("parts: [{id: a, type: x, asks: total}]", None),
        ("parts: [{id: a}, {id: b}, {id: a}]", "4:32 the part id a is already used in line 4; choose another id"),
        ("parts: [{id: a}]\nasks: total", "5:1 `asks` is not allowed next to `parts`; move it into each part"),
        ("parts: [{id: a}]\nkey: 3", "5:1 `key` is not allowed next to `parts`; move it into each part"),
        ("parts: [{id: a}]\nexamples: []", "5:1 `examples` is not allowed next to `parts`; move it into each part"),
    ],
)
def test_a_line_that_is_wrong(desk, line, finding):
    findings = desk.findings(HEAD + line + "\n")
    if finding is None:
        (found,) = findings
        assert found.startswith("4:17 type is not a key of a part; known are conventions, credit, ")
    else:
        assert findings == [finding]


def test_an_unknown_kind_of_answer(desk):
    (found,) = desk.findings(HEAD + "answer: vectr\n")
    told = re.fullmatch(r"4:9 answer must be (.+) or (\w+), not vectr", found)
    assert {*told[1].split(", "), told[2]} >= {"choice", "interval", "number", "text", "vector"}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("5", "1:1 a problem must be a mapping: lines of `key: value`"),
        ("[a, b]", "1:1 a problem must be a mapping: lines of `key: value`"),
        ("id: layer\n", "1:1 type is missing; it needs text"),
        (
            "type: encoder_layer_parameters\nid: Layer 1\n",
            "2:5 id must be made of lowercase letters, digits and hyphens",
        ),
    ],
)
def test_a_file_of_the_wrong_form(desk, text, finding):
    assert finding in desk.findings(text)


def test_all_findings_are_reported_at_once_from_top_to_bottom(desk):
    text = """\
id: Layer
titel: A layer
type: encoder_layer_parameters
parameters: {d_modle: 64, num_heads: 3.0, d_ff: "120", gated: 1}
conventions:
  bias: left_out
  layer_norm: yes
asks: atention
tolerance: {absolut: 1}
credit: {slip: 2, head.multiplied: 0.5}
accept: [{conventions: {preset: torch}, credit: 3}]
examples: [{answer: 1, verdict: good}]
"""
    assert desk.findings(text) == [
        "1:5 id must be made of lowercase letters, digits and hyphens",
        "2:1 titel is not a key of a problem; did you mean title?",
        "4:14 d_modle is not a parameter of encoder_layer_parameters; did you mean d_model?",
        "4:38 num_heads must be a whole number, not 3.0",
        '4:49 d_ff must be a whole number, not the text "120"',
        "4:63 gated must be true or false, not 1",
        "6:3 bias is not a convention of encoder_layer_parameters; did you mean biases?",
        "7:15 layer_norm must be counted or left_out, not yes",
        "8:7 atention is not a step of encoder_layer_parameters; did you mean attention?",
        "9:13 absolut is not a key of a tolerance; did you mean absolute?",
        "10:16 slip must be 1 or less",
        "10:19 head.multiplied is not a mistake of encoder_layer_parameters; did you mean heads.multiplied?",
        "11:33 preset must be pytorch, keras or textbook, not torch",
        "11:49 credit must be 1 or less",
        (
            "12:33 verdict must be correct, carried, partial, incorrect, unreadable, not_answered, "
            "needs_review or error, not good"
        ),
    ]


def test_ids_titles_keys_and_answers_are_kept_as_written(desk):
    text = """\
id: 010
title: 2024
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
key: 27_648
examples:
  - {answer: 1e5, verdict: incorrect, mistakes: [heads.multiplied]}
  - {answer: [0.60, 1], verdict: incorrect}
  - {answer: , verdict: not_answered}
"""
    problem = desk.load(text)
    (part,) = problem.parts
    assert (problem.id, problem.title, part.key) == ("010", "2024", "27_648")
    assert [(each.answer, each.mistakes, each.line, each.column) for each in part.examples] == [
        ("1e5", ("heads.multiplied",), 7, 5),
        ("[0.60, 1]", (), 8, 5),
        ("", (), 9, 5),
    ]


FORMULA = "id: p\ntype: formula\nprompt: How far?\n"


@pytest.mark.parametrize(
    ("lines", "place", "written"),
    [
        ("parameters: {expression: max(a, b), symbols: {a: 1, b: 2}}", "4:26", "max(a, b)"),
        ("parameters:\n  expression: 2*h\n  symbols: {h: {expression: hypot(a, 3)*a, unit: m}, a: 2}", "6:29", "hypot(a, 3)*a"),
        ("parameters: {expression: h, symbols: {h: binomial_pmf(a, 9, 0.5), a: 2}}", "4:42", "binomial_pmf(a, 9, 0.5)"),
    ],
)  # fmt: skip
def test_an_expression_that_braces_split_at_its_comma_needs_quotes(desk, lines, place, written):
    advice = f'braces end this value at its comma; put the expression in quotes: "{written}"'
    assert desk.findings(f"{FORMULA}{lines}\n") == [f"{place} {advice}"]
    quoted = lines.replace(written, f'"{written}"')
    assert desk.load(f"{FORMULA}{quoted}\n").parts[0].variant.run()
    assert "in quotes" not in str(desk.findings(f"{FORMULA}parameters: {{expression: (a + 1, symbols: {{a: 1}}}}\n"))
