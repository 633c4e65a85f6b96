"""The kind of answer `choice`: one or several options, by letter, by number, in their own words, or as ticked boxes.

`lettered` lists the options of a question in a message.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice, zip_longest
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values import SelectedOptions
from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief, plain, refuse_long
from checker.text.vocabulary import Words, unknown_word

_LEAD: Final = re.compile(
    r"(?:(?:i (?:think|believe|guess|would say)(?: that)?|it is|it's|probably|maybe|perhaps|ich (?:glaube|denke)"
    r"|je (?:pense|crois)(?: que)?|creo que|acho que|my|the|final|answers?|ans|antwort|options?|choices?"
    r"|is|are)\b\s*[:=,]?\s*)+",
    re.IGNORECASE,
)
_SAID: Final = re.compile(r"(?:[:=]|\b(?:is|are|ist|sind|est|sont|es|son)\b)(?=\s)", re.IGNORECASE)
"""The end of the words before the options: `The stable algorithms are`."""
_BOTH: Final = re.compile(r"\(?([A-Za-z]|\d{1,3})\s*(?:[).:=–-]\s*|(?=\()|(?<=\s))(\S.*)", re.DOTALL)
"""A letter or a number with its option: `B (the keys)`, `2: the keys`, `B the keys`."""
# spaces are looked through from the first of them alone
_LISTED: Final = re.compile(r"(?:(?<!\s)\s*)?[,;\n]\s*(?:(?:and|und|et|y|e)\s+)?", re.IGNORECASE)
_JOINED: Final = re.compile(r"(?<!\s)\s+(?:and|und|et|y|e|&|\+)\s+|(?<=\b\w)\+(?=\w\b)", re.IGNORECASE)
_LETTER: Final = re.compile(r"(?<![\w.(\\-])[B-F](?![\w.)(^'/=-])")
"""A letter in the words of an option, which may mean another one: `both A and B`."""
_BOX: Final = re.compile(
    r"(?:^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?<![^\s,;])(?:\[[ \t]*([xX✓✔]?)[ \t]*\]|\([ \t]*([xX✓✔]?)[ \t]*\)"
    r"|\{[ \t]*\}|[□☐○◯]|([☑☒✓✔●◉]))",
    re.MULTILINE,
)
"""A box or a radio button before an option: `[ ] A`, `- [x] A`, `☑ A`, `( ) A`."""
_AROUND: Final = " \t\n.()[]{}\"'`\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019*$\\"
_ARTICLE: Final = re.compile(r"(?:an?|the|der|die|das|ein|eine|les?|la|une?|el|los|las|it|they) (?=\S)")
"""What an answer may leave out before the words of an option: `falls` for `it falls`."""


class ChoiceKind(Kind):
    """Answers that choose one or several options of a question."""

    name = "choice"
    coded_as = SelectedOptions
    has_options = True

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the options that a student's text chooses.  Raises UnreadableAnswer for anything else."""
        options: tuple[str, ...] = tuple(hints.language)
        refuse_long(text)
        names = names_of(options)
        places = _ticked(text, names)
        if places is None:
            places = names.chosen(text, hints.words)
        if places is None:
            pieces = _LISTED.split(text.strip(" \t\n,;"))
            unknown = [piece for piece in pieces if names.listed(piece) is None]
            piece = unknown[0] if 0 < len(unknown) < len(pieces) else text
            raise UnreadableAnswer(f'"{brief(piece)}" is not one of the options. Write {lettered(options)}.')
        chosen = SelectedOptions(options, places)
        shape, marks = chosen.code
        return Reading(shape, tuple(StatedNumber(mark, 0, None) for mark in marks), shown=str(chosen))

    def expected(self, truth: SelectedOptions, symbols: Sequence[str]) -> str:  # noqa: ARG002 - options have none
        """Return what messages say is expected: one of the options, which are listed, or several."""
        return lettered(truth.options) + (", or several with commas between them" if len(truth.places) > 1 else "")

    def is_blank(self, text: str, truth: Callable[[], SelectedOptions]) -> bool:
        """Return whether a student's text chooses nothing; `none` may be the words of an option."""
        return super().is_blank(text, truth) and _key(text) not in map(_key, truth().options)

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
    names = names_of(tuple(options))
    named = [
        f"{letter} ({option})" if names.letters and letter else option
        for letter, option in zip_longest(ascii_uppercase[: len(options)], options)
    ]
    return f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]


