"""File names: the owner of a file in a download, and a safe file name for an id."""

from checker.lms.names.owner import FileKind, Lms, Owner
from checker.lms.names.recognise import is_junk, is_of_nobody, owner_of, recognised
from checker.lms.names.safe import safe_name, safe_names

__all__ = ["FileKind", "Lms", "Owner", "is_junk", "is_of_nobody", "owner_of", "recognised", "safe_name", "safe_names"]
