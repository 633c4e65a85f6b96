"""The idea of the engine: a solver is a plain numeric program with named choice points.

Called as it is, a solver returns the reference solution.  Every other way through it is a mistaken student.  So to
explain a wrong answer is to find the likeliest small set of wrong choices whose run gives that answer.

Three words connect a solver to the engine.  Without a run around them each returns its right value:

    choose("root", sqrt_d_k, left_out=wrong(d_k, "You ..."))
        the right value, or the value that a misconception puts there; the sentence speaks to the student
    convention("biases", counted=reading(1, "counts the biases"), left_out=reading(0, "leaves the biases out"))
        the same, but a problem file may declare which option is right; a predicate says what the option does
    step("scores", queries @ keys.T, how="Q Kᵀ")
        a line of the worked solution, or a call of another solver

Besides, `choose_among` is for choice points that are derived from formulas, and `recalled` remembers what a solver
inside another one gives.

A `Run` is one way through a solver.  While it calls the solver, these words ask it for their values:

    Run(wrong={"root": "left_out"})(solver, arguments)    the result of the student who leaves the root out
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final, NamedTuple

from checker.engine.recording import ChoicePoint, MenuError, Option, Recording, StepFormula

RIGHT: Final = "right"
"""The name of the right option of a choice.  Every option of a convention has a name that says what it is."""

TOTAL: Final = "total"
"""The name of the last step of every solver: its result."""


class ValueWithState(NamedTuple):
    """The result of a solver that another solver calls, where it has state besides its value that no step shows."""

    value: Any
    state: Any
    is_overridden: bool = False
    """True where the value is a student's in place of the solver's."""


EMPTY: Final[Mapping[str, str]] = {}

_KEPT: Final = 5_000
"""Maximum number of results that are remembered of solvers that others call."""


class Run:
    """One way through a solver.

    `declared`  the conventions of a problem, {name: option}
    `wrong`     the options that a student chooses, {choice: option}.  An option is what the student takes, so to
                choose the right one changes nothing
    `override`  a function of a step's path and value that returns the value to go on with, such as a student's
    `recording` where the choice points and the worked solution are recorded

    Afterwards `recorded` has the values of all steps, by path.
    """

    __slots__ = ("chosen_options", "declared", "override", "recorded", "recording", "scope")

    def __init__(
        self,
        declared: Mapping[str, str] = EMPTY,
        wrong: Mapping[str, str] = EMPTY,
        *,
        override: Callable[[str, Any], Any] | None = None,
        recording: Recording | None = None,
    ) -> None:
        self.declared = declared
        self.chosen_options = wrong
        self.override = override
        self.recording = recording
        self.recorded: dict[str, Any] = {}
        self.scope = ""

    def __call__(self, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """Return the solver's result."""
        token = _running.set(self)
        try:
            result = self.call_in_scope("", solver, arguments)
        finally:
            _running.reset(token)
        if self.override is not None:
            result = self.override(TOTAL, result)
        self.recorded[TOTAL] = result
        return result

    def choose(self, name: str, right: Any, misconceptions: Mapping[str, Any]) -> Any:
        """Return the right value, or that of the misconception that this run's student has here."""
        if self.recording is not None:
            point = ChoicePoint(name, (RIGHT, *misconceptions), RIGHT).tell(misconceptions)
            self.recording.record_points(self.scope, lambda: [point])
        option = self.chosen_options.get(name, RIGHT)
        return _value_of(right if option == RIGHT else pick_option(name, option, misconceptions))

    def choose_among(self, derived: Derived) -> Mapping[str, str]:
        """Return which derived mistakes this run's student makes, {choice point: option}; record all possible ones."""
        if (recording := self.recording) is not None:

            def points() -> list[ChoicePoint]:
                right = {f"{name}.{each.right}" for name, each in recording.conventions.items()}
                return [
                    ChoicePoint(name, (RIGHT, *options), RIGHT).tell(options)
                    for name, options in derived(right).items()
                ]

            recording.record_points(self.scope, points)
        if not self.chosen_options:
            return EMPTY
        possible = derived(())
        chosen = {name: option for name, option in self.chosen_options.items() if name in possible and option != RIGHT}
        for name, option in chosen.items():
            pick_option(name, option, possible[name])
        return chosen

    def convention(self, name: str, follows: str | None, options: Mapping[str, Any]) -> Any:
        """Return the value under the question's convention, or under another that this run's student follows."""
        right = self.declared.get(name) or (follows and self.declared.get(follows)) or next(iter(options))
        if self.recording is not None:
            pick_option(name, right, options)
            point = ChoicePoint(name, tuple(options), right, is_convention=True, follows=follows).tell(options)
            self.recording.record_convention(self.scope, point)
        chosen = self.chosen_options.get(name)
        if chosen is None and follows and name not in self.declared:
            chosen = self.chosen_options.get(follows)
        return _value_of(pick_option(name, chosen or right, options))

    def step(self, name: str, value: Any, how: StepFormula, arguments: Mapping[str, Any]) -> Any:
        """Record a step of the worked solution; return its value, or the one that takes its place."""
        outer = self.scope
        if name == TOTAL:  # the caller of the solver takes the result; here only its formula is recorded
            if self.recording is not None:
                self.recording.record_step(outer, outer or TOTAL, value, how, arguments)
            return value
        path = f"{outer}.{name}" if outer else name
        if callable(value):
            value = self.call_in_scope(path, value, arguments)
        elif self.recording is not None:
            self.recording.record_step(outer, path, value, how, arguments)
        stateful = value if type(value) is ValueWithState else None
        value = stateful.value if stateful else value
        if self.override is not None:
            new = self.override(path, value)
            stateful = stateful and stateful._replace(value=new, is_overridden=new is not value)
            value = new
        self.recorded[path] = value
        return stateful or value

    def call_in_scope(self, scope: str, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """Call a solver from another one, with `scope` before the names of its steps, and return its result."""
        outer = self.scope
        if self.recording is not None:
            self.recording.enter_scope(scope, arguments)
        self.scope = scope
        try:
            return solver(**arguments)
        finally:
            self.scope = outer


_running: ContextVar[Run | None] = ContextVar("running", default=None)


def frozen(value: Any) -> Any:
    """Return a value with tuples in place of lists and arrays, which can be the key of a memory."""
    if value is None or isinstance(value, (int, float, str)):
        return value
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    return frozen(value.tolist()) if hasattr(value, "tolist") else value


def recalled(solver: Callable[..., Any], names: Container[str], arguments: Mapping[str, Any]) -> Any:
    """Return what a solver that another one calls returns in this run, from memory if another run had the same from it.

    `names` are those of all choices and conventions that it meets; its result and its steps never change.
    """
    run = _running.get()
    if run is None or not run.scope or run.recording is not None or run.override is not None:
        return solver(**arguments)
    given = tuple([(name, frozen(value)) for name, value in arguments.items()])
    chosen = tuple([each for each in run.chosen_options.items() if each[0] in names])
    result, steps = _solved(solver, given, tuple(run.declared.items()), chosen)
    for path, value in steps:
        run.recorded[f"{run.scope}.{path}"] = value
    return result


@lru_cache(_KEPT)
def _solved(
    solver: Callable[..., Any],
    arguments: tuple[tuple[str, Any], ...],
    declared: tuple[tuple[str, str], ...],
    chosen: tuple[tuple[str, str], ...],
) -> tuple[Any, Sequence[tuple[str, Any]]]:
    """Return a solver's result with these choices, and the values of its steps by path."""
    run = Run(dict(declared), dict(chosen))
    run(solver, dict(arguments))
    result = run.recorded.pop(TOTAL)
    return result, tuple(run.recorded.items())


wrong = reading = Option
"""The options of `choose` and of `convention`, with the sentence about each and how common it is."""

Derived = Callable[[Collection[str]], Mapping[str, Mapping[str, Option | None]]]
"""Returns the wrong options of each choice point; called only if somebody needs them.

Where they are recorded it is given the right options of all conventions, as `biases.counted`.
"""


def choose(name: str, right: Any, **misconceptions: Any) -> Any:
    """Return the right value, or the value of a named misconception that the student of this run has.

    Each misconception is `wrong(value, sentence, weight)`.  One choice point is one belief: it has the same name and
    the same options wherever that belief acts, and plain values where it acts again.  Values may be callables where
    computing them may fail or takes long; they hold no choice points.
    """
    run = _running.get()
    if run is None or (name not in run.chosen_options and run.recording is None):
        return right() if callable(right) else right
    return run.choose(name, right, misconceptions)


def choose_among(derived: Derived) -> Mapping[str, str]:
    """Return which derived mistakes the student of this run makes, {choice point: wrong option}.

    This is `choose` for solvers that derive their choice points.
    """
    run = _running.get()
    return EMPTY if run is None else run.choose_among(derived)


def convention(name: str, *, follows: str | None = None, **options: Any) -> Any:
    """Return the value of the option that the question declares as right, or else of the first.

    Each option is `reading(value, predicate, weight)`, or a plain value where the convention is met again.  In the
    run of a student who follows another convention, return the value of that option.

    With `follows="biases"` an undeclared convention takes the option that `biases` has in this run, right or wrong.
    """
    run = _running.get()
    if run is None:
        return _value_of(next(iter(options.values())))
    return run.convention(name, follows, options)


def step(name: str, value: Any, how: StepFormula = "", **arguments: Any) -> Any:
    """Name a line of the worked solution, and return its value.

    A `value` that is another solver is called with `arguments`, in the scope `name`.  Otherwise `arguments` are further
    names that the formula `how` may use.  The same path twice is an error.  A solver's last step is its `total`.
    """
    run = _running.get()
    if run is None:
        return value(**arguments) if callable(value) else value
    return run.step(name, value, how, arguments)


def _value_of(option: Any) -> Any:
    value = option.value if isinstance(option, Option) else option
    return value() if callable(value) else value


def pick_option(name: str, option: str, options: Mapping[str, Any]) -> Any:
    """Return the value of the option with this name.

    Raise MenuError where the choice point `name` has no such option.
    """
    try:
        return options[option]
    except KeyError:
        raise MenuError(f"{name} has no option {option!r}; it has {', '.join(options)}") from None
