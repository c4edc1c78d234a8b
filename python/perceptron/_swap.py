"""The base of the estimators with scikit-learn's names: they keep their weights in `coef_` and
`intercept_`, as scikit-learn does, and train with the estimators of this package."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import OnlineModel
from ._compat import tags_with, validate_data
from ._estimators import LinearClassifier
from ._rows import Array, Floats, Rows, is_ready, weights_of

# Relative duality gaps that are tight, but within reach of double precision.
_SMALLEST_GAP, _LARGEST_GAP = 1e-9, 1e-3


def gap_of(tol: Any) -> float:
    """The relative duality gap to stop at, for scikit-learn's tol. A hundredth of it: weights
    differ from the optimal ones by about the square root of the gap."""
    if not isinstance(tol, (int, float, np.number)) or isinstance(tol, bool) or not tol >= 0:
        raise ValueError(f"tol: expected a number of 0 or more, found {tol!r}")
    return float(np.clip(float(tol) / 100, _SMALLEST_GAP, _LARGEST_GAP))


def strength_of(C: Any) -> float:
    """The weight 1/C of the penalty."""
    if not isinstance(C, (int, float, np.number)) or isinstance(C, bool) or not C > 0:
        raise ValueError(f"C: expected a number above 0, found {C!r}")
    return 1 / float(C)


class Penalty(NamedTuple):
    """Of the objective Σ v·loss + l1·‖w‖₁ + l2/2·‖w‖², a sum over the rows and not a mean."""

    l1: float
    l2: float

    @classmethod
    def named(cls, penalty: Any, strength: float, l1_ratio: Any) -> "Penalty":
        if penalty is None or penalty == "none":
            return cls(0.0, 0.0)
        ratio = {"l1": 1.0, "l2": 0.0, "elasticnet": l1_ratio}.get(penalty, "unknown")
        if ratio == "unknown":
            raise ValueError(
                f"penalty: expected 'l1', 'l2', 'elasticnet' or None, found {penalty!r}"
            )
        if not isinstance(ratio, (int, float, np.number)) or not 0 <= ratio <= 1:
            raise ValueError(f"l1_ratio must be between 0 and 1; got (l1_ratio={ratio!r})")
        return cls(strength * float(ratio), strength * (1 - float(ratio)))

    def times(self, factor: float) -> "Penalty":
        return Penalty(self.l1 * factor, self.l2 * factor)

    def parameters(self, rows: float) -> Dict[str, Any]:
        """As parameters of our estimators, whose objective is a mean."""
        total = self.l1 + self.l2
        if total == 0:
            return {"penalty": None}
        kind = "l2" if self.l1 == 0 else "l1" if self.l2 == 0 else "elasticnet"
        return {"penalty": kind, "alpha": total / rows, "l1_ratio": self.l1 / total}


class Weighted(NamedTuple):
    """Validated rows, the index of each one's class, and its weight; None: 1."""

    X: Any
    labels: Array
    weights: Optional[Array]

    @property
    def total(self) -> float:
        return float(len(self.labels) if self.weights is None else self.weights.sum())


