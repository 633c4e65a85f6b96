"""Tables as Canvas, Moodle and Google Forms give them: the columns about the student, the time and the score.

Canvas        name,id,section,submitted,attempt,5521: How many weights ...?,1.0,n correct,n incorrect,score
Moodle        Last name,First name,ID number,Email address,State,Started on,Completed,Grade/10.00,Response 1
Google Forms  Timestamp,Email Address,Score,How many weights ...?
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

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
    """The columns of a kind of table that are not about a problem.  Headings are in lower case, with single spaces."""

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
    """Return a heading in lower case, with single spaces: `Student_ID` is `student id`."""
    return " ".join(re.split(r"[\s_-]+", heading.strip().lower()))


def layout_of(headings: Sequence[str]) -> Layout:
    """Return the layout of a table by its headings."""
    names = [simple(each) for each in headings]
    if any(map(MOODLE_ANSWER.fullmatch, names)) and ("state" in names or "status" in names or "id number" in names):
        return MOODLE
    if places_of_scores(headings) and ("id" in names or "n correct" in names):
        return CANVAS
    return GOOGLE if names[:1] == ["timestamp"] else PLAIN


def places_of_scores(headings: Sequence[str]) -> list[int]:
    """Return the places of the columns with the points of a question, each next to the question, in Canvas."""
    return [
        place
        for place, (before, heading) in enumerate(zip(headings, headings[1:], strict=False), 1)
        if CANVAS_QUESTION.match(before.strip()) and NUMBER.fullmatch(heading.strip())
    ]


def question_of(heading: str) -> str:
    """Return the text of a question without the id that Canvas writes before it."""
    found = CANVAS_QUESTION.fullmatch(heading.strip())
    return found["text"] if found else heading
