r"""A formula in the symbols of the question: `N(4d² + 2dh)`, `total = N·(4d^2 + 2·d·h)`, `\frac{d^2}{h}`.

It is compared by its values, at the question's own sizes and at others beside them.  A number may stand beside it:
`N(4d² + 2dh) = 3145728`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from checker.answers.around import is_label, without_front
from checker.answers.number_text import read_number_text
from checker.answers.reading import Reading
from checker.answers.show import ShownValue, show_stated
from checker.engine.errors import UnreadableAnswer
from checker.notation.ambiguous_quotient import refuse_ambiguous_quotient
from checker.notation.dialect import FUNCTION_WORDS, RESERVED_NAMES, SYMBOLIC
from checker.notation.functions import SPELLINGS
from checker.notation.greek import greek_spellings, latex_greek
from checker.notation.names import NAME, list_symbols, split_names
from checker.notation.nodes import Exact, Literal, Node
from checker.notation.number import Hints, StatedNumber
from checker.notation.numeral import NUMERAL
from checker.notation.parser import parse
from checker.notation.show import show, with_superscripts
from checker.notation.text import brief, plain, refuse_long
from checker.notation.value import CONSTANTS, MAX_NUMBER, evaluate
from checker.notation.vocabulary import NO_WORDS, SCALE_LETTERS

LONGEST: Final = 2_000
MOST_SIDES: Final = 20
MOST_SHOWN: Final = 6
"""So many symbols are shown with their values where a formula has none."""

SAME: Final = 1e-12
"""A root of a square differs by this from the whole number that it is."""

ALIKE: Final = 1e-9
"""Sides of one equation differ by no more."""

PRECISE: Final = 160
"""Bits, where floats are too small for what a formula has on the way."""

BESIDE: Final = "\v"
"""Between names that were written without a space: a blank to the parser, and no end of an argument."""

NOWHERE: Final = 9.8765e299
"""In the place of a value that a formula does not have at some sizes: no known mistake gives it."""

_EQUALS: Final = re.compile(r":?={1,3}|≈")
_PIECE: Final = re.compile(rf"(?P<number>{NUMERAL})|{NAME}", re.ASCII)
_INDEX: Final = re.compile(r"(?<!log)(?<!root)_ ?\( ?(\( ?)?([A-Za-z0-9]+(?:_[A-Za-z0-9]+)*) ?(?(1)\) ?)\)")
"""`N_{heads}`, as the text has it without its braces."""
_INDEXED: Final = re.compile(r"([A-Za-z\u0370-\u03ff]+)(\d+)")
_BRACKETS: Final = str.maketrans("[]", "()")
_LONE_X: Final = re.compile(r"(?<=[\w)]) [xX] (?=[\w(])")
_STOP: Final = re.compile(r"(?<=[\w)|!]) ?[.,;]$")
_LOG_OF: Final = re.compile(r"log_(\w+)")
_ENDING: Final = re.compile(
    r"(?<=[\w)])(?: (?:parameters|params|weights|operations|flops|in total|in all))+[.]?$", re.IGNORECASE
)
_TAIL: Final = re.compile(r"(?<=[\d.)]) ?[^\W\d_]+(?: [^\W\d_]+)*\.?$")
"""Words behind a number."""


class Alphabet(NamedTuple):
    """What a formula is written in."""

    symbols: tuple[str, ...]
    """Those that the question declares; messages list them."""
    points: tuple[Mapping[str, Exact], ...]
    """The value of each symbol and parameter, at the question's own sizes and then at others."""

    @property
    def told(self) -> tuple[str, ...]:
        """What a message lists."""
        return self.symbols or tuple(self.points[0])

    @property
    def spellings(self) -> dict[str, str]:
        """What students may write, and what it stands for: `dmodel` is d_model, where it can be nothing else."""
        return _spellings(tuple(self.points[0]))


class Sides(NamedTuple):
    """What stands around the equals signs: a formula and a number; one that is not there is empty."""

    formula: str
    number: str


