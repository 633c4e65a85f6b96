"""Sizes of question types: bounds that are checked when a problem is loaded, and a size that a YAML file declares."""

from __future__ import annotations

from functools import cached_property
from inspect import Parameter
from keyword import iskeyword
from random import Random
from typing import Annotated, Any, Final, Literal, TypedDict

from checker.document.findings import Findings
from checker.engine.bounds import Ge, Gt, Le, MaxLen, MinLen
from checker.engine.trace import frozen
from checker.solvers._formulas import JOINT

Size = Annotated[int, Ge(1), Le(10**14)]
"""A size of at least 1."""

SizeOrNone = Annotated[int, Ge(0), Le(10**14)]
"""A size that may be 0, such as a padding or a number of decoder layers."""

Length = Annotated[int, Ge(1), Le(4096)]
"""A length of something that is shown number by number."""

Sizes = Size | Annotated[list[Size], MinLen(1), MaxLen(3)]
"""One size for all directions, or one for each."""

Paddings = SizeOrNone | Annotated[list[SizeOrNone], MinLen(1), MaxLen(3)]

_WORDS: Final = 0.3
"""The share of words among draws of a size that is a word or a list."""

_LONGEST: Final = 6
"""Maximum length of a list that is drawn."""

_MOST_NUMBERS: Final = 10**14

Formula = str | int
SizeKeys = TypedDict(
    "SizeKeys",
    {
        "from": float,
        "to": float,
        "step": float,
        "choose": list[str] | dict[str, int | str],
        "list": Annotated[list[int], MinLen(2), MaxLen(2)],
        "of": int,
        "each": Formula,
        "default": bool | int | float | str,
        "description": str,
        "where": dict[str, str],
    },
    total=False,
)


class DeclaredSize:
    """A size of a type: its names in formulas, its parameter in problems, its draws and its values."""

    def __init__(self, name: str, keys: SizeKeys, findings: Findings, *, is_drawn: bool) -> None:
        """Take its keys; it needs a range if it `is_drawn`."""
        self.name, self.argument, self.keys = name, in_python(name), keys
        self.default, self.words = keys.get("default"), keys.get("choose", ())
        self.least, self.most = keys.get("list", (0, 0))
        self.is_switch = isinstance(self.default, bool)
        has_none = self.default == 0 and keys.get("from", 1) > 0
        self.is_computed = not (self.is_switch or self.words) and (isinstance(self.default, str) or has_none)
        """The default is computed: it is a formula, or 0 for a size that the question may lack."""
        self.has_range = bool("to" in keys or (is_drawn and not self.is_switch and (self.most or not self.words)))
        self._findings = findings
        others = (*(["given"] if self.is_computed else ()), *(["count"] if self.most else ()))
        options = [f"{name}{JOINT}{each}" for each in (*self.words, *others)]
        self.names = [name, *options]
        """The names that formulas may use for it."""
        self.switches = [name] if self.is_switch else options
        """The names for its words, for whether it is given, and for the length of a list."""

    @cached_property
    def numbers(self) -> Any:
        """Return the numbers of its range; none if it has no range, or a wrong one, which is reported."""
        from checker.derivation.ranges import numbers_between  # only draws need it

        return numbers_between(self._findings, ("sizes", self.name), _MOST_NUMBERS) if self.has_range else ()

    @property
    def parameter(self) -> Parameter:
        """Return it as a parameter of a function, with the type by which problem files are checked."""
        least, words = self.keys.get("from", 1), Literal[tuple(self.words)] if self.words else None
        hint: Any = SizeOrNone if least < 1 else Size
        ends = [self._findings.text(("sizes", self.name, key)) for key in ("from", "step")]
        if self.has_range and not {*".eE"}.isdisjoint("".join(ends)):  # it has decimals
            hint = Annotated[float, Gt(0) if least > 0 else Ge(0), Le(_MOST_NUMBERS)]
        if self.most:
            entry: Any = tuple.__class_getitem__((hint,) * self.keys["of"]) if "of" in self.keys else hint
            entries = Annotated[list[entry], MinLen(self.least), MaxLen(self.most)]
            hint = hint | entries if "each" in self.keys else entries
            hint = hint | words if words else hint
        elif words or self.is_switch:
            hint = words or bool
        hint, default = (hint | None, None) if self.is_computed else (hint, self.keys.get("default", Parameter.empty))
        return Parameter(self.argument, Parameter.KEYWORD_ONLY, default=default, annotation=hint)

    def drawn(self, rng: Random) -> Any:
        """Return a random value."""
        if self.words and (not self.most or rng.random() < _WORDS):
            return rng.choice([*self.words])
        if self.is_switch:
            return rng.random() < 0.5
        most = min(self.most, _LONGEST)
        count = rng.randint(self.least, most) if most > self.least else most or 1
        if "of" in self.keys:
            return [[rng.choice(self.numbers).value for _ in range(self.keys["of"])] for _ in range(count)]
        drawn = [rng.choice(self.numbers).value for _ in range(count)]
        is_list = (self.most and "each" not in self.keys) or (count > 1 and rng.random() < 0.5)
        return drawn if is_list else drawn[0]

    def values(self, given: Any) -> dict[str, Any]:
        """Return its values in formulas, 0 for a size that is not given and has no fixed default."""
        name, given = self.name, self.default if given is None and not self.is_computed else given
        found: dict[str, Any] = {f"{name}{JOINT}given": int(given is not None)}
        found |= {f"{name}{JOINT}{each}": int(each == given) for each in self.words}
        if self.words:
            found[f"{name}{JOINT}text"] = self.words.get(str(given)) if isinstance(self.words, dict) else given
        if self.words and (not self.most or given in self.words):
            given = self.words[str(given)] if isinstance(self.words, dict) else 0
        if self.most:
            length = len(given) if isinstance(given, list | tuple) else 0
            return found | {f"{name}{JOINT}count": length, name: frozen(given)}
        is_number = isinstance(given, int | float)
        return found | {name: int(given) if isinstance(given, bool) else given if is_number else 0}

    def __str__(self) -> str:
        """Return it as the documentation has it."""
        default = f" (default {self.default})" if self.is_computed and self.default else ""
        about = f": {self.keys['description']}" if "description" in self.keys else ""
        return f"{self.name}{default}{about}"


def in_python(name: str) -> str:
    return f"{name}_" if iskeyword(name) else name
