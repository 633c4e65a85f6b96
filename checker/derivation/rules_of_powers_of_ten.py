"""Wrong rules about numbers such as 4·10^-3: one part is raised, or the exponent changes its sign.

They are rules on whole formulas as in `checker/derivation/whole_rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, Final, NamedTuple

from checker.derivation.trees import Rewriting, is_number, number, power, product, with_name
from checker.derivation.weights import COMMON, USUAL
from checker.formula.nodes import Literal, Node, Power, is_name, names_in, rewrite, walk_nodes
from checker.formula.show import show

_WRITTEN_OUT: Final = range(-2, 6)
"""Exponents of numbers that people write without a power of ten."""

_MOST_DIGITS: Final = 4


class Scientific(NamedTuple):
    """A number written as digits times a power of ten."""

    mantissa: Node
    exponent: int


def scientific(value: Any) -> Scientific | None:
    """Return a number as digits and an exponent of ten; None for one that people write out, as 25 or 10,000.

    >>> [found.exponent for value in (0.004, 50_000, 3e8, 25, 1.2345e9) if (found := scientific(value))]
    [-3, 8]
    """
    if type(value) not in (int, float) or not value > 0:
        return None
    digits = Decimal(repr(value)).normalize()
    exponent = digits.adjusted()
    if exponent in _WRITTEN_OUT or len(digits.as_tuple().digits) > _MOST_DIGITS:
        return None
    mantissa = digits.scaleb(-exponent)
    return Scientific(number(int(mantissa) if mantissa == int(mantissa) else float(mantissa)), exponent)


def powers_of_ten(tree: Node, values: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who change the sign of an exponent, leave a power of ten out, or raise one part only.

    See Cangelosi et al. 2013.
    """
    for name in names_in(tree):
        if not (found := scientific(values.get(name))):
            continue
        mantissa, exponent = found
        is_power = is_number(mantissa, 1)
        turned = product([mantissa, power(number(10), number(-exponent))])
        text = f"You changed the sign of the exponent in the power of ten of {name}."
        yield Rewriting(f"{name}_exponent_turned", USUAL, text, rewrite(tree, partial(with_name, name, turned)))
        text = f"You left out the power of ten of {name}."
        yield Rewriting(f"{name}_power_left_out", USUAL, text, rewrite(tree, partial(with_name, name, mantissa)))
        if not is_power and (times := _exponent_of(tree, name)) is not None:
            ten = power(number(10), number(exponent))
            for option, said, new in (
                ("only_ten_raised", "raised only the power of ten of", product([mantissa, power(ten, times)])),
                ("ten_not_raised", "did not raise the power of ten of", product([power(mantissa, times), ten])),
            ):
                text = f"You {said} {name} to the power {show(times)}."
                yield Rewriting(
                    f"{name}_{option}", COMMON, text, rewrite(tree, partial(_with_power_replaced, name, new))
                )


def _exponent_of(tree: Node, name: str) -> Node | None:
    """Return the exponent of the first power of a symbol that is a written number; None if there is none."""
    powers = (each for each in walk_nodes(tree) if isinstance(each, Power) and is_name(each.base, name))
    return next((each.exponent for each in powers if isinstance(each.exponent, Literal)), None)


def _with_power_replaced(name: str, new: Node, node: Node) -> Node:
    """Return the new node for a power of a symbol, and any other node as it is."""
    return new if isinstance(node, Power) and is_name(node.base, name) else node
