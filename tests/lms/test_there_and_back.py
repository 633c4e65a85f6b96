"""There and back: a download goes through the real command line, and the system's own importer reads the upload."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from checker.cli.app import cli
from checker.lms.gradebooks import gradebooks
from tests.lms import systems
from tests.lms.importers import gradescope as gradescope_importer
from tests.lms.importers import moodle_gradebook as moodle_gradebook_importer
from tests.lms.systems import SYSTEMS, TITLE, Person, Work

QUESTIONS = {"a": 1, "b": 2, "c": 4, "d": 8}
"""Questions by what they are worth: every total says which ones were right."""

LATE = "due: 2026-10-05 23:59\nlate: [{within: 24h, credit: 0.5}]\n"

ZOE = Person(1042, "Zoë", "O'Brien")
MING = Person(1043, "小明", "王, 李")
NOA = Person(1044, "נועה", "כהן\u200f")
ANN = Person(1045, "Ann", "Late")
JURGEN = Person(1046, 'Jürgen "J"', "Müller-Lüdenscheidt")
ADA = Person(1047, "=1+1", "Ada_2")
EVERYBODY = (ZOE, MING, NOA, ANN, JURGEN, ADA)
JUNK = {"__MACOSX/._hw.md": "\0", ".DS_Store": "\0", "Thumbs.db": "\0"}

Run = Callable[..., tuple[int, str, str]]


def answers(right: int, *, waits: str = "", student: str = "") -> str:
    """Return a file with these points: each question is right if its bit is set, or cannot be read."""
    given = {name: 1 if right & points else 5 for name, points in QUESTIONS.items()}
    lines = [f"  {name}: {'1 or 5' if name == waits else answer}" for name, answer in given.items()]
    return "\n".join([*([f"student: {student}"] if student else []), "answers:", *lines, ""])


def document(right: int, *, front: str = "") -> str:
    """Return a document with these points."""
    lines = [f"Answer ({name}): {1 if right & points else 5}\n" for name, points in QUESTIONS.items()]
    return "\n".join([f"{front}# Homework", "", *lines])


def zipped(files: dict[str, str]) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def install(folder: Path, settings_text: str = "") -> None:
    problems = folder / "problems"
    problems.mkdir()
    (problems / "assignment.yaml").write_text(f"title: {TITLE}\n{settings_text}")
    for name, points in QUESTIONS.items():
        text = f"id: {name}\ntype: numeric\nprompt: How many?\nparameters: {{value: 1}}\npoints: {points}\n"
        (problems / f"{name}.yaml").write_text(text)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys) -> Run:
    install(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(list(arguments), standalone_mode=False)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def there(run: Run, files: dict[str, str], roster: bytes, *options: str) -> tuple[int, str]:
    """Grade a download; return the exit code and what is shown."""
    Path("download.zip").write_bytes(zipped(files | JUNK))
    Path("gradebook.csv").write_bytes(roster)
    code, out, err = run("grade", "download.zip", "--problems", "problems", "--roster", "gradebook.csv", *options)
    assert err == ""
    return code, out


def back(run: Run, format_: str, *options: str) -> tuple[bytes, list[str]]:
    """Export into the gradebook; return the file and the notes."""
    code, _, err = run("export", "--to", format_, "--into", "gradebook.csv", "--out", "upload.csv", *options)
    assert code == 0
    return Path("upload.csv").read_bytes(), err.splitlines()


def rows_of(data: bytes) -> list[list[str]]:
    is_utf_16 = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    text = data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    return list(csv.reader(StringIO(text, newline=""), delimiter="\t" if is_utf_16 else ","))


def changed_columns(before: bytes, after: bytes) -> set[int]:
    """Return the columns with a change; rows, their order and everything else are the same."""
    one, other = rows_of(before), rows_of(after)
    assert [len(row) for row in one] == [len(row) for row in other]
    return {place for old, new in zip(one, other, strict=True) for place, cell in enumerate(old) if cell != new[place]}


CLASS = [
    Work(ZOE, answers(15), "hw.md.yaml"),
    Work(MING, document(6), "作业 1.md"),
    Work(NOA, answers(9, student="u1044"), "שיעורי בית.yaml"),
    Work(ANN, document(12, front="---\nstudent: u1042\n---\n"), "LATE_7_hw.md"),
    Work(JURGEN, answers(3, waits="d")),
]


def test_every_gradebook_that_is_filled_in_is_tried_here():
    """A new system is added to `SYSTEMS` in `tests/lms/systems.py`."""
    filled_in = {name for name, form in gradebooks().items() if form.needs_file}
    assert filled_in == {system.format for system in SYSTEMS.values()}


@pytest.mark.parametrize("name", SYSTEMS)
def test_everybody_gets_exactly_their_own_points(run, name):
    """Zoë keeps her points although Ann's file claims to be hers; Jürgen waits, and Ada handed nothing in."""
    system = SYSTEMS[name]
    before = system.gradebook(EVERYBODY)
    code, out = there(run, system.download(CLASS), before)
    assert code == 3
    assert "to review (2)" in out
    assert "names the student `u1042`, but the download says that" in " ".join(out.split())
    assert "1 student on the roster handed nothing in: " in " ".join(out.split())

    data, notes = back(run, system.format)
    assert system.new_points(data, EVERYBODY) == {1042: 15, 1043: 6, 1044: 9, 1045: 12}
    assert changed_columns(before, data) == {system.column}
    assert [note.partition(":")[0] for note in notes] == [
        "Left as it was, because an answer is still to review",
        "Left as it was, because nothing was handed in",
        "Look at these in needs-review.md before you upload, whatever grade they have",
    ]

    data, _ = back(run, system.format, "--provisional", "--missing", "zero")
    assert system.new_points(data, EVERYBODY) == {1042: 15, 1043: 6, 1044: 9, 1045: 12, 1046: 3, 1047: 0}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_decision_fills_the_cell_that_waited(run, name):
    system = SYSTEMS[name]
    works = [Work(JURGEN, answers(3, waits="d")), Work(ZOE, answers(15))]
    before = system.gradebook(EVERYBODY)
    assert there(run, system.download(works), before)[0] == 3
    review = Path("results/review.yaml").read_text()
    Path("reviews").mkdir()
    Path("reviews/me.yaml").write_text(review.replace("points:  # of 8", "points: 6"))
    code, out = there(run, system.download(works), before)
    assert (code, "to review → 6 (partial)" in " ".join(out.split())) == (0, True)
    assert system.new_points(back(run, system.format)[0], EVERYBODY) == {1042: 15, 1046: 9}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_dry_run_names_everybody_and_writes_nothing(run, name):
    system = SYSTEMS[name]
    code, out = there(run, system.download(CLASS), system.gradebook(EVERYBODY), "--dry-run")
    assert code == 3
    matches = out.partition("5 hand-ins in download.zip, and whose they are\n")[2].partition("\n\n")[0].splitlines()
    assert len(matches) == 5
    assert sum("O'Brien" in line and "hw.md.yaml" in line for line in matches) == 1
    assert sum("王" in line and "作业 1.md" in line for line in matches) == 1
    assert sorted(path.name for path in Path().iterdir()) == ["download.zip", "gradebook.csv", "problems"]


