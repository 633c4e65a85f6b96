"""Hand-ins: whose a file is by its name and folder, what is not read and why, in folders and in zips."""

from __future__ import annotations

import errno
import os
import stat
import struct
import tempfile
import tracemalloc
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.document import DocumentError
from checker.grading import hand_ins as _hand_ins
from checker.grading.hand_ins import digest_of, file_contents, hand_ins
from checker.grading.model import Contents, Trouble, Unread
from checker.grading.own_files import HTML_MARK, PAGE_MARK, TO_REVIEW
from checker.grading.structured import read_file
from checker.grading.tables import ColumnNames

DAMAGED = "is damaged in the zip; download it again"

TWICE = "is in the zip more than once; keep one of them"

LINK = "is a link, which is not followed in a zip; put the file in its place"

AWAY = "is a link that leaves the folder of submissions; copy the file or folder to its place"
ANYWAY = "is a link to a folder that is read anyway, or to one around it; remove the link"
SPECIAL = "is not a regular file; save its contents as one"
ARCHIVE = "is an archive; unpack it here, or grade it on its own"
ADVICE = "hand in YAML, JSON, CSV, TSV or a document such as `.md`"
OUTSIDE = "has a path that leads out of the zip, so it is not read; ask for the file itself"
ODD = "has a name with a character that no name in a zip may have, so it is not read; ask for the file itself"


def make(root: Path, *names: str, **texts: str) -> Path:
    for name, text in {**dict.fromkeys(names, ""), **texts}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def found(root: Path, folders: tuple[str, ...] = ("a",)) -> list[str]:
    """Return single files by name, with why they are not read; hand-ins of students as `id (hint): names`."""
    lines = []
    for each in hand_ins(str(root), folders):
        names = " ".join(file.name for file in each.files)
        error = each.files[0].error and f": {each.files[0].error}"
        lines.append(f"{names}{error}" if each.is_single else f"{each.who.id} ({each.hint or ''}): {names}")
    return lines


CLASS = [f"late/s{n}.md" for n in range(_hand_ins.MOST_FILES + 1)]
MOODLE = "a/Jane Doe_12345_assignsubmission_"
JUNK = [".DS_Store", "__MACOSX/a.yaml", ".git/a.yaml", "._s1.yaml", "s1.yaml~", "s1.yaml.bak", "~$s1.csv", "#s1.yaml#"]
JUNK += [".s1.yaml.swp", "Thumbs.db", "desktop.ini", "s1.yaml.orig", "__pycache__/x.yaml", "README.md", "a/license.md"]
MADE = ["feedback/s1.md", "a/Handouts/s1.md", "a/Handouts/variants.csv", "a/s1/annotated/s1.md"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a/s10.md", "a/s2.md", "s1.ipynb"], ["s2 (a): a/s2.md", "s10 (a): a/s10.md", "s1 (): s1.ipynb"]),
        (
            ["a/s1/part 10.md", "a/s1/part 2.md", "a/s1/code/x.py", "a/s1/b.yaml", "s2/deep/er/x.md"],
            ["s1 (a): a/s1/b.yaml a/s1/code/x.py a/s1/part 2.md a/s1/part 10.md", "s2 (): s2/deep/er/x.md"],
        ),
        (
            ["class/s1.yaml", "class/s2.json", "s3/all.csv", "s3/work.md"],
            ["class/s1.yaml", "class/s2.json", "s3/all.csv", "s3 (): s3/work.md"],
        ),
        (
            ["a/x/s1/1.md", "a/s2/1.md", "a/x/s3.md", "b/1.md"],
            ["s2 (a): a/s2/1.md", "s1 (a/x): a/x/s1/1.md", "s3 (a/x): a/x/s3.md", "b (): b/1.md"],
        ),
        (
            [*JUNK, *MADE, "feedback/s2.yaml", "a/s1/1.md"],
            [
                f"a/Handouts: {_hand_ins.NO_HANDOUTS}",
                "s1 (a): a/s1/1.md a/s1/annotated/s1.md",
                "feedback (): feedback/s1.md feedback/s2.yaml",
            ],
        ),
        ([*CLASS, "late/x.yaml"], [f"late: {_hand_ins.TOO_MANY}", "late/x.yaml"]),
        (
            ["all.xlsx", "s1.zip", "s2.tar.gz", "notes"],
            [
                f"all.xlsx: I cannot read `.xlsx` files; {ADVICE}",
                f"notes: has no suffix; {ADVICE}",
                f"s1.zip: {ARCHIVE}",
                f"s2.tar.gz: {ARCHIVE}",
            ],
        ),
        (
            [
                f"{MOODLE}file/work.md",
                f"{MOODLE}onlinetext/onlinetext.md",
                "a/Al Bo_12346_assignsubmission_file/b.yaml",
            ],
            [
                "12346 (a): a/Al Bo_12346_assignsubmission_file/b.yaml",
                f"12345 (a): {MOODLE}file/work.md {MOODLE}onlinetext/onlinetext.md",
            ],
        ),
        (
            ["doejane_101_9001_work.md", "doejane_101_9002_more.md", "boal_LATE_102_9003_work.md", "notes.md"],
            [
                "notes (): notes.md",
                "102 (): boal_LATE_102_9003_work.md",
                "101 (): doejane_101_9001_work.md doejane_101_9002_more.md",
            ],
        ),
        (
            ["HW_jdoe_attempt_2026-10-05-12-00-59.txt", "HW_jdoe_attempt_2026-10-05-12-00-59_work.md"],
            ["jdoe (): HW_jdoe_attempt_2026-10-05-12-00-59_work.md"],
        ),
    ],
)
def test_whose_files_are(tmp_path, names, expected):
    assert found(make(tmp_path / "folder", *names), ("a/x", "a/y", "")) == expected
    with ZipFile(tmp_path / "x.zip", "w") as archive:
        for name in (*names, "other.x"):
            archive.writestr(name, "")
    in_zip = found(tmp_path / "x.zip", ("a/x", "a/y", ""))
    assert [each for each in in_zip if not each.startswith("other.x")] == expected


