"""Conventions that a question declares in the assignment, the problem and the part."""

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


def as_stated(sections: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the options that sections of a file state, {convention: option}; nothing is checked against a question.

    A later section overrides an earlier one; in a section a convention overrides its preset.
    """
    merged: dict[str, Any] = {}
    for section in sections:
        preset = section.get(PRESET)
        merged |= {**(PRESETS.get(preset, {}) if isinstance(preset, str) else {}), **section}
    return {key: option for key, option in merged.items() if key != PRESET and isinstance(option, str)}


def declared(sections: Iterable[Mapping[str, Any]], known: Mapping[str, ChoicePoint]) -> dict[str, str]:
    """Return the declared options of conventions; a later section overrides an earlier one.

    In a section a convention overrides its preset.  Unknown ones are left out; `convention_issues` reports them.
    """
    merged: dict[str, str] = {}
    for section in sections:
        preset = section.get(PRESET)
        for each in (PRESETS.get(preset, {}) if isinstance(preset, str) else {}, section):
            merged |= {key: each[key] for key in known if key in each and each[key] in known[key].options}
    return merged


def convention_issues(section: Mapping[str, Any], menu: TypeMenu) -> Iterator[Issue]:
    """Yield the issues of conventions and options that questions of this type do not have.

    A convention that only matters at other parameters is accepted: it may come from a file that was copied, and lint
    reports it as unused.
    """
    options = {key: point.options for key, point in menu.conventions.items()}
    options[PRESET] = tuple(PRESETS)
    if any(key not in options for key in section):
        options |= {key: point.options for key, point in menu.other_conventions.items()}
    for key, option in section.items():
        if key not in options:
            unknown = UnknownName(key, tuple(options), f"checker types {menu.type}")
            yield Issue((key,), f"{shortened(key)} is not a convention of {menu.type}", at_key=True, unknown=unknown)
        elif option not in options[key]:
            yield Issue((key,), f"{key} must be {either(options[key])}, not {_word(option)}")


def _word(option: Any) -> str:
    return shortened(option) if isinstance(option, str) else describe(option)
