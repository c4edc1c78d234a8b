"""The estimators that tests run over: every learner of the package."""

from perceptron import (
    KernelPerceptron,
    LinearClassifier,
    MarginClassifier,
    PassiveAggressiveClassifier,
    PegasosClassifier,
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
    KernelPerceptron("linear"),
    PegasosClassifier(alpha=0.1),
    MarginClassifier(),
    MarginClassifier("perceptron"),
]
IDS = [repr(each) for each in ESTIMATORS]
