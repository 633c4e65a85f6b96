"""Forgetting that is ended halfway, or that cannot begin."""

from __future__ import annotations

import pytest

from checker.grading.output.output_folder import OutputFolder, Unwritable
from checker.grading.store import StoreError
from tests.grading import runs
from tests.grading.forget.forgotten import THEIRS, forget, fresh, remaining
from tests.grading.weeks import views


class Killed(BaseException):
    """The end of a process, at some moment."""


@pytest.mark.parametrize("moment", ["removal", "compact", "delete_files", "publish", "replace_run"])
def test_what_is_ended_halfway_is_finished_by_the_next_time(top, monkeypatch, moment):
    runs.run(top)
    before = views(top)

    def killed(*_: object, **__: object) -> None:
        raise Killed

    places = {
        "removal": "checker.grading.store.removal.Removal.remove_unused_marks",
        "compact": "checker.grading.store.Store.compact",
        "delete_files": "checker.grading.forget.student.delete_files",
        "publish": "checker.grading.output.write.ResultFiles.publish",
        "replace_run": "checker.grading.store.history.History.replace_run",
    }
    with monkeypatch.context() as patch:
        patch.setattr(places[moment], killed)
        with pytest.raises(Killed):
            forget(top)
    assert views(top) in (before, fresh(top, *THEIRS))
    report = forget(top)
    assert report.was_forgotten == (moment != "removal")
    assert views(top) == fresh(top, *THEIRS)
    assert remaining(top / "results") == []


def test_it_waits_for_no_other_run(top):
    runs.run(top)
    before = views(top)
    with (
        OutputFolder(top / "results", ()),
        pytest.raises(Unwritable, match="another command of checker is writing there"),
    ):
        forget(top)
    assert views(top) == before


def test_a_damaged_store_stays_as_it_is(top):
    runs.run(top)
    store = top / "results/checker.db"
    store.write_bytes(store.read_bytes()[:10_000])
    with pytest.raises(StoreError, match=r"is damaged: .* run `checker grade`, which keeps it aside"):
        forget(top)
    assert store.stat().st_size == 10_000
