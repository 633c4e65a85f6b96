"""What the pages and the report say about ideas that are behind several answers."""

from __future__ import annotations

import pytest

from checker.grading.published import Results
from checker.reports.class_report import class_report
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
WITHOUT_BIASES = {name: 2 * one * other for name, (one, other) in SIZES.items()}
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
        runs.run(runs.write(tmp_path, problems | answers))
        return tmp_path

    return graded


def test_a_page_ends_with_what_is_behind_several_answers(graded):
    top = graded({"s1": WITHOUT_BIASES, "s2": RIGHT | {"small": WITHOUT_BIASES["small"]}})
    advice = "Work out 1 Large again with this in mind, then 2 Middle and 3 Small."
    page = page_of(top, "s1")
    assert page.endswith(f"1. {SENTENCE}\n\n   In 1 Large, 2 Middle, 3 Small.\n\n   {advice}\n")
    assert not any(f"{value:,}" in page or str(value) in page for value in RIGHT.values())
    html = text_of(page_of(top, "s1", form="html"))
    assert html.index("3. Small") < html.index("What to look at")
    assert html.endswith(advice)
    once = page_of(top, "s2")  # a mistake made once is told where it was made only
    assert ("What to look at" in once, "leaves the biases out" in once) == (False, True)


@pytest.mark.parametrize(("level", "is_told"), [("hint", False), ("explain", True), ("full", True)])
def test_levels_that_do_not_explain_name_no_belief(graded, level, is_told):
    assert ("What to look at" in page_of(graded({"s1": WITHOUT_BIASES}), "s1", level)) == is_told


def test_the_report_shows_the_class_by_belief(graded):
    students = {"s1": WITHOUT_BIASES, "s2": WITHOUT_BIASES, "s3": RIGHT | {"large": WITHOUT_BIASES["large"]}}
    found = class_report(Results(graded(students) / "results"))
    ((sentence, number, questions, named),) = ([cell.text for cell in row] for row in found["beliefs"].rows)
    assert (sentence, number, named) == (SENTENCE, "2", "s1 and s2")
    assert sorted(questions.split(", ")) == ["large (2)", "middle (2)", "small (2)"]
    assert class_report(Results(graded(dict.fromkeys(students, RIGHT)) / "results"))["beliefs"] is None
