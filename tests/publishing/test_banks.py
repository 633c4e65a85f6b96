"""Question banks, graded by importers of our own: full credit for right answers, and each mistake its sentence and credit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker import check
from checker.kinds import KINDS, flatten, kind
from tests.bank import BANK, bank
from tests.publishing import importers
from tests.publishing.published import DRAWN, ELSE, FORMS, HOSTILE, loaded, made, numeric, read, some, truth

REPOSITORY = Path(__file__).parents[2]

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
INTERVAL = "it asks for an interval; a list of spellings would mark other right ones wrong"
every_form = pytest.mark.parametrize("form", FORMS)


@pytest.mark.parametrize(
    ("form", "given", "share"),
    [(form, each, 1) for form in FORMS for each in ("27648", " 27648 ", "27648.0", "2.7648e4", "27 648", "+27648")]
    + [(form, each, 0) for form in FORMS for each in ("27649", "27647.9", "276480", "abc", "27.6K", "")]
    + [("moodle", "27,648", 1), ("moodle", "27,649", 0)],
)
def test_spellings_of_a_number(form, given, share):
    (question,) = read(form, numeric())
    assert question.fields[0].grade(given)[0] == share
    assert share or question.fields[0].grade(given) == ELSE


@every_form
def test_tolerances_are_those_of_the_problem(form):
    (question,) = read(form, "incline")  # 9.81 · sin(25°) = 4.145885...; half a unit of 0.01
    given = ("4.140886", "4.150885", "4.15", "4.140885", "4.150886")
    assert [question.fields[0].grade(each)[0] for each in given] == [1, 1, 1, 0, 0]
    assert form == "qti" or question.fields[0].grade("4.15 m/s²")[0] == 1


@every_form
def test_right_answers_earn_the_points_of_each_part(form):
    for id_, question in some(form).items():
        problem, fields = bank().problems[id_], list(question.fields)
        total, prompt = sum(field.weight for field in fields), problem.prompt.replace(",", "")
        assert question.points == sum(part.points for part in problem.parts)
        for part in problem.parts:
            if part.kind in {"choice", "shape", "text"}:
                fields.pop(0)
                continue
            numbers = flatten(truth(part))[1]
            for each in map(str, numbers):  # no text gives an answer away
                assert len(each) < 3 or not each.isdigit() or each in prompt or each not in question.text, part.name
            mine, fields = fields[: len(numbers)], fields[len(numbers) :]
            for field, number in zip(mine, numbers, strict=True):
                assert field.grade(repr(number))[0] == 1, part.name
                assert question.points * field.weight / total == pytest.approx(part.points / len(mine))
        assert fields == []


@every_form
@pytest.mark.parametrize("id_", ["encoder-layer", "incline", "kinetic-energy"])
def test_each_known_mistake_has_its_sentence_and_its_credit(form, id_):
    (listed,), (question,) = read("moodle", id_), read(form, id_)
    wrong = [each for each in listed.fields[0].answers if each.share < 1 and each.text != "*"]
    assert len(wrong) >= 4
    for each in wrong:
        text = f"{float(each.text):.10g}"
        share, feedback = question.fields[0].grade(text)
        record = check(bank().problems[id_], text, feedback="full").record()
        assert share == pytest.approx(record["points"] / record["max_points"], abs=0.04)
        assert "is not correct" in feedback


@every_form
def test_examples_of_the_authors_get_their_verdicts(form):
    """The examples in problem files are an independent truth: answers with the verdict that their author expects."""
    tried = 0
    for id_, question in some(form).items():
        problem = bank().problems[id_]
        for example in problem.parts[0].examples:
            given = example.answer.replace("_", "")
            if problem.is_multipart or problem.parts[0].kind != "number" or not re.fullmatch(r"[-0-9.]+", given):
                continue
            share, feedback = question.fields[0].grade(given)
            assert (share == 1) == (example.verdict == "correct"), (id_, given)
            if example.mistakes and all("." in each and "[" not in each for each in example.mistakes):
                assert feedback != ELSE[1], (id_, given)
            tried += 1
    assert tried > 15


@every_form
def test_shapes_are_texts_with_the_usual_spellings(form):
    (question,) = read(form, "head-output")
    given = ("(32, 16)", "32X16", "32 × 16", "[32,16]", "32, 16", "32*16")
    assert [question.fields[0].grade(each)[0] for each in given] == [1] * 6
    assert [question.fields[0].grade(each)[0] for each in ("32x17", "32x17x16", "3216")] == [0] * 3


def choice(options, correct, **more):
    found = {"id": "c", "type": "choice", "prompt": "Which?", "parameters": {"options": options, "correct": correct}}
    return found | more


HOSTILE_OPTIONS = [
    "%50% of it",
    "[html] first",
    "a -> b",
    "~= #1 {x} \\n",
    "a < b &lt; c",
    "{1:NUMERICAL:=3}",
    "<i>x</i>",
]


@every_form
@pytest.mark.parametrize("right", [1, 2, 6])
def test_choices(form, right):
    problems = [choice(HOSTILE_OPTIONS, HOSTILE_OPTIONS[:right])]
    problems.append({**problems[0], "parts": [{"id": "a"}, {"id": "b"}]})
    for problem in problems:
        (question,) = read(form, problem)
        for field in question.fields:
            assert field.options == HOSTILE_OPTIONS
            assert field.grade(*HOSTILE_OPTIONS[:right])[0] == pytest.approx(1, abs=1e-4)
            assert [field.grade(each)[0] > 0 for each in HOSTILE_OPTIONS] == [True] * right + [False] * (7 - right)
            assert right == 1 or field.grade(*HOSTILE_OPTIONS)[0] == pytest.approx(0, abs=1e-4)


@every_form
@pytest.mark.parametrize("key", HOSTILE)
def test_hostile_texts_come_back(form, key):
    text, line = HOSTILE[key], " ".join(HOSTILE[key].split())
    single = numeric(title=text, prompt=f"{text}\n\nHow many?", mistakes=[{"answer": 5, "says": line}])
    parts = [{"id": "a", "mistakes": [{"answer": "5", "says": line}]}, {"id": "b", "points": 2}]
    several = (
        single
        | {"type": "formula", "parameters": {"expression": "a + b", "symbols": {"a": 3, "b": 4}}}
        | {"parts": parts}
    )
    for problem, right in ((single, "27648"), (several, "7")):
        (question,) = read(form, problem)
        assert [each.grade(right)[0] for each in question.fields] == [1] * len(question.fields)
        assert line in " ".join(question.fields[0].grade("5")[1].replace("\\\\", "\\").split())
        assert line in " ".join(question.name.split())
        assert {"How", "many"} | set(re.findall(r"\w{3,}", text)) - {"CDATA", "amp"} <= set(
            re.findall(r"\w+", question.text)
        )
        assert "<script>" not in question.text or form == "qti"  # where it is text


@every_form
def test_what_a_list_of_spellings_would_falsify_is_left_out_and_named(form):
    found = made(form, SAMPLE, "encoder-layer", "feed-forward-in-symbols")
    question, other = FORMS[form](found.files)
    assert found.left_out == (
        f"sample.around: {INTERVAL}. The question is published with middle only",
        "feed-forward-in-symbols: it asks for a formula; a list of spellings would mark other right ones wrong",
    )
    assert (question.fields[0].grade("6")[0], question.points) == (1, 1)
    assert "Here only middle is asked for." in question.text
    assert "asked for" not in other.text
    strict = made(form, SAMPLE, is_strict=True)
    assert (strict.number, strict.files, strict.left_out) == (0, {}, (f"sample.around: {INTERVAL}",))
    assert b"asked for" not in made("markdown", SAMPLE).files["questions"]


def test_essays_are_for_a_person():
    rubric = [{"point": "order", "points": 1, "ideas": ["order is lost"]}]
    essay = {"id": "e", "type": "essay", "prompt": "Why?", "parameters": {"rubric": rubric}}
    essay["parts"] = [{"id": "a", "points": 2}, {"id": "b"}]
    (one,), (other,) = (read(form, essay) for form in FORMS)
    assert (one.kind, one.points, one.fields[0].answers) == ("essay", 3, [])
    assert (other.points, [each.grade("order")[0] for each in other.fields]) == (3, [0, 0])
    assert made("qti", essay).notes[2:] == ("e.a: a person marks the text", "e.b: a person marks the text")


def test_credit_is_the_nearest_that_moodle_knows_and_reported():
    problem = numeric(mistakes=[{"answer": 5, "says": "Five."}], credit={"one_mistake": 0.55})
    found = made("moodle", problem)
    (question,) = importers.moodle(found.files)
    assert question.fields[0].grade("5")[0] == 0.6
    assert found.differs == ("n: credit 0.55 becomes 0.6, the nearest that Moodle imports",)
    assert made("moodle", problem, is_strict=True).left_out == found.differs
    assert read("qti", problem)[0].fields[0].grade("5")[0] == 0.55


@every_form
def test_what_is_graded_differently_is_reported(form):
    found = made(form, "flying-attention", solutions=True)
    (question,) = FORMS[form](found.files)
    assert "0.608859" in question.solution
    assert "0.608" not in question.text
    assert found.notes[0].startswith("other ways to write an answer (1/3, 27.6K, 3·64²)")
    assert form == "moodle" or "Canvas's importer may give every listed number full credit" in found.notes[1]
    assert found.differs == ("flying-attention: each right entry earns a share of the points",)
    assert made(form, "flying-attention", is_strict=True).left_out == found.differs


@every_form
def test_accepted_conventions_come_first(form):
    text = (BANK / "001" / "encoder-layer.yaml").read_text()
    problem = loaded(text + "\naccept: [{conventions: {biases: counted}, credit: 0.5}]\n")
    (question,) = read(form, problem)
    value = problem.parts[0].rules.accepted[0].value
    assert question.fields[0].grade(str(value))[0] == 0.5


@every_form
def test_variants_are_a_category_from_which_the_system_draws(form):
    problem = loaded(DRAWN)
    found = read(form, problem, "encoder-layer", variants=5)
    drawn = [each for each in found if each.name.startswith("block-")]
    assert [each.name.partition(":")[0] for each in drawn] == [f"block-{number}" for number in range(1, 6)]
    names = {each.category.removeprefix("$course$/top/") for each in found}
    assert names == ({"A // week", "A // week/block"} if form == "moodle" else {"A-week", "A-week-block"})
    for number, each in enumerate(drawn, 1):
        d_model, d_ff = map(int, re.findall(r"from (\d+) numbers to (\d+)", each.text)[0])
        assert each.fields[0].grade(str(2 * d_model * d_ff))[0] == 1
        assert each.fields[0].grade(str(d_model * d_ff))[0] == 0.5
        values = problem.variants.at(problem.variants.drawn("", str(number))).values
        assert dict(values) == {"d_model": str(d_model), "d_ff": str(d_ff)}


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_what_is_for_reading_has_no_answers_unless_they_are_asked_for(form):
    problems = ["encoder-layer", "growth-of-attention", DRAWN, SAMPLE]
    plain, solved = (made(form, *problems, solutions=each, variants=3) for each in (False, True))
    text = plain.files["questions"].decode()
    assert (plain.number, plain.left_out, plain.notes) == (6, (), ())
    assert "27,648" not in text
    assert "27,648" in solved.files["questions"].decode()
    assert text.count("Expected: a number; 1 point") == 4
    assert "around: an interval; 2 points" in text
    for number in (1, 2, 3):
        ((_, value), _) = loaded(DRAWN).variants.at(loaded(DRAWN).variants.drawn("", str(number))).values
        assert re.search(rf"block-{number}: [^#]*? from {value} numbers", text, re.DOTALL)


def test_the_docs_name_all_kinds_that_are_left_out():
    text = (REPOSITORY / "docs/publishing.md").read_text()
    (row,) = (line for line in text.splitlines() if "| nothing: " in line)
    left_out = {name for name in KINDS if not kind(name).fits_banks}
    assert len(left_out) >= 5
    assert {name for name in left_out if kind(name).called not in row} == set()


def test_wrong_answers_to_whole_numbers_are_rounded_in_sentences():
    text = "id: ratio\ntype: formula\nprompt: How many?\nparameters: {expression: a*b, symbols: {a: 21, b: 13}}\n"
    (question,) = read("moodle", text)
    said = [each.feedback for each in question.fields[0].answers]
    assert any(each.startswith("0.619 is not correct.") for each in said)  # 13/21
    assert not re.search(r"\d\.0*[1-9]\d{4}", "".join(said))
