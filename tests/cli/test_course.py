"""What a course starts with: `init`, `bank`, completion, and lint and examples in its editor and its CI."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.shell_completion import BashComplete
from jsonschema import Draft202012Validator

from checker.cli.app import cli
from tests.tables import rows

ROOT = Path(__file__).parents[2]
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "checker.pytest_plugin", "-q", "--tb=short"]
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # that of an installed checker is the same one


def process(command, **environment):
    environment = os.environ | {"PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture
def course(run, folder, monkeypatch):
    made = run("init", "my course")
    assert made.exit_code == 0
    assert made.stdout.splitlines()[-4] == "cd 'my course'"
    monkeypatch.chdir("my course")
    return made.stdout


def test_a_course_is_in_order_and_can_be_graded(run, course):
    lint, check, grade = (line.partition("#")[0].split()[1:] for line in course.splitlines()[-3:])
    assert run(*lint).stdout == "no findings in 2 problems\n"
    assert "counts the output projection" in run(*check).stdout
    graded = run(*grade)
    assert graded.exit_code == 0
    assert "  ada         2/2      2      -          -\n  ben         0/2      -      2          -\n" in graded.stdout
    assert "left the angle a in degrees" in graded.stdout


def test_the_bank_can_be_copied_beside_it(run, course):
    for name in ("001", "physics"):
        assert run("bank", "copy", name).exit_code == 0
    assert run("lint").stdout == "no findings in 12 problems\n"


def test_nothing_is_overwritten(run, course):
    for command in (["init"], ["bank", "copy", "001"], ["bank", "copy", "001"]):
        done = run(*command)
    assert done.exit_code == 2
    assert done.stderr.startswith("cannot write problems/001/")
    assert "it may be a problem or answers; move it or write elsewhere" in done.stderr
    assert "and 23 more; `checker bank` lists them" in run("bank", "copy").stderr
    assert run("init").stderr.startswith("cannot write problems/week-1/assignment.yaml: ")


def test_files_of_a_course_lead_editors_to_their_schemas(course):
    for path in Path("problems").glob("*/*.yaml"):
        begin, _, schema = path.read_text().splitlines()[0].partition("=")
        assert begin == "# yaml-language-server: $schema"
        validator = Draft202012Validator(json.loads((path.parent / schema).read_text()))
        assert validator.is_valid(yaml.safe_load(path.read_text()))
        assert not validator.is_valid({"id": "a", "title": [], "problems": 3})


def test_a_question_type_is_explained_where_an_editor_looks(run):
    schema = json.loads(run("schema").stdout)
    (rule,) = [each for each in schema["allOf"] if each["if"]["properties"]["type"]["const"] == "attention_output"]
    about = rule["then"]["properties"]["type"]["description"]
    assert about.startswith("Compute scaled dot-product attention")
    assert "Shapes: " in about
    assert ">>>" not in about
    assert rule["then"]["properties"]["parameters"]["description"] == about
    sizes = schema["$defs"]["feed_forward_parameters"]["properties"]
    assert sizes["d_ff"]["description"] == "the feed-forward width"


def test_the_bank_is_that_of_the_repository(run):
    listed = [line.split()[:2] for line in run("bank", "--plain").stdout.splitlines()[:-1]]
    folders = sorted(path for path in (ROOT / "problems").iterdir() if path.is_dir())
    assert [name.strip(":") for name, _ in listed] == [path.name for path in folders]
    assert run("bank", "copy", "finance").stdout == "problems/finance: 5 problems, assignment.yaml\n"
    for path in (ROOT / "problems/finance").iterdir():
        assert Path("problems/finance", path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(("words", "found"), rows(__file__, "a_shell_completes"))
def test_a_shell_completes(folder, words, found, monkeypatch):
    monkeypatch.setenv("COMP_WORDS", f"checker {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    completed = BashComplete(cli, {}, "checker", "_CHECKER_COMPLETE").complete()
    assert [line.partition(",")[2] for line in completed.splitlines()] == found


def test_findings_as_annotations(run, folder):
    (folder / "problems/week-1/attention.yaml").rename(folder / "problems/week-1/a,b: 1.yaml")
    (folder / "problems/week-1/a,b: 1.yaml").write_text("id: x\ntype: numeric\nparameters: {value: 3}\ntitel: 50%\n")
    lines = run("lint", "--format", "github").stdout.splitlines()
    assert lines[0].startswith("::error file=problems/week-1/a%2Cb%3A 1.yaml,line=4,col=1,title=schema::titel is not ")
    assert all(line.startswith("::error file=problems/week-1/") for line in lines)
    done = run("lint", "--format", "github", "problems/week-1/encoder-layer.yaml")
    assert (done.exit_code, done.stdout) == (0, "")


def test_examples_are_tests(folder):
    problem = folder / "problems/week-1/encoder-layer.yaml"
    examples = 'examples:\n  - {answer: "27,648", verdict: correct}\n  - {answer: 31744, verdict: partial}\n'
    problem.write_text(problem.read_text() + examples)
    (folder / "problems/week-1/broken.yaml").unlink()
    done = process([*PYTEST, "--checker", "problems"], **ALONE)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "encoder-layer.yaml:9:5 example The example expects 31744 to be partial, but it is incorrect." in done.stdout
    (folder / "problems/week-1/broken.yaml").write_text("id: broken\ntype: nothing\n")
    assert (
        "broken.yaml:2:7 schema nothing is not a question type"
        in process([*PYTEST, "--checker", "problems"], **ALONE).stdout
    )


def test_without_the_option_the_plugin_costs_nothing(folder):
    (folder / "test_loaded.py").write_text(
        "import sys\n\ndef test_loaded():\n"
        "    assert [name for name in sys.modules if name.startswith('checker')] == ['checker', 'checker.pytest_plugin']\n"
    )
    done = process([*PYTEST, "."], **ALONE)
    assert (done.returncode, "1 passed" in done.stdout) == (0, True)


def test_the_hook_runs_a_command_that_exists(run, course):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert run(*hook["entry"].split()[1:], *hook["args"]).exit_code == 0
