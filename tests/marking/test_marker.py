"""The whole flow: from a text to a record."""

import json

import pytest

from checker import check, check_parts, load_problem
from checker.engine.version import VERSION
from checker.marking.marker import Marker
from checker.marking.outcome import Result

LAYER = """
id: encoder-layer
title: Parameters of one encoder layer
type: encoder_layer_parameters
prompt: How many parameters? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
points: 2
"""


@pytest.fixture
def layer(tmp_path):
    def load(more=""):
        file = tmp_path / "encoder-layer.yaml"
        file.write_text(LAYER + more)
        return load_problem(file)

    return load


def outcome(problem, answer, part=None, feedback="full"):
    return check(problem, answer, part, feedback=feedback).outcome


@pytest.mark.parametrize(
    ("answer", "status", "points"),
    [
        ("27,648", "correct", 2.0),
        ("27648 parameters", "correct", 2.0),
        ("31744", "incorrect", 0.0),
        ("27.6K", "partial", 0.0),
        ("27648 or 31744", "unreadable", None),
        ("27.648", "unreadable", None),
        ("", "not_answered", 0.0),
        ("todo", "not_answered", 0.0),
        ("How many parameters? Do not count the biases, the output projection W_O or the LayerNorms.",
         "not_answered", 0.0),
    ],
)  # fmt: skip
def test_statuses(layer, answer, status, points):
    found = outcome(layer(), answer)
    assert (found.status, found.points) == (status, points)


def test_a_whole_record(layer):
    record = check(layer(), "31,744", feedback="full")._replace(student="s1042").record()
    variant = record.pop("variant")
    assert len(variant) == 16
    assert int(variant, 16)
    (first, *_), rest = record.pop("explanations"), record
    assert first | {"share": 1} == {
        "strength": "exact",
        "share": 1,
        "mistakes": [
            {
                "id": "output_projection.counted",
                "where": None,
                "message": "Your answer counts the output projection W_O; this question does not.",
                "values": {"contribution": 4096, "product": "64 · 4 · 16", "names": "d_model · num_heads · d_v"},
            }
        ],
        "slip": None,
        "first_difference": {"step": "attention", "yours": 16384, "expected": 12288},
    }
    assert rest == {
        "schema": "checker.result/1",
        "checker": VERSION,
        "student": "s1042",
        "problem": "encoder-layer",
        "part": None,
        "status": "incorrect",
        "points": 0.0,
        "max_points": 2.0,
        "given": "31,744",
        "read_as": 31744,
        "expected": 27648,
        "feedback": "full",
        "message": "31,744 is not the number asked for. Your answer counts the output projection W_O; this question "
        "does not. That gives exactly 31,744. The first step that differs is attention. "
        "Put that right and work it out again.",
    }


@pytest.mark.parametrize("answer", ["27648", "31744", "x", "", "27.6K", "½", "\ud800", '"\\\n'])
@pytest.mark.parametrize("student", ["s1", None, "Zoë \ud800"])
def test_a_line_of_json_is_the_record(layer, answer, student):
    result = Result(student, Marker(layer(), layer().parts[0]).mark(answer))
    assert json.loads(result.json()) == json.loads(json.dumps(result.record()))


@pytest.mark.parametrize("feedback", ["verdict", "hint", "explain"])
@pytest.mark.parametrize("answer", ["31744", "28024", "12288", "27.6K", "x", "-27648", "1"])
def test_below_full_feedback_nothing_gives_the_expected_number_away(layer, feedback, answer):
    text = check(layer(), answer, feedback=feedback).json()
    hidden = text.replace(json.dumps(answer), "").replace("-27,648", "").replace("-27648", "").replace("27.6", "")
    assert "27648" not in hidden
    assert "27,648" not in hidden
    assert "4096" not in hidden, "nor a difference"


def test_levels(layer):
    told = {level: outcome(layer(), "31744", feedback=level) for level in ("verdict", "hint", "explain")}
    assert told["verdict"].feedback.message == "31,744 is not the number asked for."
    assert told["verdict"].record()["explanations"] == []
    assert told["hint"].feedback.message == (
        "31,744 is not the number asked for. The first step that differs is attention. Start there."
    )
    assert told["hint"].record()["explanations"][0]["mistakes"] == []
    assert "W_O" in told["explain"].feedback.message
    assert told["explain"].record()["expected"] is None


