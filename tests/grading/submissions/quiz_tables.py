"""Tables of quizzes, and what is read from them in a form that compares."""

from __future__ import annotations

import csv
from io import StringIO

from checker.grading.submissions.model import Delivery, Submission, Trouble


def table(*rows: list[object], delimiter: str = ",") -> bytes:
    text = StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode()


def answers(found: list) -> list[tuple]:
    return [
        (each.student, *((*one[:2], one.text) for one in each.answers))
        for each in found
        if isinstance(each, Submission)
    ]


def told(found: list) -> list[tuple]:
    return [each[1:] for each in found if isinstance(each, Trouble)]


def deliveries(found: list) -> list[Delivery]:
    return [each.delivery for each in found if isinstance(each, Submission)]


MOODLE = ["Last name", "First name", "ID number", "Institution", "Department", "Email address", "State", "Started on"]
MOODLE += ["Completed", "Time taken", "Grade/10.00"]


def moodle(id_: str, *cells: str, completed: str = "5 October 2026, 3:12 PM") -> list[str]:
    started = "5 October 2026, 3:00 PM"
    return ["Lee", "Ana", id_, "", "", "ana@uni.edu", "Finished", started, completed, "12 mins", "5.00", *cells]
