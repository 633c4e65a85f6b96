"""No page below `full` has an expected number: every wrong example of the bank is handed in."""

from __future__ import annotations

import pytest

from checker.answers import flatten
from checker.grading.student_feedback import StudentFeedback
from checker.lms.students import Student
from checker.marking.parts import PartsMarker
from checker.reports.feedback.answers import GradedAnswer, shown_answer
from checker.reports.feedback.model import ShownAssignment, ShownQuestion, StudentPage
from checker.reports.feedback.pages import page_text
from tests.bank import bank
from tests.reports.pages import text_of
from tests.test_secrets import NUMBER, numbers


def is_number(part):
    return part.kind not in {"choice", "text", "complexity"}


def wrong_answers(problem):
    """What students give: each time a wrong example of each part, as long as there are any."""
    examples = {
        part.id: [each.answer for each in part.examples if each.verdict != "correct"]
        for part in problem.parts
        if is_number(part)
    }
    for number in range(max(map(len, examples.values()), default=0)):
        yield {part: some[number] for part, some in examples.items() if number < len(some)}


def truths(problem):
    """The numbers that would give a problem away, if they are longer than two digits."""
    values = [part.variant.run(wanted={part.step})[part.step] for part in problem.parts if is_number(part)]
    return numbers(" ".join(str(number) for value in values for number in flatten(value)[1]))


def question_of(problem, outcomes, feedback):
    records = [outcome.record() for outcome in outcomes]
    graded = [
        GradedAnswer(each, each["points"], None, found)
        for each, found in zip(records, feedback("", records, [True] * len(records)), strict=True)
    ]
    answers = tuple(shown_answer(each, problem, place, problem.id) for place, each in enumerate(graded))
    return ShownQuestion(problem.title, problem.prompt, (), answers)


def texts_of(question):
    page = StudentPage(Student("s"), (ShownAssignment("a", "", (), (question,), (), ()),))
    yield page_text(page, "md")
    yield text_of(page_text(page, "html"))


@pytest.mark.parametrize("some", range(8))
def test_no_page_has_an_expected_number(some):
    seen = 0
    for problem in list(bank().problems.values())[some::8]:
        full = PartsMarker(problem)
        levels = {level: StudentFeedback({problem.id: problem}, {}, level) for level in ("hint", "explain")}
        hidden = truths(problem)
        for given in wrong_answers(problem):
            outcomes = list(full.mark(given).values())
            for level, feedback in levels.items():
                question = question_of(problem, outcomes, feedback)
                theirs = " ".join(f"{each.given} {each.reading} {each.points}" for each in question.answers)
                known = numbers(f"{problem.prompt} {problem.title} {theirs}")
                for text in texts_of(question):
                    assert (numbers(text) - known) & hidden == set(), (problem.id, level, text)
                    seen += any(NUMBER.search(each) for each in given.values())
    assert seen > 100
