"""Estimators with scikit-learn's names and parameters, trained by this package.

Change the import, and programs written for scikit-learn run as they are:

>>> from perceptron.sklearn import LogisticRegression  # was: from sklearn.linear_model import …
>>> from sklearn.datasets import load_iris
>>> X, y = load_iris(return_X_y=True)
>>> model = LogisticRegression(C=10).fit(X, y)
>>> model.score(X, y) > 0.97
True

The parameters mean what they mean in scikit-learn, and so do the attributes; what cannot be
honoured raises, and the message says what to use. Besides, ``gap_`` and ``objective_`` have what is
proved about the result, and ``models_`` the estimators of this package that were trained.
"""

from ._swap_logistic import LogisticRegression
from ._swap_logistic_cv import LogisticRegressionCV
from ._swap_perceptrons import PassiveAggressiveClassifier, Perceptron
from ._swap_sgd import SGDClassifier
from ._swap_svm import LinearSVC

__all__ = [
    "LinearSVC",
    "LogisticRegression",
    "LogisticRegressionCV",
    "PassiveAggressiveClassifier",
    "Perceptron",
    "SGDClassifier",
]
for _each in (
    LinearSVC, LogisticRegression, LogisticRegressionCV, PassiveAggressiveClassifier, Perceptron,
    SGDClassifier,
):
    _each.__module__ = __name__
del _each
