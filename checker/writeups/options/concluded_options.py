"""Finds the option that a text claims: `so it is laminar`, `→ B`, `I'd go for C (…)`; none where claims differ.

A claim is a short clause with the telling words of exactly one option, or its letter: as a sentence, behind a word or
sign of conclusion, or (where none of these claims any) behind a verb such as `choose`. Words of other languages count
by their first letters (`laminaire`) or meaning. `names_another`: whether words next to a letter fit another option.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from checker.writeups.language.clauses import sentences
from checker.writeups.language.objections import objection
from checker.writeups.language.phrases import lines_of, one_of, words_of
from checker.writeups.options.option_names import Named
from checker.writeups.options.seen_options import NAMES_OF_LETTERS, Seen, seen_in
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart

CONCLUDED: Final = "the conclusion of its section"
_SURE: Final = 0.85
_CONCLUDES: Final = re.compile(rf"→|⇒|∴|->|=>|:\s|\b(?:{one_of('concluding')}|{one_of('answers')})\b", re.IGNORECASE)
_STATES: Final = re.compile(rf"\b{one_of('choosing')}\b", re.IGNORECASE)
_BECAUSE: Final = r"because|even|bc|b/c|since|as|weil|denn|da|wegen|car|parce|porque|ya que|pois|perché|omdat|want"
_END: Final = re.compile(
    r"[.;!?(:…]|,\s|\s[–—-]\s|→|⇒|->|=>"
    rf"|\b(?:for|{_BECAUSE})\b",
    re.IGNORECASE,
)
_REASON_WORD: Final = re.compile(rf"\b(?:{_BECAUSE})\b", re.IGNORECASE)
_REASON: Final = re.compile(rf"(?<=\w\w)\s\((?![A-H]\))|\s[–—-]\s|\b(?:{_BECAUSE})\b", re.IGNORECASE)
"""The beginning of a reason, whose words may be any."""
_OPENED: Final = re.compile(r"[\s(\[*_\"'“„«]*")
_LABEL: Final = re.compile(
    rf"\W*(?:(?:{one_of('questions')}|zu)\W{{0,2}})?\d{{1,2}}\W{{0,3}}(?=\s|[^\W\d])(?!\s?%)", re.IGNORECASE
)
"""The number of a question that a line begins with."""
_LETTER: Final = re.compile(r"(?<![\w°])(?<!\w\()(?<!\d )([A-H])(?!\w|['’]|\s*[=≈<>^·×/+*|]|\(|\s\d)")
_ARTICLE: Final = re.compile(r"A\s+[a-z]")
_WORD: Final = re.compile(r"[^\W\d_]+")
_TOKEN: Final = re.compile(r"[^\W_]+")
_NOT: Final = re.compile(
    r"\b(?:not|no|never|neither|nor|nicht|kein\w*|nie|pas|aucun\w*|ni|jamais|nunca|sin|non|niet|geen|não)\b|n['’]t\b",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    rf"\b(?:{one_of('somebody')}|{one_of('other-people')}|{one_of('exceptions')})(?!\w)"
    rf"|\b(?!i\b|we\b|ich\b|wir\b|je\b|on\b|nous\b)[^\W\d_]+\s+(?:says?|said|claims?|thinks?|chose|meint|sagt|dit|dice)\b",
    re.IGNORECASE,
)
"""Words by which a sentence speaks of somebody else, or of what is not so."""
_ALTERNATIVES: Final = re.compile(r"\b(?:or|oder|ou|o|either|beide|both)\b|\s/\s", re.IGNORECASE)
_LETTERS: Final = re.compile(r"\s/\s|\bor (?:else )?(?=\W?[A-H]\b)")
_LONGEST: Final = 9
"""Words of a clause that is a claim."""
_SHORT: Final = 3
"""Letters of a word that tells options apart."""
_COMMON: Final = words_of("common-words")
_BRACKET: Final = re.compile(r"\s*\([^()]*\)\s*$")
_STEM: Final = 4


class _Claim(NamedTuple):
    """A clause that claims an option."""

    option: int
    is_conclusion: bool
    statement: Statement
    start: int
    objection: str
    """The words of its sentence by which it is not simply claimed, up to the reason for it."""


def concluded(part: AskedPart, said: Sequence[Statement], prompt: str, known: Collection[str]) -> Seen | None:
    """Return the option that a student's statements claim; None if none, if claims differ, or if one is denied.

    The prompt has the words of options that are only letters; `known` are the words of the questions.
    """
    options = _options(part.options, prompt if all(len(each) == 1 for each in part.options) else "")
    words = {*known, *NAMES_OF_LETTERS, *_WORD.findall(" ".join(part.options).casefold()), *_words_of_meanings()}
    if any(map(options.offers_several, (each.text for each in said))):
        return None
    claims = [claim for each in said for claim in _claims(options, each, words)]
    conclusions = [each for each in claims if each.is_conclusion] or claims
    if len({each.option for each in conclusions}) != 1:
        return None
    last = conclusions[-1]
    later = claims[claims.index(last) + 1 :]
    if any(each.option != last.option for each in later) or any(each.objection for each in conclusions):
        return None
    return seen_in(part.options, Named(frozenset({last.option}), _SURE, CONCLUDED), last.statement, last.start)


def names_another(part: AskedPart, seen: Seen, prompt: str) -> bool:
    """Return whether words next to an option fit another one better: `A (turbulent)` where B is turbulent."""
    options = _options(part.options, prompt if all(len(each) == 1 for each in part.options) else "")
    because = _REASON_WORD.search(seen.line)
    return options.is_of_another(seen.line[: because.start()] if because else seen.line, seen.text)


def _claims(options: _Options, statement: Statement, known: Collection[str]) -> Iterator[_Claim]:
    """Yield what the sentences of a statement claim."""
    if any(statement.row):
        return
    label = _LABEL.match(statement.text)
    begin = label.end() if label else 0
    for sentence in sentences(statement.text[begin:]):
        text = sentence.text
        reason = _REASON.search(text)
        if _OTHERS.search(text[: reason.start()] if reason else text) or text.rstrip(" )*_").endswith("?"):
            continue
        places = [(0, 0, True), *((found.end(), found.end(), True) for found in _CONCLUDES.finditer(text))]
        places += [(found.end(), 0, False) for found in _STATES.finditer(text)]
        for place, begins, is_conclusion in sorted(places):
            for option, length in options.claimed(text[place:]):
                end = place + length
                own = {word for word in _WORD.findall(text.casefold()) if options.is_telling(word)}
                if _is_understood(text, begins, end, {*known, *own}):
                    said = objection(text, end, end)
                    if said is None and "(" in text[place:end]:  # then words before the bracket are out of its reach
                        said = objection(text, place, place)
                    words = said.words if said else ""
                    yield _Claim(option, is_conclusion, statement, begin + sentence.start, words)
                    break


def _is_understood(text: str, begins: int, end: int, known: Collection[str]) -> bool:
    """Return whether all words from `begins` to the end of the clause at `end` are known; a reason may have any."""
    reason = _REASON.search(text, end)
    following = text[end : reason.start()] if reason else text[end:]
    own = text[begins:end].rstrip()
    return not objection(f"{own} {following}", len(own), len(own), known)


class _Options:
    """The telling words of some options, each with its letter."""

    def __init__(self, options: Sequence[str], prompt: str) -> None:
        self._options = tuple(options)
        names = [_BRACKET.sub("", each) for each in options]
        self._offers = _ALTERNATIVES if not any(map(_ALTERNATIVES.search, options)) else _LETTERS
        if prompt:
            names = [_BRACKET.sub("", _in_prompt(prompt, each)) or each for each in options]
        if len(set(names)) < len(names):
            names = list(options)
        words = [_words(each) for each in names]
        common = set.intersection(*map(set, words))
        self._words = [frozenset(own) - common for own in words]
        self._telling = sorted({word for own in self._words for word in own})
        letters = [re.findall(r"(?<!\w)[A-H](?!\w)", each) for each in names]
        self.has_letters = all(own in ([], [chr(ord("A") + place)]) for place, own in enumerate(letters))

    def offers_several(self, text: str) -> bool:
        """Return whether a text offers one option or another: `laminar or turbulent`, `A / B`."""
        return any(
            self._names_any(text[: found.start()]) and self._names_any(text[found.end() :])
            for found in self._offers.finditer(text)
        )

    def _names_any(self, text: str) -> bool:
        """Return whether a text has a telling word or a letter of an option."""
        return bool(self._telling_in(text) - {_DENIAL}) or bool(self.has_letters and _LETTER.search(text))

    def is_of_another(self, text: str, chosen: str) -> bool:
        """Return whether a text has the telling words of one option only, and it is another than the chosen one."""
        own = self._telling_in(text)
        named = [option for option, words in zip(self._options, self._words, strict=True) if own and words == own]
        return len(named) == 1 and named[0] not in chosen

    def is_telling(self, word: str) -> bool:
        """Return whether a word occurs in some options only, so that it tells them apart."""
        return bool(self._telling_in(word))

    def _telling_in(self, text: str) -> frozenset[str]:
        """Return the telling words in a text."""
        return frozenset(filter(None, map(self._meant, _words(text))))

    def claimed(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield (option, end of the clause) for the whole text, then its first clause, if it names one option only."""
        opened = _OPENED.match(text)
        begin = opened.end() if opened else 0
        text = text[begin:]
        for clause in (text, _END.split(text, maxsplit=1)[0]):
            if len(clause.split()) > _LONGEST or not clause.strip():
                continue
            own = self._telling_in(clause)
            named = [place for place, words in enumerate(self._words) if words and words == own]
            letters = self._letters(clause)
            if len(named) == 1 and letters <= {named[0]}:
                yield named[0], begin + len(clause)
            is_other = own or len(letters) != 1 or len(self._letters(text)) != 1 or _NOT.search(clause)
            if not is_other and (place := next(iter(letters))) < len(self._words):
                told = self._telling_in(text)
                is_anothers = any(told == words for number, words in enumerate(self._words) if number != place)
                if not (told and is_anothers):
                    yield place, begin + len(clause)

    def _letters(self, clause: str) -> set[int]:
        """Return the options whose letters are in a clause."""
        if not self.has_letters or _ARTICLE.match(clause):
            return set()
        return {ord(found[1]) - ord("A") for found in _LETTER.finditer(clause)}

    def _meant(self, word: str) -> str | None:
        """Return the telling word that a word stands for; a denial stands for itself."""
        if word == _DENIAL:
            return word
        return next((each for each in self._telling if _is_same(word, each)), None)


