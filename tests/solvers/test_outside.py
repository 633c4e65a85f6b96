"""Question types from outside the package: where they are found, and that a changed file is never missed."""

from __future__ import annotations

import json
import pickle
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from checker import check, load_problem, mistakes
from checker.cli.app import cli
from checker.cli.pages import opened
from checker.problems import ProblemError
from checker.solvers import outside
from checker.solvers.registry import solver, topics

BOX = """\
about: Numbers in a box.
formula: width·height
answer: a whole number.
source: none
sizes:
  width: {from: 1, to: 9}
  height: {from: 1, to: 9, default: width}
steps: {total: width*height}
mistakes:
  - {name: sides.added, change: width*height => width + height, says: You added the sides.}
examples:
  - {width: 3, height: 4, total: 12}
"""
FAULTY = """\
from checker.engine.trace import choose, step


def box(width: int, height: int) -> int:
    return step("total", choose("sides", width * height, added=lambda: {}["side"]))


explain, weights, examples = {"sides.added": "You added."}, {}, [{"width": 3, "height": 4}]


def draw(rng):
    return examples[0]
"""
PROBLEM = "id: b\ntype: box\nprompt: How many?\nparameters: {width: 3, height: 4}\n"


@pytest.fixture
def course(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"types/box.yaml": BOX, "problems/b.yaml": PROBLEM, "sub/a.csv": "student,b\nann,12\n"}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(cli, list(arguments), catch_exceptions=False)


def test_types_next_to_the_problems(course):
    result = check(load_problem("problems/b.yaml"), "7")
    assert (result.status, result.record()["explanations"][0]["mistakes"][0]["id"]) == ("incorrect", "sides.added")
    assert "box" in topics()
    assert run("check", "b", "12").exit_code == 0
    assert "You added the sides." in run("types", "box").stdout


DRAWN = """\
from checker.engine.trace import step

examples = [{"rate": 2e-05, "shift": -2.5}]


def pace(rate: float, shift: float) -> float:
    return step("total", rate + shift)
"""


def test_draws_have_other_numbers_of_the_same_sign_and_decimals(course):
    (course / "types/pace.py").write_text(DRAWN)
    load_problem("problems/b.yaml")  # whose folder has these types
    drawn = [solver("pace").draw(Random(seed)) for seed in range(20)]
    assert {each["rate"] for each in drawn} == {1e-05, 2e-05, 3e-05}
    assert all(-4 < each["shift"] < -1 and each["shift"] == round(each["shift"], 1) for each in drawn)


@pytest.mark.parametrize("folder", ["problems", "lab", "lab/week"])
def test_types_of_a_mapping(course, folder):
    (course / "lab").mkdir()
    if folder == "lab/week":
        (course / "types").rename(course / "lab" / "types")
    problem = load_problem({"type": "box", "parameters": {"width": 3, "height": 4}}, problems=folder)
    assert check(problem, "12").status == "correct"


@pytest.mark.parametrize(
    ("wrong", "given"), [("width + height", "7"), ("1200", "1200"), ("1200 + 0*height", "1200"), ("1.25*width", "3.75")]
)
def test_a_wrong_answer_is_written_as_the_right_one(course, wrong, given):
    text = BOX.replace("width*height}", "width*height/8}").replace("width*height =>", "width*height/8 =>")
    (course / "types" / "box.yaml").write_text(text.replace("width + height", wrong))
    (course / "problems" / "b.yaml").write_text(PROBLEM + "tolerance: {decimals: 2}\n")
    found = mistakes(load_problem("problems/b.yaml"))
    assert [(each.given, each.explanations[0]["mistakes"][0]["id"]) for each in found] == [(given, "sides.added")]


def test_what_is_no_file_of_a_type_is_passed_over(course):
    (course / "types" / "gone.yaml").symlink_to("/nonexistent")
    (course / "types" / "a.yaml").mkdir()
    (course / "types" / "._box.yaml").write_text("x")
    assert run("check", "b", "12").exit_code == 0
    assert run("types").exit_code == 0


def test_a_file_that_a_type_reads_counts(course):
    load_problem("problems/b.yaml")
    (course / "types" / "depth.txt").write_text("1")
    before = outside.digest()
    (course / "types" / "depth.txt").write_text("2")
    assert outside.digest() != before


def test_a_problem_from_another_folder_changes_no_folder_for_good(course, tmp_path_factory):
    problem = load_problem("problems/b.yaml")
    other = tmp_path_factory.mktemp("other")
    for name, text in {"types/tin.yaml": BOX, "problems/b.yaml": PROBLEM.replace("box", "tin")}.items():
        (other / name).parent.mkdir()
        (other / name).write_text(text)
    load_problem(str(other / "problems" / "b.yaml"))
    assert check(pickle.loads(pickle.dumps(problem)), "12").status == "correct"
    assert check(load_problem(str(other / "problems" / "b.yaml")), "12").status == "correct"


def test_a_folder_that_is_named_comes_first(course):
    (course / "others").mkdir()
    (course / "others" / "box.yaml").write_text(BOX.replace("width*height}", "width*height*2}"))
    assert run("check", "--types", "others", "b", "24").exit_code == 0
    assert run("check", "b", "24").exit_code == 1
    assert run("check", "--types", "nothing", "b", "24").exit_code == 2


