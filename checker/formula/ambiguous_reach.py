"""Refuses formulas that can be read in two ways because it is not visible how far a slash, root or exponent reaches.

`1/2 d` may be half of d or one over 2d; `√2 g`, `√x^2` and `e^-k t` are like it.  The error shows both readings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from checker.formula.names import BUILT_IN_NAMES
from checker.formula.show import with_superscripts
from checker.text.lazy_pattern import lazy_pattern
from checker.text.plain import two_readings

TIGHT_SPACE: Final = "\v"
"""Written between names that had no space between them: a space to the parser that does not end an argument."""

_MAX_TURNS: Final = 20
"""Maximum number of unclear signs in an answer that are settled for the advice."""

_FUNCTION: Final = lazy_pattern(rf"(?:{'|'.join(BUILT_IN_NAMES)})\b")
_TERM: Final = "+-,=@"
_FACTOR: Final = "*/+-,=@"
"""Signs that end a term or a factor, outside of brackets."""
_SUM: Final = ",=@"


class AmbiguousReach(NamedTuple):
    """A part of a formula that can be read in two ways: as written, its two readings, and its place in the text."""

    written: str
    one: str
    other: str
    start: int
    end: int


def find_ambiguous_quotient(body: str, functions: Collection[str] = BUILT_IN_NAMES) -> AmbiguousReach | None:
    """Return the first quotient with a factor right behind it, such as `1/2 m`; None if there is none.

    >>> find_ambiguous_quotient("4 + 1/2 m u^2")[:3]
    ('1/2 m·u^2', '(1/2)·m·u^2', '1/(2·m·u^2)')
    """
    body = _without_spaces(body)
    quotient = _quotient_pattern(tuple(functions)).search(body) if "/" in body else None
    if quotient is None:
        return None
    start = quotient.start() - _length(body[: quotient.start()][::-1], _TERM, opening=")")
    start += len(body[start:]) - len(body[start:].lstrip())
    top, divisor = _with_dots(body[start : quotient.start()]), quotient[1]
    factors, end = _factors(body, quotient.end())
    return AmbiguousReach(
        f"{top}/{divisor} {factors}", f"({top}/{divisor})·{factors}", f"{top}/({divisor}·{factors})", start, end
    )


def refuse_unclear_reach(body: str, written: str) -> None:
    """Raise UnreadableAnswer, with both readings, if one cannot see where a quotient, root or exponent ends.

    `written` is the student's text; `body` is the same with TIGHT_SPACE between names that had no space between them.
    """
    body = _without_spaces(body)
    found = _first_ambiguity(body)
    if found is None:
        return
    wholes = [with_superscripts(_settled(body, each)) for each in (1, 2)]
    raise two_readings(written, wholes, found.written, [with_superscripts(each) for each in found[1:3]])


def _first_ambiguity(body: str) -> AmbiguousReach | None:
    """Return the ambiguous quotient, root or exponent that begins first; None if there is none."""
    found = (find_ambiguous_quotient(body), *_roots(body), *_exponents(body))
    return min(filter(None, found), key=lambda each: each.start, default=None)


def _settled(body: str, reading: int) -> str:
    """Return the text with brackets that settle every ambiguity by its first (`reading` 1) or second (2) reading."""
    for _ in range(_MAX_TURNS):
        found = _first_ambiguity(body)
        if found is None:
            break
        body = body[: found.start] + str(found[reading]).replace("·", "*") + body[found.end :]
    return body.replace(TIGHT_SPACE, " ").replace("*", "·")


def _roots(body: str) -> Iterator[AmbiguousReach]:
    """Yield the first root without brackets that a power or a factor follows: `√x^2 + y^2`, `√2 g`."""
    root = _patterns(BUILT_IN_NAMES).root.search(body)
    if root is None:
        return
    sign, atom, power = root[1], root[2], root[3] or ""
    alone = f"√{atom}" if sign == "√" else f"{sign}({atom})"
    near = f"{sign}({atom}{power})" if power else alone
    if not root[3] or root[4] is not None:
        factors, end = _factors(body, root.end(), before_functions=True)
        one, other = f"{near}·{factors}", f"{sign}({atom}{power}·{factors})"
    else:
        end = root.end() + _length(body[root.end() :], _SUM, opening="(")
        rest = body[root.end() : end]
        one, other = f"{near}{rest}" if rest.strip() else f"({alone}){power}", f"{sign}({atom}{power}{rest})"
    yield AmbiguousReach(body[root.start() : end].replace(TIGHT_SPACE, ""), one, other, root.start(), end)


def _exponents(body: str) -> Iterator[AmbiguousReach]:
    """Yield the first exponent without brackets that a factor follows: `e^-k t`, and `e^kt` without a space."""
    for exponent in _patterns(BUILT_IN_NAMES).exponent.finditer(body):
        base, sign, power, space = exponent.groups()
        if power[0].isdigit():  # 10^-3 m and n^2 d are read
            is_unclear = bool(sign) and not base[0].isdigit() and (base == "e" or not space)
        else:
            is_unclear = bool(sign) or space == TIGHT_SPACE
        if is_unclear:
            factors, end = _factors(body, exponent.end(), before_functions=True, before_spaces=space != " ")
            one = f"{base}^({sign}{power})·{factors}" if sign else f"{base}^{power}·{factors}"
            written = body[exponent.start() : end].replace(TIGHT_SPACE, "")
            yield AmbiguousReach(written, one, f"{base}^({sign}{power}·{factors})", exponent.start(), end)
            return


class _Patterns(NamedTuple):
    """The patterns that find ambiguous roots and exponents."""

    root: re.Pattern[str]
    exponent: re.Pattern[str]


@lru_cache(8)
def _quotient_pattern(functions: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a quotient that a factor follows, where these names are functions."""
    return re.compile(rf"/({_atom(functions)}(?:\^(?:\d+|\([^()]*\)))?)[ \v]?(?=[^\W\d]|\()")


