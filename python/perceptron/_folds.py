"""Rows divided into folds, and the scores of estimators that are cross-validated on them."""

from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import accuracy_score, get_scorer
from sklearn.model_selection import check_cv
from sklearn.utils.validation import _check_sample_weight

from . import _core, _progress
from ._base import LinearModel
from ._estimators import MarginClassifier
from ._options import text_of
from ._rows import Array, checked, names_of, require_classes

Score = Callable[[Array, Array], float]
_NO_FOLD = np.uint32(0xFFFFFFFF)  # for rows that are in every training set


def score_function(scoring: Union[str, Score]) -> Optional[Score]:
    """The score as a function of true and predicted classes; None for the accuracy."""
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


class Folds:
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
        """For each estimator its scores by fold and, if requested, the predicted classes; and
        the number of models trained."""
        folds = self.fold_of_row()
        if folds is None or any(isinstance(each, MarginClassifier) for each in estimators):
            return self._run_separately(estimators, score, training)
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
                stacklevel=4,
            )
        results = [self._result(each, score, keep) for each in validations]
        return results, sum(fold["models"] for each in validations for fold in each["folds"])

    def _result(
        self, validation: Dict[str, Any], score: Optional[Score], predictions: bool
    ) -> Dict[str, Any]:
        """The scores of one estimator, trained together with the others."""
        predicted = None
        if predictions:
            predicted = self.classes[np.minimum(validation["predicted"], len(self.classes) - 1)]
        test = [_number(fold["accuracy"]) for fold in validation["folds"]]
        if score is not None and predicted is not None:
            # The score is NaN if weights or scores overflowed.
            test = [
                known if np.isnan(known) else float(score(self.y[rows], predicted[rows]))
                for known, (_, rows) in zip(test, self.splits)
            ]
        train = [_number(fold["training_accuracy"]) for fold in validation["folds"]]
        return {"test": np.array(test), "train": np.array(train), "predictions": predicted}

    def _run_separately(
        self, estimators: Sequence[LinearModel], score: Optional[Score], training: bool
    ) -> Tuple[List[Dict[str, Any]], int]:
        """The same for folds that cannot be trained together: one model after the other."""
        results = []
        models = 0
        measure = score or accuracy_score
        for estimator in estimators:
            test_scores, train_scores = [], []
            predictions = np.empty_like(self.y)
            for train, test in self.splits:
                weights = None if self.weights is None else self.weights[train]
                model = fitted(clone(estimator), self.rows[train], self.y[train], weights)
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


def fitted(model: Any, X: Any, y: Any, weights: Any) -> Any:
    """Fits a model. MarginClassifier takes no sample weights, so they are passed only if there
    are any."""
    return model.fit(X, y) if weights is None else model.fit(X, y, sample_weight=weights)


def _number(value: Optional[float]) -> float:
    return float("nan") if value is None else value
