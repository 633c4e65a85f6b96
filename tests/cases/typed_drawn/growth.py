"""Orders of growth with an oracle of their own: exponents along many directions in which the symbols may grow."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

from tests.cases.typed_drawn.answer import Answer, Chooser

SYMBOLS: Final = ("n", "d", "k", "h", "r")
DIRECTIONS: Final = [
    direction
    for direction in product((0, 1, 2, 5), repeat=5)
    if direction[2] <= direction[0] and direction[4] <= direction[0] and direction[3] <= direction[1]
]
"""Each symbol grows as a power of one variable; a kernel and a neighbourhood are no longer than the sequence, and heads
share the width."""


class Term(NamedTuple):
    """A product: powers of the symbols, of their logarithms, and 2 to the power of a symbol."""

    powers: tuple[int, ...] = (0,) * 5
    logs: tuple[int, ...] = (0,) * 5
    exponentials: tuple[int, ...] = (0,) * 5

    def times(self, other: Term) -> Term:
        """Return the product."""
        return Term(*(tuple(a + b for a, b in zip(*pair, strict=True)) for pair in zip(self, other, strict=True)))


Terms = tuple[Term, ...]


def fingerprint(terms: Terms) -> tuple[object, ...]:
    """Return how a sum grows along every direction: equal for equal orders, and only for these."""
    return tuple(max(_along(term, direction) for term in terms) for direction in DIRECTIONS)


def _along(term: Term, direction: tuple[int, ...]) -> tuple[object, ...]:
    exponentials = tuple(
        sum(each for each, step in zip(term.exponentials, direction, strict=True) if step == size)
        for size in (5, 2, 1)  # the fastest counts first
    )
    power = sum(power * step for power, step in zip(term.powers, direction, strict=True))
    return exponentials, power, sum(log for log, step in zip(term.logs, direction, strict=True) if step)


def _symbol(place: int, power: int = 1) -> Term:
    return Term(powers=tuple(power * (i == place) for i in range(5)))


FACTORS: Final[tuple[tuple[str, Term], ...]] = (
    *((name, _symbol(place)) for place, name in enumerate(SYMBOLS)),
    *((f"{name}^2", _symbol(place, 2)) for place, name in enumerate(SYMBOLS)),
    ("n²", _symbol(0, 2)), ("d²", _symbol(1, 2)), ("n^{2}", _symbol(0, 2)), ("n**2", _symbol(0, 2)), ("n^3", _symbol(0, 3)), ("3", Term()), ("2", Term()),
    ("log n", Term(logs=(1, 0, 0, 0, 0))), ("log(d)", Term(logs=(0, 1, 0, 0, 0))), ("2^n", Term(exponentials=(1, 0, 0, 0, 0))), ("1", Term()),
)  # fmt: skip
OPEN: Final = (
    "O({})",
    "O({})",
    "0({})",
    "Θ({})",
    r"\mathcal{{O}}({})",
    r"$O({})$",
    "{}",
    "T(n) = O({})",
    r"O\left({}\right)",
)
NEVER: Final = ("o({})", "Ω({})", "ω({})", "not {}", "{} is wrong", "it is not {}", "average {}, worst O(d)", "best O(d^7), worst {}", "{}, O(d^7)", "O(d^7), {}", "{} or O(n^5)", "{}; O(d^7)", "{}, d = n",
                "{} where d = n", "{} < O(n^3)", "{}'", "2 sqrt({}) n", "{} 2^n", "at most {}", "less than {}", "{} per head", "{} mod n", "{} apples", "{} if sorted", "{} ± 1",
                "{} -> O(d^7)", "amortised {}", "{} but O(d^7) in practice", "from O(d^7) to {}", "{} and O(d^7)", "{} memory, O(d^7) time", "better than {}", "{} log", "≠ {}", "{} squared", "{} n^{{-1}}", "d^3/{}",
                "{}[0]", "lambda: {}", "{} thousand layers deep squared", "{} without d", "{} halved each time n")  # fmt: skip


def growth(rng: Chooser, truth: Terms, spelled: str) -> Answer:  # noqa: PLR0911 - a return for each operation
    """Return an order of growth, right in about half of the cases, perhaps with something done to it."""
    if rng.random() < 0.6:
        terms, text = truth, spelled
        if rng.random() < 0.4:
            more, extra = _product(rng) if rng.random() < 0.4 else (Term(), "3")
            terms, text = (*terms, more), f"{text} + {extra}" if rng.random() < 0.7 else f"{extra} + {text}"
    else:
        pairs = [_product(rng) for _ in range(rng.choice((1, 1, 2)))]
        terms, text = tuple(term for term, _ in pairs), " + ".join(text for _, text in pairs)
    opened = rng.choice(OPEN)
    answer = Answer(opened.format(text), fingerprint(terms))
    way = rng.choice(("none", "none", "behind", "sum", "product", "never", "square"))
    if way == "none":
        return answer
    if way == "never":
        form = rng.choice(NEVER)
        return answer.become(form.format(answer.text), None, f"operation {form}", understood=False)
    if opened == "{}" or "$" in opened:
        return answer
    more, extra = _product(rng)
    multiplied = fingerprint(tuple(term.times(more) for term in terms))
    if way == "behind":
        return answer.become(f"{answer.text} {extra}", multiplied, "factor behind the brackets", understood=False)
    if way == "sum":
        return answer.become(f"{answer.text} + O({extra})", fingerprint((*terms, more)), "sum of two O")
    if way == "product":
        return answer.become(f"{answer.text} * O({extra})", multiplied, "product of two O", understood=False)
    squared = fingerprint(tuple(one.times(other) for one in terms for other in terms))
    return answer.become(f"{answer.text}^2", squared, "power behind the brackets", understood=False)


def _product(rng: Chooser) -> tuple[Term, str]:
    term, texts = Term(), []
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        text, factor = rng.choice(FACTORS)
        term, texts = term.times(factor), [*texts, text]
    texts.sort(key=lambda text: (not text.isdigit(), "log" in text))  # numbers in front, logarithms behind
    return term, rng.choice((" ", " ", "·", " * ")).join(texts)
