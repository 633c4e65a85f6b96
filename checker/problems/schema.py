"""The sections of a problem file: their keys, and types and ranges of the values.

Every key has a default, so that an invalid value can be left out and the rest still be checked; `required` names the
keys that must be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Literal, TypedDict

from checker.document import DocumentNode, ListNode, MappingNode
from checker.document.checks import Section, Text
from checker.document.findings import DataPath
from checker.document.nodes import node_at
from checker.engine.bounds import Ge, Le, MaxLen, MinLen
from checker.kinds import KINDS, Tolerance

ID: Final = re.compile("[a-z0-9-]+")
Id = Annotated[Text, ID]
CreditShare = Annotated[float, Ge(0), Le(1)]
Amount = Annotated[Decimal, Ge(0)]
_Verdict = Literal["correct", "carried", "partial", "incorrect", "unreadable", "not_answered", "needs_review", "error"]

NOTHING: dict[str, Any] = {}  # never changed

FROM: Final = "from"
"""The key of a problem with the path of a model's configuration, which ends with .json; no name of Python."""


class ToleranceRule(Section):
    """The key `tolerance`: exactly one rule, such as `relative`, with its amount."""

    noun = "a tolerance"
    one_of = ("absolute", "relative", "decimals", "significant")
    needs = "one rule: absolute, relative, decimals or significant"

    absolute: Amount
    relative: Amount
    decimals: Annotated[int, Ge(0), Le(100)]
    significant: Annotated[int, Ge(1), Le(100)]

    @property
    def tolerance(self) -> Tolerance:
        """Return the tolerance that the rule declares."""
        return Tolerance(self.chosen, Decimal(self.data[self.chosen]))


class ToleranceStep(ToleranceRule):
    """A tolerance within which answers earn some of the credit."""

    noun = "a tolerance"

    credit: CreditShare = 1.0


class DigitsRule(Section):
    """The key `digits`: how many digits a right answer has to be written with."""

    noun = "digits"
    one_of = ("significant", "decimals")
    needs = "one rule: significant or decimals"

    significant: Annotated[int, Ge(1), Le(100)]
    decimals: Annotated[int, Ge(0), Le(100)]
    at_least: bool = False
    credit: CreditShare = 0.5
    """The share of the points for a right value with other digits."""

    @property
    def amount(self) -> int:
        """Return how many there are to be."""
        return int(self.data[self.chosen])


UnitRule = TypedDict("UnitRule", {"is": str, "required": bool, "credit": CreditShare}, total=False)
"""The unit of the answer, and whether it has to be written."""


class AcceptSection(Section):
    """An entry of `accept`: other conventions, or another answer, that also earn credit."""

    noun = "an entry of accept"
    one_of = ("conventions", "value")
    needs = "`conventions` that also earn credit, or the `value` of another answer, as students write it"
    only_with: ClassVar[Mapping[str, str]] = {"says": "value"}

    conventions: dict[str, Text] = NOTHING
    value: Text = ""
    credit: CreditShare = 1.0
    says: Annotated[Text, MaxLen(1000)] = ""


class ExampleSection(Section):
    """An entry of `examples`: an answer with the outcome that the author expects."""

    noun = "an example"
    required = ("answer", "verdict")

    answer: Text = ""
    verdict: _Verdict = "correct"
    mistakes: tuple[str, ...] = ()


class WrongRule(Section):
    """An entry of `mistakes` in an assignment: a change of formulas, and the sentence for students who make it."""

    noun = "an entry of mistakes"
    required: ClassVar[tuple[str, ...]] = ("change", "says")

    change: Annotated[Text, MaxLen(1000)] = ""
    where: Annotated[Text, MaxLen(1000)] = ""
    weight: Literal["typical", "common", "usual", "rare"] = "usual"
    says: Annotated[str, MinLen(1), MaxLen(1000)] = ""


