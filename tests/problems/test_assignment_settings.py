"""What an assignment.yaml says about dates, columns and grading."""

from datetime import UTC, datetime, timedelta
from pickle import dumps, loads

import pytest

from checker.lint import lint
from checker.problems import AssignmentSettings, Dates, LateStep, ProblemError, load_problem, load_problems

ONE = "id: layer\ntype: feed_forward_parameters\nparameters: {d_model: 4, d_ff: 8}\n"
TWO = ONE.replace("layer", "small-bert") + "parts: [{id: up, asks: up}, {id: total}]\n"
BROKEN = "id: broken\ntype: poem\n"

WHOLE = """\
due: 2026-10-05 23:59
timezone: Europe/Berlin
grace: 15m
late: [{within: 24h, credit: 0.9}, {within: 3d, credit: 0.5}]
extensions: extensions.csv
roster: {id: Student number, name: Full name, section: 2}
columns: {"Size": small-bert.total, "Size, new": small-bert.total, "Whole: ": small-bert, 3: layer, Comment: ignore}
problems:
  - {id: small-bert, grading: {total: bonus}}
  - {id: layer, grading: drop}
"""


class Shelf:
    """A problems folder with one assignment, `a`, in it."""

    def __init__(self, top):
        self.top = top
        (top / "a").mkdir()
        self.write(layer=ONE, bert=TWO)

    def write(self, **files):
        for name, text in files.items():
            (self.top / "a" / f"{name}.yaml").write_text(text, encoding="utf-8")

    def csv(self, text, name="extensions.csv"):
        path = self.top / "a" / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def load(self, assignment, **options):
        self.write(assignment=assignment)
        return load_problems(self.top, **options)

    def settings(self, assignment, **options):
        collection = self.load(assignment, **options)
        assert collection.findings == ()
        return collection.assignments["a"].settings

    def findings(self, assignment):
        """What is wrong, after the file's name; and no problem can be used."""
        collection = self.load(assignment)
        assert collection.findings
        assert collection.problems == {}
        lines = "\n".join(map(str, collection.findings)).replace(f"{self.top}/", "")
        return lines.replace("a/assignment.yaml:", "").replace(" schema ", " ").splitlines()


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path)


def utc(*time):
    return datetime(*time, tzinfo=UTC)


def test_everything_that_can_be_set(shelf):
    shelf.csv("student,due\ns1,2026-10-08\ns 2,2026-10-07 12:00Z\n")
    settings = shelf.settings(WHOLE)
    dates = settings.dates
    assert (dates.due, dates.grace) == (utc(2026, 10, 5, 21, 59), timedelta(minutes=15))
    assert dates.late == (LateStep(timedelta(days=1), 0.9), LateStep(timedelta(days=3), 0.5))
    assert str(dates.timezone) == "Europe/Berlin"
    assert dates.extensions == {"s1": utc(2026, 10, 8, 21, 59, 59, 999_999), "s 2": utc(2026, 10, 7, 12)}
    assert [dates.due_of(student) for student in ("s 2", "s3")] == [utc(2026, 10, 7, 12), dates.due]
    assert settings.roster_headings == {"id": "Student number", "name": "Full name", "section": "2"}
    assert settings.column_headings == {
        "Size": ("small-bert", "total"),
        "Size, new": ("small-bert", "total"),
        "Whole: ": ("small-bert", None),
        "3": ("layer", None),
        "Comment": None,
    }
    assert settings.rules == {("small-bert", "total"): "bonus", ("layer", None): "drop"}
    assert loads(dumps(settings)) == settings


def test_nothing_set(shelf):
    assert shelf.settings("title: T\n") == AssignmentSettings()
    settings = shelf.settings("timezone: UTC\n")
    assert settings == AssignmentSettings(Dates(None, timedelta(), (), UTC, {}), {}, {}, {})
    (shelf.top / "a" / "assignment.yaml").unlink()
    assert load_problems(shelf.top).assignments["a"].settings == settings


