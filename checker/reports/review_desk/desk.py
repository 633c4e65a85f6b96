"""The review desk: a server for this machine only, its pages, and the file that decisions are written to."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from checker.document import DocumentError, parse_document, read_bytes
from checker.document import Sequence as List
from checker.grading.course import GradeColumn
from checker.grading.reviews.read import LEAST, LIMIT, Decision, read_reviews, review_files
from checker.reports.page import html_page
from checker.reports.review_desk.cases import Case, NotShown, OpenQuestion, OriginalPage, Originals

HEAD: Final = "# Decisions of {}, made with `checker review`. You may correct them here.\n"
NO_LIST: Final = "{} is no list of decisions with `- ` at the start of a line for each; correct it first"
BY_HAND: Final = "{} has a decision on this answer that was written by hand; change it there"


class NotKept(Exception):  # noqa: N818 - not an error of the program
    """Raised where a decision cannot be written to its file; the message says why."""


class ReviewerFile:
    """The file with one reviewer's decisions, one on each line."""

    def __init__(self, path: Path, reviewer: str) -> None:
        self.path = path
        self._reviewer = reviewer
        self._lock = threading.Lock()

    def decide(self, question: OpenQuestion, points: float, comment: str) -> None:
        """Write a decision to the file, in place of an earlier one on the same group of equal answers.

        Raise NotKept if the file cannot be read or written, or has a decision on the group that was written by hand.
        """
        part = {"part": question.part} if question.part else {}
        told = {"comment": comment} if comment else {}
        now = datetime.now(UTC).isoformat(timespec="seconds")
        about = {"group": question.group, "problem": question.problem, **part, "question": question.digest}
        decision = {**about, "points": points, **told, "at": now}
        with self._lock:
            lines = [each for each in self._lines() if not each.startswith(f'- {{"group": "{question.group}",')]
            lines.append(f"- {_escaped(json.dumps(decision, ensure_ascii=False))}\n")
            text = "".join(lines)
            self._check(text, question.group)
            self._write(text)

    def _lines(self) -> list[str]:
        """Return the lines of the file, with their ends; those of a new file if there is none.  Raise NotKept."""
        try:
            text = read_bytes(self.path, limit=LIMIT).decode("utf-8-sig")
        except DocumentError as error:
            if not os.path.lexists(self.path):
                return [HEAD.format(self._reviewer)]
            raise NotKept(f"{self.path} {error.message}") from None
        except UnicodeDecodeError:
            raise NotKept(NO_LIST.format(self.path)) from None
        lines = text.splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        return [each for each in lines if each.strip() != "[]"]

    def _check(self, text: str, group: str) -> None:
        """Raise NotKept unless the text is a list with one decision on this group."""
        try:
            root = parse_document(text.encode(), source=str(self.path))
        except DocumentError:
            raise NotKept(NO_LIST.format(self.path)) from None
        if not isinstance(root, List):
            raise NotKept(NO_LIST.format(self.path))
        if text.count(group) > 1:
            raise NotKept(BY_HAND.format(self.path))

    def _write(self, text: str) -> None:
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as error:
            raise NotKept(f"{self.path} cannot be written: {error.strerror}") from None


def _escaped(text: str) -> str:
    """Return a YAML text with each character that is not printable as an escape."""
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in text)


LONGEST_COMMENT: Final = 5_000
NO_POINTS: Final = "Give points for at least one answer."
NO_NUMBER: Final = "{}: {} is no number of points; write one from 0 to {:g}."


class ShownPicture(NamedTuple):
    """A page of a hand-in on the desk: the address of its picture, or why it is not shown."""

    title: str
    address: str
    problem: str = ""


