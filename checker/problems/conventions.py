"""Which conventions a question declares: from the assignment, the problem and its part; the nearest wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from checker.document.issues import Issue
from checker.engine.recording import ChoicePoint
from checker.notation.words import UnknownName, describe, either, shortened
from checker.questions.presets import PRESETS

if TYPE_CHECKING:
    from checker.problems.type_menu import TypeMenu

PRESET: Final = "preset"


def declared(layers: Iterable[Mapping[str, Any]], menu: Mapping[str, ChoicePoint]) -> dict[str, str]:
    """The options of the conventions on this menu, from layers of which the last is the nearest.

    In a layer a single convention overrides its preset.  What the menu does not have is left out: see `wrong`.
    """
    merged: dict[str, str] = {}
    for layer in layers:
        preset = layer.get(PRESET)
        for each in (PRESETS.get(preset, {}) if isinstance(preset, str) else {}, layer):
            merged |= {key: each[key] for key in menu if key in each and each[key] in _options(menu[key])}
    return merged


def wrong(layer: Mapping[str, Any], menu: TypeMenu) -> Iterator[Issue]:
    """Yield what questions of this type do not have.

    A convention that matters at other parameters only is no fault: it may come from a file that was copied, and lint
    reports it as unused.
    """
    of = menu.type
    options = {key: _options(point) for key, point in menu.points.items() if point.is_convention}
    options[PRESET] = tuple(PRESETS)
    if any(key not in options for key in layer):
        options |= {key: _options(point) for key, point in menu.elsewhere.items()}
    for key, option in layer.items():
        if key not in options:
            unknown = UnknownName(key, tuple(options), f"checker types {of}")
            yield Issue((key,), f"{shortened(key)} is not a convention of {of}", at_key=True, unknown=unknown)
        elif option not in options[key]:
            yield Issue((key,), f"{key} must be {either(options[key])}, not {_word(option)}")


def _options(point: ChoicePoint) -> tuple[str, ...]:
    return point.options if point.is_convention else ()


def _word(option: Any) -> str:
    return shortened(option) if isinstance(option, str) else describe(option)
