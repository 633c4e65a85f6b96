"""Conventions that a file leaves open, declares for nothing, or keeps from the student."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import Answers, identity
from checker.document import Mapping
from checker.document.issues import DataPath
from checker.engine.recording import ChoicePoint
from checker.engine.trace import TOTAL
from checker.lint.target import LintTarget, shown
from checker.problems import Finding, Part
from checker.questions.variant import Variant

PRESET: Final = "preset"
PLACEHOLDER: Final = "{conventions}"

TAKE_SYMBOLS: Final = frozenset({"number", "formula", "complexity"})
"""A number may have its formula beside it."""

GENERIC: Final = frozenset({"counted", "left_out", "none", "e", "0", "1", "2"})
"""Options that say nothing on their own: a prompt may well hold these letters."""


def undeclared(subject: LintTarget) -> Iterator[Finding]:
    """Conventions that are left open and on which an answer depends, beyond the tolerance.

    One that follows another is settled by that one: declared with it, and open with it, which is told once.
    """
    exam, parts = subject.exam, subject.problem.parts
    depending: dict[str, tuple[list[int], ChoicePoint]] = {}
    for i, part in enumerate(parts):
        for point in _conventions(part.variant):
            if _is_settled(point, part.variant):
                continue
            values = (answers[i] for answers in _taken(subject, point))
            if any(value is not None and exam.is_noticed(i, value) for value in values):
                concerned, _ = depending.get(point.name, ([], point))
                depending[point.name] = [*concerned, i], point
    for concerned, point in depending.values():
        i = concerned[-1]  # of a whole and its parts the whole
        part = parts[i]
        options = {option: exam.under(Mistake(point.name, option))[i] for option in point.options}
        answers = ", ".join(
            f"{option} {shown(part, value)}" + (" (default)" if option == point.right else "")
            for option, value in options.items()
            if value is not None
        )
        answer = f"the answer to `{part.id}`" if part.id else "the answer"
        if others := len(concerned) - 1:
            answer += f" (and to {others} more)"
        message = f"{answer} depends on `{point.name}`: {answers}"
        yield subject.finding("undeclared", message, *subject.nearest(part, ("conventions",)))


def unused(subject: LintTarget) -> Iterator[Finding]:
    """Conventions that the file itself declares and no answer depends on; those of a preset are not meant."""
    exam, parts = subject.exam, subject.problem.parts
    own: dict[DataPath, Iterable[int]] = {subject.own(part): [i] for i, part in enumerate(parts)}
    for level, speaks_to in ({(): range(len(parts))} | own).items():
        for name in _declared_in(subject, level):
            place = (*level, "conventions", name)
            concerned = [i for i in speaks_to if _nearest(subject, parts[i], name)[0] == place]
            menus = [parts[i].variant.menu for i in concerned]
            options = {option for menu in menus if name in menu for option in menu[name].options}
            answers = [exam.under(Mistake(name, option)) for option in options]
            if not any(taken[i] is None or _differs(subject, taken, i) for taken in answers for i in concerned):
                yield subject.finding(
                    "unused", f"`{name}` is declared, but no answer depends on it", (*level, "conventions", name)
                )


def ignored(subject: LintTarget) -> Iterator[Finding]:
    """What is said and has no effect: nobody should wait for points from it."""
    parts = subject.problem.parts
    carried = [part for at, part in enumerate(parts) if any(_leads(earlier, part) for earlier in parts[:at])]
    for part in parts:
        own = (*subject.own(part), "follow_through")
        if part.follow_through and part not in carried and (subject.entry(own) or not carried):
            message = "`follow_through` has no effect: no part before this one asks for a step that it is made of"
            yield subject.finding("unused", message, *subject.nearest(part, ("follow_through",)))
        if part.symbols and part.kind not in TAKE_SYMBOLS:
            message = f"`symbols` has no effect: a {part.kind} is not written in symbols"
            yield subject.finding("unused", message, *subject.nearest(part, ("symbols",)))


def _leads(earlier: Part, later: Part) -> bool:
    """Whether the answer to one part depends on that to another."""
    same = earlier.question == later.question and earlier.step not in (TOTAL, later.step)
    return same and later.variant.depends_on(later.step, earlier.step)


def unstated(subject: LintTarget) -> Iterator[Finding]:
    """Conventions that change an answer, are declared, and are not in the prompt: see `is_told`."""
    for i, part in enumerate(subject.problem.parts):
        variant = part.variant
        for point in _conventions(variant):
            option = variant.declared.get(point.name)
            if option is None or (point.follows and variant.declared.get(point.follows) == option):
                continue
            if not any(_differs(subject, taken, i) for taken in _taken(subject, point)):
                continue
            sentence = variant.sentences[f"{point.name}.{option}"]
            places = _nearest(subject, part, point.name)
            is_filled_in = PLACEHOLDER in subject.prompt and "parts" not in places[0]
            if not is_filled_in and not is_told(subject.prompt, point.name, option, sentence):
                hint = "say so" if "parts" in places[0] else f"say so, or write {PLACEHOLDER}"
                message = f"the prompt does not say that this question {sentence}; {hint}"
                yield subject.finding("unstated", message, *places, ("prompt",))


def is_told(prompt: str, name: str, option: str, sentence: str) -> bool:
    """Whether a prompt may be speaking of a convention.  In doubt it is: a false alarm is worse than none.

    It holds all words of the convention's name (without a plural's ending: `bias`, and `layer` and `norm` for a
    LayerNorm); or all symbols of its sentence (W_O, √d_k); or the name of the option, where that is a telling one.

    >>> is_told("Do biases count?", "biases", "counted", "counts the biases")
    True
    >>> is_told("How many weights?", "biases", "counted", "counts the biases")
    False
    """
    words = [_singular(word) for word in name.lower().split("_")]
    symbols = [word.strip(",.") for word in sentence.split() if re.search(r"[A-Z_√\[]", word)]
    low, squashed = prompt.lower(), _squashed(prompt)
    return (
        all(word in low for word in words)
        or (bool(symbols) and all(_squashed(symbol) in squashed for symbol in symbols))
        or (option not in GENERIC and _squashed(_singular(option)) in squashed)
    )


def _singular(word: str) -> str:
    return re.sub(r"(?<=s)es$|(?<=[^s])s$", "", word)


def _squashed(text: str) -> str:
    r"""Only letters and digits, however a symbol is set: √d_k, \sqrt{d_k} and sqrt_d_k are the same."""
    return re.sub(r"[^a-z0-9]", "", text.lower().replace("√", "sqrt"))


def _conventions(variant: Variant) -> Iterable[ChoicePoint]:
    return (point for point in variant.menu.values() if point.is_convention)


def _is_settled(point: ChoicePoint, variant: Variant) -> bool:
    """Whether it is declared, or only follows another: of these that other one is told."""
    followed = point.follows is not None and (point.follows in variant.declared or point.follows in variant.menu)
    return point.name in variant.declared or followed


def _taken(subject: LintTarget, point: ChoicePoint) -> Iterator[Answers]:
    """The answers under each of the other options."""
    return (subject.exam.under(Mistake(point.name, option)) for option in point.wrong)


def _differs(subject: LintTarget, taken: Answers, i: int) -> bool:
    """Whether question i has another answer; one that fails is none."""
    return taken[i] is not None and identity(taken[i : i + 1]) != identity(subject.exam.truth[i : i + 1])


def _declared_in(subject: LintTarget, level: DataPath) -> list[str]:
    """The conventions that one section of the file declares."""
    found = subject.entry((*level, "conventions"))
    node = found[1] if found else None
    return [name for name in node.entries if name != PRESET] if isinstance(node, Mapping) else []


def _nearest(subject: LintTarget, part: Part, name: str) -> list[DataPath]:
    """The places that declare a convention for a part, the one that counts first; with none, where it would stand."""
    paths = [(*level, "conventions", key) for level in dict.fromkeys((subject.own(part), ())) for key in (name, PRESET)]
    return [path for path in paths if subject.entry(path)] or paths[-1:]
