"""Turns errors of pydantic's core into issues in plain English, with paths into what an author wrote.

An `Issue` is a message with its path (`DataPath`); `findings` adds the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.text.words import MEANT, UnknownName, describe, shortened

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails, ValidationError

DataPath = tuple[str | int, ...]
KnownNames = Callable[[DataPath], tuple[str, Iterable[str]]]
"""Returns, for the path of a key, what such keys are ("a parameter of softmax") and the known names."""

MISSING: Final = object()
"""Placeholder for a required value that is not there; it fails every check, which reveals what is needed."""

MAX_MISSPELT: Final = 1000
"""Maximum number of unknown keys that are compared with missing ones."""

EXPECTED: Final[Mapping[str, str]] = {
    "bool_type": "true or false",
    "dict_type": "a mapping of names to values",
    "finite_number": "a finite number",
    "float_type": "a number",
    "int_type": "a whole number",
    "is_instance_of": "a number",  # a Decimal
    "list_type": "a list",
    "literal_error": "{expected}",
    "model_attributes_type": "a mapping of names to values",
    "model_type": "a mapping of names to values",
    "none_required": "null",
    "string_type": "text",
    "tuple_type": "a list",
    "written_as": "{form}",  # ours: see core_schema.py
}
"""The expected kind of value, by pydantic's type of error."""

RULES: Final[Mapping[str, str]] = {
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "less than {lt}",
    "less_than_equal": "{le} or less",
    "string_pattern_mismatch": "made of lowercase letters, digits and hyphens",  # the only pattern: an id
    "string_too_short": "some text",
    "string_too_long": "text of {max_length} characters or fewer",
    "too_long": "a list of {max_length} or fewer",
    "too_short": "a list of {min_length} or more",
}
"""The rule for a value of the right kind, by pydantic's type of error."""


class Issue(NamedTuple):
    """Something wrong in what an author wrote: a path to it and a message.  It has no line yet."""

    path: DataPath
    text: str
    at_key: bool = False
    """The key itself is wrong, not its value."""
    unknown: UnknownName | None = None
    """The unknown name, for suggestions."""

    @property
    def message(self) -> str:
        """Return the message, with suggestions for an unknown name."""
        return f"{self.text}{self.unknown or ''}"


def issues_from(error: ValidationError, written: Any, known: KnownNames) -> list[Issue]:
    """Return the issues that a validation error holds, one for each place.

    If a value may be of several kinds, pydantic reports errors for each of them, and only the deepest are kept: who
    wrote a list meant a list.  A key that is only missing because it is misspelt is reported once.
    """
    places: dict[DataPath, list[ErrorDetails]] = {}
    for detail in map(_without_tags, error.errors(include_url=False)):
        places.setdefault(_path(detail, written), []).append(detail)
    outer = {path[:length] for path in places for length in range(len(path))}
    found = [_issue(path, details, known) for path, details in places.items() if path not in outer]
    missing = {issue.path for issue in found if " is missing" in issue.text}
    misspelt = islice((issue for issue in found if issue.at_key), MAX_MISSPELT if missing else 0)
    meant = {(*issue.path[:-1], issue.message.rpartition(MEANT)[2].rstrip("?")) for issue in misspelt}
    return [issue for issue in found if not (issue.path in meant and issue.path in missing)]


def _without_tags(detail: ErrorDetails) -> ErrorDetails:
    """Return an error about the kind of a mapping as one about its key `type`; other errors are unchanged."""
    if not detail["type"].startswith("union_tag_"):
        return detail
    tag = detail["ctx"]["discriminator"].strip("'")
    if detail["type"] == "union_tag_not_found":
        return {**detail, "type": "missing", "loc": (*detail["loc"], tag)}
    expected, given = detail["ctx"]["expected_tags"], detail["ctx"]["tag"]
    context = {"expected": " or ".join(expected.rsplit(", ", 1))}
    return {**detail, "type": "literal_error", "loc": (*detail["loc"], tag), "ctx": context, "input": given}


def _path(detail: ErrorDetails, written: Any) -> DataPath:
    """Return the path to the wrong value in the author's file, without the kinds that pydantic puts into it."""
    path: list[str | int] = []
    for part in detail["loc"]:
        if part in written if isinstance(written, dict) else isinstance(written, list) and part in range(len(written)):
            written = written[part]
            path.append(part)
    return (*path, detail["loc"][-1]) if detail["type"] == "missing" else tuple(path)


def _issue(path: DataPath, details: list[ErrorDetails], known: KnownNames) -> Issue:
    """Return the issue for all errors at a path: an unknown or missing key, or a value that must be another one."""
    first = next((detail for detail in details if detail["type"] not in EXPECTED), details[0])
    kind, value, subject = first["type"], first["input"], _subject(path)
    if kind == "extra_forbidden":
        what, names = known(path)
        return Issue(path, f"{subject} is not {what}", at_key=True, unknown=UnknownName(str(path[-1]), tuple(names)))
    if kind == "missing":
        return Issue(path, f"{subject} is missing")
    if kind not in EXPECTED:
        return Issue(path, f"{subject} must be {_rule(first)}")
    texts = (EXPECTED[each["type"]].format_map(each.get("ctx", {})).replace("'", "") for each in details)
    needed = " or ".join(dict.fromkeys(texts))
    if value is MISSING:
        return Issue(path, f"{subject} is missing; it needs {needed}")
    is_word = isinstance(value, str) and first["type"] == "literal_error"
    return Issue(path, f"{subject} must be {needed}, not {shortened(value) if is_word else describe(value)}")


def _rule(detail: ErrorDetails) -> str:
    """Return in words what a value must be: `at least 1`."""
    context = detail.get("ctx", {}).items()
    bounds = {key: f"{bound:,.15g}" for key, bound in context if isinstance(bound, int | float | Decimal)}
    return RULES.get(detail["type"], detail["msg"]).format_map(bounds)


def _subject(path: DataPath) -> str:
    """Return the subject of an issue: `entry 2 of kernel_size`, counted from 1 as people do."""
    words = []
    for part in reversed(path):
        words.append(f"entry {part + 1}" if isinstance(part, int) else shortened(part))
        if isinstance(part, str):
            break
    return " of ".join(words) or "this"
