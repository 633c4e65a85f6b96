"""Hostile Word, OpenDocument and PDF files in a class: each is reported in bounded time, and the others are graded."""

import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from benchmarks.floors import seconds
from checker.writeups.document import DocumentUnreadable
from tests.grading import runs
from tests.writeups.formats.office_files import SPACES, docx, p, zipped
from tests.writeups.formats.pdf_files import pdf, text

SECONDS = 60
"""Of the processor.  All of them take a few seconds; one that is not bounded takes minutes or for ever."""
FILES = {
    "problems/a/layer.yaml": "id: layer\ntitle: Layer\ntype: numeric\nparameters: {value: 27648}\n",
    "problems/a/assignment.yaml": "title: Homework\nproblems: [{id: layer}]\n",
}
RIGHT = p("Question 1") + p("Total: 27648")
PAGE = text(72, 700, "Question 1") + text(72, 680, "Total: 27648")


def squeezed(commands, times):
    """Return a page with these commands so many times, compressed."""
    data = pdf(PAGE)
    packer = zlib.compressobj(9)
    stream = b"".join(packer.compress(commands) for _ in range(times)) + packer.flush()
    start, end = data.index(b"<< /Length", data.index(b"/MediaBox")), data.index(b"endstream", data.index(b"/MediaBox"))
    return data[:start] + b"<< /Filter /FlateDecode /Length %d >>\nstream\n" % len(stream) + stream + b"\n" + data[end:]


EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
LOOP = pdf(PAGE).replace(b"/Kids [7 0 R]", b"/Kids [2 0 R]")
NAMELESS = pdf(text(72, 700, "27648", font="F5")).replace(b"/F3 6 0 R", b"/F3 6 0 R /F5 99 0 R")
EMBEDDED = "/Names << /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) >>] >> >>"

GRADED = {
    "scripts.pdf": pdf(PAGE, extra="/OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >>"),
    "embedded.pdf": pdf(PAGE, extra=EMBEDDED),
    "xref.pdf": pdf(PAGE).replace(b"startxref\n", b"startxref\n7"),
}


@cache
def reported():
    """Return the files that harm, and what is said of them; to make them takes a second."""
    return {
        "pages.pdf": (
            pdf(*[PAGE] * 5_000),
            "the end of this file was not read: only the first 150 of 5,000 pages were read",
        ),
        "loop.pdf": (LOOP, "this file is broken; print it to a new PDF, and hand that in"),
        "squeezed.pdf": (squeezed(b" " * 10_000_000, 10), ""),
        "stacked.pdf": (
            squeezed(b"BT /F1 12 Tf 72 700 Td " + b"(27648) Tj " * 100_000 + b"ET ", 1),
            "this file takes more than 2 seconds to read; print it to a new PDF, and hand that in",
        ),
        "states.pdf": (
            squeezed(b"q " * 1_000_000, 5),
            "this file is broken, or takes more than 600 MB of memory to read",
        ),
        "nameless.pdf": (NAMELESS, ""),
        "bomb.docx": (zipped({"word/document.xml": " " * 60_000_000}), "this file unpacks to more than 30 MB"),
        "tags.docx": (docx(RIGHT, styles="<w:style/>" * 200_000), "this file has more than 200,000 tags of XML"),
        "entity.docx": (
            zipped({"word/document.xml": f"{EXTERNAL}<w:document {SPACES}><w:body>{p('&a;')}</w:body></w:document>"}),
            "this file is not as word processors save files",
        ),
    }


def test_each_is_reported_and_the_others_are_graded(tmp_path):
    folder = tmp_path / "submissions" / "a"
    folder.mkdir(parents=True)
    runs.write(tmp_path, FILES)
    (folder / "honest.docx").write_bytes(docx(RIGHT))
    (folder / "honest2.pdf").write_bytes(pdf(PAGE))
    for name, data in GRADED.items():
        (folder / name).write_bytes(data)
    for name, (data, _) in reported().items():
        (folder / name).write_bytes(data)
    graded = []
    assert seconds(lambda: graded.append(runs.run(tmp_path))) < SECONDS
    results = graded[0].book
    given = {record["student"]: record["status"] for record in runs.records(tmp_path)}
    for name in ("honest.docx", "honest2.pdf", *GRADED):
        assert given[Path(name).stem] == "correct", name
    messages = "\n".join(f"{Path(each.place).name}: {each.message}" for each in results.issues())
    for name, (_, message) in reported().items():
        assert given[Path(name).stem] not in {"incorrect", "not_answered"}, name
        assert f"{name}: {message}" in messages or not message, (name, messages)


@pytest.mark.parametrize("name", ["loop.pdf", "squeezed.pdf"])
def test_a_file_that_harms_ends_only_its_own_reading(read, name):
    def read_it():
        with suppress(DocumentUnreadable):
            read(reported()[name][0], ".pdf")

    assert seconds(read_it) < SECONDS
    assert [line.text for _, line in read(pdf(PAGE), ".pdf").lines] == ["Question 1", "Total: 27648"]
