"""The estimators that tests run over: every learner of the package."""

from perceptron import (
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PerceptronClassifier,
)

ESTIMATORS = [
    PerceptronClassifier(),
    PerceptronClassifier("averaged"),
    PerceptronClassifier("pocket"),
    PerceptronClassifier(penalty="l2"),
    PassiveAggressiveClassifier(),
    PassiveAggressiveClassifier(average=True),
    LinearClassifier(),
    LinearClassifier("squared_hinge"),
    LinearClassifier("log_loss"),
    MarginClassifier(),
    MarginClassifier("perceptron"),
]
IDS = [repr(each) for each in ESTIMATORS]
