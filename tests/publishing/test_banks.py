"""Question banks, read by importers of our own: full credit for right answers, and each mistake its sentence and credit."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from checker import check
from checker.kinds import KINDS, kind
from checker.kinds.shape import kind as shape
from checker.problems import load_problem
from tests.bank import BANK, bank
from tests.grading import runs
from tests.publishing import importers
from tests.publishing.published import SOME, made, numeric, read, some

DOCS = Path(__file__).parents[2] / "docs/publishing.md"


@pytest.mark.parametrize("given", ["27648", " 27648 ", "27648.0", "2.7648e4", "27 648", "27,648", "+27648"])
def test_plain_spellings_of_a_right_number_earn_full_credit(loaded, given):
    (question,) = read([loaded(numeric())])
    assert question.only.grade(given)[0] == 100


@pytest.mark.parametrize("given", ["27649", "27,649", "27647.9", "276480", "abc", "27.6K", ""])
def test_other_numbers_earn_nothing(loaded, given):
    (question,) = read([loaded(numeric())])
    assert question.only.grade(given) == (0, "Not correct. Check the formula, then the numbers.")


def test_units_and_tolerances():
    problem = bank().problems["incline"]  # 9.81 · sin(25°) = 4.1458...; three digits are asked for
    (question,) = read([problem])
    assert [question.only.grade(each)[0] for each in ("4.15", "4.1409", "4.1508", "4.1408", "4.1509")] == [100] * 3 + [
        0
    ] * 2
    assert question.only.grade("4.15 m/s²")[0] == 100


@pytest.mark.parametrize("id_", ["encoder-layer", "incline", "kinetic-energy"])
def test_each_known_mistake_has_its_sentence_and_its_credit(id_, tmp_path):
    problem = bank().problems[id_]
    (question,) = read([problem], solutions=True)
    assert f"{problem.parts[0].variant.board[problem.parts[0].step].value:,}"[:4] in question.general
    answers = question.only.answers
    wrong = [each for each in answers if each.fraction < 100 and each.text != "*"]
    assert len(wrong) >= 4
    for each in wrong:
        text = f"{float(each.text):.10g}"
        fraction, feedback = question.only.grade(text)
        outcome = check(problem, text, feedback="full")
        assert fraction == pytest.approx(100 * outcome.record()["points"] / outcome.record()["max_points"], abs=4)
        assert "is not correct" in feedback


def test_examples_of_the_authors_get_their_verdicts():
    """The examples in problem files are an independent truth: answers with the verdict that their author expects."""
    tried = 0
    for id_ in SOME:
        problem = bank().problems[id_]
        if problem.is_multipart or problem.parts[0].kind != "number":
            continue
        (question,) = some()[id_]
        for example in problem.parts[0].examples:
            given = example.answer.replace("_", "")
            if importers.moodle_number(given, question.only.units) is None or not re.fullmatch(r"[-0-9.]+", given):
                continue
            fraction, feedback = question.only.grade(given)
            assert (fraction == 100) == (example.verdict == "correct"), (id_, given)
            if example.mistakes and all("." in each and "[" not in each for each in example.mistakes):
                assert feedback != "Not correct. Check the formula, then the numbers.", (id_, given)
            tried += 1
    assert tried > 15


def test_parts_are_fields_of_one_question():
    problem = bank().problems["small-bert"]
    truths = [part.variant.board[part.step].value for part in problem.parts]
    (question,) = read([problem])
    assert [each.weight for each in question.fields] == [part.points for part in problem.parts]
    assert [each.grade(str(truth))[0] for each, truth in zip(question.fields, truths, strict=True)] == [100] * len(
        truths
    )
    assert question.points == sum(part.points for part in problem.parts)


def test_a_vector_has_a_field_for_each_entry():
    problem = bank().problems["flying-attention"]
    truth = list(problem.parts[0].variant.board[problem.parts[0].step].value)
    fields = [each for question in read([problem]) for each in question.fields]
    assert len(fields) == len(truth)
    assert [each.grade(f"{number:.4f}")[0] for each, number in zip(fields, truth, strict=True)] == [100] * len(truth)
    assert made("moodle", [problem]).differs == ("flying-attention: each right entry earns a share of the points",)
    assert [each.id for each in made("moodle", [problem], is_strict=True).left_out] == ["flying-attention"]


def test_shapes_are_short_answers_with_the_usual_spellings(loaded):
    text = (BANK / "001" / "head-output.yaml").read_text()
    fields = [each for question in read([loaded(text)]) for each in question.fields]
    for given in ("(32, 16)", "32x16", "32 × 16", "[32,16]", "32, 16", "32*16"):
        assert fields[0].grade(given)[0] == 100
    assert fields[0].grade("32x17")[0] == 0
    assert fields[0].grade("32x17x16")[0] == 0
    assert "3216" not in shape.spellings((32, 16))


def test_choices():
    for id_, problem in bank().problems.items():
        kinds = {part.kind for part in problem.parts}
        if kinds != {"choice"} or problem.is_multipart:
            continue
        part = problem.parts[0]
        truth = part.variant.board[part.step].value
        (question,) = read([problem])
        options = [html.unescape(each.text) for each in question.only.answers]
        assert options == [*truth.options], id_
        right = {place for place, each in enumerate(question.only.answers) if each.fraction > 0}
        assert right == set(truth.places)
        assert sum(question.only.answers[place].fraction for place in right) == pytest.approx(100, abs=0.01)


def test_what_a_list_of_spellings_would_falsify_is_left_out_and_named():
    formula = bank().problems["feed-forward-in-symbols"]
    found = made("moodle", [formula, bank().problems["encoder-layer"]])
    assert [str(each.id) for each in found.left_out] == ["feed-forward-in-symbols"]
    assert found.left_out[0].why == ("it asks for a formula; a list of spellings would mark other right ones wrong")
    assert found.number == 1


def test_credit_is_the_nearest_that_moodle_knows_and_reported(loaded):
    problem = loaded(numeric(mistakes=[{"answer": 5, "says": "Five."}], credit={"one_mistake": 0.55}))
    found = made("moodle", [problem])
    (question,) = importers.moodle(found.data)
    assert question.only.grade("5")[0] in {50, 60}
    assert "n: credit 0.55 becomes 0.5, the nearest that Moodle imports" in found.differs or (
        "n: credit 0.55 becomes 0.6, the nearest that Moodle imports" in found.differs
    )
    assert made("moodle", [problem], is_strict=True).number == 0


def test_accepted_conventions_come_first(loaded):
    text = (BANK / "001" / "encoder-layer.yaml").read_text()
    problem = loaded(
        f"{text}\naccept: [{{conventions: {{biases: counted}}, credit: 0.5}}]\n" if "accept" not in text else text
    )
    (question,) = read([problem])
    other = problem.parts[0].accept[0]
    value = other.variant.run(wanted={"total"})["total"]
    assert question.only.grade(str(value))[0] == pytest.approx(100 * other.credit)
    assert [each.fraction for each in question.only.answers[:2]] == [100, 100 * other.credit]


def test_variants_are_a_category_from_which_the_system_draws(tmp_path):
    text = (BANK.parent / "docs/draws/week-1/block.yaml").read_text()
    runs.write(tmp_path, {"week/block.yaml": text})
    problem = load_problem(tmp_path / "week/block.yaml")
    found = read([problem, bank().problems["encoder-layer"]], variants=5)
    drawn = [each for each in found if each.name.startswith("block-")]
    assert [each.name.partition(":")[0] for each in drawn] == [f"block-{number}" for number in range(1, 6)]
    assert {each.category.removeprefix("$course$/top/") for each in drawn} == {"A // week/block"}
    for number, each in enumerate(drawn, 1):
        d_model, d_ff = map(int, re.findall(r"from (\d+) numbers to (\d+)", each.text)[0])
        assert each.only.grade(str(2 * d_model * d_ff))[0] == 100
        assert each.only.grade(str(d_model * d_ff))[0] == 50
        values = problem.variants.at(problem.variants.drawn("", str(number))).values
        assert dict(values) == {"d_model": str(d_model), "d_ff": str(d_ff)}


def test_no_question_text_gives_an_answer_away():
    for id_ in SOME:
        problem = bank().problems[id_]
        shown = {*re.findall(r"\d+", problem.prompt.replace(",", ""))}
        for question in some()[id_]:
            text = re.sub(r"\{\d+:[A-Z_]+:.*?\}", "", question.text, flags=re.DOTALL)
            for part in problem.parts:
                value = part.variant.board[part.step].value
                if isinstance(value, int) and value > 99 and str(value) not in shown:
                    assert str(value) not in text, id_


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_what_is_for_reading_has_no_answers_unless_they_are_asked_for(form):
    problems = [bank().problems["encoder-layer"], bank().problems["growth-of-attention"]]
    plain, solved = (made(form, problems, solutions=each).data.decode() for each in (False, True))
    assert "27,648" not in plain
    assert "27,648" in solved
    assert (made(form, problems).left_out, made(form, problems).notes) == ((), ())
    assert plain.count(". (1 point)") == 2  # what is expected is a sentence


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_what_is_for_reading_has_each_variant_of_a_problem_with_a_formula(form, loaded):
    text = (BANK / "attention-blocks" / "feed-forward-in-symbols.yaml").read_text().partition("examples:")[0]
    drawn = text.replace("d numbers up to f", "d numbers, such as {d_model}, up to f").replace(
        "d_model: 72", "d_model: {from: 64, to: 640, step: 64}"
    )
    problem = loaded(drawn)
    found = made(form, [problem], variants=3)
    shown = found.data.decode()
    assert found.number == 3
    for number in range(1, 4):
        (value,) = (text for name, text in problem.variants.at(problem.variants.drawn("", str(number))).values)
        assert re.search(rf"feed-forward-in-symbols-{number}\b", shown)
        assert f"such as {value}," in shown


def test_every_problem_is_published_or_left_out_with_a_reason():
    problems = [bank().problems[id_] for id_ in sorted(bank().problems)[::6]]
    found = made("moodle", problems, mistakes=0)
    assert found.number + len(found.left_out) == len(problems)
    assert all(each.why for each in found.left_out)
    assert len(importers.moodle(found.data)) == found.number


def test_the_docs_name_all_kinds_that_are_left_out():
    (row,) = (line for line in DOCS.read_text().splitlines() if "| nothing: " in line)
    left_out = {name for name in KINDS if not kind(name).fits_banks}
    assert len(left_out) >= 5
    assert {name for name in left_out if kind(name).called not in row} == set()


SAMPLE = """\
id: sample
title: A sample
type: formula
prompt: |
  The lengths are 3, 5, 6 and 10 mm. Give (a) the mean, (b) a 95% interval for it.
