"""Finds words around a result that deny it, doubt it, only suppose it or take it back: `not 5`, `maybe 5`.

A result counts if the clause that holds it asserts it.  Here are the words by which it denies, doubts, changes, asks or
quotes it, and those by which a later sentence takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from checker.text import lazy_pattern
from checker.writeups.language.phrases import one_of, phrases
from checker.writeups.language.sentences import sentences
from checker.writeups.language.unknown_words import PLAIN_WORD, is_end, only_names, unknown_label, unknown_word

_REACH: Final = 240
"""Characters before and after a result in which its sentence lies."""
_SENTENCE: Final = re.compile(r"(?<!\.)[.!?;](?=\s|$)(?!\s*\d)|\n\s*\n")
_CLAUSE: Final = re.compile(
    r"[,()\[\]{}]\s|\s[(\[](?=[^\W\d_]{2})|\s[–—-]\s"
    r"|\b(?:because|since|so that|so|(?<!thing )but|weil|da|aber|car|parce|mais|porque|pero|perché|ma|mas|want|maar)\b"
)
_AFTER: Final = re.compile(r"^[\s)\]}*_$`\"”»]*")
_OF_OTHERS: Final = rf"(?!(?:\s+\w+){{0,2}}?\s+{one_of('left-out')})(?!\s*(?:\w+ ){{0,2}}[-−]?[\d[])"
"""No denial is followed by words about something left out, or by another number."""
_DENIED: Final = lazy_pattern(
    rf"\b(?:{one_of('verbal-denials')})(?!\w){_OF_OTHERS}|\b{one_of('negative-nouns')}\b", re.IGNORECASE
)
_WITHDRAWN: Final = lazy_pattern(one_of("withdrawals"), re.IGNORECASE)
_NOT_COUNTED: Final = lazy_pattern(
    r"(?:\bnot|n['’]t) (?:count|take|consider|use|grade|accept|read|include)"
    r"(?: (?:this|that|it|one|them|as|an|my|answer))*\W*$",
    re.IGNORECASE,
)
"""`do not count` right before a result; before a noun it only says what is left out."""
_FAULTY: Final = lazy_pattern(rf"\b{one_of('faulty')}\b", re.IGNORECASE)
_DOUBTED: Final = lazy_pattern(rf"\b{one_of('doubting')}(?!\w)", re.IGNORECASE)
_SOMEBODY: Final = lazy_pattern(rf"\b{one_of('somebody')}(?!\w)", re.IGNORECASE)
_DELETED: Final = lazy_pattern(rf"\b{one_of('deletions')}(?!\w)", re.IGNORECASE)
_QUOTED: Final = lazy_pattern(
    rf"\b{one_of('somebody')}(?!\w)(?:\W+\w+){{0,8}}?\W+{one_of('asserting')}(?!\w)"
    r"|\b(?:according to|laut|selon|d['’]après|según|secondo|segundo|volgens)\b"
    rf"|\b{one_of('answers')}\s+(?:(?:of|von|de|du|di|del|do|da|van)\s+)?{one_of('somebody')}(?!\w)"
    rf"|\b{one_of('printed-elsewhere')}(?!\w)"
    rf"|\bone (?:might|could|would|may)(?: \w+)? {one_of('asserting')}(?!\w)",
    re.IGNORECASE,
)
_SOURCE: Final = re.compile(r"paper|article|artikel|artículo|exercise|sheet|aufgabe|énoncé|enunciado", re.IGNORECASE)
_WORKED_OUT: Final = re.compile(
    r"[^\W\d_]\W{0,4}=\W{0,3}\d[^.;]*\b(?:which|so|thus|hence|therefore|also|damit|donc|ce qui|lo que|así que)\b",
    re.IGNORECASE,
)
"""Sizes as equations, and a conclusion: `the paper has d = 512 and h = 2048, which makes ...`."""
_AGREED: Final = lazy_pattern(rf"\b{one_of('agreements')}\b", re.IGNORECASE)
_DISAGREED: Final = lazy_pattern(rf"\b{one_of('but')}(?!\w)", re.IGNORECASE)
_PER: Final = "per"
_SHARED: Final = re.compile(
    r"(?:\s*[^\W\d_]+)?\s+(?:per|pro|par|por|je|for each|für jed\w+|pour chaque|para cada) [^\W\d_]+", re.IGNORECASE
)
"""Words by which a result is only that of one of several things; not where the question says "per"."""
_SENTENCE_ENDS: Final = frozenset(".!;\n")
_EARLIER: Final = lazy_pattern(rf"\b{one_of('earlier')}\b", re.IGNORECASE)
_UNREAL: Final = lazy_pattern(rf"\b{one_of('unreal')}(?!\w)", re.IGNORECASE)
_CHANGED_AFTER: Final = re.compile(rf"(?:\s*(?:[^\W\d_]+\s+){{0,2}}?){one_of('changing')}(?!\w)", re.IGNORECASE)
_CHANGED_BEFORE: Final = re.compile(
    rf"^\W*(?:(?:so|then|thus|and|also|that|this)\W+)*{one_of('fractions-of-it')}(?!\w)", re.IGNORECASE
)
_TRANSFORMED: Final = lazy_pattern(rf"\b{one_of('transformed')}(?!\w)", re.IGNORECASE)
_OPERATED_BEFORE: Final = lazy_pattern(rf"\b{one_of('operators-before')}\W*$", re.IGNORECASE)
_OPERATED_AFTER: Final = re.compile(
    rf"[\s,]*(?:and |then )?(?:{one_of('operations-at-the-end')}|{one_of('what-is-missing')})(?!\w)", re.IGNORECASE
)
_AGAINST_IT: Final = lazy_pattern(rf"\b{one_of('but')}(?!\w)", re.IGNORECASE)
_BUT: Final = re.compile(rf"[\s,.…–—-]*{one_of('but')}(?!\w)(?P<more>[^\d]*)$", re.IGNORECASE)
_OTHER_BY_NEXT: Final = re.compile(
    rf"[.!;]\s+(?:{one_of('but')}|{one_of('rights-of-another')})(?!\w)[^.!?\n]*\d", re.IGNORECASE
)
_ASKED: Final = re.compile(r"[^.!;\n]{0,60}\?")
_ADDED: Final = r"(?:nachtrag|p\.?\s?s\.?|edit|update|note|addendum|anm\w*|remarque|nota|opmerking|achteraf)"
_RETRACTED: Final = re.compile(
    rf"\W*(?:(?:but|and|hmm+|well|oh|ah|ok|okay|however|though|{_ADDED}),?\W+)*{one_of('retractions')}(?!\w)",
    re.IGNORECASE,
)
_ABOVE: Final = re.compile(
    rf"\W*(?:{_ADDED}\W+)?{one_of('above')}",
    re.IGNORECASE,
)
_FORWARD: Final = lazy_pattern(one_of("forward-faults"), re.IGNORECASE)
_NEXT: Final = (
    *("next", "follow", "below", "nächst", "folg", "suiv", "suit", "ci-dessous", "sigu", "abajo", "segu", "sotto"),
    *("abaixo", "volg", "hieronder"),
)
"""Beginnings of words one of which is in every announcement: to search for them is much faster."""
_SECOND_TRY: Final = re.compile(rf"\W*{one_of('second-tries')}(?!\w)", re.IGNORECASE)
_POINTS_BACK: Final = lazy_pattern(
    r"\b(?:that|this|it|which|these|das|dies|es|was|ce|cela|ça|ceci|qui|eso|esto|lo que|questo|ciò|isso|isto"
    r"|dat|dit|het|wat)\b"
    rf"[^.;!?]{{0,30}}?\b(?:(?:{one_of('verbal-denials')})(?!\w){_OF_OTHERS}"
    rf"|(?:{one_of('faulty')}|{one_of('what-is-missing')})(?!\w))",
    re.IGNORECASE,
)


_SECTIONS: Final = (
    *("verbal-denials", "negative-nouns", "faulty", "doubting", "somebody", "earlier", "unreal"),
    *("printed-elsewhere", "changing", "fractions-of-it", "transformed", "operators-before", "operations-at-the-end"),
    "what-is-missing",
)
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
_SHOWN: Final = 40
"""Characters of another result that are shown."""
_DIGIT: Final = re.compile(r"\d")
_PERCENT: Final = re.compile(r"(?:per|pour|por|pro)[cz]\w+$", re.IGNORECASE)
_EXCEPTED: Final = ("unless", "supposing", "in case", "in the case", "for the case", "falls", "im fall", "au cas")
"""Beginnings of a condition on which the result itself depends."""
_OPENS: Final = re.compile(r"[(,;–—]")
_USUAL: Final = frozenset(
    (
        *("a", "an", "and", "are", "at", "be", "by", "da", "das", "de", "del", "della", "der", "des", "di", "die"),
        *("do", "du", "ein", "el", "from", "ha", "had", "has", "hat", "have", "his", "her", "il", "in", "is", "it"),
        *("je", "la", "le", "les", "lots", "mein", "mi", "mon", "most", "my", "na", "of", "on", "one", "our", "some"),
        *("that", "the", "there", "this", "to", "un", "una", "une", "was", "were", "what", "y", "another", "answer"),
        *("answers", "come", "er", "es", "many", "more", "number", "other", "others", "result", "several", "total"),
        *("value", "we", "i", "o", "ont", "sum"),
    )
)
"""Words that are in most sentences: a phrase that has no other one is not looked for."""
_OPTIONAL: Final = re.compile(
    r"\((?:\?[:!=]|\?<[!=])(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\?|\(\?<?[!=](?:[^()]|\([^()]*\))*\)"
)
_GROUP: Final = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


_NO_BEHIND: Final = re.compile(
    r"(?:\s{0,2}[^\W\d_]{1,5}\b)?[\s)\]$*_]*[(\[]\s*(?:no|nope|non|nein|não|nee)(?=[,.!:;]\s*\S)", re.IGNORECASE
)
"""`(no, 31744)` behind a result."""
_OR_BEHIND: Final = re.compile(
    r"(?:\s?[^\W\d_]{1,5}\b)?[\s)\]$*_.,…–—-]*(?:hm+\W+)?(?:or|oder|ou|o)\s+(?:should|is|was|would|could|maybe|soll\w*|ist|war|est|era|es)\b",
    re.IGNORECASE,
)
"""`... or should that be` behind a result."""
_HIDDEN_BEFORE: Final = re.compile(r"(?<![\d\\\s])\s*%\s*=\s*$")
"""A comment in mathematics, which nobody sees: `g(sin 28 - 0.21 cos 28) % = 2.79`."""
_PERCENT_OF_LIST: Final = re.compile(r"(?<=[)\]}])[\s$)\]\\]*%")
_OTHERS: Final = re.compile(rf"\W*+{one_of('others-headings')}[^\d\n]{{0,40}}:\W*", re.IGNORECASE)
"""A line that announces what is not the student's answer: `Example from the lecture:`."""


