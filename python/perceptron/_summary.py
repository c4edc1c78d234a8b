"""The summary of a fitted model that a notebook shows."""

from __future__ import annotations

import html
import math
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._margins import Interval
from ._rows import shortened


def feature_names(model: Any) -> List[Any]:
    """The feature names of the training data, which may be numbers in a DataFrame, or x1, x2 and
    so on."""
    names = getattr(model, "feature_names_in_", None)
    if names is not None:
        return [str(name) for name in names]
    columns: Optional[List[Any]] = getattr(model, "_columns", None)
    return columns or [f"x{j + 1}" for j in range(model.n_features_in_)]


def plane_name(model: Any, plane: int) -> str:
    """The class on a plane's positive side and, with one-vs-one, the other class."""
    trained: _core.Model = model._model
    positive, negative = trained.sides[plane]
    classes = [str(each) for each in model.classes_.tolist()]
    if negative is None or len(classes) == 2:
        return classes[positive]
    return f"{classes[positive]} against {classes[negative]}"


def _summary(model: Any) -> List[Tuple[str, str]]:
    rows, features = model._model.origin["rows"], model.n_features_in_
    lines = [
        ("trained on", f"{rows:,} rows, {features:,} features"),
        ("classes", shortened([str(each) for each in model.classes_.tolist()])),
        ("passes", f"{model.n_iter_:,}, {'' if model.converged_ else 'not '}converged"),
    ]
    if model.n_updates_:
        lines.append(("updates", f"{model.n_updates_:,}"))
    if model.training_accuracy_ is not None:
        lines.append(("training accuracy", f"{model.training_accuracy_:.4f}"))
    if isinstance(model.margin_, Interval):
        lines.append(("widest margin", str(model.margin_)))
    if isinstance(model.mistake_bound_, float):
        lines.append(("mistake bound", f"{math.floor(model.mistake_bound_):,}"))
    if isinstance(model.objective_, Interval):
        lines.append(("minimum objective", str(model.objective_)))
    if model.gap_ is not None:
        lines.append(("relative gap", f"{model.gap_:.2g}"))
    lines.append(("certificate", "yes" if model.certificate_ else "no"))
    if len(getattr(model, "coef_", ())) == 1:
        order = np.argsort(-np.abs(model.coef_[0]), kind="stable")[:5]
        names = feature_names(model)
        top = ", ".join(f"{names[j]} {model.coef_[0, j]:+.4g}" for j in order)
        lines.append(("largest weights", top))
    return lines


def html_table(model: Any) -> str:
    """The summary of a fitted model as an HTML table, its parameters as the caption."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
        f"<td style='text-align:left'>{html.escape(value)}</td></tr>"
        for name, value in _summary(model)
    )
    parameters = html.escape(repr(model))
    caption = f"<caption style='text-align:left'><code>{parameters}</code></caption>"
    return f"<table>{caption}{rows}</table>"


class Displayed:
    """The weights of an estimator by name, and what a notebook shows of it."""

    coef_: Any

    def weights(self, top: Optional[int] = None) -> Any:
        """The weights by feature name, as a pandas object.

        Parameters
        ----------
        top : int, optional
            For two classes: only this many weights, the largest in absolute value.

        Returns
        -------
        Series (two classes) or DataFrame (a column for each plane)
        """
        import pandas as pd

        check_is_fitted(self)
        names = feature_names(self)
        if len(self.coef_) == 1:
            series = pd.Series(self.coef_[0], index=names, name=plane_name(self, 0))
            if top is not None:
                series = series[series.abs().sort_values(ascending=False).index[:top]]
            return series
        columns = [plane_name(self, m) for m in range(len(self.coef_))]
        return pd.DataFrame(self.coef_.T, index=names, columns=columns)

    def _repr_html_(self) -> str:
        """What a notebook shows: a summary of the fitted model, or the parameters."""
        if not hasattr(self, "_model"):
            return f"<pre>{html.escape(repr(self))}</pre>"
        return html_table(self)

    def _repr_mimebundle_(self, **_: Any) -> Dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}
