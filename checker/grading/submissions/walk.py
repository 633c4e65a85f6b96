"""Finds the files in a folder of submissions, without the results of earlier runs; `opened` opens a folder or a zip.

Links that lead out of it are reported and not followed.  `is_result` and `holds_results` recognise what checker wrote.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, closing
from typing import Final

from checker.document import beginning, read_bytes
from checker.document.files import follow_link
from checker.grading.submissions.model import FoundFile

# Names are passed on as they are: a Path for each would cost as much as the walk.
# ruff: noqa: PTH114, PTH116, PTH118, PTH119, PTH208


DIGITS: Final = re.compile(r"([0-9]+)")
SKIPPED: Final = re.compile(  # hidden; made by systems and editors; a damaged store that we kept aside
    r"\..*|__MACOSX|__pycache__|Thumbs\.db|desktop\.ini|.*~|.*\.(bak|orig|swp)|~\$.*|#.*#"
    r"|checker\.db(-journal)?\.damaged-[0-9]+",
    re.IGNORECASE | re.DOTALL,
)
OF_MOODLE: Final = re.compile(r"(?!\._).*_[0-9]+_assignsubmission_.*", re.DOTALL)  # `._a`: left by macOS
"""A name in a download of Moodle, which begins with the student's name, and that may begin with a dot."""
LIKE_A_FILE: Final = re.compile(r".*\.[a-z]{2,5}", re.IGNORECASE | re.DOTALL)
TO_REVIEW_FILE: Final = "needs-review.md"
RESULT_FILES: Final = re.compile(
    r"grades\.csv|results\.jsonl|review\.yaml|summary\.json|needs-review\.md|report\.html|feedback-[a-z]+\.zip"
    r"|checker\.db(-journal)?"
)
"""The files that checker writes into one folder."""
PAGE_FOLDERS: Final = frozenset(("annotated", "feedback"))
"""The folders of results that hold a page for each student."""
RESULTS_SUMMARY: Final = re.compile(rb'\s*\{\s*"schema"\s*:\s*"checker\.grade/1"')
PAGE_MARK: Final = "<!-- checker: the next run replaces this file -->"
"""The beginning of each page in Markdown."""
HTML_MARK: Final = f"<!DOCTYPE html>{PAGE_MARK}"
"""The beginning of each page in HTML."""
TO_REVIEW: Final = "# To review\n"
"""The beginning of the list of what needs a person."""
SPECIAL: Final = "is not a regular file; save its contents as one"
EMPTY_FOLDER: Final = "is an empty folder named like a file"
FORBIDDEN: Final = "may not be read; change its permissions"
AWAY: Final = "is a link that leaves the folder of submissions; copy the file or folder to its place"
REASONS: Final = {
    errno.EACCES: FORBIDDEN,
    errno.EPERM: FORBIDDEN,
    errno.ELOOP: "is a link that leads back to itself; put the file in its place",
    errno.ENAMETOOLONG: "is too deep or has too long a name; move it",
}


def walk_submissions(root: str, exclude: Collection[str] = ()) -> Iterator[FoundFile]:  # noqa: C901
    """Yield the files in a folder, except those whose real paths are in `exclude`.

    Links to files in the folder are followed.  Those that leave it are reported, since they may lead anywhere, and so
    are links to folders.  The results of an earlier run are skipped, wherever they are.
    """
    top = os.path.realpath(root)
    excluded = _is_one_of(exclude)
    stack: list[tuple[str, str | None]] = [(root, None)]  # not recursion: folders may be nested 2,000 deep
    while stack:
        path, hint = stack.pop()
        try:
            mode = os.stat(path).st_mode
            if stat.S_ISDIR(mode):
                names = sorted(filter(is_submission_name, os.listdir(path)), key=natural, reverse=True)
                if "summary.json" in names and "results.jsonl" in names and holds_results(path):
                    names = [name for name in names if not RESULT_FILES.fullmatch(name)]
        except OSError as error:
            if not excluded(path, is_link=True):
                yield FoundFile(path, hint, reason(path, error))
            continue
        is_link = os.path.islink(path)
        if exclude and not stat.S_ISDIR(mode) and excluded(path, is_link=is_link):
            continue
        if path != root and is_link and follow_link(path, [top]):
            yield FoundFile(path, hint, AWAY)
        elif stat.S_ISREG(mode):
            yield FoundFile(path, hint)
        elif not stat.S_ISDIR(mode):
            yield FoundFile(path, hint, SPECIAL)
        elif path != root and is_link:
            message = "is a link to a folder that is read anyway, or to one around it; remove the link"
            yield FoundFile(path, hint, message)
        elif not names and LIKE_A_FILE.fullmatch(path):
            yield FoundFile(path, hint, EMPTY_FOLDER)
        else:
            below = hint if hint is not None or path == root else os.path.basename(path)
            stack.extend((os.path.join(path, name), below) for name in names)


