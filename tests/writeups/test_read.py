"""Reading a write-up as a whole: a few lines in, questions and answers out."""

from dataclasses import replace

import pytest

from checker.writeups.assignment import NONE_FITS, TWO_FIT
from checker.writeups.formats.markdown import UNREAD
from checker.writeups.read import (
    EMPTY_LINE,
    INCLUDED,
    MISSPELT,
    NOT_FOUND,
    PICTURE,
    read_writeup,
)
from checker.writeups.section_answers import NO_RESULT, NOTHING, ONLY_QUOTED, SEVERAL_RESULTS
from tests.writeups.documents_of import markdown
from tests.writeups.documents_of import sheet_named as sheet_of_folder


def sheet_named(name):
    return replace(sheet_of_folder(name), assignment=name)


def read(text, assignment="000"):
    return read_writeup([markdown(text)], [sheet_named(assignment)])


def answers(text, assignment="000"):
    """Return the answers without a doubt."""
    questions = read(text, assignment).questions
    return {
        str(each.key): each.text for question in questions for each in question.answers if each.text and not each.doubt
    }


def answer(text, problem="topic-head", assignment="000"):
    (found,) = next(each.answers for each in read(text, assignment).questions if each.problem == problem)
    return found


def test_evidence_is_the_line_of_the_answer():
    found = answer("# Q3a\n\nWith biases:\n\n768 · 5 + 5 = 3,845")
    assert [(each.file, each.place.line, each.text) for each in found.evidence] == [("s1.md", 5, "768 · 5 + 5 = 3,845")]
    assert found.reason.startswith("after an equals sign")
    assert found.confidence > 0.75


def test_a_question_without_a_section_was_not_found():
    found = read("# Q3a\n\n768 · 5 + 5 = 3,845").questions
    absent = next(each for each in found if each.problem == "language-head")
    assert (absent.evidence, absent.reason, absent.confidence) == ((), NOT_FOUND, 0.0)
    assert [each.problem for each in found] == ["small-bert", "flying-attention", "topic-head", "language-head"]


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, it should be 3,845",
        "Edit: forgot the biases, so 3,845.",
        "Edit: forgot biases, 3,845",
        "Correction: it is 3,845",
    ],
)
def test_a_correction_is_sure(text):
    found = answer(f"# Q3a\n\nTotal = 3,840\n\n{text}")
    assert (found.text, found.doubt, found.confidence > 0.9) == ("3,845", "", True)


def test_a_value_beside_a_total_that_is_worked_out_from_it_is_for_a_person():
    found = answer("# 3\n\nTotal: 27,648 + 4,096 = 31,744\n\nWeights: 27,648\n", "encoder-layer", "001")
    assert (found.text, found.doubt) == ("27,648", "It is not clear which of several results is the answer.")
    assert [each.text for each in found.candidates] == ["Weights: 27,648", "Total: 27,648 + 4,096 = 31,744"]


@pytest.mark.parametrize("text", ["> 1,538", ">= 1,538", "Answer:\n\n> **1,538**", "> Total: 1,538\n>\n> done"])
def test_a_section_with_only_a_quote_needs_a_person(text):
    found = answer(f"# Q3b\n\n{text}\n", "language-head")
    assert (found.text, found.doubt) == ("", ONLY_QUOTED)
    assert "1,538" in found.candidates[0].text


@pytest.mark.parametrize("word", ["TODO", "no idea", "keine Ahnung", "je ne sais pas", "sin hacer", "не знаю", "没做"])
def test_a_placeholder_is_no_answer_and_no_doubt(word):
    found = answer(f"# Q3a\n\n{word}")
    assert (found.text, found.doubt, found.reason) == ("", "", NOTHING)


def test_an_explicit_mark_wins():
    found = answer("# Q3a\n\n768 · 5 = 3,840\n\nAnswer (topic-head): 3,845")
    assert (found.text, found.confidence, found.reason) == ("3,845", 1.0, "marked as the answer")
    assert answers("Answer (topic-head): 3,845") == {"topic-head": "3,845"}


def test_an_empty_answer_line_below_a_result_needs_a_person():
    found = answer("# Q3a\n\n768 · 5 + 5 = 3,845\n\nAnswer (topic-head): ____")
    assert (found.text, found.doubt) == ("3,845", EMPTY_LINE)
    assert found.candidates == found.evidence


