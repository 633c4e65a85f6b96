"""Counts the bytes that numbers take in memory, and records the result in the unit of the question.

Also the mistakes with the size of a number, and their sentences.
"""

from __future__ import annotations

from typing import Final, Literal

from checker.derivation.weights import COMMON, RARE, USUAL
from checker.engine.trace import choose, convention, step

Dtype = Literal["float32", "float16", "bfloat16", "int8", "int4", "fp32", "fp16", "bf16"]

DTYPE_BITS: Final[dict[str, int]] = {
    "float32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4, "fp32": 32, "fp16": 16, "bf16": 16,
}  # fmt: skip


def choose_bits(dtype: Dtype) -> int:
    """Return the bits of one number of this type, right or as the student of this run has them."""
    bits = DTYPE_BITS[dtype]
    return choose(
        "number_size", bits, four_bytes=32, two_bytes=16, one_byte=8, bits_for_bytes=8 * bits, upside_down=64 // bits
    )


def byte_count(count: int, bits: int) -> int:
    """Return the bytes of `count` numbers of `bits` bits, rounded up: two 4-bit numbers share a byte."""
    return (count * bits + 7) // 8


def record_total(size: int) -> int | float:
    """Record the result in the unit of the question; return it."""
    divisor, how = convention("unit", bytes=(1, "bytes"), GB=(10**9, "bytes / 10^9"), GiB=(2**30, "bytes / 2^30"))
    return step("total", size if divisor == 1 else size / divisor, how, bytes=size)


explain = {
    "unit.bytes": "is in bytes",
    "unit.GB": "is in GB (10⁹ bytes)",
    "unit.GiB": "is in GiB (2³⁰ bytes)",
    "number_size.four_bytes": "You used four bytes for each number, the size of float32. "
    "Here the numbers have another size.",
    "number_size.two_bytes": "You used two bytes for each number, the size of float16 and bfloat16. "
    "Here the numbers have another size.",
    "number_size.one_byte": "You used one byte for each number, the size of int8, or left the bytes out. "
    "Here the numbers have another size.",
    "number_size.bits_for_bytes": "You multiplied by the bits of a number instead of its bytes. "
    "Eight bits are one byte.",
    "number_size.upside_down": "You divided by the bytes of a number. Multiply by them: each number takes that many.",
}

weights = {"unit": COMMON, "number_size": COMMON, "number_size.one_byte": USUAL, "number_size.upside_down": RARE}
