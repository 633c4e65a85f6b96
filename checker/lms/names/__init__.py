"""Names of files: whose file it is in a download, and which file name is safe for an id."""

from checker.lms.names.owner import FileKind, Lms, Owner
from checker.lms.names.recognise import is_junk, owner_of, recognised
from checker.lms.names.safe import safe_name, safe_names

__all__ = ["FileKind", "Lms", "Owner", "is_junk", "owner_of", "recognised", "safe_name", "safe_names"]
