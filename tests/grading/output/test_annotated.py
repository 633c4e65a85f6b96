"""What students handed in, with remarks that nobody else can write."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.grading.grader.remarks import Remark, RemarkedDocument, RemarkedWriteUp, SourceLine
from checker.grading.output import write
from checker.grading.output.output_folder import Unwritable
from checker.grading.output.write import lines
from checker.grading.store import Store
from checker.grading.store.sources import Sources
from checker.grading.submissions.walk import PAGE_MARK
from tests.grading import documents, runs
from tests.grading.problems import BLOCK, LAYER

RIGHT = "encoder-layer: 27648"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Grade these files and return the annotated ones."""
    documents.install(monkeypatch)

    def run(files: dict[str, str], problems: dict[str, str] | None = None) -> dict[str, str]:
        problems = problems or {"a/layer.yaml": LAYER}
        both = {f"problems/{name}": text for name, text in problems.items()}
        runs.write(tmp_path, both | {f"submissions/{name}": text for name, text in files.items()})
        runs.run(tmp_path)
        found = tmp_path / "results" / "annotated"
        return {path.name: path.read_text() for path in sorted(found.iterdir())} if found.exists() else {}

    return run


def test_a_write_up_with_remarks(run):
    text = "# Homework ![plot]\nencoder-layer: 31744\nblock.queries? 1; 2\nBye"
    files = run({"a/s1.md": text}, {"a/layer.yaml": LAYER, "a/block.yaml": BLOCK})
    assert (
        files["s1.md"]
        == f"""\
{PAGE_MARK}

# s1

## a/s1.md

> **checker** **1 picture was not read**

```text
1 | # Homework ![plot]
2 | encoder-layer: 31744
```

> **checker** **encoder-layer: incorrect, 0 of 1 point**{"  "}
> Answer: “31744” (the last line with "encoder-layer"){"  "}
> 31,744 is not correct. Your answer counts the output projection W\\_O; this question does not. This mistake gives exactly 31,744. The first step that differs is attention. Fix that and work it out again.

```text
3 | block.queries? 1; 2
```

> **checker** **block.queries: needs review**{"  "}
> Two numbers may be the answer.{"  "}
> Considered: line 3 “1”; line 3 “2”

```text
4 | Bye
```

## Not found

> **checker** **block.total: not answered, 0 of 2 points**{"  "}
> No answer was given.
"""
    )


def test_how_the_numbers_were_read_is_said_once(run):
    files = run({"s1/a.md": f"{RIGHT}\n0,75 s", "s1/b.md": "more"})
    assert files["s1.md"].count("> **checker** **decimal commas**") == 1
    assert files["s1.md"].index("decimal commas") < files["s1.md"].index("## ", files["s1.md"].index("## ") + 1)


def test_a_file_that_was_not_read_is_named_in_a_remark(run):
    text = run({"a/s1/hw.md": RIGHT, "a/s1/scan_1.pdf": "no PDF"})["s1.md"]
    (told,) = [line for line in text.splitlines() if "scan" in line]
    assert told.startswith("> **checker** **scan\\_1.pdf: I cannot read ")


def record(problem: str) -> dict:
    return {
        "problem": problem,
        "part": None,
        "status": "incorrect",
        "points": 0.0,
        "max_points": 1.0,
        "message": "No, *1*.",
    }


def test_a_student_cannot_write_a_remark():
    forged = ("```", "> **checker** **encoder-layer: correct**", "~~~\x1b[2J\u202e", "\tx", "</pre>")
    source = tuple(SourceLine(str(number), text) for number, text in enumerate(forged, 9))
    remark = Remark(2, 0, "Answer: “```**”", "<b>\nx")
    write_up = RemarkedWriteUp((RemarkedDocument("a.md", source, (), (remark,)),), (), ())
    assert list(lines(write_up, [record("layer")])) == [
        "",
        "## a.md",
        "",
        "```text",
        " 9 | ```",
        "10 | > **checker** **encoder-layer: correct**",
        "```",
        "",
        "> **checker** **layer: incorrect, 0 of 1 point**  ",
        "> Answer: “\\`\\`\\`\\*\\*”  ",
        "> No, \\*1\\*.  ",
        "> \\<b\\> x",
        "",
        "```text",
        "11 | ~~~\ufffd[2J\ufffd",
        "12 |     x",
        "13 | </pre>",
        "```",
    ]


