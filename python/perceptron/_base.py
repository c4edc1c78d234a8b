"""What all estimators have in common: from parameters to settings of the library, and from
what it learned to attributes and answers."""

from __future__ import annotations

import html
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, TypeVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _core, _progress
from ._margins import Interval
from ._options import (
    class_weight_entries,
    initial_options,
    learn_table,
    penalty_options,
    seed_of,
    text_of,
)
from ._rows import (
    CHECKS,
    Array,
    label_name,
    labels_of,
    names_of,
    numbers_of,
    require_classes,
    rows_of,
    threads_of,
)
from ._summary import feature_names, html_table, plane_name


class Task(NamedTuple):
    """Rows, checked, with the numbers of their classes."""

    rows: Any
    labels: Array
    classes: Array
    weights: Optional[Array]
    label: str


class LinearModel(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """What all estimators have in common. Each says which learner it is."""

    _model: _core.Model
    # Parameters that every estimator has.
    scale: str
    n_jobs: Optional[int]

    def _learner(self) -> str:
        raise NotImplementedError

    # ---- From parameters to settings ----

    def _store_parameters(self, arguments: Mapping[str, Any]) -> None:
        """Keeps the arguments of __init__ as they are, under their names: scikit-learn's
        get_params and clone rely on that."""
        for name, value in arguments.items():
            if name != "self":
                setattr(self, name, value)

    def _options(self) -> Dict[str, str]:
        """The parameters as options of the library."""
        parameters = self.get_params(deep=False)
        options = {"learner": self._learner()}
        for name, value in parameters.items():
            option = learn_table().get(name)
            if option is None or name in ("alpha", "class_weight", "shuffle", "random_state"):
                continue
            if isinstance(option["default"], bool):
                value = bool(value)
            options[option["name"]] = text_of(value)
        if "shuffle" in parameters:
            options["order"] = "shuffle" if parameters["shuffle"] else "file"
        if "random_state" in parameters:
            options["seed"] = str(seed_of(parameters["random_state"]))
        if "penalty" in parameters:
            options.update(penalty_options(parameters))
        return options

    def _class_weights(self, classes: Array) -> List[str]:
        return class_weight_entries(getattr(self, "class_weight", None), classes)

    # ---- Training ----

    def _task(self, X: Any, y: Any, sample_weight: Any, classes: Optional[Array]) -> Task:
        """What there is to learn from. `classes` are given where X may lack some."""
        first = classes is None or not hasattr(self, "classes_")
        label = getattr(y, "name", None)  # of a Series
        X, y = self._validate_data(X, y, reset=first, **CHECKS)
        check_classification_targets(y)
        rows = rows_of(X, threads_of(self.n_jobs))
        if classes is None:
            classes, labels = labels_of(y)
            require_classes(classes)
        else:
            labels = numbers_of(y, classes)
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(
                sample_weight, rows, dtype=np.float64, only_non_negative=True
            )
        names = getattr(self, "feature_names_in_", None)
        return Task(rows, labels, classes, weights, label_name(label, names))

    def _train(self, task: Task, **changes: Any) -> Tuple[_core.Model, Dict[str, Any]]:
        """A model and what happened on the way; `changes` are what is not as usual."""
        settings = {**self._options(), **changes.pop("settings", {})}
        names = getattr(self, "feature_names_in_", None)
        request: Dict[str, Any] = {
            "rows": task.rows,
            "labels": task.labels,
            "classes": names_of(task.classes),
            "weights": task.weights,
            "names": [] if names is None else [str(name) for name in names],
            "label": task.label,
            "settings": settings,
            "class_weight": self._class_weights(task.classes),
            "scale": text_of(self.scale),
            "threads": threads_of(self.n_jobs),
            "certify": getattr(self, "certify", False) and len(task.classes) == 2,
            "progress": _progress.current(),
        }
        request.update(changes)
        model, told = _core.train(**request)
        return model, told

    def _start(self, task: Task) -> Optional[_core.Model]:
        """The model to go on from, with warm_start."""
        if not (getattr(self, "warm_start", False) and hasattr(self, "_model")):
            return None
        if not np.array_equal(self.classes_, task.classes):
            raise ValueError("warm_start: y has other classes than before; fit without it")
        if self._model.features != task.rows.shape[1]:
            raise ValueError(
                f"warm_start: X has {task.rows.shape[1]} features, the model has "
                f"{self._model.features}; fit without it"
            )
        return self._model

    def _take(self, model: _core.Model, told: Dict[str, Any], classes: Array) -> None:
        """Shows what was learned."""
        self._model = model
        self.classes_ = classes
        self.coef_ = model.coefficients
        self.intercept_ = model.intercepts
        # A model answers with its own weights; changing these copies would change nothing.
        self.coef_.flags.writeable = False
        self.intercept_.flags.writeable = False
        planes = told["planes"]
        self.n_iter_ = max(1, max(plane["epochs"] for plane in planes))
        self.n_updates_ = sum(plane["updates"] for plane in planes)
        self.converged_ = told["converged"]
        self.training_accuracy_ = told["accuracy"]
        self.certificate_ = told["certificate"] or None
        self.margin_ = _one_or_all([_interval(plane["margin"]) for plane in planes])
        self.objective_ = _one_or_all([_interval(plane["objective"]) for plane in planes])
        self.mistake_bound_ = _one_or_all([plane["mistake_bound"] for plane in planes])
        gaps = [plane["gap"] for plane in planes]
        self.gap_ = None if any(gap is None for gap in gaps) else max(gaps)
        self.history_ = [
            {"mistakes": plane["mistakes"], "objective": np.array(plane["history"], dtype=float)}
            for plane in planes
        ]

    # ---- Answers ----

    def _rows(self, X: Any) -> Any:
        """X as the library takes it; first of all, whether there is a model to answer."""
        check_is_fitted(self)
        X = self._validate_data(X, reset=False, **CHECKS)
        return rows_of(X, threads_of(self.n_jobs))

    def predict(self, X: Any) -> Array:
        """The class of each row."""
        rows = self._rows(X)
        return self.classes_[self._model.predict(rows, threads_of(self.n_jobs))]

    def decision_function(self, X: Any) -> Array:
        """How far each row is on the side of a class, in units of the scores.

        Of two classes one number a row, above 0 for the second; of more a number a class,
        the highest of which decides.
        """
        rows = self._rows(X)
        return self._model.decision(rows, threads_of(self.n_jobs))

    def _has_probabilities(self) -> bool:
        if hasattr(self, "_model"):
            return bool(self._model.has_probabilities)
        calibrated = getattr(self, "calibrate", "none") != "none"
        return calibrated or getattr(self, "loss", None) == "log_loss"

    @available_if(_has_probabilities)  # type: ignore[misc]
    def predict_proba(self, X: Any) -> Array:
        """The probability of each class, for each row."""
        rows = self._rows(X)
        return self._model.probabilities(rows)

    @available_if(_has_probabilities)  # type: ignore[misc]
    def predict_log_proba(self, X: Any) -> Array:
        """The logarithm of the probability of each class, for each row."""
        logarithms: Array = np.log(self.predict_proba(X))
        return logarithms

    def __setstate__(self, state: Any) -> None:
        super().__setstate__(state)
        for name in ("coef_", "intercept_"):
            if name in vars(self):
                vars(self)[name].flags.writeable = False

    # ---- To be seen ----

    def weights(self, top: Optional[int] = None) -> Any:
        """The weights by name of the feature, as pandas has them.

        Parameters
        ----------
        top : int, optional
            Of each class only so many, the largest in absolute value; for two classes.

        Returns
        -------
        Series (two classes) or DataFrame (a column for each plane)
        """
        import pandas as pd

        check_is_fitted(self)
        names = feature_names(self)
        if len(self.coef_) == 1:
            series = pd.Series(self.coef_[0], index=names, name=plane_name(self, 0))
            if top is not None:
                series = series[series.abs().sort_values(ascending=False).index[:top]]
            return series
        columns = [plane_name(self, m) for m in range(len(self.coef_))]
        return pd.DataFrame(self.coef_.T, index=names, columns=columns)

    def _repr_html_(self) -> str:
        """What a notebook shows: what was learned, or the settings before that."""
        if not hasattr(self, "_model"):
            return f"<pre>{html.escape(repr(self))}</pre>"
        return html_table(self)

    def _repr_mimebundle_(self, **_: Any) -> Dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _interval(pair: Optional[Tuple[float, float]]) -> Optional[Interval]:
    return None if pair is None else Interval(*pair)


def _one_or_all(values: List[Any]) -> Any:
    """Of two classes there is one plane; of more a list."""
    return values[0] if len(values) == 1 else values


Online = TypeVar("Online", bound="OnlineModel")


class OnlineModel(LinearModel):
    """What learns in passes, and so from rows that come piece by piece."""

    def fit(
        self: Online,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        coef_init: Any = None,
        intercept_init: Any = None,
    ) -> Online:
        """Learn from rows and their classes.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
            Float32 and float64 in C order, and CSR matrices of them, are not copied.
        y : array of shape (rows,)
        sample_weight : array of shape (rows,), optional
            How much each row counts.
        coef_init : array of shape (features,), optional
            Weights to start from, of two classes.
        intercept_init : float, optional
            Intercept to start from, of two classes.

        Returns
        -------
        self
        """
        task = self._task(X, y, sample_weight, None)
        first = initial_options(
            coef_init, intercept_init, task.rows.shape[1], len(task.classes)
        )
        model, told = self._train(task, settings=first, start=self._start(task))
        self._take(model, told, task.classes)
        return self

    def partial_fit(
        self: Online, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> Online:
        """Make one pass over some rows, going on from what was learned before.

        Parameters
        ----------
        X, y, sample_weight
            As for ``fit``.
        classes : array, the first time
            All classes that will ever come; these rows may lack some.

        Returns
        -------
        self
        """
        first = not hasattr(self, "_model")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit")
        if classes is not None:
            classes = np.unique(np.asarray(classes))
            if len(classes) < 2:
                raise ValueError("classes: expected two or more, found one")
            if not first and not np.array_equal(classes, self.classes_):
                raise ValueError("classes are not those of the first call to partial_fit")
        if getattr(self, "class_weight", None) == "balanced":
            raise ValueError(
                "class_weight='balanced' needs all rows; give partial_fit a dict of weights"
            )
        known = classes if first else self.classes_
        task = self._task(X, y, sample_weight, known)
        model, told = self._train(
            task,
            settings={"epochs": "1", **self._pass_options()},
            start=None if first else self._model,
            partial=True,
            certify=False,
        )
        self._take(model, told, known)
        self.t_ = getattr(self, "t_", 0) + len(task.labels)
        return self

    def _pass_options(self) -> Dict[str, str]:
        return {}

    def _more_tags(self) -> Dict[str, Any]:
        return {
            "_xfail_checks": {
                "check_sample_weights_invariance": (
                    "the check puts rows in another order; what is learned in passes depends "
                    "on the order of rows, and what is minimised is so up to a tolerance"
                ),
            }
        }
