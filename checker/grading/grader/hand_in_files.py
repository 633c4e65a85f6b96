"""The files of a hand-in, read one by one: documents, structured files, and what nobody can read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from checker.grading.grader.cell import fault
from checker.grading.grader.claims import owned
from checker.grading.grader.groups import Reason
from checker.grading.submissions import (
    ColumnNames,
    FoundSubmissions,
    HandIn,
    HandInFile,
    NotRead,
    Submission,
    Trouble,
    Who,
    printable,
    read_file,
)
from checker.writeups import formats
from checker.writeups.document import Document

STRUCTURED: Final = ("structured", "table")
NOT_READ: Final = Reason("file_not_read", "A file of this hand-in was not read; the answer may be in it.")


class HandInFiles:
    """Reads the files of a hand-in, one by one, and collects what is in them."""

    def __init__(self, hand_in: HandIn, names: ColumnNames) -> None:
        self._names = names
        self._delivery = hand_in.delivery
        self.documents: list[Document] = []
        self.submissions: list[Submission] = []
        self.troubles: list[Trouble] = []
        self.faults: list[str] = []
        self.missing: Reason | None = None
        self._structured = [each for each in hand_in.files if each.sort in STRUCTURED]
        self._others = [each for each in hand_in.files if each.sort not in STRUCTURED]

    def read_documents(self) -> None:
        """Read all files that are not structured; those of an unknown format are reported once for each suffix."""
        unknown: dict[str, list[Trouble]] = {}
        for each in self._others:
            if each.sort == "document" and not each.found.error:
                self._read_document(each)
                continue
            for trouble in read_file(each.found):
                if isinstance(trouble, Trouble):
                    key = each.name if each.found.error else trouble.path.suffix
                    unknown.setdefault(key, []).append(trouble)
        for first, *more in unknown.values():
            count = f" ({len(more) + 1} files)" if more else ""
            self.troubles.append(NotRead(*first._replace(message=f"{first.message}{count}")))
            self.missing = self.missing or NOT_READ

    def _read_document(self, file: HandInFile) -> None:
        path = file.found.path
        try:
            if file.found.unread:
                raise formats.DocumentUnreadable(f"this file {file.found.unread}")  # noqa: TRY301 - as its format would
            document = formats.read_contents(file.found.data, path, file.name)
            self.documents.append(document)
            sort = Trouble if document.blocks else NotRead  # an empty file
            self.troubles += [sort(Path(printable(path)), line, None, each) for line, each in document.troubles]
        except formats.DocumentUnreadable as error:
            self.troubles.append(NotRead(Path(printable(path)), error.line, None, error.message))
            self.missing = self.missing or NOT_READ
        except Exception as error:  # noqa: BLE001 - a fault of ours is reported, and the other files are read
            self.missing = self.add_fault(Path(printable(path)), error)

    def read_structured(self, owner: Who, *, is_certain: bool) -> None:
        """Read the structured files; one that names no student is the owner's, and all are if that is certain."""
        for each in self._structured:
            read = list(read_file(each.found, owner.student, self._names))
            found: list[FoundSubmissions] = [one for one in read if isinstance(one, Trouble)]
            given = [one for one in read if isinstance(one, Submission)]
            found += owned(given, owner) if is_certain else given
            submissions = [one for one in found if isinstance(one, Submission)]
            self.submissions += [one._replace(delivery=self._delivery.with_own(one.delivery)) for one in submissions]
            troubles = [one for one in found if isinstance(one, Trouble)]
            self.troubles += troubles if submissions else [NotRead(*one) for one in troubles]
            if not submissions:
                self.missing = self.missing or NOT_READ

    def add_fault(self, file: Path, error: Exception) -> Reason:
        """Report a fault of checker; return it as the reason why answers wait."""
        reason = fault(error)
        self.troubles.append(Trouble(file, None, None, reason.sentence))
        self.faults.append(f"{file}: {reason.sentence}")
        return reason
