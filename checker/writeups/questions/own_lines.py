"""Yields the lines that the student wrote (`own_lines`): no copied prompt, no answer key, no text of a platform.

Text below headings such as `Example` or `Wrong attempts` is left out, too.  `quoted_lines` yields the lines in block
quotes and those like `Correct answer: 5`: an answer may be there, but is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from checker.writeups.document import NOT_OWN
from checker.writeups.language.phrases import one_of
from checker.writeups.questions.section_lines import SectionLine

_PLATFORM: Final = re.compile(rf"\W*+{one_of('platform')}", re.IGNORECASE)
_REVEALED: Final = re.compile(rf"\W*+{one_of('revealed')}", re.IGNORECASE)
"""A platform, or the student, names the right answer."""
_EXPECTED: Final = re.compile(r"[^\W_][\w-]*: .+; [\d.]+ points?")
"""The line of a part on a sheet that was handed out: `shape: a shape; 1 point`."""
_TICKED: Final = re.compile(r"\W{0,3}?(?:[\[(][xX✓✔•][\])]|[☑☒✅●])")
EMPTY_BOX: Final = re.compile(r"\W{0,3}?(?:[\[(]\s*[\])]|[☐□○◯])")
_OTHERS: Final = re.compile(rf"\W*+{one_of('others-headings')}(?![^\W\d_]|\W{{0,3}}\d)", re.IGNORECASE)
_QUESTION: Final = re.compile(rf"\W*{one_of('questions')}\W{{0,3}}\d", re.IGNORECASE)
"""The title of a question, also in bold below a heading: `**Question 3**`."""
_BOLD_LEVEL: Final = 9
"""Level of a line in bold, below all headings."""
_KEY: Final = re.compile(rf"\W*+{one_of('keys')}\b[^\d\[(]{{0,20}}:?\s*$", re.IGNORECASE)
"""The heading of a line that quotes the right answer."""


def own_lines(lines: Iterable[SectionLine]) -> Iterator[SectionLine]:
    """Yield the lines that the student wrote: no prompt, quote or text of a platform, no line below `Correct answer:`.

    If some boxes are ticked, lines with an empty box are left out.
    """
    lines = list(_own_sections(lines))
    has_ticks = any(_TICKED.match(each.line.text) for each in lines)
    is_key = False
    for each in lines:
        if has_ticks and EMPTY_BOX.match(each.line.text):
            continue
        if _KEY.match(each.line.text):
            is_key = True
        elif _is_by_others(each):
            continue
        elif is_key:
            is_key = False
        elif not each.is_prompt and each.block.kind not in NOT_OWN:
            yield each


def _own_sections(lines: Iterable[SectionLine]) -> Iterator[SectionLine]:
    """Yield the lines that are not below a heading such as "Wrong attempts" or "Example", up to the next heading."""
    others_level: int | None = None
    for each in lines:
        is_title = each.is_heading or (
            each.starts_bold and each.line.text.strip(" *:.") == each.line.strong[0].strip(" *:.")
        )
        level = each.block.level if each.is_heading else _BOLD_LEVEL
        is_question = is_title and bool(_QUESTION.match(each.line.text))
        if is_title and (others_level is None or level <= others_level or is_question):
            others_level = level if _OTHERS.match(each.line.text) else None
        if others_level is None:
            yield each


def quoted_lines(lines: Iterable[SectionLine]) -> Iterator[SectionLine]:
    """Yield the lines in block quotes that the student may have written, and those like `Correct answer: 5`."""
    for each in lines:
        is_quote = each.block.kind == "quote" and not _is_by_others(each)
        if not each.is_prompt and (is_quote or _REVEALED.match(each.line.text)):
            yield each


def _is_by_others(each: SectionLine) -> bool:
    """Return whether a line comes from a platform or the sheet, or names the right answer."""
    text = each.line.text
    found = _PLATFORM.match(text) or _REVEALED.match(text)
    return bool(found or ("point" in text and _EXPECTED.fullmatch(text)))  # searching for the word alone is fast
