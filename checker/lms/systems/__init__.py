"""All systems in order, and what is asked of all of them: whose a file is, what a table is, which forms there are.

Where several fit, the first one counts: those with stricter rules come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from checker.lms.feedback_zips import Pack, PackedFeedback, StudentPage, packed
from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook
from checker.lms.headings import Layout, any_list, plain
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
