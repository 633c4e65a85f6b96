"""Quotients that a factor follows without a sign: `1/2 d` may be half of d or one over 2d."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.notation.names import BUILT_IN_NAMES
from checker.notation.show import with_superscripts
from checker.notation.text import brief

_TERM: Final = "+-,=@"
_FACTOR: Final = "*/+-,=@"
"""Signs that end a term or a factor, outside of brackets."""


class AmbiguousQuotient(NamedTuple):
    """A quotient with factors behind it, as it is written and in its two readings."""

    written: str
    one: str
    other: str


def find_ambiguous_quotient(body: str, functions: Collection[str] = BUILT_IN_NAMES) -> AmbiguousQuotient | None:
    """Return the first such quotient in a text that `plain` has normalized, or None.

    >>> find_ambiguous_quotient("4 + 1/2 m u^2")
    AmbiguousQuotient(written='1/2 m·u^2', one='(1/2)·m·u^2', other='1/(2·m·u^2)')
    """
    body = re.sub(r" ?([/^*×]) ?", r"\1", body).replace("×", "*")
    quotient = _pattern(tuple(functions)).search(body)
    if quotient is None:
        return None
    before, behind = body[: quotient.start()], body[quotient.end() :]
    top = _with_dots(before[len(before) - _length(before[::-1], _TERM, opening=")") :])
    divisor, factors = quotient[1], _with_dots(behind[: _length(behind, _FACTOR, opening="(")])
    return AmbiguousQuotient(
        f"{top}/{divisor} {factors}", f"({top}/{divisor})·{factors}", f"{top}/({divisor}·{factors})"
    )


def refuse_ambiguous_quotient(body: str, written: str) -> None:
    """Raise UnreadableAnswer where a factor follows a quotient without a sign."""
    if found := find_ambiguous_quotient(body):
        one, other = with_superscripts(found.one), with_superscripts(found.other)
        raise UnreadableAnswer(f'"{brief(written)}" can be read in two ways. Write {brief(one)} or {brief(other)}.')


@lru_cache(8)
def _pattern(functions: tuple[str, ...]) -> re.Pattern[str]:
    number, name = r"\d+(?:\.\d+)?", rf"(?!(?:{'|'.join(functions)})\b)[A-Za-z]\w*\b"
    return re.compile(rf"/((?:{number}|{name})(?:\^(?:\d+|\([^()]*\)))?) ?(?=[A-Za-z(])")


def _length(text: str, signs: str, *, opening: str) -> int:
    """Return the length of a term or factor, which ends at one of these signs or at a bracket around it."""
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
        made.append("·" if sign in " *" and not depth else sign)
    return "".join(made)
