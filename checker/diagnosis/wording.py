"""Words mistakes and slips as sentences for students; the words come from the solver's file and are combined here.

Also says what an answer follows from, names steps, scopes and layers in messages (`named`, `named_in`), and sizes as
`512 (the model width)`; numbers that are worked out are left out, as a part may ask for one.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from checker.diagnosis.explanation import Explanation
from checker.diagnosis.expressions import numbers_in
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import ANSWERED_OTHERWISE, CONVERSION, MISCOPIED, SLIPS, UNIT
from checker.engine.recording import ALIKE, DERIVED, ChoicePoint, WrittenStep
from checker.engine.trace import TOTAL
from checker.questions.presets import presets_with
from checker.questions.variant import UNIT as UNIT_CONVENTION
from checker.questions.variant import Variant
from checker.text.lazy_pattern import lazy_pattern
from checker.text.words import enumerated

if TYPE_CHECKING:
    from checker.derivation.step_formula import StepFormula
    from checker.derivation.wrong_expression import WrongExpression

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
    "heads": "the number of heads",
    "h": "the number of heads",
    "h_kv": "the number of key-value heads",
    "n_q": "the number of queries",
    "n_k": "the number of keys",
    "layers": "the number of layers",
    "size": "the size of a head",
}
"""Words for sizes whose names say too little."""

MOST_OF_A_FORMULA: Final = 12
"""Largest whole number that may be a constant of a formula, or a size that anybody sees."""

_WORD: Final = lazy_pattern(r"(?<![\w.])(?:\d+(?![\w.])|[^\W\d]\w*)")
_LONG_NAME: Final = lazy_pattern(r"[^\W\d]\w*_\w+")
_SLOT: Final = lazy_pattern(r"(\{[^}]*\})")
_WORDY: Final = lazy_pattern(r"[a-z]{2}_")
_COUNT: Final = lazy_pattern(r"(?:num_)?(\w+(?<!times)(?<![aius]s)(?<=s))|num_(\w+)")
"""Plurals: no singular such as radius, axis, bias and mass, and no `times`."""


def derived_sentence(variant: Variant, mistake: Mistake) -> str:
    """Return the sentence for students about a mistake that was derived from the formula of a step."""
    path, wrong = _place_of(variant, mistake)
    formula = variant.derived[path]
    text = _Words(formula, variant.written[path], given_numbers(variant)).fill(wrong)
    names = [name.replace("_", " ") for name in mistake.point.partition(DERIVED)[0].split(ALIKE)]
    if names == [TOTAL] or f" {names[0]}" in text:
        return text
    return f"{text.removesuffix('.')} in the step{'s' if names[1:] else ''} {enumerated(names)}."


def given_numbers(variant: Variant) -> frozenset[Any]:
    """Return the numbers of the question, which a sentence may show; any other may be the answer to a part."""
    secret = variant.solver.secret
    return frozenset(numbers_in({name: value for name, value in variant.arguments.items() if name not in secret}))


def _place_of(variant: Variant, mistake: Mistake) -> tuple[str, WrongExpression]:
    """Return a step in which a mistake acts, and the mistake as an expression.

    A step in which the two exchanged numbers differ is preferred.
    """
    found = [
        (path, next(each for each in formula.mistakes[mistake.point] if each.option == mistake.option))
        for path, formula in variant.derived.items()
        if any(each.option == mistake.option for each in formula.mistakes.get(mistake.point, ()))
    ]
    return next((each for each in found if _are_different(variant, *each)), found[0])


def _are_different(variant: Variant, path: str, wrong: WrongExpression) -> bool:
    """Return False if a mistake exchanges two sizes that are equal in a step, so that it would not show there."""
    pieces, names = variant.derived[path].pieces, variant.written[path].names
    one, other = (
        names.get(pieces[at].text) for at in (wrong.piece, wrong.piece if wrong.other is None else wrong.other)
    )
    return not (type(one) is type(other) is int and one == other)


class _Words:
    """The pieces of a step's formula in words."""

    def __init__(self, formula: StepFormula, written: WrittenStep, shown: Container[Any]) -> None:
        self._pieces, self._names, self._steps = formula.pieces, written.names, written.steps
        self._shown = shown

    def fill(self, wrong: WrongExpression) -> str:
        """Return the sentence about a mistake, with the pieces of the formula in its slots."""
        piece = self._described(wrong.piece)
        kind = self._pieces[wrong.piece].kind
        words = {
            "{bare}": self._bare(wrong.piece),
            "{piece}": piece,
            "{piece,}": piece,
            "{piece in}": piece,
            "{term}": piece if kind == "symbol" else f"the term {piece}",
            "{within}": "",
        }
        if wrong.other is not None:
            words["{other,}"] = self._described(wrong.other)
        sentence = "".join(
            part if part.startswith("{") else _LONG_NAME.sub(self._in_text, part)
            for part in _SLOT.split(wrong.sentence)
        )
        for slot, word in words.items():
            sentence = sentence.replace(slot, word)
        return sentence

    def _bare(self, at: int) -> str:
        """Return a piece with numbers in place of names, as the worked solution shows it."""
        sizes = {name: value for name, value in self._names.items() if name not in self._steps}
        return with_numbers(self._pieces[at].text, sizes, self._shown)

    def _in_text(self, match: re.Match[str]) -> str:
        """Return a matched name in words, if it is a name of the formula; any other word as it is."""
        return self._named(match[0]) if match[0] in self._names else match[0]

    def _described(self, at: int) -> str:
        """Return a step by its name, a size with what it counts, and any other piece with its numbers."""
        piece = self._pieces[at]
        if piece.kind != "symbol":
            name = self._name_of(piece.text)
            return self._named(name) if name else self._bare(at)
        return self._named(piece.text)

    def _name_of(self, text: str) -> str | None:
        """Return the name of a size that stands as a number in the formula and must not be shown; else None."""
        return _name_of(text, self._names, self._shown)

    def _named(self, name: str) -> str:
        """Return a name as a sentence calls it: `the queries` for a step, a size with its number, a letter as it is."""
        if name in self._steps:
            return f"the {name.replace('_', ' ')}"
        value = self._names.get(name)
        if type(value) is int:
            return told(value, name, self._shown)
        return f"the {name.replace('_', ' ')}" if _WORDY.search(name) else name


