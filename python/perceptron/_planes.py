"""The weights of a fitted estimator, as attributes that can be set."""

from __future__ import annotations

from typing import Any, List, Optional

import numpy as np

from . import _core
from ._rows import Array


def one_or_all(values: List[Any]) -> Any:
    """For two classes the value of the only plane, else the list."""
    return values[0] if len(values) == 1 else values


class PlanesOfModel:
    """`coef_` and `intercept_` of the model, made when they are asked for."""

    _model: _core.Model
    _coef: Optional[Array]
    _intercept: Optional[Array]

    @property
    def coef_(self) -> Array:
        """The weights, a row for each plane. The array is read-only, because predictions use the
        weights of the model; assign another array to change them."""
        return self._read("_coef", "coefficients")

    @coef_.setter
    def coef_(self, weights: Any) -> None:
        self._replace_planes(np.atleast_2d(weights), self.intercept_)

    @property
    def intercept_(self) -> Array:
        """The intercept of each plane; read-only as coef_ is."""
        return self._read("_intercept", "intercepts")

    @intercept_.setter
    def intercept_(self, intercept: Any) -> None:
        self._replace_planes(self.coef_, np.atleast_1d(intercept))

    def _read(self, kept: str, name: str) -> Array:
        if "_model" not in vars(self):
            raise AttributeError(f"this {type(self).__name__} is not fitted yet")
        if name == "coefficients" and not self._model.has_planes:
            raise AttributeError("a kernel that is not linear has no weights of the features")
        array: Optional[Array] = vars(self).get(kept)
        if array is None:
            array = getattr(self._model, name)
            array.flags.writeable = False
            setattr(self, kept, array)
        return array

    def _replace_planes(self, weights: Any, intercepts: Any) -> None:
        if getattr(self, "calibrate", "none") != "none":
            raise AttributeError(
                "the probabilities are calibrated for the weights of this model: set calibrate to "
                "'none' and fit again before changing them"
            )
        self._model = self._model.with_planes(weights, intercepts)
        self._coef = self._intercept = None
        # What was proved and measured is about the old weights.
        self.certificate_ = self.gap_ = self.training_accuracy_ = None
        planes = len(self.coef_)
        self.margin_ = self.objective_ = self.mistake_bound_ = one_or_all([None] * planes)