def test_canvas_flags_late_work_and_only_that(run):
    """Ann's surname is Late; Zoë's file is flagged."""
    with Path("problems/assignment.yaml").open("a") as file:
        file.write(LATE)
    works = [Work(ANN, answers(12)), Work(ZOE, answers(12), is_late=True), Work(MING, answers(4), "LATE_1.yaml")]
    system = SYSTEMS["canvas"]
    _, out = there(run, system.download(works), system.gradebook(EVERYBODY))
    assert "handed in late (1)\n    1042 O'Brien, Zoë  handed in late, time unknown" in out
    assert system.new_points(back(run, "canvas")[0], EVERYBODY) == {1045: 12, 1042: 6, 1043: 4}


@pytest.mark.parametrize("settings_text", ["", "due: 2026-10-05 23:59\n"])
def test_canvas_flags_late_work_also_where_nothing_is_declared(run, settings_text):
    with Path("problems/assignment.yaml").open("a") as file:
        file.write(settings_text)
    works = [Work(ANN, answers(12)), Work(ZOE, answers(12), is_late=True)]
    system = SYSTEMS["canvas"]
    code, out = there(run, system.download(works), system.gradebook(EVERYBODY))
    assert code == 0
    unknown = ", time unknown" if settings_text else ""
    assert f"handed in late (1)\n    1042 O'Brien, Zoë  handed in late{unknown}: nothing is taken off\n" in out
    assert (
        "1 hand-in is marked as late, and nothing is taken off. To take points off, write `due` and `late` into "
        "assignment.yaml."
    ) in " ".join(out.split())
    (sheet,) = json.loads(Path("results/summary.json").read_text())["assignments"]
    assert sheet["marked_late"] == 1
    assert system.new_points(back(run, "canvas")[0], EVERYBODY) == {1045: 12, 1042: 12}