class FormulaKind(ShownValue):
    """A formula."""

    name = "formula"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read a formula; a number alone is one without symbols.  Raises Unreadable; evaluates nothing as code."""
        alphabet: Alphabet = hints.language
        found = sides(text, alphabet, hints.words)
        if not found.formula and not found.number:
            raise UnreadableAnswer(f"I expected a formula of {', '.join(alphabet.told)}.")
        if not found.formula:
            return _number(read_number_text(found.number, hints, text), alphabet)
        nodes = [_node(side, text, hints, alphabet) for side in _EQUALS.split(found.formula)]
        each_side = [_values(node, alphabet, whole=hints.whole) for node in nodes]
        values, unclear = each_side[0]
        if any(not _are_equal(values, other) for other, _ in each_side[1:]):
            raise UnreadableAnswer(f'The sides of "{brief(text)}" are not equal for all values. Write one formula.')
        shown = with_superscripts(show(nodes[0]))
        numbers = tuple(StatedNumber(value, 0, None) for value in values)
        return Reading((len(values),), numbers, shown=shown, tree=nodes[0], unclear=unclear)

    def fits(self, value: Any) -> bool:
        """Whether a truth is one number, for which there is a formula."""
        return isinstance(value, int | float) and not isinstance(value, bool)


@lru_cache(256)
def _spellings(names: Sequence[str]) -> dict[str, str]:
    others = {spelling: name for name in names for spelling in greek_spellings(name)}
    bare = {spelling.replace("_", ""): name for spelling, name in others.items() if "_" in spelling}
    indexed = {f"{found[1]}_{found[2]}": name for name in names if (found := _INDEXED.fullmatch(name))}
    whole = {spelling: name for spelling, name in bare.items() if not _is_apart(spelling, names)}
    return whole | indexed | others | {name: name for name in names}


def sides(text: str, alphabet: Alphabet, words: Collection[str] = NO_WORDS) -> Sides:
    """The formulas and the numbers of an answer, each joined by equals signs again.  Raises Unreadable.

    What only names the answer, as in `total = ...`, is left out.
    """
    refuse_long(text)
    spellings = alphabet.spellings
    body = _INDEX.sub(r"_\2", plain(latex_greek(text), LONGEST)).translate(_BRACKETS)
    body = _STOP.sub("", body if {"x", "X"} & spellings.keys() else _LONE_X.sub("×", body))
    formulas: list[str] = []
    numbers: list[str] = []
    written = [side.strip() for side in _EQUALS.split(body, maxsplit=MOST_SIDES)]
    for place, side in enumerate(written):
        bare = _ENDING.sub("", _without_front(side, spellings, words))
        is_before = place < len(written) - 1
        if bare and not (is_before and _is_label(bare, spellings, words)):
            (formulas if _has_symbols(bare, spellings) else numbers).append(bare)
    return Sides(" = ".join(formulas), " = ".join(numbers))


def _without_front(side: str, spellings: Mapping[str, str], words: Collection[str]) -> str:
    """A side without the words that lead up to it; a symbol of the question is none of them: `a sin(x)`."""
    rest = without_front(side, _Others(words, spellings))
    front = side[: len(side) - len(rest)]
    symbol = next((each for each in _PIECE.finditer(front) if each[0] in spellings), None)
    return rest if symbol is None else side[len(front[: symbol.start()].rstrip("( +-|√")) :].lstrip()


def _is_label(side: str, spellings: Mapping[str, str], words: Collection[str]) -> bool:
    """Whether a side before another one only names it: a single symbol, f(n), or words that are no symbols."""
    of = side.partition("(")[0].strip()
    return side in spellings or (of not in spellings and is_label(side, _Others(words, spellings)))


class _Others(Collection[str]):
    """The words of a question that are no symbols of its formulas."""

    def __init__(self, words: Collection[str], symbols: Collection[str]) -> None:
        self.words, self.symbols = words, symbols

    def __contains__(self, word: object) -> bool:
        return word in self.words and word not in self.symbols

    def __iter__(self) -> Iterator[str]:
        return (word for word in self.words if word in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _has_symbols(side: str, spellings: Mapping[str, str]) -> bool:
    """Whether a side is a formula.  A number may have words behind it: 44M, 44 million, 44 MB."""
    tail = _TAIL.search(side)
    if any(
        name in spellings or (name not in RESERVED_NAMES and name not in SPELLINGS)
        for name in _names(side[: tail.start()] if tail else side)
    ):
        return True
    words = _names(tail[0]) if tail else []
    if len(words) == 1 and words[0] in SCALE_LETTERS and words[0] not in spellings:
        return False
    return bool(words) and all(_is_apart(word, spellings) for word in words)


def _names(side: str) -> list[str]:
    return [piece[0] for piece in _PIECE.finditer(side) if not piece["number"]]


def _is_apart(name: str, symbols: Collection[str]) -> bool:
    try:
        split_names(name, symbols)
    except UnreadableAnswer:
        return False
    return True


def _node(side: str, written: str, hints: Hints, alphabet: Alphabet) -> Node:
    """The tree of one side, its names those of symbols and parameters."""

    def symbols(piece: re.Match[str]) -> str:
        return piece[0] if piece["number"] else _name(piece[0], side[piece.end() :].lstrip()[:1], alphabet)

    body = _PIECE.sub(symbols, side)
    refuse_ambiguous_quotient(body.replace(BESIDE, " "), written)
    return parse(body, hints._replace(whole=False, decimal=hints.decimal or "point"), SYMBOLIC)


def _name(name: str, following: str, alphabet: Alphabet) -> str:
    """A name in the parser's words: a symbol, a constant, a function, or several of them side by side."""
    spellings = alphabet.spellings
    if name in spellings:
        return spellings[name]
    lower = name.lower()
    if name in CONSTANTS or name in ("log_", "root_"):
        return name
    if lower in SPELLINGS and (lower not in FUNCTION_WORDS or following == "("):
        first, rest = name[:1], lower[1:]
        if first in spellings and rest in SPELLINGS:
            raise UnreadableAnswer(
                f'"{name}" can be read as arc{rest} or as {first}·{rest}. Write arc{rest} or {first}*{rest}.'
            )
        return lower
    if (of := _LOG_OF.fullmatch(name)) and of[1] in spellings:
        return f"log_({spellings[of[1]]})"
    constants = ("pi", "π", *("e" for _ in following if following == "^"))
    known = split_names(name, (*spellings, *constants), alphabet.told)
    return BESIDE.join(spellings.get(each, each) for each in known)


