"""Questions whose answer the author gives: the oracle only looks it up."""

from __future__ import annotations

from typing import Any

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {"numeric": {}, "choice": {}}


def numeric(said: dict[str, str], value: Any, mistakes: Any) -> dict[str, Any]:
    return {"total": value}


def choice(said: dict[str, str], options: list[str], correct: str, mistakes: Any) -> dict[str, Any]:
    return {"total": [[len(options)], [int(option == correct) for option in options]]}
