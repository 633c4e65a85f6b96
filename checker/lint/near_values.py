"""Values near the author's for a draw: of the same size, as round, with as many decimals.

Numbers that a draw would make silly are left alone: 0 and 1, years, physical constants, and sizes of known models.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from checker.document.nodes import INTEGER

CONSTANTS: Final = frozenset({
    *(9.8, 9.81, 9.80665, 8.314, 8.3145, 8.31446, 0.08206, 0.0821, 273.15, 299792458.0, 96485.0, 101325.0, 22.4),
    *(22.414, 343.0, 340.0, 4180.0, 4184.0, 4186.0, 4190.0, 4.18, 4.184, 4.186, 4.19, 1.4, 18.02, 18.015, 55.5),
    *(52.0, 365.0, 2.718, 3.14, 3.1416, 3.14159, 0.693, 1.96, 1.645, 2.576),
})  # fmt: skip
"""Constants of nature, and others that nobody chooses."""

OF_CONSTANTS: Final = re.compile(
    r"constant|gravit|specific heat|heat capacity|latent|molar mass|atomic mass|speed of (?:light|sound)"
    r"|elementary|density of|boiling|freezing|\bpKa?\b|dissociation|pi\b|degrees of freedom|confidence|signific"
    r"|per (?:kilo)?byte",
    re.IGNORECASE,
)
"""Descriptions of numbers that a draw leaves alone."""

MODEL: Final = re.compile(
    r"(?<![A-Za-z])(?:GPT|(?:Distil|Ro|Al|De)?BERT[a]?|RoBERTa|ALBERT|ELECTRA|T5|BART|L[lL]a[mM][aA][ -]?\d"
    r"|Mistral|Mixtral|Gemma|Qwen|Phi|OPT|BLOOM|Falcon|Whisper|CLIP|DeiT|ViT|Swin|ResNets?|VGG|AlexNet|LeNet|MobileNet|EfficientNet|DenseNet|Inception"
    r"|U-Net|PaLM|Chinchilla|Pythia|Transformer (?:base|big)|base Transformer|torch\.nn|MNIST|CIFAR|ImageNet)(?![a-z])"
)
"""Names of models and data sets whose sizes are known."""

DECIMAL: Final = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
YEARS: Final = range(1900, 2101)
LARGE: Final = 10**9
SMALL: Final = 12
FEW: Final = 4
"""Minimum number of steps that a round number is made of."""

LEAST_POWER: Final = 16
EIGHTHS: Final = (4, 5, 6, 7, 8, 10, 12, 14, 16)
ROUGHLY: Final = Decimal("0.6"), Decimal("1.6")
NEAR: Final = Decimal("0.75"), Decimal("1.3")
PRECISE: Final = Decimal("0.9"), Decimal("1.1")
"""The smallest and the largest value as a share of the author's; a precise decimal, as a height, has less room."""

ROUGH: Final = 2
"""Maximum number of digits of a decimal that is not precise."""

ROUND: Final = (1, 2, 5)
QUARTERED: Final = frozenset(2 * 10**power for power in range(2, 10))
"""Steps of which a quarter is rounder than a fifth."""

EVEN: Final = 8
"""Minimum number of steps that are powers of 2: a width of 768 may be any multiple of 64."""


class Nearness(NamedTuple):
    """How near to the author's the values of a draw are, and which."""

    keeps_parity: bool = False
    """Even numbers stay even and odd ones odd, as numbers of heads and sizes of kernels do."""
    is_fine: bool = False
    """There are many values."""
    is_near: bool = False
    """They are nearer than usual."""
    is_precise: bool = False
    """They are still nearer, as temperatures in K are."""

    @property
    def ends(self) -> tuple[Decimal, Decimal]:
        """Return the smallest and the largest value as a share of the author's."""
        return PRECISE if self.is_precise else NEAR if self.is_near else ROUGHLY


USUAL: Final = Nearness()


