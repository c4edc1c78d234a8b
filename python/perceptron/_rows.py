"""Rows on their way from NumPy, SciPy and pandas to the library: as they lie, where
that is possible."""

from __future__ import annotations

import re
import warnings
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.utils import check_X_y
from sklearn.utils.multiclass import check_classification_targets

from . import _core

Array = NDArray[Any]

# Numbers, but for those with zeros in front.
_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")

LARGE = 1 << 27  # bytes above which a copy is worth a word

# How scikit-learn is to look at rows. Whether they are finite is seen by the library.
CHECKS = {
    "accept_sparse": "csr",
    "accept_large_sparse": True,
    "dtype": "numeric",
    "force_all_finite": False,
}


def _say_copied(size: int, why: str) -> None:
    if size >= LARGE:
        warnings.warn(
            f"X is copied ({size / 1e6:.0f} MB): {why}", _core.Note, stacklevel=4
        )


def _values(array: Array) -> Array:
    """Values of a type that the library reads; a copy only where they are not."""
    if array.dtype in (np.float32, np.float64):
        return array
    narrow = np.can_cast(array.dtype, np.float32)
    return array.astype(np.float32 if narrow else np.float64)


def rows_of(X: Any, threads: int = 1) -> Any:
    """X, checked by scikit-learn already, as the library takes it.

    Float32 and float64 arrays in C order and CSR matrices of them are looked at where
    they lie. Others are copied, with a warning if they are large.
    """
    if sp.issparse(X):
        if X.format != "csr":
            _say_copied(X.data.nbytes, f"the format {X.format} has no rows; give it as CSR")
            X = X.tocsr()
        data = _values(np.ascontiguousarray(X.data))
        if data is not X.data or not X.indices.flags.c_contiguous:
            X = sp.csr_matrix((data, np.ascontiguousarray(X.indices), X.indptr), shape=X.shape)
        if not _core.check_rows(X, threads):
            _say_copied(X.data.nbytes, "its indices do not ascend; call X.sum_duplicates()")
            X = X.copy()
            X.sum_duplicates()
        return X
    X = _values(X)
    if not (X.flags.c_contiguous and X.flags.aligned):
        _say_copied(X.nbytes, "its rows are not one behind the other; give it in C order")
        X = np.require(X, requirements=["C", "A"])
    _core.check_rows(X, threads)
    return X


def dense_of(X: Any) -> Any:
    """X as an array, if it is a sparse matrix."""
    return X.toarray() if sp.issparse(X) else X


def class_name(label: Any) -> str:
    """A class as the program writes it: 1.0 is the class 1."""
    if isinstance(label, (float, np.floating)) and float(label).is_integer():
        return str(int(label))
    return str(label)


def labels_of(y: Array) -> Tuple[Array, Array]:
    """The classes, in order, and the number of each row's."""
    classes, labels = np.unique(y, return_inverse=True)
    return classes, labels.astype(np.uint32)


def require_classes(classes: Array) -> None:
    if len(classes) < 2:
        raise ValueError(
            f"y has one class only, {classes[0]!r}; a classifier tells two or more apart"
        )


def checked(X: Any, y: Any, threads: int) -> Tuple[Any, Array, Array, Array]:
    """Rows and y as they come from a user: the rows, y as an array, its classes, and the
    number of each row's."""
    X, y = check_X_y(X, y, **CHECKS)
    check_classification_targets(y)
    return (rows_of(X, threads), y, *labels_of(y))


def numbers_of(y: Array, classes: Array) -> Array:
    """The number of each row's class among `classes`."""
    places = np.searchsorted(classes, y)
    places[places == len(classes)] = 0
    strangers = np.asarray(classes[places] != y)
    if strangers.any():
        unknown = np.unique(y[strangers])
        raise ValueError(
            f"y has classes that are not among classes: {', '.join(map(str, unknown[:5]))}"
        )
    return places.astype(np.uint32)


def names_of(classes: Array) -> List[str]:
    """The classes as the library names them."""
    return [class_name(label) for label in classes]


def shortened(names: Sequence[Any], most: int = 6) -> str:
    """The first names of a list, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(str, names[:most])) + more


def classes_from(names: Sequence[str]) -> Array:
    """Classes from the names in a file: truths, whole numbers, numbers, or text. A name that
    would be written in another way, such as 007, is text."""
    if list(names) == ["False", "True"]:
        return np.array([False, True])
    if all(_NUMBER.fullmatch(name) for name in names):
        for kind in (np.int64, np.float64):
            try:
                values = np.array([kind(name) for name in names])
            except (ValueError, OverflowError):
                continue
            if np.all(np.isfinite(values)) and np.all(np.diff(values) > 0):
                return values
    return np.array(list(names), dtype=str)


def label_name(name: Any, names: Optional[Sequence[str]]) -> str:
    """What the column of classes is called beside columns of these names."""
    label = name if isinstance(name, str) and name else "class"
    while names is not None and label in names:
        label += "_"
    return label


def threads_of(n_jobs: Optional[int]) -> int:
    """As scikit-learn counts: None is 1, −1 all processors."""
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, (int, np.integer)) or n_jobs == 0:
        raise ValueError(f"n_jobs: expected None or a whole number other than 0, found {n_jobs!r}")
    available: int = _core.available_threads()
    return max(1, available + 1 + int(n_jobs)) if n_jobs < 0 else min(int(n_jobs), 1024)
