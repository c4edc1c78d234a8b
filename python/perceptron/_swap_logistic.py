"""LogisticRegression with scikit-learn's parameters."""

from __future__ import annotations

import warnings
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import ArrayLike
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.extmath import softmax

from ._base import OnlineModel
from ._options import truth_of
from ._rows import Array, Floats, Rows, Weights
from ._swap import Penalty, SwapIn, Weighted, gap_of, planes_of, solved, stacked, strength_of

SOLVERS = ("lbfgs", "liblinear", "newton-cg", "newton-cholesky", "sag", "saga")

# What scikit-learn says when a solver does not converge; programs look for it.
_FAILURES = {
    "liblinear": "Liblinear failed to converge, increase the number of iterations.",
    "sag": "The max_iter was reached which means the coef_ did not converge",
    "saga": "The max_iter was reached which means the coef_ did not converge",
    "newton-cholesky": "Newton solver did not converge after {} iterations.",
}


def passes_of(max_iter: Any) -> int:
    """The most passes for so many iterations. An iteration of scikit-learn's solvers is several
    passes, so from the default of 100 on ten times as many are allowed."""
    if not isinstance(max_iter, (int, np.integer)) or isinstance(max_iter, bool) or max_iter < 1:
        raise ValueError(f"max_iter: expected a whole number of 1 or more, found {max_iter!r}")
    return int(max_iter) if max_iter < 100 else 10 * int(max_iter)


def warn_unconverged(solver: str, max_iter: int, stacklevel: int = 4) -> None:
    usual = f"{solver} failed to converge. Increase the number of iterations."
    warnings.warn(
        _FAILURES.get(solver, usual).format(max_iter)
        + f" {max_iter} passes did not reach tol: raise max_iter or tol, or scale the features "
        "(sklearn.preprocessing.StandardScaler).",
        ConvergenceWarning,
        stacklevel=stacklevel,
    )


def require_solver(solver: Any, penalty: Any, dual: Any) -> None:
    """Refuses what scikit-learn refuses, in its words."""
    if solver not in SOLVERS:
        raise ValueError(f"solver: expected one of {', '.join(SOLVERS)}, found {solver!r}")
    if solver not in ("liblinear", "saga") and penalty not in ("l2", "none", None):
        raise ValueError(
            f"Solver {solver} supports only 'l2' or 'none' penalties, got {penalty} penalty."
        )
    if solver != "liblinear" and dual:
        raise ValueError(f"Solver {solver} supports only dual=False, got dual={dual}")
    if penalty == "elasticnet" and solver != "saga":
        raise ValueError(
            f"Only 'saga' solver supports elasticnet penalty, got solver={solver}."
        )
    if solver == "liblinear" and penalty in ("none", None):
        raise ValueError("penalty='none' is not supported for the liblinear solver")


def scheme_of(multi_class: Any, solver: str, classes: int) -> str:
    """'ovr' or 'multinomial'."""
    if multi_class not in ("auto", "ovr", "multinomial", "deprecated"):
        raise ValueError(
            f"multi_class: expected 'auto', 'ovr' or 'multinomial', found {multi_class!r}"
        )
    separate = solver in ("liblinear", "newton-cholesky")
    if multi_class == "multinomial" and separate:
        raise ValueError(f"Solver {solver} does not support a multinomial backend.")
    if multi_class in ("auto", "deprecated"):
        return "ovr" if separate or classes == 2 else "multinomial"
    return str(multi_class)


