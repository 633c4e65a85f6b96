"""The keys of question types that are YAML; the parameters, draws and documentation that follow from them."""

from __future__ import annotations

from inspect import Parameter
from keyword import iskeyword
from random import Random
from textwrap import fill
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from annotated_types import MaxLen, MinLen

from checker.document.checks import Section
from checker.engine.trace import TOTAL
from checker.solvers._sizes import Size, SizeOrNone

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

Formula = str | int
Weight = Literal["typical", "common", "usual", "rare"]
SizeKeys = TypedDict(
    "SizeKeys",
    {
        "from": int,
        "to": int,
        "choose": list[str] | dict[str, int | str],
        "sides": list[str],
        "list": Annotated[list[int], MinLen(2), MaxLen(2)],
        "of": int,
        "each": str,
        "default": bool | int | str,
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


def is_computed(size: SizeKeys) -> bool:
    """Return whether a default is computed: it is a formula, or 0 for a size that the question may lack."""
    default = size.get("default")
    return (
        not isinstance(default, bool)
        and "choose" not in size
        and (isinstance(default, str) or (default == 0 and size.get("from", 1) > 0))
    )


def switches_of(name: str, size: SizeKeys) -> list[str]:
    """Return the names in formulas for each word of a size, for whether it is given, and for the length of a list."""
    others = [*(["given"] if is_computed(size) else []), *(["count"] if "list" in size else [])]
    return [f"{name}{JOINT}{each}" for each in (*size.get("choose", ()), *others)]


def names_of(name: str, size: SizeKeys) -> list[str]:
    """Return the names that formulas may use for a size."""
    return [name, *(f"{name}{JOINT}{side}" for side in size.get("sides", ())), *switches_of(name, size)]


def parameter(name: str, size: SizeKeys) -> Parameter:
    """Return a size as a parameter of a function, with the type by which problem files are checked."""
    hint: Any = SizeOrNone if size.get("from", 1) < 1 else Size
    words = Literal[tuple(size["choose"])] if "choose" in size else None
    if words and "list" not in size:
        hint = words
    elif isinstance(size.get("default"), bool):
        hint = bool
    elif sides := size.get("sides"):
        hint = Size | Annotated[list[Size], MinLen(len(sides)), MaxLen(len(sides))]
    elif bounds := size.get("list"):
        entry: Any = tuple.__class_getitem__((hint,) * size["of"]) if "of" in size else hint
        entries = Annotated[list[entry], MinLen(bounds[0]), MaxLen(bounds[1])]
        hint = hint | entries if "each" in size else entries
        hint = hint | words if words else hint
    hint, default = (hint | None, None) if is_computed(size) else (hint, size.get("default", Parameter.empty))
    return Parameter(in_python(name), Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def drawn_size(size: SizeKeys, rng: Random) -> Any:
    if "choose" in size and ("list" not in size or rng.random() < _WORDS):
        return rng.choice([*size["choose"]])
    if isinstance(size.get("default"), bool):
        return rng.random() < 0.5
    least, most = size.get("list", [1, 1])
    entries = size.get("sides", range(rng.randint(least, min(most, _LONGEST)) if most > 1 else 1))
    if "of" in size:
        return [[rng.randint(size["from"], size["to"]) for _ in range(size["of"])] for _ in entries]
    drawn = [rng.randint(size["from"], size["to"]) for _ in entries]
    is_list = ("list" in size and "each" not in size) or (len(drawn) > 1 and rng.random() < 0.5)
    return drawn if is_list else drawn[0]


def _described(name: str, size: SizeKeys) -> str:
    default = f" (default {size['default']})" if is_computed(size) and size["default"] else ""
    return f"{name}{default}: {size['description']}" if "description" in size else f"{name}{default}"


def in_python(name: str) -> str:
    return f"{name}_" if iskeyword(name) else name


def documentation(name: str, file: TypeFile) -> str:
    """Return the documentation of a type, in the form of that of types in Python."""
    sizes = "; ".join(_described(name, size) for name, size in file.sizes.items())
    parts = {"Formula": file.formula, "Sizes": f"{sizes}.", "Answer": file.answer, "Source": file.source}
    about = [fill(f"{part}: {' '.join(text.split())}", 116, subsequent_indent="    ") for part, text in parts.items()]
    first = dict(file.examples[0])
    total = first.pop(TOTAL, None)
    given = ", ".join(f"{in_python(name)}={value!r}" for name, value in first.items())
    example = [f">>> {name}({given})", str(tuple(total) if isinstance(total, list) else total)]
    return "\n".join([" ".join(file.about.split()), "", *about, "", *example])
