"""Downloads with Word, PDF, scans and photographs: graded, decided, and back as a zip that the system's importer takes."""

from __future__ import annotations

import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from PIL import Image

from checker.cli.app import cli
from checker.cli.review import _desk
from tests.grading import runs
from tests.lms.importers.canvas_feedback import Assignment, comments
from tests.lms.importers.moodle_feedback import VERSIONS, imported
from tests.lms.names import downloads
from tests.writeups.formats.office_files import docx
from tests.writeups.formats.pdf_files import PICTURE, pdf
from tests.writeups.formats.test_hostile_packages import FILES, PAGE, RIGHT


def photograph() -> bytes:
    """Return a photograph."""
    file = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(file, "JPEG")
    return file.getvalue()


HANDED_IN = {
    1042: ("Zoë O'Brien", "home work.docx", docx(RIGHT)),
    1043: ("Ana Lee", "hw.pdf", pdf(PAGE)),
    1044: ("Kim Scan", "scan 1.PDF", pdf(PICTURE, PICTURE)),
    1045: ("Max Photo", "IMG_2041.JPG", photograph()),
    1046: ("Lou Phone", "IMG_0001.HEIC", b"\0\0\0\x18ftypheic"),
}
POINTS = {1042: 1.0, 1043: 1.0, 1044: 1.0, 1045: 0.0}
"""What each has at the end: the scan and the photograph by a person."""


def canvas(number: int, name: str, file: str) -> str:
    """Return the name of a file in Canvas's download."""
    first, _, last = name.partition(" ")
    stem = downloads.canvas_stem(f"{last}, {first}", str(number))
    return f"{stem}_{number + 7}_{downloads.canvas_file(file)}"


def moodle(number: int, name: str, file: str) -> str:
    """Return the path of a file in Moodle's download."""
    return f"{downloads.moodle_prefix(name, str(number))}/{downloads.moodle_clean(file)}"


def run(*words: str) -> None:
    found = CliRunner().invoke(cli, list(words), standalone_mode=False)
    assert found.exception is None, found.output
    assert found.return_value in {0, 3}, found.output


def taken_back(top: Path, system: str, name_of) -> dict[str, bytes]:
    """Grade a download, decide what a person has to read, and return the zip with feedback."""
    runs.write(top, FILES)
    with ZipFile(top / "download.zip", "w") as archive:
        for number, (name, file, data) in HANDED_IN.items():
            archive.writestr(name_of(number, name, file), data)
    results, reviews = top / "results", top / "reviews"
    graded = ["grade", str(top / "download.zip"), "--problems", str(top / "problems/a"), "--out", str(results)]
    run(*graded)
    desk, _ = _desk(results, None, reviews, "ada")
    assert sorted(student.id for case in desk.cases for student in case.students) == ["1044", "1045"]
    for case in desk.cases:
        assert desk.picture(case.id, 0).startswith(b"\xff\xd8"), "the page is shown from within the zip"
        points = POINTS[int(case.students[0].id)]
        assert desk.decide(case.id, {f"points-{case.questions[0].group}": str(points)}) == []
    run(*graded, "--reviews", str(reviews))
    given = {record["student"]: record["points"] for record in runs.records(top)}
    assert given == {**{str(number): points for number, points in POINTS.items()}, "1046": None}
    run("feedback", str(results), "--zip", system)
    with ZipFile(results / f"feedback-{system}.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_canvas_makes_a_comment_for_each(tmp_path):
    entries = taken_back(tmp_path, "canvas", canvas)
    attachments = {number: {number + 7: file} for number, (_, file, _) in HANDED_IN.items()}
    made, ignored = comments(entries, Assignment(attachments))
    assert ignored == []
    assert {each.user for each in made} == set(HANDED_IN)
    assert {each.type for each in made} == {"html"}
    pages = {each.user: each.data.decode() for each in made}
    assert "Correct" in pages[1042]
    assert "ada gave 1 of 1 point" in pages[1044]
    assert "ada gave 0 of 1" in pages[1045]
    assert "waits for a person" in pages[1046]


@pytest.mark.parametrize("version", VERSIONS)
def test_moodle_gives_each_a_file(tmp_path, version):
    entries = taken_back(tmp_path, "moodle", moodle)
    files = imported(entries, set(HANDED_IN), version)
    assert {participant for participant, _ in files} == set(HANDED_IN)
    assert all(name.endswith(".html") for _, name in files)
    pages = {participant: data.decode() for (participant, _), data in files.items()}
    assert "ada gave 1 of 1 point" in pages[1044]
    assert "ada gave 0 of 1" in pages[1045]
