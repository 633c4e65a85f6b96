"""Vectors, matrices and shapes in every spelling, and what is done to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from tests.cases.typed_drawn.answer import Answer, Chooser, Value, decimal, half_of, listed

Rows = Sequence[Sequence[str]]

VECTORS: Final = ("[{}]", "({})", "{}", "{{{}}}", "⟨{}⟩", "array([{}])", "np.array([{}])", "tensor([{}])", "torch.tensor([{}])", "array([{}], dtype=float32)",
                  "tensor([{}], device='cuda:0')", "[[{}]]", "<{}>", r"\langle {} \rangle", "v = [{}]", "numpy.array([{}])")  # fmt: skip
SHAPES: Final = ("({})", "[{}]", "{}", "torch.Size([{}])", "TensorShape([{}])", "shape = ({})", "size ({})")
SAME: Final = ("{}", "{}", "{}?", "{} ")
NEVER: Final = ("{}, [9, 9]", "{}, 9", "{}[0]", "{}.sum()", "{}.mean()", "np.sum({})", "{} + 1", "{} - 1", "{} ± 1", "{} + b", "{}^-1", "inv({})", "{} {}", "{} or {}",
                "max({})", "{}; [9, 9]", "{} @ W", "{} x", "softmax({})", "{} / n", "det {}", "{}.T, 9", "{}[:-1]", "reversed {}", "{}, dtype=float), [9, 9])",
                "¬{}", "relu({})", "{} = 0", "{} != 0", "{}.argmax()", "len({})", "{}[::-1]", "{} - {}", "{}.shape", "{} mod 7", "diag({})", "{}₈", "{} -> 9", "{}, {}", "{}\n9 9")  # fmt: skip
SCALED: Final[dict[str, Fraction | int]] = {
    "{} * 2": 2, "2 * {}": 2, "2{}": 2, "{}/2": Fraction(1, 2), "{} * 1000": 1000, "-{}": -1, "- {}": -1, "{} × 3": 3, "{} thousand": 1000, "{} percent": Fraction(1, 100),
    "{} %": Fraction(1, 100), "{}%": Fraction(1, 100), "{} k": 1000, "{} / 1000": Fraction(1, 1000), "{} ÷ 4": Fraction(1, 4), "1/2 {}": Fraction(1, 2), "{} / sqrt(4)": Fraction(1, 2), "{} e3": 1000,
    "{} halved": Fraction(1, 2), "{} million": 10**6, "{} dozen": 12, "minus {}": -1,
}  # fmt: skip
TRANSPOSED: Final = ("{}.T", "{}'", "{}ᵀ", "{}^T", r"{}^{{\top}}", "{}^⊤", "np.transpose({})", "{}.transpose()", "{} transposed", "transpose of {}", "{}.t()", r"{}^\top", "{}^{{T}}")  # fmt: skip
AXES: Final = (" x ", "x", " × ", "×", " by ", "-by-", " X ", "*", r" \times ", ", ", " ")


def vector(rng: Chooser, truth: tuple[Fraction, ...]) -> Answer:
    """Return a list of numbers, perhaps with something done to it."""
    entries = _varied(rng, truth)
    texts = tuple(map(decimal, entries))
    sign = rng.choice((", ", ",", "; ", " ", "\n", ", "))
    form = rng.choice(VECTORS)
    answer = Answer(
        form.format(sign.join(texts)), _value(texts, entries, (len(entries),)), (), understood=sign.strip() in ",;"
    )
    return _changed(rng, answer, lambda meaning: meaning)


def matrix(rng: Chooser, truth: tuple[tuple[Fraction, ...], ...]) -> Answer:
    """Return a table of numbers, perhaps with something done to it."""
    rows, columns = len(truth), len(truth[0])
    entries = _varied(rng, tuple(entry for row in truth for entry in row))
    if rng.random() < 0.3:
        entries, rows, columns = _turned(entries, rows, columns), columns, rows
    texts = tuple(map(decimal, entries))
    lines = [texts[row * columns : (row + 1) * columns] for row in range(rows)]
    form = rng.choice((_brackets, _brackets, _array, _lines, _semicolons, _latex, _matlab))
    answer = Answer(form(lines), _value(texts, entries, (rows, columns)), (), understood=True)
    return _changed(rng, answer, _transposed)


def shape(rng: Chooser, truth: tuple[int, ...]) -> Answer:
    """Return the shape of an array, perhaps with something done to it."""
    sizes = tuple(int(size) for size in _varied(rng, tuple(map(Fraction, truth))) if size.denominator == 1)
    sizes = tuple(reversed(sizes)) if rng.random() < 0.2 else sizes
    meaning = listed(tuple(map(Fraction, sizes)), (len(sizes),))
    if rng.random() < 0.5:
        text = rng.choice(SHAPES).format(", ".join(map(str, sizes)))
    else:
        text = rng.choice(AXES[:-2]).join(map(str, sizes))
        space = rng.choice(("{}", "{}", "R^{{{}}}", r"\mathbb{{R}}^{{{}}}", "∈ ℝ^{{{}}}", "ℝ^({})"))
        text = space.format(text)
    answer = Answer(text, meaning)
    if rng.random() < 0.5:
        return answer
    form = rng.choice((*NEVER, *TRANSPOSED, *SCALED, "{} x 2", "{}x1", "{} + (1,)", "{} rows", "({}, 3)"))
    return answer.become(form.format(text, text), None, f"operation {form}", understood=False)


def _varied(rng: Chooser, truth: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Return the truth, in six cases of ten."""
    if rng.random() < 0.6:
        return truth
    way = rng.choice(("factor", "entry", "longer", "reversed", "shorter"))
    if way == "factor":
        factor = rng.choice(
            (Fraction(1000), Fraction(1, 1000), Fraction(2), Fraction(1, 2), Fraction(100), Fraction(-1))
        )
        return tuple(entry * factor for entry in truth)
    place = rng.randint(0, len(truth) - 1)
    if way == "entry" or len(truth) > 3:
        return (*truth[:place], truth[place] + rng.choice((1, 2, 3)), *truth[place + 1 :])
    if way == "longer":
        return (*truth, Fraction(rng.randint(2, 9)))
    return truth[1:] if way == "shorter" and len(truth) > 2 else tuple(reversed(truth))


