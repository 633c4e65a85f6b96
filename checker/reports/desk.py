"""The review desk (`checker review`): a server for this machine only, its pages, and the file of decisions."""

from __future__ import annotations

import json
import math
import os
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from errno import ENOSPC
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from checker.document import DocumentError, ListNode, parse_document, read_bytes
from checker.grading.course import Course, GradeColumn
from checker.grading.decisions import LEAST, LIMIT, Decision, Reviews, read_reviews, review_files, why_not
from checker.grading.model import Record, question_of
from checker.grading.records import Marker
from checker.grading.review_files import Excerpt, answer_lines, excerpts, hints
from checker.grading.rows import NO_NUMBERS
from checker.marking.expected import expected_answer
from checker.marking.told import told_record
from checker.problems import Part
from checker.reports.cases import (
    NO_VALUE,
    ROW_KEYS,
    Case,
    NotShown,
    OpenQuestion,
    Originals,
    Proposal,
    by_value,
)
from checker.reports.page import html_page
from checker.text.words import counted

_NO_LIST: Final = "{} is no list of decisions with `- ` at the start of a line for each; correct it first"
_MOST_KEYS: Final = 9
"""Maximum number of results that may be meant, or of whole points: each has a digit as its key."""
_NEAR: Final = 3
"""Number of lines above and below a place, on the page of a value."""
_MOST_LINES: Final = 400
"""Maximum number of lines of a file that was not read."""


class ReviewerFile:
    """The file with one reviewer's decisions, to which desks add lines; the last one on an answer counts."""

    def __init__(self, path: Path, reviewer: str) -> None:
        self.path = path
        self._head = f"# Decisions of {reviewer}, made with `checker review`. You may correct them here.\n"

    def add(self, decisions: Iterable[Mapping[str, Any]]) -> str:
        """Add a line for each decision, or none; return why not, if the file cannot be written or is no list."""
        lines = "".join(f"- {_escaped(json.dumps(each, ensure_ascii=False))}\n" for each in decisions)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            there = read_bytes(self.path, limit=LIMIT) if os.path.lexists(self.path) else b""
            start = self._head if not there else "" if there.endswith(b"\n") else "\n"
            added = f"{start}{lines}".encode()
            if not isinstance(parse_document(there + added, source=str(self.path)), ListNode):
                return _NO_LIST.format(self.path)
            with self.path.open("ab", buffering=0) as file:
                before = file.tell()
                if file.write(added) < len(added):
                    file.truncate(before)
                    return f"{self.path} cannot be written: {os.strerror(ENOSPC)}"
                os.fsync(file.fileno())
        except DocumentError:
            return _NO_LIST.format(self.path)
        except OSError as error:
            return f"{self.path} cannot be written: {error.strerror}"
        return ""


def _escaped(text: str) -> str:
    """Return a text of JSON and YAML with each sign that is not printable as an escape that both have."""
    return "".join(sign if sign.isprintable() or sign > "\uffff" else f"\\u{ord(sign):04x}" for sign in text)


