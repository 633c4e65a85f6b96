"""The problems of the tests of answers."""

from tests.answers.conftest import problem

__all__ = ["problem"]
