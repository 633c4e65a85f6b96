"""Wrong answers that a problem file lists under `mistakes`: what they are read as, and what is told of wrong ones."""

from __future__ import annotations

import pytest

from checker import check
from checker.engine.recording import MenuError

LAYER = """\
id: layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
ATTENTION = """\
id: attention
type: attention_output
parameters: {queries: [[0, 1]], keys: [[1, 1], [0, -1]], values: [[1, 0], [-1, 1]]}
conventions: {scale: sqrt_d_k}
"""
GROWTH = """\
id: growth
type: layer_complexity
parameters: {layer: self_attention, quantity: operations}
"""
MEMORY = "id: memory\ntype: weight_memory\nparameters: {num_parameters: 7000000000}\nconventions: {unit: GB}\n"
FORMULA = """\
id: pendulum
type: formula
parameters:
  expression: sqrt(f)*g - g_2
  symbols: {f: 3.1, g: {value: 9.81}, g_2: f^2, x: [1, 2]}
"""


def mistakes(*entries: str) -> str:
    return "mistakes:\n" + "".join(f"  - {{{entry}}}\n" for entry in entries)


def explained(problem, answer, part=None):
    """The mistakes told and how sure, and the message."""
    outcome = check(problem, answer, part, feedback="full").outcome
    told = outcome.diagnosis.explanations
    return [([mistake.id for mistake in each.mistakes], each.strength) for each in told], outcome.feedback.message


@pytest.mark.parametrize(
    ("file", "entry", "answer"),
    [
        (LAYER, 'answer: "12,345"', "12345"),
        (LAYER, "answer: 12345", "12 345"),
        (LAYER, "expression: 3*d_model*(d_ff + 1)", str(3 * 64 * 121)),
        (LAYER, "expression: 2·d_model² - num_heads", str(2 * 64**2 - 4)),
        (LAYER, "expression: d_k/3", "16/3"),
        (LAYER + "symbols: {h: d_ff}\n", "expression: 7 h", "840"),
        (FORMULA, "expression: g - f", "6.71"),
        (FORMULA, "expression: g_2*mean(x) + 3", "17.415"),
        (ATTENTION, 'answer: "[0.25, 0.5]"', "[[0.25, 0.5]]"),
        (ATTENTION, 'answer: "[0.25, 0.5, 0.75]"', "[0.25, 0.5, 0.75]"),
        (GROWTH, 'answer: "O(n^3 d)"', "O(d n³)"),
        (MEMORY, "answer: 123 MB", "0.123 GB"),
    ],
)
def test_a_listed_answer_is_explained_as_its_author_says(desk, file, entry, answer):
    problem = desk.load(file + mistakes(f"{entry}, says: you are one step too early"))
    told, message = explained(problem, answer)
    assert told[0] == (["listed.mistake_1"], "exact")
    assert "You are one step too early." in message


def test_the_message_has_the_sentence_of_the_author(desk):
    problem = desk.load(LAYER + mistakes("answer: 12345, says: You took another layer."))
    outcome = check(problem, "12,345").outcome
    assert outcome.feedback.message == (
        "12,345 is not correct. You took another layer. This mistake gives exactly 12,345. Fix that and work it out again."
    )
    assert [each["mistakes"] for each in outcome.record()["explanations"]] == [
        [{"id": "listed.mistake_1", "where": None, "message": "You took another layer.", "values": {}}]
    ]


def test_an_answer_that_is_known_already_is_explained_by_its_author_first(desk):
    problem = desk.load(LAYER + mistakes("answer: 31744, says: That is the layer of the paper."))
    told, message = explained(problem, "31744")
    assert told[:2] == [(["listed.mistake_1"], "exact"), (["output_projection.counted"], "exact")]
    assert message.startswith("31,744 is not correct. That is the layer of the paper.")
    assert "Your answer alone does not show which." in message


def test_other_answers_are_explained_as_without_the_list(desk):
    plain = desk.load(LAYER)
    listing = desk.load(LAYER + mistakes(*(f"answer: {n}, says: Not so." for n in range(90_001, 90_101))))
    for answer in ("31744", "28024", "-27648", "15360", "32128", "77777"):
        ours, theirs = (check(problem, answer, feedback="full").outcome for problem in (plain, listing))
        assert ours.feedback == theirs.feedback
        assert [each[2:5] for each in ours.diagnosis.explanations] == [
            each[2:5] for each in theirs.diagnosis.explanations
        ]


def test_listing_a_mistake_does_not_change_the_question(desk):
    keys = [
        check(desk.load(LAYER + more), "1").record()["variant"]
        for more in ("", mistakes("answer: 12345, says: Not so."))
    ]
    assert keys[0] == keys[1]


def test_each_part_has_its_own_mistakes(desk):
    problem = desk.load(
        LAYER + "credit: {listed.mistake_2: 0.5}\nparts:\n"
        "  - id: attention\n    asks: attention\n    mistakes: [{answer: 5, says: Five.}, {answer: 6, says: Six.}]\n"
        "  - id: ffn\n    asks: feed_forward\n    mistakes: [{answer: 5, says: V.}]\n"
        "  - {id: total}\n"
    )
    assert "Five." in explained(problem, "5", "attention")[1]
    assert "V." in explained(problem, "5", "ffn")[1]
    assert explained(problem, "5", "total")[0] == []
    assert check(problem, "6", "attention").points == 0.5
    assert [dict(part.credit) for part in problem.parts] == [{"listed.mistake_2": 0.5}, {}, {}]


def test_a_part_with_listed_mistakes_still_names_the_part_that_would_tell_them_apart(desk):
    parts = "parts:\n  - {id: values, asks: attention.values}\n  - {id: total, mistakes: [{answer: 5, says: Five.}]}\n"
    parts_plain = parts.replace(", mistakes: [{answer: 5, says: Five.}]", "")
    layer = LAYER.replace("output_projection: left_out", "output_projection: counted")
    ours, theirs = (explained(desk.load(layer + each), "27648", "total")[1] for each in (parts, parts_plain))
    assert ours == theirs
    assert "Work out input projections" in ours


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (LAYER + mistakes("answer: 5"), ["6:5 says is missing; it needs text"]),
        (
            LAYER + mistakes("says: What?", "answer: 5, expression: d_ff, says: Both?"),
            [
                f"{line}:5 entry {entry} of mistakes must be given in one way: an `answer`, as students write it, "
                "or an `expression` in the parameters' names"
                for entry, line in ((1, 6), (2, 7))
            ],
        ),
        (LAYER + mistakes("anser: 5, says: What?"), ["6:6 anser is not a key of an entry of mistakes; did you mean answer?"]),
        (FORMULA + mistakes("expression: g*x, says: What?"), ["7:18 g*x does not have the shape of the answer"]),
        (
            FORMULA + mistakes("expression: g_2*q, says: What?"),
            ["7:18 expression names q, which is not among the symbols; known are f, g, g_2, x; add it to the symbols, or write a function (docs/expressions.md lists the functions)"],
        ),
        (LAYER + mistakes("answer: 5, says: ' '"), ["6:23 says must be a sentence for students who give this answer"]),
        (LAYER + mistakes('answer: "5 or 6", says: What?'), ['6:14 "5 or 6" is more than one number. Write one.']),
        (LAYER + mistakes("answer: 27.6K, says: What?"), ["6:14 27.6K can mean several numbers; write every digit"]),
        (LAYER + mistakes("answer: 1e200 * 1e101, says: What?"), ["6:14 this must be between -1e+300 and 1e+300"]),
        (
            LAYER + mistakes("expression: 2*d_fff, says: What?"),
            ["6:18 d_fff is not a number of this question; did you mean d_ff?"],
        ),
        (LAYER + mistakes("expression: d_ff/(d_k - 16), says: What?"), ["6:18 This divides by zero. Check what you divide by."]),
        (LAYER + mistakes("expression: sqrt(-d_ff), says: What?"), ["6:18 This has no real value. Check its roots and logarithms."]),
        (LAYER + mistakes("expression: d_ff +, says: What?"), ['6:18 I cannot read "d_ff +": it ends too early.']),
        (LAYER + mistakes("expression: 2^d_ff^d_ff, says: What?"), ["6:18 An exponent is beyond ±400."]),
        (
            ATTENTION + mistakes("expression: 1/2, says: What?"),
            ["6:18 an expression gives one number, but the answer here is a matrix; write it as `answer`"],
        ),
        (MEMORY + mistakes("answer: 5 s, says: What?"), ["6:14 Your answer is a time, but the question asks for an amount of memory. Write it in GB."]),
        (
            LAYER + mistakes("answer: 5, says: Five.") + "parts: [{id: total}]\n",
            ["5:1 `mistakes` is not allowed next to `parts`; move it into each part"],
        ),
        (
            "id: g\ntype: numeric\nparameters: {value: 9.81}\n" + mistakes("answer: 5, says: Five."),
            ["4:1 mistakes of numeric belong to its parameters; write `parameters: {mistakes: [...]}`"],
        ),
        (
            "id: w\ntype: essay\nparameters: {rubric: [{point: a, points: 1, ideas: [a b]}]}\n" + mistakes("answer: 5, says: Five."),
            ["4:1 a person marks the answers to essay; write wrong claims into the rubric, as `wrong`"],
        ),
        (
            LAYER + mistakes("answer: 5, says: Five.") + "credit: {listed.mistake_2: 1}\n",
            ["7:10 listed.mistake_2 is not a mistake of encoder_layer_parameters; did you mean listed.mistake_1?"],
        ),
    ],
)  # fmt: skip
def test_invalid_entries_are_reported_at_their_place(desk, text, findings):
    assert desk.findings(text) == findings


FORMULA = LAYER + "answer: formula\nsymbols: {d: d_model, f: d_ff, h: num_heads, w: d_model/num_heads}\n"


@pytest.mark.parametrize(
    ("entry", "answers"),
    [
        ("answer: d*f + 7", ["fd + 7", "7 + d f = 7687", "f(d + 7/f)"]),
        ("answer: d*f + 7 = 7687", ["fd + 7"]),
        ("expression: d_model*d_ff + 7", ["fd + 7"]),
        ("expression: d*w + h - pi", ["d²/h + h - pi", "dw + num_heads - π"]),
    ],
)
def test_a_listed_formula_explains_equal_formulas(desk, entry, answers):
    problem = desk.load(FORMULA + mistakes(f"{entry}, says: Not so."))
    for answer in answers:
        told, message = explained(problem, answer)
        assert told[0] == (["listed.mistake_1"], "exact")
        assert "Not so. This mistake gives exactly your formula." in message


def test_a_formula_may_be_listed_as_reports_write_it(desk):
    written = check(desk.load(FORMULA), "3d^2 + 7 f d").record()["read_as"]
    assert written == "3·d² + 7·f·d"
    problem = desk.load(FORMULA + mistakes(f'answer: "{written}", says: Not so.'))
    assert explained(problem, "d(3d + 7f)")[0][0] == (["listed.mistake_1"], "exact")


def test_a_listed_formula_does_not_explain_one_that_is_equal_at_these_sizes_only(desk):
    problem = desk.load(FORMULA + mistakes("answer: d*f + 7, says: Not so."))
    assert explained(problem, "64f + 7")[0] == []
    assert explained(problem, "d*f + h + 3")[0] == []


def test_listing_a_mistake_makes_no_formula_right(desk):
    problem = desk.load(FORMULA + mistakes("expression: d_ff, says: Not so."))
    here = "2dhd_k + dhd_v + 2df + h - 4"  # right for this number of heads only
    assert check(problem, here).status == "incorrect"
    assert check(problem, "2dhd_k + dhd_v + 2df").status == "correct"


def test_a_listed_formula_may_earn_points(desk):
    problem = desk.load(FORMULA + "credit: {listed.mistake_2: 0.25}\n" + mistakes(
        "answer: d*f + 7, says: Not so.", "expression: d_ff + 5, says: Not this."
    ))  # fmt: skip
    assert [check(problem, answer).points for answer in ("df + 7", "f + 5", "f + 6")] == [0, 0.25, 0]


def test_an_expression_without_a_value_at_other_sizes_explains_numbers_only(desk):
    entry = mistakes("expression: sqrt(d_ff - 120) + 5, says: Not this.")
    problem = desk.load(FORMULA.replace("answer: formula\n", "") + entry)
    assert "Not this." in explained(problem, "5")[1]
    assert desk.findings(FORMULA + entry) == [
        "8:18 this has no value at other sizes, but formulas are compared at several; choose another expression"
    ]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (FORMULA + mistakes("answer: d*q, says: What?"), ['8:14 I do not know "q". The symbols here are d, f, h, w.']),
        (
            FORMULA + mistakes("answer: 7680, says: What?"),
            [
                (
                    "8:14 This is a number, but the question asks for a formula with d, f, h, w. "
                    "Write the formula. You may add = and the number."
                )
            ],
        ),
        (
            FORMULA.replace("d_model/num_heads", "d_model/(num_heads - 4)") + mistakes("answer: d*f, says: What?"),
            ["6:49 d_model/(num_heads - 4) has no value here: This divides by zero. Check what you divide by."],
        ),
        (
            ATTENTION + "answer: formula\nsymbols: {q: queries}\n" + mistakes("answer: q, says: What?"),
            [
                "5:9 total is a matrix, so its answer cannot be a formula; remove `answer`",
                "5:9 attention_output has no numbers as parameters here, so its answer cannot be a formula; remove `answer`",
                "6:14 queries is not a number here; choose another parameter for this symbol",
            ],
        ),
    ],
)
def test_invalid_formulas_are_reported_at_their_place(desk, text, findings):
    assert desk.findings(text) == findings


def test_at_most_100_mistakes_are_checked(desk):
    found = desk.findings(LAYER + mistakes(*["answer: 5, says: Five."] * 101))
    assert found == ["106:5 mistakes has 101 entries, more than the limit of 100; remove some"]


def test_an_option_that_is_not_listed(desk):
    variant = desk.load(LAYER + mistakes("answer: 12345, says: Not so.")).parts[0].variant
    assert variant.run({"listed": "mistake_1"})["total"] == 12345
    assert variant.record_run({"listed": "mistake_1"}).board["total"].value == 12345
    with pytest.raises(MenuError, match="listed has no option 'mistake_2'"):
        variant.run({"listed": "mistake_2"})


@pytest.mark.parametrize(
    ("listed", "answer", "is_told"),
    [
        ("2.5", "2.5", True),
        ("2.5", "2.50", True),
        ("2.4987", "2.50", True),
        ("2.4987", "2", False),  # it may be anything between 1.5 and 2.5
        ("2", "2", True),
        ("0", "0", True),
        ("-0.2", "-1/5", True),
    ],
)
def test_a_round_number_is_a_listed_one_only_where_it_is_the_same(desk, listed, answer, is_told):
    text = "id: perplexity\ntype: perplexity\nparameters: {probabilities: [0.5, 0.25, 0.1]}\n"
    problem = desk.load(text + mistakes(f'answer: "{listed}", says: Not so.'))
    told, _ = explained(problem, answer)
    assert ((["listed.mistake_1"], "exact") in told) == is_told
