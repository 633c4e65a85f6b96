"""The front matter of a write-up, YAML at its top: `student`, `assignment`, and `answers` as in a submission file.

Readers of formats parse it; here its values are looked up, whatever the case of their keys. Misspelt and repeated keys
and wrong values are reported; entries with unknown keys are yielded, as they may be meant as answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from checker.document import DocumentNode, MappingNode, Scalar
from checker.document.entries import answer_entries, answer_text, given_text
from checker.document.nodes import quote
from checker.text.number import TypedNumber
from checker.writeups.document import Document, DocumentTrouble, Evidence, Place

KEYS: Final = ("student", "answers", "assignment")
METADATA: Final = frozenset(
    """author authors class course date email format group jupyter keywords lang language layout name output section
    statement subject submitted subtitle tags time title version""".split()  # noqa: SIM905 - quotes would hide the names
)
"""Other keys that are expected and not read."""

NO_STUDENT: Final = "names no student; write `student: ID` or `student: {id: ..., name: ...}`"
NO_ANSWERS: Final = "must hold `problem: answer` for each problem"


def value_at(front: MappingNode | None, key: str) -> DocumentNode | None:
    """Return the value at a key of the front matter, whatever its case; None if it has no such key."""
    return next((node for name, (_, node) in front.entries.items() if _plain(name) == key), None) if front else None


def is_front_matter(front: MappingNode) -> bool:
    """Return whether a mapping has any key of front matter; otherwise it is just text between two rules."""
    return any(_plain(key) in METADATA or _meant(key) for key in front.entries)


def is_unknown(key: str) -> bool:
    """Return whether a key is no key of front matter, nor a misspelling of one, so that it may name an answer."""
    return _plain(key) not in METADATA and not _meant(key)


def key_troubles(front: MappingNode) -> Iterator[tuple[str, DocumentTrouble]]:
    """Yield what is wrong with front matter, each with the key that it is about."""
    known: dict[str, str] = {}
    for name, (key, node) in front.entries.items():
        meant = _meant(name)
        if not meant or not (answer_text(node) or meant == _plain(name)):
            continue
        if meant != _plain(name):
            yield meant, DocumentTrouble(key.line, f"{quote(name)} is not read; did you mean `{meant}`?")
        elif meant in known:
            yield (
                meant,
                DocumentTrouble(key.line, f"{quote(name)} is given twice, as {quote(known[meant])} too; keep one"),
            )
        else:
            known[meant] = name
            if message := _error(meant, node):
                yield meant, DocumentTrouble(node.line, f"`{meant}` {message}")


def _error(key: str, node: DocumentNode) -> str:
    """Return what is wrong with the value of a key, as the end of a sentence; empty if nothing is."""
    if key == "answers":
        return "" if isinstance(node, MappingNode) or not answer_text(node) else NO_ANSWERS
    if key == "assignment":
        return "" if isinstance(node, Scalar) else "must be the name of one assignment"
    if isinstance(node, MappingNode):
        id_ = node.get("id")
        return "" if isinstance(id_, Scalar) and answer_text(id_).strip() else NO_STUDENT
    return "" if isinstance(node, Scalar) else NO_STUDENT


def _meant(name: str) -> str:
    """Return the key that a name is, or that it is similar to; empty if there is none."""
    plain = _plain(name)
    if plain in KEYS:
        return plain
    if plain in METADATA or len(plain) > 14:  # characters of a name that may be a misspelt key
        return ""
    from difflib import get_close_matches

    return next(iter(get_close_matches(plain, KEYS, n=1, cutoff=0.75)), "")


def _plain(name: str) -> str:
    return name.strip().lower()


class FrontAnswer(NamedTuple):
    """An answer in the front matter."""

    name: str
    """The part as it is named there: `small-bert.total`."""
    text: str
    evidence: Evidence


def front_answers(document: Document) -> Iterator[FrontAnswer]:
    """Yield the answers in the front matter: below `answers:`, by problem, or by problem and part."""
    answers = value_at(document.front, "answers")
    for problem, (_, node) in answer_entries(answers) if isinstance(answers, MappingNode) else ():
        if isinstance(node, MappingNode) and node.entries:
            for part, (_, inner) in answer_entries(node):
                yield _front_answer(document, f"{problem}.{part}", inner)
        else:
            yield _front_answer(document, problem, node)


def unread_entries(document: Document) -> Iterator[FrontAnswer]:
    """Yield the entries of the front matter with unknown keys, as a student may have meant one as an answer."""
    for key, (_, node) in document.front.entries.items() if document.front else ():
        if is_unknown(key) and answer_text(node).strip():
            yield _front_answer(document, key, node)


def front_text(document: Document, key: str) -> str:
    """Return the text at a key such as `student` (of a mapping, its `id`); empty where there is none."""
    node = value_at(document.front, key)
    node = node.get("id") if isinstance(node, MappingNode) else node
    return "" if isinstance(node, MappingNode) else answer_text(node).strip()


def _front_answer(document: Document, name: str, node: DocumentNode) -> FrontAnswer:
    text = given_text(node)
    evidence = Evidence(document.file, Place(node.line), f"{name}: {text}")
    return FrontAnswer(name, text if isinstance(text, TypedNumber) else text.strip(), evidence)
