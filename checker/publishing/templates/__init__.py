"""Templates of question banks, which are XML."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2

from checker.text.steering import without_steering


def filled(template: str, **values: Any) -> bytes:
    """Return a file made from a template; values in it are plain text, whatever signs they have."""
    return without_steering(_environment().get_template(template).render(**values)).encode()


@cache
def _environment() -> jinja2.Environment:
    loader, undefined = jinja2.PackageLoader("checker.publishing"), jinja2.StrictUndefined
    return jinja2.Environment(loader=loader, undefined=undefined, autoescape=True, lstrip_blocks=True, trim_blocks=True)