def test_an_essay_above_an_empty_answer_line_needs_a_person():
    text = "# 2\n\nThe order is lost.\n\nAnswer (positions-why): ____"
    problem = sheet_named("essays").questions[1].problem
    found = answer(text.replace("positions-why", problem), problem, "essays")
    assert (found.text.strip(), found.doubt) == ("The order is lost.", EMPTY_LINE)


@pytest.mark.parametrize("value", ["87,737,856", "\n87,737,856", "\n\n$$87{,}737{,}856$$"])
def test_the_value_of_an_answer_line_answers_no_other_part(value):
    found = read(f"# Q1\n\nAnswer (small-bert.total): {value}\n").questions[0].answers
    assert [each.key.part for each in found if each.text or each.candidates] == ["total"]


def test_an_empty_answer_line_without_a_result_is_no_answer():
    found = answer("# Q3a\n\nAnswer (topic-head): ____")
    assert (found.text, found.doubt) == ("", "")


def test_what_is_likely_is_said_unless_an_answer_line_is_empty():
    text = "# Q3a\n\nPerhaps it was 3,845.\n\nWe have 3,840, 3"
    assert (answer(text).text, answer(text).doubt, answer(text).is_likely) == ("3,840", SEVERAL_RESULTS, True)
    assert not answer(f"{text}\n\nAnswer (topic-head): ____").is_likely


def test_several_results_are_candidates():
    found = answer("# Q3a\n\nMaybe it is 3,845.\n\nMaybe it is 4,123.\n\nMaybe it is 5,210.")
    assert found.doubt == "“Maybe” leaves open whether this result counts."
    assert {each.place.line for each in found.candidates} == {3, 5, 7}
    assert found.evidence == found.candidates[:1]


def test_a_section_without_a_result_needs_a_person():
    found = answer("# Q3a\n\nThe layer multiplies each number of the text with a weight for each topic.")
    assert (found.text, found.doubt) == ("", NO_RESULT)


def test_an_essay_is_the_text_of_its_section():
    found = read("# 2\n\nThe order is lost.\n\nSo positions are added.", "essays").questions[1]
    assert found.answers[0].text == "\nThe order is lost.\nSo positions are added."


def test_the_front_matter_names_the_assignment():
    sheets = [sheet_named(name) for name in ("001", "003")]
    found = read_writeup([markdown("---\nassignment: '003'\n---\n# 6\n\nIt is 5.")], sheets)
    assert found.assignment == "003"


def test_a_mark_names_the_assignment():
    sheets = [sheet_named(name) for name in ("001", "000")]
    assert read_writeup([markdown("Answer (topic-head): 3,845")], sheets).assignment == "000"


def test_a_document_that_fits_no_assignment():
    sheets = [sheet_named(name) for name in ("001", "000")]
    found = read_writeup([markdown("Dear all, tomorrow there will be cake.")], sheets)
    assert (found.assignment, found.questions, found.trouble) == (None, (), NONE_FITS)


def test_a_document_that_fits_two_assignments():
    prompts = [sheet_named(name).questions for name in ("001", "000")]
    text = "\n\n".join(question.prompt for questions in prompts for question in questions)
    found = read_writeup([markdown(text)], [sheet_named(name) for name in ("001", "000")])
    assert found.assignment is None
    assert found.trouble in {TWO_FIT.format("001 and 000"), TWO_FIT.format("000 and 001")}


def test_a_misspelt_mark_is_a_note():
    ((evidence, message),) = read("Answer (topic-haed): 3,845").notes
    assert evidence.place.line == 1
    assert message == "topic-haed is not a question of this assignment; did you mean topic-head?"


def test_a_formula_that_equals_a_number_is_read():
    sheet = sheet_named("attention-blocks")
    (question,) = [each for each in sheet.questions if each.problem == "feed-forward-in-symbols"]
    text = f"# {question.label} {question.title}\n\nN = 2*d*f + d + f = 42\n"
    assert answer(text, question.problem, "attention-blocks").text in {"2*d*f + d + f", "42"}


def test_numbers_of_any_size_are_read():
    assert answer("# Q3a\n\nTotal = 12345678901234567890123456789012345.5").evidence
    shape = read("# Question 4\n\nShape: (32, 1e400)\n\nShape: (32, 16)", "001").questions[1].answers[0]
    assert shape.text == "(32, 16)"


