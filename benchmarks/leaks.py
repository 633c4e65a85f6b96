"""Count the calls of `check` below full feedback that two guessing programs need to find an answer.

    python benchmarks/leaks.py [--answers 20]

One program sees everything that a call gives: the record, both screens and the exit code.  The other sees only right
or wrong, and at `explain` also which entries are wrong, of answers with enough digits.  Both know the whole problem
file but for the answer, and a list of answers that are possible.  So each can work out every possible reply
beforehand, and always asks what splits the rest of its list best.  If everything that is shown gives away no more than
the verdict, both need the same number of calls.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Hashable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from checker import load_problem
from checker.cli.answer_pages import verdicts
from checker.cli.output import page_text
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.told import LEVELS, told

OPTIONS: Final = ["queries", "keys", "values", "scores", "weights", "heads"]


class Kind(NamedTuple):
    """A kind of question: its file around an answer, the possible answers, and coarser ones to try."""

    name: str
    file: str
    answers: Sequence[str]
    coarse: Sequence[str]

    def verdict(self, truth: str, asked: str, level: str) -> Hashable:
        """Return what the contract permits to know: right or wrong, and of answers with all digits each entry."""
        if self.name != "vector" or level != "explain" or asked not in self.answers:
            return truth == asked
        return tuple(one == other for one, other in zip(json.loads(truth), json.loads(asked), strict=True))


def kinds() -> list[Kind]:
    """Return the kinds, each with at most 100 possible answers: all replies to all of them are worked out."""
    numeric = "id: q\ntype: numeric\nprompt: How many?\nparameters: {{value: {answer}}}\n"
    entries = [f"{0.13 + 0.09 * place:.2f}" for place in range(9)]
    tenths = [f"{place / 10}" for place in range(11)]
    return [
        Kind(
            "number",
            numeric + "tolerance: {{significant: 2}}\n",
            [f"0.0{place}" for place in range(10, 100)],
            [f"0.0{place}" for place in range(1, 10)],
        ),
        Kind(
            "vector",
            numeric + "tolerance: {{decimals: 2}}\n",
            [f"[{', '.join(each)}]" for each in product(entries, repeat=2)],
            [f"[{', '.join(each)}]" for each in (*product(tenths, repeat=2), *product(tenths, entries))],
        ),
        Kind(
            "decimals",
            numeric,
            [f"{digits}e{power}" for digits in range(103, 999, 37) for power in (-4, -3, -2, -1)],
            [f"{digits}e{power}" for digits in range(10, 100, 3) for power in (-3, -2, -1, 0)],
        ),
        Kind("neighbours", numeric, [str(count) for count in range(27600, 27700)], ["27.6K", "27.7K", "28K", "30K"]),
        Kind(
            "count",
            numeric,
            [str(count) for count in range(1013, 9999, 97)],
            [f"{place / 10}K" for place in range(10, 100)] + [f"{place}K" for place in range(1, 11)],
        ),
        Kind(
            "choice",
            "id: q\ntype: choice\nprompt: Which?\nparameters: {{options: "
            + json.dumps(OPTIONS)
            + ", correct: {answer}}}",
            OPTIONS,
            [],
        ),
    ]


def everything(question: Question, level: str, asked: str, *, hashed: bool = True) -> Hashable:
    """Return all that one call gives: the record, with or without the hash, both screens and the exit code."""
    result = told(mark(asked, question), level)
    screens = [page_text(verdicts(question.problem, [result]), plain=plain) for plain in (False, True)]
    record = result.record()
    shown = {key: value for key, value in record.items() if hashed or key != "variant"}
    return json.dumps(shown), str(screens), result.status.exit_code


class Guesser:
    """A program that finds an answer; `replies` has what it would see, by question and possible answer."""

    def __init__(self, replies: dict[str, list[Hashable]], answers: Sequence[str]) -> None:
        known: dict[Hashable, int] = {}
        self.replies = {asked: [known.setdefault(each, len(known)) for each in row] for asked, row in replies.items()}
        self.answers = answers

    def calls(self, truth: int, rng: Random) -> int:
        """Return how many calls it takes until the answer with this number is given."""
        left = rng.sample(range(len(self.answers)), len(self.answers))
        for count in range(1, len(self.answers) + 1):
            asked = self._best(left)
            if asked == self.answers[truth]:
                return count
            row = self.replies[asked]
            left = [each for each in left if row[each] == row[truth] and self.answers[each] != asked]
        raise AssertionError("a call that teaches nothing was made")

    def _best(self, left: Sequence[int]) -> str:
        """Return what leaves the fewest on average; of equally good ones an answer that may be right."""
        possible = [self.answers[each] for each in left]
        return (
            min([*possible, *self.replies], key=lambda asked: self._rest(asked, left)) if len(left) > 1 else possible[0]
        )

    def _rest(self, asked: str, left: Sequence[int]) -> int:
        row, sizes = self.replies[asked], dict[int, int]()
        for each in left:
            if self.answers[each] != asked:
                sizes[row[each]] = sizes.get(row[each], 0) + 1
        return sum(size * size for size in sizes.values())


def measure(kind: Kind, level: str, truths: Sequence[int], folder: Path, *, hashed: bool) -> tuple[float, float]:
    """Return the mean numbers of calls: of the program that sees verdicts, and of the one that sees everything."""
    problems = []
    for number, answer in enumerate(kind.answers):
        file = folder / f"{kind.name}-{number}.yaml"
        file.write_text(kind.file.format(answer=answer), encoding="utf-8")
        problems.append(load_problem(file))
    questions = [Question.of(problem, problem.parts[0]) for problem in problems]
    asked = [*kind.answers, *kind.coarse]
    seen = {each: [everything(question, level, each, hashed=hashed) for question in questions] for each in asked}
    verdicts = {each: [kind.verdict(truth, each, level) for truth in kind.answers] for each in asked}
    means: list[float] = [
        mean(Guesser(replies, kind.answers).calls(truth, Random(truth)) for truth in truths)
        for replies in (verdicts, seen)
    ]
    return means[0], means[1]


def main(say: Callable[[str], None] = print) -> None:
    """Print a line for each kind and level."""
    parser = argparse.ArgumentParser(description="How many calls it takes to find an answer.")
    parser.add_argument("--kind", action="append", help="only this kind; may be given several times")
    parser.add_argument("--answers", type=int, default=20, help="of each kind (default 20)")
    parser.add_argument("--without-hash", action="store_true", help="leave out the `variant` of the records")
    options = parser.parse_args()
    count = options.answers
    say(f"{'kind':11}{'level':10}{'possible':>9}{'sees verdicts':>15}{'sees everything':>17}")
    with tempfile.TemporaryDirectory() as folder:
        for kind in (each for each in kinds() if not options.kind or each.name in options.kind):
            rng = Random(kind.name)
            truths = [rng.randrange(len(kind.answers)) for _ in range(count)]
            for level in LEVELS[:-1]:
                verdicts, seen = measure(kind, level, truths, Path(folder), hashed=not options.without_hash)
                say(f"{kind.name:11}{level:10}{len(kind.answers):9}{verdicts:15.1f}{seen:17.1f}")


if __name__ == "__main__":
    main()