_NOT_OWN: Final = re.compile(
    r"\W*(?:given|gegeben|données?|datos|dati|dados|gegevens|gegeven|(?:(?:my|the|old|an?)\s+)*"
    r"(?:version|fassung|versión|versione|versão|versie)\s+(?:from|of|before|vom|von|du|de|del|da|van)\b[^:\d]{0,40})\s*:",
    re.IGNORECASE,
)
"""The beginning of a statement that lists what is given, or an old version."""


def _stems() -> dict[str, tuple[str, ...]]:
    """Return beginnings of words, at least one of which is in every phrase that objects, by their first two letters."""
    stems: set[str] = set()
    for section in _SECTIONS:
        for phrase in phrases(section):
            needed = _OPTIONAL.sub(" ", re.sub(r"\\.[*+?]?|\[[^\]]*\][?*]?", " ", phrase))
            needed = re.sub(r"\w\?", "", needed)
            own = set(PLAIN_WORD.findall(_GROUP.sub(" ", needed))) - _USUAL
            stems |= {max(own, key=len)} if own else set(PLAIN_WORD.findall(needed)) - _USUAL
    return {start: tuple(sorted(each for each in stems if each[:2] == start)) for start in {each[:2] for each in stems}}


_STEMS: Final = _stems()


class Objection(NamedTuple):
    """The words by which a sentence does not simply state a result, `half of 5`, and what that means for it."""

    words: str
    cue: str = "not_stated"
    """The cue that they give the result: `not_stated`, `guessed` (offered all the same), or `unclear`."""


