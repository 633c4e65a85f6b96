"""Placeholders: what students write where they have no answer, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from checker.notation.text import is_blank
from checker.writeups.labels import part_mark
from checker.writeups.part_words import PartWords
from checker.writeups.sheets import AskedPart, PartKey
from checker.writeups.statements import Statement

_WORDS: Final = (
    r"todo|tbd|skip(?:ped)?|pass(?:ed)?|n/a|no (?:answer|solution|idea|time|clue)|not (?:done|answered|attempted|finished|solved|yet)|left (?:out|blank|open)|"
    r"will (?:do|add|ask|hand)|did(?:n['’]t| not) (?:do|get|finish|have|manage|know)|i (?:don['’]t|do not) know|don['’]t know|idk|no idea|ran out of time|"
    r"pas (?:fait|traité|encore|de réponse|su|réussi)|à faire|(?:section )?non[- ]traitée?|je ne sais pas|keine (?:lösung|antwort|ahnung|zeit|idee)|nicht (?:gemacht|gelöst|bearbeitet|geschafft)|"
    r"weiß nicht|offen|fehlt|kommt noch|sin (?:hacer|respuesta|resolver)|no (?:lo )?(?:hice|sé|he hecho)|pendiente|por hacer|falta|da fare|non fatto|não (?:fiz|sei)|por fazer|"
    r"未完成|没做|未做|不会|没有|跳过|не (?:сделано|сделал\w*|решено|решил\w*|успел\w*|знаю)|нет (?:ответа|решения)|пропу\w+"
)
_PLACEHOLDER: Final = re.compile(rf"[\W_]*(?:section\s)?(?:{_WORDS}|\?{{1,5}})(?![\w])(?P<more>.*)", re.I | re.S)
_PART: Final = re.compile(rf"(?P<label>.{{0,60}}?)[\s:=–→>-]{{1,40}}(?:{_WORDS}|\?{{1,5}}|_{{3,}}|\.{{4,}})(?![\w]).{{0,80}}", re.I | re.S)
_MOST_MORE: Final = 80
"""Characters that may follow a placeholder: a reason, perhaps."""
_NUMBER: Final = re.compile(r"\d{2}|=\s*\d")


def is_empty(read: Iterable[Statement]) -> bool:
    """Return whether a section has no content: only its heading, or a placeholder."""
    own = [text for each in read if each.kind != "heading" and not is_blank(text := each.text.strip())]
    if not own:
        return True
    first = _PLACEHOLDER.fullmatch(own[0])
    rest = sum(map(len, own[1:]))
    return bool(first) and len(first["more"]) + rest < _MOST_MORE and not _NUMBER.search(" ".join(own))


def unanswered(parts: Sequence[AskedPart], read: Iterable[Statement]) -> set[PartKey]:
    """Return the parts that the student says are not answered: `total: TODO`, `c) skip`."""
    if len(parts) < 2:
        return set()
    words = PartWords(parts)
    found = set()
    for each in read:
        if part := _open_part(each, words, parts):
            found.add(part.key)
    return found


def _open_part(statement: Statement, words: PartWords, parts: Sequence[AskedPart]) -> AskedPart | None:
    text = statement.text.strip()
    label = ""
    if match := _PART.fullmatch(text):
        label = match["label"]
    elif len(text) > _MOST_MORE or not _PLACEHOLDER.fullmatch(text):
        return None
    if _NUMBER.search(label):
        return None
    mark = part_mark(text) or ("" if label else statement.mark)
    if mark and ord(mark) - ord("a") < len(parts):
        return parts[ord(mark) - ord("a")]
    values = words.matches(label or " ".join(statement.above[:1]))
    best = max(values)
    return parts[values.index(best)] if best >= 0.5 and values.count(best) == 1 else None
