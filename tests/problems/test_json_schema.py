"""The JSON Schema that editors use."""

import json
from pathlib import Path

import jsonschema
import pytest

from checker.document import read_document, to_python
from checker.problems.json_schema import assignment_schema, problem_schema
from tests.tables import rows

PROBLEMS = sorted(path for path in Path("problems").rglob("*.yaml") if path.name != "assignment.yaml")
ASSIGNMENTS = sorted(Path("problems").rglob("assignment.yaml"))
GOOD = {"id": "a", "type": "feed_forward_parameters", "parameters": {"d_model": 4, "d_ff": 8}}


@pytest.fixture(scope="module")
def validator():
    schema = problem_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    json.dumps(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("path", PROBLEMS, ids=str)
def test_every_problem_fits(validator, path):
    assert [error.message for error in validator.iter_errors(to_python(read_document(path)))] == []


@pytest.mark.parametrize("change", rows(__file__, "valid_files"))
def test_valid_files(validator, change):
    assert validator.is_valid(GOOD | change)


@pytest.mark.parametrize("change", rows(__file__, "invalid_files"))
def test_invalid_files(validator, change):
    assert not validator.is_valid(GOOD | change)


def test_an_editor_explains_each_key():
    schema = problem_schema()
    described = {"type", "parameters"}  # by the question type
    for each in (schema, schema["$defs"]["PartSection"], assignment_schema()):
        assert {key for key, said in each["properties"].items() if "description" not in said} <= described


@pytest.fixture(scope="module")
def assignments():
    schema = assignment_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    json.dumps(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("path", ASSIGNMENTS, ids=str)
def test_every_assignment_fits(assignments, path):
    assert [error.message for error in assignments.iter_errors(to_python(read_document(path)))] == []


@pytest.mark.parametrize("file", rows(__file__, "valid_assignments"))
def test_valid_assignments(assignments, file):
    assert assignments.is_valid(file)


@pytest.mark.parametrize("file", rows(__file__, "invalid_assignments"))
def test_invalid_assignments(assignments, file):
    assert not assignments.is_valid(file)
