"""The numbers in a problem file that may be drawn, and what else its author wrote about these numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Final

from checker.document import DocumentNode, Mapping, Scalar, Sequence
from checker.document.issues import DataPath
from checker.lint.near_values import DECIMAL, OF_CONSTANTS, values_near
from checker.lint.target import LintTarget
from checker.problems.draw_places import entries_of, node_at
from checker.problems.prompt import BRACES

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

COUNTS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def name_of(path: DataPath) -> str:
    """Return the name by which a prompt and conditions know a value."""
    return str(path[2] if path[1] == "symbols" else path[1])


def numbers(root: DocumentNode) -> Iterator[tuple[str, Fraction]]:
    """Yield the numbers that conditions can name."""
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
    """Yield the numbers that may be drawn: those that the prompt fills in, and states nowhere else."""
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
    """Yield the lists and matrices among parameters and symbols, but not those whose sums belong together."""
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
    """Return whether a question has numbers among its parameters."""
    return bool(_texts(node_at(root, ("parameters",))))


def _texts(node: DocumentNode | None) -> list[str]:
    """Return the numbers in a list, a matrix or a mapping as they are written."""
    if isinstance(node, Sequence):
        return [text for item in node.items for text in _texts(item)]
    if isinstance(node, Mapping):
        return [text for _, inner in entries_of(node) for text in _texts(inner)]
    return [node.text] if isinstance(node, Scalar) and DECIMAL.fullmatch(node.text) else []


def _entries(path: DataPath, node: Sequence) -> Iterator[tuple[DataPath, str]]:
    """Yield the entries of a list that may be drawn: those that are not 0, which makes it easy by hand.

    Those of a list in order are times and the like, and large ones of a parameter's list are sizes.
    """
    rows = [_texts(item) for item in node.items]
    texts = _texts(node)
    is_matrix = all(isinstance(item, Sequence) for item in node.items)
    is_small = all("." not in text and abs(int(text)) <= LARGEST_ENTRY for text in texts)
    if len({*texts}) < SEVERAL or len(texts) != sum(map(_size, node.items)):
        return
    if not (is_matrix or is_small or path[1] == "symbols" or any("." in text for text in texts)):
        return
    if not is_matrix and path[1] == "symbols" and not any("." in text for text in texts) and _is_in_order(texts):
        return
    if is_matrix and any(sum(map(Fraction, row)) in WHOLES for row in rows) and not is_small:
        return
    yield from _drawn_entries(path, node)


def _is_in_order(texts: list[str]) -> bool:
    return sorted(texts, key=Fraction) == texts


def _size(node: DocumentNode) -> int:
    return sum(map(_size, node.items)) if isinstance(node, Sequence) else 1


def _drawn_entries(path: DataPath, node: Sequence) -> Iterator[tuple[DataPath, str]]:
    for place, item in enumerate(node.items):
        if isinstance(item, Sequence):
            yield from _drawn_entries((*path, place), item)
        elif isinstance(item, Scalar) and (values_near(item.text) or item.text in ONES):
            yield (*path, place), item.text


def likes(target: LintTarget, sites: dict[DataPath, str]) -> Iterator[tuple[DataPath, DataPath]]:
    """Yield the numbers that the prompt does not show and that equal one which is drawn, with this one.

    Numbers of which a number that is not shown is a product or a quotient are not drawn.
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
    """Return the file without the author's key and examples, which hold for these numbers."""
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
    """Return whether a section lists answers, which hold for its numbers only: `mistakes` or `accept`."""
    keys = (("mistakes", "answer"), ("accept", "value"))
    lists = ((node_at(root, (*section, key)), name) for key, name in keys)
    return any(node_at(each, (name,)) for found, name in lists for each in getattr(found, "items", ()))
