"""The one idea: a solver is a straight numeric program with named choice points.

Run plainly it is the reference solution.  Every other way through it is a mistaken student, and to explain a wrong
answer is to find the likeliest small set of wrong choices whose run gives that answer.  Three words tie a solver to
this engine; with no run around them each just gives back its right value, so a solver is a plain function:

    choose("root", sqrt_d_k, forgotten=d_k)          the right value, or what a misconception would put there
    convention("biases", counted=1, left_out=0)      the same, but a problem file may say which option is right
    step("scores", queries @ keys.T, how="Q Kᵀ")     a line of the worked solution; or a scope, around another solver
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, TypeVar, overload

from checker.engine.recording import ChoicePoint, How, MenuError, Recording

RIGHT: Final = "right"
"""The name of a choice's right option; the right option of a convention has a name of its own."""

TOTAL: Final = "total"
"""The step that every solver has: its result."""


class Passing(NamedTuple):
    """What a solver hands to another that calls it: the value of its step, and more that no step shows."""

    value: Any
    state: Any
    is_replaced: bool = False
    """Whether the value is another one than the solver's, to go on with: a student's own."""


NONE: Final[Mapping[str, str]] = {}


class Run:
    """One way through a solver, as one object.

    `declared`  a problem's conventions, {name: option}
    `wrong`     what this student believes, {choice: option}; {"scope:choice": option} holds in that scope and below it.
                Absolute: naming the right option changes nothing
    `replace`   given a step's path and value, the value to go on with: a student's own, or a rounded one
    `wanted`    the steps whose values `taken` keeps, beside the result
    `survey`    where to record the menu and the board
    """

    __slots__ = ("believed", "declared", "local", "replace", "scope", "survey", "taken", "wanted")

    def __init__(
        self,
        declared: Mapping[str, str] = NONE,
        wrong: Mapping[str, str] = NONE,
        *,
        wanted: Container[str] = (),
        replace: Callable[[str, Any], Any] | None = None,
        survey: Recording | None = None,
    ) -> None:
        self.declared = declared
        self.wanted = wanted
        self.taken: dict[str, Any] = {}
        self.replace = replace
        self.survey = survey
        self.scope = ""
        self.believed = {name: option for name, option in wrong.items() if ":" not in name}
        """The options that this student takes in the present scope."""
        self.local: dict[str, dict[str, str]] = {}
        """What is believed from a scope on; the innermost scope that says so wins."""
        if len(self.believed) < len(wrong):
            for choice, option in wrong.items():
                scope, colon, name = choice.rpartition(":")
                if colon:
                    self.local.setdefault(scope, {})[name] = option

    def __call__(self, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """The solver's result, under this description; afterwards `taken` has it and the wanted steps."""
        token = _running.set(self)
        try:
            result = self.within("", solver, arguments)
        finally:
            _running.reset(token)
        if self.replace is not None:
            result = self.replace(TOTAL, result)
        self.taken[TOTAL] = result
        return result

    def choose(self, name: str, right: Any, misconceptions: Mapping[str, Any]) -> Any:
        """See `choose`."""
        if self.survey is not None:
            self.survey.meet(self.scope, ChoicePoint(name, (RIGHT, *misconceptions), RIGHT))
        option = self.believed.get(name, RIGHT)
        return self.called(right if option == RIGHT else option_of(name, option, misconceptions))

    def choose_among(self, points: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
        """See `choose_among`."""
        if self.survey is not None:
            for name, options in points.items():
                self.survey.meet(self.scope, ChoicePoint(name, (RIGHT, *options), RIGHT))
        taken = {name: option for name, option in self.believed.items() if name in points and option != RIGHT}
        for name, option in taken.items():
            option_of(name, option, dict.fromkeys(points[name]))
        return taken

    def convention(self, name: str, follows: str | None, options: Mapping[str, Any]) -> Any:
        """See `convention`."""
        right = self.declared.get(name) or (follows and self.declared.get(follows)) or next(iter(options))
        if self.survey is not None:
            option_of(name, right, options)
            self.survey.meet(self.scope, ChoicePoint(name, tuple(options), right, is_convention=True, follows=follows))
        taken = self.believed.get(name)
        if taken is None and follows and name not in self.declared:
            taken = self.believed.get(follows)
        return self.called(option_of(name, taken or right, options))

    def step(self, name: str, value: Any, how: How, arguments: Mapping[str, Any]) -> Any:
        """See `step`."""
        outer = self.scope
        if name == TOTAL:  # the result: whoever called the solver takes it, here is only how it is made
            if self.survey is not None:
                self.survey.record(outer, outer or TOTAL, value, how, arguments)
            return value
        path = f"{outer}.{name}" if outer else name
        if self.is_open(value):
            value = self.within(path, value, arguments)
        elif self.survey is not None:
            self.survey.record(outer, path, value, how, arguments)
        passing = value if type(value) is Passing else None
        value = passing.value if passing else value
        if self.replace is not None:
            own = self.replace(path, value)
            passing = passing and passing._replace(value=own, is_replaced=own is not value)
            value = own
        if path in self.wanted:
            self.taken[path] = value
        return passing or value

    def apply(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """See `apply`."""
        return function(*arguments)

    def within(self, scope: str, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """The result of a solver in a scope of its own."""
        outer, believed = self.scope, self.believed
        if self.survey is not None:
            self.survey.enter(scope, arguments)
        self.scope = scope
        if scope in self.local:
            self.believed = self._believed_in(scope)
        try:
            return solver(**arguments)
        finally:
            self.scope, self.believed = outer, believed

    is_open: Callable[[Any], bool] = staticmethod(callable)
    """Whether something still has to be computed."""

    def called(self, value: Any) -> Any:
        """The value of an option, computed by now."""
        return value() if self.is_open(value) else value

    def _believed_in(self, scope: str) -> dict[str, str]:
        """What is believed in a scope where more is believed than around it."""
        return self.believed | self.local[scope]


_Value = TypeVar("_Value")
_running: ContextVar[Run | None] = ContextVar("running", default=None)


@overload
def choose(name: str, right: Callable[[], _Value], **misconceptions: Any) -> _Value: ...
@overload
def choose(name: str, right: _Value, **misconceptions: Any) -> _Value: ...
def choose(name: str, right: Any, **misconceptions: Any) -> Any:
    """The right value, or what a named misconception would put in its place.

    One choice point is one belief: the same name, with the same options, wherever that belief acts.  Options are
    values, or callables where computing them may fail or cost; they hold no choice points of their own.
    """
    run = _running.get()
    if run is None:
        return right() if callable(right) else right
    return run.choose(name, right, misconceptions)


def choose_among(points: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    """The wrong options that are taken, {choice: option}, of many choice points at once.

    As `choose`, for solvers that derive their choice points: `points` are the wrong options of each.
    """
    run = _running.get()
    return NONE if run is None else run.choose_among(points)


@overload
def convention(name: str, *, follows: str | None = None, **options: Callable[[], _Value]) -> _Value: ...
@overload
def convention(name: str, *, follows: str | None = None, **options: _Value) -> _Value: ...
def convention(name: str, *, follows: str | None = None, **options: Any) -> Any:
    """The value of the option that counts as right: the declared one, or else the first.

    `follows="biases"`: where it is not declared it takes whatever `biases` has in this run, deviated or not.
    """
    run = _running.get()
    if run is None:
        right = next(iter(options.values()))
        return right() if callable(right) else right
    return run.convention(name, follows, options)


@overload
def step(name: str, value: Callable[..., _Value], how: How = "", **arguments: Any) -> _Value: ...
@overload
def step(name: str, value: _Value, how: How = "", **arguments: Any) -> _Value: ...
def step(name: str, value: Any, how: How = "", **arguments: Any) -> Any:
    """Name a line of the worked solution, and give back its value.

    Where `value` is another solver it runs on `arguments`, in the scope `name`; otherwise `arguments` are further names
    that the formula `how` may use.  A path met twice is an error.  A solver's last step is its `total`.
    """
    run = _running.get()
    if run is None:
        return value(**arguments) if callable(value) else value
    return run.step(name, value, how, arguments)


def apply(function: Callable[..., _Value], *arguments: Any) -> _Value:
    """What a function makes of values: for those that compare, loop or ask for a length, as `max` and `prod` do.

    In a run for many students it is called for each value that there is among them.
    """
    run = _running.get()
    return function(*arguments) if run is None else run.apply(function, arguments)


def option_of(name: str, option: str, options: Mapping[str, Any]) -> Any:
    """An option of a choice point; MenuError where it has none of this name."""
    try:
        return options[option]
    except KeyError:
        raise MenuError(f"{name} has no option {option!r}; it has {', '.join(options)}") from None
