"""`TypeMenu`: the conventions, mistakes and steps of its question type that a problem file may name.

`Settings` checks what an assignment, a problem or a part names against it, and `declared` merges their conventions.
`SolvedVariants` checks parameters, and solves the question with them once under each choice of conventions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from checker.document.findings import DataPath, Findings, Issue
from checker.engine.errors import ParameterError, UnreadableAnswer
from checker.engine.recording import ChoicePoint, MenuError
from checker.engine.trace import TOTAL
from checker.engine.values.order import AsymptoticOrder
from checker.formula.nodes import Exact
from checker.formula.symbols import is_symbol, numeric_arguments, parse_meaning
from checker.problems.author_answers import mistake_ids
from checker.problems.schema import Defaults, QuestionSection
from checker.solvers import signature
from checker.solvers.registry import Solver, solver, topics
from checker.solvers.signature import defaults
from checker.solvers.variant import PRESETS, Variant, examples
from checker.text.words import UnknownName, did_you_mean, either, nearest, shortened

_BY_CAUSE: Final = ("one_mistake", "slip")
"""Keys of `credit` in addition to mistakes, `choice.option`."""

PRESET: Final = "preset"


class TypeMenu:
    """The names that a problem file may use: choice points, options and steps.

    They are those of the questions in `variants`; if there are none, of the examples of the question type.  Raises
    ParameterError for impossible parameters.
    """

    def __init__(self, solver: Solver, variants: Sequence[Variant]) -> None:
        self.type = solver.name
        self.parameters = list(defaults(solver))
        self.variants = variants
        self.solver = solver
        self._known = list(dict.fromkeys(variants)) or self._examples
        self.conventions: Mapping[str, ChoicePoint] = {
            name: point for variant in self._known for name, point in variant.conventions.items()
        }

    @cached_property
    def _examples(self) -> list[Variant]:
        return examples(self.solver)

    @cached_property
    def points(self) -> Mapping[str, ChoicePoint]:
        """Return all choice points by name, also conventions."""
        return {name: point for variant in self._known for name, point in variant.menu.items()}

    def options(self, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return the options of each convention, also those that matter only at other parameters if `names` has any."""
        found = {name: point.options for name, point in self.conventions.items()} | {PRESET: tuple(PRESETS)}
        if any(name not in found for name in names):
            for point in (point for each in self._examples for point in each.conventions.values()):
                if point.name not in self.conventions:
                    found[point.name] = tuple(dict.fromkeys((*found.get(point.name, ()), *point.options)))
        return found

    @cached_property
    def mistakes(self) -> list[str]:
        """Return `choice.option` of every option that can be wrong; of a convention every option can."""
        options = {point.name: point.options if point.is_convention else point.wrong for point in self.points.values()}
        return [f"{point}.{option}" for point in options for option in options[point]]

    def step(self, name: str, findings: Findings, path: DataPath) -> str:
        """Return the full path of a step from its name; if there is none, report it and return the result's path."""
        ambiguous = ""
        for variant in self._known:
            try:
                return variant.path(name) if name != TOTAL else TOTAL
            except MenuError as error:
                ambiguous = str(error) if str(error) != name else ambiguous
        if ambiguous:
            findings.report(path, f"{name} names several steps: {ambiguous}; write one of these")
        elif self.variants or not any(letter.isdigit() for letter in name):  # other parameters may have a layer_7
            paths = list(dict.fromkeys(each for variant in self._known for each in variant.board))
            known = tuple(dict.fromkeys([each.rpartition(".")[2] for each in paths] + paths))
            if self.variants or nearest(name, known):  # without questions only the parameters may tell the steps
                meant = did_you_mean(name, known, 3)
                findings.report(path, f"{shortened(name)} is not a step of {self.type}{meant}")
        return TOTAL

    @cached_property
    def symbols(self) -> list[str]:
        """Return the letters in which orders of growth are written; empty if this type's answers are none."""
        values = (step.value for variant in self._known for step in variant.board.values())
        growths = (value for value in values if isinstance(value, AsymptoticOrder))
        return list(dict.fromkeys(each for growth in growths for each in growth.language({}).names))

    def causes(self, listed: Iterable[str]) -> tuple[str, ...]:
        """Return the keys that `credit` may have; `listed` are those that the problem lists itself."""
        return (*_BY_CAUSE, *self.mistakes, *listed)


