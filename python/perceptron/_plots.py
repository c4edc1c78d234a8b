"""Plots of planes and of training, with matplotlib."""

from __future__ import annotations

from typing import Any, Callable, Optional, Tuple, TypeVar

import numpy as np
from sklearn.utils import check_X_y
from sklearn.utils.validation import check_is_fitted

from ._margins import Margin
from ._rows import Array, CHECKS, dense_of, labels_of
from ._summary import plane_name

# Colours that colour-blind people can tell apart (Okabe and Ito).
_COLOURS = ("#0072B2", "#D55E00")
_MARKERS = ("o", "s")
_MAX_POINTS = 5000

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _documented(draw: _Function) -> _Function:
    """Fills in the part of the docstring that all plots share."""
    common = """\
    ax : matplotlib Axes, optional

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> import perceptron
    >>> data = perceptron.generate("ball", rows=100, seed=1)
"""
    draw.__doc__ = (draw.__doc__ or "").replace("    {axes}\n", common)
    return draw


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as why:
        raise ImportError("plots need matplotlib (apt install python3-matplotlib)") from why
    _, ax = plt.subplots()
    return ax


_ONE_PLANE = "plot_margin draws one plane, between two classes"


def _plane_of(found: Any) -> Tuple[Array, float, Optional[Array]]:
    if isinstance(found, Margin):
        if isinstance(found.intercept, np.ndarray):
            raise ValueError(_ONE_PLANE)
        if found.separable is False:
            raise ValueError("no plane separates the classes, so there is none to draw")
        return found.weights, found.intercept, found.support
    check_is_fitted(found)
    if found._model.scale == "unit":
        raise ValueError("a model of rows of length 1 is no plane among the rows as they are")
    if not hasattr(found, "coef_"):
        raise ValueError("a kernel that is not linear has no plane among the rows")
    if len(found.coef_) != 1:
        raise ValueError(_ONE_PLANE)
    return found.coef_[0], float(found.intercept_[0]), None


@_documented
def plot_margin(found: Any, X: Any, y: Any, ax: Any = None) -> Any:
    """Plot a plane (decision boundary) with its margin and the rows.

    With two features the plane is drawn; with more, a histogram of the rows' distances from it.

    Parameters
    ----------
    found : fitted estimator of two classes, or the result of :func:`margin`
    X, y : rows and their classes
    {axes}
    >>> ax = perceptron.plot_margin(perceptron.margin(data.X, data.y), data.X, data.y)
    >>> ax.get_title()[:6]
    'margin'
    """
    names = [str(name) for name in getattr(X, "columns", ("x1", "x2"))]
    X, y = check_X_y(X, y, **CHECKS)
    classes, labels = labels_of(y)
    if len(classes) != 2:
        raise ValueError(f"expected two classes, found {len(classes)}")
    w, b, support = _plane_of(found)
    length = float(np.linalg.norm(w))
    if not length > 0:
        raise ValueError("the plane has no direction: all weights are 0")
    if X.shape[1] != len(w):
        raise ValueError(f"X has {X.shape[1]} features, the plane {len(w)}")
    distances = np.asarray(X @ w + b).reshape(-1) / length
    margin = float(np.min(np.where(labels == 1, distances, -distances)))
    own = ax is None
    ax = _axes(ax)
    if X.shape[1] == 2:
        _draw_points(ax, np.asarray(dense_of(X), dtype=float), labels, classes, support)
        ax.set_xlabel(names[0])
        ax.set_ylabel(names[1])
        _draw_plane(ax, w, b, margin)
    else:
        _draw_distances(ax, distances, labels, classes, margin)
    ax.set_title(f"margin {margin:.4g}")
    # Beside the plot, so that it covers no points.
    ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), frameon=False)
    if own:
        ax.figure.tight_layout()
    return ax


def _draw_points(
    ax: Any, X: Array, labels: Array, classes: Array, support: Optional[Array]
) -> None:
    shown = np.arange(len(X))
    sampled = len(X) > _MAX_POINTS
    if sampled:
        shown = np.sort(np.random.default_rng(1).choice(len(X), _MAX_POINTS, replace=False))
    for side in (0, 1):
        rows = shown[labels[shown] == side]
        name = f"{classes[side]} (sample of {len(X):,} rows)" if sampled else str(classes[side])
        ax.scatter(
            X[rows, 0], X[rows, 1], s=14, c=_COLOURS[side], marker=_MARKERS[side], label=name,
            alpha=0.8, linewidths=0,
        )
    if support is not None and len(support) <= _MAX_POINTS:
        ax.scatter(
            X[support, 0], X[support, 1], s=80, facecolors="none", edgecolors="black",
            label="support vector",
        )
    ax.set_aspect("equal", adjustable="datalim")


