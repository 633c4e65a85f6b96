"""Checks the form of a file: keys, types and ranges, as schema.py has them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar

from pydantic_core import SchemaValidator, ValidationError

from checker.document import DocumentNode, Mapping, Sequence, plain
from checker.document.core_schema import fields, schema_of, validator
from checker.document.findings import Findings
from checker.document.issues import MISSING, DataPath, Issue, issues_from
from checker.document.section import Section

_Model = TypeVar("_Model", bound=Section)


def validated(model: type[_Model], findings: Findings) -> _Model:
    """What a file says; what is wrong is told to `findings`, and left out."""
    _tell_too_many(findings, model)
    written = _written(findings.root, model)
    if not isinstance(written, dict):
        findings.tell((), f"{model.called} is a mapping: lines of `key: value`")
        return model()
    said, found = _checked(model, written)
    for fault in found:
        findings.add(fault)
    while said is None:  # taking one thing out may make another one wrong, which is no news
        for fault in found:
            _leave_out(fault.path, written)
        said, found = _checked(model, written)
    return said


def _tell_too_many(findings: Findings, model: type[Section]) -> None:
    for key, most in model.most.items():
        node = findings.root.get(key) if isinstance(findings.root, Mapping) else None
        if isinstance(node, Sequence) and len(node.items) > most:
            message = f"{key} may have {most} entries at most, not {len(node.items)}; the rest is not looked at"
            findings.tell((key, most), message)


def _checked(model: type[_Model], written: dict[str, Any]) -> tuple[_Model | None, list[Issue]]:
    of: Any = model  # for mypy, a type variable's class is not hashable
    try:
        said: _Model = _validator(of).validate_python(written)
    except ValidationError as error:
        return None, issues_from(error, written, lambda path: _keys(path, model))
    return said, []


def _leave_out(path: DataPath, written: Any) -> None:
    """Take the innermost key above a fault out of its mapping."""
    owner, key = written, path[0]
    for part in path:
        if isinstance(written, dict):
            if part not in written:
                return  # gone already, with another fault
            owner, key = written, part
        written = written[part]
    del owner[key]


def _written(node: DocumentNode, model: type[Section]) -> Any:
    """The plain values of a file; some as their text or its decimal, and MISSING for what is required and not there."""
    values = plain(node)
    if not isinstance(node, Mapping):
        return values
    values = dict.fromkeys(model.required, MISSING) | values
    for key, (_, value) in node.entries.items():
        if key in model.as_text:
            values[key] = value.text
        elif key in model.as_texts and isinstance(value, Mapping):
            values[key] = {name: each.text for name, (_, each) in value.entries.items()}
        elif key in model.as_decimal:
            values[key] = _decimal(values[key], value.text)
        elif key in model.inner and isinstance(value, Sequence):
            values[key] = [_written(item, model.inner[key]) for item in value.items[: model.most.get(key)]]
        elif key in model.inner:
            values[key] = _written(value, model.inner[key])
    return values


def _decimal(value: Any, text: str) -> Any:
    """A finite number as it is written; anything else stays, to be refused."""
    if type(value) is int:
        return Decimal(value)
    return Decimal(text) if isinstance(value, float) and math.isfinite(value) else value


def _keys(path: DataPath, model: type[Section]) -> tuple[str, Iterable[str]]:
    """What the keys beside the one at the end of a path are, and their names."""
    for part in path[:-1]:
        model = model.inner.get(part, model) if isinstance(part, str) else model
    of: Any = model  # as in _checked
    return f"a key of {model.called}", _names(of)


@cache
def _names(model: Any) -> tuple[str, ...]:
    return tuple(fields(model))


@cache
def _validator(model: Any) -> SchemaValidator:
    return validator(schema_of(model))
