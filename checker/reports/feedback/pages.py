"""The pages of a class, written into a folder by one process or by several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal, NamedTuple

from checker.grading.executors.processes import local_processes
from checker.grading.store import Standing, Store
from checker.grading.student_feedback import GradedProblems
from checker.lms import feedback_zips
from checker.lms.feedback_zips import PackedFeedback, pack
from checker.lms.names import safe_names
from checker.reports.feedback.build import PageBuilder, is_of
from checker.reports.feedback.model import StudentPage
from checker.reports.page import html_page, markdown_page

Form = Literal["html", "md"]

STYLES: Final = ("page.css", "feedback.css")

AT_ONCE: Final = 25
"""Number of pages that a process makes at once."""


@dataclass(frozen=True)
class PageRequest:
    """What `checker feedback` is asked for: the store, the assignments, the level and the form of the pages."""

    store: Path
    assignments: tuple[str, ...]
    """Their names in the store."""
    level: str
    form: Form
    folder: Path
    """Where the files go."""


class WrittenPages(NamedTuple):
    """How many pages a process has just written, and its faults so far."""

    number: int
    faults: list[str]
    """All faults of checker so far, in this process."""
    found: dict[str, str]
    """What was said to answers on them, for the store to keep."""


class Writer:
    """Writes the pages of students."""

    def __init__(self, request: PageRequest, problems: GradedProblems, store: Store) -> None:
        self._request = request
        self._store = store
        self._builder = PageBuilder(store, problems, request.level)
        everyone = list(store.history.standings())
        names = safe_names({each.student for each in everyone})
        self.standings: dict[str, list[Standing]] = {}
        for each in everyone:
            if each.assignment in request.assignments:
                self.standings.setdefault(each.student, []).append(each)
        self.files: Mapping[str, Path] = {
            each: request.folder / f"{names[each]}.{request.form}" for each in self.standings
        }
        """The file of each student."""

    def write(self, students: Sequence[str]) -> WrittenPages:
        """Write the pages of these students."""
        for student in students:
            text = page_text(self._builder.page(self.standings[student]), self._request.form)
            self.files[student].write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
        return WrittenPages(len(students), self._builder.faults, self._builder.take_found())

    def packed(self, lms: str) -> PackedFeedback:
        """Return the written pages as an LMS takes them back; who handed nothing in is left out."""
        there = ((file, self.standings[student][0]) for student, file in self.files.items())
        return pack(lms, (self._packable(file, standing) for file, standing in there if standing.path))

    def _packable(self, file: Path, standing: Standing) -> feedback_zips.StudentPage:
        found = self._store.sources.handed_in(standing.path, standing.content)
        files = next((each.delivery.files for each in found if is_of(standing, each)), ())
        suffix: Literal[".html", ".md"] = ".html" if self._request.form == "html" else ".md"
        return feedback_zips.StudentPage(standing.who, files, file.read_bytes(), suffix)


def page_text(page: StudentPage, form: Form) -> str:
    """Return a page as HTML or as Markdown."""
    if form == "html":
        return html_page("feedback.html", STYLES, page=page)
    return markdown_page("feedback.md", page=page)


def write_pages(writer: Writer, request: PageRequest, problems: GradedProblems, jobs: int) -> Iterator[WrittenPages]:
    """Write the pages of all students, some at a time.

    Raise BrokenProcessPool if a process was ended from outside.
    """
    students = list(writer.standings)
    batches = [students[start : start + AT_ONCE] for start in range(0, len(students), AT_ONCE)]
    if jobs == 1 or len(batches) == 1:
        yield from map(writer.write, batches)
        return
    workers = local_processes(min(jobs, len(batches)), partial(_begin, request, problems))
    with workers.start() as pool:
        yield from pool.map(_write, batches)


_writer: list[Writer] = []
"""The writer of this worker process."""


def _begin(request: PageRequest, problems: GradedProblems) -> None:
    _writer.append(Writer(request, problems, Store(request.store)))


def _write(students: Sequence[str]) -> WrittenPages:
    return _writer[0].write(students)
