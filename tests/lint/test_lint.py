"""`checker lint`: the findings of files (findings.yaml), the command, its output, and all files below a folder."""

import json
import re
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from checker.cli.app import cli
from checker.lint import CHECKS, lint
from checker.problems import NoProblemError
from tests.lint.problem_texts import LAYER

W_O = "Your key counts the output projection W_O; this question does not."


FINDINGS = yaml.safe_load(Path(__file__).with_name("findings.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", FINDINGS)
def test_findings(found, case):
    assert sorted(found(case["file"], case.get("code", ""), case.get("assignment", ""))) == sorted(case["findings"])


def test_schema(found):
    assert found(LAYER.replace("d_ff: 120", "d_f: 120")) == [
        "5:59 schema d_f is not a parameter of encoder_layer_parameters; did you mean d_ff?",
    ]


@pytest.fixture
def bank(tmp_path):
    """A good file, a broken one, and a risky one in a folder of its own."""
    (tmp_path / "a.yaml").write_text(LAYER)
    (tmp_path / "b.yaml").write_text(LAYER.replace("id: layer", "id: B"))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.yaml").write_text(LAYER.replace("id: layer", "id: other") + "key: 33792\n")
    return tmp_path


def run(*arguments):
    result = CliRunner().invoke(cli, ["lint", *map(str, arguments)])
    return result.exit_code, result.stdout


def test_findings_are_aligned_and_counted(bank, monkeypatch):
    monkeypatch.chdir(bank.parent)
    code, text = run(bank.name)
    place = f"{bank.name}/deep/c.yaml:7:1"
    broken = f"{bank.name}/b.yaml:1:5".ljust(len(place))
    assert code == 1
    assert text.splitlines() == [
        f"{broken}  schema  id must be made of lowercase letters, digits and hyphens",
        f"{place}  key     The solver gives 28,672, not 33,792. {W_O}",
        "2 findings in 3 problems",
    ]


def test_one_file_and_no_findings(bank):
    assert run(bank / "a.yaml") == (0, "no findings in 1 problem\n")


def test_json(bank):
    code, text = run("--format", "json", bank / "b.yaml")
    message = "id must be made of lowercase letters, digits and hyphens"
    finding = {"file": str(bank / "b.yaml"), "line": 1, "column": 5, "code": "schema", "message": message}
    assert (code, json.loads(text)) == (1, [finding])
    assert run("--format", "json", bank / "a.yaml") == (0, "[]\n")


def test_the_same_id_twice(bank):
    (bank / "deep" / "c.yaml").write_text(LAYER)
    assert [finding.message for finding in lint(bank).findings if finding.file.endswith("c.yaml")] == [
        f"the id layer is already used by {bank / 'a.yaml'}; choose another id"
    ]


def test_no_such_folder(tmp_path):
    code, text = run(tmp_path / "nowhere")
    assert (code, text) == (2, "")
    with pytest.raises(NoProblemError, match="there is no file or folder"):
        lint(tmp_path / "nowhere")


def test_the_help_and_the_docs_explain_every_code():
    house = Path(__file__).parents[2]
    codes = {check.__name__ for check in CHECKS} - {"listed"} | {"schema", "type"}
    assert sorted(re.findall(r"^  ([a-z]+) {2,}\w", run("--help")[1], re.MULTILINE)) == sorted(codes)
    assert sorted(re.findall(r"^\| `([a-z]+)` \|", (house / "docs/lint.md").read_text(), re.MULTILINE)) == sorted(codes)
