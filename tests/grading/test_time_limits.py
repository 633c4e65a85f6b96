"""What meets a time limit waits for a person, is named, and is read again in the next run."""

from __future__ import annotations

from checker.writeups.document import TookTooLong
from tests.grading import runs
from tests.grading.problems import LAYER


def test_a_document_that_takes_too_long_is_never_kept(tmp_path, monkeypatch):
    document = {"problems/a/layer.yaml": LAYER, "submissions/a/ann.md": "Answer (encoder-layer): 27648\n"}
    top = runs.write(tmp_path, document)

    def slow(*_):
        raise TookTooLong("this file takes too long to read")

    with monkeypatch.context() as patched:
        patched.setattr("checker.grading.documents.read_contents", slow)
        first = runs.run(top)
        assert first.summary["time_limits"] == [f"{top}/submissions/a/ann.md"]
        assert [each["points"] for each in runs.records(top)] == [None]
        assert first.summary["faults"] == []
        assert runs.run(top).graded == 1
    again = runs.run(top)
    assert (again.graded, again.summary["time_limits"]) == (1, [])
    assert [each["status"] for each in runs.records(top)] == ["correct"]
    assert runs.run(top).graded == 0
