"""Layers around any answer: words before and after it, quotes, brackets and Markdown."""

from __future__ import annotations

from typing import Final

from tests.cases.typed_drawn import vocabulary
from tests.cases.typed_drawn.answer import Answer, Chooser, Value

CLASSES: Final = {
    "filler in front": (vocabulary.FRONT, "front"),
    "filler after": (vocabulary.BEHIND, "behind"),
    "unknown word in front": (vocabulary.UNKNOWN, "front"),
    "unknown word after": (vocabulary.UNKNOWN, "behind"),
    "negation in front": (vocabulary.NOT_IN_FRONT, "front"),
    "negation after": (vocabulary.NOT_BEHIND, "behind"),
    "comparison in front": (vocabulary.COMPARED_IN_FRONT, "front"),
    "comparison after": (vocabulary.COMPARED_BEHIND, "behind"),
    "number word in front": (vocabulary.COUNTED_IN_FRONT, "front"),
    "number word after": (vocabulary.COUNTED_BEHIND, "behind"),
    "foreign unit": (vocabulary.UNITS, "behind"),
}
WORDS: Final = {name: (vocabulary.words(text), place) for name, (text, place) in CLASSES.items()}
SCALE_WORDS: Final = [(word, scale) for scale, text in vocabulary.SCALES.items() for word in vocabulary.words(text)]
QUOTES: Final = ('"{}"', "'{}'", "`{}`", "**{}**", "*{}*", "_{}_", "__{}__", "«{}»", "„{}“", "“{}”", "```\n{}\n```")
SIGNS: Final = ("{}.", "{} .", "{}?", "{};", " {} ", "\n{}\n", "\u200b{}")
LATEX: Final = ("${}$", r"\({}\)", r"\[{}\]", r"\boxed{{{}}}", "$${}$$")
STRUCK: Final = ("~~{}~~", "<s>{}</s>", r"\cancel{{{}}}", "!{}", "// {}", "<!-- {} -->", "¬({})", "not({})")


def around(rng: Chooser, answer: Answer, prompt_words: str) -> Answer:
    """Return the answer with up to three layers around it."""
    if isinstance(answer.meaning, Value) and len(answer.meaning.shape) < 3 and rng.random() < 0.15:
        answer = _scaled(rng, answer)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        layer = rng.choice((_words, _words, _words, _of_the_prompt, _quoted, _signed, _latex, _struck))
        answer = _of_the_prompt(rng, answer, prompt_words) if layer is _of_the_prompt else layer(rng, answer)
    return answer


def _words(rng: Chooser, answer: Answer) -> Answer:
    name = rng.choice(list(WORDS))
    entries, place = WORDS[name]
    word = rng.choice(entries)
    text = f"{word} {answer.text}" if place == "front" else f"{answer.text}{'' if word[0] in '.,+?' else ' '}{word}"
    known = name.startswith("filler")
    return answer.become(text, answer.meaning if known else None, name, understood=known)


def _of_the_prompt(rng: Chooser, answer: Answer, prompt_words: str) -> Answer:
    word = rng.choice(prompt_words.split())
    form = rng.choice(("{1} {0}", "{0} {1}", "{0}: {1}", "{0} = {1}", "the {0} is {1}", "{1} ({0})", "{0}\n{1}"))
    return answer.become(form.format(word, answer.text), answer.meaning, "word of the prompt")


def _quoted(rng: Chooser, answer: Answer) -> Answer:
    return answer.become(rng.choice(QUOTES).format(answer.text), answer.meaning, "quotes")


def _signed(rng: Chooser, answer: Answer) -> Answer:
    return answer.become(rng.choice(SIGNS).format(answer.text), answer.meaning, "punctuation")


def _latex(rng: Chooser, answer: Answer) -> Answer:
    form = rng.choice(LATEX)
    fits = "$" not in answer.text and "\n" not in answer.text and answer.text.isascii() and "%" not in answer.text
    return answer.become(form.format(answer.text), answer.meaning, "LaTeX") if fits else answer


def _struck(rng: Chooser, answer: Answer) -> Answer:
    return answer.become(rng.choice(STRUCK).format(answer.text), None, "struck out")


def _scaled(rng: Chooser, answer: Answer) -> Answer:
    meaning = answer.meaning
    way = rng.choice(("behind", "front", "factor", "factor behind"))
    if way == "behind":
        word, scale = rng.choice(SCALE_WORDS)
        known = word not in vocabulary.DOUBTFUL_SCALES and not meaning.shape
        gap = "" if word in "kKM%" and rng.random() < 0.5 else " "
        return answer.become(f"{answer.text}{gap}{word}", meaning.times(scale), "scale word", understood=known)
    table = {
        "front": vocabulary.SCALES_IN_FRONT,
        "factor": vocabulary.FACTORS,
        "factor behind": vocabulary.FACTORS_BEHIND,
    }[way]
    word = rng.choice(list(table))
    factor = table[word]
    text = f"{answer.text} {word}" if way == "factor behind" else f"{word} {answer.text}"
    scaled = None if factor is None else meaning.times(factor)
    return answer.become(text.replace(" ,", ","), scaled, f"scale in {way}", understood=False)
