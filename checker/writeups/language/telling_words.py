"""Scores which of several long options a text describes: by words that few of them have, by denials and by order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from checker.writeups.language.clauses import Clause, Force, clauses
from checker.writeups.language.words import tokens, weights

Atom = tuple[str, bool]
"""A telling word, and whether it is denied."""

_LEAST: Final = 0.35
"""Weight from which a word tells options apart."""
_FEWEST: Final = 2
_COVERED: Final = 0.6
"""Share of an option's words that a text must have."""
_EXPLAINED: Final = 0.65
"""Share of the telling words of a text that the best option must have."""
_AHEAD: Final = 0.35
"""Share of its score by which the best option must be ahead."""
_INFINITE: Final = (
    r"(?:minus|negative|moins|menos)\W{0,3}(?:l['’])?(?:infinit\w*|infty|unendlich\w*|infini\w*|inf\b)"
    r"|[-−–]\s*(?:∞|\\?inf(?:ty|inity|inito|ini)?\b|oo\b|1e\s?\d+|1\.0e\d+|10\s?\^|10{4,}|9{4,})"
    r"|(?:very|large|huge|big)(?:\W+\w+)?\W+negative|(?:sehr|große?n?)\W+negative|très\W+négati\w*|muy\W+negativ\w*"
)
_POSITIVE: Final = (
    r"(?:plus|positive|\+|más|mais|più|positiv\w*)\W{0,3}(?:l['’])?(?:infinit\w*|infty|unendlich\w*|infini\w*|inf\b|∞)"
)
_SYNONYMS: Final = [
    (re.compile(pattern, re.IGNORECASE), f" {word} ")
    for pattern, word in (
        (
            (r"scaled dot.?product\w*|scal\w+ (?:by|with) [^,.]{0,12}(?:√|sqrt)\S*|inverted dropout"
            r"|dropout layers?"),
            "",
        ),
        (
            (r"multipl\w*(?:\W+\w+){0,3}?\W+(?:by|with|and)\W+(?:the\W+)?(?:matrix\W+)?(?:values?\b|V\b|K\b"
            r"|Q\b|keys?\b|K\^T)"),
            "",
        ),
        (
            (r"\b(?:values?|werte|valeurs|valores)\W+(?:above|over|in|oberhalb|über|au-dessus|encima|that"
            r"|which|where)\b"),
            "",
        ),
        (_POSITIVE, "Plusinfinite"),
        (_INFINITE, "Minusinfinite"),
        (
            (r"drop(?:out|ping)?\b[^,.]{0,30}\b(?:off|disabled|inactive|deactivated|ausgeschaltet|désactivé"
            r"|desactivad\w*)"),
            "Inactive",
        ),
        (r"\bonly\b[^,.]{0,30}\btraining|\bnur\b[^,.]{0,30}\btraining", "Inactive"),
        (
            (r"(?:turn|switch)\w* (?:dropout )?off|(?:disable|deactivat)\w*(?: the)? dropout|(?:all"
            r"|every) (?:units?|neurons?|activations?) (?:is|are|stays?) (?:kept|used|active)"),
            "Inactive",
        ),
        (r"\b0(?![.,]?\d|\s?[%*])(?:\.0+)?|\bzero\w*|\bnull\w*|\bceros?\b|\bzéros?\b", "Zero"),
        (r"multipl\w*\b(?=[^.]{0,40}\b(?:triang|mask|dreieck|máscara|masque))", "Zero Multiply"),
        (
            (r"multipl\w*|\bre-?scal\w*|\bscal(?:e|es|ed|ing)\b|skalier\w*|\btimes\b|hadamard"
            r"|element-?wise product"),
            "Multiply",
        ),
        (
            (r"\b(?:becom\w+|set|sets|setting|put|puts|fill\w*|replac\w+|assign\w*|add|adds|added|adding"
            r"|(?:ge)?setz\w*|ersetz\w*|mettre|mettons|met|mis|mises|remplac\w+|pon\w+|reemplaz\w+|addier\w+"
            r"|ajout\w+)\b"),
            "Become",
        ),
        (
            (r"\b(?:left|leav\w+|leave)\s+(?:\w+\s+){0,2}out\b|\b(?:omit|exclu|remov|skip|ignor"
            r"|weg(?:ge)?lass|omis)\w*|\bdrop(?:s|ped|ping)?\b|\bdropout\b|verworfen|ausgelassen"),
            "Leave",
        ),
        (r"\bgewicht\w*|\bpoids\b|\bpesos\b", "weight"),
        (r"\bvalues?\b|\bwerte?n?\b|\bvaleurs?\b|\bvalores\b|\bV\b", "value"),
        (r"\btraining\w*|\bentraînement|\bentrenamiento", "training"),
        (r"\b1\s?[-−–]\s?p\b|\bretain\w*|\bbehalt\w*", "keep"),
    )
]  # fmt: skip
_FILLER: Final = (
    r"(?:\W+(?:the|an?|we|it|is|are|applying|apply|applied|taking|take|computing|doing|using|performing|passing|feeding|through|to|into|of"
    r"|der|dem|den|die|das|des|le|la|el|l|du|del?|on|wir|nous|function|step|row-?wise))*\W+"
)
_BEFORE: Final = r"(?:before|prior|pre|ahead|vor|bevor|avant|antes|input)"
_AFTER: Final = r"(?:after|post|nach|nachdem|après|después|despues|following|outputs?|results?)"
_LATER: Final = r"(?:then|afterwards?|dann|danach|anschließend|puis|ensuite|luego)"
_ORDER: Final = re.compile(r"\b(?:before|after)\s+(?:the\s+|an?\s+)?(\w{4,})", re.IGNORECASE)
_DENIALS: Final = frozenset({"noth", "none", "never", "withou", "kein", "nicht", "before", "after"})


