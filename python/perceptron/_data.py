"""Data from files and from generators."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Mapping, Optional, Tuple, Union, overload

import numpy as np
import scipy.sparse as sp

from . import _core, _progress
from ._options import columns_text, limit_table, limits_of, options_of
from ._rows import Array, classes_from, threads_of


Path = Union[str, "os.PathLike[str]"]


@dataclass(repr=False, eq=False)
class Data:
    """Rows with their classes.

    Attributes
    ----------
    X : array or CSR matrix of shape (rows, features)
    y : array of shape (rows,)
        The class of each row: numbers if all classes are numbers, else text.
    classes : array
        The distinct classes, sorted.
    feature_names : list of str, or None
        None if the features are only numbered.
    sample_weight, groups : array of shape (rows,), or None
    name : str
        The name of the file or the generator.
    radius : float
        An upper bound on the length of the rows, if the file has one; else 0.
    plane : array or None
        The plane that labelled the rows, for generators that have one.
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


def _data(contents: Dict[str, Any]) -> Data:
    kind, *arrays = contents["arrays"]
    shape = (contents["rows"], contents["features"])
    if kind == "dense":
        X = arrays[0].reshape(shape)
    else:
        values, indices, indptr = arrays
        if len(values) <= np.iinfo(np.int32).max:
            # SciPy would copy the longer array to bring both to one index type.
            indptr = indptr.astype(indices.dtype)
        X = sp.csr_matrix((values, indices, indptr), shape=shape, copy=False)
        X.has_sorted_indices = True
        X.has_canonical_format = True
    classes = classes_from(contents["classes"])
    return Data(
        X=X,
        y=classes[contents["labels"]],
        classes=classes,
        feature_names=contents["feature_names"],
        sample_weight=contents["weights"],
        groups=contents["groups"],
        name=contents["name"],
        label=contents["label"],
        radius=contents["radius"],
        plane=contents.get("plane"),
    )


@overload
def read(
    path: Path,
    *,
    return_X_y: Literal[False] = False,
    recipe: Optional[Path] = None,
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
    recipe: Optional[Path] = None,
    cache: bool = False,
    group: str = "",
    n_jobs: Optional[int] = -1,
    **options: Any,
) -> Tuple[Any, Array]: ...


def read(
    path: Path,
    *,
    return_X_y: bool = False,
    recipe: Optional[Path] = None,
    cache: bool = False,
    group: str = "",
    n_jobs: Optional[int] = -1,
    **options: Any,
) -> Union[Data, Tuple[Any, Array]]:
    """Read a file: LIBSVM, CSV, TSV, JSON lines, ARFF, VW, fastText, points, .npy, a cache; also compressed.

    Parameters
    ----------
    path : str or path
    return_X_y : bool
        Return ``(X, y)`` instead of :class:`Data`.
    recipe : str or path
        A file with options, as ``perceptron inspect DATA --recipe FILE`` writes it. Options that
        are given as well take precedence; its ``scale`` is for the program, since estimators
        have that parameter.
    cache : bool
        Keep a cache beside the file and use it the next time.
    group : str
        A column of group names, for ``Data.groups``.
    n_jobs : int
        Number of threads; -1: all processors.
    **options
        Those of the program, with underscores: ``format``, ``label``, ``weight``,
        ``header``, ``columns`` and ``ignore`` (lists), ``column`` (a dict of types by name,
        such as ``{"size": "ordinal:S,M,L"}``), ``delimiter``, ``quote``, ``decimal``,
        ``index_base``, ``features``, ``missing``, ``missing_values`` (a list), ``labels``,
        ``row_weights``. Columns of text: ``ngrams="1:2"``, ``chars="3:5"``, ``min_count``,
        ``hash``, ``stop_words``, ``shortest_word``, ``letters``, ``accents``. Feature maps:
        ``polynomial``, ``interact`` (a list, such as ``["x1*x2"]``), ``fourier``, ``gamma``,
        ``fourier_seed``. Also its limits: ``longest_line``, ``deepest_json``, ``largest_header``
        (of a cache), ``most_features`` and ``most_classes``.

    Returns
    -------
    Data, or (X, y)
        Text columns of a CSV file are one-hot encoded; of free text the terms are counted, and
        not weighted, which is for what learns from them. The arrays of a cache are read-only.

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
        raise ValueError("read does not scale rows; scale is a parameter of estimators")
    names = [limit["parameter"] for limit in limit_table("data")]
    limits = {name: options.pop(name) for name in names if name in options}
    if isinstance(options.get("column"), Mapping):
        options["column"] = columns_text(options["column"])
    if isinstance(options.get("interact"), (list, tuple)):
        options["interact"] = ";".join(options["interact"])
    texts = options_of("read", options, _core.data_options())
    data = _data(
        _core.read(
            os.fspath(path),
            recipe="" if recipe is None else os.fspath(recipe),
            options=texts,
            limits=limits_of("read", limits, "data"),
            cache=cache,
            group=group,
            threads=threads_of(n_jobs),
            progress=_progress.current(),
        )
    )
    return (data.X, data.y) if return_X_y else data


def generate(kind: str, **options: Any) -> Data:
    """Generate synthetic data from a seed, the same numbers on every machine.

    Parameters
    ----------
    kind : {"ball", "flipped", "gaussians", "xor", "text"}
        ball: points of a ball, separated with a margin by a plane through the origin;
        flipped: points of a square, labelled by 3x1 + 4x2 = 0, some labels flipped;
        gaussians: a Gaussian cluster for each class; xor: four clusters that no plane
        separates; text: sparse, high-dimensional rows like word counts.
    **options
        ``rows`` and ``seed``; ball: ``dimensions``, ``radius`` and ``margin``; flipped:
        ``flip``; gaussians: ``dimensions``, ``classes`` and ``distance``; xor: ``noise``;
        text: ``features``, ``classes``, ``words``, ``exponent`` and ``topic``.

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
    _, accepted = kinds[kind]
    for name in options:
        if name not in ("rows", "seed", *accepted):
            raise TypeError(
                f"{name} means nothing to {kind}; it takes rows, seed, {', '.join(accepted)}"
            )
    texts = options_of("generate", options, _core.generate_options())
    contents = _core.generate(kind, options=texts)
    contents["name"] = kind
    if len(contents["plane"]) == 0:
        contents["plane"] = None
    return _data(contents)