def values_near(text: str, nearness: Nearness = USUAL) -> str:
    """Return a draw of numbers near the one that is written, as a problem file writes it; empty where none is good.

    >>> values_near("64"), values_near("0.5")
    ('{choose: [32, 40, 48, 56, 64, 80, 96, 112, 128]}', '{from: 0.2, to: 0.9, step: 0.1}')
    """
    if not DECIMAL.fullmatch(text) or float(text) in CONSTANTS:
        return ""
    if text.startswith("-"):
        return _mirrored(values_near(text[1:], nearness))
    number = Decimal(text)
    if INTEGER.fullmatch(text):
        return _whole(int(text), nearness)
    decimals = -int(number.as_tuple().exponent)
    unit = Decimal(1).scaleb(-decimals)
    if len(text.strip("0.").replace(".", "")) > ROUGH:
        nearness = nearness._replace(is_precise=True)
    first, last, step = _range(int(number / unit), nearness)
    if number < 1:
        last = min(last, int(Decimal("0.95") / unit) // step * step)
    return _stepped(first, last, step, unit) if last - first >= 2 * step > 0 else ""


def _whole(number: int, nearness: Nearness) -> str:
    if number in (0, 1) or number in YEARS or number > LARGE:
        return ""
    if nearness.keeps_parity and number % 2:
        return f"{{choose: [{', '.join(str(each) for each in range(number - 2, number + 5, 2) if each > 1)}]}}"
    if nearness.keeps_parity and number <= SMALL:
        return _stepped(max(number // 4 * 2, 2), 2 * number, 2, Decimal(1))
    if number >= LEAST_POWER and number & (number - 1) == 0:
        sizes = range(8, 33) if nearness.is_fine and number >= 2 * LEAST_POWER else (2 * each for each in EIGHTHS)
        return f"{{choose: [{', '.join(str(number * each // 16) for each in sizes if number * each % 16 == 0)}]}}"
    first, last, step = _range(number, nearness)
    power = _power(number)
    if number > SMALL and (power > step or (nearness.keeps_parity and power > 1)):
        step = max(power // 2, 2) if nearness.is_fine else power
        first, last = _ends(number, nearness, step)
    return _stepped(max(first, 2), last, step, Decimal(1))


def _range(number: int, nearness: Nearness) -> tuple[int, int, int]:
    """Return the first and the last number of a draw around a number, and the step."""
    if number <= SMALL:
        if nearness.is_near:
            return max(number * 3 // 4, min(number, 2)), max(number * 5 // 4, number + 1), 1
        return max(number // 2, min(number, 2)), 2 * number, 1
    steps = [factor * 10**power for power in range(10) for factor in ROUND]
    step = max(each for each in steps if number % each == 0 and number >= FEW * each)
    if nearness.is_fine:
        step = 1 if step < FEW else step // 4 if step in QUARTERED else step // 5
    return *_ends(number, nearness, step), step


def _ends(number: int, nearness: Nearness, step: int) -> tuple[int, int]:
    first, last = (int(number * share) // step * step for share in nearness.ends)
    return max(first, step), last


def _power(number: int) -> int:
    """Return the largest power of 2 of which a number is a multiple, so that a draw has some of them."""
    powers = (2**power for power in range(31) if number % 2**power == 0 and number >= EVEN * 2**power)
    return max(powers, default=1)


def _stepped(first: int, last: int, step: int, unit: Decimal) -> str:
    ends = f"from: {first * unit:f}, to: {last * unit:f}"
    return f"{{{ends}}}" if step * unit == 1 else f"{{{ends}, step: {step * unit:f}}}"


def _mirrored(draw: str) -> str:
    """Return a draw with the negative numbers."""
    if "choose" in draw:
        return re.sub(r"(?<=[\[ ])(?=\d)", "-", draw)
    return re.sub(r"from: ([\d.]+), to: ([\d.]+)", r"from: -\2, to: -\1", draw)
