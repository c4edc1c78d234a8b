"""Times scikit-learn's Perceptron.fit on a LIBSVM file of many classes, prints JSON.

Reading is not counted. Each class is trained against the rest, one after the other.
"""

import argparse
import json
import time

from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import Perceptron


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()

    x, y = load_svmlight_file(arguments.train)
    seconds = []
    for _ in range(arguments.turns):
        model = Perceptron(max_iter=arguments.passes, tol=None, n_jobs=1, random_state=1)
        start = time.process_time()
        model.fit(x, y)
        seconds.append(time.process_time() - start)
    x, y = load_svmlight_file(arguments.test, n_features=x.shape[1])
    print(json.dumps({"seconds": seconds, "accuracy": float(model.score(x, y))}))


main()
