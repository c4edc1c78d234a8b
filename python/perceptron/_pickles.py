"""Pickles of estimators, which are refused when they are damaged."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any, Tuple

_STATE = "perceptron classifier, 1"  # with the version of this kind of state


def _checksum(state: bytes) -> str:
    return hashlib.blake2b(state, digest_size=16).hexdigest()


class CheckedPickles:
    """The state of an estimator as bytes with their checksum; a base class before
    BaseEstimator."""

    # The attributes are pickled on their own, so that a checksum covers every byte of them.
    def __getstate__(self) -> Tuple[str, str, bytes]:
        attributes = dict(super().__getstate__())  # type: ignore[misc]
        attributes.update({kept: None for kept in ("_coef", "_intercept") if kept in attributes})
        state = pickle.dumps(attributes, protocol=4)
        return _STATE, _checksum(state), state

    def __setstate__(self, state: Any) -> None:
        if not (isinstance(state, tuple) and len(state) == 3 and state[0] == _STATE):
            raise ValueError(
                "expected the pickle of a classifier of this package, found another state; the "
                "pickle is damaged or of another version: fit the classifier again"
            )
        _, checksum, attributes = state
        if not isinstance(attributes, bytes) or _checksum(attributes) != checksum:
            raise ValueError(
                "the checksum of the pickled classifier does not match; the pickle is damaged: "
                "get another copy, or fit the classifier again"
            )
        super().__setstate__(pickle.loads(attributes))  # type: ignore[misc]
