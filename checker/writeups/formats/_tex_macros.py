r"""Expands the macros that a LaTeX file defines, such as `\newcommand{\R}{\mathbb{R}}`, where they are used.

A macro that calls itself stays as it is; if the text grows too long, all macros do.  Notes say so.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.writeups.formats._mathematics import group_ends

MAX_MACROS: Final = 500
MAX_PASSES: Final = 20
"""Maximum number of macros within macros."""
MAX_GROWTH: Final = 500_000
"""Maximum number of characters that macros may add."""

DEFINITION: Final = re.compile(
    r"\\(?:(?:re|provide)?newcommand|renewcommand|providecommand|DeclareMathOperator|DeclareRobustCommand)\s*\*?\s*"
    r"(?:\{\s*\\([a-zA-Z@]+)\s*\}|\\([a-zA-Z@]+))\s*(?:\[(\d)\])?(?:\[([^\][\n]{0,200})\])?\s*(?=\{)"
    r"|\\[gex]?def\s*\\([a-zA-Z@]+)((?:#\d)*)\s*(?=\{)"
)
CALL: Final = re.compile(r"\\([a-zA-Z@]+)")
OPTION: Final = re.compile(r"\s*\[([^\][]{0,500})\]")
ARGUMENT: Final = re.compile(r"\s*(?:(?=\{)|(\\(?:[a-zA-Z]+|.)|[^\s\\{}]))", re.DOTALL)
PARAMETER: Final = re.compile(r"#(\d)")


class _Macro(NamedTuple):
    """A macro: the text that it is replaced by, and how many arguments it takes."""

    body: str
    arguments: int
    default: str | None
    """The first argument if none is given in square brackets; None if it must be given in braces."""


def expanded(text: str) -> tuple[str, list[str]]:
    """Return a LaTeX text with the macros that it defines expanded, and notes on those that were not."""
    text, macros = _without_definitions(text)
    notes = []
    for name in sorted(_endless(macros)):
        del macros[name]
        notes.append(f"macro \\{name} expands without end; it was left as it is")
    if not macros:
        return text, notes
    result = text
    for _ in range(MAX_PASSES):
        longer = _expand(result, macros, len(text) + MAX_GROWTH)
        if longer is None:
            return text, [*notes, "the macros of this file expand to too much text; they were left as they are"]
        if result == longer:
            break
        result = longer
    return result, notes


def _without_definitions(text: str) -> tuple[str, dict[str, _Macro]]:
    """Return a text without the definitions of macros, with as many lines as before, and the macros by name."""
    macros: dict[str, _Macro] = {}
    pieces, place = [], 0
    ends = group_ends(text)
    while len(macros) < MAX_MACROS and (found := DEFINITION.search(text, place)):
        end = ends.get(found.end(), -1)
        pieces.append(text[place : found.start()])
        place = found.end()
        if end > 0:
            name = found[1] or found[2] or found[5]
            body = " ".join(text[found.end() + 1 : end - 1].split())
            if "DeclareMathOperator" in found[0]:
                body = rf"\operatorname{{{body}}}"
            count = int(found[3]) if found[3] else len(found[6] or "") // 2
            macros[name] = _Macro(body, count, found[4])
            place = end
        pieces.append("%\n" * text.count("\n", found.start(), place))
    return "".join((*pieces, text[place:])), macros


def _endless(macros: dict[str, _Macro]) -> set[str]:
    """Return the macros that call themselves, also by way of others."""
    calls = {name: {call for call in CALL.findall(macro.body) if call in macros} for name, macro in macros.items()}
    left = dict(calls)
    while ended := [name for name, called in left.items() if not called & left.keys()]:
        for name in ended:
            del left[name]
    return set(left)


def _expand(text: str, macros: dict[str, _Macro], longest: int) -> str | None:
    """Return a text in which each call of a macro is replaced by its body, once; None if it becomes too long."""
    pieces, place = [], 0
    room = longest - len(text)
    ends = group_ends(text)
    for found in CALL.finditer(text):
        if found.start() < place or found[1] not in macros:
            continue
        body, end = _called(text, found.end(), macros[found[1]], ends, room)
        if end < 0:
            continue
        room -= len(body) - (end - found.start())
        if room < 0:
            return None
        lines = text.count("\n", found.start(), end)
        pieces += [text[place : found.start()], " ".join(body.split("\n")), "%\n" * lines]
        place = end
    return "".join((*pieces, text[place:]))


def _called(text: str, place: int, macro: _Macro, ends: dict[int, int], room: int) -> tuple[str, int]:
    """Return a macro's body with its arguments, and the place after them; -1 if one is missing.

    If that might be longer than `room`, the body is a text that surely is, without the arguments.
    """
    arguments = []
    if macro.default is not None:
        option = OPTION.match(text, place)
        arguments.append(option[1] if option else macro.default)
        place = option.end() if option else place
    while len(arguments) < macro.arguments:
        found = ARGUMENT.match(text, place)
        if found is None:
            return "", -1
        if found[1]:
            arguments.append(found[1])
            place = found.end()
            continue
        end = ends.get(found.end(), -1)
        if end < 0:
            return "", -1
        arguments.append(text[found.end() + 1 : end - 1])
        place = end
    if macro.body.count("#") * max(map(len, arguments), default=0) > room + len(text):
        return macro.body + " " * (room + len(text)), place
    body = PARAMETER.sub(
        lambda each: arguments[int(each[1]) - 1] if 0 < int(each[1]) <= len(arguments) else "", macro.body
    )
    joins = CALL.search(body[-20:]) and text[place : place + 1].isalpha()
    return (f"{body} " if joins else body), place
