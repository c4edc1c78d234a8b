"""The estimators with scikit-learn's names: the same parameters give the same optimum."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import linear_model, svm
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

import perceptron.sklearn as ours
from perceptron import Interval

X2, Y2 = make_classification(200, 8, n_informative=5, n_redundant=0, random_state=3)
X3, Y3 = make_classification(240, 6, n_informative=4, n_classes=3, random_state=5)
WEIGHTS = np.random.RandomState(1).randint(1, 5, 200).astype(float)

ALL = [
    ours.LinearSVC(),
    ours.LogisticRegression(),
    ours.LogisticRegressionCV(Cs=2, cv=3),
    ours.PassiveAggressiveClassifier(),
    ours.Perceptron(),
    ours.SGDClassifier(),
]


@parametrize_with_checks(ALL)
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("name", ours.__all__)
def test_the_parameters_are_those_of_scikit_learn(name):
    theirs = getattr(svm if name == "LinearSVC" else linear_model, name)()
    assert getattr(ours, name)().get_params() == theirs.get_params()


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"C": 0.01},
        {"fit_intercept": False},
        {"class_weight": {0: 5, 1: 1}},
        {"class_weight": "balanced"},
        {"solver": "liblinear"},
        {"solver": "liblinear", "intercept_scaling": 3},
        {"solver": "liblinear", "penalty": "l1", "C": 0.5},
        {"solver": "saga", "penalty": "l1", "C": 0.5},
        {"solver": "saga", "penalty": "elasticnet", "l1_ratio": 0.4, "C": 0.5},
        {"penalty": None},
        {"multi_class": "multinomial"},
    ],
    ids=str,
)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.filterwarnings("ignore")
def test_two_classes_have_the_coefficients_of_scikit_learn(settings, weighted):
    tight = {"tol": 1e-9, "max_iter": 20000, **settings}
    weights = WEIGHTS if weighted else None
    for X in (X2, sp.csr_matrix(X2)):
        mine = ours.LogisticRegression(**tight).fit(X, Y2, weights)
        theirs = linear_model.LogisticRegression(**tight).fit(X, Y2, weights)
        np.testing.assert_allclose(mine.coef_, theirs.coef_, rtol=2e-3, atol=2e-4)
        np.testing.assert_allclose(mine.intercept_, theirs.intercept_, rtol=2e-3, atol=2e-4)
        np.testing.assert_allclose(mine.predict_proba(X), theirs.predict_proba(X), atol=1e-3)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"multi_class": "ovr"},
        {"multi_class": "ovr", "class_weight": "balanced"},
        {"multi_class": "ovr", "class_weight": {0: 2, 2: 0.5}},
        {"class_weight": {0: 2, 2: 0.5}},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore")
def test_three_classes_have_the_coefficients_of_scikit_learn(settings):
    tight = {"tol": 1e-9, "max_iter": 20000, **settings}
    mine = ours.LogisticRegression(**tight).fit(X3, Y3)
    theirs = linear_model.LogisticRegression(**tight).fit(X3, Y3)
    np.testing.assert_allclose(mine.coef_, theirs.coef_, rtol=2e-3, atol=2e-4)
    np.testing.assert_allclose(mine.predict_proba(X3), theirs.predict_proba(X3), atol=1e-3)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"loss": "hinge", "C": 0.1},
        {"penalty": "l1", "dual": False, "C": 0.5},
        {"fit_intercept": False},
        {"intercept_scaling": 10},
        {"class_weight": {0: 3}},
        {"multi_class": "crammer_singer", "C": 0.1},
    ],
    ids=str,
)
@pytest.mark.parametrize("X, y", [(X2, Y2), (X3, Y3)], ids=["two classes", "three classes"])
@pytest.mark.filterwarnings("ignore")
def test_the_svm_has_the_coefficients_of_scikit_learn(settings, X, y):
    tight = {"tol": 1e-9, "max_iter": 200000, **settings}
    mine = ours.LinearSVC(**tight).fit(X, y)
    theirs = svm.LinearSVC(**tight).fit(X, y)
    np.testing.assert_allclose(mine.coef_, theirs.coef_, rtol=1e-2, atol=2e-3)
    assert mine.gap_ <= 1e-8


@pytest.mark.parametrize("estimator", [ours.LogisticRegression(), ours.LinearSVC()], ids=str)
def test_class_weights_and_row_weights_are_alike(estimator):
    by_class = clone(estimator).set_params(class_weight={0: 5, 1: 1}, tol=1e-9).fit(X2, Y2)
    by_row = clone(estimator).set_params(tol=1e-9).fit(X2, Y2, np.where(Y2 == 0, 5.0, 1.0))
    np.testing.assert_allclose(by_class.coef_, by_row.coef_, rtol=1e-6)


def test_a_large_tol_does_not_give_a_zero_model():
    model = ours.LogisticRegression(tol=1).fit(X2, Y2)
    assert np.abs(model.coef_).max() > 0.1 and model.gap_ <= 1e-3


def test_what_is_proved_is_there():
    model = ours.LogisticRegression().fit(X2, Y2)
    assert model.gap_ <= 1e-6 and isinstance(model.objective_, Interval)
    assert isinstance(ours.Perceptron().fit(X2, Y2).margin_, Interval)


@pytest.mark.parametrize("estimator", ALL, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_weights_that_are_set_are_used(estimator):
    model = clone(estimator).fit(X2, Y2)
    model.coef_ = -model.coef_
    model.intercept_[:] = 0
    scores = model.decision_function(X2)
    np.testing.assert_allclose(scores, (X2 @ model.coef_.T).ravel())
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X2), model.predict(X2))
    np.testing.assert_allclose(model.sparsify().decision_function(X2), scores)
    assert sp.issparse(model.coef_) and not sp.issparse(model.densify().coef_)


@pytest.mark.parametrize(
    "estimator, message",
    [
        (ours.LogisticRegression(solver="saga", penalty="l1"), "use multi_class='ovr'"),
        (ours.SGDClassifier("modified_huber"), "use 'squared_hinge'"),
        (ours.SGDClassifier("squared_error"), "use 'squared_hinge', or sklearn"),
        (ours.SGDClassifier(learning_rate="invscaling", eta0=1, power_t=0.3), "power_t"),
        (ours.SGDClassifier(average=10), "use average=True"),
        (ours.PassiveAggressiveClassifier(average=10), "expected True or False"),
        (ours.Perceptron(eta0=3), "leave it at 1"),
        (ours.LinearSVC(penalty="l1"), "perceptron.LinearClassifier has all"),
        (ours.LogisticRegression(C=0), "C: expected a number above 0"),
        (ours.LogisticRegression(tol=-1), "tol: expected"),
    ],
    ids=str,
)
def test_what_cannot_be_honoured_raises_and_says_what_to_use(estimator, message):
    with pytest.raises(ValueError, match=message):
        estimator.fit(X3, Y3)


def test_too_few_passes_are_reported_as_scikit_learn_does():
    with pytest.warns(ConvergenceWarning, match="lbfgs failed to converge"):
        model = ours.LogisticRegression(max_iter=1, tol=1e-12).fit(X2, Y2)
    assert model.n_iter_.tolist() == [1]
    with pytest.warns(ConvergenceWarning, match="Liblinear failed to converge"):
        ours.LinearSVC(max_iter=1).fit(X2, Y2)


def test_missing_probabilities_say_what_has_them():
    for estimator in (ours.Perceptron(), ours.SGDClassifier(), ours.PassiveAggressiveClassifier()):
        assert not hasattr(estimator, "predict_proba")
        with pytest.raises(AttributeError, match="sigmoid"):
            estimator.predict_proba


@pytest.mark.filterwarnings("ignore")
def test_a_warm_start_continues_from_the_last_weights():
    X, y = load_iris(return_X_y=True)
    model = ours.LogisticRegression(warm_start=True).fit(X, y)
    far = clone(model).set_params(max_iter=1).fit(X, y)
    before = model.coef_
    model.set_params(max_iter=1).fit(X, y)
    assert np.abs(model.coef_ - before).sum() < np.abs(far.coef_ - before).sum()


def test_training_in_parts_is_training_in_passes():
    whole = ours.SGDClassifier(shuffle=False, tol=None, max_iter=3).fit(X3, Y3)
    parts = ours.SGDClassifier(shuffle=False)
    for _ in range(3):
        parts.partial_fit(X3, Y3, classes=[0, 1, 2])
    np.testing.assert_allclose(parts.coef_, whole.coef_)
    assert parts.t_ == whole.t_


def test_initial_weights_of_many_classes_are_used():
    start = ours.Perceptron().fit(X3, Y3)
    model = ours.SGDClassifier("perceptron", penalty=None, shuffle=False, tol=None, max_iter=1)
    there = clone(model).fit(X3[:0 + 3], [0, 1, 2], start.coef_, start.intercept_)
    assert there.coef_.shape == start.coef_.shape
    assert np.abs(there.coef_ - start.coef_).max() < np.abs(X3).max() * 4


def test_scores_of_the_cross_validation_are_those_of_scikit_learn():
    settings = {"Cs": [0.01, 1, 100], "cv": 4, "tol": 1e-8, "max_iter": 5000}
    mine = ours.LogisticRegressionCV(**settings).fit(X2, Y2)
    theirs = linear_model.LogisticRegressionCV(**settings).fit(X2, Y2)
    np.testing.assert_allclose(mine.scores_[1], theirs.scores_[1])
    np.testing.assert_allclose(mine.C_, theirs.C_)
    np.testing.assert_allclose(mine.coef_, theirs.coef_, rtol=1e-3, atol=1e-4)
