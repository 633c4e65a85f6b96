"""Documents: the verdict on each part of what students hand in, as a class is graded.

A line of `documents/SET.jsonl` is a document: its `text`, or the `file` of this repository that it is, and what is
expected of each part.  The problems are those in `documents/SET/`, or those of the bank.  Texts of Word, OpenDocument
and PDF files become paragraphs, or are their markup where they begin with `<`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any, Final

from checker.cli.app import cli
from tests.bank import BANK
from tests.cases.table import AS_EXPECTED, HERE, Row, lines, verdict_difference
from tests.cases.typed import VERDICTS as TYPED
from tests.writeups.formats.office_files import docx, odt, p
from tests.writeups.formats.pdf_files import pdf, text

FOLDER: Final = HERE / "documents"
EVERY: Final = 67
"""The suite grades each so-many-th document: they are of all formats."""
PAGE: Final = 50
"""Lines of a PDF's page."""
GRADED: Final = (0, 3)
"""Exit codes of a run that graded."""
VERDICTS: Final = {**TYPED, "carried": "carried"}
CARRIED: Final = frozenset(("correct", "incorrect"))
"""Expectations that a right answer given a wrong one meets: writers say whether a number is the sheet's."""
Document = dict[str, Any]
"""A line of a set, with the name of the `set`."""


def rows() -> list[Row]:
    """Return a row for each part of each document."""
    return [
        Row(f"{path.stem}/{line['id']} {part}", (expect,) if isinstance(expect, str) else tuple(expect), (line, part))
        for path in sorted(FOLDER.glob("*.jsonl"))
        for line in (each | {"set": path.stem} for each in lines(path))
        for part, expect in line["expect"].items()
    ]


def part(rows: Sequence[Row], every: int) -> list[Row]:
    """Return the rows of each so-many-th document."""
    documents = [*dict.fromkeys((row.data[0]["set"], row.data[0]["id"]) for row in rows)]
    chosen = {*documents[::every]}
    return [row for row in rows if (row.data[0]["set"], row.data[0]["id"]) in chosen]


def difference(expect: Sequence[str], got: str) -> str:
    """Return how a verdict differs from the ones expected; a part without a record was lost."""
    if got == "lost":
        return "lost record"
    if got == "carried":
        return AS_EXPECTED if CARRIED & {*expect} else "false full marks"
    return verdict_difference(expect, got)


def run(rows: Sequence[Row]) -> dict[str, str]:
    """Return the verdict on each part: documents with the same problems are one class."""
    classes: dict[Path, dict[str, Document]] = {}
    for row in rows:
        document, _ = row.data
        if classes.setdefault(_problems(document), {}).setdefault(document["id"], document) != document:
            raise ValueError(f"two documents are called {document['id']}")
    found = {problems: verdicts(problems, list(documents.values())) for problems, documents in classes.items()}
    return {row.key: found[_problems(row.data[0])].get((row.data[0]["id"], row.data[1]), "lost") for row in rows}


def _problems(document: Document) -> Path:
    own = FOLDER / document["set"]
    return own if own.is_dir() else BANK


def verdicts(problems: Path, documents: Sequence[Document]) -> dict[tuple[str, str], str]:
    """Return the verdicts that a class gets, by document and part."""
    with TemporaryDirectory() as top:
        hand_ins, results, reviews = (Path(top, name) for name in ("submissions", "results", "reviews"))
        reviews.mkdir()
        for document in documents:
            folder = hand_ins / document["assignment"]
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{document['id']}.{document['format']}").write_bytes(_contents(document))
        options = ["--problems", problems, "--out", results, "--reviews", reviews, "--format", "json"]
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            code = cli.main(["grade", str(hand_ins), *map(str, options)], standalone_mode=False)
        if code not in GRADED:
            return {(each["id"], part): "fault" for each in documents for part in each["expect"]}
        records = map(json.loads, (results / "results.jsonl").read_text(encoding="utf-8").splitlines())
        return {
            (each["student"], ".".join(filter(None, (each["problem"], each["part"])))): VERDICTS[each["status"]]
            for each in records
        }


def _contents(document: Document) -> bytes:
    """Return the bytes of a document."""
    if "file" in document:
        return (BANK.parent / document["file"]).read_bytes()
    written: str = document["text"]
    if document["format"] not in {"docx", "odt", "pdf"}:
        return written.encode()
    if written.startswith("<"):
        return docx(written) if document["format"] == "docx" else odt(written)
    if document["format"] == "docx":
        return docx("".join(p(escape(line)) for line in written.split("\n")))
    if document["format"] == "odt":
        return odt("".join(f"<text:p>{escape(line)}</text:p>" for line in written.split("\n")))
    printed = [short for line in written.split("\n") for short in wrap(line, 95) or [""]]
    pages = [printed[start : start + PAGE] for start in range(0, len(printed), PAGE)]
    return pdf(*("".join(text(72, 740 - 14 * n, line, 10) for n, line in enumerate(page) if line) for page in pages))
