"""The words and labels of an assignment's questions, prepared for comparing a document's lines with them.

It says which questions a label fits, which words tell them apart, and which lines are copied from a prompt.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from checker.writeups.language.words import tokens, weights
from checker.writeups.questions.labels import Components, sheet_components
from checker.writeups.sheets import AskedQuestion, Sheet

_LISTED: Final = re.compile(r"[\s*_-]*(?:\[.?\]|\(.?\)|[☐☑☒✅○◯●•✓✔]|\(?\w[.)])?\s+")
"""The box or the number before an option in a list."""
_MOST_AROUND: Final = 20
"""Signs around an option in a line of its own."""
_FEWEST_COPIED: Final = 5
"""Words that a line has at least if it repeats a prompt."""


class SheetIndex:
    """The labels, words, titles and options of an assignment's questions, to be compared with a document's lines."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.title = set(tokens(sheet.title))
        self.labels: list[Components] = [sheet_components(each.label) for each in sheet.questions]
        prompts = [tokens(each.prompt) for each in sheet.questions]
        printed = [line for each in sheet.questions for line in each.prompt.splitlines()]
        printed += (f"{word}{each.label}. {each.title}" for each in sheet.questions for word in ("", "Question "))
        self._lines = {*map(_spaced, printed)} - {""}
        self._pairs = [set(itertools.pairwise(prompt)) for prompt in prompts]
        self._titles = [set(tokens(f"{each.title} {each.label.partition(',')[2]}")) for each in sheet.questions]
        texts = [
            [*prompt, *title, *tokens(" ".join(part.key.part or "" for part in each.parts).replace("-", " "))]
            for prompt, title, each in zip(prompts, self._titles, sheet.questions, strict=True)
        ]
        words = [set(text) for text in texts]
        self.names = _names(sheet.questions)
        self._options = _options(sheet.questions)
        self._longest = max(map(len, self._options), default=-_MOST_AROUND) + _MOST_AROUND
        self.weights = weights(texts) if len(texts) > 1 else dict.fromkeys(words[0] if texts else (), 1.0)
        """How much each word tells the questions apart."""
        self.questions_with: dict[str, list[int]] = {}
        """By word: the questions that have it."""
        for place, each in enumerate(words):
            for word in each:
                self.questions_with.setdefault(word, []).append(place)

    def covers(self, label: Components, question: int) -> bool:
        """Return whether a section with this label may answer a question, too: one headed `3` also question 3b."""
        own = self.labels[question]
        return bool(label) and own[: len(label)] == label and (own == label or label not in self.labels)

    def fits(self, label: Components) -> dict[int, float]:
        """Return {question: how well it fits, up to 1} for questions whose label equals, begins or continues this."""
        found: dict[int, float] = {}
        for place, each in enumerate(self.labels):
            if each and each == label:
                found[place] = 0.7 if 1.0 in found.values() else 1.0  # `1.2` fits `1.2` and `1.2, table`
            elif each and each[: len(label)] == label:
                found[place] = 0.6  # `3` fits `3a`
            elif each and label[: len(each)] == each:
                # how well `3 a)` fits `3` with several parts
                more, parts = label[len(each) :], len(self.sheet.questions[place].parts)
                is_part = parts > 1 and len(more) == 1 and str(more[0]) in "abcdefghijklmnop"[:parts]
                found[place] = 0.9 if is_part else 0.5
        return found

    def word_scores(self, words: Collection[str]) -> dict[int, float]:
        """Return for each question with some of these words the sum of their weights."""
        found: dict[int, float] = {}
        for word in words:
            for question in self.questions_with.get(word, ()):
                found[question] = found.get(question, 0.0) + self.weights[word]
        return found

    def title_share(self, question: int, words: Collection[str]) -> float:
        """Return how much of a question's title is in these words, by their weights; it is below 1 even if all are."""
        title = sorted(self._titles[question])
        whole = 1 + sum(self.weights[word] for word in title)
        return sum(self.weights[word] for word in title if word in words) / whole

    def has_line(self, text: str) -> bool:
        """Return whether a whole line is copied from the sheet: a line of a prompt, or a question's label and title."""
        return _spaced(text) in self._lines

    def questions_with_option(self, text: str) -> list[int]:
        """Return the questions one of whose options is this line, perhaps after a box or a number."""
        if len(text) > self._longest:
            return []
        return sorted(self._options.get(_spaced(_LISTED.sub("", text, count=1)).casefold(), ()))

    def copied_shares(self, words: Sequence[str]) -> list[float]:
        """Return for each question how much of a line is copied from its prompt: the share of its pairs of words."""
        pairs = set(itertools.pairwise(words))
        return [len(pairs & known) / len(pairs) if pairs else 0.0 for known in self._pairs]


index_of: Final = lru_cache(64)(SheetIndex)
"""Returns the words and labels of an assignment's questions, from a cache."""


def may_be_copied(words: Collection[str]) -> bool:
    """Return whether a line has enough words to be a copy of a prompt; numbers do not count."""
    return len(words) >= _FEWEST_COPIED and len([word for word in words if not word[0].isdigit()]) >= _FEWEST_COPIED


def _names(questions: Sequence[AskedQuestion]) -> dict[str, int]:
    """Return the places of questions by their titles and ids, in lower case; without those of several questions."""
    own = [dict.fromkeys([each.title.casefold(), each.problem.casefold()]) for each in questions]
    several = [(name, place) for place, names in enumerate(own) for name in names]
    counts = Counter(name for name, _ in several)
    return {name: place for name, place in several if name and counts[name] == 1}


def _options(questions: Sequence[AskedQuestion]) -> dict[str, set[int]]:
    """Return {option in lower case: places of the questions that have it}, for long options only."""
    found: dict[str, set[int]] = {}
    for place, question in enumerate(questions):
        for option in (option for part in question.parts for option in part.options):
            if len(option) >= 6:  # characters of an option that is hardly ever anything else in a line of its own
                found.setdefault(_spaced(option).casefold(), set()).add(place)
    return found


def _spaced(text: str) -> str:
    """Return a line without its markup and the frame of a table, with single spaces."""
    return " ".join(text.replace("`", "").replace("**", "").split()).removeprefix("- ").removeprefix("* ").strip("| ")
