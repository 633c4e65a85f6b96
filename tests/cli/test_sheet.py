"""A sheet that is handed out is read back without doubt: its answer lines are the answers, and nothing else is."""

from functools import cache

import pytest

from checker.publishing import sheets
from checker.writeups.formats import read_document
from checker.writeups.front_matter import front_text
from checker.writeups.marks import answer_line, explicit_answers
from checker.writeups.sheets import PartKey, sheet_of
from tests.bank import bank

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


@cache
def sheet(name):
    return sheet_of(bank().assignments[name])


def read_back(text, name, tmp_path):
    (tmp_path / "s1.md").write_text(text, encoding="utf-8")
    document = read_document(str(tmp_path / "s1.md"))
    return document, explicit_answers([document], [sheet(name)])


@cache
def handed_out(name):
    return sheets.sheet(bank().assignments[name])


def filled(name, answers):
    """The sheet with these answers, by the parts' keys."""
    text = handed_out(name)
    for key, answer in answers.items():
        line = f"{answer_line(key)} {sheets.PLACEHOLDER}\n"
        assert text.count(line) == 1
        text = text.replace(line, f"{answer_line(key)} {answer}\n")
    return text.replace("student:\n", "student: s1042\n", 1)


@pytest.mark.parametrize("name", bank().assignments)
def test_an_untouched_sheet_answers_nothing(name, tmp_path):
    document, found = read_back(handed_out(name), name, tmp_path)
    assert found.troubles == ()
    assert {key: answer.text for key, answer in found.answers.items()} == dict.fromkeys(sheet(name).parts, "")
    assert (front_text(document, "student"), front_text(document, "assignment")) == ("", name)


@pytest.mark.parametrize("name", bank().assignments)
def test_a_sheet_is_read_back_as_it_was_filled_in(name, tmp_path):
    answers = {key: ANSWERS[part.kind] for key, part in sheet(name).parts.items()}
    document, found = read_back(filled(name, answers), name, tmp_path)
    assert found.troubles == ()
    assert {key: answer.text for key, answer in found.answers.items()} == answers
    assert front_text(document, "student") == "s1042"
    for key, answer in found.answers.items():
        assert document.source[answer.evidence.place.line - 1].startswith(answer_line(key))
        assert (answer.earlier, answer.doubt) == ((), "")


@pytest.mark.parametrize("name", bank().assignments)
def test_answers_as_authors_expect_them_are_read_back(name, tmp_path):
    """Authors' examples are as messy as what students write."""
    problems = bank().assignments[name].problems
    examples = {
        PartKey(problem.id, part.id): [each.answer.strip() for each in part.examples]
        for problem in problems
        for part in problem.parts
        if part.kind != "text"
    }
    for number in range(max(map(len, examples.values()), default=0)):
        answers = {key: each[number] for key, each in examples.items() if len(each) > number}
        _, found = read_back(filled(name, answers), name, tmp_path)
        given = {key: answer.text for key, answer in found.answers.items() if answer.text}
        assert given == {key: answer for key, answer in answers.items() if answer}


def test_the_sheet_asks_what_the_problems_ask():
    text = handed_out("001")
    assert text.startswith('---\nstudent:\nassignment: "001"\n---\n\n# One layer and its shapes\n')
    assert "\n## Question 3. Parameters of one encoder layer\n\nA Transformer encoder layer" in text
    assert "\n- shape: a shape; 1 point\n- elements: a number; 1 point\n" in text
    assert text.count("\nWorking:\n") == 2


def test_options_have_letters():
    assert "\nExpected: A (" in handed_out("concepts")
    assert "\n- queries: x or y; 1 point\n" in handed_out("003")


def test_a_sheet_shows_no_right_answer(run, folder):
    (folder / "problems/week-1/broken.yaml").unlink()
    shown = run("show", "--sheet", "week-1")
    assert (shown.exit_code, shown.stdout.count("Answer (")) == (0, 5)
    for number in ("27648", "27,648", "16,640", "32,440"):
        assert number not in shown.output


def test_a_sheet_needs_problem_files_without_errors(run):
    shown = run("show", "--sheet", "week-1")
    assert shown.exit_code == 2
    assert "broken.yaml:3" in shown.stderr


def test_show_takes_a_problem_or_a_sheet(run):
    for arguments in ([], ["--sheet", "week-1", "parts"]):
        shown = run("show", *arguments)
        assert (shown.exit_code, shown.stderr.splitlines()[0]) == (2, "give a problem, or an assignment with --sheet")
    shown = run("show", "--sheet", "week-2")
    assert shown.stderr.startswith("week-2 is not an assignment in problems; did you mean week-1?")
