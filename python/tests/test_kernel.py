"""Kernels and votes: models that score with rows of the training data."""

import pickle

import numpy as np
import pytest

import perceptron
from perceptron import KernelPerceptron, PerceptronClassifier

CIRCLES = perceptron.generate("ball", rows=120, dimensions=2, seed=2).X
INSIDE = np.where((CIRCLES**2).sum(axis=1) < 0.4 * (CIRCLES**2).sum(axis=1).max(), 1, 0)


def decision_by_hand(model, X, rows, kernel):
    """With the coefficients of a perceptron written here."""
    y = np.where(rows[1] == 1, 1.0, -1.0)
    alpha = np.zeros(len(y))
    for _ in range(model.max_iter):
        mistakes = 0
        for i in range(len(y)):
            if y[i] * np.sum(alpha * y * (kernel(rows[0], rows[0][i]) + 1)) <= 0:
                alpha[i] += 1
                mistakes += 1
        if mistakes == 0:
            break
    return np.array([np.sum(alpha * y * (kernel(rows[0], x) + 1)) for x in X])


@pytest.mark.parametrize(
    "model, kernel",
    [
        (KernelPerceptron(degree=2), lambda a, b: (a @ b + 1) ** 2),
        (KernelPerceptron(degree=3, coef0=0.5, gamma=2), lambda a, b: (2 * a @ b + 0.5) ** 3),
        (KernelPerceptron("rbf"), lambda a, b: np.exp(-((a - b) ** 2).sum(axis=1) / 2)),
    ],
)
def test_decisions_are_those_of_a_kernel_perceptron_written_here(model, kernel):
    model.set_params(shuffle=False, max_iter=30).fit(CIRCLES, INSIDE)
    theirs = decision_by_hand(model, CIRCLES[:20], (CIRCLES, INSIDE), kernel)
    np.testing.assert_allclose(model.decision_function(CIRCLES[:20]), theirs, rtol=1e-8, atol=1e-8)
    assert not hasattr(model, "coef_")
    assert 0 < model.n_support_ <= 120


def test_linear_kernel_is_the_perceptron():
    data = perceptron.generate("flipped", rows=200, seed=4)
    plain = PerceptronClassifier(max_iter=10).fit(data.X, data.y)
    ours = KernelPerceptron("linear", max_iter=10).fit(data.X, data.y)
    np.testing.assert_array_equal(ours.coef_, plain.coef_)
    assert ours.n_updates_ == plain.n_updates_


def test_files_and_pickles_keep_the_rows(tmp_path, iris):
    X, y = iris
    for model in (KernelPerceptron("rbf"), PerceptronClassifier("voted")):
        model.fit(X, y)
        perceptron.save(model, tmp_path / "model")
        for other in (perceptron.load(tmp_path / "model"), pickle.loads(pickle.dumps(model))):
            np.testing.assert_array_equal(
                other.decision_function(X), model.decision_function(X)
            )
        assert model.score(X, y) > 0.5
        assert isinstance(model._repr_html_(), str)


def test_votes_are_shares():
    data = perceptron.generate("flipped", rows=200, seed=4)
    model = PerceptronClassifier("voted").fit(data.X, data.y)
    assert np.all(np.abs(model.decision_function(data.X)) <= 1)
    with pytest.raises(ValueError, match="start"):
        model.partial_fit(data.X, data.y)
