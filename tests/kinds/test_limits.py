"""Limits on the length of an answer: a longer one is refused before any of it is evaluated."""

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.order import Symbols
from checker.formula.symbols import Alphabet
from checker.kinds import kind
from checker.reading.reading import limits_for
from checker.text.number import Hints

THREE = Hints(whole=False, shape=(3,))
SQUARE = Hints(whole=False, shape=(2, 2))
TOO_LONG = "This is too long: I expected a {}, in at most 4,096 characters."
TOO_MANY = "This has more than 128 entries. Write a {} with fewer entries."

HOSTILE = {
    "sums": "1+1+1+1+1," * 9990,
    "fractions in LaTeX": "\\frac12 " * 9999,
    "powers": "2^399*3^250," * 8000,
    "or": "1 or " * 20_000,
    "rows": "[" + "[1/2, 1/3], " * 8000 + "[1, 2]]",
}


@pytest.mark.parametrize(("name", "hints"), [("vector", THREE), ("matrix", SQUARE)])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_list_far_longer_than_the_question_is_refused_by_its_length(name, hints, text):
    with pytest.raises(UnreadableAnswer) as refused:
        kind(name).read(text, hints)
    assert refused.value.message == TOO_LONG.format(name)


@pytest.mark.parametrize(("name", "hints"), [("vector", THREE), ("matrix", SQUARE)])
@pytest.mark.parametrize("entry", ["1/0 ", "9^9^9^9 ", "apples, ", "0.5, ", "0.5\n", "1/0; "])
def test_too_many_entries_are_refused_before_the_first_is_evaluated(name, hints, entry):
    with pytest.raises(UnreadableAnswer) as refused:
        kind(name).read(entry * 200, hints)
    assert refused.value.message == TOO_MANY.format(name)


def test_too_many_rows_and_too_many_entries_with_units_are_refused():
    for name, text, hints in [
        ("matrix", "[" + "[1/0, 2], " * 90 + "[1, 2]]", SQUARE),
        ("vector", "[" + "1/0 MB, " * 150 + "1]", THREE._replace(unit="GB")),
    ]:
        with pytest.raises(UnreadableAnswer) as refused:
            kind(name).read(text, hints)
        assert refused.value.message == TOO_MANY.format(name)


@pytest.mark.parametrize(
    ("shape", "entries", "characters"),
    [((), 128, 4096), ((3,), 128, 4096), ((32,), 128, 4096), ((33,), 256, 4096), ((10, 10), 512, 8192),
     ((64, 64), 10_000, 262_144), (None, 10_000, 1_048_576)],
)  # fmt: skip
def test_the_limits_grow_with_the_question_in_powers_of_two(shape, entries, characters):
    assert limits_for(shape, "a vector")[1:] == (entries, characters)


class Megabytes(str):
    """A text that says that it is long, and is short to whoever looks through it all the same."""

    __slots__ = ()

    def __len__(self):
        return 5_000_000


@pytest.mark.parametrize("name", ["number", "vector", "matrix", "shape", "complexity", "formula", "text"])
def test_megabytes_are_refused_by_their_length_alone(name):
    languages = {"formula": Alphabet(("d",), ({"d": 64},)), "complexity": Symbols(("n",), {}, {}, {})}
    with pytest.raises(UnreadableAnswer, match=r"This answer is longer than 100 kB\."):
        kind(name).read(Megabytes("1\t2"), Hints(whole=False, language=languages.get(name)))