class Desk:
    """All cases that wait for a person, and the reviewer who decides."""

    def __init__(
        self, cases: list[Case], originals: Originals, course: Course, file: ReviewerFile, results: Path
    ) -> None:
        """`results`: the file that the cases are from."""
        self.originals = originals
        self._course = course
        self._file = file
        self._marker = Marker()
        self._homes: dict[str, list[Case]] = {}
        for case in cases:
            for question in case.questions:
                self._homes.setdefault(question.key, []).append(case)
        of_values = by_value(cases, self._proposals)
        in_order = sorted([*of_values, *cases], key=lambda each: (each.can_be_decided, each.value is None))
        self.cases = {case.id: case for case in in_order}
        self._known: tuple[Mapping[str, Any], Reviews] = {}, Reviews()
        self._results, self._state = results, _state(results)
        self._seen: set[str] = set()

    @property
    def counts(self) -> str:
        """Return how much there is to do: `18 to decide, 4 files to correct`."""
        files = sum(not each.can_be_decided for each in self.cases.values())
        correct = f", {counted(files, 'file')} to correct" if files else ""
        return f"{len(self._open(self._reviews()))} to decide{correct}"

    def next_after(self, case: str | None = None) -> str:
        """Return the id of the next case with an open question, after the given one and then from the start.

        A file to correct counts until it was shown.  Return `end` if there is none.
        """
        ids = [*self.cases]
        start = ids.index(case) + 1 if case else 0
        new = {id_ for id_, each in self.cases.items() if not each.can_be_decided} - self._seen
        wanted = new.union(self._open(self._reviews()))
        return next((each for each in (*ids[start:], *ids[:start]) if each in wanted), "end")

    def page(
        self, case_id: str, errors: Iterable[str] = (), typed: Mapping[str, str] | None = None, before: str = ""
    ) -> str:
        """Return the page of a case, with what was typed if it has errors; `before`: the case that was just saved."""
        case, ids, reviews = self.cases[case_id], [None, *self.cases, None], self._reviews()
        place = ids.index(case_id)
        about = {"case": case, "number": place, "previous": ids[place - 1], "following": ids[place + 1]}
        about |= {"left": self._left(before, reviews), "errors": [*errors], "typed": typed}
        if case.value:
            return self._page("review_value.html", **about, **self._of_value(case, reviews))
        self._seen.add(case_id)
        pictures = [(page.title, self.originals.fault(page)) for page in case.pages]
        texts: list[tuple[Any, list[Excerpt]]] = [*case.texts()]
        if not texts and not pictures:
            texts = [(None, [*self._contents(case.files)])]
        stale = self._stale(case, reviews)
        return self._page(
            "review.html",
            **about,
            pictures=pictures,
            texts=texts,
            is_of_decisions=case.title in self._known[0],
            stale=stale,
            is_ours=all(map(self._is_ours, stale)),
            shown=[self._shown(each, reviews) for each in case.questions],
        )

    def _of_value(self, case: Case, reviews: Reviews) -> dict[str, Any]:
        """Return what the page of a value shows: the question, and of each open answer its students and lines."""
        assert case.value  # noqa: S101 - for mypy
        left, is_right = self._left(case.id, reviews), case.value.is_right
        rows = []
        for key, question in zip(ROW_KEYS, left, strict=False):
            homes, some = self._homes[question.key], self._proposals(question.record)
            files = [file for document in homes[0].students[0].documents for file in document["files"]]
            is_meant = case.value == NO_VALUE or any(each.is_likeliest and each.is_right == is_right for each in some)
            rows.append((key, question, homes, [*excerpts(files, question.record, _NEAR)], some, is_meant))
        return {"rows": rows, "shown": self._shown((left or case.questions)[0], reviews)}

    def end_page(self, command: str, before: str = "") -> str:
        """Return the page of what still waits; `command`: how to apply the decisions, `before`: as in `page`."""
        reviews, found = self._reviews(), self.cases.values()
        return self._page(
            "review_end.html",
            open=[*self._open(reviews).values()],
            differ=[
                each
                for each in found
                if not each.value
                and any(len({each.points for each in _decisions(one, reviews)}) > 1 for one in each.questions)
            ],
            files=[each for each in found if not each.can_be_decided],
            first=next(iter(self.cases), None),
            left=self._left(before, reviews),
            command=command,
        )

    def decide(self, case_id: str, typed: Mapping[str, str]) -> list[str]:
        """Write the decisions that were typed for a case; if there are errors, return them and write none.

        Questions without points stay open, but one at least must have some.  Decisions in a file that are not applied
        are taken back.
        """
        case, reviews, at = self.cases[case_id], self._reviews(), datetime.now(UTC).isoformat(timespec="seconds")
        gone = filter(self._is_ours, self._stale(case, reviews))
        found: list[Mapping[str, Any]] = [{**each.about, "at": at} for each in gone]  # without points it is none
        errors: list[str] = []
        for question in case.questions:
            text = typed.get(f"points-{question.key}", "").strip()
            if not text or not question.can_be_decided:
                continue
            points, most = math.nan, question.record["max_points"]
            with suppress(ValueError):
                points = float(text.replace(",", "."))
            if not (points == 0 or LEAST <= points <= most):
                errors.append(f"{question.name}: {text[:20]} is no number of points; write one from 0 to {most:g}.")
            elif any(each.file == self._file.path.name and not each.at for each in _decisions(question, reviews)):
                by_hand = "has a decision on this answer that was written by hand; change it there"
                errors.append(f"{self._file.path} {by_hand}")
            comment = typed.get(f"comment-{question.key}", typed.get("comment", ""))
            said = {"comment": comment} if (comment := " ".join(comment.split())[:5_000]) else {}
            found.append({**question.about, "points": points, **said, "at": at})
        if not (errors or found or case.value) and case.can_be_decided:
            errors = ["Give points for at least one answer."]
        if found and not errors and (fault := self._file.add(found)):
            errors = [fault]
        if not errors and (found or case.value):
            self._seen.add(case_id)
        return errors

    def _page(self, template: str, **values: Any) -> str:
        known: dict[str, Any] = {"count": len(self.cases), "file": str(self._file.path), "counts": self.counts}
        known["is_old"] = _state(self._results) != self._state
        return html_page(template, "review.css", "review.js", is_result=False, is_served=True, **known, **values)

    def _shown(self, question: OpenQuestion, reviews: Reviews) -> dict[str, Any]:
        record, decisions = question.record, _decisions(question, reviews)
        column = self._column(record)
        part, problem = (column.part, column.problem) if column else (None, None)
        choices = [(each.text, each.points) for each in self._proposals(record)]
        whole = range(1, int(record["max_points"] or 0) + 1)
        return {
            "question": question,
            "title": ". ".join(filter(None, (problem.label, problem.title))) if problem else "",
            "prompt": problem.prompt if problem else "",
            "expected": expected_answer(part) if part and _is_known(part, record) else "",
            "answer": [*answer_lines(record)],
            "hints": [each.removeprefix("· ") for each in hints(record, part)],
            "choices": (choices or [("", each) for each in whole])[:_MOST_KEYS],
            "decisions": decisions,
            "own": next((each for each in decisions if each.file == self._file.path.name), None),
        }

    def _proposals(self, record: Record) -> list[Proposal]:
        """Return the values that a student may mean, as far as it is known what they are worth."""
        column, full = self._column(record), record["max_points"]
        if column is None or column.part is None or not _is_known(column.part, record):
            return []
        found = (one for each in record.get("candidates", ()) for one in each.get("values", ()))
        texts = filter(None, dict.fromkeys([record["given"], *found]))
        marked = [(each, self._marker.record(column, each)) for each in texts]
        return [
            Proposal(
                text,
                each.get("reading") or text,
                each["points"],
                is_right=each["points"] == full,
                is_likeliest=text == record["given"],
                why=" ".join(told_record(each, "explain").why),
            )
            for text, each in marked  # less may be more, where an error in an earlier part is carried forward
            if each["points"] == full or (each["points"] is not None and not column.part.follow_through)
        ]

    def _column(self, record: Record) -> GradeColumn | None:
        if record["max_points"] is None:
            return None
        columns = self._course.of_student(self._course.of_problem(record["problem"]), record["student"])
        return columns.keys.get(question_of(record))

    def _contents(self, files: Iterable[str]) -> Iterator[Excerpt]:
        for file in files:
            with suppress(NotShown):
                data = self.originals.contents(file)
                if _sort_of(file, data) == _TEXT:
                    lines = data.decode("utf-8", "replace").splitlines()[:_MOST_LINES]
                    yield Excerpt(file, [(str(number), line, False) for number, line in enumerate(lines, 1)])

    def _stale(self, case: Case, reviews: Reviews) -> list[Decision]:
        """Return the decisions in a file that are not applied, as far as they are still there."""
        questions = [each for one in self.cases.values() for each in one.questions]
        holding = {each.place for one in questions for each in _decisions(one, reviews)}
        return [each for each in reviews.decisions if each.place in case.places and each.place not in holding]

    def _is_ours(self, decision: Decision) -> bool:
        return decision.file == self._file.path.name and bool(decision.at)

    def _left(self, case_id: str, reviews: Reviews) -> list[OpenQuestion]:
        questions = self.cases[case_id].questions if case_id in self.cases else ()
        return [each for each in questions if each.can_be_decided and not _decisions(each, reviews)]

    def _open(self, reviews: Reviews) -> dict[str, Case]:
        """Return the cases with open questions that wait in no earlier one, such as that of a value."""
        found: dict[str, Case] = {}
        taken: set[str] = set()
        for id_, case in self.cases.items():
            left = {each.key for each in self._left(id_, reviews)}
            if left - taken and not (case.value and id_ in self._seen):
                found[id_] = case
                taken |= left if case.value else set()
        return found

    def _reviews(self) -> Reviews:
        folder = self._file.path.parent
        files = review_files(folder) if folder.is_dir() else {}
        if files != self._known[0]:
            self._known = files, read_reviews(files, self._course.columns)
        return self._known[1]


