"""The functions of an introductory course on perceptrons, with data points as columns.

``data`` is a d × n array whose columns are the points, ``labels`` a 1 × n array of +1
and −1. A learner is a function of these that returns a plane: theta, d × 1, and theta_0,
1 × 1. (After ``from perceptron import perceptron``, that name is the function; import the
package under another name, or import what you need by name.)

>>> import numpy as np
>>> from perceptron import perceptron
>>> data = np.array([[2, 3, 9, 12], [5, 1, 6, 5]])
>>> labels = np.array([[1, -1, 1, -1]])
>>> theta, theta_0 = perceptron(data, labels)
>>> theta.ravel(), theta_0.item()
(array([-9., 18.]), 2.0)
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from . import _core
from ._data import Data, generate
from ._rows import Array, dense_of

Plane = Tuple[Array, Array]
Learner = Callable[[Array, Array], Plane]
Hook = Callable[[Plane], Any]
Generator = Callable[[int], Tuple[Array, Array]]


def _columns(data: Any, labels: Any) -> Tuple[Array, Array]:
    data = np.asarray(data, dtype=float)
    labels = np.asarray(labels, dtype=float).reshape(-1)
    if data.ndim != 2:
        raise ValueError(f"data: expected a d × n array, found {data.ndim} axes")
    if data.shape[1] != len(labels):
        raise ValueError(
            f"expected a label for each column, found {data.shape[1]} columns and "
            f"{len(labels)} labels (are the points rows? then give data.T)"
        )
    if not np.isin(labels, (1, -1)).all():
        raise ValueError("labels: expected +1 and -1 only")
    return data, labels


def _fit(
    learner: str,
    data: Any,
    labels: Any,
    params: Optional[Dict[str, Any]],
    hook: Optional[Hook],
) -> Plane:
    data, labels = _columns(data, labels)
    passes = {"T": 100, **(params or {})}.pop("T")
    unknown = set(params or {}) - {"T"}
    if unknown:
        raise ValueError(f"params: expected T, the number of passes, found {sorted(unknown)}")
    if isinstance(passes, bool) or not isinstance(passes, (int, np.integer)) or passes < 1:
        raise ValueError(f"T: expected a whole number of passes, 1 or more, found {passes!r}")
    if hook is not None:
        _show_updates(data, labels, int(passes), hook)
    rows = np.ascontiguousarray(data.T)
    _core.check_rows(rows)
    model, _ = _core.train(
        rows=rows,
        labels=(labels > 0).astype(np.uint32),
        classes=["-1", "1"],
        settings={"learner": learner, "epochs": str(passes), "order": "file"},
        partial=True,
    )
    return model.coefficients.reshape(-1, 1), model.intercepts.reshape(1, 1)


def _show_updates(data: Array, labels: Array, passes: int, hook: Hook) -> None:
    """The loop of the lecture notes, slow, for those who want to watch it."""
    theta, theta_0 = np.zeros((data.shape[0], 1)), np.zeros((1, 1))
    for _ in range(passes):
        for i in range(data.shape[1]):
            x, y = data[:, i : i + 1], labels[i]
            if y * (theta.T @ x + theta_0).item() <= 0:
                theta, theta_0 = theta + y * x, theta_0 + y
                hook((theta, theta_0))


def perceptron(
    data: Any,
    labels: Any,
    params: Optional[Dict[str, Any]] = None,
    hook: Optional[Hook] = None,
) -> Plane:
    """The perceptron: T passes over the columns in their order.

    Parameters
    ----------
    data : d × n array
    labels : 1 × n array of +1 and -1
    params : dict, optional
        ``{"T": 100}``, the number of passes.
    hook : function, optional
        Called with ``(theta, theta_0)`` after each update, which takes a slower loop.

    Returns
    -------
    theta (d × 1), theta_0 (1 × 1)
    """
    return _fit("perceptron", data, labels, params, hook)


def averaged_perceptron(
    data: Any,
    labels: Any,
    params: Optional[Dict[str, Any]] = None,
    hook: Optional[Hook] = None,
) -> Plane:
    """The averaged perceptron: the mean of theta and theta_0 after each of T·n examples.

    ``hook`` is called with the last ``(theta, theta_0)``, not their mean, after each update.

    >>> import numpy as np
    >>> from perceptron import averaged_perceptron
    >>> data = np.array([[2, 3, 9, 12], [5, 1, 6, 5]])
    >>> theta, theta_0 = averaged_perceptron(data, np.array([[1, -1, 1, -1]]))
    >>> theta.ravel(), theta_0.item()
    (array([-9.0525, 17.5825]), 1.9425)
    """
    return _fit("averaged", data, labels, params, hook)


def eval_classifier(
    learner: Learner, data_train: Any, labels_train: Any, data_test: Any, labels_test: Any
) -> float:
    """The test accuracy of a learner: train on one set of points and test on another.

    >>> from perceptron import eval_classifier, generator, perceptron
    >>> draw = generator("ball", seed=1)
    >>> 0.9 < eval_classifier(perceptron, *draw(200), *draw(100)) <= 1
    True
    """
    theta, theta_0 = learner(data_train, labels_train)
    data, labels = _columns(data_test, labels_test)
    scores = (theta.T @ data + theta_0).reshape(-1)
    return float(np.mean(np.where(scores >= 0, 1, -1) == labels))


def eval_learning_alg(
    learner: Learner, data_gen: Generator, n_train: int, n_test: int, it: int
) -> float:
    """The mean test accuracy of a learner on newly drawn data.

    Parameters
    ----------
    learner : such as :func:`perceptron`
    data_gen : function
        Called with a number of points, returns ``(data, labels)``; see :func:`generator`.
    n_train, n_test : int
        The number of training and test points in each repetition.
    it : int
        The number of repetitions.

    >>> from perceptron import eval_learning_alg, generator, perceptron
    >>> eval_learning_alg(perceptron, generator("ball", margin=3, seed=1), 200, 50, 4) > 0.9
    True
    """
    scores = []
    for _ in range(it):
        data_train, labels_train = data_gen(n_train)
        data_test, labels_test = data_gen(n_test)
        scores.append(eval_classifier(learner, data_train, labels_train, data_test, labels_test))
    return sum(scores) / it


def xval_learning_alg(learner: Learner, data: Any, labels: Any, k: int) -> float:
    """The mean accuracy of a learner in k-fold cross-validation, with contiguous folds.

    The first n mod k folds are one point larger. Shuffle the columns first if they are
    sorted.

    >>> from perceptron import averaged_perceptron, generator, xval_learning_alg
    >>> data, labels = generator("flipped", flip=0.1, seed=2)(200)
    >>> 0.8 < xval_learning_alg(averaged_perceptron, data, labels, 10) < 1
    True
    """
    data, labels = _columns(data, labels)
    n = data.shape[1]
    if not 2 <= k <= n:
        raise ValueError(f"k: expected a number of folds from 2 to {n}, found {k}")
    scores = []
    signs = labels.reshape(1, -1)
    for fold in np.array_split(np.arange(n), k):
        rest = np.setdiff1d(np.arange(n), fold)
        scores.append(
            eval_classifier(learner, data[:, rest], signs[:, rest], data[:, fold], signs[:, fold])
        )
    return sum(scores) / k


def generator(kind: str, *, seed: int = 1, **options: Any) -> Generator:
    """A function that draws points of two classes, new ones each time it is called.

    Parameters
    ----------
    kind, options
        As for :func:`perceptron.generate`, with two classes.
    seed : int
        Seed of the random numbers. Each draw continues where the one before ended, so that
        all are labelled by the same plane.

    Returns
    -------
    function of a number n of points; it returns ``(data, labels)``, d × n and 1 × n.

    >>> from perceptron import generator
    >>> data, labels = generator("gaussians", seed=4)(6)
    >>> data.shape, labels.shape
    ((2, 6), (1, 6))
    """
    drawn = 0
    data: Optional[Data] = None

    def draw(n: int) -> Tuple[Array, Array]:
        nonlocal drawn, data
        # The first rows of a seed do not depend on how many are generated, so twice as many
        # are generated each time that they run out.
        if data is None or drawn + n > len(data.y):
            data = generate(kind, rows=max(100, 2 * (drawn + n)), seed=seed, **options)
        if len(data.classes) > 2:
            raise ValueError(f"expected data of two classes, {kind} made {len(data.classes)}")
        X, y = data.X[drawn : drawn + n], data.y[drawn : drawn + n]
        drawn += n
        signs = np.where(y == data.classes[-1], 1, -1)
        return np.ascontiguousarray(dense_of(X).T, dtype=float), signs.reshape(1, -1)

    return draw
