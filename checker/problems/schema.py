"""Sections of a problem file: their keys, and the types and ranges of the values.

Every key has a default, so that an invalid value can be left out and the rest still be checked; `required` names the
keys that must be there.
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

MAX_PARTS: Final = 200
MAX_ACCEPTED: Final = 200
MAX_LISTED: Final = 100
MAX_STEPS: Final = 50

NOTHING: dict[str, Any] = {}  # never changed


class ToleranceRule(Section):
    """A tolerance with one rule."""

    noun = "a tolerance"
    as_decimal = ("absolute", "relative")

    absolute: Amount
    relative: Amount
    decimals: Annotated[int, Ge(0), Le(100)]
    significant: Annotated[int, Ge(1), Le(100)]

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        super().__init__(data)
        if len(self.data) != 1:
            raise PydanticCustomError("one_rule", "one rule: absolute, relative, decimals or significant")

    @property
    def tolerance(self) -> Tolerance:
        """Return the rule and its amount."""
        ((rule, amount),) = self.data.items()
        return Tolerance(rule, Decimal(amount))


class AcceptSection(Section):
    """An entry of `accept`: other conventions that also earn credit."""

    noun = "an entry of accept"
    required = ("conventions",)

    conventions: dict[str, Any] = NOTHING
    credit: CreditShare = 1.0


class ExampleSection(Section):
    """An example answer with the expected outcome."""

    noun = "an example"
    required = ("answer", "verdict")
    as_text = ("answer",)

    answer: str = ""
    verdict: Status = "correct"
    mistakes: tuple[str, ...] = ()


class WrongAnswer(Section):
    """A wrong answer of the author, and the sentence for students who give it."""

    noun = "an entry of mistakes"
    required = ("says",)
    as_text = ("answer", "expression")

    answer: str = ""
    expression: str = ""
    says: Annotated[str, MinLen(1), MaxLen(1000)] = ""

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        super().__init__(data)
        if ("answer" in self.data) == ("expression" in self.data):
            ways = "given in one way: an `answer`, as students write it, or an `expression` in the parameters' names"
            raise PydanticCustomError("one_way", ways)


class FollowThroughSection(Section):
    """The rule by which errors are carried forward."""

    noun = "follow_through"

    only_explained: bool = False
    credit: CreditShare = 1.0


class WorkingSection(Section):
    """The share of the points that right steps in the working of a wrong answer earn."""

    noun = "working"
    required = ("credit",)

    credit: CreditShare = 0.0
    steps: Annotated[tuple[str, ...], MaxLen(MAX_STEPS)] = ()


class Defaults(Section):
    """Settings that an assignment may have for its problems, and a problem for its parts."""

    sections: ClassVar = {"tolerance": ToleranceRule}

    conventions: dict[str, Any] = NOTHING
    credit: dict[str, CreditShare] = NOTHING
    imprecise_credit: CreditShare = 0.0
    tolerance: Literal["exact"] | ToleranceRule = "exact"  # only used where it is set: the default depends on the kind
    decimal: Literal["point", "comma"] | None = None


class QuestionSection(Defaults):
    """Settings that a problem and each of its parts may have."""

    as_text = ("id", "title", "key")
    sections: ClassVar = {
        **Defaults.sections,
        "follow_through": FollowThroughSection,
        "accept": AcceptSection,
        "working": WorkingSection,
        "examples": ExampleSection,
        "mistakes": WrongAnswer,
    }
    max_entries: ClassVar = {"accept": MAX_ACCEPTED, "mistakes": MAX_LISTED}

    asks: str = "total"
    parameters: dict[str, Any] = NOTHING
    answer: Annotated[str, KINDS] = ""
    points: Annotated[float, Ge(0)] = 1.0
    key: str = ""
    accept: Annotated[tuple[AcceptSection, ...], MaxLen(MAX_ACCEPTED)] = ()
    examples: tuple[ExampleSection, ...] = ()
    mistakes: Annotated[tuple[WrongAnswer, ...], MaxLen(MAX_LISTED)] = ()
    follow_through: bool | CreditShare | FollowThroughSection = False
    working: WorkingSection | None = None
    symbols: dict[str, str] = NOTHING


class PartSection(QuestionSection):
    """A part of a problem."""

    noun = "a part"
    required = ("id",)

    id: Id = ""


class ProblemFile(QuestionSection):
    """A problem file."""

    noun = "a problem"
    required = ("id", "type")
    sections: ClassVar = {**QuestionSection.sections, "parts": PartSection}
    max_entries: ClassVar = {**QuestionSection.max_entries, "parts": MAX_PARTS}

    id: Id = ""
    title: str = ""
    type: str = ""
    prompt: str = ""
    parts: Annotated[tuple[PartSection, ...], MinLen(1), MaxLen(MAX_PARTS)] = ()
