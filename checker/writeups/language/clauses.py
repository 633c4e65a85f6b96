"""Splits texts into sentences and these into clauses, and says of each clause whether it states, denies or supposes.

A clause may also give a reason or a result. Phrases are in English, German, French and Spanish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

_SENTENCE_END: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.B)(?<!\bresp)(?<!\bvs)[.!?;](?=\s|$)")
_SUPPOSED: Final = re.compile(
    r"(?:(?:and|but|und|et|y|or) )?(?:even )?(?:if|unless|suppose|wenn|falls|si|s'il|unlike|whereas|instead"
    r"|rather than|as opposed"
    r"|compared|contrary|in contrast|by contrast|otherwise|versus|vs|besides|statt|anstatt|anders als"
    r"|im gegensatz|sonst|sinon|au lieu|contrairement|alors que|en lugar"
    r"|en vez|a diferencia|mientras que)\b",
    re.IGNORECASE,
)
_UNREAL: Final = re.compile(
    r"\b(?:(?<!\bi )would|wouldn['’]t|could have|should have|might|wrong(?:ly)?|incorrect(?:ly)?|mistake|mistaken"
    r"|invalid|breaks?|fails?|problem"
    r"|some (?:say|think|people)|people|classic\w*|originals?|older|usual(?:ly)?|normally|often|whether|unclear"
    r"|either|all but|except|würde[nt]?|hätte|wäre|falsch|ob|faux|serait|donnerait|aurait"
    r"|équivocado|incorrecto|sería|daría)\b|\?",
    re.IGNORECASE,
)
_ACTS: Final = r" (?:we|i|one|you)\b(?! (?:get|obtain|have|see|can|know|ensure|avoid|do|don))"
"""A subject that does something: `so we set them to 0` states what is done, `so they vanish` what follows."""
_REASON: Final = re.compile(
    rf"(?:because|since|as (?:then|this|it|they|exp|the)|for (?:exp|then)|due to|so(?: that| as)?(?!{_ACTS})"
    rf"|such that|in order|to (?!the)\w+|which|(?:thus|hence|therefore)(?!{_ACTS})"
    r"|that way|this way|then their|giving|making|weil|da|denn|damit|sodass|so dass|um|wodurch|also|car|parce"
    r"|puisque|afin|pour|donc|ainsi|ce qui"
    r"|porque|ya que|para|pues|así|lo que)\b",
    re.IGNORECASE,
)
_CONCLUSION: Final = re.compile(
    r"(?:so(?! that| as)|thus|hence|therefore|that way|this way|then|also|donc|ainsi|así|pues)\b", re.IGNORECASE
)
_EFFECT: Final = re.compile(
    r"\b(?:get|gets|have|has|receives?|obtains?|ends? up|bekommen|bekommt|erhalten|haben|ont|reçoivent|tienen"
    r"|reciben|gives?|makes?|turns?|leads?|yields?)\b"
    r"(?!\W+multipl)(?=(?:\W+\w+){0,3}?\W+(?:0|zero|weights?|probabilit\w*|null|gewicht\w*|poids|pesos?)\b)"
    r"|\bvanish(?:es)?\b"
    r"|\b(?:must|should|will|has to|have to)\W+(?:be|become)\W+(?:0|zero)\b|^(?:dadurch|thereby|this way"
    r"|that way|de cette façon|de este modo)\b"
    r"|\b(?:weights?|gewichte?|poids|pesos)\W+(?:\w+\W+){0,2}?(?:are|is|become|be|werden|sind|sont"
    r"|son)\W+(?:then\W+)?(?:0|zero|null)\b"
    r"|\b(?:become|becomes|be|is|are|werden|wird|ist|sind|est|sont|son|es)\s+(?:\w+\s+)?(?:0|zeros?|null|zéro"
    r"|cero)\b(?=.*\b(?:after|nach|après|después))",
    re.IGNORECASE,
)
"""The effect of what is done: `they get the weight 0`."""
_NEGATION: Final = re.compile(
    r"\b(?:not|no|nothing|never|none|without|neither|nor|cannot|nicht|nichts|kein\w*|nie|ohne|pas|rien|aucun\w*"
    r"|jamais|sans|nada|nunca|sin|ningún\w*)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_CONNECTORS: Final = (
    r"but|because|since|so|such that|in order|in contrast|whereas|while|which|instead|rather than|unlike"
    r"|as opposed|otherwise|if|and|then"
    r"|sondern|aber|weil|damit|sodass|wenn|und|dann|statt|anstatt|mais|car|parce|puisque|afin|pour|alors que|et"
    r"|puis|si|au lieu"
    r"|pero|sino|porque|para|ya que|en lugar|en vez|y|luego"
)
_PIECES: Final = re.compile(rf",\s+|\s*[()\[\]]\s*|(?<=:)\s+|\s+[–—-]\s+|\s+(?=(?:{_CONNECTORS})\b)", re.IGNORECASE)
_EXPONENTIAL: Final = re.compile(r"\be(?:xp)?\s?\^?\s?[({][^(){}]{0,20}[)}](?:\s*=\s*[\w.]+)?")
_ALTERNATIVE: Final = re.compile(r"(?:or|oder|ou|o)\b", re.IGNORECASE)
_JOINS: Final = re.compile(r"(?:and|und|et|y|then|dann|puis|luego)\b", re.IGNORECASE)
_SAME_CLAUSE: Final = 3
"""Words up to which a piece after `and` still belongs to the denial before it: `not dropped and rescaled`."""


class Force(Enum):
    """What a clause does: it states something, denies it, supposes it, gives a reason for it or a result of it."""

    STATED = "stated"
    DENIED = "denied"
    REASON = "reason"
    RESULT = "result"
    SUPPOSED = "supposed"


class Clause(NamedTuple):
    """A clause of a sentence: its text, what it does, and whether it has a negation."""

    text: str
    force: Force
    is_negative: bool


class Sentence(NamedTuple):
    """A sentence, and where it begins in its text."""

    text: str
    start: int


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text, each with its place; a semicolon ends one, too.

    >>> [each.text for each in sentences("We mask it. This is done after the softmax, i.e. at the end.")]
    ['We mask it.', 'This is done after the softmax, i.e. at the end.']
    """
    start = 0
    for end in [*(found.span() for found in _SENTENCE_END.finditer(text)), (len(text), len(text))]:
        piece = text[start : end[1]]
        if piece.strip():
            yield Sentence(piece.strip(), start + len(piece) - len(piece.lstrip()))
        start = end[1]