def test_a_download_names_students_times_and_files(tmp_path):
    name = "HW_jdoe_attempt_2026-10-05-12-00-59_work.md"
    (only,) = hand_ins(str(make(tmp_path / "blackboard", name)), ())
    assert (only.is_certain, only.delivery.time, only.delivery.attempt, only.delivery.files) == (
        True,
        "2026-10-05T12:00:59",
        "2026-10-05-12-00-59",
        (name,),
    )
    make(tmp_path / "canvas", "boal_101_link.html", "doejane_LATE_102_9002_work.md")
    bo, jane = hand_ins(str(tmp_path / "canvas"), ())
    assert (jane.who.name, jane.key, jane.delivery.is_late) == ("doejane", "102", True)
    assert (bo.files[0].error, bo.is_single) == ("is a link to a page that was handed in; a person must open it", False)
    listed = "".join(f"submission_28765432{n}:\n  :submitters:\n  - :sid: s{n}\n  - :sid: t{n}\n" for n in (1, 2))
    names = [f"submission_28765432{n}/work.md" for n in (1, 2)]
    make(tmp_path / "gradescope", *names, **{"submission_metadata.yml": listed})
    assert [each.who.id for each in hand_ins(str(tmp_path / "gradescope"), ())] == ["s1", "t1", "s2", "t2"]
    make(tmp_path / "moodle", "Default group_assignsubmission_file/hw.md", "Jo_7_assignsubmission_file/hw.md")
    nobody, jo = hand_ins(str(tmp_path / "moodle"), ())
    assert (nobody.is_single, nobody.files[0].error[:16], jo.who.id) == (True, "names no student", "7")


def test_one_file_and_excluded_files(tmp_path):
    make(tmp_path, "s1/1.md", "s1/2.md", ".hidden.yaml")
    assert found(tmp_path / "s1" / "1.md") == ["1 (): 1.md"]
    assert found(tmp_path / ".hidden.yaml") == [".hidden.yaml"]
    (only,) = hand_ins(f"{tmp_path}/", (), {str((tmp_path / "s1" / "1.md").resolve())})
    assert [each.name for each in only.files] == ["s1/2.md"]
    assert file_contents(str(tmp_path), (), "s1/2.md") == b""
    with pytest.raises(DocumentError, match="does not exist"):
        file_contents(str(tmp_path), (), "s1/3.md")