parameters:
  expression: "[mean(x) - 2.75, mean(x) + 2.75]"
  symbols: {x: [3, 5, 6, 10], m: mean(x)}
parts:
  - {id: middle, asks: m}
  - {id: around, answer: interval, points: 2}
"""


def test_the_other_parts_of_a_problem_are_kept(loaded):
    problem = loaded(SAMPLE)
    (question,) = read([problem])
    assert question.only.grade("6")[0] == 100
    assert "Here only middle is asked for." in question.text
    ((id_, why),) = made("moodle", [problem]).left_out
    assert id_ == "sample.around"
    assert why.startswith("it asks for an interval; ")
    assert why.endswith("The question is published with middle only")


def test_strict_leaves_out_what_has_lost_a_part_and_reading_formats_keep_it(loaded):
    problem = loaded(SAMPLE)
    assert made("moodle", [problem], is_strict=True).number == 0
    assert b"(b) a 95% interval" in made("markdown", [problem]).data
    assert b"asked for" not in made("markdown", [problem]).data


def test_wrong_answers_to_whole_numbers_are_rounded_in_sentences(loaded):
    text = "id: ratio\ntype: formula\nprompt: How many?\nparameters: {expression: a*b, symbols: {a: 21, b: 13}}\n"
    (question,) = read([loaded(text)])
    said = [each.feedback for each in question.only.answers]
    assert any(each.startswith("0.619 is not correct.") for each in said)  # 13/21
    assert not re.search(r"\d\.0*[1-9]\d{4}", "".join(said))