class SwapIn(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """The base class of the estimators with scikit-learn's names."""

    class_weight: Any
    classes_: Array
    coef_: Any
    intercept_: Array
    n_features_in_: int
    # The estimators of this package that were trained: one, or one for each class.
    models_: List[OnlineModel]

    # ---- Training ----

    def _weighted_rows(self, X: Any, y: Any, sample_weight: Any) -> Weighted:
        X, y = validate_data(
            self, X, y, reset=True, finite=True, accept_sparse="csr", order="C",
            dtype=[np.float64, np.float32],
        )
        check_classification_targets(y)
        self.classes_, labels = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(
                "This solver needs samples of at least 2 classes in the data, but the data "
                f"contains only one class: {self.classes_[0]!r}"
            )
        return Weighted(X, labels, weights_of(sample_weight, len(labels)))

    def _class_factors(self, labels: Array) -> Optional[Array]:
        """The weight of each class, or None if all are 1."""
        if self.class_weight is None:
            return None
        y = self.classes_[labels]
        return np.asarray(compute_class_weight(self.class_weight, classes=self.classes_, y=y))

    def _with_class_weights(self, rows: Weighted) -> Weighted:
        """Rows whose weights are multiplied by those of their classes."""
        factors = self._class_factors(rows.labels)
        if factors is None:
            return rows
        own = np.ones(len(rows.labels)) if rows.weights is None else rows.weights
        return rows._replace(weights=own * factors[rows.labels])

    def _keep(self, models: List[OnlineModel], coef: Array, intercept: Array) -> None:
        self.models_ = models
        self.coef_ = coef
        self.intercept_ = intercept

    def _of_the_models(self, name: str) -> Any:
        """An attribute of the only model, or a list of those of all."""
        values = [getattr(model, name) for model in self.models_]
        return values[0] if len(values) == 1 else values

    @property
    def gap_(self) -> Optional[float]:
        """The relative duality gap that is proved, the largest of all planes."""
        gaps: List[Any] = [model.gap_ for model in self.models_]
        return None if not gaps or None in gaps else float(max(gaps))

    @property
    def objective_(self) -> Any:
        """Bounds on the optimum of the mean objective; see :class:`perceptron.LinearClassifier`."""
        return self._of_the_models("objective_")

    @property
    def margin_(self) -> Any:
        """Bounds on the widest margin; see :class:`perceptron.PerceptronClassifier`."""
        return self._of_the_models("margin_")

    # ---- Predictions ----

    def _rows(self, X: Any) -> Any:
        mine = vars(self)
        if "coef_" in mine and "feature_names_in_" not in mine:
            if is_ready(X, mine["n_features_in_"]):
                _core.check_rows(X)
                return X
        check_is_fitted(self, "coef_")
        return validate_data(self, X, reset=False, finite=True, accept_sparse="csr")

    def decision_function(self, X: Rows) -> Floats:
        """The scores of each row: one, positive for the second of two classes, or one for each
        class."""
        scores: Array = safe_sparse_dot(self._rows(X), self.coef_.T, dense_output=True)
        scores = scores + self.intercept_
        return np.asarray(scores.ravel() if scores.shape[1] == 1 else scores)

    def predict(self, X: Rows) -> Array:
        """The class of each row."""
        scores = self.decision_function(X)
        binary = scores.ndim == 1
        predicted: Array = (scores > 0).astype(np.intp) if binary else scores.argmax(axis=1)
        return np.asarray(self.classes_[predicted])

    def densify(self) -> "SwapIn":
        """Make `coef_` a dense array again."""
        check_is_fitted(self, "coef_")
        if sp.issparse(self.coef_):
            self.coef_ = self.coef_.toarray()
        return self

    def sparsify(self) -> "SwapIn":
        """Make `coef_` a sparse matrix, which takes less memory where most weights are 0."""
        check_is_fitted(self, "coef_")
        self.coef_ = sp.csr_matrix(self.coef_)
        return self

    # ---- What scikit-learn asks for ----

    def __sklearn_tags__(self) -> Any:
        return tags_with(super().__sklearn_tags__(), sparse=True)

    def _more_tags(self) -> Dict[str, Any]:
        return {
            "_xfail_checks": {
                "check_sample_weights_invariance": (
                    "the check reorders the rows; training in passes depends on the order of rows, "
                    "and losses are minimised only up to a tolerance"
                ),
            }
        }


def solved(
    rows: Weighted,
    loss: str,
    penalty: Penalty,
    start: Optional[OnlineModel] = None,
    **parameters: Any,
) -> LinearClassifier:
    """A loss minimised over all classes, without a warning if it did not converge. `start` has the
    weights to start from, if it is of the same classes and features."""
    settings = {**penalty.parameters(rows.total), **parameters}
    model = LinearClassifier(loss, **settings)
    if start is not None and getattr(start, "loss", None) == loss:
        same = start.n_features_in_ == rows.X.shape[1]
        if same and np.array_equal(start.classes_, np.unique(rows.labels)):
            model._model, model.classes_ = start._model, start.classes_
            model.warm_start = True
    OnlineModel.fit(model, rows.X, rows.labels, rows.weights)
    model.warm_start = False
    return model


def planes_of(
    rows: Weighted,
    classes: int,
    factors: Array,
    loss: str,
    penalty: Penalty,
    starts: Sequence[Optional[OnlineModel]] = (),
    **parameters: Any,
) -> List[OnlineModel]:
    """A model for each class against the rest. factors[k] is the weight of class k, and of the
    rest, in the training of its plane."""
    if len(starts) != classes:
        starts = [None] * classes
    models: List[OnlineModel] = []
    own = np.ones(len(rows.labels)) if rows.weights is None else rows.weights
    for k in range(classes):
        positive = rows.labels == k
        weights = own * np.where(positive, factors[k][0], factors[k][1])
        part = Weighted(rows.X, positive.astype(int), weights)
        models.append(solved(part, loss, penalty, starts[k], **parameters))
    return models


def stacked(models: List[OnlineModel]) -> Tuple[Array, Array]:
    """The planes of all models in one array, which can be written to."""
    return (
        np.vstack([model.coef_ for model in models]),
        np.concatenate([model.intercept_ for model in models]),
    )
