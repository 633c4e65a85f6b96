"""The review desk (`checker review`): a server for this machine only, its pages, and the file of decisions."""

from __future__ import annotations

import json
import math
import os
import secrets
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import yaml

from checker.document import DocumentError, read_bytes
from checker.grading.course import GradeColumn
from checker.grading.reviews.read import LEAST, LIMIT, Decision, read_reviews, review_files
from checker.reports.cases import Case, NotShown, OpenQuestion, Originals
from checker.reports.page import html_page

HEAD: Final = "# Decisions of {}, made with `checker review`. You may correct them here.\n"
NO_LIST: Final = "{} is no list of decisions with `- ` at the start of a line for each; correct it first"
BY_HAND: Final = "{} has a decision on this answer that was written by hand; change it there"

LONGEST_COMMENT: Final = 5_000
NO_POINTS: Final = "Give points for at least one answer."
NO_NUMBER: Final = "{}: {} is no number of points; write one from 0 to {:g}."


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
        about = {"group": question.group, "problem": question.problem, "part": question.part}
        decided = {"question": question.digest, "points": points, "comment": comment}
        now = datetime.now(UTC).isoformat(timespec="seconds")
        kept = {key: value for key, value in (about | decided | {"at": now}).items() if value not in {None, ""}}
        with self._lock:
            ours = f'- {{"group": "{question.group}",'
            lines = [each for each in self._lines() if not each.startswith(ours)]
            self._check("".join(lines), question.group)
            self._write("".join([*lines, f"- {_escaped(json.dumps(kept, ensure_ascii=False))}\n"]))

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
        return [f"{each}\n" for each in text.splitlines() if each.strip() != "[]"]

    def _check(self, text: str, group: str) -> None:
        """Raise NotKept unless the text is a list without a decision on this group."""
        found = None
        with suppress(yaml.YAMLError, RecursionError):
            found = yaml.load(f"{text}- {{}}\n", yaml.BaseLoader)  # noqa: S506 - all values are texts
        if not isinstance(found, list):
            raise NotKept(NO_LIST.format(self.path))
        if any(isinstance(each, dict) and each.get("group") == group for each in found):
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

    def next_after(self, case: str | None = None) -> str:
        """Return the id of the next case with an open question, after the given one and then from the start.

        Return `end` if all are decided.
        """
        start = self._places[case] + 1 if case else 0
        decided = self._decided()
        in_order = (*self.cases[start:], *self.cases[:start])
        return next((each.id for each in in_order if any(one.group not in decided for one in each.questions)), "end")

    def page(self, case_id: str, errors: Iterable[str] = (), typed: Mapping[str, str] | None = None) -> str:
        """Return the web page of a case; with what was typed, if there were errors in it."""
        place = self._places[case_id]
        case = self.cases[place]
        ids = [None, *self._places, None]
        return self._page(
            "review.html",
            case=case,
            number=place + 1,
            previous=ids[place],
            following=ids[place + 2],
            pictures=[(page.title, self._fault(page)) for page in case.pages],
            decided=self._decided(),
            errors=list(errors),
            typed=typed or {},
        )

    def end_page(self, command: str) -> str:
        """Return the page that is shown once nothing is open; `command` is how to apply the decisions."""
        return self._page("review_end.html", first=next(iter(self._places), None), command=command)

    def _page(self, template: str, **values: Any) -> str:
        known: dict[str, Any] = {"count": len(self.cases), "file": str(self._file.path)}
        return html_page(template, "review.css", is_result=False, is_served=True, **known, **values)

    def picture(self, case_id: str, number: int) -> bytes:
        """Return a picture that the page of a case shows.  Raise NotShown."""
        pages = self.cases[self._places[case_id]].pages
        if number >= len(pages):
            raise NotShown("there is no such page")
        return self._originals.picture(pages[number])

    def _fault(self, page: Any) -> str:
        """Return why a page of a hand-in cannot be shown; empty if it can."""
        try:
            self._originals.picture(page)
        except NotShown as error:
            return str(error)
        return ""

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
            if points == 0 or LEAST <= points <= question.points:
                comment = " ".join(typed.get(f"comment-{question.group}", "").split())
                found.append((question, points, comment[:LONGEST_COMMENT]))
            else:
                errors.append(NO_NUMBER.format(question.name, text[:20], question.points))
        if errors or not found:
            return errors or [NO_POINTS]
        try:
            for each in found:
                self._file.decide(*each)
        except NotKept as error:
            return [str(error)]
        return []

    def _decided(self) -> dict[str, list[Decision]]:
        """Return the decisions of all reviewers on today's questions by group."""
        found: dict[str, list[Decision]] = {}
        folder = self._file.path.parent
        reviews = read_reviews(review_files(folder) if folder.is_dir() else {}, self._columns)
        asked = {question.group: question.digest for case in self.cases for question in case.questions}
        for each in reviews.decisions:
            if each.group and each.question in ("", asked.get(each.group)):
                found.setdefault(each.group, []).append(each)
        return found


