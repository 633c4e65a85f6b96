"""Wrong ways that no solver names: other numbers of the question, one for several steps, parts of matrices."""

import pytest

from checker import check
from tests.bank import bank


def told(problem, part, answer, level="full"):
    return check(bank().problems[problem], answer, part, feedback=level).outcome.feedback.message


@pytest.mark.parametrize(
    ("problem", "part", "answer", "said"),
    [
        # 98,000 of the 100,000 tokens were in the prompt: 2 · 80 · 8 · 128 · 98,000 / 2^30
        ("kv-cache-llama3-70b-int8", "total", "14.95 GiB", "used 98,000 in place of 100,000 (the length)"),
        # 512 · 1000 + 1000, with the width of the blocks for their 2048 output channels
        ("resnet-50", "connected", "513000", "used 512 in place of 2,048 (the number of inputs)"),
        # 32 buckets with a vector of the model each, where 8 heads have a number each
        ("t5-small", "distances", "16384", "used 512 (the model width) in place of 8 (the number of heads)"),
        # 1024 for 1000 positions: 1024 · 768 · 50257
        ("vocabulary-flops", None, "39523713024", "used 1,024 in place of 1,000"),
        # 3 · 768² + 768
        (
            "bert-masked",
            "projections",
            "1770240",
            "left out the term 12·size in all but one of the steps queries, keys",
        ),
        # 4 · (108² + 108) + 2 · 108
        ("encoder-layer-size", "attention", "47304", "also added one of the 2 norms"),
        # 640 · 384 + 2 · 384, with gains and biases of the norm
        ("layer-before-norm", None, "246528", "also added 2·384"),
        # 2 · 3 · 60², with the cross-attention
        ("decoder-layer-weights", "projections", "21600", "also added the step cross attention › input projections"),
        # 25 · (6 · 6 · 3 · 112 + 112)
        ("thumbnails", "patch-embedding", "305200", "also multiplied by the part patches"),
        # one mean for all channels, in the shape of two groups
        ("group-norm-channels", "means", "[[4.5, 4.5], [3.5, 3.5]]", "You normalised each row as a whole."),
        # the means of the groups over both examples
        ("group-norm-channels", "means", "[[1.5, 6.5], [1.5, 6.5]]", "You normalised each group over the whole batch."),
        # the + 1 left out for the width alone
        ("photo-classifier-shapes", "after-1", "[24, 44, 58]", "In entry 3 only: you left out the + 1."),
        # Q K / √3
        ("one-head-by-hand", "scores", "[[1.15, -0.58, 1.73], [1.15, 0, 2.31]]", "And you already divided by √d_k."),
        ("shared-keys", "queries", "[[2, 2], [1, 2], [0, 0]]", "gave columns 1 and 2 only"),
        # X W_Q / √2
        ("causal-self-attention", "queries", "[[0.707, 0], [1.414, 0.707], [0.707, -0.707]]", "divided by √d_k"),
        # 3 · 4 - 2 · 5 for 3 · 4 + 2 · 5
        ("cross-product", None, "[5, 2, 4]", "Check the signs of the products in entry 2."),
        ("growth-of-convolution", "operations", "O(k n^2 d)", "those of n and d may be exchanged"),
        ("growth-of-convolution", "operations", "O(k n d^2 log_k n)", "also multiplied by the part path"),
        # W_hhᵀ h = [3, 1]
        ("rnn-two-units", "first", "[5, 2.5]", "used the rows of [[0.5, 1], [2, -1]] as its columns"),
        # 3 + 2 + 8 for 3 - 2 + 8
        ("angle", None, "31.81", "You lost a minus sign in a product of the dot product of u and v."),
        # predictions read down the columns: -log2(0.1) - log2(0.7) - log2(0.2)
        ("loss-in-bits", None, "6.158", "You read the table by its columns."),
        # -3 · log2((0.3 + 0.7 + 0.04) / 3)
        ("loss-in-bits", None, "4.585", "You averaged the probabilities before the logarithm."),
        # cut off, then swapped: 4.5875
        ("kv-cache-llama3-8b", "total", "4.857", "two neighbouring digits may be swapped"),
        # 5 · 5 for 3 · 3: 5 · 5 · 12 · 20 + 20
        ("digits-network", "second-convolution", "6020", "used 5 in place of 3"),
        # 14 · 14 positions: 14 · 14 · 3 · 3 · 96 · 200
        ("deeper-filters", "weights", "33868800", "also multiplied by 196"),
        # (200 + 70) · 65 + 65
        ("letters-one-by-one", "output", "17615", "used 200 + 70 in place of 200 (the number of inputs)"),
        # the input's weights at the state, and the reverse: 0.6 · 0.4 + 0.5 · 1.5
        ("gru-one-step", "reset", "[0.7291]", "in place of [[0.5], [1.2], [0.9]], and the reverse"),
        # the scores and the weighted sums: 2 · 2 · 100 · 100 · 512
        ("attention-block-flops", "scores", "20480000", "also added the step weighted values"),
        # pre-activation 0.5 · 2 - 0.4 · 0.5 = 0.8, where tanh(1) = 0.7616 would be 0.76 or more
        ("lstm-one-step", "candidate", "[0.8]", "Perhaps: you left out the tanh of the candidate."),
        # 5 · 3 · (144² + 144)
        ("character-model", "attention", "313200", "leaves the output projection W_O out"),
        # the probability of "positive" each time
        ("loss-of-three-reviews", None, "0.723", "probability of the last class every time"),
        # (2 · 12 + 1) · 2 · 768
        ("gpt2-small", "norms", "38400", "multiplied by the number of layers, and added the final norm"),
        ("two-channels", None, "[[5, 10, 29]]", "gave row 1 only"),
        # without the feed-forward block; two mistakes together give it, too
        ("encoder-layer-size", "total", "47520", "This is attention and norms together"),
        # 4 · (128 · 128 + 128): the width of the encoder, 200, is 128 here
        ("attention-to-an-encoder", "total", "66048", "128 (the model width) instead of 200 (the width)"),
    ],
)
def test_the_wrong_way_is_told(problem, part, answer, said):
    assert said in told(problem, part, answer)


def test_an_entry_with_the_number_of_its_neighbour():
    entries = [number / 2 for number in range(1, 17)]
    entries[10] = 5
    message = told("alibi-sixteen-heads", "exponents", str(entries))
    assert "Check entry 11: you may have written a number next to it twice." in message


def test_a_decimal_point_says_more_than_a_neighbour():
    message = told("first-encodings", "angles", "[[0, 0, 0], [1, 0.1, 0.01], [2, 0.2, 0.2]]")
    assert "Check the decimal point of entry (3, 3)." in message


def test_a_whole_number_is_no_tenth_of_another():
    assert "decimal point" not in told("cross-product", None, "[5, 2, 4]")


@pytest.mark.parametrize("answer", ["1770240", "[[2, 2], [1, 2], [0, 0]]"])
def test_below_full_nothing_is_confirmed(answer):
    problem, part = ("bert-masked", "projections") if answer.isdigit() else ("shared-keys", "queries")
    assert "768" not in told(problem, part, answer, "explain").replace("1,770,240", "")


@pytest.mark.parametrize("number", [513_007, 1_770_251, 305_219, 47_391])
def test_another_number_near_is_not_explained_so(number):
    for problem, part in (
        ("resnet-50", "connected"),
        ("bert-masked", "projections"),
        ("encoder-layer-size", "attention"),
    ):
        message = told(problem, part, str(number))
        assert "in place of" not in message
        assert "in all but one" not in message
        assert "also added" not in message