@pytest.mark.parametrize(
    ("credit", "answer", "points"),
    [
        ("{one_mistake: 0.5}", "31744", 1.0),
        ("{one_mistake: 0.5, output_projection.counted: 0.9}", "31744", 1.8),
        ("{one_mistake: 0.5}", "-27648", 0.0),
        ("{slip: 0.8}", "-27648", 1.6),
        ("{one_mistake: 0.5}", "99999999", 0.0),
        ("{output_projection.counted: 1}", "31744", 2.0),
    ],
)
def test_credit_by_what_went_wrong(layer, credit, answer, points):
    found = outcome(layer(f"credit: {credit}\n"), answer)
    assert found.points == points
    assert found.status == ("correct" if points == 2 else "partial" if points else "incorrect")


def test_accepted_conventions(layer):
    problem = layer("accept:\n  - {conventions: {biases: counted}, credit: 0.5}\n")
    found = outcome(problem, "28024")
    assert (found.status, found.points) == ("partial", 1.0)
    assert found.feedback.headline == "28,024 is right under another way of counting, which earns part of the points."
    assert "counts the biases" in found.feedback.message


def test_credit_for_an_imprecise_answer(layer):
    found = outcome(layer("imprecise_credit: 0.25\n"), "27.6K")
    assert (found.status, found.points) == ("partial", 0.5)
    assert found.feedback.message == "Give every digit."


def test_an_answer_is_remembered(layer):
    marker = Marker(layer(), layer().parts[0])
    assert marker.mark("31744") is marker.mark("31744")


def test_a_problem_without_that_part(layer, model):
    with pytest.raises(LookupError, match="encoder-layer has no parts"):
        check(layer(), "1", "total")
    with pytest.raises(LookupError, match="model has the parts embeddings, projections, total: give one as `part`"):
        check(model, "1")
    for wrong in (lambda: check(model, "1", "totl"), lambda: check_parts(model, {"total": 1, "totl": 2})):
        with pytest.raises(
            LookupError, match="totl is not a part of model; the parts are embeddings, projections, total"
        ):
            wrong()


def test_the_python_door_takes_what_python_programs_have(layer, flying):
    assert check(layer(), 27648).status == "correct"
    assert check(layer(), None).status == "not_answered"
    assert check(flying, [0.609, 0.196]).status == "correct"
    with pytest.raises(TypeError, match="an answer is a text, a number or a list of them, not dict"):
        check(layer(), {"total": 1})
    with pytest.raises(TypeError, match="not dict; `check_parts` takes answers by their parts"):
        check(flying, {"total": 1})
    with pytest.raises(ValueError, match="feedback is one of verdict, hint, explain, full, not 'loud'"):
        check(layer(), 1, feedback="loud")


PARTS = """
id: model
title: A model
type: encoder_model_parameters
prompt: How many?
parameters: {vocab_size: 40000, d_model: 768, num_layers: 8, num_heads: 8, d_ff: 3072, max_positions: 512, type_vocab_size: 2}
conventions: {biases: left_out, layer_norm: left_out}
parts:
  - {id: embeddings, asks: embeddings}
  - {id: projections, asks: layer.attention.input_projections}
  - {id: total}
"""


@pytest.fixture
def model(tmp_path):
    file = tmp_path / "model.yaml"
    file.write_text(PARTS)
    return load_problem(file)


def test_another_parts_answer(model):
    found = outcome(model, "31,114,752", "total")
    assert found.diagnosis.explanations[0].slip == "another_part"
    assert "This answers another part of the question: embeddings." in found.feedback.message


def test_no_set_of_known_mistakes(model):
    found = outcome(model, "218,671,424", "total")
    assert found.feedback.message == (
        "218,671,424 is not the number asked for. No known mistake gives it. Check it step by step: token embeddings, "
        "position embeddings, segment embeddings, embeddings, layer, encoder."
    )