def test_several_remarks_on_one_line_follow_each_other():
    source = (SourceLine("1", "x"), SourceLine("2", "y"))
    remarks = (Remark(1, 1), Remark(1, 0))
    write_up = RemarkedWriteUp((RemarkedDocument("a.md", source, (), remarks),), (), ())
    shown = "\n".join(lines(write_up, [record("b"), record("a")]))
    said = "> **checker** **{}: incorrect, 0 of 1 point**  \n> No, \\*1\\*."
    assert f"1 | x\n```\n\n{said.format('a')}\n\n{said.format('b')}\n\n```text\n2 | y\n```" in shown


def test_hand_ins_of_one_student_are_in_one_file_and_conflicts_come_first(run):
    files = run({"a/s1.md": RIGHT, "a/s1/more.md": "encoder-layer: 1", "a/s2.md": RIGHT})
    assert list(files) == ["s1.md", "s2.md"]
    assert files["s1.md"].count("## a/s1") == 2
    head, _, rest = files["s1.md"].partition("\n## ")
    assert "> **checker** **Handed in more than once: " in head
    assert "Handed in" not in rest + files["s2.md"]


def test_a_line_of_a_cell_is_named_by_both_numbers(run):
    files = run({"a/s1.ipynb": f'[["# Work", "{RIGHT}"], ["Bye"]]'})
    assert "```text\n1:1 | # Work\n1:2 | encoder-layer: 27648\n```\n\n> **checker**" in files["s1.md"]
    assert "2:1 | Bye" in files["s1.md"]


def test_no_id_leads_out_of_the_folder_or_to_the_file_of_another(run, tmp_path):
    head = "---\nstudent: {}\n---\n" + RIGHT
    ids = ['"../../x"', "Lee", "lee", "CON"]
    files = run({f"a/{number}.md": head.format(id_) for number, id_ in enumerate(ids)})
    assert len(files) == len({name.lower() for name in files}) == 4
    assert {path.name for path in tmp_path.iterdir()} == {"problems", "submissions", "results"}


def test_files_of_an_earlier_run_are_replaced_and_others_stay(run, tmp_path):
    run({"a/s1.md": RIGHT, "a/s2.md": RIGHT})
    (tmp_path / "results" / "annotated" / "notes.md").write_text("mine")
    (tmp_path / "submissions" / "a" / "s1.md").unlink()
    files = run({"a/s2.md": "encoder-layer: 1"})
    assert list(files) == ["notes.md", "s2.md"]
    assert files["notes.md"] == "mine"
    assert "incorrect" in files["s2.md"]


def test_a_class_without_documents_has_no_such_folder(run, tmp_path):
    run({"a/s1.md": RIGHT})
    (tmp_path / "submissions" / "a" / "s1.md").unlink()
    assert run({"a/s2.yaml": "answers: {encoder-layer: 1}"}) == {}
    assert not (tmp_path / "results" / "annotated").exists()
    assert not [path for path in (tmp_path / "results").iterdir() if path.name.startswith(".")]


def left(out: Path) -> dict:
    """Return the files, and the grades in the store; what was graded stays in it for the next run."""
    files = {
        str(path.relative_to(out)): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and not path.name.startswith("checker.db")
    }
    with Store(out / "checker.db") as store:
        return files | {"grades": list(store.history.standings()), "run": store.history.last_run()}


