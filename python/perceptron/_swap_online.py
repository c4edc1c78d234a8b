"""The base of the estimators with scikit-learn's names that train in passes."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Optional, Tuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.class_weight import compute_class_weight

from ._base import OnlineModel
from ._compat import validate_data
from ._options import truth_of
from ._rows import Array, Rows, Weights, weights_of
from ._swap import Weighted, stacked
from ._swap_logistic import ProbabilitiesByLogistic

Self = TypeVar("Self", bound="OnlineSwapIn")


class OnlineSwapIn(ProbabilitiesByLogistic):
    """The base class of those that train in passes."""

    fit_intercept: bool
    shuffle: bool
    random_state: Any
    warm_start: bool
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    tol: Optional[float]
    max_iter: int
    average: Any

    def _new_model(self) -> OnlineModel:
        raise NotImplementedError

    def _common(self) -> Dict[str, Any]:
        """Parameters that all of our online estimators have."""
        if not isinstance(self.max_iter, (int, np.integer)) or self.max_iter < 1:
            raise ValueError(f"max_iter: expected a whole number above 0, found {self.max_iter!r}")
        return {
            "fit_intercept": truth_of("fit_intercept", self.fit_intercept),
            "shuffle": truth_of("shuffle", self.shuffle),
            "random_state": self.random_state,
            "n_jobs": getattr(self, "n_jobs", None),
        }

    def _stopping(self) -> Dict[str, Any]:
        """When our estimators stop, for scikit-learn's tol: with a tol, after n_iter_no_change
        passes in a row that did not improve."""
        stopping: Dict[str, Any] = {"max_iter": int(self.max_iter)}
        if self.early_stopping:
            stopping["early_stop"] = self.validation_fraction
            stopping["patience"] = int(self.n_iter_no_change)
        elif self.tol is not None:
            stopping["patience"] = int(self.n_iter_no_change)
        return stopping

    # ---- Training ----

    def _checked(self, X: Any, y: Any, first: bool) -> Tuple[Any, Any]:
        X, y = validate_data(
            self, X, y, reset=first, finite=True, accept_sparse="csr", order="C",
            dtype=[np.float64, np.float32],
        )
        return X, y

    def fit(
        self: Self,
        X: Rows,
        y: ArrayLike,
        coef_init: Optional[ArrayLike] = None,
        intercept_init: Optional[ArrayLike] = None,
        sample_weight: Weights = None,
    ) -> Self:
        """Fit the model to rows and their classes.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
        y : array of shape (rows,)
        coef_init : array of shape (features,) or (classes, features), optional
            Initial weights.
        intercept_init : number or array of shape (classes,), optional
            Initial intercepts.
        sample_weight : array of shape (rows,), optional

        Returns
        -------
        self
        """
        if self.early_stopping and not 0 < self.validation_fraction < 1:
            raise ValueError("validation_fraction: expected a number between 0 and 1")
        rows = self._weighted_rows(X, y, sample_weight)
        if self.early_stopping:
            held_out = int(np.ceil(self.validation_fraction * len(rows.labels)))
            if len(rows.labels) - held_out < len(self.classes_) or held_out < len(self.classes_):
                raise ValueError(
                    "early_stopping: there are not enough rows of every class to hold out "
                    f"validation_fraction={self.validation_fraction}"
                )
        start = self._start(rows, coef_init, intercept_init)
        for name in ("_standard_coef", "_standard_intercept", "_average_coef", "_average_intercept"):
            self.__dict__.pop(name, None)
        self._train(rows, start, {**self._common(), **self._stopping()}, one_pass=False)
        self._count(1.0 + self.n_iter_ * len(rows.labels))
        if self.tol is not None and self.n_iter_ >= self.max_iter:
            warnings.warn(
                "Maximum number of iteration reached before convergence. Consider increasing "
                "max_iter to improve the fit.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def partial_fit(
        self: Self, X: Rows, y: ArrayLike, classes: Optional[ArrayLike] = None, sample_weight: Weights = None
    ) -> Self:
        """Make one pass over some rows, starting from the present weights.

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
        if self.early_stopping:
            raise ValueError("early_stopping should be False with partial_fit")
        if isinstance(self.class_weight, str) and self.class_weight == "balanced":
            raise ValueError(
                "class_weight 'balanced' is not supported for partial_fit. In order to use "
                "'balanced' weights, use compute_class_weight('balanced', classes=classes, y=y). "
                "In place of y you can use a large enough sample of the full training set target "
                "to properly estimate the class frequency distributions. Pass the resulting "
                "weights as the class_weight parameter."
            )
        first = "classes_" not in vars(self)
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        X, y = self._checked(X, y, first)
        if classes is not None:
            known = np.unique(np.asarray(classes))
            if not first and not np.array_equal(known, self.classes_):
                raise ValueError(
                    f"`classes={classes!r}` is not the same as on last call to partial_fit, was: "
                    f"{self.classes_!r}"
                )
            if len(known) < 2:
                raise ValueError(
                    "The number of classes has to be greater than one; got 1 class"
                )
            self.classes_ = known
        labels = np.searchsorted(self.classes_, y)
        labels[labels == len(self.classes_)] = 0
        if np.any(self.classes_[labels] != y):
            raise ValueError("y has classes that are not among classes")
        rows = Weighted(X, labels, weights_of(sample_weight, len(labels)))
        start = None if "coef_" not in vars(self) else (self.coef_, self.intercept_)
        self._train(rows, start, self._common(), one_pass=True)
        self._count(getattr(self, "t_", 1.0) + len(labels))
        return self

    def _count(self, t: float) -> None:
        """Sets the number of rows seen, plus 1 as in scikit-learn."""
        self.t_ = t

    def _start(
        self, rows: Weighted, coef: Any, intercept: Any
    ) -> Optional[Tuple[Array, Array]]:
        """The weights and intercepts to start from."""
        features = rows.X.shape[1]
        planes = 1 if len(self.classes_) == 2 else len(self.classes_)
        if coef is None and intercept is None:
            if not (self.warm_start and "coef_" in vars(self)):
                return None
            if self.coef_.shape != (planes, features):
                return None
            return self.coef_, self.intercept_
        weights = np.zeros((planes, features))
        offsets = np.zeros(planes)
        if coef is not None:
            given = np.asarray(coef, dtype=float)
            if given.size != planes * features:
                raise ValueError("Provided coef_init does not match dataset.")
            weights = given.reshape(planes, features)
        if intercept is not None:
            given = np.atleast_1d(np.asarray(intercept, dtype=float))
            if given.size != planes:
                raise ValueError("Provided intercept_init does not match dataset.")
            offsets = given.reshape(planes)
        return weights, offsets

    def _factors(self, labels: Array) -> Optional[Array]:
        if self.class_weight is None:
            return None
        if isinstance(self.class_weight, dict):
            known = set(self.classes_.tolist())
            for label in self.class_weight:
                if label not in known:
                    raise ValueError(f"class_weight: there is no class {label!r}")
            return np.array([float(self.class_weight.get(c, 1)) for c in self.classes_.tolist()])
        return np.asarray(
            compute_class_weight(
                self.class_weight, classes=self.classes_, y=self.classes_[labels]
            )
        )

    def _train(
        self,
        rows: Weighted,
        start: Optional[Tuple[Array, Array]],
        parameters: Dict[str, Any],
        one_pass: bool,
    ) -> None:
        factors = self._factors(rows.labels)
        if factors is not None and np.all(factors == 1):
            factors = None
        count = len(self.classes_)
        one = np.ones(len(rows.labels))
        own = one if rows.weights is None else rows.weights
        # (labels, weights, classes) of each training.
        trainings: List[Tuple[Array, Optional[Array], int]]
        if factors is None:
            trainings = [(rows.labels, rows.weights, count)]
        elif count == 2:
            trainings = [(rows.labels, own * factors[rows.labels], 2)]
        else:
            trainings = []
            for k in range(count):
                positive = rows.labels == k
                weights = own * np.where(positive, factors[k], 1.0)
                trainings.append((positive.astype(int), weights, 2))
        old = getattr(self, "models_", [])
        models: List[OnlineModel] = []
        plane = 0
        for number, (labels, weights, classes) in enumerate(trainings):
            planes = 1 if classes == 2 else classes
            model = self._new_model().set_params(**parameters)
            # Here scikit-learn's mean is over the rows, ours over their weights.
            if weights is not None and "alpha" in model.get_params():
                model.set_params(alpha=model.alpha * len(labels) / max(weights.sum(), 1e-300))
            if one_pass and len(old) == len(trainings):
                model = old[number].set_params(**model.get_params())
            if start is not None:
                part = slice(plane, plane + planes)
                _continue_from(model, rows.X, classes, (start[0][part], start[1][part]))
            if one_pass:
                model.partial_fit(rows.X, labels, range(classes), weights)
            else:
                model.warm_start = start is not None
                OnlineModel.fit(model, rows.X, labels, weights)
                model.warm_start = False
            models.append(model)
            plane += planes
        self._keep(models, *stacked(models))
        self.n_iter_ = 1 if one_pass else max(model.n_iter_ for model in models)
        if self.average:
            self._average_coef, self._average_intercept = self.coef_, self.intercept_
            self._standard_coef, self._standard_intercept = self.coef_, self.intercept_


def _continue_from(
    model: OnlineModel, X: Any, classes: int, planes: Tuple[Array, Array]
) -> None:
    """Gives a model these weights to start from."""
    if "_model" not in vars(model):
        # One pass that changes nothing makes a model of the right shape.
        blank = model.__class__(**model.get_params())
        blank.set_params(**({"early_stop": 0.0} if "early_stop" in blank.get_params() else {}))
        labels = np.arange(X.shape[0]) % classes
        OnlineModel.partial_fit(blank, X, labels, range(classes))
        model.__dict__.update({k: v for k, v in vars(blank).items() if k not in blank.get_params()})
    same = np.array_equal(model.coef_, planes[0]) and np.array_equal(model.intercept_, planes[1])
    if not same:
        model._replace_planes(np.asarray(planes[0], dtype=float), np.asarray(planes[1], float))
