"""After `checker forget` every file in the results that shows the student is gone, or is named."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from io import BytesIO, StringIO
from pathlib import Path

import markupsafe
import pytest
from hypothesis import given

from checker.cli.app import cli
from checker.grading.forget import student as forgetting
from checker.grading.forget.files import Traces, delete_mentions, shown_outside
from checker.grading.submissions.walk import HTML_MARK, PAGE_MARK
from checker.lms.names import safe_name
from checker.lms.tables import TableWriter
from checker.reports.page import markdown_page
from checker.text.steering import escaped_in_markdown
from checker.text.words import shortened
from tests.grading import runs
from tests.grading.weeks import CLASS, PROBLEMS, RIGHT
from tests.lms.people import NAMES

ANA = "ana7731"
NAME = "Ana 'Zoë' Leeuwenhoek"
ROSTER = f'id,name,email\ns1,Sam,s1@x.example\n{ANA},"{NAME}",ana@leeuwen.example\ns2,Sue,s2@x.example\ns3,Xia,s3@x.example\n'
PERSON = json.dumps({"student": {"id": ANA, "name": NAME}, "answers": {"encoder-layer": 77123}})
OTHER = f"answers: {{encoder-layer: {RIGHT}}}"
TEXT = f"{NAME} ({ANA})"


def _csv(text):
    file = StringIO()
    TableWriter(file).row(["a", text])
    return file.getvalue().encode("utf-8", "backslashreplace")


def _zip(text):
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a/page.html", _html(text))
    return data.getvalue()


def _html(text):
    return f"<p>{markupsafe.escape(text)}</p>".encode("utf-8", "backslashreplace")


WRITERS = {
    "plain": lambda text: text.encode("utf-8", "backslashreplace"),
    "utf-16": lambda text: text.encode("utf-16", "backslashreplace"),
    "csv": _csv,
    "zip": _zip,
    "html": _html,
    "markdown": lambda text: f"- {escaped_in_markdown(text)}, 5".encode("utf-8", "backslashreplace"),
    "json": lambda text: json.dumps({"a": text}).encode(),
    "jsonl": lambda text: json.dumps({"a": text}, ensure_ascii=False).encode("utf-8", "backslashreplace"),
    "message": lambda text: f"names the student `{shortened(text)}`, but".encode("utf-8", "backslashreplace"),
}


@pytest.mark.parametrize("writer", WRITERS)
@given(NAMES.filter(lambda text: len(text.strip()) > 3))
def test_a_name_is_found_in_whatever_writes_it(writer, tmp_path_factory, name):
    path = tmp_path_factory.getbasetemp() / "file.dat"
    path.write_bytes(WRITERS[writer](name))
    assert Traces([name], ()).are_in(path, path.parent)


@given(NAMES.filter(str.strip))
def test_a_file_that_is_named_after_the_student_is_found(name):
    found = Traces([], {safe_name(name)})
    assert found.are_in(Path("/nowhere") / f"{safe_name(name)}.json", Path("/nowhere"))


@pytest.mark.parametrize(
    ("name", "text", "is_there"),
    [
        ("s104", "s1042,5", False),
        ("1042", "x 1042 y", True),
        ("7", "s1,7,7.5", False),
        ("7", "s1,5\n7,5", True),
        ("7", '{"userId": "7"}', True),
        ("7", '{"points": 7}', False),
        ("7", '<td colspan="7">x</td>', False),
        ("Lee@Uni.edu", "lee@uni.edu;5", True),
        ("王小明", "学生王小明说", True),
        ("Zoë", "Zoe\u0308", True),
        ("ana", "1042_ana_hw.md", True),
        ("ana", "banana", False),
        ("lee@uni.edu", "LEE@Uni.Edu;5", True),
        ("max", "<!DOCTYPE html><style>a {max-width: 1}</style><p class='max'>x", False),
        ("grid", '<!doctype html><body class="grid"><p title="a > grid">x', False),
        ("main", "<html><main>x</main><script>main()</script>", False),
        ("h1", "<html><h1>x</h1>", False),
        ("max", "<html><p>By <b>max</b></p>", True),
        ("max", '<html><script type="application/json">{"by": "max"}</script>', True),
        ("ana7731", '<html><a href="ana7731.html">x</a>', True),
        ("an7", '<html><a class="an7">x</a>', False),
        ("an7", "<html><a>an7</a>", True),
        ("an77", '<html><a class="an77">x</a>', True),
        ("ana-lee", '<html><a class="ana-lee">x</a>', True),
        ("Lee@Uni.edu", '<html><a href="mailto:lee@uni.EDU">x</a>', True),
        ("lee@uni.edu", "<html><a>lee@uni.education</a>", False),
    ],
)  # fmt: skip
def test_names_are_whole_words(tmp_path, name, text, is_there):
    (tmp_path / "file.txt").write_text(text)
    assert Traces([name], ()).are_in(tmp_path / "file.txt", tmp_path) is is_there


def test_a_file_that_cannot_be_read_may_show_anybody(tmp_path):
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04broken")
    data = b"nobody"
    for depth in range(5):
        (tmp_path / f"{depth}.zip").write_bytes(data)
        assert Traces(["ana"], ()).are_in(tmp_path / f"{depth}.zip", tmp_path) is (depth == 4)
        with zipfile.ZipFile(file := BytesIO(), "w") as archive:
            archive.writestr("in.zip", data)
        data = file.getvalue()
    assert Traces(["ana"], ()).are_in(tmp_path / "broken.zip", tmp_path)
    assert Traces(["ana"], ()).are_in(tmp_path / "gone.csv", tmp_path)


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_a_compressed_file_that_is_no_zip_may_show_anybody(tmp_path, compress):
    (tmp_path / "data").write_bytes(compress(b"nobody"))
    assert Traces(["ana"], ()).are_in(tmp_path / "data", tmp_path)


@pytest.mark.parametrize("path", ["{}_123_assignsubmission_file_/feedback.html", "a/{}/b/c.txt", "a\\{}\\c.txt"])
def test_folders_in_a_zip_are_looked_at(tmp_path, path):
    for name, is_there in (("Mara Muster", True), ("Mara Musterfrau", False)):
        with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
            archive.writestr(path.format(name), "x")
        assert Traces(["Mara Muster"], ()).are_in(tmp_path / "all.zip", tmp_path) is is_there


@pytest.mark.parametrize("name", ["1024", "max"])
def test_pages_of_others_that_hold_the_same_number_or_word_are_named(tmp_path, name):
    runs.write(
        tmp_path, {"feedback/s1.html": f"{HTML_MARK}<p>{name}", "feedback/s2.html": f"{HTML_MARK}<p>Ana Lee: {name}"}
    )
    names = ({name, "Ana Lee"}, {name}, ())
    deleted, left = delete_mentions(tmp_path, {"feedback": "checker feedback"}, *names)
    assert [each.name for each in deleted] == ["feedback/s2.html"]
    assert left == [tmp_path / "feedback/s1.html"]


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(
        tmp_path,
        PROBLEMS | CLASS | {f"submissions/a/{ANA}.json": PERSON, "submissions/a/s3.yaml": OTHER, "roster.csv": ROSTER},
    )
    assert cli.main(["grade", "submissions", "--roster", "roster.csv"], standalone_mode=False) in {0, 3}
    return tmp_path


def forgotten(top, capsys):
    capsys.readouterr()
    assert cli.main(["forget", ANA, "--format", "json"], standalone_mode=False) == 0
    return json.loads(capsys.readouterr().out)


def shown(top):
    """Return the files that show the student, by a search of our own."""
    found = set()
    for path in (top / "results").rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        if data.startswith(b"PK"):
            with zipfile.ZipFile(path) as archive:
                data = b"".join(archive.read(each) for each in archive.namelist())
        if ANA in path.name or b"Leeuwenhoek" in data or ANA.encode() in data or ANA.encode("utf-16-le") in data:
            found.add(path.relative_to(top).as_posix())
    return found


def test_exports_anywhere_in_the_results_are_named(top, capsys):
    for form, out in {
        "csv": "deep/er/out.csv", "moodle-gradebook": "m.csv", "gradescope": "scores",
    }.items():  # fmt: skip
        assert (
            cli.main(["export", "--to", form, "--assignment", "a", "--out", f"results/{out}"], standalone_mode=False)
            == 0
        )
    report = forgotten(top, capsys)
    assert [each["path"] for each in report["left"] if each["what"] == "file"] == [
        "results/m.csv",
        "results/deep/er/out.csv",
        f"results/scores/{ANA}.json",
    ]
    assert shown(top) <= {each["path"] for each in report["left"]}


def test_exports_in_their_own_places_are_deleted(top, capsys):
    for form in ("csv", "moodle-gradebook", "gradescope"):
        assert cli.main(["export", "--to", form, "--assignment", "a"], standalone_mode=False) == 0
    assert len(shown(top)) > 3
    assert [each for each in forgotten(top, capsys)["left"] if each["what"] == "file"] == []
    assert shown(top) == set()


def test_pages_of_others_that_quote_the_student_are_deleted(top, capsys):
    theirs = markdown_page(
        "feedback.md",
        page=type(
            "Page",
            (),
            {"title": NAME, "student": type("S", (), {"name": TEXT, "id": "s2"}), "assignments": [], "beliefs": ()},
        ),
    )
    runs.write(
        top,
        {
            "results/feedback/s1.html": f"{HTML_MARK}\nAs {markupsafe.escape(TEXT)} said".encode(),
            "results/feedback/s2.md": theirs,
            "results/feedback/s3.html": f"{HTML_MARK}\nAs nobody said",
            "results/feedback/notes.txt": f"My notes on {ANA}",
            "results/gradescope/s1.json": json.dumps({"comment": f"As {ANA} said"}),
            "results/gradescope/s2.json": "{}",
            "results/annotated/mine.html": f"I typed this about {ANA}",
            "results/copies/s1.md": f"{PAGE_MARK}\n{TEXT}",
            "results/checker.db.bak": (top / "results/checker.db").read_bytes(),
            "results/with spaces/ana7731/hw.txt": "Nothing",
        },
    )  # fmt: skip
    report = forgotten(top, capsys)
    assert [(each["path"], each["command"]) for each in report["deleted"]] == [
        ("results/feedback/s1.html", "checker feedback"),
        ("results/feedback/s2.md", "checker feedback"),
        ("results/gradescope/s1.json", "checker export --to gradescope"),
    ]
    assert {each["path"] for each in report["left"] if each["what"] == "file"} == {
        "results/annotated/mine.html",
        "results/copies/s1.md",
        "results/feedback/notes.txt",
        "results/checker.db.bak",
        "results/with spaces/ana7731/hw.txt",
    }
    assert {each for each in shown(top) if (top / each).is_file()} <= {each["path"] for each in report["left"]}
    assert (top / "results/feedback/s3.html").exists()


def test_people_read_what_to_do(top, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    runs.write(top, {"results/csvout.csv": ANA, "results/feedback/s1.html": f"{HTML_MARK}{ANA}"})
    capsys.readouterr()
    assert cli.main(["forget", ANA, "--plain"], standalone_mode=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Deleted results/feedback/s1.html; `checker feedback` writes it again" in lines
    start = lines.index(
        f"These files in results still show {ANA}, or the same number or word. Delete them, or repeat the command that wrote them:"
    )
    assert lines[start + 1] == "  results/csvout.csv"


def test_a_results_folder_that_holds_the_submissions_names_each_file_once(top):
    runs.write(top, {"results/in/x.json": PERSON.replace(ANA, "x")})
    runs.run(top, "results/in")
    report = forgetting.forget(top / "results", "x", {})
    assert [each.path for each in report.left].count(f"{top}/results/in/x.json") == 1


def test_only_files_outside_that_show_the_student_are_told(tmp_path):
    (tmp_path / "with.csv").write_text("id,points\nana-lee,3\n")
    (tmp_path / "without.csv").write_text("id,points\nbo,3\n")
    made = {tmp_path / f"{name}.csv": f"make {name}" for name in ("with", "without", "gone")}
    found = list(shown_outside(made, tmp_path / "results", ["ana-lee"], ["ana-lee"]))
    assert found == [(tmp_path / "with.csv", "make with")]


def test_a_name_in_chinese_needs_no_space_around_it_and_a_latin_one_does():
    chinese, latin = Traces(["王小明华"], []), Traces(["Zo7ë9"], [])
    assert chinese.are_in_text("from s1王小明华's sheet")
    assert latin.are_in_text("see Zo7ë9, too")
    assert not latin.are_in_text("see 1Zo7ë91, too")


def test_a_name_with_quotes_is_found_as_csv_doubles_them():
    traces = Traces(['Ana "Zo" Leeuwen'], [])
    assert traces.are_in_text('s1,"Ana ""Zo"" Leeuwen",3')
    assert not traces.are_in_text("s1,Ana Zo Leeuwen,3")
