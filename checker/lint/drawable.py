"""Finds numbers of a question that could be drawn anew for each student, and sensible values near each.

`proposed_draws` tries them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Final, NamedTuple

from checker.document import DocumentNode, Mapping, Scalar, Sequence
from checker.document.issues import DataPath
from checker.document.nodes import INTEGER
from checker.lint.target import LintTarget
from checker.problems.draw_places import entries_of, node_at
from checker.problems.prompt import BRACES

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
    """Options for a draw near an author's number: keep it even or odd, more values than usual, a narrower range."""

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
        """Return the smallest and the largest value of a draw, as factors of the author's number."""
        return PRECISE if self.is_precise else NEAR if self.is_near else ROUGHLY


USUAL: Final = Nearness()


def values_near(text: str, nearness: Nearness = USUAL) -> str:
    """Return a draw of values near a number, as a problem file has it; empty where no draw is good.

    >>> values_near("64"), values_near("0.5")
    ('{choose: [32, 40, 48, 56, 64, 80, 96, 112, 128]}', '{from: 0.2, to: 0.9, step: 0.1}')
    """
    if not DECIMAL.fullmatch(text) or float(text) in CONSTANTS:
        return ""
    if text.startswith("-"):
        return _negated(values_near(text[1:], nearness))
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
    """Return a draw of values near a whole number, such as sizes or counts; empty where no draw is good."""
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
    """Return the largest power of 2 that divides a number and is at most an eighth of it; 1 if there is none."""
    powers = (2**power for power in range(31) if number % 2**power == 0 and number >= EVEN * 2**power)
    return max(powers, default=1)


def _stepped(first: int, last: int, step: int, unit: Decimal) -> str:
    ends = f"from: {first * unit:f}, to: {last * unit:f}"
    return f"{{{ends}}}" if step * unit == 1 else f"{{{ends}, step: {step * unit:f}}}"


def _negated(draw: str) -> str:
    """Return the draw with all its numbers negative."""
    if "choose" in draw:
        return re.sub(r"(?<=[\[ ])(?=\d)", "-", draw)
    return re.sub(r"from: ([\d.]+), to: ([\d.]+)", r"from: -\2, to: -\1", draw)


LARGEST_ENTRY: Final = 20
"""Largest entry of a list that is drawn: larger ones are sizes, or data."""

ONES: Final = {"1": "{choose: [1, 2]}", "-1": "{choose: [-2, -1]}"}
"""Draws of entries that make a question easy by hand; they are drawn only where others are not enough."""

LEAST_SIZE: Final = 2
SEVERAL: Final = 2
WHOLES: Final = (1, 100)
"""Sums of shares."""

COUNTED: Final = frozenset({"num_layers", "num_heads", "num_classes", "batch_size"})
"""Counts that other numbers equal only by chance."""

GIVEN: Final = frozenset({("in_channels", "3"), ("f", "50"), ("f", "60"), ("base", "10000")})
"""Colours of an image, frequencies of mains and the base of positional encodings are the same for everybody."""

DIVIDES: Final = {
    "num_heads": ("d_model", "embed_dim"),
    "num_kv_heads": ("num_heads",),
    "groups": ("in_channels", "out_channels"),
    "num_groups": ("num_channels", "num_features"),
    "patch_size": ("image_size",),
}
"""Parameters that divide others, whether the question type asks for it or not."""

AT_LEAST: Final = {"d_ff": ("d_model",), "intermediate_size": ("hidden_size",)}
"""Parameters that are at least as large as others, where those of the author are."""

LESS: Final = {"padding": ("kernel_size",)}
"""Parameters that are less than others: a window of padding alone sees nothing."""

PAIRED: Final = frozenset({"kernel_size", "num_heads", "num_kv_heads", "groups", "num_groups", "rank", "patch_size"})
"""Parameters that stay even or odd."""

OUT_OF: Final = re.compile(r"\{(\w+)\} (?:\w+ )?(?:out )?of (?:the )?\{(\w+)\}")
PERCENT: Final = re.compile(r"\{(\w+)\} ?(?:%|per ?cent)")
"""Numbers that are parts of others, or of a hundred, where those of the author are."""

