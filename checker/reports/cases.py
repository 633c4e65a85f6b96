"""The cases of the review desk: what waits for a person, put together as one decides on it.

open_cases    a folder of results   to Case: a student's open parts of one problem; equal ones of several students
                                    are one case, and so is all that was not found or read of one student
by_value      these cases           to Case: everybody for whom one value is proposed as the answer to one question
Originals     the submissions       to the files and pages that the students handed in
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple

from checker.document import DocumentError
from checker.grading.hand_ins import file_contents
from checker.grading.model import Record, code_of, file_of, question_of
from checker.grading.published import GradedAssignment, Results
from checker.grading.records import SEVERAL, fingerprint
from checker.grading.review_files import Excerpt, excerpts
from checker.grading.totals import StudentResult, is_waiting
from checker.text.packaged import extra
from checker.writeups.document import DocumentUnreadable
from checker.writeups.formats import is_picture, picture_of

_PAGE: Final = re.compile(r"page ([1-9][0-9]{0,4})\b")
_PICTURE: Final = re.compile(r".*, picture ([1-9][0-9]{0,4})")
"""The place of a picture in a file of a word processor, whose pages nobody draws."""
_MOST_PAGES: Final = 40
ROW_KEYS: Final = "123456789adefghijklmopqrstuvxyz"
"""Keys of the answers on the page of a value, without those that do something else."""
_AROUND: Final = 40, 3
"""Number of lines above and below a place that are shown: of the first student, and of others with equal answers."""


class NotShown(Exception):  # noqa: N818 - not an error of the program
    """Raised where a file or page cannot be shown; the message says why."""


class OriginalPage(NamedTuple):
    """A page of a file that a student handed in, or a picture in it."""

    file: str
    number: int

    @property
    def title(self) -> str:
        """Return what the page is called: the file, and the page's number unless the file is a photograph."""
        if is_picture(self.file):
            return self.file
        return f"{self.file}, {'page' if self.file.lower().endswith('.pdf') else 'picture'} {self.number}"


class Originals:
    """The files in the folder or zip of submissions that was graded."""

    def __init__(self, root: str, folders: Collection[str]) -> None:
        """`folders`: the names of folders of problems, and what submissions may call them."""
        self._about = root, folders
        self._lock = threading.Lock()
        self._drawn = lru_cache(64)(self._draw)

    def contents(self, file: str) -> bytes:
        """Return the contents of a file.  Raise NotShown if it is gone or too large."""
        names = file.split("/")
        for start in range(len(names)):  # a place may begin with the folder of submissions, as somebody typed it
            with suppress(DocumentError):
                return file_contents(*self._about, "/".join(names[start:]))
        raise NotShown(f"This file is not where it was when it was graded: {file}")

    def picture(self, page: OriginalPage) -> bytes:
        """Return a page as a JPEG picture.  Raise NotShown if its file is gone, or cannot be drawn."""
        with self._lock:
            return self._drawn(page)

    def fault(self, page: OriginalPage) -> str:
        """Return why a page cannot be shown; empty if it can."""
        try:
            self.picture(page)
        except NotShown as error:
            return str(error)
        return ""

    def _draw(self, page: OriginalPage) -> bytes:
        try:
            return picture_of(self.contents(page.file), page.number)
        except DocumentUnreadable as error:
            raise NotShown(error.message) from None
        except ModuleNotFoundError:
            raise NotShown(f"showing pages needs {extra('web')}") from None


class OpenQuestion(NamedTuple):
    """An answer that waits, on which a reviewer decides; equal answers of several students are one."""

    key: str
    """The group of equal answers, or a digest of whose answer it is."""
    record: Record
    about: Mapping[str, Any]
    """The keys of a decision that say what it is on."""
    can_be_decided: bool
    holders: int = 1

    @property
    def name(self) -> str:
        """Return `bert-size`, or `bert-size.total` for a part."""
        return str(question_of(self.record))


