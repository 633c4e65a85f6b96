"""The student who is meant by an id, with all other ids and names in the store."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, NamedTuple

from checker.grading.store import Store
from checker.lms.students import key
from checker.notation.words import did_you_mean, is_near, shortened

UNKNOWN: Final = "there is no student {} in these results{}"
NOT_YET: Final = "; to leave out somebody who is not graded yet, remove the files from the submissions"
SEVERAL: Final = "{} may mean {}; give the id as it is in grades.csv"
NOT_FORGOTTEN: Final = "{} was not forgotten in these results{}"


class NoSuchStudent(LookupError):  # noqa: N818 - not an error of the program
    """Nobody is meant, or it is not clear who; the message says what to do."""


class Person(NamedTuple):
    """A student, as the store knows them."""

    id: str
    ids: frozenset[str]
    """Everything by which submissions may name the student."""
    names: frozenset[str]
    """All texts that name the student: ids, names, email addresses."""
    number: int | None
    """The number of a student who was forgotten before."""


def find(store: Store, wanted: str) -> Person:
    """Return the student with this id, other id or email address.  Raise NoSuchStudent."""
    graded = [each.who for each in store.history.standings()]
    owners: dict[str, dict[str, None]] = {}
    for student in graded:
        for id_ in student.keys:
            owners.setdefault(id_, {})[student.id] = None
    number = store.forgotten.left_out().number(wanted)
    known = store.removal.students()
    same = [each for each in known if key(each) == key(wanted)]
    owned = list(owners.get(key(wanted), ()))
    if len(owned) > 1 and wanted not in owned:
        raise NoSuchStudent(SEVERAL.format(shortened(wanted), " or ".join(map(shortened, owned))))
    if not {*owned} & {*same}:  # files may name a student in another way than the roster does
        same = [*owned, *same]
    if not same and number is None:
        raise NoSuchStudent(UNKNOWN.format(shortened(wanted), _advice(wanted, known)))
    ids = {wanted, *same} | {id_ for id_, students in owners.items() if students.keys() <= {*same}}
    ids |= store.removal.other_ids(ids) - {each.id for each in graded}
    names = {name for each in graded if each.id in same for name in (each.name, each.email) if name}
    return Person(same[0] if same else wanted, frozenset(ids), frozenset(names | ids), number)


def forgotten_number(store: Store, wanted: str) -> int:
    """Return the number of a student who was forgotten.  Raise NoSuchStudent."""
    number = store.forgotten.left_out().number(wanted)
    if number is None:
        known = store.removal.students()
        is_there = any(key(each) == key(wanted) for each in known)
        advice = ": it has grades there" if is_there else "; give the id exactly as it was when it was forgotten"
        raise NoSuchStudent(NOT_FORGOTTEN.format(shortened(wanted), advice))
    return number


def _advice(wanted: str, known: set[str]) -> str:
    """Return the nearest id that is known, or else what to do about a student without grades."""
    near = [each for each in sorted(known) if each.casefold() == wanted.casefold()]
    near = near or [each for each in get_close_matches(wanted, sorted(known), 1) if is_near(wanted, each)]
    return did_you_mean(wanted, near) if near else NOT_YET
