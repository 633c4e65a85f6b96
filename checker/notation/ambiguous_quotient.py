"""A quotient that a further factor follows: `1/2 d` may be half of d, or one over 2d.  Nobody can see which."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.notation.names import WORDS
from checker.notation.show import raised
from checker.notation.text import brief

_TERM: Final = "+-,=@"
_FACTOR: Final = "*/+-,=@"
"""Signs at which a term or a factor ends, outside of brackets."""


class AmbiguousQuotient(NamedTuple):
    """A quotient with factors behind it, as it is written and as it may be meant."""

    written: str
    one: str
    other: str


def loose(body: str, functions: Collection[str] = WORDS) -> AmbiguousQuotient | None:
    """The first such quotient in a text that `plain` has gone over; None where there is none.

    >>> loose("4 + 1/2 m u^2")
    AmbiguousQuotient(written='1/2 m·u^2', one='(1/2)·m·u^2', other='1/(2·m·u^2)')
    """
    body = re.sub(r" ?([/^*×]) ?", r"\1", body).replace("×", "*")
    quotient = _pattern(tuple(functions)).search(body)
    if quotient is None:
        return None
    before, behind = body[: quotient.start()], body[quotient.end() :]
    top = _dotted(before[len(before) - _reach(before[::-1], _TERM, opening=")") :])
    divisor, factors = quotient[1], _dotted(behind[: _reach(behind, _FACTOR, opening="(")])
    return AmbiguousQuotient(
        f"{top}/{divisor} {factors}", f"({top}/{divisor})·{factors}", f"{top}/({divisor}·{factors})"
    )


def refuse_loose(body: str, written: str) -> None:
    """Raise Unreadable where a factor follows a quotient."""
    if found := loose(body):
        one, other = raised(found.one), raised(found.other)
        raise UnreadableAnswer(f'"{brief(written)}" can be read in two ways. Write {brief(one)} or {brief(other)}.')


@lru_cache(8)
def _pattern(functions: tuple[str, ...]) -> re.Pattern[str]:
    number, name = r"\d+(?:\.\d+)?", rf"(?!(?:{'|'.join(functions)})\b)[A-Za-z]\w*\b"
    return re.compile(rf"/((?:{number}|{name})(?:\^(?:\d+|\([^()]*\)))?) ?(?=[A-Za-z(])")


def _reach(text: str, signs: str, *, opening: str) -> int:
    """How far a term or a factor reaches: up to one of these signs, or to a bracket around it."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == opening) - (sign in "()" and sign != opening)
        is_exponent = "^" in (text[place - 1 : place], text[place + 1 : place + 2])  # 2^-3, from either end
        if depth < 0 or (not depth and sign in signs and not is_exponent):
            return place
    return len(text)


def _dotted(text: str) -> str:
    """Factors with a dot between them, as far as they are outside of brackets."""
    depth, made = 0, []
    for sign in text.strip():
        depth += (sign == "(") - (sign == ")")
        made.append("·" if sign in " *" and not depth else sign)
    return "".join(made)