def _number(stated: StatedNumber, alphabet: Alphabet) -> Reading:
    """A number, which is a formula only if the right one is constant."""
    count, symbols = len(alphabet.points), list_symbols(alphabet.told)
    said = f"This is a number; the question asks for a formula of {symbols}. The number may stand behind it, after =."
    tree = Literal(Fraction(stated.value), 0)
    return Reading((count,), (stated._replace(half=0),) * count, shown=show_stated(stated), refused=said, tree=tree)


def _values(node: Node, alphabet: Alphabet, *, whole: bool) -> tuple[list[Exact], str]:
    """Its value at each point, and why it has none at some other than the first.  Raises Unreadable."""
    values: list[Exact] = []
    unclear = ""
    for point in alphabet.points:
        try:
            value = _value(node, point)
        except UnreadableAnswer as error:
            where = ", ".join(f"{name} = {point[name]}" for name in alphabet.told[:MOST_SHOWN])
            unclear = f"{error.message.removesuffix('.')}, with {where}." if where else error.message
            if not values:
                raise UnreadableAnswer(unclear) from None
            value = NOWHERE
        is_whole = whole and isinstance(value, float) and _is_whole(value)
        values.append(round(value) if is_whole else value)
    return values, unclear


def _value(node: Node, point: Mapping[str, Exact]) -> Exact:
    """The value as a whole number, a fraction or a float; of what is too large for floats on the way, too."""
    try:
        value: Exact = evaluate(node, {**CONSTANTS, **point})
    except UnreadableAnswer:
        from checker.notation.precise import as_float, precise_reals

        reals = precise_reals(PRECISE)
        known = {"pi": reals.pi, "π": reals.pi, "e": reals.e, **point}
        value = as_float(evaluate(node, known, reals), node.place)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise UnreadableAnswer("This number is too large.")
    return value


def _is_whole(value: float) -> bool:
    return math.isfinite(value) and math.isclose(value, round(value), rel_tol=SAME)


def _are_equal(one: Sequence[Exact], other: Sequence[Exact]) -> bool:
    return all(
        a == b or math.isclose(a, b, rel_tol=ALIKE) or NOWHERE in (a, b) for a, b in zip(one, other, strict=True)
    )


kind: Final = FormulaKind()
