"""Problem files: `load_problem` loads one file, `load_problems` a folder, `find_problem` finds a file by id.

From a YAML file to a `Problem`: load.py reads and validates the file, build.py builds the problem, and part_builder.py
each of its parts.  Everything that an author can fix is a `ProblemError` with all `findings` of a file; any other
exception is a bug.
"""

from checker.document.findings import Finding, ProblemError
from checker.problems.assignment import AssignmentSettings, ColumnContent, Rule
from checker.problems.collection import ProblemFolder, Problems, load_problems
from checker.problems.dates import Dates, LateStep
from checker.problems.load import NoProblemError, find_below, find_problem, load_problem
from checker.problems.model import Broken, Part, Problem, QuestionKey
from checker.problems.outline import Outline

__all__ = [
    "AssignmentSettings", "Broken", "ColumnContent", "Dates", "Finding", "LateStep",
    "NoProblemError", "Outline", "Part", "Problem", "ProblemError", "ProblemFolder", "Problems", "QuestionKey", "Rule",
    "find_below", "find_problem", "load_problem", "load_problems",
]  # fmt: skip
