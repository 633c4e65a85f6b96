"""Checks the values of a file against type annotations, strictly, and finds every fault with its path.

Nothing is converted: text is not a number, `true` is not 1, and 64.0 is not a count.  Only lists become tuples and
arrays, and mappings become objects, where the annotation asks for it.  A `Section` declares the keys of a mapping.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from checker.document.findings import DataPath, Findings, Issue
from checker.document.nodes import DocumentNode, ListNode, MappingNode, Scalar, to_python
from checker.engine.bounds import MinLen
from checker.text.words import UnknownName, describe, either, nearest, shortened

TypeHints = Mapping[str, Any]

MISSING: Final = object()
"""Placeholder for a required value that is not there; it fails every check, which reveals what is needed."""

_LEFT_OUT: Final = object()

AS_WRITTEN: Final = object()
Text = Annotated[str, AS_WRITTEN]
"""A value that is taken as written, whatever it is: an id `1`, an answer `27,648`, a key `[0.60, 0.20]`."""

_TAG: Final = "type"
"""The key that distinguishes several kinds of mappings: `{type: conv, ...}`."""

PLAIN: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "text", NoneType: "null"}

BOUNDS: Final[Mapping[str, tuple[str, Callable[[Any, Any], bool], str, str]]] = {
    "Ge": ("ge", operator.ge, "{} or more", "minimum"),
    "Gt": ("gt", operator.gt, "more than {}", "exclusiveMinimum"),
    "Le": ("le", operator.le, "{} or less", "maximum"),
    "Lt": ("lt", operator.lt, "less than {}", "exclusiveMaximum"),
    "MinLen": ("min_length", operator.ge, "a list of {} or more", "minItems"),
    "MaxLen": ("max_length", operator.le, "a list of {} or fewer", "maxItems"),
}
"""By the name of a bound: its attribute, the test, what a value must be in words, and the key of a JSON Schema."""


class Section:
    """A mapping in a file; its annotations are the keys, each with a default, so that a wrong value can be left out."""

    noun: ClassVar[str]
    """The mapping in messages: "an example"."""
    required: ClassVar[tuple[str, ...]] = ()
    one_of: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[str] = ""
    """What a section must be that has none of them, or several."""
    only_with: ClassVar[Mapping[str, str]] = {}
    """Keys that are only given next to another one."""

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        self.data = data or {}
        """The values of the keys that are in the file."""
        self.__dict__.update(self.data)

    @property
    def chosen(self) -> str:
        """Return the key of `one_of` that is given."""
        return next(key for key in self.one_of if key in self.data)

    @property
    def fault(self) -> str:
        """Return what the section must be, where its keys do not go together; else an empty text."""
        if self.one_of and sum(key in self.data for key in self.one_of) != 1:
            return self.needs
        alone = (each for each in self.only_with.items() if each[0] in self.data and each[1] not in self.data)
        return next((f"`{key}` next to a `{other}` only" for key, other in alone), "")


_Model = TypeVar("_Model", bound=Section)


def validated(model: type[_Model], findings: Findings) -> _Model:
    """Return a section of a file; wrong values are reported to `findings` and left out."""
    if not isinstance(findings.root, MappingNode):
        findings.report((), f"{model.noun} must be a mapping: lines of `key: value`")
        return model()
    check = _Check()
    section = check.value(findings.root, model, ())
    for issue in check.issues():
        findings.add(issue)
    return section if isinstance(section, model) else model()


def checked_keys(given: Mapping[str, Any], hints: TypeHints, noun: str) -> tuple[dict[str, Any], list[Issue]]:
    """Return the checked values of a mapping, and the issues; a missing key is one if its value is MISSING."""
    check = _Check()
    values = check.keys(given, hints, (), noun)
    return values, check.issues()


@cache
def keys_of(model: Any) -> TypeHints:
    """Return the keys that a class of mappings declares, with the type of each."""
    hints = get_type_hints(model, include_extras=True)
    return {name: hint for name, hint in hints.items() if ClassVar not in (hint, get_origin(hint))}


def required_keys(model: Any) -> tuple[str, ...]:
    """Return the keys that a class requires: a Section lists them, and a TypedDict says which are not."""
    if issubclass(model, Section):
        return tuple(model.required)
    hints = keys_of(model).items() if model.__total__ else ()
    return tuple(name for name, hint in hints if not _is_optional(hint))


def _is_optional(hint: Any) -> bool:
    origin: Any = get_origin(hint)
    return origin is NotRequired


def axes_of(hint: Any) -> int:
    """Return the number of axes of an array's annotation; 0 for other annotations."""
    by = getattr(hint, "__metadata__", ())
    return next((each.number for each in by if type(each).__name__ == "Dimensions"), 0)  # which is in a room above


