"""`Variant`: one concrete question, a type with parameters and conventions, which can be solved with mistakes.

It gives steps, choice points, sentences and units. `AuthorMistakes` are the wrong answers that its problem file lists,
`PRESETS` named sets of conventions, those of frameworks and books.
Nothing after it reads the problem file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Mapping
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import AUTHOR_LISTED, ChoicePoint, MenuError, Recording, Step
from checker.engine.trace import EMPTY, RIGHT, TOTAL, Run, pick_option
from checker.engine.values import ComplexNumber, EncodedValue
from checker.engine.weights import USUAL
from checker.solvers.outside import guarded
from checker.solvers.registry import Solver
from checker.solvers.signature import ParameterFaults, arguments
from checker.text.number import PLAIN_NUMBER

if TYPE_CHECKING:
    from checker.derivation.formula_sentences import FormulaSentences
    from checker.formula.symbols import Alphabet

UNIT: Final = "unit"
"""The convention or the parameter with the unit of the answer."""

NO_QUESTION: Final = "{} is no question: {}"

Override = Callable[[str, Any], Any]
"""A function of a step's path and value that returns the value to go on with."""


class AuthorMistakes(NamedTuple):
    """Wrong answers that a problem file lists for one step, in addition to the mistakes that the solver knows.

    They change that step only: the file does not say what later steps would become.
    """

    step: str
    answers: tuple[tuple[str, Any], ...]
    """The options of the choice point AUTHOR_LISTED, each with the value of the step."""
    sentences: tuple[tuple[str, str], ...]
    """The sentences by `listed.option`."""
    at_sizes: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """The options that are formulas, each with its values at several sizes, first those of the question itself."""
    resized_variants: tuple[Variant, ...] = ()
    """The questions at these sizes, without the question itself."""

    def replace_value(self, values: dict[str, Any], wrong: Mapping[str, str]) -> None:
        """Replace, in `values`, the step's value by the listed answer that a student with these mistakes gives."""
        option = wrong.get(AUTHOR_LISTED, RIGHT)
        if self.step in values and option != RIGHT:
            values[self.step] = pick_option(AUTHOR_LISTED, option, dict(self.answers))


