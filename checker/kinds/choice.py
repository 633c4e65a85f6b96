"""The kind of answer `choice`: one or several options, by letter, by number, in their own words, or as ticked boxes.

`lettered` lists the options of a question in a message.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.choice import SelectedOptions
from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief

SPARE_CHARACTERS: Final = 1_000
"""Number of characters that an answer may have beyond every option written four times."""

MAX_NUMBER_LENGTH: Final = 3

_LEAD: Final = re.compile(
    r"(?:(?:i (?:think|believe|guess|would say)(?: that)?|it is|it's|probably|maybe|perhaps|ich (?:glaube|denke)"
    r"|je (?:pense|crois)(?: que)?|creo que|acho que|my|the|final|answers?|ans|antwort|options?|choices?"
    r"|is|are)\b\s*[:=,]?\s*)+",
    re.IGNORECASE,
)
_BOTH: Final = re.compile(r"([A-Za-z]|\d{1,3})\s*(?:[).:=–-]\s*|(?=\()|(?<=\s))(\S.*)", re.DOTALL)
"""A letter or a number with its option: `B (the keys)`, `2: the keys`, `B the keys`."""
_LISTED: Final = re.compile(r"\s*[,;\n]\s*(?:and\s+)?")
_JOINED: Final = re.compile(r"\s+(?:and|&|\+)\s+", re.IGNORECASE)
_SIGN: Final = r"\[[ \t]*[xX✓✔]?[ \t]*\]|\([ \t]*[xX✓✔]?[ \t]*\)|\{[ \t]*\}|[□☐○◯☑☒✓✔●◉]"
_BOX: Final = re.compile(rf"^[ \t]*(?:[-*+]\s+|\d{{1,3}}[.)]\s+)?({_SIGN})[ \t]*", re.MULTILINE)
"""A box or a radio button before an option: `[ ] A`, `- [x] A`, `☑ A`, `( ) A`."""
_NEXT_BOX: Final = re.compile(rf"(?<=[^\s([{{])[ \t,;]*(?=(?:{_SIGN})[ \t]*\S)")
"""The place in a line before its next box."""
_EMPTY_BOX: Final = re.compile(r"\[[ \t]*\]|\([ \t]*\)|\{[ \t]*\}|[□☐○◯]")
_EMPTY: Final = "[](){} \t□☐○◯"
_AROUND: Final = " \t\n.()[]{}\"'`\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019*$\\"
_HYPHENS: Final = re.compile(r"(?<=[^\W\d_])[\u2010\u2011-](?=[^\W\d_])")
"""Hyphens between words, for which some write a space: `pre-norm`, `pre norm`."""


class ChoiceKind(Kind):
    """Answers that choose one or several options of a question."""

    name = "choice"
    is_coded = True
    has_options = True

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the options that a student's text chooses.  Raises UnreadableAnswer for anything else."""
        options: Sequence[str] = hints.language
        longest = SPARE_CHARACTERS + 4 * sum(map(len, options))
        if len(text) > longest:
            raise UnreadableAnswer(
                f"This is too long: it has more than {longest:,} characters. Write one of the options."
            )
        names = _Names(options)
        if not any(_EMPTY_BOX.search(option) or _BOX.search(option) for option in options):
            text = _ticked(text, names)
        places = names.listed(text)
        if places is None:
            places = names.listed(_LEAD.sub("", text.strip().removesuffix("?"), count=1))
        if places is None:
            raise UnreadableAnswer(f'"{brief(text)}" is not one of the options. Write {lettered(options)}.')
        chosen = SelectedOptions(tuple(options), places)
        shape, marks = chosen.code
        return Reading(shape, tuple(StatedNumber(mark, 0, None) for mark in marks), shown=str(chosen))

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is a choice of options."""
        return isinstance(value, SelectedOptions)

    def expected(self, truth: SelectedOptions, symbols: Sequence[str]) -> str:  # noqa: ARG002 - options have none
        """Return what messages say is expected: one of the options, which are listed, or several."""
        return lettered(truth.options) + (", or several with commas between them" if len(truth.places) > 1 else "")

    def is_blank(self, text: str, truth: Callable[[], SelectedOptions]) -> bool:
        """Return whether a student's text chooses nothing; `none` may be the words of an option."""
        return super().is_blank(text, truth) and _spaced(text) not in map(_spaced, truth().options)

    def difference(self, reading: Reading, truth: SelectedOptions) -> str:
        """Return whether an option is wrong or one is missing, where several are right.

        Where one is right, return that only one is if several were chosen; else an empty text.
        """
        if len(truth.places) == 1:
            has_several = sum(bool(each.value) for each in reading.numbers) > 1
            return "Only one option is right, so choose one." if has_several else ""
        pairs = list(zip(reading.numbers, truth.code[1], strict=True))
        too_many = any(number.value and not right for number, right in pairs)
        too_few = any(right and not number.value for number, right in pairs)
        return " ".join(
            ["At least one option that you chose is wrong."] * too_many
            + ["At least one right option is missing."] * too_few
        )


def lettered(options: Sequence[str]) -> str:
    """Return the options as a message lists them: `A (the keys), B (the values) or C (the queries)`.

    Options of one sign need no letters.
    """
    names = _Names(options)
    named = [
        f"{letter} ({option})" if names.has_letters and letter else option
        for letter, option in zip_longest(ascii_uppercase[: len(options)], options)
    ]
    return f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]


