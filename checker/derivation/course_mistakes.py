"""Mistakes in functions of distributions, statistics and counting: another tail, a wrong divisor, orders not counted.

INSTEAD has them all by function, together with those in functions of matrices and complex numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import Operand, combine_values
from checker.derivation.array_mistakes import MISTAKES_WITH_ARRAYS, FunctionMistake
from checker.derivation.function_library import call_with
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.formula.functions import OF_DISTRIBUTIONS

Effect = Callable[..., Operand]

OF_COUNTS: Final = "the probability of {} instead of {{counts}}"
"""What a student took; {sf+1} is filled with other counts, and {counts} with the right ones: `at least 3`."""

_HALF: Final = 0.5
_WITH_SD: Final = 3
"""Number of arguments of a normal distribution whose standard deviation is given."""


def _shifted(name: str, shift: int) -> Effect:
    """Return the effect of a distribution's function at k + `shift` instead of k."""
    return lambda k, *parameters: call_with(name, combine_values("+", k, shift), *parameters)


def _as_normal(what: str) -> Effect:
    """Return the effect of using the normal distribution for that of t."""
    return lambda x, _: call_with(f"normal_{what}", x)


def _inverted_rate(name: str) -> Effect:
    """Return the effect of giving 1/rate as the rate."""
    return lambda x, rate: call_with(name, x, combine_values("/", 1, rate))


def _squared(name: str) -> Effect:
    """Return the effect of giving the variance where a function takes the standard deviation last.

    It raises NoValue if none is given.
    """

    def effect(*values: Operand) -> Operand:
        if len(values) < _WITH_SD:
            raise arithmetic.NoValue("has no standard deviation")
        return call_with(name, *values[:-1], combine_values("*", values[-1], values[-1]))

    return effect


def _doubled(name: str, *values: Operand) -> Operand:
    """Return twice a function's value, as of two tails."""
    return combine_values("*", 2, call_with(name, *values))


def _of_distribution(name: str) -> tuple[FunctionMistake, ...]:
    """Return the mistakes about a function of a distribution."""
    family, _, what = name.partition("_")
    kind = (
        what if what in ("pmf", "pdf", "quantile") else f"{what} of {'counts' if _is_discrete(family) else 'numbers'}"
    )
    of_kind = tuple((option, weight, text, make(family)) for option, weight, text, make in _OF_KIND.get(kind, ()))
    if what == "quantile":
        of_kind += _tails(name) if family in _SYMMETRIC else ()
    of_family = {
        "t": (("as_normal", COMMON, "You used the normal distribution instead of t in {bare}.", _as_normal(what)),),
        "exponential": (("rate_inverted", USUAL, "You used 1/rate as the rate in {bare}.", _inverted_rate(name)),),
        "normal": (
            ("as_variance", USUAL, "You used the variance as the standard deviation in {bare}.", _squared(name)),
        ),
    }
    further: tuple[FunctionMistake, ...] = of_family.get(family, ()) if name != "t_pdf" else ()
    if name == "normal_quantile":
        text = "You gave the standard score of {bare}, without the mean and the standard deviation."
        further += (("standard_score", USUAL, text, _standard_score),)
    if name == "geometric_pmf":
        further = (("failures_counted", USUAL, "You counted the failures only in {bare}.", _shifted(name, 1)),)
    return (*of_kind, *further)


def of_upper_tail(name: str) -> tuple[FunctionMistake, ...]:
    """Return the mistakes about `1 - cdf`, which is how authors write an upper tail.

    They are those of `sf`; their sentences are about the whole difference.
    """
    upper = _of_distribution(f"{name.removesuffix('cdf')}sf")
    return tuple(
        (option, weight, sentence.replace("{counts}", "{sf}").replace(" in {bare}", ""), partial(_complement, effect))
        for option, weight, sentence, effect in upper
    )


def _complement(effect: Effect, *values: Operand) -> Operand:
    """Return 1 minus the value of an effect."""
    return combine_values("-", 1, effect(*values))


_SYMMETRIC: Final = frozenset({"normal", "t"})


def _at_other_tail(name: str, turn: Callable[[Operand], Operand]) -> Effect:
    """Return the effect of a quantile at another probability."""
    return lambda probability, *parameters: call_with(name, turn(probability), *parameters)


