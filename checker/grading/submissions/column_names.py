"""Meanings of the headings of a table: a question, or the student's id, name or time.

A question is named by its id, label, title or prompt (`ColumnNames`), and Canvas, Moodle and Google have layouts of
their own.  Also words the line for assignment.yaml that gives a heading its meaning.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
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
    """One thing that a heading may mean in an assignment: a question, the students' ids, or a column to ignore."""

    assignment: str
    """The name of its folder of problems."""
    key: ColumnContent


class HeadingMeaning(NamedTuple):
    """What the column below a heading holds: answers to a question, students' ids, or nothing to read."""

    key: QuestionKey | None = None
    """The problem and its part; None if the column is ignored, or if that is not clear."""
    choices: tuple[str, ...] = ()
    """The questions that it may mean, if there are several."""
    is_id: bool = False
    """The column has the students' ids."""


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
        named = [{each.assignment for each in meant if each.key != "id"} for meant in found]
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
            return HeadingMeaning(is_id=True)
        return HeadingMeaning(key) if keys else None


def plain_words(text: str) -> str:
    """Return a text for comparison: without case, markup, punctuation and spaces.

    A text that has nothing else stays as it is.

    >>> plain_words("<p>Encoder&nbsp;<b>Layer</b>:</p> 64 by 16?"), plain_words("encoder-layer 64 BY 16")
    ('encoderlayer64by16', 'encoderlayer64by16')
    """
    words = WORD.findall(normalize("NFKC", html.unescape(MARKUP.sub(" ", text))).casefold())
    return SPACE.sub("", " ".join(words)) or text.strip()


STUDENT: Final = "student"
NAME: Final = "name"
LAST: Final = ("email", NAME)
WHO: Final = (STUDENT, "student id", "id", *LAST)
"""Columns that identify the student in any other table; the first of them in a table holds the id.

A student's number with another usual heading comes before those that are `LAST`.
"""

CANVAS_QUESTION: Final = re.compile(r"(?P<id>\d+): (?P<text>.+)", re.DOTALL)
MOODLE_ANSWER: Final = re.compile(r"response (?P<number>\d+)")
NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")


class Layout(NamedTuple):
    """Which columns of a kind of table hold ids, names and times.  Headings are in lower case, with single spaces."""

    students: tuple[str, ...]
    """The columns that may hold the id, the best one first."""
    known: re.Pattern[str]
    """The other columns that are left alone."""
    times: tuple[str, ...]
    """The columns that may hold the time of handing in."""
    names: tuple[str, ...] = ("name",)
    """The columns that together hold the name."""
    emails: tuple[str, ...] = ("email",)
    is_next_id_used: bool = False
    """Where the first column is blank, the next one has the id."""
    blank: str = ""
    """The text of a cell without an answer."""


PLAIN: Final = Layout(WHO, re.compile("submitted|timestamp|attempt|section"), ("submitted", "timestamp"))
CANVAS: Final = Layout(
    ("id", "sis id", "name"),
    re.compile(
        "name|id|sis id|root account|section|section id|section sis id|submitted|attempt|n correct|n incorrect|score"
    ),
    ("submitted",),
)
MOODLE: Final = Layout(
    ("id number", "email address", "username"),
    re.compile(
        r"surname|last name|first name|id number|institution|department|email address|username|state|status|"
        r"started|started on|completed|finished|time taken|duration|grade ?/.*|q\. ?\d+ ?/.*|question \d+|"
        r"right answer \d+"
    ),
    ("completed", "finished"),
    ("first name", "last name", "surname"),
    ("email address",),
    is_next_id_used=True,
    blank="-",
)
GOOGLE: Final = Layout(
    ("email address", "username", *WHO),
    re.compile(r"timestamp|email address|username|score|total score|.* \[(?:score|feedback)\]"),
    ("timestamp",),
    emails=("email address", "email"),
)


def simple(heading: str) -> str:
    """Return a heading in lower case, with single spaces: `student id` for `Student_ID`."""
    return " ".join(re.split(r"[\s_-]+", heading.strip().lower()))


def layout_of(headings: Sequence[str]) -> Layout:
    """Return which columns hold ids, names and times, by the headings of a table."""
    names = [simple(each) for each in headings]
    if any(map(MOODLE_ANSWER.fullmatch, names)) and ("state" in names or "status" in names or "id number" in names):
        return MOODLE
    if places_of_scores(headings) and ("id" in names or "n correct" in names):
        return CANVAS
    return GOOGLE if names[:1] == ["timestamp"] else PLAIN


def places_of_scores(headings: Sequence[str]) -> list[int]:
    """Return the places of the columns with points, which Canvas writes next to each question."""
    return [
        place
        for place, (before, heading) in enumerate(pairwise(headings), 1)
        if CANVAS_QUESTION.match(before.strip()) and NUMBER.fullmatch(heading.strip())
    ]


def question_of(heading: str) -> str:
    """Return the text of a question from a heading of Canvas, without the id before it."""
    found = CANVAS_QUESTION.fullmatch(heading.strip())
    return found["text"] if found else heading