def natural(name: str) -> tuple[list[str | int], str]:
    """Return a sort key by which `s2` comes before `s10`."""
    pieces: list[str | int] = [*DIGITS.split(name)]
    pieces[1::2] = map(int, pieces[1::2])
    return pieces, name


def _is_one_of(real_paths: Collection[str]) -> Callable[..., bool]:
    """Return a function that returns whether a file is one of these, whatever its path."""
    names = set(map(os.path.basename, real_paths))

    def excluded(path: str, *, is_link: bool) -> bool:
        # only a link has another name than its target, and to find the real path of each file would take too long
        return (is_link or path[path.rfind(os.sep) + 1 :] in names) and os.path.realpath(path) in real_paths

    return excluded


def is_submission_name(name: str) -> bool:
    """Return whether a file's name is that of a submission, and not of a file of the system or an editor."""
    return not SKIPPED.fullmatch(name) or OF_MOODLE.fullmatch(name) is not None


def is_among_results(path: str) -> bool:
    """Return whether checker writes its pages, or the list of what is to review, to such a path: only names count."""
    folder, name = os.path.split(path)
    return os.path.basename(folder) in PAGE_FOLDERS or name == TO_REVIEW_FILE


def is_result(path: str, beginning: Callable[[str, int], bytes] = beginning) -> bool:
    """Return whether checker wrote a file, by how it begins; only pages and the list of what is to review."""
    if not path.endswith((".md", ".html")):
        return False
    marks = [PAGE_MARK.encode(), HTML_MARK.encode()]
    marks += [TO_REVIEW.encode()] if os.path.basename(path) == TO_REVIEW_FILE else []
    try:
        return beginning(path, max(map(len, marks))).startswith(tuple(marks))
    except OSError:
        return False


def holds_results(folder: str) -> bool:
    """Return whether a folder is one of results: it has a summary.json of checker."""
    summary = os.path.join(folder, "summary.json")
    try:
        return bool(RESULTS_SUMMARY.match(beginning(summary, 1_000)))
    except OSError:
        return False


def reason(path: str, error: OSError) -> str:
    """Return the message about a file or folder that cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "is a link to a file that does not exist" if os.path.islink(path) else "does not exist"
    return REASONS.get(error.errno or 0, f"cannot be read: {error.strerror}")


class Tree:
    """A folder of submissions, or a single file; its subclass is a zip, whose files are listed and read likewise."""

    def __init__(self, root: str, exclude: Collection[str] = ()) -> None:
        """`root` is the beginning of all paths.  `exclude`: real paths of files that are left out."""
        self.root = root
        self.strays: list[FoundFile] = []
        """Files that belong to nobody and are only reported."""
        self._exclude = exclude

    def close(self) -> None:
        """Close what is open; in a folder nothing is."""

    def walk(self) -> Iterator[FoundFile]:
        """Yield all files in natural order, without their contents."""
        return walk_submissions(self.root, self._exclude)

    def beginning(self, path: str, most: int) -> bytes:
        """Return at most `most` bytes from the beginning of a file.  Raise OSError."""
        return beginning(path, most)

    def contents(self, path: str, limit: int) -> bytes:
        """Return the contents of a file of at most `limit` bytes.  Raise DocumentError."""
        return read_bytes(path, limit=limit)

    def size(self, path: str) -> int:
        """Return the number of bytes of a file; 0 if that is not known."""
        try:
            return os.stat(path).st_size
        except (OSError, ValueError):
            return 0

    def is_folder(self, path: str) -> bool:
        """Return whether a path is that of a folder."""
        return os.path.isdir(path)  # noqa: PTH112


def opened(root: str, assignments: Collection[str] = (), exclude: Collection[str] = ()) -> AbstractContextManager[Tree]:
    """Open a folder of submissions, or a zip that is read in place, for a `with` block.

    `assignments`: the names of folders that are assignments.  `exclude`: real paths of files that are left out.
    """
    if root.lower().endswith(".zip") and os.path.isfile(root):  # noqa: PTH113
        from checker.grading.submissions.zip_tree import ZipTree  # here, because folders need none of it

        return closing(ZipTree(root, assignments))
    return closing(Tree(root, exclude))
