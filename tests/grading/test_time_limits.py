"""What meets a time limit, or what nothing is installed for, waits for a person, and is read again in the next run."""

from __future__ import annotations

import pytest

from checker.writeups.document import NotInstalled, TookTooLong
from tests.grading import runs
from tests.grading.problems import LAYER


@pytest.mark.parametrize("error", [TookTooLong, NotInstalled])
def test_a_document_that_may_be_read_later_is_never_kept(tmp_path, monkeypatch, error):
    document = {"problems/a/layer.yaml": LAYER, "submissions/a/ann.md": "Answer (encoder-layer): 27648\n"}
    top = runs.write(tmp_path, document)

    def fail(*_):
        raise error("this file is not read now")

    with monkeypatch.context() as patched:
        patched.setattr("checker.grading.documents.read_contents", fail)
        first = runs.run(top)
        assert first.summary["time_limits"] == [f"{top}/submissions/a/ann.md"] * (error is TookTooLong)
        assert [each["points"] for each in runs.records(top)] == [None]
        assert first.summary["faults"] == []
        assert runs.run(top).graded == 1
    again = runs.run(top)
    assert (again.graded, again.summary["time_limits"]) == (1, [])
    assert [each["status"] for each in runs.records(top)] == ["correct"]
    assert runs.run(top).graded == 0
