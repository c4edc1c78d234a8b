"""What the parameters of the estimators mean, for their docstrings."""

from __future__ import annotations

import inspect
import textwrap
from typing import Dict, List, Tuple, TypeVar

from ._options import learn_table

Meanings = Dict[str, Tuple[str, str]]  # by parameter: its type, and what it means

# Where no option of the library says it, or not in words of Python.
_SHARED: Meanings = {
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

_SCHEMES: Meanings = {
    "multiclass": (
        "{'one-vs-rest', 'one-vs-one'}",
        "how three or more classes are told apart: a plane for each, or for each pair",
    ),
}

# By estimator: what it alone has, or what means something else there.
_OWN: Dict[str, Meanings] = {
    "PerceptronClassifier": {
        "variant": (
            "{'plain', 'averaged', 'pocket'}",
            "the last weights, the mean of all weights passed through, or of those that were "
            "tried after long runs of right answers the ones with fewest mistakes",
        ),
    },
    "LinearClassifier": {
        **_SCHEMES,
        "loss": (
            "{'hinge', 'squared_hinge', 'log_loss'}",
            "what a row costs: 1 − m below a score m of 1, its square, or log(1 + exp(−m))",
        ),
        "certify": (
            "bool",
            "make a certificate of the objective, for two classes; it names every row that counts",
        ),
    },
    "MarginClassifier": {
        **_SCHEMES,
        "max_iter": ("int", "passes of the margin perceptron at most"),
        "method": (
            "{'exact', 'perceptron'}",
            "the widest margin itself, or one of at least 1/lam² of it, by the margin "
            "perceptron",
        ),
        "inseparable": (
            "{'soft', 'raise'}",
            "what to do where no plane separates: take the plane of the least hinge loss, or "
            "raise Inseparable",
        ),
        "alpha": ("float", "weight of ‖w‖²/2 beside that hinge loss"),
    },
}

_Class = TypeVar("_Class", bound=type)


def documented(cls: _Class) -> _Class:
    """Fills in what the parameters of an estimator mean, from the table of options."""
    lines: List[str] = []
    meanings = {**_SHARED, **_OWN.get(cls.__name__, {})}
    for name, parameter in inspect.signature(cls).parameters.items():
        if name in meanings:
            kind, meaning = meanings[name]
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
    cls.__doc__ = (cls.__doc__ or "").replace("{parameters}", section)
    return cls