def _question(record: Record) -> OpenQuestion:
    waits, problem = record["waits"], record["problem"]
    own = {"student": record["student"], "answer": fingerprint(record["given"])}
    about = {"group": waits["group"]} if waits["group"] else own
    about |= {name: record[name] for name in ("problem", "part", "question") if record.get(name)}
    if record["max_points"] is None:  # a file to correct, once for everybody
        return OpenQuestion(_digest(problem), record, about, can_be_decided=False)
    key = waits["group"] or _digest(record["student"], record["assignment"], problem, record["part"])
    return OpenQuestion(key, record, about, waits["code"] != SEVERAL)


def _digest(*about: object) -> str:
    return fingerprint(repr(about))


class Proposal(NamedTuple):
    """A value that may be a student's answer, and what it is worth."""

    text: str
    reading: str
    points: float
    is_right: bool
    is_likeliest: bool
    why: str = ""
    """What a student is told of a wrong one; it gives nothing away."""


NO_VALUE: Final = Proposal("", "", 0.0, is_right=False, is_likeliest=True)
"""No value that was found is the answer."""


class Case(NamedTuple):
    """What is shown on one web page, to be decided together."""

    id: str
    title: str
    """The assignment, or the file of which something is said."""
    students: list[StudentResult]
    questions: tuple[OpenQuestion, ...] = ()
    notes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    pages: tuple[OriginalPage, ...] = ()
    places: tuple[str, ...] = ()
    """Where something is to be corrected: the file, perhaps with a line."""
    value: Proposal | None = None
    """What is accepted here as the answer of all students but those whom the reviewer leaves out."""

    @property
    def can_be_decided(self) -> bool:
        """Return whether there is anything to decide here; else a person has to change a file."""
        return any(each.can_be_decided for each in self.questions)

    def texts(self) -> Iterator[tuple[StudentResult, list[Excerpt]]]:
        """Yield of each student the lines of documents that the answers may be in; all lines if they were not found."""
        wanted = {question_of(each.record) for each in self.questions}
        for number, student in enumerate(self.students[:10]):
            own = [each for each in student.records if question_of(each) in wanted]
            files = [file for document in student.documents for file in document["files"]]
            found = [*excerpts(files, {"evidence": [*_places(own)]}, _AROUND[number > 0])]
            if any(each.get("unseen") for each in own):
                found = [Excerpt(file["file"], [(*line, False) for line in file["lines"]]) for file in files]
            if found:
                yield student, found


def _places(records: Iterable[Record]) -> Iterator[Mapping[str, Any]]:
    for record in records:
        found = (*record.get("candidates", ()), *record.get("evidence", ()))
        yield from (each for each in found if "file" in each)  # a sentence of an essay that matches its rubric has none


def open_cases(results: Results) -> list[Case]:
    """Return everything that waits for a person, in the order of the problems; what cannot be decided comes first."""
    needs = results.summary["needs_person"]
    issues = [*needs["others"], *needs["not_applied"]]
    notes: dict[str, list[Mapping[str, Any]]] = {}
    for each in issues:
        if each["by_decisions"]:
            notes.setdefault(each["student"] or file_of(each["place"]), []).append(each)
    everyone = [student for each in results.assignments for student in each.students]
    cases = [case for each in results.assignments for case in _cases(each, notes)]
    shown = {note for case in cases for note in case.notes}
    found: dict[tuple[str, str | None], list[Mapping[str, Any]]] = {}
    for each in issues:
        if _note(each) not in shown:
            found.setdefault((file_of(each["place"]), each["student"]), []).append(each)
    for (file, id_), some in found.items():
        may_be = {each.who.id: each for each in everyone if each.file == file and not each.handed_in}
        concerned = {each.who.id: each for each in everyone if each.who.id == id_} | may_be
        about = _digest(file, id_), file, [*concerned.values()], (), tuple(map(_note, some)), (file,)
        cases.append(Case(*about, places=tuple(each["place"] for each in some)))
    return sorted(cases, key=lambda each: each.can_be_decided)