def objection(
    text: str, start: int, end: int, known: Collection[str] | None = None, *, is_strong: bool = False
) -> Objection | None:
    """Return the words that speak against a result in the sentence around it; None if it simply states it.

    `known`: the words of the questions, in lower case.  Every other word of the clause that holds the result has to be
    one of running text (words.txt), unless it only names the result, or the result is `is_strong` (in bold or in a box)
    and ends its sentence.  With None, unknown words are passed over.

    >>> objection("So the total is 27648 weights.", 16, 21), objection("Half the answer is 27648", 19, 24).words
    (None, 'Half the answer')
    """
    before, after = _around(text, start, end)
    own = _last_clause(before)
    following = _first_clause(after)
    rest = after[len(following) :]
    unclear = _unclear(own, following, known)
    if unclear and (only_names(text[start - len(before) :], own, text[end:]) or (is_strong and is_end(after))):
        unclear = _unclear(own, following, known, is_named=True)
    unclear = unclear or _against(text, end + len(after), rest, known)
    if unclear:
        return Objection(unclear, "unclear")
    is_in_percent = known is not None and "percent" in known
    if (
        added := _NO_BEHIND.match(text, end)
        or _OR_BEHIND.match(text, end)
        or _HIDDEN_BEFORE.search(before)
        or (not is_in_percent and _PERCENT_OF_LIST.match(text, end))
    ):
        return Objection(added[0].strip())
    if not may_object(f"{before} {after}") and "?" not in text[end : end + _REACH]:
        return None
    checks = (
        *(pattern.search(where) for pattern in (_DENIED, _FAULTY) for where in (own, following)),
        _EARLIER.search(_AGAINST_IT.split(before)[-1]),
        _EARLIER.search(after),
        *(_TRANSFORMED.search(where) for where in (before, after)),
        _UNREAL.search(before),
        _unreal_after(after),
        *(_quoted(where) for where in (before, after) if not _is_agreed(before, after)),
        _CHANGED_BEFORE.match(own),
        _OPERATED_BEFORE.search(own),
        _NOT_COUNTED.search(own),
        _changed(following, known or ()),
        _OPERATED_AFTER.match(rest),
        _POINTS_BACK.search(rest),
        _FAULTY.search(rest),
    )
    if found := next(filter(None, checks), None):
        return Objection(found[0].strip())
    if found := next(filter(None, (_DOUBTED.search(each) for each in (own, following, rest))), None):
        return Objection(found[0].strip(), "guessed")
    is_asked = _ASKED.match(text, end) and _is_question(after, text, end)
    return Objection("?", "guessed") if is_asked else None


