"""Makes what leaves for students and learning management systems: handouts and question banks."""

from __future__ import annotations

from typing import Final

FORMATS: Final = ("html", "markdown", "moodle", "qti")
"""The formats of question banks; the first two are for reading."""
