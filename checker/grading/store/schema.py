"""The tables of checker.db, by numbered migrations.  A script is never edited after its release: a new one follows."""

from __future__ import annotations

from typing import Final

from checker.notation import packaged

APPLICATION: Final = 0x63686B72
"""`chkr`, by which SQLite's header tells our files from others."""

UNRELEASED: Final = 4
"""The number of the last migration before the first release: such files are refused."""

MIGRATIONS: Final = (packaged.text("checker.grading.store", "first.sql"),)

JSON_TEXTS: Final = {
    "mark": ("reason", "'{' || record"),
    "source": ("faults", "unread"),
    "response": ("texts",),
    "submission": ("files", "other_ids", "write_up"),
    "assignment": ("description",),
    "standing": ("standing",),
    "run": ("outputs", "summary"),
    "cache": ("value",),
    "run_input": ("options",),
    "run_roster": ("other_ids",),
    "made": ("command",),
}
"""By table, the columns that hold JSON, nothing, or an empty text."""
