"""Headings of tables, and the problems that they are for."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import normalize

from checker.notation.words import either, shortened
from checker.problems import ColumnContent, QuestionKey

MARKUP: Final = re.compile(r"</?[A-Za-z][^<>]*>|\]\([^()\s]*\)|\\[A-Za-z]+")
"""Tags of HTML, the targets of links in Markdown, and the commands of LaTeX."""
WORD: Final = re.compile(r"[^\W_]+")
SPACE: Final = re.compile(r"(?<!\d) | (?!\d)")
"""Space that is not between two numbers; programs that remove markup may remove it, too."""

MOST_FILES: Final = 5
"""Maximum number of files that a message names."""


class Meant(NamedTuple):
    """One thing that a heading may mean."""

    assignment: str
    """The name of its folder of problems."""
    key: ColumnContent


class Meaning(NamedTuple):
    """The meaning of a heading."""

    key: QuestionKey | None = None
    """The problem and its part; None if the column is ignored, or if that is not clear."""
    choices: tuple[str, ...] = ()
    """The questions that it may mean, if there are several."""
    is_id: bool = False
    """The column has the students' ids."""


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
    home: str | None = None
    """The assignment of a table, where its headings name questions of one assignment only."""

    def of_table(self, header: Sequence[str]) -> ColumnNames:
        """Return the names for the table with this header."""
        found = (self.settings.get(words) or self.words.get(words, ()) for words in map(plain_words, header))
        named = [{each.assignment for each in meant if each.key != "id"} for meant in found]
        homes = {name for names in named if len(names) == 1 for name in names if name in self.questions}
        return self._replace(home=homes.pop() if len(homes) == 1 else None)

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

    def settings_file(self, hint: str | None) -> str:
        """Return the assignment.yaml of a table as messages name it: with its folder if there are several."""
        if len(self.questions) < 2:
            return "assignment.yaml"
        names = [name for name in self.questions if self._is_below(name, hint)] or list(self.questions)
        names = [self.home] if self.home in names else names
        files = [f"{shortened(name)}/assignment.yaml" if name else "assignment.yaml" for name in names]
        if len(files) > MOST_FILES:
            return "the assignment.yaml of the assignment that the table belongs to"
        return files[0] if len(files) == 1 else f"{either(files)}, whichever the table belongs to"

    def _is_below(self, assignment: str, hint: str | None) -> bool:
        return hint is not None and f"{assignment}/".startswith(f"{self.folders.get(hint, hint)}/")

    def _meaning(self, found: tuple[Meant, ...], hint: str | None) -> Meaning | None:
        if len(found) > 1:
            found = tuple(each for each in found if self._is_below(each.assignment, hint)) or found
        keys = list(dict.fromkeys(each.key for each in found))
        if len(keys) > 1:
            return Meaning(None, tuple(map(_name, keys)))
        key = keys[0] if keys else None
        if isinstance(key, str):
            return Meaning(is_id=True)
        return Meaning(key) if keys else None


def _name(key: ColumnContent) -> str:
    """Return what an assignment.yaml says of a column."""
    if key is None:
        return "ignore"
    return key if isinstance(key, str) else ".".join(filter(None, key))


def plain_words(text: str) -> str:
    """Return a text without case, markup, punctuation and space; a text of nothing else as it is.

    >>> plain_words("<p>Encoder&nbsp;<b>Layer</b>:</p> 64 by 16?"), plain_words("encoder-layer 64 BY 16")
    ('encoderlayer64by16', 'encoderlayer64by16')
    """
    words = WORD.findall(normalize("NFKC", html.unescape(MARKUP.sub(" ", text))).casefold())
    return SPACE.sub("", " ".join(words)) or text.strip()
