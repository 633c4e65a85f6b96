"""Recognises what students write where they have no answer, in several languages: `?`, `TODO`, `not done`.

`is_empty` is about all lines for a question; `unanswered` finds the parts that such lines are about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from checker.text.plain import is_blank
from checker.writeups.language.words import one_of
from checker.writeups.parts.part_words import PartWords, part_words
from checker.writeups.questions.labels import part_mark
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart, PartKey

_WORDS: Final = one_of("placeholders")
_PLACEHOLDER: Final = re.compile(
    rf"[\W_]*(?:section\s|sorry\W+|i\s)*(?:{_WORDS}|\?{{1,5}})(?![\w])(?P<more>.*)", re.IGNORECASE | re.DOTALL
)
_LABELLED: Final = re.compile(
    rf"(?P<label>.{{0,60}}?)[\s:=–→>-]{{1,40}}(?:{_WORDS}|\?{{1,5}}|_{{3,}}|\.{{4,}})(?![\w]).{{0,80}}",
    re.DOTALL,
)
"""The name of a part with a placeholder, in lower case: `total: todo`."""
_LONGEST: Final = 80
"""Characters of a placeholder with the reason for it."""
_RESULT: Final = re.compile(r"\d{2}|=\s*\d")


def is_empty(read: Iterable[Statement]) -> bool:
    """Return whether lines hold no answer: only headings, or a placeholder."""
    written = [text for each in read if each.kind != "heading" and not is_blank(text := each.text.strip())]
    if not written:
        return True
    first, *others = written
    placeholder = _PLACEHOLDER.fullmatch(first)
    if placeholder is None or _RESULT.search(" ".join(written)):
        return False
    return len(placeholder["more"]) + sum(map(len, others)) < _LONGEST


def is_placeholder(text: str) -> bool:
    """Return whether an answer is only a placeholder: `?`, `TODO`."""
    return len(text) <= _LONGEST and bool(_PLACEHOLDER.fullmatch(text.strip())) and not _RESULT.search(text)


def unanswered(
    parts: Sequence[AskedPart], read: Iterable[Statement], lettered: Sequence[AskedPart] = ()
) -> set[PartKey]:
    """Return the parts that the student says are not answered: `total: TODO`.

    `lettered`: all parts of the question, in the order of their letters, where these are only some of them.
    """
    if len(parts) <= 1:
        return set()
    words = part_words(tuple(parts))
    return {part.key for each in read if (part := _unanswered_part(each, words, lettered or parts))}


def _unanswered_part(statement: Statement, words: PartWords, lettered: Sequence[AskedPart]) -> AskedPart | None:
    text = statement.text.strip()
    labelled = _LABELLED.fullmatch(text.lower())
    if not labelled and (len(text) > _LONGEST or not _PLACEHOLDER.fullmatch(text)):
        return None
    label = labelled["label"] if labelled else ""
    if _RESULT.search(label):
        return None
    mark = part_mark(text) or ("" if label else statement.mark)
    place = ord(mark) - ord("a") if mark else len(lettered)
    return lettered[place] if place < len(lettered) else words.named(label or " ".join(statement.above[:1]))
