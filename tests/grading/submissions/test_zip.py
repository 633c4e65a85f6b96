"""Zips: read in place, whatever is in them."""

from __future__ import annotations

import os
import struct
import tempfile
import zlib
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.grading.submissions import estimated_count, walk_sources
from checker.grading.submissions import zip_tree as _zip
from checker.grading.submissions.model import FilePiece, Submission, Trouble
from checker.grading.submissions.walk import EMPTY_FOLDER, SPECIAL, is_submission_name
from checker.grading.submissions.zip_tree import NOT_READ
from tests.grading.submissions.reading import read_folder
from tests.grading.submissions.zips import found, link, raw_zip, zipped

OUTSIDE = f"has a path that leads out of the zip, {NOT_READ}"
ODD = f"has a name with a character that no name in a zip may have, {NOT_READ}"


def test_a_zip_is_read_as_the_folder_that_it_was(tmp_path):
    files = {
        "a/s10.yaml": "answers: {q: 10}",
        "a/s2.md": "q: 2",
        "b/deep/all.csv": "student,q\ns1,1\n",
        "s3/one.md": "q: 3",
        "s3/two.tex": "q: 4",
        ".hidden/s4.yaml": "x",
        "__MACOSX/._s3.md": "x",
        "Thumbs.db": "x",
        "README.md": "x",
    }
    path = zipped(tmp_path / "week-3.zip", files)
    folder = tmp_path / "week-3"
    with ZipFile(path) as archive:
        archive.extractall(folder)
    assert found(path) == found(folder)
    assert [each[0] for each in found(path)] == ["a/s2.md", "a/s10.yaml", "b/deep/all.csv", "s3"]
    zip_sources, folder_sources = list(walk_sources(str(path), ("a",))), list(walk_sources(str(folder), ("a",)))
    assert [each.digest for each in zip_sources] == [each.digest for each in folder_sources]
    assert str(zip_sources[0].path) == str(path / "a" / "s2.md")
    assert estimated_count(str(path)) == estimated_count(str(folder))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["week-3", "week-3.zip"]  # nothing was unpacked


def test_submissions_name_their_place_in_the_zip(tmp_path):
    path = zipped(tmp_path / "x.ZIP", {"a/s1.yaml": "answers: {q: 1}", "b/s2.yaml": "["})
    submission, trouble = read_folder(path)
    assert (submission.path, submission.assignment_hint) == (path / "a/s1.yaml", "a")
    assert isinstance(trouble, Trouble)
    assert trouble.path == path / "b/s2.yaml"


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (("download/s1.md", "download/s2.md"), ["s1.md", "s2.md"]),
        (("a/s1.md", "a/s2.md"), ["a/s1.md", "a/s2.md"]),
        (("x/y/s1.md",), ["y"]),
        (("x/s1.md", "s2.md"), ["s2.md", "x"]),
        (("Ana Lee_1042_assignsubmission_file/hw.md",), ["1042"]),
        (("submission_287654321/hw.md",), ["submission_287654321"]),
        (("export/submission_287654321/hw.md", "export/submission_287654322/hw.md"), ["287654321", "287654322"]),
        (("leeana_1042_1_hw.md", "boal_1043_2_hw.md"), ["1043", "1042"]),
    ],
)
def test_one_folder_around_everything_is_passed_over(tmp_path, names, keys):
    path = zipped(tmp_path / "x.zip", dict.fromkeys(names, "q: 1"))
    assert [each[0] for each in found(path)] == keys


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../s1.yaml", OUTSIDE),
        ("a/../../s1.md", OUTSIDE),
        ("/etc/passwd.yaml", OUTSIDE),
        ("C:/s1.yaml", OUTSIDE),
        ("c:s1.yaml", OUTSIDE),
        ("a\\s1.md", ODD),
        ("..\\s1.md", ODD),
    ],
)
def test_no_entry_leads_outside(tmp_path, name, message):
    path = tmp_path / "x.zip"
    path.write_bytes(raw_zip([(name.encode(), b"answers: {q: 1}"), (b"s2.yaml", b"answers: {q: 2}")]))
    trouble, submission = read_folder(path)
    assert (str(trouble.path), trouble.student, trouble.message) == (f"{path}/{name.lstrip('/')}", None, message)
    assert submission.student == "s2"


