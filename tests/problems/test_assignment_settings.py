"""What an assignment.yaml says about dates, columns and grading."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from pickle import dumps, loads

import pytest

from checker.document import read_document, to_python
from checker.lint import lint
from checker.problems import Dates, LateStep, ProblemError, load_problem, load_problems
from tests.tables import rows

FAULTS = to_python(read_document(Path(__file__).with_name("assignment_faults.yaml")))
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
columns: {"Size": small-bert.total, "Size, new": small-bert.total, "Whole: ": small-bert, 3: layer, Comment: ignore, Done: time}
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
        "Done": "time",
        "Comment": None,
    }
    assert settings.rules == {("small-bert", "total"): "bonus", ("layer", None): "drop"}
    assert loads(dumps(settings)) == settings


def test_a_rule_for_a_problem_is_one_for_each_of_its_parts(shelf):
    settings = shelf.settings("problems: [{id: small-bert, grading: full_for_all}]\n")
    assert settings.rules == {("small-bert", "up"): "full_for_all", ("small-bert", "total"): "full_for_all"}


@pytest.mark.parametrize("case", FAULTS["assignments"], ids=lambda case: case["findings"][0][:60])
def test_what_is_wrong_breaks_the_assignment(shelf, case):
    assert shelf.findings(case["file"] + "\n") == case["findings"]


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
        "student,due\ns1,2026-10-08 12:00\n".encode("utf-16"),
        "sep=;\nstudent;due\ns1;2026-10-08 12:00\n",
    ],
)
def test_ways_to_write_extensions(shelf, table):
    shelf.csv(table)
    dates = shelf.settings("due: 2026-10-05\nextensions: extensions.csv\n").dates
    assert dates.extensions == {"s1": utc(2026, 10, 8, 12)}


@pytest.mark.parametrize("case", FAULTS["extensions"], ids=lambda case: case["findings"][0][:60])
def test_what_is_wrong_with_extensions(shelf, case):
    shelf.csv(case["table"])
    found = shelf.findings("due: 2026-10-05\nextensions: extensions.csv\n")
    assert found == [f"a/extensions.csv:{finding}".replace(":None", "") for finding in case["findings"]]


def test_extensions_have_the_zone_of_the_assignment(shelf):
    shelf.csv("student,due\ns1,2026-10-25 02:30\n")
    assert shelf.findings("due: 2026-10-05\ntimezone: Europe/Berlin\nextensions: extensions.csv\n") == [
        "a/extensions.csv:2 due must have an offset, +0200 or +0100: in Europe/Berlin clocks are put back and show 2026-10-25 02:30 twice"
    ]


@pytest.mark.parametrize(("written", "message"), rows(__file__, "where_extensions_may_be"))
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
    found = [finding for finding in lint(shelf.top).findings if finding.code == "schema"]
    assert [(finding.file, finding.line) for finding in found] == [(str(shelf.top / "a" / "extensions.csv"), 2)]
