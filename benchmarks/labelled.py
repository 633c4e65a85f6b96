"""Run wrong answers that people wrote, each with its reason, and count what is reported by kind and strength.

    python -m benchmarks.labelled ANSWERS.jsonl [--level full] [--out TOLD.jsonl]
    python -m benchmarks.labelled --labels LABELLED.jsonl

A line of ANSWERS has `problem`, `part`, `answer`, `kind` (concept, two, slip, both) and `reason`.  A line of TOLD also
has what is reported.  A reader compares it with the reason and adds `label`: `first` (the intended reason comes first),
`listed` (it is among the alternatives), `equal` (another reason that is as true of this number), `false` or `silent`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.diagnosis.tables import as_text
from checker import check
from checker.diagnosis.coincidence import story_of
from checker.marking.outcome import Outcome, reported_explanations
from checker.problems import Problem, load_problems

PROBLEMS: Final = Path(__file__).parent.parent / "problems"

STRENGTHS: Final = ("exact", "consistent", "possible", "silent")
LABELS: Final = ("first", "listed", "equal", "false", "silent")
STEPS: Final = (0.5, 1, 1.5, 2, 3, 6, 10, 30, 60, 100, 300, 1000)
"""Bayes factors at which the curves are shown."""

Line = dict[str, Any]


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.labelled")
    options.add_argument("answers", nargs="?", type=Path)
    options.add_argument("--level", default="full")
    options.add_argument("--out", type=Path)
    options.add_argument("--labels", type=Path, help="answers as `--out` wrote them, with labels")
    chosen = options.parse_args()
    if chosen.labels:
        lines = read(chosen.labels)
        print(as_text(counted(lines, "label", LABELS)), "\n")
        print(as_text(by_strength(lines)), "\n")
        print(as_text(curves(lines)))
        return
    lines = told(read(chosen.answers), load_problems(PROBLEMS).problems, chosen.level)
    print(as_text(counted(lines, "strength", (*STRENGTHS, "correct", "unreadable"))))
    if chosen.out:
        chosen.out.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines))


def read(path: Path) -> list[Line]:
    """Return the lines of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def told(answers: Iterable[Line], problems: dict[str, Problem], level: str) -> list[Line]:
    """Return each answer with what is reported of it."""
    lines = []
    for line in answers:
        part = line.get("part") or None
        outcome = check(problems[line["problem"]], str(line["answer"]), part, feedback=level).outcome
        lines.append(line | reported(outcome, level))
    return lines


def reported(outcome: Outcome, level: str) -> Line:
    """Return what is reported of one answer."""
    diagnosis, explanations = outcome.diagnosis, reported_explanations(outcome.diagnosis, level)
    best = explanations[0] if explanations else None
    strength = best.strength if best else "silent"
    if outcome.status in {"correct", "unreadable"}:
        strength = outcome.status
    return {
        "strength": strength,
        "story": story_of(best.mistakes, best.slip, best.detail) if best else "",
        "ids": [[*(mistake.id for mistake in one.mistakes), one.slip or ""] for one in explanations[:3]],
        "share": round(best.share, 3) if best else 0.0,
        "factor": float(f"{diagnosis.factor:.3g}") if diagnosis else 0.0,
        "status": outcome.status,
        "message": outcome.feedback.message,
    }


def counted(lines: Sequence[Line], what: str, values: Sequence[str]) -> list[list[str]]:
    """Return a table of the answers of each kind by strength or by label."""
    rows = [["kind", "answers", *values]]
    kinds = [*dict.fromkeys(str(line["kind"]) for line in lines)]
    for kind in (*kinds, "all"):
        of_kind = [line for line in lines if kind in {"all", line["kind"]}]
        tally = Counter(line.get(what) for line in of_kind)
        rows.append(
            [kind, f"{len(of_kind)}", *(f"{tally[value]} ({tally[value] / len(of_kind):.0%})" for value in values)]
        )
    return rows


def by_strength(lines: Sequence[Line]) -> list[list[str]]:
    """Return a table of the reports of each strength: how many, and how many of them are false."""
    rows = [["strength", "reports", "false", "of all answers"]]
    for strength in STRENGTHS[:3]:
        of_strength = [line for line in lines if line["strength"] == strength]
        false = sum(line.get("label") == "false" for line in of_strength)
        rows.append([strength, f"{len(of_strength)}", f"{false}", f"{false / len(lines):.1%}"])
    return rows


def curves(lines: Sequence[Line]) -> list[list[str]]:
    """Return, by kind of explanation, how many true and false ones reach each Bayes factor."""
    rows = [["explanation", *(f"≥ {step:g}" for step in STEPS)]]
    for story in dict.fromkeys(line["story"] for line in lines if line["story"]):
        cells = []
        for step in STEPS:
            above = [line for line in lines if line["story"] == story and line["factor"] >= step]
            false = sum(line.get("label") == "false" for line in above)
            cells.append(f"{len(above) - false} / {false}")
        rows.append([story, *cells])
    return rows


if __name__ == "__main__":
    main()
