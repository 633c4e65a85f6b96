"""What is told where there is no result: a line for people on stderr, and an object for scripts on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

SCHEMA: Final = "checker.error/1"

CONTROLS: Final = dict.fromkeys(
    (
        *range(9),
        *range(11, 32),
        *range(127, 160),
        0x061C,
        *range(0x200E, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
        *range(0xD800, 0xE000),
    ),
    "\N{REPLACEMENT CHARACTER}",
)
"""What names, files and answers may hold that a terminal would obey, or show in another order, or cannot show."""

FAULT: Final = (
    "checker itself has failed ({error}). This is our fault, not yours; nothing was judged.\n"
    "Please report it where you got checker, with the command that you ran. CHECKER_DEBUG=1 shows the details."
)


def record(code: str, message: str, **more: Any) -> dict[str, Any]:
    """The error object of the contract; `code` is `usage`, `problem` or `fault`."""
    return {"schema": SCHEMA, **more, "code": code, "message": message}


def fault(error: BaseException) -> str:
    """What is said of a fault of ours.  Not what the exception says: that may hold the answer."""
    return FAULT.format(error=type(error).__name__)


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for JSON; it may be one that could not be read."""
    joined = any(word in arguments for word in ("--format=json", "--jsonl"))
    return joined or any(pair == ("--format", "json") for pair in pairwise(arguments))


def tell(code: str, message: str, arguments: Sequence[str], hint: str = "") -> None:
    """Tell people, and whoever asked for JSON.  The hint is for people only."""
    if asks_for_json(arguments):
        print(json.dumps(record(code, message)), flush=True)  # noqa: T201 - this is where output goes
    print(f"{message}{hint}".translate(CONTROLS), file=sys.stderr)  # noqa: T201
