"""Walk through a folder: visits each folder below it once, also through links."""

# Names stay strings: creating a Path for each would take as long as the walk.
# ruff: noqa: PTH114, PTH118

from __future__ import annotations

import os
from collections.abc import Iterator


def walk_folders(top: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of each folder, and the names in it, sorted and without hidden ones.

    Linked folders that are visited anyway, and folders that cannot be listed, are left out.
    """
    walked = [os.path.realpath(top)]
    stack = [top]  # not recursion: folders may be nested 2,000 deep
    while stack:
        folder = stack.pop()
        if folder != top and os.path.islink(folder) and not leads_away(folder, walked):
            continue
        try:
            with os.scandir(folder) as entries:
                found = sorted((each.name, _is_folder(each)) for each in entries if not each.name.startswith("."))
        except OSError:
            continue
        yield folder, [name for name, _ in found]
        stack.extend(os.path.join(folder, name) for name, is_folder in reversed(found) if is_folder)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether this is a folder; a link that leads back to itself is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def leads_away(link: str, walked: list[str]) -> bool:
    """Return whether a linked folder is neither inside nor around a walked one, and add it to these if so."""
    target = os.path.realpath(link)
    inside = os.path.join(target, "")
    if any(inside.startswith(os.path.join(each, "")) or os.path.join(each, "").startswith(inside) for each in walked):
        return False
    walked.append(target)
    return True
