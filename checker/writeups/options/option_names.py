"""Finds options of a choice by name: their words, letter or number, alone or after a word such as “Answer”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Final, NamedTuple

from checker.writeups.language.sentences import sentences

_ARTICLE: Final = re.compile(r"(?:an?|the|they|it)\s+", re.IGNORECASE)
_AROUND: Final = " \t\n.,;:!()[]{}\"'`*_$\\→⇒>=-–—✓✔☑✅"
_CUE: Final = re.compile(
    r"^.{0,40}\b(?:answers?|ans|options?|choices?|choose|chose|pick|selected|correct|correction|korrektur|edit"
    r"|antwort|lösung|richtig|réponse|respuesta|resposta|risposta|opción|ответ|答案)\b"
    r"(?:\s+(?:is|are|option|would be|ist|est|es))*\s*[:=→–-]*>?\s*(?P<rest>\S.*)$|^.{0,30}?(?:→|⇒|->"
    r"|=>)\s*(?P<arrow>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ITS_NUMBER: Final = re.compile(r"\b(?:option|choice|answer|antwort|ans)\b\W*\d{1,2}\b", re.IGNORECASE)
_LEAD: Final = re.compile(
    r"(?:i (?:think|believe|guess|would say|choose|pick)(?: that)?(?: it is| it's)?|it is|it's"
    r"|this is(?: called)?|probably|ich (?:glaube|denke)|je (?:pense|crois)|creo que|(?:the )?(?:option|choice"
    r"|number|letter))\s+",
    re.IGNORECASE,
)
_WITH_WORDS: Final = re.compile(r"[(\[]?\s*([A-Za-z]|\d{1,2})\s*(?:[).:\]=–—-]+\s*|\s(?=\())(\S.*)", re.DOTALL)
_REASON: Final = re.compile(
    r"(?:,?\s+(?:because|since|as|so that|weil|da|car|parce que|porque|ya que)\b|[,;.]\s|\s[–—-]\s|\s\().*$",
    re.IGNORECASE | re.DOTALL,
)
_LETTER_FIRST: Final = re.compile(r"\W*[A-Z](?:\W{0,2}[,;.]?\s+(?:because|since|as|weil|car|porque)\b|[,;]|\s[–—-])")
"""A letter that is an answer with its reason."""
_SEVERAL_LETTERS: Final = re.compile(r"\W*[A-H]\W*[,/&+;]\s*[A-H]\b")
_LETTER_SAID: Final = re.compile(
    r"\b(?i:answer|option|choice|letter|antwort|réponse|respuesta|opción|lettre|letra|lettera|buchstabe|alternativ[ae]"
    r"|opzione|opção|optie|variante|resposta|risposta|antwoord)\s+\W{0,3}([A-H])\b"
    r"|(?<![\w.])([A-H])\W{0,3}\s+(?:is|must be|ist|est|es)\s+(?:the\s+)?(?:correct|right|richtig|correcte?|juste)\b"
    r"|(?:^\W*|(?<=[\w.,)%°]\s))\(([A-H])\)(?=\s*(?:[.,;:!]|$))"
    r"|(?<!\b[A-H])(?:[,:–—]|\b(?i:so|dus|also|donc|quindi|logo|entonces|daher|therefore|hence))\s+([A-H])(?=\W*$)"
)
"""A letter that a sentence calls the answer: *answer C*, *C is right*, *it is halved (C)*, *so C*."""
_EITHER: Final = re.compile(
    r"\b[A-H]\b\W{0,3}\s(?:or|oder|ou|o)\s+(?:(?:option|answer|antwort|réponse|opción)\s+)?\W{0,3}[A-H]\b"
)
"""Two letters, one of them perhaps the answer."""
_WRONG: Final = re.compile(r"\b(?:wrong|incorrect|false|falsch|faux|would|could|if|wenn|si)\b", re.IGNORECASE)
_FIRST_CLAUSE: Final = re.compile(r"[.,;](?=\s)|\s[–—(-]")
_SEPARATOR: Final = re.compile(r"\s*[,;/&+\n]\s*(?:and\s+)?|\s+(?:and|und|et|y|e)\s+", re.IGNORECASE)
_DENIED: Final = re.compile(
    r"\b(?:not|no|none|nothing|neither|nor|without|nicht|kein\w*|pas|aucun\w*|sans|sin|nada|never)\b|n['’]t\b|✗|✘|❌",
    re.IGNORECASE,
)
_STEMS: Final = {
    "norm": r"(?:layer\W?)?(?:norm\w*|ln)",
    "convolution": r"(?:conv\b|convolution\w*|convolu[ct]i\w*|faltung\w*)",
    "embedding": r"embed\w*",
    "pooling": r"pool\w*", "batch": r"batch", "relu": r"relus?",
}  # fmt: skip
_GAP: Final = r"[\s_-]*"
_DIGITS: Final = 2


class Named(NamedTuple):
    """The options that a text names, how sure that is (0 to 1), and the reason in words."""

    options: frozenset[int]
    confidence: float
    reason: str


class OptionNames:
    """Finds the options of a choice in a text by their names: their words, their letter or their number."""

    def __init__(self, options: Sequence[str]) -> None:
        self.options = tuple(options)
        self._words = {_bare(option): place for place, option in enumerate(options)}
        self._words |= {_ARTICLE.sub("", _bare(option), count=1): place for place, option in enumerate(options)}
        self.has_letters = not any(len(_bare(option)) == 1 and _bare(option).isalpha() for option in options)
        self.has_numbers = not any(_bare(option).isdigit() for option in options)
        self._phrases = re.compile(
            "|".join(f"(?P<o{place}>{_phrase(option)})" for place, option in enumerate(options)), re.IGNORECASE
        )

    def words(self, text: str) -> int | None:
        """Return the place of the option with exactly these words; None if there is none."""
        bare = _bare(text)
        return self._words.get(bare, self._words.get(_ARTICLE.sub("", bare, count=1)))

    def name(self, text: str, *, numbers: bool = False) -> int | None:
        """Return the place of the option with these words, this letter or (with `numbers`) this number; or None."""
        if (found := self.words(text)) is not None:
            return found
        bare = _bare(text)
        if self.has_letters and len(bare) == 1 and bare in ascii_lowercase[: len(self.options)]:
            return ascii_lowercase.index(bare)
        if (
            numbers
            and self.has_numbers
            and bare.isdecimal()
            and len(bare) <= _DIGITS
            and 1 <= int(bare) <= len(self.options)
        ):
            return int(bare) - 1
        return None

    def names(self, text: str, *, numbers: bool = False) -> frozenset[int]:
        """Return the places of the options that a text consists of, as in `A, C`; none if it says anything else."""
        if (one := self.name(text, numbers=numbers)) is not None:
            return frozenset({one})
        pieces = [piece for piece in _SEPARATOR.split(text) if piece]
        if len(pieces) <= 1 and re.fullmatch(r"\W*[A-Z](?:\s*[A-Z]){1,9}\W*", text):
            pieces = re.findall(r"[A-Z]", text)
        places = [self.name(piece) for piece in pieces] if 1 < len(pieces) <= len(self.options) else []
        return (
            frozenset(place for place in places if place is not None) if places and None not in places else frozenset()
        )

    def stated(self, text: str) -> Named | None:
        """Return the options that a sentence chooses by name, `Answer: C` or `I think B`; None if none, or `B or C`."""
        text = text.strip()
        if self.has_letters and _EITHER.search(text):
            return None
        cue = _CUE.match(text)
        numbers = bool(cue and _ITS_NUMBER.search(text))
        if cue and (found := self._named((cue["rest"] or cue["arrow"]).strip(), numbers=numbers, has_cue=True)):
            return found
        return self._named(text, numbers=numbers, has_cue=False) or self._said(text)

    def _named(self, text: str, *, numbers: bool, has_cue: bool) -> Named | None:
        """Return the options with which a text begins."""
        sure, reason = (0.95, "after a word such as “answer”") if has_cue else (0.85, "alone on its line")
        text = _LEAD.sub("", text, count=1)
        if options := self.names(text, numbers=numbers):
            return Named(options, sure, reason)
        if (both := _WITH_WORDS.fullmatch(text)) and (first := self.name(both[1], numbers=True)) is not None:
            second = self.words(both[2])
            if second is None:
                second = self.words(_FIRST_CLAUSE.split(both[2], maxsplit=1)[0])
            if second is not None:
                options = frozenset({first, second})
                return Named(options, sure if first == second else 0.4, "a letter with its option")
        short = text if _SEVERAL_LETTERS.match(text) else _REASON.sub("", text, count=1)
        if short == text or self._phrases.search(text, len(short)):
            return None
        if not has_cue and len(_bare(short)) == 1 and not _LETTER_FIRST.match(text):  # `a, b and c are`
            return None
        options = self.names(short, numbers=numbers)
        return Named(options, round(sure - 0.05, 2), reason) if options else None

    def _said(self, text: str) -> Named | None:
        """Return the option whose letter a sentence calls the answer: `So answer A is correct`."""
        if not self.has_letters:
            return None
        said = [each for each in sentences(text) if not (_DENIED.search(each) or _WRONG.search(each))]
        letters = {"".join(found) for each in said for found in _LETTER_SAID.findall(each)}
        places = {place for letter in letters if (place := self.name(letter)) is not None}
        return Named(frozenset(places), 0.85, "a letter that is called the answer") if len(places) == 1 else None


@lru_cache(64)
def option_names(options: tuple[str, ...]) -> OptionNames:
    """Return what finds these options in a text, from a cache."""
    return OptionNames(options)


def _words(option: str) -> list[str]:
    """Return the words of an option, without an article before them."""
    return re.findall(r"[^\W_]+", _ARTICLE.sub("", option.strip(), count=1))


def _phrase(option: str) -> str:
    """Return the pattern of an option's words, with any hyphens or spaces between them."""
    words = [_STEMS.get(word.casefold(), re.escape(word)) for word in _words(option)]
    return rf"(?<!\w){_GAP.join(words)}(?!\w)" if words else r"(?!)"


def _bare(text: str) -> str:
    """Return a text in lower case, without signs around it and with single spaces."""
    return " ".join(text.casefold().split()).strip(_AROUND)
