"""Cross-validation and grid search with one pass over the data for all folds and settings."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import Pipeline

from ._folds import Folds, fitted, require_own_estimator
from ._rows import Array, Floats, Rows, Weights, threads_of
from ._scoring import ONLY, Scorer, Scoring, scorers_of


def cross_validate(
    estimator: Any,
    X: Rows,
    y: ArrayLike,
    *,
    cv: Any = 5,
    groups: Optional[ArrayLike] = None,
    scoring: Optional[Scoring] = "accuracy",
    sample_weight: Weights = None,
    return_train_score: bool = False,
    return_predictions: bool = False,
    n_jobs: Optional[int] = -1,
) -> Dict[str, Any]:
    """Cross-validate an estimator: its accuracy on rows held out of training.

    All folds and classes train together, in one pass over the rows. The scores are
    those of ``sklearn.model_selection.cross_validate``: exactly with ``shuffle=False``;
    with shuffling a fold takes its rows in the order drawn for all rows, which is another
    random order. Splits whose test sets overlap (such as ShuffleSplit), and
    MarginClassifier, are trained one after the other.

    Parameters
    ----------
    estimator : estimator of this package, or a pipeline whose last step is one
        The transformers of a pipeline are fitted in each fold.
    X, y : rows and their classes
    cv : int, splitter or list of (train, test)
        As scikit-learn takes it; an int is the number of stratified folds, not shuffled.
    groups : array, optional
        For splitters that need groups.
    scoring : str, callable, list or dict
        A metric by its name as scikit-learn has it ("accuracy", "roc_auc", "neg_log_loss", …), a
        scorer, or a function of true and predicted classes; or several of these.
    sample_weight : array, optional
        The weight of each row in training.
    return_train_score : bool
        Also return the training accuracy.
    return_predictions : bool
        Also return the class predicted for each row when it was held out.
    n_jobs : int
        Number of threads; -1: all processors.

    Returns
    -------
    dict with ``test_score`` (or ``test_NAME`` for each of several metrics), ``seconds``,
    ``models`` and, if requested, ``train_score`` and ``predictions``.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("flipped", rows=400, flip=0.1, seed=6)
    >>> model = perceptron.PerceptronClassifier("averaged", max_iter=10)
    >>> result = perceptron.cross_validate(model, data.X, data.y, cv=10)
    >>> len(result["test_score"])
    10
    """
    require_own_estimator(estimator)
    start = time.perf_counter()
    scorers = scorers_of(scoring)
    if return_train_score and any(scorer is not None for scorer in scorers.values()):
        raise ValueError("return_train_score is the accuracy; leave it or scoring out")
    raw = isinstance(estimator, Pipeline)
    if raw and return_predictions:
        raise ValueError("return_predictions: not with a pipeline")
    folds = Folds(X, y, cv, groups, sample_weight, threads_of(n_jobs), raw)
    if return_predictions:
        folds.require_each_row_once()
    results, models = folds.run([estimator], scorers, return_train_score, return_predictions)
    out: Dict[str, Any] = {
        **{f"test_{name}": scores for name, scores in results[0]["test"].items()},
        "seconds": time.perf_counter() - start,
        "models": models,
    }
    if return_train_score:
        out["train_score"] = results[0]["train"]
    if return_predictions:
        out["predictions"] = results[0]["predictions"]
    return out


@dataclass(repr=False)
class Tuning:
    """The result of a grid search: every combination of settings with its scores.

    Attributes
    ----------
    best_params_ : dict
    best_score_ : float
    best_index_ : int
    best_estimator_ : estimator or None
        Fitted to all rows, with ``refit``.
    cv_results_ : dict of arrays
        As GridSearchCV has them: ``params``, ``param_NAME``, ``mean_test_score``,
        ``std_test_score``, ``rank_test_score``, ``splitN_test_score``.
    models : int
        The number of models trained.
    seconds : float
    metric : str
        The name of the metric that decided, of several.
    """

    best_params_: Dict[str, Any]
    best_score_: float
    best_index_: int
    best_estimator_: Any
    cv_results_: Dict[str, Any] = field(repr=False)
    models: int = 0
    seconds: float = 0.0
    metric: str = ONLY

    def predict(self, X: Rows) -> Array:
        """The classes that the best estimator predicts."""
        return self._refitted().predict(X)  # type: ignore[no-any-return]

    def decision_function(self, X: Rows) -> Floats:
        """The scores of the best estimator."""
        return self._refitted().decision_function(X)  # type: ignore[no-any-return]

    def predict_proba(self, X: Rows) -> Floats:
        """The probabilities of the best estimator."""
        return self._refitted().predict_proba(X)  # type: ignore[no-any-return]

    def _refitted(self) -> Any:
        if self.best_estimator_ is None:
            raise AttributeError("there is no best_estimator_; use refit=True")
        return self.best_estimator_

    def frame(self) -> Any:
        """The results as a pandas DataFrame, the best first."""
        import pandas as pd

        frame = pd.DataFrame(self.cv_results_).infer_objects()
        return frame.sort_values(f"rank_test_{self.metric}", kind="stable")

    def __repr__(self) -> str:
        return (
            f"<Tuning of {len(self.cv_results_['params'])} settings: best {self.best_params_}, "
            f"{self.best_score_:.4f}; {self.models:,} models in {self.seconds:.2f} s>"
        )

    def _repr_html_(self) -> str:
        columns = [c for c in self.cv_results_ if c.startswith("param_")]
        columns += [f"{kind}_test_{self.metric}" for kind in ("mean", "std", "rank")]
        html: str = self.frame()[columns].to_html(index=False, max_rows=20)
        return html


def _results(
    grid: List[Mapping[str, Any]], scores: Mapping[str, Array]
) -> Dict[str, Any]:
    results: Dict[str, Any] = {}
    for name in sorted({name for params in grid for name in params}):
        values: Any = np.ma.masked_all(len(grid), dtype=object)  # type: ignore[no-untyped-call]
        for k, params in enumerate(grid):
            if name in params:
                values[k] = params[name]
        results[f"param_{name}"] = values
    results["params"] = list(grid)
    for metric, table in scores.items():
        for fold in range(table.shape[1]):
            results[f"split{fold}_test_{metric}"] = table[:, fold]
        means = table.mean(axis=1)
        results[f"mean_test_{metric}"] = means
        results[f"std_test_{metric}"] = table.std(axis=1)
        worst = np.nan_to_num(means, nan=-np.inf)
        results[f"rank_test_{metric}"] = np.array([1 + int(np.sum(worst > m)) for m in worst])
    return results


def _deciding(scorers: Mapping[str, Optional[Scorer]], refit: Union[bool, str]) -> str:
    """The metric by which the best setting is chosen."""
    names = list(scorers)
    if isinstance(refit, str):
        if refit not in scorers:
            raise ValueError(f"refit: expected one of {', '.join(names)}, found {refit!r}")
        return refit
    if len(names) > 1 and refit:
        raise ValueError(
            f"refit: with several metrics, name the one that decides: {', '.join(names)}"
        )
    return names[0]


def tune(
    estimator: Any,
    X: Rows,
    y: ArrayLike,
    grid: Union[Mapping[str, Sequence[Any]], Sequence[Mapping[str, Sequence[Any]]]],
    *,
    cv: Any = 5,
    groups: Optional[ArrayLike] = None,
    scoring: Optional[Scoring] = "accuracy",
    sample_weight: Weights = None,
    refit: Union[bool, str] = True,
    path: bool = False,
    n_jobs: Optional[int] = -1,
) -> Tuning:
    """Grid search: cross-validate every combination of settings and fit the best.

    All settings, folds and classes train together, in one pass over the rows. The result
    is that of ``GridSearchCV``, as exactly as :func:`cross_validate` describes.

    Parameters
    ----------
    estimator : estimator of this package, or a pipeline whose last step is one
    X, y : rows and their classes
    grid : dict of lists, or a list of these
        As GridSearchCV takes it: the values of each parameter to try.
    cv, groups, scoring, sample_weight, n_jobs
        As for :func:`cross_validate`.
    refit : bool or str
        Fit the best setting to all rows; with several metrics, the name of the one that decides.
    path : bool
        Regularisation path of LinearClassifier: train from the largest alpha to the
        smallest, each warm-started from the one before. Faster, and within the same tol.

    Returns
    -------
    Tuning

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("flipped", rows=300, flip=0.1, seed=8)
    >>> found = perceptron.tune(
    ...     perceptron.LinearClassifier(), data.X, data.y,
    ...     {"alpha": [1e-4, 1e-2, 1], "loss": ["hinge", "log_loss"]},
    ... )
    >>> sorted(found.best_params_)
    ['alpha', 'loss']
    >>> len(found.cv_results_["params"])
    6
    """
    require_own_estimator(estimator)
    start = time.perf_counter()
    settings = list(ParameterGrid(grid))
    if not settings:
        raise ValueError("grid: expected values to try, found none")
    scorers = scorers_of(scoring)
    metric = _deciding(scorers, refit)
    raw = isinstance(estimator, Pipeline)
    folds = Folds(X, y, cv, groups, sample_weight, threads_of(n_jobs), raw)
    candidates = [clone(estimator).set_params(**params) for params in settings]
    results, models = folds.run(candidates, scorers, path=path)
    scores = {name: np.array([each["test"][name] for each in results]) for name in scorers}
    table = _results(settings, scores)
    best = int(np.argmin(table[f"rank_test_{metric}"]))
    if np.isnan(table[f"mean_test_{metric}"][best]):
        raise ValueError(
            "with every setting the weights or scores grew beyond the range of numbers; scale "
            "the features"
        )
    final = fitted(candidates[best], X, y, sample_weight) if refit else None
    return Tuning(
        best_params_=settings[best],
        best_score_=float(table[f"mean_test_{metric}"][best]),
        best_index_=best,
        best_estimator_=final,
        cv_results_=table,
        models=models,
        seconds=time.perf_counter() - start,
        metric=metric,
    )