def with_numbers(text: str, sizes: Mapping[str, Any], shown: Container[Any]) -> str:
    """Return a piece of a formula with numbers in place of names where they may be shown, and else with names.

    >>> with_numbers("heads·size·width", {"heads": 8, "size": 64, "width": 512}, {8, 512})
    '8·size·512'
    >>> with_numbers("24·51", {"channels": 24, "height": 51}, {24})
    '24·height'
    """

    def shown_as(match: re.Match[str]) -> str:
        word = match[0]
        if word.isdecimal():
            return (_name_of(word, sizes, shown) or word).replace("_", " ")
        value = sizes.get(word)
        return f"{value:,}" if type(value) is int and value in shown else word.replace("_", " ")

    return _WORD.sub(shown_as, text)


def _name_of(text: str, names: Mapping[str, Any], shown: Container[Any]) -> str | None:
    """Return the name of a whole number that is worked out, and is more than a constant of a formula."""
    value = int(text) if text.isdecimal() else 0
    if value <= MOST_OF_A_FORMULA or value in shown:
        return None
    return next((name for name, each in names.items() if type(each) is int and each == value), None)


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


def told(value: int, name: str, shown: Container[Any]) -> str:
    """Return a size with what it counts; without its number where that is worked out, as a part may ask for it.

    >>> told(512, "d_model", {512}), told(960, "in_features", {512})
    ('512 (the model width)', 'the number of inputs')
    """
    if value in shown:
        return called(f"{value:,}", name)
    return size_in_words(name) if name in _SIZES or len(name) > 1 else name


def without_formula(sentence: str, formula: str) -> str:
    """Return a sentence without the whole formula of what is asked for, which levels below `full` do not show.

    What takes its place depends on what the formula is in the sentence.

    >>> without_formula("You left out the root in √(2·h).", "√(2·h)")
    'You left out the root in the formula.'
    >>> without_formula("You took the mean of a·b.", "a·b")
    'You took the mean.'
    """
    if not formula or formula not in sentence:
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