def test_a_foreign_prime_factor_is_a_slip_of_arithmetic(model):
    found = outcome(model, "14,155,008", "projections")
    assert (
        "It is no product of this question's sizes, so look for a slip in the arithmetic first."
        in found.feedback.message
    )
    assert "no product" not in outcome(model, "14,155,777", "total").feedback.message, "a total is no product either"


@pytest.mark.parametrize("answer", ["[" * 100_000, "7" * 5_000_000, "9**9**9**9", "__import__('os').system('true')"])
def test_hostile_answers_are_unreadable(layer, answer):
    assert outcome(layer(), answer).status == "unreadable"


def test_what_is_declared_and_what_only_follows_are_two_questions(layer):
    """The same truth, the same hash; but where the followers are declared, `biases` moves nothing."""
    following = layer()
    declared = "{biases: left_out, qkv_biases: left_out, ffn_biases: left_out, output_biases: left_out"
    standing = LAYER.replace("{biases: left_out", declared)
    file = following.path.with_name("standing.yaml")
    file.write_text(standing)
    for problem, known in ((following, True), (load_problem(file), False), (following, True)):
        found = outcome(problem, "28024").diagnosis.explanations
        assert (bool(found) and [one.id for one in found[0].mistakes] == ["biases.counted"]) is known


def test_a_mistake_that_does_nothing_alone_is_found_beside_another(layer):
    found = outcome(layer(), "31808").diagnosis.explanations[0]
    assert {one.id for one in found.mistakes} == {"output_projection.counted", "output_biases.counted"}


@pytest.mark.parametrize("answer", ["9" * 400, "-" + "9" * 900, "1e300", "-1e-300", "10^400", "1/3"])
def test_numbers_without_measure_are_wrong_and_nothing_else(layer, answer):
    assert outcome(layer(), answer).status == "incorrect"


def test_right_under_another_way_of_counting_needs_no_mending(layer):
    found = outcome(layer("accept:\n  - {conventions: {biases: counted}, credit: 1}\n"), "28024")
    assert (found.status, found.points) == ("correct", 2.0)
    assert found.feedback.message == "28,024 is right under another way of counting, which earns all of the points."


def test_credit_for_a_mistake_is_said(layer):
    found = outcome(layer("credit: {one_mistake: 0.5}\n"), "31744")
    assert found.feedback.headline == "31,744 is not the number asked for, but earns part of the points."


def test_credit_depends_on_no_estimate(tmp_path):
    """A single bias for two classes is so near the truth that the message is silent; it is one mistake all the same."""
    file = tmp_path / "head.yaml"
    file.write_text(
        "id: head\ntype: classification_head_parameters\nparameters: {hidden_size: 768, num_classes: 2}\n"
        "credit: {one_mistake: 0.5}\n"
    )
    found = outcome(load_problem(file), "1537")
    assert found.diagnosis.silenced
    assert (found.status, found.points) == ("partial", 0.5)


