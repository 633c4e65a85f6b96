"""The files in a folder: each once, in natural order, without going round in circles through links."""

# Names are passed on as they are: a Path for each would cost as much as the walk.
# ruff: noqa: PTH114, PTH116, PTH118, PTH119, PTH208

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from typing import Final

from checker.document import beginning
from checker.document.walk import leads_away

DIGITS: Final = re.compile(r"([0-9]+)")
SKIPPED: Final = re.compile(  # hidden; made by systems and editors
    r"\..*|__MACOSX|__pycache__|Thumbs\.db|desktop\.ini|.*~|.*\.(bak|orig|swp)|~\$.*|#.*#", re.IGNORECASE | re.DOTALL
)
LIKE_A_FILE: Final = re.compile(r".*\.[a-z]{2,5}", re.IGNORECASE | re.DOTALL)
RESULT_FILES: Final = frozenset(("grades.csv", "results.jsonl", "needs-you.md", "review.yaml", "summary.json"))
"""The files that `checker grade` writes into one folder."""
RESULTS_SUMMARY: Final = re.compile(rb'\s*\{\s*"schema"\s*:\s*"checker\.grade/1"')
ANNOTATED: Final = "<!-- checker: the next run replaces this file -->"
TO_REVIEW: Final = "# To review\n"
"""The beginning of each annotated document, and of the list of what needs a person."""
FoundFile = tuple[str, str | None, str]
"""A path, the first folder below the root (None: in the root itself), and an error ("" for a regular file)."""

FORBIDDEN: Final = "may not be read; change its permissions"
AWAY: Final = "is a link that leaves the folder of submissions; copy the file or folder to its place"
REASONS: Final = {
    errno.EACCES: FORBIDDEN,
    errno.EPERM: FORBIDDEN,
    errno.ELOOP: "is a link that leads back to itself; put the file in its place",
    errno.ENAMETOOLONG: "is too deep or has too long a name; move it",
}


def walk_submissions(root: str) -> Iterator[FoundFile]:
    """Yield the files in a folder.

    Links to files in the folder are followed.  Those that leave it are reported, since what they lead to may be anybody's,
    and so are links to folders.  The results of an earlier run are skipped, wherever they are.
    """
    top = os.path.realpath(root)
    stack: list[tuple[str, str | None]] = [(root, None)]  # not recursion: folders may be nested 2,000 deep
    while stack:
        path, hint = stack.pop()
        try:
            mode = os.stat(path).st_mode
            if stat.S_ISDIR(mode):
                names = sorted(filter(_matters, os.listdir(path)), key=natural, reverse=True)
                if "summary.json" in names and "results.jsonl" in names and _holds_results(path):
                    names = [name for name in names if name not in RESULT_FILES]
        except OSError as error:
            yield path, hint, _reason(path, error)
            continue
        if path != root and os.path.islink(path) and leads_away(path, [top]):
            yield path, hint, AWAY
        elif stat.S_ISREG(mode):
            yield path, hint, ""
        elif not stat.S_ISDIR(mode):
            yield path, hint, "is not a regular file; save its contents as one"
        elif path != root and os.path.islink(path):
            yield path, hint, "is a link to a folder that is read anyway, or to one around it; remove the link"
        elif not names and LIKE_A_FILE.fullmatch(path):
            yield path, hint, "is an empty folder named like a file"
        else:
            below = hint if hint is not None or path == root else os.path.basename(path)
            stack.extend((os.path.join(path, name), below) for name in names)


def natural(name: str) -> tuple[list[str | int], str]:
    """Return a sort key that puts `s2` before `s10`."""
    pieces: list[str | int] = [*DIGITS.split(name)]
    pieces[1::2] = map(int, pieces[1::2])
    return pieces, name


def _matters(name: str) -> bool:
    return not SKIPPED.fullmatch(name)


def is_among_results(path: str) -> bool:
    """Return whether a file is where a run writes its files: in `annotated`, or the list of what is to review."""
    folder, name = os.path.split(path)
    return os.path.basename(folder) == "annotated" or name == "needs-you.md"


def is_result(path: str) -> bool:
    """Return whether a Markdown file was written by an earlier run, by how it begins."""
    marks = [ANNOTATED.encode(), *([TO_REVIEW.encode()] if os.path.basename(path) == "needs-you.md" else [])]
    try:
        return beginning(path, max(map(len, marks))).startswith(tuple(marks))
    except OSError:
        return False


def _holds_results(folder: str) -> bool:
    """Return whether an earlier run wrote its files here: its summary begins with the schema."""
    summary = os.path.join(folder, "summary.json")
    try:
        return bool(RESULTS_SUMMARY.match(beginning(summary, 1_000)))
    except OSError:
        return False


def _reason(path: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "is a link to a file that does not exist" if os.path.islink(path) else "does not exist"
    return REASONS.get(error.errno or 0, f"cannot be read: {error.strerror}")
