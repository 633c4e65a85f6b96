"""Keys of write-ups: what each document holds, written down by its writer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import yaml

from checker.problems import Folder, load_problems
from checker.writeups.sheets import Sheet, sheet_of
from tests.bank import BANK

_WITH_COMMAS: Final = frozenset({"tidy-any-course", "tidy-cnn-models", "tidy-recurrent-networks"})
"""Documents whose writers say in them that they write decimal commas, or points between thousands.

The key of any other document says so with `decimal: comma`.
"""
_POINT: Final = re.compile(r"(?<=\d)\.(?=\d{3})")
_COMMA: Final = re.compile(r"(?<=\d),(?=\d)")


class Key(NamedTuple):
    """What a document holds."""

    path: Path
    """The document."""
    assignment: str
    questions: Mapping[str, int]
    """The line, or the cell of a notebook, where each question begins; questions without a section are not in it."""
    answers: Mapping[str, str]
    """The answers by `problem` or `problem.part`, with decimal points; parts that the student left open are not in it."""
    unclear: frozenset[str]
    """Parts of which a reader cannot know the answer either."""
    essays: frozenset[str]
    """Essays that the student wrote."""


def keys(folder: Path) -> Iterator[Key]:
    """Yield the keys of a folder by name."""
    for file in sorted(folder.glob("*.key.yaml")):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        stem = file.name.removesuffix(".key.yaml")
        (path,) = (each for each in folder.glob(f"{stem}.*") if each != file)
        places: dict[str, int] = {}
        for each in data["questions"]:
            places.setdefault(each["problem"], each.get("line") or each["cell"])
        answers = {name: str(answer) for name, answer in data["answers"].items()}
        if stem in _WITH_COMMAS or data.get("decimal") == "comma":
            answers = {name: _COMMA.sub(".", _POINT.sub("", answer)) for name, answer in answers.items()}
        yield Key(path, data["assignment"], places, answers, frozenset(data["unclear"]), frozenset(data["essays"]))


@cache
def sheet_named(assignment: str) -> Sheet:
    """Return the sheet of an assignment of this repository."""
    return sheet_of(assignment_named(assignment))


@cache
def assignment_named(assignment: str) -> Folder:
    """Return an assignment of this repository; loading all of them takes longer than reading the documents."""
    (folder,) = load_problems(BANK / assignment).assignments.values()
    return folder
