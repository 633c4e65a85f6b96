"""Makes schemas for pydantic's core from type annotations, to validate files strictly and find every fault.

Nothing is converted: text is not a number, `true` is not 1, and 64.0 is not a count.  Only lists become tuples and
arrays, and mappings become objects, where the annotation asks for it.

Models and adapters of pydantic itself are not used: they take three times as long to start, and look for plug-ins on
the machine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from pydantic_core import PydanticCustomError, SchemaValidator

CoreSchema = dict[str, Any]

STRICT: Final = {"strict": True, "allow_inf_nan": False}
PLAIN: Final = {Any: "any", bool: "bool", int: "int", float: "float", str: "str", Decimal: "decimal", NoneType: "none"}
BOUNDS: Final = {Ge: "ge", Gt: "gt", Le: "le", Lt: "lt", MinLen: "min_length", MaxLen: "max_length"}
ARRAYS: Final = ("an array", "a list of numbers", "a list of rows, each a list of numbers")
KIND: Final = "type"
"""The key that distinguishes several kinds of mappings: `{type: conv, ...}`."""


def validator(schema: CoreSchema) -> SchemaValidator:
    """Return a validator for a schema; its `validate_python` returns the values or raises ValidationError."""
    return SchemaValidator(schema)


def schema_of(annotation: Any) -> CoreSchema:
    """Return the schema for a type annotation.  Raises AttributeError or KeyError if that is not supported."""
    schemas = _Schemas()
    return schemas.complete(schemas.of(annotation))


def mapping_schema(fields: Mapping[str, Any]) -> CoreSchema:
    """Return the schema of a mapping with these keys and types; all keys are optional."""
    schemas = _Schemas()
    return schemas.complete(schemas.keys({name: NotRequired[annotation] for name, annotation in fields.items()}))


def fields(of: type) -> dict[str, Any]:
    """Return the keys that a class of mappings declares, with the type of each."""
    hints = get_type_hints(of, include_extras=True)
    return {name: hint for name, hint in hints.items() if ClassVar not in (hint, get_origin(hint))}


class _Schemas:
    """Builder of the schemas of annotations, and of the classes in them, which may contain each other."""

    def __init__(self) -> None:
        self.classes: dict[str, CoreSchema] = {}

    def complete(self, schema: CoreSchema) -> CoreSchema:
        """Return a schema with the definitions of all classes so far, to which it refers by name."""
        return {"type": "definitions", "schema": schema, "definitions": list(self.classes.values())}

    def of(self, annotation: Any) -> CoreSchema:  # noqa: PLR0911 - one for each kind of annotation
        """Return the schema for a type annotation."""
        origin, inner = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self._narrowed(*inner)
        if origin is Literal:
            return _one_of(inner)
        if origin in {Union, UnionType}:
            return self._union(inner)
        if origin is list:
            return {"type": "list", "items_schema": self.of(*inner)}
        if origin is tuple:
            items = [self.of(each) for each in inner if each is not ...]
            ending = {"variadic_item_index": len(items) - 1} if ... in inner else {}
            return {"type": "tuple", "items_schema": items, "strict": False, **ending}
        if origin is dict:
            return {"type": "dict", "keys_schema": self.of(inner[0]), "values_schema": self.of(inner[1])}
        if annotation in PLAIN:
            return {"type": PLAIN[annotation]}
        return self._class(annotation)

    def keys(self, fields: Mapping[str, Any]) -> CoreSchema:
        """Return the schema of a mapping with these keys and no others."""
        schemas = {}
        for name, annotation in fields.items():
            optional = get_origin(annotation) is NotRequired
            schema = self.of(get_args(annotation)[0] if optional else annotation)
            schemas[name] = {"type": "typed-dict-field", "schema": schema, "required": not optional}
        return {"type": "typed-dict", "fields": schemas, "extra_behavior": "forbid", "config": STRICT}

    def _class(self, of: Any) -> CoreSchema:
        """Return a reference to the schema of a class.

        Keys of a TypedDict are required unless it says otherwise; those of a Section are all optional.
        """
        if of.__name__ not in self.classes:
            self.classes[of.__name__] = {}  # a class may contain itself
            keys = fields(of)
            if not getattr(of, "__total__", False):
                keys = {name: NotRequired[hint] for name, hint in keys.items()}
            schema = self.keys(keys)
            if not issubclass(of, dict):
                schema = {"type": "function-after", "function": {"type": "no-info", "function": of}, "schema": schema}
            self.classes[of.__name__] = schema | {"ref": of.__name__}
        return {"type": "definition-ref", "schema_ref": of.__name__}

    def _union(self, members: tuple[Any, ...]) -> CoreSchema:
        """Return the schema of a union; of several mappings the key `type` decides which one is checked."""
        if NoneType in members:
            others = (each for each in members if each is not NoneType)
            return {"type": "nullable", "schema": self.of(reduce(or_, others))}
        if all(KIND in getattr(each, "__annotations__", ()) for each in members):
            tags = {get_args(get_type_hints(each)[KIND])[0]: self.of(each) for each in members}
            return {"type": "tagged-union", "discriminator": KIND, "choices": tags}
        arrays = {axes: self.of(each) for each in members if (axes := _axes(each))}
        choices = [self.of(each) for each in members if not _axes(each)]
        return {"type": "union", "choices": [*choices, *([_of_depth(arrays)] if arrays else [])]}

    def _narrowed(self, annotation: Any, *by: Any) -> CoreSchema:
        """Return the schema of an Annotated: with bounds, a pattern, a tuple of options, or the axes of an array."""
        for each in by:
            if isinstance(each, tuple):
                return _one_of(each)
            if type(each).__name__ == "Dimensions":  # not imported here: its module needs numpy
                return _array(each.number)
        schema = self.of(annotation)
        for each in by:
            if isinstance(each, re.Pattern):
                schema["pattern"] = f"^(?:{each.pattern})$"
            else:
                name = BOUNDS[type(each)]
                schema[name] = getattr(each, name)
        return schema


def _one_of(options: tuple[Any, ...]) -> CoreSchema:
    """Return the schema of one of several options."""
    literal = {"type": "literal", "expected": list(options)}
    if not all(type(option) is int for option in options):
        return literal
    whole = {"type": "int", "metadata": {"pydantic_js_updates": {"enum": list(options)}}}
    return {"type": "chain", "steps": [whole, literal]}  # the core takes `true` and 1.0 for the literal 1


def _axes(annotation: Any) -> int:
    """Return the number of axes of an array's annotation; 0 for other annotations."""
    by = getattr(annotation, "__metadata__", ())
    return next((each.number for each in by if type(each).__name__ == "Dimensions"), 0)


