"""Interfaces that changed between the versions of scikit-learn and NumPy, by stand-ins."""

import types

import numpy as np
import pytest
from sklearn.base import BaseEstimator, clone
from sklearn.utils import validation

import perceptron
from estimators import ESTIMATORS, IDS
from perceptron import LinearClassifier, MarginClassifier, PerceptronClassifier, _compat


def test_validate_data_is_used_where_scikit_learn_has_it(monkeypatch, iris):
    """scikit-learn 1.6 has a function in place of the method, and another name for its check."""
    calls = []

    def validate_data(estimator, *arrays, reset, ensure_all_finite, **checks):
        calls.append((reset, ensure_all_finite))
        return BaseEstimator._validate_data(
            estimator, *arrays, reset=reset, force_all_finite=ensure_all_finite, **checks
        )

    monkeypatch.setattr(validation, "validate_data", validate_data, raising=False)
    monkeypatch.setattr(
        LinearClassifier, "_validate_data", property(lambda self: 1 / 0), raising=False
    )
    X, y = iris
    model = LinearClassifier().fit(X, y)
    model.predict(X.tolist())
    assert calls == [(True, False), (False, False)]


def test_the_check_of_finite_values_has_either_name():
    def before_1_6(X, force_all_finite=True):
        pass

    def from_1_6_on(X, ensure_all_finite=True, force_all_finite="deprecated"):
        pass

    def from_1_8_on(X, ensure_all_finite=True):
        pass

    assert _compat.finite_check(before_1_6, False) == {"force_all_finite": False}
    assert _compat.finite_check(from_1_6_on, False) == {"ensure_all_finite": False}
    assert _compat.finite_check(from_1_8_on, False) == {"ensure_all_finite": False}


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
def test_tags_have_both_forms(monkeypatch, estimator):
    """Before 1.7 a dict from _more_tags, from 1.6 on an object from __sklearn_tags__."""
    def tags(self):
        return types.SimpleNamespace(input_tags=types.SimpleNamespace(sparse=False))

    assert isinstance(estimator._get_tags(), dict)
    monkeypatch.setattr(BaseEstimator, "__sklearn_tags__", tags, raising=False)
    assert estimator.__sklearn_tags__().input_tags.sparse


@pytest.mark.parametrize("scoring", ["roc_auc", "neg_log_loss", "f1", "balanced_accuracy"])
def test_scorers_are_used_by_calling_them(scoring, iris):
    """Their classes are private: _PredictScorer up to 1.3, _Scorer from 1.4 on."""
    from sklearn.metrics import get_scorer

    class OtherScorer:
        def __call__(self, estimator, X, y):
            return get_scorer(scoring)(estimator, X, y)

    X, y = iris
    X, y = X[y > 0], y[y > 0] - 1
    model = LinearClassifier("log_loss")
    named = perceptron.cross_validate(model, X, y, scoring=scoring)
    other = perceptron.cross_validate(model, X, y, scoring=OtherScorer())
    np.testing.assert_array_equal(named["test_score"], other["test_score"])


def test_sample_weights_can_be_requested():
    """Metadata routing of 1.3 and later reads the signature of fit."""
    import inspect

    for estimator in ESTIMATORS:
        takes = "sample_weight" in inspect.signature(type(estimator).fit).parameters
        assert takes != isinstance(estimator, MarginClassifier)
        if hasattr(estimator, "set_fit_request") and takes:
            assert clone(estimator).set_fit_request(sample_weight=True) is not None


def test_numpy_2_needs_a_build_for_it(monkeypatch):
    monkeypatch.setattr(np, "__version__", "2.1.0")
    monkeypatch.setattr(perceptron._core, "takes_numpy_2", False)
    with pytest.raises(ImportError, match="pybind11 2.12 or newer"):
        _compat.require_numpy()
    monkeypatch.setattr(perceptron._core, "takes_numpy_2", True)
    _compat.require_numpy()


def test_nothing_private_of_scikit_learn_is_imported():
    import pathlib
    import re

    folder = pathlib.Path(perceptron.__file__).parent
    for file in folder.glob("*.py"):
        text = file.read_text()
        assert not re.search(r"from sklearn\S*\._|import _check_sample_weight", text), file.name


def test_perceptron_is_an_estimator_for_scikit_learn():
    from sklearn.base import is_classifier

    assert is_classifier(PerceptronClassifier())
