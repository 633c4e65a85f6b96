"""A sheet that was handed out: what students write on its answer lines is read without doubt, and so is what they leave."""

from pathlib import Path

import pytest

from checker.problems import load_problems
from checker.publishing.sheets import sheet
from checker.writeups.formats import read_document
from checker.writeups.read import read_writeup
from checker.writeups.sheets import sheet_of

PROBLEMS = Path(__file__).parents[2] / "problems"


def handed_in(tmp_path, name, filled):
    """Return the answers on the sheet of an assignment, some of whose lines are filled in."""
    (folder,) = load_problems(PROBLEMS / name).assignments.values()
    text = sheet(folder)
    for part, answer in filled.items():
        text = text.replace(f"Answer ({part}): ____", f"Answer ({part}): {answer}")
    path = tmp_path / "s1.md"
    path.write_text(text)
    questions = read_writeup([read_document(str(path))], [sheet_of(folder)]).questions
    return [answer for question in questions for answer in question.answers]


@pytest.mark.parametrize("name", sorted(each.name for each in PROBLEMS.iterdir() if each.is_dir()))
def test_a_sheet_that_nobody_filled_in_has_no_answers(tmp_path, name):
    answers = handed_in(tmp_path, name, {})
    assert [each for each in answers if each.text or each.doubt] == []


def test_an_answer_line_answers_its_part_and_no_other(tmp_path):
    filled = {"small-bert.total": "87,737,856", "topic-head": "3845"}
    answers = handed_in(tmp_path, "000", filled)
    assert {str(each.part): (each.text, each.doubt) for each in answers if each.text or each.doubt} == {
        "total": ("87,737,856", ""),
        "None": ("3845", ""),
    }
