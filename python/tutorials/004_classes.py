"""Multiclass classification, regularisation and probabilities.

You will learn
- three multiclass schemes: one-vs-one, one-vs-rest, joint;
- why the order of the rows matters, and how much;
- what L2, L1 and both together do, in a table over their coefficient;
- how to predict probabilities, and how to save a model to a file.
"""

import os
import tempfile

import numpy as np
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split

import perceptron

iris = load_iris(as_frame=True)
X, y = iris.data, iris.target_names[iris.target]
X_train, X_test, y_train, y_test = train_test_split(
    X, y, test_size=30, stratify=y, random_state=0
)
by_class = np.argsort(y_train, kind="stable")  # as in many files
X_sorted, y_sorted = X_train.iloc[by_class], y_train[by_class]

print("1. Three classes from planes")

# One-vs-one trains a plane for each pair and counts votes; one-vs-rest takes the highest score;
# joint updates the planes of the true and of the wrongly predicted class together.
print("20 passes; correct of 30 test rows:")
print("               planes  sorted by class  shuffled  shuffled and averaged")
for multiclass in ("one-vs-one", "one-vs-rest", "joint"):
    right = []
    for variant, shuffle in (("plain", False), ("plain", True), ("averaged", True)):
        model = perceptron.PerceptronClassifier(
            variant, max_iter=20, shuffle=shuffle, multiclass=multiclass
        ).fit(X_sorted, y_sorted)
        right.append(round(30 * model.score(X_test, y_test)))
    print(f"  {multiclass:11} {len(model.coef_):7}  {right[0]:15}  {right[1]:8}  {right[2]:21}")
    assert right[0] <= right[2]
# Rows sorted by class are the worst order: the last updates of a pass are all of one class.

seeds = [
    perceptron.PerceptronClassifier(max_iter=20, random_state=seed, multiclass=multiclass)
    .fit(X_train, y_train).score(X_test, y_test)
    for multiclass in ("one-vs-one", "one-vs-rest") for seed in range(100)
]
one, rest = np.reshape(seeds, (2, 100))
print(f"100 shuffles: one-vs-one {one.mean():.2f}, from {one.min():.2f} to {one.max():.2f};"
      f" one-vs-rest {rest.mean():.2f}, from {rest.min():.2f} to {rest.max():.2f}")
assert one.mean() > rest.mean()  # no plane separates the middle class from the rest

print("\n2. Regularisation")

alphas, penalties = [0.01, 0.1, 1.0, 10.0, 100.0], ["l2", "l1", "elasticnet"]
for name, estimator in (
    ("perceptron", perceptron.PerceptronClassifier(max_iter=20)),
    ("logistic regression", perceptron.LinearClassifier("log_loss")),
):
    # All settings and folds train together, in one pass over the rows.
    table = perceptron.tune(estimator, X, y, {"alpha": alphas, "penalty": penalties})
    scores = table.frame().infer_objects().pivot(  # alphas as numbers, for sorting
        index="param_alpha", columns="param_penalty", values="mean_test_score"
    )
    print(f"{name}, one-vs-rest, accuracy over 5 folds (best {table.best_params_}):")
    print(scores.rename_axis(index="alpha", columns=None).to_string(float_format="%.3f"))
    # Too strong a penalty shrinks the weights to nearly 0: the model underfits, but it is not
    # worse than chance.
    assert scores.min().min() >= 1 / 3 - 1e-9 and scores.iloc[0].min() > scores.iloc[-1].max()

lasso = perceptron.LinearClassifier("log_loss", penalty="l1", alpha=0.05).fit(X, y)
print("L1 makes most weights exactly 0:")
print(lasso.weights().round(2).to_string())
assert np.count_nonzero(lasso.coef_) < lasso.coef_.size / 2

print("\n3. Model selection")

for name, estimator in (
    ("perceptron", perceptron.PerceptronClassifier(max_iter=20)),
    ("averaged, joint", perceptron.PerceptronClassifier("averaged", multiclass="joint")),
    ("logistic, one-vs-one", perceptron.LinearClassifier("log_loss", multiclass="one-vs-one")),
):
    result = perceptron.cross_validate(estimator, X, y, cv=10)
    folds = result["test_score"]
    print(f"  {name:21} {folds.mean():.3f} ± {folds.std():.3f} over 10 folds")

print("\n4. Probabilities")

# Logistic regression predicts probabilities; the scores of a perceptron must be calibrated.
logistic = perceptron.LinearClassifier("log_loss", multiclass="one-vs-one").fit(X_train, y_train)
calibrated = perceptron.PerceptronClassifier(
    "averaged", multiclass="joint", calibrate="temperature"
).fit(X_train, y_train)
print("classes:", *logistic.classes_)
for name, model in (("logistic", logistic), ("calibrated perceptron", calibrated)):
    probabilities = model.predict_proba(X_test)
    confidence = probabilities.max(axis=1)
    print(f"{name}: accuracy {model.score(X_test, y_test):.3f}, mean confidence"
          f" {confidence.mean():.3f},")
    row = confidence.argmin()
    print(f"  lowest confidence in row {row}:", probabilities[row].round(3))
    assert np.allclose(probabilities.sum(axis=1), 1)

print("\n5. Saving and loading")

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "iris.model")
    perceptron.save(logistic, path)
    again = perceptron.load(path)
    print(f"{os.path.getsize(path)} bytes; loaded as {again}")
assert (again.predict_proba(X_test) == logistic.predict_proba(X_test)).all()
assert list(again.feature_names_in_) == list(X.columns)
print("its features:", *again.feature_names_in_)
