"""Conventions and mistakes of all question types: an assignment may set them for problems of several types."""

from __future__ import annotations

from functools import cache

from checker.document.issues import Issue
from checker.notation.words import UnknownName, shortened
from checker.problems.conventions import PRESET
from checker.problems.type_menu import BY_CAUSE, TypeMenu
from checker.questions.presets import PRESETS
from checker.questions.registry import solver, topics

OF_PRESETS = frozenset(key for preset in PRESETS.values() for key in preset)


def unknown_key(section: str, key: str) -> Issue | None:
    """Return the issue of a key of `conventions` or `credit` that no question type has; None if any has it."""
    if section == "conventions":
        if key in OF_PRESETS or key in _conventions():  # presets first: they need no types to be loaded
            return None
        kind, known = "convention", (PRESET, *_conventions())
    else:
        if key.partition(".")[0] in (OF_PRESETS if "." in key else ()) or key in _mistakes():
            return None
        kind, known = "mistake", (*BY_CAUSE, *_mistakes())
    message = f"{shortened(key)} is not a {kind} of any question type"
    return Issue((section, key), message, at_key=True, unknown=UnknownName(key, known, "checker types TYPE"))


@cache
def _menus() -> list[TypeMenu]:
    return [TypeMenu(solver(each), []) for each in topics()]


@cache
def _conventions() -> dict[str, None]:
    points = (point for menu in _menus() for point in menu.points.values())
    return {point.name: None for point in points if point.is_convention}


@cache
def _mistakes() -> dict[str, None]:
    return {mistake: None for menu in _menus() for mistake in menu.mistakes}
