"""What the parameters of the estimators mean, for their docstrings."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any, Dict, List, Tuple, Type, TypeVar

from ._options import learn_table

# By parameter: its type, empty for the choices that the library has, and what it means.
Meanings = Dict[str, Tuple[str, str]]

# Parameters that are not an option of the library, or that Python spells differently.
_SHARED: Meanings = {
    "penalty": ("{None, 'l2', 'l1', 'elasticnet'}", "regularisation: what keeps the weights small"),
    "alpha": (
        "float",
        "weight of the penalty: the objective is the mean loss + alpha·(l1_ratio·‖w‖₁ + "
        "(1 − l1_ratio)/2·‖w‖²), as in scikit-learn's SGDClassifier",
    ),
    "l1_ratio": ("float", "share of ‖w‖₁ (L1) in the penalty 'elasticnet'"),
    "shuffle": (
        "bool",
        "shuffle the rows before each pass, with a seed; else take them in the order of X",
    ),
    "random_state": (
        "int, RandomState or None",
        "seed of the random numbers; None is 1, so that the same call gives the same model",
    ),
    "n_jobs": (
        "int or None",
        "number of threads; None is 1, -1 all processors. Results do not depend on it",
    ),
    "warm_start": ("bool", "start from the weights of the previous fit"),
    "class_weight": (
        "dict, 'balanced' or None",
        "weights of the classes; 'balanced': inversely proportional to their frequency",
    ),
    "max_iter": (
        "int, or None for the perceptrons",
        "maximum number of passes over the rows (epochs); training ends once it has converged. "
        "None: 100, and training also ends when passes no longer have fewer mistakes",
    ),
    "patience": (
        "int or None",
        "stop after this many passes in a row that did not improve: the fewest mistakes in a pass, "
        "or with early_stop the held-out accuracy. 0: no limit; None: 5, and for perceptrons no "
        "limit if max_iter or max_updates is given",
    ),
    "max_updates": ("int", "stop after the pass that reaches this many updates; 0: no limit"),
    "lam": (
        "float",
        "the margin perceptron reaches 1/lam² of the widest margin (with an intercept: of the "
        "rows [x, 1]); above 1",
    ),
    "scale": (
        "{'none', 'standard', 'maxabs', 'unit', 'auto'}",
        "scaling of the features; kept in the model and applied again at prediction. "
        "'auto' standardises dense columns of unlike size or off centre",
    ),
}

_SCHEMES: Meanings = {
    "multiclass": (
        "",
        "scheme for three or more classes: a plane for each class, or for each pair",
    ),
}

# By estimator: parameters that only it has, or that mean something else there.
_OWN: Dict[str, Meanings] = {
    "PerceptronClassifier": {
        "variant": (
            "",
            "the last weights; the mean of the weights after every example; or the weights with "
            "the fewest training errors among those with long runs of correct predictions; or the "
            "vote of all planes, each as often as it was right (without partial_fit)",
        ),
    },
    "PassiveAggressiveClassifier": {
        "average": ("bool", "keep the mean of the weights after each example, or the last ones"),
    },
    "LinearClassifier": {
        **_SCHEMES,
        "loss": (
            "",
            "loss of a row with margin m: max(0, 1 − m) (linear SVM), its square, or log(1 + "
            "exp(−m)) (logistic regression); or the loss of all classes together: multinomial "
            "logistic regression, or the multiclass SVM of Crammer and Singer",
        ),
        "certify": (
            "bool",
            "make a certificate of the objective, for two classes or a loss of all classes "
            "together; it lists every row whose dual variable is not 0",
        ),
    },
    "KernelPerceptron": {
        **_SCHEMES,
        "gamma": ("float or None", "factor in the kernels; None: 1, for 'rbf' 1/features"),
        "beta": ("float", "also update where the margin is below this: kernel margin perceptron"),
    },
    "PegasosClassifier": {
        **_SCHEMES,
        "alpha": (
            "float",
            "L2 regularisation: the objective is the mean hinge loss + alpha/2·‖w‖², and the step "
            "t has length 1/(alpha·t)",
        ),
        "max_iter": ("int", "maximum number of passes over the rows (epochs)"),
        "certify": ("bool", "make a certificate of the objective, for two classes"),
    },
    "MarginClassifier": {
        **_SCHEMES,
        "max_iter": ("int", "maximum number of passes of the margin perceptron"),
        "method": (
            "",
            "the maximum margin (hard-margin SVM), or at least 1/lam² of it by the margin "
            "perceptron",
        ),
        "inseparable": (
            "{'soft', 'raise'}",
            "what to do if no plane separates the classes: minimise the hinge loss "
            "(soft-margin SVM), or raise Inseparable",
        ),
        "alpha": ("float", "L2 regularisation of that hinge loss: the weight of ‖w‖²/2"),
    },
}

_Class = TypeVar("_Class", bound=Type[Any])


def documented(cls: _Class) -> _Class:
    """Fills in the parameters of an estimator's docstring, from the table of options."""
    lines: List[str] = []
    meanings = {**_SHARED, **_OWN.get(cls.__name__, {})}
    for name, parameter in inspect.signature(cls).parameters.items():
        option = learn_table().get(name, {})
        kind, meaning = meanings.get(name) or ("", option["help"])
        choices = cls._learners.choices(name) or option.get("choices")
        if not kind:
            kind = (
                "{" + ", ".join(map(repr, choices)) + "}"
                if choices
                else type(parameter.default).__name__
            )
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
