"""Progress of long computations."""

from __future__ import annotations

import contextlib
import contextvars
from typing import Any, Callable, Iterator, Optional

Report = Callable[[str, int, int], None]

_current: contextvars.ContextVar[Optional[Report]] = contextvars.ContextVar(
    "perceptron_progress", default=None
)


def current() -> Optional[Report]:
    return _current.get()


class _Bars:
    """A progress bar of tqdm, or of a class like it, for each stage of the computation."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._bar: Any = None
        self._stage = ""

    def __call__(self, stage: str, done: int, total: int) -> None:
        if self._bar is None or stage != self._stage:
            self.close()
            self._bar = self._make(total=total or None, desc=stage)
            self._stage = stage
        self._bar.total = total or None
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@contextlib.contextmanager
def progress(report: Any) -> Iterator[None]:
    """Report the progress of computations inside a ``with`` block.

    Parameters
    ----------
    report : callable, or the class tqdm
        Called as ``report(stage, done, total)``, at most ten times a second; a total of 0
        means that it is not known. With the class ``tqdm.tqdm`` (or ``tqdm.auto.tqdm``) each
        stage gets a progress bar. An exception that it raises ends the computation.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("flipped", rows=500, seed=1)
    >>> stages = set()
    >>> with perceptron.progress(lambda stage, done, total: stages.add(stage)):
    ...     model = perceptron.PerceptronClassifier(max_iter=5).fit(data.X, data.y)
    >>> len(stages) > 0
    True
    """
    bars = _Bars(report) if isinstance(report, type) and hasattr(report, "update") else None
    token = _current.set(bars if bars is not None else report)
    try:
        yield
    finally:
        _current.reset(token)
        if bars is not None:
            bars.close()
