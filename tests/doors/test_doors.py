"""Every command, with ids, names, answers and files that are not harmless anywhere: nothing harmful leaves.

Each id and name goes through one door for its medium: a terminal, CSV, HTML, the name of a file, Markdown.
"""

from __future__ import annotations

import csv
import json
import os
import re
from contextlib import nullcontext
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from checker.cli.app import COMMANDS, cli
from checker.text.steering import STEERING
from tests.doors import media
from tests.doors.classes import FILES, HOSTILE, files, table
from tests.grading import runs
from tests.lms import downloads as built
from tests.lms.systems import SYSTEMS, TITLE

GRADE = ["grade", "submissions", "--roster", "roster.csv"]
PEOPLE = {key: text for key, text in HOSTILE.items() if key != "half"}
DRAWN = """\
id: drawn
type: feed_forward_parameters
prompt: "{d_model} and {d_ff}"
parameters: {d_model: {choose: [64, 128]}, d_ff: {from: -5, to: 400}}
"""
NEW = ("csv", "moodle-gradebook", "gradescope")


class Printed(str):
    """The standard output of a command, which is harmless."""

    __slots__ = ("code",)


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setattr("checker.cli.output.WIDEST", 999_999)  # a word that is wrapped forges no line
    monkeypatch.setenv("COLUMNS", "999999")

    def run(*arguments: str) -> Printed:
        code = cli.main(list(arguments), standalone_mode=False)
        out, err = capsys.readouterr()
        media.terminal(out)
        media.terminal(err)
        assert code in {0, 1, 2, 3}, err
        printed = Printed(out)
        printed.code = code
        return printed

    return run


@pytest.fixture(scope="module")
def top(tmp_path_factory) -> Path:
    """Return a folder in which a class was graded twice."""
    top = runs.write(tmp_path_factory.mktemp("doors"), files())
    before = Path.cwd()
    os.chdir(top)
    cli.main(GRADE, standalone_mode=False)
    runs.write(top, {"problems/week-1/number.yaml": files()["problems/week-1/number.yaml"].replace("7", "8")})
    cli.main(GRADE, standalone_mode=False)
    os.chdir(before)
    return top


@pytest.fixture(autouse=True)
def there(top, monkeypatch):
    monkeypatch.chdir(top)


def test_grade(run):
    for options in ([], ["--plain"], ["--dry-run"], ["--dry-run", "--plain"]):
        assert run(*GRADE, *options).code == 3
    assert len(json.loads(run(*GRADE, "--format", "json", "--dry-run"))["matches"]) > 40
    found = media.folder(Path("results"))
    assert {"grades.csv", "results.jsonl", "needs-review.md", "review.yaml", "summary.json"} <= found
    assert sum(name.startswith("annotated/") for name in found) == len(FILES)


def test_changes(run, top):
    runs.write(top, {"problems/week-1/number.yaml": files()["problems/week-1/number.yaml"].replace("7", "9")})
    run(*GRADE)
    assert "number" in run("changes")
    run("changes", "--plain")
    assert json.loads(run("changes", "--format", "json"))["changes"]


@pytest.mark.parametrize("form", NEW)
def test_an_export(run, form, tmp_path):
    for assignment in ("week-1", *(text for key, text in FILES.items() if key != "dot")):
        out = tmp_path / (form if form == "gradescope" else "out.csv")
        printed = run("export", "--to", form, "--assignment", assignment, "--out", str(out), "--provisional")
        assert printed.code == (3 if "0 of 23 grades written" in printed else 0), assignment
        assert "grades written" in printed
    run("export", "--to", form, "--assignment", HOSTILE["colour"] + "x")
    media.folder(tmp_path)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_gradebook_that_is_filled_in_keeps_every_cell_but_ours(run, name, tmp_path):
    system = SYSTEMS[name]
    into = tmp_path / "gradebook.csv"
    into.write_bytes(system.of_ids(list(PEOPLE.values())))
    column = ["--column", TITLE] if TITLE.encode() in into.read_bytes() else []
    arguments = [
        "export",
        "--to",
        system.format,
        "--assignment",
        "week-1",
        "--into",
        str(into),
        "--provisional",
        *column,
    ]
    assert run(*arguments, "--out", str(tmp_path / "out.csv")).code == 0
    rows, before = (
        list(csv.reader(StringIO((tmp_path / each).read_bytes().decode(), newline="")))
        for each in ("out.csv", "gradebook.csv")
    )
    filled = [row[system.column] for row in rows[1:]]
    assert sum(bool(each) for each in filled) > len(PEOPLE) - 3
    for row in rows[1:]:
        assert media.NUMBER.fullmatch(row[system.column] or "0")
        row[system.column] = ""
    for row in before[1:]:
        row[system.column] = ""
    assert rows == before


