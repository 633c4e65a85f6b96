"""PyYAML's own parser, used on machines without libyaml; it gives the same events about thirty times slower."""

from __future__ import annotations

import re
from typing import Any

from yaml.events import Event, ScalarEvent
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError

HALF = re.compile("[\ud800-\udfff]")


class PurePythonParser(Reader, Scanner, Parser):
    """A YAML parser in Python, with the interface of `yaml.cyaml.CParser`."""

    def __init__(self, text: str) -> None:
        if text.lstrip()[:1] in ("{", "["):  # JSON may be indented with tabs, and has none in its strings
            text = text.replace("\t", " ")
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def get_event(self) -> Event | None:
        """Return the parser's next event; None after the last."""
        try:
            event: Event | None = super().get_event()  # type: ignore[no-untyped-call]
        except (ValueError, OverflowError):  # an escape beyond U+10FFFF; libyaml checks that itself
            raise self._not_a_character(self.get_mark()) from None
        if type(event) is ScalarEvent and not event.value.isascii() and HALF.search(event.value):
            raise self._not_a_character(event.start_mark)
        return event

    def _not_a_character(self, mark: Any) -> ScannerError:
        """Return the error that libyaml raises for an escape that is no character."""
        return ScannerError("while parsing a quoted scalar", mark, "found invalid Unicode character escape code", mark)
