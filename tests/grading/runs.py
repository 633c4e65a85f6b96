"""A run on a folder, as `checker grade` does it, and what it left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from checker.grading.api import Options, known_problems
from checker.grading.api import run as run_
from checker.grading.pipeline import GradedClass
from checker.lms.roster import read_roster
from checker.lms.students import Roster
from checker.problems import Problems


def write(top: Path, files: dict[str, str | bytes]) -> Path:
    """Write files below a folder."""
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return top


def run(  # noqa: PLR0913 - all that a run may be asked
    top: Path,
    submissions: str = "submissions",
    *,
    problems: str = "problems",
    out: str = "results",
    roster: Roster | Path | None = None,
    collection: Problems | None = None,
    **options: Any,
) -> GradedClass:
    """Grade a folder; decisions are in `reviews`, if there are any; a roster is a file, or its students."""
    if (top / "reviews").is_dir():
        options.setdefault("reviews", top / "reviews")
    if isinstance(roster, Path):
        options["roster"], roster = roster, read_roster(roster.read_bytes(), roster.name)
    asked = Options(top / submissions, top / problems, top / out, **options)
    return run_(asked, collection or known_problems(asked.problems, asked.out), roster)


def records(top: Path, out: str = "results") -> list[dict[str, Any]]:
    """Return the records of the last run."""
    return [json.loads(line) for line in (top / out / "results.jsonl").read_text().splitlines()]