class WrongAnswer(WrongRule):
    """An entry of `mistakes` in a problem: a change of its formula, or a wrong answer as students write it."""

    required = ("says",)
    one_of = ("answer", "change")
    needs = "given in one way: an `answer`, as students write it, or a `change: PATTERN => FORM`"
    only_with: ClassVar[Mapping[str, str]] = {"where": "change"}

    answer: Text = ""


class FollowThroughSection(Section):
    """The key `follow_through`: whether errors are carried forward, and for how much."""

    noun = "follow_through"

    only_explained: bool = False
    credit: CreditShare = 1.0


class WorkingSection(Section):
    """The key `working`: which share of the points right steps in a wrong answer's working earn."""

    noun = "working"
    required = ("credit",)

    credit: CreditShare = 0.0
    steps: Annotated[tuple[str, ...], MaxLen(50)] = ()


class Defaults(Section):
    """Settings that an assignment may have for its problems, and a problem for its parts."""

    conventions: dict[str, Text] = NOTHING
    credit: dict[str, CreditShare] = NOTHING
    imprecise_credit: CreditShare = 0.0
    # only used where it is set: the default depends on the kind
    tolerance: Literal["exact"] | ToleranceRule | Annotated[tuple[ToleranceStep, ...], MinLen(2), MaxLen(10)] = "exact"
    decimal: Literal["point", "comma"] | None = None


class QuestionSection(Defaults):
    """Settings that a problem and each of its parts may have."""

    prompt: str = ""
    asks: str = "total"
    parameters: dict[str, Any] = NOTHING
    where: Annotated[tuple[str, ...], MaxLen(50)] = ()
    answer: Annotated[str, KINDS] = ""
    digits: DigitsRule | None = None
    unit: UnitRule | None = None
    entries: Literal["each", "all"] = "all"
    ends: Literal["any", "strict"] = "any"
    accept_if: Annotated[Text, MaxLen(1000)] = ""
    points: Annotated[float, Ge(0)] = 1.0
    key: Text = ""
    accept: Annotated[tuple[AcceptSection, ...], MaxLen(200)] = ()
    examples: tuple[ExampleSection, ...] = ()
    mistakes: Annotated[tuple[WrongAnswer, ...], MaxLen(100)] = ()
    follow_through: bool | CreditShare | FollowThroughSection = False
    working: WorkingSection | None = None
    symbols: dict[str, str] = NOTHING


class PartSection(QuestionSection):
    """An entry of `parts`: one part of a problem."""

    noun = "a part"
    required = ("id",)

    id: Id = ""


class ProblemFile(QuestionSection):
    """All keys of a problem file."""

    noun = "a problem"
    required = ("id", "type")

    id: Id = ""
    title: Text = ""
    type: str = ""
    draw: bool = False
    parts: Annotated[tuple[PartSection, ...], MinLen(1), MaxLen(200)] = ()


def has_draws(root: DocumentNode) -> bool:
    """Return whether a problem file draws any value for each student, or has conditions on draws."""
    return any(
        any(draws_below(root, (*section, "parameters")))
        or any(node_at(root, (*section, key)) for key in ("where", "draw"))
        for section in sections_of(root)
    )


def sections_of(root: DocumentNode) -> Iterator[DataPath]:
    """Yield the paths of the sections of a problem file: the problem itself, then each part."""
    yield ()
    parts = node_at(root, ("parts",))
    for number, part in enumerate(parts.items if isinstance(parts, ListNode) else ()):
        if isinstance(part, MappingNode):
            yield "parts", number


def draws_below(root: DocumentNode, path: DataPath) -> Iterator[tuple[DataPath, MappingNode]]:
    """Yield the path and the node of each draw at or below a path; a parameter called `from` makes none."""
    node = node_at(root, path)
    if isinstance(node, ListNode):
        for place in range(len(node.items)):
            yield from draws_below(root, (*path, place))
    elif isinstance(node, MappingNode):
        is_draw = not {"choose", "from", "to", "like"}.isdisjoint(node.entries)
        if is_draw and path[-1] != "parameters" and path[-2:] != ("parameters", "symbols"):
            yield path, node
        else:
            for key in node.entries:
                yield from draws_below(root, (*path, key))