def nested(axes: int) -> Any:
    """Return the annotation of the nested lists of numbers from which an array with these axes is made."""
    return Annotated[list[nested(axes - 1)], MinLen(1)] if axes else float  # type: ignore[misc]


_Sort = Literal["type", "option", "rule"]
"""What a value must be: of a type, one of some options, or of the right type by a rule such as `1 or more`."""


class _Fault(NamedTuple):
    given: Any
    needed: str
    kind: _Sort


class _Check:
    """One check of a value, with all faults by their paths."""

    def __init__(self) -> None:
        self.faults: dict[DataPath, list[_Fault]] = {}
        self.others: dict[DataPath, Issue] = {}

    def issues(self) -> list[Issue]:
        """Return the issues, one for each place.

        If a value may be of several kinds, each of them has a fault, and only the deepest are kept: who wrote a list
        meant a list.  A key that is only missing because it is misspelt is reported once.
        """
        paths = {*self.faults, *self.others}
        outer = {path[:length] for path in paths for length in range(len(path))}
        missing = {path for path, faults in self.faults.items() if faults[0].given is MISSING}
        others = islice(self.others.values(), 1000 if missing else 0)
        unknown = ((each.path[:-1], each.unknown) for each in others if each.unknown)
        meant = {(*path, *nearest(name.word, name.known)) for path, name in unknown}
        told = [path for path in self.faults if path not in outer and not (path in meant and path in missing)]
        return [
            *(_issue(path, self.faults[path]) for path in told),
            *(issue for path, issue in self.others.items() if path not in outer),
        ]

    def value(self, given: Any, hint: Any, path: DataPath) -> Any:  # noqa: PLR0911 - one for each kind of annotation
        """Return a value as the annotation has it, or _LEFT_OUT where it is wrong."""
        origin, inner = get_origin(hint), get_args(hint)
        if hint is Any:
            return to_python(given) if isinstance(given, DocumentNode) else given
        if origin is Annotated:
            return self._narrowed(given, inner[0], hint, path)
        if origin in {Union, UnionType}:
            return self._union(given, inner, path)
        if hint is Decimal:
            return self._decimal(given, path)
        given = _opened(given)
        if hint in PLAIN:
            return self._plain(given, hint, path)
        if origin is Literal:
            return self._one_of(given, inner, path)
        if origin in {list, tuple}:
            return self._list(given, inner, path, origin)
        if not isinstance(given, dict):
            return self._must(path, given, "a mapping of names to values")
        if origin is dict:
            return self.keys(given, dict.fromkeys(given, inner[1]), path, "")
        return self._mapping(given, hint, path)

    def _must(self, path: DataPath, given: Any, needed: str, kind: _Sort = "type") -> Any:
        self.faults.setdefault(path, []).append(_Fault(given, needed, kind))
        return _LEFT_OUT

    def _plain(self, given: Any, hint: Any, path: DataPath) -> Any:
        if hint is float and type(given) in {int, float}:
            try:
                number = float(given)
            except OverflowError:
                return self._must(path, given, PLAIN[float])
            return number if math.isfinite(number) else self._must(path, given, "a finite number")
        return given if type(given) is hint else self._must(path, given, PLAIN[hint])

    def _decimal(self, given: Any, path: DataPath) -> Any:
        """Return a number as the decimal that is written: 0.1 is exactly 0.1."""
        value = _opened(given)
        is_number = type(value) is int or (isinstance(value, float) and math.isfinite(value))
        written = given.text if isinstance(value, float) else value
        return Decimal(written) if is_number else self._must(path, value, PLAIN[float])

    def _one_of(self, given: Any, options: tuple[Any, ...], path: DataPath) -> Any:
        if any(given == each and type(given) is type(each) for each in options):
            return given
        is_number = type(given) is not int and all(type(each) is int for each in options)
        needed = PLAIN[int] if is_number else either(map(str, options))
        return self._must(path, given, needed, "type" if is_number else "option")

    def _list(self, given: Any, items: tuple[Any, ...], path: DataPath, kind: type[list[Any] | tuple[Any, ...]]) -> Any:
        if not isinstance(given, list | tuple) or (kind is list and isinstance(given, tuple)):
            return self._must(path, given, "a list")
        is_fixed = kind is tuple and items[-1] is not ...
        if is_fixed and len(given) > len(items):
            return self._must(path, given, f"a list of {len(items)} or fewer", "rule")
        hints = items if is_fixed else (items[0],) * len(given)
        whole = [*given, *[MISSING] * (len(hints) - len(given))]
        values = [self.value(each, hints[place], (*path, place)) for place, each in enumerate(whole)]
        return _LEFT_OUT if any(each is _LEFT_OUT for each in values) else kind(values)

    def _mapping(self, given: dict[str, Any], model: Any, path: DataPath) -> Any:
        needed = {name: MISSING for name in required_keys(model) if name not in given}
        if not issubclass(model, Section):
            return self.keys(given | needed, keys_of(model), path, "known here")
        before = len(self.faults) + len(self.others)
        section = model(self.keys(given | needed, keys_of(model), path, f"a key of {model.noun}"))
        if section.fault and before == len(self.faults) + len(self.others):  # else its keys may only seem not to fit
            return self._must(path, given, section.fault, "rule")
        return _LEFT_OUT if section.fault else section

    def keys(self, given: Mapping[str, Any], hints: TypeHints, path: DataPath, noun: str) -> dict[str, Any]:
        """Return the checked values of a mapping with these keys and no others."""
        values = {}
        for key, each in given.items():
            here = (*path, key)
            if key not in hints:
                is_text = " " in key and _opened(each) is None  # `{description: the sum, in euros}`
                unknown = None if is_text else UnknownName(key, tuple(hints))
                text = f"{shortened(key)} is not {noun}{'; put a text with a comma in quotes' if is_text else ''}"
                self.others[here] = Issue(here, text, at_key=True, unknown=unknown)
                continue
            hint = get_args(hints[key])[0] if _is_optional(hints[key]) else hints[key]
            if (value := self.value(each, hint, here)) is not _LEFT_OUT:
                values[key] = value
        return values

    def _union(self, given: Any, members: tuple[Any, ...], path: DataPath) -> Any:
        """Return a value of one of several types, the first that fits."""
        if NoneType in members and _opened(given) is None:
            return None
        members = tuple(each for each in members if each is not NoneType)
        if len(members) > 1 and all(_TAG in getattr(each, "__annotations__", ()) for each in members):
            return self._tagged(_opened(given), members, path)
        if arrays := {axes: each for each in members if (axes := axes_of(each))}:
            depth = min(max(_depth(given), min(arrays)), max(arrays))
            members = (*(each for each in members if not axes_of(each)), arrays[depth])
        if len(members) == 1:
            return self.value(given, members[0], path)
        found, attempts = _LEFT_OUT, []
        for member in members:
            attempt = _Check()
            value = attempt.value(given, member, path)
            if not attempt.faults and not attempt.others:
                return value
            found = value if found is _LEFT_OUT else found
            attempts.append(attempt)
        for attempt in attempts:
            for place, faults in attempt.faults.items():
                self.faults.setdefault(place, []).extend(faults)
            self.others |= attempt.others
        return found

    def _tagged(self, given: Any, members: tuple[Any, ...], path: DataPath) -> Any:
        """Return a mapping of one of several kinds; the key `type` decides which."""
        if not isinstance(given, dict):
            return self._must(path, given, "a mapping of names to values")
        kinds = {get_args(keys_of(each)[_TAG])[0]: each for each in members}
        tag = _opened(given.get(_TAG, MISSING))
        if isinstance(tag, str) and tag in kinds:
            return self._mapping(given, kinds[tag], path)
        return self._must((*path, _TAG), tag, either(kinds), "option")

    def _narrowed(self, given: Any, inner: Any, hint: Any, path: DataPath) -> Any:
        """Return a value of an Annotated: with bounds, a pattern, a tuple of options, or the axes of an array."""
        by = hint.__metadata__
        if options := next((each for each in by if isinstance(each, tuple)), ()):
            return self._one_of(_opened(given), options, path)
        if axes := axes_of(hint):
            return self._array(_opened(given), axes, path)
        if AS_WRITTEN in by and isinstance(given, DocumentNode):
            value: Any = given.text
        else:
            value = self.value(given, inner, path)
        rule = next((text for each in by if (text := _broken(each, value))), "") if value is not _LEFT_OUT else ""
        return self._must(path, value, rule, "rule") if rule else value

    def _array(self, given: Any, axes: int, path: DataPath) -> Any:
        if not isinstance(given, list):
            forms = {1: "a list of numbers", 2: "a list of rows, each a list of numbers"}
            return self._must(path, given, forms.get(axes, f"a list of numbers, nested {axes} deep"))
        values = self.value(given, nested(axes), path)
        if values is _LEFT_OUT:
            return values
        import numpy as np  # the annotation has loaded it already

        try:
            return np.array(values, dtype=np.float64)
        except ValueError:
            return self._must(path, given, "rectangular; its rows have different lengths", "rule")