@dataclass(eq=False)
class Variant:
    """One concrete question: a type with its parameters and conventions, which can be solved, also with mistakes."""

    solver: Solver
    arguments: Mapping[str, Any]
    """The validated parameters."""
    declared: Mapping[str, str] = field(default_factory=dict)
    """The conventions that the problem declares, {name: option}."""
    listed: AuthorMistakes | None = None
    units: Mapping[str, str] = field(default_factory=dict)
    """The units that a part declares for its step, {step: unit}."""
    symbols: Mapping[str, str] = field(default_factory=dict)
    """The symbols in which orders of growth are shown, {symbol: the solver's symbol}."""
    learned: Mapping[str, int] = field(default_factory=dict)
    """How often students have made each mistake, {id: times}."""
    prompt_names: frozenset[str] | None = None

    def changed(self, **changes: Any) -> Self:
        """Return the question with other `listed` wrong answers, `units`, `symbols` or `learned` counts of mistakes."""
        if all(getattr(self, name) == value for name, value in changes.items()):
            return self
        found = copy(self)
        for computed in ("truth", "sentences"):  # all else does not depend on what changes
            found.__dict__.pop(computed, None)
        found.__dict__ |= changes
        return found

    def run(
        self, wrong: Mapping[str, str] = EMPTY, wanted: Container[str] = (), override: Override | None = None
    ) -> dict[str, Any]:
        """Return {step: value} of the result and of wanted steps, as a student with these mistakes gets them.

        `override` is a function of a step's path and value that returns the value to go on with.
        """
        run = Run(self.declared, wrong, override=override)
        with self._guarded(*INVALID_RUN):
            run(self.solver.function, self.arguments)
        recorded = {path: value for path, value in run.recorded.items() if path == TOTAL or path in wanted}
        if self.listed:
            self.listed.replace_value(recorded, wrong)
        return {path: self._spelled(value) for path, value in recorded.items()} if self.symbols else recorded

    def depends_on(self, step: str, on: str) -> bool:
        """Return whether a step's value changes when the step `on` gets another value; True also if that run fails."""
        try:
            values = self.run(wanted={step}, override=lambda path, value: _another(value) if path == on else value)
        except INVALID_RUN:
            return True
        right, other = self.board[step].value, values[step]
        return bool(right != other) if isinstance(right, int | float | tuple) else right.tolist() != other.tolist()

    def _spelled(self, value: Any) -> Any:
        return value.spelled(self.symbols) if isinstance(value, EncodedValue) else value

    @cached_property
    def _solved(self) -> Recording:
        """Return the recording of the right run, which copies made later share."""
        recording = Recording(self.arguments)
        with self._guarded(ParameterError):
            Run(self.declared, recording=recording)(self.solver.function, self.arguments)
        if self.solver.path:
            for path, each in recording.board.items():
                if not _is_numeric(each.value):
                    message = f"{path} is {type(each.value).__name__}, and no number or list of numbers; correct it"
                    raise self.solver.fault(message, path)
            if TOTAL not in recording.board:
                raise self.solver.fault('the last step must be `return step("total", ...)`', "return")
        return recording

    def _guarded(self, *passed: type[Exception]) -> AbstractContextManager[None]:
        path = self.solver.path
        return guarded(path, *passed) if path else nullcontext()

    @cached_property
    def truth(self) -> Recording:
        """Return the right solution: its choice points, and every step with formula and value."""
        return self._recorded()

    def _recorded(self) -> Recording:
        recording = self._solved.copy()
        if self.listed:
            listed = ChoicePoint(AUTHOR_LISTED, (RIGHT, *dict(self.listed.answers)), RIGHT)
            recording.record_points("", lambda: [listed])
        for path, step in recording.board.items() if self.symbols else ():
            value = self._spelled(step.value)
            formula = value.in_words(step.formula) if isinstance(value, EncodedValue) else step.formula
            recording.board[path] = replace(step, value=value, formula=formula)
        return recording

    @property
    def menu(self) -> Mapping[str, ChoicePoint]:
        """Return all choice points of the question by name: where students may go wrong, and courses differ."""
        return self.truth.menu

    @property
    def conventions(self) -> Mapping[str, ChoicePoint]:
        """Return the choice points that are conventions, by name."""
        return self.truth.conventions

    @property
    def board(self) -> Mapping[str, Step]:
        """Return the steps of the right solution by path, each with formula and value."""
        return self.truth.board

    @cached_property
    def in_words(self) -> FormulaSentences | None:
        """Return the sentences and steps for a prompt with these names; None if those of the menu serve for all."""
        return self.solver.in_words(self.prompt_names, **self.arguments)

    @cached_property
    def sentences(self) -> Mapping[str, str]:
        """Return the sentence about each mistake or option, by `point.option`."""
        if said := self.in_words:
            known = said.sentences
        else:
            told = ((point, option, text) for point in self.menu.values() for option, text in point.says.items())
            known = {f"{point.name}.{option}": text for point, option, text in told}
        if self.symbols and isinstance(total := self.board[TOTAL].value, EncodedValue):
            known = {mistake: total.in_words(sentence) for mistake, sentence in known.items()}
        known = {**known, **dict(self.listed.sentences)} if self.listed else known
        for point in self.menu.values() if self.solver.path else ():
            for option in point.options:
                if option != RIGHT and f"{point.name}.{option}" not in known:
                    raise self.solver.fault(no_sentence(point, option), point.name, option)
        return known

    def weight(self, point: str, option: str) -> int:
        """Return how common a mistake is, compared with the others of the question type."""
        return self.menu[point].weights.get(option, USUAL)

    def path(self, step: str) -> str:
        """Return the full path of a step, given that, or its last name if only one step has it. Raise MenuError."""
        if step in self.board:
            return step
        paths = [path for path in self.board if path.endswith(f".{step}")]
        if len(paths) != 1:
            raise MenuError(" and ".join(paths) if paths else step)
        return paths[0]

    def unit_of(self, step: str) -> str | None:
        """Return the unit of a step, if it has one.

        A result has the unit of the convention or parameter `unit`.  A step on the way has the unit that its type's
        file gives in `units` (empty: none), or that a part declares for it, or the only one of its type.
        """
        if (of_type := self.solver.units(self.arguments).get(step)) is not None:
            return of_type or None
        if (declared := self.units.get(step)) is not None:
            return declared
        point = self.conventions.get(UNIT)
        if point is None:
            unit = self.arguments.get(UNIT) if step == TOTAL else None
            return unit if isinstance(unit, str) and unit not in PLAIN_NUMBER else None
        if step in {scope or TOTAL for scope in point.scopes} or len(point.options) == 1:
            return point.right
        return None

    def key(self, step: str = TOTAL) -> str:
        """Return a short hash of the question and a step, for caches: type, parameters, conventions.

        The same question has the same key, also where answers to its parts are in different units: a `unit` that
        converts nothing is left out.  Use it only inside the program, in caches and comparisons: some parameters hold
        the author's answer, and the key would confirm a guess.
        """
        return _hashed(f"{self._content}{step}")

    def alphabet(self, symbols: Mapping[str, str], step: str = TOTAL) -> Alphabet | None:  # noqa: ARG002 - see above
        """Return the symbols that a formula for a step may use; None, as a question of one size takes no formulas."""
        return None

    def public_key(self, shown: Mapping[str, Any], step: str = TOTAL) -> str:
        """Return the hash of the question that records show as `variant`.

        It is made of type, resolved conventions, step, and the parameters in `shown`, which the student reads.  No
        others go in.
        """
        return _hashed(json.dumps([self.solver.name, self._right_options, dict(shown), step], sort_keys=True))

    @property
    def _right_options(self) -> dict[str, str]:
        return {name: point.right for name, point in self.conventions.items()}

    @cached_property
    def _content(self) -> str:
        """Return the question as JSON: type, parameters and conventions, without a `unit` that converts nothing."""
        has_units = bool(self.solver.units(self.arguments))  # of symbols: the value is converted to `unit`
        computed_with = {name: value for name, value in self.arguments.items() if name != UNIT or has_units}
        content = [self.solver.name, computed_with, self._right_options]
        return json.dumps(content, sort_keys=True, default=lambda array: array.tolist())


