"""`solve`, `show`, `types`, `new` and `schema`."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from checker.cli.schema import RESULT
from checker.problems import load_problem
from checker.questions.registry import topics

RECORDS = Draft202012Validator(RESULT)

SOLUTION = """
  encoder-layer · Parameters of one encoder layer

    queries            64 · (4 · 16)           4,096
    keys               64 · (4 · 16)           4,096
    values             64 · (4 · 16)           4,096
    input_projections  4,096 + 4,096 + 4,096  12,288
  attention                                   12,288
    up                 64 · 120                7,680
    down               120 · 64                7,680
  feed_forward         7,680 + 7,680          15,360
  total                12,288 + 15,360        27,648

  Do not count the biases, the output projection W_O or the LayerNorms.
"""


def test_a_worked_solution(run):
    result = run("solve", "encoder-layer")
    assert (result.exit_code, result.stdout) == (0, SOLUTION)


def test_a_worked_solution_of_one_part(run):
    assert run("solve", "--part", "feed-forward", "parts").stdout.splitlines()[3:] == [
        "    up          64 · 120 + 120   7,800",
        "    down        120 · 64 + 64    7,744",
        "  feed_forward  7,800 + 7,744   15,544",
    ]


def test_a_worked_solution_with_parts_is_told_once_and_then_the_answers(run):
    lines = run("solve", "parts").stdout.splitlines()
    assert len([line for line in lines if "queries " in line]) == 1
    assert lines[-3:] == ["  attention     16,640", "  feed-forward  15,544", "  total         32,440"]


def test_a_worked_solution_with_arrays(run):
    lines = run("solve", "attention").stdout.splitlines()
    assert ["scaled_scores", "Q", "Kᵀ", "/", "√2", "[0.707107,", "-0.707107]"] in [each.split() for each in lines]
    assert lines[-1].split() == ["total", "output", "[0.608859,", "0.19557]"]


def test_a_worked_solution_for_screen_readers(run):
    lines = run("solve", "--plain", "encoder-layer").stdout.splitlines()
    assert lines[0] == "Problem: encoder-layer · Parameters of one encoder layer"
    assert lines[1] == "queries: 64 · (4 · 16) = 4,096"


def test_a_worked_solution_for_scripts(run):
    printed = json.loads(run("solve", "--format", "json", "--part", "feed-forward", "parts").stdout)
    assert printed["schema"] == "checker.solution/1"
    (part,) = printed["parts"]
    assert (part["part"], part["asks"], part["answer"]) == ("feed-forward", "feed_forward", 15544)
    assert part["steps"][0] == {"step": "feed_forward.up", "formula": "64 · 120 + 120", "value": 7800}


def test_the_question_as_a_student_reads_it(run):
    assert run("show", "encoder-layer").stdout == (
        "\n"
        "  encoder-layer · Parameters of one encoder layer\n"
        "\n"
        "  How many weights does one encoder layer hold, with d_model = 64? Do not count\n"
        "  the biases, the output projection W_O or the LayerNorms.\n"
        "\n"
        "  a number, 1 point\n"
    )


def test_the_parts_with_their_points(run):
    assert run("show", "parts").stdout.splitlines()[-3:] == [
        "  attention     a number, 2 points",
        "  feed-forward  a number, 1 point",
        "  total         a number, 1 point",
    ]


def test_lists_and_tables_of_a_prompt_stay_as_they_are(run, folder):
    problem = (folder / "problems/week-1/attention.yaml").read_text()
    prompt = "prompt: |\n  One\n  two.\n\n  - a\n  - b\n  three"
    (folder / "problems/week-1/attention.yaml").write_text(problem.replace("prompt: What does the query get?", prompt))
    assert run("show", "attention").stdout.splitlines()[3:8] == ["  One two.", "", "  - a", "  - b", "  three"]


def test_types_are_listed_by_topic(run):
    lines = run("types").stdout.splitlines()
    assert {line.split()[0] for line in lines if line.startswith("  ")} >= set(topics())
    assert set(topics().values()) <= set(lines)


def test_all_there_is_to_know_of_a_type(run):
    shown = run("types", "encoder-layer-parameters").stdout
    assert shown.startswith("encoder_layer_parameters\n\n  Parameters of one encoder layer: ")
    assert "  num_kv_heads  whole number; optional\n" in shown
    assert "  gated         true or false; default false\n" in shown
    assert "  layer_norm         counted: counts the LayerNorms\n" in shown
    assert "                     default: the same as biases\n" in shown
    assert "  norms.one " in shown
    assert "  type: encoder_layer_parameters " in shown
    for section in ("Parameters", "Conventions (the first option is the default)", "Misconceptions", "Steps"):
        assert f"\n{section}\n" in shown


FORMULA = """\
id: doors
type: formula
parameters:
  expression: 2*a + 2*b
  symbols: {a: 3, b: {value: 5, description: the height}}
