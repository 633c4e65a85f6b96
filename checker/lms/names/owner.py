"""Whose a file is, and the common shape of the rules by which the systems name files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

Lms = Literal["canvas", "moodle", "blackboard", "gradescope"]
FileKind = Literal["file", "text", "link", "receipt"]


class Owner(NamedTuple):
    """Whose a file is, as far as its path tells."""

    lms: Lms
    id: str
    """The student's id in that system.  Canvas, work of a group: a member's; Moodle: the participant's number, of a
    group the group's; Gradescope: the number of the submission, whose students `submission_metadata.yml` names."""
    name: str
    """The name as the system writes it: Canvas joins its words (`leeana`); empty where the path has no name."""
    file: str
    """The student's name for the file, with folders.  A text, a link or a receipt has the system's name for it."""
    kind: FileKind = "file"
    """`text` was typed into a text box, `link` leads to a page, `receipt` is Blackboard's note on an attempt."""
    is_late: bool = False
    """Only Canvas tells this in the name."""
    attempt: str = ""
    """Blackboard: when it was handed in, `2026-10-05-12-00-59`; later attempts sort behind earlier ones."""
    is_anonymous: bool = False
    """The instructor hid the names: the id belongs to the assignment, and no roster has it."""
    attachment: str = ""
    """Canvas: the id of the uploaded file, which a feedback zip has to repeat."""
    other_ids: tuple[str, ...] = ()
    """Ids that the path could mean as well: a name or a file name holds underscores.  A roster can rule them out."""


class Naming(NamedTuple):
    """The rule by which a system names the files of a download."""

    lms: Lms
    owner_of: Callable[[Sequence[str]], Owner | None]
    """Return whose the file with these folder and file names is, or None where it breaks the rule."""
    is_plausible: Callable[[Sequence[Owner]], bool]
    """Return whether files that keep the rule are a download of this system, and not named so by chance."""


def is_number(text: str) -> bool:
    """Return whether this is a number as ids are: digits 0 to 9 only."""
    return text.isascii() and text.isdigit()