def clauses(sentence: str) -> list[Clause]:
    """Return the clauses of a sentence, each with what it does.

    A clause after `if` or `instead of` supposes; one after `because` or `so that` gives a reason.

    >>> [each.force.value for each in clauses("They get -inf instead of 0, so that their weights vanish")]
    ['stated', 'supposed', 'reason']
    """
    found: list[Clause] = []
    previous = Force.STATED
    is_negative = False
    for piece in _PIECES.split(_EXPONENTIAL.sub("exp", sentence)):
        text = piece.strip()
        if not text:
            continue
        if found and _ALTERNATIVE.match(text):
            found[-1] = found[-1]._replace(force=Force.SUPPOSED)
            previous = Force.SUPPOSED
        force = Force.STATED
        joins = bool(found) and bool(_JOINS.match(text) or _ALTERNATIVE.match(text))
        if _SUPPOSED.match(text) or _UNREAL.search(text):
            force = Force.SUPPOSED
        elif _EFFECT.search(text) or (_REASON.match(text) and (found or not _CONCLUSION.match(text))):
            force = Force.RESULT if _CONCLUSION.match(text) else Force.REASON
        elif joins and previous not in {Force.STATED, Force.DENIED}:
            force = previous
        goes_on = joins and is_negative and len(text.split()) <= _SAME_CLAUSE
        is_negative = bool(_NEGATION.search(text)) or goes_on
        previous = force
        found.append(Clause(text, Force.DENIED if is_negative and force is Force.STATED else force, is_negative))
    return found
