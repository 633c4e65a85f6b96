"""Gradescope: `submission_287654321/homework.md`, a folder for each submission.

Names and ids of the students are in the file `submission_metadata.yml` next to the folders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.lms.names.owner import Naming, Owner

_SUBMISSION = re.compile(r"submission_(?P<id>[0-9]{6,})")  # `submission_2` is a student's second try


def _owner_of(parts: Sequence[str]) -> Owner | None:
    for place, folder in enumerate(parts[:-1], 1):
        if found := _SUBMISSION.fullmatch(folder):
            return Owner("gradescope", found["id"], "", "/".join(parts[place:]))
    return None


def _is_plausible(owners: Sequence[Owner]) -> bool:
    """Return whether there are at least two submissions."""
    return len({owner.id for owner in owners}) > 1


NAMING = Naming("gradescope", _owner_of, _is_plausible)