@lru_cache(8)
def _patterns(functions: tuple[str, ...]) -> _Patterns:
    """Return the patterns that find ambiguous roots and exponents.

    `functions` are the names of functions, which are no symbols.
    """
    name, atom = _name(functions), _atom(functions)
    follows = rf"[ \v]?(?={name}|\()"
    return _Patterns(
        re.compile(rf"(√|\b(?:sqrt|cbrt)\b)[ \v]?({atom})(?:(\^-?(?:\d+|\w+|\([^()]*\)))({follows})?|{follows})"),
        re.compile(rf"((?<![^\W\d]){name}|(?<!\w)\d[\d.]*|\))\^(-?)({atom})([ \v]?)(?={name}|\()"),
    )


def _atom(functions: tuple[str, ...]) -> str:
    """Return the pattern of a number or a symbol."""
    return rf"(?:\d+(?:\.\d+)?|{_name(functions)})"


def _name(functions: tuple[str, ...]) -> str:
    """Return the pattern of a symbol, which is none of these functions."""
    return rf"(?!(?:{'|'.join(functions)})\b|(?:log|root)_(?!\w))[^\W\d]\w*\b"


def _without_spaces(body: str) -> str:
    """Return the text without spaces around signs of products and powers."""
    return re.sub(r" ?([/^*×]) ?", r"\1", body).replace("×", "*")


def _factors(body: str, start: int, *, before_functions: bool = False, before_spaces: bool = False) -> tuple[str, int]:
    """Return the factors that begin at `start`, with dots between them, and the index where they end.

    With `before_functions` they end before a function, as in `e^-kt cos(t)`; with `before_spaces` at a space, as in
    `e^-kt A`.
    """
    end = start + _length(body[start:], _FACTOR, opening="(")
    depth = 0
    for place in range(start, end):
        depth += (body[place] == "(") - (body[place] == ")")
        is_end = before_spaces or (before_functions and _FUNCTION.match(body, place + 1))
        if body[place] == " " and not depth and is_end:
            end = place
            break
    end -= len(body[start:end]) - len(body[start:end].rstrip())
    return _with_dots(body[start:end]), end


def _length(text: str, signs: str, *, opening: str) -> int:
    """Return how many characters come before the first of `signs` outside brackets, or before a bracket around all.

    `opening` is `)` for a reversed text.
    """
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == opening) - (sign in "()" and sign != opening)
        is_exponent = "^" in (text[place - 1 : place], text[place + 1 : place + 2])  # 2^-3, from either end
        if depth < 0 or (not depth and sign in signs and not is_exponent):
            return place
    return len(text)


def _with_dots(text: str) -> str:
    """Return factors with a dot between them, except within brackets."""
    depth, made = 0, []
    for sign in text.strip():
        depth += (sign == "(") - (sign == ")")
        made.append("·" if sign in " *\v" and not depth else sign)
    return "".join(made)
