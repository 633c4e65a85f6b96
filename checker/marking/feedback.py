"""What a student is told: a headline, why, where, and what to do next.  How much of it depends on the level."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from checker.answers import Reading, Tolerance
from checker.diagnosis import Diagnosis, Explanation, WrongAnswerIndex
from checker.diagnosis.slips import COPIED, UNIT
from checker.diagnosis.wording import answers_to, follows, named, sentences
from checker.engine.trace import TOTAL
from checker.notation.words import counted, enumerated, shortened

if TYPE_CHECKING:  # only essays need them
    from checker.engine.values.rubric import Rubric
    from checker.marking.essay_matches import EssayMatch

Level = Literal["verdict", "hint", "explain", "full"]
LEVELS: Final[tuple[str, ...]] = get_args(Level)

MOST_ALTERNATIVES: Final = 3
"""So many alternatives of a tie are told; the others are counted."""

WORTH_TELLING: Final = 0.05
"""An alternative with less than this share is only counted."""

NEARLY_ALL: Final = 0.95
"""From this share on an explanation is told without a word on rarer ones."""

MOST_ENTRIES: Final = 6
"""So many wrong entries of a vector or matrix are named."""

A_PERSON: Final = "A person reads this text and decides."

LONGEST_QUOTE: Final = 120
"""Characters of a sentence of a text that are repeated."""

ONCE_MORE: Final = "Read the question once more, and think it through."
"""What to do where nothing was computed."""

SLIP: Final = "It may be a slip: check the sign, the decimal point and your typing."
SLIPS: Final = "It may be a slip: check the signs, the order of the numbers and your typing."
"""What is said of every number that is not explained, whether a slip gives it or not."""

DIGITS_STATED: Final = re.compile(r" \(\d+ digits? stated\)")
"""What is told of a coarse number where it is said how it was read; in a sentence it is only in the way."""

_COUNTS: Final = {2: "Two", 3: "Three", 4: "Four"}


class Feedback(NamedTuple):
    """The parts of a message; an empty one is not shown."""

    headline: str
    why: tuple[str, ...] = ()
    """A first line, then a line for each thing that went wrong."""
    where: str = ""
    next: str = ""
    steps: str = ""
    """What to go through where nothing more may be said."""

    def at(self, level: str) -> Feedback:
        """As much of it as the level allows."""
        if level == "verdict":
            return Feedback(self.headline)
        if level == "hint":
            return Feedback(self.headline, where=self.where, next="Start there." if self.where else self.steps)
        return self

    def with_reason(self, reason: str, level: str) -> Feedback:
        """With one more line on why it is as it is, where the level allows that."""
        return self if level in {"verdict", "hint"} else self._replace(why=(*self.why, reason))

    @property
    def message(self) -> str:
        """The whole as running text."""
        lines = [line.lstrip(" ·") for line in (self.headline, *self.why, self.where, self.next)]
        return " ".join([line if line[0].isupper() else f"{line[0].upper()}{line[1:]}" for line in lines if line])


def explained(
    index: WrongAnswerIndex, diagnosis: Diagnosis, shown: str, parts: Mapping[str, str], answered: Collection[str] = ()
) -> Feedback:
    """The feedback to a wrong answer that known mistakes explain.

    `parts`: see `_what_tells`; `answered`: the steps that this student has answered as well.
    """
    variant = index.traces.variant
    best, *others = diagnosis.explanations
    sure = best.strength == "exact"
    if following := follows(best, sure=sure):
        start = best.since or best.again
        next_ = f"Correct {enumerated(start)} first, then work this out again."
        return Feedback("", (following,), next=next_, steps=f"Start with {answers_to(start)}.")
    said = sentences(variant, best)
    told = [other for other in others if other.share >= WORTH_TELLING][:MOST_ALTERNATIVES] if diagnosis.is_tie else []
    alternatives = [lines for other in told if (lines := sentences(variant, other) or [follows(other)])]
    bare = _bare(shown)
    given = f"{bare} when rounded" if bare != shown else f"exactly {bare}" if sure else bare
    with_ = f"With {answers_to(best.since)}, " if best.since else ""
    if len(said) == 1:
        gives = f" {with_ or 'That '}{'that ' if with_ else ''}{'gives' if sure else 'would give'} {given}."
        doubt = "" if sure or best.slip == COPIED else "Perhaps: "
        why = [f"{doubt}{said[0]}" + ("" if best.slip or index.is_coded else gives)]
        why += [f"or: {_in_a_row(lines)}" for lines in alternatives]
    else:
        together = f"{_COUNTS[len(said)]} things together {'give' if sure else 'would give'} {given}:"
        why = [f"{with_}{together[0].lower()}{together[1:]}" if with_ else together]
        why += _bullets(said, alternatives)
    if told:
        why.append(
            "The answer alone cannot tell which." + (" Rarer mistakes can give it too." if others[len(told) :] else "")
        )
    elif best.share < NEARLY_ALL:
        why.append("(Rarer mistakes can give it too.)")
    if told:
        telling = _what_tells(index, [best, *told], parts, answered)
        next_ = telling or "Find out which of these you did, and put it right."
    elif best.slip in ("intermediate", "another_part", COPIED):
        next_ = "Go on from there to what is asked."
    elif best.slip == UNIT and not best.mistakes:
        next_ = "Put the unit right and answer again."
    elif index.is_coded:
        next_ = "Think it through once more, with that in mind."
    else:
        next_ = f"Put {'that' if len(said) == 1 else 'these'} right and work it out again."
    where = best.first_difference
    place = f"The first step that differs is {named(where.step)}." if where else ""
    return Feedback("", tuple(why), place, next_, _step_by_step(index))


def carried_on(shown: str, since: Sequence[str], wrong: Sequence[str]) -> Feedback:
    """Return the feedback to an answer that is right given the student's own earlier ones, of which some are wrong.

    Where none is, only their rounding makes the difference.
    """
    headline = f"{shown[0].upper()}{shown[1:]} is right, carried on from {answers_to(since)}."
    if not wrong:
        return Feedback(headline, next=f"Keep more digits of {enumerated(since)} next time.")
    return Feedback(headline, next=f"Correct {enumerated(wrong)}, then work this out again.")


def not_carried(reason: str) -> str:
    """Why an answer that follows from earlier ones earns nothing by that."""
    return f"No follow-through credit: {reason}."


def unexplained(
    index: WrongAnswerIndex, diagnosis: Diagnosis, reading: Reading, differing: Sequence[int], *, slip: bool = False
) -> Feedback:
    """Return the feedback to a wrong answer that nothing known explains.

    `slip`: it may be a slip on the truth that must not be named; every such answer is asked to look for one.
    """
    why = "It fits no known mistake well enough to say why." if diagnosis.silenced else "No known mistake gives it."
    if is_foreign(index, reading):
        why += " It is no product of this question's sizes, so look for a slip in the arithmetic first."
    steps = _step_by_step(index)
    if len(reading.numbers) > 1 and len(differing) == 1:
        return Feedback("", (why,), next="Only one entry is wrong, so look for a slip there first.", steps=steps)
    lines = (why, SLIPS if len(reading.numbers) > 1 else SLIP) if slip else (why,)
    return Feedback("", lines, next=steps, steps=steps)


def _step_by_step(index: WrongAnswerIndex) -> str:
    if index.is_coded:
        return ONCE_MORE
    if len(index.counting) > 1:
        return f"Check it step by step: {', '.join(map(named, index.counting))}."
    return index.without_steps


def headline(shown: str, kind: str, accepted: float, credit: float, reason: str = "") -> str:
    """The first line for an answer that is not the one asked for, with the credit it has all the same, and for what."""
    earns = {0.0: "", 1.0: "all of the points"}.get(credit, "part of the points")
    shown = _bare(shown)
    begun = shown if kind == "complexity" else f"{shown[0].upper()}{shown[1:]}"  # o(n) is not O(n)
    if accepted and accepted == credit:
        return f"{begun} is right under another way of counting, which earns {earns}."
    asked = "the right choice" if kind == "choice" else f"the {kind} asked for"
    return f"{begun} is not {asked}" + (f", but earns {earns}{reason and f', for {reason}'}." if earns else ".")


def _bare(shown: str) -> str:
    """Return how an answer was read, without the count of its digits."""
    return DIGITS_STATED.sub("", shown) if shown.endswith(")") else shown


def too_coarse(tolerance: Tolerance, *, whole: bool) -> Feedback:
    """Return the feedback to an answer with too few digits.  It does not say whether those given are right."""
    rule, amount = tolerance.rule, tolerance.amount
    if rule == "significant":
        return Feedback(f"Give at least {counted(amount, 'significant digit')}.")
    if rule == "decimals" and amount and not whole:
        return Feedback(f"Give at least {counted(amount, 'decimal')}.")
    return Feedback("Give every digit." if rule in {"exact", "decimals"} else "Give more digits.")


def different(difference: str) -> Feedback:
    """The feedback to a wrong answer without numbers that nothing known explains."""
    return Feedback("", (difference,) if difference else (), next=ONCE_MORE, steps=ONCE_MORE)


def laid_out(rubric: Rubric, evidence: Sequence[EssayMatch]) -> tuple[str, ...]:
    """For the person who decides: for each point of the rubric the sentences that touch it; no more is claimed."""
    return tuple(f"· {line}." for line in map(_laid_out, *_by_point(rubric, evidence)))


def _by_point(rubric: Rubric, evidence: Sequence[EssayMatch]) -> tuple[list[str], list[list[EssayMatch]]]:
    heads = [f"{each.point} ({counted(each.points, 'point')})" for each in rubric.criteria]
    return heads, [[one for one in evidence if one.point == each.point] for each in rubric.criteria]


def _laid_out(head: str, evidence: Sequence[EssayMatch]) -> str:
    said = [f"line {one.line} “{_quoted(one.text)}”" for one in evidence if one.kind == "idea"]
    doubts = [f"perhaps wrong in line {one.line} “{_quoted(one.text)}”" for one in evidence if one.kind == "wrong"]
    return f"{head}: {'; '.join([*(said or ['no sentence found by its words']), *doubts])}"


def _quoted(text: str) -> str:
    return text.removesuffix(".") if len(text) <= LONGEST_QUOTE else shortened(text, LONGEST_QUOTE)


def misfit(reading: Reading) -> Feedback:
    """The feedback to an answer of another shape that nothing known explains."""
    size = counted(math.prod(reading.shape), "number")
    if len(reading.shape) > 1:
        size = f"{' × '.join(map(str, reading.shape))} numbers"
    return Feedback("", (f"You gave {size}; the answer has another shape.",), next="Check the sizes first.")


def differing_entries(shape: tuple[int, ...], differing: Sequence[int]) -> str:
    """Which entries are wrong, counted from 1 as people do."""
    count = math.prod(shape)
    if len(differing) == count:
        return "No entry is right."
    places = [_place(shape, index) for index in differing[:MOST_ENTRIES]]
    more = f" and {len(differing) - MOST_ENTRIES} more" if len(differing) > MOST_ENTRIES else ""
    if len(differing) == 1:
        return f"Entry {places[0]} is wrong; the rest is right."
    return f"Entries {', '.join(places)}{more} are wrong; the rest is right."


def _place(shape: tuple[int, ...], index: int) -> str:
    if len(shape) == 1:
        return str(index + 1)
    row, column = divmod(index, shape[1])
    return f"({row + 1}, {column + 1})"


def is_foreign(index: WrongAnswerIndex, reading: Reading) -> bool:
    """Whether the truth is a product of the question's sizes, and the answer has a factor that none of them has."""
    variant = index.traces.variant
    sizes = [size for size in variant.arguments.values() if type(size) is int and size > 1]
    if reading.shape or not index.whole or not sizes or index.step == TOTAL:
        return False
    terms = set(variant.board[index.step].formula.split(" + "))
    is_product = len(terms) == 1 and _rest(index.numbers[0], [*sizes, 2, 3]) == 1
    number = reading.numbers[0].value
    return is_product and isinstance(number, int) and _rest(number, [*sizes, 2, 3]) > 1


