"""Canvas: `leeana_LATE_1042_5521_homework 3.md`, all files of a download in one folder.

Canvas writes the sortable name in lower case, without anything but letters, digits and underscores; then `LATE`, the
user's id, the attachment's id and the name of the file.  Of a text box it writes `leeana_1042_text.html`, of a link
`leeana_1042_link.html`.  Where students are anonymous, `anon_` with an id of the assignment replaces name and id.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from checker.lms.names.owner import FileKind, Naming, Owner, is_number

_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?anon_(?P<id>[1-9A-HJ-NP-Za-km-z]{5})_(?:(?P<attachment>[0-9]+)_)?(?P<file>.+)", re.DOTALL
)
_TYPED: dict[str, FileKind] = {"text.html": "text", "link.html": "link"}


def _owner_of(parts: Sequence[str]) -> Owner | None:
    name = parts[-1]
    found = _ANONYMOUS.fullmatch(name)
    pieces = name.split("_")
    places = list(_places_of_ids(pieces))
    if found and (found["attachment"] or found["file"] in _TYPED):
        return _anonymous(found, [pieces[place] for place in places])
    return _named(pieces, *places) if places else None


def _anonymous(found: re.Match[str], others: Sequence[str]) -> Owner:
    return Owner(
        "canvas",
        found["id"],
        "",
        found["file"],
        "file" if found["attachment"] else _TYPED[found["file"]],
        is_late=bool(found["late"]),
        is_anonymous=True,
        attachment=found["attachment"] or "",
        other_ids=_different(others, found["id"]),
    )


def _named(pieces: Sequence[str], first: int, *others: int) -> Owner:
    """Return the owner by the first place where an id may be, as Canvas itself does for feedback."""
    is_upload = first + 2 < len(pieces)
    is_late = _is_late(pieces, first)
    return Owner(
        "canvas",
        pieces[first],
        "_".join(pieces[: first - is_late]),
        "_".join(pieces[first + 2 :]) if is_upload else pieces[-1],
        "file" if is_upload else _TYPED[pieces[-1]],
        is_late=is_late,
        attachment=pieces[first + 1] if is_upload else "",
        other_ids=_different([pieces[place] for place in others], pieces[first]),
    )


def _places_of_ids(pieces: Sequence[str]) -> Iterator[int]:
    """Yield each place where the user's id may be, with a name before it and a file behind it."""
    for place in range(1, len(pieces) - 1):
        is_late = _is_late(pieces, place)
        if not is_late and not _is_of_a_name(pieces[place - 1]):
            return
        if is_number(pieces[place]) and _is_file(pieces, place + 1):
            yield place
        if is_late:
            return


def _is_late(pieces: Sequence[str], place: int) -> bool:
    return place > 1 and pieces[place - 1] == "LATE"


def _is_file(pieces: Sequence[str], place: int) -> bool:
    """Return whether an attachment with its id and its name, or a typed text, begins at this place."""
    last = len(pieces) - 1
    if place == last:
        return pieces[last] in _TYPED
    return is_number(pieces[place]) and (place + 1 < last or pieces[last] != "")


def _is_of_a_name(text: str) -> bool:
    """Return whether Canvas may have left this of a name: letters in lower case, their accents, and digits."""
    return text == text.lower() and all(_is_of_a_word(char) for char in text)


def _is_of_a_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LMN" or category == "Pc"


def _different(ids: Sequence[str], id_: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in ids if each != id_))


def _is_plausible(owners: Sequence[Owner]) -> bool:
    """Return whether there are at least two students, and most files have an attachment id that no other has.

    One student's files (`lee_3_1_a.md`) or a class's (`lee_1042_3_final.md`) may look like a download by chance.
    """
    students = {owner.id for owner in owners}
    names = {owner.id if owner.is_anonymous else owner.name for owner in owners}
    uploads = [owner.attachment for owner in owners if owner.attachment]
    return len(students) > 1 and len(names) > 1 and (not uploads or 2 * len(set(uploads)) > len(uploads))


NAMING = Naming("canvas", _owner_of, _is_plausible)