def _in_prompt(prompt: str, letter: str) -> str:
    """Return the words that a prompt has behind the letter of an option: `(A) methyl orange, (B) ...`."""
    found = re.search(
        rf"(?<!\w)\(?{letter}[).:]\s+(.*?)(?=[\s,;]*(?<!\w)\(?[A-H][).:]\s|[.;?]\s|\n\s*\n|$)", prompt, re.DOTALL
    )
    return found[1] if found else ""


_DENIAL: Final = "not"


def _words(text: str) -> list[str]:
    """Return the words of a text by their meaning, without accents and the markup of mathematics."""
    plain = unicodedata.normalize("NFKD", re.sub(r"[{}_$\\*]", "", text))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
    plain = _NOT.sub(f" {_DENIAL} ", plain)
    for concept, pattern in _concepts():
        plain = pattern.sub(f" {concept} ", plain)
    words = _TOKEN.findall(plain)
    return [
        word
        for word in words
        if word == _DENIAL or any(map(str.isdigit, word)) or (len(word) >= _SHORT and word not in _COMMON)
    ]


@lru_cache(1)
def _concepts() -> list[tuple[str, re.Pattern[str]]]:
    """Return (English word, pattern that matches it in several languages), from the phrases `meanings`."""
    pairs = (line.split("|", 1) for line in lines_of("meanings"))
    return [(concept, re.compile(rf"\b(?:{concept}|{others})\b")) for concept, others in pairs]


def _is_same(one: str, other: str) -> bool:
    """Return whether two words have the same beginning: `laminaire`, `laminar`."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if shorter.isdigit() or len(shorter) < _STEM:
        return False
    alike = next(
        (place for place, pair in enumerate(zip(shorter, longer, strict=False)) if len(set(pair)) > 1), len(shorter)
    )
    return alike >= max(_STEM, len(shorter) - 2)


@lru_cache(1)
def _words_of_meanings() -> frozenset[str]:
    """Return the words that choose an option, or have the meaning of one."""
    lines = (*lines_of("meanings"), *lines_of("choosing"), *lines_of("concluding"))
    return frozenset(word for line in lines for word in _WORD.findall(line))


@lru_cache(64)
def _options(options: tuple[str, ...], prompt: str) -> _Options:
    """Return the telling words of some options."""
    return _Options(options, prompt)
