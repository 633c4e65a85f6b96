"""`checker changes`: shows which students have another grade since the last run, and why."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from checker.cli import output
from checker.cli.options import RIGHT, command, format_option, plain_option, results_argument
from checker.cli.output import Block, Table, Text, capped
from checker.grading.changes import SCHEMA
from checker.grading.published import Results, change_groups
from checker.text.words import counted, first_of, shortened


@command("changes", "changes results --format json")
@results_argument
@format_option
@plain_option
def changes(results: Path) -> int:
    """Show whose grades changed, and why.

    It shows the last complete run of `checker grade`: from what to what each grade changed, and the reason. RESULTS is
    the folder that it wrote.
    """
    found = Results(results).changes
    output.show(
        lambda: {"schema": SCHEMA, "changes": list(found)}, lambda: changes_shown(found) or ["No grade changed."]
    )
    return RIGHT


def changes_shown(
    changes: Sequence[Mapping[str, Any]], most: int = sys.maxsize, where: str = "", verb: str = "changed"
) -> list[Block]:
    """Return changes of grades, equal ones together with their students; `where`: what shows all of them."""
    if not changes:
        return []
    people = counted(len({each["student"] for each in changes}), "student")
    title = f"{counted(len(changes), 'grade')} {verb}, of {people}"
    rows = [
        (question, f"{what}  ({why})", first_of([*map(shortened, who)], most))
        for question, what, why, who in change_groups(changes)
    ]
    table = Table(rows, "llw", label="Changed", indent=4)
    return ["", Text(title, "Changes"), *capped(table, most, f"{where} shows them")]
