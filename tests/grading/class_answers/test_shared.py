"""Unexplained answers that several students share: which are listed, what is said of them, and how to teach them."""

from __future__ import annotations

import multiprocessing
import os

import pytest

from checker.cli.views import overview
from checker.cli.views.layout import Style
from checker.grading.class_answers.shared import relation_and_entry
from checker.grading.course import Course
from checker.grading.executors.jobs import recorded
from checker.grading.grader.answer_marker import AnswerMarker
from checker.grading.grader.graded_source import WrongAnswer
from checker.grading.output.summary import Summary
from checker.problems import load_problems
from tests.grading.class_answers.problems import GRAVITY, LAYER, OUTPUT, PARTS, RIGHT, layer


def relations(summary: Summary) -> list[str]:
    return [each.relation for each in summary.shared]


@pytest.mark.parametrize(
    ("answers", "listed"),
    [
        (["41472"] * 3 + [RIGHT] * 4, [("41,472", 3, 7)]),
        (["41472", "41,472", "41 472"] + [RIGHT] * 40, [("41,472", 3, 43)]),
        (["41472"] * 2 + [RIGHT] * 6, [("41,472", 2, 8)]),
        (["41472"] * 2 + [RIGHT] * 7, []),
        (["41472"] * 2 + [RIGHT] * 6 + [""] * 20, [("41,472", 2, 8)]),
        (["41472", RIGHT], []),
        (["31744"] * 3 + [RIGHT] * 9, []),  # explained
        (["41472"] * 5 + [RIGHT], []),  # a suspicious key
        (["41472"] * 3 + ["40000000"] * 4 + [RIGHT] * 9, [("40,000,000", 4, 16), ("41,472", 3, 16)]),
    ],
)
def test_what_is_listed(graded, answers, listed):
    found = graded({"layer": LAYER}, *layer(*answers)).shared
    assert [(each.answer, each.gave, each.of) for each in found] == listed


@pytest.mark.parametrize(
    ("answer", "relation"),
    [
        ("41472", "it is 1.5 × the right answer"),
        ("23040", "it is 5/6 of the right answer"),
        ("-13824", "it is -0.5 × the right answer"),
        ("26624", "it is 1,024 too small, d_model · d_k"),
        ("28008", "it is 360 too large, 3 · d_ff"),
        (str(27648 + 2 * 64**2 * 120), "it is 983,040 too large, 2 · d_model · d_model · d_ff"),
        (
            "27968",
            (
                "it is 320 too large; known mistakes give it too, but that may be coincidence: “Your answer counts the biases; "
                "this question does not. And: You gave all biases of the feed-forward block the model width. Only the last one has it”"
            ),
        ),
        ("27687", "it is 39 too large"),
        ("27648.5", ""),
    ],
)
def test_the_relation_to_the_right_answer(graded, answer, relation):
    assert relations(graded({"layer": LAYER}, *layer(*[answer] * 3, *[RIGHT] * 9))) == [relation]


@pytest.mark.parametrize(
    ("answer", "relation"),
    [
        ("[1.82658, 0.58671]", "it is 3 × the right answer"),
        ("[[0.25, 0.75]]", ""),
        ("[0.5, 0.25, 0.25]", "it has another shape"),
    ],
)
def test_answers_with_several_numbers(graded, answer, relation):
    right = [{"output": "[0.6089, 0.1956]"}] * 9
    assert relations(graded({"output": OUTPUT}, *[{"output": answer}] * 3, *right)) == [relation]


def test_a_step_of_another_part(write):
    """The part asks for the attention; the whole is no step on the way to it."""
    text = PARTS.replace("  - {id: total}\n", "")
    course = Course(load_problems(write({"problems/parts.yaml": text}) / "problems"))
    total = WrongAnswer(0, "31,744", str(4 * 64 * 64 + 2 * 64 * 120), relation_and_entry)
    assert AnswerMarker().looked_into(course.columns[0], total).found[0] == "it is the step total"