def test_steps_may_take_nothing_off_and_earn_the_same(shelf):
    late = "[{within: 1h, credit: 1}, {within: 2h, credit: 1.0}, {within: 3h, credit: 0}, {within: 4h, credit: 0}]"
    dates = shelf.settings(f"due: 2026-10-05\nlate: {late}\n").dates
    assert dates.late == tuple(LateStep(timedelta(hours=hours), float(hours < 3)) for hours in (1, 2, 3, 4))


def test_a_rule_for_a_problem_is_one_for_each_of_its_parts(shelf):
    settings = shelf.settings("problems: [{id: small-bert, grading: full_for_all}]\n")
    assert settings.rules == {("small-bert", "up"): "full_for_all", ("small-bert", "total"): "full_for_all"}


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (
            "due: tomorrow",
            ["1:6 due must be a date such as 2026-10-05, or a date and time such as 2026-10-05 23:59, not tomorrow"],
        ),
        ("due:", ["1:5 due is empty; write a date such as 2026-10-05, or a date and time such as 2026-10-05 23:59"]),
        (
            "due: [2026-02-30]",
            [
                "1:6 due must be a date such as 2026-10-05, or a date and time such as 2026-10-05 23:59, not [2026-02-30]"
            ],
        ),
        ("due: 2026-02-30", ["1:6 due must be a date of the calendar, not 2026-02-30"]),
        (
            "timezone: Europe/Berlin\ndue: 2026-03-29 02:30",
            ["2:6 due must be another time: in Europe/Berlin clocks are put forward and never show 2026-03-29 02:30"],
        ),
        (
            "timezone: Berlin",
            [
                "1:11 timezone must be the name of a time zone, such as Europe/Berlin, not Berlin; did you mean Europe/Berlin?"
            ],
        ),
        ("timezon: UTC", ["1:1 timezon is not a key of an assignment; did you mean timezone?"]),
        (
            "grace: 15m\nlate: []\nextensions: x.csv",
            [
                "1:1 `grace` needs `due`; add the date and time when the work is due",
                "2:1 `late` needs `due`; add the date and time when the work is due",
                "3:1 `extensions` needs `due`; add the date and time when the work is due",
                "3:13 x.csv does not exist",
            ],
        ),
        (
            "due: 2026-10-05\ngrace: 15",
            ["2:8 grace must be a duration such as 15m, 24h, 3d or 1h30m, not 15"],
        ),
        ("due: 2026-10-05\ngrace:", ["2:7 grace must be a duration such as 15m, 24h, 3d or 1h30m, not empty"]),
        ("due: 2026-10-05\nlate: 3d", ['2:7 late must be a list, not the text "3d"']),
        (
            "due: 2026-10-05\nlate: [{withi: 1d, credit: 0.5}]",
            ["2:9 withi is not a key of an entry of late; did you mean within?"],
        ),
        (
            "due: 2026-10-05\nlate: [{within: 1d}, {credit: 0.5}, {within: 2, credit: 1.5}]",
            [
                "2:8 credit is missing; it needs a number",
                "2:22 within is missing; it needs text",
                "2:46 within must be a duration such as 15m, 24h, 3d or 1h30m, not 2",
                "2:57 credit must be 1 or less",
            ],
        ),
        (
            "due: 2026-10-05\nlate: [{within: 1d, credit: 0.5}, {within: 24h, credit: 0.6}, {within: 1h, credit: 0.6}]",
            [
                "2:44 within must be more than 1d, that of the step before",
                "2:57 credit must be 0.5 or less, as the step before earns no more",
                "2:72 within must be more than 1d, that of the step before",
            ],
        ),
        (
            "due: 2026-10-05\ngrace: 1h\nlate: [{within: 60m, credit: 0.5}]",
            ["3:17 within must be more than the grace of 1h, in which nothing is late"],
        ),
        ("due: 2026-10-05\nlate: [{within: 0s, credit: 0.5}]", ["2:17 within must be more than 0s"]),
        ("roster: {names: Name}", ["1:10 names is not a key of roster; did you mean name?"]),
        ("roster: {id: ''}", ["1:14 id must be some text"]),
        ("roster: id", ['1:9 roster must be a mapping of names to values, not the text "id"']),
        ("columns: [Q1]", ["1:10 columns must be a mapping of names to values, not a list"]),
        (
            "columns: {A: smal-bert.total, B: small-bert.totl, C: layer.total, D: igno, E: '', F: small-bert.}",
            [
                "1:14 there is no problem smal-bert in this folder; did you mean small-bert.total?",
                "1:34 small-bert has no part totl; did you mean total?",
                "1:54 layer has no parts; write layer",
                "1:70 there is no problem igno in this folder; did you mean ignore?",
                "1:79 there is no problem without an id in this folder; known are ignore, id, small-bert, layer, small-bert.up, small-bert.total",
                "1:86 small-bert has no part without an id; known are up, total",
            ],
        ),
        (
            "problems:\n- {id: layer, grading: {total: drop}}\n- {id: small-bert, grading: {totl: drop, up: bonus}}",
            [
                "2:25 layer has no parts; write `grading: drop`",
                "3:30 small-bert has no part totl; did you mean total?",
            ],
        ),
        (
            "problems:\n- {id: layer, grading: dropp}\n- {id: small-bert, grading: {up: 1}}",
            [
                "2:24 grading must be drop, full_for_all or bonus or a mapping of names to values, not dropp",
                "3:34 up must be drop, full_for_all or bonus, not 1",
            ],
        ),
        (
            "problems: [{id: layer, gradin: drop}]",
            ["1:24 gradin is not a key of an entry of problems; did you mean grading?"],
        ),
    ],
)
def test_what_is_wrong_breaks_the_assignment(shelf, text, findings):
    assert shelf.findings(text + "\n") == findings


