"""Formulas of steps: what they compute, and the mistakes that follow from them."""

import numpy as np
import pytest

from checker.derivation.arithmetic import NoValue
from checker.derivation.step_formula import StepFormula, read_term

SIZES = {"width": 64, "heads": 4, "size": 16, "batch": 3}


def formula(*terms, names=SIZES, right, counted=()):
    return StepFormula(["queries"], [read_term(term) for term in terms], counted, names, right)


def wrong(found, point, option, right, counted=(), **names):
    return found.mistaken(right, {**SIZES, **names}, counted, [(f"queries~{point}", option)])


def test_a_factor_left_out_a_size_exchanged_and_one_multiplied_in():
    product = formula("width · (heads · size)", right=4096)
    assert wrong(product, "heads", "left_out", 4096) == 64 * 16
    assert wrong(product, "size", "as_batch", 4096) == 64 * 4 * 3
    assert wrong(product, "batch", "multiplied_in", 4096) == 64 * 4 * 16 * 3


def test_a_term_counts_only_where_it_is_counted():
    both = formula("width · heads", "heads", right=260, counted=[True, True])
    assert wrong(both, "width*heads", "left_out", 260, [True, True]) == 4
    assert wrong(both, "heads#2", "counted_twice", 260, [True, True]) == 264
    assert wrong(both, "width", "left_out", 256, [True, False]) == 4


def test_it_takes_the_sizes_of_the_run():
    product = formula("width · heads", right=256)
    assert wrong(product, "heads", "left_out", 70, width=10, heads=7) == 10


def test_a_formula_that_gives_another_value_is_refused():
    with pytest.raises(NoValue, match="another value"):
        formula("width · heads", right=255)
    product = formula("width · heads", right=256)
    with pytest.raises(NoValue, match="another value"):
        wrong(product, "heads", "left_out", 9999)
    with pytest.raises(NoValue, match="uses W"):
        formula("W · heads", right=256)


def test_products_with_a_matrix_are_matrix_products():
    names = {"Q": np.array([[1.0, 2.0]]), "K": np.array([[3.0, 4.0], [5.0, 6.0]]), "d_k": 4}
    scores = formula("Q Kᵀ / √d_k", names=names, right=np.array([[5.5, 8.5]]))
    unscaled = wrong(scores, "sqrt(d_k)", "left_out", np.array([[5.5, 8.5]]), **names)
    assert unscaled.tolist() == [[11.0, 17.0]]
    untransposed = wrong(scores, "transpose(K)", "transpose_left_out", np.array([[5.5, 8.5]]), **names)
    assert untransposed.tolist() == [[6.5, 8.0]]


def test_vectors_are_multiplied_entry_by_entry():
    names = {"r": np.array([0.5, 2.0]), "h": np.array([4.0, 3.0])}
    assert formula("r h", names=names, right=np.array([2.0, 6.0])).pieces[-1].value.tolist() == [2.0, 6.0]