mistakes: [{answer: 7, says: Not so.}]
"""


@pytest.mark.parametrize("more", ["", "credit: {2#3.left_out: 0.5}\n"])
def test_the_mistakes_of_a_problem_s_own_questions(run, folder, more):
    (folder / "problems/doors.yaml").write_text(FORMULA + more)
    for name in ("doors", "problems/doors.yaml"):
        shown = run("types", name).stdout
        assert shown.startswith("doors (formula)\n\nMisconceptions\n")
        text = " ".join(shown.split())
        assert " 2#2.left_out You left out the factor 2 in 2·b (b: the height). 2#2.one_more " in text
        assert " b.left_out You left out the factor b, the height. " in text
        assert " listed.mistake_1 Not so. " in text
        assert shown.endswith("Steps\n  2·a, 2·b, total\n")


def test_an_unknown_mistake_names_the_command_that_lists_those_of_the_file(run, folder):
    (folder / "problems/doors.yaml").write_text(FORMULA + "credit: {qqqqqq: 0.5}\n")
    assert "`checker types FILE` lists them" in run("lint", "problems/doors.yaml").stdout


def test_a_file_that_there_is_not(run):
    result = run("types", "problems/nope.yaml")
    assert result.exit_code == 2
    assert "there is no problem problems/nope.yaml: this file does not exist" in result.stderr


@pytest.mark.parametrize("command", ["types", "new"])
def test_a_type_that_there_is_not(run, command):
    result = run(command, "atention_output")
    assert result.exit_code == 2
    expected = "atention_output is not a question type; did you mean attention_output?"
    assert result.stderr == f"{expected}\n`checker {command} --help` shows how it is used.\n"


@pytest.mark.parametrize("command", ["types", "new"])
def test_a_type_without_a_name(run, command):
    result = run(command, "")
    assert result.exit_code == 2
    assert result.stderr.startswith('"" is not a question type')


@pytest.mark.parametrize(("path", "said"), [(".", "."), ("", '""'), ("empty", "empty")])
def test_nothing_to_lint(run, folder, monkeypatch, path, said):
    (folder / "bare/empty").mkdir(parents=True)
    monkeypatch.chdir(folder / "bare")
    result = run("lint", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"there are no problem files in {said}\n")
    record = json.loads(run("lint", "--format", "json", path).stdout)
    assert (record["code"], record["message"]) == ("usage", f"there are no problem files in {said}")


def test_no_finding_can_steer_a_terminal(run, folder):
    (folder / "problems/\x1b[31mfoo\u202e.yaml").write_text("id: a\nti\u2066tle: x\n")
    result = run("lint", "problems")
    assert result.exit_code == 1
    assert r"\x1b[31mfoo\u202e.yaml" in result.stdout
    assert not set(result.stdout) & set("\x1b\u202e\u2066")


@pytest.mark.parametrize("type_", topics())
def test_types_explains_every_type(run, type_):
    result = run("types", type_)
    assert result.exit_code == 0
    assert (
        "anything"
        not in result.stdout.partition("A problem file")[0].partition("\nParameters\n")[2].partition("\n\n")[0]
    )


@pytest.mark.parametrize("type_", topics())
def test_a_new_problem_file_loads_as_it_is_and_its_example_holds(run, folder, type_):
    from checker.lint import lint
    from checker.marking.api import check

    path = folder / "new.yaml"
    path.write_text(run("new", type_).stdout)
    problem = load_problem(path)
    (part,) = problem.parts
    expected = "needs_review" if part.kind == "text" else "correct"
    assert [example.verdict for example in part.examples] == [expected]
    assert [check(problem, example.answer).status for example in part.examples] == [expected]
    assert lint(path).findings == (), "an author does not begin with findings"
    commented = path.read_text().replace("\n# asks: ", "\nasks: ").replace("\n# tolerance: ", "\ntolerance: ")
    path.write_text(commented.replace("\n# points: ", "\npoints: ").replace("\n# credit: ", "\ncredit: "))
    load_problem(path)


def test_the_schema_of_problem_files(run):
    schema = json.loads(run("schema").stdout)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(
        {
            "id": "a",
            "type": "attention_output",
            "parameters": {
                "queries": [[1]],
                "keys": [[1]],
                "values": [[1]],
            },
        }
    )


def test_the_schema_of_results(run):
    schema = json.loads(run("schema", "--result").stdout)
    assert schema == RESULT
    Draft202012Validator.check_schema(schema)


def test_the_schema_of_assignments(run):
    schema = json.loads(run("schema", "--assignment").stdout)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate({"title": "T", "due": "2026-10-05"})
    refused = run("schema", "--assignment", "--result")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "give one of --assignment and --result" in refused.stderr


@pytest.mark.parametrize("level", ["verdict", "hint", "explain", "full"])
@pytest.mark.parametrize(
    "words",
    [
        ["encoder-layer", "27648"],
        ["encoder-layer", "31744"],
        ["encoder-layer", "5"],
        ["encoder-layer", "9" * 20],
        ["encoder-layer", "64 or 128"],
        ["encoder-layer", ""],
        ["attention", "[0.6089, 0.1956]"],
        ["attention", "[0.6, 0.2]"],
        ["attention", "[0.1956, 0.6089]"],
        ["attention", "3"],
        ["parts", "attention=5", "total=16640"],
    ],
)
def test_results_keep_to_their_schema(results, level, words):
    for record in results("--feedback", level, *words):
        RECORDS.validate(record)
