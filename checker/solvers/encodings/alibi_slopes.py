"""Slopes of attention with linear biases (ALiBi)."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.engine.trace import choose, step
from checker.solvers._shared.sizes import Length


def alibi_slopes(num_heads: Length) -> tuple[float, ...]:
    """The slopes of ALiBi: how much each head takes off a score for each position between query and key.

    Formula: 2^(-8i/n) for i = 1 ... n, where n is num_heads, a power of two.  Else n is the power of two below it, and
        the remaining heads take the first, third, fifth ... slope of 2n heads: 2^(-8(2j - 1)/(2n)) for j = 1 ...
    Sizes: num_heads slopes, one for each head.  The step `exponents` has them as powers of two, 8i/n.
    Answer: a vector.
    Source: Press et al. 2022, section 3; for other numbers of heads the authors' published code (get_slopes).

    >>> alibi_slopes(num_heads=3)
    (0.0625, 0.00390625, 0.25)
    """
    power = 1 << (num_heads.bit_length() - 1)
    extra = num_heads - power
    eight = choose("eight", 8.0, left_out=1.0, halving=float(power))
    first = choose("first_head", 1, from_0=0)

    def slopes(heads: int, count: int, start: int = first, stride: int = 1) -> list[float]:
        """The exponents of some of the slopes that so many heads have."""
        return [eight * (start + stride * i) / heads for i in range(count)]

    own = slopes(power, power)
    between = slopes(2 * power, extra, stride=2)
    exponents = choose(
        "other_heads",
        own + between,
        one_formula=lambda: slopes(num_heads, num_heads),
        of_next_power=lambda: slopes(2 * power if extra else power, num_heads),
        without_skipping=lambda: own + slopes(2 * power, extra),
        continued=lambda: slopes(power, num_heads),
        even_ones=lambda: own + slopes(2 * power, extra, start=first + 1, stride=2),
        first_others=lambda: between + own,
        in_order=lambda: sorted(own + between),
    )
    powers = step("exponents", tuple(exponents), how="8i / n")
    found = choose(
        "form",
        lambda: tuple(2.0**-power for power in powers),
        growing=lambda: tuple(2.0**power for power in powers),
        of_ten=lambda: tuple(10.0**-power for power in powers),
        negative=lambda: tuple(-(2.0**-power) for power in powers),
        fraction=lambda: tuple(1.0 / power for power in powers),
    )
    return step("total", found, how="2^(-exponents)")


explain = {
    "eight.left_out": "You left out the 8; it is the exponent of the smallest slope, whatever the number of heads.",
    "eight.halving": "You halved from head to head; how fast slopes fall depends on the number of heads.",
    "first_head.from_0": "You began with the exponent 0; the first slope is already the ratio of the series.",
    "other_heads.one_formula": "You used the formula for powers of two; other numbers of heads take the slopes "
    "of the power of two below, and then every other slope of twice as many heads.",
    "other_heads.of_next_power": "You took the slopes of the next power of two; the rule begins with those of the one "
    "below.",
    "other_heads.without_skipping": "You took the further slopes one after the other; only every other one is new.",
    "other_heads.continued": "You continued the series beyond its end; the first of the further slopes is larger than "
    "all, any others lie between.",
    "other_heads.even_ones": "You took every other slope from the second one on; those are there already. "
    "Begin with the first.",
    "other_heads.first_others": "You put the further slopes first; those of the power of two come first.",
    "other_heads.in_order": "You put the slopes in order of size; "
    "those of the power of two come first, then the others.",
    "form.growing": "You left out the minus in the exponent; slopes are smaller than one.",
    "form.of_ten": "You took powers of ten; slopes are powers of two.",
    "form.negative": "You gave the slopes a minus; they are positive, and multiplied by a negative distance.",
    "form.fraction": "You took one over the exponent; the exponents are those of powers of two.",
}

weights = {
    "eight.halving": 4,
    "first_head": 4,
    "other_heads.one_formula": 4,
    "other_heads.first_others": 1,
    "form.of_ten": 1,
    "form.negative": 4,
    "form.fraction": 1,
}

examples: list[dict[str, Any]] = [{"num_heads": 4}, {"num_heads": 6}, {"num_heads": 12}, {"num_heads": 8}]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters; every number of heads may come."""
    return {"num_heads": rng.choice([1, 2, 4, 8, 16, 32, 64, rng.randint(3, 128), rng.randint(3, 40)])}
