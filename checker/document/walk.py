"""What lies below a folder, each once: links to folders are followed, but to none that is walked anyway."""

# Names are handed on as they are: a Path for each would cost as much as the walk.
# ruff: noqa: PTH114, PTH118

from __future__ import annotations

import os
from collections.abc import Iterator

from checker.document.links import leads_away


def walk(top: str) -> Iterator[tuple[str, list[str]]]:
    """The path of each folder, and the names in it, sorted and without hidden ones.

    A linked folder that leads back, and one that cannot be listed, is left out.
    """
    seen = [os.path.realpath(top)]
    stack = [top]  # not recursion: folders may be nested 2,000 deep
    while stack:
        place = stack.pop()
        if place != top and os.path.islink(place) and not leads_away(place, seen):
            continue
        try:
            with os.scandir(place) as entries:
                found = sorted((each.name, each.is_dir()) for each in entries if not each.name.startswith("."))
        except OSError:
            continue
        yield place, [name for name, _ in found]
        stack.extend(os.path.join(place, name) for name, is_folder in reversed(found) if is_folder)
