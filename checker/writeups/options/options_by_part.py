"""Options for each of several parts: after marks, in order, next to the names of the parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from checker.writeups.options.option_names import Named, OptionNames, option_names
from checker.writeups.options.option_roles import OptionRoles
from checker.writeups.options.seen_options import Seen, seen_in, shown_options
from checker.writeups.parts.part_words import part_words
from checker.writeups.questions.labels import part_mark
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart

_MARK: Final = re.compile(r"(?<!\w)\(?([a-h])[).:]\s*", re.IGNORECASE)


def seen_by_part(parts: Sequence[AskedPart], said: Sequence[Statement], prompt: str) -> Iterator[tuple[int, Seen]]:
    """Yield what names or describes options, with the number of its part."""
    options = parts[0].options
    names = option_names(options)
    found = list(_marked(parts, said))
    if all(part.options == options for part in parts):
        found = found or list(_in_order(parts, names, said))
        if not found and not names.has_letters:
            roles = OptionRoles(parts, options, (prompt, *(each.text for each in said)))
            for role in roles.find(said):
                named = Named(frozenset({role.option}), role.confidence, "its part is named with it")
                found.append((role.part, shown_options(options, named, role.statement, role.start)))
    yield from found or _labelled(parts, said)


def _marked(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers after the marks (a), (b), ..."""
    pieces: list[tuple[int, str, Statement]] = []
    for each in said:
        marks = list(_MARK.finditer(each.text)) if part_mark(each.text) else []
        ends = [*(mark.start() for mark in marks[1:]), len(each.text)][: len(marks)]
        pieces += [
            (ord(mark[1].lower()) - ord("a"), each.text[mark.end() : end], each)
            for mark, end in zip(marks, ends, strict=True)
        ]
    if len(pieces) < len(parts) or any(number >= len(parts) for number, *_ in pieces):
        return
    for number, text, statement in pieces:
        part = parts[number]
        answer = text.strip().rstrip(",;")
        names = option_names(part.options)
        if found := names.stated(answer.rpartition(":")[2] or answer) or names.stated(answer):
            yield number, seen_in(part, found, statement)


def _in_order(parts: Sequence[AskedPart], names: OptionNames, said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers that are listed without names, one for each part: `y, x, x, x`."""
    own = [each for each in said if each.kind != "heading"]
    if len(own) == 1:
        found = [names.name(piece) for piece in re.split(r"\s*[,;/|]\s*|\s+", own[0].text.strip(" .()[]"))]
        where = own * len(found)
    else:
        found = [names.name(each.text) if not any(each.row) else None for each in own]
        where = own
    if len(found) == len(parts):
        for number, (option, statement) in enumerate(zip(found, where, strict=True)):
            if option is None:
                return
            yield (
                number,
                seen_in(parts[number], Named(frozenset({option}), 0.85, "in the order of the parts"), statement),
            )


def _labelled(parts: Sequence[AskedPart], said: Sequence[Statement]) -> Iterator[tuple[int, Seen]]:
    """Yield the answers in statements that name their part, or are under its heading."""
    words = part_words(tuple(parts))
    for each in said:
        label, _, rest = re.sub(r"\s*(?:→|->|=>|=|\s[–—-]\s)\s*", ":", each.text, count=1).partition(":")
        for text, answer in ((label, rest), *((above, each.text) for above in (*each.row, *each.above[:1]))):
            fits = [number for number, value in enumerate(words.matches(text)) if value == 1] if text and answer else []
            if len(fits) == 1 and (found := option_names(parts[fits[0]].options).stated(answer)):
                yield fits[0], seen_in(parts[fits[0]], found, each)
                break