@pytest.mark.parametrize(
    ("more", "answer", "points"),
    [
        # a tie takes the best: W_O left out, or one of Q, K, V
        ("{output_projection.left_out: 0.4}", "27648", 0.8),
        ("{projections.two: 0.9, output_projection.left_out: 0.4}", "27648", 1.8),
        ("{one_mistake: 0.5, output_projection.left_out: 0.4}", "27648", 1.0),
        # a name says more than `one_mistake`, also less credit
        ("{one_mistake: 0.5, biases.counted: 0}", "32184", 0.0),
        ("{one_mistake: 0.5, biases.counted: 0.2}", "32184", 0.4),
        # two mistakes are not one, a slip is none, a mistake with a slip is neither
        ("{one_mistake: 0.5, slip: 0.8, layer_norm.counted: 1}", "22784", 0.0),
        ("{one_mistake: 0.5}", "-31744", 0.0),
        ("{slip: 0.8}", "-31744", 1.6),
        ("{one_mistake: 0.5, slip: 0.8, layer_norm.counted: 1}", "-32000", 0.0),
        # a wrong answer earns no more than a right one that is as coarse
        ("{one_mistake: 0.5}", "32.0K", 0.0),
        ("{one_mistake: 0.5}\nimprecise_credit: 0.25", "32.0K", 0.5),
        ("{one_mistake: 0.1}\nimprecise_credit: 0.25", "32.0K", 0.2),
        ("{one_mistake: 0.5}\ntolerance: {absolute: 60}", "32.0K", 1.0),
        ("{one_mistake: 0.5}", "27.6K", 0.0),
        # what is listed is one mistake, and has a name
        ("{one_mistake: 0.5}\nmistakes: [{answer: 12345, says: No.}]", "12345", 1.0),
        ("{listed.mistake_1: 0.3, one_mistake: 0.5}\nmistakes: [{answer: 12345, says: No.}]", "12345", 0.6),
        # beside `accept` the better of both
        ("{one_mistake: 0.5}\naccept: [{conventions: {layer_norm: counted}, credit: 0.7}]", "32000", 1.4),
        ("{one_mistake: 0.9}\naccept: [{conventions: {layer_norm: counted}, credit: 0.7}]", "32000", 1.8),
    ],
)  # fmt: skip
def test_credit_is_that_of_the_best_way(layer, more, answer, points):
    text = f"credit: {more}\n"
    problem = layer(text)
    problem.path.write_text(
        problem.path.read_text().replace("output_projection: left_out", "output_projection: counted")
    )
    assert outcome(load_problem(problem.path), answer).points == points


def test_a_slip_of_the_pen_earns_its_credit_beside_a_likelier_mistake(tmp_path):
    """One digit mistyped; and also what a bias for each token would give, which alone is told."""
    problem = load_problem("problems/000/small-bert.yaml")
    text = problem.path.read_text()
    assert "credit" not in text
    file = tmp_path / "small-bert.yaml"
    file.write_text(f"{text}\ncredit: {{slip: 0.8}}\n")
    found = outcome(load_problem(file), "87777856", "total")
    assert [each.slip for each in found.diagnosis.explanations] == [None]
    assert found.points == pytest.approx(0.8 * found.marker.part.points)


def test_a_mistake_made_in_one_place_has_the_credit_of_its_name(tmp_path):
    file = tmp_path / "layer.yaml"
    file.write_text(
        "id: layer\ntype: decoder_layer_parameters\nparameters: {d_model: 64, num_heads: 4, d_ff: 120}\n"
        "conventions: {biases: left_out, layer_norm: left_out, output_projection: counted}\n"
        "credit: {heads.one_only: 0.3}\n"
    )
    problem = load_problem(file)
    found = outcome(problem, "38912")
    mistakes = [mistake for each in found.diagnosis.explanations for mistake in each.mistakes]
    assert any(mistake.scope and mistake.id == "heads.one_only" for mistake in mistakes)
    assert found.points == 0.3


LENS = (
    "id: lens\ntype: formula\nparameters: {expression: 1/(1/f - 1/g), symbols: {f: 16.2, g: 171}}\n"
    "tolerance: {significant: 4}\ncredit: {slip: 0.8}\n"
)
"""1/(1/16.2 - 1/171) = 17.8953488"""


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("17.98", 0.8),  # one digit
        ("17.09", 0.8),  # two digits of 17.90 swapped
        ("17.8593", 0.8),
        ("17.859", 0.8),
        ("71.89", 0.0),  # two digits of 17.90 are others
        ("17.89", 0.8),  # cut off
        ("178.95", 0.8),
        ("-17.90", 0.8),
        ("17895", 0.8),
        ("0.05588", 0.0),  # 1/x is worked out wrongly
        ("35.79", 0.0),  # and so is twice of it
        ("8.948", 0.0),
    ],
)
def test_what_is_a_slip_of_the_pen_in_a_real_number(tmp_path, answer, points):
    file = tmp_path / "lens.yaml"
    file.write_text(LENS)
    assert outcome(load_problem(file), answer).points == points