def test_problems_in_error_can_be_named_but_their_parts_are_not_known(shelf):
    shelf.write(broken=BROKEN, worse="id: '\n")
    collection = shelf.load(
        "columns: {A: broken.x, B: worse, C: layer}\n"
        "problems: [{id: broken, grading: drop}, {id: layer, grading: bonus}, {id: gone, grading: drop}]\n"
    )
    settings = collection.assignments["a"].settings
    assert settings.column_headings == {"A": ("broken", "x"), "B": ("worse", None), "C": ("layer", None)}
    assert settings.rules == {("broken", None): "drop", ("layer", None): "bonus"}
    assert sorted(collection.problems) == ["layer", "small-bert"]
    assert [each.message for each in collection.findings if each.file.endswith("assignment.yaml")] == [
        "there is no problem gone in this folder; known are small-bert, broken, layer"
    ]
    assert sorted(str(broken.id) for broken in collection.broken) == ["None", "broken"]


def test_columns_of_a_broken_assignment_are_checked_too(shelf):
    assert shelf.findings("titel: x\ncolumns: {A: layr}\n") == [
        "1:1 titel is not a key of an assignment; did you mean title?",
        "2:14 there is no problem layr in this folder; did you mean layer?",
    ]


def test_one_problem_needs_neither_the_others_nor_the_extensions(shelf):
    shelf.write(assignment="due: 2026-10-05\nextensions: gone.csv\ncolumns: {A: nothing}\n")
    assert load_problem(shelf.top / "a" / "layer.yaml").id == "layer"
    shelf.write(assignment="due: soon\n")
    with pytest.raises(ProblemError, match="due must be a date"):
        load_problem(shelf.top / "a" / "layer.yaml")


def test_extensions_need_not_be_read(shelf):
    settings = shelf.settings("due: 2026-10-05\nextensions: gone.csv\n", extensions=False)
    assert settings.dates == Dates(utc(2026, 10, 5, 23, 59, 59, 999_999))


@pytest.mark.parametrize(
    "table",
    [
        "student,due\ns1,2026-10-08 12:00\n",
        "\ufeffDue;Student\r\n\r\n2026-10-08 12:00; s1 ;\r\n;;\r\n",
        '"student"\t"due"\n"s1"\t"2026-10-08 12:00"',
        "student,due,,\rs1,2026-10-08T14:00+02:00,,\r",
    ],
)
def test_ways_to_write_extensions(shelf, table):
    shelf.csv(table)
    dates = shelf.settings("due: 2026-10-05\nextensions: extensions.csv\n").dates
    assert dates.extensions == {"s1": utc(2026, 10, 8, 12)}