def test_other_answers_that_these_students_share(graded):
    problems = {"layer": LAYER, "gravity": GRAVITY}
    students = [{"encoder-layer": "41472", "gravity": "3.27"}] * 3 + [{"encoder-layer": "41472", "gravity": "1"}]
    others = [{"encoder-layer": RIGHT, "gravity": "9.81"}] * 8
    by_name = {each.column.id: each for each in graded(problems, *students, *others).shared}
    assert by_name["encoder-layer"].message == (
        "4 of 12 gave 41,472: it is 1.5 × the right answer. 3 of them also gave 3.27 for gravity."
    )
    assert by_name["gravity"].message == (
        "3 of 12 gave 3.27: it is 1/3 of the right answer. All 3 also gave 41,472 for encoder-layer."
    )


def test_what_follows_from_it_is_no_evidence(graded):
    """13.87 up takes 2 · 13.87 / 9.81 = 2.828 seconds, and leads 2.828 · 20 · cos 30° = 48.98 away."""
    text = (
        "id: projectile\ntype: formula\nparameters:\n  expression: v*time*cos(radians(angle))\n"
        '  symbols: {v: 20, angle: 30, g: 9.81, up: "v*sin(radians(angle))", time: "2*up/g"}\n'
        "parts: [{id: up, asks: up}, {id: time, asks: time}, {id: distance}]\n"
    )
    wrong = {"projectile": {"up": "13.87", "time": "2.828", "distance": "48.98"}, "gravity": "3.27"}
    right = {"projectile": {"up": "10", "time": "2.04", "distance": "35.3"}, "gravity": "9.81"}
    found = graded({"projectile": text, "gravity": GRAVITY}, *[wrong] * 3, *[right] * 6)
    assert [each.message for each in found.shared if each.column.id == "projectile"] == [
        "3 of 9 gave 13.87: it has no obvious relation to the right answer. All 3 also gave 3.27 for gravity."
    ]
    suspicious = [each.column.name for each in graded({}, *[wrong] * 5).suspicions]
    assert suspicious == ["gravity", "projectile.up"]


SYMBOLS = """id: symbols
type: feed_forward_parameters
parameters: {d_model: 72, d_ff: 250}
conventions: {biases: counted}
answer: formula
symbols: {d: d_model, f: d_ff}
"""


@pytest.mark.parametrize(
    ("answer", "relation"),
    [
        ("2df + 7d - 3f", ""),
        ("3df + 1.5d + 1.5f", "it is 1.5 × the right answer"),  # at the own sizes 18161/18000 would be as near
        ("2df + d + f + 322", ""),  # a difference of one size is none of all
    ],
)
def test_a_formula_is_compared_at_all_sizes(graded, answer, relation):
    students = [{"symbols": answer}] * 3 + [{"symbols": "2df + d + f"}] * 5
    assert relations(graded({"symbols": SYMBOLS}, *students)) == [relation]


def test_a_formula_for_real_numbers_is_compared_at_all_sizes(graded):
    text = (
        "id: fall\ntype: formula\nparameters: {expression: 'sqrt(2*h/g)', symbols: {h: 12.5, g: 9.81}}\n"
        "answer: formula\nsymbols: {h: h, g: g}\n"
    )
    students = [{"fall": "7*sqrt(2h/g)"}] * 3 + [{"fall": "sqrt(2h/g)"}] * 5
    assert relations(graded({"fall": text}, *students)) == ["it is 7 × the right answer"]


def test_a_unit_of_another_kind_has_no_relation_to_the_right_answer(graded):
    text = "id: memory\ntype: numeric\nparameters: {value: 44.5, unit: MB}\n"
    students = [{"memory": "89 s"}] * 3 + [{"memory": "44.5"}] * 2
    assert [each.message for each in graded({"memory": text}, *students).suspicions] == [
        (
            "3 of 5 gave 89 s: Your answer is a time, but the question asks for an amount of memory. Write it in MB. "
            "Look at the problem file: does it ask what you meant?"
        )
    ]


