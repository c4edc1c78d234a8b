"""Converts Python values to the options of the library, whose table has their names,
defaults, ranges and meanings."""

from __future__ import annotations

import functools
import re
from typing import Any, Dict, List, Mapping, Sequence, Union

import numpy as np
from sklearn.utils import check_random_state

from . import _core
from ._rows import Array, class_name, shortened

Option = Dict[str, Any]
ClassWeight = Union[None, str, Mapping[Any, float]]


@functools.lru_cache(maxsize=None)
def learn_table() -> Mapping[str, Option]:
    """The options of training by their parameter in Python; the L1 and L2 penalties, which
    have none, are set by alpha."""
    return {option["parameter"]: option for option in _core.learn_options()}


def text_of(value: Any) -> str:
    """A value as text, as the command line takes it."""
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


def truth_of(name: str, value: Any) -> bool:
    """A parameter that is true or false; 0 and 1 are too."""
    if isinstance(value, (bool, np.bool_)) or (_is_number(value) and value in (0, 1)):
        return bool(value)
    raise ValueError(f"{name}: expected True or False, found {value!r}")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def number_text(name: str, value: Any) -> str:
    """A number as text, whose range the library checks. Numbers in text are refused."""
    if not _is_number(value):
        raise ValueError(f"{name}: expected a number, found {value!r}")
    return text_of(value)


def require_number(name: str, value: Any, low: float, high: float) -> float:
    if not _is_number(value) or not low <= value <= high:
        raise ValueError(f"{name}: expected a number from {low:g} to {high:g}, found {value!r}")
    return float(value)


def seed_of(random_state: Any) -> int:
    """The seed for a random_state of scikit-learn; None is the default seed."""
    if random_state is None:
        return int(learn_table()["random_state"]["default"])
    if isinstance(random_state, (int, np.integer)) and not isinstance(random_state, bool):
        if not 0 <= random_state < 2**64:
            raise ValueError(f"random_state: expected 0 or more, below 2⁶⁴, found {random_state}")
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def options_of(function: str, values: Mapping[str, Any], table: Sequence[Option]) -> Dict[str, str]:
    """The keyword arguments of a function as options of the library."""
    known = {option["name"].replace("-", "_"): option["name"] for option in table}
    options = {}
    for name, value in values.items():
        if name not in known:
            raise TypeError(f"{function} has no option {name}; there are {', '.join(known)}")
        options[known[name]] = text_of(value)
    return options


def columns_text(types: Mapping[str, str]) -> str:
    """The types of columns by name, as the library reads them."""
    for name, kind in types.items():
        if kind.endswith((":standard", ":maxabs", ":none")):
            raise ValueError(
                f"column: {name!r} has a scaling, but read does not scale rows; scale is a parameter "
                "of estimators, and sklearn.compose.ColumnTransformer scales some of the columns"
            )
    names = {name: re.sub(r"([\\=;])", r"\\\1", name) for name in types}
    return ";".join(f"{names[name]}={kind}" for name, kind in types.items())


def limit_table(content: str) -> List[Option]:
    """The limits on files of this content: "data", "model" or "certificate"."""
    return [limit for limit in _core.limit_options() if content in limit["contents"]]


def limits_of(function: str, values: Mapping[str, Any], content: str) -> Dict[str, str]:
    """The limits among the keyword arguments of a function that reads files of this content."""
    return options_of(function, values, limit_table(content))


def penalty_options(parameters: Mapping[str, Any]) -> Dict[str, str]:
    """The weights of the L1 and L2 penalties."""
    penalty = parameters["penalty"]
    require_choice("penalty", penalty, (None, "l2", "l1", "elasticnet"))
    if penalty is None:
        return {"l1": "0", "l2": "0"}
    alpha = require_number("alpha", parameters["alpha"], 0, 1e300)
    ratio = {"l1": 1.0, "l2": 0.0, "elasticnet": parameters["l1_ratio"]}[penalty]
    ratio = require_number("l1_ratio", ratio, 0, 1)
    return {"l1": text_of(alpha * ratio), "l2": text_of(alpha * (1 - ratio))}


def initial_options(coef: Any, intercept: Any, features: int, classes: int) -> Dict[str, str]:
    """The initial weights and offset, if they are given."""
    options: Dict[str, str] = {}
    if (coef is not None or intercept is not None) and classes > 2:
        raise ValueError("coef_init and intercept_init are for two classes")
    if coef is not None:
        weights = np.asarray(coef, dtype=float).reshape(-1)
        if len(weights) != features:
            raise ValueError(
                f"coef_init: expected {features} weights, one a feature, found {len(weights)}"
            )
        options["initial-weights"] = text_of(weights)
    if intercept is not None:
        options["initial-offset"] = text_of(np.asarray(intercept, dtype=float).reshape(-1)[0])
    return options


def class_weight_entries(weights: ClassWeight, classes: Array) -> List[str]:
    """CLASS=WEIGHT for each class that has a weight, or "balanced"."""
    if weights is None:
        return []
    if weights == "balanced":
        return ["balanced"]
    if not isinstance(weights, Mapping):
        raise ValueError(f"class_weight: expected a dict, 'balanced' or None, found {weights!r}")
    known = classes.tolist()
    for label, weight in weights.items():
        if label not in known:
            raise ValueError(f"class_weight: y has no class {label!r}, only {shortened(known)}")
        if weight == 0:
            raise ValueError(
                f"class_weight of {label!r}: a weight of 0 would leave the class without rows; "
                "leave its rows out of X and y instead"
            )
        require_number(f"class_weight of {label!r}", weight, 1e-300, 1e300)
    return [
        f"{class_name(label)}={float(weights[label])!r}" for label in known if label in weights
    ]


def parameter_value(option: Option, text: str) -> Any:
    """The Python value of an option's text."""
    default = option["default"]
    if isinstance(default, bool):
        return text == "true"
    if isinstance(default, (int, float)):
        return type(default)(text)
    return text
