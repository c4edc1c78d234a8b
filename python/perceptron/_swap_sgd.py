"""SGDClassifier with scikit-learn's parameters."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Optional

import numpy as np
from sklearn.utils.metaestimators import available_if

from ._base import OnlineModel
from ._estimators import LinearClassifier, PerceptronClassifier
from ._options import require_choice
from ._swap_logistic import ProbabilitiesByLogistic
from ._swap_online import OnlineSwapIn

_LOSSES = ("hinge", "log_loss", "squared_hinge", "perceptron")
_OTHER_LOSSES = {
    "modified_huber": "use 'squared_hinge', which differs from it only for rows far on the wrong "
    "side, or 'log_loss' for probabilities",
    "squared_error": "it counts rows far on the right side as errors: use 'squared_hinge', or "
    "sklearn.linear_model.RidgeClassifier",
    "huber": "it is a loss of regression: use 'squared_hinge'",
    "epsilon_insensitive": "it is a loss of regression: use 'hinge'",
    "squared_epsilon_insensitive": "it is a loss of regression: use 'squared_hinge'",
}


class SGDClassifier(OnlineSwapIn):
    """Linear classifiers trained one row after the other, with scikit-learn's parameters.

    The objective is that of scikit-learn: ``mean loss + alpha·((1 − l1_ratio)/2·‖w‖² +
    l1_ratio·‖w‖₁)``. The steps are those of this package's online solver, which chooses the size
    of each by itself where scikit-learn has ``learning_rate='optimal'`` or ``'adaptive'``.

    Parameters
    ----------
    loss : {'hinge', 'log_loss', 'squared_hinge', 'perceptron'}, default='hinge'
    penalty : {'l2', 'l1', 'elasticnet', None}, default='l2'
    alpha : float, default=0.0001
    l1_ratio : float, default=0.15
    fit_intercept : bool, default=True
    max_iter : int, default=1000
    tol : float or None, default=1e-3
        With a number, at most ``n_iter_no_change`` passes are made, which come close to the
        optimum; with None, ``max_iter``.
    shuffle : bool, default=True
    verbose : int
        Ignored; see :func:`perceptron.progress`.
    epsilon : float
        Ignored, as in scikit-learn for these losses.
    n_jobs : int, default=None
    random_state : int, RandomState or None
    learning_rate : {'optimal', 'adaptive', 'constant', 'invscaling'}, default='optimal'
        'invscaling' needs a ``power_t`` of 0.5 or 1.
    eta0 : float
        For 'constant' and 'invscaling'.
    power_t : float, default=0.5
    early_stopping : bool, default=False
    validation_fraction : float, default=0.1
    n_iter_no_change : int, default=5
    class_weight : dict or 'balanced', default=None
    warm_start : bool, default=False
    average : bool or int, default=False
        The mean of the weights of all steps. A number of rows to wait for counts as False if
        fewer are seen, and is refused otherwise.

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, t_, n_features_in_, feature_names_in_
        As in scikit-learn; ``coef_`` may be changed.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from perceptron.sklearn import SGDClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> SGDClassifier(loss="log_loss").fit(X, y).predict_proba(X).shape
    (150, 3)
    """

    loss_functions = dict.fromkeys(_LOSSES)

    def __init__(
        self,
        loss: str = "hinge",
        *,
        penalty: Optional[str] = "l2",
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: Optional[float] = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        epsilon: float = 0.1,
        n_jobs: Optional[int] = None,
        random_state: Any = None,
        learning_rate: str = "optimal",
        eta0: float = 0.0,
        power_t: float = 0.5,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: Any = None,
        warm_start: bool = False,
        average: Any = False,
    ) -> None:
        self.loss = loss
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.epsilon = epsilon
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.learning_rate = learning_rate
        self.eta0 = eta0
        self.power_t = power_t
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start
        self.average = average

    def _rate(self) -> Dict[str, Any]:
        require_choice(
            "learning_rate", self.learning_rate, ("optimal", "adaptive", "constant", "invscaling")
        )
        if self.learning_rate == "optimal":
            return {}
        if not self.eta0 > 0:
            raise ValueError("eta0 must be > 0")
        if self.learning_rate == "adaptive":
            return {}
        if self.learning_rate == "constant":
            return {"eta0": float(self.eta0), "schedule": "constant"}
        if self.power_t not in (0.5, 1):
            raise ValueError(
                f"power_t: expected 0.5 or 1, found {self.power_t!r}; learning_rate='optimal' "
                "chooses the size of each step by itself"
            )
        schedule = "sqrt" if self.power_t == 0.5 else "inverse"
        return {"eta0": float(self.eta0), "schedule": schedule}

    def _new_model(self) -> OnlineModel:
        if self.loss in _OTHER_LOSSES:
            raise ValueError(f"loss={self.loss!r} is not supported: {_OTHER_LOSSES[self.loss]}")
        loss = self.loss
        if loss == "log":
            warnings.warn(
                "The loss 'log' was deprecated in v1.1 and will be removed in version 1.3. Use "
                "`loss='log_loss'` which is equivalent.",
                FutureWarning,
                stacklevel=4,
            )
            loss = "log_loss"
        require_choice("loss", loss, _LOSSES)
        rate = self._rate()
        penalty: Dict[str, Any] = {"penalty": self.penalty, "alpha": self.alpha, "l1_ratio": self.l1_ratio}
        if self.loss == "perceptron":
            return PerceptronClassifier(**penalty)
        return LinearClassifier(
            loss, solver="online", average=self._averages(), **penalty, **rate
        )

    def _averages(self) -> bool:
        if isinstance(self.average, (bool, np.bool_)) or self.average in (0, 1):
            return bool(self.average)
        if not isinstance(self.average, (int, np.integer)) or self.average < 0:
            raise ValueError(f"average: expected True, False or a number, found {self.average!r}")
        return False

    def _stopping(self) -> Dict[str, Any]:
        stopping = super()._stopping()
        if self.loss == "perceptron":
            if self.penalty is not None and not self.early_stopping:
                stopping.pop("patience", None)
            return stopping
        if not self.early_stopping:
            stopping.pop("patience", None)
            if self.tol is not None:
                stopping["max_iter"] = min(int(self.max_iter), max(1, int(self.n_iter_no_change)))
        return stopping

    def _count(self, t: float) -> None:
        super()._count(t)
        late = not isinstance(self.average, (bool, np.bool_)) and self.average > 1
        if late and t - 1 > self.average:
            raise ValueError(
                f"average={self.average}: a mean that begins late is not supported; use "
                "average=True, whose mean gives early steps little weight"
            )

    def _has_probabilities(self) -> bool:
        if self.loss in ("log_loss", "log"):
            return True
        raise AttributeError(
            f"probability estimates are not available for loss={self.loss!r}; use 'log_loss', or "
            "perceptron.LinearClassifier(calibrate='sigmoid')"
        )

    predict_proba = available_if(_has_probabilities)(ProbabilitiesByLogistic.predict_proba)
    predict_log_proba = available_if(_has_probabilities)(ProbabilitiesByLogistic.predict_log_proba)
