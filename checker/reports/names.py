"""The names of the pages in the folder of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FEEDBACK: Final = "feedback"
"""The folder of the students' pages."""

ZIPS: Final[Mapping[str, str]] = {"canvas": "feedback-canvas.zip", "moodle": "feedback-moodle.zip"}
"""The pages as a learning management system takes them back."""

REPORT: Final = "report.html"
