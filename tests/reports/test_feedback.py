"""What a page of feedback shows of each kind of answer, at each level."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from checker.lms.students import Roster, Student
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.reports.pages import page_of, text_of

TITLE = "Parameters of one encoder layer"
ESSAY = """id: why
title: Why scale
type: essay
prompt: Why?
parameters: {rubric: [{point: scores grow, points: 2, ideas: [scores grow]}]}
"""
REAL = "id: weight\ntitle: A weight\ntype: numeric\nprompt: How much?\nparameters: {value: 0.6089}\n"
DECIMALS = REAL.replace("0.6089", "6.5") + "tolerance: {decimals: 2}\n"
FOLLOW = BLOCK.replace("points: 2}", "points: 2, follow_through: true}")
CHOICE = """id: mask
title: The mask
type: choice
prompt: What is done?
parameters: {options: [added, multiplied], correct: added}
"""
PROBLEMS = {"layer": LAYER, "block": BLOCK}
EXACT = "Your answer counts the output projection W_O; this question does not. This mistake gives exactly 31,744."


@pytest.fixture
def graded(tmp_path):
    """Grade the answers of a student, and return their page."""

    def graded(answers, level="explain", *, settings="", problems=PROBLEMS, **more):
        runs.write(tmp_path, {f"problems/{name}.yaml": text for name, text in problems.items()})
        if settings:
            runs.write(tmp_path, {"problems/assignment.yaml": settings})
        runs.write(tmp_path, {"submissions/s1.yaml": f"answers: {answers}\n", **more})
        runs.run(tmp_path)
        return page_of(tmp_path, "s1", level)

    return graded


@pytest.mark.parametrize(
    ("level", "answers", "problem", "shown", "hidden"),
    [
        (
            "explain", "encoder-layer: 31744", LAYER,
            ["**Incorrect** (0 of 1 point)\n", "- You wrote: “31744”\n", "- Read as: 31,744\n", f"- Why: {EXACT}\n",
             "- Next: Fix that and work it out again.\n"],
            ["Expected", "27,648"],
        ),
        ("hint", "encoder-layer: 31744", LAYER, ["- Where: The first step that differs is attention."], ["Why", "27,648"]),
        (
            "full", "encoder-layer: 31744", LAYER,
            ["- Expected: 27,648\n", "Your steps next to the right ones:", "| attention | 16,384 | 12,288 |",
             "| feed-forward | 15,360 | 15,360 |", "| total | 31,744 | 27,648 |"],
            [],
        ),
        ("full", "encoder-layer: 5", LAYER, ["Worked solution:", "| total |", "| 27,648 |"], ["Your steps"]),
        ("explain", "encoder-layer: '27,648'", LAYER, ["**Correct** (1 of 1 point)"], ["Read as"]),
        ("explain", "block: {queries: 40200}", BLOCK, ["**total: Not answered** (0 of 2 points)", "- Asked for: a number"], []),
        ("explain", "encoder-layer: 31.7K", LAYER, ["Incorrect", "Why: This fits your answer: it counts the output pro"], []),
        ("explain", "encoder-layer: 27.6K", LAYER, ["**Too few digits** (0 of 1 point)", "- Give every digit."], []),
        ("full", "encoder-layer: 27.6K", LAYER, ["**Too few digits** (0 of 1 point)"], []),
        ("explain", "weight: 0.6", REAL, ["**Too few digits**", "- Give at least 3 significant digits."], ["Next"]),
        ("explain", "weight: 0.5", REAL, ["**Incorrect**", "- Why: I can't tell from this number what went wrong."], []),
        ("explain", "weight: 7", DECIMALS, ["**Too few digits**", "- Give at least 2 decimals."], []),
        ("hint", "weight: 0.6", REAL + "imprecise_credit: 0.75\n", ["(0.75 of 1 point)"], []),
        ("explain", "encoder-layer: 1 or 2", LAYER, ["**Not graded yet** (worth 1 point)", "**Not graded yet (worth 1 point)**"], ["so far"]),
        ("explain", "mask: added", CHOICE, ["## 1. The mask", "> What is done?", "- added\n- multiplied\n"], []),
        (
            "explain", "encoder-layer: 2", LAYER + "prompt: How many with width {d_model}? {conventions}\n",
            [f"## 1. {TITLE}\n\n> How many with width 64? Do not count"], [],
        ),
    ],
)  # fmt: skip
def test_what_is_said_of_an_answer(graded, level, answers, problem, shown, hidden):  # noqa: PLR0913 - a table
    page = graded(f"{{{answers}}}", level, problems={"one": problem})
    assert [each for each in shown if each not in page] == []
    assert [each for each in hidden if each in page] == []


def test_what_a_person_decides(graded):
    waits = graded("{why: They do.}", problems={"why": ESSAY})
    assert "- A person will look at this answer.\n" in waits
    assert "**Not graded yet (worth 2 points)**\n\n1 answer still waits for a person: 1 Why scale.\n" in waits
    review = {"reviews/ada.yaml": "- {student: s1, problem: why, points: 1, comment: And softmax?}"}
    decided = graded("{why: They do.}", problems={"why": ESSAY}, **review)
    assert "**Partly correct** (1 of 2 points)" in decided
    assert "- Decided by a person: ada gave 1 of 2 points. And softmax?\n" in decided


def test_a_later_part_keeps_its_follow_through_if_a_person_decided_an_earlier_one(graded):
    answers = "{block: {queries: 40000, total: 160000}}"
    before = graded(answers, problems={"block": FOLLOW}).partition("**total: ")[2]
    review = {"reviews/ada.yaml": "- {student: s1, problem: block, part: queries, points: 0.5}"}
    after = graded(answers, problems={"block": FOLLOW}, **review)
    assert "ada gave 0.5 of 1 point." in after
    assert after.partition("**total: ")[2] == before != ""


@pytest.mark.parametrize("points", [1, 0.5, 0])
@pytest.mark.parametrize("work", ["Answer encoder-layer: 31744", "encoder-layer: 31744? or 30,000"])
def test_a_person_may_have_accepted_another_value_than_was_found(tmp_path, points, work):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.md": f"My work\n\n{work}\n"})
    runs.write(tmp_path, {"reviews/ada.yaml": f"- {{student: s1, problem: encoder-layer, points: {points}}}"})
    runs.run(tmp_path)
    page = page_of(tmp_path, "s1")
    assert f"ada gave {points} of 1 point." in page
    assert ("Accepted by your instructor." in page, "You wrote" in page) == (bool(points), not points)
    assert (f"> **1 {TITLE}" in page) == (not points)


def test_what_a_person_accepted_is_shown_where_it_is_known(graded):
    reviews = "[{student: s1, problem: why, points: 2}, {student: s1, problem: encoder-layer, points: 1}]"
    problems = {"why": ESSAY, "layer": LAYER}
    page = graded("{why: They grow., encoder-layer: '31,744'}", problems=problems, **{"reviews/ada.yaml": reviews})
    assert page.count("**Correct**") == 2
    assert ("“They grow.”" in page, "“31,744”" in page, "Accepted" in page) == (True, True, False)


@pytest.mark.parametrize(
    ("points", "shown", "hidden"),
    [
        (None, ["**Not graded yet (worth 1 point)**", "**Not graded yet** (worth 1 point)"], "so far"),
        (0, ["**0 of 1 point**", "**Not read** (0 of 1 point)", "could not be read. ada gave 0 of 1"], "Incorrect"),
        (1, ["**1 of 1 point**", "**Correct** (1 of 1 point)", "could not be read. ada gave 1 of 1"], "Not"),
    ],
)
def test_a_file_that_could_not_be_read(tmp_path, points, shown, hidden):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.docx": "no zip"})
    if points is not None:
        runs.write(tmp_path, {"reviews/ada.yaml": f"- {{student: s1, problem: encoder-layer, points: {points}}}"})
    runs.run(tmp_path)
    page = page_of(tmp_path, "s1")
    assert ([each for each in shown if each not in page], hidden in page) == ([], False)


def test_late_work_and_the_rules_of_the_assignment(graded):
    settings = (
        "due: 2026-10-05 12:00\ntimezone: Europe/Berlin\nlate: [{within: 24h, credit: 0.5}]\n"
        "problems: [{id: encoder-layer, label: Q1}, {id: block, label: Q2, grading: {queries: drop, total: bonus}}]\n"
    )
    answers = "{encoder-layer: 27648, block: {queries: 40200, total: 160800}}\nsubmitted: 2026-10-05 13:00"
    page = graded(answers, settings=settings)
    assert "**1.5 of 1 point**" in page
    notes = (
        "Due 2026-10-05 12:00 CEST; you handed in 2026-10-05 13:00 CEST.",
        "1 hour late: 50% of the points.",
        "So 3 points count as 1.5.",
        "Late work earns 50% of the points within 1 day, and none after that.",
    )
    assert "\n\n".join(notes) in page
    rows = [f"Q1 {TITLE} | Correct | 1 of 1 point", "Q2 queries | Correct | does not count"]
    for row in (*rows, "Q2 total | Correct | 2 of 2 points (bonus)"):
        assert f"| {row} |\n" in page


def test_nobody_has_to_look_at_what_counts_the_same_for_all(graded):
    settings = "problems: [{id: weight, grading: full_for_all}, {id: encoder-layer, grading: drop}]\n"
    page = graded(
        "{weight: 1 or 2, encoder-layer: 1 or 2}", settings=settings, problems={"weight": REAL, "layer": LAYER}
    )
    assert "**Not judged** (1 of 1 point (full points for everyone who handed in))" in page
    assert "**Not judged** (does not count)" in page
    assert "waits" not in page


def test_an_extension_counts_by_any_id(tmp_path):
    settings = "due: 2026-10-01 12:00\nlate: [{within: 24h, credit: 0.5}]\nextensions: more.csv\n"
    extensions = "student,due\nADA@uni.edu,2026-10-05 12:00\n"
    answers = "answers: {encoder-layer: 27648}\nsubmitted: 2026-10-01 13:00\n"
    runs.write(tmp_path, {"problems/assignment.yaml": settings, "problems/more.csv": extensions})
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": answers})
    runs.run(tmp_path, roster=Roster((Student("s1", "Ada", "ada@uni.edu"),)))
    page = page_of(tmp_path, "s1")
    assert "**1 of 1 point**\n\nDue 2026-10-05 12:00 UTC; you handed in 2026-10-01 13:00 UTC.\n" in page
    assert "Feedback for Ada (s1)\n" in page


def test_assignments_are_told_apart_and_who_handed_nothing_in_reads_so(tmp_path):
    problems = {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK, "problems/b/sum.yaml": REAL}
    answers = "answers: {encoder-layer: 27648, block: {queries: 1, total: 2}, quux: 9}"
    work = {"submissions/a/s1.yaml": answers, "submissions/a/s2.yaml": "answers: {encoder-layer: 1}"}
    runs.write(tmp_path, problems | work | {"submissions/b/s2.yaml": "answers: {weight: 1}"})
    runs.run(tmp_path, roster=Roster((Student("s1"), Student("s2", "Noor"), Student("s3"))))
    first = page_of(tmp_path, "s1")
    assert "A person has to look at something in your hand-in. Your grade may still change." in first
    assert "# b\n\nYou handed nothing in.\n" in first
    second = page_of(tmp_path, "s2", form="html")
    assert "a, b" in text_of(second)
    assert re.findall(r'id="(answer-\d+)"', second) == [f"answer-{number}" for number in range(1, 5)]
    assert page_of(tmp_path, "s3").count("You handed nothing in.") == 2


def test_a_document_has_remarks_that_lead_to_the_answers(tmp_path):
    work = {"problems/a/layer.yaml": LAYER, "submissions/a/s1.md": "My work\n\nAnswer encoder-layer: 31744\n\nend\n"}
    runs.run(runs.write(tmp_path, work))
    page = page_of(tmp_path, "s1")
    assert "### s1.md\n\n```text\n1 | My work\n2 |\n3 | Answer encoder-layer: 31744\n```\n\n> **1 " in page
    assert "Incorrect, 0 of 1 point**\n> Answer: “31744” (" in page
    assert "```text\n4 |\n5 | end\n" in page
    html = page_of(tmp_path, "s1", form="html")
    assert html.count('<a href="#answer-1">') == 2
    assert re.search("27,?648", text_of(html)) is None


def test_documents_are_shown_with_their_assignment_and_to_their_student(tmp_path):
    problems = {"problems/a/layer.yaml": LAYER, "problems/b/sum.yaml": REAL}
    hand_ins = {
        "submissions/team/hw.md": "---\nstudent: ada\n---\nencoder-layer: 27648\n",
        "submissions/team/bob.yaml": "student: bob\nanswers: {weight: 0.609, encoder-layer: 31744}\n",
    }
    runs.run(runs.write(tmp_path, problems | hand_ins))
    assert "### hw.md" in page_of(tmp_path, "ada")
    assert "### hw.md" not in page_of(tmp_path, "bob")


def test_of_several_formats_the_one_with_the_answers_is_shown(tmp_path):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    text = "Answer encoder-layer: 31744\n"
    runs.run(runs.write(tmp_path, {"submissions/s1.md": text, "submissions/s1.html": f"<p>{text}</p>"}))
    page = page_of(tmp_path, "s1")
    assert len(re.findall(r"^### s1\.", page, re.MULTILINE)) == 1
    (used,) = re.findall(r"line \d of (s1\.\w+)\)", page)
    assert f"### {used}\n" in page


def test_what_changed_since_is_left_out_and_said(tmp_path):
    layer = LAYER + "prompt: How many?\n"
    runs.write(tmp_path, {"problems/layer.yaml": layer, "submissions/s1.yaml": "answers: {encoder-layer: 31744}"})
    runs.run(tmp_path)
    for change in (lambda path: path.write_text(layer.replace("many", "much")), Path.unlink):
        change(tmp_path / "problems/layer.yaml")
        page = page_of(tmp_path, "s1", "full")
        assert "This question has changed since it was graded, so its text is not shown." in page
        assert EXACT in page
        assert "How m" not in page


def test_a_grade_that_was_not_lowered_is_of_another_question(tmp_path):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": "answers: {encoder-layer: 27648}"})
    runs.run(tmp_path)
    counted = LAYER.replace("output_projection: left_out", "output_projection: counted")
    runs.run(runs.write(tmp_path, {"problems/layer.yaml": counted}), never_lower=True)
    page = page_of(tmp_path, "s1")
    assert "This grade is from another version of the question than the one of today." in page
    assert "**Correct** (1 of 1 point)" in page


SEEDS = Path(__file__).resolve().parents[2]
"""The repository: its first and its last assignment have documents with working."""
PROJECTIONS = "You multiplied the Q, K and V projections by the number of heads. Their columns already cover all heads."
SLIP = "3 × (768 × 768) × 8 is not 14,155,008; work it out again."
VALUES = ("14,155,776", "18,724,992", "966,400", "966400", "0.8044", "0.1956")
"""What the expressions of the students give, which no page below `full` may say of them."""


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    top = tmp_path_factory.mktemp("seeds")
    for name in ("000", "004"):
        shutil.copytree(SEEDS / "problems" / name, top / "problems" / name)
        ignore = shutil.ignore_patterns("*.docx", "*.pdf")  # the same write-up again
        shutil.copytree(SEEDS / "submissions" / name, top / "submissions" / name, ignore=ignore)
    runs.run(top)
    return top


@pytest.mark.parametrize(
    ("student", "level", "shown"),
    [
        ("mara", "explain", f"line 19 of mara.md: “3 × (768 × 768) × 8 = 14,155,008”\n\n  {PROJECTIONS} And: {SLIP}\n"),
        ("mara", "explain", "\n\n  14,155,008 + 4,569,984 is not 18,725,992; work it out again.\n"),
        ("mara", "explain", f"> **Q1 projections: your working**\n> {PROJECTIONS} And: {SLIP}\n"),
        ("sana", "explain", "\n\n  (160800 + 80400 + 400) * 4 is not 968000; work it out again.\n"),
        ("sana", "full", "\n\n  (160800 + 80400 + 400) * 4 is 966,400, not 968000.\n"),
    ],
)
def test_wrong_lines_are_remarked_on_whatever_the_result(seeds, student, level, shown):
    assert shown in page_of(seeds, student, level)


@pytest.mark.parametrize("form", ["md", "html"])
def test_no_value_of_an_expression_is_told_below_full(seeds, form):
    for student in ("mara", "sana"):
        assert not any(each in page_of(seeds, student, "explain", form) for each in VALUES)
        assert "Your working" not in page_of(seeds, student, "hint", form)


def test_where_a_person_accepted_the_work_no_line_is_remarked_on(seeds):
    decision = "- {student: mara, problem: small-bert, part: attention, points: 1, comment: As you count it.}\n"
    runs.run(runs.write(seeds, {"reviews/ada.yaml": decision}))
    page = page_of(seeds, "mara")
    assert "14,155,008 + 4,569,984 is not" not in page
    assert f"{PROJECTIONS} And: {SLIP}" in page
