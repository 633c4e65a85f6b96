"""Links to folders, for whoever walks a tree: followed, but to no folder that is walked anyway."""

# Names are handed on as they are: a Path for each would cost as much as the walk.
# ruff: noqa: PTH118

from __future__ import annotations

import os


def leads_away(link: str, walked: list[str]) -> bool:
    """Whether a linked folder neither lies in nor holds any that is walked; from then on it is one of these."""
    target = os.path.realpath(link)
    inside = os.path.join(target, "")
    if any(inside.startswith(os.path.join(each, "")) or os.path.join(each, "").startswith(inside) for each in walked):
        return False
    walked.append(target)
    return True
