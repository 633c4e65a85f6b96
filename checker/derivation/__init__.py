"""Derivation of mistakes from expressions: the wrong ways through a formula that follow from its form."""
