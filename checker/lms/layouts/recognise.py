"""Which system a list of students is from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from checker.lms.layouts import blackboard, canvas, gradescope, moodle_gradebook, moodle_worksheet, own
from checker.lms.layouts.layout import Layout, Recogniser

_RECOGNISERS: Final[tuple[Recogniser, ...]] = (
    canvas.recognise,
    moodle_worksheet.recognise,
    blackboard.recognise,
    gradescope.recognise,
    moodle_gradebook.recognise,
    own.recognise,  # the most general
)


def layout_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:
    """Return the layout of a list of students, or None if no column of it is known to hold ids."""
    return next((found for each in _RECOGNISERS if (found := each(header, rows)) is not None), None)