def _changed(rng: Chooser, answer: Answer, transposed: Callable[[Value], Value]) -> Answer:
    """Return the answer with an operation, in half of the cases."""
    way = rng.choice(("none", "none", "never", "scaled", "transposed"))
    if way == "none":
        return answer
    forms = {"never": NEVER, "scaled": tuple(SCALED), "transposed": TRANSPOSED}[way]
    form = rng.choice(forms)
    meaning = {"never": lambda: None, "scaled": lambda: answer.meaning.times(SCALED[form]), "transposed": lambda: transposed(answer.meaning)}[way]()  # fmt: skip
    known = way == "transposed" and answer.text[:1] == "["
    is_closed = answer.text[-1:] in ")]}⟩>" or answer.text.endswith("rangle")
    if not is_closed or ("=" in answer.text[:3] and not form.startswith("{}")):
        meaning = None  # `1, 2 thousand` multiplies the last one only, and `-v = [1, 2]` says what -v is
    return answer.become(form.format(answer.text, answer.text), meaning, f"operation {form}", understood=known)


def _value(texts: Sequence[str], entries: tuple[Fraction, ...], lengths: tuple[int, ...]) -> Value:
    return Value(entries, tuple(map(half_of, texts)), lengths)


def _turned(entries: Sequence[Fraction], rows: int, columns: int) -> tuple[Fraction, ...]:
    return tuple(entries[row * columns + column] for column in range(columns) for row in range(rows))


def _transposed(meaning: Value) -> Value:
    rows, columns = meaning.shape
    return Value(_turned(meaning.entries, rows, columns), _turned(meaning.halves, rows, columns), (columns, rows))


def _brackets(rows: Rows) -> str:
    return f"[{', '.join('[' + ', '.join(row) + ']' for row in rows)}]"


def _array(rows: Rows) -> str:
    return f"np.array({_brackets(rows)})"


def _lines(rows: Rows) -> str:
    return "\n".join(" ".join(row) for row in rows)


def _semicolons(rows: Rows) -> str:
    return "; ".join(" ".join(row) for row in rows)


def _matlab(rows: Rows) -> str:
    return f"[{'; '.join(' '.join(row) for row in rows)}]"


def _latex(rows: Rows) -> str:
    return r"\begin{bmatrix} " + r" \\ ".join(" & ".join(row) for row in rows) + r" \end{bmatrix}"
