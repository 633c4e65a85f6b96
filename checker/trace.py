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
from typing import Any, Final, TypeVar, overload

from checker.noticed import Noticed
from checker.survey import How, MenuError, Point, Survey

RIGHT: Final = "right"
"""The name of a choice's right option; the right option of a convention has a name of its own."""

TOTAL: Final = "total"
"""The step that every solver has: its result."""

NONE: Final[Mapping[str, str]] = {}


class Run:
    """One way through a solver, as one object.

    `declared`  a problem's conventions, {name: option}
    `wrong`     what this student believes, {choice: option}; {"scope:choice": option} holds in that scope and below it.
                Absolute: naming the right option changes nothing
    `replace`   given a step's path and value, the value to go on with: a student's own, or a rounded one
    `wanted`    the steps whose values `taken` keeps, beside the result
    `survey`    where to record the menu and the board
    `noticed`   where to record which other options would have changed this run
    """

    __slots__ = ("believed", "declared", "local", "noticed", "replace", "scope", "survey", "taken", "wanted")

    def __init__(  # noqa: PLR0913 - each is one thing to say of a run
        self,
        declared: Mapping[str, str] = NONE,
        wrong: Mapping[str, str] = NONE,
        *,
        wanted: Container[str] = (),
        replace: Callable[[str, Any], Any] | None = None,
        survey: Survey | None = None,
        noticed: Noticed | None = None,
    ) -> None:
        self.declared = declared
        self.wanted = wanted
        self.taken: dict[str, Any] = {}
        self.replace = replace
        self.survey = survey
        self.noticed = noticed
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
            result = solver(**arguments)
        finally:
            _running.reset(token)
        if self.replace is not None:
            result = self.replace(TOTAL, result)
        self.taken[TOTAL] = result
        return result


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
    value = right
    if run is not None:
        if run.survey is not None:
            run.survey.meet(run.scope, Point(name, (RIGHT, *misconceptions), RIGHT))
        option = run.believed.get(name, RIGHT)
        if option != RIGHT:
            value = _option(name, option, misconceptions)
        if run.noticed is not None:
            value = value() if callable(value) else value
            run.noticed.compare(name, value, misconceptions)
            return value
    return value() if callable(value) else value


def choose_among(points: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    """The wrong options that are taken, {choice: option}, of many choice points at once.

    As `choose`, for solvers that derive their choice points: `points` are the wrong options of each.
    """
    run = _running.get()
    if run is None:
        return NONE
    if run.survey is not None:
        for name, options in points.items():
            run.survey.meet(run.scope, Point(name, (RIGHT, *options), RIGHT))
    if run.noticed is not None:
        run.noticed.doubt(points)
    taken = {name: option for name, option in run.believed.items() if name in points and option != RIGHT}
    for name, option in taken.items():
        _option(name, option, dict.fromkeys(points[name]))
    return taken


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
        value = next(iter(options.values()))
    else:
        right = run.declared.get(name) or (follows and run.declared.get(follows)) or next(iter(options))
        if run.survey is not None:
            _option(name, right, options)
            run.survey.meet(run.scope, Point(name, tuple(options), right, is_convention=True, follows=follows))
        taken = run.believed.get(name)
        if taken is None and follows and name not in run.declared:
            taken = run.believed.get(follows)
        value = _option(name, taken or right, options)
        if run.noticed is not None:
            value = value() if callable(value) else value
            for point in (name, follows) if follows and name not in run.declared else (name,):
                run.noticed.compare(point, value, options)
            return value
    return value() if callable(value) else value


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
    outer = run.scope
    if name == TOTAL:  # the result: whoever called the solver takes it, here is only how it is made
        if run.survey is not None:
            run.survey.record(outer, outer or TOTAL, value, how, arguments)
        return value
    path = f"{outer}.{name}" if outer else name
    if callable(value):
        value = _within(run, path, value, arguments)
    elif run.survey is not None:
        run.survey.record(outer, path, value, how, arguments)
    if run.replace is not None:
        value = run.replace(path, value)
    if path in run.wanted:
        run.taken[path] = value
    return value


def _within(run: Run, scope: str, solver: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    outer, believed = run.scope, run.believed
    if run.survey is not None:
        run.survey.enter(scope, arguments)
    run.scope = scope
    if scope in run.local:
        run.believed = believed | run.local[scope]
    try:
        return solver(**arguments)
    finally:
        run.scope, run.believed = outer, believed


def _option(name: str, option: str, options: Mapping[str, Any]) -> Any:
    try:
        return options[option]
    except KeyError:
        raise MenuError(f"{name} has no option {option!r}; it has {', '.join(options)}") from None
