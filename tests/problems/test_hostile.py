"""Whatever is in a file, it gives a problem or findings."""

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from checker.document.checks import validated
from checker.problems import ProblemError, load_problem
from checker.problems.schema import ExampleSection, PartSection, ProblemFile, QuestionSection


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n# nothing\n",
        b"[" * 100_000,
        b"- " * 100_000,
        b"{a: " * 100_000,
        b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
        b"id: !!python/object/apply:os.system [ls]\n",
        "id: a\ntype: b\n".encode("utf-16"),
        b"id: \xff\xfe\n",
        b"id: a\0b\n",
        b"id: a\nid: b\n",
        b"id: a\n---\nid: b\n",
        b"a: " + b"x" * 1_000_001,
        b"\tid: a\n",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_an_invalid_document_is_one_finding(desk, text):
    with pytest.raises(ProblemError) as error:
        load_problem(desk.write(text))
    (finding,) = error.value.findings
    assert finding.code == "schema"
    assert finding.file.endswith("problem.yaml")


def test_many_findings_are_reported_in_time(desk):
    many = json.dumps(["x"] * 50_000)
    text = f"id: a\ntype: attention_output\nparameters: {{queries: {many}, keys: [[1]], values: [[1]]}}\n"
    with pytest.raises(ProblemError) as error:
        desk.load(text)
    *told, rest = error.value.findings
    assert (len(told), rest.message) == (100, "and 49900 more")


KEYS = sorted({name for model in (ProblemFile, PartSection, ExampleSection) for name in (*vars(model), *model.__annotations__)} |
              {*QuestionSection.__annotations__, "conventions", "credit", "tolerance", "absolute", "biases", "d_model", "d_ff",
               "preset", "slip", "heads.multiplied"})  # fmt: skip
WORDS = st.sampled_from(
    [
        "encoder_layer_parameters",
        "attention_output",
        "correct",
        "total",
        "queries",
        "exact",
        "counted",
        "pytorch",
        "a",
        "",
    ]
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
SIZES = {"d_model": 64, "num_heads": 4, "d_ff": 120}


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=8),
    st.sampled_from([{}, {"id": "a", "type": "encoder_layer_parameters", "parameters": SIZES}]),
)
@example({"tolerance": {"absolute": None}}, {})
@example({"parts": [{"id": "a"}, 5, {"tolerance": {"decimals": 10**400}}]}, {})
def test_any_mapping_is_a_problem_or_findings(desk, junk, good):
    text = json.dumps(junk | good).replace("NaN", ".nan").replace("-Infinity", "-.inf").replace("Infinity", ".inf")
    try:
        problem = load_problem(desk.write(text))
    except ProblemError as error:
        findings = error.findings
    else:
        findings = ()
        assert problem.parts
    assert all(finding.line and finding.message for finding in findings)


def test_validating_leaves_out_only_what_is_wrong(desk):
    from checker.document import parse_document
    from checker.document.findings import Findings

    text = "id: a\ntype: 3\npoints: 2\ncredit: {slip: 2, one_mistake: 0.5}\nparts: [{id: b, points: x, asks: y}]\n"
    findings = Findings("p.yaml", parse_document(text, source="p.yaml"))
    file = validated(ProblemFile, findings)
    assert (file.id, file.type, file.points, file.credit) == ("a", "", 2.0, {"one_mistake": 0.5})
    assert [(part.id, part.points, part.asks) for part in file.parts] == [("b", 1.0, "y")]
