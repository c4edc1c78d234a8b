"""From values of Python to the options of the library, which has the one table of them:
names, defaults, ranges and what they mean."""

from __future__ import annotations

import functools
import inspect
import textwrap
from typing import Any, Dict, List, Mapping, Sequence, TypeVar

import numpy as np
from sklearn.utils import check_random_state

from . import _core

Option = Dict[str, Any]


@functools.lru_cache(maxsize=None)
def learn_table() -> Mapping[str, Option]:
    """The options of learning by the name of the parameter; two are parts of alpha."""
    return {option["parameter"]: option for option in _core.learn_options()}


def text_of(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(text_of(each) for each in value)
    return str(value)


def require_choice(name: str, value: Any, choices: Sequence[Any]) -> None:
    if not any(value is choice or value == choice for choice in choices):
        listed = ", ".join(map(repr, choices))
        raise ValueError(f"{name}: expected one of {listed}, found {value!r}")


def require_number(name: str, value: Any, low: float, high: float) -> float:
    number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    if not number or not low <= value <= high:
        raise ValueError(f"{name}: expected a number from {low:g} to {high:g}, found {value!r}")
    return float(value)


def seed_of(random_state: Any) -> int:
    """The seed that a random_state of scikit-learn names; None is the usual one."""
    if random_state is None:
        return int(learn_table()["random_state"]["default"])
    if isinstance(random_state, (int, np.integer)) and not isinstance(random_state, bool):
        if not 0 <= random_state < 2**64:
            raise ValueError(f"random_state: expected 0 or more, below 2⁶⁴, found {random_state}")
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def words_of(function: str, values: Mapping[str, Any], table: Sequence[Option]) -> Dict[str, str]:
    """The options that keyword arguments of a function name."""
    known = {option["name"].replace("-", "_"): option["name"] for option in table}
    words = {}
    for name, value in values.items():
        if name not in known:
            raise TypeError(f"{function} has no option {name}; there are {', '.join(known)}")
        words[known[name]] = text_of(value)
    return words


# What parameters mean where no option of the library says it, or not in words of Python.
_OWN = {
    "penalty": ("{None, 'l2', 'l1', 'elasticnet'}", "what keeps weights small"),
    "alpha": (
        "float",
        "weight of the penalty: the objective is the mean loss + alpha·(l1_ratio·‖w‖₁ + "
        "(1 − l1_ratio)/2·‖w‖²), as in scikit-learn's SGDClassifier",
    ),
    "l1_ratio": ("float", "share of ‖w‖₁ in the penalty 'elasticnet'"),
    "shuffle": ("bool", "a new seeded order of the rows in each pass, or the order of X"),
    "random_state": (
        "int, RandomState or None",
        "names the random numbers; None is 1, so that the same call gives the same model",
    ),
    "n_jobs": ("int or None", "threads; None is 1, -1 all processors. No answer depends on it"),
    "warm_start": ("bool", "fit goes on from the weights it had before"),
    "class_weight": (
        "dict, 'balanced' or None",
        "how much the rows of a class count; 'balanced': each class as much as the others",
    ),
    "max_iter": (
        "int",
        "passes over the rows at most; training ends before that once it has converged",
    ),
    "max_updates": ("int", "stop after the pass that reaches so many updates; 0: no limit"),
    "schedule": (
        "{'constant', 'inverse', 'sqrt'}",
        "how eta0, if it is given, falls with the step or pass k: not at all, as 1/k, as 1/√k",
    ),
    "lam": (
        "float",
        "the margin perceptron reaches 1/lam² of the widest margin (with an intercept: of the "
        "rows [x, 1]); above 1",
    ),
    "scale": (
        "{'none', 'standard', 'maxabs', 'unit'}",
        "bring features to a common size; kept in the model and applied again at prediction",
    ),
}

_Class = TypeVar("_Class", bound=type)


def documented(cls: _Class) -> _Class:
    """Fills in what the parameters of an estimator mean, from the table of options."""
    lines: List[str] = []
    own = {**_OWN, **getattr(cls, "_PARAMETERS", {})}
    for name, parameter in inspect.signature(cls).parameters.items():
        if name in own:
            kind, meaning = own[name]
        else:
            option = learn_table()[name]
            choices = option["choices"]
            kind = (
                "{" + ", ".join(map(repr, choices)) + "}"
                if choices
                else type(parameter.default).__name__
            )
            meaning = option["help"]
        lines.append(f"{name} : {kind}, default={parameter.default!r}")
        lines += textwrap.wrap(
            meaning[0].upper() + meaning[1:] + ".",
            76,
            initial_indent="    ",
            subsequent_indent="    ",
        )
    section = textwrap.indent("\n".join(lines), "    ").lstrip()
    assert cls.__doc__ is not None
    cls.__doc__ = cls.__doc__.replace("{parameters}", section)
    return cls


def parameter_value(option: Option, text: str) -> Any:
    """The value that the text of an option stands for."""
    usual = option["default"]
    if isinstance(usual, bool):
        return text == "true"
    if isinstance(usual, (int, float)):
        return type(usual)(text)
    return text