def test_names_that_are_no_text_and_keys(tmp_path):
    for name in ("s\udce9.yaml", "s\\udce9.yaml", "s\\udce9.yaml (2)"):
        Path(str(tmp_path / name)).write_text("answers: {q: 1}")
    keys = [each.key for each in hand_ins(str(tmp_path), ())]
    assert sorted(keys) == ["s\\udce9.yaml", "s\\udce9.yaml (2)", "s\\udce9.yaml (3)"]


def test_links_are_followed_inside_the_folder_only(tmp_path):
    outside, root = make(tmp_path / "outside", "real.yaml", "s/1.md"), make(tmp_path / "root", "a/s1.yaml")
    links = {"a.yaml": "a/s1.yaml", "b.yaml": "nowhere", "c.yaml": "d.yaml", "d.yaml": "c.yaml", "s9.md": "nowhere"}
    links |= {"e.yaml": str(outside / "real.yaml"), "s8": str(outside / "s"), "up": ".", "z": "/"}
    for name, target in links.items():
        (root / name).symlink_to(target)
    loop = "is a link that leads back to itself; put the file in its place"
    listed = ["a/s1.yaml", "a.yaml", "b.yaml: is a link to a file that does not exist", f"c.yaml: {loop}"]
    listed += [f"d.yaml: {loop}", f"e.yaml: {AWAY}", "s8 (): s8", "s9 (): s9.md", f"up: {ANYWAY}", f"z: {ANYWAY}"]
    assert found(root) == listed
    (tmp_path / "link").symlink_to("root")
    assert found(tmp_path / "link") == listed
    (folder,) = [each for each in hand_ins(str(root), ()) if each.who.id == "s8"]
    assert folder.files[0].error == AWAY


def test_what_cannot_be_opened_is_reported_and_the_rest_is_read(tmp_path, monkeypatch):
    make(tmp_path, "a.yaml", "b.yaml", "s1/1.yaml", "s2.yaml")
    os.mkfifo(tmp_path / "p.yaml")
    real, listed = os.stat, os.listdir
    errors = {"a.yaml": OSError(errno.ENAMETOOLONG, "File name too long"), "b.yaml": OSError(errno.EIO, "I/O error")}

    def refuse(path: str, **options: bool) -> os.stat_result:
        if error := errors.get(Path(path).name):
            raise error
        return real(path, **options)

    def refuse_folder(path: str) -> list[str]:
        if path.endswith("s1"):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr(os, "stat", refuse)
    monkeypatch.setattr(os, "listdir", refuse_folder)
    assert found(tmp_path) == [
        "a.yaml: has a name that is too long; rename it",
        "b.yaml: cannot be read: I/O error",
        f"p.yaml: {SPECIAL}",
        "s1: may not be read; change its permissions",
        "s2.yaml",
    ]
    assert found(tmp_path / "gone") == ["gone: does not exist"]


def test_folders_nested_deeper_than_python_recurses(monkeypatch):
    monkeypatch.setattr(os, "listdir", lambda path: ["d"] if path.count("/d") < 1_500 else [])
    monkeypatch.setattr(os, "stat", lambda _: os.stat_result([stat.S_IFDIR, *[0] * 9]))
    assert found(Path("/x")) == []


