"""What differs between the versions of scikit-learn, from 1.2 on, and of NumPy."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict

import numpy as np
from sklearn.utils import validation


def require_numpy() -> None:
    """Raises ImportError where the extension module was built for an older NumPy."""
    from . import _core

    if int(np.__version__.split(".")[0]) >= 2 and not _core.takes_numpy_2:
        raise ImportError(
            f"this build of perceptron is for NumPy below 2, found {np.__version__}: install a "
            "NumPy below 2, or build the package again with pybind11 2.12 or newer"
        )


def _takes(function: Callable[..., Any], name: str) -> bool:
    return name in inspect.signature(function).parameters


def finite_check(function: Callable[..., Any], check: bool) -> Dict[str, bool]:
    """The keyword that says whether a function of scikit-learn checks that values are finite: it
    was renamed in 1.6, and the old name was removed in 1.8."""
    name = "ensure_all_finite" if _takes(function, "ensure_all_finite") else "force_all_finite"
    return {name: check}


def validate_data(
    estimator: Any, *arrays: Any, reset: bool, finite: bool = False, **checks: Any
) -> Any:
    """X, or X and y, checked and remembered by the estimator as scikit-learn does it: with a
    function from 1.6 on, with a method of the estimator before."""
    public = getattr(validation, "validate_data", None)
    if public is not None:
        return public(
            estimator, *arrays, reset=reset, ensure_all_finite=finite, **checks
        )
    return estimator._validate_data(
        *arrays, reset=reset, **finite_check(validation.check_array, finite), **checks
    )


def tags_with(tags: Any, **kinds: bool) -> Any:
    """The tags of scikit-learn 1.6 and later, with these kinds of input changed."""
    for name, value in kinds.items():
        setattr(tags.input_tags, name, value)
    return tags
