"""The example downloads of docs/lms.md are what their script makes."""

from __future__ import annotations

import runpy
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent
DOWNLOADS = REPOSITORY / "docs" / "downloads"


def test_the_files_are_those_that_the_script_makes():
    made = runpy.run_path(str(DOWNLOADS / "make.py"))["files"]()
    paths = [path for path in DOWNLOADS.rglob("*") if path.suffix in {".zip", ".csv"}]
    there = {path.relative_to(DOWNLOADS).as_posix(): path.read_bytes() for path in paths}
    assert there == made
    assert len(made) == 8
