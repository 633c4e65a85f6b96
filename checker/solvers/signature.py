"""Parameters of question types: the signature of a solver is the schema by which problem files are checked.

A parameter that is not given takes its default, so that equal questions have equal arguments. Also gives the JSON
Schema of a type's parameters.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, get_type_hints

from checker.document.checks import MISSING, TypeHints, checked_keys
from checker.document.findings import Issue
from checker.solvers._sizes import in_python
from checker.solvers.registry import Solver


class ParameterFaults(Exception):  # noqa: N818 - it holds several
    """Raised for faults in a question's parameters; `faults` has a message and a path into them for each."""

    def __init__(self, found: list[Issue]) -> None:
        super().__init__(found)
        self.faults = found

    def __str__(self) -> str:
        return "; ".join(fault.message for fault in self.faults)


def arguments(solver: Solver, written: Mapping[str, Any]) -> dict[str, Any]:
    """Return all arguments of a solver, given the parameters in a file; missing ones take their defaults.

    Raise ParameterFaults.  Sizes that do not fit together make the solver raise ParameterError when it runs.
    """
    names = defaults(solver)
    needed = {name: MISSING for name, default in names.items() if default is inspect.Parameter.empty}
    values, issues = checked_keys(needed | dict(written), _hints(solver), f"a parameter of {solver.name}")
    if issues:
        raise ParameterFaults(issues)
    return {in_python(name): values.get(name, default) for name, default in names.items()}


def are_possible(solver: Solver, arguments: Mapping[str, Any]) -> bool:
    """Return whether each argument that is a single number is within the bounds of its parameter.

    Lists and texts are not looked at.
    """
    numbers = ((in_file(name), value) for name, value in arguments.items() if type(value) in (int, float))
    return all(_is_possible(solver, name, value) for name, value in numbers)


@lru_cache(10_000, typed=True)  # a search changes one number at a time
def _is_possible(solver: Solver, name: str, value: float) -> bool:
    return not checked_keys({name: value}, _hints(solver), "")[1]


def json_schema(
    solver: Solver, definitions: str = "#/$defs/{model}", instead: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the JSON Schema of a question type's parameters, with their defaults.

    `definitions` is the form of its references to `$defs`, in which `{model}` stands for a name there; what fits
    `instead` may stand in place of any value.
    """
    from checker.document.json_schema import JsonSchemas

    schemas = JsonSchemas(definitions, instead)
    schema = schemas.keys(_hints(solver))
    if schemas.definitions:
        schema["$defs"] = schemas.definitions
    names = defaults(solver)
    for name, default in names.items():
        if default is not inspect.Parameter.empty and default is not None:
            schema["properties"][name]["default"] = default
    schema["required"] = [name for name, default in names.items() if default is inspect.Parameter.empty]
    return schema


@cache
def defaults(solver: Solver) -> Mapping[str, Any]:
    """Return {name in files: default} for all parameters; `inspect.Parameter.empty` for one that must be given."""
    return {in_file(name): each.default for name, each in inspect.signature(solver.function).parameters.items()}


def in_file(parameter: str) -> str:
    """Return the name that a parameter has in files: `pass` for `pass_`, which Python cannot call `pass`."""
    bare = parameter.removesuffix("_")
    return bare if keyword.iskeyword(bare) else parameter


@cache
def _hints(solver: Solver) -> TypeHints:
    hints = get_type_hints(solver.function, include_extras=True)
    return {in_file(name): hint for name, hint in hints.items() if name != "return"}
