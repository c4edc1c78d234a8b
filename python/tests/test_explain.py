"""Contributions add up to the scores, and changes change the predictions where it is said."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.preprocessing import StandardScaler

from perceptron import LinearClassifier


@pytest.fixture(name="cancer")
def cancer_data():
    data = load_breast_cancer()
    return StandardScaler().fit_transform(data.data)[:, :8], data.target_names[data.target]


def test_contributions_are_weights_times_distances_from_the_average(cancer):
    X, y = cancer
    model = LinearClassifier("log_loss").fit(X, y)
    rows = model.explain(X[:20], top=8)
    mean = X[:20].mean(axis=0)
    for row, x, score in zip(rows, X, model.decision_function(X)):
        assert row["score"] == pytest.approx(score, rel=1e-12)
        assert row["class"] == model.classes_[int(score >= 0)]
        for each in row["contributions"]:
            j = int(each["feature"].lstrip("x")) - 1
            assert each["contribution"] == pytest.approx(
                model.coef_[0, j] * (x[j] - mean[j]), rel=1e-9, abs=1e-12
            )
        total = row["average_score"] + row["others"]
        total += sum(each["contribution"] for each in row["contributions"])
        assert total == pytest.approx(score, rel=1e-9)
        distance = abs(score) / np.linalg.norm(model.coef_[0])
        assert row["radius"] == pytest.approx(distance, rel=1e-9)


def test_predictions_change_where_it_says(cancer):
    X, y = cancer
    frame = pd.DataFrame(X, columns=[f"column {j}" for j in range(X.shape[1])])
    model = LinearClassifier("hinge").fit(frame, y)
    for i, row in enumerate(model.explain(frame[:10])):
        flip = row["flip"]
        for further, expected in ((-1e-6, row["class"]), (1e-6, flip["class"])):
            moved = frame[i : i + 1].copy()
            moved[flip["feature"]] = flip["flip_at"] + further * flip["change"]
            assert model.predict(moved)[0] == expected


def test_many_classes_are_explained_against_their_rival():
    X, y = load_iris(return_X_y=True)
    model = LinearClassifier("softmax").fit(X, y)
    scores = model.decision_function(X)
    for row, each in zip(model.explain(X), scores):
        order = np.argsort(-each, kind="stable")
        assert (row["class"], row["rival"]) == (order[0], order[1])
        assert row["score"] == pytest.approx(each[order[0]] - each[order[1]], rel=1e-9)
