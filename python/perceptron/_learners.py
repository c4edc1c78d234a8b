"""Which learners of the library an estimator trains with, and what the library says of them."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Tuple

from . import _core
from ._options import require_choice


@functools.lru_cache(maxsize=None)
def learner_table() -> Mapping[str, Dict[str, Any]]:
    """The traits of all learners by their names."""
    return {learner["name"]: learner for learner in _core.learners()}


_PARAMETERS: Dict[Any, Tuple[str, ...]] = {}


def parameter_names(estimator: Any) -> Tuple[str, ...]:
    """The parameters of an estimator; get_params() looks for them in the signature each time."""
    kind = type(estimator)
    if kind not in _PARAMETERS:
        _PARAMETERS[kind] = tuple(inspect.signature(kind).parameters)
    return _PARAMETERS[kind]


class Learners(NamedTuple):
    """The learners of an estimator, by the value of the parameter that chooses one of them. An
    estimator of one learner has no such parameter."""

    parameter: str
    by_value: Mapping[Any, str]

    @classmethod
    def only(cls, learner: str) -> "Learners":
        return cls("", {None: learner})

    def chosen(self, estimator: Any) -> str:
        value = getattr(estimator, self.parameter, None)
        require_choice(self.parameter, value, list(self.by_value))
        return self.by_value[value]

    def has(self, trait: str, estimator: Any) -> bool:
        """Whether the learner of the estimator has the trait; false if there is no such learner,
        which is for fit to report."""
        value = getattr(estimator, self.parameter, None)
        return any(
            learner_table()[learner][trait]
            for known, learner in self.by_value.items()
            if value is known or value == known
        )

    def parameters(self) -> Iterator[Tuple[str, Dict[str, Any]]]:
        """Each learner with the parameters that choose it."""
        for value, learner in self.by_value.items():
            yield learner, {self.parameter: value} if self.parameter else {}

    def choices(self, name: str) -> List[Any]:
        """The choices of a parameter that depend on the learner, for the documentation; none if
        they do not."""
        if name == self.parameter:
            return list(self.by_value)
        if name == "multiclass":
            usual = next(iter(self.by_value.values()))
            return list(learner_table()[usual]["schemes"])
        return []


def require_scheme(learner: str, multiclass: Any) -> None:
    require_choice("multiclass", multiclass, learner_table()[learner]["schemes"])