class LogisticLoss:
    """How LogisticRegression trains one model: its parameters, checked."""

    def __init__(
        self, estimator: Any, scheme: str, starts: Sequence[OnlineModel] = ()
    ) -> None:
        self.scheme = scheme
        self.starts = starts
        self.fit_intercept = truth_of("fit_intercept", estimator.fit_intercept)
        scaling = estimator.intercept_scaling
        # liblinear penalises the intercept as the weight of one more feature, of this value.
        self.penalised = self.fit_intercept and estimator.solver == "liblinear"
        self.extra = float(scaling) if self.penalised and scaling != 1 else None
        self.parameters = {
            "fit_intercept": self.fit_intercept and self.extra is None,
            "penalise_intercept": self.penalised and self.extra is None,
            "tol": gap_of(estimator.tol),
            "max_iter": passes_of(estimator.max_iter),
            "random_state": estimator.random_state,
            "n_jobs": estimator.n_jobs,
        }

    def fit(
        self, rows: Weighted, classes: int, penalty: Penalty, factors: Optional[Array] = None
    ) -> Tuple[List[OnlineModel], Array, Array]:
        """The models trained, and their planes. `factors` are weights of the two sides of each
        class's plane, if they differ by plane."""
        if self.extra is not None:
            rows = rows._replace(X=_with_column(rows.X, self.extra))
        if self.scheme == "multinomial":
            models, coef, intercept = self._fit_multinomial(rows, classes, penalty)
        elif factors is not None:
            models = planes_of(
                rows, classes, factors, "log_loss", penalty, self.starts, **self.parameters
            )
            coef, intercept = stacked(models)
        else:
            models = [solved(rows, "log_loss", penalty, self._start(), **self.parameters)]
            coef, intercept = stacked(models)
        if self.extra is not None:
            intercept = self.extra * coef[:, -1]
            coef = np.ascontiguousarray(coef[:, :-1])
        return models, coef, intercept

    def _start(self) -> Optional[OnlineModel]:
        return self.starts[0] if len(self.starts) == 1 else None

    def _fit_multinomial(
        self, rows: Weighted, classes: int, penalty: Penalty
    ) -> Tuple[List[OnlineModel], Array, Array]:
        if classes == 2:
            # The planes are w and −w, and 2w is the plane of a logistic loss. The penalties of
            # both are |2w|₁ and half of ‖2w‖²/2.
            half = Penalty(penalty.l1, penalty.l2 / 2)
            models: List[OnlineModel] = [solved(rows, "log_loss", half, self._start(), **self.parameters)]
            coef, intercept = stacked(models)
            return models, coef / 2, intercept / 2
        if penalty.l1 > 0:
            raise ValueError(
                "the L1 penalty of several classes trained together (multi_class='multinomial', or "
                "'auto' with three or more classes) is not supported; use multi_class='ovr', or "
                "penalty='l2'"
            )
        models = [solved(rows, "softmax", penalty, self._start(), **self.parameters)]
        coef, intercept = stacked(models)
        # At the optimum the weights of a feature sum to 0; that of the intercepts is free.
        return models, coef - coef.mean(axis=0), intercept - intercept.mean()


def _with_column(X: Any, value: float) -> Any:
    column = np.full((X.shape[0], 1), value, dtype=X.dtype)
    if sp.issparse(X):
        return sp.hstack([X, sp.csr_matrix(column)], format="csr")
    return np.hstack([X, column])


def converged(models: List[OnlineModel]) -> bool:
    # Without a penalty nothing can be proved, and the solver says itself when it is done.
    return all(model.converged_ for model in models)


class ProbabilitiesByLogistic(SwapIn):
    """Probabilities by the logistic function of the scores."""

    _scheme: str

    def predict_proba(self, X: Rows) -> Floats:
        """The probability of each class, for each row."""
        if getattr(self, "_scheme", "ovr") == "multinomial":
            scores = self.decision_function(X)
            if scores.ndim == 1:
                scores = np.c_[-scores, scores]
            return np.asarray(softmax(scores, copy=False))
        return self._predict_proba_lr(X)

    def _predict_proba_lr(self, X: Rows) -> Array:
        """The probabilities of each class against the rest, divided by their sum."""
        from scipy.special import expit

        each: Array = expit(self.decision_function(X))
        if each.ndim == 1:
            return np.asarray(np.c_[1 - each, each])
        return np.asarray(each / each.sum(axis=1, keepdims=True))

    def predict_log_proba(self, X: Rows) -> Floats:
        """The logarithm of the probability of each class, for each row."""
        logarithms: Array = np.log(self.predict_proba(X))
        return logarithms


