"""All systems in order, and what is asked of all of them: whose a file is, what a table is, which forms there are.

Where several fit, the first one counts: those with stricter rules come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.lms.gradebooks import Exported, Notes, steps
from checker.lms.headings import Layout, any_list, plain
from checker.lms.students import Student, Submitted
from checker.lms.system import Delivery, Entry, Owner, Parts, Quiz, StudentPage, System, is_junk
from checker.lms.systems import blackboard, canvas, forms, gradescope, moodle

SYSTEMS: Final[tuple[System, ...]] = (
    moodle.SYSTEM,
    blackboard.SYSTEM,
    gradescope.SYSTEM,
    canvas.SYSTEM,
    forms.GOOGLE_FORMS,
    forms.SYSTEM,
)
GRADEBOOKS: Final = {
    form.name: form for each in sorted(SYSTEMS, key=lambda each: each.name) for form in each.gradebooks
}
FEEDBACK: Final = {each.name: each.feedback for each in SYSTEMS if each.feedback}
"""How each system that takes pages back does so, by its name."""


def _system_of(lms: str) -> System:
    """Return the system with this name."""
    return next(each for each in SYSTEMS if each.name == lms)


def owner_of(parts: Parts, lms: str | None = None) -> Owner | None:
    """Return whose a file is, by its folder and file names; None where they fit no system's rule.

    A student may name a file the way Canvas does.  So call `recognised` with the whole download first, and pass its
    answer as `lms`; then only the rule of that system counts.
    """
    if not parts or is_junk(parts):
        return None
    found = (each.owner_of(parts) for each in SYSTEMS if lms in {None, each.name})
    return next((each for each in found if each is not None), None)


def recognised(paths: Iterable[Parts]) -> str | None:
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


class Attempt(NamedTuple):
    """What a student, or several together, handed in at once."""

    key: str
    """The id in the download, and the attempt."""
    students: tuple[Student, ...]
    files: tuple[Parts, ...]
    """Without receipts, where there are other files."""
    delivery: Delivery


class Download(NamedTuple):
    """The files of a download by who handed them in."""

    attempts: tuple[Attempt, ...]
    others: tuple[Parts, ...]
    """Files that the system does not name so."""
    faults: Mapping[Parts, str]
    """Why a file is not read, or what a list of students lacks.  Files that are links are in an attempt, too."""


def lists_owners(parts: Parts, lms: str) -> bool:
    """Return whether a file of a download says who handed others in, so that `read_download` needs its contents."""
    return not is_junk(parts) and _system_of(lms).lists_owners(parts)


def read_download(paths: Iterable[Parts], lms: str, lists: Mapping[Parts, bytes]) -> Download:
    """Return the attempts in a download, in the order of its files.  `lists`: contents of those that name others."""
    system, faults, others = _system_of(lms), dict[Parts, str](), list[Parts]()
    submitted: dict[str, Submitted] = {}
    for path, data in lists.items():
        try:
            more, message = system.submitted(data, path)
        except DocumentError as error:
            more, message = {}, error.message
        submitted |= more
        if message and owner_of(path, lms) is None:
            faults[path] = f"{message}; so students have the number of their submission as their id"
    found: dict[str, list[tuple[Parts, Owner]]] = {}
    for path in paths:
        owner = owner_of(path, lms)
        if owner is not None:
            found.setdefault(owner.key, []).append((path, owner))
        elif system.names_no_student(path):
            move = "move it into a folder with the student's name, outside of this download"
            faults[path] = f"names no student: Moodle has it in a default group; {move}"
        elif path not in lists:
            others.append(path)
        if owner and owner.kind == "link":
            faults[path] = "is a link to a page that was handed in; a person must open it"
    attempts = tuple(_attempt(submitted.get(key), everything) for key, everything in found.items())
    return Download(attempts, tuple(others), faults)


def _attempt(said: Submitted | None, everything: Sequence[tuple[Parts, Owner]]) -> Attempt:
    """Return the files of one attempt: a receipt repeats names and dates, so it counts only where it is alone."""
    owners = [owner for _, owner in everything]
    students, time = said or Submitted((Student(owners[0].id, owners[0].name),))
    attempt = owners[0].attempt
    files = [path for path, owner in everything if owner.kind != "receipt"] or [path for path, _ in everything]
    other_ids = dict.fromkeys(other for owner in owners for other in owner.other_ids if said is None)
    is_late, names = any(owner.is_late for owner in owners), map("/".join, files)
    key = f"{students[0].id}/{attempt}" if attempt else owners[0].id
    delivery = Delivery(time or attempt, is_late, attempt, tuple(names), tuple(other_ids))
    return Attempt(key, students, tuple(files), delivery)


def layout_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a list of students, or None if no column of it is known to hold ids."""
    rules = (*(each.students for each in SYSTEMS), any_list)
    return next((found for rule in rules if (found := rule(header, rows)) is not None), None)


def quiz_of(header: Sequence[str]) -> Quiz:
    """Return how a table of answers is written."""
    headings = [plain(each) for each in header]
    return next(each.quiz for each in SYSTEMS if each.quiz and each.quiz.is_one(headings))


SHARED: Final = "several students in the results have the same file or id in the download"
OTHER_WAY: Final = "the work did not come in a download from {}"
OTHER_STUDENT: Final = "the names in the download have another id than the student"


def pack(lms: str, pages: Iterable[StudentPage]) -> Exported:
    """Return the entries of a zip that a system takes back, in the order of the pages, and who is not in it.

    Each entry goes to one student: a page that could reach another, too, is left out with the reason.
    """
    found: list[tuple[StudentPage, Entry | str]] = []
    for page in pages:
        owners = [owner for file in page.files if (owner := owner_of(tuple(file.split("/")), lms))]
        theirs = [owner for owner in owners if owner.id in {page.student.id, *page.student.other_ids}]
        why_not = OTHER_STUDENT if owners else OTHER_WAY.format(lms.capitalize())
        found.append((page, FEEDBACK[lms](page, theirs) if theirs else why_not))
    named = [entry for _, entry in found if isinstance(entry, Entry)]
    names = Counter(entry.name.casefold() for entry in named)
    recipients = Counter(entry.recipient for entry in named)
    entries, left_out, notes = dict[str, bytes](), Notes(), Notes()
    for page, entry in found:
        who, why = page.student.shown, entry if isinstance(entry, str) else SHARED
        if isinstance(entry, str) or names[entry.name.casefold()] > 1 or recipients[entry.recipient] > 1:
            left_out.add(f"No page in the zip, because {why}", who)
            continue
        entries[entry.name] = page.data
        if entry.note:
            notes.add(entry.note, who)
    return Exported(entries, (*left_out.listed(), *notes.listed()), steps(f"{lms} feedback"), len(entries))
