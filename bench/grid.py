"""Times scikit-learn's GridSearchCV over LinearSVC on a LIBSVM file, prints JSON.

Reading is not counted, nor is the fit to all rows that follows the search. A line of
the file of folds is the fold of a row. To save time only some of the folds are run;
the caller knows by how much to multiply.
"""

import argparse
import json
import time

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.svm import LinearSVC


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("folds")
    parser.add_argument("--run", type=int, default=1, help="folds to run")
    parser.add_argument("--l2", type=float, nargs="+")
    arguments = parser.parse_args()

    x, y = load_svmlight_file(arguments.train)
    fold = numpy.loadtxt(arguments.folds, dtype=int)
    learned = numpy.count_nonzero(fold != 0)
    fold[fold >= arguments.run] = -1  # learned from in every run
    # Newton's method in the primal: with so many rows faster than the default.
    search = GridSearchCV(LinearSVC(dual=False, random_state=1),
                          {"C": [1 / (learned * l2) for l2 in arguments.l2]},
                          cv=PredefinedSplit(fold), n_jobs=1)
    start = time.process_time()
    search.fit(x, y)
    seconds = time.process_time() - start - search.refit_time_
    x, y = load_svmlight_file(arguments.test, n_features=x.shape[1])
    print(json.dumps({
        "seconds": [seconds],
        "l2": 1 / (learned * search.best_params_["C"]),
        "accuracy": float(search.score(x, y)),
        "validated": [float(a) for a in search.cv_results_["mean_test_score"]],
    }))


main()