class _Names:
    """The names of the options: their words, with or without signs around them, a letter, or a number."""

    def __init__(self, options: Sequence[str]) -> None:
        self.words = {_spaced(option): place for place, option in enumerate(options)}
        bare = Counter(_bare(option) for option in options)
        self.bare = {_bare(option): place for place, option in enumerate(options) if bare[_bare(option)] == 1}
        self.bare.pop("", None)
        tight = Counter(_tight(option) for option in options)
        self.tight = {_tight(option): place for place, option in enumerate(options) if tight[_tight(option)] == 1}
        self.has_letters = not any(len(_bare(option)) == 1 and _bare(option).isalpha() for option in options)
        self.has_numbers = not any(_bare(option).isdigit() for option in options)
        self.has_separators = any(_LISTED.search(option) for option in options)
        self.count = len(options)

    def place(self, text: str, *, alone: bool) -> int | None:
        """Return the index of the option that this text names; None if there is none.

        `alone`: the text is the whole answer, and may be `B (the keys)`.  In a list of options, letters and numbers do
        not count if an option has commas or semicolons.
        """
        found = self._in_words(text)
        if found is not None or (self.has_separators and not alone):
            return found
        if alone and (both := _BOTH.fullmatch(text.strip())):  # `B (the keys)`
            one, other = self._named(both[1]), self._named(both[2])
            return one if one == other else None
        return self._named(text)

    def _in_words(self, text: str) -> int | None:
        """Return the option of these words, also where a space or a hyphen between them is missing: `prenorm`."""
        found = self.words.get(_spaced(text), self.bare.get(_bare(text)))
        is_one_word = found is None and len(_bare(text)) > 1 and " " not in _bare(text)
        return self.tight.get(_bare(text)) if is_one_word else found

    def _named(self, text: str) -> int | None:
        """Return the option of these words, or of this letter or number."""
        found = self._in_words(text)
        if found is not None:
            return found
        bare = _bare(text)
        if self.has_letters and len(bare) == 1 and bare in ascii_lowercase[: self.count]:
            return ascii_lowercase.index(bare)
        is_number = self.has_numbers and bare.isdecimal() and len(bare) <= MAX_NUMBER_LENGTH
        return int(bare) - 1 if is_number and 1 <= int(bare) <= self.count else None

    def listed(self, text: str) -> set[int] | None:
        """Return the places of all options that a text lists; None if it says anything else."""
        if (one := self.place(text, alone=True)) is not None:
            return {one}
        found: set[int] = set()
        signs = text.split()
        if len(signs) > 1 and all(len(_bare(sign)) == 1 for sign in signs):  # `A D E`
            text = ",".join(signs)
        for piece in _LISTED.split(text.strip()):
            place = self.place(piece, alone=False)
            places = [place] if place is not None else [self.place(each, alone=False) for each in _JOINED.split(piece)]
            if None in places:
                return None
            found.update(each for each in places if each is not None)
        return found


def _ticked(text: str, names: _Names) -> str:
    """Return the options with a ticked box, one a line and without the boxes.

    A text without boxes is returned as it is.  Raise UnreadableAnswer if no box is ticked, if some lines have no box,
    or if `(x)` could be an option.
    """
    if names.place("(x)", alone=True) is not None and re.search(r"\([xX]\)\s*\S", text):
        raise UnreadableAnswer(f'"{brief(text)}" could be a ticked option, or two options. Write only what you choose.')
    text = "\n".join(map(_one_box_a_line, text.splitlines()))
    if names.place(text, alone=True) is not None and not _EMPTY_BOX.search(text):
        return text  # `(x)` for x
    if not _BOX.search(text):
        if _EMPTY_BOX.search(text):
            raise _unticked(text)
        return text
    lines = [line for line in text.splitlines() if line.strip()]
    boxes = [_BOX.match(line) for line in lines]
    ticked = [line[box.end() :] for line, box in zip(lines, boxes, strict=True) if box and box[1].strip(_EMPTY)]
    if None in boxes:
        raise UnreadableAnswer(
            f'"{brief(text)}" mixes options with boxes and without. Write the options that you choose.'
        )
    if not ticked:
        raise _unticked(text)
    return "\n".join(ticked)


def _one_box_a_line(line: str) -> str:
    """Return a line that begins with a box with a line end before each further box."""
    box = _BOX.match(line)
    return f"{line[: box.end()]}{_NEXT_BOX.sub(chr(10), line[box.end() :])}" if box else line


def _unticked(text: str) -> UnreadableAnswer:
    """Return the error to raise where all boxes are empty."""
    return UnreadableAnswer(f'No box is ticked in "{brief(text)}". Write the option that you choose.')


def _spaced(text: str) -> str:
    """Return a text in lower case with single spaces."""
    return " ".join(text.casefold().split())


def _bare(text: str) -> str:
    """Return a text in lower case without the signs around it, and with spaces for hyphens between words."""
    return _HYPHENS.sub(" ", _spaced(text).strip(_AROUND))


def _tight(text: str) -> str:
    """Return a bare text without spaces: `prenorm` for `Pre-norm`."""
    return _bare(text).replace(" ", "")


kind: Final = ChoiceKind()