def _points(text: str) -> float:
    """Return a number of points; NaN for anything else."""
    with suppress(ValueError):
        return float(text.replace(",", "."))
    return math.nan


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
        if self.path == "/favicon.ico":  # browsers ask for it by themselves
            self._send("", TEXT, HTTPStatus.NO_CONTENT)
            return
        if (path := self._path()) is None:
            return
        desk = self.server.desk
        case, _, picture = path.partition("/")
        number = picture.removesuffix(".jpg")
        if path == "":
            self._redirect(desk.next_after())
        elif path == "end":
            self._send(desk.end_page(self.server.command), HTML)
        elif desk.has(case) and not picture:
            self._send(desk.page(case), HTML)
        elif desk.has(case) and picture.endswith(".jpg") and number.isascii() and number.isdecimal():
            try:
                self._send(desk.picture(case, int(number[:4])), "image/jpeg")
            except NotShown as error:
                self._send(str(error), TEXT, HTTPStatus.NOT_FOUND)
        else:
            self._send("There is no such page.", TEXT, HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Take the decisions that a form sends."""
        self.close_connection = True  # what is not read must not be taken for the next request
        if (path := self._path()) is None:
            return
        desk = self.server.desk
        length = self.headers.get("Content-Length", "")
        is_ours = self.headers.get("Origin", self._own) in {self._own, "null"}
        if not is_ours or self.headers.get_content_type() != FORM or not desk.has(path):
            self._send("This form is not of this page.", TEXT, HTTPStatus.FORBIDDEN)
        elif not length.isdecimal() or len(length) > len(str(MOST_BYTES)) or int(length) > MOST_BYTES:
            self._send("This form is too large.", TEXT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            sent = self.rfile.read(int(length)).decode("utf-8", "replace")
            typed = dict(parse_qsl(sent, keep_blank_values=True, max_num_fields=10_000))
            if errors := desk.decide(path, typed):
                self._send(desk.page(path, errors, typed), HTML, HTTPStatus.UNPROCESSABLE_ENTITY)
            else:
                self._redirect(desk.next_after(path))

    @property
    def _own(self) -> str:
        return f"http://{self.headers.get('Host')}"

    def _path(self) -> str | None:
        """Return the path after the secret in the address.

        Answer with an error and return None if the secret or the host is wrong.
        """
        _, _, asked = urlsplit(self.path).path.partition("/")
        secret, has_path, path = asked.partition("/")
        is_here = urlsplit(self._own).hostname in {HOST, "localhost"}  # any port: it may be forwarded
        if is_here and has_path and secrets.compare_digest(secret.encode(), self.server.secret.encode()):
            return path
        self._send("Open the address that `checker review` printed.", TEXT, HTTPStatus.FORBIDDEN)
        return None

    def _redirect(self, page: str) -> None:
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", f"/{self.server.secret}/{page}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, content: str | bytes, sort: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        data = content.encode() if isinstance(content, str) else content
        self.send_response(status)
        for name, value in (
            ("Content-Type", sort),
            ("Content-Length", str(len(data))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "same-origin"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Print nothing, because the terminal belongs to the reviewer."""
