"""Sizes of a question from a model's configuration: `from: config.json`, a file as Hugging Face writes it.

`model_configs.yaml` says which fields of it give which parameters.  What a problem states itself counts first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from yaml.error import Mark

from checker.document import DocumentNode, ListNode, MappingNode, Scalar, parse_document
from checker.document.findings import Findings, ProblemError
from checker.document.nodes import Elsewhere, node_at, to_python
from checker.problems.schema import FROM
from checker.solvers.registry import is_type, solver
from checker.solvers.signature import defaults
from checker.text import packaged
from checker.text.words import did_you_mean, either, shortened

_MODEL: Final = "model_type"


class ModelConfig(NamedTuple):
    """What a configuration says: the question type about its model, parameters and conventions."""

    model: str
    type: str
    sizes: Mapping[str, Any]
    fields: Mapping[str, str]
    """The field that gives each size."""
    file: str
    root: DocumentNode
    settings: Mapping[str, Any]
    """Parameters and conventions that the kind of the model has."""


def read_config(path: Path) -> ModelConfig:
    """Return what a configuration says.  Raise ProblemError for fields that are missing or not known."""
    findings = Findings.of_file(path)
    fields = to_python(findings.root) if isinstance(findings.root, MappingNode) else {}
    model = fields.get(_MODEL, "")
    if not isinstance(model, str) or model not in _table():
        wrong = f"{shortened(str(model))} is not a {_MODEL} that is known here" if model else f"{_MODEL} is missing"
        findings.report((_MODEL,), f"{wrong}{did_you_mean(str(model), tuple(_table()))}")
        findings.check()
    entry = _entry(model)
    found = {name: size for name, text in entry["sizes"].items() if (size := _size(fields, text, findings))}
    sizes = {name: size for name, (_, size) in found.items()}
    settings = dict(entry["sets"])
    for field, options in entry["fields"].items():
        value = fields.get(field, options["default"])
        value = str(value).lower() if isinstance(value, bool) else value
        if value not in options:
            known = either(each for each in options if each != "default")
            findings.report((field,), f"{field} of a {model} model must be {known}; question types cover no other")
        settings |= options.get(value, {})
    findings.check()
    named = {name: field for name, (field, _) in found.items()}
    return ModelConfig(model, entry["type"], sizes, named, findings.file, findings.root, settings)


@contextmanager
def with_config(folder: Path, findings: Findings) -> Iterator[None]:
    """Load a problem with what is in the configuration that it names, whose faults are told by its own fields.

    The tree of the problem in `findings` is changed: `from` is deleted, and sections have what it gives.
    """
    config = _merge_config(folder, findings)
    findings.check()
    try:
        yield
    except ProblemError as error:
        if not config:
            raise
        names = re.compile(rf"(?<![\w.])(?:{'|'.join(config.fields)})(?![\w.])")
        found = [
            each._replace(message=names.sub(lambda name: config.fields[name[0]], each.message))
            if each.file == config.file
            else each
            for each in error.findings
        ]
        raise ProblemError(found) from None


def _merge_config(folder: Path, findings: Findings) -> ModelConfig | None:
    """Change the tree of a problem that names a configuration: delete `from`, add what the configuration gives instead.

    These are parameters and conventions of its type, in their sections, where the problem does not state them itself.
    """
    root = findings.root
    if not isinstance(root, MappingNode) or not isinstance(node := root.get(FROM), Scalar):
        return None
    del root.entries[FROM]
    if not node.text.endswith(".json"):
        findings.report((), f"`{FROM}` must be the path of a model's config.json, from the folder of this file")
        return None
    type_, config = findings.text(("type",)), read_config(folder / node.text)
    if not is_type(type_):
        return None  # which is reported with the other keys
    sizes = defaults(solver(type_))
    given = {name: value for name, value in {**config.settings, **config.sizes}.items() if name in sizes}
    from checker.problems.menu import TypeMenu

    known = TypeMenu(solver(type_), []).conventions
    conventions = {name: value for name, value in config.settings.items() if name in known}
    if not given:
        findings.report(("type",), f"no parameter of {type_} is in the configuration of a {config.model} model")
    for key, values in (("parameters", given), ("conventions", conventions)):
        section = root.entries.setdefault(key, (node, MappingNode(node.mark, None)))[1]
        if isinstance(section, MappingNode):
            for name, value in values.items():
                at = node_at(config.root, (config.fields.get(name, _MODEL),))
                mark = Elsewhere(config.file, 0, at.mark.line, at.mark.column, None, 0) if at else node.mark
                section.entries.setdefault(name, (node, _node(value, mark)))
    return config


def _size(fields: Mapping[str, Any], text: str, findings: Findings) -> tuple[str, Any] | None:
    """Return the first of the fields that is there and its value, perhaps with a factor: `n_inner or 4*n_embd`."""
    choices = text.split(" or ")
    for factor, _, field in (each.rpartition("*") for each in choices):
        if (value := fields.get(field)) is not None:
            value = len(value) if isinstance(value, dict) else value
            return field, int(factor) * value if factor and isinstance(value, int) else value
    if "none" not in choices:
        findings.report((_MODEL,), f"the configuration of a {fields[_MODEL]} model needs {either(choices)}")
    return None


@cache
def _table() -> Mapping[str, Any]:
    text = packaged.text("checker.problems", "model_configs.yaml")
    table: dict[str, Any] = to_python(parse_document(text, source="model_configs.yaml"))
    return table


def _entry(model: str) -> dict[str, Any]:
    """Return the entry of a kind of models, completed by that of the kind which it is like."""
    entry = _table()[model]
    whole: dict[str, Any] = _entry(entry["like"]) if "like" in entry else {"type": entry["type"]}
    parts = ("sizes", "sets", "fields")
    return {**whole, **{part: {**whole.get(part, {}), **entry.get(part, {})} for part in parts}}


def _node(value: Any, mark: Mark) -> DocumentNode:
    if isinstance(value, list):
        several = ListNode(mark, None)
        several.items = [_node(each, mark) for each in value]
        return several
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(text, mark, '"' if isinstance(value, str) else None)