def test_canvas_keeps_what_others_wrote(run):
    before = SYSTEMS["canvas"].gradebook(EVERYBODY)
    marked = before.replace(b"u1042,A,,", b"u1042,A,EX,").replace(b"u1043,A,,", b"u1043,A,2,")
    there(run, SYSTEMS["canvas"].download(CLASS[:3]), marked)
    data, notes = back(run, "canvas")
    points = {row[1]: row[5] for row in rows_of(data)[2:]}
    assert points == {"1042": "EX", "1043": "6", "1044": "9", "1045": "", "1046": "", "1047": ""}
    assert "Left as it was, because the student is excused (EX): O'Brien, Zoë (1042)." in notes
    assert "Replaced a different grade: 王, 李, 小明 (1043) had 2, now 6." in notes


def test_canvas_texts_links_and_several_files_of_one_student(run):
    typed = "".join(f"<p>Answer ({name}): 1</p>\n" for name in QUESTIONS)
    files = {
        "obrienzoë_1042_text.html": typed,
        "王李小明_1043_90001_part-1.md": "Answer (a): 1\n\nAnswer (b): 1\n",
        "王李小明_1043_90002_part-2.md": "Answer (c): 1\n\nAnswer (d): 5\n",
        "lateann_1045_link.html": '<a href="https://example.org">my homework</a>',
    }
    code, out = there(run, files, SYSTEMS["canvas"].gradebook(EVERYBODY))
    assert code == 3
    assert "is a link to a page that was handed in; a person must open it" in " ".join(out.split())
    assert SYSTEMS["canvas"].new_points(back(run, "canvas")[0], EVERYBODY) == {1042: 15, 1043: 7}


def test_anonymous_files_of_canvas_are_graded_but_fill_no_row(run):
    files = {f"anon_{id_}_9000{place}_hw.yaml": answers(5) for place, id_ in enumerate(("aB3xy", "Kq7Zz"))}
    before = SYSTEMS["canvas"].gradebook(EVERYBODY)
    code, out = there(run, files, before)
    assert code == 3
    assert "`aB3xy` is not on the roster" in " ".join(out.split())
    data, notes = back(run, "canvas")
    assert data == before
    assert "In the results, but not in this file: Kq7Zz; aB3xy." in notes


def test_moodle_hides_names_and_keeps_numbers(run):
    """With blind marking, everybody is called Participant, in the folders and in the worksheet."""
    people = [person._replace(first="Participant", last=str(person.number)) for person in EVERYBODY]
    files = {f"Participant_{work.who.number}_assignsubmission_file_/hw.yaml": work.text for work in CLASS[:1]}
    files["Participant_1043_assignsubmission_onlinetext_onlinetext.html"] = "<p>Answer (a): 1</p><p>Answer (b): 5</p>"
    files["Default group_assignsubmission_file/hw.yaml"] = answers(15)
    code, out = there(run, files, SYSTEMS["moodle"].gradebook(people))
    assert code == 3
    assert "names no student: Moodle has it in a default group" in " ".join(out.split())
    assert SYSTEMS["moodle"].new_points(back(run, "moodle-worksheet")[0], people) == {1042: 15, 1043: 1}


def test_a_name_may_begin_with_a_dot(run):
    """In Moodle, it begins the name of the folder, which is not a hidden one."""
    people = [Person(1042, ".net", "Lee"), Person(1043, "~$x", "#")]
    files = SYSTEMS["moodle"].download([Work(person, answers(place)) for place, person in enumerate(people, 4)])
    files |= {"._Ana Lee_1042_assignsubmission_file/hw.yaml": "\0"}
    assert there(run, files, SYSTEMS["moodle"].gradebook(people))[0] == 0
    assert SYSTEMS["moodle"].new_points(back(run, "moodle-worksheet")[0], people) == {1042: 4, 1043: 5}


def test_a_batch_for_moodles_gradebook_is_taken_as_a_whole(run):
    there(run, SYSTEMS["moodle"].download(CLASS), SYSTEMS["moodle"].gradebook(EVERYBODY))
    code, out, _ = run("export", "--to", "moodle-gradebook")
    assert (code, "moodle-gradebook.csv: 4 of 6 grades written" in out) == (0, True)
    book = moodle_gradebook_importer.Gradebook({each.email: each.number for each in EVERYBODY}, {1046: 7.0, 1047: 1.0})
    grades, _ = moodle_gradebook_importer.imported(Path("results/moodle-gradebook.csv").read_bytes(), book)
    assert grades == {1042: 15, 1043: 6, 1044: 9, 1045: 12, 1046: 7, 1047: 1}


