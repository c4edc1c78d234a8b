"""Why rows are predicted as they are."""

from __future__ import annotations

import json
from typing import Any, Dict, List

from . import _core
from ._rows import Array, Rows
from ._summary import feature_names


class Explaining:
    """Explanations of an estimator's predictions."""

    _model: _core.Model
    classes_: Array
    n_features_in_: int

    def _rows(self, X: Any) -> Any:
        raise NotImplementedError

    def explain(self, X: Rows, top: int = 10) -> List[Dict[str, Any]]:
        """Why each row is predicted as it is: a dictionary for each row of X.

        contributions
            The ``top`` features that contribute most to the score, compared with the average
            row: of the training rows if the model standardises dense features, else of X. Each
            has ``feature``, ``value``, ``average``, ``contribution`` and, where it alone can change
            the prediction, ``flip_at``. Positive ones speak for the class ``toward``.
        score, average_score, others
            The score is that of the average row and all contributions together; ``others`` is the
            sum of those that are not listed. For more than two classes it is the score of the
            predicted ``class`` minus that of its ``rival``.
        flip, radius, radius_scaled, nearest
            The smallest change of one feature that changes the prediction, and the Euclidean
            length of the smallest change of all, as X has them and as the model scales them.
        """
        rows = self._rows(X)
        explained: List[Dict[str, Any]] = json.loads(self._model.explanations(rows, top))
        classes = dict(zip(self._model.classes, self.classes_))
        own = self._model.feature_names
        if own is None:
            own = [str(j + 1) for j in range(self.n_features_in_)]
        features = dict(zip(own, feature_names(self)))
        for row in explained:
            for key in ("class", "rival", "toward", "nearest_class"):
                row[key] = classes.get(row[key])
            if row["flip"] is not None:
                row["flip"]["class"] = classes[row["flip"]["class"]]
                row["flip"]["feature"] = features.get(row["flip"]["feature"])
            for each in row["contributions"] + row["nearest"]:
                each["feature"] = features.get(each["feature"])
        return explained
