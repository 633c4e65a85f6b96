"""A class with a student to forget, and what is left of the student.

Ids have letters that no hash in hexadecimal digits has: else a hash might be taken for an id that is left.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from checker.grading.forget import student as forgetting
from checker.lms.roster import read_roster
from tests.grading import runs
from tests.grading.weeks import WRONG, views

ANA = "zoana"
ESSAY = "Zebras graze on scores that saturate."
ANSWERS = f"answers: {{encoder-layer: {WRONG}, why: {ESSAY}}}"
THEIRS = {
    f"submissions/a/{ANA}.yaml": f"student: {{id: {ANA}, name: Ana Leeuwenhoek, email: ana@leeuwen.example}}\n{ANSWERS}",
    f"submissions/b/{ANA}.md": "# 1\n\n4.4242\n",
}
OTHERS = {
    "submissions/a/s4.yaml": "answers: {encoder-layer: 1, why: Scores grow with width.}",
    "submissions/b/s2.md": "# 1\n\n4\n",
    "submissions/b/s3.md": "# 1\n\nfour?\n",
}
SECRETS = (ANA, "Leeuwenhoek", "ana@leeuwen", "Zebras", "4.4242")
ROSTER = f"id,name,email\ns1,Sam,\n{ANA},Ana Leeuwenhoek,ana@leeuwen.example\ns2,Sue,\nx9,Xia,\n"


def remaining(folder: Path, secrets: tuple[str, ...] = SECRETS) -> list[str]:
    """Return the files in which something of the student is left, in names or in bytes."""
    return [
        f"{path.relative_to(folder)}: {secret}"
        for path in sorted(folder.rglob("*"))
        for secret in secrets
        if secret in path.name or (path.is_file() and secret.encode() in path.read_bytes())
    ]


def forget(top: Path, student: str = ANA, **commands: str) -> forgetting.ForgetReport:
    return forgetting.forget(top / "results", student, commands)


def fresh(top: Path, *gone: str, **options: object) -> dict[str, bytes]:
    """Return the files of a run into a new folder, without some files."""
    shutil.rmtree(top / "away", ignore_errors=True)
    for name in gone:
        (top / "away" / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).rename(top / "away" / name)
    runs.run(top, out="scratch", **options)
    for name in gone:
        (top / "away" / name).rename(top / name)
    found = views(top, "scratch")
    shutil.rmtree(top / "scratch")
    return found


def roster(text: str) -> dict[str, object]:
    return {"roster": read_roster(text.encode(), "roster.csv")}


def column(top: Path, query: str) -> list[str]:
    with sqlite3.connect(top / "results/checker.db") as store:
        found = [each for (each,) in store.execute(query)]
    store.close()
    return found
