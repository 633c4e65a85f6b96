"""Headings of tables, and the problems that they are for."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from unicodedata import normalize

from checker.problems import QuestionKey

MARKUP: Final = re.compile(r"</?[A-Za-z][^<>]*>|\]\([^()\s]*\)|\\[A-Za-z]+")
"""Tags of HTML, the targets of links in Markdown, and the commands of LaTeX."""
WORD: Final = re.compile(r"[^\W_]+")
SPACE: Final = re.compile(r"(?<!\d) | (?!\d)")
"""Space that is not between two numbers; programs that remove markup may remove it, too."""


class Meant(NamedTuple):
    """One thing that a heading may mean."""

    assignment: str
    """The name of its folder of problems."""
    key: QuestionKey | None
    """The problem and its part; None if the column is ignored."""


class Meaning(NamedTuple):
    """What a heading means."""

    key: QuestionKey | None = None
    """The problem and its part; None if the column is ignored, or if that is not clear."""
    choices: tuple[str, ...] = ()
    """The questions that it may mean, if there are several."""


class ColumnNames(NamedTuple):
    """The headings that the problems of a course may have."""

    ids: Mapping[str, QuestionKey] = {}
    """By `bert-size` or `bert-size.total`, exactly as they are written."""
    words: Mapping[str, tuple[Meant, ...]] = {}
    """By the plain words of ids, labels, titles and prompts."""
    settings: Mapping[str, tuple[Meant, ...]] = {}
    """By the plain words of the headings that assignments list."""
    folders: Mapping[str, str] = {}
    """By the name of a folder of submissions, its assignment."""
    questions: Mapping[str, tuple[QuestionKey, ...]] = {}
    """The questions of each assignment in their order; none where a problem file is in error."""

    def setting(self, heading: str, hint: str | None) -> Meaning | None:
        """Return what the settings say about a heading; None if they do not list it."""
        return self._meaning(self.settings.get(plain_words(heading), ()), hint) if self.settings else None

    def meaning(self, heading: str, hint: str | None) -> Meaning | None:
        """Return what a heading means; None if it is no problem's.  `hint`: the folder of the table."""
        if key := self.ids.get(heading.strip()):
            return Meaning(key)
        return self._meaning(self.words.get(plain_words(heading), ()), hint)

    def questions_of(self, hint: str | None) -> tuple[QuestionKey, ...]:
        """Return the questions of the assignment that a table is for, in their order; none if that is not clear."""
        found = [questions for name, questions in self.questions.items() if self._is_below(name, hint)]
        found = found or list(self.questions.values())
        return found[0] if len(found) == 1 else ()

    def _is_below(self, assignment: str, hint: str | None) -> bool:
        return hint is not None and f"{assignment}/".startswith(f"{self.folders.get(hint, hint)}/")

    def _meaning(self, found: tuple[Meant, ...], hint: str | None) -> Meaning | None:
        if len(found) > 1:
            found = tuple(each for each in found if self._is_below(each.assignment, hint)) or found
        keys = list(dict.fromkeys(each.key for each in found))
        if len(keys) > 1:
            return Meaning(None, tuple("ignore" if key is None else ".".join(filter(None, key)) for key in keys))
        return Meaning(keys[0]) if keys else None


def plain_words(text: str) -> str:
    """Return a text without case, markup, punctuation and space; a text of nothing else as it is.

    >>> plain_words("<p>Encoder&nbsp;<b>Layer</b>:</p> 64 by 16?"), plain_words("encoder-layer 64 BY 16")
    ('encoderlayer64by16', 'encoderlayer64by16')
    """
    words = WORD.findall(normalize("NFKC", html.unescape(MARKUP.sub(" ", text))).casefold())
    return SPACE.sub("", " ".join(words)) or text.strip()
