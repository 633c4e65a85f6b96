"""The keys of question types that are YAML; the parameters, draws and documentation that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import Parameter
from keyword import iskeyword
from random import Random
from textwrap import fill
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from annotated_types import Ge, Gt, Le, MaxLen, MinLen

from checker.derivation.ranges import numbers_between
from checker.document.checks import Section
from checker.document.findings import Findings
from checker.engine.trace import TOTAL, frozen
from checker.solvers._sizes import Size as Whole
from checker.solvers._sizes import SizeOrNone

OF_CONVENTION: Final = frozenset({"follows", "weight", "where"})
"""Keys of a convention that are no options."""

NUMBER: Final = "number"
"""What formulas call the number of a step that is repeated."""

TAKEN: Final = -2
"""The place of a number in a formula that is no number to people: 1 where an option is taken, else 0."""

JOINT: Final = "__"
"""What joins a name and its option in trees of formulas: `biases__counted`."""

_WORDS: Final = 0.3
"""The share of words among draws of a size that is a word or a list."""

_LONGEST: Final = 6
"""Maximum length of a list that is drawn."""

_MOST_NUMBERS: Final = 10**14

Formula = str | int
Weight = Literal["typical", "common", "usual", "rare"]
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


class Mistake(TypedDict):
    name: str
    change: NotRequired[str | list[str] | dict[str, str | list[str]]]
    says: str
    says_if: NotRequired[dict[str, str]]
    weight: NotRequired[Weight]
    where: NotRequired[str]


class TypeFile(Section):
    """The file of a question type."""

    noun = "a question type"
    required = ("about", "formula", "answer", "source", "sizes", "steps", "examples")

    about: str = ""
    formula: str = ""
    answer: str = ""
    source: str = ""
    sizes: dict[str, SizeKeys] = {}  # noqa: RUF012 - the keys of a file
    conventions: dict[str, dict[str, str]] = {}  # noqa: RUF012
    names: dict[str, Formula] = {}  # noqa: RUF012
    steps: dict[str, Formula | dict[str, Formula | list[list[str]]]] = {}  # noqa: RUF012
    units: dict[str, str] = {}  # noqa: RUF012
    mistakes: list[Mistake] = []  # noqa: RUF012
    examples: list[dict[str, Any]] = []  # noqa: RUF012


class Size:
    """A size of a type: its names in formulas, its parameter in problems, its draws and its values."""

    def __init__(self, name: str, keys: SizeKeys, findings: Findings, *, is_drawn: bool) -> None:
        """Report what is wrong with its range, which it needs if it `is_drawn`."""
        self.name, self.argument, self.keys = name, in_python(name), keys
        self.default, self.words = keys.get("default"), keys.get("choose", ())
        self.least, self.most = keys.get("list", (0, 0))
        self.is_switch = isinstance(self.default, bool)
        has_none = self.default == 0 and keys.get("from", 1) > 0
        self.is_computed = not (self.is_switch or self.words) and (isinstance(self.default, str) or has_none)
        """The default is computed: it is a formula, or 0 for a size that the question may lack."""
        has_range = "to" in keys or (is_drawn and not self.is_switch and (self.most or not self.words))
        self.numbers = numbers_between(findings, ("sizes", name), _MOST_NUMBERS) if has_range else ()
        others = (*(["given"] if self.is_computed else ()), *(["count"] if self.most else ()))
        options = [f"{name}{JOINT}{each}" for each in (*self.words, *others)]
        self.names = [name, *options]
        """The names that formulas may use for it."""
        self.switches = [name] if self.is_switch else options
        """The names for its words, for whether it is given, and for the length of a list."""

    @property
    def parameter(self) -> Parameter:
        """Return it as a parameter of a function, with the type by which problem files are checked."""
        least, words = self.keys.get("from", 1), Literal[tuple(self.words)] if self.words else None
        hint: Any = SizeOrNone if least < 1 else Whole
        if self.numbers and not self.numbers.is_whole:
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


def documentation(name: str, file: TypeFile, sizes: Iterable[Size]) -> str:
    """Return the documentation of a type, in the form of that of types in Python."""
    described = f"{'; '.join(map(str, sizes))}."
    parts = {"Formula": file.formula, "Sizes": described, "Answer": file.answer, "Source": file.source}
    about = [fill(f"{part}: {' '.join(text.split())}", 116, subsequent_indent="    ") for part, text in parts.items()]
    first = dict(file.examples[0])
    total = first.pop(TOTAL, None)
    given = ", ".join(f"{in_python(name)}={value!r}" for name, value in first.items())
    example = [f">>> {name}({given})", str(tuple(total) if isinstance(total, list) else total)]
    return "\n".join([" ".join(file.about.split()), "", *about, "", *example])
