"""The layout of an answer, word for word; the sentences are stand-ins."""

from __future__ import annotations

from decimal import Decimal

import pytest

from checker import check
from checker.cli.views import screen, terminal
from checker.cli.views.layout import Style, hanging, labelled, table
from checker.diagnosis import Diagnosis, Explanation, Mistake
from checker.kinds import Reading, StatedNumber
from checker.marking.feedback import Feedback
from checker.marking.mark import Outcome
from checker.marking.question import Question
from checker.marking.result import Result
from checker.problems import load_problem
from checker.reading.show import format_number, legible

LAYER = """\
id: layer
title: One layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
"""
CONVENTIONS = "conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}\n"
PARTS = "parts: [{id: attention, asks: attention}, {id: total}]\n"

TOLD = Feedback(
    "31,744 is not the number asked for.",
    ("Two things together give exactly 31,744:", "· the layers were counted once, not as often as there are", "· W_O"),
    "The first step that differs is attention.",
    "Put these right and work it out again.",
)


@pytest.fixture
def load(tmp_path):
    def write(text):
        path = tmp_path / "layer.yaml"
        path.write_text(text)
        return load_problem(path)

    return write


def outcome(  # noqa: PLR0913 - all but the first have defaults
    problem, value=31744, told=TOLD, *, part=None, level="explain", status="incorrect", mistakes=(), points=0.0
):
    question = Question.of(problem, problem.part(part))
    reading = Reading((), (StatedNumber(value, Decimal("0.5"), 5),), "0( read as O(" if value == 5 else "")
    found = (Explanation("exact", 1.0, mistakes, None, "", None),) if mistakes else ()
    outcome = Outcome(question, str(value), reading, fixed=status)
    is_full, explains = level == "full", level in {"explain", "full"}
    return Result(outcome, level, is_full, explains, status, points, told, Diagnosis(found), found)


def shown(problem, *outcomes, **style):
    return "\n".join(screen.check(problem, outcomes, Style(**style)))


def test_a_wrong_answer(load):
    problem = load(LAYER + CONVENTIONS)
    assert (
        shown(problem, outcome(problem), width=60)
        == """
  layer · One layer
  Do not count the biases, the output projection W_O or the
  LayerNorms.

  :(  31,744 is not the number asked for.
      I read: 31,744

      Why    Two things together give exactly 31,744:
             · the layers were counted once, not as often as
               there are
             · W_O
      Where  The first step that differs is attention.
      Next   Put these right and work it out again.
"""
    )


def test_a_wrong_answer_in_plain_lines(load):
    problem = load(LAYER)
    assert (
        shown(problem, outcome(problem), plain=True)
        == """\
Problem: layer · One layer
Incorrect.
I read: 31,744
Why: Two things together give exactly 31,744: · the layers were counted once, not as often as there are · W_O
Where: The first step that differs is attention.
Next: Put these right and work it out again."""
    )


@pytest.mark.parametrize(
    ("status", "face", "word"),
    [
        ("correct", ":)", "Correct."),
        ("carried", ":)", "Correct, given your earlier answers."),
        ("partial", ":|", "Partly correct."),
        ("incorrect", ":(", "Incorrect."),
        ("unreadable", ":|", "Not readable."),
        ("not_answered", ":|", "Not answered."),
        ("needs_review", ":|", "Not graded yet: a person will look at it."),
        ("error", ":|", "Not graded."),
    ],
)
def test_faces_and_words(load, status, face, word):
    problem = load(LAYER)
    told = outcome(problem, told=Feedback("So it is."), status=status, points=0.5)
    assert f"\n  {face}  So it is.\n" in shown(problem, told)
    plain = shown(problem, told, plain=True)
    assert word in plain.splitlines()
    assert face not in plain


def test_too_few_digits_that_earn_nothing_are_not_called_partly_correct(load):
    problem = load(LAYER)
    plain = shown(problem, outcome(problem, told=Feedback("Give every digit."), status="partial"), plain=True)
    assert plain.splitlines()[-3:-1] == ["Too few digits.", "Give every digit."]


def test_an_unreadable_answer_is_quoted(load):
    problem = load(LAYER)
    found = check(problem, "64 or\n128" + "!" * 80)
    assert f"      You gave: 64 or 128{'!' * 51}...\n" in shown(problem, found)


def test_how_it_was_read_is_told(load):
    problem = load(LAYER)
    assert "      I read: 5 (0( read as O()\n" in shown(problem, outcome(problem, 5))


def test_with_numbers_for_an_instructor(load):
    problem = load(LAYER + CONVENTIONS)
    told = outcome(problem, level="full", mistakes=(Mistake("output_projection", "counted"),))
    assert (
        shown(problem, told).partition("work it out again.\n")[2]
        == """
  Expected    27,648
  Difference  4,096 too large = 64 · 4 · 16 = d_model · num_heads · d_v

  step           yours  expected
  attention     16,384    12,288   ◀ first difference: 4,096 = 64 · 4 · 16
  feed_forward  15,360    15,360
  total         31,744    27,648
"""
    )
    assert shown(problem, told, plain=True).splitlines()[-5:] == [
        "Expected: 27,648",
        "Difference: 4,096 too large = 64 · 4 · 16 = d_model · num_heads · d_v",
        "attention: yours 16,384, expected 12,288, first difference: 4,096 = 64 · 4 · 16 = d_model · num_heads · d_v",
        "feed_forward: yours 15,360, expected 15,360",
        "total: yours 31,744, expected 27,648",
    ]