class Scored(NamedTuple):
    """How well the words of a text describe one option of a choice."""

    option: int
    score: float
    words: int
    """The number of its telling words in the text."""
    share: float
    """The share of its telling words that the text has."""
    explained: float
    """The share of the telling words of the text that it has."""


class TellingWords:
    """The words that distinguish several long options from each other."""

    def __init__(self, options: Sequence[str]) -> None:
        nouns = {found[1].casefold() for option in options for found in _ORDER.finditer(option)}
        self._orders = [(noun, *_order_patterns(noun)) for noun in sorted(nouns)]
        self._options = [self.atoms(clauses(option), all_forces=True) for option in options]
        self._opposites = [[(atom, other) for atom in each if (other := _opposite(atom))] for each in self._options]
        by_atom = weights([[f"{word}{'-' * denied}" for word, denied in each] for each in self._options])
        self._weights = {
            (token.rstrip("-"), token.endswith("-")): weight for token, weight in by_atom.items() if weight >= _LEAST
        }
        self._totals = [sum(self._weights.get(atom, 0.0) for atom in each) for each in self._options]
        self._has_denials = any(denied for each in self._options for _, denied in each)

    def atoms(self, pieces: Iterable[Clause], *, all_forces: bool = False) -> set[Atom]:
        """Return the telling words of the clauses that state or deny something, each with whether it is negated.

        With `all_forces`, also those of reasons and suppositions.
        """
        pieces = list(pieces)
        stated = [each for each in pieces if all_forces or each.force in {Force.STATED, Force.DENIED}]
        found = {(word, False) for word in self._words(", ".join(each.text for each in stated if not each.is_negative))}
        if all_forces or self._has_denials:
            denied = self._words(", ".join(each.text for each in stated if each.is_negative))
            found |= {(word, True) for word in denied}
        if ("inacti", False) in found or ("inacti", True) in found:
            found = {atom for atom in found if atom[0] not in {"inacti", "leave"}} | {("leave", True)}
        return found

    def scores(self, found: set[Atom]) -> list[Scored]:
        """Return a score for each option, best first, by words that `atoms` gives.

        Words that contradict an option lower its score.
        """
        scored = []
        known = sum(weight for atom, weight in self._weights.items() if atom in found)
        for place, (own, total) in enumerate(zip(self._options, self._totals, strict=True)):
            met = [self._weights[atom] for atom in own & found if atom in self._weights]
            against = sum(
                self._weights.get(atom, 0.0)
                for atom, other in self._opposites[place]
                if other in found and atom not in found
            )
            share = max(0.0, sum(met) - against) / total if total else 0.0
            scored.append(
                Scored(place, share * max(0.0, sum(met) - against), len(met), share, sum(met) / known if known else 0.0)
            )
        return sorted(scored, key=lambda each: -each.score)

    def _words(self, text: str) -> set[str]:
        """Return the stems of a text's words, synonyms as one, and what it says comes before or after a step."""
        if not text:
            return set()
        orders = set()
        for noun, before, after in self._orders:
            if before.search(text):
                orders.add(f"before {noun}")
            if after.search(text):
                orders.add(f"after {noun}")
        for pattern, word in _SYNONYMS:
            text = pattern.sub(word, text)
        return orders | {token for token in tokens(text) if token not in _DENIALS and not token.isdigit()}


def confidence(scored: Sequence[Scored]) -> float:
    """Return how sure it is, from 0 to 1, that the first of these options is meant, by its lead over the second.

    It is at most 0.4 if the lead is small, or too few of the telling words are the option's.
    """
    best, second = scored[0], scored[1].score if len(scored) > 1 else 0.0
    if not best.score:
        return 0.0
    ahead = 1 - second / best.score
    sure = 0.6 + 0.35 * best.share * min(1.0, ahead / 0.7)
    is_clear = best.words >= _FEWEST and best.share >= _COVERED and best.explained >= _EXPLAINED and ahead >= _AHEAD
    return sure if is_clear else 0.4 * best.share


@lru_cache(64)
def telling_words(options: tuple[str, ...]) -> TellingWords:
    """Return the words that distinguish these options, from a cache."""
    return TellingWords(options)


def _opposite(atom: Atom) -> Atom | None:
    """Return what contradicts a word about order: `after softmax` for `before softmax`; None for other words."""
    word, denied = atom
    for one, other in (("before ", "after "), ("after ", "before ")):
        if word.startswith(one):
            return other + word.removeprefix(one), denied
    return None


def _order_patterns(noun: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return a pattern for text by which something is done before a step such as `softmax`, and one for after it."""
    name = rf"{re.escape(noun[:7])}\w*"
    acts = r"(?:multipl|mask|zero|set|remove|erase|apply)\w*"
    before = (
        rf"\b{_BEFORE}{_FILLER}{name}"
        rf"|\b{_LATER}{_FILLER}{name}"
        rf"|\b{name}(?:\W+(?:is|are|wird"
        rf"|applied|taken|computed|only)){{0,3}}\W+{_LATER}(?!\W+(?:we\W+)?{acts})"
    )
    after = (
        rf"\b{_AFTER}{_FILLER}{name}"
        rf"|\b{name}\W+(?:outputs?|results?)\b"
        rf"|\b{name}\W+(?:\w+\W+){{0,2}}?{_LATER}\W+(?:\w+\W+)?{acts}"
    )
    return re.compile(before, re.IGNORECASE), re.compile(after, re.IGNORECASE)