PEOPLE: Final = {"pytorch": "PyTorch", "keras": "Keras", "textbook": "most textbooks"}
"""Names of presets in sentences, most familiar first."""

COUNTED: Final = re.compile(r"counts (.+)|leaves (.+) out")
"""Predicates that may be opposites."""

PLAIN_BEGINNINGS: Final = re.compile(
    r"(?:A|All|Both|Check|Each|Every|Four|From|In|It|One|Only|Round|The|Their|There|These|This|Those|Three|Two|Your?)\b"
)
"""First words of sentences that are no names."""

LAYER: Final = re.compile(r"layer_(\d+)")
LAYER_KINDS: Final = {
    "conv": "convolution",
    "transposed_conv": "transposed convolution",
    "pool": "pooling",
    "linear": "fully connected layer",
    "batch_norm": "normalisation",
}
"""Kinds of layers of which a network has several, as people count them."""

WORDS: Final = re.compile(r"[\w.]+")
SYMBOL: Final = re.compile(r"[^\W_]_\w+")


@lru_cache(maxsize=4096)
def sentence(variant: Variant, mistake: Mistake, hidden: str = "") -> str:
    """Return the sentence about one mistake.  For a convention, it names the student's and the question's option.

    `hidden` is the step that is asked for, where the sentence must not show the whole formula of it.
    """
    point = variant.menu.get(mistake.point)
    text = variant.sentences[mistake.id] if point else derived_sentence(variant, mistake)
    if point and point.is_convention:
        right = variant.sentences[f"{point.name}.{point.right}"]
        contrast = "does not" if _are_opposite(text, right) else right
        yours = "Your number" if point.name == UNIT_CONVENTION else "Your answer"  # `13.5e9 GB` says that it is in GB
        text = f"{yours} {text}{_as_presets_do(point, mistake.option)}; this question {contrast}."
    if hidden and (said := variant.in_words):
        text = without_formula(text, said.wholes.get(hidden, ""))
    return text


def _are_opposite(predicate: str, other: str) -> bool:
    """Return whether two sentences are about counting and not counting the same thing."""
    matches = [COUNTED.fullmatch(each) for each in (predicate, other)]
    things = {match and (match[1] or match[2]) for match in matches}
    return None not in things and len(things) == 1


def _as_presets_do(point: ChoicePoint, option: str) -> str:
    """Return whose convention it is, where frameworks and books differ: `, as PyTorch does`."""
    presets = presets_with(point, option)
    do = "do" if len(presets) > 1 or "textbook" in presets else "does"
    return f", as {' and '.join(PEOPLE[preset] for preset in presets)} {do}" if presets else ""


def sentences(variant: Variant, explanation: Explanation, hidden: str = "") -> list[str]:
    """Return everything that an explanation says: a sentence for each mistake, then one for the slip.

    `hidden` is the step of which no sentence shows the whole formula.
    """
    lines = [sentence(variant, mistake, hidden) for mistake in explanation.mistakes]
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
    return f"{text[0].lower()}{text[1:]}" if PLAIN_BEGINNINGS.match(text) else text


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


@lru_cache(maxsize=4096)
def named_in(variant: Variant, path: str, *, is_listed: bool = False) -> str:
    """Return what a message calls a step or scope of a question; a layer of a network by its kind.

    `is_listed`: next to other layers, where their places are plain.
    """
    if (words := variant.in_words) and path in words.steps:
        return words.steps[path]
    first, _, rest = path.removeprefix("shapes.").partition(".")
    layer = LAYER.fullmatch(first)
    layers = variant.arguments.get("layers")
    if not layer or not isinstance(layers, list | tuple) or len(layers) < int(layer[1]):
        return named(path)
    kinds = [each.get("type", "") for each in layers[: int(layer[1])]]
    kind = LAYER_KINDS.get(kinds[-1])
    place = "" if is_listed else f" (layer {layer[1]})"
    name = f"{kind} {kinds.count(kinds[-1])}{place}" if kind else named(first)
    return f"{name} › {named(rest)}" if rest else name


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
    if not WORDS.fullmatch(path) or SYMBOL.fullmatch(path):
        return path
    return path.replace("feed_forward", "feed-forward").replace("_", " ").replace(".", " › ")
