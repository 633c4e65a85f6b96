"""Validates a section of a file (a subclass of `Section`): its keys, and types and ranges of its values.

Everything that is wrong is reported to `Findings`; the section has the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar

from pydantic_core import SchemaValidator, ValidationError

from checker.document import DocumentNode, Mapping, Sequence, to_python
from checker.document.core_schema import fields, schema_of, validator
from checker.document.findings import Findings
from checker.document.issues import MISSING, DataPath, Issue, issues_from
from checker.document.section import Section

_Model = TypeVar("_Model", bound=Section)


def validated(model: type[_Model], findings: Findings) -> _Model:
    """Return a section of a file; wrong values are reported to `findings` and left out."""
    _check_lengths(findings, model)
    written = _written(findings.root, model)
    if not isinstance(written, dict):
        findings.report((), f"{model.noun} must be a mapping: lines of `key: value`")
        return model()
    section, issues = _checked(model, written)
    for issue in issues:
        findings.add(issue)
    while section is None:  # without one value another may be wrong, which is not reported
        for issue in issues:
            _leave_out(issue.path, written)
        section, issues = _checked(model, written)
    return section


def _check_lengths(findings: Findings, model: type[Section]) -> None:
    """Report lists that are too long; entries beyond the maximum are not checked."""
    for key, most in model.max_entries.items():
        node = findings.root.get(key) if isinstance(findings.root, Mapping) else None
        if isinstance(node, Sequence) and len(node.items) > most:
            message = f"{key} has {len(node.items)} entries, more than the limit of {most}; remove some"
            findings.report((key, most), message)


def _checked(model: type[_Model], written: dict[str, Any]) -> tuple[_Model | None, list[Issue]]:
    """Return the section, or None and its issues."""
    of: Any = model  # for mypy, a type variable's class is not hashable
    try:
        section: _Model = _validator(of).validate_python(written)
    except ValidationError as error:
        return None, issues_from(error, written, lambda path: _known_names(path, model))
    return section, []


def _leave_out(path: DataPath, written: Any) -> None:
    """Remove the key of a wrong value, or if it is in a list, the nearest key above; the rest can then be read."""
    owner, key = written, path[0]
    for part in path:
        if isinstance(written, dict):
            if part not in written:
                return  # removed with another issue
            owner, key = written, part
        written = written[part]
    del owner[key]


def _written(node: DocumentNode, model: type[Section]) -> Any:
    """Return the plain values of a section, some as text or decimals, and MISSING for required ones that are absent."""
    values = to_python(node)
    if not isinstance(node, Mapping):
        return values
    values = dict.fromkeys(model.required, MISSING) | values
    for key, (_, value) in node.entries.items():
        if key in model.as_text:
            values[key] = value.text
        elif key in model.texts_in and isinstance(value, Mapping):
            values[key] = {name: each.text for name, (_, each) in value.entries.items()}
        elif key in model.as_decimal:
            values[key] = _decimal(values[key], value.text)
        elif key in model.sections and isinstance(value, Sequence):
            values[key] = [_written(item, model.sections[key]) for item in value.items[: model.max_entries.get(key)]]
        elif key in model.sections:
            values[key] = _written(value, model.sections[key])
    return values


def _decimal(value: Any, text: str) -> Any:
    """Return a finite number as the decimal that is written; other values are unchanged, and refused later."""
    if type(value) is int:
        return Decimal(value)
    return Decimal(text) if isinstance(value, float) and math.isfinite(value) else value


def _known_names(path: DataPath, model: type[Section]) -> tuple[str, Iterable[str]]:
    """Return what kind of key may be at a path, `a key of the problem`, and the names of all such keys."""
    for part in path[:-1]:
        model = model.sections.get(part, model) if isinstance(part, str) else model
    of: Any = model  # as in _checked
    return f"a key of {model.noun}", _names(of)


@cache
def _names(model: Any) -> tuple[str, ...]:
    """Return the keys that a class of sections declares."""
    return tuple(fields(model))


@cache
def _validator(model: Any) -> SchemaValidator:
    """Return the validator of a class of sections."""
    return validator(schema_of(model))
