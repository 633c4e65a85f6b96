"""Checks numeric homework answers and explains the wrong ones.

    from checker import check

    check("problems/001/encoder-layer.yaml", "31,744").message

Modules are loaded when they are first used.
"""

TYPE_CHECKING = False  # as in typing, which takes 4 ms to load
if TYPE_CHECKING:
    from checker.engine import VERSION as __version__  # noqa: N811 - it is both
    from checker.engine.errors import UserError
    from checker.grading.api import grade
    from checker.marking.api import check, mistakes, solve
    from checker.problems import load_problem

__all__ = ["UserError", "__version__", "check", "grade", "load_problem", "mistakes", "solve"]

_HOMES = {
    "UserError": ("checker.engine.errors", "UserError"),
    "__version__": ("checker.engine", "VERSION"),
    "check": ("checker.marking.api", "check"),
    "grade": ("checker.grading.api", "grade"),
    "load_problem": ("checker.problems", "load_problem"),
    "mistakes": ("checker.marking.api", "mistakes"),
    "solve": ("checker.marking.api", "solve"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
