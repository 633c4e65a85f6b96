"""`checker learn`: counts which mistakes classes made, and writes learned.csv next to the problem files.

Later explanations then name frequent mistakes first.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from checker.cli import output
from checker.cli.options import RIGHT, command, problems_option
from checker.cli.written_files import write_files
from checker.diagnosis.explanation import CLEAR
from checker.grading.published import Results
from checker.problems import load_problems
from checker.problems.learned import FILE, text_of
from checker.reports.beliefs import shared_names
from checker.text.words import counted


@command("learn", "learn week-1/results week-2/results --problems problems")
@click.argument("results", type=click.Path(path_type=Path), nargs=-1)
@problems_option
def learn(results: tuple[Path, ...], problems: Path) -> int:
    """Order explanations by what classes got wrong.

    RESULTS are folders that `checker grade` wrote. The mistakes that surely led to wrong answers are counted by
    question type, and written next to the problem files, as learned.csv. Of several mistakes that give the same answer,
    the one that your students make more often is then named first. No points change.

    The file has no names. Read it, change it, or delete it: then nothing was learned. Each run writes it anew.
    """
    known = load_problems(problems, extensions=False).problems
    found: dict[str, Counter[str]] = {}
    folders = results or (Path("results"),)
    for record in (record for folder in folders for _, record in Results(folder).records()):
        for first in record["explanations"][:1]:
            is_sure = first["strength"] != "possible" and first["share"] >= CLEAR
            if is_sure and record["problem"] in known:
                found.setdefault(known[record["problem"]].type, Counter()).update(shared_names(first))
    found = {type_: counts for type_, counts in found.items() if counts}
    if not found:
        where = ", ".join(map(str, folders))
        output.write([f"Nothing to learn: no wrong answer in {where} has a sure explanation."])
        return RIGHT
    types: dict[Path, set[str]] = {}
    for each in known.values():
        types.setdefault(each.path.parent, set()).add(each.type)
    for folder, here in sorted(types.items()):
        counts = {type_: found[type_] for type_ in sorted(here & found.keys())}
        if counts:
            write_files({FILE: text_of(counts).encode()}, folder / FILE, is_folder=False)
            number = sum(map(Counter.total, counts.values()))
            said = f"{counted(number, 'mistake')} of {counted(len(counts), 'question type')}"
            output.write([f"{folder / FILE}: {said}"])
    output.note("Run `checker grade` again, so that earlier answers are explained in this order, too.")
    return RIGHT
