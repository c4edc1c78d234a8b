"""Cross-validation and grid search with one pass over the data for all folds and settings."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import ParameterGrid

from ._base import LinearModel
from ._folds import Folds, Score, fitted, score_function
from ._rows import Array, threads_of


def _require_own_estimator(estimator: Any) -> None:
    if not isinstance(estimator, LinearModel):
        raise TypeError(
            f"expected an estimator of this package, found {type(estimator).__name__}; "
            "scikit-learn's own functions take any"
        )


def cross_validate(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    cv: Any = 5,
    groups: Any = None,
    scoring: Union[str, Score] = "accuracy",
    sample_weight: Any = None,
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
    estimator : estimator of this package
    X, y : rows and their classes
    cv : int, splitter or list of (train, test)
        As scikit-learn takes it; an int is the number of stratified folds, not shuffled.
    groups : array, optional
        For splitters that need groups.
    scoring : str or callable
        A score of predicted classes by its name ("accuracy", "f1_macro", …), or a
        function of true and predicted classes.
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
    dict with ``test_score``, ``seconds``, ``models`` and, if requested, ``train_score``
    and ``predictions``.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("flipped", rows=400, flip=0.1, seed=6)
    >>> model = perceptron.PerceptronClassifier("averaged", max_iter=10)
    >>> result = perceptron.cross_validate(model, data.X, data.y, cv=10)
    >>> len(result["test_score"])
    10
    """
    _require_own_estimator(estimator)
    start = time.perf_counter()
    score = score_function(scoring)
    if return_train_score and score is not None:
        raise ValueError("return_train_score is the accuracy; leave it or scoring out")
    folds = Folds(X, y, cv, groups, sample_weight, threads_of(n_jobs))
    if return_predictions:
        folds.require_each_row_once()
    results, models = folds.run([estimator], score, return_train_score, return_predictions)
    out: Dict[str, Any] = {
        "test_score": results[0]["test"],
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
    """

    best_params_: Dict[str, Any]
    best_score_: float
    best_index_: int
    best_estimator_: Any
    cv_results_: Dict[str, Any] = field(repr=False)
    models: int = 0
    seconds: float = 0.0

    def frame(self) -> Any:
        """The results as a pandas DataFrame, the best first."""
        import pandas as pd

        frame = pd.DataFrame(self.cv_results_).infer_objects()
        return frame.sort_values("rank_test_score", kind="stable")

    def __repr__(self) -> str:
        return (
            f"<Tuning of {len(self.cv_results_['params'])} settings: best {self.best_params_}, "
            f"{self.best_score_:.4f}; {self.models:,} models in {self.seconds:.2f} s>"
        )

    def _repr_html_(self) -> str:
        columns = [c for c in self.cv_results_ if c.startswith("param_")]
        columns += ["mean_test_score", "std_test_score", "rank_test_score"]
        html: str = self.frame()[columns].to_html(index=False, max_rows=20)
        return html


def _results(grid: List[Mapping[str, Any]], scores: Array) -> Dict[str, Any]:
    results: Dict[str, Any] = {}
    for name in sorted({name for params in grid for name in params}):
        values: Any = np.ma.masked_all(len(grid), dtype=object)  # type: ignore[no-untyped-call]
        for k, params in enumerate(grid):
            if name in params:
                values[k] = params[name]
        results[f"param_{name}"] = values
    results["params"] = list(grid)
    for fold in range(scores.shape[1]):
        results[f"split{fold}_test_score"] = scores[:, fold]
    means = scores.mean(axis=1)
    results["mean_test_score"] = means
    results["std_test_score"] = scores.std(axis=1)
    worst = np.nan_to_num(means, nan=-np.inf)
    results["rank_test_score"] = np.array([1 + int(np.sum(worst > each)) for each in worst])
    return results


def tune(
    estimator: Any,
    X: Any,
    y: Any,
    grid: Union[Mapping[str, Sequence[Any]], Sequence[Mapping[str, Sequence[Any]]]],
    *,
    cv: Any = 5,
    groups: Any = None,
    scoring: Union[str, Score] = "accuracy",
    sample_weight: Any = None,
    refit: bool = True,
    path: bool = False,
    n_jobs: Optional[int] = -1,
) -> Tuning:
    """Grid search: cross-validate every combination of settings and fit the best.

    All settings, folds and classes train together, in one pass over the rows. The result
    is that of ``GridSearchCV``, as exactly as :func:`cross_validate` describes.

    Parameters
    ----------
    estimator : estimator of this package
    X, y : rows and their classes
    grid : dict of lists, or a list of these
        As GridSearchCV takes it: the values of each parameter to try.
    cv, groups, scoring, sample_weight, n_jobs
        As for :func:`cross_validate`.
    refit : bool
        Fit the best setting to all rows.
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
    _require_own_estimator(estimator)
    start = time.perf_counter()
    settings = list(ParameterGrid(grid))
    if not settings:
        raise ValueError("grid: expected values to try, found none")
    folds = Folds(X, y, cv, groups, sample_weight, threads_of(n_jobs))
    candidates = [clone(estimator).set_params(**params) for params in settings]
    results, models = folds.run(candidates, score_function(scoring), path=path)
    table = _results(settings, np.array([each["test"] for each in results]))
    best = int(np.argmin(table["rank_test_score"]))
    if np.isnan(table["mean_test_score"][best]):
        raise ValueError(
            "with every setting the weights or scores grew beyond the range of numbers; scale "
            "the features"
        )
    final = fitted(candidates[best], X, y, sample_weight) if refit else None
    return Tuning(
        best_params_=settings[best],
        best_score_=float(table["mean_test_score"][best]),
        best_index_=best,
        best_estimator_=final,
        cv_results_=table,
        models=models,
        seconds=time.perf_counter() - start,
    )