DATE = "a date such as 2026-10-05, or a date and time such as 2026-10-05 23:59"


@pytest.mark.parametrize(
    ("table", "findings"),
    [
        ("", ["1 the first line must be `student,due`"]),
        ("studnt,due,note\n", ["1 the first line must be `student,due`, not studnt,due,note"]),
        ("student,due,due\n", ["1 the first line must be `student,due`, not student,due,due"]),
        ('"student,due\n', ['1 the first line must be `student,due`, not "student,due']),
        ("s1,2026-10-08\n", ["1 the first line must be `student,due`, not s1,2026-10-08"]),
        (
            'student,due\ns1,soon\n\n,2026-10-08\ns2,\ns1,later\ns3\n"s4,2026-10-08\ns5,2026-10-08,x\ns6,2026-10-08\n',
            [
                f"2 due must be {DATE}, not soon",
                "4 names no student",
                f"5 due is empty; write {DATE}",
                "6 s1 has a due date in line 2 already; remove one of them",
                f"6 due must be {DATE}, not later",
                "7 has 1 cell; write two cells, a student and a due date",
                "8 has 1 cell; write two cells, a student and a due date",
                "9 has 3 cells; write two cells, a student and a due date",
            ],
        ),
        ("student,due\ns1,2026-10-08\ns1,2026-10-08\n", ["3 s1 has a due date in line 2 already; remove one of them"]),
        (b"student,due\ns\xff,2026-10-08\n", ["2:2 is not UTF-8: byte 0xff at offset 13; save it as UTF-8"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_extensions(shelf, table, findings):
    shelf.csv(table)
    found = shelf.findings("due: 2026-10-05\nextensions: extensions.csv\n")
    assert found == [f"a/extensions.csv:{finding}" for finding in findings]


def test_extensions_have_the_zone_of_the_assignment(shelf):
    shelf.csv("student,due\ns1,2026-10-25 02:30\n")
    assert shelf.findings("due: 2026-10-05\ntimezone: Europe/Berlin\nextensions: extensions.csv\n") == [
        "a/extensions.csv:2 due must have an offset, +0200 or +0100: in Europe/Berlin clocks are put back and show 2026-10-25 02:30 twice"
    ]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("../../outside.csv", "../../outside.csv is not in the problems folder; move it next to assignment.yaml"),
        ("{top}/../outside.csv", None),
        ("link.csv", "link.csv is not in the problems folder; move it next to assignment.yaml"),
        ("gone.csv", "gone.csv does not exist"),
        (".links/loop.csv", ".links/loop.csv is a link that leads back to itself; put the file in its place"),
        (".", ". is a folder; give a file in it"),
        ('""', "the file is a folder; give a file in it"),
        ('"x\\0y"', "x\\x00y cannot be the name of a file"),
    ],
)
def test_where_extensions_may_be(tmp_path, written, message):
    top = tmp_path / "problems"
    top.mkdir()
    shelf = Shelf(top)
    (tmp_path / "outside.csv").write_text("student,due\n")
    (top / "a" / "link.csv").symlink_to("../../outside.csv")
    (top / "a" / ".links").mkdir()
    (top / "a" / ".links" / "loop.csv").symlink_to("loop.csv")
    (finding,) = shelf.findings(f"due: 2026-10-05\nextensions: {written.format(top=top)}\n")
    if message:
        assert finding == f"2:13 {message}"
    else:
        assert finding.endswith("is not in the problems folder; move it next to assignment.yaml")


def test_extensions_may_be_elsewhere_in_the_problems_folder(shelf):
    (shelf.top / "all.csv").write_text("student,due\ns1,2026-10-08\n")
    assert list(shelf.settings("due: 2026-10-05\nextensions: ../all.csv\n").dates.extensions) == ["s1"]


def test_lint_reports_them(shelf):
    shelf.write(assignment=WHOLE)
    shelf.csv("student,due\ns1,soon\n")
    found = [finding for finding in lint(shelf.top, jobs=1).findings if finding.code == "schema"]
    assert [(finding.file, finding.line) for finding in found] == [(str(shelf.top / "a" / "extensions.csv"), 2)]