def declared(sections: Iterable[Mapping[str, str]], known: Mapping[str, ChoicePoint] | None = None) -> dict[str, str]:
    """Return the conventions that sections of a file declare, {convention: option}, as far as `known` has them.

    A later section overrides an earlier one; in a section a convention overrides its preset.
    """
    merged: dict[str, str] = {}
    for section in sections:
        for each in (PRESETS.get(section.get(PRESET, ""), {}), section):
            names = [name for name in (each if known is None else known) if name in each and name != PRESET]
            merged |= {name: each[name] for name in names if known is None or each[name] in known[name].options}
    return merged


def _unknown(name: str, what: str, known: Iterable[str], command: str) -> Issue:
    """Return the issue of a key that is not `what` its section may have."""
    unknown = UnknownName(name, tuple(known), command)
    return Issue((name,), f"{shortened(name)} is not {what}", at_key=True, unknown=unknown)


def convention_issues(section: Mapping[str, str], menu: TypeMenu) -> Iterator[Issue]:
    """Yield an issue for each convention and option that no question of this type has, whatever its parameters are."""
    options = menu.options(section)
    for key, option in section.items():
        if key not in options:
            yield _unknown(key, f"a convention of {menu.type}", options, f"checker types {menu.type}")
        elif option not in options[key]:
            yield Issue((key,), f"{key} must be {either(options[key])}, not {shortened(option)}")


class SolvedVariants:
    """The questions of one problem file, checked and solved once for the same parameters and conventions."""

    def __init__(self, solver: Solver, prompt_names: frozenset[str] | None = None) -> None:
        """Ask questions of this type in a prompt with these names."""
        self.solver = solver
        self._prompt_names = prompt_names
        self._variants: dict[str, Variant] = {}

    def variant(self, written: Mapping[str, Any], stated: Mapping[str, str]) -> Variant:
        """Return the question with these parameters and conventions.  Raise ParameterFaults."""
        key = json.dumps([written, stated], sort_keys=True)
        if key not in self._variants:
            arguments = signature.arguments(self.solver, written)
            self._variants[key] = Variant(self.solver, arguments, stated, prompt_names=self._prompt_names)
        return self._variants[key]

    def menu(self, written: Mapping[str, Any], stated: Mapping[str, str]) -> tuple[TypeMenu, list[Issue]]:
        """Return the menu of the question with these parameters, and what is wrong with them.

        It is solved with these conventions; if only they are impossible, with the default ones.
        """
        issues: list[Issue] = []
        for conventions in (stated, {}) if stated else ({},):
            try:
                variant = self.variant(written, conventions)
                menu = TypeMenu(self.solver, [variant])
            except signature.ParameterFaults as error:
                return TypeMenu(self.solver, []), error.faults
            except MenuError:  # questions of this type have no such option, or only at other parameters
                continue
            except ParameterError as error:
                issues = issues or [Issue((signature.in_file(str(error.path[0])), *error.path[1:]), str(error))]
                continue
            kept = {name for point in menu.conventions.values() for name in (point.name, point.follows)}
            variant.declared = {name: option for name, option in conventions.items() if name in kept}
            key = json.dumps([written, variant.declared], sort_keys=True)
            self._variants[key] = variant  # it need not be solved again
            return menu, []
        return TypeMenu(self.solver, []), issues


def conflict(variant: Variant) -> str:
    """Return why a question's conventions do not go with its parameters; empty if they do."""
    try:
        variant.truth  # noqa: B018 - runs the solver
    except ParameterError as error:
        return str(error)
    return ""


