"""Training that starts from weights: warm start, initial weights and partial_fit."""

import numpy as np
import pytest
from sklearn.base import clone

from estimators import ESTIMATORS
from perceptron import MarginClassifier, PegasosClassifier, PerceptronClassifier

ONLINE = [each for each in ESTIMATORS if hasattr(each, "partial_fit")]


def test_warm_start_continues_training(iris):
    X, y = iris
    whole = PerceptronClassifier("averaged", max_iter=6).fit(X, y)
    parts = PerceptronClassifier("averaged", max_iter=3, warm_start=True).fit(X, y).fit(X, y)
    np.testing.assert_array_equal(parts.coef_, whole.coef_)
    np.testing.assert_array_equal(parts.intercept_, whole.intercept_)
    with pytest.raises(ValueError, match="other classes"):
        parts.fit(X[:100], y[:100])


def test_all_but_those_that_start_from_zero_have_partial_fit():
    assert len(ONLINE) == len(ESTIMATORS) - 4
    assert not hasattr(MarginClassifier(), "partial_fit")
    assert not hasattr(PegasosClassifier(), "partial_fit")


@pytest.mark.parametrize("estimator", ONLINE, ids=[repr(each) for each in ONLINE])
@pytest.mark.parametrize("count", [2, 3])
def test_batches_may_lack_classes(estimator, iris, count):
    X, y = iris
    X, y = X[y < count], y[y < count]
    model = clone(estimator)
    for _ in range(20):
        for part in np.array_split(np.arange(len(y)), 7):  # the rows are sorted by class
            model.partial_fit(X[part], y[part], classes=np.unique(y))
    assert model.score(X, y) > 0.6
    assert model.t_ == 20 * len(y)


def test_training_starts_from_the_initial_weights():
    estimator = PerceptronClassifier(shuffle=False)
    X = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.5]])
    y = [1, 0, 1]
    first = PerceptronClassifier(shuffle=False, max_iter=1).fit(X, y)
    second = clone(estimator).set_params(max_iter=1).fit(
        X, y, coef_init=first.coef_, intercept_init=first.intercept_
    )
    both = clone(estimator).set_params(max_iter=2).fit(X, y)
    np.testing.assert_array_equal(second.coef_, both.coef_)
    np.testing.assert_array_equal(second.intercept_, both.intercept_)
    with pytest.raises(ValueError, match="one a feature"):
        estimator.fit(X, y, coef_init=[1.0])
    with pytest.raises(ValueError, match="two classes"):
        estimator.fit(X, [0, 1, 2], intercept_init=1)


@pytest.mark.parametrize("variant", ["plain", "averaged"])
def test_batches_in_order_are_one_pass(iris, variant):
    X, y = iris
    whole = PerceptronClassifier(variant, max_iter=1, shuffle=False).fit(X, y)
    parts = PerceptronClassifier(variant, shuffle=False)
    for part in np.array_split(np.arange(len(y)), 4):
        parts.partial_fit(X[part], y[part], classes=[0, 1, 2])
    np.testing.assert_allclose(parts.coef_, whole.coef_, rtol=1e-12)
    np.testing.assert_allclose(parts.intercept_, whole.intercept_, rtol=1e-12)


def test_partial_fit_refuses_invalid_arguments(iris):
    X, y = iris
    with pytest.raises(ValueError, match="classes must be passed"):
        PerceptronClassifier().partial_fit(X, y)
    with pytest.raises(ValueError, match="not among classes"):
        PerceptronClassifier().partial_fit(X, y, classes=[0, 1])
    with pytest.raises(ValueError, match="balanced"):
        PerceptronClassifier(class_weight="balanced").partial_fit(X, y, classes=[0, 1, 2])
    model = PerceptronClassifier().partial_fit(X, y, classes=[0, 1, 2])
    with pytest.raises(ValueError, match="first call"):
        model.partial_fit(X, y, classes=[0, 1, 2, 3])
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(X[:, :2], y)
