"""The estimators follow the conventions of scikit-learn."""

import copy
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

import perceptron
from estimators import ESTIMATORS, IDS
from perceptron import LinearClassifier, MarginClassifier, PerceptronClassifier


@parametrize_with_checks(ESTIMATORS)
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
def test_check_estimator_passes_as_a_whole(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_estimator(estimator)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
def test_the_only_check_that_may_fail_is_about_the_order_of_rows(estimator):
    expected = estimator._get_tags()["_xfail_checks"] or {}
    if isinstance(estimator, MarginClassifier):
        assert expected == {}
    else:
        assert set(expected) == {"check_sample_weights_invariance"}
        assert "order of rows" in expected["check_sample_weights_invariance"]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
@pytest.mark.filterwarnings("ignore")
def test_works_in_a_pipeline(estimator, iris):
    X, y = iris
    model = make_pipeline(StandardScaler(), clone(estimator)).fit(X, y)
    assert model.score(X, y) > 0.7


@pytest.mark.filterwarnings("ignore")
def test_works_in_a_grid_search(iris):
    X, y = iris
    search = GridSearchCV(
        make_pipeline(StandardScaler(), LinearClassifier()),
        {"linearclassifier__alpha": [1e-4, 1e-1], "linearclassifier__loss": ["hinge", "log_loss"]},
        cv=3,
    ).fit(X, y)
    assert search.best_score_ > 0.85
    search = GridSearchCV(
        PerceptronClassifier(), {"variant": ["plain", "averaged", "pocket"]}, n_jobs=2
    ).fit(X, y)
    assert search.best_score_ > 0.6


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
@pytest.mark.filterwarnings("ignore")
def test_works_in_one_vs_rest_and_one_vs_one(estimator, iris):
    X, y = iris
    one = OneVsRestClassifier(clone(estimator)).fit(X, y)
    own = clone(estimator).fit(X, y)
    # Our one-vs-rest trains all classes together; each model equals the one trained alone.
    if not isinstance(estimator, MarginClassifier):
        for alone, coef in zip(one.estimators_, own.coef_):
            np.testing.assert_array_equal(alone.coef_[0], coef)
    assert OneVsOneClassifier(clone(estimator)).fit(X, y).score(X, y) > 0.6


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
@pytest.mark.filterwarnings("ignore")
def test_can_be_calibrated(estimator):
    X, y = make_classification(400, 6, random_state=1)
    model = CalibratedClassifierCV(clone(estimator), cv=3).fit(X, y)
    probabilities = model.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert model.score(X, y) > 0.75


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
@pytest.mark.filterwarnings("ignore")
def test_pickles_and_copies_predict_the_same(estimator, iris):
    X, y = iris
    model = clone(estimator).fit(X, y)
    for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        np.testing.assert_array_equal(other.predict(X), model.predict(X))
        np.testing.assert_array_equal(other.decision_function(X), model.decision_function(X))
        np.testing.assert_array_equal(other.coef_, model.coef_)
        assert not other.coef_.flags.writeable
        assert other.get_params() == model.get_params()


def test_a_pickle_contains_the_model_file(iris, tmp_path):
    X, y = iris
    model = PerceptronClassifier().fit(X, y)
    perceptron.save(model, tmp_path / "model")
    assert (tmp_path / "model").read_bytes() == model._model.encode()
    assert model._model.encode() in pickle.dumps(model)


def test_a_damaged_pickle_is_refused(iris):
    X, y = iris
    model = PerceptronClassifier().fit(X, y)
    bytes_ = bytearray(model._model.encode())
    bytes_[len(bytes_) // 2] ^= 1
    with pytest.raises(ValueError):
        perceptron._core.Model.decode(bytes(bytes_))


def _same(one, other):
    """Whether two estimators are equal in every attribute."""
    if type(one) is not type(other) or vars(one).keys() != vars(other).keys():
        return False
    one, other = dict(vars(one)), dict(vars(other))
    if one.pop("_model").encode() != other.pop("_model").encode():
        return False
    return pickle.dumps(one) == pickle.dumps(other)


def test_a_pickle_with_a_flipped_bit_is_refused(iris):
    X, y = iris
    model = PerceptronClassifier("averaged", random_state=3).fit(X[::3], y[::3])
    whole = pickle.dumps(model)
    assert _same(pickle.loads(whole), model)
    refused = 0
    for bit in range(0, 8 * len(whole), 7):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << (bit % 8)
        try:
            other = pickle.loads(bytes(flipped))
        except Exception:  # a damaged pickle may raise almost anything
            refused += 1
        else:
            assert _same(other, model), f"bit {bit}"
    assert refused > 0.9 * len(range(0, 8 * len(whole), 7))


def test_damage_of_a_pickle_is_named(iris):
    X, y = iris
    model = PerceptronClassifier().fit(X, y)
    kind, checksum, state = model.__getstate__()
    for damaged in (
        (kind, checksum, state[:-1]),
        (kind, "0" * 32, state),
        (kind, checksum, state.decode("latin1")),
    ):
        with pytest.raises(ValueError, match="checksum of the pickled classifier"):
            PerceptronClassifier().__setstate__(damaged)
    for other in (vars(model), ("", checksum, state), (kind, state)):
        with pytest.raises(ValueError, match="found another state"):
            PerceptronClassifier().__setstate__(other)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("count", [2, 3])
def test_scores_are_computed_from_the_weights(estimator, iris, count):
    X, y = iris
    X, y = X[y < count], y[y < count]
    model = clone(estimator).fit(X, y)
    expected = X @ model.coef_.T + model.intercept_
    scores = model.decision_function(X)
    np.testing.assert_allclose(
        scores if scores.ndim == 2 else scores[:, None], expected, rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("scale", ["standard", "maxabs"])
@pytest.mark.parametrize("dense", [True, False])
@pytest.mark.filterwarnings("ignore")
def test_scaling_is_part_of_the_model_and_of_its_weights(iris, scale, dense):
    X, y = iris
    rows = X if dense else sp.csr_matrix(X)
    model = LinearClassifier(scale=scale).fit(rows, y)
    expected = X @ model.coef_.T + model.intercept_
    np.testing.assert_allclose(model.decision_function(rows), expected, rtol=1e-9, atol=1e-9)


def test_automatic_scaling_standardises_columns_of_unlike_size_only():
    rng = np.random.default_rng(5)
    alike = rng.standard_normal((200, 3))
    unlike = alike * [1, 700, 1]
    y = (alike.sum(axis=1) + rng.standard_normal(200) > 0).astype(int)
    for X, chosen in ((alike, "none"), (unlike, "standard"), (sp.csr_matrix(unlike), "none")):
        automatic = PerceptronClassifier("averaged", scale="auto").fit(X, y)
        expected = PerceptronClassifier("averaged", scale=chosen).fit(X, y)
        np.testing.assert_array_equal(automatic.coef_, expected.coef_)
        np.testing.assert_array_equal(automatic.predict(X), expected.predict(X))
    assert PerceptronClassifier().scale == "none"


def test_probabilities_exist_for_logistic_and_calibrated_models(iris):
    X, y = iris
    assert not hasattr(LinearClassifier("hinge"), "predict_proba")
    assert hasattr(LinearClassifier("log_loss"), "predict_proba")
    assert not hasattr(LinearClassifier("no loss"), "predict_proba")
    assert hasattr(PerceptronClassifier(calibrate="sigmoid"), "predict_proba")
    model = LinearClassifier("log_loss").fit(X, y)
    probabilities = model.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[probabilities.argmax(axis=1)], model.predict(X))
    np.testing.assert_array_equal(model.predict_log_proba(X), np.log(probabilities))
    calibrated = PerceptronClassifier("averaged", calibrate="isotonic").fit(X, y)
    assert calibrated.predict_proba(X).shape == (150, 3)


def test_frames_keep_their_names(iris):
    X, y = iris
    frame = pd.DataFrame(X, columns=["sepal length", "sepal width", "petal length", "petal width"])
    model = PerceptronClassifier("averaged").fit(frame, pd.Series(y, name="kind"))
    assert list(model.feature_names_in_) == list(frame.columns)
    assert list(model.weights().index) == list(frame.columns)
    with pytest.warns(UserWarning, match="feature names"):
        model.predict(X)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[frame.columns[::-1]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.predict(frame)


def test_class_weights_shift_predictions(iris):
    X, y = make_classification(400, 4, flip_y=0.2, weights=[0.9], random_state=3)
    plain = LinearClassifier().fit(X, y)
    balanced = LinearClassifier(class_weight="balanced").fit(X, y)
    heavy = LinearClassifier(class_weight={1: 50.0}).fit(X, y)
    called = [model.predict(X).sum() for model in (plain, balanced, heavy)]
    assert called[0] < called[1] < called[2]
    weights = np.where(y == 1, 50.0, 1.0)
    weighed = LinearClassifier(tol=1e-9).fit(X, y, sample_weight=weights)
    # The mean loss is divided by the sum of sample weights, which class weights do not change.
    alpha = 1e-4 * weights.sum() / len(y)
    same = LinearClassifier(tol=1e-9, alpha=alpha, class_weight={1: 50.0}).fit(X, y)
    np.testing.assert_allclose(weighed.coef_, same.coef_, rtol=1e-3)


@pytest.mark.parametrize(
    "y", [["no", "yes"], [False, True], [-1, 1], [1.0, 2.0], ["grün", "blau"], [3, 11]]
)
def test_classes_keep_their_type(y):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(40, 2)) + np.repeat([[-4], [4]], 20, axis=0)
    labels = np.repeat(np.array(y), 20)
    model = PerceptronClassifier().fit(X, labels)
    assert model.classes_.dtype == labels.dtype
    np.testing.assert_array_equal(model.predict(X), labels)


def test_class_names_that_are_the_same_number_are_refused():
    with pytest.raises(ValueError, match="one class"):
        PerceptronClassifier().fit([[0.0], [1.0]], ["1", "1.0"])


def test_results_do_not_depend_on_threads(iris):
    X, y = iris
    one = LinearClassifier("log_loss", n_jobs=1).fit(X, y)
    all_ = LinearClassifier("log_loss", n_jobs=-1).fit(X, y)
    np.testing.assert_array_equal(one.coef_, all_.coef_)
    assert cross_val_score(one, X, y, cv=3).mean() > 0.8


def test_weights_are_read_only(iris):
    model = PerceptronClassifier().fit(*iris)
    with pytest.raises(ValueError, match="read-only"):
        model.coef_[0, 0] = 1


def test_notebooks_show_a_summary(iris):
    X, y = iris
    X, y = X[y < 2], np.array(["<b>setosa</b>", "versicolor"])[y[y < 2]]
    frame = pd.DataFrame(X, columns=["a", "<i>", "c", "d"])
    model = PerceptronClassifier()
    assert "PerceptronClassifier" in model._repr_html_()
    html = model.fit(frame, y)._repr_html_()
    assert "<table>" in html and "widest margin" in html and "updates" in html
    assert "<b>" not in html and "<i>" not in html and "&lt;b&gt;setosa" in html
    assert model._repr_mimebundle_()["text/html"] == html


def test_losses_warn_if_they_did_not_converge():
    from sklearn.exceptions import ConvergenceWarning

    X, y = make_classification(300, 20, random_state=1)
    with pytest.warns(ConvergenceWarning, match="raise max_iter"):
        LinearClassifier("log_loss", tol=1e-12, max_iter=1).fit(X, y)
