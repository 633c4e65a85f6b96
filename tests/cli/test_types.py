"""`types`, `new` and `schema`: what authors and their editors ask."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from checker.cli.course import result_schema
from checker.lint import lint
from checker.marking.api import check
from checker.marking.mark import Status
from checker.marking.result import SCHEMA
from checker.marking.told import LEVELS
from checker.problems import load_problem
from checker.solvers.registry import topics
from tests.tables import rows

FORMULA = """\
id: doors
type: formula
parameters:
  expression: 2*a + 2*b
  symbols: {a: 3, b: {value: 5, description: the height}}
mistakes: [{answer: 7, says: Not so.}]
"""


def test_types_are_listed_by_topic(run):
    lines = run("types").stdout.splitlines()
    assert {line.split()[0] for line in lines if line.startswith("  ")} >= set(topics())
    assert set(topics().values()) <= set(lines)
    plain = run("types", "--plain").stdout.splitlines()
    assert plain[:2] == ["Topic: attention", "attention_output: Compute scaled dot-product attention"]


def test_all_there_is_to_know_of_a_type(run):
    shown = run("types", "encoder-layer-parameters").stdout
    assert shown.startswith("encoder_layer_parameters\n\n  Parameters of one encoder layer: ")
    assert "  num_kv_heads  whole number; optional\n" in shown
    assert "  gated         true or false; default false\n" in shown
    assert "  layer_norm         counted: counts the LayerNorms\n" in shown
    assert "                     default: the same as biases\n" in shown
    assert "  norms.one " in shown
    for section in ("Parameters", "Conventions (the first option is the default)", "Misconceptions", "Steps"):
        assert f"\n{section}\n" in shown
    assert shown.endswith(f"\nA problem file\n\n{run('new', 'encoder-layer-parameters').stdout}")


@pytest.mark.parametrize("more", ["", "credit: {2#3.left_out: 0.5}\n"])
@pytest.mark.parametrize("name", ["doors", "problems/doors.yaml"])
def test_the_mistakes_of_a_problem_s_own_questions(run, folder, name, more):
    (folder / "problems/doors.yaml").write_text(FORMULA + more)
    shown = run("types", name).stdout
    text = " ".join(shown.split())
    assert shown.startswith("doors (formula)\n\nMisconceptions\n")
    assert " 2#2.left_out You left out the factor 2 in 2·b (b: the height). 2#2.one_more " in text
    assert " b.left_out You left out the factor b, the height. " in text
    assert " listed.mistake_1 Not so. " in text
    assert shown.endswith("Steps\n  2·a, 2·b, total\n")
    assert "\n2#2.left_out: You left out the factor 2 in 2·b (b: the height).\n" in run("types", "--plain", name).stdout


def test_parts_with_other_numbers_are_shown_apart(run, folder):
    layer = (folder / "problems/week-1/parts.yaml").read_text()
    (folder / "problems/week-1/parts.yaml").write_text(
        layer.replace("{id: total}", "{id: total, parameters: {d_ff: 60}}")
    )
    lines = run("types", "parts").stdout.splitlines()
    assert [each for each in lines if each.startswith("Part")] == ["Part attention, feed-forward", "Part total"]


@pytest.mark.parametrize(("words", "message"), rows(__file__, "what_there_is_not"))
def test_what_there_is_not(run, words, message):
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)


@pytest.mark.parametrize("type_", topics())
def test_a_new_problem_file_loads_as_it_is_and_its_example_holds(run, folder, type_):
    parameters = run("types", type_).stdout.partition("\nParameters\n")[2].partition("\n\n")[0]
    assert "anything" not in parameters
    path = folder / "new.yaml"
    path.write_text(run("new", type_).stdout)
    problem = load_problem(path)
    (part,) = problem.parts
    expected = "needs_review" if part.kind == "text" else "correct"
    assert [example.verdict for example in part.examples] == [expected]
    assert [check(problem, example.answer).status for example in part.examples] == [expected]
    assert lint(path).findings == (), "an author does not begin with findings"
    text = path.read_text()
    for key in ("asks", "tolerance", "points", "credit"):
        text = text.replace(f"\n# {key}: ", f"\n{key}: ")
    path.write_text(text)
    load_problem(path)


def test_a_new_formula_shows_the_unit_of_a_symbol(run):
    assert "{value: 226, unit: px, description: the input size}" in run("new", "formula").stdout


def test_schemas(run):
    queries = {"queries": [[1]], "keys": [[1]], "values": [[1]]}
    for option, valid in (
        ([], {"id": "a", "type": "attention_output", "parameters": queries}),
        (["--assignment"], {"title": "T", "due": "2026-10-05"}),
    ):
        schema = json.loads(run("schema", *option).stdout)
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema).validate(valid)
    schema = json.loads(run("schema", "--result").stdout)
    Draft202012Validator.check_schema(schema)
    known = schema["properties"]
    enumerated = (known["schema"]["const"], known["status"]["enum"], known["feedback"]["enum"])
    assert enumerated == (SCHEMA, list(Status), list(LEVELS))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "words",
    [
        *(["encoder-layer", given] for given in ("27648", "31744", "5", "9" * 20, "64 or 128", "")),
        *(["attention", given] for given in ("[0.6089, 0.1956]", "[0.6, 0.2]", "[0.1956, 0.6089]", "3")),
        ["parts", "attention=5", "total=16640"],
    ],
)
def test_results_keep_to_their_schema(results, level, words):
    for record in results("--feedback", level, *words):
        Draft202012Validator(result_schema()).validate(record)