def no_sentence(point: ChoicePoint, option: str) -> str:
    """Return the message about an option without a sentence."""
    word = "reading" if point.is_convention else "wrong"
    return f"{point.name}.{option} has no sentence; write `{word}(value, sentence)`"


def examples(solver: Solver) -> list[Variant]:
    """Return the examples of a question type.  Raise ProblemError if one from outside the package is no question."""
    found = []
    for at, example in enumerate(solver.examples):
        try:
            found.append(Variant(solver, arguments(solver, example)))
            found[-1].truth  # noqa: B018 - runs the solver
        except (ParameterFaults, ParameterError) as error:
            if not solver.path:
                raise
            raise solver.fault(NO_QUESTION.format("the example", error), "examples", at) from None
    return found


def _is_numeric(value: Any) -> bool:
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list | tuple):
        return all(map(_is_numeric, value))
    return isinstance(value, int | float | EncodedValue | ComplexNumber)


def _another(value: Any) -> Any:
    return tuple(map(_another, value)) if isinstance(value, tuple) else 2 * value + 1


def _hashed(content: str) -> str:
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


_COMMON: Final[Mapping[str, str]] = {
    **dict.fromkeys(("biases", "norm_biases", "layer_norm", "output_projection", "cross_attention"), "counted"),
    "class_token": "counted",
    "scale": "sqrt_d_k",
    "log_base": "e",
    "reduction": "mean",
}
PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    # nn.Module.parameters() and torch.nn's defaults
    "pytorch": {
        **_COMMON,
        "final_norm": "counted",  # nn.Transformer ends its encoder and its decoder with one
        "bias_vectors": "two",
        "running_statistics": "left_out",
        "layout": "channels_first",
    },
    # Model.count_params() and Keras' defaults; its GRU has two bias vectors, its LSTM one, so each says which
    "keras": {**_COMMON, "running_statistics": "counted", "layout": "channels_last"},
    # the formulas as they are printed: Vaswani et al. 2017; Goodfellow et al. 2016
    "textbook": {
        **_COMMON,
        "final_norm": "left_out",
        "bias_vectors": "one",
        "running_statistics": "left_out",
        "first_position": "0",
    },
}
"""The right options in a framework or a book.  A question declares those conventions and options that it has."""


def presets_with(point: ChoicePoint, option: str) -> list[str]:
    """Return the names of the presets that set a choice point to this option.

    None are returned if all presets set it alike, or if the point concerns only the model that a preset is named for.
    """
    options = {name: preset[point.name] for name, preset in PRESETS.items() if preset.get(point.name) in point.options}
    if len(set(options.values())) == 1 or point.name == "final_norm":
        return []
    return [name for name, preset_option in options.items() if preset_option == option]
