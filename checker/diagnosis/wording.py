"""Words mistakes and slips as sentences for students; the words come from the solver's file and are combined here.

Also says what an answer follows from, names steps and scopes in messages (`named`, `named_in`), and sizes as
`512 (the model width)`; numbers that are worked out are left out, as a part may ask for one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from checker.diagnosis.explanation import Explanation
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import ANSWERED_OTHERWISE, CONVERSION, MISCOPIED, SLIPS, UNIT
from checker.engine.recording import ChoicePoint
from checker.solvers.variant import UNIT as UNIT_CONVENTION
from checker.solvers.variant import Variant, presets_with
from checker.text import lazy_pattern
from checker.text.words import enumerated

_SIZES: Final = {
    "d_model": "the model width",
    "d_ff": "the feed-forward width",
    "d_k": "the size of a key",
    "d_v": "the size of a value",
    "num_kv_heads": "the number of key-value heads",
    "vocab_size": "the size of the vocabulary",
    "in_features": "the number of inputs",
    "out_features": "the number of outputs",
    "in_channels": "the number of input channels",
    "out_channels": "the number of output channels",
    "embedding_dim": "the size of an embedding",
    "kdim": "the width of the keys' input",
    "vdim": "the width of the values' input",
    "src_vocab_size": "the size of the vocabulary",
    "tgt_vocab_size": "the size of the second vocabulary",
    "h": "the number of heads",
    "h_kv": "the number of key-value heads",
    "n_q": "the number of queries",
    "n_k": "the number of keys",
    "size": "the size of a head",
}
"""Words for sizes whose names say too little."""

_COUNT: Final = lazy_pattern(r"(?:num_)?(\w+(?<!times)(?<![aius]s)(?<=s))|num_(\w+)")
"""Plurals: no singular such as radius, axis, bias and mass, and no `times`."""


def size_in_words(name: str) -> str:
    """Return the name of a size, such as a parameter, as people say it.

    >>> size_in_words("num_heads"), size_in_words("d_ff"), size_in_words("batch_size")
    ('the number of heads', 'the feed-forward width', 'the batch size')
    >>> size_in_words("axis"), size_in_words("radius"), size_in_words("times"), size_in_words("classes")
    ('the axis', 'the radius', 'the times', 'the number of classes')
    """
    if name in _SIZES:
        return _SIZES[name]
    counted = _COUNT.fullmatch(name)
    return (
        f"the number of {(counted[1] or counted[2]).replace('_', ' ')}" if counted else f"the {name.replace('_', ' ')}"
    )


def called(number: str, name: str) -> str:
    """Return a number with what it counts, where its name is a word.

    >>> called("512", "d_model"), called("3", "k")
    ('512 (the model width)', '3')
    """
    return f"{number} ({size_in_words(name)})" if name in _SIZES or len(name) > 1 else number


def without_formula(sentence: str, formula: str) -> str:
    """Return a sentence without the whole formula of what is asked for, which levels below `full` do not show.

    What takes its place depends on what the formula is in the sentence.

    >>> without_formula("You left out the root in √(2·h).", "√(2·h)")
    'You left out the root in the formula.'
    >>> without_formula("You took the mean of a·b.", "a·b")
    'You took the mean.'
    """
    if not formula or formula.isalpha() or formula not in sentence:  # a word may be one of an author's sentence
        return sentence
    text = re.escape(formula)
    whole = rf"(?<![\w·/^√(]){text}(?![\w·/^(]|\.\d)"
    alone = rf"{whole}(?! [-+])"
    for pattern, words in (
        (rf" instead of {alone}", ""),
        (rf"\bin {alone}", "in the formula"),
        (rf"(?: of|, of) {alone}", ""),
        (rf"^(You (?:also )?[a-z]+) {alone}", r"\1 it"),
        (rf"\({text}\)|(?<=[-+] ){whole}|{whole}(?= [-+])", "the right value"),
        (rf"(?<=[a-z]) {whole}", ""),
    ):
        sentence = re.sub(pattern, words, sentence)
    return sentence


_PEOPLE: Final = {"pytorch": "PyTorch", "keras": "Keras", "textbook": "most textbooks"}
"""Names of presets in sentences, most familiar first."""

_COUNTED: Final = re.compile(r"counts (.+)|leaves (.+) out")
"""Predicates that may be opposites."""

_PLAIN_BEGINNINGS: Final = re.compile(
    r"(?:A|All|Both|Check|Each|Every|Four|From|In|It|One|Only|Round|The|Their|There|These|This|Those|Three|Two|Your?)\b"
)
"""First words of sentences that are no names."""

_WORDS: Final = re.compile(r"[\w.]+")


@lru_cache(maxsize=4096)
def sentence(variant: Variant, mistake: Mistake, hidden: str = "", *, short: bool = False) -> str:
    """Return the sentence about one mistake.  For a convention, it names the student's and the question's option.

    `hidden` is the step that is asked for, where the sentence must not show the whole formula of it.  With `short` it
    says only what the student did, and not what the question asks for.
    """
    point = variant.menu.get(mistake.point)
    text = variant.sentences[mistake.id]
    if point and point.is_convention:
        right = variant.sentences[f"{point.name}.{point.right}"]
        contrast = "does not" if _are_opposite(text, right) else right
        yours = "Your number" if point.name == UNIT_CONVENTION else "Your answer"  # `13.5e9 GB` says that it is in GB
        here = "" if short else f"; this question {contrast}"
        text = f"{yours} {text}{_as_presets_do(point, mistake.option)}{here}."
    if hidden and (said := variant.in_words):
        text = without_formula(text, said.wholes.get(hidden, ""))
    return text


def _are_opposite(predicate: str, other: str) -> bool:
    matches = [_COUNTED.fullmatch(each) for each in (predicate, other)]
    things = {match and (match[1] or match[2]) for match in matches}
    return None not in things and len(things) == 1


def _as_presets_do(point: ChoicePoint, option: str) -> str:
    """Return whose convention it is, where frameworks and books differ: `, as PyTorch does`."""
    presets = presets_with(point, option)
    do = "do" if len(presets) > 1 or "textbook" in presets else "does"
    return f", as {' and '.join(_PEOPLE[preset] for preset in presets)} {do}" if presets else ""


def sentences(variant: Variant, explanation: Explanation, hidden: str = "", *, brevity: int = 0) -> list[str]:
    """Return everything that an explanation says: a sentence for each mistake, then one for the slip.

    `hidden` is the step of which no sentence shows the whole formula.  With `brevity` 1, of an author's
    sentences only the first is told; with 2, what the question asks for is left out, too.
    """
    lines = [sentence(variant, mistake, hidden, short=brevity > 1) for mistake in explanation.mistakes]
    if brevity:
        lines = [re.split(r"(?<=[.!?]) (?=[A-Z])", line, maxsplit=1)[0] for line in lines]
    if explanation.slip:
        lines.append(_slip(explanation))
    if lines and explanation.again:
        lines.insert(0, f"You made the same mistake as in {answers_to(explanation.again)}.")
    return lines


def _slip(explanation: Explanation) -> str:
    """Return the sentence about the slip of an explanation.  After a mistake it starts with `Then` or `And`."""
    slip, detail = explanation.slip or "", explanation.detail
    if slip == "truncated" and explanation.mistakes:  # numbers that were rounded on the way end like this, too
        return "Then check your rounding, and round only at the end."
    says = (detail and SLIPS[slip].in_entries) or SLIPS[slip].says
    text = says.format(detail=detail if slip in {UNIT, CONVERSION, MISCOPIED} else named(detail))
    if not explanation.mistakes:
        return text
    return f"And {lowered(text)}" if slip in ANSWERED_OTHERWISE else f"Then a slip: {lowered(text)}"


def lowered(text: str) -> str:
    """Return a sentence with a small first letter, to follow a colon; a name keeps its case.

    >>> lowered("You counted W_O."), lowered("W_O is counted.")
    ('you counted W_O.', 'W_O is counted.')
    """
    return f"{text[0].lower()}{text[1:]}" if _PLAIN_BEGINNINGS.match(text) else text


def follows(explanation: Explanation, *, sure: bool = True) -> str:
    """Return the sentence that an answer follows from earlier ones, or repeats their mistake.

    It is empty if there is a new mistake or a slip.  Without `sure` it says "may".
    """
    if explanation.mistakes or explanation.slip:
        return ""
    if explanation.since:
        return f"This {'follows' if sure else 'may follow'} from {answers_to(explanation.since)}."
    return f"This {'is' if sure else 'may be'} the same mistake as in {answers_to(explanation.again)}."


def answers_to(parts: Sequence[str]) -> str:
    """Return how messages name the answers to some parts: `your answers to layer and encoder`."""
    return f"your answer{'s' if len(parts) > 1 else ''} to {enumerated(parts)}"


def named_in(variant: Variant, path: str) -> str:
    """Return what a message calls a step or scope of a question."""
    words = variant.in_words
    return words.steps.get(path) or named(path) if words else named(path)


@lru_cache(maxsize=4096)
def placed_in(variant: Variant, path: str) -> str:
    """Return a step of a question and where it is, for a sentence: `queries in the attention of the layer`."""
    *around, step = named_in(variant, path).split(" › ")
    places = [place if any(map(str.isdigit, place)) else f"the {place}" for place in reversed(around)]
    return f"{step} in {' of '.join(places)}" if places else step


def may_be_mentioned(variant: Variant, path: str) -> bool:
    """Return whether feedback may tell a student to look at this step."""
    return not (words := variant.in_words) or path not in words.silent


@lru_cache(maxsize=4096)
def named(path: str) -> str:
    """Return what a message calls the step or scope at a path.

    A symbol keeps its index, also in a piece of a formula.

    >>> named("layer.feed_forward"), named("queries"), named("d_k"), named("√d_k·w_in")
    ('layer › feed-forward', 'queries', 'd_k', '√d_k·w_in')
    """
    if not _WORDS.fullmatch(path) or re.fullmatch(r"[^\W_]_\w+", path):
        return path
    return path.replace("feed_forward", "feed-forward").replace("_", " ").replace(".", " › ")
