"""Values that YAML splits at commas: those of answers are joined again, those of problem files are reported.

`{a: 27,648}` has a key 648 without a value, `{a: (32, 16)}` a key `16)`, and `{expression: max(a, b)}` a key `b)`. Also
gives the text of an answer as it was written (`given_text`, `answer_text`).
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.document.nodes import DocumentNode, ListNode, MappingNode, Scalar, quote
from checker.document.tree import THOUSANDS
from checker.text.number import TypedNumber, typed

Entry = tuple[str, tuple[Scalar, DocumentNode]]


def answer_entries(answers: MappingNode) -> Iterator[Entry]:
    """Yield the keys and values of a mapping of answers, with values joined that YAML splits at commas."""
    entries = list(answers.entries.items())
    place = 0
    while place < len(entries):
        key, (name, node) = entries[place]
        place += 1
        if isinstance(node, Scalar) and not node.quoted and place < len(entries) and _is_stray(entries[place]):
            node, place = _joined(node, entries, place)
        yield key, (name, node)


def _joined(value: Scalar, entries: list[Entry], place: int) -> tuple[Scalar, int]:
    """Return a value joined with the keys behind it that YAML split off at a comma, and the place of the next key."""
    text, last, end = value.text, value, place
    while end < len(entries) and _is_stray(entries[end]) and (_is_open(text) or THOUSANDS.fullmatch(entries[end][0])):
        key = entries[end][1][0]
        is_tight = not _is_open(text) or key.mark.index == last.mark.index + len(last.text) + 1
        text, last, end = f"{text},{'' if is_tight else ' '}{key.text}", key, end + 1
    return (value, place) if end == place or _is_open(text) else (Scalar(text, value.mark, None), end)


def _is_open(text: str) -> bool:
    return text.count("(") > text.count(")")


def lost_end(entry: Entry) -> str:
    """Return advice for a key that ends in a bracket and has no value, as in `{a: (1, b)}`; empty for other keys."""
    key = entry[0]
    if not (key.endswith((")", "]")) and _is_stray(entry)):
        return ""
    advice = "put quotes around the whole value"
    return f"{quote(key)} has no value: YAML splits values such as `(32, 16)` at the comma; {advice}"


def _is_stray(entry: Entry) -> bool:
    """Return whether this is a key without quotes and without a value."""
    _, (name, node) = entry
    return not name.quoted and not answer_text(node)


def given_text(node: DocumentNode) -> str:
    """Return an answer as text: a TypedNumber if it is a number, or a list of numbers, without quotes."""
    text = typed(answer_text(node))
    return text if not isinstance(text, TypedNumber) or _is_numeric(node) else str(text)


def _is_numeric(node: DocumentNode) -> bool:
    """Return whether this is a number for YAML, or a list of such numbers."""
    if isinstance(node, ListNode):
        return all(map(_is_numeric, node.items))
    return isinstance(node, Scalar) and isinstance(node.value, int | float)


def answer_text(node: DocumentNode | None) -> str:
    """Return a value as it was written; empty for None, an empty mapping, and a null without quotes such as `~`."""
    if isinstance(node, Scalar):
        return "" if node.text in ("", "~", "null", "Null", "NULL") and not node.quoted else node.text
    return "" if node is None or (isinstance(node, MappingNode) and not node.entries) else node.text


def split_values(root: DocumentNode) -> Iterator[tuple[DocumentNode, str]]:
    """Yield each value that YAML split at a comma, such as `max(a, b)` in braces, with what to do about it."""
    if isinstance(root, ListNode):
        for each in root.items:
            yield from split_values(each)
    if not isinstance(root, MappingNode):
        return
    for key, (_, value) in answer_entries(root):
        written = root.entries[key][1]
        if value is not written:
            shown = value.text if len(value.text) <= 60 else f"{value.text[:59]}…"  # noqa: PLR2004
            yield written, f'braces end this value at its comma; put the expression in quotes: "{shown}"'
        yield from split_values(written)
