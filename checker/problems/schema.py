"""What may stand in a problem file: its form, as forms.py reads annotations.  What question types know is in build.py.

Every field has a default, so that what is wrong can be left out and the rest still be checked; what must be there is
named in `required`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Literal

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic_core import PydanticCustomError

from checker.answers import KINDS, Tolerance
from checker.document.section import Section

ID: Final = re.compile("[a-z0-9-]+")
Id = Annotated[str, ID]
CreditShare = Annotated[float, Ge(0), Le(1)]
Amount = Annotated[Decimal, Ge(0)]
Status = Literal["correct", "carried", "partial", "incorrect", "unreadable", "not_answered", "needs_review", "error"]

MOST_PARTS: Final = 200
MOST_ACCEPTED: Final = 200
MOST_LISTED: Final = 100

NOTHING: dict[str, Any] = {}  # never changed


class ToleranceRule(Section):
    """How near is right."""

    called = "a tolerance"
    as_decimal = ("absolute", "relative")

    absolute: Amount
    relative: Amount
    decimals: Annotated[int, Ge(0), Le(100)]
    significant: Annotated[int, Ge(1), Le(100)]

    def __init__(self, said: dict[str, Any] | None = None) -> None:
        super().__init__(said)
        if len(self.said) != 1:
            raise PydanticCustomError("one_rule", "one rule: absolute, relative, decimals or significant")

    @property
    def tolerance(self) -> Tolerance:
        """The rule and its amount."""
        ((rule, amount),) = self.said.items()
        return Tolerance(rule, Decimal(amount))


class AcceptSection(Section):
    """Other conventions that also earn credit."""

    called = "an entry of accept"
    required = ("conventions",)

    conventions: dict[str, Any] = NOTHING
    credit: CreditShare = 1.0


class ExampleSection(Section):
    """A test of the problem's own."""

    called = "an example"
    required = ("answer", "verdict")
    as_text = ("answer",)

    answer: str = ""
    verdict: Status = "correct"
    mistakes: tuple[str, ...] = ()


class WrongAnswer(Section):
    """A wrong answer that is known, and what to say to it."""

    called = "an entry of mistakes"
    required = ("says",)
    as_text = ("answer", "expression")

    answer: str = ""
    expression: str = ""
    says: Annotated[str, MinLen(1), MaxLen(1000)] = ""

    def __init__(self, said: dict[str, Any] | None = None) -> None:
        super().__init__(said)
        if ("answer" in self.said) == ("expression" in self.said):
            ways = "given in one way: an `answer`, as students write it, or an `expression` in the parameters' names"
            raise PydanticCustomError("one_way", ways)


class FollowThroughSection(Section):
    """How errors are carried forward."""

    called = "follow_through"

    only_explained: bool = False
    credit: CreditShare = 1.0


class Defaults(Section):
    """What an assignment may say for its problems, and a problem for its parts."""

    inner: ClassVar = {"tolerance": ToleranceRule}

    conventions: dict[str, Any] = NOTHING
    credit: dict[str, CreditShare] = NOTHING
    imprecise_credit: CreditShare = 0.0
    tolerance: Literal["exact"] | ToleranceRule = "exact"  # read only where it is set: the default is by kind
    decimal: Literal["point", "comma"] | None = None


class QuestionSection(Defaults):
    """What a problem and each of its parts may say."""

    as_text = ("id", "title", "key")
    inner: ClassVar = {
        **Defaults.inner,
        "follow_through": FollowThroughSection,
        "accept": AcceptSection,
        "examples": ExampleSection,
        "mistakes": WrongAnswer,
    }
    most: ClassVar = {"accept": MOST_ACCEPTED, "mistakes": MOST_LISTED}

    asks: str = "total"
    parameters: dict[str, Any] = NOTHING
    answer: Annotated[str, KINDS] = ""
    points: Annotated[float, Ge(0)] = 1.0
    key: str = ""
    accept: Annotated[tuple[AcceptSection, ...], MaxLen(MOST_ACCEPTED)] = ()
    examples: tuple[ExampleSection, ...] = ()
    mistakes: Annotated[tuple[WrongAnswer, ...], MaxLen(MOST_LISTED)] = ()
    follow_through: bool | CreditShare | FollowThroughSection = False
    symbols: dict[str, str] = NOTHING


class PartSection(QuestionSection):
    """One of several questions."""

    called = "a part"
    required = ("id",)

    id: Id = ""


class ProblemFile(QuestionSection):
    """A whole problem file."""

    called = "a problem"
    required = ("id", "type")
    inner: ClassVar = {**QuestionSection.inner, "parts": PartSection}
    most: ClassVar = {**QuestionSection.most, "parts": MOST_PARTS}

    id: Id = ""
    title: str = ""
    type: str = ""
    prompt: str = ""
    parts: Annotated[tuple[PartSection, ...], MinLen(1), MaxLen(MOST_PARTS)] = ()
