"""Passes rows from NumPy, SciPy and pandas to the library, without a copy if possible."""

from __future__ import annotations

import re
import warnings
from typing import Any, Dict, List, Optional, Protocol, Sequence, Tuple, Union

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_array, check_X_y
from sklearn.utils.multiclass import check_classification_targets

from . import _core
from ._compat import finite_check

Array = NDArray[Any]
Floats = NDArray[np.float64]


class _Sparse(Protocol):
    """A matrix of SciPy, in any format."""

    def tocsr(self) -> Any: ...


# What estimators take: arrays, lists, DataFrames, sparse matrices; and the weights of rows.
Rows = Union[ArrayLike, _Sparse]
Weights = Optional[ArrayLike]

# Numbers without leading zeros.
_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")

LARGE = 1 << 27  # copies of at least this many bytes are warned of

# How scikit-learn validates rows. The library checks that values are finite.
CHECKS: Dict[str, Any] = {"accept_sparse": "csr", "accept_large_sparse": True, "dtype": "numeric"}


def _warn_copied(size: int, why: str) -> None:
    if size >= LARGE:
        warnings.warn(
            f"X is copied ({size / 1e6:.0f} MB): {why}", _core.Note, stacklevel=4
        )


def _values(array: Array) -> Array:
    """The values as float32 or float64; a copy only if they have another type."""
    if array.dtype in (np.float32, np.float64):
        return array
    narrow = np.can_cast(array.dtype, np.float32)
    return array.astype(np.float32 if narrow else np.float64)


def rows_of(X: Any, threads: int = 1) -> Any:
    """X, validated by scikit-learn, as the library takes it.

    The values of float32 and float64 arrays in C order and of CSR matrices are not copied. Others
    are, with a warning if they are large.
    """
    if sp.issparse(X):
        if X.format != "csr":
            _warn_copied(X.data.nbytes, f"the format {X.format} has no rows; give it as CSR")
            X = X.tocsr()
        data = _values(np.ascontiguousarray(X.data))
        if data is not X.data or not X.indices.flags.c_contiguous:
            X = sp.csr_matrix((data, np.ascontiguousarray(X.indices), X.indptr), shape=X.shape)
        if not _core.check_rows(X, threads):
            _warn_copied(X.data.nbytes, "its indices do not ascend; call X.sum_duplicates()")
            X = X.copy()
            X.sum_duplicates()
        return X
    X = _values(X)
    if not (X.flags.c_contiguous and X.flags.aligned):
        _warn_copied(X.nbytes, "its rows are not one behind the other; give it in C order")
        X = np.require(X, requirements=["C", "A"])
    _core.check_rows(X, threads)
    return X


def weights_of(sample_weight: Any, rows: int) -> Optional[Array]:
    """The weights of rows, checked; None if there are none."""
    if sample_weight is None:
        return None
    if isinstance(sample_weight, (int, float, np.number)):
        sample_weight = np.full(rows, float(sample_weight))
    weights: Array = check_array(sample_weight, ensure_2d=False, dtype=np.float64, order="C")
    if weights.shape != (rows,):
        raise ValueError(
            f"sample_weight: expected one weight for each of the {rows} rows, found an array of "
            f"shape {weights.shape}"
        )
    if (weights < 0).any():
        raise ValueError("sample_weight: expected weights of 0 or more, found a negative one")
    return weights


def is_ready(X: Any, features: int) -> bool:
    """Whether X is an array that the library takes as it is, of rows with so many features."""
    return (
        type(X) is np.ndarray
        and X.ndim == 2
        and X.shape[1] == features
        and X.shape[0] > 0
        and X.dtype in (np.float64, np.float32)
        and X.flags.c_contiguous
        and X.flags.aligned
        and X.dtype.isnative
    )


def is_labels(y: Any, rows: int) -> bool:
    """Whether y is an array of one number, truth value or text for each row."""
    return type(y) is np.ndarray and y.shape == (rows,) and y.dtype.kind in "biuUS"


def dense_of(X: Any) -> Any:
    """X as a dense array."""
    return X.toarray() if sp.issparse(X) else X


def class_name(label: Any) -> str:
    """A class as the program writes it: 1.0 is the class 1."""
    if isinstance(label, (float, np.floating)) and float(label).is_integer():
        return str(int(label))
    return str(label)


def labels_of(y: Array) -> Tuple[Array, Array]:
    """The sorted classes, and the index of each row's class among them."""
    classes, labels = np.unique(y, return_inverse=True)
    return classes, labels.astype(np.uint32)


def require_classes(classes: Array) -> None:
    if len(classes) < 2:
        raise ValueError(
            f"y has one class only, {classes[0]!r}; a classifier tells two or more apart"
        )


def checked(X: Any, y: Any, threads: int) -> Tuple[Any, Array, Array, Array]:
    """Validates X and y of a user. Returns the rows, y as an array, its classes, and the index
    of each row's class."""
    X, y = check_X_y(X, y, **finite_check(check_X_y, False), **CHECKS)
    check_classification_targets(y)
    return (rows_of(X, threads), y, *labels_of(y))


def encoded_labels(y: Array, classes: Array) -> Array:
    """The index of each row's class among `classes`."""
    labels = np.searchsorted(classes, y)
    labels[labels == len(classes)] = 0
    unmatched = np.asarray(classes[labels] != y)
    if unmatched.any():
        unknown = np.unique(y[unmatched])
        raise ValueError(
            f"y has classes that are not among classes: {', '.join(map(str, unknown[:5]))}"
        )
    return labels.astype(np.uint32)


def names_of(classes: Array) -> List[str]:
    """The classes as the library names them."""
    return [class_name(label) for label in classes]


def shortened(names: Sequence[Any], most: int = 6) -> str:
    """The first names of a list, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(str, names[:most])) + more


def classes_from(names: Sequence[str]) -> Array:
    """Classes from the names in a file: booleans, integers, floats or text. A number with
    leading zeros, such as 007, is text."""
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
    """A name for the column of classes that differs from these feature names."""
    label = name if isinstance(name, str) and name else "class"
    while names is not None and label in names:
        label += "_"
    return label


def threads_of(n_jobs: Optional[int]) -> int:
    """The number of threads for scikit-learn's n_jobs: None is 1, −1 all processors."""
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, (int, np.integer)) or n_jobs == 0:
        raise ValueError(f"n_jobs: expected None or a whole number other than 0, found {n_jobs!r}")
    available: int = _core.available_threads()
    return max(1, available + 1 + int(n_jobs)) if n_jobs < 0 else min(int(n_jobs), 1024)
