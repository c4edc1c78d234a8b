"""Linear classifiers with proofs of their optimality: perceptrons, support vector machines
and logistic regression.

>>> import perceptron
>>> data = perceptron.generate("ball", rows=200, dimensions=2, margin=1, seed=7)
>>> model = perceptron.PerceptronClassifier().fit(data.X, data.y)
>>> model.score(data.X, data.y)
1.0
>>> lower, upper = perceptron.margin(data.X, data.y)
>>> lower <= upper
True

Estimators in the conventions of scikit-learn:
:class:`PerceptronClassifier`, :class:`KernelPerceptron`, :class:`MarginClassifier`,
:class:`LinearClassifier`, :class:`PegasosClassifier`, :class:`PassiveAggressiveClassifier`, and
:class:`TunedClassifier`, a grid search. Those with scikit-learn's own names and parameters, such as
LogisticRegression, are in ``perceptron.sklearn``.

Functions: :func:`margin`, :func:`separable` and :func:`verify` are about what can be proved
of data; :func:`cross_validate` and :func:`tune` train all folds and settings in one pass
over it; :func:`read` and :func:`generate` make datasets, :func:`load` and :func:`save`
handle model files; :func:`plot_margin` and :func:`plot_history` plot; :func:`progress`
reports the progress of long computations. With data points as columns:
:func:`perceptron.perceptron`, :func:`averaged_perceptron`, :func:`eval_classifier`,
:func:`eval_learning_alg` and :func:`xval_learning_alg`.
"""

from ._compat import require_numpy

require_numpy()

from ._core import Inseparable, Note, __version__
from ._data import Data, generate, read
from ._estimators import (
    KernelPerceptron,
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PegasosClassifier,
    PerceptronClassifier,
)
from ._files import load, save
from ._margins import (
    ClassMargin,
    Interval,
    Margin,
    Separability,
    Separation,
    margin,
    separable,
)
from ._plots import plot_history, plot_margin
from ._progress import progress
from ._tuned import TunedClassifier
from ._validation import Tuning, cross_validate, tune
from ._verification import Verdict, verify
from .course import (
    averaged_perceptron,
    eval_classifier,
    eval_learning_alg,
    generator,
    perceptron,
    xval_learning_alg,
)

# Without the function perceptron, because an import of * would replace the package by it.
__all__ = [
    "Data",
    "Inseparable",
    "Interval",
    "KernelPerceptron",
    "LinearClassifier",
    "ClassMargin",
    "Margin",
    "MarginClassifier",
    "Note",
    "PassiveAggressiveClassifier",
    "PegasosClassifier",
    "PerceptronClassifier",
    "Separability",
    "Separation",
    "TunedClassifier",
    "Tuning",
    "Verdict",
    "__version__",
    "averaged_perceptron",
    "cross_validate",
    "eval_classifier",
    "eval_learning_alg",
    "generate",
    "generator",
    "load",
    "margin",
    "plot_history",
    "plot_margin",
    "progress",
    "read",
    "save",
    "separable",
    "tune",
    "verify",
    "xval_learning_alg",
]
