"""Answers with too few digits below full feedback: once graded, only a rounding of the truth is told to have them."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import check, load_problem
from checker.marking.feedback import Feedback, not_judged, too_coarse
from checker.marking.mark import mark
from checker.marking.parts import Questions
from checker.marking.question import Question
from checker.marking.told import told
from tests.tables import rows

NUMBERS = {
    "three digits": "parameters: {value: 0.6089}",
    "two decimals": "parameters: {value: 6.5}\ntolerance: {decimals: 2}",
    "relative": "parameters: {value: 1234.56}\ntolerance: {relative: 0.0001}",
    "exact": "parameters: {value: 0.125}\ntolerance: exact",
    "a count": "parameters: {value: 27648}",
}
TRUTHS = {name: Decimal(text.partition("value: ")[2].partition("}")[0]) for name, text in NUMBERS.items()}
VECTOR = (0.613, 0.0829, 0.304)


@pytest.fixture(scope="module")
def problems(tmp_path_factory):
    folder = tmp_path_factory.mktemp("problems")

    def load(number, text):
        path = folder / f"p{number}.yaml"
        path.write_text(f"id: p{number}\ntype: numeric\nprompt: How much?\n{text}\n")
        return load_problem(path)

    found = {name: load(number, text) for number, (name, text) in enumerate(NUMBERS.items())}
    return found | {"vector": load(9, f"parameters: {{value: {[*VECTOR]}}}")}


def results(problem, text, level="explain"):
    """Return what is told of an answer in full, and at a level before and after it was graded."""
    outcome = mark(text, Question.of(problem, problem.parts[0]))
    return told(outcome, "full"), told(outcome, level), told(outcome, level, is_graded=True)


@st.composite
def stated(draw, near=None):
    """A number as it is written, often a rounding of another one."""
    decimals = draw(st.integers(0, 5))
    value = draw(st.decimals(-99, 99_999, places=5))
    if near is not None and draw(st.booleans()):
        value = near + Decimal(draw(st.integers(-3, 3))).scaleb(-decimals)
    return f"{round(value, decimals):f}" if decimals else str(round(value))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@given(data=st.data())
def test_only_a_rounding_of_the_truth_has_too_few_digits(problems, name, level, data):
    text = data.draw(stated(TRUTHS[name]))
    full, checked, graded = results(problems[name], text, level)
    half = Decimal(1).scaleb(Decimal(text).as_tuple().exponent) / 2
    is_rounded = bool(Decimal(text)) and abs(Decimal(text) - TRUTHS[name]) <= half and name != "a count"
    assert (graded.status == "correct") == (full.status == "correct") == (checked.status == "correct")
    assert (graded.status == "too_coarse") == (is_rounded and full.status != "correct")
    if graded.status == "incorrect":
        assert full.status == "incorrect"
        assert checked.status in {"incorrect", "too_coarse"}


@given(data=st.data())
def test_an_entry_is_called_right_or_wrong_only_with_enough_digits(problems, data):
    texts = [data.draw(stated(Decimal(str(truth)))) for truth in VECTOR]
    outcome = results(problems["vector"], f"[{', '.join(texts)}]")[2]
    if outcome.status != "incorrect":
        return
    said = outcome.feedback.why[0]
    unknown = outcome.outcome.question.judge.with_too_few_digits(outcome.reading)
    assert ("enough digits" in said) == (len(unknown) == len(VECTOR))
    assert ("too few digits" in said) == (0 < len(unknown) < len(VECTOR))
    wrong = {int(place) - 1 for place in re.findall(r"\d", said.partition(" wrong")[0])} if " wrong" in said else set()
    wrong = {0, 1, 2} if said == "All entries differ from the right ones." else wrong if "enough" not in said else set()
    assert not wrong & unknown
    assert said.endswith("; the others are correct.") == (0 < len(wrong) + len(unknown) < len(VECTOR))
    for place, (text, truth) in enumerate(zip(texts, VECTOR, strict=True)):
        half = Decimal(1).scaleb(Decimal(text).as_tuple().exponent) / 2
        distance = abs(Decimal(text) - Decimal(str(truth)))
        if place in wrong and Decimal(text):
            assert distance > half
        if place not in wrong | unknown:
            assert distance <= Decimal("0.0005")


@pytest.mark.parametrize(("answer", "status", "said"), rows(__file__, "entries_of_a_graded_vector"))
def test_entries_of_a_graded_vector(problems, answer, status, said):
    outcome = results(problems["vector"], answer)[2]
    assert outcome.status == status
    assert (outcome.feedback.why[0] if outcome.feedback.why else None) == said
    if said and "few digits" in said:
        assert "Only one entry is wrong" not in outcome.feedback.message


def test_the_reply_of_check_stays_one_and_the_same(problems):
    replies = {results(problems["two decimals"], text)[1].feedback for text in ("6", "7", "130")}
    assert [each.message for each in replies] == ["I have not judged it yet: give at least 2 decimals."]
    graded = {text: results(problems["two decimals"], text)[2] for text in ("6", "7", "130")}
    assert [each.status for each in graded.values()] == ["too_coarse", "too_coarse", "incorrect"]
    assert graded["130"].feedback.headline == "130 is not correct."


def test_a_wrong_part_with_few_digits_counts_for_the_later_ones(tmp_path):
    path = tmp_path / "block.yaml"
    path.write_text(
        "id: block\ntype: attention_parameters\nprompt: How many?\nparameters: {d_model: 200, num_heads: 2}\n"
        "parts:\n  - {id: queries, asks: queries}\n  - {id: total, follow_through: true}\n"
    )
    problem = load_problem(path)
    given = {"queries": "40K", "total": "160,000"}
    full, checked, graded = (
        {id_: told(each, level, is_graded=graded).status for id_, each in Questions(problem).mark(given).items()}
        for level, graded in (("full", False), ("explain", False), ("explain", True))
    )
    assert checked["queries"] == graded["queries"] == "too_coarse"  # 40,200 rounded
    given["queries"] = "41K"
    marked = Questions(problem).mark(given | {"total": "164,000"})
    assert {id_: told(each, "explain", is_graded=True).status for id_, each in marked.items()} == {
        "queries": "incorrect",
        "total": "carried",
    }
    assert full["queries"] == "partial"


# How many digits are needed

DIGITS = re.compile(r"Give at least (\d+) (significant digit|decimal)s?\.")
MARGINS = st.builds(lambda digits, power: Decimal(digits).scaleb(power), st.integers(1, 99), st.integers(-7, -3))


def numeric(folder, tolerance, value="6.089"):
    path = folder / "numeric.yaml"
    path.write_text(
        f"id: numeric\ntype: numeric\nprompt: How much?\nparameters: {{value: {value}}}\ntolerance: {tolerance}\n"
    )
    return load_problem(path)


@pytest.mark.parametrize(
    ("tolerance", "value", "answer", "message"), rows(__file__, "the_reply_says_how_many_digits_are_needed")
)
def test_the_reply_says_how_many_digits_are_needed(tmp_path, tolerance, value, answer, message):
    result = check(numeric(tmp_path, tolerance, value), answer)
    assert (result.status, result.message) == ("too_coarse", not_judged(Feedback(message)).headline)


@given(rule=st.sampled_from(["absolute", "relative"]), margin=MARGINS, value=st.decimals(1, 99, places=9))
def test_as_many_digits_as_asked_for_are_enough(tmp_path_factory, rule, margin, value):
    problem = numeric(tmp_path_factory.mktemp("numeric"), f"{{{rule}: {margin:f}}}")
    asked = DIGITS.fullmatch(too_coarse(problem.parts[0].tolerance, whole=False).headline)
    assert asked
    decimals = int(asked[1]) if asked[2] == "decimal" else max(0, int(asked[1]) - 1 - value.adjusted())
    assert check(problem, f"{round(value, decimals):f}").status in {"correct", "incorrect"}
    if asked[2] == "decimal":
        assert check(problem, f"{round(value, decimals - 1):f}").status in {"correct", "too_coarse"}


IMPEDANCE = """\
id: impedance
type: formula
prompt: What is the impedance?
answer: complex
parameters: {expression: R + i*w*L, symbols: {R: 12, w: 314.2, L: 0.1}}
"""
SIGNED = st.sampled_from(["12", "12.0", "-12", "31.42", "3e2", "0", "7/3", "√2"])
FORMS = st.sampled_from(
    ["{0}+{1}", "{0}-{1}", "{0}*{1}", "{0}", "{0}i", "{0}+{1}i", "{0}∠{1}", "{0}+i{1}", "({0}+{1}i)/{0}"]
)


@pytest.mark.parametrize("level", ["verdict", "hint", "explain", "full"])
@given(form=FORMS, one=SIGNED, other=SIGNED)
def test_every_complex_answer_that_is_read_is_marked(tmp_path_factory, level, form, one, other):
    """Arithmetic without i, too: its parts are floats where those of `12+31.4i` are decimals."""
    file = tmp_path_factory.mktemp("problems") / "impedance.yaml"
    file.write_text(IMPEDANCE, encoding="utf-8")
    problem = load_problem(file)
    given_text = form.format(one, other)
    outcome = mark(given_text, Question.of(problem, problem.parts[0]))
    outcomes = [told(outcome, level, is_graded=is_graded) for is_graded in (True, False)]
    assert {each.status for each in outcomes} <= {"correct", "partial", "incorrect", "too_coarse", "unreadable"}
