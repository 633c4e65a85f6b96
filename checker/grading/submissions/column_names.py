"""Meanings that the headings of a table have in a course: a question, or what an assignment.yaml says.

A question is named by its id, label, title or prompt (`ColumnNames`).  Also words the line for assignment.yaml that
gives a heading its meaning.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import normalize

from checker.problems import ColumnContent, QuestionKey, question_name
from checker.text.words import either, shortened

MARKUP: Final = re.compile(r"</?[A-Za-z][^<>]*>|\]\([^()\s]*\)|\\[A-Za-z]+")
"""Tags of HTML, the targets of links in Markdown, and the commands of LaTeX."""
WORD: Final = re.compile(r"[^\W_]+")
SPACE: Final = re.compile(r"(?<!\d) | (?!\d)")
"""Space that is not between two numbers; programs that remove markup may remove it, too."""

MOST_FILES: Final = 5
"""Maximum number of files that a message names."""


class Meant(NamedTuple):
    """One thing that a heading may mean in an assignment: a question, ids, times, or a column to ignore."""

    assignment: str
    """The name of its folder of problems."""
    key: ColumnContent


class HeadingMeaning(NamedTuple):
    """What the column below a heading holds: answers to a question, ids or times, or nothing to read."""

    key: QuestionKey | None = None
    """The problem and its part; None if the column is ignored, or if that is not clear."""
    choices: tuple[str, ...] = ()
    """The questions that it may mean, if there are several."""
    field: str = ""
    """What the column has of each student: `id`, or `time`, when the answers were handed in."""


class ColumnNames(NamedTuple):
    """All headings by which the questions of a course may be named."""

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
    hint: str | None = None
    """The folder of the table: the first one below the submissions, which may be an assignment."""

    def of_table(self, header: Sequence[str], hint: str | None) -> ColumnNames:
        """Return the names as they apply to the table with this header, in this folder."""
        found = (self.settings.get(words) or self.words.get(words, ()) for words in map(plain_words, header))
        named = [{each.assignment for each in meant if not isinstance(each.key, str)} for meant in found]
        homes = {name for names in named if len(names) == 1 for name in names if name in self.questions}
        return self._replace(home=homes.pop() if len(homes) == 1 else None, hint=hint)

    def setting(self, heading: str) -> HeadingMeaning | None:
        """Return what the assignment's settings say about a heading; None if they do not list it."""
        return self._chosen(self.settings.get(plain_words(heading), ())) if self.settings else None

    def meaning(self, heading: str) -> HeadingMeaning | None:
        """Return what a heading means; None if it belongs to no problem."""
        if key := self.ids.get(heading.strip()):
            return HeadingMeaning(key)
        return self._chosen(self.words.get(plain_words(heading), ()))

    @property
    def own_questions(self) -> tuple[QuestionKey, ...]:
        """Return the questions of the assignment that the table is for, in their order; none if that is not clear."""
        found = [questions for name, questions in self.questions.items() if self._is_below(name)]
        found = found or list(self.questions.values())
        return found[0] if len(found) == 1 else ()

    def line_to_paste(self, pairs: Mapping[str, str]) -> str:
        """Return the advice which lines to add to assignment.yaml, so that these headings mean these questions.

        Space in a heading counts for nothing.
        """
        texts = [" ".join(heading.split()) for heading in pairs]
        headings = [json.dumps(text, ensure_ascii=not text.isprintable()) for text in texts]
        entries = ", ".join(f"{heading}: {meant}" for heading, meant in zip(headings, pairs.values(), strict=True))
        if self.settings:
            return f"add `{entries}` to `columns` in {self.settings_file}"
        return f"write `columns: {{{entries}}}` into {self.settings_file}"

    @property
    def settings_file(self) -> str:
        """Return what messages call the assignment.yaml of the table: with its folder if there are several."""
        if len(self.questions) <= 1:
            return "assignment.yaml"
        names = [name for name in self.questions if self._is_below(name)] or list(self.questions)
        names = [self.home] if self.home in names else names
        files = [f"{shortened(name)}/assignment.yaml" if name else "assignment.yaml" for name in names]
        if len(files) > MOST_FILES:
            return "the assignment.yaml of the assignment that the table belongs to"
        return files[0] if len(files) == 1 else f"{either(files)}, whichever the table belongs to"

    def _is_below(self, assignment: str) -> bool:
        return self.hint is not None and f"{assignment}/".startswith(f"{self.folders.get(self.hint, self.hint)}/")

    def _chosen(self, found: Sequence[Meant]) -> HeadingMeaning | None:
        """Return the one meaning among those found, first of the table's own assignment; None if nothing was found.

        If they differ, the meaning has all of them as choices.
        """
        own = [each for each in found if self._is_below(each.assignment)]
        keys = list(dict.fromkeys(each.key for each in own or found))
        if len(keys) > 1:
            names = (question_name(*each) if isinstance(each, tuple) else each or "ignore" for each in keys)
            return HeadingMeaning(None, tuple(names))
        key = keys[0] if keys else None
        if isinstance(key, str):
            return HeadingMeaning(field=key)
        return HeadingMeaning(key) if keys else None


def plain_words(text: str) -> str:
    """Return a text for comparison: without case, markup, punctuation and spaces.

    A text that has nothing else stays as it is.

    >>> plain_words("<p>Encoder&nbsp;<b>Layer</b>:</p> 64 by 16?"), plain_words("encoder-layer 64 BY 16")
    ('encoderlayer64by16', 'encoderlayer64by16')
    """
    words = WORD.findall(normalize("NFKC", html.unescape(MARKUP.sub(" ", text))).casefold())
    return SPACE.sub("", " ".join(words)) or text.strip()
