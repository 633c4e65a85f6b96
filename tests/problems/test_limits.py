"""However much stands in a legal file, it is loaded and looked at in time, and told in few words."""

import json
import time

import pytest

from checker.lint import lint
from checker.problems import ProblemError, load_problem, load_problems

HEAD = """\
id: layer
type: encoder_layer_parameters
prompt: How many?
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
"""
PARTS = HEAD + "parts:\n"


@pytest.fixture
def in_time():
    start = time.process_time()
    yield
    assert time.process_time() - start < 10  # it ends; how fast it is, benchmarks measure


def findings(desk, text):
    with pytest.raises(ProblemError) as error:
        desk.load(text)
    return error.value.findings


def test_too_many_parts_are_reported_with_the_rest(desk, in_time):
    text = PARTS + "- {id: q, asts: total}\n" + "".join(f"- {{id: p{i}, asts: total}}\n" for i in range(15_000))
    found = findings(desk, text)
    assert found[0].message == "asts is not a key of a part; did you mean asks?"
    assert (len(found), found[-1].message) == (101, "and 14901 more")


def test_settings_shared_by_all_parts_are_checked_once(desk, in_time):
    many = json.dumps({f"k{i}": 1 for i in range(10_000)})
    text = f"id: layer\ntype: encoder_layer_parameters\nparameters: {many}\n"
    found = findings(desk, text + "parts:\n" + "".join(f"- {{id: p{i}}}\n" for i in range(200)))
    assert (len(found), found[-1].message) == (101, "and 9903 more")


def test_wrong_examples_are_counted_by_lint(desk):
    text = HEAD.replace("many?", "many? {conventions}")
    text += "conventions: {biases: counted, layer_norm: left_out, output_projection: counted}\nexamples:\n"
    path = desk.write(text + "- {answer: 1, verdict: correct}\n" * 150)
    (*told, rest), *_ = lint(path)
    assert {finding.code for finding in told} == {"example"}
    assert (len(told), rest.line, rest.code, rest.message) == (100, 107, "example", "and 50 more")


def test_a_prompt_that_its_values_make_too_long(desk, in_time):
    rows = [[1] * 500] * 2
    text = f"id: a\ntype: attention_output\nprompt: {json.dumps('{queries}' * 5000)}\n"
    (finding,) = findings(desk, text + f"parameters: {{queries: {rows}, keys: {rows}, values: [[1], [2]]}}\n")
    assert (finding.line, finding.message) == (
        3,
        "with its values the prompt is longer than 1,000,000 characters; fill in fewer or smaller ones",
    )


def test_an_assignment_with_very_much_wrong(desk, in_time):
    for i in range(10):
        (desk.folder / f"p{i}.yaml").write_text(HEAD.replace("id: layer", f"id: p{i}"))
    lines = "".join(f"- id: q{i}\n" for i in range(20_000))
    (desk.folder / "assignment.yaml").write_text("problems:\n" + lines)
    found = load_problems(desk.folder).findings
    assert (len(found), found[-1].message) == (101, "and 19900 more")


def test_a_finding_without_a_place_reads_as_a_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").mkdir()
    with pytest.raises(ProblemError, match=r"^a.yaml is a folder; give a file in it$"):
        load_problem("a.yaml")
