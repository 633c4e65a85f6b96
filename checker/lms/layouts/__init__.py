"""Layouts of students' lists: which columns of a file say who a student is.  One module for each system.

Each module has `recognise(header, rows)`, which returns the layout of a file of this system, or None.
"""

from checker.lms.layouts.layout import Layout
from checker.lms.layouts.recognise import layout_of

__all__ = ["Layout", "layout_of"]
