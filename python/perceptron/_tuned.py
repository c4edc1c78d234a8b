"""Grid search as an estimator."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.metrics import get_scorer
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ._compat import tags_with
from ._rows import Array, Floats, Rows, Weights
from ._scoring import scorers_of
from ._validation import tune


class TunedClassifier(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier whose settings are chosen by cross-validation, all folds and settings trained
    as one bank; see :func:`tune`.

    Parameters
    ----------
    estimator : estimator of this package, or a pipeline whose last step is one
    param_grid : dict of lists, or a list of these
    scoring : str, callable, list or dict, default=None
        As for :func:`cross_validate`; None: accuracy.
    cv : int, splitter or list of (train, test), default=5
    refit : bool or str, default=True
        Fit the best setting to all rows; with several metrics, the name of the one that decides.
    path : bool, default=False
        Train along the regularisation path; see :func:`tune`.
    n_jobs : int, default=-1
        Number of threads; -1: all processors.

    Attributes
    ----------
    best_estimator_, best_params_, best_score_, best_index_, cv_results_
        As those of GridSearchCV.
    classes_ : array
    n_features_in_ : int
    n_splits_ : int
    tuning_ : Tuning

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("flipped", rows=300, flip=0.1, seed=8)
    >>> model = perceptron.TunedClassifier(
    ...     perceptron.LinearClassifier("log_loss"), {"alpha": [1e-4, 1e-2, 1]},
    ...     scoring=["roc_auc", "neg_log_loss"], refit="roc_auc",
    ... ).fit(data.X, data.y)
    >>> sorted(model.best_params_)
    ['alpha']
    >>> model.predict_proba(data.X[:1]).shape
    (1, 2)
    """

    def __init__(
        self,
        estimator: Any,
        param_grid: Any,
        *,
        scoring: Any = None,
        cv: Any = 5,
        refit: Union[bool, str] = True,
        path: bool = False,
        n_jobs: Optional[int] = -1,
    ) -> None:
        self.estimator = estimator
        self.param_grid = param_grid
        self.scoring = scoring
        self.cv = cv
        self.refit = refit
        self.path = path
        self.n_jobs = n_jobs

    def fit(
        self, X: Rows, y: ArrayLike, *, groups: Optional[ArrayLike] = None, sample_weight: Weights = None
    ) -> "TunedClassifier":
        """Choose the best settings and fit them to all rows.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
            Or what the first step of a pipeline takes.
        y : array of shape (rows,)
        groups : array of shape (rows,), optional
            For splitters that need groups.
        sample_weight : array of shape (rows,), optional
            The weight of each row in training.

        Returns
        -------
        self
        """
        self.tuning_ = tune(
            clone(self.estimator),
            X,
            y,
            self.param_grid,
            cv=self.cv,
            groups=groups,
            scoring=self.scoring,
            sample_weight=sample_weight,
            refit=self.refit,
            path=self.path,
            n_jobs=self.n_jobs,
        )
        for name in ("best_params_", "best_score_", "best_index_", "cv_results_"):
            setattr(self, name, getattr(self.tuning_, name))
        self.n_splits_ = sum(
            name.startswith("split") and name.endswith(self.tuning_.metric)
            for name in self.cv_results_
        )
        if self.refit:
            self.best_estimator_ = self.tuning_.best_estimator_
            self.classes_ = self.best_estimator_.classes_
            for name in ("n_features_in_", "feature_names_in_"):
                if hasattr(self.best_estimator_, name):
                    setattr(self, name, getattr(self.best_estimator_, name))
        return self

    def _best(self) -> Any:
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_

    def _has_probabilities(self) -> bool:
        best = getattr(self, "best_estimator_", self.estimator)
        return bool(best.predict_proba)  # raises AttributeError where there are none

    def predict(self, X: Rows) -> Array:
        """The class of each row."""
        return self._best().predict(X)  # type: ignore[no-any-return]

    def decision_function(self, X: Rows) -> Floats:
        """The scores of each row."""
        return self._best().decision_function(X)  # type: ignore[no-any-return]

    @available_if(_has_probabilities)  # type: ignore[misc]
    def predict_proba(self, X: Rows) -> Floats:
        """The probability of each class, for each row."""
        return self._best().predict_proba(X)  # type: ignore[no-any-return]

    @available_if(_has_probabilities)  # type: ignore[misc]
    def predict_log_proba(self, X: Rows) -> Floats:
        """The logarithm of the probability of each class, for each row."""
        return self._best().predict_log_proba(X)  # type: ignore[no-any-return]

    def score(self, X: Rows, y: ArrayLike, sample_weight: Weights = None) -> float:
        """The score by the metric that decided."""
        scorer = scorers_of(self.scoring)[self.tuning_.metric] or get_scorer("accuracy")
        if sample_weight is None:
            return float(scorer(self._best(), X, np.asarray(y)))
        return float(scorer(self._best(), X, y, sample_weight=sample_weight))  # type: ignore

    def __sklearn_tags__(self) -> Any:
        return tags_with(super().__sklearn_tags__(), sparse=True)