def _is_known(part: Part, record: Record) -> bool:
    """Return whether it is known what answers are worth; not those of another student's numbers, perhaps."""
    is_known = not part.answer_kind.needs_person and record["expected"] is not None
    return is_known and record["waits"]["code"] != NO_NUMBERS.code


def _decisions(question: OpenQuestion, reviews: Reviews) -> list[Decision]:
    record = question.record
    found = reviews.on(record, record["student"], question.about.get("group", ""))
    return [each for each in found if not why_not(each, record)]


def _state(file: Path) -> object:
    with suppress(OSError):
        return (found := file.stat()).st_mtime_ns, found.st_ino
    return None


_HOST: Final = "127.0.0.1"
_MOST_BYTES: Final = 1_000_000
_FORM: Final = "application/x-www-form-urlencoded"
_HTML: Final = "text/html; charset=utf-8"
_TEXT: Final = "text/plain; charset=utf-8"
_JPEG: Final = "image/jpeg"
_SHOWN: Final = {".jpg": _JPEG, ".jpeg": _JPEG, ".png": "image/png", ".pdf": "application/pdf"}
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


def _sort_of(file: str, data: bytes) -> str:
    """Return as what a browser gets a student's file: it shows text as written, runs nothing, and saves the rest."""
    return _SHOWN.get(PurePosixPath(file).suffix.lower(), "application/octet-stream" if b"\0" in data else _TEXT)


