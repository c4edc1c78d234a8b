"""Data from files and from generators."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, Tuple, Union, overload

import numpy as np
import scipy.sparse as sp

from . import _core, _progress
from ._options import options_of
from ._rows import Array, classes_from, threads_of


Path = Union[str, "os.PathLike[str]"]


@dataclass(repr=False, eq=False)
class Data:
    """Rows with their classes.

    Attributes
    ----------
    X : array or CSR matrix of shape (rows, features)
    y : array of shape (rows,)
        The class of each row: numbers where all classes are such, else text.
    classes : array
        Each class once, in order.
    feature_names : list of str, or None
        None where features have numbers only.
    sample_weight, groups : array of shape (rows,), or None
    name : str
        Of the file, or the generator.
    radius : float
        A length that no row exceeds, where the file says one; else 0.
    plane : array or None
        The hidden plane of a generator that has one.
    """

    X: Any
    y: Array
    classes: Array
    feature_names: Optional[List[str]]
    sample_weight: Optional[Array]
    groups: Optional[Array]
    name: str
    label: str
    radius: float = 0.0
    plane: Optional[Array] = None

    def __repr__(self) -> str:
        kind = "sparse" if sp.issparse(self.X) else "dense"
        rows, features = self.X.shape
        return (
            f"<Data {self.name}: {rows:,} rows, {features:,} features, "
            f"{len(self.classes)} classes, {kind} {self.X.dtype}>"
        )

    def frame(self) -> Any:
        """The rows as a pandas DataFrame, the classes in the last column."""
        import pandas as pd

        names = self.feature_names or [f"x{j + 1}" for j in range(self.X.shape[1])]
        if sp.issparse(self.X):
            frame = pd.DataFrame.sparse.from_spmatrix(self.X, columns=names)
        else:
            frame = pd.DataFrame(self.X, columns=names)
        label = self.label or "class"
        while label in frame.columns:
            label += "_"
        frame[label] = self.y
        return frame


def _data(told: Dict[str, Any]) -> Data:
    kind, *arrays = told["arrays"]
    shape = (told["rows"], told["features"])
    if kind == "dense":
        X = arrays[0].reshape(shape)
    else:
        values, indices, indptr = arrays
        if len(values) <= np.iinfo(np.int32).max:
            # SciPy would make one kind of index of two by a copy of the longer one.
            indptr = indptr.astype(indices.dtype)
        X = sp.csr_matrix((values, indices, indptr), shape=shape, copy=False)
        X.has_sorted_indices = True
        X.has_canonical_format = True
    classes = classes_from(told["classes"])
    return Data(
        X=X,
        y=classes[told["labels"]],
        classes=classes,
        feature_names=told["feature_names"],
        sample_weight=told["weights"],
        groups=told["groups"],
        name=told["name"],
        label=told["label"],
        radius=told["radius"],
        plane=told.get("plane"),
    )


@overload
def read(
    path: Path,
    *,
    return_X_y: Literal[False] = False,
    cache: bool = False,
    group: str = "",
    n_jobs: Optional[int] = -1,
    **options: Any,
) -> Data: ...


@overload
def read(
    path: Path,
    *,
    return_X_y: Literal[True],
    cache: bool = False,
    group: str = "",
    n_jobs: Optional[int] = -1,
    **options: Any,
) -> Tuple[Any, Array]: ...


def read(
    path: Path,
    *,
    return_X_y: bool = False,
    cache: bool = False,
    group: str = "",
    n_jobs: Optional[int] = -1,
    **options: Any,
) -> Union[Data, Tuple[Any, Array]]:
    """Read a file: LIBSVM, CSV, TSV, points, .npy, a cache; also compressed.

    Parameters
    ----------
    path : str or path
    return_X_y : bool
        Return ``(X, y)`` in place of :class:`Data`.
    cache : bool
        Keep a cache beside the file and use it the next time.
    group : str
        A column whose equal values belong together, for ``Data.groups``.
    n_jobs : int
        Threads that read; -1: all processors.
    **options
        As those of the program, with underscores: ``format``, ``label``, ``weight``,
        ``header``, ``columns`` (a list), ``index_base``, ``features``, ``missing``,
        ``labels``.

    Returns
    -------
    Data, or (X, y)
        Text columns of a CSV become a feature for each category. Arrays of a cache are
        those of the mapped file, and read-only.

    Examples
    --------
    >>> import os, tempfile, perceptron
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "pets.csv")
    ...     with open(path, "w") as file:
    ...         _ = file.write("weight,colour,pet\\n4,grey,cat\\n30,brown,dog\\n")
    ...     data = perceptron.read(path)
    >>> data.feature_names
    ['weight', 'colour=brown', 'colour=grey']
    >>> data.y
    array(['cat', 'dog'], dtype='<U3')
    """
    if "scale" in options:
        raise ValueError("read gives rows as they are; scale is for estimators")
    words = options_of("read", options, _core.data_options())
    data = _data(
        _core.read(
            os.fspath(path),
            options=words,
            cache=cache,
            group=group,
            threads=threads_of(n_jobs),
            progress=_progress.current(),
        )
    )
    return (data.X, data.y) if return_X_y else data


def generate(kind: str, **options: Any) -> Data:
    """Make data from a seed, the same numbers on every machine.

    Parameters
    ----------
    kind : {"ball", "flipped", "gaussians", "xor", "text"}
        Points of a ball, at a margin from a hidden plane through the origin; points of a
        square, split by 3x1 + 4x2 = 0, some labels flipped; round clouds, one a class; four
        clouds that no plane separates; long sparse rows like those of texts.
    **options
        ``rows`` and ``seed``; of ball ``dimensions``, ``radius`` and ``margin``; of flipped
        ``flip``; of gaussians ``dimensions``, ``classes`` and ``distance``; of xor ``noise``;
        of text ``features``, ``classes``, ``words``, ``exponent`` and ``topic``.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("gaussians", rows=300, classes=3, seed=2)
    >>> data
    <Data gaussians: 300 rows, 2 features, 3 classes, dense float64>
    """
    kinds = _core.generator_kinds()
    if kind not in kinds:
        raise ValueError(f"no kind of data is called {kind!r}; there are {', '.join(kinds)}")
    _, listens_to = kinds[kind]
    for name in options:
        if name not in ("rows", "seed", *listens_to):
            raise TypeError(
                f"{name} means nothing to {kind}; it takes rows, seed, {', '.join(listens_to)}"
            )
    words = options_of("generate", options, _core.generate_options())
    told = _core.generate(kind, options=words)
    told["name"] = kind
    if len(told["plane"]) == 0:
        told["plane"] = None
    return _data(told)
