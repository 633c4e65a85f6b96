"""Numbers in memory: how many bytes they take, in the unit that is asked for."""

from __future__ import annotations

from typing import Final, Literal

from checker.engine.trace import choose, convention, step
from checker.solvers._shared.weights import COMMON, RARE

Dtype = Literal["float32", "float16", "bfloat16", "int8", "int4", "fp32", "fp16", "bf16"]

BITS: Final[dict[str, int]] = {
    "float32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4, "fp32": 32, "fp16": 16, "bf16": 16,
}  # fmt: skip


def bits_of(dtype: Dtype) -> int:
    """The bits of one number, or what people take for them."""
    bits = BITS[dtype]
    return choose(
        "number_size", bits, four_bytes=32, two_bytes=16, one_byte=8, bits_for_bytes=8 * bits, upside_down=64 // bits
    )


def in_bytes(count: int, bits: int) -> int:
    """The bytes of so many numbers; two of four bits share one."""
    return (count * bits + 7) // 8


def total(size: int) -> int | float:
    """The result, in the unit that is asked for."""
    parts, how = convention("unit", bytes=(1, "bytes"), GB=(10**9, "bytes / 10^9"), GiB=(2**30, "bytes / 2^30"))
    return step("total", size if parts == 1 else size / parts, how, bytes=size)


explain = {
    "unit.bytes": "is in bytes",
    "unit.GB": "is in GB (10⁹ bytes)",
    "unit.GiB": "is in GiB (2³⁰ bytes)",
    "number_size.four_bytes": "You used four bytes for each number. That is the size of float32.",
    "number_size.two_bytes": "You used two bytes for each number. That is the size of float16 and bfloat16.",
    "number_size.one_byte": "You used one byte for each number. That is the size of int8.",
    "number_size.bits_for_bytes": "You multiplied by the bits of a number. Eight bits are one byte.",
    "number_size.upside_down": "You divided by the bytes of a number. Multiply by them: each number takes that many.",
}

weights = {"unit": COMMON, "number_size": COMMON, "number_size.upside_down": RARE}
