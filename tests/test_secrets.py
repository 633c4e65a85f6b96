"""Below `full` nothing about any wrong example of any problem gives a number away: no outcome, and no page of feedback.

Not the truth, and no part of a difference.  Outcomes and pages are looked at together, and the checks of lint with them: the same indexes take long.
"""

import json
import re

import pytest

from checker.answers import flatten
from checker.cli.views import screen
from checker.cli.views.layout import Style
from checker.engine.memory import Memory
from checker.grading.student_feedback import StudentFeedback
from checker.lint import CHECKS
from checker.lint.target import LintTarget
from checker.lms.students import Student
from checker.marking.marker import Marker
from checker.marking.parts import PartsMarker
from checker.reports.feedback.model import GradedAnswer, ShownAssignment, ShownQuestion, StudentPage, shown_answer
from checker.reports.feedback.pages import page_text
from tests.bank import bank
from tests.reports.pages import text_of

NUMBER = re.compile(r"\d(?:[\d,]*\d)?(?:\.\d+)?")


def numbers(text):
    """The numbers in a text, however they are written, to four digits; those of one or two digits tell nothing."""
    bare = (number.replace(",", "") for number in NUMBER.findall(text))
    return {f"{float(number):.4g}" for number in bare if len(number.strip("0.").replace(".", "")) > 2}


def truth(part):
    return flatten(part.variant.run(wanted={part.step})[part.step])[1]


def secrets(part, record):
    """The truth, and everything that only full feedback says."""
    hidden = [*truth(part), record["expected"]]
    for explanation in record["explanations"]:
        hidden += [value for one in explanation["mistakes"] for value in one["values"].values()]
        hidden += [explanation.get("slip_values"), (explanation["first_difference"] or {}).get("expected")]
    return numbers(" ".join(map(str, hidden)))


def said(problem, outcome):
    """All that is said of an answer, beside the hash of the question."""
    record = json.dumps({**outcome.record(), "variant": None}, ensure_ascii=False)
    views = (screen.check(problem, [outcome], Style(plain=plain)) for plain in (True, False))
    return "\n".join([re.sub(r'"share": [\d.]+', "", record), *(line for view in views for line in view)])


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


def check_outcomes(problem, part, full, memory, answers):
    """Return for how many of the answers to a part there is a number to hide."""
    seen = 0
    question = screen.check(problem, [full.mark("")], Style())  # its title, and what counts in it
    for level in ("verdict", "hint", "explain"):
        below = Marker(problem, part, level, memory)
        below.target.index = full.target.index  # the same at every level, and slow to build
        for answer in answers:
            outcome, whole = below.mark(answer), full.mark(answer)
            text = said(problem, outcome)
            read = (answer, outcome.read_as, outcome.reading.note if outcome.reading else "")
            known = numbers(" ".join([*read, problem.prompt, *question]))
            assert (numbers(text) - known) & secrets(part, whole.record()) == set(), (problem.id, part.id, text)
            assert '"contribution"' not in text
            assert '"yours"' not in text
            assert outcome.breakdown is None
            seen += whole.breakdown is not None
    return seen


def check_pages(problem, full, examples):
    """Return how many texts were looked at: of each level and format, with a wrong example of each part at a time."""
    seen = 0
    levels = {level: StudentFeedback({problem.id: problem}, {}, level) for level in ("hint", "explain")}
    hidden = numbers(" ".join(str(number) for part in problem.parts if part.id in examples for number in truth(part)))
    for at in range(max(map(len, examples.values()), default=0)):
        given = {part: some[at] for part, some in examples.items() if at < len(some)}
        outcomes = list(full.mark(given).values())
        for level, feedback in levels.items():
            question = question_of(problem, outcomes, feedback)
            theirs = " ".join(f"{each.given} {each.reading} {each.points}" for each in question.answers)
            known = numbers(f"{problem.prompt} {problem.title} {theirs}")
            for text in texts_of(question):
                assert (numbers(text) - known) & hidden == set(), (problem.id, level, text)
                seen += any(NUMBER.search(each) for each in given.values())
    return seen


@pytest.mark.parametrize("some", range(8))
def test_lint_finds_nothing_and_no_example_gives_a_number_away(some):
    of_outcomes = of_pages = 0
    for problem in list(bank().problems.values())[some::8]:
        memory = Memory(10_000)  # an answer has one diagnosis, whatever the level, as where a class is graded
        full = PartsMarker(problem, memory=memory)
        parts = [part for part in problem.parts if part.kind not in {"choice", "text", "complexity"}]
        examples = {part.id: [each.answer for each in part.examples if each.verdict != "correct"] for part in parts}
        for part in parts:
            of_outcomes += check_outcomes(problem, part, full.markers[part.id], memory, examples[part.id])
        of_pages += check_pages(problem, full, examples)
        target = LintTarget(problem)
        assert [finding for check in CHECKS for finding in check(target)] == []
    assert of_outcomes > 100, "most have a number to hide"
    assert of_pages > 100