def _draw_plane(ax: Any, w: Array, b: float, margin: float) -> None:
    ax.autoscale_view()
    ax.autoscale(False)
    low, high = np.array(ax.get_xlim()), np.array(ax.get_ylim())
    centre = np.array([low.mean(), high.mean()])
    reach = float(np.hypot(*(np.ptp(low), np.ptp(high))))
    length = np.linalg.norm(w)
    normal = w / length
    along = np.array([-normal[1], normal[0]])
    foot = centre - (centre @ normal + b / length) * normal
    lines = ((0.0, "-", "plane"), (margin, "--", "margin"), (-margin, "--", None))
    for shift, style, name in lines:
        if shift != 0 and margin <= 0:
            continue
        ends = [foot + shift * normal + t * along for t in (-reach, reach)]
        ax.plot(
            [end[0] for end in ends], [end[1] for end in ends], style, color="black",
            linewidth=1.5 if shift == 0 else 1, label=name,
        )


def _edges(distances: Array, margin: float) -> Array:
    """Edges of histogram bins. The plane is one of them, and so are the margins, unless they
    are narrower than a bin."""
    width = max(float(np.ptp(distances)), abs(margin), 1e-300) / 40
    if margin > width:
        width = margin / round(margin / width)
    first, last = np.floor(distances.min() / width), np.ceil(distances.max() / width)
    return np.arange(first, last + 1) * width


def _draw_distances(
    ax: Any, distances: Array, labels: Array, classes: Array, margin: float
) -> None:
    edges = _edges(distances, margin)
    for side in (0, 1):
        ax.hist(
            distances[labels == side], bins=edges, color=_COLOURS[side], alpha=0.6,
            label=str(classes[side]),
        )
    ax.axvline(0, color="black", label="plane")
    if margin > 0:
        for shift in (-margin, margin):
            ax.axvline(shift, color="black", linestyle="--", linewidth=1,
                       label="margin" if shift > 0 else None)
    ax.set_xlabel("distance from the plane")
    ax.set_ylabel("rows")


@_documented
def plot_history(estimator: Any, ax: Any = None) -> Any:
    """Plot the progress of training.

    For perceptrons the mistakes in each pass; for a loss the objective and its proved lower
    bound.

    Parameters
    ----------
    estimator : fitted estimator
    {axes}
    >>> ax = perceptron.plot_history(perceptron.PerceptronClassifier().fit(data.X, data.y))
    >>> ax.get_xlabel()
    'pass'
    """
    check_is_fitted(estimator)
    history = estimator.history_
    if all(len(h["mistakes"]) == 0 and len(h["objective"]) == 0 for h in history):
        raise ValueError(
            "there is no history: only fit records it, a model file does not keep it, and the "
            "exact margin has no passes"
        )
    ax = _axes(ax)
    if len(history[0]["objective"]) > 0:
        _draw_objectives(ax, history)
    else:
        for number, plane in enumerate(history):
            passes = np.arange(1, len(plane["mistakes"]) + 1)
            name = None if len(history) == 1 else plane_name(estimator, number)
            ax.plot(passes, plane["mistakes"], ".-", label=name, markersize=4)
        ax.set_xlabel("pass")
        mistakes = estimator._learners.has("only_at_mistakes", estimator)
        ax.set_ylabel("mistakes" if mistakes else "updates")
        top = max(1, max(int(plane["mistakes"].max()) for plane in history))
        ax.set_ylim(-0.03 * top, 1.05 * top)
        for axis in (ax.xaxis, ax.yaxis):
            axis.get_major_locator().set_params(integer=True)
    if ax.get_legend_handles_labels()[1] and len(history) <= 12:
        ax.legend(frameon=False)
    return ax


def _draw_objectives(ax: Any, history: Any) -> None:
    for number, plane in enumerate(history):
        passes, primal, dual = plane["objective"].T
        first = number == 0
        ax.plot(passes, primal, "-", color=_COLOURS[0], label="objective" if first else None)
        known = np.isfinite(dual)
        ax.plot(
            passes[known], np.maximum.accumulate(dual[known]), "--", color=_COLOURS[1],
            label="lower bound" if first else None,
        )
    ax.set_ylim(bottom=0)
    ax.set_xlabel("passes over the rows")
    ax.set_ylabel("objective")

