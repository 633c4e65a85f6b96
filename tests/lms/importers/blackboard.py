"""Blackboard's upload of a gradebook: columns by the id behind `|`, students by Username."""

from __future__ import annotations

import re

from tests.lms.importers import tables

COLUMN = re.compile(r".*\|(\d+)", re.DOTALL)


def uploaded(data: bytes) -> tuple[dict[tuple[str, str], str], list[str]]:
    """Return the text of each cell by username and column id, and the headings that make new text columns."""
    is_utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    header, *rows = tables.read(text, "\t" if "\t" in text.splitlines()[0] else ",")
    user = header.index("Username")
    known = {"Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"}
    ids = {place: match[1] for place, heading in enumerate(header) if (match := COLUMN.fullmatch(heading))}
    new = [heading for place, heading in enumerate(header) if place not in ids and heading not in known]
    cells = {(row[user], id_): row[place] for row in rows for place, id_ in ids.items()}
    return cells, new
