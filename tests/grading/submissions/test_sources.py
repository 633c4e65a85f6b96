"""Sources: their contents, keys, hashes and pieces."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from checker.grading.submissions import read as _read
from checker.grading.submissions import walk_sources
from checker.grading.submissions.column_names import ColumnNames, Meant
from checker.grading.submissions.model import FilePiece, FoundFile, HandIn
from tests.grading.submissions.reading import read_source


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def digests(root: Path, files: dict[str, str], **options) -> dict[str, bytes]:
    write(root, files)
    return {each.key: each.digest for each in walk_sources(str(root), ("a",), **options)}


def test_nothing_is_opened_after_the_walk(tmp_path, monkeypatch):
    write(tmp_path, {"a/s1.yaml": "answers: {q: 1}", "a/s2.md": "q: 1", "all.csv": "student,q\ns3,1\n"})
    sources = list(walk_sources(str(tmp_path), ("a",)))
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("opened a file"))
    found = [each for source in sources for each in read_source(source)]
    assert [each.student for each in found] == ["s1", "s2", "s3"]
    (hand_in,) = [each for each in sources if isinstance(each, HandIn)]
    assert hand_in.files[0].data == b"q: 1"


def test_keys_are_paths_below_the_root(tmp_path):
    files = {"a/s1.yaml": "x", "a/s2/1.md": "x", "s3.md": "x", "boal_LATE_102_1_x.yaml": "x", "README.md": "x"}
    assert list(digests(tmp_path, files)) == ["a/s1.yaml", "a/s2", "boal_LATE_102_1_x.yaml", "s3.md"]
    assert [each.key for each in walk_sources(f"{tmp_path}/s3.md")] == ["s3.md"]
    assert [each.key for each in walk_sources(f"{tmp_path}/a/", ())] == ["s1.yaml", "s2"]


def test_no_two_sources_have_one_key(tmp_path):
    files = ["s\udce9.yaml", "s\\udce9.yaml", "s\\udce9.yaml (2)"]
    for name in files:
        Path(str(tmp_path / name)).write_text("answers: {q: 1}")
    keys = [each.key for each in walk_sources(str(tmp_path))]
    assert sorted(keys) == ["s\\udce9.yaml", "s\\udce9.yaml (2)", "s\\udce9.yaml (3)"]


DOWNLOAD = {
    "doejane_101_9001_a.md": "q: 1",
    "doejane_101_9002_b.md": "q: 2",
    "boal_LATE_102_9003_a.md": "q: 1",
}


def test_keys_in_a_download_name_the_student(tmp_path):
    write(tmp_path, {f"a/{name}": text for name, text in DOWNLOAD.items()})
    assert [each.key for each in walk_sources(str(tmp_path), ("a",))] == ["a/102", "a/101"]


def test_equal_contents_have_equal_hashes_wherever_they_are(tmp_path):
    files = {"a/s1.yaml": "answers: {q: 1}", "s2/1.md": "x", "s2/b.yaml": "x", "t.csv": "student,q\ns,1\n" * 9000}
    one, other = digests(tmp_path / "one", files), digests(tmp_path / "other", files)
    assert one == other
    assert len(set(one.values())) == len(one) > 100


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a/s1.yaml", "answers: {q: 2}"),
        ("s2/1.md", "y"),
        ("s2/b.yaml", "y"),
        ("s2/c.py", "a file that cannot be read, and is reported"),
    ],
)
def test_a_change_changes_one_hash(tmp_path, name, text):
    files = {"a/s1.yaml": "answers: {q: 1}", "s2/1.md": "x", "s2/b.yaml": "x", "s3.yaml": "x"}
    before, after = digests(tmp_path, files), digests(tmp_path, {name: text})
    assert before.keys() == after.keys()
    assert sum(before[key] != after[key] for key in before) == 1


def test_names_owners_deliveries_and_errors_are_in_the_hash(tmp_path):
    found = {
        name: next(iter(digests(tmp_path / str(number), {name: "x"}, **options).values()))
        for number, (name, options) in enumerate(
            {
                "s1.yaml": {},
                "s2.yaml": {},
                "a/s1.yaml": {},
                "b/s1.yaml": {},
                "s1.md": {},
                "s1/s1.md": {},
                "s1.csv": {},
            }.items()
        )
    }
    late = DOWNLOAD | {"boal_102_9003_a.md": "q: 1"}
    del late["boal_LATE_102_9003_a.md"]
    owned = digests(tmp_path / "canvas", DOWNLOAD), digests(tmp_path / "late", late)
    assert owned[0]["101"] == owned[1]["101"]
    assert owned[0]["102"] != owned[1]["102"]
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "s1.yaml").symlink_to("nowhere")
    found["link"] = next(iter(digests(tmp_path / "links", {}).values()))
    assert len(set(found.values())) == len(found)


def test_files_that_cannot_be_read_are_sources_with_the_reason(tmp_path, monkeypatch):
    (tmp_path / "s1.yaml").touch()
    os.truncate(tmp_path / "s1.yaml", 11_000_000)
    (tmp_path / "s2.md").touch()
    os.truncate(tmp_path / "s2.md", 50_000_000)
    (tmp_path / "s3.png").write_bytes(b"PNG")
    table, document, picture = walk_sources(str(tmp_path))
    assert (table.unread, table.data) == ("is too large; the limit is 10 MB", b"")
    file = document.files[0]
    assert (file.unread, file.data) == ("has 50.0 MB; the limit is 5 MB", b"")
    assert (picture.files[0].unread, picture.files[0].data) == ("", b"")  # nobody reads it
    monkeypatch.setattr(_read, "MOST_TOGETHER", 10)
    write(tmp_path / "b" / "s4", {"1.md": "12345", "2.md": "123456", "3.md": "12345"})
    (hand_in,) = walk_sources(str(tmp_path / "b"))
    assert [file.unread or file.data for file in hand_in.files] == [b"12345", _read.TOGETHER, b"12345"]


def rows(count: int, **changed: str) -> str:
    return "student,q,r\n" + "".join(f"s{n},{changed.get(f's{n}', n)},1\n" for n in range(count))


def test_a_large_table_comes_in_pieces(tmp_path):
    write(tmp_path, {"a/all.csv": rows(150)})
    pieces = list(walk_sources(str(tmp_path), ("a",), small_file=100))
    assert all(isinstance(each, FilePiece) for each in pieces)
    assert [(each.key, len(each.found)) for each in pieces] == [
        ("a/all.csv#1", 64),
        ("a/all.csv#2", 64),
        ("a/all.csv#3", 22),
    ]
    (whole,) = walk_sources(str(tmp_path), ("a",))
    assert isinstance(whole, FoundFile)
    assert [each for piece in pieces for each in read_source(piece)] == list(read_source(whole))


@pytest.mark.parametrize(("row", "piece"), [("s0", 1), ("s63", 1), ("s64", 2), ("s149", 3)])
def test_a_row_changes_one_piece(tmp_path, row, piece):
    before = digests(tmp_path, {"all.csv": rows(150)}, small_file=100)
    after = digests(tmp_path, {"all.csv": rows(150, **{row: "5555"})}, small_file=100)
    assert [key for key in before if before[key] != after[key]] == [f"all.csv#{piece}"]


def test_the_header_and_the_place_of_a_row_are_in_the_hash(tmp_path):
    before = digests(tmp_path, {"all.csv": rows(150)}, small_file=100)
    other_header = digests(tmp_path, {"all.csv": rows(150).replace("q,r", "q,t")}, small_file=100)
    moved = digests(tmp_path, {"all.csv": "\n" + rows(150)}, small_file=100)
    assert all(before[key] != other_header[key] != moved[key] != before[key] for key in before)


def test_a_header_of_several_lines_is_in_each_hash(tmp_path):
    table = rows(150).replace("q,r", '"q\n{}",r')
    before = digests(tmp_path, {"all.csv": table.format(1)}, small_file=100)
    after = digests(tmp_path, {"all.csv": table.format(2)}, small_file=100)
    assert len(before) == 3
    assert all(before[key] != after[key] for key in before)


def test_what_headings_mean_is_not_in_the_hash(tmp_path):
    files = {"all.csv": rows(150).replace("q,r", "Comment,r"), "small.csv": rows(1)}
    plain = digests(tmp_path, files, small_file=100)
    names = ColumnNames(words={"comment": (Meant("a", ("x", None)),)}, settings={"r": (Meant("a", None),)})
    named = digests(tmp_path, files, small_file=100, names=names)
    assert plain == named
    pieces = list(walk_sources(str(tmp_path), ("a",), small_file=100, names=names))
    assert [answer[:3] for answer in pieces[0].found[7].answers] == [("x", None, "7")]


def test_the_time_of_a_row_may_follow_from_another_one(tmp_path):
    table = "Timestamp,student,q\n" + "".join(f"10/5/2026 15:12:00,s{n},1\n" for n in range(150))
    before = digests(tmp_path, {"all.csv": table}, small_file=100)
    after = digests(tmp_path, {"all.csv": table + "13/5/2026 15:12:00,s150,1\n"}, small_file=100)
    assert before["all.csv#1"] != after["all.csv#1"]


def test_large_structured_files_come_in_pieces(tmp_path):
    def students(**changed: str) -> str:
        return (
            "".join(f"- {{student: s{n}, answers: {{q: {changed.get(f's{n}', n)}}}}}\n" for n in range(100)) + "- 5\n"
        )

    before = digests(tmp_path, {"all.yaml": students()}, small_file=100)
    after = digests(tmp_path, {"all.yaml": students(s99="7777")}, small_file=100)
    assert [key for key in before if before[key] != after[key]] == ["all.yaml#2"]


@pytest.mark.parametrize(
    "data", [b"student,q\ns\x81,1\n" * 50, b'student,"q\n' * 50, b"\n" * 500, b"student,q\n" + b" " * 500]
)
def test_large_tables_in_error_come_in_pieces(tmp_path, data):
    (tmp_path / "all.csv").write_bytes(data)
    (piece,) = walk_sources(str(tmp_path), small_file=100)
    (whole,) = walk_sources(str(tmp_path))
    assert list(piece.found) == list(read_source(whole))
    assert len(piece.digest) == 32


def test_no_more_contents_are_held_than_those_of_one_source(tmp_path):
    for n in range(50):
        (tmp_path / f"s{n}.yaml").write_bytes(b"#" * 99_000)
    tracemalloc.start()
    for each in walk_sources(str(tmp_path)):
        assert len(each.data) == 99_000
    assert tracemalloc.get_traced_memory()[1] < 1_500_000
    tracemalloc.stop()
