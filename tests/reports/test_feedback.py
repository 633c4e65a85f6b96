"""What a page of feedback shows of each kind of answer, at each level."""

from __future__ import annotations

import pytest

from checker.grading.results.members import Members
from checker.lms.students import Roster, Student
from checker.reports.feedback import page_text
from tests.grading import documents, runs
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
WEIGHT = {"weight": REAL}
DECIMALS = {"weight": REAL.replace("0.6089", "6.5") + "tolerance: {decimals: 2}\n"}
FOLLOW = {"block": BLOCK.replace("points: 2}", "points: 2, follow_through: true}")}
CHOICE = """id: mask
title: The mask
type: choice
prompt: What is done?
parameters: {options: [added, multiplied], correct: added}
"""
FITS = "This fits your answer: it counts the output projection W_O; this question does not."
EXACT = "Your answer counts the output projection W_O; this question does not. This mistake gives exactly 31,744."
UNKNOWN = (
    "I can't tell from this number what went wrong.",
    "It may be a slip: check the sign, the decimal point and your typing.",
)


@pytest.fixture
def graded(tmp_path):
    """Grade the answers of a student, and return their page."""

    def graded(answers, level="explain", *, settings="", problems=None, **more):
        problems = problems or {"layer": LAYER, "block": BLOCK}
        runs.write(tmp_path, {f"problems/{name}.yaml": text for name, text in problems.items()})
        if settings:
            runs.write(tmp_path, {"problems/assignment.yaml": settings})
        runs.write(tmp_path, {"submissions/s1.yaml": f"answers: {answers}\n", **more})
        runs.run(tmp_path)
        return page_of(tmp_path, "s1", level).assignments[0]

    return graded


def by_name(assignment):
    """Return the answers by the ids of the parts, or by the titles of the questions."""
    return {each.part or each.name.partition(" ")[2]: each for each in assignment.answers}


@pytest.mark.parametrize(
    ("answers", "level", "problems", "name", "shown"),
    [
        (
            "{encoder-layer: 31744}", "explain", None, TITLE,
            {
                "verdict": "Not correct", "points": "0 of 1 point", "given": "31744", "reading": "31,744",
                "headline": "", "why": (EXACT,), "next": "Fix that and work it out again.", "expected": "",
                "steps": None,
            },
        ),
        ("{encoder-layer: 31744}", "hint", None, TITLE, {"why": (), "where": "The first step that differs is attention."}),
        ("{encoder-layer: 31744}", "full", None, TITLE, {"expected": "27,648"}),
        ("{encoder-layer: '27,648'}", "explain", None, TITLE, {"verdict": "Correct", "reading": ""}),
        (
            "{block: {queries: 40200}}", "explain", None, "total",
            {"verdict": "No answer", "points": "0 of 2 points", "form": "a number"},
        ),
        ("{encoder-layer: 31.7K}", "explain", None, TITLE, {"verdict": "Not correct", "why": (FITS,)}),
        ("{encoder-layer: 27.6K}", "explain", None, TITLE, {"headline": "Give every digit."}),
        *(
            (
                "{encoder-layer: 27.6K}", level, None, TITLE,
                {"status": "too_coarse", "verdict": "Too few digits", "points": "0 of 1 point"},
            )
            for level in ("hint", "explain", "full")
        ),
        (
            "{weight: 0.6}", "explain", WEIGHT, "A weight",
            {"verdict": "Too few digits", "points": "0 of 1 point", "next": "",
             "headline": "Give at least 3 significant digits."},
        ),
        (
            "{weight: 0.5}", "explain", WEIGHT, "A weight",
            {"verdict": "Not correct", "points": "0 of 1 point", "headline": "", "why": UNKNOWN},
        ),
        ("{weight: 130}", "explain", DECIMALS, "A weight", {"verdict": "Not correct", "headline": "", "why": UNKNOWN}),
        (
            "{weight: 7}", "explain", DECIMALS, "A weight",
            {"verdict": "Too few digits", "headline": "Give at least 2 decimals."},
        ),
    ],
)  # fmt: skip
def test_what_is_said_of_an_answer(graded, answers, level, problems, name, shown):  # noqa: PLR0913 - a table
    found = by_name(graded(answers, level, problems=problems))[name]
    assert {field: getattr(found, field) for field in shown} == shown