class OptionNames:
    """The names of the options: their words, a letter, or a number."""

    def __init__(self, options: Sequence[str]) -> None:
        self.options = options
        keys = [{_key(option), _key(_ARTICLE.sub("", _spaced(option), count=1))} - {""} for option in options]
        shared = Counter(key for each in keys for key in each)
        self.words = {key: place for place, each in enumerate(keys) for key in each if shared[key] == 1}
        self.exact = {_spaced(option): place for place, option in enumerate(options)}
        bare = [_spaced(option).strip(_AROUND) for option in options]
        letters = ascii_lowercase[: len(bare)]
        is_unclear = any(
            re.fullmatch(r"\W*[^\W\d_]\W*", option) or {each.lower() for each in _LETTER.findall(option)} - {own}
            for option, own in zip_longest(options, letters)
        )
        self.letters = "" if is_unclear else letters
        self.numbers = () if any(map(str.isdigit, bare)) else tuple(map(str, range(1, len(bare) + 1)))
        self.has_separators = any(map(_LISTED.search, options))

    def chosen(self, text: str, words: Words) -> set[int] | None:
        """Return the places of the options that an answer names, perhaps behind words that lead up to them."""
        found = self.listed(text)
        if found is None:
            found = self.listed(_LEAD.sub("", text.strip().removesuffix("?"), count=1))
        for said in islice(_SAID.finditer(text), 3 if found is None else 0):
            if self.place(text[: said.start()]) is None and unknown_word(text[: said.start()], words) is None:
                found = self.listed(text[said.end() :])
        return found

    def listed(self, text: str) -> set[int] | None:
        """Return the places of all options that a text lists; None if it says anything else.

        In a list, letters and numbers do not count if an option has commas or semicolons.
        """
        bare = text.strip(_AROUND)
        signs = bare.split() if " " in bare else [*bare] if re.fullmatch(r"[A-Z]{2,}", bare) else []
        is_list = len(signs) > 1 and len({each.strip(_AROUND).isdigit() for each in signs}) == 1
        if _spaced(text) not in self.exact and is_list and all(len(each.strip(_AROUND)) == 1 for each in signs):
            text = ",".join(signs)  # `A D E`, `ADE`
        if (one := self.place(text)) is not None:
            return {one}
        place = self.in_words if self.has_separators else self.place
        found: set[int | None] = set()
        for piece in _LISTED.split(text.strip(" \t\n,;")):
            one = place(piece)
            found |= set(map(place, _JOINED.split(piece))) if one is None else {one}
        return None if None in found else found  # type: ignore[return-value]  # it has no None

    def place(self, text: str) -> int | None:
        """Return the index of the option that a text names; None if there is none, or if it names two."""
        found = self.named(text)
        if found is None and (both := _BOTH.fullmatch(text.strip())):  # `B (the keys)`
            one, other = self.named(both[1]), self.in_words(both[2])
            return one if one == other else None
        return found

    def named(self, text: str) -> int | None:
        """Return the option of this letter or number, or of these words."""
        bare = text.strip(_AROUND).casefold()
        if len(bare) == 1 and bare in self.letters:
            return self.letters.index(bare)
        return self.numbers.index(bare) if bare in self.numbers else self.in_words(text)

    def in_words(self, text: str) -> int | None:
        """Return the option of these words, also where a space or a hyphen between them is missing: `prenorm`."""
        spaced = _spaced(text)
        if spaced in self.exact:
            return self.exact[spaced]
        key = _key(text)
        is_letter = len(key) == 1 and key in self.letters
        return None if is_letter else self.words.get(key)


names_of: Final = lru_cache(64)(OptionNames)
"""Returns the names of some options, from a cache."""


def _ticked(text: str, names: OptionNames) -> set[int] | None:
    """Return the places of the options with a ticked box; None for a text without boxes, or if an option has one."""
    boxes = [*_BOX.finditer(text)]
    if not boxes or any(map(_BOX.search, names.options)):
        return None
    if names.place("x") is not None:
        if names.place(text) is not None:
            return None  # `(x)` for x
        raise UnreadableAnswer(f'"{brief(text)}" could be a ticked option, or two options. Write only what you choose.')
    ends = [*(each.start() for each in boxes[1:]), len(text)]
    pieces = [text[box.end() : end].strip(" \t\n,;") for box, end in zip(boxes, ends, strict=True)]
    if text[: boxes[0].start()].strip() and any(any(box.groups()) for box in boxes):
        raise UnreadableAnswer(
            f'"{brief(text)}" mixes options with boxes and without. Write the options that you choose.'
        )
    ticked = [names.place(piece) for piece, box in zip(pieces, boxes, strict=True) if any(box.groups())]
    if not ticked:
        raise UnreadableAnswer(f'No box is ticked in "{brief(text)}". Write the option that you choose.')
    if None in ticked:
        raise UnreadableAnswer(
            f'I do not know an option behind a box in "{brief(text)}". Write {lettered(names.options)}.'
        )
    return {place for place in ticked if place is not None}


def _spaced(text: str) -> str:
    return " ".join(text.casefold().split())


@lru_cache(1024)
def _key(text: str) -> str:
    """Return a text as plain mathematics in lower case, without signs around it, and without spaces and hyphens."""
    try:
        bare = plain(text).casefold()
    except UnreadableAnswer:
        bare = text.casefold()
    return re.sub(r" |(?<=[^\W\d_])[\u2010\u2011-](?=[^\W\d_])", "", " ".join(bare.split()).rstrip("!").strip(_AROUND))


kind: Final = ChoiceKind()
