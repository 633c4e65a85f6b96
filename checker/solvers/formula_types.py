"""Question types as YAML: sizes, conventions, steps as formulas, and mistakes as changes of these formulas.

A file `<topic>/<type>.yaml` is a question type as a file of Python is one, for answers that are counts, costs or sizes.
CONTRIBUTING.md has an example.

`sizes` are the parameters.  `from` and `to` are the range of draws; a size is at least 1, or at least 0 `from: 0`.
A `default` may be a formula of other sizes.  `choose` lists words, or gives each a number, or a text for sentences.

`conventions` have a predicate for each option, the first of which is the default.  `steps` are formulas of sizes and
earlier steps, in order; the last is `total`.  In them `biases.counted` is 1 where that option is taken, else 0, and
`norm.rms_norm` where a size is that word; a factor `1.0` makes a real number, even a whole one.  A step
`{include: TYPE}` is another type, with the sizes of the same names; other sizes are given as formulas.  `units` are
those of steps that differ from the unit of the result.

`mistakes` change the formulas of the steps: `old => new`, wherever `old` occurs, also as some of the factors of a
product or some of the terms of a sum.  The names of the type stand for themselves, other letters for any operand.
`{STEP: old => new}` is a change in one step only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from inspect import Parameter, Signature
from keyword import iskeyword
from random import Random
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from checker import solvers
from checker.derivation.arithmetic import NO_VALUE, as_answer
from checker.derivation.evaluate import evaluate
from checker.derivation.flat_tree import flatten_tree
from checker.derivation.symbols import check_names, read_formula
from checker.derivation.trees import product, sum_of_terms
from checker.derivation.weights import WEIGHTS
from checker.document.checks import Section, validated
from checker.document.findings import DataPath, Findings, ProblemError
from checker.document.nodes import DocumentError
from checker.document.tree import parse_document
from checker.engine.errors import ParameterError
from checker.engine.recording import FilledFormula
from checker.engine.trace import TOTAL, choose_among, convention, step
from checker.formula.nodes import Call, Chain, Name, Node, Power, names_in, rewrite
from checker.formula.nodes import Literal as Number
from checker.formula.show import show
from checker.solvers._sizes import Size, SizeOrNone
from checker.text import packaged
from checker.text.words import did_you_mean

if TYPE_CHECKING:
    from checker.derivation.rule_files import Change

_OPTION: Final = re.compile(r"(?<![\w.])([A-Za-z]\w*)\.(\w+)")
_JOINT: Final = "__"
"""What joins a point and its option in trees of formulas: `biases__counted`."""

_TRIES: Final = 10_000
"""Maximum number of draws until the sizes fit together."""

_KEPT: Final = 1_000
"""Maximum number of values of a formula that are kept."""

_TAKEN: Final = -2
"""The place of a number in a formula that is no number to people: 1 where an option is taken, else 0."""

_CONDITIONS: Final = frozenset({"<", "<=", ">", ">=", "==", "!=", "and", "or", "not"})

_OF_CONVENTION: Final = frozenset({"follows", "weight", "where"})
"""Keys of a convention that are no options."""

Formula = str | int
Weight = Literal["typical", "common", "usual", "rare"]
_SizeKeys = TypedDict(
    "_SizeKeys",
    {
        "from": int,
        "to": int,
        "choose": list[str] | dict[str, int | str],
        "default": bool | int | str,
        "description": str,
        "where": dict[str, str],
    },
    total=False,
)


class _Mistake(TypedDict):
    name: str
    change: str | list[str] | dict[str, str | list[str]]
    says: str
    says_if: NotRequired[dict[str, str]]
    weight: NotRequired[Weight]
    where: NotRequired[str]


class _File(Section):
    """The file of a question type."""

    noun = "a question type"
    required = ("about", "formula", "answer", "source", "sizes", "steps", "examples")

    about: str = ""
    formula: str = ""
    answer: str = ""
    source: str = ""
    sizes: dict[str, _SizeKeys] = {}  # noqa: RUF012 - the keys of a file
    conventions: dict[str, dict[str, str]] = {}  # noqa: RUF012
    steps: dict[str, Formula | dict[str, Formula]] = {}  # noqa: RUF012
    units: dict[str, str] = {}  # noqa: RUF012
    mistakes: list[_Mistake] = []  # noqa: RUF012
    says: dict[str, str] = {}  # noqa: RUF012
    """Sentences in place of those of included types, by `point.option`."""
    weights: dict[str, Weight] = {}  # noqa: RUF012
    """Weights in place of those of included types, by `point.option` or by point."""
    examples: list[dict[str, Any]] = []  # noqa: RUF012


class _Formula:
    """A formula, with the values and changes that were computed before: runs with mistakes repeat most of them."""

    def __init__(self, tree: Node) -> None:
        self.tree, self.names = tree, tuple(names_in(tree))
        self._values: dict[tuple[Any, ...], Any] = {}
        self._changed: dict[Change, _Formula] = {}

    def value(self, name: str, values: Mapping[str, Any]) -> Any:
        """Return the value.  Raise ParameterError if there is none; `name` is what it is called in the message."""
        given = tuple([values.get(each) for each in self.names])
        if given not in self._values:
            if len(self._values) >= _KEPT:
                self._values.clear()
            try:
                value = evaluate(self.tree, values)
                self._values[given] = value if type(value) is int else as_answer(value, real=False)
            except NO_VALUE as error:
                raise ParameterError(name, f"has no value: {error}") from None
        return self._values[given]

    def changed(self, change: Change) -> _Formula:
        """Return the formula with a change."""
        if change not in self._changed:
            tree = rewrite(self.tree, change.changed) if change.names.issubset(self.names) else self.tree
            self._changed[change] = self if tree == self.tree else _Formula(tree)
        return self._changed[change]


class _Include(NamedTuple):
    """A step that is another type: the sizes that are formulas here, and words that it is given."""

    type: FormulaType
    sizes: Mapping[str, _Formula]
    words: Mapping[str, str]

    def changed(self, change: Change) -> _Include:
        """Return the step with a change in the formulas of its sizes."""
        return self._replace(sizes={name: each.changed(change) for name, each in self.sizes.items()})


_Steps = Sequence[tuple[str, _Formula | _Include]]


class FormulaType:
    """A question type that was read from YAML: a function of its sizes, as solvers in Python are."""

    def __init__(self, name: str, file: _File, findings: Findings, find: Callable[[str], FormulaType]) -> None:
        """`find` returns an included type by its name.  Raise ProblemError for faults in the file."""
        self.__name__ = name
        self.examples = [{key: value for key, value in each.items() if key != TOTAL} for each in file.examples]
        self.truths = [each.get(TOTAL) for each in file.examples]
        self._file, self._findings, self._find = file, findings, find
        self.sizes = file.sizes
        self._words = {f"{name}{_JOINT}{each}" for name, size in self.sizes.items() for each in size.get("choose", ())}
        self._conventions = {
            name: each or self._shared(name, ("conventions", name)) for name, each in file.conventions.items()
        }
        self._options = {
            name: [key for key in each if key not in _OF_CONVENTION] for name, each in self._conventions.items()
        }
        taken = {f"{name}{_JOINT}{option}" for name, options in self._options.items() for option in options}
        self._taken = taken
        given = {f"{name}{_JOINT}given" for name, size in self.sizes.items() if _is_computed(size)}
        bools = {name for name, size in self.sizes.items() if isinstance(size.get("default"), bool)}
        self._switches = taken | self._words | given | bools
        self._known = dict.fromkeys([*self.sizes, *sorted(self._words | given)])
        self._defaults = {
            name: self._read(size["default"], ("sizes", name, "default"))
            for name, size in self.sizes.items()
            if _is_computed(size)
        }
        self._only_if = {
            name: self._read(each["where"], ("conventions", name, "where"))
            for name, each in self._conventions.items()
            if "where" in each
        }
        self._wheres = {
            at: self._read(each["where"], ("mistakes", at, "where"))
            for at, each in enumerate(file.mistakes)
            if "where" in each
        }
        self._known |= dict.fromkeys(sorted(taken))
        self._rules = [
            (name, self._read(rule, ("sizes", name, "where", rule)), says)
            for name, size in self.sizes.items()
            for rule, says in size.get("where", {}).items()
        ]
        self._steps: _Steps = [(name, self._step(name, how)) for name, how in file.steps.items()]
        self._includes = [how for _, how in self._steps if isinstance(how, _Include)]
        if not self._steps or self._steps[-1][0] != TOTAL:
            findings.report(("steps",), "the last step must be `total`")
        findings.check()
        self._opening = next(
            (at for at, (_, how) in enumerate(self._steps) if isinstance(how, _Formula) or how.sizes), len(self._steps)
        )
        """The first step with a formula: conventions and mistakes are met there, after those of types before it."""
        self.edited, self.values = lru_cache(_KEPT)(self._edited), lru_cache(_KEPT)(self._values)
        self.weights = self._all_weights()
        self.__signature__ = Signature([_parameter(name, size) for name, size in self.sizes.items()])
        self.__annotations__ = {each.name: each.annotation for each in self.__signature__.parameters.values()}
        self.__annotations__["return"] = int
        self.__doc__ = self._documentation()

    def __reduce__(self) -> tuple[Callable[[str], FormulaType], tuple[str]]:
        """Return what makes it again in another process."""
        return formula_type, (self.__name__,)

    def __call__(self, **sizes: Any) -> Any:
        """Return the result, right or as the student of the run that is going on has it."""
        values = dict(self.values(tuple(sizes.items())))
        steps, value = self._steps, None
        for at in range(len(steps)):
            if at == self._opening:
                for each in self._options:
                    self._meet(each, values)
                self._check(values, met=True)
                chosen = choose_among(partial(self._menu, values))
                steps = self.edited(tuple(chosen.items())) if chosen else steps
            name, how = steps[at]
            if isinstance(how, _Include):
                value = step(name, how.type, **self._sizes_of(how, sizes, values))
            else:
                value = step(name, how.value(name, values), partial(self._filled, how, values))
            values[name] = value
        return value

    def draw(self, rng: Random) -> dict[str, Any]:
        """Return random sizes that fit together; each that has a default in half of the questions."""
        for _ in range(_TRIES):
            drawn = {
                name: _drawn(size, rng)
                for name, size in self.sizes.items()
                if "default" not in size or rng.random() < 0.5
            }
            try:
                self(**{_in_python(name): value for name, value in drawn.items()})
            except ParameterError:
                continue
            return drawn
        raise ParameterError(next(iter(self.sizes)), "has no value that fits the other sizes")

    def explain(self, sizes: Mapping[str, Any]) -> dict[str, str]:
        """Return the sentences by mistake id, also of the included types."""
        found: dict[str, str] = {}
        for include in self._includes:
            found |= include.type.explain({**sizes, **include.words})
        values = self._given(sizes)
        for name, options in self._options.items():
            if self._file.conventions[name] and self._may_be(self._only_if.get(name), values):
                found |= {f"{name}.{option}": self._conventions[name][option] for option in options}
        for at, each in enumerate(self._file.mistakes):
            if self._may_be(self._wheres.get(at), values):
                found[each["name"]] = each["says"]
                found |= {f"{each['name']} if {option}": text for option, text in each.get("says_if", {}).items()}
        found |= self._file.says
        for name, size in self.sizes.items():
            if isinstance(texts := size.get("choose"), dict):
                word = str(texts[str(sizes.get(name) or size.get("default") or next(iter(texts)))])
                found = {id_: text.replace(f"{{{name}}}", word) for id_, text in found.items()}
        return {id_: " ".join(text.split()) for id_, text in found.items()}

    def weights_of(self, _: Mapping[str, Any]) -> Mapping[str, int]:
        """Return how common each mistake is, by its id or by its choice point."""
        return self.weights

    def units_of(self, _: Mapping[str, Any]) -> Mapping[str, str]:
        """Return the units of steps that differ from the unit of the result."""
        return self._file.units

    def check(self) -> None:
        """Read the changes, which are otherwise read when they are needed.  Raise ProblemError for faults in them."""
        self._changes  # noqa: B018 - reads them
        self._findings.check()

    # reading

    def _read(self, text: Formula | bool, path: DataPath) -> _Formula:
        """Return a formula of the sizes and steps that are known so far; report what is wrong with it."""
        written = _OPTION.sub(rf"\1{_JOINT}\2", str(text))
        try:
            formula = read_formula(written, str(path[-1]), path)
            check_names(formula, self._known)
        except ParameterError as error:
            self._findings.report(path, str(error).replace(_JOINT, "."))
            return _Formula(Number(0, 0))

        def real(node: Node) -> Node:
            return Number(1.0, _TAKEN) if isinstance(node, Number) and written.startswith("1.0", node.place) else node

        return _Formula(flatten_tree(rewrite(formula.tree, real) if "1.0" in written else formula.tree))

    def _shared(self, name: str, path: DataPath) -> Mapping[str, str]:
        """Return a convention as an included type has it, for any sizes."""
        types = [self._find(str(how.get("include"))) for how in self._file.steps.values() if isinstance(how, Mapping)]
        for included in types:
            if found := included.convention(name):
                points = {point for point, _ in _OPTION.findall(found.get("where", ""))}
                left_out = {"weight"} if points <= self.sizes.keys() else {"weight", "where"}
                return {key: each for key, each in found.items() if key not in left_out}
        self._findings.report(path, f"needs options: no included type has the convention {name}")
        return {}

    def convention(self, name: str) -> Mapping[str, str] | None:
        """Return a convention of this type or of one that it includes."""
        included = (each.type.convention(name) for each in self._includes)
        return self._conventions.get(name) or next(filter(None, included), None)

    def _step(self, name: str, how: Formula | Mapping[str, Formula]) -> _Formula | _Include:
        """Return a step, whose name is known from here on."""
        path = ("steps", name)
        found = self._include(path, how) if isinstance(how, Mapping) else self._read(how, path)
        self._known[name] = None
        return found

    def _include(self, path: DataPath, how: Mapping[str, Formula]) -> _Formula | _Include:
        try:
            included = self._find(str(how.get("include")))
        except KeyError:
            self._findings.report(path, f"includes {how.get('include')}, which is not a question type of formulas")
            return _Formula(Number(0, 0))
        given = {key: each for key, each in how.items() if key != "include"}
        for key in given.keys() - included.sizes.keys():
            hint = did_you_mean(key, tuple(included.sizes))
            self._findings.report((*path, key), f"{key} is not a size of {included.__name__}{hint}", at_key=True)
        for key, size in included.sizes.items():
            if "default" not in size and key not in given and key not in self.sizes:
                self._findings.report(path, f"{included.__name__} needs {key}: give it a formula")
        words = {key: str(each) for key, each in given.items() if each in included.sizes.get(key, {}).get("choose", ())}
        formulas = {key: self._read(each, (*path, key)) for key, each in given.items() if key not in words}
        return _Include(included, formulas, words)

    @cached_property
    def _changes(self) -> Mapping[str, Sequence[tuple[Change, str | None]]]:
        """Return the changes that each mistake makes, each with the only step in which it is made, or None."""
        from checker.derivation.conditioned_pattern import RuleError
        from checker.derivation.rule_files import change_of  # only wrong answers need them

        found: dict[str, list[tuple[Change, str | None]]] = {}
        for at, each in enumerate(self._file.mistakes):
            found[each["name"]] = []
            path = ("mistakes", at, "change")
            by_step = each["change"] if isinstance(each["change"], dict) else {None: each["change"]}
            for only, changes in by_step.items():
                if only is not None and only not in self._file.steps:
                    hint = did_you_mean(only, tuple(self._file.steps))
                    self._findings.report((*path, only), f"{only} is not a step{hint}", at_key=True)
                for text in [changes] if isinstance(changes, str) else changes:
                    try:
                        change = change_of(_OPTION.sub(rf"\1{_JOINT}\2", text), self._known)
                        found[each["name"]].append((change, only))
                    except RuleError as error:
                        self._findings.report(path, str(error).replace(_JOINT, "."))
        return found

    def _all_weights(self) -> dict[str, int]:
        """Return the weights of all mistakes, also of the included types."""
        found: dict[str, int] = {}
        for include in self._includes:
            found |= include.type.weights
        for name, each in self._conventions.items():
            found |= {name: WEIGHTS[each["weight"]]} if "weight" in each else {}
        found |= {each["name"]: WEIGHTS[each["weight"]] for each in self._file.mistakes if "weight" in each}
        for name, weight in self._file.weights.items():
            found = {id_: each for id_, each in found.items() if id_.partition(".")[0] != name} | {
                name: WEIGHTS[weight]
            }
        return found

    def _documentation(self) -> str:
        file, sizes = self._file, "; ".join(_described(name, size) for name, size in self.sizes.items())
        parts = {"Formula": file.formula, "Sizes": f"{sizes}.", "Answer": file.answer, "Source": file.source}
        about = [
            fill(f"{part}: {' '.join(text.split())}", 116, subsequent_indent="    ") for part, text in parts.items()
        ]
        given = ", ".join(f"{_in_python(name)}={value!r}" for name, value in self.examples[0].items())
        example = [f">>> {self.__name__}({given})", str(self.truths[0])]
        return "\n".join([" ".join(file.about.split()), "", *about, "", *example])

    # running

    def _may_be(self, where: _Formula | None, values: Mapping[str, Any]) -> bool:
        """Return whether a condition may hold where only the words among the sizes are known."""
        return where is None or not self._words.issuperset(where.names) or bool(where.value("where", values))

    def _given(self, sizes: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of sizes and words, 0 for a size that is not given and has no fixed default."""
        values: dict[str, Any] = {}
        for name, size in self.sizes.items():
            given = sizes.get(_in_python(name))
            given = size.get("default") if given is None and not _is_computed(size) else given
            if options := size.get("choose"):
                values.update((f"{name}{_JOINT}{each}", int(each == given)) for each in options)
                given = options[str(given)] if isinstance(options, dict) else 0
            values[name] = int(given) if isinstance(given, int) else 0
            values[f"{name}{_JOINT}given"] = int(given is not None)
        return values

    def _values(self, sizes: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
        """Return the values of all sizes and words.  Raise ParameterError if they do not fit together."""
        values = self._given(dict(sizes))
        for name, formula in self._defaults.items():
            if not values[name]:
                values[name] = formula.value(name, values)
        self._check(values, met=False)
        return values

    def _check(self, values: Mapping[str, Any], *, met: bool) -> None:
        """Raise ParameterError if sizes do not fit together, or the conventions that were `met`."""
        for name, rule, says in self._rules:
            if met == (not self._taken.isdisjoint(rule.names)) and not rule.value(name, values):
                raise ParameterError(name, says.format_map(values))

    def _sizes_of(self, include: _Include, sizes: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of an included type: formulas and words that it is given, else sizes of equal names."""
        found: dict[str, Any] = {}
        for name in map(_in_python, include.type.sizes):
            formula = include.sizes.get(name)
            if formula is not None and isinstance(size := formula.tree, Name) and size.name in self.sizes:
                given = sizes.get(_in_python(size.name))
                found[name] = values[size.name] or None if given is None and size.name in self._defaults else given
            elif formula is not None:
                found[name] = formula.value(name, values)
            else:
                found[name] = include.words.get(name, sizes.get(name))
        return found

    def _meet(self, name: str, values: dict[str, Any]) -> None:
        """Add the options of a convention to the values: 1 for the one that is taken, else 0."""
        options, where = self._options[name], self._only_if.get(name)
        taken = None
        if where is None or where.value(name, values):
            follows = self._conventions[name].get("follows")
            taken = convention(name, follows=follows, **dict(zip(options, options, strict=True)))
        values.update((f"{name}{_JOINT}{option}", int(option == taken)) for option in options)

    def _menu(self, values: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """Return the wrong options of each choice point at these sizes."""
        found: dict[str, tuple[str, ...]] = {}
        for at, each in enumerate(self._file.mistakes):
            if at not in self._wheres or self._wheres[at].value("where", values):
                point, _, option = each["name"].partition(".")
                found[point] = (*found.get(point, ()), option)
        return found

    def _edited(self, chosen: tuple[tuple[str, str], ...]) -> _Steps:
        """Return the steps as a student with these mistakes has them."""
        wanted = {".".join(each) for each in chosen}
        steps = self._steps
        for changes in (changes for name, changes in self._changes.items() if name in wanted):
            for change, only in changes:
                steps = [(name, how.changed(change) if only in {None, name} else how) for name, how in steps]
        return steps

    def _filled(self, how: _Formula, values: Mapping[str, Any]) -> FilledFormula:
        """Return a step's formula with its numbers, without what does not count, and the steps that it uses."""
        left = _counted(how.tree, values, self._switches)

        def number(node: Node) -> Node:
            if not isinstance(node, Name) or node.name not in values:
                return node
            value = values[node.name]
            return Name(f"{value:,}" if isinstance(value, int) else f"{value:.6g}", 0)

        return FilledFormula(
            show(rewrite(left, number)).replace("·", " · "),
            tuple(name for name in how.names if name in self._file.steps),
        )


def _counted(node: Node, values: Mapping[str, Any], switches: set[str]) -> Node:  # noqa: PLR0911 - a case for each node
    """Return a formula without the terms that are 0, without options, and with the case of `if` that holds."""
    inner = partial(_counted, values=values, switches=switches)
    match node:
        case Name(name) if name in switches:
            return Number(values[name], _TAKEN)
        case Name(name) if not values.get(name, 1):
            return Number(0, 0)
        case Call("if", (condition, one, other)):
            return inner(one if evaluate(condition, values) else other)
        case Call("ceil" | "floor", (whole,)) if evaluate(node, values) == evaluate(whole, values):
            return inner(whole)
        case Call(function) if function in _CONDITIONS:
            return Number(int(evaluate(node, values)), _TAKEN)
        case Call(function, arguments):
            return Call(function, tuple(map(inner, arguments)), 0)
        case Power(base, exponent):
            return Power(inner(base), inner(exponent), 0)
        case Chain(first, rest) if rest[0][0] in "+-":
            terms = [("+", inner(first)), *((sign, inner(each)) for sign, each in rest)]
            return sum_of_terms([term for term in terms if not _is_zero(term[1])] or [("+", Number(0, 0))])
        case Chain(first, rest):
            items = [("*", inner(first)), *((sign, inner(each)) for sign, each in rest)]
            above, below = ([each for sign, each in items if sign == side and not _is_taken(each)] for side in "*/")
            return Number(0, 0) if any(_is_zero(each) for sign, each in items if sign == "*") else product(above, below)
    return node


def _is_zero(node: Node) -> bool:
    return isinstance(node, Number) and not node.value


def _is_taken(node: Node) -> bool:
    return isinstance(node, Number) and node.place == _TAKEN


def _is_computed(size: _SizeKeys) -> bool:
    """Return whether a default is computed: it is a formula, or 0 for a size that the question may lack."""
    default = size.get("default")
    return (
        not isinstance(default, bool)
        and "choose" not in size
        and (isinstance(default, str) or (default == 0 and size.get("from", 1) > 0))
    )


def _parameter(name: str, size: _SizeKeys) -> Parameter:
    """Return a size as a parameter of a function, with the type by which problem files are checked."""
    hint: Any = SizeOrNone if size.get("from", 1) < 1 else Size
    if "choose" in size:
        hint = Literal[tuple(size["choose"])]
    elif isinstance(size.get("default"), bool):
        hint = bool
    hint, default = (hint | None, None) if _is_computed(size) else (hint, size.get("default", Parameter.empty))
    return Parameter(_in_python(name), Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _drawn(size: _SizeKeys, rng: Random) -> Any:
    if "choose" in size:
        return rng.choice([*size["choose"]])
    return rng.random() < 0.5 if isinstance(size.get("default"), bool) else rng.randint(size["from"], size["to"])


def _described(name: str, size: _SizeKeys) -> str:
    default = f" (default {size['default']})" if _is_computed(size) and size["default"] else ""
    return f"{name}{default}: {size['description']}" if "description" in size else f"{name}{default}"


def _paragraph(text: str) -> str:
    return fill(" ".join(text.split()), 116, subsequent_indent="    ")


def _in_python(name: str) -> str:
    return f"{name}_" if iskeyword(name) else name


def read_type(name: str, text: str, source: str, find: Callable[[str], FormulaType]) -> FormulaType:
    """Return the question type in the text of a file.  Raise ProblemError for faults, with their places."""
    try:
        findings = Findings(source, parse_document(text, source=source))
    except DocumentError as error:
        raise ProblemError.unreadable(error) from None
    file = validated(_File, findings)
    findings.check()
    return FormulaType(name, file, findings, find)


@cache
def topics() -> dict[str, str]:
    """Return the topic of each type of this package that is YAML; those with an underscore are only included."""
    folders = packaged.packages(solvers.__path__)
    return {
        file.removesuffix(".yaml"): topic
        for topic in folders
        for file in packaged.files(f"{solvers.__name__}.{topic}", ".yaml")
    }


@cache
def formula_type(name: str) -> FormulaType:
    """Return the type of this package with this name.  Raise KeyError if there is none."""
    topic = topics()[name]
    text = packaged.text(f"{solvers.__name__}.{topic}", f"{name}.yaml")
    return read_type(name, text, f"solvers/{topic}/{name}.yaml", formula_type)


def public(topic: str) -> list[str]:
    """Return the names of the types of a topic that problems may name."""
    return [name for name, each in topics().items() if each == topic and not name.startswith("_")]
