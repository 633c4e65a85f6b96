"""A question type's parameters: its solver's signature is their schema, and what was written is checked against it.

What is left out takes its default, so that equal questions have equal arguments.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_type_hints

from pydantic_core import SchemaValidator, ValidationError

from checker.document.core_schema import CoreSchema, mapping_schema, validator
from checker.document.issues import MISSING, DataPath, Issue, issues_from
from checker.questions.registry import Solver


class ParameterFaults(Exception):  # noqa: N818 - several
    """What is wrong with a question's parameters, each fault with its path into them."""

    def __init__(self, found: list[Issue]) -> None:
        super().__init__(found)
        self.faults = found

    def __str__(self) -> str:
        return "; ".join(fault.message for fault in self.faults)


def arguments(solver: Solver, written: Mapping[str, Any]) -> dict[str, Any]:
    """All arguments of the solver, in its signature's order, for the parameters that a file gives.

    Raises ParameterFaults.  Whether sizes go together only the solver knows: it raises ParameterError when it runs.
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
    """Whether the numbers among these arguments, each by itself, are what their parameters may be."""
    plain = {in_file(name): value for name, value in arguments.items() if type(value) in (int, float)}
    try:
        _validator(solver.function).validate_python(plain)
    except ValidationError:
        return False
    return True


def json_schema(solver: Solver, definitions: str = "#/$defs/{model}") -> dict[str, Any]:
    """The JSON Schema of the parameters; `definitions` is how it refers to its `$defs`."""
    from pydantic.json_schema import GenerateJsonSchema

    schema = GenerateJsonSchema(ref_template=definitions).generate(_form(solver.function))
    names = defaults(solver)
    for name, default in names.items():
        if default is not inspect.Parameter.empty and default is not None:
            schema["properties"][name]["default"] = default
    schema["required"] = [name for name, default in names.items() if default is inspect.Parameter.empty]
    return schema


def defaults(solver: Solver) -> dict[str, Any]:
    """The parameters by their names in files, with their defaults; `Parameter.empty` where one must be given."""
    return {in_file(name): each.default for name, each in inspect.signature(solver.function).parameters.items()}


def in_file(parameter: str) -> str:
    """A parameter's name in files: `pass_`, as Python has to call it, is written `pass`."""
    bare = parameter.removesuffix("_")
    return bare if keyword.iskeyword(bare) else parameter


def _in_python(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


@cache
def _validator(function: Callable[..., Any]) -> SchemaValidator:
    return validator(_form(function))


def _form(function: Callable[..., Any]) -> CoreSchema:
    hints = get_type_hints(function, include_extras=True)
    return mapping_schema({in_file(name): hint for name, hint in hints.items() if name != "return"})
