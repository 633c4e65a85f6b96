"""`checker lint`: the instructor's key and the examples."""

from tests.lint.problem_texts import LAYER

W_O = "Your key counts the output projection W_O; this question does not."


def test_a_key_is_diagnosed(found):
    assert found(LAYER + "key: 33792\n") == [f"7:1 key The solver gives 28,672, not 33,792. {W_O}"]


def test_a_key_that_repeats_the_mistakes_of_another_says_so(found):
    text = LAYER.replace(
        "{biases: left_out, layer_norm: left_out, output_projection: left_out}",
        "{biases: counted, norm_biases: counted, layer_norm: counted, output_projection: counted}",
    )
    first, second = "  - {id: attention, asks: attention, key: 13312}\n", "  - {id: total, key: 28928}\n"
    biases = "Your key leaves the biases out; this question does not."
    of_projections = "Your key leaves the biases of the Q, K and V projections out; this question does not."
    w_o = "Your key leaves the output projection W_O out; this question does not."
    two = "You counted two of the three input projections. Count Q, K and V."
    assert found(text + "parts:\n" + first + second) == [
        f"8:38 key The solver gives 18,704, not 13,312. {biases} {w_o} Or: {biases} {two} Or: {of_projections} {w_o}",
        "9:17 key The solver gives 34,504, not 28,928. This is the same mistake as in your key to attention.",
    ]


def test_a_key_that_is_unexplained_or_unreadable(found):
    assert found(LAYER + "key: 1234567\n") == [
        "7:1 key The solver gives 28,672, not 1,234,567. I can't tell from this number what went wrong."
    ]
    [finding] = found(LAYER + "key: 64 or 128\n")
    assert finding.startswith("7:1 key The solver gives 28,672, not 64 or 128. ")


def test_a_key_that_agrees(found):
    assert found(LAYER + 'key: "28,672"\n') == []


def test_examples(found):
    text = LAYER + (
        "credit: {one_mistake: 0.5}\n"
        "examples:\n"
        "  - {answer: 28672, verdict: correct}\n"
        "  - {answer: 33792, verdict: partial, mistakes: [output_projection.counted]}\n"
        "  - {answer: 28672, verdict: partial}\n"
        "  - {answer: 33792, verdict: partial, mistakes: [biases.counted]}\n"
        "  - {answer: 1234567, verdict: incorrect, mistakes: [biases.counted]}\n"
    )
    assert found(text) == [
        "11:5 example The example expects 28672 to be partial, but it is correct.",
        "12:5 example The example expects 33792 to be explained by biases.counted, but output_projection.counted explains it.",
        "13:5 example The example expects 1234567 to be explained by biases.counted, but nothing explains it.",
    ]
