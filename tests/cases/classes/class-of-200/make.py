"""The hand-ins and records of the class, from numbers drawn by the hash that docs/variants.md describes."""

from __future__ import annotations

import json
from hashlib import sha256

STUDENTS = [f"s{each:03}" for each in range(200)]
ON_PAPER = STUDENTS[:30]
"""Students who hand in their sheet; the others fill in a quiz."""
HALF, COPIER, FORGOTTEN = "s040", "s050", "s060"
DRAWS = {
    "block": {"d_model": [64, 96, 128, 256], "d_ff": range(300, 901, 4)},
    "area": {"a": range(11, 100), "b": range(101, 200)},
}


def drawn(student: str, problem: str, name: str) -> int:
    """Return the number of a student: nothing has conditions here, so the first try of each draw counts."""
    words = ["checker draw 1", "spring", student, problem, 0, name, 0]
    number = int.from_bytes(sha256(json.dumps(words).encode()).digest(), "big")
    values = DRAWS[problem][name]
    return values[number % len(values)]


def truth(student: str, problem: str) -> int:
    """Return the right answer of a student."""
    one, other = (drawn(student, problem, name) for name in DRAWS[problem])
    return one * other * (2 if problem == "block" else 1)


def answer(student: str, problem: str) -> int:
    """Return what a student answers: one forgets a matrix, and one has the area of a neighbour."""
    if (student, problem) == (HALF, "block"):
        return truth(student, problem) // 2
    return truth("s100" if (student, problem) == (COPIER, "area") else student, problem)


def given() -> dict[str, str]:
    """Return the roster and the hand-ins."""
    quiz = [f"{each}@uni.edu,{answer(each, 'block')},{answer(each, 'area')} m²" for each in STUDENTS[len(ON_PAPER) :]]
    files = {
        "roster.csv": "\n".join(["id,name,email", *(f"{each},Ana {each},{each}@uni.edu" for each in STUDENTS)]),
        "submissions/week/quiz.csv": "\n".join(["student,block,area", *quiz]),
    }
    for each in ON_PAPER:
        lines = f"Answer (block): {answer(each, 'block')}\n\nAnswer (area): {answer(each, 'area')} m²\n"
        files[f"submissions/week/{each}.md"] = f'---\nstudent: "{each}"\n---\n\n{lines}'
    return files


def expected() -> dict[str, dict[str, object]]:
    """Return the handed out numbers and the records, by step."""
    numbers = [
        f"{student},{problem},{name},{drawn(student, problem, name)}\n"
        for student in STUDENTS
        for problem in ("area", "block")
        for name in DRAWS[problem]
    ]
    records = {each: {"block": "correct 1", "area": "correct 1"} for each in STUDENTS}
    records[HALF] = {"block": "partial 0.5", "area": "correct 1"}
    records[COPIER] = {"block": "correct 1", "area": "incorrect 0"}
    left = {each: questions for each, questions in records.items() if each != FORGOTTEN}
    left[HALF] = {"block": "partial 0.75", "area": "correct 1"}
    table = "".join(["student,problem,parameter,value\n", *numbers])
    sheets = {f"handouts/{each}.md": [str(truth(each, "block")), f"{truth(each, 'block'):,}"] for each in ON_PAPER}
    return {
        "handouts": {"files": {"handouts/variants.csv": {"text": table, "line_end": "\r\n"}}, "untold": sheets},
        "grade": {"records": records},
        "forgotten": {"records": left},
    }
