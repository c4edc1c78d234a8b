"""LinearSVC with scikit-learn's parameters."""

from __future__ import annotations

from typing import Any, List, Optional

import numpy as np
from numpy.typing import ArrayLike

from ._base import OnlineModel
from ._options import require_choice
from ._rows import Rows, Weights
from ._swap import Penalty, SwapIn, Weighted, planes_of, solved, stacked, strength_of
from ._swap_logistic import LogisticLoss, _with_column, converged, warn_unconverged


class LinearSVC(SwapIn):
    """Linear support vector machine with scikit-learn's parameters.

    The objective is scikit-learn's: ``C·Σ loss + ½‖w‖²`` or ``C·Σ loss + ‖w‖₁``, in which the
    intercept is penalised as the weight of a feature of value ``intercept_scaling``. How close to
    the optimum the result is, is proved: ``gap_`` and ``objective_``.

    Parameters
    ----------
    penalty : {'l2', 'l1'}, default='l2'
    loss : {'squared_hinge', 'hinge'}, default='squared_hinge'
    dual : bool or 'auto', default=True
        Only checked as scikit-learn does; how the optimum is found is chosen by the shape of the
        data.
    tol : float, default=1e-4
        Stop when the objective is proved to be within a fraction tol/100 of the optimum.
    C : float, default=1.0
    multi_class : {'ovr', 'crammer_singer'}, default='ovr'
    fit_intercept : bool, default=True
    intercept_scaling : float, default=1
    class_weight : dict or 'balanced', default=None
        Multiplies C for the rows of a class; with three or more classes only where they are the
        positive ones, as in scikit-learn.
    verbose : int
        Ignored; see :func:`perceptron.progress`.
    random_state : int, RandomState or None
    max_iter : int, default=1000
        The most passes over the rows.

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, n_features_in_, feature_names_in_
        As in scikit-learn; ``coef_`` may be changed.
    gap_ : float
    objective_ : Interval

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from perceptron.sklearn import LinearSVC
    >>> X, y = load_iris(return_X_y=True)
    >>> model = LinearSVC().fit(X, y)
    >>> model.coef_.shape, model.score(X, y) > 0.95
    ((3, 4), True)
    """

    def __init__(
        self,
        penalty: str = "l2",
        loss: str = "squared_hinge",
        *,
        dual: Any = True,
        tol: float = 1e-4,
        C: float = 1.0,
        multi_class: str = "ovr",
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        verbose: int = 0,
        random_state: Any = None,
        max_iter: int = 1000,
    ) -> None:
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.C = C
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter

    # What LogisticLoss reads besides.
    solver = "liblinear"
    n_jobs: Optional[int] = None

    def _require_supported(self) -> None:
        require_choice("multi_class", self.multi_class, ("ovr", "crammer_singer"))
        if self.multi_class == "crammer_singer":
            return
        require_choice("loss", self.loss, ("hinge", "squared_hinge"))
        require_choice("penalty", self.penalty, ("l1", "l2"))
        dual = self.dual if self.dual != "auto" else (self.loss, self.penalty) == ("hinge", "l2")
        unsupported = (
            (self.loss, self.penalty) == ("hinge", "l1")
            or (self.loss == "hinge" and not dual)
            or (self.penalty == "l1" and bool(dual))
        )
        if unsupported:
            raise ValueError(
                f"Unsupported set of arguments: Parameters: penalty={self.penalty!r}, "
                f"loss={self.loss!r}, dual={self.dual!r}. perceptron.LinearClassifier has all of "
                "them but 'dual'"
            )

    def fit(self, X: Rows, y: ArrayLike, sample_weight: Weights = None) -> "LinearSVC":
        """Fit the model to rows and their classes.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
        y : array of shape (rows,)
        sample_weight : array of shape (rows,), optional

        Returns
        -------
        self
        """
        self._require_supported()
        penalty = Penalty.named(self.penalty, strength_of(self.C), None)
        rows = self._weighted_rows(X, y, sample_weight)
        common = LogisticLoss(self, "ovr")
        # Passes are counted as in scikit-learn: its solver makes passes, too.
        common.parameters["max_iter"] = int(self.max_iter)
        models, coef, intercept = self._train(rows, common, penalty)
        self._keep(models, coef, intercept)
        self.n_iter_ = min(max(model.n_iter_ for model in models), int(self.max_iter))
        if not converged(models):
            warn_unconverged("liblinear", int(self.max_iter), stacklevel=3)
        return self

    def _train(self, rows: Weighted, common: LogisticLoss, penalty: Penalty) -> Any:
        if common.extra is not None:
            rows = rows._replace(X=_with_column(rows.X, common.extra))
        classes = len(self.classes_)
        factors = None
        joint = self.multi_class == "crammer_singer" and classes > 2
        if classes == 2 or joint:
            rows = self._with_class_weights(rows)
        else:
            factors = self._class_factors(rows.labels)
        loss = self.loss
        if self.multi_class == "crammer_singer":
            # Of two classes the planes are w and −w, and 2w is that of a hinge loss with half the
            # penalty.
            loss, penalty = "hinge", Penalty(0, penalty.l2 if joint else penalty.l2 / 2)
        models: List[OnlineModel]
        if joint:
            models = [solved(rows, "crammer_singer", penalty, **common.parameters)]
        elif factors is not None:
            sides = np.array([(factor, 1.0) for factor in factors])
            models = planes_of(rows, classes, sides, loss, penalty, **common.parameters)
        else:
            models = [solved(rows, loss, penalty, **common.parameters)]
        coef, intercept = stacked(models)
        if common.extra is not None:
            intercept = common.extra * coef[:, -1]
            coef = np.ascontiguousarray(coef[:, :-1])
        return models, coef, intercept


