"""The words by which students name a part of a question, also in other languages and spellings.

`PartWords` says how well a text names each part, by the words that tell the parts apart.  What students write
where they have no answer is recognised, too, in several languages: `?`, `TODO`, `not done`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log
from typing import Final

from checker.problems import QuestionKey
from checker.text.plain import is_blank
from checker.writeups.language.words import one_of
from checker.writeups.questions.labels import part_mark
from checker.writeups.questions.statements import Statement
from checker.writeups.sheets import AskedPart

_SPELLINGS: Final = {
    "feed-forward": r"feed|\bffn|\bfnn|\bff\b|\bmlp|feet.?forward|fnn",
    "total": (
        r"сумм|\b(?:sub)?total|\bsum\b|summe|together"
        r"|\bganze|enti[eè]re?\b|enter[ao]\b|intero|intera|inteir[ao]|\bhele\b"
        r"|whole|altogether|overall|in all\b|everything|entire|gesamt|insgesamt|\bmodel\b|modell\b"
        r"|\ball\b|both|zusammen|en tout|итого|всего|总|一共"
    ),
    "layer": r"(?:per|one|single|each|a) layer|\blayer\b|schicht|couche|capa\b|block",
    "encoder": (
        r"encoder|enkod|encodeur|codificador|\benc\b|\d layers|stack|all layers|alle schichten|schichten"
        r"|times \d|\bx ?\d+\b"
    ),
    "shape": r"размер|форм|выход|shape|size|dimension|\bdims?\b|form\b|forma\b|forme|größe|format|becomes",
    "elements": r"element|numel|entries|numbers|how many|count|anzahl|nombre|número|in total|values",
    "per-token": r"(?:per|each|a|one|every|pro|par|por) token|token\b",
    "sequential": r"sequen|wait|one after|paral|steps|s[eé]quent|secuen|serial",
    "path": r"\bpath|longest|first word to|to the last|chemin|camino|weg\b",
    "height": r"высот|height|\bh'?\b|höhe|hauteur|alto",
    "width": r"ширин|width|\bw'?\b|breite|largeur|ancho",
    "frames": r"кадр|frame|\bf'?\b|\bt'?\b|zeit|depth|\bd'?\b",
    "queries": r"quer|\bq\b",
    "keys": r"\bkeys?\b|\bk\b|schlüssel|clés?\b|claves?\b",
    "values": r"\bvalues?\b|\bv\b|valeur|valor|\bwerte?\b",
    "moments": r"moment|\bm\b|adam|\bm, v\b",
    "exponentials": r"expon|\bexp\b|\be\^",
    "cross-entropy": r"cross.?entropy|entrop",
    "angles": r"angle|winkel|θ|theta|ángulo",
    "scores": r"score",
    "output": r"output|\bout\b|result|ausgabe|sortie",
    "hidden": r"hidden|\bh_?[0-9t]|h_?n\b",
    "pooled": r"pool",
    "features": r"feature|flatten|\bin\b(?! (?:total|all|sum|words|short|the end)\b)|into the|merkmal",
    "first": r"\bfirst|\b1st|\berst|premi|primer|(?<=[a-z_])1\b|\b1\b",
    "second": r"second|\b2nd|zweit|deuxi|segund|(?<=[a-z_])2\b|\b2\b",
    "third": r"\bthird|\b3rd|dritt|troisi|tercer|(?<=[a-z_])3\b|\b3\b",
    "last": r"\blast|letzt|derni",
    "connected": r"connect|\bfc|dense|linear",
    "pointwise": r"point.?wise|1 ?[x×] ?1|\bpw\b",
    "variances": r"varia[nz]|\bvar\b|σ²|sigma",
    "normalised": r"normali|x̂|\bhat\b",
}  # fmt: skip
"""By the words of parts, in lower case; a part's own words count without a spelling here."""
_COMPILED: Final = {name: re.compile(pattern) for name, pattern in _SPELLINGS.items()}
_UNSPECIFIC: Final = frozenset({"total", "layer"})
"""Words that count less where a text names another part too: `FFN of one layer in total` is about the feed-forward
block."""
_LESS: Final = 0.3
_AROUND: Final = " .:=|*-()"
"""Signs around the name of a part."""


