"""Question type on the slopes of attention with linear biases (ALiBi): its solver, sentences and examples."""

from __future__ import annotations

from typing import Any

from checker.engine.trace import choose, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._sizes import Length


def alibi_slopes(num_heads: Length) -> tuple[float, ...]:
    """Compute the slopes of ALiBi: what each head subtracts from a score for each position between query and key.

    Formula: 2^(-8i/n) for i = 1 ... n, where n is num_heads, a power of two.  Otherwise n is the power of two below it,
        and the remaining heads take the first, third, fifth ... slope of 2n heads: 2^(-8(2j - 1)/(2n)) for j = 1 ...
    Sizes: num_heads slopes, one for each head.  The step `exponents` has them as powers of two, 8i/n.
    Answer: a vector.
    Source: Press et al. 2022, section 3; for other numbers of heads the authors' published code (get_slopes).

    >>> alibi_slopes(num_heads=3)
    (0.0625, 0.00390625, 0.25)
    """
    power = 1 << (num_heads.bit_length() - 1)
    extra = num_heads - power
    eight = choose(
        "eight",
        8.0,
        left_out=wrong(1.0, "You left out the 8 in the exponent. The smallest slope is 2⁻⁸ for every number of heads."),
        halving=wrong(
            float(power),
            "You halved the slope from head to head. How fast slopes fall depends on the number of heads.",
            COMMON,
        ),
    )
    first = choose(
        "first_head",
        1,
        from_0=wrong(0, "You began with the exponent 0, so your first slope is 1. Slopes are smaller than 1.", COMMON),
    )

    def slopes(heads: int, count: int, start: int = first, stride: int = 1) -> list[float]:
        return [eight * (start + stride * i) / heads for i in range(count)]

    regular = slopes(power, power)
    remaining = slopes(2 * power, extra, stride=2)
    exponents = choose(
        "other_heads",
        regular + remaining,
        one_formula=wrong(
            lambda: slopes(num_heads, num_heads),
            "You used the formula for powers of two. "
            "The remaining heads take every other slope of twice as many heads.",
            COMMON,
        ),
        of_next_power=wrong(
            lambda: slopes(2 * power if extra else power, num_heads),
            "You used the slopes of the next power of two. Begin with those of the power of two below.",
        ),
        without_skipping=wrong(
            lambda: regular + slopes(2 * power, extra),
            "You took the remaining slopes one after the other. Take every other one.",
        ),
        continued=wrong(
            lambda: slopes(power, num_heads),
            "You continued the series beyond its end. The first of the remaining slopes is larger than all others.",
        ),
        even_ones=wrong(
            lambda: regular + slopes(2 * power, extra, start=first + 1, stride=2),
            "You took every other slope from the second one on. Those are already used. Begin with the first.",
        ),
        first_others=wrong(
            lambda: remaining + regular,
            "You wrote the remaining slopes first. Those of the power of two come first.",
            RARE,
        ),
        in_order=wrong(
            lambda: sorted(regular + remaining),
            "You sorted the slopes by size. Those of the power of two come first, then the others.",
        ),
    )
    powers = step("exponents", tuple(exponents), how="8i / n")
    result = choose(
        "form",
        lambda: tuple(2.0**-power for power in powers),
        growing=wrong(
            lambda: tuple(2.0**power for power in powers),
            "You left out the minus sign in the exponent. Slopes are smaller than 1.",
        ),
        of_ten=wrong(
            lambda: tuple(10.0**-power for power in powers), "You used powers of ten. Slopes are powers of two.", RARE
        ),
        negative=wrong(
            lambda: tuple(-(2.0**-power) for power in powers),
            "You made the slopes negative. Slopes are positive; the distances that they multiply are negative.",
            COMMON,
        ),
        fraction=wrong(
            lambda: tuple(1.0 / power for power in powers),
            "You divided 1 by the exponent. Raise 2 to the negative exponent.",
            RARE,
        ),
    )
    return step("total", result, how="2^(-exponents)")


examples: list[dict[str, Any]] = [{"num_heads": 4}, {"num_heads": 6}, {"num_heads": 12}, {"num_heads": 8}]