@pytest.mark.parametrize(("rule", "points"), [("last", 3), ("best", 12), ("first", 4)])
def test_the_attempt_of_blackboard_that_counts(run, rule, points):
    works = [Work(ZOE, answers(15))]
    works += [Work(ANN, answers(right), time=f"2026-10-0{right}-12-00-00") for right in (4, 5)]
    works[2] = works[2]._replace(text=answers(12))
    works += [Work(ANN, answers(3), time="2026-11-01-09-00-00")]
    system = SYSTEMS["blackboard"]
    assert there(run, system.download(works), system.gradebook(EVERYBODY), "--attempts", rule)[0] == 0
    assert system.new_points(back(run, "blackboard")[0], EVERYBODY) == {1042: 15, 1045: points}


def test_blackboard_dates_an_attempt(run):
    with Path("problems/assignment.yaml").open("a") as file:
        file.write(LATE)
    works = [Work(ZOE, answers(15), time="2026-10-05-23-59-00"), Work(ANN, answers(8), time="2026-10-05-23-59-01")]
    system = SYSTEMS["blackboard"]
    there(run, system.download(works), system.gradebook(EVERYBODY))
    assert system.new_points(back(run, "blackboard")[0], EVERYBODY) == {1042: 15, 1045: 4}


def test_usernames_with_underscores_are_told_apart_by_the_receipts(run):
    """`Homework_1_ann_lee_attempt_...` may be of `lee` or of `ann_lee`; the receipt says whose it is."""
    names = ("lee", "ann_lee", "bo_lee")
    files = {}
    for points, name in enumerate(names, 1):
        stem = f"Homework_1_{name}_attempt_2026-10-05-12-00-00"
        files |= {f"{stem}_hw.yaml": answers(points), f"{stem}.txt": f"Name: Ann (x) Lee ({name})\nAssignment: H\n"}
    header = b"Last Name,First Name,Username,Student ID,Homework 1 [Total Pts: 15 Score] |11\n"
    rows = b"".join(f"Lee,A,{name},,\n".encode() for name in names)
    code, out = there(run, files, header + rows)
    assert (code, out.count("to review (")) == (0, 0)
    assert [row[4] for row in rows_of(back(run, "blackboard")[0])[1:]] == ["1", "2", "3"]


def test_gradescope_gives_each_member_of_a_group_the_same(run):
    groups = [([ZOE, MING], Work(ZOE, answers(10))), ([NOA], Work(NOA, answers(1, waits="b")))]
    with Path("problems/assignment.yaml").open("a") as file:
        file.write("roster: {id: Email}\n")
    code, _ = there(run, systems.gradescope_download(groups), systems.gradescope_roster(EVERYBODY))
    assert code == 3
    code, out, _ = run("export", "--to", "gradescope", "--out", "scores")
    assert (code, "scores: 3 of 6 grades written" in out) == (0, True)
    found = {path.stem: gradescope_importer.shown(path.read_bytes()) for path in Path("scores").iterdir()}
    assert found == {ZOE.email: (10, True), MING.email: (10, True), NOA.email: (1, False)}


def test_what_is_to_review_is_counted_for_the_id_of_the_roster(run):
    """Gradescope's list names Ann by her SID; with email addresses as ids, her doubtful file is still hers."""
    with Path("problems/assignment.yaml").open("a") as file:
        file.write("roster: {id: Email}\n")
    groups = [([ZOE], Work(ZOE, answers(15))), ([ANN], Work(ANN, answers(12, student="9999")))]
    code, out = there(run, systems.gradescope_download(groups), systems.gradescope_roster(EVERYBODY))
    assert code == 3
    assert f"{ANN.email}: names the student `9999`" in " ".join(out.split())
    _, _, err = run("export", "--to", "csv")
    assert f"whatever grade they have: Ann Late ({ANN.email})." in err


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_download_may_be_unpacked(run, name):
    system = SYSTEMS[name]
    for path, text in system.download(CLASS[:3]).items():
        place = Path("unpacked") / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    Path("gradebook.csv").write_bytes(system.gradebook(EVERYBODY))
    code, _, _ = run("grade", "unpacked", "--problems", "problems", "--roster", "gradebook.csv")
    assert code == 0
    assert system.new_points(back(run, system.format)[0], EVERYBODY) == {1042: 15, 1043: 6, 1044: 9}
