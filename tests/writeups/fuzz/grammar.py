"""A grammar of write-ups: each is made from a seed, and has what a careful person would decide on its answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import yaml

from tests.writeups.fuzz.pages import FORMATS, HIDING, Section, hidden, page
from tests.writeups.fuzz.values import forms, other_unit, styled

HERE: Final = Path(__file__).parent
LANGUAGES: Final = ("en", "de", "fr", "es")
LABELS: Final = ("right", "wrong", "trap")
SAYS: Final = {"right": "correct", "wrong": "incorrect", "trap": "person"}
NUMERIC: Final = frozenset(("number", "unit", "vector", "matrix"))


class WriteUp(NamedTuple):
    """A write-up with its label."""

    case: dict[str, Any]
    """The document and what is expected, as a line of `cases/documents`."""
    label: str
    question: str
    kind: str
    """The kind of the answer."""
    language: str
    ending: str
    """The ending, or the kind of the trap."""


@cache
def truths() -> dict[str, dict[str, Any]]:
    """Return the questions with their right answers, in the order of the sheet."""
    return dict(yaml.safe_load((HERE / "truths.yaml").read_text(encoding="utf-8")))


@cache
def words_of(language: str) -> dict[str, Any]:
    """Return the pieces of write-ups in a language."""
    return dict(yaml.safe_load((HERE / "languages" / f"{language}.yaml").read_text(encoding="utf-8")))


@cache
def titles() -> dict[str, str]:
    """Return the title of each question."""
    files = {name: HERE / "problems" / "mixed" / f"{name}.yaml" for name in truths()}
    return {name: yaml.safe_load(file.read_text(encoding="utf-8"))["title"] for name, file in files.items()}


def endings_of(language: str, kind: str) -> list[str]:
    """Return the endings that suit a kind of answer."""
    endings = words_of(language)["endings"]
    return list(endings["choice"] if kind == "choice" else endings["any"] + endings.get(kind, []))


def traps_of(language: str, kind: str, form: str) -> dict[str, list[str]]:
    """Return the traps for a kind of answer, by kind of trap; those of the format have no text."""
    words = words_of(language)
    found = words["traps"] | (words["numeric traps"] if kind in NUMERIC else {})
    if kind == "unit":
        found = found | {"another unit": words["endings"]["any"]}
    return found | {f"{each} ({form})": [] for each in HIDING[form]} | {"below another heading": []}


def write_up(seed: int) -> WriteUp:
    """Return the write-up of a seed."""
    return _Writer(Random(seed), seed).write()


def ending_cases() -> Iterator[WriteUp]:
    """Yield each ending with each kind of answer that it suits, right and wrong."""
    number = 0
    for language in LANGUAGES:
        for name, truth in truths().items():
            for ending in endings_of(language, truth["kind"]):
                for label in ("right", "wrong"):
                    number += 1
                    writer = _Writer(Random(number), number, language, ("md", "txt")[number % 5 == 0])
                    yield writer.write(name, label, ending)


class _Writer:
    """Writes one document."""

    def __init__(self, random: Random, seed: int, language: str = "", form: str = "") -> None:
        self.random, self.seed = random, seed
        self.language = language or random.choice(LANGUAGES)
        self.form = form or random.choice(FORMATS)
        self.words = words_of(self.language)
        self.comma = self.language != "en" and random.random() < 0.7
        self.heading = random.randrange(6)

    def write(self, question: str = "", label: str = "", ending: str = "") -> WriteUp:
        """Return a document about a question, with others around it."""
        names = list(truths())
        question = question or self.random.choice(names)
        label = label or self.random.choice(LABELS)
        others = (
            [] if ending else self.random.sample([name for name in names if name != question], self.random.randrange(3))
        )
        sections, key, used = [], {}, ending
        for name in sorted({question, *others}, key=names.index):
            if name == question:
                body, used = self.answered(name, label, ending)
            else:
                body, _ = self.answered(name, "right")
            sections.append((self.headed(name), body))
            key[name] = SAYS[label if name == question else "right"]
        case = {"id": f"fuzz-{self.seed}", "format": self.form, "assignment": "mixed", "expect": key}
        case["text"] = self.paged(sections)
        return WriteUp(case, label, question, truths()[question]["kind"], self.language, used)

    def paged(self, sections: list[Section]) -> str:
        title = self.random.choice(("", "", "Homework 3", "A bit of everything"))
        return page(sections, title, self.form, self.random.randrange(4))

    def headed(self, name: str) -> str:
        """Return the heading of a question, in the style of the document."""
        number, title = list(truths()).index(name) + 1, titles()[name]
        numbered = f"{self.words['question']} {number}"
        styles = (
            numbered,
            f"{numbered}: {title}",
            f"{number}. {title}",
            title,
            f"{title} ({name})",
            f"{numbered} ({name})",
        )
        return styles[self.heading]

    def answered(self, name: str, label: str, ending: str = "") -> tuple[list[str], str]:
        """Return the paragraphs of a section, and its ending or trap."""
        truth = truths()[name]
        body = self.working(truth)
        if label == "trap":
            lines, used = self.trapped(truth)
        else:
            answer = truth["right"] if label == "right" else self.random.choice(truth["wrong"])
            used = ending or self.random.choice(endings_of(self.language, truth["kind"]))
            form = self.form_of(truth, answer)
            lines = [self.filled(used, truth, form, "")]
            if not ending and self.random.random() < 0.3:
                lines.append(self.filled(self.random.choice(self.words["remarks"]), truth, form, ""))
        return body + lines, used

    def working(self, truth: dict[str, Any]) -> list[str]:
        lines = [self.random.choice(self.words["prose"])] if self.random.random() < 0.5 else []
        if truth["steps"] and self.random.random() < 0.7:
            lines += [self.calculated(each) for each in truth["steps"]]
        return lines

    def calculated(self, text: str) -> str:
        """Return a line of calculation; in LaTeX and some others as a formula."""
        if self.form == "tex" or (self.form != "txt" and self.random.random() < 0.3):
            for sign, macro in (("·", r"\cdot"), ("²", "^2"), ("π", r"\pi "), ("√(l/g)", r"\sqrt{l/g}")):
                text = text.replace(sign, macro)
            return f"${styled(text, comma=self.comma).replace(',', '{,}')}$"
        return styled(text, comma=self.comma)

    def form_of(self, truth: dict[str, Any], answer: Any) -> str:
        is_tex = self.form == "tex" and truth["kind"] in {"formula", "growth"}
        found = forms(truth, answer, self.language, comma=self.comma, mathematics=self.form != "txt")
        return self.random.choice([each for each in found if not is_tex or "$" in each])

    def filled(self, template: str, truth: dict[str, Any], value: str, other: str) -> str:
        name = truth["names"][self.language]
        total = self.calculated(truth["sum"]) if "{sum}" in template else ""
        return template.format(
            v=value, w=other, n=name, N=name[0].upper() + name[1:], s=truth.get("symbol", ""), sum=total
        )

    def trapped(self, truth: dict[str, Any]) -> tuple[list[str], str]:
        """Return paragraphs that hold the right answer, and earn nothing, with the kind of the trap."""
        traps = traps_of(self.language, truth["kind"], self.form)
        kind = self.random.choice(list(traps))
        value = self.form_of(truth, truth["right"])
        other = self.form_of(truth, self.random.choice(truth["wrong"]))
        if kind == "another unit":
            value = other_unit(truth, comma=self.comma)
        if traps[kind]:
            text = self.filled(self.random.choice(traps[kind]), truth, value, other)
            return text.split("\n\n"), kind
        line = self.filled(self.words["hidden"], truth, value, "")
        shown = [self.filled(self.words["hidden"], truth, other, "")] if self.random.random() < 0.5 else []
        if kind == "below another heading":
            heading = self.random.choice(self.words["headings"])
            return [*shown, self.subheading(heading), line], kind
        return [hidden(line, self.form, kind.removesuffix(f" ({self.form})")), *shown], kind

    def subheading(self, text: str) -> str:
        marks = {
            "md": "#### {}",
            "ipynb": "#### {}",
            "txt": "{}:",
            "tex": r"\subsubsection*{{{}}}",
            "html": "<h5>{}</h5>",
        }
        return "\0" + marks[self.form].format(text)