class PartWords:
    """The words that name each part of a question, weighted by how well they tell the parts apart."""

    def __init__(self, parts: Sequence[AskedPart]) -> None:
        self._parts = parts
        self._patterns = [_patterns(part) for part in parts]
        self._names = [(part.key.part or "").replace("-", " ") for part in parts]
        names = [set(each) for each in self._patterns]
        count = len(parts)
        self._weights = [
            {
                name: (1.0 if count == 1 else log(count / sum(name in other for other in names)) / log(count))
                for name in each
            }
            for each in names
        ]
        self._telling = {
            name: pattern
            for patterns, weights in zip(self._patterns, self._weights, strict=True)
            for name, pattern in patterns.items()
            if weights[name]
        }
        self._wholes = [sum(each.values()) for each in self._weights]

    @lru_cache(1024)  # noqa: B019 - it holds no more than the words of a few questions
    def matches(self, text: str) -> Sequence[float]:
        """Return for each part how well a text names it, from 0 (not at all) to 1 (with all of its words)."""
        if not text:
            return (0.0,) * len(self._patterns)
        words = text.lower()  # to search without regard to case takes twice as long
        met = {name for name, pattern in self._telling.items() if pattern.search(words)}
        found = [
            sum(weights[name] for name in patterns if name in met) / whole if whole else 0.0
            for patterns, weights, whole in zip(self._patterns, self._weights, self._wholes, strict=True)
        ]
        own = words.strip(_AROUND)
        exact = [own == name for name in self._names]
        for number, patterns in enumerate(self._patterns):
            if any(exact) and not exact[number]:
                found[number] *= _LESS
            if _UNSPECIFIC & patterns.keys() and any(found[:number] + found[number + 1 :]):
                found[number] *= _LESS
        return tuple(found)

    def named(self, text: str) -> AskedPart | None:
        """Return the part that a text names, if it names one more clearly than the others."""
        named = clearest(self.matches(text))
        return None if named is None else self._parts[named]


def clearest(values: Sequence[float]) -> int | None:
    """Return the place of the highest value, that of the part named best; None if it is low or not unique."""
    best = max(values)
    # how well words name a part at least, so that it is named
    return values.index(best) if best >= 0.5 and values.count(best) == 1 else None


part_words: Final = lru_cache(64)(PartWords)
"""Returns the words that name each of some parts, from a cache."""


def _patterns(part: AskedPart) -> dict[str, re.Pattern[str]]:
    """Return the patterns of a part: one for its whole name if there is one, else one for each of its words."""
    name = part.key.part or ""
    if name in _COMPILED:
        return {name: _COMPILED[name]}
    words = re.findall(r"[a-z]+|\d+", name.casefold())
    return {
        word: _COMPILED.get(word) or _COMPILED.get(f"{word}s") or re.compile(re.escape(word[:6]))
        for word in words
        if len(word) > 1
    }


_WORDS: Final = one_of("placeholders")
_PLACEHOLDER: Final = re.compile(
    rf"[\W_]*(?:section\s|sorry\W+|i\s)*(?:{_WORDS}|\?{{1,5}})(?![\w])(?P<more>.*)", re.IGNORECASE | re.DOTALL
)
_LABELLED: Final = re.compile(
    rf"(?P<label>.{{0,60}}?)[\s:=–→>-]{{1,40}}(?:{_WORDS}|\?{{1,5}}|_{{3,}}|\.{{4,}})(?![\w]).{{0,80}}",
    re.DOTALL,
)
"""The name of a part with a placeholder, in lower case: `total: todo`."""
_LONGEST: Final = 80
"""Characters of a placeholder with the reason for it."""
_RESULT: Final = re.compile(r"\d{2}|=\s*\d")


def is_empty(read: Iterable[Statement]) -> bool:
    """Return whether lines hold no answer: only headings, or a placeholder."""
    written = [text for each in read if each.kind != "heading" and not is_blank(text := each.text.strip())]
    if not written:
        return True
    first, *others = written
    placeholder = _PLACEHOLDER.fullmatch(first)
    if placeholder is None or _RESULT.search(" ".join(written)):
        return False
    return len(placeholder["more"]) + sum(map(len, others)) < _LONGEST


def is_placeholder(text: str) -> bool:
    """Return whether an answer is only a placeholder: `?`, `TODO`."""
    return len(text) <= _LONGEST and bool(_PLACEHOLDER.fullmatch(text.strip())) and not _RESULT.search(text)


def unanswered(
    parts: Sequence[AskedPart], read: Iterable[Statement], lettered: Sequence[AskedPart] = ()
) -> set[QuestionKey]:
    """Return the parts that the student says are not answered: `total: TODO`.

    `lettered`: all parts of the question, in the order of their letters, where these are only some of them.
    """
    if len(parts) <= 1:
        return set()
    words = part_words(tuple(parts))
    return {part.key for each in read if (part := _unanswered_part(each, words, lettered or parts))}


def _unanswered_part(statement: Statement, words: PartWords, lettered: Sequence[AskedPart]) -> AskedPart | None:
    text = statement.text.strip()
    labelled = _LABELLED.fullmatch(text.lower())
    if not labelled and (len(text) > _LONGEST or not _PLACEHOLDER.fullmatch(text)):
        return None
    label = labelled["label"] if labelled else ""
    if _RESULT.search(label):
        return None
    mark = part_mark(text) or ("" if label else statement.mark)
    place = ord(mark) - ord("a") if mark else len(lettered)
    return lettered[place] if place < len(lettered) else words.named(label or " ".join(statement.above[:1]))