def doubts(text, assignment="000", name="s1.md"):
    """Return why each question is in doubt, those that are not left out."""
    questions = read_writeup([markdown(text, name)], [sheet_named(assignment)]).questions
    return {each.problem: each.answers[0].doubt for each in questions if each.answers[0].doubt}


@pytest.mark.parametrize("picture", ["![](photo.png)", "![my answer](photo.png)", '<img src="q.jpg">', "![[q.png]]"])
def test_a_picture_in_a_section_without_an_answer_needs_a_person(picture):
    found = answer(f"# Q3a\n\n{picture}\n\n# Q3b\n\n768 · 2 + 2 = 1,538")
    assert (found.text, found.doubt, [each.place.line for each in found.evidence]) == ("", PICTURE, [3])
    assert found.candidates == (), "students whose pictures have the same name are not decided together"
    text = f"# Q3a\n\n768 · 5 + 5 = 3,845\n\n{picture}\n\n# Q3b\n\nTODO"
    assert doubts(text).get("topic-head") is None
    assert doubts(text).get("language-head") is None


def test_a_picture_in_place_of_the_answer_line_needs_a_person():
    assert answer("# Q3a\n\n![](photo.png)\n\nAnswer (topic-head): ____").doubt == PICTURE


def test_a_question_that_was_not_found_may_be_in_a_picture():
    text = "Answer (topic-head): 3,845\n\n![](rest.png)"
    assert doubts(text)["language-head"] == PICTURE
    assert "topic-head" not in doubts(text)


def test_a_file_that_is_included_needs_a_person():
    text = "\\section{Q3a}\n\\input{q3}\n\\section{Q3b}\n$768 \\cdot 2 + 2 = 1538$"
    assert doubts(text, name="s1.tex")["topic-head"] == INCLUDED.format("q3")
    assert "language-head" not in doubts(text, name="s1.tex")


def test_a_picture_of_the_question_is_no_answer():
    sheet = sheet_named("000")
    shown = replace(sheet.questions[2], prompt=f"![]({'x' * 9}.png)\n\n{sheet.questions[2].prompt}")
    sheet = replace(sheet, questions=(*sheet.questions[:2], shown, *sheet.questions[3:]))
    (found,) = read_writeup([markdown(f"# Q3a\n\n{shown.prompt}\n\nTODO")], [sheet]).questions[2].answers
    assert (found.text, found.doubt) == ("", "")


def test_what_was_not_found_may_be_after_the_end_of_a_file_that_was_cut():
    text = "# Q3a\n\n768 · 5 + 5 = 3,845\n\n# Q3b\n\nTODO\n" + "x\n" * 5_000
    found = doubts(text)
    cut = "The end of this file was not read: only the first 5,000 lines were read."
    assert found == {"small-bert": cut, "flying-attention": cut, "language-head": cut}


def test_what_was_not_found_may_be_in_broken_front_matter():
    text = "---\nanswers: {topic-head: 3845, topic-head: 3840}\n---\n\nAnswer (language-head): 1,538"
    assert doubts(text)["topic-head"] == UNREAD
    assert "language-head" not in doubts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Answer (topic-haed): 3,845",
        "---\nanswers: {topic-haed: 3845}\n---\n",
        "---\nstudent: s1\ntopic-head: 3845\n---\n",
        "---\nstudent: s1\ntopic-haed: 3845\n---\n",
    ],
)
def test_the_question_that_a_misspelt_mark_is_meant_for_needs_a_person(text):
    text = f"{text}\n\nAnswer (language-head): 1,538"
    assert doubts(text) == {"topic-head": MISSPELT}
    found = answer(text)
    assert (found.text, len(found.candidates)) == ("", 1)
    assert len(read(text).notes) == 1
    assert doubts(f"{text}\n\nAnswer (topic-head): 3,845") == {}


def test_a_mark_of_a_whole_problem_leaves_its_parts_to_a_person():
    found = read("Answer (small-bert): 87,737,856\n\nAnswer (small-bert.attention): 5").questions[0].answers
    assert [each.doubt for each in found if each.key.part != "attention"] == [MISSPELT] * (len(found) - 1)
    assert [each.doubt for each in found if each.key.part == "attention"] == [""]


def test_a_misspelt_mark_without_an_answer_leaves_nothing_to_a_person():
    text = "Answer (topic-haed): ____\n\nAnswer (language-head): 1,538"
    assert doubts(text) == {}
