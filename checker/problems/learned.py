"""learned.csv: how often classes made each mistake, which orders explanations and moves no points.

`checker learn` writes the file next to the problem files; who deletes it forgets.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from checker.document import DocumentError, read_bytes
from checker.document.findings import Finding, ProblemError
from checker.problems.model import Problem
from checker.text.words import shortened

FILE: Final = "learned.csv"
HEADINGS: Final = ("type", "mistake", "times")
LARGEST: Final = 4_000_000
"""Maximum number of bytes that are read."""

ADVICE: Final = "correct it, run `checker learn` again, or delete the file"

Counts = Mapping[str, Mapping[str, int]]
"""How often each mistake was made, by question type and id."""


def learned_in(folder: Path) -> Counts:
    """Return the counts of mistakes in a folder's learned.csv; empty where there is none.  Raises ProblemError."""
    path = folder / FILE
    try:
        state = path.stat()
    except OSError:
        return {}
    return _learned(str(path), state.st_mtime_ns, state.st_size)


@lru_cache(64)
def _learned(path: str, _changed: int, _size: int) -> Counts:
    """Return the counts in a file; one that has changed since is read again."""
    found: dict[str, dict[str, int]] = {}
    for type_, mistake, times in _rows(path):
        counts = found.setdefault(type_, {})
        counts[mistake] = counts.get(mistake, 0) + times
    return found


def _rows(path: str) -> Iterator[tuple[str, str, int]]:
    """Yield question type, mistake and count of each row of learned.csv.  Raise ProblemError for a bad row."""
    try:
        text = read_bytes(path, limit=LARGEST).decode("utf-8-sig")
    except (DocumentError, UnicodeDecodeError) as error:
        raise _wrong(path, None, f"cannot be read ({error}); {ADVICE}") from None
    import csv  # here, because few folders have learned

    rows = csv.reader(text.splitlines())
    for number, row in enumerate(rows, 1):
        if not any(row) or (number == 1 and tuple(row) == HEADINGS):
            continue
        if len(row) != len(HEADINGS) or not (row[2].isascii() and row[2].isdigit()):
            said = shortened(",".join(row))
            raise _wrong(path, number, f"{said} is not a type, a mistake and a whole number; {ADVICE}")
        yield row[0], row[1], int(row[2])


def _wrong(path: str, line: int | None, message: str) -> ProblemError:
    return ProblemError([Finding(path, line, 1 if line else None, "learned", message)])


def text_of(counts: Counts) -> str:
    """Return the text of learned.csv: how often classes made each mistake, by question type."""
    lines = [",".join(HEADINGS)]
    for type_, mistakes in sorted(counts.items()):
        in_order = sorted(mistakes.items(), key=lambda item: (-item[1], item[0]))
        lines += [f"{type_},{mistake},{times}" for mistake, times in in_order]
    return "\n".join(lines) + "\n"


def digest_of(learned: Mapping[str, int]) -> str:
    """Return a hash of the counts for one question type; empty where there are none."""
    return hashlib.sha256(json.dumps(sorted(learned.items())).encode()).hexdigest()[:8] if learned else ""


def with_learned(problem: Problem, learned: Mapping[str, int]) -> Problem:
    """Return a problem whose explanations are ordered by these counts; the same problem where there are none."""
    if not learned:
        return problem
    once = {id(part.variant): part.variant.with_learned(learned) for part in problem.parts}
    parts = tuple(replace(part, variant=once[id(part.variant)]) for part in problem.parts)
    return replace(problem, parts=parts)
