"""All systems in order, and what is asked of all of them: whose a file is, what a table is, which forms there are.

Where several fit, the first one counts: those with stricter rules come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.lms.feedback_zips import Pack, PackedFeedback, StudentPage, packed
from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook
from checker.lms.headings import Layout, any_list, plain
from checker.lms.students import Student, Submitted
from checker.lms.system import MAC_FOLDER, Lms, Owner, Quiz, System, is_junk
from checker.lms.systems import blackboard, canvas, google_forms, gradescope, moodle, own
from checker.text.words import did_you_mean

SYSTEMS: Final[tuple[System, ...]] = (
    moodle.SYSTEM,
    blackboard.SYSTEM,
    gradescope.SYSTEM,
    canvas.SYSTEM,
    google_forms.SYSTEM,
    own.SYSTEM,
)
GRADEBOOKS: Final[dict[str, Gradebook]] = {
    form.name: form for each in sorted(SYSTEMS, key=lambda each: each.name) for form in each.gradebooks
}
"""All forms of gradebooks by name."""
FEEDBACK: Final[dict[str, Pack]] = {each.name: each.feedback for each in SYSTEMS if each.feedback}
"""How each system that takes pages back does so, by its name."""


def owner_of(parts: Sequence[str], lms: Lms | None = None) -> Owner | None:
    """Return whose a file is, by its folder and file names; None where they fit no system's rule.

    A student may name a file the way Canvas does.  So call `recognised` with the whole download first, and pass its
    answer as `lms`; then only the rule of that system counts.
    """
    if not parts or MAC_FOLDER in parts:
        return None
    found = (each.owner_of(parts) for each in SYSTEMS if lms in {None, each.name})
    owner = next((each for each in found if each is not None), None)
    return None if owner is None or is_junk(owner.file.split("/")) else owner  # a name may begin with a dot


def recognised(paths: Iterable[Sequence[str]]) -> Lms | None:
    """Return the system that a download is from, by the names of most files; None where it is no download.

    Paths are relative to the download.  Students' files may look like those of Canvas by chance, so a download of
    Canvas or Gradescope must have at least two students.  One file is enough for Moodle and Blackboard.
    """
    files = [parts for parts in paths if parts and not is_junk(parts)]
    for each in SYSTEMS:
        owners = [owner for owner in map(each.owner_of, files) if owner is not None]
        of_nobody = sum(map(each.names_no_student, files))
        if 2 * (len(owners) + of_nobody) > len(files) and (of_nobody or each.is_plausible(owners)):
            return each.name
    return None


def system_of(lms: Lms) -> System:
    """Return the system with this name."""
    return next(each for each in SYSTEMS if each.name == lms)


Parts = tuple[str, ...]


class Delivery(NamedTuple):
    """One attempt of a student, or of several together."""

    key: str
    students: tuple[Student, ...]
    files: tuple[Parts, ...]
    time: str = ""
    attempt: str = ""
    is_late: bool = False
    other_ids: tuple[str, ...] = ()


class Download(NamedTuple):
    """A download."""

    deliveries: tuple[Delivery, ...]
    others: tuple[Parts, ...]
    faults: Mapping[Parts, str]


NOBODY = (
    "names no student: Moodle has it in a default group; move it into a folder with the student's name, outside of "
    "this download"
)
LINK = "is a link to a page that was handed in; a person must open it"
NO_LIST = "{}; so students have the number of their submission as their id"


def lists_owners(parts: Parts, lms: Lms) -> bool:
    """Return whether a file says who handed in others."""
    return system_of(lms).lists_owners(parts)


def read_download(paths: Sequence[Parts], lms: Lms, lists: Mapping[Parts, bytes]) -> Download:
    """Return what is in a download."""
    system = system_of(lms)
    submitted: dict = {}
    faults: dict = {}
    for parts, data in lists.items():
        try:
            more, message = system.submitted(data, parts)
        except DocumentError as error:
            more, message = {}, error.message
        submitted |= more
        if message and owner_of(parts, lms) is None:
            faults[parts] = NO_LIST.format(message)
    others, owned = [], {}
    for parts in paths:
        owner = owner_of(parts, lms)
        if owner is None and system.names_no_student(parts):
            faults[parts] = NOBODY
        elif owner is None and not system.lists_owners(parts):
            others.append(parts)
        elif owner is not None:
            said = submitted.get(owner.key)
            if said and owner.other_ids:
                owner = owner._replace(id=said.students[0].id, other_ids=())
            owned.setdefault((owner.id, owner.attempt), (said, []))[1].append((parts, owner))
            if owner.kind == "link":
                faults[parts] = LINK
    deliveries = []
    for (id_, attempt), (said, pairs) in owned.items():
        students, time = said or Submitted((Student(id_, pairs[0][1].name),))
        files = [parts for parts, owner in pairs if owner.kind != "receipt"] or [parts for parts, _ in pairs]
        other = tuple(dict.fromkeys(each for _, owner in pairs for each in owner.other_ids))
        late = any(owner.is_late for _, owner in pairs)
        key = "/".join(filter(None, (id_, attempt)))
        deliveries.append(Delivery(key, students, tuple(files), time or attempt, attempt, late, other))
    return Download(tuple(deliveries), tuple(others), faults)


def layout_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a list of students, or None if no column of it is known to hold ids."""
    rules = (*(each.students for each in SYSTEMS), any_list)
    return next((found for rule in rules if (found := rule(header, rows)) is not None), None)


def quiz_of(header: Sequence[str]) -> Quiz:
    """Return how a table of answers is written."""
    headings = [plain(each) for each in header]
    return next(each.quiz for each in SYSTEMS if each.quiz and each.quiz.is_one(headings))


def export(name: str, request: ExportRequest) -> Exported:
    """Return the files of an export in the form with this name.  Raises ExportError."""
    form = GRADEBOOKS.get(name)
    if form is None:
        raise ExportError(f"{name} is not a format of gradebooks{did_you_mean(name, GRADEBOOKS)}")
    return form.export(request)


def pack(lms: Lms, pages: Iterable[StudentPage]) -> PackedFeedback:
    """Return the entries of a zip of feedback that this system takes back, and who is not in it."""
    return packed(lms, FEEDBACK[lms], list(pages))
