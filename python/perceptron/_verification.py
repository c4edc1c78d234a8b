"""The verification of certificates."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Mapping

from numpy.typing import ArrayLike

from . import _core
from ._options import limits_of
from ._rows import Rows, Weights, checked, names_of, weights_of


@dataclass(frozen=True)
class Verdict:
    """The result of verifying a certificate. True if it is valid."""

    valid: bool
    kind: str
    reason: str

    def __bool__(self) -> bool:
        return self.valid


def _largest_certificate(given: Mapping[str, str]) -> int:
    (option,) = [each for each in _core.limit_options() if each["name"] == "largest-certificate"]
    return int(given.get("largest-certificate", option["default"]))


def _certificate_text(certificate: Any, largest: int) -> str:
    """The text, of which nothing is read from a file after the first byte beyond the limit."""
    for attribute in ("certificate", "certificate_"):
        if hasattr(certificate, attribute):
            certificate = getattr(certificate, attribute)
            if certificate is None:
                raise ValueError(
                    "there is no certificate; LinearClassifier makes one with certify=True, "
                    "MarginClassifier and margin where something is proved"
                )
    if certificate is None:
        raise ValueError("expected a certificate, found None: nothing was proved, or none was made")
    try:
        if isinstance(certificate, bytes):
            certificate = certificate.decode()
        if isinstance(certificate, str) and certificate.lstrip().startswith("{"):
            return certificate
        with open(os.fspath(certificate), encoding="utf-8") as file:
            return file.read(largest + 1)
    except UnicodeDecodeError:
        raise ValueError("expected a certificate, found bytes that are no text") from None
    except FileNotFoundError:
        raise FileNotFoundError(
            f"expected the text of a certificate or a file that has one, found {certificate!r:.80}"
        ) from None


def verify(
    certificate: Any, X: Rows, y: ArrayLike, *, sample_weight: Weights = None, **limits: int
) -> Verdict:
    """Verify a certificate against rows and classes, in exact arithmetic.

    The verifier does not use the code that makes certificates.

    Parameters
    ----------
    certificate : str, path, Margin, Separability or estimator
        The text of a certificate, a file with one, or an object that has one.
    X, y : the rows and classes it is about
        Classes are compared by name: 0 and 1 are not -1 and 1.
    sample_weight : array, optional
        The sample weights used in training.
    **limits
        What is larger is refused: ``largest_certificate`` in bytes, ``deepest_json``.

    Returns
    -------
    Verdict
        True if the certificate is valid; with its kind and the reason.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("ball", rows=100, seed=1)
    >>> found = perceptron.margin(data.X, data.y)
    >>> perceptron.verify(found, data.X, data.y).valid
    True
    >>> perceptron.verify(found, data.X[::-1].copy(), data.y).valid
    False
    """
    rows, _, found, labels = checked(X, y, 1)
    classes = names_of(found)
    weights = weights_of(sample_weight, rows.shape[0])
    texts = limits_of("verify", limits, "certificate")
    text = _certificate_text(certificate, _largest_certificate(texts))
    return Verdict(*_core.verify(text, rows, labels, classes, weights, texts))
