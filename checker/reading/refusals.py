"""The errors for answers that do not fit the grammar: each names the piece that does not, and what to write instead."""

from __future__ import annotations

from checker.engine.errors import UnreadableAnswer
from checker.text.number import Hints
from checker.text.plain import brief
from checker.text.vocabulary import is_number_in_words


def not_understood(piece: str, whole: str, hints: Hints) -> UnreadableAnswer:
    """Return the error to raise for a word or sign that does not fit."""
    in_unit = f", in {hints.unit}" if hints.unit else ""
    if is_number_in_words(piece, whole):
        return UnreadableAnswer(f'"{brief(whole)}" has a number in words. Write it in digits{in_unit}.')
    where = "" if piece == whole.strip() else f' in "{brief(whole)}"'
    return UnreadableAnswer(f'I do not understand "{brief(piece, 20)}"{where}. Write only the answer{in_unit}.')


def no_number(whole: str) -> UnreadableAnswer:
    """Return the error to raise for a text without a number."""
    where = f' in "{brief(whole)}"' if whole else ""
    return UnreadableAnswer(f"I found no number{where}. Write one number.")


def two_numbers(whole: str) -> UnreadableAnswer:
    """Return the error to raise for an answer with more than one number."""
    return UnreadableAnswer(f'"{brief(whole)}" is more than one number. Write one.')


def list_for_number(whole: str) -> UnreadableAnswer:
    """Return the error to raise for a list where one number is asked for."""
    return UnreadableAnswer(f'"{brief(whole)}" is a list. Write only one number.')


def unequal_sides(whole: str, final: str) -> UnreadableAnswer:
    """Return the error to raise for an equation that does not hold; `final` is what to write."""
    return UnreadableAnswer(f'The sides of "{brief(whole)}" are not equal. Write only {final}.')


def mixed_units(whole: str, instead: str) -> UnreadableAnswer:
    """Return the error to raise for an answer with units of different kinds; `instead` is what to write."""
    return UnreadableAnswer(f'"{brief(whole)}" mixes units of different kinds. Write {instead}.')