class DeskServer(ThreadingHTTPServer):
    """Serves the desk's pages on this machine until it is shut down."""

    daemon_threads = True

    def __init__(self, desk: Desk, command: str) -> None:
        """`command`: the command that applies the decisions."""
        super().__init__((_HOST, 0), _Handler)  # any port that is free
        self.desk = desk
        self.command = command
        self.secret = secrets.token_urlsafe(16)

    @property
    def address(self) -> str:
        """Return the address of the first page, to open in a browser."""
        return f"http://{_HOST}:{self.server_port}/{self.secret}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print faults of ours, but not that a browser has left."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers requests of the browser that knows the desk's address."""

    server: DeskServer
    timeout = 60  # a connection has one request: what is not read of a form is never taken for the next

    def do_GET(self) -> None:
        """Send a page, a picture or a file."""
        if self.path == "/favicon.ico":  # browsers ask for it by themselves
            self._send("", _TEXT, HTTPStatus.NO_CONTENT)
            return
        if (path := self._path()) is None:
            return
        desk = self.server.desk
        name, sort, number, *_ = *path.split("/"), "", ""
        case, before = desk.cases.get(name), urlsplit(self.path).query
        try:
            if path == "":
                self._redirect(desk.next_after())
            elif path == "end":
                self._send(desk.end_page(self.server.command, before), _HTML)
            elif case and path == name:
                self._send(desk.page(name, before=before), _HTML)
            elif case and sort == "page" and number in map(str, range(len(case.pages))):
                self._send(desk.originals.picture(case.pages[int(number)]), _JPEG)
            elif case and sort == "file" and number in map(str, range(len(case.files))):
                data = desk.originals.contents(file := case.files[int(number)])
                self._send(data, _sort_of(file, data))
            else:
                self._send("There is no such page.", _TEXT, HTTPStatus.NOT_FOUND)
        except NotShown as error:
            self._send(str(error), _TEXT, HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Take the decisions that a form sends."""
        if (path := self._path()) is None:
            return
        desk = self.server.desk
        length = self.headers.get("Content-Length", "")
        is_ours = self.headers.get("Origin", self._origin) in {self._origin, "null"}
        if not is_ours or self.headers.get_content_type() != _FORM or path not in desk.cases:
            self._send("This form is not of this page.", _TEXT, HTTPStatus.FORBIDDEN)
        elif not length.isdecimal() or len(length) > len(str(_MOST_BYTES)) or int(length) > _MOST_BYTES:
            self._send("This form is too large.", _TEXT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            sent = self.rfile.read(int(length)).decode("utf-8", "replace")
            typed = dict(parse_qsl(sent, keep_blank_values=True))
            if errors := desk.decide(path, typed):
                self._send(desk.page(path, errors, typed), _HTML, HTTPStatus.UNPROCESSABLE_ENTITY)
            else:
                before = "" if desk.cases[path].value else f"?{path}"  # who is left out of a value is shown again
                self._redirect(f"{desk.next_after(path)}{before}")

    @property
    def _origin(self) -> str:
        return f"http://{self.headers.get('Host')}"

    def _path(self) -> str | None:
        """Return the path after the secret in the address.

        Answer with an error and return None if the secret or the host is wrong.
        """
        with suppress(ValueError):  # no address
            _, _, asked = urlsplit(self.path).path.partition("/")
            secret, has_path, path = asked.partition("/")
            is_here = urlsplit(self._origin).hostname in {_HOST, "localhost"}  # any port: it may be forwarded
            if is_here and has_path and secrets.compare_digest(secret.encode(), self.server.secret.encode()):
                return path
        self._send("Open the address that `checker review` printed.", _TEXT, HTTPStatus.FORBIDDEN)
        return None

    def _redirect(self, page: str) -> None:
        self._send("", _TEXT, HTTPStatus.SEE_OTHER, Location=f"/{self.server.secret}/{page}")

    def _send(self, content: str | bytes, sort: str, status: HTTPStatus = HTTPStatus.OK, **more: str) -> None:
        data = content.encode() if isinstance(content, str) else content
        self.send_response(status)
        for name, value in {"Content-Type": sort, "Content-Length": str(len(data)), **_HEADERS, **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Print nothing, because the terminal belongs to the reviewer."""