def test_the_full_level_has_the_steps(graded):
    steps = by_name(graded("{encoder-layer: 31744}", "full"))[TITLE].steps
    assert steps.columns == (("Step", ""), ("Yours", ""), ("Expected", ""))
    compared = {step.text: (yours.text, right.text, bool(step.css)) for step, yours, right in steps.rows}
    assert compared["attention"] == ("16,384", "12,288", True)
    assert compared["feed-forward"] == ("15,360", "15,360", False)
    assert compared["total"] == ("31,744", "27,648", True)
    worked = by_name(graded("{encoder-layer: 5}", "full"))[TITLE].steps
    step, _, value = worked.rows[-1]
    assert (worked.title, step.text, value.text) == ("Worked solution", "total", "27,648")


def test_what_a_person_decides(graded):
    waits = graded("{why: They do.}", problems={"why": ESSAY})
    assert (waits.answers[0].verdict, waits.score) == ("Not graded yet", "0 of 2 points so far")
    assert waits.answers[0].headline == "A person will look at this answer."
    assert waits.notes == ("1 answer still waits for a person: 1 Why scale.",)
    review = {"reviews/ada.yaml": "- {student: s1, problem: why, points: 1, comment: And softmax?}"}
    decided = graded("{why: They do.}", problems={"why": ESSAY}, **review)
    assert decided.answers[0].remark == "ada gave 1 of 2 points. And softmax?"
    assert (decided.answers[0].verdict, decided.score, decided.notes) == ("Partly correct", "1 of 2 points", ())


def test_a_later_part_keeps_its_follow_through_if_a_person_decided_an_earlier_one(graded):
    answers = "{block: {queries: 40000, total: 160000}}"
    before = by_name(graded(answers, problems=FOLLOW))
    review = {"reviews/ada.yaml": "- {student: s1, problem: block, part: queries, points: 0.5}"}
    after = by_name(graded(answers, problems=FOLLOW, **review))
    assert (after["queries"].remark, after["total"]) == ("ada gave 0.5 of 1 point.", before["total"])


@pytest.mark.parametrize("points", [1, 0.5, 0])
@pytest.mark.parametrize("work", ["encoder-layer: 31744", "encoder-layer? 31744; 30,000"])
def test_a_person_may_have_accepted_another_value_than_was_found(tmp_path, monkeypatch, points, work):
    documents.install(monkeypatch)
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.md": f"My work\n{work}\nSo it is 27648.\n"})
    runs.write(tmp_path, {"reviews/ada.yaml": f"- {{student: s1, problem: encoder-layer, points: {points}}}"})
    runs.run(tmp_path)
    page = page_of(tmp_path, "s1")
    (answer,) = page.assignments[0].answers
    remarks = [remark.answer for _, remark in page.assignments[0].documents[0].pieces if remark]
    assert answer.remark == f"ada gave {points} of 1 point."
    if points:
        assert (answer.given, answer.reading, answer.place) == ("", "", "")
        assert (answer.headline, remarks) == ("Accepted by your instructor.", [])
        assert "You wrote" not in page_text(page, "html") + page_text(page, "md")
    else:
        assert (answer.headline, remarks) == ("", [answer])


def test_what_a_person_accepted_is_shown_where_it_is_known(graded):
    reviews = "[{student: s1, problem: why, points: 2}, {student: s1, problem: encoder-layer, points: 1}]"
    answers = "{why: They grow., encoder-layer: '31,744'}"
    found = graded(answers, problems={"why": ESSAY, "layer": LAYER}, **{"reviews/ada.yaml": reviews})
    shown = {each.given: (each.verdict, each.headline, each.reading) for each in found.answers}
    assert shown == {"They grow.": ("Correct", "", ""), "31,744": ("Correct", "", "")}


