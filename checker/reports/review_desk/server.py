"""The server of the review desk: for one browser on this machine, which knows a secret in the address."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from checker.reports.review_desk.cases import NotShown
from checker.reports.review_desk.desk import Desk

HOST: Final = "127.0.0.1"
MOST_BYTES: Final = 1_000_000
"""Maximum size of a form in bytes."""
FORM: Final = "application/x-www-form-urlencoded"
HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"


class DeskServer(ThreadingHTTPServer):
    """Serves the pages of a desk until it is shut down."""

    daemon_threads = True

    def __init__(self, desk: Desk, command: str, port: int = 0) -> None:
        """`command`: the command that applies the decisions.  `port`: 0 takes any that is free."""
        super().__init__((HOST, port), _Handler)
        self.desk = desk
        self.command = command
        self.secret = secrets.token_urlsafe(16)

    @property
    def address(self) -> str:
        """Return the address of the first page."""
        return f"http://{HOST}:{self.server_port}/{self.secret}/"


class _Handler(BaseHTTPRequestHandler):
    """Answers requests of the one browser that has the address."""

    server: DeskServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        """Show a page or a picture."""
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
        """Take decisions."""
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
        """Return the path behind the secret; refuse a request without it, or for another host."""
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
        """Write nothing: the terminal is the reviewer's."""