def by_value(cases: Iterable[Case], proposals: Callable[[Record], Iterable[Proposal]]) -> Iterator[Case]:
    """Yield a case for each value that may be the answer to a question: the right ones together, wrong ones, and none.

    An answer is there with its likeliest value, with the right one, and with none.
    """
    found: dict[tuple[Any, ...], dict[tuple[Any, ...], dict[str, tuple[Proposal, OpenQuestion]]]] = {}
    for case in cases:
        for question in (each for each in case.questions if each.can_be_decided):
            values = found.setdefault((case.title, *question_of(question.record)), {})
            some = [each for each in proposals(question.record) if each.is_likeliest or each.is_right]
            for each in (*some, NO_VALUE) if any(each.is_likeliest for each in some) else some:
                drawn = "" if each.is_right else question.record.get("question")
                about = (0,) if each.is_right else (1, each.reading, drawn) if each.text else (2,)
                values.setdefault(about, {}).setdefault(question.key, (each, question))
    for (title, *_), values in found.items():
        for about, answers in sorted(values.items(), key=lambda each: (each[0][0], -len(each[1]))):
            rows = sorted(answers.values(), key=lambda each: not each[0].is_likeliest)
            for start in range(0, len(rows), len(ROW_KEYS)):
                page = tuple(question for _, question in rows[start : start + len(ROW_KEYS)])
                yield Case(_digest(about, page[0].key), title, [], page, value=rows[start][0])


def _cases(assignment: GradedAssignment, notes: Mapping[str, list[Mapping[str, Any]]]) -> Iterator[Case]:
    """Yield the cases of an assignment; `notes`: by student or file what is settled with the answers."""
    cases: dict[tuple[str, ...], tuple[list[StudentResult], list[OpenQuestion]]] = {}
    counts: Counter[str] = Counter()
    for student in assignment.students:
        together: dict[str, list[OpenQuestion]] = {}
        of_others = (each for each in student.more if code_of(each) == SEVERAL)
        for record in filter(is_waiting, (*student.records, *of_others)):
            kind = "/unseen" if record.get("unseen") else record["problem"]
            kind = "/several" if record["waits"]["code"] == SEVERAL else kind
            together.setdefault(kind, []).append(_question(record))
        for kind, some in together.items():
            keys = tuple(each.key for each in some)
            counts.update(keys)
            cases.setdefault((kind, *keys), ([], some))[0].append(student)
    rank = {each["problem"]: place for place, each in enumerate(assignment.questions)}
    for key, (students, some) in sorted(cases.items(), key=lambda each: rank.get(each[0][0], len(rank))):
        first, asked = students[0], tuple(each._replace(holders=counts[each.key]) for each in some)
        theirs = _of(first, notes)
        places = [*_places(each.record for each in asked)]
        of_documents = [file["file"] for one in first.documents for file in one["files"]]
        named = [file_of(each.record["waits"]["place"]) for each in asked if "place" in each.record["waits"]]
        found = named or [each["file"] for each in places] or of_documents or [first.file]
        files = dict.fromkeys([*found, *(file for file, _ in theirs)])
        pages: dict[OriginalPage, None] = {}
        for each in places:
            form = _PAGE if is_picture(each["file"]) or each["file"].lower().endswith(".pdf") else _PICTURE
            if number := form.match(each.get("where", "")):
                pages[OriginalPage(each["file"], int(number[1]))] = None
        about = _digest(assignment.id, *key), assignment.title, students, asked, tuple(note for _, note in theirs)
        yield Case(*about, (*files,), (*pages,)[:_MOST_PAGES])


def _note(issue: Mapping[str, Any]) -> str:
    return f"{issue['place']}: {issue['message']}"


def _of(student: StudentResult, notes: Mapping[str, list[Mapping[str, Any]]]) -> list[tuple[str, str]]:
    """Return the notes on a student or the student's file, each behind the file that it is about."""
    found = (*notes.get(student.who.id, ()), *notes.get(student.file, ()))
    return [(file_of(each["place"]), _note(each)) for each in found]
