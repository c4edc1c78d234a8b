"""Rows divided into folds, and the scores of estimators that are cross-validated on them."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import joblib
import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import check_cv
from sklearn.pipeline import Pipeline

from . import _core, _progress
from ._base import LinearModel
from ._estimators import MarginClassifier
from ._options import text_of
from ._rows import Array, checked, labels_of, names_of, require_classes, rows_of, weights_of
from ._scoring import KeptPredictions, Scorer, score_kept
from ._swap import SwapIn

_NO_FOLD = np.uint32(0xFFFFFFFF)  # for rows that are in every training set

Scorers = Mapping[str, Optional[Scorer]]
Result = Dict[str, Any]


def last_step(estimator: Any) -> Any:
    return estimator.steps[-1][1] if isinstance(estimator, Pipeline) else estimator


def require_own_estimator(estimator: Any) -> None:
    last = last_step(estimator)
    if not isinstance(last, (LinearModel, SwapIn)):
        raise TypeError(
            f"expected an estimator of this package, or a pipeline that ends in one, found "
            f"{type(last).__name__}; scikit-learn's own functions take any"
        )


def _goes_into_a_bank(estimator: Any) -> bool:
    return isinstance(estimator, LinearModel) and not isinstance(estimator, MarginClassifier)


class Folds:
    """Rows divided into folds, and estimators that are cross-validated on them."""

    def __init__(
        self, X: Any, y: Any, cv: Any, groups: Any, weights: Any, threads: int, raw: bool = False
    ) -> None:
        """With `raw`, X is what the first step of a pipeline takes, and not checked here."""
        splitter = check_cv(5 if cv is None else cv, y, classifier=True)
        if raw:
            self.rows, self.y = X, np.asarray(y)
            self.classes, self.labels = labels_of(self.y)
        else:
            self.rows, self.y, self.classes, self.labels = checked(X, y, threads)
        require_classes(self.classes)
        self.threads = threads
        self.weights = weights_of(weights, len(self.y))
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
        estimators: Sequence[Any],
        scorers: Scorers,
        training: bool = False,
        predictions: bool = False,
        path: bool = False,
    ) -> Tuple[List[Result], int]:
        """For each estimator its scores by metric and fold and, if requested, the predicted
        classes; and the number of models trained."""
        folds = self.fold_of_row()
        banks = folds is not None and all(_goes_into_a_bank(last_step(e)) for e in estimators)
        if not banks:
            return self._run_separately(estimators, scorers, training)
        if any(isinstance(each, Pipeline) for each in estimators):
            if training:
                raise ValueError("return_train_score: not with a pipeline")
            return self._run_pipelines(estimators, scorers, path)
        tests = [test for _, test in self.splits]
        results = self._run_bank(
            self.rows, estimators, folds, tests, scorers, training, predictions, path
        )
        return results, sum(each.pop("models") for each in results)

    def _run_bank(
        self,
        rows: Any,
        estimators: Sequence[LinearModel],
        folds: Optional[Array],
        tests: List[Array],
        scorers: Scorers,
        training: bool = False,
        predictions: bool = False,
        path: bool = False,
    ) -> List[Result]:
        # Predictions take memory, so they are kept only where they are used.
        keep = predictions or any(scorer is not None for scorer in scorers.values())
        validations = _core.cross_validate(
            rows=rows,
            labels=self.labels,
            classes=names_of(self.classes),
            weights=self.weights,
            fold_of_row=folds,  # type: ignore[arg-type]
            folds=len(tests),
            settings=[
                (each._options(), each._class_weights(self.classes), text_of(each.scale))
                for each in estimators
            ],
            threads=self.threads,
            keep_predictions=keep,
            measure_training=training,
            path=path,
            progress=_progress.current(),
        )
        losses = [each._learners.has("loss", each) for each in estimators]
        if any(
            loss and not all(fold["converged"] for fold in each["folds"])
            for loss, each in zip(losses, validations)
        ):
            warnings.warn(
                "some trainings did not reach tol; raise max_iter or tol, or scale the features",
                ConvergenceWarning,
                stacklevel=5,
            )
        return [self._result(each, tests, scorers, keep) for each in validations]

    def _result(
        self, validation: Dict[str, Any], tests: List[Array], scorers: Scorers, keep: bool
    ) -> Result:
        """The scores of one estimator, trained together with the others."""
        accuracy = np.array([_number(fold["accuracy"]) for fold in validation["folds"]])
        kept = self._kept(validation) if keep else None
        test: Dict[str, Array] = {}
        for name, scorer in scorers.items():
            test[name] = accuracy
            if scorer is not None and kept is not None:
                # The score is NaN if weights or scores overflowed.
                test[name] = np.array(
                    [
                        known if np.isnan(known) else score_kept(scorer, kept, rows, self.y[rows])
                        for known, rows in zip(accuracy, tests)
                    ]
                )
        train = [_number(fold["training_accuracy"]) for fold in validation["folds"]]
        return {
            "test": test,
            "train": np.array(train),
            "predictions": None if kept is None else kept.predicted,
            "models": sum(fold["models"] for fold in validation["folds"]),
        }

    def _kept(self, validation: Dict[str, Any]) -> KeptPredictions:
        count = len(self.classes)
        scores = validation["scores"]
        if count > 2:
            scores = scores.reshape(-1, count)
        probabilities = validation["probabilities"]
        return KeptPredictions(
            classes=self.classes,
            predicted=self.classes[np.minimum(validation["predicted"], count - 1)],
            scores=scores,
            probabilities=probabilities.reshape(-1, count),
        )

    def _run_pipelines(
        self, estimators: Sequence[Any], scorers: Scorers, path: bool
    ) -> Tuple[List[Result], int]:
        """The transformers are fitted to the training rows of each fold; then all settings of the
        last step that follow the same transformers are trained as one bank."""
        results: List[Result] = [
            {"test": {name: np.empty(len(self.splits)) for name in scorers}, "models": 0}
            for _ in estimators
        ]
        alike: Dict[str, List[int]] = {}
        for number, estimator in enumerate(estimators):
            key = joblib.hash(estimator[:-1]) if isinstance(estimator, Pipeline) else ""
            alike.setdefault(key, []).append(number)
        for members in alike.values():
            first = estimators[members[0]]
            for fold, (train, test) in enumerate(self.splits):
                rows = self.rows
                if isinstance(first, Pipeline) and len(first.steps) > 1:
                    steps = clone(first[:-1]).fit(_some(self.rows, train), self.y[train])
                    rows = steps.transform(self.rows)
                if hasattr(rows, "to_numpy"):
                    rows = rows.to_numpy()
                rows = rows_of(rows, self.threads)
                held_out = np.full(len(self.y), _NO_FOLD, dtype=np.uint32)
                held_out[test] = 0
                lasts = [last_step(estimators[number]) for number in members]
                found = self._run_bank(rows, lasts, held_out, [test], scorers, path=path)
                for number, each in zip(members, found):
                    results[number]["models"] += each["models"]
                    for name in scorers:
                        results[number]["test"][name][fold] = each["test"][name][0]
        return results, sum(each.pop("models") for each in results)

    def _run_separately(
        self, estimators: Sequence[Any], scorers: Scorers, training: bool
    ) -> Tuple[List[Result], int]:
        """The same for folds that cannot be trained together: one model after the other."""
        results = []
        models = 0
        for estimator in estimators:
            test_scores: Dict[str, List[float]] = {name: [] for name in scorers}
            train_scores = []
            predictions = np.empty_like(self.y)
            for train, test in self.splits:
                weights = None if self.weights is None else self.weights[train]
                own = fitted(clone(estimator), _some(self.rows, train), self.y[train], weights)
                models += len(last_step(own).intercept_)
                held_out = _some(self.rows, test)
                predictions[test] = own.predict(held_out)
                for name, scorer in scorers.items():
                    if scorer is None:
                        score = float(np.mean(predictions[test] == self.y[test]))
                    else:
                        score = float(scorer(own, held_out, self.y[test]))
                    test_scores[name].append(score)
                if training:
                    train_scores.append(own.score(_some(self.rows, train), self.y[train]))
            results.append(
                {
                    "test": {name: np.array(each) for name, each in test_scores.items()},
                    "train": np.array(train_scores),
                    "predictions": predictions,
                }
            )
        return results, models


def _some(X: Any, rows: Array) -> Any:
    """Some rows of an array, a matrix, a DataFrame or a list."""
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    return X[rows] if hasattr(X, "shape") else [X[i] for i in rows]


def fitted(model: Any, X: Any, y: Any, weights: Any) -> Any:
    """Fits a model. MarginClassifier takes no sample weights, so they are passed only if there
    are any."""
    if weights is None:
        return model.fit(X, y)
    if isinstance(model, Pipeline):
        return model.fit(X, y, **{f"{model.steps[-1][0]}__sample_weight": weights})
    return model.fit(X, y, sample_weight=weights)


def _number(value: Optional[float]) -> float:
    return float("nan") if value is None else value