class Desk:
    """All cases that wait for a decision, and the reviewer who decides."""

    def __init__(
        self, cases: list[Case], originals: Originals, columns: Iterable[GradeColumn], file: ReviewerFile
    ) -> None:
        self.cases = cases
        self._places = {case.id: place for place, case in enumerate(cases)}
        self._originals = originals
        self._columns = tuple(columns)
        self._file = file

    def has(self, case: str) -> bool:
        """Return whether there is a case with this id."""
        return case in self._places

    def next_after(self, case: str | None = None) -> str | None:
        """Return the id of the next case with an open question, looked for after the given one and then from the start.

        Return None if all are decided.
        """
        start = self._places[case] + 1 if case else 0
        decided = self._decided()
        in_order = (*self.cases[start:], *self.cases[:start])
        return next((each.id for each in in_order if any(one.group not in decided for one in each.questions)), None)

    def page(self, case_id: str, errors: Iterable[str] = (), typed: Mapping[str, str] | None = None) -> str:
        """Return the web page of a case; with what was typed, if there were errors in it."""
        place = self._places[case_id]
        case = self.cases[place]
        return self._page(
            "review.html",
            case=case,
            number=place + 1,
            previous=self.cases[place - 1].id if place else None,
            following=self.cases[place + 1].id if place + 1 < len(self.cases) else None,
            pictures=[self._shown(case, number) for number in range(len(case.pages))],
            decided=self._decided(),
            errors=list(errors),
            typed=typed or {},
        )

    def end_page(self, command: str) -> str:
        """Return the page that is shown once nothing is open; `command` is how to apply the decisions."""
        return self._page("review_end.html", first=self.cases[0].id if self.cases else None, command=command)

    def _page(self, template: str, **values: Any) -> str:
        known: dict[str, Any] = {"count": len(self.cases), "file": str(self._file.path)}
        return html_page(template, ("page.css", "review.css"), is_result=False, is_served=True, **known, **values)

    def picture(self, case_id: str, number: int) -> bytes:
        """Return a picture that the page of a case shows.  Raise NotShown."""
        pages = self.cases[self._places[case_id]].pages
        if not 0 <= number < len(pages):
            raise NotShown("there is no such page")
        return self._originals.picture(pages[number])

    def decide(self, case_id: str, typed: Mapping[str, str]) -> list[str]:
        """Write the decisions that were typed for a case; if there are errors, return them and write none.

        Questions without points stay open, but one at least must have some.
        """
        found: list[tuple[OpenQuestion, float, str]] = []
        errors = []
        for question in self.cases[self._places[case_id]].questions:
            text = typed.get(f"points-{question.group}", "").strip()
            if not text:
                continue
            points = _points(text)
            if points is None or not (points == 0 or LEAST <= points <= question.points):
                errors.append(NO_NUMBER.format(question.name, text[:20], question.points))
            else:
                comment = " ".join(typed.get(f"comment-{question.group}", "").split())
                found.append((question, points, comment[:LONGEST_COMMENT]))
        if not found and not errors:
            errors.append(NO_POINTS)
        if errors:
            return errors
        try:
            for each in found:
                self._file.decide(*each)
        except NotKept as error:
            return [str(error)]
        return []

    def _shown(self, case: Case, number: int) -> ShownPicture:
        """Return the address of the picture of a page, or why it cannot be shown."""
        page: OriginalPage = case.pages[number]
        try:
            self._originals.picture(page)
        except NotShown as error:
            return ShownPicture(page.title, "", str(error))
        return ShownPicture(page.title, f"{case.id}/{number}.jpg")

    def _decided(self) -> dict[str, list[Decision]]:
        """Return the decisions of all reviewers on today's questions by group."""
        found: dict[str, list[Decision]] = {}
        folder = self._file.path.parent
        reviews = read_reviews(review_files(folder) if Path(folder).is_dir() else {}, self._columns)
        asked = {question.group: question.digest for case in self.cases for question in case.questions}
        for each in reviews.decisions:
            if each.group and each.question in ("", asked.get(each.group)):
                found.setdefault(each.group, []).append(each)
        return found