def test_a_changed_type_is_graded_anew(course):
    def points():
        assert run("grade", "sub").exit_code == 0
        return json.loads((course / "results" / "results.jsonl").read_text())["points"]

    assert points() == points() == 1
    (course / "types" / "box.yaml").write_text(BOX.replace("total: width*height}", "total: width*height + 1}"))
    assert points() == 0
    (course / "types").rename(course / "others")
    assert run("grade", "sub", "--types", "others").exit_code == 0
    command = opened(Path("results"), Path("reviews"), "ada")[1]
    assert " --types others " in command
    Path("reviews").mkdir()
    assert run(*shlex.split(command)[1:]).exit_code == 0
    assert run("feedback").exit_code == run("forget", "ann").exit_code == 0


def test_nothing_that_was_worked_out_with_another_file_of_a_type_is_told(course):
    def told():
        return [
            each["mistakes"][0]["id"] for each in check(load_problem("problems/b.yaml"), "7").record()["explanations"]
        ]

    assert told() == ["sides.added"]
    (course / "types" / "box.yaml").write_text(BOX.replace("width + height", "width + height + 1"))
    assert told() != ["sides.added"]


@pytest.mark.parametrize(
    ("said", "place"), [("print('met')", "stderr"), ("print('met', file=__import__('sys').stdout)", "stdout")]
)
def test_what_a_type_prints(course, said, place):
    (course / "types" / "box.yaml").unlink()
    (course / "types" / "box.py").write_text(
        FAULTY.replace('    return step("total"', f'    {said}\n    return step("total"')
    )
    done = run("check", "b", "12", "--format", "json")
    assert [name for name in ("stdout", "stderr") if "met" in getattr(done, name)] == [place]


def test_a_fault_of_a_mistake_is_told_as_one_of_the_type(course):
    (course / "types" / "box.yaml").unlink()
    (course / "types" / "box.py").write_text(FAULTY)
    assert run("grade", "sub").exit_code == 0  # a right answer
    (course / "sub" / "a.csv").write_text("student,b\nann,7\n")
    done = run("grade", "sub")
    assert done.exit_code == 3
    assert "The question type is in error (types/box.py:5:1 schema box fails" in " ".join(done.stdout.split())


@pytest.mark.parametrize("type_", ["box", "softmax"])
@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("linear_parameters.yaml", BOX, "linear_parameters is a question type of checker; choose another name"),
        ("my-box.yaml", BOX, "lowercase letters, digits and _"),
        ("box.py", "", "the question type box is also in"),
    ],
)
def test_names(course, name, text, message, type_):
    (course / "types" / name).write_text(text)
    (course / "problems" / "b.yaml").write_text(PROBLEM.replace("box", type_))
    with pytest.raises(ProblemError, match=message):
        load_problem("problems/b.yaml")


def test_a_type_that_includes_another(course):
    (course / "types" / "_lid.yaml").write_text(BOX)
    step = "steps: {lid: {include: _lid}, inside: {include: linear_parameters, in_features: 1, out_features: 1}, "
    (course / "types" / "box.yaml").write_text(
        BOX.replace("steps: {total: width*height}", step + "total: lid + inside}")
    )
    assert check(load_problem("problems/b.yaml"), "14").status == "correct"
    assert "_lid" not in topics()


def test_a_size_of_an_included_type_may_be_a_word_of_python(course):
    lid = BOX.replace("height", "lambda").replace(
        "lambda: {from: 1, to: 9, default: width}", "lambda: {from: 1, to: 9}"
    )
    (course / "types" / "_lid.yaml").write_text(lid)
    total = "steps: {total: {include: _lid, lambda: height + 1}}"
    (course / "types" / "box.yaml").write_text(BOX.replace("steps: {total: width*height}", total))
    assert check(load_problem("problems/b.yaml"), "15").status == "correct"


def test_types_that_include_others_without_end(course):
    for number in range(30):
        text = BOX.replace("steps: {total: width*height}", f"steps: {{total: {{include: _t{number + 1}}}}}")
        (course / "types" / f"{'box' if not number else f'_t{number}'}.yaml").write_text(text)
    with pytest.raises(ProblemError, match="box includes types that include others, more than 20 deep"):
        load_problem("problems/b.yaml")


def test_installed_types(course):
    (course / "types").rename(course / "course_types")
    (course / "course-1.dist-info").mkdir()
    (course / "course-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: course\nVersion: 1\n")
    (course / "course-1.dist-info" / "entry_points.txt").write_text("[checker.types]\nbox = course_types.box\n")
    script = "from checker import check, load_problem; print(check(load_problem('problems/b.yaml'), '12').status)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "correct\n"


def test_another_process_finds_the_type(course):
    load_problem("problems/b.yaml")
    (course / "pickled").write_bytes(pickle.dumps(solver("box")))
    script = "import pickle; print(pickle.load(open('pickled', 'rb')).function(width=3))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "9\n"


def test_the_source_of_a_type_is_its_file(course):
    assert run("types", "box", "--source").stdout == BOX
    assert "def softmax(" in run("types", "softmax", "--source").stdout
    assert "in_features*out_features" in run("types", "linear_parameters", "--source").stdout
