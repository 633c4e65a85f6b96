"""Parameters of question types: the signature of a solver is the schema by which problem files are checked.

A parameter that is not given takes its default, so that equal questions have equal arguments. Also gives the JSON
Schema of a type's parameters.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

from pydantic_core import SchemaValidator, ValidationError

from checker.document.core_schema import CoreSchema, mapping_schema, validator
from checker.document.issues import MISSING, DataPath, Issue, issues_from
from checker.questions.registry import Solver


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
    complete = needed | dict(written)
    try:
        values = _validator(solver.function).validate_python(complete)
    except ValidationError as error:

        def known(path: DataPath) -> tuple[str, list[str]]:
            return (f"a parameter of {solver.name}", list(names)) if len(path) == 1 else ("known here", [])

        raise ParameterFaults(issues_from(error, complete, known)) from None
    return {_in_python(name): values.get(name, default) for name, default in names.items()}


def are_possible(solver: Solver, arguments: Mapping[str, Any]) -> bool:
    """Return whether each argument that is a single number is within the bounds of its parameter.

    Lists and texts are not looked at.
    """
    plain = {in_file(name): value for name, value in arguments.items() if type(value) in (int, float)}
    try:
        _validator(solver.function).validate_python(plain)
    except ValidationError:
        return False
    return True


def json_schema(solver: Solver, definitions: str = "#/$defs/{model}") -> dict[str, Any]:
    """Return the JSON Schema of a question type's parameters, with their defaults.

    `definitions` is the form of its references to `$defs`, in which `{model}` stands for a name there.
    """
    from pydantic.json_schema import GenerateJsonSchema

    schema = GenerateJsonSchema(ref_template=definitions).generate(_schema(solver.function))
    names = defaults(solver)
    for name, default in names.items():
        if default is not inspect.Parameter.empty and default is not None:
            schema["properties"][name]["default"] = default
    schema["required"] = [name for name, default in names.items() if default is inspect.Parameter.empty]
    return schema


def defaults(solver: Solver) -> Mapping[str, Any]:
    """Return {name in files: default} for all parameters; `inspect.Parameter.empty` for one that must be given."""
    return _defaults(solver.function)


@cache
def _defaults(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Return {name in files: default} for the parameters of a solver's function."""
    return {in_file(name): each.default for name, each in inspect.signature(function).parameters.items()}


def in_file(parameter: str) -> str:
    """Return the name that a parameter has in files: `pass` for `pass_`, which Python cannot call `pass`."""
    bare = parameter.removesuffix("_")
    return bare if keyword.iskeyword(bare) else parameter


def _in_python(name: str) -> str:
    """Return the name that a parameter in a file has in Python: `pass_` for `pass`."""
    return f"{name}_" if keyword.iskeyword(name) else name


def numbers_only(solver: Solver) -> frozenset[str]:
    """Return the names of parameters that are always numbers, or missing: never lists, texts or flags."""
    return _numbers_only(solver.function)


@cache
def _numbers_only(function: Callable[..., Any]) -> frozenset[str]:
    """Return what `numbers_only` does, for a solver's function."""
    kinds = {name: set(get_args(hint) or [hint]) for name, hint in get_type_hints(function).items() if name != "return"}
    return frozenset(name for name, kind in kinds.items() if kind <= {int, float, type(None)})


def arrays_only(solver: Solver) -> frozenset[str]:
    """Return the names of parameters that are always arrays of numbers, or missing."""
    return _arrays_only(solver.function)


@cache
def _arrays_only(function: Callable[..., Any]) -> frozenset[str]:
    """Return what `arrays_only` does, for a solver's function."""
    return frozenset(name for name, hint in get_type_hints(function).items() if name != "return" and _is_array(hint))


def _is_array(hint: Any) -> bool:
    """Return whether all values of a type are numpy arrays, or None."""
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    return getattr(hint, "__name__", "") == "ndarray" or (len(kinds) == 1 and _is_array(kinds[0]))


@cache
def _validator(function: Callable[..., Any]) -> SchemaValidator:
    """Return the validator of the parameters of a solver's function."""
    return validator(_schema(function))


def _schema(function: Callable[..., Any]) -> CoreSchema:
    """Return the schema of the parameters of a solver's function, in which all are optional."""
    hints = get_type_hints(function, include_extras=True)
    return mapping_schema({in_file(name): hint for name, hint in hints.items() if name != "return"})
