"""A folder of submissions: formats by suffix, hints, and what is told."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.grading.submissions.model import Submission, Trouble
from checker.grading.submissions.read import structured_formats
from tests.grading.submissions.reading import read_folder


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def test_formats_are_found_by_their_files():
    names = {suffix: form.name for suffix, form in structured_formats().items()}
    ours = {".yaml": "YAML", ".yml": "YAML", ".json": "JSON", ".csv": "CSV", ".tsv": "TSV"}
    assert names.items() >= ours.items()


def test_a_folder(tmp_path):
    write(
        tmp_path,
        **{
            "a/s2.YML": "answers: {q: 2}",
            "a/s10.json": '{"answers": {"q": 10}}',
            "b/deep/all.csv": "student,q\ns1,1\ns2,2\n",
            "s3.yaml": "answers: {q: 3}",
            "zz.tsv": "student\tq\nx\t1\n",
        },
    )
    found = list(read_folder(tmp_path))
    assert [(s.student, s.assignment_hint, s.answers[0].text, s.path.name) for s in found] == [
        ("s2", "a", "2", "s2.YML"),
        ("s10", "a", "10", "s10.json"),
        ("s1", "b", "1", "all.csv"),
        ("s2", "b", "2", "all.csv"),
        ("s3", None, "3", "s3.yaml"),
        ("x", None, "1", "zz.tsv"),
    ]


def test_one_file(tmp_path):
    write(tmp_path, **{"s1.yaml": "answers: {q: 1}"})
    (submission,) = read_folder(str(tmp_path / "s1.yaml"))
    assert (submission.student, submission.assignment_hint) == ("s1", None)


def test_files_of_other_formats_are_reported_but_for_readmes(tmp_path):
    write(tmp_path, **{"README.md": "", "readme": "", "LICENSE.txt": "", "a.zip": "", "b": "", "c.\x1b[31m": ""})
    advice = "hand in YAML, JSON, CSV, TSV or a document such as `.md`"
    assert list(read_folder(tmp_path)) == [
        Trouble(
            tmp_path / "a.zip", None, None, "is a zip inside the submissions; unpack it here, or grade it on its own"
        ),
        Trouble(tmp_path / "b", None, None, f"has no suffix; {advice}"),
        Trouble(tmp_path / "c.\x1b[31m", None, None, f"I cannot read `.\\x1b[31m` files; {advice}"),
    ]


def test_obstacles_are_reported_and_the_rest_is_read(tmp_path):
    write(tmp_path, **{"a/b.yaml": "answers: {q: 1}", "a/c.yaml": "answers: {q: 1}\nanswers: {}"})
    (tmp_path / "a" / "a.yaml").symlink_to("gone")
    (tmp_path / "a" / "d\udce9.zip").touch()
    dangling, submission, broken, strange = read_folder(tmp_path)
    assert dangling == Trouble(tmp_path / "a" / "a.yaml", None, None, "is a link to a file that does not exist")
    assert isinstance(submission, Submission)
    assert (broken.path, broken.line) == (tmp_path / "a" / "c.yaml", 2)
    assert strange.path == tmp_path / "a" / "d\\udce9.zip"


def test_a_file_full_of_errors_is_not_read_to_its_end(tmp_path):
    write(tmp_path, **{"a.csv": "student,q\n" + "s\n" * 1000, "b.yaml": "answers: {q: 1}"})
    found = list(read_folder(tmp_path))
    assert [trouble.line for trouble in found[:100]] == list(range(2, 102))
    assert found[100] == Trouble(tmp_path / "a.csv", None, None, "has 100 errors or more; the rest of it was not read")
    assert [submission.student for submission in found[101:]] == ["b"]


def test_a_trouble_says_where():
    assert str(Trouble(Path("a/s1.csv"), 3, "s1", "has 4 cells")) == "a/s1.csv:3  has 4 cells"
    assert str(Trouble(Path("a"), None, None, "does not exist")) == "a  does not exist"


def test_an_id_is_never_a_path(tmp_path):
    write(tmp_path, **{"in/s.yaml": "student: ../../outside\nanswers: {q: 1}"})
    (submission,) = read_folder(tmp_path / "in")
    assert submission.student == "../../outside"
    assert submission.path == tmp_path / "in" / "s.yaml"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["in", "s.yaml"]


def test_memory_stays_flat(tmp_path):
    answers = "".join(f"  q{n}: {n}\n" for n in range(100))
    for n in range(400):
        (tmp_path / f"s{n}.yaml").write_text(f"answers:\n{answers}")

    def peak(root: Path) -> int:
        tracemalloc.start()
        count = sum(1 for _ in read_folder(root))
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert count in (1, 400)
        return top

    peak(tmp_path)
    assert peak(tmp_path) < peak(tmp_path / "s0.yaml") + 4_000_000, "all of them together take twice that"


@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".json", ".csv", ".tsv", ".zip"])
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary())
def test_any_bytes_are_read_or_reported(tmp_path, suffix, data):
    (tmp_path / f"file{suffix}").write_bytes(data)
    for found in read_folder(tmp_path):
        assert isinstance(found, Submission | Trouble)
        str(found).encode()