def test_an_essay_in_a_document_is_what_a_person_read(tmp_path, monkeypatch):
    documents.install(monkeypatch)
    review = {"reviews/ada.yaml": "- {student: s1, problem: why, points: 2}"}
    runs.run(runs.write(tmp_path, {"problems/why.yaml": ESSAY, "submissions/s1.md": "why: They grow.\n", **review}))
    (answer,) = page_of(tmp_path, "s1").assignments[0].answers
    assert (answer.given, answer.verdict, answer.headline) == ("They grow.", "Correct", "")


def test_late_work_and_the_rules_of_the_assignment(graded):
    settings = (
        "due: 2026-10-05 12:00\nlate: [{within: 24h, credit: 0.5}]\n"
        "problems: [{id: encoder-layer, label: Q1}, {id: block, label: Q2, grading: {queries: drop, total: bonus}}]\n"
    )
    answers = "{encoder-layer: 27648, block: {queries: 40200, total: 160800}}\nsubmitted: 2026-10-05 13:00"
    found = graded(answers, settings=settings)
    assert found.score == "1.5 of 1 point"
    assert found.notes == (
        "Due 2026-10-05 12:00 UTC; you handed in 2026-10-05 13:00 UTC.",
        "1 h late: 50% of the points.",
        "So 3 points count as 1.5.",
        "Late work earns 50% of the points within 1 day, and none after that.",
    )
    assert {each.name: each.points for each in found.answers} == {
        f"Q1 {TITLE}": "1 of 1 point",
        "Q2 queries": "does not count",
        "Q2 total": "2 of 2 points (bonus)",
    }


@pytest.mark.parametrize("level", ["hint", "explain", "full"])
def test_points_are_those_of_the_grade(graded, level):
    page = graded("{weight: 0.6}", level, problems={"weight": REAL + "imprecise_credit: 0.75\n"})
    assert (page.score, page.answers[0].points) == ("0.75 of 1 point", "0.75 of 1 point")


def test_nobody_has_to_look_at_what_counts_the_same_for_all(graded):
    settings = "problems: [{id: weight, grading: full_for_all}, {id: encoder-layer, grading: drop}]\n"
    answers = "{weight: 1 or 2, encoder-layer: 1 or 2}"
    found = graded(answers, settings=settings, problems={"weight": REAL, "layer": LAYER})
    assert (found.score, found.notes) == ("1 of 1 point", ())
    assert [(each.verdict, each.points) for each in found.answers] == [
        ("Not judged", "1 of 1 point (full points for everyone who handed in)"),
        ("Not judged", "does not count"),
    ]


def test_an_extension_counts_by_any_id(tmp_path):
    settings = "due: 2026-10-01 12:00\nlate: [{within: 24h, credit: 0.5}]\nextensions: more.csv\n"
    extensions = "student,due\nADA@uni.edu,2026-10-05 12:00\n"
    answers = "answers: {encoder-layer: 27648}\nsubmitted: 2026-10-01 13:00\n"
    runs.write(tmp_path, {"problems/assignment.yaml": settings, "problems/more.csv": extensions})
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": answers})
    runs.run(tmp_path, members=Members(Roster((Student("s1", "Ada", "ada@uni.edu"),))))
    (found,) = page_of(tmp_path, "s1").assignments
    assert found.score == "1 of 1 point"
    assert found.notes == ("Due 2026-10-05 12:00 UTC; you handed in 2026-10-01 13:00 UTC.",)


def test_questions_are_shown_as_they_were_asked(graded):
    layer = LAYER + "prompt: How many with width {d_model}? {conventions}\n"
    found = graded("{mask: added}", problems={"layer": layer, "mask": CHOICE})
    heading = {each.heading: each for each in found.questions}
    assert heading[f"1. {TITLE}"].prompt.startswith("How many with width 64? Do not count")
    assert heading["2. The mask"].choices == (("", ("added", "multiplied"), True),)