SHARES: Final = re.compile(r"(?i:probabilit|proportion|share|fraction)|(?<!\w)P ?\(")
"""Words of questions whose answers are at most 1."""

COUNTS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def name_of(path: DataPath) -> str:
    """Return the name that a prompt and conditions have for the value at this path."""
    return str(path[2] if path[1] == "symbols" else path[1])


def numbers(root: DocumentNode) -> Iterator[tuple[str, Fraction]]:
    """Yield the name and value of each number in a problem file that conditions can name."""
    for path, node in _scalars(root):
        if type(node.value) in (int, float) and DECIMAL.fullmatch(node.text):
            yield name_of(path), Fraction(node.text)


def _scalars(root: DocumentNode) -> Iterator[tuple[DataPath, Scalar]]:
    """Yield the values of parameters and symbols that are no lists, with their paths."""
    for name, node in entries_of(node_at(root, ("parameters",))):
        if isinstance(node, Scalar):
            yield ("parameters", name), node
        for symbol, value in entries_of(node) if name == "symbols" else ():
            inner = node_at(value, ("value",)) if isinstance(value, Mapping) else value
            path: DataPath = ("parameters", name, symbol, *([] if inner is value else ["value"]))
            if isinstance(inner, Scalar):
                yield path, inner


def drawable(target: LintTarget, texts: str) -> Iterator[tuple[DataPath, str]]:
    """Yield the path and text of each number that may be drawn: the prompt fills it in and states it nowhere else.

    Constants, such as the speed of light, are left out, and so are numbers near which there are no good values.
    """
    filled = {match[1] for match in BRACES.finditer(target.prompt)}
    words = {*re.findall(r"[a-z]+|\d+(?:\.\d+)?", BRACES.sub(" ", texts).lower().replace(",", ""))}
    for path, node in _scalars(target.root):
        described = node_at(target.root, (*path[:3], "description"))
        word = COUNTS[int(node.text)] if node.text.isdecimal() and int(node.text) < len(COUNTS) else node.text
        if name_of(path) not in filled or {node.text, word} & words or not values_near(node.text):
            continue
        if (name_of(path), node.text) in GIVEN or (node.text == "2" and "both" in words):
            continue
        if not (isinstance(described, Scalar) and OF_CONSTANTS.search(described.text)):
            yield path, node.text
    for path, value in _lists(target.root):
        if name_of(path) in filled:
            yield from _entries(path, value)


def _lists(root: DocumentNode) -> Iterator[tuple[DataPath, Sequence]]:
    """Yield path and node of each list of numbers that may be drawn.

    Lists that sum to 1 or 100, or have the same sum as another one, are left out.
    """
    found: dict[DataPath, Sequence] = {}
    for name, node in entries_of(node_at(root, ("parameters",))):
        for symbol, value in entries_of(node) if name == "symbols" else ((name, node),):
            path: DataPath = ("parameters", name) if name != "symbols" else ("parameters", name, symbol)
            if isinstance(inner := node_at(value, ("value",)), Sequence):
                found[*path, "value"] = inner
            elif isinstance(value, Sequence):
                found[path] = value
    sums = Counter(sum(map(Fraction, _texts(node))) for path, node in found.items() if path[1] == "symbols")
    for path, node in found.items():
        total = sum(map(Fraction, _texts(node)))
        if total not in WHOLES and (path[1] != "symbols" or sums[total] == 1):
            yield path, node


def has_numbers(root: DocumentNode) -> bool:
    """Return whether a question's parameters contain any numbers."""
    return bool(_texts(node_at(root, ("parameters",))))


def _texts(node: DocumentNode | None) -> list[str]:
    """Return the numbers in a list, a matrix or a mapping as they are written."""
    if isinstance(node, Sequence):
        return [text for item in node.items for text in _texts(item)]
    if isinstance(node, Mapping):
        return [text for _, inner in entries_of(node) for text in _texts(inner)]
    return [node.text] if isinstance(node, Scalar) and DECIMAL.fullmatch(node.text) else []


