"""JSON Schemas (2020-12) of type annotations and sections, with which editors check files as `checks` does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NotRequired, Union, get_args, get_origin

from checker.document.checks import AS_WRITTEN, BOUNDS, Section, TypeHints, axes_of, keys_of, nested, required_keys

Schema = dict[str, Any]

_PLAIN: Final[dict[Any, Schema]] = {
    Any: {},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    Decimal: {"type": "number"},
}


class JsonSchemas:
    """Builder of schemas; `definitions` has those of the classes in them, by name.

    `form` is the form of references to them, in which `{model}` stands for a name there; what fits `instead` may stand
    in place of any value.
    """

    def __init__(self, form: str = "#/$defs/{model}", instead: Schema | None = None) -> None:
        self.definitions: Schema = {}
        self._form = form
        self._instead = instead

    def keys(self, hints: TypeHints, required: Iterable[str] = ()) -> Schema:
        """Return the schema of a mapping with these keys and no others."""
        properties = {name: self._inner(hint) for name, hint in hints.items()}
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": list(required)} if required else {})

    def mapping(self, of: Any) -> Schema:
        """Return the schema of a class of mappings."""
        one_of = of.one_of if issubclass(of, Section) else ()
        choice = {"oneOf": [{"required": [key]} for key in one_of]} if one_of else {}
        return self.keys(keys_of(of), required_keys(of)) | choice

    def _inner(self, hint: Any) -> Schema:
        return {"anyOf": [self.of(hint), self._instead]} if self._instead else self.of(hint)

    def of(self, hint: Any) -> Schema:  # noqa: PLR0911 - one for each kind of annotation
        """Return the schema of an annotation."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self.of(inner[0])
        if origin is Annotated:
            return self._narrowed(inner[0], inner[1:], axes_of(hint))
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in {Union, UnionType}:
            return {"anyOf": [self.of(each) for each in inner]}
        if origin in {list, tuple}:
            items = [self.of(each) for each in inner if each is not ...]
            if origin is tuple and ... not in inner:
                return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
            return {"type": "array", "items": self._inner(inner[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self._inner(inner[1])}
        return dict(_PLAIN[hint]) if hint in _PLAIN else self._class(hint)

    def _class(self, of: Any) -> Schema:
        if of.__name__ not in self.definitions:
            self.definitions[of.__name__] = {}
            self.definitions[of.__name__] = self.mapping(of)
        return {"$ref": self._form.format(model=of.__name__)}

    def _narrowed(self, hint: Any, by: tuple[Any, ...], axes: int) -> Schema:
        """Return the schema of an Annotated: with bounds, a pattern, a tuple of options, or the axes of an array."""
        if options := next((each for each in by if isinstance(each, tuple)), ()):
            return {"enum": list(options)}
        if axes:
            return self.of(nested(axes))
        schema: Schema = {} if AS_WRITTEN in by else self.of(hint)
        for each in by:
            if isinstance(each, re.Pattern):
                schema["pattern"] = f"^(?:{each.pattern})$"
            elif type(each).__name__ in BOUNDS:
                name, _, _, key = BOUNDS[type(each).__name__]
                schema[key if schema.get("type") == "array" else key.replace("Items", "Length")] = getattr(each, name)
        return schema