def _rest(number: int, sizes: Sequence[int]) -> int:
    """What is left of a number when all prime factors of the sizes are divided out."""
    number = abs(number)
    for size in sizes:
        while number and (common := math.gcd(number, size)) > 1:
            number //= common
    return number


def _bullets(said: Sequence[str], alternatives: Sequence[Sequence[str]]) -> list[str]:
    """A line for each thing that went wrong; an alternative stands below the one that it would replace."""
    lines = {line: [f"· {line}"] for line in said}
    others = []
    for alternative in alternatives:
        replaced = [line for line in said if line not in alternative]
        instead = _in_a_row([line for line in alternative if line not in said])
        if len(replaced) == 1 and instead:
            lines[replaced[0]].append(f"  or: {instead}")
        else:
            others.append(f"or, instead of all these: {_in_a_row(alternative)}")
    return [line for group in lines.values() for line in group] + others


def _in_a_row(lines: Sequence[str]) -> str:
    """What an alternative says, in one line; a slip after a mistake says itself that it comes then."""
    return " ".join(f"And: {line}" if at and not line.startswith("Then ") else line for at, line in enumerate(lines))


def _what_tells(
    index: WrongAnswerIndex, tied: Sequence[Explanation], parts: Mapping[str, str], answered: Collection[str]
) -> str:
    """The step on the way to this one on which the tied explanations differ most, that is not answered yet.

    `parts`: the steps that the problem asks beside this one, with the parts' ids.
    """
    traces = index.traces
    for steps, values_of in ((index.leading, traces.values), (list(traces.variant.board), traces.every_value)):
        told = [values_of(explanation.mistakes) for explanation in tied]
        left = [step for step in steps if step != index.step and step not in answered]
        values = {step: len({value.get(step) for value in told}) for step in left}
        values = {step: count for step, count in values.items() if count > 1 and index.is_on_the_way(step)}
        if values and (most := max(values.values())) > 1:
            telling = [step for step in values if values[step] == most]
            asked = [step for step in telling if step in parts]
            end = "which." if most == len(tied) else "more."
            if asked:
                return f"Your answer to the part {parts[asked[0]]} will tell {end}"
            return f"Work out {named(telling[0])} on its own to find out {end}"
    return ""