def _entries(path: DataPath, node: Sequence) -> Iterator[tuple[DataPath, str]]:
    """Yield path and text of the entries of a list that may be drawn.

    There are none in lists in rising order, such as times, in lists of few values, and in those of large whole numbers,
    which are sizes.
    """
    rows = [_texts(item) for item in node.items]
    texts = _texts(node)
    is_matrix = all(isinstance(item, Sequence) for item in node.items)
    is_small = all("." not in text and abs(int(text)) <= LARGEST_ENTRY for text in texts)
    if len({*texts}) < SEVERAL or len(texts) != sum(map(_size, node.items)):
        return
    if not (is_matrix or is_small or path[1] == "symbols" or any("." in text for text in texts)):
        return
    if (
        not is_matrix
        and path[1] == "symbols"
        and not any("." in text for text in texts)
        and sorted(texts, key=Fraction) == texts
    ):
        return
    if is_matrix and any(sum(map(Fraction, row)) in WHOLES for row in rows) and not is_small:
        return
    yield from _drawn_entries(path, node)


def _size(node: DocumentNode) -> int:
    return sum(map(_size, node.items)) if isinstance(node, Sequence) else 1


def _drawn_entries(path: DataPath, node: Sequence) -> Iterator[tuple[DataPath, str]]:
    for place, item in enumerate(node.items):
        if isinstance(item, Sequence):
            yield from _drawn_entries((*path, place), item)
        elif isinstance(item, Scalar) and (values_near(item.text) or item.text in ONES):
            yield (*path, place), item.text


def likes(target: LintTarget, sites: dict[DataPath, str]) -> Iterator[tuple[DataPath, DataPath]]:
    """Yield (path, path of the drawn number) for each hidden number that equals a drawn one and has to change with it.

    If a hidden number is a product or a quotient of two drawn ones, these two are removed from `sites`.
    """
    filled = {match[1] for match in BRACES.finditer(target.prompt)}
    plain = {path: Fraction(text) for path, text in sites.items() if name_of(path) not in COUNTED and "." not in text}
    for path, node in _scalars(target.root):
        if name_of(path) in filled or not node.text.isdecimal() or int(node.text) < LEAST_SIZE:
            continue
        if equal := [each for each, value in plain.items() if value == int(node.text)]:
            yield path, equal[0]
            continue
        for one, other in permutations(plain, 2):
            if plain[other] and int(node.text) in (plain[one] * plain[other], plain[one] / plain[other]):
                sites.pop(one, None)
                sites.pop(other, None)


def without_examples(root: DocumentNode) -> DocumentNode:
    """Return the file without the author's key and examples, which hold for its own numbers only."""
    if not isinstance(root, Mapping):
        return root
    found = Mapping(root.mark, None)
    found.entries = {name: entry for name, entry in root.entries.items() if name not in {"key", "examples"}}
    if isinstance(parts := found.get("parts"), Sequence):
        kept = Sequence(parts.mark, None)
        kept.items = [without_examples(each) for each in parts.items]
        found.entries["parts"] = (found.entries["parts"][0], kept)
    return found


def has_own_answers(root: DocumentNode, section: DataPath) -> bool:
    """Return whether a section lists answers (`mistakes`, `accept`), which hold for its own numbers only."""
    keys = (("mistakes", "answer"), ("accept", "value"))
    lists = ((node_at(root, (*section, key)), name) for key, name in keys)
    return any(node_at(each, (name,)) for found, name in lists for each in getattr(found, "items", ()))


def values_in(draw: str) -> int:
    """Return how many values a draw, given as text, can have."""
    if "like" in draw:
        return 1
    if "choose" in draw:
        return draw.count(",") + 1
    first, last, *step = map(Fraction, re.findall(r"-?\d+(?:\.\d+)?", draw))
    return int((last - first) / (step[0] if step else 1)) + 1


def parts_of_wholes(prompt: str, drawn: Collection[str]) -> list[str]:
    """Return conditions that keep drawn parts at most their wholes, where a prompt says `{k} of {n}`.

    >>> parts_of_wholes("{k} of {n} voters, a {c} % interval", {"k", "c"})
    ['k <= n', 'c <= 100']
    """
    parts = [f"{part} <= {whole}" for part, whole in OUT_OF.findall(prompt) if {part, whole} & {*drawn}]
    return parts + [f"{name} <= 100" for name in PERCENT.findall(prompt) if name in drawn]
