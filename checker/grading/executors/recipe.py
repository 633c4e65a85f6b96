"""Recipes of graders, for other machines."""

from __future__ import annotations

import hashlib
import pickle
import platform
import threading
from typing import NamedTuple, Self

from checker.engine.code_digest import code_digest
from checker.engine.version import VERSION
from checker.grading.course import Course
from checker.grading.grader.submission_grader import SubmissionGrader


class OtherCode(Exception):  # noqa: N818 - not an error of the program
    """A worker has another version of checker, so it might grade differently."""


class PortableRecipe(NamedTuple):
    """A grader for any process, with the code that it needs."""

    pickled: bytes
    digest: str
    code: str
    version: str

    @classmethod
    def of(cls, course: Course) -> Self:
        """Return a recipe in a form that is small and quickly compared."""
        pickled = pickle.dumps(course)
        return cls(pickled, hashlib.sha256(pickled).hexdigest(), code_digest(), VERSION)

    def grader(self) -> SubmissionGrader:
        """Return the grader, which remembers no answer.  Raise OtherCode.

        Each thread keeps its last one, with the indexes of wrong answers.  It forgets the answers, so that its results
        depend on these submissions alone: a cluster may grade them twice and lose one of the results.
        """
        if getattr(_kept, "digest", None) != (self.digest, self.code):
            if (VERSION, code_digest()) != (self.version, self.code):
                raise OtherCode(
                    f"the worker on {platform.node()} runs checker {VERSION} (code {code_digest()}), but this is "
                    f"checker {self.version} (code {self.code}). Install the same checker on every worker"
                )
            course = pickle.loads(self.pickled)  # noqa: S301 - from the process that hands out the work
            _kept.grader = SubmissionGrader(course)
            _kept.digest = self.digest, self.code
        grader: SubmissionGrader = _kept.grader
        grader.marker.forget()
        return grader


_kept = threading.local()
"""The last grader of each thread."""