def test_where_nothing_is_known_an_instructor_sees_the_solution(load):
    problem = load(LAYER + CONVENTIONS)
    lines = shown(problem, outcome(problem, level="full")).splitlines()
    assert "  Expected  27,648" in lines
    assert lines[-1] == "  total                12,288 + 15,360        27,648"


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
def test_only_an_instructor_sees_numbers(load, level):
    problem = load(LAYER + CONVENTIONS)
    assert "27,648" not in shown(
        problem, outcome(problem, level=level, mistakes=(Mistake("output_projection", "counted"),))
    )


def test_several_parts(load):
    problem = load(LAYER + CONVENTIONS + PARTS)
    both = (
        outcome(problem, part="attention", told=Feedback("31,744 is right."), status="correct"),
        outcome(problem, part="total", told=Feedback("31,744 is not the number asked for.", next="Look again.")),
    )
    assert (
        shown(problem, *both).partition("\n\n  :)")[2]
        == """  attention: 31,744 is right.
      I read: 31,744

  :(  total: 31,744 is not the number asked for.
      I read: 31,744

      Next  Look again.
"""
    )


def test_parts_that_count_differently_say_so_each(load):
    parts = "parts: [{id: with, conventions: {biases: counted}}, {id: without, conventions: {biases: left_out}}]\n"
    problem = load(LAYER + parts)
    lines = shown(problem, *(outcome(problem, part=part) for part in ("with", "without"))).splitlines()
    assert "      Count the biases." in lines
    assert "      Do not count the biases." in lines


def test_a_narrow_window_keeps_every_word():
    lines = hanging("Why", "All of these words are still to be read.", Style(width=5), column=5)
    assert " ".join(" ".join(lines).split()) == "Why All of these words are still to be read."


def test_rows_without_text_are_left_out():
    assert labelled([("Why", ""), ("Next", "Go on.")], Style()) == ["  Next  Go on."]


def test_columns():
    assert table([("a", "1"), ("bcd", "234")]) == ["  a      1", "  bcd  234"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (27648, "27,648"),
        (0.60885937, "0.608859"),
        (1234.5678, "1,234.57"),
        (12345678.9, "12,345,679"),
        (1e20, "1e+20"),
        (1.5e-9, "1.5e-09"),
        (-0.0, "0"),
        (10**30, f"{10**30:,}"),
        (float("inf"), "∞"),
    ],
)
def test_numbers(value, written):
    assert format_number(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ((32, 16), "32 × 16"),
        ([0.5, 1.0], "[0.5, 1]"),
        ([[1.0, -2.0]], "[1  -2]"),
        ([[1, 10], [2, 3]], "[1  10]\n[2   3]"),
    ],
)
def test_arrays(value, written):
    assert legible(value) == written


def test_nothing_that_is_printed_can_steer_a_terminal(capsys):
    terminal.write(["\x1b]0;title\x07", "\x9b31m\udcff"], Style())
    assert capsys.readouterr().out == "�]0;title�\n�31m�\n"


def test_colour_only_on_a_terminal(monkeypatch):
    class Screen:
        def isatty(self):
            return True

        def fileno(self):
            raise OSError

    assert not terminal.style().colour
    monkeypatch.setattr("sys.stdout", Screen())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    assert terminal.style() == Style(80, plain=False, colour=True)
    assert not terminal.style(plain=True).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal.style().colour


def test_colours(capsys):
    terminal.write(["  :(  [bold]no[/bold] :smile:", "  Why   so", "  a  ◀ first"], Style(colour=True))
    painted = capsys.readouterr().out
    assert painted == (
        "  \x1b[31m\x1b[1m:(\x1b[0m  [bold]no[/bold] :smile:\n  \x1b[1mWhy\x1b[0m   so\n  a  \x1b[31m◀ first\x1b[0m\n"
    )


def test_several_contributions_add_up_in_the_order_in_which_they_act(load):
    problem = load(LAYER + CONVENTIONS)
    both = (Mistake("output_projection", "counted"), Mistake("biases", "counted"))
    biases, w_o = 3 * 64 + 120 + 64, 64 * 64 + 64
    told = outcome(problem, 27648 + biases + w_o, level="full", mistakes=both)
    assert """
  Expected    27,648
  Difference  4,536 too large, adding up in the order of the solution:
    biases counted               +376
    output projection counted  +4,160 = 64 · 4 · 16 + 64

  step""" in shown(problem, told)
    assert """
Difference: 4,536 too large, adding up in the order of the solution:
biases counted: +376
output projection counted: +4,160 = 64 · 4 · 16 + 64 = d_model · num_heads · d_v + d_model
""" in shown(problem, told, plain=True)
    assert max(map(len, shown(problem, told).splitlines())) <= 80


def test_a_rounded_answer_says_what_adds_up(load):
    problem = load(LAYER + CONVENTIONS)
    told = check(problem, "31.7K", feedback="full")
    assert "  Difference  4,096 too large = 64 · 4 · 16 (31,744 before rounding)\n" in shown(problem, told)
