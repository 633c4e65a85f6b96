"""`checker learn`: what classes got wrong orders explanations, and moves no points."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.document.findings import ProblemError
from checker.marking.parts import Questions
from checker.problems import load_problem
from checker.problems.learned import FILE, learned_in, text_of
from tests.grading import runs

BLOCK = """id: block
title: A block
type: feed_forward_parameters
prompt: How many parameters?
parameters: {d_model: 72, d_ff: 250}
conventions: {biases: counted}
credit: {one_mistake: 0.5}
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with one problem, and hand-ins to it."""
    runs.write(tmp_path, {"problems/block.yaml": BLOCK})
    return tmp_path


def run(folder, *words, code=0):
    problems = ["--problems", str(folder / "problems")]
    result = CliRunner().invoke(cli, [words[0], *problems, *words[1:]], standalone_mode=False)
    assert result.exception is None
    assert result.return_value == code, result.output
    return " ".join(result.stdout.split()) or " ".join(result.stderr.split())


def learned(folder, text):
    (folder / "problems" / FILE).write_text(f"type,mistake,times\n{text}\n")


def first_sentence(folder):
    shown = run(folder, "check", "--feedback", "full", "block", "36000", code=1)
    return shown.partition("Why ")[2].partition(" this question does not")[0]


def test_a_mistake_that_students_make_more_often_is_named_first(folder):
    assert first_sentence(folder) == "Perhaps: your answer leaves the biases out;"
    learned(folder, "feed_forward_parameters,ffn_biases.left_out,60")
    assert first_sentence(folder) == "Your answer leaves the biases of the feed-forward block out;"
    (folder / "problems" / FILE).unlink()
    assert first_sentence(folder) == "Perhaps: your answer leaves the biases out;"


def test_other_question_types_and_unknown_mistakes_change_nothing(folder):
    before = run(folder, "check", "block", "36000", code=1)
    learned(folder, "lora_parameters,ffn_biases.left_out,60\nfeed_forward_parameters,no.such,60")
    assert run(folder, "check", "block", "36000", code=1) == before


def test_no_points_change(folder):
    def points():
        asked = Questions(load_problem(folder / "problems/block.yaml"))
        return [asked.mark({None: answer})[None].points for answer in ("36000", "18250", "36323", "36322")]

    before = points()
    learned(folder, "feed_forward_parameters,ffn_biases.left_out,60")
    assert points() == before


def test_mistakes_are_counted_by_question_type_once_for_each_student(folder):
    hand_ins = {"s1": 18250, "s2": 18250, "s3": 18072, "s4": 36322, "s5": 123457}  # one matrix thrice, right, unknown
    runs.write(folder, {f"submissions/{name}.yaml": f"answers: {{block: {one}}}\n" for name, one in hand_ins.items()})
    runs.run(folder)
    assert run(folder, "learn", str(folder / "results")).endswith("mistakes of 1 question type")
    counts = learned_in(folder / "problems")["feed_forward_parameters"]
    assert counts["matrices.one"] == 2
    assert "123457" not in (folder / "problems" / FILE).read_text()
    assert "s1" not in (folder / "problems" / FILE).read_text()


def test_where_nothing_was_learned_nothing_is_written(folder):
    runs.write(folder, {"submissions/s1.yaml": "answers: {block: 36322}\n"})
    runs.run(folder)
    assert run(folder, "learn", str(folder / "results")).startswith("Nothing to learn: no wrong answer in ")
    assert not (folder / "problems" / FILE).exists()


@pytest.mark.parametrize("line", ["a,b", "a,b,-1", "a,b,c", "a,b,1,2", "a,b,１"])
def test_a_line_that_is_no_count_is_reported_with_its_place(folder, line):
    learned(folder, f"feed_forward_parameters,matrices.one,3\n{line}")
    with pytest.raises(ProblemError) as error:
        load_problem(folder / "problems/block.yaml")
    assert f"{FILE}:3:1 learned {line} is not a type, a mistake and a whole number" in str(error.value)


def test_what_is_written_is_read_back(folder):
    counts = {"feed_forward_parameters": {"matrices.one": 3, "biases.left_out": 7}}
    (folder / "problems" / FILE).write_text(text_of(counts))
    assert learned_in(folder / "problems") == counts
