"""Below `full` nothing confirms a guess: not the hash of a question, not the reply to digits that are too few."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.leaks import Guesser, Kind, measure
from checker import check, load_problem
from checker.cli.answer_pages import verdicts
from checker.cli.course import result_schema
from checker.cli.output import page_text
from checker.diagnosis import Diagnosis, Explanation
from checker.diagnosis.mistakes import Mistake
from checker.marking.mark import Status
from tests.tables import rows

BELOW = ["verdict", "hint", "explain"]


@pytest.fixture
def problem(tmp_path):
    def load(text, name="question"):
        file = tmp_path / f"{name}.yaml"
        file.write_text(f"id: question\n{text}\n")
        return load_problem(file)

    return load


def variant(problem, part=None):
    return problem.part(part).public_key


# The hash of a question

KEYS = [
    ("type: numeric\nprompt: How far?\nparameters: {value: %s}", "3.47", "9.81"),
    ("type: numeric\nprompt: How far?\nparameters: {value: 5, mistakes: [{answer: %s, says: No.}]}", "6", "7"),
    ("type: choice\nprompt: Which?\nparameters: {options: [keys, values, queries], correct: %s}", "keys", "values"),
    ("type: essay\nprompt: Why?\nparameters: {rubric: [{point: %s, points: 1}]}", "variance", "gradients"),
    ("type: formula\nprompt: 'n is {n}.'\nparameters: {expression: %s, symbols: {n: 5}}", "n^2", "n^3"),
    ("type: formula\nprompt: 'n is {n}. {expression}'\nparameters: {expression: %s, symbols: {n: 5}}", "n^2", "n^3"),
    ("type: formula\nprompt: How many?\nparameters: {expression: n^2, symbols: {n: %s}}", "5", "6"),
    ("type: linear_parameters\nprompt: 'in: {in_features}'\nparameters: {in_features: 3, out_features: %s}", "4", "5"),
]


@pytest.mark.parametrize(("text", "one", "other"), KEYS)
def test_the_hash_of_a_question_holds_nothing_that_its_prompt_hides(problem, text, one, other):
    assert variant(problem(text % one)) == variant(problem(text % other))


@pytest.mark.parametrize(("one", "other"), rows(__file__, "it_tells_questions_apart_by_what_is_shown"))
def test_it_tells_questions_apart_by_what_is_shown(problem, one, other):
    assert variant(problem(one)) != variant(problem(other))


def test_it_tells_the_asked_steps_apart():
    bert = load_problem("problems/000/small-bert.yaml")
    keys = [part.public_key for part in bert.parts]
    assert len(set(keys)) == len(keys)
    records = [check(bert, {part.id: "5"}).parts[part.id].record()["variant"] for part in bert.parts]
    assert records == keys


def test_a_size_that_a_part_has_for_itself_is_not_shown(problem):
    text = (
        "type: linear_parameters\nprompt: 'in: {in_features}'\nparameters: {in_features: 3, out_features: 4}\n"
        "parts: [{id: a, parameters: {in_features: %s}}]"
    )
    assert variant(problem(text % 7), "a") == variant(problem(text % 8), "a")


def test_the_key_for_caches_still_holds_everything(problem):
    one, other = (problem(KEYS[0][0] % value).parts[0].variant.key() for value in ("3.47", "9.81"))
    assert one != other


# Too few digits

NUMBER = "type: numeric\nparameters: {value: 0.0357}"
COUNT = "type: numeric\nparameters: {value: 9248256}"


@pytest.mark.parametrize("level", BELOW)
@pytest.mark.parametrize(
    ("text", "right", "wrong", "message"),
    rows(__file__, "too_few_digits_get_one_reply_whether_they_are_right_or_wrong"),
)
def test_too_few_digits_get_one_reply_whether_they_are_right_or_wrong(  # noqa: PLR0913 - the table has as many
    problem, text, right, wrong, message, level
):
    question = problem(f"{text}\nimprecise_credit: 0.5\ncredit: {{slip: 0.8}}")
    records = [check(question, answer, feedback=level).record() for answer in (right, wrong)]
    seen = [{key: value for key, value in each.items() if key not in {"given", "read_as"}} for each in records]
    told = f"I have not judged it yet: {message[0].lower()}{message[1:]}"
    assert (seen[0]["status"], seen[0]["points"], seen[0]["message"]) == ("too_coarse", None, told)
    assert seen[0] == seen[1]


def test_at_full_too_few_digits_are_partial_or_incorrect_as_before(problem):
    question = problem(f"{NUMBER}\nimprecise_credit: 0.5")
    right, wrong = (check(question, answer, feedback="full") for answer in ("0.036", "0.031"))
    assert (right.status, right.points, right.message) == ("partial", 0.5, "Give at least 3 significant digits.")
    assert (wrong.status, wrong.points) == ("incorrect", 0.0)


@pytest.mark.parametrize("level", BELOW)
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("type: numeric\nparameters: {value: 0.5}", "0.5"),
        ("type: numeric\nparameters: {value: [0.5, 0.25]}", "[0.5, .25]"),
        ("type: numeric\nparameters: {value: 28000}", "28K"),
    ],
)
def test_within_the_tolerance_an_answer_is_right_however_it_is_written(problem, text, answer, level):
    assert check(problem(text), answer, feedback=level).status == "correct"


@pytest.mark.parametrize("answer", ["0", "0.00"])
def test_a_zero_states_no_digit_of_another_number(problem, answer):
    assert check(problem(NUMBER), answer).status == "incorrect"


def test_a_rounding_of_the_truth_is_as_wrong_as_its_neighbours(problem):
    """Below 10 three digits go further than above: 10.0 has three, and its window holds 9.98."""
    question = problem("type: numeric\nparameters: {value: 9.98}")
    seen = []
    for answer in ("10.0", "10.1"):
        record = check(question, answer).record()
        seen.append((record["status"], record["points"], record["explanations"], record["message"].split(" is ")[1]))
    assert seen[0] == seen[1]
    assert seen[0][:2] == ("incorrect", 0.0)


def test_no_entry_is_called_right_that_is_only_near(problem):
    """[0, 0.9] would hold 0.0003 as far as its digits go."""
    question = problem("type: numeric\nparameters: {value: [0.0003, 0.844]}\ntolerance: {significant: 3}")
    assert check(question, "[0.000, 0.900]").feedback.why[0] == "All entries differ from the right ones."
    full = check(question, "[0.000, 0.900]", feedback="full").feedback
    assert full.why[0] == "Entry 2 is wrong; the others are correct."


def test_entries_with_enough_digits_are_told_one_by_one(problem):
    question = problem("type: numeric\nparameters: {value: [0.609, 0.196]}")
    assert "Entry 1 is wrong; the others are correct." in check(question, "[0.709, 0.196]").message


@pytest.mark.parametrize("answer", ["[0.6, 0.2, 0.1]", "[0.7, 0.3, 0.9]"])
def test_another_shape_is_told_without_a_word_on_its_digits(problem, answer):
    record = check(problem("type: numeric\nparameters: {value: [0.609, 0.196]}"), answer).record()
    assert (record["status"], record["explanations"]) == ("incorrect", [])
    assert "You gave 3 numbers, but the answer has another number of them." in record["message"]


def test_other_accepted_conventions_are_within_the_tolerance_too(problem):
    question = problem(
        "type: linear_parameters\nparameters: {in_features: 100, out_features: 30}\nconventions: {biases: counted}\n"
        "accept: [{conventions: {biases: left_out}, credit: 0.5}]"
    )
    assert (check(question, "3K").status, check(question, "4K").status) == ("partial", "too_coarse")


# Parts

PARTS = """type: encoder_layer_parameters
prompt: How many? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out}
parts:
  - {id: attention, asks: attention}
  - {id: total, follow_through: true}"""


@pytest.mark.parametrize("level", BELOW)
@pytest.mark.parametrize("total", ["31744", "28672", "5"])
def test_too_coarse_a_part_says_nothing_by_what_is_said_of_another(problem, total, level):
    """The attention has 16,384 weights: 16.4K would be right, 12.3K is W_O left out."""
    seen = []
    for attention in ("16.4K", "12.3K", "99.9K"):
        found = check(problem(PARTS), {"attention": attention, "total": total}, feedback=level).parts
        assert found["attention"].status == "too_coarse"
        seen.append(found["total"].record())
    assert seen[0] == seen[1] == seen[2]


def test_a_part_that_is_too_coarse_is_not_carried(problem):
    statuses = [
        check(problem(PARTS), {"attention": "12288", "total": total}).parts["total"].status
        for total in ("27648", "27.6K", "26.6K")
    ]
    assert statuses == ["carried", "too_coarse", "too_coarse"]


def test_an_answer_to_a_coarser_part_confirms_none_to_a_finer_one(problem):
    text = PARTS.replace("asks: attention}", "asks: attention, tolerance: {relative: 0.1}}")
    question = problem(text)
    told = check(question, {"attention": "32K"}).explanations
    assert "another_part" not in [each["slip"] for each in told]
    assert (
        check(question, {"attention": "31744"}, feedback="full").parts["attention"].record()["explanations"][0]["slip"]
        == "another_part"
    )


# What else knows the status


def test_scripts_and_screens_know_the_status(problem):
    assert Status.TOO_COARSE.exit_code == 1
    assert "too_coarse" in result_schema()["properties"]["status"]["enum"]
    question = problem(NUMBER)
    outcome = check(question, "0.04")
    plain = page_text(verdicts(question, [outcome]), plain=True)
    assert "Too few digits: " in plain
    assert "I have not judged it yet: give at least 3 significant digits." in plain
    assert "Expected" not in plain
    assert check(question, "0.04").record()["status"] == "too_coarse"


def test_a_hint_without_a_step_leaves_no_trace_in_the_record(problem):
    """That something near the answer is known would be a hint at the answer."""
    assert check(problem(COUNT), "-9248256", feedback="hint").record()["explanations"] == []
    assert check(problem(COUNT), "-9248256", feedback="full").record()["explanations"][0]["slip"] == "sign"


def test_that_a_mistake_is_near_and_too_unlikely_to_be_told_is_not_told_either(problem):
    """0.010 is half of 0.020, which chance explains as well: below full it is one of all wrong answers."""
    question = problem("type: numeric\nparameters: {value: 0.020}\ntolerance: {significant: 2}")
    near, far = check(question, "0.010"), check(question, "0.023")
    assert (near.outcome.diagnosis.silenced, far.outcome.diagnosis.silenced) == (True, False)
    assert near.feedback.why == ("I can't tell from this number what went wrong.", SLIP)
    assert near.feedback == far.feedback._replace(headline=near.feedback.headline)
    assert "I can't tell from this number" in check(question, "0.010", feedback="full").message


# Slips on the truth itself


SLIP = "It may be a slip: check the sign, the decimal point and your typing."


@pytest.mark.parametrize("level", BELOW)
@pytest.mark.parametrize(
    ("value", "slipped", "slip", "other"),
    rows(__file__, "a_slip_that_can_be_undone_gets_the_reply_of_any_wrong_answer"),
)
def test_a_slip_that_can_be_undone_gets_the_reply_of_any_wrong_answer(  # noqa: PLR0913 - the table has as many
    problem, value, slipped, slip, other, level
):
    question = problem(f"type: numeric\nparameters: {{value: {value}}}")
    seen = []
    for answer in (slipped, other):
        outcome = check(question, answer, feedback=level)
        assert outcome.record()["explanations"] == []
        seen.append((outcome.status, outcome.points, outcome.feedback._replace(headline="")))
    assert seen[0] == seen[1]
    full = [each["slip"] for each in check(question, slipped, feedback="full").record()["explanations"]]
    assert full[:1] == ([slip] if slip else [])


def test_every_number_that_is_not_explained_is_asked_to_look_for_a_slip(problem):
    one = check(problem(NUMBER), "0.0512").feedback
    assert one.why == ("I can't tell from this number what went wrong.", SLIP)
    several = check(problem("type: numeric\nparameters: {value: [0.609, 0.196]}"), "[0.512, 0.333]").feedback
    assert several.why[-1] == "It may be a slip: check the signs, the order of the numbers and your typing."
    assert SLIP not in check(problem(NUMBER), "0.0512", feedback="full").message


def test_what_is_left_of_a_tie_with_a_slip_shares_what_it_had():
    slip = Explanation("exact", 0.6, (), "sign", "", None)
    mistakes = [slip._replace(share=share, mistakes=(Mistake("a", "b"),), slip=None) for share in (0.3, 0.1)]
    followed = [slip._replace(since=("a",)), slip._replace(slip="truncated")]
    told = Diagnosis((slip, *mistakes)).below_full().explanations
    assert [(each.slip, round(each.share, 9)) for each in told] == [(None, 0.75), (None, 0.25)]
    assert Diagnosis(tuple(followed)).below_full().explanations == tuple(followed)


def test_a_slip_after_a_mistake_is_named(problem):
    """The mistake is told at this level, and the truth does not follow from the slip alone."""
    question = problem(
        "type: encoder_layer_parameters\nparameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}\n"
        "conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}"
    )
    record = check(question, "-31744").record()
    assert [(each["slip"], len(each["mistakes"])) for each in record["explanations"]][:1] == [("sign", 1)]


# The program that guesses


@pytest.mark.parametrize("level", BELOW)
def test_a_number_whose_size_is_unknown_is_not_found_sooner_by_its_slips(tmp_path, level):
    file = "id: q\ntype: numeric\nprompt: How many?\nparameters: {{value: {answer}}}\n"
    answers = [f"{digits}e{power}" for digits in (103, 239, 571) for power in (-4, -3, -2, -1)]
    verdicts, seen = measure(Kind("decimals", file, answers, []), level, range(12), tmp_path, hashed=True)
    assert seen == verdicts


def test_who_sees_everything_needs_no_fewer_calls_than_who_sees_verdicts(tmp_path):
    """Twelve numbers, and their roundings to one digit: before, these told which half to look in."""
    file = "id: q\ntype: numeric\nprompt: How many?\nparameters: {{value: {answer}}}\ntolerance: {{significant: 2}}\n"
    kind = Kind("number", file, [f"0.0{place}" for place in range(26, 50, 2)], ["0.03", "0.04", "0.05"])
    for level in BELOW:
        verdicts, seen = measure(kind, level, range(12), tmp_path, hashed=True)
        assert seen == verdicts, level
        assert verdicts > 5


def test_a_program_that_learns_halves_needs_few_calls():
    answers = [str(number) for number in range(16)]
    halves = {each: [(truth > int(each)) - (truth < int(each)) for truth in range(16)] for each in answers}
    verdicts = {each: [truth == int(each) for truth in range(16)] for each in answers}
    assert max(Guesser(halves, answers).calls(truth, Random(1)) for truth in range(16)) <= 5
    assert sorted(Guesser(verdicts, answers).calls(truth, Random(1)) for truth in range(16)) == list(range(1, 17))
