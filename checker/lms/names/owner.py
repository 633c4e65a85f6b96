"""The owner of a file, and the shape that the naming rules of all systems share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

Lms = str
"""The name of a system, such as `canvas`."""
FileKind = Literal["file", "text", "link", "receipt"]


class Owner(NamedTuple):
    """Who handed a file in, by its name: the id, the name, the attempt, as far as the path tells."""

    lms: Lms
    id: str
    """The student's id in that system.  In Moodle it is the participant's number in this assignment, or the group's.
    Canvas names the work of a group by one member.  In Gradescope it is the number of the submission; the file
    `submission_metadata.yml` names its students."""
    name: str
    """The name as the system writes it; Canvas joins its words (`leeana`).  Empty where the path has none."""
    file: str
    """The file name that the student chose, with folders.  The system names texts, links and receipts."""
    kind: FileKind = "file"
    """`text` was typed into a text box, `link` leads to a page, `receipt` is Blackboard's note on an attempt."""
    is_late: bool = False
    """Only Canvas writes this into the name."""
    attempt: str = ""
    """Blackboard: the time of the attempt, `2026-10-05-12-00-59`.  Sorted as text, the last one is the latest."""
    is_anonymous: bool = False
    """The instructor hid the names: the id belongs to the assignment, and no roster has it."""
    attachment: str = ""
    """Canvas: the id of the uploaded file, which a feedback zip has to repeat."""
    other_ids: tuple[str, ...] = ()
    """Ids that the path may mean instead, because a name or a title has underscores.  A roster can rule them out."""


class Naming(NamedTuple):
    """How a system names the files of a download: the pattern that tells the owner of each."""

    lms: Lms
    looseness: int
    owner_of: Callable[[Sequence[str]], Owner | None]
    """Return the owner of the file with these folder and file names, or None where they break the rule."""
    is_plausible: Callable[[Sequence[Owner]], bool]
    """Return whether files that keep the rule are a download of this system, not files that look so by chance."""
    names_no_student: Callable[[Sequence[str]], bool] = lambda _: False
    """Return whether only this system names a file so, but for no student: Moodle's default group."""


def is_number(text: str) -> bool:
    """Return whether this is a number as ids are: digits 0 to 9 only."""
    return text.isascii() and text.isdigit()