def test_what_is_left_of_one_is_no_slip_of_the_pen(tmp_path):
    file = tmp_path / "share.yaml"
    file.write_text("id: share\ntype: numeric\nparameters: {value: 0.1565}\ncredit: {slip: 0.8}\n")
    assert outcome(load_problem(file), "0.8435").points == 0.0
    assert outcome(load_problem(file), "0.1655").points == 0.8


@pytest.mark.parametrize("level", ["explain", "full"])
@pytest.mark.parametrize(
    ("credit", "answer", "headline"),
    [
        (
            "slip: 0.8",
            "27649",
            "27,649 is not the number asked for, but earns part of the points, for one slip of the pen may give it.",
        ),
        ("one_mistake: 0.5", "31744", "31,744 is not the number asked for, but earns part of the points."),
    ],
)
def test_points_for_what_is_not_told_say_what_they_are_for(layer, credit, answer, headline, level):
    assert outcome(layer(f"credit: {{{credit}}}\n"), answer, feedback=level).feedback.headline == headline


def test_a_silent_mistake_that_earns_points_is_named_as_one(tmp_path):
    """2 and 3 are coincidence to the guard."""
    file = tmp_path / "small.yaml"
    file.write_text(
        "id: small\ntype: formula\nparameters: {expression: a*b, symbols: {a: 2, b: 3}}\ncredit: {one_mistake: 0.5}\n"
    )
    told = outcome(load_problem(file), "3").feedback
    assert told.headline == (
        "3 is not the number asked for, but earns part of the points, for one known mistake may give it."
    )
    assert told.why == ("It fits no known mistake well enough to say why.",)
    assert "may give it" not in outcome(load_problem(file), "3", feedback="verdict").feedback.message


@pytest.mark.parametrize("answer", ["0", "0.0", "0.00000"])
def test_nothing_is_not_too_coarse(tmp_path, answer):
    file = tmp_path / "share.yaml"
    file.write_text("id: share\ntype: numeric\nparameters: {value: 0.1565}\nimprecise_credit: 0.5\n")
    found = outcome(load_problem(file), answer)
    assert (found.status, found.points, found.diagnosis.explanations) == ("incorrect", 0.0, ())


@pytest.mark.parametrize("answer", ["12288", "15360"])
def test_a_step_on_the_way_is_no_slip_of_the_pen(layer, answer):
    assert outcome(layer("credit: {slip: 0.8}\n"), answer).points == 0.0


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("-27648", "Check the sign."),
        ("27648000", "Check the prefix: thousand, million or billion."),
        ("55296", "Check for a factor of two."),
        ("72648", "Check your typing: two neighbouring digits."),
    ],
)
def test_a_slip_is_to_be_checked_and_no_digit_is_confirmed(layer, answer, told):
    why = outcome(layer(), answer, feedback="full").feedback.why
    assert why[0].removeprefix("Perhaps: ") == told
    assert "exactly" not in " ".join(why)
    assert told not in outcome(layer(), answer, feedback="explain").feedback.message


def test_a_hint_names_the_step_that_the_asked_one_is_made_of(model):
    found = outcome(model, "31,113,216", "embeddings", feedback="hint").feedback
    assert found.where == "The first step that differs is segment embeddings."
    assert outcome(model, "1,179,648", "projections", feedback="hint").feedback.where


def test_one_fact_is_no_tie(model):
    """The answer to another part, which is a step on the way too."""
    told = outcome(model, "31,114,752", "total").diagnosis.explanations
    assert [one.slip for one in told] == ["another_part"]


VECTOR = """
id: flying
title: Flying
type: self_attention_output
prompt: What?
parameters: {inputs: [[0, 1, 1, 1, 1, 0], [1, 1, 0, -1, -1, 1]], slices: {query_dims: [1, 2], key_dims: [3, 4], value_dims: [5, 6]}, query: 1}
"""


@pytest.fixture
def flying(tmp_path):
    file = tmp_path / "flying.yaml"
    file.write_text(VECTOR)
    return load_problem(file)


def test_a_record_says_how_an_answer_was_read(flying):
    assert outcome(flying, "[[0.609], [0.196]]").record()["note"] == "a column, read as a vector"
    assert "note" not in outcome(flying, "[0.609, 0.196]").record()


