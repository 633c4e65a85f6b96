"""The whole flow: from a text to a record."""

import json

import pytest

from checker import check, load_problem
from checker.engine import VERSION
from checker.marking.feedback import NO_ANSWER
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.result import dumps
from tests.bank import bank
from tests.tables import rows


def outcome(problem, answer, part=None, feedback="full"):
    return check(problem, {part: answer}, feedback=feedback).parts[part]


def test_a_whole_record(layer):
    record = check(layer(), "31,744", feedback="full").record("s1042")
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
        "message": "31,744 is not correct. Your answer counts the output projection W_O; this question "
        "does not. This mistake gives exactly 31,744. The first step that differs is attention. "
        "Fix that and work it out again.",
    }


@pytest.mark.parametrize("answer", ["27648", "31744", "x", "", "27.6K", "½", "\ud800", '"\\\n'])
@pytest.mark.parametrize("student", ["s1", None, "Zoë \ud800"])
def test_a_line_of_json_is_the_record(layer, answer, student):
    result = check(layer(), answer)
    whole = json.dumps(result.record(student)).replace(r"\ud800", r"\ufffd")  # half of a character is none
    assert json.loads(dumps(result.record(student))) == json.loads(whole)


def test_levels(layer):
    told = {level: outcome(layer(), "31744", feedback=level) for level in ("verdict", "hint", "explain")}
    assert told["verdict"].feedback.message == "31,744 is not correct."
    assert told["verdict"].record()["explanations"] == []
    assert told["hint"].feedback.message == (
        "31,744 is not correct. The first step that differs is attention. Start there."
    )
    assert told["hint"].record()["explanations"][0]["mistakes"] == []
    assert "W_O" in told["explain"].feedback.message
    assert told["explain"].record()["expected"] is None


def test_an_answer_is_remembered(layer):
    question = Question.of(layer(), layer().parts[0])
    assert mark("31744", question) is mark("31744", question)


def test_another_parts_answer(model):
    found = outcome(model, "31,114,752", "total")
    assert found.diagnosis.explanations[0].slip == "another_part"
    assert "This answers another part of the question: embeddings." in found.feedback.message


def test_an_answer_that_no_known_mistake_gives(model):
    found = outcome(model, "218,671,424", "total")
    assert found.feedback.message == (
        "218,671,424 is not correct. I can't tell from this number what went wrong. Check it step by step: token embeddings, "
        "position embeddings, segment embeddings, embeddings, layer, encoder."
    )


def test_declared_conventions_and_those_that_follow_have_different_indexes(layer):
    """The same truth, the same hash; but where the followers are declared, `biases` moves nothing."""
    following = layer()
    declared = "{biases: left_out, qkv_biases: left_out, ffn_biases: left_out, output_biases: left_out"
    standing = following.path.read_text().replace("{biases: left_out", declared)
    file = following.path.with_name("standing.yaml")
    file.write_text(standing)
    for problem, known in ((following, True), (load_problem(file), False), (following, True)):
        found = outcome(problem, "28024").diagnosis.explanations
        assert (bool(found) and [one.id for one in found[0].mistakes] == ["biases.counted"]) is known


def test_a_mistake_without_effect_alone_is_found_next_to_another(layer):
    found = outcome(layer(), "31808").diagnosis.explanations[0]
    assert {one.id for one in found.mistakes} == {"output_projection.counted", "output_biases.counted"}


@pytest.mark.parametrize(("answer", "told"), rows(__file__, "the_advice_to_check_for_a_slip_confirms_no_digit"))
def test_the_advice_to_check_for_a_slip_confirms_no_digit(layer, answer, told):
    why = outcome(layer(), answer, feedback="full").feedback.why
    assert why[0].removeprefix("Perhaps: ") == told
    assert "exactly" not in " ".join(why)
    assert told not in outcome(layer(), answer, feedback="explain").feedback.message


def test_a_hint_names_the_step_that_leads_to_the_answer(model):
    found = outcome(model, "31,113,216", "embeddings", feedback="hint").feedback
    assert found.where == "The first step that differs is segment embeddings."
    assert outcome(model, "1,179,648", "projections", feedback="hint").feedback.where


def test_one_fact_is_no_tie(model):
    """The answer to another part, which is a step on the way too."""
    told = outcome(model, "31,114,752", "total").diagnosis.explanations
    assert [one.slip for one in told] == ["another_part"]


def test_a_record_says_how_an_answer_was_read(flying):
    assert outcome(flying, "[[0.609], [0.196]]").record()["note"] == "a column, read as a vector"
    assert "note" not in outcome(flying, "[0.609, 0.196]").record()


@pytest.mark.parametrize("answer", ["[1e400, 0]", "[0, 0]", "0.6", "[0.6089, 0.1956, 0]", "[[1, 2], [3, 4]]"])
def test_vectors_without_meaning(flying, answer):
    found = outcome(flying, answer)
    assert found.status == "incorrect"
    assert "exactly" not in found.feedback.message


def test_zeros_are_no_slip_of_scale(tmp_path):
    """0 is a thousandth of everything, as far as its digits go."""
    file = tmp_path / "zeros.yaml"
    file.write_text("id: zeros\ntype: numeric\nanswer: vector\nparameters: {value: [1.5, 2.5]}\n")
    assert check(load_problem(file), "[0, 0]").record()["explanations"] == []


@pytest.mark.parametrize(("answer", "words"), rows(__file__, "the_message_says_how_well_an_explanation_fits"))
def test_the_message_says_how_well_an_explanation_fits(layer, answer, words):
    level = "full" if answer == "31.7K" else "explain"  # below full too coarse an answer is not explained
    assert words in outcome(layer(), answer, feedback=level).feedback.message


def test_a_slip_on_top_of_a_mistake_has_its_number_too(layer):
    explanation = outcome(layer(), "317440").record()["explanations"][0]
    assert explanation["mistakes"][0]["values"]["contribution"] == 4096
    assert explanation["slip_values"] == {"contribution": 9 * 31744}
    below = outcome(layer(), "317440", feedback="explain").record()["explanations"][0]
    assert below["mistakes"][0]["values"] == {}
    assert "slip_values" not in below


def test_the_record_of_a_refused_answer_says_how_it_was_read():
    record = check(bank().problems["free-fall"], "5 kg").record()
    assert (record["status"], record["read_as"]) == ("incorrect", "5 kg")


def test_the_record_of_an_essay_has_the_matching_sentences():
    given = "Without it the dot products grow, and softmax saturates."
    record = check(bank().problems["why-scale"], given, feedback="full").record()
    assert record["evidence"][0]["text"] == given
    assert "evidence" not in check(bank().problems["why-scale"], given).record()


@pytest.mark.parametrize(
    "given", ["NaN", "nan", "None", "N/A", "todo", "(not answered)", "idk", "keine Antwort", "无", "-", "?", "___"]
)
def test_words_that_count_as_no_answer_are_named(layer, given):
    assert check(layer(), given).message == f'"{given}" counts as no answer. Write your result.'


@pytest.mark.parametrize("given", ["", " ", "\n"])
def test_nothing_is_no_answer(layer, given):
    assert check(layer(), given).message == NO_ANSWER


@pytest.mark.parametrize(("name", "given", "said"), rows(__file__, "the_message_names_what_is_wrong"))
def test_the_message_names_what_is_wrong(name, given, said):
    assert said in check(bank().problems[name], given).message
