"""Students' plain text is not Markdown: what could be a number or a formula stays as it is."""

import pytest


@pytest.mark.parametrize("suffix", [".md", ".txt"])
@pytest.mark.parametrize(
    "text",
    [
        "3*(64*64) + 2*64*120",
        "2**10",
        "= 2**10 + 3**4",
        "2 ** 10 and 3 ** 4",
        "d_model * h * 2",
        "n_{hid} = 4, n_{in} = 5",
        "x_1 and y_1",
        "3 *64 + 2* 5",
        "(Q *K) + (K* V)",
        "a*b*c",
        "*",
        "27648.",
        "1234567890.",
        "3) Calculate the total",
        "1. one",
        "007. bond",
        "Q #03 :-",
        "#Q1",
        "$25",
        "$1,000 and $2,000",
        "$5-$10, or 5$ and 10$",
        "~ 218 million",
        "[0, 1](2)",
        "[0.245](0.3)",
        "[0, 1, 1] * [1, 1, 0]",
        "[CLS] token [SEP]",
        "[1]: the paper",
        "x < 3 and y > 5",
        "<your answer>",
        "a & b",
        "R&D; 3 & 4",
        r"\frac{1}{2} \times 3",
        r"27\,648",
        "Name: ________",
        "+ 64 * 120",
        "!important",
        "f(x) = |x|",
        "`not closed",
        "-5",
        "0.5 - 0.25",
        "n_parameters_ffnn = 3",
        "a -> b => c",
        "100 % of 5#",
        "\\",
    ],
)
def test_stays(texts, text, suffix):
    assert texts(text, suffix) == [text]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        (r"n\*n \_ 5 \# \% \$5", "n*n _ 5 # % $5"),
        ("*total* and _words_ of it", "total and words of it"),
        ("the *total* is", "the total is"),
        ("**27,648**", "27,648"),
        ("a = **2**10**", "a = 2**10"),
        ("__Total:__ 5", "Total: 5"),
        ("***all***", "all"),
        ("`d_model*2`", "d_model*2"),
        ("``a ` b``", "a ` b"),
        ("[text](https://example.org/a_(b))", "text"),
        ('[the *paper*](paper.html "title")', "the paper"),
        ("[one](#one) and [two](two/three)", "one and two"),
        ("<https://example.org>", "https://example.org"),
        ("a&nbsp;b &lt; &#51; &times; 2", "a b < 3 × 2"),
        ("10<sup>4</sup> and H<sub>2</sub>O", "10^4 and H_2O"),
        ("10<sup>-4</sup>, x<sub>max</sub>", "10^{-4}, x_{max}"),
        ("<span style='color:red'>5</span><u>6</u>", "56"),
        ("5 <!-- hidden 7 --> 6", "5  6"),
        ("a line\\", "a line\\"),
        ("+ a bullet", "a bullet"),
        ("- + 5", "+ 5"),
    ],
)
def test_markup_is_left_out(texts, text, read_as):
    assert texts(text) == [read_as]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        (r"so \(a * b * c\) is", "so $a * b * c$ is"),
        (r"so \[a_1 * b_1\] is", "so $a_1 * b_1$ is"),
        (r"$a * b$ and *c* $d * e$", "$a * b$ and c $d * e$"),
        (r"so $$x_1 * y_1 * 2$$ is", "so $x_1 * y_1 * 2$ is"),
        ("$ 3 \\times 4 $", "$3 \\times 4$"),
        (r"$27{,}648$ at $\$5$", r"$27{,}648$ at $\$5$"),
        (r"\(a\) costs $25 or \(b\)", "$a$ costs $25 or $b$"),
        (r"an \(open bracket", "an (open bracket"),
        ("$[0, 1](a)$", "$[0, 1](a)$"),
    ],
)
def test_mathematics_stays_latex(texts, text, read_as):
    assert texts(text) == [read_as]


def test_indented_text_is_no_code(blocks):
    assert blocks("    Q1\n    the answer is 5\n\n        ## Deep\n", ".txt") == [
        ("paragraph", ["Q1", "the answer is 5"]),
        ("heading", ["Deep"]),
    ]


def test_numbers_alone_are_kept_and_so_is_a_dash(blocks):
    assert blocks("Q1\n\n27648.\n\nQ2\n\n-\n\nQ3\n-\n5") == [
        ("paragraph", ["Q1"]),
        ("item", ["27648."]),
        ("paragraph", ["Q2"]),
        ("item", ["-"]),
        ("paragraph", ["Q3", "-"]),
        ("paragraph", ["5"]),
    ]


def test_terms_of_a_sum_keep_their_sign(texts):
    assert texts("30,720,000\n+ 393,216\n+ $1,536$\n= 31,114,752") == [
        "30,720,000",
        "+ 393,216",
        "+ $1,536$",
        "= 31,114,752",
    ]