def test_our_own_files_are_skipped_or_told(tmp_path):
    results = {"grades.csv": "x", "results.jsonl": "x", "summary.json": '{"schema": "checker.grade/2"}', "s1.yaml": "x"}
    results |= {"cache.db": "x", "needs-review.md": TO_REVIEW, "annotated/s1.md": PAGE_MARK}
    exports = {"export.csv": "x", "gradescope/s1.json": "{}"}
    make(tmp_path / "folder", **{f"out/{name}": text for name, text in (results | exports).items()})
    make(
        tmp_path / "folder",
        **{"grades.csv": "x", "s1.md": PAGE_MARK, "s2.html": HTML_MARK, "s3/needs-review.md": TO_REVIEW},
    )
    written = "was written by checker; hand in the student's own file"
    expected = ["grades.csv", f"s1.md: {written}", f"s2.html: {written}", "s3 (): s3/needs-review.md"]
    assert sorted(found(tmp_path / "folder")) == expected
    left_out = {str((tmp_path / "folder/out" / name).resolve()) for name in results}  # as in the next run into `out`
    again = [file.name for each in hand_ins(str(tmp_path / "folder"), ("a",), left_out) for file in each.files]
    assert sorted(again) == ["grades.csv", "s1.md", "s2.html", "s3/needs-review.md"]
    with ZipFile(tmp_path / "x.zip", "w") as archive:
        for name, text in {**results, **{f"out/{name}": text for name, text in (results | exports).items()}}.items():
            archive.writestr(name, text)
    assert found(tmp_path / "x.zip") == ["s1.yaml"]


def test_limits(tmp_path, monkeypatch):
    for name, size in {"s1.yaml": 11_000_000, "s2.md": 60_000_000}.items():
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, size)
    (tmp_path / "s3.png").write_bytes(b"PNG")
    table, document, picture = (each.files[0] for each in hand_ins(str(tmp_path), ()))
    assert (table.error, table.data) == ("is too large; the limit is 10 MB", b"")
    assert (document.error[:13], document.data) == ("is too large;", b"")
    assert (picture.error, len(picture.data)) == ("", 32)  # a person looks at the file
    monkeypatch.setattr(_hand_ins, "MOST_TOGETHER", 10)
    make(tmp_path / "b" / "s4", **{"1.md": "12345", "2.md": "123456", "3.md": "12345"})
    (hand_in,) = hand_ins(str(tmp_path / "b"), ())
    assert [each.error or each.data for each in hand_in.files] == [b"12345", _hand_ins.TOGETHER, b"12345"]


def test_no_more_contents_are_held_than_those_of_one_hand_in(tmp_path):
    for n in range(50):
        (tmp_path / f"s{n}.yaml").write_bytes(b"#" * 99_000)
    tracemalloc.start()
    for each in hand_ins(str(tmp_path), ()):
        assert len(each.files[0].data) == 99_000
    assert tracemalloc.get_traced_memory()[1] < 1_500_000
    tracemalloc.stop()


def digests(root: Path, **texts: str) -> dict[str, str]:
    return {each.key: digest_of(each) for each in hand_ins(str(make(root, **texts)), ("a",))}


FILES = {"a/s1.yaml": "answers: {q: 1}", "s2/1.md": "x", "s2/b.yaml": "x", "s3.yaml": "x", "t.csv": "student,q\ns,1\n"}


@pytest.mark.parametrize(
    "changed",
    [{"a/s1.yaml": "answers: {q: 2}"}, {"s2/1.md": "y"}, {"s2/b.yaml": "y"}, {"s2/c.py": "is reported"}, {"t.csv": ""}],
)
def test_a_digest_changes_with_what_is_read_and_with_nothing_else(tmp_path, changed):
    before = digests(tmp_path / "one", **FILES)
    assert before == digests(tmp_path / "other", **FILES)
    assert len(set(before.values())) == len(before)
    after = digests(tmp_path / "one", **changed)
    assert sum(before[key] != after[key] for key in before) == 1


def test_owner_lateness_and_errors_are_in_the_digest(tmp_path):
    names = ["s1.yaml", "s2.yaml", "a/s1.yaml", "b/s1.yaml", "s1.md", "s1/s1.md", "s1.csv"]
    names += ["boal_102_1_a.md", "boal_LATE_102_1_a.md"]
    roots = [make(tmp_path / str(number), name, "zoe_9_9_x.md") for number, name in enumerate(names)]
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "s1.yaml").symlink_to("nowhere")
    everything = [digest_of(next(iter(hand_ins(str(each), ("a",))))) for each in (*roots, tmp_path / "link")]
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("a/s1.yaml", Contents([], [Trouble("a/s1.yaml", None, "", "no")], [Unread("a/s1.yaml", "a", ("s1", "a"))])),
        ("all.csv", Contents([], [Trouble("all.csv", None, "", "no", "hides")], [Unread("all.csv", None)])),
        ("s1.py", Contents([], [Trouble("s1.py", None, "", "no")], [Unread("s1.py", None, ("s1", ""))])),
    ],
)
def test_a_file_that_is_not_read_may_hold_answers(tmp_path, name, read):
    (hand_in,) = hand_ins(str(make(tmp_path, name)), ())
    assert read_file(hand_in.files[0]._replace(error="no"), ColumnNames(), hand_in.hint) == read


