"""Google Forms: the answers as a table, `Timestamp,Email Address,Score,` and a column for each question."""

from __future__ import annotations

import re
from typing import Final

from checker.lms.system import Quiz, System

QUIZ: Final = Quiz(
    lambda headings: headings[:1] == ["timestamp"],
    ids=("email address", "username", "student", "student id", "id"),
    known=re.compile(r"timestamp|score|total score|.* \[(?:score|feedback)\]"),
)
SYSTEM: Final = System("google-forms", quiz=QUIZ)
