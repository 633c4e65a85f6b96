"""The file of a reviewer, to which decisions are added.  What the reviewer wrote by hand stays as it is."""

from __future__ import annotations

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from checker.document import DocumentError, parse_document, read_bytes
from checker.document import Sequence as List
from checker.grading.reviews.read import LIMIT
from checker.reports.review_desk.cases import OpenQuestion

HEAD: Final = "# Decisions of {}, made with `checker review`. You may correct them here.\n"
NO_LIST: Final = "{} is no list of decisions with `- ` at the start of a line for each; correct it first"
BY_HAND: Final = "{} has a decision on this answer that was written by hand; change it there"


class NotKept(Exception):  # noqa: N818 - not an error of the program
    """A decision cannot be written; the message says why."""


class ReviewerFile:
    """The decisions of one reviewer, a line each."""

    def __init__(self, path: Path, reviewer: str) -> None:
        self.path = path
        self._reviewer = reviewer
        self._lock = threading.Lock()

    def decide(self, question: OpenQuestion, points: float, comment: str) -> None:
        """Write a decision in place of an earlier one on the same answer.  Raise NotKept."""
        part = {"part": question.part} if question.part else {}
        told = {"comment": comment} if comment else {}
        now = datetime.now(UTC).isoformat(timespec="seconds")
        decision = {"group": question.group, "problem": question.problem, **part, "points": points, **told, "at": now}
        with self._lock:
            lines = [each for each in self._lines() if not _is_on(each, question.group)]
            lines.append(f"- {_escaped(json.dumps(decision, ensure_ascii=False))}\n")
            text = "".join(lines)
            self._check(text, question.group)
            self._write(text)

    def _lines(self) -> list[str]:
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
    """Return YAML in double quotes with every sign that is not seen, or that steers, escaped."""
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in text)


def _is_on(line: str, group: str) -> bool:
    """Return whether a line is a decision on a group as it is written here."""
    return line.startswith(f'- {{"group": "{group}",')
