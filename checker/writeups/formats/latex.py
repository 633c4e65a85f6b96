r"""Reads LaTeX files: their text, formulas and tables, with macros expanded. Nothing is run, no other file is opened.

Half of this file finds what is not printed (`without_unprinted`): branches such as `\iffalse`, arguments that print
nothing. It is left out; notes report results in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from checker.writeups.document import Block, Document, Line, Place
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._hidden import Hidden, Shown, blanked
from checker.writeups.formats._mathematics import group_ends
from checker.writeups.formats._notes import cut_off, first_lines, pictures_note
from checker.writeups.formats._tex_macros import expanded
from checker.writeups.formats._tex_reader import TexReader
from checker.writeups.formats._tex_words import without_quantities

SUFFIXES: Final = {".tex": ".tex", ".latex": ".tex"}

BEGIN: Final = r"\begin{document}"
END: Final = r"\end{document}"
TITLE: Final = re.compile(r"(?m)^[^%\n]*?\\title\s*(?:\[[^\][]*\])?\s*(?=\{)")


def read(data: bytes, file: str) -> Document:
    """Return the document in the bytes of a LaTeX file."""
    source = decoded(data)
    text, notes = expanded(source.text)
    shown = without_unprinted(text)
    text = without_quantities(shown.text)
    preamble, begin, body = text.partition(BEGIN)
    blocks = _title(preamble) if begin else []
    if not begin:
        preamble, body = "", text
    reader = TexReader(body.partition(END)[0], preamble.count("\n") + 1)
    reader.read()
    blocks, more = first_lines((*blocks, *reader.blocks))
    notes = [*source.notes, *more, *notes, *shown.notes, *reader.notes, *pictures_note(blocks)]
    troubles, unread = cut_off((*source.cut, *more))
    return Document(file, tuple(blocks), None, source.lines, tuple(notes), troubles, unread)


def _title(preamble: str) -> list[Block]:
    """Return the title of a document as a heading."""
    found = TITLE.search(preamble)
    end = group_ends(preamble).get(found.end(), -1) if found else -1
    if found is None or end < 0:
        return []
    reader = TexReader(preamble[found.end() + 1 : end - 1])
    reader.read()
    place = Place(preamble.count("\n", 0, found.end()) + 1)
    text = " ".join(line.text for block in reader.blocks for line in block.lines)
    return [Block("heading", (Line(text, place),), 1)] if text else []


_SUSPECT: Final = re.compile(
    r"\\(?:if|endinput|phantom|[hv]phantom|excludecomment|index|glossary|typeout|message"
    r"|hypersetup|pdf|wlog|write|sbox|savebox|setbox|note|nomenclature)"
)
_CONDITION: Final = re.compile(r"\\(?P<word>if[a-zA-Z@]*|else|fi)(?![a-zA-Z@])|(?P<comment>(?<!\\)%[^\n]*)")
_NEW_CONDITION: Final = re.compile(r"\\newif\s*\\if([a-zA-Z@]+)")
_SET: Final = r"\\{name}(true|false)(?![a-zA-Z@])"
_TWO_SIGNS: Final = re.compile(r"\s*(\w)\s*(\S)")
_COMPARED: Final = re.compile(r"\s*(\d{1,20})\s*([<=>])\s*(\d{1,20})")
_NO_CONDITIONS: Final = frozenset({"iff", "ifthenelse", "iflanguage", "ifblank"})
_EXCLUDED: Final = re.compile(r"\\excludecomment\s*\{([a-zA-Z]+)\}")
_ENVIRONMENT: Final = r"\\begin\s*\{{({names})\}}.*?(?:\\end\s*\{{\1\}}|\Z)"
_SILENT: Final = re.compile(
    r"\\(?:[hv]?phantom|index|glossary|typeout|message|wlog|hypersetup|pdfinfo|pdfcomment|pdftooltip|nomenclature|note(?:<[^<>]*>)?|sbox\s*\\?\w*"
    r"|savebox\s*\{?\\?\w*\}?|setbox\s*\\?\w*\s*=?\s*\\[hv]box|write\d*|immediate\s*\\write\d*)\s*(?=\{)"
)
"""Commands whose argument is not printed."""
_END_INPUT: Final = re.compile(r"(?m)^[^%\n]*?(\\endinput(?![a-zA-Z]))")


def without_unprinted(text: str) -> Shown:
    """Return LaTeX without text that is not printed; lines keep their numbers, and ordinary comments (`% ...`) stay."""
    shown = Shown(text)
    if _SUSPECT.search(text):
        for find in (_after_the_end, _in_conditions, _in_environments, _in_arguments):
            shown = blanked(shown, find(shown.text))
    return shown


def _after_the_end(text: str) -> Iterator[Hidden]:
    r"""Yield what is behind `\endinput`, which LaTeX does not read."""
    if found := _END_INPUT.search(text):
        yield found.start(1), len(text)


def _in_conditions(text: str) -> Iterator[Hidden]:
    r"""Yield the branches that are not printed, such as those of `\iffalse`; of an unknown condition, both are read."""
    states = {name: re.findall(_SET.format(name=name), text)[-1:] == ["true"] for name in _NEW_CONDITION.findall(text)}
    open_: list[tuple[int, bool | None]] = []
    """The places where branches begin, each with whether it is printed; None if that is not known."""
    place = 0
    for found in _CONDITION.finditer(_NEW_CONDITION.sub(lambda new: " " * len(new[0]), text)):
        word = found["word"]
        if word is None or word in _NO_CONDITIONS:
            continue
        if word not in {"else", "fi"}:
            open_.append((found.end(), _holds(word, text, found.end(), states)))
        elif open_:
            begin, holds = open_.pop()
            if holds is False and not any(around is False for _, around in open_):
                yield max(begin, place), found.start()
                place = found.start()
            if word == "else":
                open_.append((found.end(), None if holds is None else not holds))
    if open_ and open_[0][1] is False:
        yield open_[0][0], len(text)


def _holds(word: str, text: str, place: int, states: dict[str, bool]) -> bool | None:
    """Return whether a condition holds; None if that is not known."""
    if word in {"iffalse", "iftrue"}:
        return word == "iftrue"
    if word == "if" and (signs := _TWO_SIGNS.match(text, place)):
        return signs[1] == signs[2]
    if word == "ifnum" and (compared := _COMPARED.match(text, place)):
        one, other = Decimal(compared[1]), Decimal(compared[3])
        return {"<": one < other, "=": one == other, ">": one > other}[compared[2]]
    return states.get(word.removeprefix("if"))


def _in_environments(text: str) -> Iterator[Hidden]:
    """Yield the environments that the file excludes."""
    if names := "|".join(sorted(set(_EXCLUDED.findall(text)))):
        for found in re.compile(_ENVIRONMENT.format(names=names), re.DOTALL).finditer(text):
            yield found.span()


def _in_arguments(text: str) -> Iterator[Hidden]:
    """Yield the arguments of commands that print nothing."""
    ends = group_ends(text)
    for found in _SILENT.finditer(text):
        if end := ends.get(found.end()):
            yield found.start(), end
