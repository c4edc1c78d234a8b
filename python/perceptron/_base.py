"""The base classes of the estimators: they turn parameters into settings of the library, and
a trained model into fitted attributes and predictions."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from . import _core, _progress
from ._compat import tags_with, validate_data
from ._explanations import Explaining
from ._learners import Learners, parameter_names
from ._margins import Interval
from ._options import (
    class_weight_entries,
    initial_options,
    learn_table,
    penalty_options,
    seed_of,
    text_of,
    truth_of,
)
from ._pickles import CheckedPickles
from ._planes import PlanesOfModel, one_or_all
from ._rows import (
    CHECKS,
    Array,
    Floats,
    Rows,
    Weights,
    encoded_labels,
    is_labels,
    is_ready,
    label_name,
    labels_of,
    names_of,
    require_classes,
    rows_of,
    threads_of,
    weights_of,
)
from ._summary import Displayed


class TrainingData(NamedTuple):
    """Validated rows with their encoded labels."""

    rows: Any
    labels: Array
    classes: Array
    weights: Optional[Array]
    label: str


class LinearModel(
    PlanesOfModel,
    CheckedPickles,
    Explaining,
    Displayed,
    ClassifierMixin,  # type: ignore[misc]
    BaseEstimator,  # type: ignore[misc]
):
    """The base class of all estimators. Each one names its learners."""

    _learners: Learners
    # Parameters that every estimator has.
    scale: str
    n_jobs: Optional[int]

    def _learner(self) -> str:
        return self._learners.chosen(self)

    # ---- From parameters to settings ----

    def _store_parameters(self, arguments: Mapping[str, Any]) -> None:
        """Stores the arguments of __init__ unchanged under their names, as get_params and
        clone of scikit-learn expect."""
        for name, value in arguments.items():
            if name != "self":
                setattr(self, name, value)

    def _options(self) -> Dict[str, str]:
        """The parameters as options of the library."""
        parameters = {name: getattr(self, name) for name in parameter_names(self)}
        options = {"learner": self._learner()}
        special = ("alpha", "class_weight", "shuffle", "random_state", self._learners.parameter)
        for name, value in parameters.items():
            option = learn_table().get(name)
            if option is None or value is None or name in special:
                continue
            if isinstance(option["default"], bool):
                value = truth_of(name, value)
            options[option["name"]] = text_of(value)
        if "shuffle" in parameters:
            shuffled = truth_of("shuffle", parameters["shuffle"])
            options["order"] = "shuffle" if shuffled else "file"
        if "random_state" in parameters:
            options["seed"] = str(seed_of(parameters["random_state"]))
        if "penalty" in parameters:
            options.update(penalty_options(parameters))
        return options

    def _class_weights(self, classes: Array) -> List[str]:
        return class_weight_entries(getattr(self, "class_weight", None), classes)

    # ---- Training ----

    def _training_data(
        self, X: Any, y: Any, sample_weight: Any, classes: Optional[Array]
    ) -> TrainingData:
        """Validates X and y. `classes` are given if X may lack some of them."""
        first = classes is None or not hasattr(self, "classes_")
        label = getattr(y, "name", None)  # of a Series
        columns = getattr(X, "columns", None)  # of a DataFrame
        # For a few rows, the checks of scikit-learn would take longer than training.
        ready = not first and "feature_names_in_" not in vars(self)
        if ready and is_ready(X, self.n_features_in_) and is_labels(y, len(X)):
            return self._encoded_data(X, y, sample_weight, classes, label)
        X, y = validate_data(self, X, y, reset=first, **CHECKS)
        if first:
            # scikit-learn keeps names only if they are text.
            unnamed = hasattr(self, "feature_names_in_")
            self._columns = [] if columns is None or unnamed else list(columns)
        check_classification_targets(y)
        return self._encoded_data(X, y, sample_weight, classes, label)

    def _encoded_data(
        self, X: Any, y: Array, sample_weight: Any, classes: Optional[Array], label: Any
    ) -> TrainingData:
        rows = rows_of(X, threads_of(self.n_jobs))
        if classes is None:
            classes, labels = labels_of(y)
            require_classes(classes)
        else:
            labels = encoded_labels(y, classes)
        weights = weights_of(sample_weight, rows.shape[0])
        names = getattr(self, "feature_names_in_", None)
        return TrainingData(rows, labels, classes, weights, label_name(label, names))

    def _train(self, data: TrainingData, **changes: Any) -> Tuple[_core.Model, Dict[str, Any]]:
        """Trains a model and returns it with a report of its training. `changes` replace
        arguments of the library's function."""
        settings = {**self._options(), **changes.pop("settings", {})}
        names = getattr(self, "feature_names_in_", None)
        request: Dict[str, Any] = {
            "rows": data.rows,
            "labels": data.labels,
            "classes": names_of(data.classes),
            "weights": data.weights,
            "names": [] if names is None else [str(name) for name in names],
            "label": data.label,
            "settings": settings,
            "class_weight": self._class_weights(data.classes),
            "scale": text_of(self.scale),
            "threads": threads_of(self.n_jobs),
            "certify": getattr(self, "certify", False)
            and (len(data.classes) == 2 or self._learners.has("joint_loss", self)),
            "progress": _progress.current(),
        }
        request.update(changes)
        model, report = _core.train(**request)
        return model, report

    def _start(self, data: TrainingData) -> Optional[_core.Model]:
        """The model to resume from, with warm_start."""
        if not (getattr(self, "warm_start", False) and hasattr(self, "_model")):
            return None
        if not np.array_equal(self.classes_, data.classes):
            raise ValueError("warm_start: y has other classes than before; fit without it")
        if self._model.features != data.rows.shape[1]:
            raise ValueError(
                f"warm_start: X has {data.rows.shape[1]} features, the model has "
                f"{self._model.features}; fit without it"
            )
        return self._model

    def _set_fitted(self, model: _core.Model, report: Dict[str, Any], classes: Array) -> None:
        """Sets the fitted attributes."""
        self._model = model
        self._coef = self._intercept = None
        self.classes_ = classes
        planes = report["planes"]
        self.n_iter_by_plane_ = np.array([max(1, plane["epochs"]) for plane in planes])
        self.n_iter_ = int(self.n_iter_by_plane_.max())
        self.n_updates_ = sum(plane["updates"] for plane in planes)
        self.converged_ = report["converged"]
        self.training_accuracy_ = report["accuracy"]
        self.certificate_ = report["certificate"] or None
        self.margin_ = one_or_all([_interval(plane["margin"]) for plane in planes])
        self.objective_ = one_or_all([_interval(plane["objective"]) for plane in planes])
        joint = report.get("joint")
        if joint is not None:
            self.objective_ = _interval(joint[:2])
        self.mistake_bound_ = one_or_all([plane["mistake_bound"] for plane in planes])
        gaps = [plane["gap"] for plane in planes]
        if joint is not None:
            gaps = [joint[2]]
        self.gap_ = None if any(gap is None for gap in gaps) else max(gaps)
        self.history_ = [
            {"mistakes": plane["mistakes"], "objective": np.array(plane["history"], dtype=float)}
            for plane in planes
        ]

    # ---- Predictions ----

    def _rows(self, X: Any) -> Any:
        """X as the library takes it. Raises NotFittedError if there is no model."""
        mine = vars(self)
        # For a few rows, the checks of scikit-learn would take longer than the prediction.
        if "_model" in mine and "feature_names_in_" not in mine:
            if is_ready(X, mine["n_features_in_"]):
                _core.check_rows(X, threads_of(self.n_jobs))
                return X
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **CHECKS)
        return rows_of(X, threads_of(self.n_jobs))

    def predict(self, X: Rows) -> Array:
        """The class of each row."""
        rows = self._rows(X)
        return self.classes_[self._model.predict(rows, threads_of(self.n_jobs))]

    def decision_function(self, X: Rows) -> Floats:
        """The scores of each row.

        For two classes one score a row, positive for the second class; for more classes one
        score for each class, of which the highest is predicted.
        """
        rows = self._rows(X)
        return self._model.decision(rows, threads_of(self.n_jobs))

    def _has_probabilities(self) -> bool:
        if hasattr(self, "_model"):
            return bool(self._model.has_probabilities)
        calibrated = getattr(self, "calibrate", "none") != "none"
        return calibrated or self._learners.has("gives_probabilities", self)

    def _require_probabilities(self) -> bool:
        if self._has_probabilities():
            return True
        kind = type(self).__name__
        if not hasattr(self, "calibrate"):
            raise AttributeError(
                f"{kind} has no probabilities; LinearClassifier('log_loss') does, or wrap it in "
                "sklearn.calibration.CalibratedClassifierCV"
            )
        raise AttributeError(
            f"{kind} has no probabilities with these parameters; use calibrate='sigmoid', "
            "'isotonic' or 'temperature', or LinearClassifier('log_loss')"
        )

    @available_if(_require_probabilities)  # type: ignore[misc]
    def predict_proba(self, X: Rows) -> Floats:
        """The probability of each class, for each row."""
        rows = self._rows(X)
        return self._model.probabilities(rows, threads_of(self.n_jobs))

    @available_if(_require_probabilities)  # type: ignore[misc]
    def predict_log_proba(self, X: Rows) -> Floats:
        """The logarithm of the probability of each class, for each row."""
        logarithms: Array = np.log(self.predict_proba(X))
        return logarithms

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn 1.6 and later asks for."""
        return tags_with(super().__sklearn_tags__(), sparse=True)


def _interval(pair: Optional[Tuple[float, float]]) -> Optional[Interval]:
    return None if pair is None else Interval(*pair)


Online = TypeVar("Online", bound="OnlineModel")


class PassModel(LinearModel):
    """The base class of estimators that train in passes, with weights of rows."""

    def _more_tags(self) -> Dict[str, Any]:
        return {
            "_xfail_checks": {
                "check_sample_weights_invariance": (
                    "the check reorders the rows; training in passes depends on the order of "
                    "rows, and losses are minimised only up to a tolerance"
                ),
            }
        }


class OnlineModel(PassModel):
    """The base class of those that can go through further rows, and so train incrementally."""

    def fit(
        self: Online,
        X: Rows,
        y: ArrayLike,
        sample_weight: Weights = None,
        *,
        coef_init: Optional[ArrayLike] = None,
        intercept_init: Optional[ArrayLike] = None,
    ) -> Online:
        """Fit the model to rows and their classes.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
            The values of float32 and float64 arrays in C order, and of CSR matrices, are not
            copied.
        y : array of shape (rows,)
        sample_weight : array of shape (rows,), optional
            The weight of each row.
        coef_init : array of shape (features,), optional
            Initial weights, for two classes.
        intercept_init : float, optional
            Initial intercept, for two classes.

        Returns
        -------
        self
        """
        data = self._training_data(X, y, sample_weight, None)
        first = initial_options(
            coef_init, intercept_init, data.rows.shape[1], len(data.classes)
        )
        model, report = self._train(data, settings=first, start=self._start(data))
        self._set_fitted(model, report, data.classes)
        return self

    def partial_fit(
        self: Online, X: Rows, y: ArrayLike, classes: Optional[ArrayLike] = None, sample_weight: Weights = None
    ) -> Online:
        """Make one pass over some rows, starting from the present weights (incremental
        training).

        Parameters
        ----------
        X, y, sample_weight
            As for ``fit``.
        classes : array, the first time
            All classes that will ever occur; these rows may lack some.

        Returns
        -------
        self
        """
        first = not hasattr(self, "_model")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit")
        known: Array = np.unique(np.asarray(classes)) if classes is not None else self.classes_
        if len(known) < 2:
            raise ValueError("classes: expected two or more, found one")
        if not first and not np.array_equal(known, self.classes_):
            raise ValueError("classes are not those of the first call to partial_fit")
        if getattr(self, "class_weight", None) == "balanced":
            raise ValueError(
                "class_weight='balanced' needs all rows; give partial_fit a dict of weights"
            )
        data = self._training_data(X, y, sample_weight, known)
        model, report = self._train(
            data,
            settings={"epochs": "1", **self._pass_options()},
            start=None if first else self._model,
            partial=True,
            certify=False,
        )
        self._set_fitted(model, report, known)
        self.t_ = getattr(self, "t_", 0) + len(data.labels)
        return self

    def _pass_options(self) -> Dict[str, str]:
        return {}
