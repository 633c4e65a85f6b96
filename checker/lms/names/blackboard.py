"""Blackboard: `Homework 3_alee_attempt_2026-10-05-12-00-59_homework.md`, all files of a download in one folder.

Each attempt has a receipt, `Homework 3_alee_attempt_2026-10-05-12-00-59.txt`, also where nothing was typed in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from checker.lms.names.owner import Naming, Owner

_ATTEMPT = re.compile(r"_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5})(?=[_.])")
_RECEIPT = ".txt"
_MOST_UNDERSCORES = 3  # in a username


def _owner_of(parts: Sequence[str]) -> Owner | None:
    name = parts[-1]
    found = _ATTEMPT.search(name)
    if found is None or not _is_time(found["time"]):
        return None
    pieces = name[: found.start()].split("_")
    usernames = _usernames(pieces)
    rest = name[found.end() :]
    is_receipt = rest == _RECEIPT
    if not usernames or not (is_receipt or (rest[0] == "_" and len(rest) > 1)):
        return None
    return Owner(
        "blackboard",
        usernames[0],
        "",
        name if is_receipt else rest[1:],
        "receipt" if is_receipt else "file",
        attempt=found["time"],
        other_ids=tuple(usernames[1:]),
    )


def _usernames(pieces: Sequence[str]) -> list[str]:
    """Return the usernames that may follow the assignment's title, the shortest first; either may have underscores."""
    longest = min(len(pieces) - 1, _MOST_UNDERSCORES + 1)
    found = ("_".join(pieces[-count:]) for count in range(1, longest + 1) if any(pieces[:-count]))
    return [each for each in found if each[:1] not in {"", "_"} and not any(char.isspace() for char in each)]


def _is_time(text: str) -> bool:
    try:
        datetime.strptime(text, "%Y-%m-%d-%H-%M-%S").replace(tzinfo=UTC)
    except ValueError:
        return False
    return True


def _is_plausible(owners: Sequence[Owner]) -> bool:
    """Return whether any file keeps the rule: only this system names files this way."""
    return len(owners) > 0


NAMING = Naming("blackboard", _owner_of, _is_plausible)
