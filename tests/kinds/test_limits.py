"""Limits on the length of an answer: a longer one is refused before any of it is evaluated."""

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.order import Symbols
from checker.formula.symbols import Alphabet
from checker.kinds import KINDS, kind
from checker.text.number import Hints

LANGUAGES = {
    "choice": ("keys", "values"),
    "formula": Alphabet(("d",), ({"d": 64},)),
    "complexity": Symbols(("n",), {}, {}, {}),
}
MOST = {"text": "100,000"}


class Megabytes(str):
    """A text that says that it is long, and is short to whoever looks through it all the same."""

    __slots__ = ()

    def __len__(self):
        return 5_000_000


@pytest.mark.parametrize("name", KINDS)
def test_megabytes_are_refused_by_their_length_alone(name):
    with pytest.raises(UnreadableAnswer) as refused:
        kind(name).read(Megabytes("1\t2"), Hints(whole=False, language=LANGUAGES.get(name)))
    most = MOST.get(name, "10,000")
    assert refused.value.message == f"This answer is longer than {most} characters. Write only the answer."


def test_a_table_may_be_longer_where_the_right_one_has_thousands_of_entries():
    rows = "\n".join(" ".join(["0.12345678901"] * 64) for _ in range(64))
    assert kind("matrix").read(rows, Hints(whole=False, shape=(64, 64))).shape == (64, 64)
    with pytest.raises(UnreadableAnswer, match="longer than 10,000 characters"):
        kind("matrix").read(rows, Hints(whole=False, shape=(2, 2)))


@pytest.mark.parametrize("text", ["½" * 9_000, "{1}" * 3_000, "()" * 4_000 + "1"])
@pytest.mark.parametrize("name", ["vector", "list", "matrix"])
def test_many_rows_without_commas_are_refused_as_soon_as_few(name, text):
    with pytest.raises(UnreadableAnswer, match="This has more than 2000 numbers and signs"):
        kind(name).read(text, Hints(whole=False))


def test_a_choice_with_many_spaces_is_read_as_soon_as_one_with_few():
    hints = Hints(whole=False, language=LANGUAGES["choice"])
    assert kind("choice").read("keys" + " \t" * 2_000 + "and" + "\t" * 5_000 + "values", hints).shown == "keys, values"
    with pytest.raises(UnreadableAnswer, match="is not one of the options"):
        kind("choice").read("keys" + "\t" * 9_900 + "x", hints)
