"""Times scikit-learn's SGDClassifier.fit on LIBSVM files and prints JSON.

Reading is not counted. Labels: +1 and -1.
"""

import argparse
import json
import time

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import SGDClassifier


def mean_loss(loss, margins):
    if loss == "hinge":
        return numpy.maximum(0, 1 - margins).mean()
    if loss == "squared_hinge":
        return (numpy.maximum(0, 1 - margins) ** 2).mean()
    if loss == "perceptron":
        return numpy.maximum(0, -margins).mean()
    return numpy.logaddexp(0, -margins).mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("train")
    parser.add_argument("--test")
    parser.add_argument("--loss", default="hinge",
                        choices=["hinge", "squared_hinge", "perceptron", "log_loss"])
    parser.add_argument("--alpha", type=float, default=1e-4)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()

    x, y = load_svmlight_file(arguments.train)
    seconds = []
    for _ in range(arguments.turns):
        model = SGDClassifier(loss=arguments.loss, alpha=arguments.alpha, average=True,
                              max_iter=arguments.passes, tol=None, n_jobs=1, random_state=1)
        # Of the processor: there is one thread, and nobody else's work counts.
        start = time.process_time()
        model.fit(x, y)
        seconds.append(time.process_time() - start)

    w = model.coef_.ravel()
    margins = y * model.decision_function(x)
    result = {
        "seconds": seconds,
        "objective": float(mean_loss(arguments.loss, margins) + arguments.alpha / 2 * w @ w),
    }
    if arguments.test:
        x, y = load_svmlight_file(arguments.test, n_features=len(w))
        result["accuracy"] = float(model.score(x, y))
    print(json.dumps(result))


main()
