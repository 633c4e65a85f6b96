"""Feedback to a wrong answer that known mistakes explain."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from checker.diagnosis import Diagnosis, Explanation, WrongAnswerIndex
from checker.diagnosis.slips import ARITHMETIC, COPIED, UNIT
from checker.diagnosis.wording import answers_to, follows, named, sentences
from checker.marking.feedback import Feedback, without_digit_count
from checker.marking.unexplained import step_by_step

MOST_ALTERNATIVES: Final = 3
"""Maximum number of alternatives of a tie that are reported at full feedback."""

FEW_ALTERNATIVES: Final = 1
"""Maximum number of alternatives below full feedback: students read at most two explanations."""

WORTH_REPORTING: Final = 0.05
"""Share below which an alternative is only counted."""

NEARLY_ALL: Final = 0.95
"""Share from which on rarer mistakes are not mentioned."""

_COUNTS: Final = {2: "Two", 3: "Three", 4: "Four"}


def likeliest(diagnosis: Diagnosis) -> tuple[Explanation, ...]:
    """Return the explanations that are reported at full feedback: the first, and of a tie some alternatives."""
    return diagnosis.explanations[: 1 + MOST_ALTERNATIVES] if diagnosis.is_tie else diagnosis.explanations[:1]


def explained(  # noqa: PLR0913, PLR0917 - all that decides what is said
    index: WrongAnswerIndex,
    diagnosis: Diagnosis,
    shown: str,
    sibling_steps: Mapping[str, str],
    answered: Collection[str] = (),
    most: int = MOST_ALTERNATIVES,
) -> Feedback:
    """Return the feedback to a wrong answer that known mistakes explain, with at most `most` alternatives.

    `sibling_steps` are the steps that other parts of the problem ask for, with the parts' ids; `answered` are the steps
    that this student has answered as well.
    """
    best, *others = diagnosis.explanations
    is_sure = best.strength == "exact"
    if following := follows(best, sure=is_sure):
        earlier = best.since or best.again
        next_ = f"Fix {answers_to(earlier)} first, then work this out again."
        return Feedback("", (following,), next=next_, steps=f"Start with {answers_to(earlier)}.")
    lines = sentences(index.variant, best)
    tied = [one for one in others if one.share >= WORTH_REPORTING][:MOST_ALTERNATIVES] if diagnosis.is_tie else []
    why = _why(index, best, lines, tied[:most], shown)
    if tied:
        left = "Other" if tied[most:] else "Rarer" if others[len(tied) :] else ""
        more = left and f" {left} mistakes can give it too."
        why.append(f"Your answer alone does not show which.{more}")
    elif best.share < NEARLY_ALL:
        why.append("(Rarer mistakes can give it too.)")
    next_ = _next_of_tie(index, [best, *tied], sibling_steps, answered) if tied else _next(index, best, len(lines))
    place = best.first_difference
    where = f"The first step that differs is {named(place.step)}." if place else ""
    return Feedback("", tuple(why), where, next_, step_by_step(index))


def _why(
    index: WrongAnswerIndex, best: Explanation, lines: Sequence[str], tied: Sequence[Explanation], shown: str
) -> list[str]:
    """Return a line for each mistake, with the answer that they give, and the alternatives."""
    is_sure = best.strength == "exact"
    if best.slip == ARITHMETIC:
        return _with_slip(best, lines)
    plain = without_digit_count(shown)
    given = f"{plain} when rounded" if plain != shown else f"exactly {plain}" if is_sure else plain
    verb = "give" if is_sure else "would give"
    earlier = f"With {answers_to(best.since)}, " if best.since else ""
    alternatives = [found for one in tied if (found := sentences(index.variant, one) or [follows(one)])]
    if len(lines) > 1:
        together = f"{_COUNTS[len(lines)]} mistakes together {verb} {given}:"
        first = f"{earlier}{together[0].lower()}{together[1:]}" if earlier else together
        return [first, *_bullets(lines, alternatives)]
    doubt = "" if is_sure or best.slip == COPIED else "Perhaps: "
    gives = f" {earlier or 'This mistake '}{'that ' if earlier else ''}{'gives' if is_sure else verb} {given}."
    first = f"{doubt}{lines[0]}" + ("" if best.slip or index.is_coded else gives)
    return [first, *(f"or: {_in_a_row(each)}" for each in alternatives)]


def _with_slip(best: Explanation, lines: Sequence[str]) -> list[str]:
    """Return the mistakes that the working shows, and the slip that stands next to them."""
    doubt = "" if best.strength == "exact" else "Perhaps: "
    mistakes = lines[:-1]
    if best.mistakes:
        return [f"{doubt}{mistakes[0]}", *mistakes[1:], f"And: {best.detail}"]
    if best.since or best.again:
        return [follows(best._replace(slip=None)), f"And: {best.detail}"]
    return [f"Your way is right, but not the arithmetic: {best.detail}"]


def _next(index: WrongAnswerIndex, best: Explanation, count: int) -> str:
    """Return what to do about a number of mistakes."""
    if best.slip in ("intermediate", "another_part", COPIED):
        return "Go on from there to the answer of this part."
    if best.slip == ARITHMETIC and not best.mistakes:
        return "Work it out again."
    if best.slip == UNIT and not best.mistakes:
        return "Fix the unit and answer again."
    if index.is_coded:
        return "Think it through again with that in mind."
    return f"Fix {'that' if count == 1 else 'these'} and work it out again."


def _bullets(lines: Sequence[str], alternatives: Sequence[Sequence[str]]) -> list[str]:
    """Return a line for each mistake; an alternative is below the one that it would replace."""
    groups = {line: [f"· {line}"] for line in lines}
    others = []
    for alternative in alternatives:
        replaced = [line for line in lines if line not in alternative]
        instead = _in_a_row([line for line in alternative if line not in lines])
        if len(replaced) == 1 and instead:
            groups[replaced[0]].append(f"  or: {instead}")
        else:
            others.append(f"or, instead of all these: {_in_a_row(alternative)}")
    return [line for group in groups.values() for line in group] + others


def _in_a_row(lines: Sequence[str]) -> str:
    """Return the sentences of an alternative in one line; a slip after a mistake says itself that it comes then."""
    return " ".join(f"And: {line}" if at and not line.startswith("Then ") else line for at, line in enumerate(lines))


def _next_of_tie(
    index: WrongAnswerIndex,
    tied: Sequence[Explanation],
    sibling_steps: Mapping[str, str],
    answered: Collection[str],
) -> str:
    """Return the step to look at, which is not answered yet and on which the tied explanations differ most."""
    runs = index.runs
    for steps, values_of in ((index.preceding_steps, runs.values), (list(index.variant.board), runs.every_value)):
        values = [values_of(explanation.mistakes) for explanation in tied]
        open_ = [step for step in steps if step != index.step and step not in answered]
        counts = {step: len({value.get(step) for value in values}) for step in open_}
        counts = {step: count for step, count in counts.items() if count > 1 and index.is_on_the_way(step)}
        if not counts:
            continue
        most = max(counts.values())
        best = [step for step in counts if counts[step] == most]
        end = "which." if most == len(tied) else "more."
        if asked := [step for step in best if step in sibling_steps]:
            return f"Your answer to the part {sibling_steps[asked[0]]} will show {end}"
        return f"Work out {named(best[0])} separately to find out {end}"
    return "Find out which of these you did, and fix it."
