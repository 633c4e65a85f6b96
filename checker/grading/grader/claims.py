"""Files in a download that name another student than the learning management system does.

The system counts.  A student may write a name, or an id with other letters around the number, for the same person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from checker.document.errors import quote
from checker.grading.submissions import Submission, Trouble, Who

CLAIM: Final = (
    "names the student {}, but the download says that {} handed it in; the download decides. Find out who wrote it"
)
OTHERS: Final = "has answers of {:,} other students, such as {}; they are not graded, since {} handed it in"
_NO_DIGITS: Final = re.compile(r"[^0-9]+")


def claims_another(claim: Who, owner: Who) -> bool:
    """Return whether a file claims to be another student's."""
    if not claim.student or claim.student == owner.student:
        return False
    claimed, known = _plain(claim.student), {_plain(owner.student), _plain(owner.name or "")} - {""}
    if claimed in known:
        return False
    words = _words(claim.student)
    if words and not any(map(str.isdigit, claimed)) and any(sorted("".join(words)) == sorted(each) for each in known):
        return False  # `Ana Lee`, for Canvas's `leeana`
    if not owner.name and owner.student.isdigit() and not claimed.isdigit():
        return False  # Gradescope's number of a submission, which is no student's id
    number = _NO_DIGITS.sub("", claim.student)
    return not number or number != _NO_DIGITS.sub("", owner.student)


def claim(path: Path, line: int | None, claimed: Who, owner: Who) -> Trouble:
    """Return the trouble with a file that claims to be another student's."""
    return Trouble(path, line, owner.student, CLAIM.format(quote(claimed.student), quote(owner.student)))


def owned(found: Sequence[Submission], owner: Who) -> Iterator[Submission | Trouble]:
    """Yield the submissions of a structured file as the owner's; of a file with several, only the owner's count."""
    others = [each for each in found if claims_another(Who(*each[:3]), owner)]
    if len(found) > 1 and others:
        message = OTHERS.format(len(others), quote(others[0].student), quote(owner.student))
        yield Trouble(others[0].path, None, owner.student, message)
    elif others:
        yield claim(others[0].path, None, Who(others[0].student), owner)
    for each in found:
        if len(found) == 1 or each not in others:
            yield each._replace(student=owner.student, name=owner.name or each.name, email=owner.email or each.email)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def _plain(text: str) -> str:
    return "".join(_words(text))
