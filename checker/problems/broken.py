"""Problem files in error, which are kept apart from the others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from checker.document.findings import Finding


@dataclass(frozen=True, slots=True)
class Broken:
    """A problem file in error."""

    path: Path
    id: str | None
    """None if the file has no readable id."""
    findings: tuple[Finding, ...]
