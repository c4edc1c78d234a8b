"""The metrics of held-out predictions are those that scikit-learn computes from the same rows."""

import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.datasets import load_digits, load_iris
from sklearn.preprocessing import label_binarize

PROGRAM = os.environ.get("PERCEPTRON_PROGRAM")


def table_of(name, data_file):
    """The rows of a dataset, the class last."""
    if name in ("digits", "iris"):
        X, y = (load_digits if name == "digits" else load_iris)(return_X_y=True)
        return pd.DataFrame(X).assign(label=[f"c{each}" for each in y])
    frame = pd.read_csv(data_file(f"{name}.csv"), header=None, skiprows=1, nrows=2500)
    label = 0 if name == "letter" and frame[0].dtype == object else frame.columns[-1]
    return frame.drop(columns=label).assign(label=[f"c{each}" for each in frame[label]])


@pytest.mark.skipif(not PROGRAM, reason="no PERCEPTRON_PROGRAM")
@pytest.mark.parametrize("name", ["oil-spill", "ionosphere", "letter", "digits", "iris"])
@pytest.mark.parametrize("learner", ["logistic", "averaged"])
def test_metrics_are_those_of_scikit_learn(name, learner, data_file, tmp_path):
    table = table_of(name, data_file)
    table.columns = [f"x{column}" for column in table.columns[:-1]] + ["label"]
    data, held_out = tmp_path / "data.csv", tmp_path / "held-out.csv"
    table.to_csv(data, index=False)
    words = ["validate", data, "--learner", learner, "--scale", "standard", "--folds", "3"]
    words += ["--stratify", "--predictions", held_out, "--json", "--quiet"]
    if learner == "averaged":
        words += ["--epochs", "3"]
    out = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout
    ours = json.loads(out)
    rows = pd.read_csv(held_out)
    assert rows["row"].tolist() == list(range(1, len(table) + 1))
    assert rows["class"].tolist() == table["label"].tolist()
    truth, predicted = rows["class"], rows["prediction"]
    classes = ours["classes"]
    two = len(classes) == 2
    onehot = label_binarize(truth, classes=classes)
    scores = rows["score"] if two else rows[[f"score {each}" for each in classes]].to_numpy()
    expected = {
        "pooled_accuracy": metrics.accuracy_score(truth, predicted),
        "balanced_accuracy": metrics.balanced_accuracy_score(truth, predicted),
        "mcc": metrics.matthews_corrcoef(truth, predicted),
        "auc": metrics.roc_auc_score(onehot, scores, average="macro"),
        "average_precision": metrics.average_precision_score(onehot, scores, average="macro"),
    }
    if learner == "logistic":
        given = rows[[f"probability {each}" for each in classes]].to_numpy()
        expected["log_loss"] = metrics.log_loss(truth, given, labels=classes, eps=1e-15)
        indicators = np.column_stack([1 - onehot, onehot]) if two else onehot
        squares = ((given - indicators) ** 2).sum(axis=1).mean()
        expected["brier"] = squares / 2 if two else squares
    for key, value in expected.items():
        assert ours[key] == pytest.approx(value, rel=0, abs=1e-12), key
    for key in ("macro", "weighted"):
        found = metrics.precision_recall_fscore_support(
            truth, predicted, labels=classes, average=key, zero_division=0
        )
        for part, value in zip(("precision", "recall", "f1"), found):
            assert ours[key][part] == pytest.approx(value, rel=0, abs=1e-12), (key, part)
