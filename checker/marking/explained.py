"""Feedback to a wrong answer: why it is wrong, where it first differs, and what to do next; without a headline.

`likeliest` chooses the explanations that are shown.  Where nothing explains it: what differs, and where to look; for
numbers, for wrong shapes and for choices.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from checker.diagnosis import Diagnosis, Explanation, WrongAnswerIndex
from checker.diagnosis.slips import COPIED, DIGIT_SLIPS, UNIT
from checker.diagnosis.wording import answers_to, follows, lowered, may_be_mentioned, named_in, placed_in, sentences
from checker.kinds import Kind, Reading
from checker.marking.feedback import Feedback, without_digit_count
from checker.marking.question import Question
from checker.text.words import as_sentence, counted, enumerated

MOST_ALTERNATIVES: Final = 2
MOST_WORDS: Final = 40


_WORTH_REPORTING: Final = 0.05
"""Share below which an alternative is only counted."""

_NEARLY_ALL: Final = 0.95
"""Share from which on rarer mistakes are not mentioned."""

_DOUBTS: Final = {"exact": "", "consistent": "This fits your answer: ", "possible": "Perhaps: "}
_ADVICE: Final = ("Check ", "You may ")
"""Beginnings of sentences that assert nothing."""

_NEXT: Final = {
    **dict.fromkeys(
        ("intermediate", "another_part", "another_step", COPIED), "Go on from there to the answer of this part."
    ),
    UNIT: "Fix the unit and answer again.",
}
"""The advice after slips without a mistake."""


_RARER: Final = 0.3
"""Share, relative to a likelier explanation, up to which one that is equal in every step says nothing of its own."""

ONCE_MORE: Final = "Read the question again and think it through."
_SLIP: Final = "It may be a slip: check the sign, the decimal point and your typing."
_SLIPS: Final = "It may be a slip: check the signs, the order of the numbers and your typing."
"""The advice on every number that is not explained, whether a slip gives it or not."""


def likeliest(diagnosis: Diagnosis) -> tuple[Explanation, ...]:
    """Return the likeliest explanation, and after a tie also the next ones, although they may look alike."""
    return diagnosis.explanations[: 1 + MOST_ALTERNATIVES] if diagnosis.is_tie else diagnosis.explanations[:1]


def explained(  # noqa: PLR0913, PLR0917 - all that decides what is said
    question: Question, diagnosis: Diagnosis, reading: Reading, answered: Collection[str], most: int, hidden: str
) -> Feedback:
    """Return the feedback to a wrong answer that known mistakes explain, with an empty headline.

    `answered` are the other steps that this student has answered; `most` is the maximum number of alternatives;
    `hidden` is the step of which no sentence shows the whole formula.
    """
    index = question.index
    best, *others = diagnosis.explanations
    if following := follows(best, sure=best.strength == "exact"):
        earlier = best.since or best.again
        next_ = f"Fix {answers_to(earlier)} first, then work this out again."
        return Feedback("", (following,), next=next_, steps=f"Start with {answers_to(earlier)}.")
    if diagnosis.is_tie:  # what is one of several is not asserted
        best = best._replace(strength="possible")
    tied: list[Explanation] = []  # those that look like a likelier one are not told
    if diagnosis.is_tie:
        worth = [one for one in others if one.share >= _WORTH_REPORTING][: MOST_ALTERNATIVES + 1]
        tied = without_doubles(index, best, worth)[:MOST_ALTERNATIVES]
    is_rarer = others[len(tied) :] if tied else best.share < _NEARLY_ALL
    rest = "Other" if tied[most:] else "Rarer" if is_rarer else ""
    given = _given(index, best, question.shown(reading)) if best.strength == "exact" else ""
    why, are_told = _brief_enough(index, best, tied[:most], given, rest, hidden)
    next_ = _advice_for_tie(index, [best, *tied], question.sibling_steps, answered, are_told) if tied else ""
    count = len(best.mistakes) + bool(best.slip) + bool(best.again)
    next_ = next_ or ("Find out which of these you did, and fix it." if are_told else _advice(index, best, count))
    place = best.first_difference
    where = ""
    if place and may_be_mentioned(index.variant, place.step):
        where = f"The first step that differs is {placed_in(index.variant, place.step)}."
    return Feedback("", tuple(why), where, next_, _step_by_step(index))


def _brief_enough(  # noqa: PLR0913, PLR0917 - all that decides what is said
    index: WrongAnswerIndex, best: Explanation, tied: Sequence[Explanation], given: str, rest: str, hidden: str
) -> tuple[list[str], bool]:
    """Return the lines that explain an answer, shortened to MOST_WORDS, and whether alternatives are among them.

    First goes the remark on other mistakes, then the ends of sentences, then the alternatives (`tied`) one by one.
    `rest` are the others that may give the same answer: "Other" or "Rarer" ones.
    """
    remark = "(Rarer mistakes can give it too.)" if rest and given else ""
    given = given.removeprefix("exactly ") if remark else given  # else it sounds too sure
    for most in range(len(tied), -1, -1):
        if most:
            others = rest if most == len(tied) else "Other"
            remark = "Your answer alone does not show which." + (others and f" {others} mistakes can give it too.")
        for brevity in range(3):
            lines, *alternatives = [
                sentences(index.variant, each, hidden, brevity=brevity) or [follows(each)]
                for each in (best, *tied[:most])
            ]
            why = _why(index, best, lines, alternatives, given)
            for told in ([*why, remark], why) if remark else (why,):
                if len(" ".join(told).split()) <= MOST_WORDS:
                    return told, most > 0
        remark = ""
    # what symbols are, behind a sentence, as in "You left out r (r: the rate in percent)"
    return [re.sub(r" \([^():]+: [^()]*\)", "", line) for line in why], False


def _given(index: WrongAnswerIndex, best: Explanation, shown: str) -> str:
    """Return what mistakes give that give exactly the answer: `exactly 12`, or `13 when rounded`."""
    plain = without_digit_count(shown)
    is_rounded = plain != shown
    if not is_rounded and index.whole and any(map(str.isdecimal, plain)):  # a number, and not "your formula"
        value = index.runs.values(best.mistakes).get(index.step)
        is_rounded = value is not None and any(number != int(number) for number in value[1])
    return f"{plain} when rounded" if is_rounded else f"exactly {plain}"


def _why(
    index: WrongAnswerIndex,
    best: Explanation,
    lines: Sequence[str],
    alternatives: Sequence[Sequence[str]],
    given: str,
) -> list[str]:
    """Return the lines that explain an answer: the mistakes, what they give, and the alternatives.

    `lines` are the sentences of the likeliest explanation; `given` is the answer, if the explanation is exact.
    """
    doubt = _DOUBTS[best.strength]
    if len(lines) > 1 and (best.again or len(best.mistakes) != 1):
        gives = {"exact": f" give {given}", "consistent": " fit your answer", "possible": ""}[best.strength]
        together = f"Two mistakes together{gives}:" if gives else "Perhaps two mistakes together:"
        return [together, *_bullets(lines, alternatives)]
    if best.slip and not best.mistakes:
        doubt = "" if given or best.slip == COPIED or lines[0].startswith(_ADVICE) else "Perhaps: "
    gives = f" This mistake gives {given}." if given and not best.slip and not index.is_coded else ""
    said = lowered(lines[0]) if doubt else lines[0]
    if doubt == _DOUBTS["consistent"]:  # "your answer" is not repeated
        said = re.sub("^your answer ", "it ", said)
    return [f"{doubt}{said}{gives}", *lines[1:], *(f"or: {_in_a_row(each)}" for each in alternatives)]


def _advice(index: WrongAnswerIndex, best: Explanation, count: int) -> str:
    """Return the sentence on what to do about `count` mistakes, such as "Fix that and work it out again."."""
    if best.slip in _NEXT and not best.mistakes:
        return _NEXT[best.slip]
    if index.is_coded:
        return "Think it through again with that in mind."
    return f"Fix {'that' if count == 1 else 'these'} and work it out again."


def _bullets(lines: Sequence[str], alternatives: Sequence[Sequence[str]]) -> list[str]:
    """Return a line for each mistake; an alternative is below the one that it would replace."""
    groups, others = {line: [f"· {line}"] for line in lines}, []
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
    linked = ("Then ", "And ")
    return " ".join(f"And: {line}" if at and not line.startswith(linked) else line for at, line in enumerate(lines))


def _advice_for_tie(
    index: WrongAnswerIndex,
    tied: Sequence[Explanation],
    sibling_steps: Mapping[str, str],
    answered: Collection[str],
    are_told: bool,  # noqa: FBT001
) -> str:
    """Return the sentence that names the step to work out next; empty if no step would tell.

    `are_told`: the student reads more than one of the explanations, and can find out which is true.
    It is a step not yet answered, for which the tied explanations give the most different values.  A step that a
    mistake leaves out counts as right: it comes out right when the student works it out.
    """
    runs = index.runs
    for steps, values_of in ((index.preceding_steps, runs.values), (list(index.variant.board), runs.every_value)):
        right = values_of(())
        values = [
            {step: value if any(value[1]) else right.get(step) for step, value in values_of(each.mistakes).items()}
            for each in tied
        ]
        open_ = [
            step
            for step in steps
            if step != index.step and step not in answered and may_be_mentioned(index.variant, step)
        ]
        counts = {step: len({value.get(step, right.get(step)) for value in values}) for step in open_}
        counts = {step: count for step, count in counts.items() if count > 1 and index.is_on_the_way(step)}
        if not counts:
            continue
        most = max(counts.values())
        best = [step for step in counts if counts[step] == most]
        end = "which." if most == len(tied) else "more."
        if asked := [step for step in best if step in sibling_steps]:
            return f"Your answer to the part {sibling_steps[asked[0]]} will show {end}"
        aim = f"to find out {end}" if are_told else "and compare."
        return f"Work out {placed_in(index.variant, best[0])} separately {aim}"
    return ""


def without_doubles(index: WrongAnswerIndex, best: Explanation, others: Iterable[Explanation]) -> list[Explanation]:
    """Return the other explanations without those that cannot be told from a likelier one.

    These have the same mistakes and another slip of writing, or differ in one mistake and give equal values everywhere.
    """
    kept = [best]
    for other in others:
        if not any(_is_same(index, one, other) for one in kept):
            kept.append(other)
    return kept[1:]


def _is_same(index: WrongAnswerIndex, likelier: Explanation, rarer: Explanation) -> bool:
    """Return whether a rarer explanation cannot be told from a likelier one, see `without_doubles`."""
    if likelier.mistakes == rarer.mistakes and {likelier.slip, rarer.slip} <= DIGIT_SLIPS:
        return True
    ours = [mistake for mistake in likelier.mistakes if mistake not in rarer.mistakes]
    theirs = [mistake for mistake in rarer.mistakes if mistake not in likelier.mistakes]
    if likelier.slip != rarer.slip or not len(ours) == len(theirs) == 1:
        return False
    values = index.runs.every_value
    points = {ours[0].point, theirs[0].point}
    follows_it = any(point.follows in points for name, point in index.variant.menu.items() if name in points)
    is_alike = len(points) == 1 or follows_it or rarer.share <= _RARER * likelier.share
    return is_alike and values(likelier.mistakes) == values(rarer.mistakes)


def unexplained(question: Question, reading: Reading, differing: Sequence[int], *, may_be_slip: bool) -> Feedback:
    """Return the feedback to a wrong number that no mistake explains; `may_be_slip`: ask to look for a slip as well."""
    is_one = len(reading.numbers) == 1
    why = f"I can't tell from this {question.kind.noun} what went wrong."
    steps = _step_by_step(question.index)
    if not is_one and len(differing) == 1:
        return Feedback("", (why,), next="Only one entry is wrong, so check that one first.", steps=steps)
    lines = (why, _SLIP if is_one else _SLIPS) if may_be_slip else (why,)
    return Feedback("", lines, next=steps, steps=steps)


def _step_by_step(index: WrongAnswerIndex) -> str:
    """Return advice on which steps of the solution to check, such as "Check it step by step: queries, scores"."""
    if index.is_coded:
        return ONCE_MORE
    if len(index.nonzero_steps) > 1:
        told = (step for step in index.nonzero_steps if may_be_mentioned(index.variant, step))
        steps = (named_in(index.variant, step) for step in told)
        return f"Check it step by step: {', '.join(steps)}."
    return index.without_steps


def wrong_shape(kind: Kind, reading: Reading) -> Feedback:
    """Return the feedback to an answer to a question of this kind with a wrong number of entries."""
    noun = kind.noun
    if len(reading.shape) < kind.axes:
        why = f"The question asks for a {noun}; you gave {counted(math.prod(reading.shape), 'number')}."
        return Feedback("", (why,), next="Write each row in brackets." if noun == "matrix" else "Give all its entries.")
    given = counted(math.prod(reading.shape), "size" if noun == "shape" else "number")
    other = "another number of them"
    if len(reading.shape) > 1:
        given, other = f"{' × '.join(map(str, reading.shape))} numbers", "another number of rows or columns"
    return Feedback("", (f"You gave {given}, but the answer has {other}.",), next="Check its shape first.")


def differing_entries(
    shape: tuple[int, ...], differing: Sequence[int], not_judged: Collection[int] = frozenset()
) -> str:
    """Return the sentence that lists the wrong entries of an answer, and those with too few digits, counted from 1."""
    number = math.prod(shape)
    if len(differing) == number:
        return "All entries differ from the right ones."
    if len(not_judged) == number:
        return "No entry has enough digits to tell which are wrong."
    said = [_entries(shape, differing, "is wrong", "are wrong")] if differing else []
    if not_judged:
        few = "too few digits to tell"
        said.append(_entries(shape, sorted(not_judged), f"has {few}", f"have {few}"))
    if len(differing) + len(not_judged) < number:
        said.append("the others are correct")
    return as_sentence("; ".join(said))


def _entries(shape: tuple[int, ...], indexes: Sequence[int], one: str, several: str) -> str:
    places = [entry_place(shape, index) for index in indexes[:6]]
    if len(places) == 1:
        return f"entry {places[0]} {one}"
    more = len(indexes) - len(places)
    named = f"{', '.join(places)} and {more} more" if more else enumerated(places)
    return f"entries {named} {several}"


def entry_place(shape: tuple[int, ...], index: int) -> str:
    """Return the place of an entry, counted from 1: `3`, or `(2, 1)` in a matrix."""
    if len(shape) == 1:
        return str(index + 1)
    row, column = divmod(index, shape[1])
    return f"({row + 1}, {column + 1})"
