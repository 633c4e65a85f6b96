"""What is said of a mistake never contradicts a convention that the question declares.

Two things keep this.  What a sentence says of the right way, behind its first clause, must not be what the declared
option rules out: an option that leaves something out is denied by its very words; for every other option `DENIED` has
the words that would deny it, and a new option has to say them.  And every sentence that a type writes is told in some
question.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest
import yaml

from checker import solvers
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.wording import sentence
from checker.engine.errors import ParameterError
from checker.engine.recording import ChoicePoint
from checker.solvers.registry import solver, topics
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant

INVALID = (ValueError, ArithmeticError, IndexError)
OF_AUTHORS = {"choice", "essay", "formula", "numeric"}
"""Their sentences are written by authors, or made from the author's formula, and they have no conventions."""
NAMES = sorted(set(topics()) - OF_AUTHORS)
DRAWS = 4

SENTENCE: Final = re.compile(r"You[ r]|[^()]* [^()]*\.$")
"""How the texts of Python begin or end that are told to students."""

NOTHING: Final = re.compile(r"(?!)")

DENIED: Final = {
    "causal_halving.counted": r"attends to (?:all keys(?! up to)|every key)",
    "causal_halving.left_out": r"\bhalf|up to its own",
    "count.total": r"active",
    "count.active": r"every expert has|all experts",
    "count.non_embedding": r"vocabulary|table",
    "flops_per_mac.1": r"\btwo FLOP",
    "flops_per_mac.2": r"\bone FLOP",
    "layout.channels_first": r"channels (?:come |are )?last|channels after",
    "layout.channels_last": r"channels (?:come |are )?first|channels before",
    "layout.rows": r"below each other|stacks|stacked|columns? for each (?:query|position)|a row for each key|neighbouring rows",
    "layout.columns": r"side by side|rows? (?:for each|for every) query|column for each key|columns|, a row,|Q Kᵀ|\bwide",
    "layout.interleaved": r"\bhal(?:f|ves)\b|sines (?:come )?(?:first|before)",
    "layout.halves": r"\bpair|each cosine|each sine",
    "pairing.interleaved": r"\bhal(?:f|ves)\b",
    "pairing.half_split": r"neighbour",
    "log.taken": r"not (?:take|taken)",
    "log.left_out": r"logarithm|natural",
    "log_base.e": r"base 2|powers? of 2|bits",
    "log_base.2": r"natural|base e",
    "operation.cross_correlation": r"180|rotat",
    "operation.flipped_kernel": r"as it is\b|not rotated",
    "output_head.tied": r"separate matrix",
    "tied_embeddings.tied": r"separate matrix",
    "padding_in_mean.left_out": r"padding count|zeros count",
    "reduction.mean": r"added up over|sum of the (?:losses|examples)",
    "reduction.sum": r"(?i)mean (?:of|over) the (?:losses|examples)|divided? by the number of examples|average their",
    "reset.after": r"before multiplying|before W_hn",
    "reset.before": r"after multiplying|after W_hn|scales both",
    "scale.sqrt_d_k": r"does not divide",
    "scale.none": r"(?i)root|divide[sd]? by|(?<!not )divide (?:the|them)|are divided|the scale (?:is|comes|does)|to divide by",
    "update.keeps": r"z (?:says how much|as the share) of the (?:new|candidate)|share of the candidate is z",
    "update.replaces": r"z (?:says how much|as the share) of the old|share of the old (?:state )?is z",
    "unit.bytes": r"\b(?:GB|GiB)\b",
    "unit.GB": r"2³⁰|GiB",
    "unit.GiB": r"10⁹|\bGB\b",
}
"""What would deny an option that does not simply leave something out, where it is said to be right."""

TRUE_ALL_THE_SAME: Final = {
    ("biases.left_out", "You gave the embedding table a bias for each token. Embeddings have no biases."),
    ("biases.left_out", "You gave the embedding table a bias for each column. Embeddings have no biases."),
    ("biases.left_out", "You counted biases for RMSNorm. Unlike LayerNorm, it learns only gains."),
    ("biases.left_out", "You left out the biases of the relative positions. They are learned."),
    (
        "biases.left_out",
        "You counted the biases of the relative positions twice. A table belongs to one stack and covers both directions.",
    ),
    ("final_norm.left_out", "You counted one LayerNorm in each layer. There is one for each sublayer."),
    ("final_norm.left_out", "You counted one RMSNorm in each layer. There is one for each sublayer."),
    ("count.non_embedding", "You left out the token embeddings. Their table has a row for every token."),
}
"""Read by a person: it speaks of something else than what the option leaves out, or of a step asked on its own."""

LEFT_OUT: Final = re.compile(r"leaves (?:the )?(.+?) out(?: and .*)?")
FIRST_CLAUSE: Final = re.compile(r"(?:[^;:,.]|,(?! not | so | as usual)|\.(?! ))*[;:,.]?")
SMALL: Final = frozenset(["the", "of", "to", "and", "a", "an", "its", "their", "each", "last", "after", "for"])


@cache
def questions(name: str) -> list[Variant]:
    """The examples and some draws, under every option of every convention in turn."""
    return list(drawn(name, DRAWS))