def test_an_entry_outside_next_to_one_folder(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(raw_zip([(b"../s1.yaml", b"x"), (b"download/s2.yaml", b"x")]))
    assert found(path) == [("../s1.yaml", OUTSIDE, b""), ("s2.yaml", "", b"x")]
    path.write_bytes(raw_zip([(b"b/s2.yaml", b"x")]))
    assert found(path, ("b/c",)) == [("b/s2.yaml", "", b"x")]
    assert found(path, ("bc",)) == [("s2.yaml", "", b"x")]


def test_a_name_that_goes_on_behind_a_nul(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(raw_zip([(b"s1.yaml\0.exe", b"answers: {q: 1}")]))
    (trouble,) = read_folder(path)
    assert trouble.message == ODD


def test_dots_and_slashes_that_mean_nothing(tmp_path):
    path = zipped(tmp_path / "x.zip", {"./a//s1.yaml": "answers: {q: 1}", "./": "", "a/": ""})
    assert found(path) == [("a/s1.yaml", "", b"answers: {q: 1}")]


def test_links_and_devices_are_not_followed(tmp_path):
    path, pipe = tmp_path / "x.zip", ZipInfo("p.yaml")
    pipe.external_attr = 0o010644 << 16
    with ZipFile(path, "w") as archive:
        archive.writestr(link("s1.yaml"), "/etc/passwd")
        archive.writestr(link("s2.md"), "s3.md")
        archive.writestr(pipe, "")
    assert found(path) == [("p.yaml", SPECIAL, b""), ("s1.yaml", _zip.LINK, b""), ("s2.md", "s2", [_zip.LINK])]


def test_a_name_that_is_there_twice_is_read_never(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(raw_zip([(b"s1.yaml", b"answers: {q: 1}"), (b"./s1.yaml", b"answers: {q: 2}")]))
    assert found(path) == [("s1.yaml", _zip.TWICE, b"")]


def test_encrypted_entries_and_archives_in_the_zip_are_named(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(raw_zip([(b"s1.yaml", b"secret"), (b"s2.md", b"secret")], flags=1))
    assert found(path) == [("s1.yaml", _zip.LOCKED, b""), ("s2.md", "s2", [_zip.LOCKED])]
    path = zipped(tmp_path / "y.zip", {"s1.zip": "PK", "s2.tar.gz": "x"})
    assert [(each.path.name, each.message) for each in read_folder(path)] == [
        ("s1.zip", "is a zip inside the submissions; unpack it here, or grade it on its own"),
        ("s2.tar.gz", "is an archive; unpack it here"),
    ]


def test_other_methods_of_compression(tmp_path):
    path = zipped(tmp_path / "x.zip", {"s1.yaml": "answers: {q: 1}"}, ZIP_BZIP2)
    assert found(path) == [("s1.yaml", _zip.UNKNOWN_METHOD, b"")]


def test_bombs_are_not_read(tmp_path, monkeypatch):
    files = {"s1.yaml": b"0" * 9_000_000, "s2.yaml": b"0" * 900_000, "s3.yaml": os.urandom(10_000_001)}
    path = zipped(tmp_path / "x.zip", files)
    (_, dense, _), small, (_, large, _) = found(path)
    assert (dense, large) == (_zip.TOO_DENSE, "is too large; the limit is 10 MB")
    assert isinstance(small, FilePiece)  # it was read
    monkeypatch.setattr(_zip, "MOST_BYTES", 25)
    path = zipped(tmp_path / "y.zip", {f"s{n}.yaml": "answers: {q: 1}" for n in range(3)})
    assert [error for _, error, _ in found(path)] == ["", _zip.TOO_MUCH, _zip.TOO_MUCH]


def test_an_entry_that_holds_more_than_it_says_is_damaged(tmp_path):
    path = zipped(tmp_path / "x.zip", {"s1.yaml": "0" * 10_000}, ZIP_DEFLATED)
    data = path.read_bytes()
    path.write_bytes(data.replace(struct.pack("<L", 10_000), struct.pack("<L", 100)))
    assert found(path) == [("s1.yaml", _zip.DAMAGED, b"")]


def test_very_many_entries(tmp_path, monkeypatch):
    monkeypatch.setattr(_zip, "MOST_ENTRIES", 2)
    path = zipped(tmp_path / "x.zip", {f"s{n}.yaml": "x" for n in range(3)})
    assert found(path) == [("x.zip", _zip.TOO_MANY, b"")]


def test_a_checksum_that_is_wrong(tmp_path):
    path = zipped(tmp_path / "x.zip", {"s1.yaml": "answers: {q: 1}", "s2.md": "q: 1"}, 0)
    path.write_bytes(path.read_bytes().replace(b"q: 1", b"q: 2"))
    assert found(path) == [("s1.yaml", _zip.DAMAGED, b""), ("s2.md", "s2", [_zip.DAMAGED])]


def test_what_is_no_zip_or_not_all_of_one(tmp_path):
    whole = zipped(tmp_path / "x.zip", {"s1.yaml": "answers: {q: 1}" * 100}).read_bytes()
    for name, data, message in (
        ("cut.zip", whole[:-30], _zip.CUT),
        ("text.zip", b"answers: {q: 1}", _zip.NO_ZIP),
        ("empty.zip", b"", _zip.NO_ZIP),
        ("names.zip", raw_zip([(b"\xff\xfe", b"")], flags=0x800), _zip.CUT),
    ):
        (tmp_path / name).write_bytes(data)
        assert found(tmp_path / name) == [(name, message, b"")]
    assert found(zipped(tmp_path / "none.zip", {})) == []


def test_a_zip_that_may_not_be_read(tmp_path, monkeypatch):
    path = zipped(tmp_path / "x.zip", {"s1.yaml": "x"})

    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(_zip, "ZipFile", refuse)
    assert found(path) == [("x.zip", "may not be read; change its permissions", b"")]


def test_a_folder_may_be_called_like_a_zip(tmp_path):
    (tmp_path / "x.zip").mkdir()
    (tmp_path / "x.zip" / "s1.yaml").write_text("answers: {q: 1}")
    assert found(tmp_path / "x.zip") == [("s1.yaml", "", b"answers: {q: 1}")]


def test_empty_folders_named_like_files(tmp_path):
    assert found(zipped(tmp_path / "x.zip", {"s1.yaml/": "", "b/": "", "c.x/d.yaml": "x"})) == [
        ("c.x/d.yaml", "", b"x"),
        ("s1.yaml", EMPTY_FOLDER, b""),
    ]


def test_results_of_an_earlier_run(tmp_path):
    files = {"grades.csv": "x", "results.jsonl": "x", "summary.json": '{"schema": "checker.grade/1"}', "s1.yaml": "x"}
    in_folder = {f"out/{name}": text for name, text in files.items()}
    assert [each[0] for each in found(zipped(tmp_path / "x.zip", {**in_folder, **files}))] == ["out/s1.yaml", "s1.yaml"]
    files["summary.json"] = "{}"
    assert len(found(zipped(tmp_path / "y.zip", files))) == 4
    assert [each[0] for each in found(zipped(tmp_path / "z.zip", {"grades.csv": "x", "b.yaml": "x"}))] == [
        "b.yaml",
        "grades.csv",
    ]


NAME = "Zoë Łęcka"


@pytest.mark.parametrize(
    ("raw", "flags", "extra", "name"),
    [
        (NAME.encode(), 0x800, b"", NAME),
        (NAME.encode(), 0, b"", NAME),  # macOS
        ("Zoë".encode("cp437"), 0, b"", "Zoë"),
        (b"Zo?", 0, b"", "Zo?"),
        (b"Zo\x89 L", 0, NAME.encode(), NAME),  # Info-ZIP
        (b"Zo\x89 L", 0, b"", "Zoë L"),
    ],
)
def test_names_in_other_encodings(tmp_path, raw, flags, extra, name):
    raw += b".yaml"
    if extra:
        field = b"\1" + struct.pack("<L", zlib.crc32(raw)) + extra + b".yaml"
        extra = struct.pack("<HHB", 0x9999, 1, 0) + struct.pack("<HH", 0x7075, len(field)) + field
    (tmp_path / "x.zip").write_bytes(raw_zip([(raw, b"answers: {q: 1}")], flags=flags, extra=extra))
    assert [each[0] for each in found(tmp_path / "x.zip")] == [f"{name}.yaml"]


def test_a_repeated_name_that_is_another_entry_s_does_not_count(tmp_path):
    field = b"\1" + struct.pack("<L", 7) + b"other.yaml"
    extra = struct.pack("<HH", 0x7075, len(field)) + field
    (tmp_path / "x.zip").write_bytes(raw_zip([(b"Zo\x89.yaml", b"x")], extra=extra))
    assert [each[0] for each in found(tmp_path / "x.zip")] == ["Zoë.yaml"]


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0/\\:"), min_size=1, max_size=40).filter(
    lambda name: name not in {".", ".."} and is_submission_name(f"{name}.yaml")
)


@settings(deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=4, unique=True), st.sampled_from(["", "a/"]))
def test_any_name_survives(names, folder):
    with tempfile.TemporaryDirectory() as top:
        path = zipped(
            Path(top) / "x.zip", {f"{folder}{name}.yaml": f"answers: {{q: {n}}}" for n, name in enumerate(names)}
        )
        submissions = list(read_folder(path, ("a",)))
        assert {each.student: each.answers[0].text for each in submissions if isinstance(each, Submission)} == {
            Path(f"{name}.yaml").stem: str(n) for n, name in enumerate(names) if name.strip()
        } or any(not name.strip() for name in names)
        assert {each.path for each in submissions} == {path / f"{folder}{name}.yaml" for name in names}


@settings(deadline=None)
@given(st.data())
def test_damage_anywhere_is_reported_or_harmless(data):
    with tempfile.TemporaryDirectory() as top:
        path = zipped(
            Path(top) / "x.zip", {"s1.yaml": "answers: {q: 1}", "a/s2.md": "q: 2", "t.csv": "student,q\ns,1\n"}
        )
        whole = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 4))):
            whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
        path.write_bytes(bytes(whole))
        for each in walk_sources(str(path), ("a",)):
            assert each.digest
            each.key.encode()