@pytest.mark.parametrize("form", ["html", "md"])
def test_feedback(run, form):
    for options in (
        [],
        ["--zip", "canvas", "--assignment", "week-1"],
        ["--zip", "moodle", "--assignment", "week-1"],
        ["--level", "full"],
    ):
        run("feedback", "--format", form, *options)
    found = media.folder(Path("results"))
    assert sum(name.startswith("feedback/") for name in found) > len(HOSTILE)


@pytest.mark.parametrize("system", ["canvas", "moodle"])
def test_pages_that_go_back_to_a_system(run, system, tmp_path, monkeypatch):
    people = [
        (f"{key} {text}".replace("/", " "), str(1000 + number)) for number, (key, text) in enumerate(PEOPLE.items())
    ]
    names = {
        "canvas": [f"{built.canvas_stem(name, id_)}_9{id_}_hw.yaml" for name, id_ in people],
        "moodle": [f"{built.moodle_prefix(name, id_)}/hw.yaml" for name, id_ in people],
    }[system]
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"problems/number.yaml": files()["problems/week-1/number.yaml"]})
    runs.write(tmp_path, {f"download/{name}": "answers: {number: 7}" for name in names})
    assert run("grade", "download").code == 0
    run("feedback", "--zip", system)
    with ZipFile(f"results/feedback-{system}.zip") as archive:
        assert len(archive.namelist()) == len(people)
    media.folder(tmp_path / "results")


@pytest.mark.parametrize("naming", ["--names", None])
def test_report(run, naming):
    assert run("report", *filter(None, [naming])).code == 0
    assert "report.html" in media.folder(Path("results"))


@pytest.mark.parametrize("text", FILES.values())
def test_the_documents_of_a_student(run, text):
    document = f"submissions/week-1/doc {text}.md"
    for options in ([], ["--plain"], ["--format", "json"]):
        assert run("read", document, *options).code in {0, 3}
        assert run("check", "--document", document, *options).code in {0, 1, 3}
    assert run("read", f"{text}.doc").code == 2


def worded(text):
    """Return words of the command line that have a text where somebody may write anything."""
    return [
        ["check", "number", text],
        ["check", "--plain", "number", text],
        ["check", "--format", "json", "number", text],
        ["check", text, "7"],
        ["check", "number", "--part", text, "7"],
        ["read", text],
        ["read", "submissions/week-1/1.json", "--assignment", text],
        ["grade", text],
        ["grade", "submissions", "--problems", text],
        ["grade", "submissions", "--roster", text],
        ["grade", "submissions", "--reviews", text],
        ["serve", "--problems", text],
        ["changes", text],
        ["export", "--to", text],
        ["export", "--to", "canvas", "--into", text],
        ["export", "--to", "csv", "--assignment", text],
        ["export", text],
        ["feedback", text],
        ["learn", text],
        ["next", text, text],
        ["feedback", "--assignment", text, "--problems", "none"],
        ["report", text],
        ["forget", f"{text}!"],
        ["forget", f"{text}!", "--undo"],
        ["forget", "x", text],
        ["solve", text],
        ["show", text],
        ["show", "--sheet", text],
        ["lint", f"{text}!"],
        ["types", text],
        ["new", text],
        ["schema", text],
        ["bank", "copy", text],
        ["bank", text],
        ["init", f"{__file__}/{text}"],
        [text],
        [f"--{text}"],
        ["grade", f"--{text}"],
    ]


@pytest.mark.parametrize(("place", "text"), [*enumerate([*PEOPLE.values(), "\udcff"])])
def test_words_of_the_command_line(run, place, text):
    for arguments in worded(text)[place % 3 :: 3]:  # each text in some commands, each command with some texts
        run(*arguments)


def test_the_review_desk(run, tmp_path, monkeypatch):
    def shown(page):
        media.written(
            "case.html", re.sub(r'(href|src)="([0-9a-f]{10}(/(page|file)/[^"]*)?|end)"', r'\1="#"', page).encode()
        )

    def walk(server):
        for each in server.desk.cases.values():
            typed = {f"points-{question.key}": "0" for question in each.questions}
            typed |= {f"comment-{question.key}": HOSTILE["colour"] for question in each.questions}
            shown(server.desk.page(each.id, [HOSTILE["script"]], typed))
            assert not each.can_be_decided or server.desk.decide(each.id, typed) == []
            shown(server.desk.page(each.id))
        shown(server.desk.end_page(server.command))

    monkeypatch.setattr("socketserver.BaseServer.serve_forever", walk)
    reviews = str(tmp_path / "reviews")
    assert run("review", "--reviewer", "ada", "--reviews", reviews, "--no-browser").code == 0
    assert media.folder(tmp_path) == {"reviews/ada.yaml"}


