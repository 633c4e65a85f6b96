"""Numbers in a statement, each with the signs and words around it that tell a result from working."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_GROUPED: Final = r"\d{1,3}(?:[,'’\u00a0\u202f\u2009 _]\d{3})+(?!\d)(?:\.\d+)?"
_PLAIN: Final = r"(?:\d++(?:[.,]\d++)*|\.\d++)"
_POWER: Final = r"(?:\s*[×x·*]\s*10\s*(?:\^\s*\{?\s*[-−+]?\d{1,3}\s*\}?|[⁻⁺]?[⁰¹²³⁴-⁹]+)|[eE][-+−]?\d{1,3}(?!\w))?"
_SCALE: Final = r"(?:\s?(?:thousand|million|billion|trillion|mio\b\.?|mrd\b\.?|millionen|milliarden|millions|milliards|millones)\b|\s?[kKMGBT](?![\w/]))?"
NUMBER: Final = re.compile(
    rf"(?<![\w.^_\\])(?<![_^]\{{)(?<!\d[,'])(?P<sign>[-−–±]\s?)?(?P<number>(?:{_GROUPED}|{_PLAIN}){_POWER})(?P<scale>{_SCALE})(?P<percent>\s?%)?"
    r"(?![\w^_]*+\()(?!\w)"
)
FRACTION: Final = re.compile(r"(?<![\w.,^_/\\])[-−]?\d{1,6}\s?/\s?\d{1,6}(?![\w/.]|\s*[×·*/^(])")
_RELATION: Final = r"(?:=>|->|=+|≈|≃|~|⇒|→|∴|:|\b(?:is|are|was|be|makes?|gives?|giving|get|got|equals?|becomes?|yields?|i\.e\.|sind|ist|ergibt|macht|sum|donne|fait|soit|vaut|est|es|son|total|altogether|has|have|holds?|costs?|contains?|kostet|hat|hält|tiene|contient|ans(?:wer)?))"
_BEFORE: Final = re.compile(
    rf"{_RELATION}\s*(?:(?:about|approximately|approx\.?|roughly|around|exactly|just|only|ca\.?|etwa|ungefähr|environ|then|[≈~])\s*)*[(\[*]*\s*$", re.I
)
_OPERATED_BEFORE: Final = re.compile(r"(?:\\[lr](?:floor|ceil)\s|[⌊⌈]|[×·*+/^√]|\bx|[-−]|\b(?:times|mal|plus|minus|over|by|log|ln|exp|sqrt|sin|cos|e\^))\s*[({\[]*\s*$", re.I)
_OPERATED_AFTER: Final = re.compile(r"[)}\]]*[^\S\n]*(?:\\r(?:floor|ceil)|[⌋⌉]|[×·*+/^²³⁴]|[-−]\s?[\d(√]|x\s?\d|x\s?\(|,\s*(?:x|×|times|mal)\s?\d|(?:times|mal|plus|minus)\b)", re.I)
_RELATED_AFTER: Final = re.compile(r"[)}\]]*\s*(?:[^\W\d_]{1,12}\s*)?(?:=|≈|⇒|=>|->|→)(?=[^.;\n]{0,40}\d)")
_NAMED: Final = re.compile(
    r"\b(?:fig(?:ure)?|tab(?:le)?|page|eq(?:uation)?|section|sec|chapter|step|question|q|problem|exercise|aufgabe|layer|class|klasse|row|zeile|"
    r"position|pos|token|word|head|epoch|dim|dimension|version|ref|line|student|matr|nr|no|id|part|slide|lecture|sheet|week|gpt|bert|t5|llama|resnet|"
    r"vgg|lenet|conv|fc|pool|bn|softmax|log|top)[.\s#:–-]*$",
    re.I,
)
_COMPARED: Final = re.compile(
    r"\b(?:bert[- ]?(?:base|large)|gpt|paper|real|compar\w*|instead of|rather than|without|would (?:be|have|give)|wouldn|if (?:it|i|we|one|you)|"
    r"between|versus|vs|wrong|first (?:i )?(?:wrote|had|got)|forgot|remember|known|statt|ohne|au lieu|sans|wäre|hätte|like|unlike|than|from [a-h]\)|check|probe|should sum|sanity|input (?:was|is|has))\b[^.;=]{0,40}$|\b(?:not|nicht)\W*$|\b(?:with|where|mit|avec|using|forget the|such as|for example|e\.g\.|zum beispiel|par exemple|davon|of which|dont|including)\b[^.;]{0,15}$",
    re.I,
)
_CONCLUDES: Final = re.compile(r"(?:=>|⇒|∴|\b(?:so|thus|hence|therefore|finally|altogether|also|folglich|somit|insgesamt|donc|finalement|entonces|por tanto|we get|in (?:all|total)))\b[^.;]{0,60}$", re.I)
_ANSWERS: Final = re.compile(r"\b(?:ans(?:wer)?s?|result(?:at|ado|s)?|résultat|ergebnis(?:se)?|antwort|réponse|respuesta|lösung|solution|risposta|ответ|答案|答|final(?:ly)?)\b[^.;]{0,40}$", re.I)
_TOTALS: Final = re.compile(r"\b(?:total|sum|altogether|overall|in all|everything|all|gesamt|insgesamt|summe|somme|totale|suma|итого|总)\b[^.;]{0,60}$", re.I)


_ABOUT: Final = re.compile(r"(?:\b(?:about|roughly|approx\w*|around|almost|ungefähr|etwa|ca|environ|rund))\W*$", re.I)


_ENDED: Final = re.compile(r"[\w)\]}²³]\s*$")
_WINDOW: Final = 80
"""Characters before a number that are looked at."""
_OPEN_BRACKET: Final = re.compile(r"\((?!\s*(?:\+|plus|with))[^()]*$")


class Found(NamedTuple):
    """A number, or another piece of a statement, that may be an answer."""

    start: int
    end: int
    text: str
    cues: tuple[str, ...]
    """Keys of `WEIGHTS`."""


def numbers(text: str) -> Iterator[Found]:
    """Yield the numbers of a statement that may be results, with what speaks for and against each."""
    fractions = [each.span() for each in FRACTION.finditer(text)]
    spans = list(fractions)
    following = iter([*fractions, (len(text) + 1, len(text) + 1)])
    first, last = next(following)
    for each in NUMBER.finditer(text):
        start, end = each.span()
        while last <= start:
            first, last = next(following)
        if first <= start:
            continue
        sign = each["sign"] or ""
        if sign and _ENDED.search(text[max(0, start - _WINDOW) : start]):  # a difference, or a dash
            start += len(sign)
        spans.append((start, end))
    for start, end in spans:
        if (cues := role(text, start, end)) is not None:
            yield Found(start, end, text[start:end].strip().replace("\n", " "), cues)


def role(text: str, start: int, end: int) -> tuple[str, ...] | None:
    """Return what speaks for and against a piece as a result; None for an operand, a name, a number of something."""
    before, after = text[max(0, start - _WINDOW) : start], text[end : end + 40]
    if _OPERATED_BEFORE.search(before) or _OPERATED_AFTER.match(after):
        return None
    if _NAMED.search(before) and not re.search(r"[=:]\s*$", before):
        return None
    near = before.replace("\n", " ")
    checks = {
        _place_cue(before, after): True,
        "worked_on": (works_on := bool(re.match(r"\s*\n\s*[×·*+/]", after))),
        "goes_on": not works_on and bool(_RELATED_AFTER.match(after)),
        "answer_word": (answers := bool(_ANSWERS.search(before))),
        "so_word": not answers and bool(_CONCLUDES.search(before)),
        "total_word": bool(_TOTALS.search(near)),
        "compared": bool(_COMPARED.search(near)),
        "in_brackets": bool(_OPEN_BRACKET.search(before) and re.match(r"[^()]*\)", after)),
        "about": bool(_ABOUT.search(before)),
        "questioned": bool(re.match(r"\s*[?]", after)),
    }
    return tuple(cue for cue, holds in checks.items() if holds)


def _place_cue(before: str, after: str) -> str:
    if _BEFORE.search(before):
        sign = before.rstrip(" ([*~")[-1:]
        return {"=": "equals", "≈": "equals", ":": "colon", "⇒": "arrow", "→": "arrow", ">": "arrow", "∴": "arrow"}.get(sign, "verb")
    if not before.strip() and not after.strip(" .;,*)"):
        return "alone"
    return "end" if not after.strip(" .;,*)") or after.lstrip(" .;,*)")[:1] == "\n" else "middle"
