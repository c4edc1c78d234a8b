"""Models are the same as those of scikit-learn and of the program."""

import json
import os
import subprocess

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier
from sklearn.svm import LinearSVC

import perceptron
from perceptron import LinearClassifier, PassiveAggressiveClassifier, PerceptronClassifier


def integers(seed, classes=2, rows=200, features=7):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, rows)
    X = rng.integers(-9, 10, (rows, features)) + 3 * (y[:, None] == np.arange(features) % classes)
    return X.astype(float), y


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("intercept", [True, False])
def test_the_perceptron_is_that_of_scikit_learn(seed, classes, intercept):
    X, y = integers(seed, classes)
    passes = 1 + seed % 7
    theirs = Perceptron(
        max_iter=passes, tol=None, shuffle=False, fit_intercept=intercept
    ).fit(X, y)
    ours = PerceptronClassifier(max_iter=passes, shuffle=False, fit_intercept=intercept).fit(X, y)
    np.testing.assert_array_equal(ours.coef_, theirs.coef_)
    np.testing.assert_array_equal(ours.intercept_, theirs.intercept_)
    np.testing.assert_array_equal(ours.classes_, theirs.classes_)
    if classes > 2 or np.all(ours.decision_function(X) != 0):
        np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_the_perceptron_is_that_of_scikit_learn_on_float32_and_with_weights():
    X, y = integers(3)
    weights = np.random.default_rng(1).integers(1, 5, len(y)).astype(float)
    theirs = Perceptron(max_iter=4, tol=None, shuffle=False).fit(X, y, sample_weight=weights)
    for rows in (X, X.astype(np.float32), X.astype(np.int8)):
        ours = PerceptronClassifier(max_iter=4, shuffle=False).fit(rows, y, sample_weight=weights)
        np.testing.assert_array_equal(ours.coef_, theirs.coef_)
        np.testing.assert_array_equal(ours.intercept_, theirs.intercept_)


@pytest.mark.parametrize("variant, loss", [("PA-I", "hinge"), ("PA-II", "squared_hinge")])
def test_passive_aggressive_is_that_of_scikit_learn(variant, loss):
    from sklearn.linear_model import PassiveAggressiveClassifier as Theirs

    X, y = integers(5)
    theirs = Theirs(C=0.01, max_iter=3, tol=None, shuffle=False, loss=loss, fit_intercept=False)
    ours = PassiveAggressiveClassifier(
        C=0.01, variant=variant, max_iter=3, shuffle=False, fit_intercept=False
    )
    np.testing.assert_allclose(ours.fit(X, y).coef_, theirs.fit(X, y).coef_, rtol=1e-9)


@pytest.mark.parametrize("alpha", [1e-3, 1e-1])
def test_losses_have_the_minimum_that_scikit_learn_finds(alpha):
    X, y = integers(7)
    n = len(y)
    ours = LinearClassifier("log_loss", alpha=alpha, tol=1e-10).fit(X, y)
    theirs = LogisticRegression(C=1 / (alpha * n), tol=1e-12, max_iter=10000).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-4, atol=1e-7)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-4, atol=1e-7)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)

    ours = LinearClassifier("hinge", alpha=alpha, tol=1e-9, penalise_intercept=True).fit(X, y)
    theirs = LinearSVC(C=1 / (alpha * n), loss="hinge", tol=1e-10, max_iter=10**6).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-3, atol=1e-5)

    def objective(w, b, l1, l2):
        losses = np.maximum(0, 1 - np.where(y == 1, 1, -1) * (X @ w + b)).mean()
        return losses + l1 * np.abs(w).sum() + l2 / 2 * (w @ w)

    alpha = max(alpha, 0.1)
    ours = LinearClassifier(penalty="elasticnet", alpha=alpha, l1_ratio=0.3, tol=1e-6).fit(X, y)
    theirs = SGDClassifier(
        penalty="elasticnet", alpha=alpha, l1_ratio=0.3, max_iter=2000, tol=None, random_state=1
    ).fit(X, y)
    minimum = objective(ours.coef_[0], ours.intercept_[0], 0.3 * alpha, 0.7 * alpha)
    assert minimum <= objective(theirs.coef_[0], theirs.intercept_[0], 0.3 * alpha, 0.7 * alpha)
    assert ours.objective_.lower <= minimum <= ours.objective_.upper * (1 + 1e-12)


def test_lasso_makes_weights_zero():
    X, y = integers(2, features=20)
    model = LinearClassifier("log_loss", penalty="l1", alpha=0.5).fit(X, y)
    assert 0 < np.count_nonzero(model.coef_) < 20