def _unclear(own: str, following: str, known: Collection[str] | None, *, is_named: bool = False) -> str:
    """Return the first word next to a result that is not understood, or `per box`, by which it is only a share.

    It is empty if there is none.  With `is_named`, words that only name the result may be any that do not change it.
    """
    if known is None:
        return ""
    share = _SHARED.match(following) if _PER not in known else None
    return unknown_word(own, following, known, is_named=is_named) or (share[0].strip() if share else "")


def _changed(following: str, known: Collection[str]) -> re.Match[str] | None:
    """Return the words right after a result that make it another value; not `percent` if the question asks for that."""
    found = _CHANGED_AFTER.match(following)
    is_asked = found and _PERCENT.search(found[0]) and found[0].split()[-1].casefold() in known
    return None if is_asked else found


def _unreal_after(after: str) -> re.Match[str] | None:
    """Return the words after a result, such as `would be`, by which it does not hold.

    None if they speak of another number: `(it would be 5)`.
    """
    found = _UNREAL.search(after)
    if not found:
        return None
    if found[0].lower().startswith(_EXCEPTED):
        return found
    is_of_another = _OPENS.search(after, 0, found.start()) and _DIGIT.search(after, found.end())
    return None if is_of_another else found


def _quoted(text: str) -> re.Match[str] | None:
    """Return the words by which a result comes from a source; None if it only gives the sizes for working it out."""
    found = _QUOTED.search(text)
    return None if found and _SOURCE.search(found[0]) and _WORKED_OUT.search(text, found.end()) else found