def _of_depth(arrays: Mapping[int, CoreSchema]) -> CoreSchema:
    """Return the schema of an array with one of several numbers of axes; the depth of the first entry decides."""
    if len(arrays) == 1:
        return next(iter(arrays.values()))

    def depth(value: Any) -> str:
        found = 0
        while isinstance(value, list) and found < max(arrays):
            value, found = value[0] if value else None, found + 1
        return str(max(found, min(arrays)))

    return {"type": "tagged-union", "discriminator": depth, "choices": {str(axes): arrays[axes] for axes in arrays}}


def _array(axes: int) -> CoreSchema:
    """Return the schema of nested lists of numbers, which become a numpy array."""
    expected = ARRAYS[axes] if axes < len(ARRAYS) else f"a list of numbers, nested {axes} deep"

    def check_list(value: Any) -> Any:
        if not isinstance(value, list):
            raise PydanticCustomError("written_as", "{form}", {"form": expected})
        return value

    schema: CoreSchema = {"type": "float"}
    for _ in range(axes):
        schema = {"type": "list", "items_schema": schema, "min_length": 1}
    schema = {"type": "function-after", "function": {"type": "no-info", "function": _rectangular}, "schema": schema}
    return {"type": "function-before", "function": {"type": "no-info", "function": check_list}, "schema": schema}


def _rectangular(numbers: list[Any]) -> Any:
    """Return nested lists as an array."""
    import numpy as np  # the annotation has loaded it already

    try:
        return np.array(numbers, dtype=np.float64)
    except ValueError:
        raise PydanticCustomError("ragged", "rectangular; its rows have different lengths") from None
