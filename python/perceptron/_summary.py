"""The summary of a fitted model that a notebook shows."""

from __future__ import annotations

import html
import math
from typing import Any, List, Optional, Tuple

import numpy as np

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
    if len(model.coef_) == 1:
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
