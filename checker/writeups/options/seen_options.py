"""The options that one line of a student's text names (`Seen`): which ones, how surely, why, and the line.

`objection_to` finds the words of that line that say that they are not the student's choice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from checker.writeups.document import Place
from checker.writeups.language.objections import Objection, objection
from checker.writeups.language.phrases import one_of
from checker.writeups.options.option_names import Named
from checker.writeups.results.statements import Statement

DISPUTED: Final = 0.4
"""Confidence of an option where the text speaks for another one too."""
CORRECTION: Final = re.compile(rf"\W*{one_of('corrections')}\b|\W*(?:wait|no,)\s", re.IGNORECASE)
"""The beginning of a correction."""
_LETTERS: Final = tuple(
    re.compile(pattern)
    for pattern in (r"(?<=\()[A-H](?=\))", r"(?<!\w)[B-H](?!\w|['’])", r"(?<!\w)[A-Ha-h](?!\w|['’])")
)
"""The letter of an option, the surest first: `a` is a word in several languages."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_LONG: Final = 4
"""Letters of a word that is no article, negation or the like."""
_NAMES_OF_LETTERS: Final = frozenset(
    """letter letra lettera lettre buchstabe option opción opzione opção optie alternativa alternative variante choice
    case possibility statement aussage affirmation afirmación""".split()  # noqa: SIM905 - quotes would hide the names
)
"""Words before the letter of an option."""


class Seen(NamedTuple):
    """Options that a line of a student's text names, and how sure that is."""

    text: str
    """The options in their words, as an answer."""
    confidence: float
    reason: str
    file: int
    place: Place
    line: str
    letters: str = ""
    """The letters of the options."""


def objection_to(seen: Seen, known: Collection[str] | None) -> Objection | None:
    """Return the words of a line that speak against the options in it being the student's choice; None if none do.

    `known`: the words of the questions, which may be written around an option.
    """
    names = [name for name in seen.text.split(", ") if name.casefold() in seen.line.casefold()]
    start = seen.line.casefold().find(names[0].casefold()) if names else -1
    end = start + len(names[0]) if names else -1
    if not names:
        found = (letter for each in _LETTERS for letter in each.finditer(seen.line))
        letter = next((each for each in found if not seen.letters or each[0].upper() in seen.letters), None)
        start, end = letter.span() if letter else (len(seen.line), len(seen.line))
    words = None if known is None else {*known, *_WORD.findall(seen.text.casefold()), *_NAMES_OF_LETTERS}
    return objection(_without_its_words(seen, start, end), start, end, words)


def _without_its_words(seen: Seen, start: int, end: int) -> str:
    """Return the line without the option's words, which may mean anything, but for those from `start` to `end`."""
    own = {word for word in _WORD.findall(seen.text.casefold()) if len(word) >= _LONG}

    def blank(found: re.Match[str]) -> str:
        is_own = found[0].casefold() in own and not start <= found.start() < end
        return " " * len(found[0]) if is_own else found[0]

    return _WORD.sub(blank, seen.line) if seen.letters else seen.line


def seen_in(options: Sequence[str], named: Named, statement: Statement) -> Seen:
    """Return options that a sentence names, with its first line as their place."""
    line = statement.line_at(0)
    text = ", ".join(options[place] for place in sorted(named.options))
    letters = "".join(chr(ord("A") + place) for place in sorted(named.options))
    return Seen(text, named.confidence, named.reason, statement.file, line.place, line.text, letters)
