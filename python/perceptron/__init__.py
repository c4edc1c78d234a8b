"""Linear classifiers whose answers carry their proof.

>>> import perceptron
>>> data = perceptron.generate("ball", rows=200, dimensions=2, margin=1, seed=7)
>>> model = perceptron.PerceptronClassifier().fit(data.X, data.y)
>>> model.score(data.X, data.y)
1.0
>>> lower, upper = perceptron.margin(data.X, data.y)
>>> lower <= upper
True

Estimators in the conventions of scikit-learn:
:class:`PerceptronClassifier`, :class:`MarginClassifier`, :class:`LinearClassifier`
and :class:`PassiveAggressiveClassifier`.

Functions: :func:`margin`, :func:`separable` and :func:`verify` ask what can be proved
of data; :func:`cross_validate` and :func:`tune` train all folds and settings in one
reading of it; :func:`read`, :func:`generate`, :func:`load` and :func:`save` are about
files; :func:`plot_margin` and :func:`plot_history` draw; :func:`progress` tells how far
long work is. With data as columns: :func:`perceptron.perceptron`, :func:`averaged_perceptron`,
:func:`eval_classifier`, :func:`eval_learning_alg` and :func:`xval_learning_alg`.
"""

from ._core import Inseparable, Note, __version__
from ._data import Data, generate, read
from ._estimators import (
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PerceptronClassifier,
)
from ._files import load, save
from ._margins import Interval, Margin, Separability, Verdict, margin, separable, verify
from ._plots import plot_history, plot_margin
from ._progress import progress
from ._validation import Tuning, cross_validate, tune
from .course import (
    averaged_perceptron,
    eval_classifier,
    eval_learning_alg,
    generator,
    perceptron,
    xval_learning_alg,
)

# Without the function perceptron, which would take the place of the package's name.
__all__ = [
    "Data",
    "Inseparable",
    "Interval",
    "LinearClassifier",
    "Margin",
    "MarginClassifier",
    "Note",
    "PassiveAggressiveClassifier",
    "PerceptronClassifier",
    "Separability",
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
