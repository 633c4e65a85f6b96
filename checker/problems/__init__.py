"""Problem files, checked: `load_problem` one, `load_problems` below a folder, `find_problem` by its id.

What an author can mend is a `ProblemError` with all `findings` of a file; any other exception is a fault of ours.
"""

from checker.document.findings import Finding, ProblemError
from checker.problems.collection import Broken, Collection, Folder, load_problems
from checker.problems.find import NoProblemError, find_below, find_problem
from checker.problems.load import load_problem
from checker.problems.model import Accept, Example, Part, Problem

__all__ = [
    "Accept",
    "Broken",
    "Collection",
    "Example",
    "Finding",
    "Folder",
    "NoProblemError",
    "Part",
    "Problem",
    "ProblemError",
    "find_below",
    "find_problem",
    "load_problem",
    "load_problems",
]