def drawn(name: str, draws: int) -> Iterator[Variant]:
    type_, rng = solver(name), Random(name)
    for parameters in (*type_.examples, *(type_.draw(rng) for _ in range(draws))):
        plain = Variant(type_, arguments(type_, parameters))
        for option in options(plain):
            point, _, right = option.partition(".")
            variant = Variant(type_, plain.arguments, {point: right})
            try:
                variant.board  # noqa: B018 - it is there if these parameters go with this option
            except (ParameterError, *INVALID):
                continue
            yield variant


def options(variant: Variant) -> list[str]:
    return [f"{point.name}.{option}" for point in conventions(variant) for option in point.options]


def conventions(variant: Variant) -> list[ChoicePoint]:
    return [point for point in variant.menu.values() if point.is_convention and len(point.options) > 1]


def singles(variant: Variant) -> Iterator[Mistake]:
    """Every single mistake that is no other convention: of those both directions are told in the options' own words."""
    for point in variant.menu.values():
        for option in () if point.is_convention else point.wrong:
            yield Mistake(point.name, option)


def changes(variant: Variant, mistake: Mistake) -> bool:
    """Whether a mistake makes a difference to some step: one that makes none is never told."""
    try:
        values = variant.run({mistake.point: mistake.option}, variant.board)
    except INVALID:
        return False
    return any(str(values[path]) != str(step.value) for path, step in variant.board.items() if path in values)


def denies(said: str, option: str, predicate: str) -> bool:
    """Whether a sentence claims what an option rules out."""
    claim = FIRST_CLAUSE.sub("", said, count=1)
    if option in DENIED:
        return re.search(DENIED[option], claim) is not None
    left_out = LEFT_OUT.fullmatch(predicate)
    words = stems(left_out[1]) if left_out else set()
    return bool(words) and bool(claim.strip()) and words <= stems(said)


def stems(text: str) -> set[str]:
    words = (word.strip("().").lower() for word in re.split(r"[\s,;:]+", text))
    return {re.sub(r"(?:es|s)$", "", word) for word in words if word and word not in SMALL}


@pytest.mark.parametrize("name", NAMES)
def test_no_claim_contradicts_a_declared_convention(name):
    found = set(TRUE_ALL_THE_SAME)
    for variant in questions(name):
        for option in (f"{point}.{right}" for point, right in variant.declared.items()):
            for mistake in singles(variant):
                said = sentence(variant, mistake)
                if (option, said) not in found and denies(said, option, variant.sentences[option]):
                    found |= {(option, said)} if changes(variant, mistake) else set()
    assert found == TRUE_ALL_THE_SAME


@pytest.mark.parametrize("name", NAMES)
def test_every_option_has_a_pattern_that_would_deny_it(name):
    for variant in questions(name):
        for option in options(variant):
            predicate = variant.sentences[option]
            assert option in DENIED or LEFT_OUT.fullmatch(predicate) or predicate.startswith("counts "), option


def sentences_in(path: Path) -> set[str]:
    """The pieces of sentences that the file of a type writes."""
    if path.suffix == ".yaml":
        file = yaml.safe_load(path.read_text())
        texts = {
            text for each in file.get("mistakes", ()) for text in (each["says"], *each.get("says_if", {}).values())
        }
        return {" ".join(piece.split()) for text in texts for piece in re.split(r"\{\w+\}", text)}
    tree = ast.parse(path.read_text())
    docstrings = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    texts = (each for each in ast.walk(tree) if isinstance(each, ast.Constant) and id(each) not in docstrings)
    return {each.value for each in texts if isinstance(each.value, str) and SENTENCE.match(each.value)}


def test_every_sentence_is_told_in_some_question():
    told = set()
    for name in NAMES:
        type_, rng = solver(name), Random(name)
        plain = [Variant(type_, arguments(type_, each)) for each in (*type_.examples, *map(type_.draw, [rng] * DRAWS))]
        told |= {text for variant in (*plain, *questions(name)) for text in variant.sentences.values()}
    whole = "\n".join(told)
    folders = (path for path in Path(solvers.__file__).parent.glob("*/*") if path.parent.name != "generic")
    written = {piece for path in folders if path.suffix in {".py", ".yaml"} for piece in sentences_in(path)}
    assert len(written) > 500
    assert {piece for piece in written if piece not in whole} == set()


def test_no_message_mentions_a_root_that_the_question_does_not_take():
    type_ = solver("attention_output")
    parameters = arguments(type_, {"queries": [[1, 2]], "keys": [[1, 0], [3, 1]], "values": [[1], [2]]})
    said = {
        option: sentence(Variant(type_, parameters, {"scale": option}), Mistake("root", "left_out"))
        for option in ("none", "sqrt_d_k")
    }
    assert said == {
        "none": "You divided the scores by d_k. This question does not divide them.",
        "sqrt_d_k": "You divided the scores by d_k, not by its square root.",
    }


def test_the_worked_solution_does_not_divide_where_nothing_is_divided():
    type_ = solver("attention_output")
    parameters = arguments(type_, {"queries": [[1, 2]], "keys": [[1, 0], [3, 1]], "values": [[1], [2]]})
    formulas = [
        Variant(type_, parameters, {"scale": option}).board["scaled_scores"].formula for option in ("none", "sqrt_d_k")
    ]
    assert formulas == ["Q Kᵀ", "Q Kᵀ / √2"]
