"""A complex number as the result of a step: its real part and its imaginary part; `joined` writes these as `3 - 4i`."""

from __future__ import annotations

from typing import NamedTuple


class ComplexNumber(NamedTuple):
    """The real and the imaginary part, which are compared like two entries of a vector."""

    real: float
    imaginary: float


def joined(real: str, imaginary: str) -> str:
    """Return a real and an imaginary part, each given as text, as one complex number: `3 - 4i`."""
    size = imaginary.removeprefix("-")
    if size == "0":
        return real
    sign, unit = ("-" if imaginary.startswith("-") else "+"), f"{'' if size == '1' else size}i"
    if real in {"0", "-0"}:
        return f"{sign.strip('+')}{unit}"
    return f"{real} {sign} {unit}"