class LogisticRegression(ProbabilitiesByLogistic):
    """Logistic regression with scikit-learn's parameters.

    The objective is scikit-learn's: ``C·Σ loss + ½‖w‖²`` or its L1 or elastic-net form, with a
    proof of how close to its optimum the result is, in ``gap_`` and ``objective_``.

    Parameters
    ----------
    penalty : {'l2', 'l1', 'elasticnet', None}, default='l2'
    dual : bool, default=False
        Only checked: how the optimum is found is chosen by the shape of the data.
    tol : float, default=1e-4
        Stop when the objective is proved to be within a fraction tol/100 of the optimum.
    C : float, default=1.0
        Inverse of the strength of the regularisation.
    fit_intercept : bool, default=True
    intercept_scaling : float, default=1
        With ``solver='liblinear'`` the intercept is penalised, as the weight of a feature of this
        value.
    class_weight : dict or 'balanced', default=None
        The same as weights of the rows of these classes.
    random_state : int, RandomState or None
    solver : {'lbfgs', 'liblinear', 'newton-cg', 'newton-cholesky', 'sag', 'saga'}
        Decides, as in scikit-learn, which penalties and schemes are allowed and whether the
        intercept is penalised. All train with the solvers of this package.
    max_iter : int, default=100
        The most passes over the rows; from 100 on ten times as many, because iterations of
        scikit-learn's solvers take several.
    multi_class : {'auto', 'ovr', 'multinomial'}, default='auto'
        For three or more classes, a plane for each class against the rest, or all together.
    verbose : int
        Ignored; see :func:`perceptron.progress`.
    warm_start : bool, default=False
        Start from the weights of the previous fit, to be done sooner. The optimum is the same.
    n_jobs : int, default=None
    l1_ratio : float, default=None

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, n_features_in_, feature_names_in_
        As in scikit-learn; ``coef_`` may be changed.
    gap_ : float
        The relative duality gap that is proved.
    objective_ : Interval
        Bounds on the optimum of the mean loss with its penalty.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from perceptron.sklearn import LogisticRegression
    >>> X, y = load_iris(return_X_y=True)
    >>> model = LogisticRegression().fit(X, y)
    >>> model.coef_.shape, model.gap_ <= 1e-6, model.score(X, y) > 0.96
    ((3, 4), True, True)
    """

    def __init__(
        self,
        penalty: Optional[str] = "l2",
        *,
        dual: bool = False,
        tol: float = 1e-4,
        C: float = 1.0,
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        random_state: Any = None,
        solver: str = "lbfgs",
        max_iter: int = 100,
        multi_class: str = "auto",
        verbose: int = 0,
        warm_start: bool = False,
        n_jobs: Optional[int] = None,
        l1_ratio: Optional[float] = None,
    ) -> None:
        self.penalty = penalty
        self.dual = dual
        self.tol = tol
        self.C = C
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.max_iter = max_iter
        self.multi_class = multi_class
        self.verbose = verbose
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.l1_ratio = l1_ratio

    def _penalty(self) -> Penalty:
        strength = strength_of(self.C)
        if self.penalty == "none":
            warnings.warn(
                "`penalty='none'`has been deprecated in 1.2 and will be removed in 1.4. To keep "
                "the past behaviour, set `penalty=None`.",
                FutureWarning,
                stacklevel=3,
            )
        if self.penalty in (None, "none") and self.C != 1:
            warnings.warn(
                "Setting penalty=None will ignore the C and l1_ratio parameters", stacklevel=3
            )
        if self.penalty != "elasticnet" and self.l1_ratio is not None:
            warnings.warn(
                "l1_ratio parameter is only used when penalty is 'elasticnet'. Got "
                f"(penalty={self.penalty})",
                stacklevel=3,
            )
        return Penalty.named(self.penalty, strength, self.l1_ratio)

    def fit(self, X: Rows, y: ArrayLike, sample_weight: Weights = None) -> "LogisticRegression":
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
        require_solver(self.solver, self.penalty, self.dual)
        penalty = self._penalty()
        if self.solver == "liblinear" and self.n_jobs not in (None, 1):
            warnings.warn(
                "'n_jobs' > 1 does not have any effect when 'solver' is set to 'liblinear'. Got "
                f"'n_jobs' = {self.n_jobs}.",
                stacklevel=2,
            )
        if self.solver in ("liblinear", "sag", "saga") and sp.issparse(X):
            if getattr(X, "indices", np.empty(0, np.int32)).dtype == np.int64:
                raise ValueError(
                    "Only sparse matrices with 32-bit integer indices are accepted by "
                    f"solver={self.solver!r}; use 'lbfgs'"
                )
        rows = self._weighted_rows(X, y, sample_weight)
        classes = len(self.classes_)
        self._scheme = scheme_of(self.multi_class, self.solver, classes)
        warm = truth_of("warm_start", self.warm_start)
        loss = LogisticLoss(self, self._scheme, getattr(self, "models_", ()) if warm else ())
        factors = None
        balanced = isinstance(self.class_weight, str)
        if balanced and self._scheme == "ovr" and classes > 2:
            factors = self._balanced_factors(rows)
        elif self.class_weight is not None:
            rows = self._with_class_weights(rows)
        models, coef, intercept = loss.fit(rows, classes, penalty, factors)
        self._keep(models, coef, intercept)
        # What scikit-learn computes in single precision.
        if self.solver != "liblinear" and rows.X.dtype == np.float32:
            self.coef_ = self.coef_.astype(np.float32)
        most = int(loss.parameters["max_iter"])
        self.n_iter_ = passes_by_model(models, most)
        if not converged(models):
            warn_unconverged(self.solver, most)
        return self

    def _balanced_factors(self, rows: Weighted) -> Array:
        """Balanced for each plane: the class against the rest."""
        factors = []
        for k in range(len(self.classes_)):
            side = (rows.labels == k).astype(int)
            rest, own = compute_class_weight("balanced", classes=np.array([0, 1]), y=side)
            factors.append((own, rest))
        return np.array(factors)


def passes_by_model(models: List[OnlineModel], most: int) -> Array:
    """The passes of each model, or of each plane of a model with several."""
    passes = np.concatenate([model.n_iter_by_plane_ for model in models])
    if len(models) == 1 and getattr(models[0], "loss", "") == "softmax":
        passes = passes[:1]
    return np.asarray(np.minimum(passes, most).astype(np.int32))
