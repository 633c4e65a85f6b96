"""What a learning management system declares: how it names files, and writes and takes tables and zips (`System`).

Each is one file in `systems`, and so is every other taker of grades.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from checker.lms.headings import Recogniser
from checker.lms.students import Student, Submitted

if TYPE_CHECKING:
    from checker.lms.gradebooks import GradebookForm

Parts = tuple[str, ...]
"""The names of the folders that a file is in, and its own."""
FileKind = Literal["file", "link", "receipt"]


class Delivery(NamedTuple):
    """When and how something was handed in: time, attempt, files."""

    time: str = ""
    """In a download as the system writes it, then in ISO 8601, with a zone if one was written; empty if not known."""
    is_late: bool = False
    """The system says that it is late, but not when it was handed in."""
    attempt: str = ""
    """The attempt as the system numbers it.  Sorted as text, the last one is the latest."""
    files: tuple[str, ...] = ()
    """The names of the files in the download, which a zip with feedback has to repeat."""
    other_ids: tuple[str, ...] = ()
    """Ids that the names of files may mean instead of the student's; a roster can tell."""


class Owner(NamedTuple):
    """Who handed a file in, and in which attempt, as far as the path of the file says."""

    id: str
    """The student's id in that system.  In Moodle it is the participant's number in this assignment, or the group's.
    Canvas names the work of a group by one member.  In Gradescope it is the number of the submission."""
    name: str = ""
    """The name as the system writes it; Canvas joins its words (`leeana`).  Empty where the path has none."""
    kind: FileKind = "file"
    """`link` leads to a page, `receipt` is Blackboard's note on an attempt."""
    is_late: bool = False
    attempt: str = ""
    """Blackboard: the time of the attempt, `2026-10-05-12-00-59`.  Sorted as text, the last one is the latest."""
    is_anonymous: bool = False
    """The instructor hid the names: the id belongs to the assignment, and no roster has it."""
    attachment: str = ""
    """Canvas: the id of the uploaded file, which a feedback zip has to repeat."""
    file: str = ""
    """Canvas: the name that the student gave the uploaded file."""
    other_ids: tuple[str, ...] = ()
    """Ids that the path may mean instead, because a name or a title has underscores.  A roster can rule them out."""
    stem: str = ""
    """Blackboard: what the names of all files of an attempt begin with."""

    @property
    def key(self) -> str:
        """Return what files of one attempt have in common."""
        return self.stem or self.id


class Quiz(NamedTuple):
    """How a system writes the answers to a quiz as a table.  Headings are plain: in lower case, with single spaces."""

    is_one: Callable[[Sequence[str]], bool]
    """Returns whether a table with these plain headings is one."""
    ids: tuple[str, ...]
    """The columns that hold the id, the best one first."""
    known: re.Pattern[str]
    """The headings of other columns that are no answers."""
    blank: str = ""
    """The text of a cell without an answer."""
    is_next_id_used: bool = False
    """Where the first column of ids is blank, the next one has the id."""
    numbered: re.Pattern[str] = re.compile(r"(?!)")
    """The plain headings of answers that have only a number; `question 1` is then the text of that question."""
    titled: re.Pattern[str] = re.compile(r"(?!)")
    """The headings of answers that have a `title` behind something else; the points are in the next column."""


class StudentPage(NamedTuple):
    """The feedback page of one student, and the files that the student handed in."""

    student: Student
    files: tuple[str, ...]
    """The names of the student's files in the download, with folders; empty if the work came another way."""
    data: bytes
    suffix: Literal[".html", ".md"]


class Entry(NamedTuple):
    """The name of a feedback page in the zip, the student as the LMS will read it, and what is unusual about it."""

    name: str
    recipient: str
    note: str = ""


_Pack = Callable[[StudentPage, Sequence[Owner]], Entry | str]
"""Returns the entry of a page for the student's files with these owners, all with the student's id, or why not."""


class System(NamedTuple):
    """A system: how it names the files of a download, and the forms of its tables and zips."""

    name: str
    owner_of: Callable[[Parts], Owner | None] = lambda _: None
    """Returns the owner of the file with these folder and file names; None where they break the rule."""
    is_plausible: Callable[[Sequence[Owner]], bool] = bool
    """Returns whether files that keep the rule are a download of this system, not files that look so by chance."""
    names_no_student: Callable[[Parts], bool] = lambda _: False
    """Returns whether only this system names a file so, but for no student: Moodle's default group."""
    lists_owners: Callable[[Parts], bool] = lambda _: False
    """Returns whether a file of a download says who handed others in."""
    submitted: Callable[[bytes, Parts], tuple[dict[str, Submitted], str]] = lambda *_: ({}, "")
    """Returns who handed in what, as such a file says, and what is wrong with it.  Raises DocumentError."""
    students: Recogniser = lambda *_: None
    """Returns the layout of its list of students, if it is none with usual headings."""
    quiz: Quiz | None = None
    gradebooks: tuple[GradebookForm, ...] = ()
    """Forms of gradebooks: what `checker export --to` offers."""
    feedback: _Pack | None = None
    """How it takes feedback pages back in a zip: what `checker feedback --zip` offers."""


_JUNK: Final = re.compile(
    r"\..*|__MACOSX|__pycache__|Thumbs\.db|desktop\.ini|.*~|~\$.*|#.*#|.*\.(?:bak|orig|swp)", re.IGNORECASE | re.DOTALL
)
_OF_MOODLE: Final = re.compile(r"(?!\._).*_[0-9]+_assignsubmission_.*", re.DOTALL)  # `._a`: left by macOS
"""A name in a download of Moodle; it begins with the student's name, which may begin with a dot."""


def is_junk(parts: Parts) -> bool:
    """Return whether an operating system or an editor left the file, so that it is no submission."""
    return any(_JUNK.fullmatch(each) and not _OF_MOODLE.fullmatch(each) for each in parts)
