"""Several files of one student: a person decides where they give different answers to a question."""

from checker.writeups.read import read_writeup
from checker.writeups.section_answers import SEVERAL_RESULTS
from tests.writeups.documents_of import markdown, sheet_named


def answer(*texts):
    """Return the answer to question 3 of assignment 001 in the files a.md, b.md and so on."""
    documents = [markdown(text, f"{name}.md") for name, text in zip("abc", texts, strict=False)]
    questions = read_writeup(documents, [sheet_named("001")]).questions
    return next(each.answers[0] for each in questions if each.problem == "encoder-layer")


def test_different_answers_need_a_person():
    first, second = "# Question 3\n\nTotal: 27,648\n", "# Question 3\n\n31,744\n"
    for texts in ((first, second), (second, first)):
        found = answer(*texts)
        assert (found.doubt, found.is_likely) == (SEVERAL_RESULTS, False)
        assert {(each.file, each.place.line) for each in found.candidates} == {("a.md", 3), ("b.md", 3)}


def test_equal_answers_need_nobody():
    found = answer("# Question 3\n\nTotal: 27,648\n", "# Question 3\n\nTotal = 27648\n")
    assert (found.text.replace(",", ""), found.doubt) == ("27648", "")


def test_a_file_that_answers_other_questions_is_no_rival():
    found = answer("# Question 3\n\nTotal: 27,648\n", "# Question 4\n\n32 x 16\n")
    assert (found.text, found.doubt) == ("27,648", "")


def test_a_later_section_of_the_same_file_corrects():
    text = "# Question 3\n\nTotal: 31,744\n\n# Question 4\n\n32 x 16\n\n# Question 3\n\nTotal: 27,648\n"
    found = answer(text, "# Question 1\n\nIt depends.\n")
    assert (found.text, found.doubt) == ("27,648", "")
