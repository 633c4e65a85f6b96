"""Downloads as the systems name them, built by their own rules, and the names that people have."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import strategies as st

# what people call themselves, and their files: commas, apostrophes, accents, scripts from right to left, digits
LETTERS = "abzAZéÉüßñøİıŁΣςжЖ李明한국あשלוםعليहिन्दी०٣"
NAMES = st.text(alphabet=f"{LETTERS}0123 ,'’.-_()&/\u0301\u200f", max_size=24)
FILES = st.text(alphabet=f"{LETTERS}0123 ,'_-().~", min_size=1, max_size=24).map(
    lambda stem: f"{stem.removeprefix('._')}.md"
)  # `._a`: left by macOS
IDS = st.integers(1, 10**17).map(str)
TIMES = st.datetimes().map(lambda time: time.strftime("%Y").zfill(4) + time.strftime("-%m-%d-%H-%M-%S"))
USERNAMES = st.from_regex(r"\A[a-z][a-z0-9.@-]{0,9}\Z")
TITLES = st.text(alphabet="abHW 01_-", max_size=12).map(lambda words: f"Homework{words}")


def canvas_words(sortable: str) -> str:
    """Return what Canvas leaves of a sortable name."""
    name = re.sub(r"_([0-9]+)_", r"\1", sortable).lower()
    return "".join(char for char in name if unicodedata.category(char) in _OF_A_WORD)


def canvas_file(file: str) -> str:
    return re.sub(r'[\x00/\\:*?"<>|]+', "_", file)


def canvas_stem(sortable: str, user: str, *, late: bool = False) -> str:
    return "_".join([canvas_words(sortable), *(["LATE"] if late else []), user])


def moodle_clean(text: str) -> str:
    """Return what Moodle leaves of a file name."""
    return re.sub(r"[\x00-\x1f\x7f&<>\"`|':\\/]", "", text)


def moodle_name(full_name: str) -> str:
    return moodle_clean(full_name.replace("_", " "))


def moodle_prefix(full_name: str, participant: str, plugin: str = "file") -> str:
    return f"{moodle_name(full_name)}_{participant}_assignsubmission_{plugin}"


_OF_A_WORD = {"Ll", "Lu", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Pc"}
