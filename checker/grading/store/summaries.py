"""Summaries of earlier runs without a student."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from checker.notation.words import in_line, shortened


def without_student(
    summary: dict[str, Any], is_theirs: Callable[[str], bool], names: Collection[str], groups: Collection[str]
) -> dict[str, Any]:
    """Return a summary that does not name a student; the counts of its questions stay.

    `names`: the student's ids, names and files.  `groups`: the review groups that nobody else is in.
    """
    about = naming(names)
    assignments = [_sheet(each, is_theirs, names) for each in summary.get("assignments", ())]
    more: dict[str, Any] = {"assignments": assignments} if "assignments" in summary else {}
    if "needs_person" in summary:
        more["needs_person"] = _needs(summary["needs_person"], is_theirs, about, groups)
    if "ids_that_look_alike" in summary:
        left = ([each for each in ids if not is_theirs(each)] for ids in summary["ids_that_look_alike"])
        more["ids_that_look_alike"] = [ids for ids in left if len(ids) > 1]
    if "faults" in summary:
        more["faults"] = []  # they show answers without their students
    return summary | more


def _sheet(sheet: dict[str, Any], is_theirs: Callable[[str], bool], names: Collection[str]) -> dict[str, Any]:
    grades = [each for each in sheet["grades"] if not is_theirs(each["student"])]
    absent = [each for each in sheet["absent"] if not is_theirs(each) and each not in names]
    students = sheet["students"] - (len(sheet["grades"]) - len(grades))
    return sheet | {"students": students, "grades": grades, "absent": absent}


def _needs(
    needs: dict[str, Any], is_theirs: Callable[[str], bool], about: Callable[[str], bool], groups: Collection[str]
) -> dict[str, Any]:
    left = [each | {"students": [one for one in each["students"] if not is_theirs(one)]} for each in needs["answers"]]
    others = [
        each
        for each in needs["others"]
        if not (each["student"] and is_theirs(each["student"])) and not about(f"{each['place']} {each['message']}")
    ]
    return needs | {
        "answers": [each for each in left if each["students"] and groups_of(each).isdisjoint(groups)],
        "more_than_once": [each for each in needs["more_than_once"] if not is_theirs(each["student"])],
        "others": others,
    }


def groups_of(answers: dict[str, Any]) -> set[str]:
    """Return the review groups of equal answers."""
    return set(answers["ids"].values())


def naming(names: Iterable[str]) -> Callable[[str], bool]:
    """Return the function that tells whether a text has one of these names as a whole word."""
    texts = {text for each in names if each.strip() for text in (each, in_line(each), shortened(each))}
    words = "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None
    return lambda text: bool(pattern and pattern.search(text))