def _split(probability: Operand) -> Operand:
    """Return the probability at which a quantile leaves half as much beyond it: 0.99 for 0.98."""
    at = combine_values("+", probability, 1) if probability > _HALF else probability
    return combine_values("/", at, 2)


def _joined(probability: Operand) -> Operand:
    """Return the probability at which a quantile leaves twice as much beyond it: 0.95 for 0.975."""
    twice = combine_values("*", probability, 2)
    return combine_values("-", twice, 1) if probability > _HALF else twice


def _tails(name: str) -> tuple[FunctionMistake, ...]:
    """Return the mistakes about the tails of a quantile."""
    return (
        ("tail_split", USUAL, "You split the tail onto both sides in {bare}.", _at_other_tail(name, _split)),
        ("one_tail", USUAL, "You put the whole tail on one side in {bare}.", _at_other_tail(name, _joined)),
    )


def _standard_score(probability: Operand, *parameters: Operand) -> Operand:
    """Return the standard normal quantile, without mean and standard deviation. Raise NoValue if none are given."""
    if not parameters:
        raise arithmetic.NoValue("is a standard score")
    return call_with("normal_quantile", probability)


def _is_discrete(family: str) -> bool:
    """Return whether a family of distributions is one of counts."""
    return f"{family}_pmf" in OF_DISTRIBUTIONS


def _other_function(what: str) -> Callable[[str], Effect]:
    """Return a function that takes a family such as `normal` and returns the effect of calling `normal_<what>`."""
    return lambda family: partial(call_with, f"{family}_{what}")


_ABOVE: Final = (
    "other_tail",
    COMMON,
    "You took the probability above {first} instead of below it.",
    _other_function("sf"),
)
_BELOW: Final = (
    "other_tail",
    COMMON,
    "You took the probability below {first} instead of above it.",
    _other_function("cdf"),
)
_MORE: Final = ("other_tail", COMMON, f"You took {OF_COUNTS.format('{sf}')}.", _other_function("sf"))
_LESS: Final = ("other_tail", COMMON, f"You took {OF_COUNTS.format('{cdf}')}.", _other_function("cdf"))
_ONE_VALUE: Final = ("as_pmf", USUAL, f"You took {OF_COUNTS.format('{pmf}')}.", _other_function("pmf"))
_DENSITY: Final = ("as_pdf", RARE, "You took the density, which is no probability, in {bare}.", _other_function("pdf"))

_OF_KIND: Final[Mapping[str, tuple[tuple[str, int, str, Callable[[str], Effect]], ...]]] = {
    "cdf of counts": (
        _MORE,
        ("less_than", COMMON, f"You took {OF_COUNTS.format('{cdf-1}')}.", lambda family: _shifted(f"{family}_cdf", -1)),
        _ONE_VALUE,
    ),
    "sf of counts": (
        _LESS,
        ("at_least", COMMON, f"You took {OF_COUNTS.format('{sf-1}')}.", lambda family: _shifted(f"{family}_sf", -1)),
        (
            "first_left_out",
            USUAL,
            f"You took {OF_COUNTS.format('{sf+1}')}.",
            lambda family: _shifted(f"{family}_sf", 1),
        ),
        ("at_most", USUAL, f"You took {OF_COUNTS.format('{cdf+1}')}.", lambda family: _shifted(f"{family}_cdf", 1)),
        ("first_only", USUAL, f"You took {OF_COUNTS.format('{pmf+1}')}.", lambda family: _shifted(f"{family}_pmf", 1)),
        _ONE_VALUE,
    ),
    "cdf of numbers": (_ABOVE, _DENSITY),
    "sf of numbers": (
        _BELOW,
        ("two_tails", USUAL, "You counted both tails in {bare}.", lambda family: partial(_doubled, f"{family}_sf")),
        _DENSITY,
    ),
    "pmf": (
        ("as_cdf", USUAL, f"You took {OF_COUNTS.format('{cdf}')}.", _other_function("cdf")),
        ("as_sf", USUAL, f"You took {OF_COUNTS.format('{sf}')}.", _other_function("sf")),
    ),
}
"""The mistakes about the functions of any distribution: option, weight, sentence, and the effect by family."""


