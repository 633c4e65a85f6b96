"""Operations on one number, and two numbers joined by anything, each with what it means."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from tests.cases.typed_drawn.answer import Answer, Chooser, half_of, number
from tests.cases.typed_drawn.numerals import numeral, root

SymbolMeaning = Callable[[Fraction], Fraction | None]


def _by(factor: Fraction | int) -> SymbolMeaning:
    return lambda value: value * factor


def _power(exponent: int) -> SymbolMeaning:
    return lambda value: value**exponent if abs(value) < 10**20 and value else None


def _none(value: Fraction) -> None:
    del value


def _remainder(value: Fraction) -> Fraction:
    return value % 7


OPERATIONS: Final[dict[str, SymbolMeaning]] = {
    "{}^2": _power(2), "{}**2": _power(2), "{}²": _power(2), "({})^2": _power(2), "{} squared": _power(2), "{} cubed": _power(3), "{}^3": _power(3),
    "{}^-1": _power(-1), "{}⁻¹": _power(-1), "1/{}": _power(-1), "{} to the power of 2": _power(2), "{} im Quadrat": _power(2), "{} au carré": _power(2),
    "√{}": root, "sqrt({})": root, r"\sqrt{{{}}}": root, "root of {}": root, "sqrt {}": root, "the square root of {}": root,
    "{}!": _none, "{}'": _none, "{}.T": _none, "{}ᵀ": _none, "{}^T": _none, "{}^{{\\top}}": _none, "{}*": _none, "{}_i": _none, "{}i": _none,
    "{} mod 7": _remainder, "{} % 7": _remainder, "{} modulo 7": _remainder, "{} ± 1": _none, "±{}": _none, "{} +- 1": _none, "{}(1)": _none,
    "{} - 1": lambda v: v - 1, "{} + 1": lambda v: v + 1, "{} minus 1": lambda v: v - 1, "{} plus 1": lambda v: v + 1, "{}-1": lambda v: v - 1,
    "{} less 1": lambda v: v - 1, "{} + x": _none, "{} - b": _none, "{}x": _none, "{}n": _none, "x{}": _none, "{} + ...": _none, "{}++": _none,
    "{}*2": _by(2), "2*{}": _by(2), "2 x {}": _by(2), "{} · 3": _by(3), "{}/2": _by(Fraction(1, 2)), "{} ÷ 4": _by(Fraction(1, 4)), "{} / 1000": _by(Fraction(1, 1000)),
    "{} * 1000": _by(1000), "{} × 12": _by(12), "{} << 1": _by(2), "{} >> 1": _none, "{} // 2": lambda v: Fraction(v // 2), "-{}": _by(-1), "−{}": _by(-1), "-({})": _by(-1),
    "- {}": _by(-1), "minus {}": _by(-1), "negative {}": _by(-1), "moins {}": _by(-1), "|{}|": abs, "abs({})": abs, "log {}": _none, "ln({})": _none, "exp({})": _none,
    "10^{}": _none, "e^{}": _none, "sin({})": _none, "O({})": _none, "f({})": _none, "{} dB": _none, "log10 = {}": _none, "Δ{}": _none,
    "{}%": _by(Fraction(1, 100)), "{}k": _by(1000), "{}M": _by(10**6), "{}K": _by(1000), "{}e-3": _by(Fraction(1, 1000)), "{} e3": _none, "{}?": _by(1), "{}+": _none,
    "{} of 10": _none, "{} out of 100": _none, "{} in 100": _none, "1 in {}": _none, "1:{}": _none, "{}:1": _none, "{} per 2": _none, "{}th": _none, "#{}": _none,
}  # fmt: skip
"""Templates for plain numerals."""

SAME: Final = (" = ", " == ", "=", " ≈ ", ", i.e. ", " or ", ", ", "; ", " and ", "\n", " -> ", " → ", " ⇒ ", " => ", " | ", " oder ", " ou ", " y ", " that is ", " aka ")  # fmt: skip
NEVER: Final = (" vs ", " to ", "..", " ... ", " & ", ":", "±", " not ", ", not ", " instead of ", " rather than ", " != ", " ≠ ", " < ", " ≤ ", " > ", " but ", " then ", " if ", " bis ",
                " nor ", " xor ", ",", " ? ", " _ ", "^^", " corrected to ", " was ", " e ", " o ", "|", "\t", " – ", "…", " after ", " without ", " et non ", " no ")  # fmt: skip


def operated(rng: Chooser, truth: Fraction, *, whole: bool) -> Answer:
    """Return a number to which an operation is applied."""
    answer = numeral(rng, truth, whole=whole)
    if not answer.simple:
        return answer
    value = answer.meaning.entries[0]
    if rng.random() < 0.15:
        return _in_base(rng, answer, value)
    if rng.random() < 0.1:
        return answer.become(f"{answer.text}e3", number(value * 1000, half_of(answer.text) * 1000), "e3")
    if whole and (square := root(truth)) is not None and square**2 == truth and rng.random() < 0.3:
        value, answer = square, Answer(str(square), number(square))
    form = rng.choice(list(OPERATIONS))
    result = OPERATIONS[form](value)
    if "-{}" in form and value < 0:
        result = None  # --5
    meaning = None if result is None else number(result, half_of(answer.text) * (abs(result / value) if value else 1))
    return answer.become(form.format(answer.text), meaning, f"operation {form}", understood=False)


def _in_base(rng: Chooser, answer: Answer, value: Fraction) -> Answer:
    """Return the digits in another base: those of the value, or its decimal digits taken for such."""
    base = rng.choice((2, 8, 16))
    name = {2: "₂", 8: "₈", 16: "₁₆"}[base]
    digits = answer.text
    if value.denominator == 1 and value > 0 and rng.random() < 0.4:
        digits = format(int(value), {2: "b", 8: "o", 16: "x"}[base])
    form = rng.choice((f"{{}}{name}", f"{{}}_{base}", f"{{}}_{{{{{base}}}}}", f"{{}} base {base}", f"{{}} (base {base})", {2: "0b{}", 8: "0o{}", 16: "0x{}"}[base]))  # fmt: skip
    try:
        meaning = number(int(digits, base))
    except ValueError:
        meaning = None
    return answer.become(form.format(digits), meaning, "another base", understood=False)


def joined(rng: Chooser, truth: Fraction, *, whole: bool) -> Answer:
    """Return two numbers with anything between them."""
    one, other = numeral(rng, truth, whole=whole), numeral(rng, truth, whole=whole)
    way = rng.choice(("same", "same", "never", "brackets", "nothing", "arithmetic"))
    layers = (*one.layers, *other.layers)
    if way == "same":
        sign = rng.choice(SAME)
        equal = "≈=".find(sign.strip()[:1]) >= 0 and len(sign.strip()) == 1
        return Answer(one.text + sign + other.text, _agreed(one, other), (*layers, f"joined by {sign!r}"), equal)
    if way == "never":
        sign = rng.choice(NEVER)
        return Answer(one.text + sign + other.text, None, (*layers, f"joined by {sign!r}"), understood=False)
    if way == "brackets":
        form = rng.choice(
            ("{} ({})", "({}) {}", "{} [{}]", "{}({})", "({}, {})", "[{}, {}]", "{{{}, {}}}", "{} {{{}}}")
        )
        is_product = form in ("({}) {}", "{}({})")
        meaning = None if is_product or _agreed(one, other) is None else one.meaning
        return Answer(form.format(one.text, other.text), meaning, (*layers, f"joined as {form}"), understood=False)
    if not (one.simple and other.simple) or other.text.startswith("-"):
        return one
    left, right = one.meaning.entries[0], other.meaning.entries[0]
    if way == "nothing":
        try:
            meaning = number(Fraction(one.text + other.text), half_of(one.text + other.text))
        except ValueError:
            meaning = None
        return Answer(one.text + other.text, meaning, (*layers, "joined by nothing"), understood=False)
    sign = rng.choice(("+", " + ", "*", " × ", "/", " - ", "-", " x ", " minus ", " plus ", " times "))
    result = {"+": left + right, "*": left * right, "×": left * right, "x": left * right, "/": left / right if right else None, "-": left - right,
              "minus": left - right, "plus": left + right, "times": left * right}[sign.strip()]  # fmt: skip
    meaning = None if result is None else number(result, one.meaning.halves[0] + other.meaning.halves[0])
    return Answer(one.text + sign + other.text, meaning, (*layers, f"joined by {sign!r}"), understood=False)


def _agreed(one: Answer, other: Answer) -> object:
    """Return what both say, by the digits written; None if they differ."""
    (left,), (right,) = one.meaning.entries, other.meaning.entries
    finer, coarser = sorted((one.meaning, other.meaning), key=lambda each: each.halves[0])
    return finer if abs(left - right) <= coarser.halves[0] * (finer.halves != coarser.halves) or left == right else None
