"""Weights that are set, few rows, names of columns, and parameters that are true or false."""

import inspect
import pickle
import typing

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

import perceptron
from estimators import ESTIMATORS, IDS
from perceptron import (
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PerceptronClassifier,
)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
@pytest.mark.filterwarnings("ignore")
def test_weights_that_are_set_are_used_everywhere(estimator, iris, tmp_path):
    X, y = iris
    model = clone(estimator).fit(X, y)
    coef = np.random.RandomState(2).randn(*model.coef_.shape)
    model.coef_ = coef
    model.intercept_ = np.zeros(len(coef))
    np.testing.assert_array_equal(model.coef_, coef)
    np.testing.assert_allclose(model.decision_function(X), X @ coef.T, rtol=1e-12, atol=1e-12)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    perceptron.save(model, tmp_path / "set.model")
    loaded = perceptron.load(tmp_path / "set.model")
    np.testing.assert_array_equal(loaded.coef_, coef)
    assert model.certificate_ is None and model.gap_ is None
    with pytest.raises(ValueError):
        model.coef_[0, 0] = 1  # the array is read-only, so that nothing is ignored


def test_weights_of_scaled_rows_are_for_rows_as_they_are(iris):
    X, y = iris
    model = LinearClassifier(scale="standard").fit(X, y)
    scores = model.decision_function(X)
    model.coef_, model.intercept_ = 2 * model.coef_, 2 * model.intercept_
    np.testing.assert_allclose(model.decision_function(X), 2 * scores, rtol=1e-9, atol=1e-9)


def test_weights_that_do_not_fit_are_refused(iris):
    X, y = iris
    model = PerceptronClassifier().fit(X, y)
    for coef in (np.zeros((2, 4)), np.zeros(4), np.full((3, 4), np.nan)):
        with pytest.raises(ValueError, match="coef_"):
            model.coef_ = coef
    with pytest.raises(AttributeError, match="not fitted"):
        PerceptronClassifier().coef_ = np.zeros((1, 4))
    calibrated = PerceptronClassifier(calibrate="sigmoid").fit(X, y)
    with pytest.raises(AttributeError, match="set calibrate to 'none'"):
        calibrated.coef_ = calibrated.coef_ * 2


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_few_rows_are_predicted_as_many_are(iris, dtype):
    X, y = iris
    model = LinearClassifier("log_loss").fit(X, y)
    X = np.ascontiguousarray(X, dtype=dtype)
    for method in ("predict", "decision_function", "predict_proba"):
        whole = getattr(model, method)(np.asfortranarray(X))
        one = np.concatenate([getattr(model, method)(X[i : i + 1]) for i in range(len(X))])
        np.testing.assert_array_equal(one, whole)
    for bad in (np.nan, np.inf):
        row = X[:1].copy()
        row[0, 2] = bad
        with pytest.raises(ValueError, match="NaN or infinity"):
            model.predict(row)
    with pytest.raises(ValueError):
        model.predict(X[:1, :3])


def test_probabilities_do_not_depend_on_threads():
    data = perceptron.generate("gaussians", rows=20_000, classes=4, dimensions=3, seed=2)
    for estimator in (LinearClassifier("log_loss"), PerceptronClassifier(calibrate="isotonic")):
        model = estimator.fit(data.X, data.y)
        one = model.predict_proba(data.X)
        np.testing.assert_array_equal(model.set_params(n_jobs=3).predict_proba(data.X), one)


def test_columns_with_numbers_as_names_keep_them(iris):
    X, y = iris
    frame = pd.DataFrame(X[y < 2], columns=[10, 20, 30, 40])
    model = LinearClassifier().fit(frame, y[y < 2])
    assert list(model.weights().index) == [10, 20, 30, 40]
    assert list(model.fit(X[y < 2], y[y < 2]).weights().index) == ["x1", "x2", "x3", "x4"]


@pytest.mark.parametrize(
    "estimator",
    [
        PerceptronClassifier(shuffle="no"),
        LinearClassifier(solver="online", average=10),
        LinearClassifier(fit_intercept="yes"),
        MarginClassifier(fit_intercept=2),
    ],
    ids=str,
)
def test_only_truth_values_are_true_or_false(estimator, iris):
    with pytest.raises(ValueError, match="expected True or False"):
        estimator.fit(*iris)


def test_an_average_of_passive_aggressive_weights(iris):
    X, y = iris
    last = PassiveAggressiveClassifier(max_iter=1, shuffle=False)
    mean = np.mean([last.fit(X[:k], y[:k] > 0).coef_ for k in range(51, 151)], axis=0)
    # Rows of one class move nothing before the first of the other one does, so start there.
    averaged = PassiveAggressiveClassifier(average=True, max_iter=1, shuffle=False)
    whole = averaged.fit(X, y > 0).coef_
    first = averaged.fit(X[:51], y[:51] > 0).coef_
    np.testing.assert_allclose(whole * 150, first * 51 + mean * 100 - last.fit(
        X[:51], y[:51] > 0).coef_, rtol=1e-9)
    with pytest.raises(ValueError, match="average: expected one of False, True"):
        PassiveAggressiveClassifier(average=10).fit(X, y)


def test_missing_probabilities_say_what_gives_them(iris):
    for estimator in (LinearClassifier(), PerceptronClassifier()):
        assert not hasattr(estimator, "predict_proba")
        with pytest.raises(AttributeError, match="use calibrate='sigmoid'"):
            estimator.predict_proba
    with pytest.raises(AttributeError, match="CalibratedClassifierCV"):
        MarginClassifier().predict_proba


def test_a_class_weight_of_0_is_refused(iris):
    with pytest.raises(ValueError, match="leave its rows out of X and y"):
        PerceptronClassifier(class_weight={0: 0}).fit(*iris)


def test_class_weights_and_row_weights_differ_by_the_mean(iris):
    X, y = iris
    X, y = X[y > 0], y[y > 0]
    rows = np.where(y == 1, 5.0, 1.0)
    by_class = LinearClassifier("log_loss", class_weight={1: 5}, tol=1e-9).fit(X, y)
    alpha = 1e-4 * len(y) / rows.sum()
    by_row = LinearClassifier("log_loss", alpha=alpha, tol=1e-9).fit(X, y, rows)
    np.testing.assert_allclose(by_class.coef_, by_row.coef_, rtol=1e-4)


def test_passes_are_known_of_each_plane(iris):
    model = PerceptronClassifier().fit(*iris)
    assert len(model.n_iter_by_plane_) == 3 and model.n_iter_ == max(model.n_iter_by_plane_)


def test_hints_name_what_estimators_take():
    for kind in {type(each) for each in ESTIMATORS}:
        for method in ("fit", "predict", "decision_function"):
            hints = inspect.get_annotations(getattr(kind, method))
            assert hints["X"] == "Rows" and hints["return"] != "Any"
    assert typing.get_args(perceptron._rows.Rows)


def test_several_columns_of_labels_are_trained_by_scikit_learn(iris):
    from sklearn.multioutput import MultiOutputClassifier

    X, y = iris
    model = MultiOutputClassifier(LinearClassifier()).fit(X, np.c_[y, y > 0])
    assert model.predict(X).shape == (150, 2)


def test_a_loss_that_is_missing_is_refused_by_name(iris):
    with pytest.raises(ValueError, match="loss: expected one of 'hinge', 'squared_hinge'"):
        LinearClassifier("modified_huber").fit(*iris)