PROGRAM = os.environ.get("PERCEPTRON_PROGRAM")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


needs_program = pytest.mark.skipif(not PROGRAM, reason="no PERCEPTRON_PROGRAM")


@needs_program
@pytest.mark.parametrize(
    "estimator, arguments",
    [
        (PerceptronClassifier(), ["--learner", "perceptron"]),
        (PerceptronClassifier("averaged", max_iter=7), ["--learner", "averaged", "--epochs", "7"]),
        (PerceptronClassifier("pocket", random_state=9), ["--learner", "pocket", "--seed", "9"]),
        (PassiveAggressiveClassifier(C=0.5), ["--learner", "passive-aggressive",
                                              "--aggressiveness", "0.5"]),
        (LinearClassifier("log_loss", scale="standard"), ["--learner", "logistic",
                                                          "--scale", "standard"]),
    ],
)
@pytest.mark.parametrize("classes", [2, 3])
def test_python_trains_the_same_model_as_the_program(estimator, arguments, classes, tmp_path):
    X, y = integers(11, classes)
    table = tmp_path / "data.csv"
    np.savetxt(table, np.column_stack([X, y]), delimiter=",", fmt="%g")
    path = str(tmp_path / "model")
    output = json.loads(run("train", str(table), *arguments, "--json", "-o", path))
    model = estimator.fit(X, y)
    loaded = perceptron.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.coef_, model.coef_)
    np.testing.assert_array_equal(loaded.intercept_, model.intercept_)
    assert type(loaded) is type(model)
    changed = {k: v for k, v in model.get_params().items() if v != loaded.get_params()[k]}
    assert set(changed) <= {"random_state", "max_iter", "alpha", "penalty"}
    assert output["epochs"] == model.n_iter_
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))


@needs_program
def test_the_program_reads_models_of_python(tmp_path):
    import pandas as pd

    data = perceptron.generate("gaussians", rows=200, classes=3, seed=1)
    frame = data.frame()
    frame.columns = ["width", "height", "kind"]
    frame.to_csv(tmp_path / "data.csv", index=False)
    model = LinearClassifier("log_loss").fit(frame[["width", "height"]], frame["kind"])
    perceptron.save(model, tmp_path / "model")
    frame[["height", "width"]].to_csv(tmp_path / "new.csv", index=False)
    answers = run("predict", str(tmp_path / "model"), str(tmp_path / "new.csv")).split()
    assert [int(a) for a in answers] == model.predict(frame[["width", "height"]]).tolist()
    output = json.loads(run("evaluate", str(tmp_path / "model"), str(tmp_path / "data.csv"),
                            "--json"))
    expected = model.score(frame[["width", "height"]], frame["kind"])
    assert output["accuracy"] == pytest.approx(expected)
    assert isinstance(pd.read_csv(tmp_path / "new.csv"), pd.DataFrame)


@needs_program
def test_spellings_of_one_number_are_one_class(tmp_path):
    """+1, 1 and 1.0 are one class, in files and in Python."""
    (tmp_path / "data.libsvm").write_text("+1 1:2 2:1\n-1 1:-1\n+1 1:3\n-1 2:-2\n")
    data = perceptron.read(tmp_path / "data.libsvm")
    assert data.y.tolist() == [1, -1, 1, -1]
    (tmp_path / "proof.json").write_text(perceptron.margin(data.X, data.y).certificate)
    output = json.loads(run("verify", str(tmp_path / "proof.json"),
                            str(tmp_path / "data.libsvm"), "--json"))
    assert output["valid"] is True
    run("margin", str(tmp_path / "data.libsvm"), "-o", str(tmp_path / "other.json"))
    assert perceptron.verify(tmp_path / "other.json", data.X, data.y)


@needs_program
def test_the_program_verifies_what_python_proved(tmp_path):
    X, y = integers(4)
    np.savetxt(tmp_path / "data.csv", np.column_stack([X, y]), delimiter=",", fmt="%g")
    found = perceptron.margin(X, y)
    (tmp_path / "proof.json").write_text(found.certificate)
    output = json.loads(run("verify", str(tmp_path / "proof.json"), str(tmp_path / "data.csv"),
                            "--json"))
    assert output["valid"] is True
    verdict = perceptron.verify(tmp_path / "proof.json", sp.csr_matrix(X), y)
    assert verdict.valid and verdict.kind == output["kind"]