def _unsorted_middle(values: Operand) -> Operand:
    """Return the middle entry of a list, or the mean of the middle two, without sorting."""
    entries = list(values)
    middle = entries[(len(entries) - 1) // 2 : len(entries) // 2 + 1]
    return combine_values("/", arithmetic.sum_of(middle), len(middle))


def _standard_error(values: Operand) -> Operand:
    """Return the standard deviation divided by √n."""
    return combine_values("/", call_with("sd", values), call_with("sqrt", len(values)))


def _deviations(values: Operand) -> Operand:
    """Return the differences of the entries from their mean."""
    return combine_values("-", values, call_with("mean", values))


def _mean_absolute_deviation(values: Operand) -> Operand:
    """Return the mean size of the deviations."""
    return call_with("mean", call_with("abs", _deviations(values)))


def _root_of_squares(values: Operand) -> Operand:
    """Return the root of the sum of the squared deviations, without a division."""
    deviations = _deviations(values)
    return call_with("sqrt", call_with("sum", combine_values("*", deviations, deviations)))


_OF_DEVIATIONS: Final[tuple[FunctionMistake, ...]] = (
    ("absolute", RARE, "You took the mean of the absolute deviations in {bare}.", _mean_absolute_deviation),
    ("not_divided", RARE, "You added up the squares in {bare}, and did not divide.", _root_of_squares),
)


def _without_orders(successes: Operand, number: Operand, chance: Operand) -> Operand:
    """Return a binomial probability without the number of orders: p^k·(1 - p)^(n - k)."""
    rest = combine_values("-", 1, chance)
    failed = arithmetic.power_of(rest, combine_values("-", number, successes))
    return combine_values("*", arithmetic.power_of(chance, successes), failed)


def _as_poisson(successes: Operand, number: Operand, chance: Operand) -> Operand:
    """Return the Poisson probability with the mean of a binomial distribution."""
    return call_with("poisson_pmf", successes, combine_values("*", number, chance))


def _counts_as_normal(what: str, shift: float, successes: Operand, number: Operand, chance: Operand) -> Operand:
    """Return the probability by the normal distribution of the same mean and variance, at a shifted bound."""
    mean = combine_values("*", number, chance)
    variance = combine_values("*", mean, combine_values("-", 1, chance))
    return call_with(f"normal_{what}", combine_values("+", successes, shift), mean, call_with("sqrt", variance))


def _of_square(name: str, value: Operand, *others: Operand) -> Operand:
    """Return a function's value at the square of its first argument."""
    return call_with(name, combine_values("*", value, value), *others)


def _square_of_correlation(left: Operand, right: Operand) -> Operand:
    """Return the squared correlation of two lists."""
    correlation = call_with("corr", left, right)
    return combine_values("*", correlation, correlation)


def _covariance_of_population(left: Operand, right: Operand) -> Operand:
    """Return the covariance with the divisor n."""
    return combine_values("/", combine_values("*", call_with("cov", left, right), len(left) - 1), len(left))


def _sum_of_squares(left: Operand, right: Operand) -> Operand:
    """Return the sum of two squares, without the root."""
    return combine_values("+", combine_values("*", left, left), combine_values("*", right, right))


def _swapped(name: str, left: Operand, right: Operand) -> Operand:
    """Return a function's value with its two arguments exchanged."""
    return call_with(name, right, left)


def _function_used(name: str, weight: int, sentence: str) -> tuple[FunctionMistake, ...]:
    """Return, as a tuple of one, the mistake of using the function `name` instead."""
    return ((f"as_{name}", weight, sentence, partial(call_with, name)),)


_NORMAL: Final = "You used the normal distribution without the continuity correction."
_NORMAL_CORRECTED: Final = "You used the normal distribution with the continuity correction."

INSTEAD: Final[Mapping[str, tuple[FunctionMistake, ...]]] = {
    **MISTAKES_WITH_ARRAYS,
    **{name: _of_distribution(name) for name in OF_DISTRIBUTIONS},
    "binomial_pmf": (
        *_of_distribution("binomial_pmf"),
        ("one_order", COMMON, "You left out the number of orders in {bare}.", _without_orders),
        ("as_poisson", USUAL, "You used the Poisson distribution in {bare}.", _as_poisson),
    ),
    "binomial_cdf": (
        *_of_distribution("binomial_cdf"),
        ("as_normal", USUAL, _NORMAL, partial(_counts_as_normal, "cdf", 0)),
        ("as_normal_corrected", USUAL, _NORMAL_CORRECTED, partial(_counts_as_normal, "cdf", 0.5)),
    ),
    "binomial_sf": (
        *_of_distribution("binomial_sf"),
        ("as_normal", USUAL, _NORMAL, partial(_counts_as_normal, "sf", 1)),
        ("as_normal_above", RARE, _NORMAL, partial(_counts_as_normal, "sf", 0)),
        ("as_normal_corrected", USUAL, _NORMAL_CORRECTED, partial(_counts_as_normal, "sf", 0.5)),
    ),
    "f_sf": (
        *_of_distribution("f_sf"),
        ("squared", RARE, "You squared {first}. A ratio of variances is taken as it is.", partial(_of_square, "f_sf")),
    ),
    "sd": (
        *_function_used("psd", COMMON, "You divided by n instead of n - 1 in {bare}."),
        *_function_used("var", USUAL, "You left out the root in {bare}."),
        ("standard_error", USUAL, "You divided by √n in {bare}, which gives the standard error.", _standard_error),
        *_OF_DEVIATIONS,
    ),
    "var": (
        *_function_used("pvar", COMMON, "You divided by n instead of n - 1 in {bare}."),
        *_function_used("sd", USUAL, "You took the standard deviation instead of the variance in {bare}."),
    ),
    "psd": (
        *_function_used("sd", COMMON, "You divided by n - 1 instead of n in {bare}."),
        *_function_used("pvar", USUAL, "You left out the root in {bare}."),
        *_OF_DEVIATIONS,
    ),
    "pvar": (
        *_function_used("var", COMMON, "You divided by n - 1 instead of n in {bare}."),
        *_function_used("psd", USUAL, "You took the standard deviation instead of the variance in {bare}."),
    ),
    "cov": (("divided_by_n", COMMON, "You divided by n instead of n - 1 in {bare}.", _covariance_of_population),),
    "corr": (
        *_function_used("cov", USUAL, "You gave the covariance instead of the correlation in {bare}."),
        ("squared", COMMON, "You squared {bare}, which is the coefficient of determination.", _square_of_correlation),
    ),
    "max": _function_used("min", TYPICAL, "You took the smaller value instead of the larger one in {bare}."),
    "min": _function_used("max", TYPICAL, "You took the larger value instead of the smaller one in {bare}."),
    "slope": (
        ("swapped", USUAL, "You swapped the two variables in {bare}.", partial(_swapped, "slope")),
        *_function_used("corr", USUAL, "You gave the correlation instead of the slope in {bare}."),
    ),
    "intercept": (("swapped", USUAL, "You swapped the two variables in {bare}.", partial(_swapped, "intercept")),),
    "median": (
        ("unsorted", COMMON, "You did not sort the numbers first in {bare}.", _unsorted_middle),
        *_function_used("mean", USUAL, "You took the mean instead of the median in {bare}."),
    ),
    "perm": _function_used("comb", COMMON, "You did not count the orders in {bare}."),
    "gcd": _function_used("lcm", USUAL, "You gave the least common multiple in {bare}."),
    "lcm": _function_used("gcd", USUAL, "You gave the greatest common divisor in {bare}."),
    "hypot": (("root_left_out", COMMON, "You left out the root in {bare}.", _sum_of_squares),),
    "atan2": (("swapped", COMMON, "You swapped the sides in {bare}.", partial(_swapped, "atan2")),),
    "mod": (("whole_part", USUAL, "You gave the whole part instead of the remainder in {bare}.",
             lambda value, by: call_with("floor", combine_values("/", value, by))),),
}  # fmt: skip
"""The mistakes that put another value in place of a function's."""

LEFT_OUT: Final[Mapping[str, tuple[int, str]]] = {
    "cumsum": (USUAL, "You did not add up the entries in {bare}."),
    "sort": (USUAL, "You did not sort in {bare}."),
}
"""Weight and sentence of functions that students leave out."""
