"""Words for the sizes of a question, `512 (the model width)`, and sentences that must not show a whole formula."""

from __future__ import annotations

import re
from typing import Final

from checker.text import lazy_pattern

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

IN_PLACE: Final = " in place of "
"""What stands between a number and the one whose place it took."""

AS_COLUMNS: Final = " as its columns"
"""What ends the words for a matrix that is turned."""

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
