"""Annotations as what a file must hold: schemas for pydantic's core, which checks strictly and finds all that is wrong.

Nothing is converted: text is no number, `true` no 1, and 64.0 no count.  Only lists become tuples and arrays, and
mappings objects, where the annotation asks for them.

Models and adapters of pydantic itself are not used: they would take three times as long to start, and look for plug-ins
on the machine.
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
"""The key that tells mappings of several kinds apart: `{type: conv, ...}`."""


def validator(form: CoreSchema) -> SchemaValidator:
    """What checks values by a form: `validate_python` gives them back, or raises pydantic_core's ValidationError."""
    return SchemaValidator(form)


def schema_of(annotation: Any) -> CoreSchema:
    """The form of an annotation.  AttributeError or KeyError where it has none: a fault of whoever wrote it."""
    forms = _Forms()
    return forms.complete(forms.of(annotation))


def mapping_schema(fields: Mapping[str, Any]) -> CoreSchema:
    """The form of a mapping with these keys, none of which must be there."""
    forms = _Forms()
    return forms.complete(forms.keys({name: NotRequired[annotation] for name, annotation in fields.items()}))


def fields(of: type) -> dict[str, Any]:
    """The annotations of a class's keys."""
    hints = get_type_hints(of, include_extras=True)
    return {name: hint for name, hint in hints.items() if ClassVar not in (hint, get_origin(hint))}


class _Forms:
    """The forms of annotations, and of the classes they name; those may hold each other."""

    def __init__(self) -> None:
        self.classes: dict[str, CoreSchema] = {}

    def complete(self, form: CoreSchema) -> CoreSchema:
        return {"type": "definitions", "schema": form, "definitions": list(self.classes.values())}

    def of(self, annotation: Any) -> CoreSchema:  # noqa: PLR0911 - one for each kind of annotation
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
        """A mapping with these keys and no other."""
        forms = {}
        for name, annotation in fields.items():
            optional = get_origin(annotation) is NotRequired
            form = self.of(get_args(annotation)[0] if optional else annotation)
            forms[name] = {"type": "typed-dict-field", "schema": form, "required": not optional}
        return {"type": "typed-dict", "fields": forms, "extra_behavior": "forbid", "config": STRICT}

    def _class(self, of: Any) -> CoreSchema:
        """A TypedDict; or an object that is made of the keys that are there, each with a default."""
        if of.__name__ not in self.classes:
            self.classes[of.__name__] = {}  # a class may hold itself
            keys = fields(of)
            if not getattr(of, "__total__", False):
                keys = {name: NotRequired[hint] for name, hint in keys.items()}
            form = self.keys(keys)
            if not issubclass(of, dict):
                form = {"type": "function-after", "function": {"type": "no-info", "function": of}, "schema": form}
            self.classes[of.__name__] = form | {"ref": of.__name__}
        return {"type": "definition-ref", "schema_ref": of.__name__}

    def _union(self, members: tuple[Any, ...]) -> CoreSchema:
        """One of several kinds.  Where all are mappings their `type` tells which is meant, and only it is checked."""
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
        """By bounds, by a pattern; or a tuple of the options there are, or the axes of an array."""
        for each in by:
            if isinstance(each, tuple):
                return _one_of(each)
            if type(each).__name__ == "Dimensions":  # of maths.py, not imported here: it takes numpy
                return _array(each.number)
        form = self.of(annotation)
        for each in by:
            if isinstance(each, re.Pattern):
                form["pattern"] = f"^(?:{each.pattern})$"
            else:
                name = BOUNDS[type(each)]
                form[name] = getattr(each, name)
        return form


def _one_of(options: tuple[Any, ...]) -> CoreSchema:
    literal = {"type": "literal", "expected": list(options)}
    if not all(type(option) is int for option in options):
        return literal
    whole = {"type": "int", "metadata": {"pydantic_js_updates": {"enum": list(options)}}}
    return {"type": "chain", "steps": [whole, literal]}  # for the core `true` and 1.0 are the literal 1


def _axes(annotation: Any) -> int:
    """How many axes an array has; 0 of what is none."""
    by = getattr(annotation, "__metadata__", ())
    return next((each.number for each in by if type(each).__name__ == "Dimensions"), 0)


def _of_depth(arrays: Mapping[int, CoreSchema]) -> CoreSchema:
    """An array of one of several numbers of axes: how deep the first entry stands tells which is meant."""
    if len(arrays) == 1:
        return next(iter(arrays.values()))

    def depth(value: Any) -> str:
        deep = 0
        while isinstance(value, list) and deep < max(arrays):
            value, deep = value[0] if value else None, deep + 1
        return str(max(deep, min(arrays)))

    return {"type": "tagged-union", "discriminator": depth, "choices": {str(axes): arrays[axes] for axes in arrays}}


def _array(axes: int) -> CoreSchema:
    """Numbers in lists, in lists of them for two axes and so on; checked, they are a numpy array."""
    how = ARRAYS[axes] if axes < len(ARRAYS) else f"a list of numbers, nested {axes} deep"

    def listed(value: Any) -> Any:
        if not isinstance(value, list):
            raise PydanticCustomError("written_as", "{form}", {"form": how})
        return value

    form: CoreSchema = {"type": "float"}
    for _ in range(axes):
        form = {"type": "list", "items_schema": form, "min_length": 1}
    form = {"type": "function-after", "function": {"type": "no-info", "function": _rectangular}, "schema": form}
    return {"type": "function-before", "function": {"type": "no-info", "function": listed}, "schema": form}


def _rectangular(numbers: list[Any]) -> Any:
    import numpy as np  # loaded already, by the annotation

    try:
        return np.array(numbers, dtype=np.float64)
    except ValueError:
        raise PydanticCustomError("ragged", "rectangular; its rows are of different lengths") from None