def _is_agreed(before: str, after: str) -> bool:
    """Return whether a text says that somebody has the same result; False if a "but" follows the result."""
    return bool(_AGREED.search(f"{before} {after}")) and not _DISAGREED.search(after)


def _against(text: str, end: int, rest: str, known: Collection[str] | None) -> str:
    """Return the words behind a result that speak against it; empty if none do.

    They take it back, object with a "but", or give another result in the next sentence.
    """
    following = text[end + 1 :].lstrip() if text[end : end + 1] in _SENTENCE_ENDS else ""
    for each in sentences(following[:_REACH]):
        if taken_back := retraction(each):
            return taken_back
        if _DIGIT.search(each):  # what comes next may be said of another result
            break
    if following and (withdrawn := _WITHDRAWN.search(following[:_REACH])):
        return withdrawn[0]
    if found := _BUT.match(rest):
        more = found["more"]
        unknown = unknown_label(more, known) if known is not None else ""
        denied = _DENIED.search(more) or _DOUBTED.search(more) or _FAULTY.search(more)
        return denied[0] if denied else unknown
    other = _OTHER_BY_NEXT.match(text, end) if text[end : end + 1] in ".!;" else None
    return other[0].strip(" .!;")[:_SHOWN] if other else ""


def may_object(text: str) -> bool:
    """Return whether a text has any word that may be an objection to its results: a quick test before the slow one."""
    return (
        "n't" in text
        or "n’t" in text
        or any(word.startswith(_STEMS.get(word[:2], ())) for word in _LETTERS.findall(text.lower()))
    )


def own_fault(text: str) -> str:
    """Return the words by which a sentence calls its own results wrong or old, `Old version:`; empty if none do."""
    found = _NOT_OWN.match(text) if ":" in text else None
    return found[0].strip() if found else ""


def announced_fault(previous: str) -> str:
    """Return the words by which a sentence says that the next one is wrong; empty if it does not."""
    words = previous.lower()
    if words.rstrip(" *_").endswith(":") and (announced := _OTHERS.fullmatch(previous)):
        return announced[0].strip()
    found = _FORWARD.search(previous) if any(each in words for each in _NEXT) else None
    return found[0] if found else ""


def retraction(text: str) -> str:
    """Return the words by which a sentence takes back what was said before; empty if it does not.

    >>> retraction("Scrap that. 31744"), retraction("No biases were counted.")
    ('Scrap', '')
    """
    found = _RETRACTED.match(text)
    if not found and (found := _ABOVE.match(text)):
        rest = text[found.end() :]
        checks = (_DENIED, _FAULTY, _DOUBTED, _SOMEBODY, _DIGIT, _DELETED)
        found = next(filter(None, (each.search(rest) for each in checks)), None)
    return found[0].strip() if found else ""


def second_try(text: str) -> str:
    """Return the words by which a sentence offers another result than the one before, `Or:`; empty if none do."""
    found = _SECOND_TRY.match(text)
    return found[0].strip() if found else ""


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the text of the sentence before a result, and after it."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    begin = max((found.end() for found in _SENTENCE.finditer(before)), default=0)
    stop = _SENTENCE.search(after)
    return before[begin:], after[: stop.start()] if stop else after


def _last_clause(before: str) -> str:
    """Return the clause that ends with a result."""
    begin = max((found.end() for found in _CLAUSE.finditer(before)), default=0)
    return before[begin:]


def _first_clause(after: str) -> str:
    """Return the rest of the clause that a result is in."""
    opened = _AFTER.match(after)
    place = opened.end() if opened else 0
    stop = _CLAUSE.search(after, place)
    return after[: stop.start()] if stop else after


def _is_question(after: str, text: str, end: int) -> bool:
    """Return whether the sentence of a result ends with a question mark."""
    return text[end + len(after) : end + len(after) + 1] == "?" or after.lstrip().startswith("?")
