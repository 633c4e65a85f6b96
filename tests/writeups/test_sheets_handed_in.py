"""A sheet that was handed out: what students write on its answer lines is read without doubt, and so is what they leave."""

from pathlib import Path

import pytest

from checker.problems import QuestionKey, load_problems
from checker.publishing.sheets import sheet
from checker.writeups.formats import read_document
from checker.writeups.front_matter import front_text
from checker.writeups.marks import answer_line, explicit_answers
from checker.writeups.read import read_writeup
from checker.writeups.sheets import sheet_of
from tests.bank import bank

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
    assert {str(each.key.part): (each.text, each.doubt) for each in answers if each.text or each.doubt} == {
        "total": ("87,737,856", ""),
        "None": ("3845", ""),
    }


ANSWERS = {
    "number": "87,737,856",
    "vector": "[0.609, -0.196]",
    "list": "[2, 3]",
    "set": "{2, 3}",
    "interval": "[0.1, 0.9]",
    "matrix": "[[0, 1],\n[0.84, -0.54]]",
    "shape": "(32, 16)",
    "formula": "2 * d_model * d_ff",
    "complexity": "O(n^2 * d)",
    "choice": "b",
    "text": "Without them the order is lost.\n\nA second idea, in 2 words.",
}


def read_back(tmp_path, name, answers):
    """Return the document and the answers on the sheet of an assignment that is filled in with these answers."""
    folder = bank().assignments[name]
    text = sheet(folder).replace("student:\n", "student: s1042\n", 1)
    for key, answer in answers.items():
        line = f"{answer_line(key)} ____\n"
        assert text.count(line) == 1
        text = text.replace(line, f"{answer_line(key)} {answer}\n")
    (tmp_path / "s1.md").write_text(text, encoding="utf-8")
    document = read_document(str(tmp_path / "s1.md"))
    return document, explicit_answers([document], [sheet_of(folder)])


@pytest.mark.parametrize("name", bank().assignments)
def test_a_sheet_is_read_back_as_it_was_filled_in(name, tmp_path):
    answers = {key: ANSWERS[part.kind] for key, part in sheet_of(bank().assignments[name]).parts.items()}
    document, found = read_back(tmp_path, name, answers)
    assert found.troubles == ()
    assert {key: answer.text for key, answer in found.answers.items()} == answers
    assert (front_text(document, "student"), front_text(document, "assignment")) == ("s1042", name)
    for key, answer in found.answers.items():
        assert document.source[answer.evidence[0].place.line - 1].startswith(answer_line(key))
        assert (answer.candidates, answer.doubt) == ((), "")


@pytest.mark.parametrize("name", bank().assignments)
def test_answers_as_authors_expect_them_are_read_back(name, tmp_path):
    """Authors' examples are as messy as what students write."""
    examples = {
        QuestionKey(problem.id, part.id): [each.answer.strip() for each in part.examples]
        for problem in bank().assignments[name].problems
        for part in problem.parts
        if part.kind != "text"
    }
    for number in range(max(map(len, examples.values()), default=0)):
        answers = {key: each[number] for key, each in examples.items() if len(each) > number}
        found = read_back(tmp_path, name, answers)[1].answers
        assert {key: each.text for key, each in found.items() if each.text} == {k: a for k, a in answers.items() if a}