# ------------------------------------------------------------- zips


def zipped(path: Path, files: dict[str | ZipInfo, str | bytes], method: int = ZIP_DEFLATED) -> Path:
    with ZipFile(path, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def raw_zip(path: Path, *names: bytes, flags: int = 0) -> Path:
    """Write a zip whose entries have any bytes as names, which zipfile would not write."""
    out, central = BytesIO(), b""
    for name in names:
        offset = out.tell()
        common = struct.pack("<HHHHHLLLHH", 20, flags, 0, 0, 33, 0x8CDC1683, 1, 1, len(name), 0)
        out.write(b"PK\3\4" + common + name + b"x")
        central += b"PK\1\2\x14\3" + common + struct.pack("<HHHLL", 0, 0, 0, 0, offset) + name
    end = struct.pack("<4H2LH", 0, 0, len(names), len(names), len(central), out.tell(), 0)
    path.write_bytes(out.getvalue() + central + b"PK\5\6" + end)
    return path


def entry(name: str, attributes: int) -> ZipInfo:
    info = ZipInfo(name)
    info.external_attr = attributes << 16
    return info


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (("download/s1.md", "download/s2.md"), ["s1.md", "s2.md"]),
        (("a/s1.md", "a/s2.md"), ["a/s1.md", "a/s2.md"]),
        (("x/y/s1.md",), ["y"]),
        (("x/s1.md", "s2.md"), ["s2.md", "x"]),
        (("Ana Lee_1042_assignsubmission_file/hw.md",), ["1042"]),
        (("submission_287654321/hw.md",), ["submission_287654321"]),
        (("./a//s1.yaml", "./", "a/"), ["a/s1.yaml"]),
    ],
)
def test_one_folder_around_everything_is_passed_over(tmp_path, names, keys):
    path = zipped(tmp_path / "x.ZIP", dict.fromkeys(names, "q: 1"))
    assert [each.key for each in hand_ins(str(path), ("a",))] == keys


def test_a_zip_gives_what_its_folder_gives_and_nothing_is_unpacked(tmp_path):
    files = {"a/s2.md": "q: 1", "a/s10.yaml": "answers: {q: 1}", "b/deep/all.csv": "student,q\ns,1\n", "s3/x.md": "y"}
    path = zipped(tmp_path / "x.zip", files)
    assert digests(path.parent / "folder", **files) == {
        each.key: digest_of(each) for each in hand_ins(str(path), ("a",))
    }
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "x.zip"]
    assert file_contents(str(path), (), "s3/x.md") == b"y"


@pytest.mark.parametrize(
    ("name", "message"),
    [(name, OUTSIDE) for name in ("../s1.md", "a/../../s1.md", "/etc/passwd.yaml", "C:/s1.yaml", "c:s1.yaml", "a/..")]
    + [(name, ODD) for name in ("a\\s1.md", "..\\s1.md", "s1.yaml\0.exe")],
)
def test_no_entry_leads_outside(tmp_path, name, message):
    path = raw_zip(tmp_path / "x.zip", name.encode(), b"s2.yaml")
    assert found(path) == [f"{name.lstrip('/')}: {message}", "s2.yaml"]


def test_results_outside_of_a_zip_and_a_very_large_summary(tmp_path):
    path = raw_zip(tmp_path / "x.zip", b"../summary.json", b"../results.jsonl", b"s2.yaml")
    assert found(path) == [f"../summary.json: {OUTSIDE}", f"../results.jsonl: {OUTSIDE}", "s2.yaml"]
    files = {"x/summary.json": b" " * (_hand_ins.MOST_TOGETHER + 1), "x/results.jsonl": b"", "y.yaml": b""}
    path = zipped(tmp_path / "x.zip", files)
    tracemalloc.start()
    names = [file.name for each in hand_ins(str(path), ()) for file in each.files]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sorted(names) == ["x/results.jsonl", "x/summary.json", "y.yaml"]
    assert most < _hand_ins.MOST_TOGETHER / 2


