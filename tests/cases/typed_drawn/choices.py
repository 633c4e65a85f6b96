"""Some of the options of a question, by letter, number or words; and negated, excluded or in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.cases.typed_drawn.answer import Answer, Chooser

NEVER: Final = ("not {}", "{} is wrong", "anything but {}", "all but {}", "{} or {}", "neither {}", "either {} or {}", "everything except {}", "{}, not {}", "{} instead of {}", "{} and not {}", "definitely not {}",
                "{} vs {}", "{} is false", "isn't {}", "at most {}", "{}/{}", "{} minus {}", "no {}", "{} xor {}", "other than {}", "{} -> {}", "{}-{}", "nicht {}", "{} oder {}", "pas {}", "{} ou {}",
                "first {} then {}", "{}!={}", "{} if {}", "half {}", "{} squared", "{} without {}", "if not {} then {}", "{} unless {}", "not {} but maybe {}", "{} (no)", "¬{}", "{} rather than {}", "two {}")  # fmt: skip
SAME: Final = (
    "{}",
    "{}",
    "{}",
    "({})",
    "{})",
    "option {}",
    "answer: {}",
    "the answer is {}",
    "I think {}",
    "{} is right",
    "choice {}",
)


def choice(rng: Chooser, options: Sequence[str], right: Sequence[int]) -> Answer:
    """Return a choice, right in about half of the cases, perhaps with something done to it."""
    places = list(right)
    if rng.random() < 0.5:
        places = rng.sample(range(len(options)), rng.choice((1, 1, 2)))
    names = [_name(rng, options, place) for place in places]
    meaning = frozenset(places)
    if rng.random() < 0.4:
        form = rng.choice(NEVER)
        other = _name(rng, options, rng.choice([place for place in range(len(options)) if place != places[0]]))
        text = form.format(names[0], other)
        return Answer(text, None, (f"operation {form}",), understood=False)
    if len(names) > 1:
        text = rng.choice((", ", " and ", "; ", "\n", ",")).join(names)
        return Answer(text, meaning)
    form = rng.choice(SAME)
    return Answer(form.format(names[0]), meaning, (form,) if form != "{}" else (), understood=form in SAME[:8])


def _name(rng: Chooser, options: Sequence[str], place: int) -> str:
    return rng.choice(
        (options[place], options[place], chr(65 + place), chr(97 + place), str(place + 1), options[place].upper())
    )
