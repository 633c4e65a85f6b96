"""Draw one-line changes of diagnosis and marking, run the tests on each, and print those that no test notices.

    pip install -e '.[mutation]'; python -m benchmarks.mutants --count 400

mutmut makes the changes and runs the tests that reach each of them; pyproject.toml selects the tests.  The first run
takes minutes more, to find out which test reaches which function.  The same seed draws the same changes.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

FOLDER: Final = Path("mutants")
NONE: Final = "no such mutant"
SURVIVED: Final = 0
NO_TEST: Final = (5, 33)
"""mutmut's exit codes for a change that no test reaches."""


def exit_codes(folder: Path = FOLDER) -> dict[str, int | None]:
    """Return the exit code of the tests for each change, None if they have not run."""
    found: dict[str, int | None] = {}
    for file in sorted(folder.rglob("*.meta")):
        found |= json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def drawn(names: Sequence[str], count: int, seed: int) -> list[str]:
    """Draw changes, evenly over all of them."""
    return sorted(random.Random(seed).sample(sorted(names), min(count, len(names))))


def outcome(code: int | None) -> str:
    """Return `killed`, `survived` or `no test`; changes that make the tests hang or crash are killed."""
    if code is None:
        return "not run"
    return "survived" if code == SURVIVED else "no test" if code in NO_TEST else "killed"


def mutmut(*arguments: str, quiet: bool = False) -> str:
    """Run mutmut and return its output; show its progress unless `quiet`."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    output = subprocess.PIPE if quiet else None
    return subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL, text=True, check=False).stdout or ""


def main() -> None:
    """Draw changes, run them, and print the survivors and the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=400, help="number of changes (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds draw other changes (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="number of processes (default 2)")
    chosen = parser.parse_args()
    mutmut("run", NONE, quiet=True)  # makes all changes, then finds none with this name
    names = drawn(list(exit_codes()), chosen.count, chosen.seed)
    mutmut("run", "--max-children", str(chosen.jobs), *names)
    codes = exit_codes()
    outcomes = {name: outcome(codes[name]) for name in names}
    for name, how in outcomes.items():
        if how != "killed":
            print(f"\n{how}: {name}\n{mutmut('show', name, quiet=True)}")
    counts = Counter(outcomes.values())
    share = counts["killed"] / max(1, len(names))
    print(f"\n{counts['killed']} of {len(names)} changes killed: {share:.1%}; {dict(counts)}")


if __name__ == "__main__":
    main()
