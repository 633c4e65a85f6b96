"""What the pages and the report say about ideas that are behind several answers."""

from __future__ import annotations

import pytest

from checker.grading.store import Store
from checker.reports.class_report.build import class_report, report_page
from checker.reports.feedback import page_text
from tests.grading import runs
from tests.reports.pages import page_of, text_of

BLOCK = """id: {id}
title: {title}
type: feed_forward_parameters
prompt: How many parameters?
parameters: {{d_model: {d_model}, d_ff: {d_ff}}}
conventions: {{biases: counted}}
"""
SIZES = {"small": (72, 250), "middle": (96, 384), "large": (512, 2048)}
WITHOUT_BIASES = {"small": 2 * 72 * 250, "middle": 2 * 96 * 384, "large": 2 * 512 * 2048}
RIGHT = {name: 2 * one * other + one + other for name, (one, other) in SIZES.items()}
SENTENCE = "Your answer leaves the biases out; this question does not."


@pytest.fixture
def graded(tmp_path):
    """Grade a class, and return its folder."""

    def graded(students):
        problems = {
            f"problems/{id_}.yaml": BLOCK.format(id=id_, title=id_.title(), d_model=one, d_ff=other)
            for id_, (one, other) in SIZES.items()
        }
        answers = {f"submissions/{name}.yaml": f"answers: {given}\n" for name, given in students.items()}
        runs.write(tmp_path, problems | answers)
        runs.run(tmp_path)
        return tmp_path

    return graded


def test_a_page_ends_with_what_is_behind_several_answers(graded):
    top = graded({"s1": WITHOUT_BIASES, "s2": RIGHT | {"small": WITHOUT_BIASES["small"]}})
    (belief,) = page_of(top, "s1").beliefs
    assert belief.sentence == SENTENCE
    assert [each.name for each in belief.answers] == ["1 Large", "2 Middle", "3 Small"]
    assert belief.next == "Work out 1 Large again with this in mind, then 2 Middle and 3 Small."
    html = text_of(page_text(page_of(top, "s1"), "html"))
    assert html.index("What to look at") > html.index("3. Small")
    assert html.endswith(belief.next)
    assert page_text(page_of(top, "s1"), "md").rstrip().endswith(belief.next)


def test_a_mistake_made_once_is_told_where_it_was_made_only(graded):
    top = graded({"s1": WITHOUT_BIASES, "s2": RIGHT | {"small": WITHOUT_BIASES["small"]}})
    page = page_of(top, "s2")
    assert page.beliefs == ()
    assert "What to look at" not in page_text(page, "html")
    assert "leaves the biases out" in page_text(page, "html")


@pytest.mark.parametrize(("level", "number"), [("hint", 0), ("explain", 1), ("full", 1)])
def test_levels_that_do_not_explain_name_no_belief(graded, level, number):
    assert len(page_of(graded({"s1": WITHOUT_BIASES}), "s1", level).beliefs) == number


def test_a_belief_gives_no_number_away(graded):
    beliefs = str([each._replace(answers=()) for each in page_of(graded({"s1": WITHOUT_BIASES}), "s1").beliefs])
    assert not any(f"{value:,}" in beliefs or str(value) in beliefs for value in RIGHT.values())


def test_the_report_shows_the_class_by_belief(graded):
    top = graded({"s1": WITHOUT_BIASES, "s2": WITHOUT_BIASES, "s3": RIGHT | {"large": WITHOUT_BIASES["large"]}})
    with Store(top / "results" / "checker.db") as store:
        report = class_report(store, "ids")
    ((sentence, students, questions, named),) = ([cell.text for cell in row] for row in report.beliefs.rows)
    assert (sentence, students, named) == (SENTENCE, "2", "s1, s2")
    assert sorted(questions.split(", ")) == ["large (2)", "middle (2)", "small (2)"]
    assert "Beliefs" in text_of(report_page(report))


def test_a_report_without_beliefs_has_no_section(graded):
    with Store(graded({"s1": RIGHT}) / "results" / "checker.db") as store:
        report = class_report(store, "ids")
    assert report.beliefs is None
    assert "Beliefs" not in text_of(report_page(report))
