"""Cross-validation and grid search give the results of scikit-learn."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import model_selection
from sklearn.datasets import load_iris, make_classification
from sklearn.linear_model import Perceptron
from sklearn.metrics import f1_score
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneOut,
    ShuffleSplit,
    StratifiedKFold,
)

import perceptron
from perceptron import (
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PerceptronClassifier,
)


@pytest.fixture(scope="module", params=[2, 3])
def task(request):
    X, y = make_classification(
        240, 8, n_informative=6, n_classes=request.param, flip_y=0.1, random_state=1
    )
    return np.round(8 * X), y


EXACT = [
    PerceptronClassifier(shuffle=False, max_iter=7),
    PerceptronClassifier("averaged", shuffle=False, max_iter=7),
    PerceptronClassifier("pocket", shuffle=False, max_iter=4),
    PerceptronClassifier(shuffle=False, max_iter=5, multiclass="one-vs-one"),
    PerceptronClassifier(shuffle=False, max_iter=5, class_weight="balanced"),
    PassiveAggressiveClassifier(C=0.1, shuffle=False, max_iter=5),
    LinearClassifier(alpha=0.01, shuffle=False),
    LinearClassifier("log_loss", alpha=0.01, shuffle=False, scale="standard"),
]


@pytest.mark.parametrize("estimator", EXACT, ids=[repr(e) for e in EXACT])
@pytest.mark.parametrize(
    "cv", [3, KFold(4), KFold(4, shuffle=True, random_state=1), StratifiedKFold(5)], ids=str
)
@pytest.mark.filterwarnings("ignore")
def test_scores_are_those_of_scikit_learn(task, estimator, cv):
    X, y = task
    theirs = model_selection.cross_validate(estimator, X, y, cv=cv, return_train_score=True)
    ours = perceptron.cross_validate(estimator, X, y, cv=cv, return_train_score=True)
    np.testing.assert_allclose(ours["test_score"], theirs["test_score"], rtol=1e-14)
    np.testing.assert_allclose(ours["train_score"], theirs["train_score"], rtol=1e-14)


def test_scores_with_shuffling_are_as_good(task):
    X, y = task
    estimator = PerceptronClassifier("averaged", max_iter=20)
    theirs = model_selection.cross_validate(estimator, X, y, cv=5)["test_score"].mean()
    ours = perceptron.cross_validate(estimator, X, y, cv=5)["test_score"].mean()
    assert abs(ours - theirs) < 0.05


@pytest.mark.filterwarnings("ignore")
def test_predictions_and_other_scores(task):
    X, y = task
    estimator = PerceptronClassifier(shuffle=False, max_iter=6)
    predicted = model_selection.cross_val_predict(estimator, X, y, cv=4)
    ours = perceptron.cross_validate(
        estimator, X, y, cv=4, scoring="f1_macro", return_predictions=True
    )
    np.testing.assert_array_equal(ours["predictions"], predicted)
    theirs = model_selection.cross_validate(estimator, X, y, cv=4, scoring="f1_macro")
    np.testing.assert_allclose(ours["test_score"], theirs["test_score"])
    again = perceptron.cross_validate(
        estimator, X, y, cv=4, scoring=lambda t, p: f1_score(t, p, average="macro")
    )
    np.testing.assert_allclose(again["test_score"], theirs["test_score"])
    with pytest.raises(ValueError, match="needs probabilities"):
        perceptron.cross_validate(estimator, X, y, scoring="neg_log_loss")


@pytest.mark.filterwarnings("ignore")
def test_splits_of_every_kind(task):
    X, y = task
    estimator = PerceptronClassifier(shuffle=False, max_iter=5)
    groups = np.arange(len(y)) // 10
    for cv in (
        GroupKFold(4),
        LeaveOneOut(),
        ShuffleSplit(3, test_size=0.3, random_state=1),
        [(np.arange(100), np.arange(100, 200))],
        [(np.arange(40, 240), np.arange(40))],
    ):
        kwargs = {"groups": groups} if isinstance(cv, GroupKFold) else {}
        theirs = model_selection.cross_validate(estimator, X, y, cv=cv, **kwargs)
        ours = perceptron.cross_validate(estimator, X, y, cv=cv, **kwargs)
        np.testing.assert_allclose(ours["test_score"], theirs["test_score"])


@pytest.mark.filterwarnings("ignore")
def test_sample_weights_are_used_in_training(task):
    X, y = task
    weights = np.random.default_rng(1).integers(1, 4, len(y)).astype(float)
    estimator = PerceptronClassifier(shuffle=False, max_iter=5)
    theirs = model_selection.cross_validate(
        estimator, X, y, cv=4, fit_params={"sample_weight": weights}
    )
    ours = perceptron.cross_validate(estimator, X, y, cv=4, sample_weight=weights)
    np.testing.assert_allclose(ours["test_score"], theirs["test_score"])


@pytest.mark.filterwarnings("ignore")
def test_tuning_is_a_grid_search(task):
    X, y = task
    X = sp.csr_matrix(X)
    grid = {"max_iter": [1, 3, 9], "variant": ["plain", "averaged"]}
    estimator = PerceptronClassifier(shuffle=False)
    theirs = GridSearchCV(estimator, grid, cv=4).fit(X, y)
    ours = perceptron.tune(estimator, X, y, grid, cv=4)
    np.testing.assert_allclose(
        ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"]
    )
    np.testing.assert_allclose(
        ours.cv_results_["std_test_score"], theirs.cv_results_["std_test_score"]
    )
    assert list(ours.cv_results_["rank_test_score"]) == list(theirs.cv_results_["rank_test_score"])
    assert ours.cv_results_["params"] == theirs.cv_results_["params"]
    assert ours.best_params_ == theirs.best_params_
    assert ours.best_score_ == pytest.approx(theirs.best_score_)
    np.testing.assert_array_equal(ours.best_estimator_.coef_, theirs.best_estimator_.coef_)
    assert list(ours.frame()["rank_test_score"]) == sorted(ours.cv_results_["rank_test_score"])
    assert ours.best_params_["variant"] in ours._repr_html_()
    assert "6 settings" in repr(ours)


@pytest.mark.filterwarnings("ignore")
def test_tuning_along_a_path(task):
    X, y = task
    grid = {"alpha": [1e-3, 1e-2, 1e-1], "loss": ["hinge", "log_loss"]}
    alone = perceptron.tune(LinearClassifier(tol=1e-6), X, y, grid)
    path = perceptron.tune(LinearClassifier(tol=1e-6), X, y, grid, path=True)
    np.testing.assert_allclose(
        path.cv_results_["mean_test_score"], alone.cv_results_["mean_test_score"], atol=0.02
    )
    assert path.models == alone.models


@pytest.mark.filterwarnings("ignore")
def test_the_margin_classifier_is_cross_validated_too():
    X, y = load_iris(return_X_y=True)
    X, y = X[y < 2], y[y < 2]
    assert perceptron.cross_validate(MarginClassifier(), X, y)["test_score"].mean() == 1


def test_losses_warn_if_they_did_not_converge(task):
    from sklearn.exceptions import ConvergenceWarning

    X, y = task
    with pytest.warns(ConvergenceWarning, match="did not reach tol"):
        perceptron.cross_validate(LinearClassifier(max_iter=1, tol=1e-12), X, y)


@pytest.mark.filterwarnings("ignore")
def test_overflow_has_no_score(task):
    X, y = task
    for scoring in ("accuracy", "f1_macro"):
        found = perceptron.cross_validate(
            PerceptronClassifier(), X * 1e200, y, scoring=scoring
        )
        assert np.isnan(found["test_score"]).all()


def test_scorers_of_predicted_classes_are_accepted(task):
    from sklearn.metrics import make_scorer

    X, y = task
    estimator = PerceptronClassifier(shuffle=False, max_iter=5)
    scorer = make_scorer(f1_score, average="macro")
    np.testing.assert_allclose(
        perceptron.cross_validate(estimator, X, y, scoring=scorer)["test_score"],
        perceptron.cross_validate(estimator, X, y, scoring="f1_macro")["test_score"],
    )


def test_cross_validation_refuses_invalid_arguments(task):
    X, y = task
    with pytest.raises(ValueError, match="every row once"):
        perceptron.cross_validate(
            PerceptronClassifier(), X, y, cv=ShuffleSplit(2), return_predictions=True
        )
    with pytest.raises(ValueError, match="expected a metric by its name"):
        perceptron.cross_validate(PerceptronClassifier(), X, y, scoring=5)
    with pytest.raises(ValueError, match="found none"):
        perceptron.cross_validate(PerceptronClassifier(), X, y, scoring=[])
    with pytest.raises(ValueError, match="name the one that decides: accuracy, f1_macro"):
        perceptron.tune(
            PerceptronClassifier(), X, y, {"max_iter": [1]}, scoring=["accuracy", "f1_macro"]
        )
    with pytest.raises(ValueError, match="is the accuracy"):
        perceptron.cross_validate(
            PerceptronClassifier(), X, y, scoring="f1_macro", return_train_score=True
        )
    with pytest.raises(ValueError, match="one class only"):
        perceptron.cross_validate(PerceptronClassifier(), X, np.ones(len(y)), cv=KFold(3))
    with pytest.raises(ValueError, match="found none"):
        perceptron.tune(PerceptronClassifier(), X, y, [])
    with pytest.raises(TypeError, match="estimator of this package"):
        perceptron.cross_validate(Perceptron(), X, y)
    with pytest.raises(ValueError, match="Invalid parameter"):
        perceptron.tune(PerceptronClassifier(), X, y, {"depth": [1]})
    with pytest.raises(ValueError):
        perceptron.cross_validate(PerceptronClassifier(), X, y, cv=1)
