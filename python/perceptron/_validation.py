"""Cross-validation and grid search with one pass over the data for all folds and settings."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import accuracy_score, get_scorer
from sklearn.model_selection import ParameterGrid, check_cv
from sklearn.utils.validation import _check_sample_weight

from . import _core, _progress
from ._base import LinearModel
from ._estimators import LOSSES, MarginClassifier
from ._options import text_of
from ._rows import Array, checked, names_of, require_classes, threads_of

Score = Callable[[Array, Array], float]
_NO_FOLD = np.uint32(0xFFFFFFFF)  # of a row that is always trained on


def _score_of(scoring: Union[str, Score]) -> Optional[Score]:
    """What makes a figure of true and predicted classes; None for the accuracy."""
    if scoring == "accuracy" or scoring is accuracy_score:
        return None
    if not isinstance(scoring, str) and not callable(scoring):
        raise ValueError("scoring: expected one figure, by its name or as a function")
    if not isinstance(scoring, str) and not hasattr(scoring, "_score_func"):
        return scoring
    scorer: Any = get_scorer(scoring)
    if type(scorer).__name__ != "_PredictScorer":
        raise ValueError(
            f"scoring={scoring!r} needs more than predicted classes; keep them with "
            "return_predictions=True, or use scikit-learn's own cross_validate"
        )
    return lambda truth, predicted: float(
        scorer._sign * scorer._score_func(truth, predicted, **scorer._kwargs)
    )


class _Folds:
    """Rows divided into folds, and estimators that are cross-validated on them."""

    def __init__(self, X: Any, y: Any, cv: Any, groups: Any, weights: Any, threads: int) -> None:
        splitter = check_cv(5 if cv is None else cv, y, classifier=True)
        self.rows, self.y, self.classes, self.labels = checked(X, y, threads)
        require_classes(self.classes)
        self.threads = threads
        self.weights = None
        if weights is not None:
            self.weights = _check_sample_weight(
                weights, self.rows, dtype=np.float64, only_non_negative=True
            )
        self.splits: List[Tuple[Array, Array]] = [
            (np.arange(len(self.y))[train], np.arange(len(self.y))[test])
            for train, test in splitter.split(np.zeros((len(self.y), 1)), self.y, groups)
        ]
        if not self.splits:
            raise ValueError("cv: expected at least one split, found none")

    def require_each_row_once(self) -> None:
        tested = np.concatenate([test for _, test in self.splits])
        if len(tested) != len(self.y) or len(np.unique(tested)) != len(tested):
            raise ValueError(
                "return_predictions needs a cv that tests every row once, such as folds"
            )

    def fold_of_row(self) -> Optional[Array]:
        """The fold of each row; None unless every split trains on all rows but its test rows,
        and no row is tested twice."""
        folds = np.full(len(self.y), _NO_FOLD, dtype=np.uint32)
        for number, (train, test) in enumerate(self.splits):
            if len(train) + len(test) != len(self.y) or np.any(folds[test] != _NO_FOLD):
                return None
            folds[test] = number
        for number, (train, _) in enumerate(self.splits):
            if np.any(folds[train] == number) or len(np.unique(train)) != len(train):
                return None
        return folds

    def run(
        self,
        estimators: Sequence[LinearModel],
        score: Optional[Score],
        training: bool = False,
        predictions: bool = False,
        path: bool = False,
    ) -> Tuple[List[Dict[str, Any]], int]:
        """For each estimator its scores by fold and, if asked for, the predicted classes; and
        how many models were trained."""
        folds = self.fold_of_row()
        if folds is None or any(isinstance(each, MarginClassifier) for each in estimators):
            return self._one_by_one(estimators, score, training)
        # Predictions take memory, so they are kept only where they are used.
        keep = predictions or score is not None
        validations = _core.cross_validate(
            rows=self.rows,
            labels=self.labels,
            classes=names_of(self.classes),
            weights=self.weights,
            fold_of_row=folds,
            folds=len(self.splits),
            settings=[
                (each._words(), each._class_weight(self.classes), text_of(each.scale))
                for each in estimators
            ],
            threads=self.threads,
            keep_predictions=keep,
            measure_training=training,
            path=path,
            progress=_progress.current(),
        )
        losses = [LOSSES.get(getattr(each, "loss", "")) for each in estimators]
        if any(
            loss and not all(fold["converged"] for fold in each["folds"])
            for loss, each in zip(losses, validations)
        ):
            warnings.warn(
                "some trainings did not reach tol; raise max_iter or tol, or scale the features",
                ConvergenceWarning,
                stacklevel=4,
            )
        results = []
        for each in validations:
            predicted = None
            if keep:
                predicted = self.classes[np.minimum(each["predicted"], len(self.classes) - 1)]
            test = [_number(fold["accuracy"]) for fold in each["folds"]]
            if score is not None and predicted is not None:
                # Where numbers overflowed there is nothing to measure.
                test = [
                    known if np.isnan(known) else float(score(self.y[rows], predicted[rows]))
                    for known, (_, rows) in zip(test, self.splits)
                ]
            results.append(
                {
                    "test": np.array(test),
                    "train": np.array([_number(f["training_accuracy"]) for f in each["folds"]]),
                    "predictions": predicted,
                }
            )
        return results, sum(fold["models"] for each in validations for fold in each["folds"])

    def _one_by_one(
        self, estimators: Sequence[LinearModel], score: Optional[Score], training: bool
    ) -> Tuple[List[Dict[str, Any]], int]:
        """The same where the folds cannot be trained together."""
        results = []
        models = 0
        measure = score or accuracy_score
        for estimator in estimators:
            test_scores, train_scores = [], []
            predictions = np.empty_like(self.y)
            for train, test in self.splits:
                weights = None if self.weights is None else self.weights[train]
                model = _fitted(clone(estimator), self.rows[train], self.y[train], weights)
                models += len(model.coef_)
                predictions[test] = model.predict(self.rows[test])
                test_scores.append(float(measure(self.y[test], predictions[test])))
                if training:
                    train_scores.append(model.score(self.rows[train], self.y[train]))
            results.append(
                {
                    "test": np.array(test_scores),
                    "train": np.array(train_scores),
                    "predictions": predictions,
                }
            )
        return results, models


def _fitted(model: Any, X: Any, y: Any, weights: Any) -> Any:
    """Not every estimator takes weights, so none are given where there are none."""
    return model.fit(X, y) if weights is None else model.fit(X, y, sample_weight=weights)


def _number(value: Optional[float]) -> float:
    return float("nan") if value is None else value


def _require_ours(estimator: Any) -> None:
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
    with shuffling a fold sees its rows in the order drawn for all rows, which is another
    draw of the same. Splits whose test sets overlap (such as ShuffleSplit), and
    MarginClassifier, are trained one after the other.

    Parameters
    ----------
    estimator : estimator of this package
    X, y : rows and their classes
    cv : int, splitter or list of (train, test)
        As scikit-learn takes it; a number is that of stratified folds in the order of X.
    groups : array, optional
        For splitters that want groups.
    scoring : str or callable
        A figure of predicted classes by its name ("accuracy", "f1_macro", …), or a
        function of true and predicted classes.
    sample_weight : array, optional
        How much each row counts in training.
    return_train_score : bool
        Also the training accuracy.
    return_predictions : bool
        Also the class predicted for each row when it was held out.
    n_jobs : int
        Threads; -1: all processors.

    Returns
    -------
    dict with ``test_score``, ``seconds``, ``models`` and, if asked for, ``train_score``
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
    _require_ours(estimator)
    start = time.perf_counter()
    score = _score_of(scoring)
    if return_train_score and score is not None:
        raise ValueError("return_train_score is the accuracy; leave it or scoring out")
    folds = _Folds(X, y, cv, groups, sample_weight, threads_of(n_jobs))
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
    """The result of a grid search: the settings and the scores of each.

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
    is that of ``GridSearchCV``; see :func:`cross_validate` for how equal.

    Parameters
    ----------
    estimator : estimator of this package
    X, y : rows and their classes
    grid : dict of lists, or a list of such
        As GridSearchCV takes it: values to try of each parameter.
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
    _require_ours(estimator)
    start = time.perf_counter()
    settings = list(ParameterGrid(grid))
    if not settings:
        raise ValueError("grid: expected values to try, found none")
    folds = _Folds(X, y, cv, groups, sample_weight, threads_of(n_jobs))
    candidates = [clone(estimator).set_params(**params) for params in settings]
    results, models = folds.run(candidates, _score_of(scoring), path=path)
    table = _results(settings, np.array([each["test"] for each in results]))
    best = int(np.argmin(table["rank_test_score"]))
    if np.isnan(table["mean_test_score"][best]):
        raise ValueError(
            "with every setting the weights or scores grew beyond the range of numbers; scale "
            "the features"
        )
    final = _fitted(candidates[best], X, y, sample_weight) if refit else None
    return Tuning(
        best_params_=settings[best],
        best_score_=float(table["mean_test_score"][best]),
        best_index_=best,
        best_estimator_=final,
        cv_results_=table,
        models=models,
        seconds=time.perf_counter() - start,
    )