def test_entries_that_are_not_read(tmp_path):
    path = zipped(tmp_path / "x.zip", {entry("s1.yaml", 0o120777): "/etc/passwd", entry("p.yaml", 0o010644): ""})
    assert found(path) == [f"p.yaml: {SPECIAL}", f"s1.yaml: {LINK}"]
    assert found(raw_zip(tmp_path / "x.zip", b"s1.yaml", b"./s1.yaml")) == [f"s1.yaml: {TWICE}"]
    assert found(raw_zip(tmp_path / "x.zip", b"s1.yaml", flags=1)) == [f"s1.yaml: {_hand_ins.LOCKED}"]
    assert found(zipped(tmp_path / "x.zip", {"s1.yaml": "x"}, ZIP_BZIP2)) == [f"s1.yaml: {_hand_ins.UNKNOWN_METHOD}"]
    path = zipped(tmp_path / "x.zip", {"s1.md": "q: 1"}, 0)
    path.write_bytes(path.read_bytes().replace(b"q: 1", b"q: 2"))
    assert [each.files[0].error for each in hand_ins(str(path), ())] == [DAMAGED]
    files = {"s1.yaml": b"0" * 9_000_000, "s2.yaml": b"0" * 10_000_001}
    large = "is too large; the limit is 10 MB"
    assert found(zipped(tmp_path / "x.zip", files)) == ["s1.yaml", f"s2.yaml: {large}"]
    path = zipped(tmp_path / "x.zip", {"s1.yaml": "0" * 10_000})
    path.write_bytes(path.read_bytes().replace(struct.pack("<L", 10_000), struct.pack("<L", 100)))
    assert found(path) == [f"s1.yaml: {DAMAGED}"]


def test_what_is_no_zip_or_not_all_of_one(tmp_path, monkeypatch):
    whole = zipped(tmp_path / "x.zip", {"s1.yaml": "answers: {q: 1}" * 100}).read_bytes()
    for data, message in (
        (whole[:-30], _hand_ins.CUT),
        (b"answers: {q: 1}", _hand_ins.NO_ZIP),
        (b"", _hand_ins.NO_ZIP),
    ):
        (tmp_path / "y.zip").write_bytes(data)
        assert found(tmp_path / "y.zip") == [f": {message}"]
    assert found(raw_zip(tmp_path / "y.zip", b"\xff\xfe", flags=0x800)) == [f": {_hand_ins.CUT}"]
    assert found(zipped(tmp_path / "none.zip", {})) == []
    assert found(make(tmp_path / "folder.zip", "s1.yaml")) == ["s1.yaml"]

    def refuse(_: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(_hand_ins, "ZipFile", refuse)
    assert found(tmp_path / "x.zip") == [": may not be read; change its permissions"]


@pytest.mark.parametrize(
    ("raw", "flags", "name"),
    [
        ("Zoë Łęcka".encode(), 0x800, "Zoë Łęcka"),
        ("Zoë Łęcka".encode(), 0, "Zoë Łęcka"),  # macOS
        ("Zoë".encode("cp437"), 0, "Zoë"),
        (b"Zo?", 0, "Zo?"),
    ],
)
def test_names_in_other_encodings(tmp_path, raw, flags, name):
    assert found(raw_zip(tmp_path / "x.zip", raw + b".yaml", flags=flags)) == [f"{name}.yaml"]


@settings(deadline=None)
@given(st.data())
def test_damage_anywhere_is_reported_or_harmless(data):
    with tempfile.TemporaryDirectory() as top:
        path = zipped(Path(top) / "x.zip", FILES)
        whole = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 4))):
            whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
        path.write_bytes(bytes(whole))
        for each in hand_ins(str(path), ("a",)):
            assert digest_of(each)
            each.key.encode()
