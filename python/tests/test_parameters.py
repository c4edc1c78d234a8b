"""The parameters of the estimators: their defaults, ranges and documentation."""

import numpy as np
import pytest

import perceptron
from estimators import ESTIMATORS
from perceptron import (
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PerceptronClassifier,
)


@pytest.mark.parametrize(
    "estimator, message",
    [
        (PerceptronClassifier(max_iter=0), "max_iter: expected a whole number"),
        (PerceptronClassifier(max_iter="many"), "max_iter: expected a whole number"),
        (PerceptronClassifier("best"), "variant: expected one of 'plain'"),
        (PerceptronClassifier("pocket", penalty="l2"), "pocket takes no l1 penalty or l2 penalty"),
        (PerceptronClassifier("averaged", penalty="elasticnet"), "averaged takes no l1 penalty"),
        (PerceptronClassifier("pocket", multiclass="joint"), "for pocket use one-vs-rest"),
        (LinearClassifier("softmax", multiclass="one-vs-one"), "multiclass: expected one of"),
        (LinearClassifier("softmax", penalty="l1"), "softmax takes no l1 penalty"),
        (MarginClassifier(multiclass="joint"), "multiclass: expected one of 'one-vs-rest'"),
        (PerceptronClassifier("averaged", penalty="l1"), "mean of weights"),
        (LinearClassifier(multiclass="joint"), "multiclass: expected one of 'one-vs-rest'"),
        (PerceptronClassifier(random_state=-1), "random_state: expected 0 or more"),
        (PerceptronClassifier(n_jobs=0), "n_jobs"),
        (PerceptronClassifier(class_weight="even"), "class_weight"),
        (PerceptronClassifier(class_weight={0: -1.0}), "class_weight of 0: expected a number"),
        (PerceptronClassifier(class_weight={"Yes": 5}), "y has no class 'Yes'"),
        (PerceptronClassifier(class_weight=[1, 2]), "class_weight: expected a dict"),
        (PerceptronClassifier(scale=None), "scale: expected one of"),
        (PerceptronClassifier(random_state=2**70), "random_state"),
        (MarginClassifier(alpha=None), "alpha: expected a number"),
        (LinearClassifier(solver="dual", penalty="l1"), "solver='dual' needs l2 penalty"),
        (LinearClassifier(max_iter="many"), "max_iter: expected a whole number"),
        (PerceptronClassifier(multiclass="some"), "multiclass: expected one of"),
        (PassiveAggressiveClassifier(C=0), "C: expected a number"),
        (PassiveAggressiveClassifier(variant="PA-III"), "variant: expected one of PA"),
        (LinearClassifier("squared"), "loss: expected one of 'hinge'"),
        (LinearClassifier(penalty="l3"), "penalty: expected"),
        (LinearClassifier(alpha=-1), "alpha: expected"),
        (LinearClassifier(penalty="elasticnet", l1_ratio=2), "l1_ratio: expected"),
        (LinearClassifier(tol=-1), "tol: expected a number from 0 to 1"),
        (LinearClassifier(solver="fast"), "solver: expected one of"),
        (LinearClassifier(scale="some"), "scale"),
        (MarginClassifier("widest"), "method: expected one of 'exact'"),
        (MarginClassifier("perceptron", lam=1), "lam: expected a number"),
        (MarginClassifier(inseparable="ignore"), "inseparable: expected"),
    ],
)
def test_error_messages_use_the_names_of_python(estimator, message, iris):
    with pytest.raises(ValueError, match=message) as caught:
        estimator.fit(*iris)
    assert "--" not in str(caught.value)


def test_parameters_are_options_with_the_same_defaults():
    table = {option["parameter"]: option for option in perceptron._core.learn_options()}
    own = {"shuffle", "random_state", "alpha", "class_weight", "max_iter"}
    special = [("variant", "plain"), ("average", False)]
    found = set()
    for estimator in ESTIMATORS:
        for name, value in type(estimator)().get_params().items():
            if name not in table or name in own or (name, value) in special:
                continue
            assert table[name]["default"] == value, name
            found.add(name)
    assert len(found) > 12
    # Every option of training has a parameter in Python.
    parameters = {name for each in ESTIMATORS for name in each.get_params()}
    missing = {o for o in table if o not in parameters} - {"learner"}
    assert missing == {"coef_init", "intercept_init", "l1 penalty", "l2 penalty"}


def test_every_learner_of_the_library_has_an_estimator():
    learners = [learner for kind in {type(each) for each in ESTIMATORS}
                for learner in kind._learners.by_value.values()]
    assert sorted(learners) == sorted(each["name"] for each in perceptron._core.learners())


def test_what_is_known_of_a_learner_comes_from_the_library():
    assert hasattr(LinearClassifier("softmax"), "predict_proba")
    assert not hasattr(LinearClassifier("crammer_singer"), "predict_proba")
    assert not hasattr(LinearClassifier(["no loss"]), "predict_proba")
    assert not hasattr(PassiveAggressiveClassifier(), "predict_proba")


def test_choices_in_the_documentation_are_those_of_the_library():
    assert "loss : {'hinge', 'squared_hinge', 'log_loss', 'softmax', 'crammer_singer'}" in (
        LinearClassifier.__doc__
    )
    assert "variant : {'plain', 'averaged', 'pocket', 'voted'}" in PerceptronClassifier.__doc__
    assert "variant : {'PA', 'PA-I', 'PA-II'}" in PassiveAggressiveClassifier.__doc__
    assert "multiclass : {'one-vs-rest', 'one-vs-one'}," in MarginClassifier.__doc__
    assert "multiclass : {'one-vs-rest', 'one-vs-one', 'joint'}" in PerceptronClassifier.__doc__
    assert "schedule : {'constant', 'inverse', 'sqrt'}" in LinearClassifier.__doc__


def test_documentation_of_parameters_comes_from_the_table():
    for estimator in ESTIMATORS:
        text = type(estimator).__doc__
        assert "{parameters}" not in text
        for name in estimator.get_params():
            assert f"\n    {name} : " in text
    assert "Share of the rows" in LinearClassifier.__doc__ or "hold out" in (
        LinearClassifier.__doc__.lower()
    )


def test_numbers_and_numpy_booleans_are_truth_values(iris):
    X, y = iris
    for yes, no in ((1, 0), (np.True_, np.False_)):
        assert np.any(PerceptronClassifier(fit_intercept=yes).fit(X, y).intercept_ != 0)
        assert np.all(PerceptronClassifier(fit_intercept=no).fit(X, y).intercept_ == 0)