def test_assignments_are_told_apart_and_who_handed_nothing_in_reads_so(tmp_path):
    problems = {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK, "problems/b/sum.yaml": REAL}
    answers = "answers: {encoder-layer: 27648, block: {queries: 1, total: 2}, quux: 9}"
    work = {"submissions/a/s1.yaml": answers, "submissions/a/s2.yaml": "answers: {encoder-layer: 1}"}
    runs.write(tmp_path, problems | work | {"submissions/b/s2.yaml": "answers: {weight: 1}"})
    students = (Student("s1"), Student("s2", "Noor"), Student("s3"))
    runs.run(tmp_path, members=Members(Roster(students)))
    notes = {each.title: each.notes for each in page_of(tmp_path, "s1").assignments}
    assert notes["b"] == ("You handed nothing in.",)
    assert notes["a"] == ("A person has to look at something in your hand-in. Your grade may still change.",)
    found = page_of(tmp_path, "s2")
    assert (found.title, found.student.name) == ("a, b", "Noor")
    anchors = [answer.anchor for each in found.assignments for answer in each.answers]
    assert anchors == [f"answer-{number}" for number in range(1, 5)]
    absent = page_of(tmp_path, "s3").assignments
    assert [(each.notes, each.questions) for each in absent] == [(("You handed nothing in.",), ())] * 2


def test_a_document_has_remarks_that_lead_to_the_answers(tmp_path, monkeypatch):
    documents.install(monkeypatch)
    runs.write(
        tmp_path, {"problems/a/layer.yaml": LAYER, "submissions/a/s1.md": "My work\nencoder-layer: 31744\nend\n"}
    )
    runs.run(tmp_path)
    (found,) = page_of(tmp_path, "s1").assignments
    ((file, _, _, pieces),) = found.documents
    assert (file, [[line.text for line in lines] for lines, _ in pieces]) == (
        "s1.md",
        [["My work", "encoder-layer: 31744"], ["end"]],
    )
    assert pieces[0][1].answer is found.answers[0]
    assert pieces[0][1].texts == ('Answer: “31744” (the last line with "encoder-layer")',)
    shown = text_of(page_text(page_of(tmp_path, "s1"), "html"))
    assert ("27,648" in shown, "27648" in shown) == (False, False)


def test_documents_are_shown_to_their_student_only(tmp_path, monkeypatch):
    documents.install(monkeypatch)
    hand_ins = {
        "submissions/team/hw.md": "---\nstudent: ada\n---\nencoder-layer: 27648\n",
        "submissions/team/bob.yaml": "student: bob\nanswers: {encoder-layer: 31744}\n",
    }
    runs.run(runs.write(tmp_path, {"problems/layer.yaml": LAYER, **hand_ins}))
    (ada,), (bob,) = (page_of(tmp_path, each).assignments for each in ("ada", "bob"))
    assert [each.file for each in ada.documents] == ["hw.md"]
    assert ada.documents[0].pieces[0][1].answer.verdict == "Correct"
    assert (bob.documents, bob.answers[0].verdict) == ((), "Not correct")


def test_documents_are_shown_with_the_assignment_that_they_answer(tmp_path, monkeypatch):
    documents.install(monkeypatch)
    problems = {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK, "problems/b/sum.yaml": REAL}
    work = {"submissions/ada/hw.md": "encoder-layer: 27648\nblock.queries: 1\nblock.total: 2\n"}
    runs.run(runs.write(tmp_path, problems | work | {"submissions/ada/more.yaml": "answers: {weight: 0.609}\n"}))
    shown = {each.title: [one.file for one in each.documents] for each in page_of(tmp_path, "ada").assignments}
    assert shown == {"a": ["hw.md"], "b": []}


def test_a_quotation_has_no_line_breaks(tmp_path):
    work = "# Why scale\n\nThe scores\tgrow with d_k.\nThen the softmax saturates.\n"
    runs.run(runs.write(tmp_path, {"problems/why.yaml": ESSAY, "submissions/s1.md": work}))
    pieces = page_of(tmp_path, "s1").assignments[0].documents[0].pieces
    (remark,) = (each for _, each in pieces if each)
    assert "The scores grow with d_k. Then the softmax saturates.”" in remark.texts[0]
