"""Models and their files."""

from __future__ import annotations

import os
from typing import Any, Dict, Mapping, Tuple, Type, Union

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import LinearModel
from ._estimators import (
    KernelPerceptron,
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PegasosClassifier,
    PerceptronClassifier,
)
from ._options import learn_table, limits_of, parameter_value
from ._rows import classes_from

_ESTIMATORS: Tuple[Type[LinearModel], ...] = (
    PerceptronClassifier,
    PassiveAggressiveClassifier,
    KernelPerceptron,
    LinearClassifier,
    PegasosClassifier,
    MarginClassifier,
)

# The estimator of each learner that a model file may name, with the parameters that choose it.
_BY_LEARNER: Dict[str, Tuple[Type[LinearModel], Dict[str, Any]]] = {
    learner: (kind, chosen)
    for kind in _ESTIMATORS
    for learner, chosen in kind._learners.parameters()
}


def _parameters_from(options: Mapping[str, str], known: Mapping[str, Any]) -> Dict[str, Any]:
    """The parameters of an estimator from the options in a model file."""
    parameters: Dict[str, Any] = {}
    for name, option in learn_table().items():
        text = options.get(option["name"])
        if text is None or name not in known or name in ("alpha", "class_weight"):
            continue
        if text == "auto" or (name == "max_iter" and text == "0"):  # the learner's default
            continue
        parameters[name] = int(text) if name == "patience" else parameter_value(option, text)
    if options.get("seed") == str(learn_table()["random_state"]["default"]):
        parameters.pop("random_state", None)
    if "shuffle" in parameters:
        parameters["shuffle"] = parameters["shuffle"] == "shuffle"
    if options.get("class-weight") == "balanced" and "class_weight" in known:
        parameters["class_weight"] = "balanced"
    if "scale" in options:
        parameters["scale"] = options["scale"]
    if "penalty" not in known and "alpha" in known and options.get("l2", "auto") != "auto":
        parameters["alpha"] = float(options["l2"])
    if "penalty" in known and options.get("l2", "auto") != "auto":
        l1, l2 = float(options.get("l1", "0")), float(options["l2"])
        parameters["alpha"] = l1 + l2 if l1 + l2 > 0 else known["alpha"]
        parameters["l1_ratio"] = l1 / (l1 + l2) if l1 > 0 and l2 > 0 else known["l1_ratio"]
        parameters["penalty"] = (
            "elasticnet" if l1 > 0 and l2 > 0 else "l1" if l1 > 0 else "l2" if l2 > 0 else None
        )
    return parameters


def save(estimator: Any, path: Union[str, "os.PathLike[str]"]) -> None:
    """Save a fitted model to a file in the program's format (safetensors).

    Parameters
    ----------
    estimator : fitted estimator of this package
    path : str or path
        The file is replaced atomically.

    Examples
    --------
    >>> import os, tempfile, perceptron
    >>> data = perceptron.generate("ball", rows=100, seed=1)
    >>> model = perceptron.PerceptronClassifier().fit(data.X, data.y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "ball.model")
    ...     perceptron.save(model, path)
    ...     again = perceptron.load(path)
    >>> bool((again.predict(data.X) == model.predict(data.X)).all())
    True
    """
    if not isinstance(estimator, LinearModel):
        raise TypeError(
            f"expected an estimator of this package, found {type(estimator).__name__}; "
            "save the last step of a pipeline"
        )
    check_is_fitted(estimator)
    estimator._model.save(os.fspath(path))


def load(path: Union[str, "os.PathLike[str]"], **limits: int) -> Any:
    """Load a model from a file, as the estimator that it was trained as.

    Models that the program trained are read too. The classes are integers, floats or text,
    depending on their names; text columns are one-hot encoded, a feature for each category.

    Parameters
    ----------
    path : str or path
    **limits
        What is larger is refused: ``largest_header`` and ``largest_certificate`` (inside the
        model), in bytes, ``deepest_json``, ``most_features`` and ``most_classes``.

    Returns
    -------
    estimator, fitted

    Examples
    --------
    See :func:`save`.
    """
    model = _core.Model.load(os.fspath(path), limits_of("load", limits, "model"))
    if model.learner not in _BY_LEARNER:
        raise ValueError(f"no estimator trains models of the learner {model.learner!r}")
    kind, chosen = _BY_LEARNER[model.learner]
    known = kind().get_params()
    estimator = kind(**{**_parameters_from(model.options, known), **chosen})
    origin = model.origin
    margins = [origin["margin"]] + [None] * (len(model.sides) - 1)
    planes = [
        {
            "epochs": origin["epochs"],
            "updates": origin["updates"] if m == 0 else 0,
            "margin": margins[m],
            "objective": None,
            "mistake_bound": None,
            "gap": None,
            "mistakes": np.zeros(0, dtype=np.uint64),
            "history": [],
        }
        for m in range(len(model.sides))
    ]
    report = {
        "planes": planes,
        "converged": origin["converged"],
        "accuracy": None,
        "certificate": model.certificate,
    }
    estimator._set_fitted(model, report, classes_from(model.classes))
    estimator.n_features_in_ = model.features
    if model.named:
        estimator.feature_names_in_ = np.array(model.feature_names, dtype=object)
    return estimator
