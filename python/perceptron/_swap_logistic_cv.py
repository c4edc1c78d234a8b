"""LogisticRegressionCV with scikit-learn's parameters."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics import get_scorer
from sklearn.model_selection import check_cv

from ._base import OnlineModel
from ._rows import Array, Rows, Weights
from ._swap import Penalty, Weighted, strength_of
from ._swap_logistic import (
    LogisticLoss,
    LogisticRegression,
    ProbabilitiesByLogistic,
    converged,
    passes_by_model,
    require_solver,
    scheme_of,
    warn_unconverged,
)

# The penalty of one training: C and, of the elastic net, l1_ratio.
Setting = Tuple[float, Optional[float]]


class LogisticRegressionCV(ProbabilitiesByLogistic):
    """Logistic regression whose C, and l1_ratio, are chosen by cross-validation, with
    scikit-learn's parameters.

    Parameters
    ----------
    Cs : int or list of floats, default=10
        The values of C to try; a number of them is spread from 1e-4 to 1e4.
    fit_intercept : bool, default=True
    cv : int, splitter or list of (train, test), default=None
        None: 5 stratified folds.
    dual : bool, default=False
        Only checked.
    penalty : {'l2', 'l1', 'elasticnet'}, default='l2'
    scoring : str or callable, default=None
        A name or a function of (estimator, X, y), as scikit-learn takes it; None: accuracy.
    solver, tol, max_iter, class_weight, n_jobs, verbose, intercept_scaling, multi_class
        As in :class:`LogisticRegression`.
    refit : bool, default=True
        Train with the best setting on all rows; else take the mean of the folds' weights.
    random_state : int, RandomState or None
    l1_ratios : list of floats, default=None
        For the elastic net.

    Attributes
    ----------
    classes_, coef_, intercept_, C_, Cs_, l1_ratio_, l1_ratios_, scores_, coefs_paths_, n_iter_
        As in scikit-learn.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from perceptron.sklearn import LogisticRegressionCV
    >>> X, y = load_iris(return_X_y=True)
    >>> model = LogisticRegressionCV(Cs=[0.01, 1, 100], cv=3).fit(X, y)
    >>> model.C_.shape, model.scores_[0].shape
    ((3,), (3, 3))
    """

    def __init__(
        self,
        *,
        Cs: Any = 10,
        fit_intercept: bool = True,
        cv: Any = None,
        dual: bool = False,
        penalty: str = "l2",
        scoring: Any = None,
        solver: str = "lbfgs",
        tol: float = 1e-4,
        max_iter: int = 100,
        class_weight: Any = None,
        n_jobs: Optional[int] = None,
        verbose: int = 0,
        refit: bool = True,
        intercept_scaling: float = 1.0,
        multi_class: str = "auto",
        random_state: Any = None,
        l1_ratios: Any = None,
    ) -> None:
        self.Cs = Cs
        self.fit_intercept = fit_intercept
        self.cv = cv
        self.dual = dual
        self.penalty = penalty
        self.scoring = scoring
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.refit = refit
        self.intercept_scaling = intercept_scaling
        self.multi_class = multi_class
        self.random_state = random_state
        self.l1_ratios = l1_ratios

    def _settings(self) -> List[Setting]:
        """What to try, all values of C for the first l1_ratio first."""
        if self.penalty not in ("l1", "l2", "elasticnet"):
            raise ValueError(
                f"penalty: expected 'l1', 'l2' or 'elasticnet', found {self.penalty!r}"
            )
        given = self.Cs
        self.Cs_ = np.logspace(-4, 4, given) if isinstance(given, (int, np.integer)) else (
            np.asarray(given, dtype=float)
        )
        ratios: List[Optional[float]] = [None]
        if self.penalty == "elasticnet":
            ratios = list(self.l1_ratios) if self.l1_ratios is not None else []
            if not ratios or any(
                not isinstance(r, (int, float, np.number)) or not 0 <= r <= 1 for r in ratios
            ):
                raise ValueError(
                    "l1_ratios must be a list of numbers between 0 and 1; got "
                    f"(l1_ratios={self.l1_ratios!r})"
                )
        elif self.l1_ratios is not None:
            warnings.warn(
                "l1_ratios parameter is only used when penalty is 'elasticnet'. Got "
                f"(penalty={self.penalty})",
                stacklevel=3,
            )
        self.l1_ratios_ = np.asarray(ratios)
        return [(C, ratio) for ratio in ratios for C in self.Cs_.tolist()]

    def fit(self, X: Rows, y: ArrayLike, sample_weight: Weights = None) -> "LogisticRegressionCV":
        """Choose C by cross-validation and fit the model.

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
        settings = self._settings()
        rows = self._weighted_rows(X, y, sample_weight)
        self._scheme = scheme_of(self.multi_class, self.solver, len(self.classes_))
        splitter = check_cv(self.cv, rows.labels, classifier=True)
        self._folds = list(splitter.split(rows.X, rows.labels))
        self._settings_list = settings
        rows = self._with_class_weights(rows)
        if self._scheme == "multinomial":
            problems = [(rows, self.classes_)]
        else:
            # One binary problem for each class, of labels −1 and 1; one for two classes.
            positives = range(len(self.classes_)) if len(self.classes_) > 2 else [1]
            problems = [
                (rows._replace(labels=(rows.labels == k).astype(int)), np.array([-1, 1]))
                for k in positives
            ]
        results = [self._choose(part, classes) for part, classes in problems]
        self._gather(results)
        del self._folds, self._settings_list
        return self

    # ---- One problem: all classes together, or one of them against the rest ----

    def _train(self, rows: Weighted, classes: Array, setting: Setting) -> LogisticRegression:
        C, ratio = setting
        model = LogisticRegression(
            penalty=self.penalty, dual=self.dual, tol=self.tol, C=C, l1_ratio=ratio,
            fit_intercept=self.fit_intercept, intercept_scaling=self.intercept_scaling,
            random_state=self.random_state, solver=self.solver, max_iter=self.max_iter,
            multi_class=self._scheme, n_jobs=self.n_jobs,
        )
        penalty = Penalty.named(self.penalty, strength_of(C), ratio)
        loss = LogisticLoss(model, self._scheme)
        present = np.unique(rows.labels)
        if len(present) < len(classes):
            raise ValueError(
                "cv: a training set lacks a class; use fewer folds, or a splitter that stratifies"
            )
        models, coef, intercept = loss.fit(rows, len(classes), penalty)
        model._keep(models, coef, intercept)
        model.classes_ = classes
        model._scheme = self._scheme
        model.n_features_in_ = rows.X.shape[1]
        model.n_iter_ = passes_by_model(models, int(loss.parameters["max_iter"]))
        return model

    def _choose(self, rows: Weighted, classes: Array) -> Dict[str, Any]:
        scorer = get_scorer("accuracy" if self.scoring is None else self.scoring)
        shape = (len(self._folds), len(self._settings_list))
        scores = np.zeros(shape)
        passes = np.zeros(shape, dtype=np.int32)
        paths: List[List[Array]] = []
        reached = True
        for fold, (train, test) in enumerate(self._folds):
            own = None if rows.weights is None else rows.weights[train]
            part = Weighted(rows.X[train], rows.labels[train], own)
            path = []
            for number, setting in enumerate(self._settings_list):
                model = self._train(part, classes, setting)
                scores[fold, number] = scorer(model, rows.X[test], classes[rows.labels[test]])
                passes[fold, number] = model.n_iter_.max()
                reached &= converged(model.models_)
                path.append(self._weights(model))
            paths.append(path)
        if not reached:
            warn_unconverged(self.solver, int(self.max_iter), stacklevel=4)
        best_of_folds = scores.argmax(axis=1)
        out: Dict[str, Any] = {"scores": scores, "passes": passes, "paths": np.array(paths)}
        if self.refit:
            best = int(scores.sum(axis=0).argmax())
            model = self._train(rows, classes, self._settings_list[best])
            out["models"] = model.models_
            out["weights"] = self._weights(model)
            out["C"], out["ratio"] = self._settings_list[best]
        else:
            out["models"] = []
            out["weights"] = np.mean(
                [paths[fold][best] for fold, best in enumerate(best_of_folds)], axis=0
            )
            chosen = [self._settings_list[best] for best in best_of_folds]
            out["C"] = np.mean([C for C, _ in chosen])
            ratios = [ratio for _, ratio in chosen]
            out["ratio"] = None if None in ratios else np.mean(np.array(ratios, dtype=float))
        return out

    def _weights(self, model: LogisticRegression) -> Array:
        """The planes, a row for each; the intercept is the last column, if there is one."""
        if not self.fit_intercept:
            return np.asarray(model.coef_)
        return np.asarray(np.c_[model.coef_, model.intercept_])

    # ---- All problems together ----

    def _gather(self, results: List[Dict[str, Any]]) -> None:
        names = self.classes_ if len(self.classes_) > 2 else self.classes_[1:]
        planes = len(names)
        elastic = self.l1_ratios is not None
        ratios = len(self.l1_ratios_)

        def shaped(values: Array) -> Array:
            """(…, folds, settings) as scikit-learn has them: with an axis for l1_ratios."""
            if not elastic:
                return values
            split = values.reshape((len(self._folds), ratios, len(self.Cs_)) + values.shape[2:])
            return np.swapaxes(split, 1, 2)

        if self._scheme == "multinomial":
            only = results[0]
            results = [only] * planes
            paths = [only["paths"][:, :, k] for k in range(planes)]
            weights = only["weights"]
            models: List[OnlineModel] = list(only["models"])
            self.n_iter_ = np.array([shaped(only["passes"])])
        else:
            paths = [each["paths"][:, :, 0] for each in results]
            weights = np.vstack([each["weights"] for each in results])
            models = [model for each in results for model in each["models"]]
            self.n_iter_ = np.array([shaped(each["passes"]) for each in results])
        self.scores_ = {c: shaped(each["scores"]) for c, each in zip(names, results)}
        self.coefs_paths_ = {c: shaped(path) for c, path in zip(names, paths)}
        self.C_ = np.asarray([each["C"] for each in results])
        self.l1_ratio_ = np.asarray([each["ratio"] for each in results])
        features = self.n_features_in_
        intercept = weights[:, features] if self.fit_intercept else np.zeros(planes)
        self._keep(models, np.ascontiguousarray(weights[:, :features]), intercept.copy())

    def score(self, X: Rows, y: ArrayLike, sample_weight: Weights = None) -> float:
        """The score of the predictions, by ``scoring``."""
        scorer = get_scorer("accuracy" if self.scoring is None else self.scoring)
        if sample_weight is None:
            return float(scorer(self, X, y))
        return float(scorer(self, X, y, sample_weight=sample_weight))
