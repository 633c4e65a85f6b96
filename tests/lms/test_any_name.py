"""There and back with any names: each of them comes back with its points."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.cli.app import cli
from tests.lms import downloads as built
from tests.lms.people import HARD
from tests.lms.systems import SYSTEMS, TITLE, Person, Work

QUESTIONS = {"a": 1, "b": 2, "c": 4, "d": 8}
"""Questions by what they are worth: every total says which ones were right."""
ZOE = Person(1042, "Zoë", "O'Brien")

NAMES = st.one_of(
    st.sampled_from(HARD), built.NAMES, st.text(st.characters(codec="utf-8", exclude_characters="\0_"), max_size=10)
).map(lambda name: name.replace("/", "").replace("\\", ""))


@st.composite
def courses(draw):
    """Draw people with any names; the last one handed nothing in.

    A download of Canvas is known by two names at least, so Zoë is always there.
    """
    names = draw(st.lists(st.tuples(NAMES, NAMES), min_size=2, max_size=5))
    return [ZOE, *(Person(2000 + place, *name) for place, name in enumerate(names))]


def install(folder):
    problems = folder / "problems"
    problems.mkdir()
    (problems / "assignment.yaml").write_text(f"title: {TITLE}\n")
    for name, points in QUESTIONS.items():
        text = f"id: {name}\ntype: numeric\nprompt: How many?\nparameters: {{value: 1}}\npoints: {points}\n"
        (problems / f"{name}.yaml").write_text(text)


def answers(right):
    """Return a file with these points: each question is right if its bit is set."""
    return "\n".join(
        ["answers:", *(f"  {name}: {1 if right & points else 5}" for name, points in QUESTIONS.items()), ""]
    )


def changed_columns(before, after):
    """Return the columns with a change; rows, their order and everything else are the same."""
    one, other = rows_of(before), rows_of(after)
    assert [len(row) for row in one] == [len(row) for row in other]
    return {place for old, new in zip(one, other, strict=True) for place, cell in enumerate(old) if cell != new[place]}


def rows_of(data):
    is_utf_16 = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    text = data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    return list(csv.reader(StringIO(text, newline=""), delimiter="\t" if is_utf_16 else ","))


@pytest.mark.parametrize("name", SYSTEMS)
def test_any_name_comes_back_with_its_points(tmp_path_factory, monkeypatch, capsys, name):
    system = SYSTEMS[name]

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(courses())
    def holds(people):
        folder = tmp_path_factory.mktemp("course")
        install(folder)
        monkeypatch.chdir(folder)

        def run(*arguments):
            code = cli.main(list(arguments), standalone_mode=False)
            printed = capsys.readouterr()
            return code, printed.out, printed.err

        works = [Work(person, answers(points)) for points, person in enumerate(people[:-1], 1)]
        before = system.gradebook(people)
        with ZipFile("download.zip", "w") as archive:
            for path, text in system.download(works).items():
                archive.writestr(path, text)
        Path("gradebook.csv").write_bytes(before)
        code, out, _ = run("grade", "download.zip", "--problems", "problems", "--roster", "gradebook.csv")
        assert code == 0, out
        code, _, notes = run("export", "--to", system.format, "--into", "gradebook.csv", "--out", "upload.csv")
        assert code == 0
        data = Path("upload.csv").read_bytes()
        expected = {person.number: points for points, person in enumerate(people[:-1], 1)}
        assert system.new_points(data, people) == expected
        assert changed_columns(before, data) == {system.column}
        assert notes  # of who handed nothing in

    holds()
