"""What a question type has at given parameters, for checking what a file says of it: choice points, options, steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from checker.answers.symbols import is_symbol, numeric_arguments, parse_meaning
from checker.document.findings import Findings
from checker.document.issues import DataPath, Issue
from checker.engine.errors import UnreadableAnswer
from checker.engine.recording import ChoicePoint, MenuError
from checker.engine.trace import TOTAL
from checker.engine.values.encoded import EncodedValue
from checker.notation.words import UnknownName, did_you_mean, shortened
from checker.questions.parameters import arguments, defaults
from checker.questions.registry import Solver
from checker.questions.variant import Variant

BY_CAUSE: Final = ("one_mistake", "slip")
"""What `credit` may name beside a mistake, `choice.option`."""

CLOSE: Final = 3
"""Steps that are offered in the place of one that there is not."""


class TypeMenu:
    """Of some variants; or, where parameters are wrong, of all examples of the type, so that the rest can be checked.

    Raises ParameterError where a variant's parameters are impossible.
    """

    def __init__(self, solver: Solver, variants: Sequence[Variant]) -> None:
        self.type = solver.name
        self.told_by = f"checker types {solver.name if solver.named == 1 else 'FILE'}"
        """The command that lists all mistakes; those that follow from the parameters it lists of the problem's file."""
        self.parameters = list(defaults(solver))
        self.secret = solver.secret
        self.fills = solver.fills
        self.variants = variants
        examples = [] if variants else solver.examples
        self._known = list(dict.fromkeys(variants)) or [Variant(solver, arguments(solver, each)) for each in examples]
        self._examples = solver.examples
        self._solver = solver
        self.points: Mapping[str, ChoicePoint] = {
            shortened: point for variant in self._known for shortened, point in variant.menu.items()
        }

    @cached_property
    def elsewhere(self) -> Mapping[str, ChoicePoint]:
        """The conventions that questions of this type have at other parameters: `checker types` lists these too."""
        known = [Variant(self._solver, arguments(self._solver, each)) for each in self._examples]
        found: dict[str, ChoicePoint] = {}
        for variant in known:
            for each, point in variant.menu.items():
                if point.is_convention and each not in self.points:
                    options = dict.fromkeys((*found.get(each, point).options, *point.options))
                    found[each] = replace(point, options=tuple(options))
        return found

    @cached_property
    def mistakes(self) -> list[str]:
        """`choice.option` of every option that can be wrong: of a convention each can, declared otherwise."""
        options = {point.name: point.options if point.is_convention else point.wrong for point in self.points.values()}
        return [f"{point}.{option}" for point in options for option in options[point]]

    def step(self, asked: str, findings: Findings, path: DataPath) -> str:
        """The full path of an asked step.  Where there is none it tells so, and gives back the result's."""
        ambiguous = ""
        for variant in self._known:
            try:
                return variant.path(asked) if asked != TOTAL else TOTAL
            except MenuError as error:
                ambiguous = str(error) if str(error) != asked else ambiguous
        if ambiguous:
            findings.tell(path, f"{asked} names several steps: {ambiguous}; write one of these")
        elif self.variants or not any(letter.isdigit() for letter in asked):  # other parameters, other layer_7
            paths = list(dict.fromkeys(path for variant in self._known for path in variant.board))
            known = dict.fromkeys([path.rpartition(".")[2] for path in paths] + paths)
            findings.tell(path, f"{shortened(asked)} is not a step of {self.type}{did_you_mean(asked, known, CLOSE)}")
        return TOTAL

    def wrong_symbols(self, symbols: Mapping[str, str]) -> Iterator[Issue]:
        """Symbols that nobody can write, and those that stand for no parameters and for no symbol of the answer."""
        given = (shortened for variant in self.variants for shortened in numeric_arguments(variant.arguments))
        known = tuple(dict.fromkeys((*self.parameters, *given, *self.symbols)))
        for symbol, meant in symbols.items():
            if not is_symbol(symbol):
                yield Issue((symbol,), f"{shortened(symbol)} is no symbol: letters, digits and _", at_key=True)
            try:
                names = (meant,) if meant in known else parse_meaning(meant).names
            except UnreadableAnswer as error:
                yield Issue(
                    (symbol,), f"{shortened(symbol)} should be a parameter or an expression of some. {error.message}"
                )
                continue
            for each in names or (meant,):
                if each not in known:
                    unknown = UnknownName(each, known, f"checker types {self.type}")
                    yield Issue((symbol,), f"{shortened(each)} is not a parameter of {self.type}", unknown=unknown)

    @cached_property
    def symbols(self) -> list[str]:
        """What the answers of this type are written in, where these are orders of growth."""
        values = (step.value for variant in self._known for step in variant.board.values())
        growths = (value for value in values if isinstance(value, EncodedValue) and value.kind == "complexity")
        return list(dict.fromkeys(each for growth in growths for each in growth.language({}).names))

    def causes(self, listed: Iterable[str]) -> tuple[str, ...]:
        """What `credit` may name; `listed` are the answers that a problem lists."""
        return (*BY_CAUSE, *self.mistakes, *listed)

    def wrong_credit(self, causes: Iterable[str], listed: Iterable[str]) -> Iterator[Issue]:
        """What is neither a general cause nor a mistake that can be made here."""
        known = self.causes(listed)
        for cause in causes:
            if cause not in known:
                unknown = UnknownName(cause, known, self.told_by)
                yield Issue(
                    (cause,), f"{shortened(cause)} is not a mistake of {self.type}", at_key=True, unknown=unknown
                )