def _points(text: str) -> float | None:
    """Return a number of points; None for anything else."""
    try:
        points = float(text.replace(",", "."))
    except ValueError:
        return None
    return points if points == points and abs(points) != float("inf") else None  # noqa: PLR0124 - NaN is not itself


HOST: Final = "127.0.0.1"
MOST_BYTES: Final = 1_000_000
"""Maximum size of a form in bytes."""
FORM: Final = "application/x-www-form-urlencoded"
HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"


class DeskServer(ThreadingHTTPServer):
    """Serves the desk's pages on this machine until it is shut down."""

    daemon_threads = True

    def __init__(self, desk: Desk, command: str, port: int = 0) -> None:
        """`command`: the command that applies the decisions.  `port`: 0 takes any that is free."""
        super().__init__((HOST, port), _Handler)
        self.desk = desk
        self.command = command
        self.secret = secrets.token_urlsafe(16)

    @property
    def address(self) -> str:
        """Return the address of the first page, to open in a browser."""
        return f"http://{HOST}:{self.server_port}/{self.secret}/"


class _Handler(BaseHTTPRequestHandler):
    """Answers requests of the browser that knows the desk's address."""

    server: DeskServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        """Send a page or a picture."""
        if (path := self._path()) is None:
            return
        desk = self.server.desk
        case, _, picture = path.partition("/")
        number = picture.removesuffix(".jpg")
        if path == "":
            self._redirect(desk.next_after() or "end")
        elif path == "end":
            self._send(desk.end_page(self.server.command).encode(), HTML)
        elif desk.has(case) and not picture:
            self._send(desk.page(case).encode(), HTML)
        elif desk.has(case) and picture.endswith(".jpg") and number.isascii() and number.isdecimal():
            try:
                self._send(desk.picture(case, int(number[:4])), "image/jpeg")
            except NotShown as error:
                self._send(str(error).encode(), TEXT, HTTPStatus.NOT_FOUND)
        else:
            self._send(b"There is no such page.", TEXT, HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Take the decisions that a form sends."""
        self.close_connection = True  # what is not read must not be taken for the next request
        if (path := self._path()) is None:
            return
        desk = self.server.desk
        length = self.headers.get("Content-Length", "")
        if (
            self.headers.get("Origin", self._own) not in {self._own, "null"}
            or self.headers.get_content_type() != FORM
            or not desk.has(path)
        ):
            self._send(b"This form is not of this page.", TEXT, HTTPStatus.FORBIDDEN)
        elif not length.isdecimal() or int(length) > MOST_BYTES:
            self._send(b"This form is too large.", TEXT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            sent = self.rfile.read(int(length)).decode("utf-8", "replace")
            typed = dict(parse_qsl(sent, keep_blank_values=True, max_num_fields=10_000))
            if errors := desk.decide(path, typed):
                self._send(desk.page(path, errors, typed).encode(), HTML, HTTPStatus.UNPROCESSABLE_ENTITY)
            else:
                self._redirect(desk.next_after(path) or "end")

    @property
    def _own(self) -> str:
        return f"http://{self.headers.get('Host')}"

    def _path(self) -> str | None:
        """Return the path after the secret in the address.

        Answer with an error and return None if the secret or the host is wrong.
        """
        _, secret, *rest = urlsplit(self.path).path.split("/", 2)
        is_here = urlsplit(self._own).hostname in {HOST, "localhost"}  # any port: it may be forwarded
        if is_here and rest and secrets.compare_digest(secret.encode(), self.server.secret.encode()):
            return rest[0]
        self._send(b"Open the address that `checker review` printed.", TEXT, HTTPStatus.FORBIDDEN)
        return None

    def _redirect(self, page: str) -> None:
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", f"/{self.server.secret}/{page}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, content: bytes, sort: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", sort)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "same-origin")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Print nothing, because the terminal belongs to the reviewer."""
