"""Tasks that worker processes do; functions of modules, so that every executor can have them."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing.connection import Connection


def nothing():
    """Prepare nothing."""


def killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def square(number):
    return number**2


def slow_at_first(number):
    time.sleep(0.02 * (number < 2))
    return number**2


def doubled(text):
    return text * 2


def unless_3_or_40(number):
    return killed() if number in {3, 40} else number


def unless_first_time(task):
    """Kill the process for the first of all tasks."""
    number, marker = task
    if number == 7 and not marker.exists():
        marker.touch()
        killed()
    return number


def fails(number):
    raise LookupError(number)


def half_a_message(number):
    """End the process for 3 while its result is sent."""

    def send(pipe, message):
        os.write(pipe.fileno(), message[: len(message) // 2])
        killed()

    if number == 3:
        Connection._send = send  # noqa: SLF001 - where messages are written
    return number


class Elsewhere:
    """A function that fails in the process with this id."""

    def __init__(self, process):
        self.process = process

    def __call__(self, number):
        if number == 2 and os.getpid() == self.process:
            raise ConnectionAbortedError
        return number