def test_a_rounded_answer_has_no_exact_difference(graded):
    found = graded({"layer": LAYER}, *layer(*["41.7K"] * 3, *[RIGHT] * 9))
    assert [each.message for each in found.shared] == [
        "3 of 12 gave 41,700 (3 digits stated): it has no obvious relation to the right answer."
    ]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            "27.6K",
            (
                "3 of 5 gave 27,600 (3 digits stated): right as far as its digits go. "
                "Does the problem say how many digits it wants?"
            ),
        ),
        (
            "27968",
            (
                "3 of 5 gave 27,968: it is 320 too large; known mistakes give it too, but that may be coincidence: “Your "
                "answer counts the biases; this question does not. And: You gave all biases of the feed-forward block "
                "the model width. Only the last one has it”. Look at the problem file: does it ask what you meant?"
            ),
        ),
        ("31.7K", "3 of 5 gave 31,700 (3 digits stated): right for anyone who counts the output projection W_O."),
    ],
)
def test_a_suspicious_key_does_not_contradict_itself(graded, answer, message):
    (found,) = graded({"layer": LAYER}, *layer(*[answer] * 3, *[RIGHT] * 2)).suspicions
    assert found.message.startswith(message)


def test_a_fault_in_a_remark_stops_no_run(graded, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError

    for module in ("shared", "suspicions"):
        monkeypatch.setattr(f"checker.grading.class_answers.{module}.relation", fail)
    failed = "checker failed here (ZeroDivisionError); please report it"
    assert relations(graded({"layer": LAYER}, *layer(*["41472"] * 3, *[RIGHT] * 9))) == [failed]
    (found,) = graded({}, *layer(*["41472"] * 12)).suspicions
    assert found.why == failed


UNEXPLAINED = ["41472", "28000.5", "1,234,567", "27,969", "55300", "2.7e4"]
"""Answers to the layer, of which several students give each."""


def said(summary: Summary) -> list[dict]:
    return [each.record() for each in (*summary.shared, *summary.suspicions)]


def test_a_later_run_marks_no_answer_again_for_the_summary(graded, monkeypatch):
    students = layer(*UNEXPLAINED * 3, *[RIGHT] * 9)
    expected = said(graded({"layer": LAYER}, *students))

    def fail(*_):
        raise AssertionError

    monkeypatch.setattr("checker.grading.grader.answer_marker.AnswerMarker.looked_into", fail)
    more = graded({}, *students, {"encoder-layer": RIGHT}, is_anew=False)
    assert [each["answer"] for each in said(more)] == [each["answer"] for each in expected]
    assert {each["of"] for each in said(more)} == {len(students) + 1}


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the patch reaches workers only by fork")
def test_the_processes_that_mark_look_into_shared_answers_too(graded, monkeypatch):
    students = layer(*UNEXPLAINED * 3, *[RIGHT] * 9)
    expected = said(graded({"layer": LAYER}, *students))
    here, looked_into = os.getpid(), AnswerMarker.looked_into

    def elsewhere(*arguments):
        assert os.getpid() != here
        return looked_into(*arguments)

    monkeypatch.setattr(AnswerMarker, "looked_into", elsewhere)
    assert said(graded({"layer": LAYER}, *students, jobs=2)) == expected


def test_an_answer_that_ends_the_process_that_looks_into_it_is_a_fault():
    found = recorded(WrongAnswer(0, "31,744", "31744", relation_and_entry), None)
    assert found.found == ("checker failed here (WorkerEnded); please report it", "", "")


def test_at_most_ten_answers_to_one_question_are_listed(graded):
    strange = [str(40_000_000 + 1_000 * n) for n in range(15) for _ in range(3)]
    found = graded({"layer": LAYER}, *layer(*strange, *[RIGHT] * 9))
    assert len(found.shared) == 10
    screen = "\n".join(overview.lines(found.record(), "results", [], Style()))
    assert "unexplained, and shared by several students (10)" in screen
    assert "    and 5 more; see results/summary.json" in screen


def test_what_earns_points_by_another_way_of_counting_is_known(graded):
    accept = "accept: [{conventions: {biases: counted, norm_biases: counted, layer_norm: counted}, credit: 0.5}]\n"
    found = graded({"layer": LAYER + accept}, *layer(*["28280"] * 3, *[RIGHT] * 9))
    assert found.shared == []


def test_the_screen_and_the_record(graded):
    found = graded({"layer": LAYER}, *layer(*["41472"] * 3, *[RIGHT] * 9))
    screen = "\n".join(overview.lines(found.record(), "results", [], Style()))
    assert (
        """
  unexplained, and shared by several students (1)
    encoder-layer  3 of 12 gave 41,472: it is 1.5 × the right answer.
                   To explain it, write below `mistakes:` in layer.yaml:
                   - {answer: "41,472", says: "..."}"""
        in screen
    )
    plain = overview.lines(found.record(), "results", [], Style(plain=True))
    assert (
        "Unexplained, and shared by several students: encoder-layer: 3 of 12 gave 41,472: it is 1.5 × the right answer. "
        'To explain it, write below `mistakes:` in layer.yaml: - {answer: "41,472", says: "..."}' in plain
    )
    assert found.record()["shared_answers"] == [
        {
            "problem": "encoder-layer",
            "part": None,
            "answer": "41,472",
            "count": 3,
            "of": 12,
            "relation": "it is 1.5 × the right answer",
            "message": "3 of 12 gave 41,472: it is 1.5 × the right answer.",
            "add": {"where": "in layer.yaml", "yaml": '- {answer: "41,472", says: "..."}'},
        }
    ]


def test_a_suspicious_key_is_reported_once_with_its_relation(graded):
    found = graded({"layer": LAYER}, *layer(*["41472"] * 4, *[RIGHT] * 3))
    assert [each.message for each in found.suspicions] == [
        (
            "4 of 7 gave 41,472: no known mistake gives it, but it is 1.5 × the right answer. "
            "Look at the problem file: does it ask what you meant?"
        )
    ]
    assert found.shared == []


@pytest.mark.parametrize(
    ("answers", "messages"),
    [
        (
            ["31744"] * 5 + [RIGHT] * 4,
            ["5 of 16 gave 31,744, and 4 the right answer: right for anyone who counts the output"],
        ),
        (
            ["31744"] * 5 + [RIGHT] * 3 + ["27.6K"],
            ["5 of 16 gave 31,744, and 4 the right answer: right for anyone who"],
        ),
        (
            ["41472"] * 4,
            ["4 of 16 gave 41,472, and nobody the right answer: no known mistake gives it, but it is 1.5 ×"],
        ),
        (["31744"] * 4 + ["41472"] * 4 + [RIGHT] * 3, ["4 of 16 gave 31,744, and 3", "4 of 16 gave 41,472, and 3"]),
        (["31744"] * 5 + ["41472"] * 4 + [RIGHT] * 3, ["5 of 16 gave 31,744, and 3"]),
        (["31744"] * 5 + [RIGHT] * 5, []),
        (["31744"] * 2 + [RIGHT], []),
        (["31744"] * 8 + [RIGHT] * 8, ["8 of 16 gave 31,744: right for anyone who"]),
    ],
)
def test_more_gave_it_than_the_right_answer(graded, answers, messages):
    """The others give a different wrong number each."""
    others = [str(1_000_003 + 2 * number) for number in range(16 - len(answers))]
    summary = graded({"layer": LAYER}, *layer(*answers, *others))
    found = [each.message for each in summary.suspicions]
    assert len(found) == len(messages)
    assert all(one.startswith(other) for one, other in zip(found, messages, strict=True))
    assert [each["right"] for each in summary.record()["suspicious_keys"]] == [
        each.right for each in summary.suspicions
    ]


def test_one_that_is_not_of_most_may_still_be_listed_as_a_mistake(graded):
    found = graded({"layer": LAYER}, *layer(*["41472"] * 4, *[RIGHT] * 3, "1000003", "1000005", "1000007"))
    assert [each.message[:38] for each in found.suspicions] == ["4 of 10 gave 41,472, and 3 the right a"]
    assert [each.entry for each in found.shared] == ['- {answer: "41,472", says: "..."}']
