"""Points: what an answer's points count for, what late work loses, and the total of a student.

Records keep raw points; everything here is computed from them, from the dates and from the rules of an assignment.yaml.
"""

from checker.grading.points.lateness import LateCredit, late_credit
from checker.grading.points.rules import Counted, counted
from checker.grading.points.totals import Total, total

__all__ = ["Counted", "LateCredit", "Total", "counted", "late_credit", "total"]
