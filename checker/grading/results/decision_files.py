"""The files of decisions that hold for a run: those of the folder of reviews, or those that the store keeps."""

from __future__ import annotations

from pathlib import Path

from checker.grading.left_out import LeftOut
from checker.grading.reviews.read import ReviewFiles
from checker.grading.reviews.redaction import redacted
from checker.grading.store.history import History


class DecisionFiles:
    """The files of decisions of a run, without the decisions about students who are left out."""

    def __init__(self, history: History, left_out: LeftOut, submissions: str, out: str) -> None:
        self._history = history
        self._left_out = left_out
        self._submissions = submissions
        self._out = out
        self.files: ReviewFiles = {}

    def choose(self, given: ReviewFiles | None, *, is_new: bool) -> None:
        """Choose the files that were given, or else those of the last run.

        A new folder of submissions has those of folders that are not there any more: it may be one of them, renamed.
        """
        if given is not None:
            self.files = redacted(given, self._left_out) if self._left_out else given
        elif not is_new:
            self.files = self._history.review_files(self._submissions)
        else:
            gone = [each for each in self._history.reviewed_folders() if not Path(self._out, each).exists()]
            self.files = {name: data for each in gone for name, data in self._history.review_files(each).items()}

    def save(self) -> None:
        """Keep the files for the next run."""
        files = redacted(self.files, self._left_out, with_groups=False) if self._left_out else self.files
        kept = {name: data for name, data in files.items() if isinstance(data, bytes)}
        self._history.save_review_files(self._submissions, kept)