def test_a_stream(run, monkeypatch):
    lines = [
        json.dumps({"id": text, "problem": problem, "answer": text})
        for text in HOSTILE.values()
        for problem in ("number", text)
    ]
    monkeypatch.setattr("sys.stdin", type("Stdin", (), {"buffer": BytesIO("\n".join(lines).encode())}))
    printed = run("check", "--jsonl")
    assert [json.loads(line)["id"] for line in printed.splitlines()] == [
        text.replace("\ud800", "\ufffd") for text in HOSTILE.values() for _ in range(2)
    ]


def test_authors_files(run):
    for options in ([], ["--plain"], ["--format", "json"]):
        run("lint", "problems", *options)
    for path in Path("problems").rglob("*.yaml"):
        for command in ("show", "solve", "types"):
            run(command, str(path))
            run(command, str(path), "--plain")
        run("solve", str(path), "--format", "json")
    for name in FILES.values():
        run("show", "--sheet", name)
        run("show", "--sheet", name, "--student", HOSTILE["colour"])
    run("schema")
    run("schema", "--result")
    run("types")
    run("new", "numeric")


@pytest.mark.parametrize("form", ["md", "html"])
def test_handouts(run, tmp_path, form):
    runs.write(tmp_path, {"problems/week-1/drawn.yaml": DRAWN})
    ids = {key: text for key, text in PEOPLE.items() if text.strip()}
    runs.write(tmp_path, {"roster.csv": table(["id", "name"], [[text, text] for text in ids.values()])})
    arguments = ["--problems", str(tmp_path / "problems"), "--roster", str(tmp_path / "roster.csv")]
    assert run("handout", "week-1", *arguments, "--format", form, "--out", str(tmp_path / "out")).code == 0
    assert len(media.folder(tmp_path / "out")) == len(set(ids.values())) + 1


@pytest.mark.parametrize("form", ["moodle", "qti", "markdown", "html"])
def test_question_banks(run, tmp_path, form):
    suffix = {"moodle": "xml", "qti": "zip", "markdown": "md", "html": "html"}[form]
    for path in Path("problems").rglob("number.yaml"):
        out = tmp_path / f"bank.{suffix}"
        assert run("publish", str(path), "--to", form, "--out", str(out)).code == 0
        with ZipFile(out) if form == "qti" else nullcontext() as archive:
            texts = [archive.read(name).decode() for name in archive.namelist()] if archive else [out.read_text()]
            assert not any(".." in name or name.startswith("/") for name in (archive.namelist() if archive else ()))
        assert not any(map(STEERING.search, texts))
        if suffix in {"md", "html"}:
            media.folder(tmp_path)


def test_broken_files(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for key, text in PEOPLE.items():
        runs.write(
            tmp_path,
            {
                f"{key}/p/number.yaml": files()["problems/week-1/number.yaml"],
                f"{key}/p/broken.yaml": json.dumps({"id": text, text: text, "type": text}),
                f"{key}/p/typed.yaml": json.dumps(
                    {"id": "typed", "title": text, "type": "numeric", "parameters": {text: text}}
                ),
                f"{key}/s/{text if key in FILES else key}.json": json.dumps(
                    {"student": text, text: text, "answers": {text: {text: text}}}
                ),
                f"{key}/s/c.csv": table(
                    ["student", text, "number"], [[text, text, text], [text, text, text], ["a", "1", "2"]]
                ),
                f"{key}/s/t.csv": f'student,number\n{"".join(text.split())},"unclosed',
                f"{key}/r/r.yaml": json.dumps(
                    [{"student": text, "problem": text, "points": text, text: text}, {"group": text}]
                ),
                f"{key}/roster.csv": table(["id", "name"], [[text, text], [text, text]]),
            },
        )
        run("lint", f"{key}/p")
        run("lint", f"{key}/p", "--format", "json")
        for options in ([], ["--plain"], ["--roster", f"{key}/roster.csv"]):
            run("grade", f"{key}/s", "--problems", f"{key}/p", "--reviews", f"{key}/r", "--out", f"{key}/out", *options)
        media.folder(tmp_path / key / "out")


def test_forget_is_last_and_leaves_nothing(run, top, tmp_path):
    for key in ("colour", "lines", "link to steal", "up", "script"):
        text = HOSTILE[key]
        assert run("forget", text).code == 0
        assert json.loads(run("forget", text, "--format", "json"))["student"] == text
        assert run("forget", text, "--undo", "--plain").code == 0
    media.folder(Path("results"))


def test_all_commands_are_walked():
    walked = Path(__file__).read_text()
    assert all(f'"{command}"' in walked for command in COMMANDS)
