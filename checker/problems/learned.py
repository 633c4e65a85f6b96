"""learned.csv: how often classes made each mistake, which orders explanations and moves no points.

`checker learn` writes the file next to the problem files; who deletes it forgets.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from checker.document import DocumentError, read_bytes
from checker.document.findings import Finding, ProblemError
from checker.problems.model import Problem
from checker.text.words import shortened

FILE: Final = "learned.csv"
_HEADINGS: Final = ("type", "mistake", "times")

_ADVICE: Final = "correct it, run `checker learn` again, or delete the file"


def learned_in(folder: Path) -> Mapping[str, Mapping[str, int]]:
    """Return the counts of mistakes in a folder's learned.csv; empty where there is none.  Raises ProblemError."""
    path = os.fspath(folder / FILE)
    if not os.path.lexists(path):
        return {}
    try:
        text = read_bytes(path, limit=4_000_000).decode("utf-8-sig")
    except (DocumentError, UnicodeDecodeError) as error:
        raise ProblemError([Finding(path, None, None, "learned", f"cannot be read ({error}); {_ADVICE}")]) from None
    import csv  # here, because few folders have learned

    found: dict[str, dict[str, int]] = {}
    for number, row in enumerate(csv.reader(text.splitlines()), 1):
        if not any(row) or (number == 1 and tuple(row) == _HEADINGS):
            continue
        if len(row) != len(_HEADINGS) or not (row[2].isascii() and row[2].isdigit()):
            message = f"{shortened(','.join(row))} is not a type, a mistake and a whole number; {_ADVICE}"
            raise ProblemError([Finding(path, number, 1, "learned", message)])
        counts = found.setdefault(row[0], {})
        counts[row[1]] = counts.get(row[1], 0) + int(row[2])
    return found


def text_of(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Return the text of learned.csv: how often classes made each mistake, by question type."""
    lines = [",".join(_HEADINGS)]
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
    once = {id(part.variant): part.variant.changed(learned=learned) for part in problem.parts}
    parts = tuple(replace(part, variant=once[id(part.variant)]) for part in problem.parts)
    return replace(problem, parts=parts)
