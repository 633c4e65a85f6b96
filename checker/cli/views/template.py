"""What `new` prints: a problem file to start from, which loads as it is, with comments on what else it may contain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from checker.document import DocumentError, Scalar, parse_document
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import AUTHOR_LISTED, ChoicePoint
from checker.engine.values.encoded import EncodedValue
from checker.engine.values.rubric import Rubric
from checker.kinds import flatten, is_whole
from checker.questions.parameters import arguments, defaults
from checker.questions.registry import Solver, topics
from checker.questions.variant import UNIT, Variant
from checker.reading.show import nest

GIVEN: Final = "generic"
"""Topic of the types whose parameters hold the answer."""

MOST_STEPS: Final = 8
"""Maximum number of steps offered; `checker types` lists all of them."""

COMMENT: Final = 40
"""Column at which comments begin, if there is room."""


def template(type_: Solver) -> str:
    """Return the text of a problem file for this question type, with the parameters of its first example."""
    example = type_.examples[0]
    variant = Variant(type_, arguments(type_, example))
    points = list(variant.conventions.values())
    stated = [point for point in points if point.follows is None and _matters(variant, point)]
    lines = [
        _line("id: " + type_.name.replace("_", "-"), "lowercase letters, digits and hyphens"),
        f"title: {json.dumps(title(type_), ensure_ascii=False)}",
        _line(f"type: {type_.name}", f"`checker types {type_.name}` explains it"),
        "prompt: |",
        *_prompt(type_, example),
        *(["  {conventions}"] if stated else []),
        *_parameters(type_, example),
        *_conventions(stated, [point for point in points if point.follows is not None]),
        *_asked(variant),
        "",
        _line("examples:", "tests; `checker lint` runs them"),
        f"  - {{answer: {_answer(variant)}, verdict: {_verdict(variant)}}}",
    ]
    return "\n".join(lines) + "\n"


def _matters(variant: Variant, point: ChoicePoint) -> bool:
    """Return whether another option of a convention changes the answer to this example."""
    truth = flatten(variant.run()["total"])
    for option in point.wrong:
        try:
            if flatten(variant.run({point.name: option})["total"]) != truth:
                return True
        except INVALID_RUN:
            continue  # this example does not allow it
    return False


def title(type_: Solver) -> str:
    """Return the first sentence of a question type's documentation, for the title of a problem."""
    return re.split(r"[.:;]", type_.documentation, maxsplit=1)[0]


def _prompt(type_: Solver, example: Mapping[str, Any]) -> list[str]:
    """Return a prompt to fill in, with the parameters it may name; those that give the answer away are left out."""
    names = type_.fills(example) if topics()[type_.name] == GIVEN else example
    if not names:
        return ["  Write here what the student reads."]
    return [
        "  Write here what the student reads. Names in braces are filled in:",
        *(f"  - {name} = {{{name}}}" for name in names),
    ]


def _parameters(type_: Solver, example: Mapping[str, Any]) -> list[str]:
    """Return the lines of `parameters`, with those of the example; the others are named in a comment."""
    others = [name for name in defaults(type_) if name not in example]
    also = [f"  # also: {', '.join(others)}"] if others else []
    return ["parameters:", *(_parameter(name, value) for name, value in example.items()), *also]


def _parameter(name: str, value: Any) -> str:
    """Return the line of a parameter."""
    line = f"  {name}: {in_yaml(value)}"
    return _line(line, "or km/h, GB, USD, ...; answers in other units are converted") if name == UNIT else line


def _conventions(stated: Sequence[ChoicePoint], following: Sequence[ChoicePoint]) -> list[str]:
    """Return the conventions with their defaults, the other options in comments; dependent ones are left out."""
    if not stated:
        return []
    lines = [
        _line(f"  {point.name}: {in_yaml(point.right)}", f"or {', '.join(map(in_yaml, point.wrong))}")
        for point in stated
    ]
    lines += [
        _line(f"  # {each.name}: {in_yaml(each.right)}", f"default: the same as {each.follows}") for each in following
    ]
    return [_line("conventions:", "what counts; tell students in the prompt"), *lines]


def _asked(variant: Variant) -> list[str]:
    """Return `asks` and the other keys, all in comments."""
    steps = [path for path in variant.board if "." not in path and path != "total"]
    more = ", ..." if len(steps) > MOST_STEPS else ""
    asks = [_line(f"# asks: {steps[-1]}", f"a step: {', '.join(steps[:MOST_STEPS])}{more}")] if steps else []
    part = f"#   - {{id: first, asks: {steps[0]}, points: 1}}" if steps else "#   - {id: first, points: 1}"
    whole = is_whole(variant.run()["total"])
    others = "{relative: 0.01}" if whole else "{significant: 4}, {absolute: 0.01}; default: 3 significant digits"
    return [
        "",
        *asks,
        _line("# parts:", "several questions, instead of `asks`"),
        part,
        _line(f"# tolerance: {'exact' if whole else '{decimals: 3}'}", f"or {others}"),
        "# points: 1",
        _line("# credit: {one_mistake: 0.5}", "partial credit, by mistake"),
        *_mistakes(variant),
        _line("# key: ...", "your key; `checker lint` compares it with the solver"),
    ]


def _mistakes(variant: Variant) -> list[str]:
    """Return a commented-out `mistakes` entry; nothing if the parameters list wrong answers or a person grades."""
    if AUTHOR_LISTED in variant.menu or _verdict(variant) != "correct":
        return []
    return [_line("# mistakes:", "further wrong answers, and what to say about them"), "#   - {answer: ..., says: ...}"]


def _verdict(variant: Variant) -> str:
    """Return the verdict of the right answer: `correct`, unless a person grades it."""
    return "needs_review" if isinstance(variant.run()["total"], Rubric) else "correct"


def _answer(variant: Variant) -> str:
    """Return the truth as a student may write it, in quotes."""
    truth = variant.run()["total"]
    if isinstance(truth, EncodedValue):
        return json.dumps(str(truth), ensure_ascii=False)
    shape, numbers = flatten(truth)
    written = [str(number) if isinstance(number, int) else f"{number + 0.0:.6g}" for number in numbers]
    return json.dumps(nest(shape, written, _list))


def _list(entries: Iterable[str]) -> str:
    """Return entries in brackets: `[1, 2]`."""
    return f"[{', '.join(entries)}]"


def in_yaml(value: Any) -> str:
    """Return a parameter's value as YAML on one line, with quotes only where needed."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {in_yaml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return _list(map(in_yaml, value))
    return value if isinstance(value, str) and _is_plain(value) else json.dumps(value, ensure_ascii=False)


def _is_plain(text: str) -> bool:
    """Return whether a text is the same without quotes, inside brackets too."""
    try:
        node = parse_document(f"[{text}]", source="")
    except DocumentError:
        return False
    item = getattr(node, "items", [None])[0]
    return isinstance(item, Scalar) and item.value == text and len(getattr(node, "items", ())) == 1


def _line(text: str, comment: str) -> str:
    """Return a line of the file with a comment at its end."""
    return f"{text.ljust(COMMENT)}  # {comment}"