def _opened(node: Any) -> Any:
    """Return the value of a node, with nodes in its list or mapping; any other value is unchanged."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, ListNode):
        return node.items
    return {key: each for key, (_, each) in node.entries.items()} if isinstance(node, MappingNode) else node


def _depth(value: Any) -> int:
    """Return how deep lists are nested, by their first entries."""
    value = _opened(value)
    return 1 + (_depth(value[0]) if value else 0) if isinstance(value, list) else 0


def _broken(rule: Any, value: Any) -> str:
    """Return what a value must be by a bound or a pattern that it breaks; else an empty text."""
    if isinstance(rule, re.Pattern):
        return "" if rule.fullmatch(value) else "made of lowercase letters, digits and hyphens"  # the only pattern: ids
    if type(rule).__name__ not in BOUNDS:
        return ""
    name, holds, needed, _ = BOUNDS[type(rule).__name__]
    bound = getattr(rule, name)
    if holds(len(value) if name.endswith("length") else value, bound):
        return ""
    if isinstance(value, str):
        needed = "some text" if name == "min_length" else "text of {} characters or fewer"
    return needed.format(f"{bound:,.15g}")


def _issue(path: DataPath, faults: list[_Fault]) -> Issue:
    words = []
    for part in reversed(path):  # `entry 2 of kernel_size`, counted from 1 as people do
        words.append(f"entry {part + 1}" if isinstance(part, int) else shortened(part))
        if isinstance(part, str):
            break
    subject = " of ".join(words) or "this"
    first = next((each for each in faults if each.kind == "rule"), faults[0])
    if first.given is not MISSING and first.kind == "rule":
        return Issue(path, f"{subject} must be {first.needed}")
    needed = first.needed if first.kind == "rule" else " or ".join(dict.fromkeys(each.needed for each in faults))
    if first.given is MISSING:
        return Issue(path, f"{subject} is missing; it needs {needed}")
    is_word = isinstance(first.given, str) and first.kind == "option"
    given = shortened(first.given) if is_word else describe(first.given)
    return Issue(path, f"{subject} must be {needed}, not {given}")