@pytest.mark.parametrize(
    ("answer", "entries"),
    [
        ("[0.61, 0.25]", "Entry 2 is wrong; the rest is right."),
        ("[0.5, 0.25]", "No entry is right."),
        ("[0.609, 5]", "Entry 2 is wrong; the rest is right."),
    ],
)
def test_the_entries_that_differ(flying, answer, entries):
    assert entries in outcome(flying, answer).feedback.why


def test_the_right_numbers_in_another_order(flying):
    assert outcome(flying, "[0.1956, 0.6089]").feedback.why[0] == "Check the order of the numbers."


@pytest.mark.parametrize("answer", ["[1e400, 0]", "[0, 0]", "0.6", "[0.6089, 0.1956, 0]", "[[1, 2], [3, 4]]"])
def test_vectors_that_mean_nothing(flying, answer):
    found = outcome(flying, answer)
    assert found.status == "incorrect"
    assert "exactly" not in found.feedback.message


def test_a_number_answers_a_vector_of_one(tmp_path):
    """Nobody writes brackets around a single number, unless the question has more of them."""
    file = tmp_path / "one.yaml"
    file.write_text("id: one\ntype: numeric\nanswer: vector\nparameters: {value: [0.8723]}\n")
    result = check(load_problem(file), "0.872")
    assert (result.status, result.record()["read_as"], result.record()["note"]) == (
        "correct",
        [0.872],
        "a number, read as a vector of one",
    )
    file.write_text("id: one\ntype: numeric\nanswer: vector\nparameters: {value: [0.8723, 1]}\n")
    assert check(load_problem(file), "0.872").status == "incorrect"


def test_a_list_answers_a_matrix_of_one_row(tmp_path):
    file = tmp_path / "row.yaml"
    file.write_text("id: row\ntype: numeric\nanswer: matrix\nparameters: {value: [[1.5, 2.5]]}\n")
    result = check(load_problem(file), "[1.5, 2.5]")
    assert (result.status, result.record()["note"]) == ("correct", "a list, read as the only row")
    assert check(load_problem(file), "[1.5, 2.5, 3.5]").status == "incorrect"


def test_zeros_are_no_slip_of_scale(tmp_path):
    """0 is a thousandth of everything, as far as its digits go."""
    file = tmp_path / "zeros.yaml"
    file.write_text("id: zeros\ntype: numeric\nanswer: vector\nparameters: {value: [1.5, 2.5]}\n")
    assert check(load_problem(file), "[0, 0]").record()["explanations"] == []


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("31.7K", "31,700 is not the number asked for. Perhaps: Your answer counts the output projection W_O; this "),
        ("31.7K", "That would give 31,700 when rounded. "),
        ("31744", "That gives exactly 31,744. "),
        ("317440", "this question does not. Then a slip: check the decimal point. The first step "),
    ],
)
def test_how_near_an_explanation_comes_is_said(layer, answer, words):
    level = "full" if answer == "31.7K" else "explain"  # below full too coarse an answer is not explained
    assert words in outcome(layer(), answer, feedback=level).feedback.message


def test_a_slip_on_top_of_a_mistake_has_its_number_too(layer):
    explanation = outcome(layer(), "317440").record()["explanations"][0]
    assert explanation["mistakes"][0]["values"]["contribution"] == 4096
    assert explanation["slip_values"] == {"contribution": 9 * 31744}
    below = outcome(layer(), "317440", feedback="explain").record()["explanations"][0]
    assert below["mistakes"][0]["values"] == {}
    assert "slip_values" not in below


@pytest.mark.parametrize(("level", "reason"), [("explain", ", for one slip of the pen may give it"), ("full", "")])
def test_points_for_a_slip_that_is_not_named_say_what_they_are_for(layer, level, reason):
    found = outcome(layer("credit: {slip: 0.8}\n"), "-27648", feedback=level)
    assert found.points == 1.6
    assert found.feedback.headline == f"-27,648 is not the number asked for, but earns part of the points{reason}."