def _symbol_issues(symbols: Mapping[str, str], menu: TypeMenu) -> Iterator[Issue]:
    """Yield the issues of symbols that students cannot write, or that stand for nothing in this question type."""
    given = (name for variant in menu.variants for name in numeric_arguments(variant.arguments))
    known = tuple(dict.fromkeys((*menu.parameters, *given, *menu.symbols)))
    for symbol, meant in symbols.items():
        if not is_symbol(symbol):
            yield Issue((symbol,), f"{shortened(symbol)} is not a symbol; use letters, digits and _", at_key=True)
        try:
            names = (meant,) if meant in known else parse_meaning(meant).names
        except UnreadableAnswer as error:
            message = f"{shortened(symbol)} must be a parameter or an expression of parameters. {error.message}"
            yield Issue((symbol,), message)
            continue
        for name in names or (meant,):
            if name not in known:
                unknown = UnknownName(name, known, f"checker types {menu.type}")
                yield Issue((symbol,), f"{shortened(name)} is not a parameter of {menu.type}", unknown=unknown)


def why_no_value(meant: str, parameters: Iterable[str], known: Mapping[str, Exact]) -> str:
    """Return why a symbol has no number with these parameters, if no other issue says so; empty if it has one."""
    try:
        read = parse_meaning(meant)
    except UnreadableAnswer:
        return ""
    if missing := [name for name in read.names if name in parameters and name not in known]:
        return f"{shortened(missing[0])} is not a number here; choose another parameter for this symbol"
    if any(name not in known for name in read.names):
        return ""
    try:
        read.value(known)
    except UnreadableAnswer as error:
        return f"{shortened(meant)} has no value here: {error.message}"
    return ""


def _unknown_key(section: str, key: str) -> Issue | None:
    """Return the issue of a key in `conventions` or `credit` that exists in no question type; None if it does."""
    name, dot, _ = key.partition(".")
    if bool(dot) == (section == "credit") and any(name in preset for preset in PRESETS.values()):
        return None  # presets first: they need no types to be loaded
    what, others = ("mistake", _BY_CAUSE) if section == "credit" else ("convention", (PRESET,))
    known = (*others, *_all_names(f"{what}s"))
    return None if key in known else _unknown(key, f"a {what} of any question type", known, "checker types TYPE")


@cache
def _all_names(of: str) -> dict[str, None]:
    """Return the conventions or the mistakes of all question types; a dict keeps their order."""
    return {name: None for each in topics() for name in getattr(TypeMenu(solver(each), []), of)}


class Settings(NamedTuple):
    """The settings of one section, in an assignment, a problem or a part, and where they are in the file."""

    section: Defaults
    findings: Findings
    path: DataPath = ()
    is_shared: bool = False
    """They are shared by problems of several types, so that some may concern other types only."""

    def check(self, menu: TypeMenu) -> None:
        """Report conventions, `credit` and symbols in the section that the question type does not have."""
        self._report(convention_issues(self.section.conventions, menu), menu, "conventions")
        causes = self.findings.keys((*self.path, "credit"))
        known = menu.causes(mistake_ids(self.section)) if causes else ()
        strange = (each for each in causes if each not in known)
        command = f"checker types {menu.type if menu.solver.named == 1 else 'FILE'}"  # they may depend on parameters
        self._report((_unknown(each, f"a mistake of {menu.type}", known, command) for each in strange), menu, "credit")
        for number, rule in enumerate(getattr(self.section, "mistakes", ()) if self.is_shared else ()):
            from checker.problems.author_rules import fault_of  # here, because few courses have wrong rules

            if fault := fault_of(rule.change, rule.where):
                self.findings.report(("mistakes", number, "change"), fault)
        if isinstance(self.section, QuestionSection):
            for number, accept in enumerate(self.section.accept):
                issues = convention_issues(accept.conventions, menu)
                self._report(issues, menu, "accept", number, "conventions")
            self._report(_symbol_issues(self.section.symbols, menu), menu, "symbols")

    def _report(self, issues: Iterable[Issue], menu: TypeMenu, *keys: str | int) -> None:
        """Report issues; those of a shared section only if they concern this question type, or no type at all."""
        for issue in issues:
            name = str(issue.path[0])
            if not self.is_shared or name.partition(".")[0] in (*menu.points, PRESET):
                self.findings.add(issue, (*self.path, *keys))
            elif unknown := _unknown_key(str(keys[0]), name):
                self.findings.add(unknown, (str(keys[0]),))
