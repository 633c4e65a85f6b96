"""Text with its mathematics in signs."""

import pytest

from checker.writeups.language.plain import boxed, plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nothing to do", "nothing to do"),
        (r"$3 \times 4 = 12$", "3 × 4 = 12"),
        (r"27{,}648", "27,648"),
        (r"$82\,944$", "82 944"),
        (r"$\frac{1}{2}$", "1/2"),
        (r"$\frac{a + b}{2}$", "(a + b)/2"),
        (r"$\frac{\frac{1}{2}}{3}$", "(1/2)/3"),
        (r"$\sqrt{16} + \sqrt 9$", "√(16) + √(9)"),
        (r"\boxed{42}", "42"),
        (r"$\text{total} = 5$", "total = 5"),
        (r"$\mathbf{\mathrm{W}} = 5$", "W = 5"),
        (r"$\left( 5 \right)$", "( 5 )"),
        (r"$5 \label{eq:1}$", "5"),
        (r"\begin{aligned} x &= 5 \end{aligned}", "x &= 5"),
        (r"$a \Rightarrow b \to c$", "a ⇒ b → c"),
        (r"$W \in \mathbb{R}^{24 \times 51}$", r"W \in ℝ 24 × 51"),
        (r"12 \%", "12 %"),
        (r"$22.9^\circ$", "22.9°"),
        (r"$28.4~^{\circ}\mathrm{C}$", "28.4° C"),
        ("it costs $5", "it costs $5"),
        (r"$\unknown{5}$", r"\unknown{5}"),
    ],
)
def test_latex_becomes_signs(text, expected):
    assert " ".join(plain(text).split()) == expected


def test_boxed_pieces():
    assert boxed(r"so \boxed{42} and \fbox{a {b} c}") == ["42", "a {b} c"]
    assert boxed("no box") == []
