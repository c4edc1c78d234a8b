"""Perceptron and PassiveAggressiveClassifier with scikit-learn's parameters."""

from __future__ import annotations

from typing import Any, Dict, Optional

from sklearn.utils.metaestimators import available_if

from ._base import OnlineModel
from ._estimators import PassiveAggressiveClassifier as OurPassiveAggressive
from ._estimators import PerceptronClassifier
from ._options import require_choice
from ._swap_logistic import ProbabilitiesByLogistic
from ._swap_online import OnlineSwapIn


class Perceptron(OnlineSwapIn):
    """The perceptron with scikit-learn's parameters.

    Parameters
    ----------
    penalty : {'l2', 'l1', 'elasticnet', None}, default=None
    alpha : float, default=0.0001
    l1_ratio : float, default=0.15
    fit_intercept : bool, default=True
    max_iter : int, default=1000
    tol : float or None, default=1e-3
        With a number, training stops after ``n_iter_no_change`` passes in a row without fewer
        mistakes; with None only after ``max_iter`` passes, or one without mistakes.
    shuffle : bool, default=True
    verbose : int
        Ignored; see :func:`perceptron.progress`.
    eta0 : float, default=1
        The weights start at 0, so without a penalty they are those of ``eta0=1``, times ``eta0``.
    n_jobs : int, default=None
    random_state : int, RandomState or None
    early_stopping : bool, default=False
    validation_fraction : float, default=0.1
    n_iter_no_change : int, default=5
    class_weight : dict or 'balanced', default=None
    warm_start : bool, default=False

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, t_, n_features_in_, feature_names_in_
        As in scikit-learn; ``coef_`` may be changed.
    margin_ : Interval or None, or a list of these
        Proved bounds on the widest margin.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from perceptron.sklearn import Perceptron
    >>> X, y = load_iris(return_X_y=True)
    >>> Perceptron().fit(X, y).score(X, y) > 0.7
    True
    """

    average = False

    def __init__(
        self,
        *,
        penalty: Optional[str] = None,
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: Optional[float] = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        eta0: float = 1.0,
        n_jobs: Optional[int] = None,
        random_state: Any = 0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: Any = None,
        warm_start: bool = False,
    ) -> None:
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.eta0 = eta0
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start

    def _new_model(self) -> OnlineModel:
        if self.eta0 != 1:
            raise ValueError(
                "eta0: without a penalty it only multiplies the weights, and predictions do not "
                "depend on it; leave it at 1, or use SGDClassifier for a learning rate"
            )
        return PerceptronClassifier(
            penalty=self.penalty, alpha=self.alpha, l1_ratio=self.l1_ratio
        )

    def _stopping(self) -> Dict[str, Any]:
        stopping = super()._stopping()
        if self.penalty is not None and not self.early_stopping:
            stopping.pop("patience", None)  # is for the perceptron without a penalty
        return stopping

    def _has_probabilities(self) -> bool:
        raise AttributeError(
            "Perceptron has no probabilities; LogisticRegression does, and "
            "perceptron.PerceptronClassifier(calibrate='sigmoid')"
        )

    predict_proba = available_if(_has_probabilities)(ProbabilitiesByLogistic.predict_proba)
    predict_log_proba = available_if(_has_probabilities)(ProbabilitiesByLogistic.predict_log_proba)


class PassiveAggressiveClassifier(OnlineSwapIn):
    """Passive-aggressive algorithms with scikit-learn's parameters.

    Parameters
    ----------
    C : float, default=1.0
    fit_intercept : bool, default=True
    max_iter : int, default=1000
    tol : float or None, default=1e-3
        With a number, training stops after ``n_iter_no_change`` passes in a row without fewer
        updates; with None only after ``max_iter`` passes, or one without updates.
    early_stopping : bool, default=False
    validation_fraction : float, default=0.1
    n_iter_no_change : int, default=5
    shuffle : bool, default=True
    verbose : int
        Ignored; see :func:`perceptron.progress`.
    loss : {'hinge', 'squared_hinge'}, default='hinge'
        PA-I or PA-II.
    n_jobs : int, default=None
    random_state : int, RandomState or None
    warm_start : bool, default=False
    class_weight : dict or 'balanced', default=None
    average : bool, default=False
        Keep the mean of the weights after each example. A number of examples to wait for is
        refused.

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, t_, n_features_in_, feature_names_in_
        As in scikit-learn; ``coef_`` may be changed.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from perceptron.sklearn import PassiveAggressiveClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> PassiveAggressiveClassifier(average=True).fit(X, y).score(X, y) > 0.9
    True
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: Optional[float] = 1e-3,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        verbose: int = 0,
        loss: str = "hinge",
        n_jobs: Optional[int] = None,
        random_state: Any = None,
        warm_start: bool = False,
        class_weight: Any = None,
        average: Any = False,
    ) -> None:
        self.C = C
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.verbose = verbose
        self.loss = loss
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.warm_start = warm_start
        self.class_weight = class_weight
        self.average = average

    def _new_model(self) -> OnlineModel:
        require_choice("loss", self.loss, ("hinge", "squared_hinge"))
        if self.average not in (True, False):
            raise ValueError(
                f"average: expected True or False, found {self.average!r}; a mean that begins late "
                "is not supported"
            )
        variant = {"hinge": "PA-I", "squared_hinge": "PA-II"}[self.loss]
        return OurPassiveAggressive(C=self.C, variant=variant, average=bool(self.average))

    def _more_tags(self) -> Dict[str, Any]:
        tags = super()._more_tags()
        tags["_xfail_checks"]["check_class_weight_classifiers"] = (
            "weights multiply C, the longest step, and not the step itself, which would overshoot"
        )
        return tags

    def _has_probabilities(self) -> bool:
        raise AttributeError(
            "PassiveAggressiveClassifier has no probabilities; LogisticRegression does, and "
            "perceptron.PassiveAggressiveClassifier(calibrate='sigmoid')"
        )

    predict_proba = available_if(_has_probabilities)(ProbabilitiesByLogistic.predict_proba)
    predict_log_proba = available_if(_has_probabilities)(ProbabilitiesByLogistic.predict_log_proba)
