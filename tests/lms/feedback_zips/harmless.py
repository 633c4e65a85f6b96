"""Rules for names in a zip that every program can unpack."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def problems_of(name: str) -> list[str]:
    """Return what is wrong with the name of an entry."""
    rules = {
        "a folder": "/" in name or "\\" in name,
        "a way out": ".." in name,
        "a sign that Windows forbids": re.search(r'[<>:"|?*]', name),
        "a character that nobody sees": any(unicodedata.category(each)[0] in "CZ" and each != " " for each in name),
        "beyond the first plane": any(ord(each) > 0xFFFF for each in name),
        "a space at an end": name != name.strip(),
        "a hidden file or an option": name.startswith((".", "~", "-")),
        "a device": re.match(r"(CON|PRN|AUX|NUL|(COM|LPT)[0-9¹²³])\s*(\.|\Z)", name, re.IGNORECASE),
        "too long": len(name.encode()) > 200,
        "no page": not name.endswith((".html", ".md")),
    }
    return [rule for rule, is_broken in rules.items() if is_broken]


def assert_harmless(names: Iterable[str]) -> None:
    """Assert that every program can unpack entries of these names next to each other."""
    names = list(names)
    assert {name: found for name in names if (found := problems_of(name))} == {}
    assert len({unicodedata.normalize("NFC", name.casefold()) for name in names}) == len(names)
