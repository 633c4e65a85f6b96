"""Question types as YAML: sizes, conventions, steps as formulas, and mistakes as changes of these formulas.

A file `<topic>/<type>.yaml` is a question type as a file of Python is one, for answers that are counts, costs or sizes.
docs/own-types.md has examples, and says what each key means.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from inspect import Signature
from itertools import chain
from math import prod
from random import Random
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from checker import solvers
from checker.derivation.condition import check_condition
from checker.derivation.patterns import flatten_tree
from checker.derivation.symbols import check_names, read_formula
from checker.document.checks import Section, validated
from checker.document.findings import DataPath, Findings
from checker.engine.errors import ParameterError
from checker.engine.recording import FilledFormula, Option, StepFormula
from checker.engine.trace import TOTAL, choose, choose_among, convention, frozen, reading, recalled, step, wrong
from checker.engine.weights import RARE, WEIGHTS
from checker.formula.nodes import Literal as Number
from checker.formula.nodes import Name, Node, rewrite
from checker.solvers._formulas import JOINT, KEPT, OPTION, TAKEN, KeptFormula, filled, joined, with_lists
from checker.solvers._sizes import DeclaredSize, Formula, SizeKeys, in_python
from checker.text import packaged
from checker.text.words import did_you_mean

if TYPE_CHECKING:
    from checker.derivation.wrong_rules import Change

_TRIES: Final = 1_000
"""Maximum number of draws until the sizes fit together."""

_REPAIRS: Final = 50
"""Maximum number of times that one size of a draw is drawn again."""

_MOST_STEPS: Final = 200
"""Maximum number of steps and names in a file."""

_MOST_REPEATS: Final = 1_000
"""Maximum number of times that a step is taken in one question."""

_DECLARED: Final = "conventions"
"""The key of an example for the options under which its total is true."""

_OF_CONVENTION: Final = frozenset({"follows", "weight", "where"})
"""Keys of a convention that are no options."""

_NUMBER: Final = "number"
"""What formulas call the number of a step that is repeated."""

_ELEMENTS: Final = "elements"

Shape = tuple[int, ...]


class MistakeKeys(TypedDict):
    """A mistake in the file of a question type."""

    name: str
    change: NotRequired[str | list[str] | dict[str, str | list[str]]]
    says: str
    says_if: NotRequired[dict[str, str]]
    weight: NotRequired[Literal["typical", "common", "usual", "rare"]]
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
    mistakes: list[MistakeKeys] = []  # noqa: RUF012
    examples: list[dict[str, Any]] = []  # noqa: RUF012


def tensor(name: str, shape: Shape, how: StepFormula) -> Shape:
    """Record the shape of a named tensor as a step, and its number of entries as `name.elements`; return the shape."""
    return step(name, lambda: with_elements(step("total", shape, how)))


def with_elements(shape: Shape) -> Shape:
    """Record the number of entries of a shape as step `elements`; return the shape unchanged."""
    elements = choose(
        _ELEMENTS,
        prod(shape),
        added=wrong(sum(shape), "You added the sizes. Multiply them to get the number of entries.", RARE),
    )
    step(_ELEMENTS, elements, how=lambda: " · ".join(map(str, shape)))
    return shape


class _Include(NamedTuple):
    """A step that is another type: its sizes that are formulas here, words that it is given, sizes of equal names."""

    type: FormulaType
    sizes: Mapping[str, KeptFormula]
    words: Mapping[str, str]
    equal: Sequence[str]

    def changed(self, change: Change) -> _Include:
        """Return the step with a change in the formulas of its sizes."""
        return self._replace(sizes={name: each.changed(change) for name, each in self.sizes.items()})


class _Convention(NamedTuple):
    """A convention: the one that it follows, when it is met, and its options."""

    follows: str | None
    where: KeptFormula | None
    options: Sequence[str]


_Menu = Mapping[str, Mapping[str, Option | None]]
_Steps = Sequence[tuple[str, KeptFormula | _Include]]


class FormulaType:
    """A question type that was read from YAML: a function of its sizes, as solvers in Python are."""

    def __init__(self, name: str, file: TypeFile, findings: Findings, find: Callable[[str], FormulaType]) -> None:
        """`find` returns an included type by its name.  Raise ProblemError for faults in the file."""
        is_drawn = not name.startswith("_")
        self.sizes = {each: DeclaredSize(each, keys, findings, is_drawn=is_drawn) for each, keys in file.sizes.items()}
        self.__name__ = name
        self.examples = [
            {key: value for key, value in each.items() if key not in {TOTAL, _DECLARED}} for each in file.examples
        ]
        self.truths = [frozen(each.get(TOTAL)) for each in file.examples]
        self._file, self.findings, self._find = file, findings, find
        self._types = {name: found for name, how in file.steps.items() if (found := self._included(name, how))}
        shared = {point: texts for each in reversed(self._types.values()) for point, texts in each.texts.items()}
        self._texts = {name: each or self._shared(name, shared) for name, each in file.conventions.items()}
        self.texts: dict[str, Mapping[str, str]] = shared | self._texts
        """The conventions of this type and of those that it includes."""
        self.declared = [*self._declared_in(file.examples)]
        self._known = dict.fromkeys(each for size in self.sizes.values() for each in size.names)
        self._switches = {each for size in self.sizes.values() for each in size.switches}
        computed = ((name, size.keys) for name, size in self.sizes.items() if size.is_computed)
        self._defaults = self._formulas("sizes", computed, "default")
        self._each = self._formulas("sizes", file.sizes.items(), "each")
        wheres = self._formulas("conventions", self._texts.items(), "where")
        self._wheres = self._formulas("mistakes", enumerate(file.mistakes), "where")
        self._conventions: dict[str, _Convention] = {}
        for point, texts in self._texts.items():
            options = [key for key in texts if key not in _OF_CONVENTION]
            self._conventions[point] = _Convention(texts.get("follows"), wheres.get(point), options)
            taken = [f"{point}{JOINT}{option}" for option in options]
            self._known |= dict.fromkeys(taken)
            self._switches.update(taken)
        self._only_where: dict[str, KeptFormula] = {}
        self._times: dict[str, KeptFormula] = {}
        self._named: dict[str, list[list[str]]] = {}
        self._steps = self._read_steps()
        self._rules = self._read_rules()
        """Which sizes fit together; those that are about conventions or steps as well are under False."""
        findings.check()
        self._opening = next(
            (at for at, (_, how) in enumerate(self._steps) if isinstance(how, KeptFormula) or how.sizes),
            len(self._steps),
        )
        """The first step with a formula: conventions and mistakes are met there, after those of types before it."""
        self.edited, self.values = lru_cache(KEPT)(self._edited), lru_cache(KEPT)(self._values)
        self.menu, self.changes = lru_cache(KEPT)(self._menu), cache(self._changes_of)
        self._readings = lru_cache(KEPT)(self._readings_of)
        worded = (name for name, size in self.sizes.items() if isinstance(size.words, dict))
        self._worded = {name: f"{name}{JOINT}text" for name in worded}
        """The sizes that are words with texts, which stand in sentences, with the names of these texts."""
        conditions = (where.names for where in self._wheres.values())
        self._deciding = dict.fromkeys(chain(self._worded.values(), *conditions))
        self.points: dict[str, dict[str, None]] = {}
        """The wrong options of each choice point; those of an included type belong to the same belief."""
        self._add_points()
        self.__signature__ = Signature([each.parameter for each in self.sizes.values()])
        self.__annotations__ = {each.name: each.annotation for each in self.__signature__.parameters.values()}
        self.__annotations__["return"] = int

    def _declared_in(self, examples: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, str]]:
        """Yield the conventions of each example; report what is no option of one."""
        for at, example in enumerate(examples):
            path, declared = ("examples", at, _DECLARED), example.get(_DECLARED, {})
            if not isinstance(declared, dict):
                self.findings.report(path, "conventions of an example are a mapping: {NAME: OPTION}")
                continue
            for point, option in declared.items():
                if str(option) not in self.texts.get(point, {}).keys() - _OF_CONVENTION:
                    self.findings.report((*path, point), f"this type has no convention {point} with an option {option}")
            yield declared

    def _add_points(self) -> None:
        for included in self._types.values():
            for point, known in included.points.items():
                self.points[point] = self.points.get(point, {}) | known
        for at, mistake in enumerate(self._file.mistakes):
            point, _, option = mistake["name"].partition(".")
            if "change" not in mistake and option not in self.points.get(point, ()):
                self.findings.report(("mistakes", at), f"{mistake['name']} needs `change`: no included type has it")
            self.points.setdefault(point, {})[option] = None
        self.findings.check()
        followed = (each["follows"] for each in self.texts.values() if "follows" in each)
        self._met = {*self.points, *self.texts, *followed, _ELEMENTS}
        """The names of choices and conventions on which a result depends."""

    @property
    def documentation(self) -> str:
        """Return the documentation of the type, in the form of that of types in Python."""
        described = f"{'; '.join(map(str, self.sizes.values()))}."
        parts = {
            "Formula": self._file.formula,
            "Sizes": described,
            "Answer": self._file.answer,
            "Source": self._file.source,
        }
        about = [
            fill(f"{part}: {' '.join(text.split())}", 116, subsequent_indent="    ") for part, text in parts.items()
        ]
        first = dict(self._file.examples[0])
        total = first.pop(TOTAL, None)
        given = ", ".join(f"{in_python(name)}={value!r}" for name, value in first.items())
        example = [f">>> {self.__name__}({given})", str(tuple(total) if isinstance(total, list) else total)]
        return "\n".join([" ".join(self._file.about.split()), "", *about, "", *example])

    def __call__(self, **sizes: Any) -> Any:
        """Return the result, right or as the student of the run that is going on has it."""
        return recalled(self._result, self._met, sizes)

    def before_result(self, **sizes: Any) -> Any:
        """Return the values of all sizes and steps before the result, which is not taken."""
        return recalled(self._before_result, self._met, sizes)

    def _result(self, **sizes: Any) -> Any:
        return self.begun(sizes)[1]()

    def _before_result(self, **sizes: Any) -> Mapping[str, Any]:
        return self.begun(sizes)[0]

    def begun(self, sizes: Mapping[str, Any]) -> tuple[Mapping[str, Any], Callable[[], Any]]:
        """Return the values of all sizes and steps before the result, and what takes the last step and returns it."""
        values = dict(self.values(tuple([(name, frozen(size)) for name, size in sizes.items()])))
        steps = self._steps
        for at in range(len(steps)):
            if at == self._opening:
                self._meet(values)
                chosen = choose_among(partial(self._possible, values))
                steps = self.edited(tuple(chosen.items())) if chosen else steps
            name, how = steps[at]
            if name == TOTAL:
                break
            if name in self._only_where and not self._only_where[name].value(name, values):
                values[name] = 0
                continue
            if name in self._times:
                count = self._times[name].value(name, values)
                if type(count) is not int or count > _MOST_REPEATS:
                    raise ParameterError(
                        name, f"is taken {count:,} times; this must be whole, {_MOST_REPEATS:,} at most"
                    )
                of_each = enumerate(self._names_of(name, count), 1)
                value: Any = tuple([self._taken(own, how, sizes, {**values, _NUMBER: at}) for at, own in of_each])
            else:
                value = self._taken(name, how, sizes, values)
            values[name] = frozen(value)
        if isinstance(how, _Include):
            self._check(values)
            return how.type.begun(self._sizes_of(how, sizes, values))

        def last() -> Any:
            values[TOTAL] = total = self._taken(TOTAL, how, sizes, values)
            self._check(values)
            return total

        return values, last

    def _names_of(self, name: str, count: int) -> list[str]:
        named = self._named.get(name, ())
        return named[count - 1] if 0 < count <= len(named) else [f"{name}_{at}" for at in range(1, count + 1)]

    def _taken(
        self, name: str, how: KeptFormula | _Include, sizes: Mapping[str, Any], values: Mapping[str, Any]
    ) -> Any:
        if isinstance(how, _Include):
            return step(name, how.type, **self._sizes_of(how, sizes, values))
        value = how.value(name, values)
        if name in self._file.names:
            return value
        shown = partial(self._filled, how, values)
        if not how.is_shape:
            return step(name, value, shown)
        return with_elements(step(name, value, shown)) if name == TOTAL else tensor(name, value, shown)

    def draw(self, rng: Random) -> dict[str, Any]:
        """Return random sizes that fit together; each that has a default in half of the questions."""
        for _ in range(_TRIES):
            drawn: dict[str, Any] = {}
            redrawn: Iterable[str] = self.sizes
            for _ in range(_REPAIRS):
                for name in redrawn:
                    drawn.pop(name, None)
                    if "default" not in self.sizes[name].keys or rng.random() < 0.5:
                        drawn[name] = self.sizes[name].drawn(rng)
                try:
                    self(**{in_python(name): value for name, value in drawn.items()})
                except ParameterError as error:
                    redrawn = [error.parameter] if error.parameter in self.sizes else self.sizes
                    continue
                return drawn
        raise ParameterError(next(iter(self.sizes)), "has no value that fits the other sizes")

    def told(self) -> Iterator[tuple[str, DataPath]]:
        """Yield options and mistakes of the file, also options that its sentences depend on, with their places."""
        for point, texts in self._file.conventions.items():
            yield from ((f"{point}.{key}", ("conventions", point, key)) for key in texts if key not in _OF_CONVENTION)
        for at, mistake in enumerate(self._file.mistakes):
            yield from ((id_, ("mistakes", at)) for id_ in (mistake["name"], *mistake.get("says_if", ())))

    @property
    def units(self) -> Mapping[str, str]:
        """Return the units of steps that differ from the unit of the result."""
        return self._file.units

    def check(self) -> None:
        """Read ranges and changes, which else are read when they are needed.  Raise ProblemError for their faults."""
        for size in self.sizes.values():
            size.numbers  # noqa: B018 - reads its range
        for at in range(len(self._file.mistakes)):
            self.changes(at)
        self.findings.check()

    def absent(self, at: int) -> str:
        """Return what the mistake at this place changes but no formula has; empty if there is no such thing."""
        steps = self._steps
        for change, only in self.changes(at):
            before, steps = steps, _changed(steps, change, only)
            if steps == before:
                return change.pattern.replace(JOINT, ".")
        return ""

    # reading

    def _included(self, name: str, how: Formula | Mapping[str, Any]) -> FormulaType | None:
        try:
            return self._find(str(how["include"])) if isinstance(how, Mapping) and "include" in how else None
        except KeyError:
            message = f"includes {how['include']}, which is not a question type of formulas"  # type: ignore[index]
            self.findings.report(("steps", name, "include"), message)
            return None

    def _formulas(self, section: str, entries: Iterable[tuple[Any, Any]], key: str) -> dict[Any, KeptFormula]:
        return {at: self._read(each[key], (section, at, key)) for at, each in entries if key in each}

    def _read(self, text: Formula | bool, path: DataPath) -> KeptFormula:
        """Return a formula of the sizes and steps that are known so far; report what is wrong with it."""
        written = joined(str(text))
        try:
            formula = read_formula(written, next(each for each in path[1:] if isinstance(each, str)), path)
            check_names(formula, self._known)
            if path[-1] == "where" or path[-2] == "where":
                check_condition(formula, self._switches)
        except ParameterError as error:
            self.findings.report(path, str(error).replace(JOINT, "."))
            return KeptFormula(Number(0, 0))

        def real(node: Node) -> Node:
            return Number(1.0, TAKEN) if isinstance(node, Number) and written.startswith("1.0", node.place) else node

        return KeptFormula(flatten_tree(rewrite(formula.tree, real) if "1.0" in written else formula.tree))

    def _shared(self, name: str, shared: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
        """Return a convention as an included type has it, for any sizes."""
        if name not in shared:
            self.findings.report(("conventions", name), f"needs options: no included type has the convention {name}")
        found = shared.get(name, {})
        points = {point for point, _ in OPTION.findall(found.get("where", ""))}
        left_out = {"weight"} if points <= self.sizes.keys() else {"weight", "where"}
        return {key: text for key, text in found.items() if key not in left_out}

    def _read_steps(self) -> _Steps:
        sections = (("names", self._file.names), ("steps", self._file.steps))
        steps = [(name, self._step(section, name, how)) for section, each in sections for name, how in each.items()]
        if len(steps) > _MOST_STEPS:
            message = f"{len(steps):,} steps and names are too many; there may be {_MOST_STEPS}: repeat some with `for`"
            self.findings.report(("steps",), message)
        if not steps or steps[-1][0] != TOTAL:
            self.findings.report(("steps",), "the last step must be `total`")
        return steps

    def _read_rules(self) -> Mapping[bool, Sequence[tuple[str, KeptFormula, str]]]:
        """Return what sizes need: the name of one, a condition, and what is said where that does not hold."""
        rules: dict[bool, list[tuple[str, KeptFormula, str]]] = {True: [], False: []}
        of_sizes = {each for size in self.sizes.values() for each in size.names}
        for name, size in self.sizes.items():
            for text, says in size.keys.get("where", {}).items():
                rule = self._read(text, ("sizes", name, "where", text))
                rules[rule.names <= of_sizes].append((name, rule, says))
        return rules

    def _step(self, section: str, name: str, how: Formula | Mapping[str, Any]) -> KeptFormula | _Include:
        """Return a step, whose name is known from here on."""
        path: DataPath = (section, name)
        given: dict[str, Any] = dict(how) if isinstance(how, Mapping) else {"formula": how}
        if "where" in given:
            self._only_where[name] = self._read(given.pop("where"), (*path, "where"))
        if "for" in given:
            self._times[name] = self._read(given.pop("for"), (*path, "for"))
            self._known[_NUMBER] = None
            self._named[name] = given.pop("named", [])
        if "include" in given:
            found: KeptFormula | _Include = self._include(name, path, given)
        else:
            found = self._read(given.pop("formula", ""), (*path, "formula"))
            for key in given:
                self.findings.report((*path, key), f"{key} is not formula, where, for, named or include", at_key=True)
        self._known[name] = None
        return found

    def _include(self, name: str, path: DataPath, given: Mapping[str, Formula]) -> KeptFormula | _Include:
        """Return a step that is another type, given what it says about its sizes."""
        if not (included := self._types.get(name)):
            return KeptFormula(Number(0, 0))
        given = {key: each for key, each in given.items() if key != "include"}
        for key in given.keys() - included.sizes.keys():
            hint = did_you_mean(key, tuple(included.sizes))
            self.findings.report((*path, key), f"{key} is not a size of {included.__name__}{hint}", at_key=True)
        for key, size in included.sizes.items():
            if "default" not in size.keys and key not in given and key not in self.sizes:
                self.findings.report(path, f"{included.__name__} needs {key}: give it a formula")
        words: dict[str, str] = {}
        formulas: dict[str, KeptFormula] = {}
        for key, each in given.items():
            if key in included.sizes and each in included.sizes[key].words:
                words[in_python(key)] = str(each)
            else:
                formulas[in_python(key)] = self._read(each, (*path, key))
        equal = [in_python(key) for key in included.sizes if key not in given]
        return _Include(included, formulas, words, equal)

    def _changes_of(self, at: int) -> Sequence[tuple[Change, str | None]]:
        """Return the changes that a mistake makes, each with the only step in which it is made, or None."""
        from checker.derivation.wrong_rules import RuleError, change_of  # only wrong answers need them

        found: list[tuple[Change, str | None]] = []
        change, path = self._file.mistakes[at].get("change", ()), ("mistakes", at, "change")
        for only, changes in change.items() if isinstance(change, dict) else [(None, change)]:
            known = {**self._file.names, **self._file.steps}
            if only is not None and only not in known:
                hint = did_you_mean(only, tuple(known))
                self.findings.report((*path, only), f"{only} is not a step{hint}", at_key=True)
            for text in [changes] if isinstance(changes, str) else changes:
                try:
                    found.append((change_of(joined(text), self._known), only))
                except RuleError as error:
                    self.findings.report(path, str(error).replace(JOINT, "."))
        return found

    # running

    def _given(self, sizes: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of sizes and words, 0 for a size that is not given and has no fixed default."""
        return dict(chain.from_iterable(each.values(sizes.get(each.argument)).items() for each in self.sizes.values()))

    def _values(self, sizes: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
        """Return the values of all sizes and words.  Raise ParameterError if they do not fit together."""
        values = self._given(dict(sizes))
        for name, formula in self._defaults.items():
            if not values[name]:
                values[name] = frozen(formula.value(name, values))
        for name, formula in self._each.items():
            count, size = formula.value(name, values), values[name]
            if not isinstance(size, tuple):
                values[name] = (size,) * count
            elif len(size) != count:
                raise ParameterError(name, f"has {len(size)} numbers for {count} dimensions")
        self._check(values, of_sizes=True)
        return values

    def _check(self, values: Mapping[str, Any], *, of_sizes: bool = False) -> None:
        """Raise ParameterError if sizes do not fit together, or to the conventions and steps that are known."""
        for name, rule, says in self._rules[of_sizes]:
            if rule.names <= values.keys() and not rule.value(name, values):
                raise ParameterError(name, says.format_map(values))

    def _sizes_of(self, include: _Include, sizes: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of an included type: formulas and words that it is given, else sizes of equal names."""
        found: dict[str, Any] = {**{name: sizes.get(name) for name in include.equal}, **include.words}
        for name, formula in include.sizes.items():
            if isinstance(size := formula.tree, Name) and size.name in self.sizes:
                given = sizes.get(in_python(size.name))
                found[name] = values[size.name] or None if given is None and size.name in self._defaults else given
            else:
                found[name] = formula.value(name, values)
        return found

    def _meet(self, values: dict[str, Any]) -> None:
        """Add the options of conventions to the values: 1 for each that is taken, else 0."""
        readings = self._readings(*[values[name] for name in self._worded.values()])
        for name, (follows, where, options) in self._conventions.items():
            is_met = where is None or where.value(name, values)
            taken = convention(name, follows=follows, **readings[name]) if is_met else None
            values.update((f"{name}{JOINT}{option}", int(option == taken)) for option in options)
        self._check(values)

    def _readings_of(self, *words: str) -> Mapping[str, Mapping[str, Any]]:
        """Return the options of each convention; those of an included type are told there."""
        found: dict[str, Mapping[str, Any]] = {}
        for name, own in self._file.conventions.items():
            weight, options = WEIGHTS[own.get("weight", "usual")], self._conventions[name].options
            found[name] = {key: reading(key, self._spoken(own[key], words), weight) if own else key for key in options}
        return found

    def _spoken(self, text: str, words: Iterable[Any]) -> str:
        """Return a sentence in one line, with the texts of words."""
        for name, word in zip(self._worded, words, strict=True):
            text = text.replace(f"{{{name}}}", str(word))
        return " ".join(text.split())

    def _possible(self, values: Mapping[str, Any], conventions: Collection[str]) -> _Menu:
        """Return the wrong options of each choice point at these sizes and with these options of conventions."""
        return self.menu(tuple([values[name] for name in self._deciding]), frozenset(conventions))

    def _menu(self, deciding: tuple[Any, ...], conventions: frozenset[str]) -> _Menu:
        """Return the wrong options of each choice point at these values of the names in conditions of mistakes."""
        values = dict(zip(self._deciding, deciding, strict=True))
        words = [values[name] for name in self._worded.values()]
        own: dict[str, Option] = {}
        impossible = set()
        for at, mistake in enumerate(self._file.mistakes):
            if at in self._wheres and not self._wheres[at].value("where", values):
                impossible.add(mistake["name"])
                continue
            says = [
                mistake["says"],
                *(says for option, says in mistake.get("says_if", {}).items() if option in conventions),
            ][-1]
            own[mistake["name"]] = wrong(None, self._spoken(says, words), WEIGHTS[mistake.get("weight", "usual")])
        return {
            point: {
                option: own.get(id_) for option in self.points[point] if (id_ := f"{point}.{option}") not in impossible
            }
            for point in dict.fromkeys(name.partition(".")[0] for name in own)
        }

    def _edited(self, chosen: tuple[tuple[str, str], ...]) -> _Steps:
        wanted = {".".join(each) for each in chosen}
        steps = self._steps
        for at in (at for at, each in enumerate(self._file.mistakes) if each["name"] in wanted):
            for change, only in self.changes(at):
                steps = _changed(steps, change, only)
        return steps

    def _filled(self, how: KeptFormula, values: Mapping[str, Any]) -> FilledFormula:
        """Return a step's formula with its numbers, without what does not count, and the steps that it uses."""
        uses = [
            self._names_of(name, len(values[name])) if name in self._times else [name]
            for name in how.names
            if name in self._file.steps
        ]
        return FilledFormula(filled(how.tree, with_lists(values), self._switches), tuple(chain(*uses)))


def _changed(steps: _Steps, change: Change, only: str | None) -> _Steps:
    return [(name, how.changed(change) if only in {None, name} else how) for name, how in steps]


def read_type(name: str, text: str, source: str, find: Callable[[str], FormulaType]) -> FormulaType:
    """Return the question type in the text of a file.  Raise ProblemError for faults, with their places."""
    findings = Findings.of_file(source, text)
    file = validated(TypeFile, findings)
    findings.check()
    return FormulaType(name, file, findings, find)


@cache
def own_files() -> dict[str, str]:
    """Return the file of each type of this package, {name: topic/file}; those with an underscore are only included."""
    found: dict[str, str] = {}
    for topic in packaged.packages(solvers.__path__):
        modules = packaged.modules([f"{path}/{topic}" for path in solvers.__path__])
        names = [*(f"{name}.py" for name in modules), *packaged.files(f"{solvers.__name__}.{topic}", ".yaml")]
        found |= {name.partition(".")[0]: f"{topic}/{name}" for name in sorted(names)}
    return found


@cache
def formula_type(name: str) -> FormulaType:
    """Return the type of this package with this name.  Raise KeyError if there is none."""
    if not (file := own_files()[name]).endswith(".yaml"):
        raise KeyError(name)
    return read_type(name, packaged.text(solvers.__name__, file), f"solvers/{file}", formula_type)
