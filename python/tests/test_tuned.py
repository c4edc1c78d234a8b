"""Grid search as an estimator: several metrics, and pipelines."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone, is_classifier
from sklearn.datasets import load_iris
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import perceptron
from perceptron import LinearClassifier, MarginClassifier, PerceptronClassifier, TunedClassifier

X, Y = load_iris(return_X_y=True)
BINARY = (X[Y > 0], Y[Y > 0])
GRID = {"alpha": [1e-4, 1e-2, 1.0]}


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_several_metrics_are_those_of_a_grid_search(n_jobs):
    estimator = LinearClassifier("log_loss", shuffle=False)
    metrics = {"scoring": ["roc_auc", "neg_log_loss", "f1_macro", "accuracy"], "refit": "roc_auc"}
    theirs = GridSearchCV(estimator, GRID, **metrics).fit(*BINARY)
    ours = TunedClassifier(estimator, GRID, n_jobs=n_jobs, **metrics).fit(*BINARY)
    assert ours.best_params_ == theirs.best_params_
    for name in metrics["scoring"]:
        for kind in ("mean", "std", "rank"):
            key = f"{kind}_test_{name}"
            np.testing.assert_allclose(ours.cv_results_[key], theirs.cv_results_[key], rtol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))
    assert ours.score(*BINARY) == pytest.approx(theirs.score(*BINARY))
    assert ours.n_splits_ == 5 and is_classifier(ours)


def test_probabilities_of_many_classes_are_scored():
    estimator = LinearClassifier("softmax", shuffle=False)
    for scoring in ("roc_auc_ovr", "neg_log_loss"):
        ours = perceptron.cross_validate(estimator, X, Y, scoring=scoring)["test_score"]
        theirs = cross_val_score(estimator, X, Y, scoring=scoring)
        np.testing.assert_allclose(ours, theirs, rtol=1e-9)


@pytest.mark.parametrize("last", [LinearClassifier(shuffle=False), MarginClassifier()], ids=str)
@pytest.mark.filterwarnings("ignore")
def test_transformers_of_a_pipeline_are_fitted_in_each_fold(last):
    pipeline = make_pipeline(StandardScaler(), last)
    name = pipeline.steps[-1][0]
    grid = {f"{name}__alpha": [1e-3, 1.0], "standardscaler__with_mean": [True, False]}
    theirs = GridSearchCV(pipeline, grid).fit(*BINARY)
    ours = TunedClassifier(pipeline, grid).fit(*BINARY)
    np.testing.assert_allclose(
        ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"]
    )
    assert ours.best_params_ == theirs.best_params_
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_a_pipeline_may_start_with_texts():
    texts = ["good film", "bad film", "very good", "very bad", "so good", "so bad"] * 5
    labels = ["yes", "no"] * 15
    pipeline = make_pipeline(TfidfVectorizer(), LinearClassifier())
    grid = {"linearclassifier__alpha": [1e-3, 1.0], "tfidfvectorizer__min_df": [1, 2]}
    model = TunedClassifier(pipeline, grid, cv=3).fit(texts, labels)
    assert model.predict(["good", "bad"]).tolist() == ["yes", "no"]
    assert model.cv_results_["mean_test_score"].max() == 1
    assert perceptron.cross_validate(pipeline, texts, labels, cv=3)["test_score"].min() == 1


def test_every_setting_of_a_fold_is_trained_in_one_bank():
    result = perceptron.tune(make_pipeline(StandardScaler(), LinearClassifier()), *BINARY,
                             {"linearclassifier__alpha": [1e-3, 1e-2, 1e-1]}, cv=4)
    assert result.models == 12
    np.testing.assert_array_equal(result.predict(X[:3]), result.best_estimator_.predict(X[:3]))


def test_rows_may_be_sparse_and_weighted():
    weights = np.where(BINARY[1] == 1, 3.0, 1.0)
    model = TunedClassifier(PerceptronClassifier(), {"variant": ["plain", "averaged"]})
    dense = clone(model).fit(*BINARY, sample_weight=weights)
    sparse = clone(model).fit(sp.csr_matrix(BINARY[0]), BINARY[1], sample_weight=weights)
    np.testing.assert_allclose(
        dense.cv_results_["mean_test_score"], sparse.cv_results_["mean_test_score"]
    )


def test_what_is_missing_is_said():
    model = TunedClassifier(LinearClassifier(), GRID, refit=False).fit(*BINARY)
    assert not hasattr(model, "best_estimator_")
    with pytest.raises(AttributeError, match="use refit=True"):
        model.tuning_.predict(X)
    assert not hasattr(TunedClassifier(LinearClassifier(), GRID), "predict_proba")
    with pytest.raises(ValueError, match="refit: expected one of"):
        TunedClassifier(LinearClassifier(), GRID, scoring=["f1"], refit="auc").fit(*BINARY)
    with pytest.raises(TypeError, match="pipeline that ends in one"):
        perceptron.cross_validate(make_pipeline(LinearClassifier(), StandardScaler()), X, Y)
