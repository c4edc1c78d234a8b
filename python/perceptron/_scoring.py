"""Metrics by name or function, for estimators and for predictions that were kept."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Union

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import accuracy_score, get_scorer, make_scorer
from sklearn.utils.metaestimators import available_if

from ._rows import Array

# Of true and predicted classes.
Score = Callable[[Array, Array], float]
# Of an estimator, rows and their classes, as those of scikit-learn.
Scorer = Callable[[Any, Any, Array], float]
Scoring = Union[str, Callable[..., float], Sequence[str], Mapping[str, Any]]

# The only metric of a scoring that is not a list or a dict.
ONLY = "score"


def _one_scorer(scoring: Any) -> Optional[Scorer]:
    """None for the accuracy, which the library counts itself."""
    if scoring is None or scoring == "accuracy" or scoring is accuracy_score:
        return None
    if isinstance(scoring, str):
        scorer: Scorer = get_scorer(scoring)
        return scorer
    if not callable(scoring):
        raise ValueError(
            f"scoring: expected a metric by its name or as a function, found {scoring!r}"
        )
    # Scorers, unlike functions of true and predicted classes, take an estimator first.
    if next(iter(inspect.signature(scoring).parameters), "") == "estimator":
        return scoring  # type: ignore[no-any-return]
    made: Scorer = make_scorer(scoring)
    return made


def scorers_of(scoring: Optional[Scoring]) -> Dict[str, Optional[Scorer]]:
    """The metrics by name; ONLY is the name if there is one without."""
    if isinstance(scoring, Mapping):
        named = {str(name): _one_scorer(each) for name, each in scoring.items()}
    elif isinstance(scoring, (list, tuple, set)):
        named = {str(each): _one_scorer(each) for each in scoring}
    else:
        return {ONLY: _one_scorer(scoring)}
    if not named:
        raise ValueError("scoring: expected a metric, found none")
    return named


def _some(kept: Any, rows: Any) -> Array:
    some: Array = np.asarray(kept)[np.asarray(rows).ravel()]
    return some


class KeptPredictions(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """What a model predicted for rows, in the form of an estimator, as scorers want it. Its rows
    are their numbers."""

    def __init__(
        self,
        classes: Any = (),
        predicted: Any = (),
        scores: Any = (),
        probabilities: Any = (),
    ) -> None:
        self.classes = classes
        self.predicted = predicted
        self.scores = scores
        self.probabilities = probabilities

    def __sklearn_is_fitted__(self) -> bool:
        return True

    @property
    def classes_(self) -> Array:
        return np.asarray(self.classes)

    def fit(self, X: Any, y: Any) -> "KeptPredictions":
        return self

    def predict(self, X: Any) -> Array:
        return _some(self.predicted, X)

    def decision_function(self, X: Any) -> Array:
        return _some(self.scores, X)

    def _has_probabilities(self) -> bool:
        if len(self.probabilities) > 0:
            return True
        raise AttributeError(
            "a metric that needs probabilities; this estimator has none: use LinearClassifier('log_loss'), or calibrate="
        )

    @available_if(_has_probabilities)  # type: ignore[misc]
    def predict_proba(self, X: Any) -> Array:
        return _some(self.probabilities, X)


def score_kept(scorer: Scorer, kept: KeptPredictions, rows: Array, y: Array) -> float:
    try:
        return float(scorer(kept, rows.reshape(-1, 1), y))
    except AttributeError as why:
        raise ValueError(f"scoring: {why}") from why
