"""Losses of all classes together, against scikit-learn."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import perceptron
from perceptron import LinearClassifier

DATA = {
    "iris": load_iris(return_X_y=True),
    "wine": load_wine(return_X_y=True),
    "digits": load_digits(return_X_y=True),
}


def rows_of(name):
    X, y = DATA[name]
    return StandardScaler().fit_transform(X[:600]), y[:600]


def scores(model, X):
    return X @ model.coef_.T + model.intercept_


def softmax_objective(model, X, y, alpha):
    s = scores(model, X)
    s = s - s.max(axis=1, keepdims=True)
    loss = np.log(np.exp(s).sum(axis=1)) - s[np.arange(len(y)), y]
    return loss.mean() + alpha / 2 * (model.coef_**2).sum()


def crammer_singer_objective(model, X, y, alpha):
    s = scores(model, X)
    own = s[np.arange(len(y)), y]
    raised = s + 1
    raised[np.arange(len(y)), y] = own
    return (raised.max(axis=1) - own).mean() + alpha / 2 * (model.coef_**2).sum()


@pytest.mark.parametrize("name", DATA)
def test_softmax_is_multinomial_logistic_regression(name):
    X, y = rows_of(name)
    alpha = 1 / len(y)
    ours = LinearClassifier("softmax", alpha=alpha, tol=1e-7, max_iter=100_000).fit(X, y)
    theirs = LogisticRegression(C=1, tol=1e-10, max_iter=100_000).fit(X, y)
    assert ours.converged_
    objective = softmax_objective(ours, X, y, alpha)
    assert objective == pytest.approx(softmax_objective(theirs, X, y, alpha), rel=1e-6)
    assert ours.objective_.lower <= objective <= ours.objective_.upper
    assert (ours.predict(X) == theirs.predict(X)).mean() > 0.998
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=2e-3)


@pytest.mark.parametrize("name", DATA)
def test_crammer_singer_is_that_of_liblinear(name):
    X, y = rows_of(name)
    alpha = 1 / len(y)
    ours = LinearClassifier(
        "crammer_singer", alpha=alpha, fit_intercept=False, tol=1e-7, max_iter=100_000
    ).fit(X, y)
    theirs = LinearSVC(
        multi_class="crammer_singer", C=1, fit_intercept=False, tol=1e-9, max_iter=1_000_000
    ).fit(X, y)
    assert ours.converged_
    objective = crammer_singer_objective(ours, X, y, alpha)
    assert objective <= crammer_singer_objective(theirs, X, y, alpha) * (1 + 1e-6)
    assert objective == pytest.approx(crammer_singer_objective(theirs, X, y, alpha), rel=1e-4)
    assert (ours.predict(X) == theirs.predict(X)).mean() > 0.99


@pytest.mark.parametrize("loss", ["softmax", "crammer_singer"])
def test_certificates_are_verified_and_models_come_back(loss, tmp_path):
    X, y = DATA["iris"]
    model = LinearClassifier(loss, certify=True).fit(X, y)
    assert perceptron.verify(model.certificate_, X, y).valid
    assert not perceptron.verify(model.certificate_, X, (y + 1) % 3).valid
    path = tmp_path / "model"
    perceptron.save(model, path)
    loaded = perceptron.load(path)
    assert loaded.loss == loss
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))


def test_two_classes_of_softmax_are_logistic_regression_with_half_the_penalty():
    X, y = rows_of("digits")
    X, y = X[y < 2], y[y < 2]
    softmax = LinearClassifier("softmax", alpha=0.02).fit(X, y)
    logistic = LinearClassifier("log_loss", alpha=0.01).fit(X, y)
    np.testing.assert_array_equal(softmax.coef_, logistic.coef_)


def test_folds_of_softmax_are_those_trained_one_by_one():
    X, y = DATA["iris"]
    folds = perceptron.cross_validate(LinearClassifier("softmax"), X, y, cv=3)
    assert min(folds["test_score"]) > 0.8