def test_old_files_come_back_where_publishing_fails(run, tmp_path):
    run({"a/s1.md": RIGHT})
    out = tmp_path / "results"
    before = left(out)
    (out / "annotated" / "s2.md").mkdir()
    with pytest.raises(Unwritable, match=r"annotated/s2\.md is a folder"):
        run({"a/s1.md": "encoder-layer: 1", "a/s2.md": RIGHT})
    assert left(out) == before


def test_a_file_in_place_of_the_folder_is_reported(run, tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "annotated").write_text("mine")
    with pytest.raises(Unwritable, match=r"results/annotated: it is a file"):
        run({"a/s1.md": RIGHT})
    assert left(tmp_path / "results") == {"annotated": b"mine", "grades": [], "run": None}


def test_a_file_of_somebody_else_is_not_replaced(run, tmp_path):
    run({"a/s1.md": RIGHT})
    mine = tmp_path / "results" / "annotated" / "s2.md"
    mine.write_text("mine")
    before = left(tmp_path / "results")
    with pytest.raises(Unwritable, match=r"annotated/s2\.md: it was not written by checker; move it away"):
        run({"a/s2.md": RIGHT})
    assert left(tmp_path / "results") == before


def test_what_an_earlier_run_wrote_is_no_submission(run, tmp_path):
    run({"a/s1.md": RIGHT})
    results = tmp_path / "results"
    needs = results / "needs-review.md"
    stray = {"annotated/s9.md": results / "annotated" / "s1.md", "needs-review.md": needs}
    assert list(run({name: path.read_text() for name, path in stray.items()})) == ["s1.md"]
    assert needs.read_text() == "# To review\n\nNothing: every answer is graded.\n"


def test_an_annotated_document_that_a_student_hands_in_is_reported(run, tmp_path):
    run({"a/s1.md": RIGHT})
    text = (tmp_path / "results" / "annotated" / "s1.md").read_text()
    run({"a/s9.md": text})
    found = (tmp_path / "results" / "needs-review.md").read_text()
    assert "a/s9.md: was written by" in found
    assert "hand in the student's own file" in found


def test_a_name_that_is_no_text(run, tmp_path):
    folder = tmp_path / "submissions" / "a"
    folder.mkdir(parents=True)
    (folder / "s\udce9.md").write_text(RIGHT)
    (text,) = run({}).values()
    assert "# s\\\\udce9\n" in text


def test_memory_does_not_grow_with_what_is_handed_in(run, monkeypatch):
    seen = []
    read = Sources.write_up
    monkeypatch.setattr(Sources, "write_up", lambda sources, id_: seen.append("read") or read(sources, id_))
    monkeypatch.setattr(write, "lines", lambda *about: seen.append("written") or lines(*about))
    run({f"a/{name}.md": RIGHT for name in ("s1", "s2", "s3")})
    assert seen == ["read", "written"] * 3


def test_each_trouble_is_said_of_its_own_file(tmp_path):
    files = {
        "a/s1/a.md": RIGHT,
        "a/s1/b.md": "---\nstudent: [1, 2]\n---\nx",
        "a/s1/img.png": "PNG",
        "a/s1/c.yaml": "x: [",
    }
    both = {f"submissions/{name}": text for name, text in files.items()}
    runs.run(runs.write(tmp_path, {"problems/a/layer.yaml": LAYER} | both))
    text = (tmp_path / "results/annotated/s1.md").read_text()
    top, first, second = text.split("\n## ")
    assert "img.png: " in top
    assert "c.yaml: " in top
    assert first.startswith("a/s1/a.md\n\n```text")
    assert second.startswith("a/s1/b.md\n\n> **checker** **")
    assert "names no student" in second


def test_what_is_said_of_a_whole_hand_in_comes_first(run):
    files = {f"a/s1/{name}.md": f"---\nstudent: {name}\n---\n{RIGHT}" for name in ("ana", "bo")}
    assert "its files name different students" in run(files)["s1.md"].split("\n## ")[0]
