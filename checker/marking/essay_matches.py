# ruff: noqa: RUF001 - students use these signs
"""Sentences of an essay that touch the points of a rubric, for the person who decides.  Nothing here gives points.

A sentence touches a phrase when it has all of its words, in any order and form: "We scale each score" touches
`scores are scaled`.  Small words (the, of, is) do not count; `not` and `before` do.  A match need not be right, and a
point without a match need not be missing: a person reads the text itself.  `essay_working` checks an essay's equations.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from checker.engine.values.rubric import Rubric
from checker.marking.working import Line, told_line
from checker.problems import Part
from checker.text import lazy_pattern
from checker.text.plain import MAX_ANSWER_LENGTH
from checker.text.words import counted, in_one_line, shortened
from checker.working.ledger import Ledger

MOST: Final = 5
"""Maximum number of sentences for the ideas of a point, and for its wrong claims: the first that touch it."""

LONGEST_SHOWN: Final = 300

_SMALL: Final = frozenset(
    re.findall(
        "[a-z]+",
        """a an and are as at be been by can each every for from has have if in into is it its of on or our so such that
        the their them then there these they this to was we were which will with you your""",
    )
)


_END: Final = re.compile(
    r"""(?<![.!?…])(?<!\n\d)(?<!e\.g)(?<!i\.e)(?<!\b[Ee]q)(?<!\b[Ff]ig)(?<!\bcf)(?<!\bvs)
        [.!?…]++["'”’)\]]*+(?=\s)  # a full stop, but not the point of 3.5, of `2.` before an item, or of e.g. this
      | [。！？]  # scripts that put no space behind it
      | ;(?=\s)
      | \n(?=[^\S\n]*(?:\n|[-*+•·▪◦][^\S\n]|\(?[0-9]{1,3}[.)][^\S\n]|\#))  # a blank line, an item, or a heading""",
    re.VERBOSE,
)


_ENDING: Final = lazy_pattern(
    r"(?<=\w{3})(?:i[sz]ation|ational|ations?|ality|ally|ings?|ions?|ity|i[sz]e[ds]?|ie[sd]|ers?|ly|al|e[sd]|[sey])$"
)
"""The longest ending of a word."""


class EssayMatch(NamedTuple):
    """A sentence of an essay that may be about a point of the rubric, for the person who grades it."""

    line: int
    """The line of the text on which the sentence begins, counted from 1."""
    text: str
    point: str
    kind: str
    """`idea` or `wrong`."""
    phrase: str
    """The first phrase of the point that it touches."""


def essay_matches(text: str, rubric: Rubric) -> list[EssayMatch]:
    r"""Return the sentences that touch points of the rubric, point by point, ideas before wrong claims.

    There are at most MOST for the ideas of a point, and as many for its wrong claims.

    >>> from checker.engine.values.rubric import Criterion
    >>> rubric = Rubric([Criterion("scaling", 1, ideas=("divide by √d_k",))])
    >>> [(one.line, one.text) for one in essay_matches("Scores first. Then one divides them by \\sqrt{d_k}.", rubric)]
    [(1, 'Then one divides them by \\sqrt{d_k}.')]
    """
    read = [
        (line, in_one_line(each, LONGEST_SHOWN), set(words(each))) for line, each in sentences(text[:MAX_ANSWER_LENGTH])
    ]
    found: list[EssayMatch] = []
    for criterion in rubric.criteria:
        for side, phrases in zip(("idea", "wrong"), (criterion.ideas, criterion.wrong), strict=True):
            needed = [(phrase, each) for phrase in phrases if (each := set(words(phrase)))]
            touching = (
                EssayMatch(line, sentence, criterion.point, side, first)
                for line, sentence, present in read
                if (first := next((phrase for phrase, each in needed if each <= present), None)) is not None
            )
            found += islice(touching, MOST)
    return found


def rubric_matches(rubric: Rubric, matches: Sequence[EssayMatch]) -> tuple[str, ...]:
    """Return, for the person who grades, one line of text for each rubric point with the sentences that touch it."""
    lines = []
    for each in rubric.criteria:
        touching = [
            (one.kind, f"line {one.line} “{shortened(one.text, 120).removesuffix('.')}”")
            for one in matches
            if one.point == each.point
        ]
        ideas = [quoted for kind, quoted in touching if kind == "idea"] or ["no matching sentence"]
        doubts = [f"perhaps wrong in {quoted}" for kind, quoted in touching if kind == "wrong"]
        lines.append(f"· {each.point} ({counted(f'{each.points:g}', 'point')}): {'; '.join([*ideas, *doubts])}.")
    return tuple(lines)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the sentences of an essay, each as one line with its line number.

    Blank lines, headings and items of a list end one as well.

    >>> list(sentences("One\ntwo. Three 3.5\n\n- four"))
    [(1, 'One two.'), (2, 'Three 3.5'), (4, '- four')]
    """
    line, start = 1, 0
    for end in (*(each.end() for each in _END.finditer(text)), len(text)):
        piece, start = text[start:end], end
        sentence = " ".join(piece.split())
        if any(sign.isalnum() for sign in sentence):
            before = piece[: len(piece) - len(piece.lstrip())]
            yield line + before.count("\n"), sentence
        line += piece.count("\n")


def words(text: str) -> Iterator[str]:
    """Yield the words of a text that matter for matching, reduced to their stems; all words if none would be left.

    >>> list(words("The scaled Queries, d_{k} and QKᵀ"))
    ['scal', 'quer', 'dk', 'qkt']
    """
    # a word; in scripts without spaces each sign
    found = re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+", _folded(text))
    yield from map(stem, [word for word in found if word not in _SMALL] or found)


def _folded(text: str) -> str:
    """Return a text for comparison: without capitals, accents and brackets of indices, roots as `sqrt`.

    >>> _folded("Clé √d_{k}")
    'cle  sqrt dk}'
    """
    # signs inside d_k, d_{k}, QK^T and Q*K
    text = re.sub(r"[_^]\{?|\*", "", text.replace("√", " sqrt ").replace("∞", " infinity ")).casefold()
    if text.isascii():
        return text
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if unicodedata.category(sign)[0] != "M")
    return unicodedata.normalize("NFKC", bare).casefold()


@lru_cache(10_000)
def stem(word: str) -> str:
    """Return the part of a word that its forms have in common, roughly.

    >>> [stem(word) for word in ("scale", "scaling", "dimension", "dimensionality", "queries", "query", "key")]
    ['scal', 'scal', 'dimen', 'dimen', 'quer', 'quer', 'key']
    """
    if not word.isascii() or not word.isalpha():
        return word
    for _ in range(3):  # as of dimension-al-ity
        word = _ENDING.sub("", word)
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word  # noqa: PLR2004 - the shortest stem


def essay_working(part: Part, text: str) -> list[dict[str, Any]]:
    """Return a record for each equation in an essay, with its line and what is wrong with it."""
    if len(text) > MAX_ANSWER_LENGTH:
        return []
    ledger = Ledger(part.decimal or "point")
    found: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        for sentence in re.split(r"(?<=[.!?;])\s+(?=[^\W\d_])", line):
            found += [told_line(Line(each), "full").record() | {"line": number} for each in ledger.add(sentence)]
    return found
